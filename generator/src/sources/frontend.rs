//! The built frontend on disk: where its parts are, and the app id that names exactly this
//! frontend.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, bail};
use contract::Hash;
use walkdir::WalkDir;

use crate::fonts::declaration::Declaration;
use crate::pages::card;
use generator_ground::message::Message;
use generator_ground::storage::source::FileStamp;
use generator_media::workers::media;
use generator_media::workers::node;
use generator_media::workers::process::WorkerCommand;

/// The parts of `frontend/` that a build needs.
#[derive(Clone, Debug)]
pub struct Frontend {
    /// How to start a worker.
    pub worker: WorkerCommand,
    /// Folder of the hashed client assets.
    pub assets: PathBuf,
    /// The document template.
    pub template: String,
    /// The inline script of every document.
    pub inline_script: String,
    /// The script of sampled visits; none: it was built without one.
    pub figures_script: Option<String>,
    /// The faces to cut, if it declares any.
    pub fonts: Option<Declaration>,
    /// Hash of everything above and of the lock file.
    pub hash: Hash,
}

/// Identities of the files of a built frontend.
#[derive(Debug)]
pub struct Stamps {
    files: Vec<(PathBuf, FileStamp)>,
    seen: SystemTime,
}

impl Stamps {
    /// Stamps of the frontend in `folder`, now. To be taken before anything is read: a change
    /// meanwhile is noticed the next time.
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let seen = SystemTime::now();
        let files = stamps(folder)?;
        Ok(Self { files, seen })
    }

    /// True if reading `folder` again would give the same.
    pub fn are_current(&self, folder: &Path) -> bool {
        let settled = |(_, stamp): &(PathBuf, FileStamp)| stamp.settled_before(self.seen);
        self.files.iter().all(settled) && stamps(folder).is_ok_and(|files| files == self.files)
    }
}

impl Frontend {
    /// Reads the output of `npm run build`; `stamps` name its files.
    pub fn load(folder: &Path, stamps: &Stamps) -> anyhow::Result<Self> {
        let dist = folder.join("dist");
        let (template, inline_script) = (
            read_text(&folder.join("templates/document.html"))?,
            read_text(&dist.join("inline.js"))?,
        );
        let files = stamps.files.iter().map(|(file, _)| file.as_path());
        Ok(Self {
            worker: worker(folder)?,
            assets: dist.join("client/assets"),
            fonts: Declaration::read(folder)?,
            hash: hash(folder, files)?,
            template,
            inline_script: inline_script.trim().to_owned(),
            figures_script: read_if_there(&dist.join("figures.js"))?,
        })
    }
}

/// How to start a worker of the frontend in `folder`.
///
/// # Errors
/// The frontend is not built, or its packages are not installed.
pub fn worker(folder: &Path) -> anyhow::Result<WorkerCommand> {
    let script = folder.join("dist/server/worker.mjs");
    if !script.is_file() {
        bail!(Message::new("not-built").with("folder", folder.display().to_string()));
    }
    Ok(WorkerCommand {
        node: node::node(folder)?,
        script,
        reads: vec![folder.join("dist"), folder.join("node_modules")],
        has_native_code: false,
    })
}

fn read_text(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))
}

/// The text of a file; none if there is no such file.
fn read_if_there(path: &Path) -> anyhow::Result<Option<String>> {
    match path.exists() {
        true => read_text(path).map(Some),
        false => Ok(None),
    }
}

/// True if `npm run build` was run in `folder`.
pub(crate) fn is_built(folder: &Path) -> bool {
    folder.join("dist/server/worker.mjs").is_file()
}

/// Bundles, the media module, template and lock file. Cards need not be declared; their fonts come
/// from the lock file.
pub(crate) fn stamps(folder: &Path) -> anyhow::Result<Vec<(PathBuf, FileStamp)>> {
    worker(folder)?;
    let mut stamps = Vec::new();
    let folders = ["dist", media::FOLDER].map(|name| folder.join(name));
    let walks = folders
        .iter()
        .map(|folder| WalkDir::new(folder).sort_by_file_name());
    for entry in walks.flat_map(WalkDir::into_iter) {
        let entry = entry?;
        if entry.file_type().is_file() {
            stamps.push((entry.path().to_owned(), FileStamp::new(&entry.metadata()?)));
        }
    }
    for name in [
        "templates/document.html",
        "package-lock.json",
        card::DECLARATION,
        card::TEMPLATE_FILE,
    ] {
        let file = folder.join(name);
        match file.metadata() {
            Ok(metadata) => stamps.push((file, FileStamp::new(&metadata))),
            Err(_) if name == card::DECLARATION || name == card::TEMPLATE_FILE => {}
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read `{}`", file.display()));
            }
        }
    }
    Ok(stamps)
}

/// Hash of the files with their names: a renamed file is another frontend.
fn hash<'a>(folder: &Path, files: impl Iterator<Item = &'a Path>) -> anyhow::Result<Hash> {
    let mut parts = Vec::new();
    for file in files {
        let name = file
            .strip_prefix(folder)
            .unwrap_or(file)
            .to_string_lossy()
            .into_owned();
        let bytes =
            std::fs::read(file).with_context(|| format!("cannot read `{}`", file.display()))?;
        parts.push(name.into_bytes());
        parts.push(bytes);
    }
    Ok(Hash::of_parts(parts.iter().map(Vec::as_slice)))
}
