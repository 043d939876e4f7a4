//! Documents of before 2007: a compound file with a directory that names the streams in it.
//!
//! The whole directory is read, sector by sector, and none of the streams.

use std::io::{self, Read, Seek, SeekFrom};

/// The beginning of a compound file.
pub(super) const SIGNATURE: [u8; 8] = *b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Bytes of the header.
const HEADER: usize = 512;

/// Bytes of an entry of the directory.
const ENTRY: usize = 128;

/// Sectors of the longest directory: of 4 entries at least, where a document has a dozen streams
/// and three for each embedded object.
const SECTORS_MAX: usize = 2_048;

/// Sectors of the allocation table that the header itself names.
const LISTED: usize = 109;

/// Sectors that name more sectors of the allocation table: enough for 100 MB.
const LISTS_MAX: usize = 16;

/// The mark after the last sector of a chain.
const END_OF_CHAIN: u32 = 0xffff_fffe;

/// Storages of programs, and the stream of a file that is embedded as it is. Lower-case, as
/// compound files compare names.
const RUNNABLE: [&str; 5] = [
    "_vba_project",
    "_vba_project_cur",
    "macros",
    "vba",
    "\u{1}ole10native",
];

/// The extension of the document that a compound file is; none if it has a program in it.
pub(super) fn extension(file: &mut (impl Read + Seek)) -> io::Result<Option<&'static str>> {
    let Some(names) = read_names(file)? else {
        return Ok(None);
    };
    let extension = names.iter().find_map(|name| match name.as_str() {
        "worddocument" => Some("doc"),
        "powerpoint document" => Some("ppt"),
        _ => None,
    });
    Ok(extension.filter(|_| !has_runnable(&names)))
}

/// Whether a compound file can be read and has no program in it.
pub(super) fn is_harmless(file: &mut (impl Read + Seek)) -> io::Result<bool> {
    Ok(read_names(file)?.is_some_and(|names| !has_runnable(&names)))
}

fn has_runnable(names: &[String]) -> bool {
    names.iter().any(|name| RUNNABLE.contains(&name.as_str()))
}

/// Names of all storages and streams, lower-case; none if the directory does not end.
fn read_names(file: &mut (impl Read + Seek)) -> io::Result<Option<Vec<String>>> {
    let Some(header) = bytes_at(file, 0, HEADER)? else {
        return Ok(None);
    };
    let shift = u32_at(&header, 30) & 0xffff;
    if !matches!(shift, 9 | 12) {
        return Ok(None);
    }
    let table = Table {
        header,
        size: 1 << shift,
    };
    let mut names = Vec::new();
    let mut sector = u32_at(&table.header, 48);
    for _ in 0..SECTORS_MAX {
        let Some(bytes) = read_sector(file, sector, table.size)? else {
            return Ok(None);
        };
        names.extend(bytes.chunks(ENTRY).map(name));
        match table.next(file, sector)? {
            Some(END_OF_CHAIN) => return Ok(Some(names)),
            Some(next) => sector = next,
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// The name of an entry, lower-case.
fn name(entry: &[u8]) -> String {
    let units: Vec<u16> = entry[..64]
        .chunks_exact(2)
        .map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
        .take_while(|&unit| unit != 0)
        .collect();
    String::from_utf16_lossy(&units).to_lowercase()
}

/// The allocation table, which has the next sector of each.
struct Table {
    header: Vec<u8>,
    /// Bytes of a sector.
    size: usize,
}

impl Table {
    /// The sector that follows one.
    fn next(&self, file: &mut (impl Read + Seek), sector: u32) -> io::Result<Option<u32>> {
        let per_sector = self.size / 4;
        let Some(place) = self.place(file, sector as usize / per_sector)? else {
            return Ok(None);
        };
        let part = read_sector(file, place, self.size)?;
        Ok(part.map(|part| u32_at(&part, 4 * (sector as usize % per_sector))))
    }

    /// The sector of a part of the table: the header names the first parts, sectors in a chain of
    /// their own all others.
    fn place(&self, file: &mut (impl Read + Seek), part: usize) -> io::Result<Option<u32>> {
        if part < LISTED {
            return Ok(Some(u32_at(&self.header, 76 + 4 * part)));
        }
        // The last number of a list is the sector of the next one.
        let per_list = self.size / 4 - 1;
        let (list, index) = ((part - LISTED) / per_list, (part - LISTED) % per_list);
        if list >= LISTS_MAX {
            return Ok(None);
        }
        let mut sector = u32_at(&self.header, 68);
        for _ in 0..list {
            let Some(bytes) = read_sector(file, sector, self.size)? else {
                return Ok(None);
            };
            sector = u32_at(&bytes, 4 * per_list);
        }
        let bytes = read_sector(file, sector, self.size)?;
        Ok(bytes.map(|bytes| u32_at(&bytes, 4 * index)))
    }
}

/// A sector; none beyond the end, as the marks for "no more" are.
fn read_sector(
    file: &mut (impl Read + Seek),
    sector: u32,
    size: usize,
) -> io::Result<Option<Vec<u8>>> {
    bytes_at(file, (u64::from(sector) + 1) * size as u64, size)
}

fn bytes_at(file: &mut (impl Read + Seek), at: u64, length: usize) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(at))?;
    file.by_ref().take(length as u64).read_to_end(&mut bytes)?;
    Ok((bytes.len() == length).then_some(bytes))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    match bytes.get(at..at + 4) {
        Some(&[a, b, c, d]) => u32::from_le_bytes([a, b, c, d]),
        _ => u32::MAX,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use std::io::Cursor;

    /// A compound file with one stream in the second sector of its directory.
    pub(in super::super) fn compound(stream: &str) -> Vec<u8> {
        let mut bytes = vec![0; HEADER * 4];
        bytes[..8].copy_from_slice(&SIGNATURE);
        bytes[30] = 9;
        // The table is the first sector, the directory the second and the third.
        bytes[76..80].copy_from_slice(&0u32.to_le_bytes());
        bytes[48..52].copy_from_slice(&1u32.to_le_bytes());
        bytes[HEADER + 4..HEADER + 8].copy_from_slice(&2u32.to_le_bytes());
        bytes[HEADER + 8..HEADER + 12].copy_from_slice(&0xffff_fffeu32.to_le_bytes());
        let name: Vec<u8> = stream.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes[HEADER * 3..HEADER * 3 + name.len()].copy_from_slice(&name);
        bytes
    }

    #[test]
    fn a_directory_that_turns_in_a_circle_ends() {
        let mut circle = compound("Contents");
        circle[HEADER + 8..HEADER + 12].copy_from_slice(&1u32.to_le_bytes());
        assert_eq!(extension(&mut Cursor::new(circle)).unwrap(), None);
    }

    /// A compound file of sectors of `1 << shift` bytes, zero but for the numbers at their places:
    /// sector or header (none), place, number.
    fn sectors(shift: u8, count: usize, numbers: &[(Option<usize>, usize, u32)]) -> Vec<u8> {
        let size = 1 << shift;
        let mut bytes = vec![0; size * (count + 1)];
        bytes[30] = shift;
        for (sector, at, number) in numbers {
            let start = sector.map_or(0, |sector| size * (sector + 1));
            bytes[start + at..start + at + 4].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    fn put_name(bytes: &mut [u8], at: usize, name: &str) {
        let units: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes[at..at + units.len()].copy_from_slice(&units);
    }

    fn names(bytes: Vec<u8>) -> Option<Vec<String>> {
        let names = read_names(&mut Cursor::new(bytes)).unwrap()?;
        Some(names.into_iter().filter(|name| !name.is_empty()).collect())
    }

    #[test]
    fn each_kind_of_document_is_known_by_its_stream_unless_a_program_is_in_it() {
        for (stream, expected) in [
            ("WordDocument", Some("doc")),
            ("PowerPoint Document", Some("ppt")),
            ("Workbook", None),
        ] {
            let mut file = compound(stream);
            assert_eq!(extension(&mut Cursor::new(&file)).unwrap(), expected);
            assert!(is_harmless(&mut Cursor::new(&file)).unwrap(), "{stream}");
            put_name(&mut file, HEADER * 3 + ENTRY, "Macros");
            assert_eq!(extension(&mut Cursor::new(&file)).unwrap(), None);
            assert!(!is_harmless(&mut Cursor::new(&file)).unwrap(), "{stream}");
        }
        assert!(!is_harmless(&mut Cursor::new(b"short")).unwrap());
    }

    #[test]
    fn a_directory_is_read_entry_by_entry_in_sectors_of_both_sizes() {
        for shift in [9, 12] {
            let numbers = [(None, 48, 1), (None, 76, 0), (Some(0), 4, END_OF_CHAIN)];
            let mut file = sectors(shift, 2, &numbers);
            let start = 2 << shift;
            put_name(&mut file, start, "Root Entry");
            put_name(&mut file, start + (1 << shift) - ENTRY, "WORDDOCUMENT");
            let expected = ["root entry", "worddocument"].map(str::to_owned).to_vec();
            assert_eq!(names(file.clone()), Some(expected));
            file[30] += 1;
            assert_eq!(names(file), None, "another size of sectors");
        }
    }

    #[test]
    fn a_name_ends_at_its_zero_or_after_32_units() {
        let mut entry = [0; ENTRY];
        put_name(&mut entry, 0, "Ab\0c");
        assert_eq!(name(&entry), "ab");
        put_name(&mut entry, 0, &"a".repeat(40));
        assert_eq!(name(&entry), "a".repeat(32));
    }

    /// The allocation table of a file whose first list is sector 0 and whose second is sector 1.
    fn place(part: usize) -> Option<u32> {
        let numbers = [
            (None, 68, 0),
            (None, 76, 70),
            (None, 76 + 4 * (LISTED - 1), 71),
            (Some(0), 0, 72),
            (Some(0), 4 * 126, 73),
            (Some(0), 4 * 127, 1),
            (Some(1), 0, 74),
            (Some(1), 4, 75),
            (Some(1), 4 * 127, 1),
        ];
        let bytes = sectors(9, 2, &numbers);
        let table = Table {
            header: bytes[..HEADER].to_owned(),
            size: 512,
        };
        table.place(&mut Cursor::new(bytes), part).unwrap()
    }

    #[test]
    fn parts_of_the_table_are_found_in_the_header_and_then_in_lists() {
        let first_list = LISTED;
        let second_list = LISTED + 127;
        for (part, expected) in [
            (0, Some(70)),
            (LISTED - 1, Some(71)),
            (first_list, Some(72)),
            (second_list - 1, Some(73)),
            (second_list, Some(74)),
            (second_list + 1, Some(75)),
            (LISTED + 127 * LISTS_MAX - 127, Some(74)),
            (LISTED + 127 * LISTS_MAX, None),
        ] {
            assert_eq!(place(part), expected, "{part}");
        }
    }

    #[test]
    fn the_next_sector_is_in_the_part_of_the_table_for_it() {
        let numbers = [
            (None, 76, 1),
            (None, 80, 0),
            (Some(1), 4 * 127, 5),
            (Some(0), 0, 6),
            (Some(0), 4 * 3, 7),
        ];
        let bytes = sectors(9, 2, &numbers);
        let table = Table {
            header: bytes[..HEADER].to_owned(),
            size: 512,
        };
        for (sector, expected) in [(127, 5), (128, 6), (131, 7)] {
            let next = table.next(&mut Cursor::new(&bytes), sector).unwrap();
            assert_eq!(next, Some(expected), "{sector}");
        }
    }

    #[test]
    fn a_directory_of_most_sectors_is_read_and_a_longer_one_is_not() {
        for (length, is_read) in [(SECTORS_MAX, true), (SECTORS_MAX + 1, false)] {
            let tables = length.div_ceil(128);
            let mut numbers = vec![(None, 48, u32::try_from(tables).unwrap())];
            for part in 0..=tables {
                numbers.push((None, 76 + 4 * part, u32::try_from(part).unwrap()));
            }
            for sector in tables..tables + length {
                let next = match sector + 1 == tables + length {
                    true => END_OF_CHAIN,
                    false => u32::try_from(sector + 1).unwrap(),
                };
                numbers.push((Some(sector / 128), 4 * (sector % 128), next));
            }
            let file = sectors(9, tables + length + 1, &numbers);
            assert_eq!(names(file).is_some(), is_read, "{length}");
        }
    }

    #[test]
    fn a_sector_that_is_cut_is_none() {
        let file = vec![0; HEADER * 3 - 1];
        let sector = |sector| read_sector(&mut Cursor::new(&file), sector, HEADER).unwrap();
        assert!(sector(0).is_some() && sector(1).is_none() && sector(u32::MAX).is_none());
        assert_eq!(u32_at(&[1, 2, 3, 4, 5], 1), 0x0504_0302);
        assert_eq!(u32_at(&[1, 2, 3, 4], 1), u32::MAX);
    }
}
