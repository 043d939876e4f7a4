//! `content/static/`: files that have their own addresses at the root of the site, because others
//! ask for them there: `favicon.ico`, `.well-known/security.txt`, the file by which a search engine
//! or a messenger recognises the owner.

use std::path::Path;
use std::sync::Arc;

use contract::Hash;
use contract::build::Access;
use contract::locale::Locale;

use crate::files::folder::ContentFolder;
use crate::files::scan::STATIC;
use crate::files::walk::{Seen, Walk};
use crate::redirects::address::is_system;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;
use generator_ground::storage::source;
use generator_media::{Media, MediaFile};

/// Folders in folders below `content/static/`, at most.
const DEPTH: usize = 4;
/// Largest file, in bytes: all are read at each load. A larger one belongs to an entry.
const MAX_BYTES: u64 = 4 * 1024 * 1024;
/// The one folder whose name begins with a dot (RFC 8615).
const WELL_KNOWN: &str = ".well-known";

/// Kinds of files that no entry has: extension → content type.
const TYPES: [(&str, &str); 3] = [
    ("html", "text/html; charset=utf-8"),
    ("webmanifest", "application/manifest+json"),
    ("xml", "application/xml"),
];

/// The files, sorted by path.
pub(super) fn read(
    folder: &ContentFolder,
    locales: &[Locale],
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Arc<Media>> {
    let mut found = Vec::new();
    let mut walk = Walk::new(folder);
    walk.each(STATIC, DEPTH, |walk, seen| {
        if seen.is_folder {
            return;
        }
        let Seen {
            path, place, file, ..
        } = seen;
        let path = &path[STATIC.len()..];
        match problem(path, locales) {
            Some(message) => walk.say(file, message),
            None => found.extend(read_file(path, &place, file, &mut walk.diagnostics)),
        }
    });
    diagnostics.append(&mut walk.diagnostics);
    found.sort_by(|one: &Arc<Media>, other| one.path.cmp(&other.path));
    found
}

/// Why no file can have the address `path`.
fn problem(path: &str, locales: &[Locale]) -> Option<Message> {
    let is_fine = |(position, name): (usize, &str)| {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let begins_well = !name.starts_with(['.', '_']) || (position, name) == (0, WELL_KNOWN);
        begins_well && name.bytes().all(plain)
    };
    let names = || path[1..].split('/').enumerate();
    if !names().all(is_fine) {
        return Some(Message::new("static-file/name"));
    }
    let first = path[1..].split('/').next().unwrap_or_default();
    let is_prefix = locales.iter().any(|locale| locale.prefix == first);
    let is_index = path.ends_with("/index.html");
    (is_system(path) || is_prefix || is_index || first == "media")
        .then(|| Message::new("static-file/taken").with("path", path))
}

fn read_file(
    path: &str,
    place: &Path,
    file: String,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Arc<Media>> {
    let (MediaFile { hash, size, pixels }, media_type) = match own_type(&file) {
        Some(media_type) => (read_own(place, &file, diagnostics)?, media_type),
        None => {
            let (found, mut problems) = generator_media::read(place, &file);
            diagnostics.append(&mut problems);
            (found?.0, generator_media::media_type(&file)?)
        }
    };
    if size > MAX_BYTES {
        let message = Message::new("static-file/large").with("most", MAX_BYTES / 1024 / 1024);
        diagnostics.push(Diagnostic::new(file, message));
        return None;
    }
    Some(Arc::new(Media {
        path: path.to_owned(),
        file,
        source: place.to_owned(),
        hash,
        size,
        media_type,
        access: Access::Public,
        pixels,
    }))
}

fn read_own(place: &Path, file: &str, diagnostics: &mut Vec<Diagnostic>) -> Option<MediaFile> {
    let read = source::read(place, MAX_BYTES);
    let (bytes, _) = read
        .map_err(|error| diagnostics.push(*source::unreadable(file, &error)))
        .ok()?;
    Some(MediaFile {
        hash: Hash::of(&bytes),
        size: bytes.len() as u64,
        pixels: None,
    })
}

fn own_type(file: &str) -> Option<&'static str> {
    let extension = file.rsplit_once('.')?.1;
    let mut types = TYPES.iter();
    types.find(|kind| kind.0 == extension).map(|kind| kind.1)
}
