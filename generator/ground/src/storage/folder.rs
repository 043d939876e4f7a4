//! Folders that a command line names, as absolute paths.

use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::message::Message;

/// An existing folder as an absolute path.
pub fn folder(path: &Path, option: &str) -> anyhow::Result<PathBuf> {
    let place = |message: Message| {
        message
            .with("option", option)
            .with("folder", path.display().to_string())
    };
    let absolute = std::fs::canonicalize(path)
        .map_err(|error| place(Message::new("no-folder")).because(error))?;
    if !absolute.is_dir() {
        bail!(place(Message::new("no-folder/file")));
    }
    Ok(absolute)
}

/// A folder as an absolute path, made when missing.
pub fn made_folder(path: &Path) -> anyhow::Result<PathBuf> {
    std::fs::create_dir_all(path).map_err(|error| {
        let folder = path.display().to_string();
        Message::new("folder-not-made")
            .with("folder", folder)
            .because(error)
    })?;
    Ok(std::fs::canonicalize(path)?)
}
