//! All entries, put together, and put together again where something changed.
//!
//! | changed | done again |
//! |---|---|
//! | files of an entry | that entry |
//! | the clock passed a `publishAt` or an `expireAt` | the entries it belongs to |
//! | which entries exist or are visible | besides: the references of all entries |
//! | a schema, the time zone, the clock went back | everything |

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use contract::Hash;
use contract::locale::Locale;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::assemble::{Assembled, Assembler};
use super::collection::{Collection, Entry, Text};
use super::loader::Known;
use super::parse::Parsed;
use super::reference::Checker;
use super::scan::{Found, Place, Scan};
use super::schema::Schema;
use crate::diagnostic::Diagnostic;

/// What entries are put together from.
pub(crate) struct Parts<'a> {
    /// The folder `content`.
    pub(crate) root: &'a Path,
    pub(crate) scan: &'a Scan,
    pub(crate) schemas: &'a BTreeMap<String, Arc<Schema>>,
    pub(crate) known: &'a HashMap<Arc<str>, Arc<Known>>,
    pub(crate) locales: &'a [Locale],
    pub(crate) zone: &'a TimeZone,
    pub(crate) now: Timestamp,
}

/// The entries of the last load.
#[derive(Debug, Default)]
pub(crate) struct Assembly {
    /// What all entries depend on, as it was; none before the first load.
    basis: Option<Basis>,
    now: Timestamp,
    entries: BTreeMap<Place, Assembled>,
    /// What is wrong with the references of entries, where something is.
    references: BTreeMap<Place, Vec<Diagnostic>>,
    collections: BTreeMap<String, Collection>,
}

#[derive(Debug, PartialEq)]
struct Basis {
    schemas: Vec<(String, Hash)>,
    zone: TimeZone,
}

impl Assembly {
    /// Brings everything up to date; `touched` are the entries whose files may have changed, none: any may.
    pub(crate) fn update(&mut self, parts: &Parts<'_>, touched: Option<&BTreeSet<Place>>) {
        let schema = |(name, schema): (&String, &Arc<Schema>)| (name.clone(), schema.hash);
        let basis = Some(Basis {
            schemas: parts.schemas.iter().map(schema).collect(),
            zone: parts.zone.clone(),
        });
        let is_other = self.basis != basis || parts.now < self.now;
        let all = is_other || touched.is_none();
        let due = self.entries.iter().filter(|(_, assembled)| {
            assembled
                .changes_at
                .is_some_and(|instant| instant <= parts.now)
        });
        let mut again: BTreeSet<Place> = due.map(|(place, _)| place.clone()).collect();
        match touched {
            Some(touched) if !all => again.extend(touched.iter().cloned()),
            _ => again.extend(self.entries.keys().cloned().chain(parts.scan.places())),
        }
        if is_other {
            self.collections.clear();
        }
        let (changed, moved) = self.assemble(parts, &again);
        if all {
            // A tree that grew in order is half empty; one that is made at once is full.
            self.entries = std::mem::take(&mut self.entries).into_iter().collect();
        }
        self.collect(parts, &changed);
        if moved || is_other {
            self.references.clear();
            again.extend(self.entries.keys().cloned());
        }
        self.check_references(parts, &again);
        (self.basis, self.now) = (basis, parts.now);
    }

    /// Puts `again` together. Answers the collections in which an entry changed, and whether one came or went.
    fn assemble(
        &mut self,
        parts: &Parts<'_>,
        again: &BTreeSet<Place>,
    ) -> (BTreeSet<Arc<str>>, bool) {
        let (mut changed, mut moved) = (BTreeSet::new(), false);
        for place in again {
            let files = parts.scan.files(place);
            let schema = parts.schemas.get(&*place.collection);
            let next = files.zip(schema).map(|(files, schema)| {
                let assembler = Assembler::new(parts.root, parts.locales, parts.zone, parts.now);
                assembler.assemble(&place.collection, &place.slug, files, schema, parts.known)
            });
            let before = self.entries.remove(place);
            let is_visible =
                |one: &Option<Assembled>| one.as_ref().is_some_and(|one| one.entry.is_some());
            moved |= before.is_some() != next.is_some() || is_visible(&before) != is_visible(&next);
            let (was, is) = (
                before.and_then(|one| one.entry),
                next.as_ref().and_then(|one| one.entry.clone()),
            );
            let same = was
                .as_ref()
                .zip(is.as_ref())
                .is_some_and(|(was, is)| was.is_same(is));
            if let Some(mut next) = next {
                if same {
                    // What is the same stays the same value: that is how changes are found.
                    next.entry.clone_from(&was);
                }
                self.entries.insert(place.clone(), next);
            }
            if !same && (was.is_some() || is.is_some()) {
                changed.insert(place.collection.clone());
            }
        }
        (changed, moved)
    }

    fn collect(&mut self, parts: &Parts<'_>, changed: &BTreeSet<Arc<str>>) {
        self.collections
            .retain(|name, _| parts.schemas.contains_key(name));
        for (name, schema) in parts.schemas {
            if self.collections.contains_key(name) && !changed.contains(name.as_str()) {
                continue;
            }
            let collection = Collection {
                entries: self.visible(name).collect(),
                name: name.as_str().into(),
                schema: schema.clone(),
            };
            self.collections.insert(name.clone(), collection);
        }
    }

    fn visible(&self, collection: &str) -> impl Iterator<Item = Arc<Entry>> {
        self.entries
            .range(Place::first_of(collection)..)
            .take_while(move |(place, _)| *place.collection == *collection)
            .filter_map(|(_, assembled)| assembled.entry.clone())
    }

    fn check_references(&mut self, parts: &Parts<'_>, again: &BTreeSet<Place>) {
        let refers = |collection: &&Collection| collection.schema.names_others();
        let referring: HashMap<&str, &Collection> = self
            .collections
            .values()
            .filter(refers)
            .map(|collection| (&*collection.name, collection))
            .collect();
        for place in again {
            self.references.remove(place);
            let Some(collection) = referring.get(&*place.collection) else {
                continue;
            };
            let is_visible = self
                .entries
                .get(place)
                .is_some_and(|assembled| assembled.entry.is_some());
            let files = parts.scan.files(place).unwrap_or_default();
            let text = |found: &Found| match &parts.known.get(&found.file)?.parsed {
                Parsed::Text(text) => Some(text.clone()),
                Parsed::Media(_) | Parsed::Nothing => None,
            };
            let check = |text: Arc<Text>| {
                let checker = Checker {
                    scan: parts.scan,
                    collections: &self.collections,
                    known: parts.known,
                    text: &text,
                    files,
                    is_visible,
                };
                checker.check(&collection.schema.shape)
            };
            let problems: Vec<Diagnostic> = files.iter().filter_map(text).flat_map(check).collect();
            if !problems.is_empty() {
                self.references.insert(place.clone(), problems);
            }
        }
    }

    /// The collections that have a usable schema.
    pub(crate) fn collections(&self) -> BTreeMap<String, Collection> {
        self.collections.clone()
    }

    /// The next instant at which something appears or disappears.
    pub(crate) fn next_change(&self) -> Option<Timestamp> {
        let instants = self
            .entries
            .values()
            .filter_map(|assembled| assembled.changes_at);
        instants.min()
    }

    /// Everything that is wrong with entries beyond single files.
    pub(crate) fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let own = self
            .entries
            .values()
            .flat_map(|assembled| &assembled.diagnostics);
        own.chain(self.references.values().flatten())
    }
}
