//! All entries, put together, and put together again where something changed.
//!
//! | changed | done again |
//! |---|---|
//! | files of an entry | that entry |
//! | the clock passed a `publishAt` or an `expireAt` | the entries it belongs to |
//! | which entries exist or are visible | besides: the references of all entries |
//! | a schema, the time zone, the clock went back | everything |
//!
//! A file that did not change is not read again, whatever else is done, unless something is wrong
//! with it.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::SystemTime;

use contract::Hash;
use contract::locale::Locale;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rayon::prelude::*;

use super::assemble::{Assembled, Assembler, File};
use super::collection::{Collection, Entry};
use super::file_cache::{CachedContent, CachedFile, Texts};
use super::parse::{Parsed, parse};
use crate::entries::collection::Due;
use crate::entries::reference::Checker;
use crate::files::folder::ContentFolder;
use crate::files::found::{Files, FoundFile};
use crate::files::scan::{EntryKey, Scan};
use crate::redirects::{Aliases, HiddenEntries};
use crate::schema::Schema;
use crate::schema::visibility::Moment;
use crate::schema::visibility::Visibility;
use crate::source_hash::{SourceFile, SourceFiles};
use generator_ground::diagnostic::{Diagnostic, Severity};
use generator_ground::storage::spill::Span;

/// Number of entries that are assembled before their results are stored: until then, the results
/// are in memory.
const AT_ONCE: usize = 4096;

/// The inputs that entries are put together from.
pub(crate) struct AssemblyInputs<'a> {
    pub(crate) schemas: &'a BTreeMap<String, Arc<Schema>>,
    pub(crate) locales: &'a [Locale],
    pub(crate) zone: &'a TimeZone,
    pub(crate) now: Timestamp,
    pub(crate) visibility: Visibility,
}

/// The entries of the last load.
#[derive(Debug)]
pub(crate) struct Assembly {
    texts: Texts,
    /// Inputs that all entries share, at the last load; none before the first.
    basis: Option<Basis>,
    now: Timestamp,
    /// Problems of entries and their files, where there are any.
    problems: BTreeMap<EntryKey, Vec<Diagnostic>>,
    /// Problems of the references of entries, where there are any.
    references: BTreeMap<EntryKey, Vec<Diagnostic>>,
    /// When a language of an entry appears or disappears next, where one will.
    changes_at: BTreeMap<EntryKey, Timestamp>,
    /// When a visible entry, or a language of it, disappears, where one will.
    ends_at: BTreeMap<EntryKey, Timestamp>,
    /// Old addresses of visible entries.
    aliases: Arc<Aliases>,
    /// Entries that are written and not visible.
    hidden: Arc<HiddenEntries>,
    collections: BTreeMap<String, Collection>,
    /// The files of all entries.
    sources: SourceFiles,
}

#[derive(Debug, PartialEq)]
struct Basis {
    schemas: Vec<(String, Hash)>,
    zone: TimeZone,
}

/// An entry's folder as the last load left it.
struct EntrySnapshot {
    /// Cached files of the entry; none if there is no entry.
    known: Option<Span>,
    /// Files of the entry before and now.
    sources: (Vec<SourceFile>, Vec<SourceFile>),
    assembled: Assembled,
}

/// Edits of one collection: slug → entry, or none.
type Edits = BTreeMap<Arc<str>, Option<Entry>>;

impl Assembly {
    /// Has files read from `folder` from now on.
    pub(crate) fn read_from(&mut self, folder: ContentFolder) {
        self.texts.read_from(folder);
    }

    /// An empty assembly.
    pub(crate) fn new(texts: Texts) -> Self {
        Self {
            texts,
            basis: None,
            now: Timestamp::default(),
            problems: BTreeMap::new(),
            references: BTreeMap::new(),
            changes_at: BTreeMap::new(),
            ends_at: BTreeMap::new(),
            aliases: Arc::default(),
            hidden: Arc::default(),
            collections: BTreeMap::new(),
            sources: SourceFiles::default(),
        }
    }

    /// Brings everything up to date; `touched` are the entries with files that may have changed,
    /// none: all may have changed. Notes the facts about files in `scan`.
    pub(crate) fn update(
        &mut self,
        inputs: &AssemblyInputs<'_>,
        scan: &mut Scan,
        touched: Option<BTreeSet<EntryKey>>,
    ) {
        let schema = |(name, schema): (&String, &Arc<Schema>)| (name.clone(), schema.hash);
        let basis = Some(Basis {
            schemas: inputs.schemas.iter().map(schema).collect(),
            zone: inputs.zone.clone(),
        });
        let is_other = self.basis != basis || inputs.now < self.now;
        match touched {
            Some(touched) if !is_other => self.update_some(inputs, scan, touched),
            touched => {
                // They may not have been there when `scan` was made.
                touched.iter().flatten().for_each(|place| scan.add(place));
                self.update_all(inputs, scan);
            }
        }
        (self.basis, self.now) = (basis, inputs.now);
    }

    fn update_all(&mut self, inputs: &AssemblyInputs<'_>, scan: &mut Scan) {
        (self.problems, self.changes_at, self.ends_at) = Default::default();
        (self.aliases, self.hidden) = Default::default();
        self.references.clear();
        self.sources = SourceFiles::default();
        let mut entries: BTreeMap<Arc<str>, Vec<Entry>> = BTreeMap::new();
        let places: Vec<EntryKey> = scan.places().collect();
        for places in places.chunks(AT_ONCE) {
            for (place, looked) in self.look_at(inputs, scan, places) {
                scan.set(&place, looked.known);
                self.sources.replace(&[], &looked.sources.1);
                let Some(entry) = self.keep(&place, looked.assembled) else {
                    continue;
                };
                let all = scan.len(&place.collection);
                let those = entries.entry(place.collection);
                those.or_insert_with(|| Vec::with_capacity(all)).push(entry);
            }
        }
        let collection = |(name, schema): (&String, &Arc<Schema>)| {
            let entries = entries.remove(name.as_str()).unwrap_or_default();
            let collection = Collection {
                name: name.as_str().into(),
                schema: schema.clone(),
                texts: self.texts.clone(),
                entries: entries.into(),
            };
            (name.clone(), collection)
        };
        self.collections = inputs.schemas.iter().map(collection).collect();
        self.check_references(scan, places);
    }

    fn update_some(
        &mut self,
        inputs: &AssemblyInputs<'_>,
        scan: &mut Scan,
        touched: BTreeSet<EntryKey>,
    ) {
        let due = self.changes_at.iter().filter(|(_, at)| **at <= inputs.now);
        let mut again = touched;
        again.extend(due.map(|(place, _)| place.clone()));
        let again: Vec<EntryKey> = again.into_iter().collect();
        let mut edits: BTreeMap<Arc<str>, Edits> = BTreeMap::new();
        let mut moved = false;
        for (place, looked) in self.look_at(inputs, scan, &again) {
            let is_there = looked.known.is_some();
            let (before, now) = looked.sources;
            self.sources.replace(&before, &now);
            moved |= scan.set(&place, looked.known) != is_there;
            let had_error = self.has_error(&place.collection, &place.slug);
            let entry = self.keep(&place, looked.assembled);
            moved |= had_error != self.has_error(&place.collection, &place.slug);
            let Some(collection) = self.collections.get(&*place.collection) else {
                continue;
            };
            let before = collection.entry(&place.slug);
            moved |= before.is_some() != entry.is_some();
            if before != entry.as_ref() {
                let edits = edits.entry(place.collection).or_default();
                edits.insert(place.slug, entry);
            }
        }
        for (name, edits) in edits {
            if let Some(collection) = self.collections.get_mut(&*name) {
                collection.entries = apply_edits(&collection.entries, edits);
            }
        }
        if moved {
            self.references.clear();
            self.check_references(scan, scan.places().collect());
        } else {
            self.check_references(scan, again);
        }
    }

    /// Looks at `places`, side by side; in their order.
    fn look_at(
        &self,
        inputs: &AssemblyInputs<'_>,
        scan: &Scan,
        places: &[EntryKey],
    ) -> Vec<(EntryKey, EntrySnapshot)> {
        let look = |place: &EntryKey| {
            (
                place.clone(),
                self.look(inputs, scan.cached_files(place), place),
            )
        };
        places.par_iter().map(look).collect()
    }

    /// Looks at the files of an entry, reads those that are not as they were `known`, and puts it
    /// together.
    fn look(&self, inputs: &AssemblyInputs<'_>, known: Span, place: &EntryKey) -> EntrySnapshot {
        let Files {
            is_there,
            files,
            mut diagnostics,
        } = Files::find(self.texts.folder(), inputs.locales, place);
        let before = self.texts.cached_files(known);
        let Some(schema) = inputs.schemas.get(&*place.collection).filter(|_| is_there) else {
            return EntrySnapshot {
                known: is_there.then(Span::default),
                sources: (sources(&before), Vec::new()),
                assembled: Assembled {
                    diagnostics,
                    ..Assembled::default()
                },
            };
        };
        let read = |found: &FoundFile| self.read(inputs, schema, found, &before, &mut diagnostics);
        let read: Vec<(File, bool)> = files.iter().map(read).collect();
        let is_same = read.len() == before.len() && read.iter().all(|(_, is_known)| *is_known);
        let files: Vec<File> = read.into_iter().map(|(file, _)| file).collect();
        let moment = Moment {
            zone: inputs.zone,
            now: inputs.now,
            visibility: inputs.visibility,
        };
        let assembler = Assembler::new(self.texts.folder(), inputs.locales, moment);
        let mut assembled = assembler.assemble(place, &files, schema);
        assembled.diagnostics.extend(diagnostics);
        let files: Vec<CachedFile> = files.into_iter().map(|file| file.known).collect();
        let known = match is_same {
            true => known,
            false => self.texts.put_known(&files),
        };
        EntrySnapshot {
            known: Some(known),
            sources: (sources(&before), sources(&files)),
            assembled,
        }
    }

    /// The content of a file, and whether it came from the cache.
    fn read(
        &self,
        inputs: &AssemblyInputs<'_>,
        schema: &Schema,
        found: &FoundFile,
        before: &[CachedFile],
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (File, bool) {
        if let Some(known) = before.iter().find(|known| known.holds(found, schema)) {
            let text = match known.said {
                CachedContent::Text(span) => self.texts.get(span, schema).map(Arc::new),
                CachedContent::Media(_) | CachedContent::Nothing => None,
            };
            let known = known.clone();
            return (File { known, text }, true);
        }
        let read = SystemTime::now();
        let outcome = parse(self.texts.folder(), found, schema, inputs.locales);
        let settled = outcome.stamp.filter(|stamp| stamp.settled_before(read));
        // Problems are reported at every load.
        let settled = settled.filter(|_| outcome.diagnostics.is_empty());
        diagnostics.extend(outcome.diagnostics);
        let (hash, said, text) = match outcome.parsed {
            Parsed::Text(text) => (
                text.hash,
                CachedContent::Text(self.texts.put(&text)),
                Some(Arc::from(text)),
            ),
            Parsed::Media(file) => (file.hash, CachedContent::Media(file), None),
            Parsed::Nothing => (Hash::of(b""), CachedContent::Nothing, None),
        };
        let known = CachedFile {
            role: found.role.clone(),
            file: found.file.clone(),
            identity: settled.map(|stamp| stamp.identity),
            schema: schema.hash,
            hash,
            said,
        };
        (File { known, text }, false)
    }

    /// Notes all facts about an entry, and returns its visible form.
    fn keep(&mut self, place: &EntryKey, assembled: Assembled) -> Option<Entry> {
        self.problems.remove(place);
        if !assembled.diagnostics.is_empty() {
            self.problems.insert(place.clone(), assembled.diagnostics);
        }
        self.changes_at.remove(place);
        if let Some(instant) = assembled.changes_at {
            self.changes_at.insert(place.clone(), instant);
        }
        self.ends_at.remove(place);
        if let (Some(instant), Some(_)) = (assembled.ends_at, &assembled.entry) {
            self.ends_at.insert(place.clone(), instant);
        }
        note(&mut self.hidden, place, assembled.hidden);
        let aliases = Some(assembled.aliases).filter(|aliases| !aliases.is_empty());
        note(&mut self.aliases, place, aliases);
        assembled.entry
    }

    /// Checks the references of the entries at `places`.
    fn check_references(&mut self, scan: &Scan, places: Vec<EntryKey>) {
        let refers = |place: &EntryKey| {
            let collection = self.collections.get(&*place.collection);
            collection.is_some_and(|collection| collection.schema.names_others())
        };
        let places: Vec<EntryKey> = places.into_iter().filter(refers).collect();
        let check = |place: EntryKey| {
            let problems = self.references_of(scan, &place);
            (place, problems)
        };
        let checked: Vec<(EntryKey, Vec<Diagnostic>)> = places.into_par_iter().map(check).collect();
        for (place, problems) in checked {
            self.references.remove(&place);
            if !problems.is_empty() {
                self.references.insert(place, problems);
            }
        }
    }

    /// True if something is wrong with an entry itself.
    fn has_error(&self, collection: &str, slug: &str) -> bool {
        let place = EntryKey {
            collection: collection.into(),
            slug: slug.into(),
        };
        let problems = self.problems.get(&place).into_iter().flatten();
        problems
            .into_iter()
            .any(|it| it.severity == Severity::Error)
    }

    /// Problems of the references of an entry.
    fn references_of(&self, scan: &Scan, place: &EntryKey) -> Vec<Diagnostic> {
        let Some(collection) = self.collections.get(&*place.collection) else {
            return Vec::new();
        };
        let files = self.texts.cached_files(scan.cached_files(place));
        let texts = files.iter().filter_map(|known| match known.said {
            CachedContent::Text(span) => self.texts.get(span, &collection.schema),
            CachedContent::Media(_) | CachedContent::Nothing => None,
        });
        let check = |text| {
            let checker = Checker {
                scan,
                collections: &self.collections,
                text: &text,
                files: &files,
                is_visible: collection.entry(&place.slug).is_some(),
                has_error: &|collection, slug| self.has_error(collection, slug),
            };
            checker.check(&collection.schema.shape)
        };
        texts.flat_map(check).collect()
    }

    /// The files of all entries.
    pub(crate) fn sources(&self) -> &SourceFiles {
        &self.sources
    }

    /// The collections that have a usable schema.
    pub(crate) fn collections(&self) -> BTreeMap<String, Collection> {
        self.collections.clone()
    }

    /// Old addresses of visible entries.
    pub(crate) fn aliases(&self) -> Arc<Aliases> {
        self.aliases.clone()
    }

    /// Entries that are written and not visible.
    pub(crate) fn hidden(&self) -> Arc<HiddenEntries> {
        self.hidden.clone()
    }

    /// The next instant at which something appears or disappears.
    pub(crate) fn next_change(&self) -> Option<Timestamp> {
        self.changes_at.values().min().copied()
    }

    /// The entries that appear or disappear by themselves.
    pub(crate) fn due(&self) -> Vec<Due> {
        due(&self.changes_at)
    }

    /// The visible entries that disappear by themselves.
    pub(crate) fn ends(&self) -> Vec<Due> {
        due(&self.ends_at)
    }

    /// All problems of entries and their files, except those that merely follow from others.
    pub(crate) fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        let of_entries = self.problems.iter().flat_map(|(place, problems)| {
            let of_references = self.references.get(place).into_iter().flatten();
            let all: Vec<&Diagnostic> = problems.iter().chain(of_references).collect();
            let is_cause = |problem: &&Diagnostic| !is_consequence(problem, &all);
            problems.iter().filter(is_cause).collect::<Vec<_>>()
        });
        of_entries.chain(self.references.values().flatten())
    }
}

fn due(instants: &BTreeMap<EntryKey, Timestamp>) -> Vec<Due> {
    let due = |(place, at): (&EntryKey, &Timestamp)| Due {
        collection: place.collection.clone(),
        slug: place.slug.clone(),
        at: *at,
    };
    instants.iter().map(due).collect()
}

fn sources(files: &[CachedFile]) -> Vec<SourceFile> {
    let source = |known: &CachedFile| SourceFile::new(&known.file, &known.hash);
    files.iter().map(source).collect()
}

/// A fact differs between two languages because it is wrong in one of them: mending that one mends
/// both.
fn is_consequence(problem: &Diagnostic, of_entry: &[&Diagnostic]) -> bool {
    // A text with a name close to that of a language is the one that seems to be missing.
    if matches!(problem.code(), "missing-locale" | "no-text") {
        let plain = |file: &str| file.to_ascii_lowercase().replace('_', "-");
        let is_it = |other: &&Diagnostic| {
            other.code() == "unknown-locale"
                && (problem.code() == "no-text" || plain(&other.file) == plain(&problem.file))
        };
        return of_entry.iter().any(is_it);
    }
    let field = problem.field.as_deref().unwrap_or_default();
    let is_about = |other: &str| {
        let rest = other.strip_prefix(field);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let is_cause = |other: &&Diagnostic| {
        let is_other = other.code() != problem.code() && other.severity == Severity::Error;
        is_other && other.field.as_deref().is_some_and(is_about)
    };
    problem.code() == "shared-differs" && of_entry.iter().any(is_cause)
}

/// Notes a fact of an entry, or that it has none. An unchanged `facts` stays the same allocation,
/// so its holders see at once that there is no difference.
fn note<T: Clone + PartialEq>(
    facts: &mut Arc<BTreeMap<EntryKey, T>>,
    place: &EntryKey,
    fact: Option<T>,
) {
    if facts.get(place) == fact.as_ref() {
        return;
    }
    let facts = Arc::make_mut(facts);
    match fact {
        Some(fact) => drop(facts.insert(place.clone(), fact)),
        None => drop(facts.remove(place)),
    }
}

/// The entries after `edits`, sorted by slug.
fn apply_edits(entries: &[Entry], mut edits: Edits) -> Arc<[Entry]> {
    let mut next: Vec<Entry> = Vec::with_capacity(entries.len() + edits.len());
    for entry in entries {
        match edits.remove(&entry.slug) {
            None => next.push(entry.clone()),
            Some(edit) => next.extend(edit),
        }
    }
    let new: Vec<Entry> = edits.into_values().flatten().collect();
    if !new.is_empty() {
        next.extend(new);
        next.sort_by(|a, b| a.slug.cmp(&b.slug));
    }
    next.into()
}
