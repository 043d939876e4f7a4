//! Documents in the form of Office Open XML: a zip archive with the right parts in it.
//!
//! Every part is unpacked once, to check that its length is that of the directory. Only lists and
//! embedded files are held in memory, at most [`SMALL`] of each.

mod archive;
mod markup;

use std::collections::HashSet;
use std::io::{self, Cursor, Read, Seek, SeekFrom};

use archive::Entry;

use super::compound;

/// The beginning of an archive's first entry.
pub(super) const SIGNATURE: [u8; 4] = *b"PK\x03\x04";

/// Bytes that all entries may have once they are unpacked: more than a program could open, and far
/// less than an archive that is made to burst.
const UNPACKED_MAX: u64 = 512 * 1024 * 1024;

/// Times that a part may grow when it is unpacked, beyond [`SMALL`]: text that repeats itself
/// shrinks to a fiftieth, a text of zeros to a thousandth.
const GROWTH_MAX: u64 = 100;

/// Bytes to which any part may grow.
const SMALL: u64 = 16 * 1024 * 1024;

/// Packages in packages: a chart's table in a slide in a text.
const DEPTH_MAX: usize = 3;

/// Bytes of a list of types or relationships: a presentation with thousands of pictures has some
/// hundred KB.
const LIST_MAX: u64 = 1024 * 1024;

/// Bytes by which a file shows its kind.
const BEGINNING: u64 = 8;

/// Beginnings of files that a computer runs.
const PROGRAMS: [&[u8]; 6] = [
    b"#!",
    b"MZ",
    b"\x7fELF",
    b"\xca\xfe\xba\xbe",
    b"\xce\xfa\xed\xfe",
    b"\xcf\xfa\xed\xfe",
];

/// Name of the list of types. Lower-case, as names of parts are compared.
const TYPES: &str = "[content_types].xml";

/// Ends of names of files that a computer runs, and of documents with programs in them.
#[rustfmt::skip]
const RUNNABLE: [&str; 53] = [
    "app", "appimage", "apk", "application", "bat", "chm", "class", "cmd", "com", "cpl", "deb",
    "dll", "dmg", "docm", "dotm", "exe", "gadget", "hta", "htm", "html", "inf", "jar", "js", "jse",
    "lnk", "mht", "mhtml", "msc", "msi", "msp", "ocx", "pif", "potm", "ppam", "ppsm", "pptm", "ps1",
    "psm1", "py", "reg", "rpm", "scf", "scr", "sh", "sldm", "sys", "url", "vbe", "vbs", "wsf",
    "xlam", "xlsm", "xltm",
];

/// The extension of the document that an archive is; none if a part of it may run.
pub(super) fn extension(file: &mut (impl Read + Seek)) -> io::Result<Option<&'static str>> {
    let mut room = UNPACKED_MAX;
    let Some(names) = read_harmless(file, 0, &mut room)? else {
        return Ok(None);
    };
    let main = [
        ("word/document.xml", "docx"),
        ("ppt/presentation.xml", "pptx"),
    ];
    let found = main.into_iter().find(|(part, _)| names.contains(*part));
    Ok(found
        .filter(|_| names.contains(TYPES))
        .map(|(_, extension)| extension))
}

/// Names of an archive's parts, lower-case; none if it does not match its directory, or a part may
/// run. `room` has the bytes to which it and all packages in it may still grow.
fn read_harmless(
    file: &mut (impl Read + Seek),
    depth: usize,
    room: &mut u64,
) -> io::Result<Option<HashSet<String>>> {
    let Some(entries) = archive::read_entries(file)? else {
        return Ok(None);
    };
    let length = file.seek(SeekFrom::End(0))?;
    if depth > DEPTH_MAX || !are_sizes_sound(&entries, length, room) {
        return Ok(None);
    }
    let mut names = HashSet::new();
    for entry in &entries {
        // Programs compare names without case: one of two parts would be shown, the other judged.
        let is_new = part_name(entry).is_some_and(|name| names.insert(name));
        if !is_new {
            return Ok(None);
        }
    }
    for entry in &entries {
        if !is_part_harmless(file, entry, depth, room)? {
            return Ok(None);
        }
    }
    Ok(Some(names))
}

/// Whether an archive of `length` bytes can be unpacked into the room that is left.
fn are_sizes_sound(entries: &[Entry], length: u64, room: &mut u64) -> bool {
    let grows = |entry: &Entry| entry.unpacked > SMALL.max(entry.packed * GROWTH_MAX);
    let sum = |size: fn(&Entry) -> u64| entries.iter().map(size).sum::<u64>();
    let Some(left) = room.checked_sub(sum(|entry| entry.unpacked)) else {
        return false;
    };
    *room = left;
    // Entries that share their bytes are how an archive bursts that looks small.
    let is_shared = sum(|entry| entry.packed) > length;
    !is_shared
        && !entries
            .iter()
            .any(|entry| is_text(&entry.name) && grows(entry))
}

/// The name of a part, lower-case; none if it would lead out of a folder into which it is unpacked,
/// or is the name of a program.
fn part_name(entry: &Entry) -> Option<String> {
    let name = str::from_utf8(&entry.name).ok()?.to_lowercase();
    let leads_out = name.starts_with('/')
        || name.contains(['\\', '\0', ':'])
        || name.split('/').any(|part| part == "..");
    (!leads_out && !is_disguised(&name) && !is_runnable(&name)).then_some(name)
}

/// Whether a name spells plain characters by their codes, as `%2E` for a dot: packages forbid it,
/// and programs take it for the same name.
fn is_disguised(name: &str) -> bool {
    name.split('%').skip(1).any(|after| {
        let code = after.get(..2).map(|code| u8::from_str_radix(code, 16));
        matches!(code, Some(Ok(byte)) if byte.is_ascii_alphanumeric() || b"-._~/\\\0".contains(&byte))
    })
}

/// Whether a name is one of a program.
fn is_runnable(name: &str) -> bool {
    let is_macro = |part: &str| {
        part.starts_with("vbaproject") || part.starts_with("vbadata") || part == "activex"
    };
    let end = name.trim_end_matches(['.', ' ']).rsplit_once('.');
    name.split('/').any(is_macro) || end.is_some_and(|(_, end)| RUNNABLE.contains(&end))
}

/// Whether a part matches the directory, and does not run.
fn is_part_harmless(
    file: &mut (impl Read + Seek),
    entry: &Entry,
    depth: usize,
    room: &mut u64,
) -> io::Result<bool> {
    let name = entry.name.to_ascii_lowercase();
    let is_list = name == TYPES.as_bytes() || name.ends_with(b".rels");
    if is_list && entry.unpacked > LIST_MAX {
        return Ok(false);
    }
    let keep = if is_list { LIST_MAX } else { BEGINNING };
    let Some(start) = entry.unpack(file, keep)? else {
        return Ok(false);
    };
    if name == TYPES.as_bytes() {
        return Ok(markup::are_types_harmless(&start));
    }
    if is_list {
        return Ok(markup::are_relationships_harmless(&start));
    }
    let is_archive = start.starts_with(b"PK");
    if is_archive || start.starts_with(&compound::SIGNATURE) {
        return is_embedded_harmless(file, entry, depth, room);
    }
    Ok(!PROGRAMS.iter().any(|program| start.starts_with(program)))
}

/// Whether a document in a document does not run.
fn is_embedded_harmless(
    file: &mut (impl Read + Seek),
    entry: &Entry,
    depth: usize,
    room: &mut u64,
) -> io::Result<bool> {
    let whole = match entry.unpacked <= SMALL {
        true => entry.unpack(file, SMALL)?,
        false => None,
    };
    let Some(whole) = whole else {
        return Ok(false);
    };
    let is_archive = whole.starts_with(b"PK");
    let mut whole = Cursor::new(whole);
    match is_archive {
        true => Ok(read_harmless(&mut whole, depth + 1, room)?.is_some()),
        false => compound::is_harmless(&mut whole),
    }
}

/// Whether a part is one that a program reads whole before it shows anything: not a picture, which
/// may well be all white.
fn is_text(name: &[u8]) -> bool {
    [&b".xml"[..], b".rels"]
        .iter()
        .any(|end| name.to_ascii_lowercase().ends_with(end))
}

#[cfg(test)]
pub(super) mod tests;
