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

use std::collections::hash_map::Entry as MapEntry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use contract::Hash;
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
    pub(crate) entries: BTreeMap<Arc<str>, Vec<Found>>,
}

/// Where an entry lies.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Place {
    pub(crate) collection: Arc<str>,
    pub(crate) slug: Arc<str>,
}

impl Place {
    /// Before every place of a collection.
    pub(crate) fn first_of(collection: &str) -> Self {
        Self {
            collection: collection.into(),
            slug: "".into(),
        }
    }
}

/// One file of an entry.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// What it is.
    pub(crate) role: Role,
    /// `content/news/first-close/en.md`; kept once, however many name it.
    pub(crate) file: Arc<str>,
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
    Media(Box<str>),
}

/// What was looked at again.
#[derive(Debug)]
pub(crate) struct Update {
    /// The entries concerned.
    pub(crate) places: BTreeSet<Place>,
    /// The files they had.
    pub(crate) before: Vec<Arc<str>>,
}

impl Scan {
    /// The files of the entry at `place`.
    pub(crate) fn files(&self, place: &Place) -> Option<&[Found]> {
        let folder = self.collections.get(&*place.collection)?;
        folder.entries.get(&place.slug).map(Vec::as_slice)
    }

    /// Where entries lie.
    pub(crate) fn places(&self) -> impl Iterator<Item = Place> {
        self.collections.iter().flat_map(|(collection, folder)| {
            let collection: Arc<str> = collection.as_str().into();
            folder.entries.keys().map(move |slug| Place {
                collection: collection.clone(),
                slug: slug.clone(),
            })
        })
    }

    /// Looks again at what `paths` belong to. Answers none, and changes nothing, if only a whole new scan can tell what is there now.
    pub(crate) fn update(
        &mut self,
        root: &Path,
        locales: &[Locale],
        paths: &BTreeSet<PathBuf>,
    ) -> Option<Update> {
        // What was wrong may be right now, for reasons that lie elsewhere: two names that differed only in case.
        if !self.diagnostics.is_empty() {
            return None;
        }
        let mut places = BTreeSet::new();
        for path in paths {
            places.extend(self.place(root, path)?);
        }
        let before = places
            .iter()
            .filter_map(|place| self.files(place))
            .flatten();
        let before = before.map(|found| found.file.clone()).collect();
        let mut scanner = Scanner::new(root, locales, std::mem::take(self));
        places.iter().for_each(|place| scanner.entry_again(place));
        *self = scanner.scan;
        Some(Update { places, before })
    }

    /// The entry that the file or folder `path` belongs to; `Some(None)` for one that nothing is made from.
    fn place(&self, root: &Path, path: &Path) -> Option<Option<Place>> {
        let relative = path.strip_prefix(root).ok()?.to_str()?;
        let parts: Vec<&str> = relative.split(std::path::MAIN_SEPARATOR).collect();
        if parts.iter().any(|part| is_leftover(part)) {
            return Some(None);
        }
        match parts.as_slice() {
            // It is read at every load.
            [name] if self.root_files.contains(*name) && path.is_file() => Some(None),
            [collection, name, ..] if self.collections.contains_key(*collection) => {
                let slug = name.strip_suffix(".yaml").unwrap_or(name);
                is_slug(slug).then(|| {
                    Some(Place {
                        collection: (*collection).into(),
                        slug: slug.into(),
                    })
                })
            }
            _ => None,
        }
    }
}

/// Finds the files below `root`.
pub(crate) fn scan(root: &Path, locales: &[Locale]) -> Scan {
    let mut scanner = Scanner::new(root, locales, Scan::default());
    scanner.walk(root, MAX_DEPTH);
    let mut scan = scanner.scan;
    for folder in scan.collections.values_mut() {
        // A tree that grew in order is half empty; one that is made at once is full.
        folder.entries = std::mem::take(&mut folder.entries).into_iter().collect();
    }
    scan
}

struct Scanner<'a> {
    root: &'a Path,
    base: String,
    locales: &'a [Locale],
    /// Hash of a path in lower case → the path that was seen first, where it is not itself in lower case.
    seen: HashMap<Hash, Option<Box<str>>>,
    scan: Scan,
}

impl<'a> Scanner<'a> {
    fn new(root: &'a Path, locales: &'a [Locale], scan: Scan) -> Self {
        let base = root.file_name().map_or_else(
            || "content".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        );
        Self {
            root,
            base,
            locales,
            seen: HashMap::new(),
            scan,
        }
    }

    fn walk(&mut self, from: &Path, depth: usize) {
        let walk = WalkDir::new(from)
            .follow_links(false)
            .follow_root_links(from == self.root)
            .max_depth(depth)
            .sort_by_file_name();
        for entry in walk.into_iter().filter_entry(|entry| {
            entry.depth() == 0 || !is_leftover(&entry.file_name().to_string_lossy())
        }) {
            match entry {
                Ok(entry) => self.see(&entry),
                Err(error) => self.unreadable(&error),
            }
        }
    }

    /// Forgets an entry and looks for it again: a folder, or a data file.
    fn entry_again(&mut self, place: &Place) {
        let Place { collection, slug } = place;
        if let Some(folder) = self.scan.collections.get_mut(&**collection) {
            folder.entries.remove(slug);
        }
        // No other entry's files can clash with these: slugs have no capital letters.
        self.seen.clear();
        let folder = self.root.join(&**collection);
        for path in [folder.join(&**slug), folder.join(format!("{slug}.yaml"))] {
            if path.symlink_metadata().is_ok() {
                self.walk(&path, MAX_DEPTH - 2);
            }
        }
    }

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
        let lower = relative.to_lowercase();
        let spelling = (lower != relative).then(|| relative.into());
        match self.seen.entry(Hash::of(lower.as_bytes())) {
            MapEntry::Vacant(free) => {
                free.insert(spelling);
                false
            }
            MapEntry::Occupied(first) if *first.get() == spelling => false,
            MapEntry::Occupied(first) => {
                let first = first.get().as_deref().unwrap_or(&lower);
                let reason =
                    format!("its name differs from `{first}` only in upper and lower case");
                self.say(
                    "case-clash",
                    file.to_owned(),
                    reason,
                    "rename one of them: some computers take them for the same file",
                );
                true
            }
        }
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
                        folder.entries.entry((*slug).into()).or_default();
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
                self.found(entry, collection, slug, Role::Media(name.into()), file);
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
                file: file.into(),
                stamp,
            };
            match folder.entries.get_mut(slug) {
                // Most have one text per language, and all stay in memory.
                Some(files) => {
                    files.reserve_exact(1);
                    files.push(found);
                }
                None => drop(folder.entries.insert(slug.into(), vec![found])),
            }
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
