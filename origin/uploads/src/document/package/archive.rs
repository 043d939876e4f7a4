//! A zip archive, read with distrust: its directory, and its files against the directory.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

use flate2::bufread::DeflateDecoder;

const LOCAL_SIGNATURE: [u8; 4] = super::SIGNATURE;
const END_SIGNATURE: [u8; 4] = *b"PK\x05\x06";
const ENTRY_SIGNATURE: [u8; 4] = *b"PK\x01\x02";

/// Bytes of the record at the end, without its comment.
const END: usize = 22;

/// Bytes of an entry of the directory, without its names.
const ENTRY: usize = 46;

/// Bytes of a local header, without its names.
const LOCAL: usize = 30;

/// The longest comment that may follow the record at the end.
const COMMENT_MAX: u64 = 65_535;

/// Longest directory: a presentation with thousands of pictures has some hundred KB.
pub(super) const DIRECTORY_MAX: u32 = 2 * 1024 * 1024;

/// Bit of the flags: the file is encrypted.
const ENCRYPTED: u16 = 1;

/// Bit of the flags: the sizes follow the bytes, and the local header may leave them out.
const SIZES_FOLLOW: u16 = 1 << 3;

const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// A file of an archive, as the directory describes it.
pub(super) struct Entry {
    pub name: Vec<u8>,
    pub packed: u64,
    pub unpacked: u64,
    flags: u16,
    method: u16,
    /// Place of the file's local header, in bytes.
    at: u64,
}

/// Files of an archive; none if it has no directory that can be read.
pub(super) fn read_entries(file: &mut (impl Read + Seek)) -> io::Result<Option<Vec<Entry>>> {
    Ok(read_directory(file)?.and_then(|directory| parse_directory(&directory)))
}

fn read_directory(file: &mut (impl Read + Seek)) -> io::Result<Option<Vec<u8>>> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail = length.min(END as u64 + COMMENT_MAX);
    let bytes = bytes_at(file, length - tail, tail)?;
    let found = bytes
        .windows(END)
        .rposition(|end| end.starts_with(&END_SIGNATURE));
    let Some((at, end)) = found.and_then(|at| Some((at, bytes.get(at..at + END)?))) else {
        return Ok(None);
    };
    let (size, start) = (u32_at(end, 12), u32_at(end, 16));
    // Programs that count entries, or know records for long archives, would read what is between
    // the directory and this record; others refuse an archive of several disks.
    let is_before_end = u64::from(start) + u64::from(size) == length - tail + at as u64;
    let is_one_disk = u32_at(end, 4) == 0;
    if size > DIRECTORY_MAX || !is_before_end || !is_one_disk {
        return Ok(None);
    }
    bytes_at(file, start.into(), size.into()).map(Some)
}

fn parse_directory(mut directory: &[u8]) -> Option<Vec<Entry>> {
    let mut entries = Vec::new();
    while let Some((entry, rest)) = directory.split_at_checked(ENTRY) {
        if !entry.starts_with(&ENTRY_SIGNATURE) {
            return None;
        }
        let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(u16_at(entry, at)));
        entries.push(Entry {
            name: rest.get(..name)?.to_owned(),
            packed: u32_at(entry, 20).into(),
            unpacked: u32_at(entry, 24).into(),
            flags: u16_at(entry, 8),
            method: u16_at(entry, 10),
            at: u32_at(entry, 42).into(),
        });
        directory = rest.get(name + extra + comment..)?;
    }
    Some(entries)
}

impl Entry {
    /// The first `keep` bytes of the file, unpacked; none if its local header or its bytes do not
    /// match the directory. No more is unpacked than the directory declares.
    pub(super) fn unpack(
        &self,
        file: &mut (impl Read + Seek),
        keep: u64,
    ) -> io::Result<Option<Vec<u8>>> {
        let Some(start) = self.data_start(file)? else {
            return Ok(None);
        };
        file.seek(SeekFrom::Start(start))?;
        let mut packed = BufReader::new(file.by_ref().take(self.packed));
        match self.method {
            STORED => Ok(self.read_all(&mut packed, keep)?),
            DEFLATED => {
                let mut unpacking = DeflateDecoder::new(&mut packed);
                // Bytes that cannot be unpacked are the sender's fault, not one of the disk.
                let read = self.read_all(&mut unpacking, keep).unwrap_or(None);
                Ok(read.filter(|_| packed.fill_buf().is_ok_and(<[u8]>::is_empty)))
            }
            _ => Ok(None),
        }
    }

    #[cfg(test)]
    pub(super) fn for_test(name: &str, packed: u64, unpacked: u64) -> Self {
        Self {
            name: name.as_bytes().to_owned(),
            packed,
            unpacked,
            flags: 0,
            method: STORED,
            at: 0,
        }
    }

    /// The first bytes of a reader of exactly the length in the directory.
    fn read_all(&self, reader: &mut impl Read, keep: u64) -> io::Result<Option<Vec<u8>>> {
        let mut kept = Vec::new();
        let mut limited = reader.take(self.unpacked + 1);
        limited.by_ref().take(keep).read_to_end(&mut kept)?;
        let rest = io::copy(&mut limited, &mut io::sink())?;
        Ok((kept.len() as u64 + rest == self.unpacked).then_some(kept))
    }

    /// Where the bytes of the file begin; none if its local header contradicts the directory.
    fn data_start(&self, file: &mut (impl Read + Seek)) -> io::Result<Option<u64>> {
        let header = bytes_at(file, self.at, LOCAL as u64)?;
        if header.len() < LOCAL || !header.starts_with(&LOCAL_SIGNATURE) {
            return Ok(None);
        }
        let [name, extra] = [26, 28].map(|at| u64::from(u16_at(&header, at)));
        let names = bytes_at(file, self.at + LOCAL as u64, name)?;
        let follow = self.flags & SIZES_FOLLOW != 0;
        let agrees = |at, size| {
            let local = u64::from(u32_at(&header, at));
            // A program that writes as it goes leaves the size open.
            local == size || follow && matches!(local, 0 | 0xffff_ffff)
        };
        let is_plain = (self.flags | u16_at(&header, 6)) & ENCRYPTED == 0;
        let is_same = names == self.name && u16_at(&header, 8) == self.method;
        let holds = is_plain && is_same && agrees(18, self.packed) && agrees(22, self.unpacked);
        Ok(holds.then_some(self.at + LOCAL as u64 + name + extra))
    }
}

/// The bytes at a place, as many as there are.
fn bytes_at(file: &mut (impl Read + Seek), at: u64, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    file.by_ref().take(length).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    match bytes.get(at..at + 2) {
        Some(&[low, high]) => u16::from_le_bytes([low, high]),
        _ => 0,
    }
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;

    /// An entry of a directory, whose comment makes it `length` bytes long.
    fn entry(length: usize) -> Vec<u8> {
        let comment = u16::try_from(length - ENTRY).unwrap();
        let mut entry = vec![0; length];
        entry[..4].copy_from_slice(&ENTRY_SIGNATURE);
        entry[32..34].copy_from_slice(&comment.to_le_bytes());
        entry
    }

    /// A directory of `length` bytes.
    fn directory(length: usize) -> Vec<u8> {
        let usual = 32 * 1024;
        let mut directory = entry(usual).repeat(length / usual - 1);
        directory.extend(entry(usual + length % usual));
        directory
    }

    /// Bytes, the record at the end with these figures, and a comment.
    fn archive_with(bytes: &[u8], size: u32, start: u32, comment: u64) -> Vec<u8> {
        let figures = [size, start].map(u32::to_le_bytes).concat();
        let comment = vec![b' '; usize::try_from(comment).unwrap()];
        [bytes, &END_SIGNATURE, &[0; 8], &figures, &[0; 2], &comment].concat()
    }

    fn entries(archive: Vec<u8>) -> Option<usize> {
        let entries = read_entries(&mut Cursor::new(archive)).unwrap();
        entries.map(|entries| entries.len())
    }

    #[test]
    fn a_directory_is_read_up_to_the_longest() {
        let archive = |size: u32| archive_with(&directory(size as usize), size, 0, 0);
        assert_eq!(entries(archive(DIRECTORY_MAX)), Some(64));
        assert_eq!(entries(archive(DIRECTORY_MAX + 1)), None);
    }

    #[test]
    fn a_directory_ends_where_the_record_at_the_end_begins() {
        let whole = entry(ENTRY);
        for (bytes, size, start, expected) in [
            (&whole[..], 46, 0, Some(1)),
            (&whole, 46 + 1, 0, None),
            (&whole, 46 + 22, 0, None),
            (&[&[0; 10], &whole[..]].concat(), 46, 10, Some(1)),
            (&[&[0; 10], &whole[..]].concat(), 46, 11, None),
            // An entry that is not in the directory, which programs that count would read.
            (&whole.repeat(2), 46, 0, None),
            (&whole, 0, 46, Some(0)),
            (&whole, 0, 0, None),
            (&whole, 46, u32::MAX, None),
        ] {
            let archive = archive_with(bytes, size, start, 0);
            assert_eq!(entries(archive), expected, "{size} {start}");
        }
    }

    #[test]
    fn the_record_at_the_end_is_found_before_the_longest_comment() {
        let whole = entry(ENTRY);
        assert_eq!(entries(archive_with(&whole, 46, 0, COMMENT_MAX)), Some(1));
        assert_eq!(entries(archive_with(&whole, 46, 0, COMMENT_MAX + 1)), None);
        let later = archive_with(&archive_with(&whole, 46, 0, 0), 0, 46 + 22, 0);
        assert_eq!(entries(later), Some(0), "the last one counts");
    }

    #[test]
    fn an_archive_of_several_disks_is_not_read() {
        for at in [4, 6] {
            let mut archive = archive_with(&entry(ENTRY), 46, 0, 0);
            archive[ENTRY + at] = 1;
            assert_eq!(entries(archive), None, "{at}");
        }
    }

    #[test]
    fn an_entry_is_read_with_all_its_figures_and_the_next_follows_its_names() {
        let mut first = vec![0; ENTRY];
        first[..4].copy_from_slice(&ENTRY_SIGNATURE);
        for (at, value) in [(8, 0x0809), (10, 8), (28, 3), (30, 2), (32, 1)] {
            first[at..at + 2].copy_from_slice(&u16::to_le_bytes(value));
        }
        for (at, value) in [(20, 0x0102_0304), (24, 0x0506_0708), (42, 0x090a_0b0c)] {
            first[at..at + 4].copy_from_slice(&u32::to_le_bytes(value));
        }
        first.extend(b"abcxxy");
        let read = parse_directory(&[&first[..], &entry(ENTRY)].concat()).unwrap();
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].name, b"abc");
        assert_eq!((read[0].flags, read[0].method), (0x0809, 8));
        assert_eq!(
            (read[0].packed, read[0].unpacked),
            (0x0102_0304, 0x0506_0708)
        );
        assert_eq!(read[0].at, 0x090a_0b0c);
        for length in [ENTRY + 2, ENTRY + 5] {
            assert!(parse_directory(&first[..length]).is_none(), "{length}");
        }
    }

    /// A file whose local header says these flags, method and sizes, with the bytes that follow.
    fn unpack_behind_header(
        entry: &Entry,
        flags: u16,
        sizes: [u32; 2],
        bytes: &[u8],
    ) -> Option<Vec<u8>> {
        let head = [&LOCAL_SIGNATURE[..], &[0; 2], &flags.to_le_bytes()].concat();
        let method = entry.method.to_le_bytes();
        let sizes = sizes.map(u32::to_le_bytes).concat();
        let names = [&[1, 0, 2, 0][..], b"axx"].concat();
        let file = [&head[..], &method, &[0; 8], &sizes, &names, bytes].concat();
        entry.unpack(&mut Cursor::new(file), 3).unwrap()
    }

    #[test]
    fn a_local_header_agrees_with_the_directory_or_leaves_the_sizes_open() {
        let entry = Entry::for_test("a", 4, 4);
        let open = Entry {
            flags: SIZES_FOLLOW,
            ..Entry::for_test("a", 4, 4)
        };
        let encrypted = Entry {
            flags: ENCRYPTED,
            ..Entry::for_test("a", 4, 4)
        };
        let other = Entry::for_test("b", 4, 4);
        for (why, entry, flags, sizes, expected) in [
            ("same", &entry, 0, [4, 4], true),
            ("other packed size", &entry, 0, [5, 4], false),
            ("other size", &entry, 0, [4, 5], false),
            ("no size", &entry, 0, [0, 0], false),
            ("open", &open, SIZES_FOLLOW, [0, u32::MAX], true),
            ("open, yet other", &open, SIZES_FOLLOW, [1, 0], false),
            ("encrypted", &encrypted, 0, [4, 4], false),
            ("encrypted in its header", &entry, ENCRYPTED, [4, 4], false),
            ("other name", &other, 0, [4, 4], false),
        ] {
            let kept = unpack_behind_header(entry, flags, sizes, b"bytes");
            assert_eq!(kept, expected.then(|| b"byt".to_vec()), "{why}");
        }
    }

    #[test]
    fn a_file_is_unpacked_to_exactly_the_length_in_the_directory() {
        let deflated = |packed, unpacked| Entry {
            method: DEFLATED,
            ..Entry::for_test("a", packed, unpacked)
        };
        // A block of four bytes as they are.
        let block = b"\x01\x04\0\xfb\xffabcd";
        let odd = Entry {
            method: 1,
            ..Entry::for_test("a", 9, 4)
        };
        for (why, entry, expected) in [
            ("same", deflated(9, 4), true),
            ("shorter", deflated(9, 5), false),
            ("longer", deflated(9, 3), false),
            ("bytes behind", deflated(10, 4), false),
            ("cut", deflated(8, 4), false),
            ("another method", odd, false),
        ] {
            let sizes = [entry.packed, entry.unpacked].map(|size| u32::try_from(size).unwrap());
            let bytes = [&block[..], b"rest"].concat();
            let kept = unpack_behind_header(&entry, 0, sizes, &bytes);
            assert_eq!(kept, expected.then(|| b"abc".to_vec()), "{why}");
        }
    }
}
