#![doc = include_str!("../README.md")]

pub mod images;
pub(crate) mod svg;
pub mod workers;

use std::path::{Path, PathBuf};

use contract::Hash;
use contract::build::Access;
use serde::{Deserialize, Serialize};

use generator_ground::diagnostic::{Diagnostic, suggestion};
use generator_ground::message::Message;
use generator_ground::storage::source;
use generator_ground::storage::source::FileStamp;

/// A file to publish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// Path on the site: `/media/news/first-close/tide.svg`.
    pub path: String,
    /// Name of the file in messages: `content/news/first-close/tide.svg`.
    pub file: String,
    /// Path of the file.
    pub source: PathBuf,
    /// Hash of its bytes; code that copies the file compares it, because an editor may be writing
    /// the file.
    pub hash: Hash,
    /// Length in bytes.
    pub size: u64,
    /// Content type.
    pub media_type: &'static str,
    /// Access, the same as that of the file's entry.
    pub access: Access,
    /// Width and height in CSS pixels, of images; as they are stored, which is not always upright.
    pub pixels: Option<(u32, u32)>,
}

impl Media {
    /// A file by itself, whatever becomes of it on the site; none if it cannot be read or is of no
    /// kind that is published.
    pub fn of_file(source: &Path) -> Option<Self> {
        let file = source.to_str()?.to_owned();
        let (found, _) = read(source, &file);
        let (MediaFile { hash, size, pixels }, _) = found?;
        Some(Self {
            path: String::new(),
            media_type: media_type(&file)?,
            source: source.to_owned(),
            file,
            hash,
            size,
            access: Access::Guarded,
            pixels,
        })
    }
}

/// The address with which pages name a published file: its query changes exactly when the file does
/// (R1.06).
pub fn address(path: &str, hash: &Hash) -> String {
    let [a, b, c, d, ..] = *hash.as_bytes();
    format!("{path}?t={}", u32::from_be_bytes([a, b, c, d]))
}

/// Facts of a file without its place in the site.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MediaFile {
    /// Hash of its bytes.
    pub hash: Hash,
    /// Length in bytes.
    pub size: u64,
    /// Width and height in CSS pixels, of images.
    pub pixels: Option<(u32, u32)>,
}

/// Largest file, in bytes: it is read whole to be hashed.
const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// File name extension → content type.
const TYPES: [(&str, &str); 22] = [
    ("avif", "image/avif"),
    ("csv", "text/csv; charset=utf-8"),
    (
        "docx",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    ),
    ("gif", "image/gif"),
    ("ico", "image/x-icon"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("json", "application/json"),
    ("m4a", "audio/mp4"),
    ("mp3", "audio/mpeg"),
    ("mp4", "video/mp4"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    (
        "pptx",
        "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("vtt", "text/vtt; charset=utf-8"),
    ("webm", "video/webm"),
    ("webp", "image/webp"),
    ("woff2", "font/woff2"),
    (
        "xlsx",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ),
    ("zip", "application/zip"),
];

/// Reads `path`, called `file` in messages.
pub fn read(path: &Path, file: &str) -> (Option<(MediaFile, FileStamp)>, Vec<Diagnostic>) {
    let Some(media_type) = media_type(file) else {
        return (None, vec![unknown_type(file)]);
    };
    let (bytes, stamp) = match source::read(path, MAX_BYTES) {
        Ok(found) => found,
        Err(error) => return (None, vec![*source::unreadable(file, &error)]),
    };
    let mut diagnostics = Vec::new();
    let pixels = match media_type {
        "image/svg+xml" => svg::check(&bytes, file, &mut diagnostics),
        image if image.starts_with("image/") => raster(&bytes, file, &mut diagnostics),
        _ => None,
    };
    let found = MediaFile {
        hash: Hash::of(&bytes),
        size: bytes.len() as u64,
        pixels,
    };
    (Some((found, stamp)), diagnostics)
}

/// The content type of a file of that name, if files of its kind are published.
pub fn media_type(file: &str) -> Option<&'static str> {
    let extension = file.rsplit_once('.')?.1.to_ascii_lowercase();
    let index = TYPES
        .binary_search_by(|(known, _)| (*known).cmp(extension.as_str()))
        .ok()?;
    TYPES.get(index).map(|(_, media_type)| *media_type)
}

/// Pictures that cameras and programs write and browsers do not show.
const FOREIGN_PICTURES: [&str; 9] = [
    "bmp", "cr2", "dng", "heic", "heif", "jxl", "psd", "tif", "tiff",
];

fn unknown_type(file: &str) -> Diagnostic {
    let extension = file.rsplit_once('.').map_or("", |(_, extension)| extension);
    let near = suggestion(extension, TYPES.iter().map(|(known, _)| *known));
    let message = if FOREIGN_PICTURES.contains(&extension.to_ascii_lowercase().as_str()) {
        Message::new("file-type/picture")
    } else {
        Message::new("file-type").suggest(near.map(|near| format!(".{near}")))
    };
    Diagnostic::new(file, message)
}

fn raster(bytes: &[u8], file: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<(u32, u32)> {
    let Ok(size) = imagesize::blob_size(bytes) else {
        diagnostics.push(Diagnostic::new(file, Message::new("bad-image/unreadable")));
        return None;
    };
    Some((
        u32::try_from(size.width).ok()?,
        u32::try_from(size.height).ok()?,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use generator_ground::message::Language;

    fn read_named(name: &str, bytes: &[u8]) -> (Option<MediaFile>, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let (found, diagnostics) = read(&path, name);
        (
            found.map(|(file, _)| file),
            diagnostics.iter().map(|d| d.code().to_owned()).collect(),
        )
    }

    #[test]
    fn the_list_of_types_can_be_searched() {
        assert!(TYPES.is_sorted());
        assert_eq!(media_type("content/a/b/x.PNG"), Some("image/png"));
        assert_eq!(media_type("content/a/b/png"), None);
    }

    #[test]
    fn an_images_size_comes_from_the_file() {
        let svg = |attributes: &str| {
            read_named(
                "a.svg",
                format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}/>").as_bytes(),
            )
        };
        assert_eq!(
            svg("width='120px' height='80'").0.unwrap().pixels,
            Some((120, 80))
        );
        assert_eq!(
            svg("viewBox='0 0 64.4, 32'").0.unwrap().pixels,
            Some((64, 32))
        );
        assert_eq!(svg("width='100%'").1, ["bad-image"]);
        let gif = read_named("a.gif", b"GIF89a\x05\x00\x03\x00\x00\x00\x00")
            .0
            .unwrap();
        assert_eq!(gif.pixels, Some((5, 3)));
        assert_eq!(read_named("a.png", b"no image").1, ["bad-image"]);
    }

    #[test]
    fn a_photograph_that_browsers_do_not_show_is_to_be_saved_as_jpeg() {
        for name in ["a.HEIC", "a.heif", "a.tiff", "a.dng"] {
            let remedy = unknown_type(name).message.remedy(Language::English);
            assert!(remedy.contains("save it as JPEG"), "{name}");
        }
        let remedy = unknown_type("a.pngg").message.remedy(Language::English);
        assert_eq!(remedy, "did you mean `.png`?");
    }

    #[test]
    fn what_could_run_with_the_sites_rights_is_refused() {
        for name in ["a.html", "a.js", "a.xhtml", "a", "a.exe"] {
            assert_eq!(read_named(name, b"x").1, ["file-type"], "{name}");
        }
        let inside = [
            "<script/>",
            "<g onclick='x()'/>",
            "<foreignObject/>",
            "<a href='javascript:x()'/>",
            "<image href='https://elsewhere.example/x.png'/>",
            "<use xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='//elsewhere.example/x'/>",
            "<style>@import 'https://elsewhere.example/x.css';</style>",
            "<style>@\\69 mport '//elsewhere.example/x.css';</style>",
            "<style><![CDATA[a{fill:URL( \"//elsewhere.example/x#y\")}]]></style>",
            "<rect style='cursor:u\\72l(x.cur),auto'/>",
            "<rect fill='url(https://elsewhere.example/x.svg#y)'/>",
            "<rect style='mask:image-set(\"x.png\" 1x)'/>",
            "<a href='#x'><animate attributeName='href' to='javascript:x()'/></a>",
            "<a href='#x'><set attributeName='xlink:href' to='x'/></a>",
            "<set attributeName=' onclick' to='x()'/>",
        ];
        for inside in inside {
            let text = format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'>{inside}</svg>"
            );
            assert_eq!(
                read_named("a.svg", text.as_bytes()).1,
                ["active-svg"],
                "{inside}"
            );
        }
        let within = [
            "<style>a{fill:url(#b);src:url(data:font/woff2;base64,AA==)}</style>",
            "<rect fill='url(#b)' style='filter:url(\"#c\")'/>",
            "<text style='font-family:\"\\5B8B\\4F53\"'>url(x)</text>",
            "<animate attributeName='x' values='1;2'/>",
        ];
        for inside in within {
            let text = format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'>{inside}</svg>"
            );
            let found = read_named("a.svg", text.as_bytes()).1;
            assert!(found.is_empty(), "{inside}: {found:?}");
        }
        for root in [
            "<svg width='1' height='1'/>",
            "<svg xmlns='urn:other' width='1' height='1'/>",
            "<g xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
        ] {
            let found = read_named("a.svg", root.as_bytes()).1;
            assert_eq!(found, ["bad-image"], "{root}");
        }
        let bomb = "<!DOCTYPE svg [<!ENTITY a \"aaaa\">]><svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'>&a;</svg>";
        assert_eq!(read_named("a.svg", bomb.as_bytes()).1, ["bad-image"]);
    }
}
