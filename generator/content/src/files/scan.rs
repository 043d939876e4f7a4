//! Finds out which entries `content/` has. Looks into no entry's folder; [`super::found`] does.
//!
//! | path | what |
//! |---|---|
//! | `site.yaml`, `settings.schema.json`, `system-config.yaml`, `redirects.yaml`, `search.yaml`, `mail.html` | the site |
//! | `<collection>/_schema.json` | a collection |
//! | `<collection>/_schema.<language>.json` | words of its schema |
//! | `<collection>/<slug>/` | a Markdown entry |
//! | `<collection>/<slug>.yaml` | a data entry |
//! | `static/` | files at the root of the site ([`crate::static_files`]) |
//! | `README.md` and its translations (`README.zh-CN.md`), hidden files, editors' leftovers | nothing |

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::folder::ContentFolder;
use super::name::{is_guide, is_leftover, is_slug, words_language};
use super::walk::{Seen, Walk};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;
use generator_ground::storage::spill::Span;

/// Name of the site's configuration, at the root.
pub(crate) const SITE: &str = "site.yaml";

/// Name of the file that declares a site's custom settings, at the root.
pub(crate) const SETTINGS_SCHEMA: &str = "settings.schema.json";

/// Name of the file of old addresses, at the root.
pub(crate) const REDIRECTS: &str = "redirects.yaml";

/// Name of the file of words for the search, at the root.
pub(crate) const SEARCH: &str = "search.yaml";

/// Name of the document around e-mails, at the root.
pub(crate) const MAIL: &str = "mail.html";

/// Name of the folder of files at the root of the site.
pub(crate) const STATIC: &str = "static";

/// Everything found, in a stable order.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// Name → the contents of its folder.
    pub(crate) collections: BTreeMap<String, Folder>,
    /// Names of the files at the root that exist.
    pub(crate) root_files: BTreeSet<String>,
    /// Problems that were found.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// One collection's folder.
#[derive(Debug, Default)]
pub(crate) struct Folder {
    /// True if `_schema.json` is there.
    pub(crate) schema: bool,
    /// Languages of the files of its schema's words; the site may not have them.
    pub(crate) words: BTreeSet<String>,
    /// Slug → the known facts about its files ([`crate::entries::file_cache`]); empty
    /// before they were read.
    pub(crate) entries: BTreeMap<Arc<str>, Span>,
}

/// Place of an entry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryKey {
    pub collection: Arc<str>,
    pub slug: Arc<str>,
}

impl Scan {
    /// Finds the entries in `folder`.
    pub(crate) fn find(folder: &ContentFolder) -> Self {
        let mut scan = Self::default();
        let mut walk = Walk::new(folder);
        // The root, the collections, and their contents.
        walk.each("", 2, |walk, seen| scan.see(walk, seen));
        scan.diagnostics = walk.diagnostics;
        for folder in scan.collections.values_mut() {
            // A tree that grew in order is half empty; one that is made at once is full.
            folder.entries = std::mem::take(&mut folder.entries).into_iter().collect();
        }
        scan
    }

    /// The cached files of the entry at `place`.
    pub(crate) fn cached_files(&self, place: &EntryKey) -> Span {
        let folder = self.collections.get(&*place.collection);
        let known = folder.and_then(|folder| folder.entries.get(&place.slug));
        known.copied().unwrap_or_default()
    }

    /// How many entries a collection has.
    pub(crate) fn len(&self, collection: &str) -> usize {
        let folder = self.collections.get(collection);
        folder.map_or(0, |folder| folder.entries.len())
    }

    /// Notes that there may be an entry at `place`, with no known files unless there was one
    /// before.
    pub(crate) fn add(&mut self, place: &EntryKey) {
        if let Some(folder) = self.collections.get_mut(&*place.collection) {
            folder.entries.entry(place.slug.clone()).or_default();
        }
    }

    /// Notes the entry at `place` now, with the known facts about its files, or its absence.
    /// Returns whether there was one before.
    pub(crate) fn set(&mut self, place: &EntryKey, known: Option<Span>) -> bool {
        let Some(folder) = self.collections.get_mut(&*place.collection) else {
            return false;
        };
        let before = match known {
            Some(known) => folder.entries.insert(place.slug.clone(), known),
            None => folder.entries.remove(&place.slug),
        };
        before.is_some()
    }

    /// Takes over the facts about files from `before`.
    pub(crate) fn remember(&mut self, before: &Self) {
        for (name, folder) in &mut self.collections {
            let Some(before) = before.collections.get(name) else {
                continue;
            };
            for (slug, known) in &mut folder.entries {
                *known = before.entries.get(slug).copied().unwrap_or_default();
            }
        }
    }

    /// Places of the entries.
    pub(crate) fn places(&self) -> impl Iterator<Item = EntryKey> {
        self.collections.iter().flat_map(|(collection, folder)| {
            let collection: Arc<str> = collection.as_str().into();
            folder.entries.keys().map(move |slug| EntryKey {
                collection: collection.clone(),
                slug: slug.clone(),
            })
        })
    }

    /// The entries that `paths` belong to; none if only a whole new scan can find the entries.
    pub(crate) fn touched_entries(
        &self,
        folder: &ContentFolder,
        paths: &BTreeSet<PathBuf>,
    ) -> Option<BTreeSet<EntryKey>> {
        // A problem may be solved now, by a change elsewhere: two names that differed only in case.
        if !self.diagnostics.is_empty() {
            return None;
        }
        let mut places = BTreeSet::new();
        for path in paths {
            places.extend(self.entry_of(folder, path)?);
        }
        Some(places)
    }

    /// The entry that the file or folder `path` belongs to; `Some(None)` for one that no output is
    /// made from.
    fn entry_of(&self, folder: &ContentFolder, path: &Path) -> Option<Option<EntryKey>> {
        let relative = path.strip_prefix(folder.root()).ok()?.to_str()?;
        let parts: Vec<&str> = relative.split(std::path::MAIN_SEPARATOR).collect();
        if parts[0] == STATIC {
            // They are read at every load.
            return Some(None);
        }
        if parts.iter().any(|part| is_leftover(part)) {
            return Some(None);
        }
        match parts.as_slice() {
            // It is read at every load.
            [name] if self.root_files.contains(*name) && folder.place(name).is_file() => Some(None),
            [collection, name, ..] if self.collections.contains_key(*collection) => {
                let slug = name.strip_suffix(".yaml").unwrap_or(name);
                is_slug(slug).then(|| {
                    Some(EntryKey {
                        collection: (*collection).into(),
                        slug: slug.into(),
                    })
                })
            }
            _ => None,
        }
    }

    fn see(&mut self, walk: &mut Walk<'_>, seen: Seen) {
        let Seen {
            is_folder,
            path,
            file,
            ..
        } = seen;
        let parts: Vec<&str> = path.split('/').collect();
        match (is_folder, parts.as_slice()) {
            (true, [STATIC]) | (_, [STATIC, _]) => {}
            (true, [collection]) if is_slug(collection) => {
                self.collections
                    .entry((*collection).to_owned())
                    .or_default();
            }
            (true, [_]) => walk.say(file, Message::new("bad-collection")),
            (true, [collection, slug]) => self.entry(walk, collection, slug, file),
            (false, [name]) => self.root_file(walk, name, file),
            (false, [_, name]) if is_guide(name) => {}
            (false, [collection, "_schema.json"]) => {
                if let Some(folder) = self.collections.get_mut(*collection) {
                    folder.schema = true;
                }
            }
            (false, [collection, name]) => self.collection_file(walk, collection, name, file),
            _ => {}
        }
    }

    fn collection_file(&mut self, walk: &mut Walk<'_>, collection: &str, name: &str, file: String) {
        if let Some(language) = words_language(name) {
            if let Some(folder) = self.collections.get_mut(collection) {
                folder.words.insert(language.to_owned());
            }
        } else if let Some(slug) = name.strip_suffix(".yaml") {
            self.entry(walk, collection, slug, file);
        } else {
            stray(walk, file);
        }
    }

    fn entry(&mut self, walk: &mut Walk<'_>, collection: &str, slug: &str, file: String) {
        if !is_slug(slug) {
            bad_slug(walk, file, slug);
        } else if let Some(folder) = self.collections.get_mut(collection) {
            folder.entries.entry(slug.into()).or_default();
        }
    }

    fn root_file(&mut self, walk: &mut Walk<'_>, name: &str, file: String) {
        match name {
            "site.yaml" | SETTINGS_SCHEMA | "system-config.yaml" | REDIRECTS | SEARCH | MAIL => {
                self.root_files.insert(name.to_owned());
            }
            name if is_guide(name) => {}
            _ => {
                let diagnostic = Diagnostic::new(file, Message::new("stray-file/root"));
                walk.diagnostics.push(diagnostic.warning());
            }
        }
    }
}

/// A file in a collection's folder that is no entry.
pub(crate) fn stray(walk: &mut Walk<'_>, file: String) {
    walk.say(file, Message::new("stray-file"));
}

fn bad_slug(walk: &mut Walk<'_>, file: String, slug: &str) {
    let lower = slug.to_lowercase().replace([' ', '_', '.'], "-");
    let message = if is_slug(&lower) {
        Message::new("bad-slug/nearly").with("better", lower)
    } else {
        Message::new("bad-slug")
    };
    walk.say(file, message.with("slug", slug));
}
