//! Finds the files of `content/`, and says what each one is. Reads none.
//!
//! | path | what |
//! |---|---|
//! | `site.yaml`, `system-config.yaml` | the site |
//! | `<collection>/_schema.json` | a collection |
//! | `<collection>/<slug>/<locale>.md` | a text of a Markdown entry |
//! | `<collection>/<slug>/<anything else>` | a file beside it |
//! | `<collection>/<slug>.yaml` | a data entry |
//! | `README.md`, hidden files, editors' leftovers | nothing |

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use contract::locale::Locale;
use walkdir::{DirEntry, WalkDir};

use super::name::{is_leftover, is_media_name, is_slug};
use super::source::Stamp;
use crate::diagnostic::{Diagnostic, suggestion};

/// Folders below an entry's are followed this deep.
const MAX_DEPTH: usize = 8;

/// Everything found, in a stable order.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Name → what is in its folder.
    pub(crate) collections: BTreeMap<String, Folder>,
    /// Names of the files at the root that exist.
    pub(crate) root_files: BTreeSet<String>,
    /// What is not as it should be.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// One collection's folder.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    /// True if `_schema.json` is there.
    pub(crate) schema: bool,
    /// Slug → its files.
    pub(crate) entries: BTreeMap<String, Vec<Found>>,
}

/// One file of an entry.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// What it is.
    pub(crate) role: Role,
    /// Where it lies.
    pub(crate) path: PathBuf,
    /// `content/news/first-close/en.md`.
    pub(crate) file: String,
    /// By what it is known.
    pub(crate) stamp: Stamp,
}

/// What a file of an entry is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Its text in the locale of that number.
    Text(usize),
    /// Its fields in all languages.
    Data,
    /// A file beside the text; path inside the entry's folder.
    Media(String),
}

/// Finds the files below `root`.
pub(crate) fn scan(root: &Path, locales: &[Locale]) -> Scan {
    let base = root.file_name().map_or_else(
        || "content".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    let mut scanner = Scanner {
        root,
        base,
        locales,
        lower: HashMap::new(),
        scan: Scan::default(),
    };
    let walk = WalkDir::new(root)
        .follow_links(false)
        .max_depth(MAX_DEPTH)
        .sort_by_file_name();
    for entry in walk.into_iter().filter_entry(|entry| {
        entry.depth() == 0 || !is_leftover(&entry.file_name().to_string_lossy())
    }) {
        match entry {
            Ok(entry) => scanner.see(&entry),
            Err(error) => scanner.unreadable(&error),
        }
    }
    scanner.scan
}

struct Scanner<'a> {
    root: &'a Path,
    base: String,
    locales: &'a [Locale],
    /// Path in lower case → the path seen first.
    lower: HashMap<String, String>,
    scan: Scan,
}

impl Scanner<'_> {
    fn see(&mut self, entry: &DirEntry) {
        let Ok(relative) = entry.path().strip_prefix(self.root) else {
            return;
        };
        let Some(relative) = relative.to_str() else {
            let file = format!("{}/{}", self.base, relative.to_string_lossy());
            self.say(
                "bad-file-name",
                file,
                "the name is not UTF-8",
                "rename it with the letters a to z, digits and hyphens",
            );
            return;
        };
        let relative = relative.replace(std::path::MAIN_SEPARATOR, "/");
        if relative.is_empty() {
            return;
        }
        let file = format!("{}/{relative}", self.base);
        if entry.file_type().is_symlink() {
            self.say(
                "symbolic-link",
                file,
                "symbolic links are not followed",
                "put the file itself here",
            );
            return;
        }
        if self.clashes(&relative, &file) {
            return;
        }
        let parts: Vec<&str> = relative.split('/').collect();
        if entry.file_type().is_dir() {
            self.folder(&parts, file);
        } else if entry.file_type().is_file() {
            self.file(entry, &parts, file);
        } else {
            self.say(
                "bad-file",
                file,
                "it is neither a file nor a folder",
                "remove it",
            );
        }
    }

    fn clashes(&mut self, relative: &str, file: &str) -> bool {
        if !relative
            .bytes()
            .any(|byte| byte.is_ascii_uppercase() || !byte.is_ascii())
            && !self.lower.contains_key(relative)
        {
            self.lower.insert(relative.to_owned(), relative.to_owned());
            return false;
        }
        let first = self
            .lower
            .entry(relative.to_lowercase())
            .or_insert_with(|| relative.to_owned());
        if first == relative {
            return false;
        }
        let reason = format!("its name differs from `{first}` only in upper and lower case");
        self.say(
            "case-clash",
            file.to_owned(),
            reason,
            "rename one of them: some computers take them for the same file",
        );
        true
    }

    fn folder(&mut self, parts: &[&str], file: String) {
        match parts {
            [collection] if is_slug(collection) => {
                self.scan
                    .collections
                    .entry((*collection).to_owned())
                    .or_default();
            }
            [_] => self.say(
                "bad-collection",
                file,
                "a collection's name may only have the letters a to z, digits and hyphens",
                "rename the folder",
            ),
            [collection, slug] => {
                if is_slug(slug) {
                    if let Some(folder) = self.scan.collections.get_mut(*collection) {
                        folder.entries.entry((*slug).to_owned()).or_default();
                    }
                } else {
                    self.bad_slug(file, slug);
                }
            }
            _ => {}
        }
    }

    fn file(&mut self, entry: &DirEntry, parts: &[&str], file: String) {
        match parts {
            [name] => self.root_file(name, file),
            [_, "README.md"] => {}
            [collection, "_schema.json"] => {
                if let Some(folder) = self.scan.collections.get_mut(*collection) {
                    folder.schema = true;
                }
            }
            [collection, name] => match name.strip_suffix(".yaml") {
                Some(slug) if is_slug(slug) => {
                    self.found(entry, collection, slug, Role::Data, file)
                }
                Some(slug) => self.bad_slug(file, slug),
                None => self.say(
                    "stray-file",
                    file,
                    "nothing is made from this file",
                    "an entry is a folder `<slug>/` with `<locale>.md`, or `<slug>.yaml` for data",
                ),
            },
            [collection, slug, rest @ ..] if is_slug(slug) => {
                self.entry_file(entry, collection, slug, &rest.join("/"), file)
            }
            _ => {}
        }
    }

    fn root_file(&mut self, name: &str, file: String) {
        match name {
            "site.yaml" | "system-config.yaml" => {
                self.scan.root_files.insert(name.to_owned());
            }
            "README.md" => {}
            _ => {
                let reason = "nothing is made from this file";
                let diagnostic = Diagnostic::error(
                    "stray-file",
                    file,
                    reason,
                    "move it into an entry's folder, or out of the content",
                );
                self.scan.diagnostics.push(diagnostic.warning());
            }
        }
    }

    fn entry_file(
        &mut self,
        entry: &DirEntry,
        collection: &str,
        slug: &str,
        name: &str,
        file: String,
    ) {
        let Some(stem) = name.strip_suffix(".md").filter(|_| !name.contains('/')) else {
            if is_media_name(name) {
                self.found(entry, collection, slug, Role::Media(name.to_owned()), file);
            } else {
                self.say(
                    "bad-file-name",
                    file,
                    "the name does not suit an address",
                    "use the letters a to z, digits, `-`, `_` and `.`, without spaces",
                );
            }
            return;
        };
        if let Some(locale) = self.locales.iter().position(|locale| locale.code == stem) {
            self.found(entry, collection, slug, Role::Text(locale), file);
            return;
        }
        let codes: Vec<&str> = self
            .locales
            .iter()
            .map(|locale| locale.code.as_str())
            .collect();
        let near = suggestion(stem, codes.iter().copied())
            .map(|near| format!("did you mean `{near}.md`?"));
        let remedy = near.unwrap_or_else(|| format!("the languages are {}", codes.join(", ")));
        self.say(
            "unknown-locale",
            file,
            format!("`{stem}` is none of the site's languages"),
            remedy,
        );
    }

    fn found(&mut self, entry: &DirEntry, collection: &str, slug: &str, role: Role, file: String) {
        let stamp = match entry.metadata() {
            Ok(metadata) => Stamp::of(&metadata),
            Err(error) => return self.unreadable(&error),
        };
        if let Some(folder) = self.scan.collections.get_mut(collection) {
            let found = Found {
                role,
                path: entry.path().to_owned(),
                file,
                stamp,
            };
            folder
                .entries
                .entry(slug.to_owned())
                .or_default()
                .push(found);
        }
    }

    fn bad_slug(&mut self, file: String, slug: &str) {
        let reason = format!("`{slug}` cannot be part of an address");
        let lower = slug.to_lowercase().replace([' ', '_', '.'], "-");
        let remedy = if is_slug(&lower) {
            format!("rename it to `{lower}`")
        } else {
            "rename it with the letters a to z, digits and hyphens".to_owned()
        };
        self.say("bad-slug", file, reason, remedy);
    }

    fn unreadable(&mut self, error: &walkdir::Error) {
        let relative = error
            .path()
            .and_then(|path| path.strip_prefix(self.root).ok())
            .unwrap_or(Path::new(""));
        let file = format!("{}/{}", self.base, relative.to_string_lossy());
        let file = file.trim_end_matches('/').to_owned();
        let why = error
            .io_error()
            .map_or_else(|| error.to_string(), ToString::to_string);
        self.say(
            "unreadable",
            file,
            format!("it cannot be read: {why}"),
            "check that it exists and who may read it",
        );
    }

    fn say(
        &mut self,
        code: &'static str,
        file: String,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.scan
            .diagnostics
            .push(Diagnostic::error(code, file, reason, remedy));
    }
}
