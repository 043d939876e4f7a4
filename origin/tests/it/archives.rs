//! Archives as programs write them, and as none does.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

pub(crate) const MEGA: usize = 1024 * 1024;

/// A part of an archive: its name, its bytes as they are packed, and how long they say they become.
pub(crate) struct Part<'a> {
    pub(crate) name: &'a str,
    pub(crate) packed: &'a [u8],
    pub(crate) unpacked: u32,
}

/// An archive of parts, as programs write it.
pub(crate) fn archive(parts: &[Part<'_>]) -> Vec<u8> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for part in parts {
        let at = u32::try_from(file.len()).unwrap();
        let packed = u32::try_from(part.packed.len()).unwrap();
        let name = u16::try_from(part.name.len()).unwrap();
        // Version, flags, deflated, time and date, checksum.
        let mut common = vec![20, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        common.extend(packed.to_le_bytes());
        common.extend(part.unpacked.to_le_bytes());
        common.extend(name.to_le_bytes());
        common.extend([0; 2]);
        file.extend(
            [
                b"PK\x03\x04",
                &common[..],
                part.name.as_bytes(),
                part.packed,
            ]
            .concat(),
        );
        directory.extend(
            [
                b"PK\x01\x02\x14\0",
                &common[..],
                &[0; 10],
                &at.to_le_bytes(),
            ]
            .concat(),
        );
        directory.extend(part.name.as_bytes());
    }
    ended(file, &directory)
}

/// An archive with its directory at its end.
fn ended(mut file: Vec<u8>, directory: &[u8]) -> Vec<u8> {
    let place = [directory.len(), file.len()].map(|one| u32::try_from(one).unwrap().to_le_bytes());
    file.extend(directory);
    file.extend([b"PK\x05\x06", &[0; 8][..], &place.concat(), &[0; 2]].concat());
    file
}

/// Zeros, packed to a thousandth.
pub(crate) fn zeros(unpacked: usize) -> Vec<u8> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::best());
    packer.write_all(&vec![0; MEGA]).unwrap();
    packer.flush().unwrap();
    // What is packed so far ends with a byte: the same again is as many zeros again.
    let mut packed = packer.get_ref().repeat(unpacked / MEGA);
    packed.extend(b"\x03\0");
    packed
}

/// A document of these bytes, and of more parts.
pub(crate) fn word(document: &[u8], unpacked: u32, more: &[&str]) -> Vec<u8> {
    let part = |name, packed, unpacked| Part {
        name,
        packed,
        unpacked,
    };
    let mut parts = vec![
        part("[Content_Types].xml", &b"\x03\0"[..], 0),
        part("word/document.xml", document, unpacked),
    ];
    parts.extend(more.iter().map(|&name| part(name, b"\x03\0", 0)));
    archive(&parts)
}

/// An archive as large as a file may be, of nothing but a directory of parts without a name.
pub(crate) fn crowded(length: usize) -> Vec<u8> {
    let mut entry = [0; 46];
    entry[..4].copy_from_slice(b"PK\x01\x02");
    ended(b"PK\x03\x04".to_vec(), &entry.repeat(length / 46))
}
