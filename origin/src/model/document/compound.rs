//! Documents of before 2007: a compound file, whose directory names the streams in it.
//!
//! Only the directory is read, sector by sector, at most [`SECTORS_MAX`] of them.

use std::io::{self, Read, Seek, SeekFrom};

/// The beginning of a compound file.
pub(super) const SIGNATURE: [u8; 8] = *b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// Bytes of the header.
const HEADER: usize = 512;

/// Bytes of an entry of the directory.
const ENTRY: usize = 128;

/// Sectors of the directory that are looked at: of 4 entries at least, where a document has a dozen
/// streams near its beginning.
const SECTORS_MAX: usize = 64;

/// Sectors of the allocation table that the header itself names.
const LISTED: usize = 109;

/// The extension of the document that a compound file is.
pub(super) fn extension(file: &mut (impl Read + Seek)) -> io::Result<Option<&'static str>> {
    let Some(header) = bytes_at(file, 0, HEADER)? else {
        return Ok(None);
    };
    let shift = u32_at(&header, 30) & 0xffff;
    if !matches!(shift, 9 | 12) {
        return Ok(None);
    }
    let size = 1 << shift;
    let mut sector = u32_at(&header, 48);
    for _ in 0..SECTORS_MAX {
        let Some(bytes) = read_sector(file, sector, size)? else {
            return Ok(None);
        };
        if let Some(extension) = bytes.chunks(ENTRY).find_map(document) {
            return Ok(Some(extension));
        }
        let Some(next) = next(file, &header, sector, size)? else {
            return Ok(None);
        };
        sector = next;
    }
    Ok(None)
}

/// The document whose main stream an entry is.
fn document(entry: &[u8]) -> Option<&'static str> {
    let units = entry.get(..64)?.chunks_exact(2);
    let units: Vec<u16> = units
        .map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
        .take_while(|&unit| unit != 0)
        .collect();
    match String::from_utf16_lossy(&units).as_str() {
        "WordDocument" => Some("doc"),
        "PowerPoint Document" => Some("ppt"),
        _ => None,
    }
}

/// The sector that follows one, by the allocation table.
fn next(
    file: &mut (impl Read + Seek),
    header: &[u8],
    sector: u32,
    size: usize,
) -> io::Result<Option<u32>> {
    let per_sector = size / 4;
    let place = sector as usize / per_sector;
    if place >= LISTED {
        return Ok(None);
    }
    let table = read_sector(file, u32_at(header, 76 + 4 * place), size)?;
    Ok(table.map(|table| u32_at(&table, 4 * (sector as usize % per_sector))))
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
