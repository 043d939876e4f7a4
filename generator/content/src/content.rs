//! The content of one moment, as one immutable value.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use contract::Hash;
use contract::locale::Locale;
use contract::origin_data::OriginData;
use contract::texts::Texts;
use jiff::Timestamp;

use crate::entries::collection::{Collection, Due};
use crate::field_problem::FieldProblem;
use crate::files::folder::ContentFolder;
use crate::files::scan::EntryKey;
use crate::files::text_file;
use crate::marks::{Marks, Place};
use crate::redirects::{Aliases, Hidden, HiddenEntries, RedirectFile};
use crate::schema::format::Formats;
use crate::site::Site;
use crate::source_hash;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::storage::source_list::{SourceList, SourceName};
use generator_media::Media;
use generator_media::images::Pictures;

/// The content of one moment.
#[derive(Debug)]
pub struct Content {
    /// `site.yaml`.
    pub site: Site,
    /// The languages, as given to the loader.
    pub locales: Vec<Locale>,
    /// Name → collection.
    pub collections: BTreeMap<String, Collection>,
    /// Files beside entries that are to be published, sorted by path.
    pub media: Vec<Arc<Media>>,
    /// Pictures made of the raster images among them, by the hash of their source.
    pub pictures: Pictures,
    /// Every `_schema.json`, sorted by path: part of the app id.
    pub schemas: Vec<SchemaFile>,
    /// Locale code → texts of the gateway and the origin.
    pub server_texts: BTreeMap<String, Texts>,
    /// `system-config.yaml`, the agreements of `site.yaml` and the texts, for the embedded origin.
    pub origin_data: OriginData,
    /// Hash over all content files, whatever of them is shown now.
    pub source_hash: Hash,
    /// Names and hashes of all content files, by which two builds can be compared.
    pub source_list: Arc<SourceList>,
    /// The next instant at which an entry appears or disappears by itself.
    pub next_change: Option<Timestamp>,
    /// The entries to which that happens, now or later.
    pub due: Vec<Due>,
    /// The visible entries that disappear, or of which a language does, and when.
    pub ends: Vec<Due>,
    /// Old addresses of its entries.
    pub aliases: Arc<Aliases>,
    /// Old addresses that no entry has.
    pub redirects: Arc<RedirectFile>,
    /// Entries that are written and not visible.
    pub(crate) hidden: Arc<HiddenEntries>,
    /// The folder `content/`.
    pub(crate) folder: Arc<ContentFolder>,
    /// Formats by locale.
    pub(crate) formats: Arc<Vec<Formats>>,
    /// Hashes of the files that guarded and public texts may name, once one was asked for.
    pub(crate) published: [OnceLock<Hash>; 2],
}

/// A schema as stored on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaFile {
    /// `content/news/_schema.json`.
    pub path: String,
    /// Hash of its bytes.
    pub hash: Hash,
}

impl Content {
    /// How many entries there are.
    pub fn entries(&self) -> usize {
        let collections = self.collections.values();
        collections.map(|found| found.entries().len()).sum()
    }

    /// Why the entry is not visible; none if it is visible, or does not exist.
    pub fn hidden(&self, collection: &str, slug: &str) -> Option<Hidden> {
        let (collection, slug) = (collection.into(), slug.into());
        self.hidden.get(&EntryKey { collection, slug }).copied()
    }

    /// A problem that was found after the file was read: it is read again, which only costs when
    /// something is wrong.
    pub fn point(&self, file: &str, problem: FieldProblem) -> Vec<Diagnostic> {
        text_file::point(&self.folder, file, problem)
    }

    /// The places of a page's marked texts, each with its line.
    pub fn places(&self, marks: Marks) -> Vec<Place> {
        let mut places = marks.into_places();
        text_file::locate_fields(&self.folder, &mut places);
        places
    }

    /// The content files with these names, sorted; one that was deleted is left out.
    pub fn source_files(&self, names: &BTreeSet<SourceName>) -> Vec<String> {
        source_hash::source_files(&self.folder, &self.locales, names)
    }

    /// The collection of that name.
    pub fn collection(&self, name: &str) -> Option<&Collection> {
        self.collections.get(name)
    }
}
