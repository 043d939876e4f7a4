//! The files of a section of Hugo's content.

use std::io::ErrorKind;
use std::path::{Component, Path};

use anyhow::Context;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Message;
use generator_ground::storage::source;
use walkdir::{DirEntry, WalkDir};

use super::{MAX_FOLDERS, starts_as_picture};
use crate::import::hugo::Files;
use crate::import::{LeftOut, MAX_INPUT};

/// Maximum number of files.
const MAX_FILES: usize = 200_000;

/// The longest text, in bytes; a build refuses a little more.
const MAX_TEXT: u64 = 8 * 1024 * 1024;

/// Reads the texts below `folder`, and finds its pictures; files that are neither are reported.
/// Links are not followed: a link may lead to any file of the machine.
pub(super) fn read(folder: &Path, left_out: &mut Vec<LeftOut>) -> Result<Files, Failure> {
    let mut files = Files::default();
    let mut rest = MAX_INPUT;
    let walk = WalkDir::new(folder)
        .max_depth(MAX_FOLDERS)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry));
    for (number, entry) in walk.enumerate() {
        let entry = entry.context(format!("`{}`", folder.display()))?;
        if number > MAX_FILES {
            let message = Message::new("import/files").with("most", MAX_FILES);
            return Err(Failure::new(Exit::Content, message));
        }
        let path = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        if entry.file_type().is_dir() {
            if entry.depth() == MAX_FOLDERS {
                let reason = Message::new("import/folders").with("depth", MAX_FOLDERS);
                left_out.push(LeftOut::new(&path_for_message(path), reason));
            }
            continue;
        }
        if let Err(reason) = add(&mut files, &entry, path, &mut rest) {
            left_out.push(LeftOut::new(&path_for_message(path), reason));
        }
    }
    Ok(files)
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn add(files: &mut Files, entry: &DirEntry, path: &Path, rest: &mut u64) -> Result<(), Message> {
    if !entry.file_type().is_file() {
        return Err(Message::new("import/no-file"));
    }
    let name = path
        .to_str()
        .filter(|name| !name.chars().any(char::is_control));
    let name = name.ok_or_else(|| Message::new("import/name"))?;
    let end = path
        .extension()
        .and_then(|end| end.to_str())
        .unwrap_or_default();
    if !["md", "markdown"].contains(&end) {
        let size = entry.metadata().map(|metadata| metadata.len());
        return match (starts_as_picture(entry.path(), name), size) {
            (true, Ok(size)) => {
                files.pictures.insert(name.to_owned(), size);
                Ok(())
            }
            _ => Err(Message::new("import/type").with("type", end)),
        };
    }
    let read = source::read(entry.path(), MAX_TEXT.min(*rest));
    let (bytes, _) = read.map_err(|error| match error.kind() {
        ErrorKind::FileTooLarge => Message::new("import/text-size"),
        _ => Message::new("import/changed").with("file", name),
    })?;
    *rest -= bytes.len() as u64;
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| Message::new("import/no-text").with("file", name))?;
    files
        .texts
        .insert(name.to_owned(), text.replace("\r\n", "\n"));
    Ok(())
}

/// A path for a message: a name may have any bytes.
fn path_for_message(path: &Path) -> String {
    let name = path.to_string_lossy();
    name.chars().filter(|sign| !sign.is_control()).collect()
}

/// The path of a section in Hugo's content: the folders below the last `content`, or else the
/// folder's own name.
pub(super) fn section(folder: &Path) -> String {
    let names: Vec<String> = folder
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    let content = names.iter().rposition(|name| name == "content");
    let first = content.map_or(names.len().saturating_sub(1), |at| at + 1);
    names[first..].join("/")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn a_section_is_below_the_last_content() {
        for (folder, expected) in [
            ("/old/content/posts", "posts"),
            ("/content/old/content/en/posts", "en/posts"),
            ("/old/blog", "blog"),
            ("/old/content", ""),
        ] {
            assert_eq!(section(Path::new(folder)), expected, "{folder}");
        }
    }

    #[test]
    fn links_and_hidden_files_are_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        };
        write("a.md", b"a\r\nb");
        write("b/c.gif", b"GIF8");
        write("b/d.gif", b"MZ");
        write("latin.md", b"\xff");
        write(".git/x.md", b"x");
        std::os::unix::fs::symlink("/etc", folder.path().join("etc")).unwrap();
        std::os::unix::fs::symlink("/etc/passwd", folder.path().join("p.md")).unwrap();
        let mut left_out = Vec::new();
        let files = read(folder.path(), &mut left_out).unwrap();
        let texts = BTreeMap::from([("a.md".to_owned(), "a\nb".to_owned())]);
        assert_eq!(files.texts, texts);
        assert_eq!(files.pictures, BTreeMap::from([("b/c.gif".to_owned(), 4)]));
        let places: Vec<&str> = left_out.iter().map(|it| &*it.place).collect();
        assert_eq!(places, ["b/d.gif", "etc", "latin.md", "p.md"]);
    }
}
