//! Archives as programs write them, and as none does.

use std::io::Write;

use flate2::Compression;
use flate2::write::DeflateEncoder;

pub(crate) const MEGA: usize = 1024 * 1024;

/// A part of an archive: its name, its packed bytes, and their declared unpacked length.
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
    // The packed data so far ends with a byte: the same again is as many zeros again.
    let mut packed = packer.get_ref().repeat(unpacked / MEGA);
    packed.extend(b"\x03\0");
    packed
}

/// Bytes as a program packs them.
pub(crate) fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes).unwrap();
    packer.finish().unwrap()
}

/// The list of content types, with `/word/document.xml` or another of the name as the main part.
pub(crate) fn content_types(main: &str, kind: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\
         <Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/>\
         <Override PartName=\"/{main}\" ContentType=\"{kind}\"/></Types>"
    )
}

/// The type of a text's main part.
pub(crate) const WORD_MAIN: &str =
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/// A document of these bytes, and of more parts.
pub(crate) fn word(document: &[u8], unpacked: u32, more: &[&str]) -> Vec<u8> {
    let types = content_types("word/document.xml", WORD_MAIN);
    let packed = pack(types.as_bytes());
    let part = |name, packed, unpacked| Part {
        name,
        packed,
        unpacked,
    };
    let mut parts = vec![
        part(
            "[Content_Types].xml",
            &packed[..],
            u32::try_from(types.len()).unwrap(),
        ),
        part("word/document.xml", document, unpacked),
    ];
    parts.extend(more.iter().map(|&name| part(name, b"\x03\0", 0)));
    archive(&parts)
}

/// An archive of files with a name and bytes.
pub(crate) fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let packed: Vec<_> = files.iter().map(|(_, bytes)| pack(bytes)).collect();
    let parts: Vec<_> = files
        .iter()
        .zip(&packed)
        .map(|((name, bytes), packed)| Part {
            name,
            packed,
            unpacked: u32::try_from(bytes.len()).unwrap(),
        })
        .collect();
    archive(&parts)
}

/// A text with this type for the main part in its list of content types, with more files.
pub(crate) fn word_with(kind: &str, more: &[(&str, &[u8])]) -> Vec<u8> {
    let types = content_types("word/document.xml", kind);
    let mut files: Vec<(&str, &[u8])> = vec![
        ("[Content_Types].xml", types.as_bytes()),
        ("word/document.xml", b"<document/>"),
    ];
    files.extend(more);
    packed(&files)
}

/// Relationships of a part: type, target and mode of each.
pub(crate) fn relationships(rows: &[(&str, &str, &str)]) -> String {
    let rows: String = rows
        .iter()
        .enumerate()
        .map(|(index, (kind, target, mode))| {
            format!("<Relationship Id=\"r{index}\" Type=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}\" Target=\"{target}\"{mode}/>")
        })
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\
         <Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{rows}</Relationships>"
    )
}

/// A compound file with a directory of entries of these names, in sectors of 512 bytes.
pub(crate) fn compound(names: &[&str]) -> Vec<u8> {
    const SECTOR: usize = 512;
    let sectors = names.len().div_ceil(4);
    let mut bytes = vec![0; SECTOR * (2 + sectors)];
    bytes[..8].copy_from_slice(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
    bytes[30] = 9;
    // The table is the first sector, the directory all others.
    bytes[48] = 1;
    for sector in 1..=sectors {
        let next = match sector == sectors {
            true => 0xffff_fffe,
            false => u32::try_from(sector + 1).unwrap(),
        };
        let at = SECTOR + 4 * sector;
        bytes[at..at + 4].copy_from_slice(&next.to_le_bytes());
    }
    for (index, name) in names.iter().enumerate() {
        let name: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let at = SECTOR * 2 + 128 * index;
        bytes[at..at + name.len()].copy_from_slice(&name);
    }
    bytes
}

/// An archive as large as a file may be, with only a directory of parts without a name.
pub(crate) fn crowded(length: usize) -> Vec<u8> {
    let mut entry = [0; 46];
    entry[..4].copy_from_slice(b"PK\x01\x02");
    ended(b"PK\x03\x04".to_vec(), &entry.repeat(length / 46))
}
