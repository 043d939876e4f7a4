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
}
