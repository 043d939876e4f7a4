//! Files of the editors' page, as its build left them. They are read once: there are few.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use walkdir::WalkDir;

/// The document, in the folder of the build.
const DOCUMENT: &str = "index.html";

/// Content types by the end of a name.
const TYPES: [(&str, &str); 5] = [
    (".html", "text/html; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".woff2", "font/woff2"),
];

/// One file.
pub(super) struct StaticFile {
    pub(super) bytes: Vec<u8>,
    pub(super) media_type: &'static str,
    /// Whether the name has a hash of the bytes, so that it never means other ones.
    pub(super) is_immutable: bool,
}

/// Files by their path below `/studio/`.
#[derive(Default)]
pub(super) struct StaticFiles(BTreeMap<String, StaticFile>);

impl StaticFiles {
    /// The files in `folder`; none if the page is not built.
    pub(super) fn read(folder: &Path) -> anyhow::Result<Self> {
        let mut files = BTreeMap::new();
        let entries = WalkDir::new(folder).into_iter().flatten();
        for entry in entries.filter(|entry| entry.file_type().is_file()) {
            let inside = entry.path().strip_prefix(folder)?;
            let Some(path) = inside.to_str() else {
                continue;
            };
            let known = TYPES.iter().find(|(end, _)| path.ends_with(end));
            let Some((_, media_type)) = known else {
                continue;
            };
            let place = || format!("cannot read `{}`", entry.path().display());
            let file = StaticFile {
                bytes: fs::read(entry.path()).with_context(place)?,
                media_type,
                is_immutable: path.starts_with("assets/"),
            };
            files.insert(path.to_owned(), file);
        }
        if !files.contains_key(DOCUMENT) {
            tracing::info!("studio: no page is built in `{}`", folder.display());
        }
        Ok(Self(files))
    }

    /// The file at a path below `/studio/`. A path of a view inside the page is the document.
    pub(super) fn get(&self, path: &str) -> Option<&StaticFile> {
        let is_view = !path.starts_with("assets/");
        let document = || self.0.get(DOCUMENT).filter(|_| is_view);
        self.0.get(path).or_else(document)
    }
}
