//! Documents that visitors send.

use std::io::{Cursor, Read, Write};

use roxmltree::Document as Markup;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use crate::uploads::document::{Document, file_name};

/// Bytes as they come.
pub(super) fn document(data: &[u8]) {
    if let Ok(name) = str::from_utf8(data)
        && let Some(name) = file_name(name)
    {
        assert!(!name.contains(['/', '\\', '\0', '\n']) && name != ".." && name.len() <= 255);
    }
    check(data);
}

/// Parts of an archive: `name`, then its content, between bytes of zero; a first byte chooses
/// their compression. The engine would not find checksums by chance.
pub(super) fn package(data: &[u8]) {
    let Some((first, parts)) = data.split_first() else {
        return;
    };
    let method = match first % 2 {
        0 => CompressionMethod::Stored,
        _ => CompressionMethod::Deflated,
    };
    let options = SimpleFileOptions::default().compression_method(method);
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut parts = parts.split(|byte| *byte == 0);
    while let Some(name) = parts.next() {
        let Ok(name) = str::from_utf8(name) else {
            return;
        };
        let content = parts.next().unwrap_or_default();
        if archive.start_file(name, options).is_err() || archive.write_all(content).is_err() {
            return;
        }
    }
    if let Ok(archive) = archive.finish() {
        check(&archive.into_inner());
    }
}

/// An office document that is accepted is the same to another reader, and has nothing that runs.
fn check(data: &[u8]) {
    let read = Document::read(&mut Cursor::new(data)).expect("memory can be read");
    let Some(document) = read else { return };
    if document.media_type == "application/pdf" {
        let start = &data[..data.len().min(1_024)];
        assert!(start.windows(5).any(|part| part == b"%PDF-"));
    }
    if document
        .media_type
        .starts_with("application/vnd.openxmlformats")
    {
        // An archive that another reader refuses does no harm: `Document::read` does not compare
        // the number of entries in the record at the end.
        if let Ok(archive) = ZipArchive::new(Cursor::new(data)) {
            check_parts(archive);
        }
    }
}

fn check_parts(mut archive: ZipArchive<Cursor<&[u8]>>) {
    for index in 0..archive.len() {
        let mut part = archive
            .by_index(index)
            .expect("a part that another reader finds");
        let name = part.name().to_lowercase();
        assert!(
            !name.contains("vbaproject.bin") && !name.ends_with(".exe"),
            "{name}"
        );
        assert!(
            !name.starts_with('/') && !name.split('/').any(|it| it == ".."),
            "{name}"
        );
        let mut content = Vec::new();
        // A wrong checksum is found at the end. Programs that compare it refuse the file.
        if let Err(error) = part.read_to_end(&mut content) {
            assert_eq!(error.to_string(), "Invalid checksum", "{name}");
        }
        if name.ends_with(".rels") {
            check_relationships(&content);
        }
    }
}

/// Only links lead out.
fn check_relationships(list: &[u8]) {
    let text = str::from_utf8(list).expect("a list is UTF-8");
    let document = Markup::parse(text.trim_start_matches('\u{feff}')).expect("a list is XML");
    for node in document.descendants() {
        let read = |name| node.attribute(name).unwrap_or_default();
        let is_link = read("Type").to_lowercase().trim().ends_with("hyperlink");
        let leads_out = read("TargetMode").trim().eq_ignore_ascii_case("external")
            || read("Target")
                .trim()
                .split_once("://")
                .is_some_and(|(scheme, _)| scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        assert!(is_link || !leads_out, "{node:?}");
    }
}
