//! From files to [`Content`]: finds all files, reads those that changed, assembles the content.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use contract::Hash;
use contract::api::SystemConfigEntry;
use contract::locale::Locale;
use contract::origin_data::OriginData;
use contract::texts::Texts as ServerTexts;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::redirects::RedirectFile;
use super::schema::Schema;
use super::schema::settings::SettingsSchema;
use super::schema::words;
use super::site::{OriginSources, Site};
use super::source_hash::{SourceFile, read_source};
use crate::content::Content;
use crate::content::SchemaFile;
use crate::entries::assembly::{Assembly, AssemblyInputs};
use crate::entries::collection::Collection;
use crate::entries::file_cache::Texts;
use crate::files::folder::ContentFolder;
use crate::files::scan::{EntryKey, Folder, MAIL, REDIRECTS, SEARCH, SETTINGS_SCHEMA, SITE, Scan};
use crate::files::text_file;
use crate::forms;
use crate::mail_page;
use crate::schema::format::Formats;
use crate::schema::visibility::Visibility;
use crate::search;
use crate::server_texts;
use crate::site;
use crate::static_files;
use generator_ground::diagnostic::{Diagnostic, Severity};
use generator_ground::message::{Language, Message};
use generator_ground::storage::source_list::SourceList;
use generator_ground::storage::spill::Spill;
use generator_media::Media;
use generator_media::images::Images;
use generator_media::workers::media::MediaWorkers;

/// Where the content is and in which languages.
#[derive(Clone, Debug)]
pub struct Sources {
    /// `content/`.
    pub content: ContentFolder,
    /// The languages, default first.
    pub locales: Vec<Locale>,
    /// Absolute path of `locales/`.
    pub locale_folder: PathBuf,
    /// Where pictures are kept; without it images are only checked.
    pub images: Option<PathBuf>,
    /// Workers that make them.
    pub media_workers: Arc<MediaWorkers>,
    /// The readers: all visitors, or reviewers of a preview.
    pub visibility: Visibility,
}

/// Reads content; keeps its results on disk, so that the next load reads only changed files.
#[derive(Debug)]
pub struct Loader {
    sources: Sources,
    /// The scan of the last load.
    scan: Option<Scan>,
    /// Collection → its schema.
    schemas: BTreeMap<String, Arc<Schema>>,
    assembly: Assembly,
    formats: Option<Arc<Vec<Formats>>>,
    images: Images,
    /// Redirects of the last load.
    redirects: Arc<RedirectFile>,
}

/// Contents of the files beside collections.
struct RootFiles {
    site: Site,
    /// Language → settings; empty without `system-config.yaml`.
    system_config: BTreeMap<String, Vec<SystemConfigEntry>>,
    server_texts: BTreeMap<String, ServerTexts>,
    /// Groups of words that mean the same; none without `search.yaml`.
    synonyms: Vec<Vec<String>>,
    /// The document around e-mails; empty without `mail.html`.
    mail_page: String,
}

/// Name of the SEO settings, in `content/`.
const SYSTEM_CONFIG: &str = "system-config.yaml";

/// Paths that may have changed on disk since the last load.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedPaths {
    /// Any path may have changed.
    Everything,
    /// These files and folders, and their contents.
    Paths(BTreeSet<PathBuf>),
}

impl ChangedPaths {
    /// The union of both.
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Paths(mut paths), Self::Paths(more)) => {
                paths.extend(more);
                Self::Paths(paths)
            }
            _ => Self::Everything,
        }
    }
}

/// The outcome of a load.
#[derive(Debug)]
pub struct Loaded {
    /// The content; fit to be published only if no diagnostic is an error.
    pub content: Content,
    /// All problems, sorted by file and line.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loader {
    /// A loader that has not read any file yet, and stores its results in `spill`.
    pub fn new(sources: Sources, spill: &Arc<Spill>) -> Self {
        Self {
            images: Images::new(sources.images.clone(), Arc::clone(&sources.media_workers)),
            redirects: Arc::default(),
            scan: None,
            schemas: BTreeMap::new(),
            assembly: Assembly::new(Texts::new(sources.content.clone(), spill)),
            sources,
            formats: None,
        }
    }

    /// The loader, reporting slow steps in that language.
    pub fn speaking(mut self, language: Language) -> Self {
        self.images = self.images.speaking(language);
        self
    }

    /// From the next load on, the content is that of the folder with the files of the change set in
    /// `changes`; without one, that of the folder alone.
    pub fn show_changes(&mut self, changes: Option<Arc<Path>>) {
        self.sources.content = self.sources.content.with_changes(changes);
        self.assembly.read_from(self.sources.content.clone());
    }

    /// Reads the files that changed since the last load; `now` decides which texts are visible.
    /// Never fails: problems are in the diagnostics, and [`Spill::check`] reports data that the
    /// disk lost.
    pub fn load(&mut self, now: Timestamp, touched: &ChangedPaths) -> Loaded {
        let (scan, touched) = self.scan(touched);
        let mut diagnostics = scan.diagnostics.clone();
        let root_files = self.root_files(&scan, &mut diagnostics);
        self.read_redirects(&scan, &mut diagnostics);
        let formats = self.formats(&mut diagnostics);
        let schemas = self.read_schemas(&scan, &mut diagnostics);
        let collections = self.assemble(scan, touched, &root_files.site.time_zone, now);
        diagnostics.extend(self.assembly.diagnostics().cloned());
        let (folder, locales) = (&self.sources.content, &self.sources.locales);
        let sources = OriginSources {
            forms: forms::read(folder, &collections, locales, &mut diagnostics),
            site: &root_files.site,
            system_config: root_files.system_config,
            collections: &collections,
            locales: &self.sources.locales,
            server_texts: &root_files.server_texts,
            synonyms: root_files.synonyms,
            mail_page: root_files.mail_page,
        };
        let origin_data = self.origin_data(sources, &mut diagnostics);
        root_files.site.checks.apply(&mut diagnostics);
        let mut media = published_media(&collections);
        let static_files = static_files::read(folder, locales, &mut diagnostics);
        let (source_hash, source_list) = self.sources(&schemas, &static_files);
        // The build is not published then, and an editor waits for the report.
        let has_error = diagnostics.iter().any(|it| it.severity == Severity::Error);
        let (pictures, problems) = match has_error {
            true => Default::default(),
            false => self.images.make(&media),
        };
        diagnostics.extend(problems);
        // Not before the pictures: others ask for exactly these files.
        media.extend(static_files);
        media.sort_by(|a, b| a.path.cmp(&b.path));
        sort(&mut diagnostics);
        let content = Content {
            site: root_files.site,
            locales: self.sources.locales.clone(),
            collections,
            media,
            pictures,
            server_texts: root_files.server_texts,
            origin_data,
            source_hash,
            source_list: source_list.into(),
            next_change: self.assembly.next_change(),
            schemas,
            due: self.assembly.due(),
            ends: self.assembly.ends(),
            aliases: self.assembly.aliases(),
            redirects: self.redirects.clone(),
            hidden: self.assembly.hidden(),
            folder: self.sources.content.clone().into(),
            formats,
            published: Default::default(),
        };
        Loaded {
            content,
            diagnostics,
        }
    }

    /// The files beside collections.
    fn root_files(&self, scan: &Scan, diagnostics: &mut Vec<Diagnostic>) -> RootFiles {
        let Sources {
            content: folder,
            locales,
            locale_folder,
            ..
        } = &self.sources;
        let file = folder.name(SYSTEM_CONFIG);
        let has_system_config = scan.root_files.contains(SYSTEM_CONFIG);
        let settings = match scan.root_files.contains(SETTINGS_SCHEMA) {
            true => read_settings_schema(folder, &folder.name(SETTINGS_SCHEMA), diagnostics),
            false => None,
        };
        let site = folder.name(SITE);
        RootFiles {
            site: site::read_site(folder, &site, settings.as_ref(), locales, diagnostics),
            system_config: if has_system_config {
                site::read_system_config(folder, &file, locales, diagnostics)
            } else {
                site::no_settings(locales)
            },
            server_texts: server_texts::read(locale_folder, locales, diagnostics),
            synonyms: if scan.root_files.contains(SEARCH) {
                search::read_synonyms(folder, &folder.name(SEARCH), diagnostics)
            } else {
                Vec::new()
            },
            mail_page: if scan.root_files.contains(MAIL) {
                mail_page::read(folder, &folder.name(MAIL), diagnostics)
            } else {
                String::new()
            },
        }
    }

    fn read_redirects(&mut self, scan: &Scan, diagnostics: &mut Vec<Diagnostic>) {
        let Sources {
            content, locales, ..
        } = &self.sources;
        let file = content.name(REDIRECTS);
        self.redirects = match scan.root_files.contains(REDIRECTS) {
            true => RedirectFile::read(content, &file, locales, &self.redirects, diagnostics),
            false if self.redirects.is_none() => self.redirects.clone(),
            false => Arc::default(),
        };
    }

    /// All collections as they are `now`; `touched` are the entries that may have changed.
    fn assemble(
        &mut self,
        mut scan: Scan,
        touched: Option<BTreeSet<EntryKey>>,
        zone: &TimeZone,
        now: Timestamp,
    ) -> BTreeMap<String, Collection> {
        let inputs = AssemblyInputs {
            schemas: &self.schemas,
            locales: &self.sources.locales,
            zone,
            now,
            visibility: self.sources.visibility,
        };
        self.assembly.update(&inputs, &mut scan, touched);
        self.scan = Some(scan);
        self.assembly.collections()
    }

    /// All content files: those of entries, and those beside collections.
    fn sources(&self, schemas: &[SchemaFile], static_files: &[Arc<Media>]) -> (Hash, SourceList) {
        let Sources {
            content: folder,
            locales,
            locale_folder,
            ..
        } = &self.sources;
        let schema = |schema: &SchemaFile| SourceFile::new(&schema.path, &schema.hash);
        let mut more: Vec<SourceFile> = schemas.iter().map(schema).collect();
        let files = static_files.iter();
        more.extend(files.map(|media| SourceFile::new(&media.file, &media.hash)));
        for name in [
            SITE,
            SETTINGS_SCHEMA,
            SYSTEM_CONFIG,
            REDIRECTS,
            SEARCH,
            MAIL,
        ] {
            more.extend(read_source(&folder.name(name), &folder.place(name)));
        }
        for locale in locales {
            let path = server_texts::path(locale_folder, &locale.code);
            more.extend(read_source(&format!("locales/{}", locale.code), &path));
        }
        self.assembly.sources().with(&more)
    }

    /// Data of the embedded origin, checked.
    fn origin_data(
        &self,
        sources: OriginSources<'_>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> OriginData {
        let (folder, collections) = (&self.sources.content, sources.collections);
        let data = sources.data(&folder.name(SITE), diagnostics);
        let file = folder.name(SYSTEM_CONFIG);
        site::check_images(&file, &data, collections, diagnostics);
        data
    }

    /// Which entries there are now, and which of them may have changed; none: any.
    fn scan(&mut self, touched: &ChangedPaths) -> (Scan, Option<BTreeSet<EntryKey>>) {
        let folder = &self.sources.content;
        let Some(before) = self.scan.take() else {
            return (Scan::find(folder), None);
        };
        if let ChangedPaths::Paths(paths) = touched
            && let Some(places) = before.touched_entries(folder, paths)
        {
            return (before, Some(places));
        }
        let mut scan = Scan::find(folder);
        scan.remember(&before);
        (scan, None)
    }

    fn formats(&mut self, diagnostics: &mut Vec<Diagnostic>) -> Arc<Vec<Formats>> {
        if let Some(formats) = &self.formats {
            return formats.clone();
        }
        let file = self.sources.content.name("");
        let formats = Arc::new(formats(&self.sources.locales, &file, diagnostics));
        if formats.len() == self.sources.locales.len() {
            self.formats = Some(formats.clone());
        }
        formats
    }

    /// The pictures of the last load.
    pub fn images(&self) -> &Images {
        &self.images
    }

    /// Reads all schemas; compiles those with changed bytes.
    fn read_schemas(&mut self, scan: &Scan, diagnostics: &mut Vec<Diagnostic>) -> Vec<SchemaFile> {
        let Sources {
            content: folder,
            locales,
            ..
        } = &self.sources;
        let mut files = Vec::new();
        let mut known = std::mem::take(&mut self.schemas);
        for (collection, found) in &scan.collections {
            let file = folder.name(&format!("{collection}/_schema.json"));
            match read_schema(folder, (collection, found), &file, known.remove(collection)) {
                Ok(schema) => {
                    files.push(SchemaFile {
                        path: file,
                        hash: schema.hash,
                    });
                    self.schemas.insert(collection.clone(), schema);
                }
                Err(problems) => diagnostics.extend(problems),
            }
        }
        for (collection, schema) in &self.schemas {
            let file = folder.name(&format!("{collection}/_schema.json"));
            diagnostics.extend(unknown_references(schema, &scan.collections, &file));
            for language in &scan.collections[collection].words {
                let found = words::check_file(folder, locales, (collection, schema), language);
                diagnostics.extend(found);
            }
        }
        files
    }
}

/// Files beside entries that are to be published, sorted by path.
fn published_media(collections: &BTreeMap<String, Collection>) -> Vec<Arc<Media>> {
    let entries = collections.values().flat_map(Collection::entries);
    let files = entries.flat_map(|entry| entry.files.iter().cloned());
    let mut media: Vec<Arc<Media>> = files.collect();
    media.sort_by(|a, b| a.path.cmp(&b.path));
    media
}

fn formats(locales: &[Locale], file: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Formats> {
    let mut formats = Vec::with_capacity(locales.len());
    for locale in locales {
        match Formats::new(locale) {
            Ok(found) => formats.push(found),
            Err(message) => diagnostics.push(Diagnostic::new(file, message)),
        }
    }
    formats
}

fn read_schema(
    folder: &ContentFolder,
    (collection, found): (&str, &Folder),
    file: &str,
    known: Option<Arc<Schema>>,
) -> Result<Arc<Schema>, Vec<Diagnostic>> {
    if !found.schema {
        let message = Message::new("no-schema").with("collection", collection);
        return Err(vec![Diagnostic::new(file, message)]);
    }
    let path = folder.place(&format!("{collection}/_schema.json"));
    let read =
        text_file::read(&path, file, text_file::MAX_YAML).map_err(|problem| vec![*problem])?;
    if let Some(known) = known.filter(|known| known.hash == read.hash) {
        return Ok(known);
    }
    let value = text_file::json(file, &read.text).map_err(|problem| vec![*problem])?;
    Schema::compile(value, read.hash)
        .map(Arc::new)
        .map_err(|problems| text_file::locate(file, &read.text, 0..read.text.len(), problems))
}

fn unknown_references(
    schema: &Schema,
    collections: &BTreeMap<String, Folder>,
    file: &str,
) -> Vec<Diagnostic> {
    let unknown = schema
        .references()
        .into_iter()
        .filter(|(_, collection)| !collections.contains_key(*collection));
    unknown
        .map(|(pointer, collection)| {
            let near = generator_ground::diagnostic::suggestion(
                collection,
                collections.keys().map(String::as_str),
            );
            let message = Message::new("schema/collection")
                .with("collection", collection)
                .suggest(near);
            Diagnostic::new(file, message).field(pointer)
        })
        .collect()
}

fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let key = |d: &Diagnostic| (d.file.clone(), d.line, d.column, d.message.clone());
    diagnostics.sort_by_cached_key(key);
    diagnostics.dedup();
}

fn read_settings_schema(
    folder: &ContentFolder,
    file: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<SettingsSchema> {
    let compiled = || {
        let path = folder.place(SETTINGS_SCHEMA);
        let read =
            text_file::read(&path, file, text_file::MAX_YAML).map_err(|problem| vec![*problem])?;
        let value = text_file::json(file, &read.text).map_err(|problem| vec![*problem])?;
        SettingsSchema::compile(&value)
            .map_err(|problems| text_file::locate(file, &read.text, 0..read.text.len(), problems))
    };
    compiled()
        .map_err(|problems| diagnostics.extend(problems))
        .ok()
}
