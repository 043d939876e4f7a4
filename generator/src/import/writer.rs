//! Writes an [`Imported`] into the content folder, and replaces no file.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use anyhow::Context;
use generator_content::redirects::Status;
use generator_ground::message::Message;
use generator_ground::storage::replace::replace_file;
use serde_json::{Value, json};

use super::{Imported, ImportedEntry, ImportedText, LeftOut, Redirect};

/// The largest picture that is copied, in bytes.
const MAX_PICTURE: u64 = 64 * 1024 * 1024;

/// Where to write.
pub struct Target<'a> {
    /// The content folder.
    pub content: &'a Path,
    /// The collection of the entries.
    pub collection: &'a str,
    /// The folder that has the pictures.
    pub media: Option<&'a Path>,
    /// Only report.
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

/// False if there is an entry of this name.
fn write_entry(
    entry: &ImportedEntry,
    target: &Target<'_>,
    left_out: &mut Vec<LeftOut>,
) -> anyhow::Result<bool> {
    let name = format!("{}/{}", target.collection, entry.slug);
    let folder = target.content.join(target.collection).join(&entry.slug);
    if folder.symlink_metadata().is_ok() {
        let reason = Message::new("import/existing").with("file", name);
        left_out.push(LeftOut::new(&entry.place, reason));
        return Ok(false);
    }
    if target.is_dry {
        return Ok(true);
    }
    let place = || format!("`{}`", folder.display());
    fs::create_dir(&folder).with_context(place)?;
    for picture in &entry.pictures {
        let Some(media) = target.media else { continue };
        copy_new(&media.join(&picture.source), &folder.join(&picture.name)).with_context(place)?;
    }
    for text in &entry.texts {
        let file = folder.join(format!("{}.md", text.locale));
        let mut file = new_file(&file).with_context(place)?;
        file.write_all(markdown_file(text).as_bytes())
            .with_context(place)?;
    }
    Ok(true)
}

/// Copies as much as a picture may have; never over a file.
fn copy_new(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut source = File::open(from)?.take(MAX_PICTURE);
    std::io::copy(&mut source, &mut new_file(to)?)?;
    Ok(())
}

fn new_file(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
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
