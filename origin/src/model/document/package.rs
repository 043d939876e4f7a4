//! Documents in the form of Office Open XML: a zip archive with the right parts in it.
//!
//! Only the archive's directory is read, at most [`DIRECTORY_MAX`] of it.

use std::io::{self, Read, Seek, SeekFrom};

/// The beginning of an archive's first entry.
pub(super) const SIGNATURE: [u8; 4] = *b"PK\x03\x04";

const END_SIGNATURE: [u8; 4] = *b"PK\x05\x06";
const ENTRY_SIGNATURE: [u8; 4] = *b"PK\x01\x02";

/// Bytes of the record at the end, without its comment.
const END: usize = 22;

/// Bytes of an entry of the directory, without its names.
const ENTRY: usize = 46;

/// The longest comment that may follow the record at the end.
const COMMENT_MAX: u64 = 65_535;

/// Longest directory: a presentation with thousands of pictures has some hundred KB.
const DIRECTORY_MAX: u32 = 2 * 1024 * 1024;

/// Bytes that all entries may have once they are unpacked: more than a program could open, and far
/// less than an archive that is made to burst.
const UNPACKED_MAX: u64 = 512 * 1024 * 1024;

/// Times that a part may grow when it is unpacked, beyond [`SMALL`]: text that repeats itself
/// shrinks to a fiftieth, nothing but zeros to a thousandth.
const GROWTH_MAX: u64 = 100;

/// Bytes to which any part may grow.
const SMALL: u64 = 16 * 1024 * 1024;

/// The extension of the document that an archive is.
pub(super) fn extension(file: &mut (impl Read + Seek)) -> io::Result<Option<&'static str>> {
    let Some(directory) = directory(file)? else {
        return Ok(None);
    };
    let length = file.seek(SeekFrom::End(0))?;
    Ok(document(&directory, length))
}

/// The directory of an archive.
fn directory(file: &mut (impl Read + Seek)) -> io::Result<Option<Vec<u8>>> {
    let length = file.seek(SeekFrom::End(0))?;
    let tail = length.min(END as u64 + COMMENT_MAX);
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(length - tail))?;
    file.by_ref().take(tail).read_to_end(&mut bytes)?;
    let found = bytes
        .windows(END)
        .rposition(|end| end.starts_with(&END_SIGNATURE));
    let Some(end) = found.and_then(|at| bytes.get(at..at + END)) else {
        return Ok(None);
    };
    let (size, start) = (u32_at(end, 12), u32_at(end, 16));
    if size > DIRECTORY_MAX || u64::from(start) + u64::from(size) > length {
        return Ok(None);
    }
    let mut directory = Vec::new();
    file.seek(SeekFrom::Start(start.into()))?;
    file.by_ref()
        .take(size.into())
        .read_to_end(&mut directory)?;
    Ok(Some(directory))
}

/// The document that a directory describes, in an archive of `length` bytes.
fn document(mut directory: &[u8], length: u64) -> Option<&'static str> {
    let (mut packed, mut unpacked) = (0, 0);
    let (mut has_types, mut extension) = (false, None);
    while let Some((entry, rest)) = directory.split_at_checked(ENTRY) {
        if !entry.starts_with(&ENTRY_SIGNATURE) {
            return None;
        }
        let sizes = [20, 24].map(|at| u64::from(u32_at(entry, at)));
        packed += sizes[0];
        unpacked += sizes[1];
        let [name, extra, comment] = [28, 30, 32].map(|at| usize::from(u16_at(entry, at)));
        let part = rest.get(..name)?;
        if !stays_inside(part) || is_text(part) && sizes[1] > SMALL.max(sizes[0] * GROWTH_MAX) {
            return None;
        }
        match part {
            b"[Content_Types].xml" => has_types = true,
            b"word/document.xml" => extension = Some("docx"),
            b"ppt/presentation.xml" => extension = Some("pptx"),
            // Programs in a document: its name would have to be another, and nobody asked for one.
            name if name.ends_with(b"vbaProject.bin") => return None,
            _ => {}
        }
        directory = rest.get(name + extra + comment..)?;
    }
    // Entries that share their bytes are how an archive bursts that looks small.
    let is_honest = packed <= length && unpacked <= UNPACKED_MAX;
    extension.filter(|_| has_types && is_honest)
}

/// Whether the name of a part is none that would lead out of a folder into which it is unpacked.
fn stays_inside(name: &[u8]) -> bool {
    !name.starts_with(b"/")
        && !name.contains(&b'\\')
        && !name.contains(&0)
        && !name.split(|&byte| byte == b'/').any(|part| part == b"..")
}

/// Whether a part is one that a program reads whole before it shows anything: not a picture, which
/// may well be all white.
fn is_text(name: &[u8]) -> bool {
    [&b".xml"[..], b".rels"]
        .iter()
        .any(|end| name.to_ascii_lowercase().ends_with(end))
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
pub(super) mod tests {
    use super::*;
    use std::io::Cursor;

    /// An archive of entries that are empty, whose directory says something else.
    fn claiming(names: &[&str], packed: u32, unpacked: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut directory = Vec::new();
        for name in names {
            let at = u32::try_from(bytes.len()).unwrap();
            let length = u16::try_from(name.len()).unwrap().to_le_bytes();
            bytes.extend([&SIGNATURE[..], &[0; 22], &length, &[0; 2], name.as_bytes()].concat());
            let sizes = [packed.to_le_bytes(), unpacked.to_le_bytes()].concat();
            let parts = [
                &ENTRY_SIGNATURE[..],
                &[0; 16],
                &sizes,
                &length,
                &[0; 12],
                &at.to_le_bytes(),
                name.as_bytes(),
            ];
            directory.extend(parts.concat());
        }
        let (start, size) = (bytes.len(), directory.len());
        let count = u16::try_from(names.len()).unwrap().to_le_bytes();
        let place = [size, start].map(|number| u32::try_from(number).unwrap().to_le_bytes());
        let end = [
            &END_SIGNATURE[..],
            &[0; 4],
            &count,
            &count,
            &place.concat(),
            &[0; 2],
        ];
        [bytes, directory, end.concat()].concat()
    }

    pub(in super::super) fn package(names: &[&str]) -> Vec<u8> {
        claiming(names, 0, 0)
    }

    fn told(bytes: &[u8]) -> Option<&'static str> {
        extension(&mut Cursor::new(bytes)).unwrap()
    }

    #[test]
    fn an_archive_without_the_parts_of_a_document_is_none() {
        let types = "[Content_Types].xml";
        assert_eq!(told(&package(&[types, "word/document.xml"])), Some("docx"));
        for names in [
            &["word/document.xml"][..],
            &[types],
            &[types, "xl/workbook.xml"],
            &[types, "word/document.xml", "word/vbaProject.bin"],
            &[],
        ] {
            assert_eq!(told(&package(names)), None, "{names:?}");
        }
    }

    #[test]
    fn an_archive_that_is_made_to_burst_is_none_and_is_not_unpacked() {
        let names = ["[Content_Types].xml", "word/document.xml"];
        assert_eq!(told(&claiming(&names, 0, 1_000)), Some("docx"));
        assert_eq!(told(&claiming(&names, 0, u32::MAX)), None);
        assert_eq!(told(&claiming(&names, 1_000, 1_000)), None, "shared bytes");
    }

    #[test]
    fn a_text_that_grows_beyond_reason_is_refused_and_one_that_repeats_itself_is_not() {
        const MEGA: u32 = 1024 * 1024;
        let names = ["[Content_Types].xml", "word/document.xml"];
        let told = |packed: u32, unpacked: u32| {
            let mut file = claiming(&names, packed, unpacked);
            // The bytes that the directory tells of.
            file.splice(0..0, vec![0; packed as usize * 2]);
            let start = file.len() - 6;
            let moved = u32_at(&file, start) + packed * 2;
            file[start..start + 4].copy_from_slice(&moved.to_le_bytes());
            extension(&mut Cursor::new(file)).unwrap()
        };
        assert_eq!(told(MEGA, 60 * MEGA), Some("docx"));
        assert_eq!(told(MEGA / 2, 101 * MEGA), None);
        assert_eq!(told(1_000, 15 * MEGA), Some("docx"), "small all the same");
    }

    #[test]
    fn an_archive_whose_parts_lead_out_of_its_folder_is_none() {
        let names = |odd: &'static str| ["[Content_Types].xml", odd, "word/document.xml"];
        for odd in [
            "../../.bashrc",
            "word/../../x",
            "/etc/passwd",
            "..\\x.exe",
            "C:\\x",
            "a\0.xml",
            "..",
        ] {
            assert_eq!(told(&package(&names(odd))), None, "{odd:?}");
        }
        for plain in [
            "word/media/a..b.png",
            "docProps/..rels",
            "customXml/item1.xml",
        ] {
            assert_eq!(told(&package(&names(plain))), Some("docx"), "{plain}");
        }
    }

    #[test]
    fn a_directory_that_is_too_long_or_elsewhere_is_not_read() {
        let whole = package(&["[Content_Types].xml", "word/document.xml"]);
        for (at, value) in [(10, DIRECTORY_MAX + 1), (6, u32::MAX)] {
            let mut changed = whole.clone();
            let at = changed.len() - at;
            changed[at..at + 4].copy_from_slice(&value.to_le_bytes());
            assert_eq!(told(&changed), None);
        }
    }
}
