//! A file of a site before it is written, and files that the program carries.

use std::fs;
use std::path::Path;

use anyhow::Context;
use include_dir::{Dir, DirEntry};
use serde_json::Value;

/// A file of the new site.
pub(super) struct NewFile {
    /// Place in the site.
    pub(super) path: String,
    /// Content.
    pub(super) bytes: Vec<u8>,
    /// Whether the file is executable.
    pub(super) runs: bool,
}

impl NewFile {
    pub(super) fn text(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            bytes: text.into().into_bytes(),
            runs: false,
        }
    }
}

impl NewFile {
    /// Writes it into the site in the folder `site`.
    pub(super) fn write(&self, site: &Path) -> Result<(), anyhow::Error> {
        let path = site.join(&self.path);
        let folder = path.parent().unwrap_or(&path);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, &self.bytes))
            .and_then(|()| {
                if self.runs {
                    make_runnable(&path)
                } else {
                    Ok(())
                }
            })
            .with_context(|| format!("cannot write `{}`", path.display()))
    }
}

/// Lets every user run a program, or look into a folder.
pub(super) fn make_runnable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

/// Every file of an embedded folder, by its place there.
pub(super) fn all(folder: &'static Dir<'_>) -> Vec<(String, &'static [u8])> {
    let mut found = Vec::new();
    for entry in folder.entries() {
        match entry {
            DirEntry::Dir(inner) => found.extend(all(inner)),
            DirEntry::File(file) => {
                found.push((file.path().to_string_lossy().into_owned(), file.contents()))
            }
        }
    }
    found
}

/// JSON for people.
pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}\n")
}
