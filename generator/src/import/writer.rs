//! Writes an [`Imported`] into the content folder, and replaces no file.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::Context;
use generator_content::redirects::Status;
use generator_ground::message::Message;
use generator_ground::storage::replace::{replace_file, sync_folder};
use generator_ground::storage::source;
use serde_json::{Value, json};

use super::pictures::{MAX_PICTURE, is_picture};
use super::{Imported, ImportedEntry, ImportedText, LeftOut, PictureFolder, Redirect};

/// Where to write.
pub struct Target<'a> {
    /// The content folder.
    pub content: &'a Path,
    /// The collection of the entries.
    pub collection: &'a str,
    /// The folder of the texts, which has pictures, too.
    pub texts: Option<&'a Path>,
    /// The folder of pictures.
    pub media: Option<&'a Path>,
    /// Whether to report only, and write no file.
    pub is_dry: bool,
}

/// Writes everything that does not exist yet. The rest moves to the report.
pub fn write(imported: &mut Imported, target: &Target<'_>) -> anyhow::Result<()> {
    let entries = std::mem::take(&mut imported.entries);
    for entry in entries {
        if write_entry(&entry, target, &mut imported.left_out)? {
            imported.entries.push(entry);
        }
    }
    let rows = std::mem::take(&mut imported.redirects);
    imported.redirects = append_rows(rows, target, &mut imported.left_out)?;
    Ok(())
}

/// False if it moved to the report: there is an entry of this name, or a picture of it changed.
fn write_entry(
    entry: &ImportedEntry,
    target: &Target<'_>,
    left_out: &mut Vec<LeftOut>,
) -> anyhow::Result<bool> {
    let name = format!("{}/{}", target.collection, entry.slug);
    let collection = target.content.join(target.collection);
    let folder = collection.join(&entry.slug);
    if folder.symlink_metadata().is_ok() {
        let reason = Message::new("import/existing").with("file", name);
        left_out.push(LeftOut::new(&entry.place, reason));
        return Ok(false);
    }
    if target.is_dry {
        return Ok(true);
    }
    let place = || format!("`{}`", folder.display());
    // Content is not read from names that begin with a dot.
    let unfinished = collection.join(format!(".{}.importing", entry.slug));
    remove_folder(&unfinished).with_context(place)?;
    let filled = fill_folder(entry, target, &unfinished);
    if let Ok(None) = filled {
        fs::rename(&unfinished, &folder).with_context(place)?;
        sync_folder(&collection).with_context(place)?;
        return Ok(true);
    }
    // On a full disk it would be in the way; an earlier error says more than that of its removal.
    let _ = remove_folder(&unfinished);
    let changed = filled.with_context(place)?;
    left_out.extend(changed.map(|reason| LeftOut::new(&entry.place, reason)));
    Ok(false)
}

/// Removes the folder that an import left behind when it was interrupted.
fn remove_folder(folder: &Path) -> std::io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes all files of an entry into the new `folder`, and waits for the disk. Returns the reason
/// for which the entry cannot be whole.
fn fill_folder(
    entry: &ImportedEntry,
    target: &Target<'_>,
    folder: &Path,
) -> std::io::Result<Option<Message>> {
    fs::create_dir(folder)?;
    for picture in &entry.pictures {
        let source_folder = match picture.folder {
            PictureFolder::Texts => target.texts,
            PictureFolder::Media => target.media,
        };
        let Some(media) = source_folder else { continue };
        // It may be another file than the one that was listed.
        let bytes = match source::read(&media.join(&picture.source), MAX_PICTURE) {
            Ok((bytes, _)) if is_picture(&picture.source, &bytes) => bytes,
            Ok(_) | Err(_) => {
                let changed = Message::new("import/changed").with("file", &picture.source);
                return Ok(Some(changed));
            }
        };
        write_new(&folder.join(&picture.name), &bytes)?;
    }
    for text in &entry.texts {
        let file = folder.join(format!("{}.md", text.locale));
        write_new(&file, markdown_file(text).as_bytes())?;
    }
    sync_folder(folder)?;
    Ok(None)
}

/// Writes a file that does not exist.
fn write_new(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file: File = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A file of an entry. Each value is JSON, which YAML contains: no title can leave its quotes.
fn markdown_file(text: &ImportedText) -> String {
    let mut file = "---\n".to_owned();
    for (name, value) in &text.fields {
        file += &format!("{name}: {value}\n");
    }
    file + "---\n\n" + text.body.trim() + "\n"
}

/// Appends rows to `redirects.yaml` and returns them; a row whose old address the file has already
/// moves to the report.
fn append_rows(
    rows: Vec<Redirect>,
    target: &Target<'_>,
    left_out: &mut Vec<LeftOut>,
) -> anyhow::Result<Vec<Redirect>> {
    let path = target.content.join("redirects.yaml");
    let before = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(error) => return Err(error).with_context(|| format!("`{}`", path.display())),
    };
    let is_list = |text: &str| match yaml_reader::parse(text) {
        Ok(Value::Array(rows)) => Some(rows),
        Ok(Value::Null) => Some(Vec::new()),
        _ => None,
    };
    let unreadable = || Message::new("import/redirects").with("file", path.display().to_string());
    let existing = is_list(&before).ok_or_else(unreadable)?;
    let is_known = |row: &Redirect| {
        existing.iter().any(|known| {
            known["from"] == *row.from
                && (known["locale"].is_null() || known["locale"] == json!(row.locale))
        })
    };
    let (known, new): (Vec<_>, Vec<_>) = rows.into_iter().partition(is_known);
    left_out.extend(known.iter().map(|row| {
        let reason = Message::new("import/known-address").with("from", &row.from);
        LeftOut::new(&row.place, reason)
    }));
    if new.is_empty() || target.is_dry {
        return Ok(new);
    }
    let mut after = before;
    if !after.is_empty() && !after.ends_with('\n') {
        after.push('\n');
    }
    for row in &new {
        after += &row_line(row);
    }
    // A list in brackets cannot be continued by lines.
    if is_list(&after).is_none_or(|rows| rows.len() != existing.len() + new.len()) {
        return Err(unreadable().into());
    }
    replace_file(&path, after.as_bytes()).with_context(|| format!("`{}`", path.display()))?;
    Ok(new)
}

fn row_line(row: &Redirect) -> String {
    let mut parts = vec![format!("from: {}", json!(row.from))];
    parts.extend(row.to.as_ref().map(|to| format!("to: {}", json!(to))));
    if row.status != Status::Permanent {
        parts.push(format!("status: {}", u16::from(row.status)));
    }
    let locale = row.locale.as_ref();
    parts.extend(locale.map(|code| format!("locale: {}", json!(code))));
    format!("- {{ {} }}\n", parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::Picture;
    use super::*;

    fn entry(pictures: &[&str]) -> Imported {
        let picture = |name: &&str| Picture {
            folder: PictureFolder::Media,
            source: (*name).to_owned(),
            name: (*name).to_owned(),
        };
        let text = ImportedText {
            locale: "en".to_owned(),
            fields: serde_json::Map::new(),
            body: "x".to_owned(),
        };
        Imported {
            entries: vec![ImportedEntry {
                place: "post 1".to_owned(),
                slug: "a".to_owned(),
                texts: vec![text],
                pictures: pictures.iter().map(picture).collect(),
            }],
            ..Imported::default()
        }
    }

    /// Writes an entry whose second picture is `second`, beside the rest of an interrupted import.
    fn write_with(second: impl FnOnce(&Path)) -> (tempfile::TempDir, Imported) {
        let folder = tempfile::tempdir().unwrap();
        let (media, content) = (folder.path().join("media"), folder.path().join("content"));
        fs::create_dir_all(&media).unwrap();
        fs::create_dir_all(content.join("news/.a.importing/half")).unwrap();
        fs::write(media.join("a.gif"), "GIF8").unwrap();
        second(&media.join("b.gif"));
        let mut imported = entry(&["a.gif", "b.gif"]);
        let target = Target {
            content: &content,
            collection: "news",
            texts: None,
            media: Some(&media),
            is_dry: false,
        };
        write(&mut imported, &target).unwrap();
        (folder, imported)
    }

    fn names(folder: &Path) -> Vec<String> {
        let files = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = files
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn an_entry_whose_picture_changed_leaves_no_file() {
        let changes: [fn(&Path); 4] = [
            |_| {},
            |path| fs::write(path, "MZ").unwrap(),
            |path| std::os::unix::fs::symlink("a.gif", path).unwrap(),
            |path| {
                fs::write(path, "GIF8").unwrap();
                let file = OpenOptions::new().write(true).open(path).unwrap();
                file.set_len(MAX_PICTURE + 1).unwrap();
            },
        ];
        for change in changes {
            let (folder, imported) = write_with(change);
            assert!(names(&folder.path().join("content/news")).is_empty());
            assert!(imported.entries.is_empty());
            let expected = Message::new("import/changed").with("file", "b.gif");
            assert_eq!(imported.left_out, [LeftOut::new("post 1", expected)]);
        }
    }

    #[test]
    fn an_interrupted_import_is_in_the_way_of_none() {
        let (folder, imported) = write_with(|path| fs::write(path, "GIF8").unwrap());
        assert_eq!(imported.entries.len(), 1);
        let news = folder.path().join("content/news");
        assert_eq!(names(&news), ["a"]);
        assert_eq!(names(&news.join("a")), ["a.gif", "b.gif", "en.md"]);
    }
}
