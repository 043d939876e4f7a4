//! From files to [`Content`]: finds all, reads what changed, puts it together.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use contract::Hash;
use contract::locale::Locale;
use jiff::Timestamp;
use rayon::prelude::*;

use super::assemble::Assembler;
use super::format::Formats;
use super::parse::{Parsed, parse};
use super::scan::{Folder, Found, Scan, scan};
use super::schema::Schema;
use super::source::Stamp;
use super::{Content, SchemaFile, site, text_file};
use crate::diagnostic::Diagnostic;
use crate::images::Images;

/// Where the content is and in which languages.
#[derive(Clone, Debug)]
pub struct Sources {
    /// Absolute path of `content/`.
    pub content: PathBuf,
    /// The languages, default first.
    pub locales: Vec<Locale>,
    /// Where pictures are kept; without it images are only checked.
    pub images: Option<PathBuf>,
}

/// Reads content; keeps what it has read, so that the next load reads only what changed.
#[derive(Debug)]
pub struct Loader {
    sources: Sources,
    /// File → what it said.
    known: HashMap<String, Arc<Known>>,
    images: Images,
}

/// What a load found.
#[derive(Debug)]
pub struct Loaded {
    /// The content; fit to be published only if no diagnostic is an error.
    pub content: Content,
    /// All problems, sorted by file and line.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file as it was when it was read last.
#[derive(Debug)]
pub(crate) struct Known {
    stamp: Option<Stamp>,
    read: SystemTime,
    /// The schema it was checked against.
    schema: Hash,
    /// What it says.
    pub(crate) parsed: Parsed,
    diagnostics: Vec<Diagnostic>,
}

impl Known {
    /// True if reading `found` again would give the same.
    fn holds(&self, found: &Found, schema: Hash) -> bool {
        self.schema == schema
            && self
                .stamp
                .is_some_and(|stamp| stamp == found.stamp && stamp.settled_before(self.read))
    }
}

impl Loader {
    /// A loader that has read nothing yet.
    pub fn new(sources: Sources) -> Self {
        Self {
            images: Images::new(sources.images.clone()),
            sources,
            known: HashMap::new(),
        }
    }

    /// Reads what changed since the last load; `now` decides what is visible. Never fails: what is wrong is in the diagnostics.
    pub fn load(&mut self, now: Timestamp) -> Loaded {
        let Sources {
            content: root,
            locales,
            ..
        } = &self.sources;
        let mut scan = scan(root, locales);
        let mut diagnostics = std::mem::take(&mut scan.diagnostics);
        let name = |file: &str| scan_name(root, file);
        let site = site::read_site(root, &name("site.yaml"), &mut diagnostics);
        let system_config = if scan.root_files.contains("system-config.yaml") {
            site::read_system_config(root, &name("system-config.yaml"), locales, &mut diagnostics)
        } else {
            BTreeMap::new()
        };
        let formats = formats(locales, &name(""), &mut diagnostics);
        let (schemas, compiled) = self.read_schemas(&scan, &mut diagnostics);
        self.known = self.read_files(&scan, &compiled);
        for known in self.known.values() {
            diagnostics.extend(known.diagnostics.iter().cloned());
        }
        let mut assembler = Assembler::new(
            &self.sources.locales,
            &site.time_zone,
            now,
            &mut diagnostics,
        );
        let collections = assembler.collections(&scan, compiled, &self.known);
        let next_change = assembler.next_change();
        let origin_data = site::origin_data(
            &site,
            &name("site.yaml"),
            system_config,
            &collections,
            locales,
            &mut diagnostics,
        );
        site::check_images(
            &name("system-config.yaml"),
            &origin_data,
            &collections,
            &mut diagnostics,
        );
        let mut content = Content::new(
            site,
            locales.clone(),
            collections,
            schemas,
            origin_data,
            next_change,
            formats,
        );
        let (pictures, problems) = self.images.make(&content.media);
        content.pictures = pictures;
        diagnostics.extend(problems);
        sort(&mut diagnostics);
        Loaded {
            content,
            diagnostics,
        }
    }

    /// The pictures of what was loaded last.
    pub fn images(&self) -> &Images {
        &self.images
    }

    fn read_schemas(
        &self,
        scan: &Scan,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> (Vec<SchemaFile>, BTreeMap<String, Arc<Schema>>) {
        let mut files = Vec::new();
        let mut compiled = BTreeMap::new();
        for (collection, folder) in &scan.collections {
            let file = scan_name(&self.sources.content, &format!("{collection}/_schema.json"));
            match read_schema(&self.sources.content, collection, folder, &file) {
                Ok(schema) => {
                    files.push(SchemaFile {
                        path: file,
                        hash: schema.hash,
                    });
                    compiled.insert(collection.clone(), Arc::new(schema));
                }
                Err(problems) => diagnostics.extend(problems),
            }
        }
        for (collection, schema) in &compiled {
            let file = scan_name(&self.sources.content, &format!("{collection}/_schema.json"));
            diagnostics.extend(unknown_references(schema, &scan.collections, &file));
        }
        (files, compiled)
    }

    fn read_files(
        &self,
        scan: &Scan,
        schemas: &BTreeMap<String, Arc<Schema>>,
    ) -> HashMap<String, Arc<Known>> {
        let files: Vec<(&Found, &Schema)> = scan
            .collections
            .iter()
            .filter_map(|(name, folder)| Some((folder, schemas.get(name)?)))
            .flat_map(|(folder, schema)| {
                folder
                    .entries
                    .values()
                    .flatten()
                    .map(move |found| (found, &**schema))
            })
            .collect();
        let read = |(found, schema): (&Found, &Schema)| {
            let known = self
                .known
                .get(&found.file)
                .filter(|known| known.holds(found, schema.hash));
            let known = known.cloned().unwrap_or_else(|| {
                let read = SystemTime::now();
                let outcome = parse(found, schema, &self.sources.locales);
                Arc::new(Known {
                    stamp: outcome.stamp,
                    read,
                    schema: schema.hash,
                    parsed: outcome.parsed,
                    diagnostics: outcome.diagnostics,
                })
            });
            (found.file.clone(), known)
        };
        files.into_par_iter().map(read).collect()
    }
}

/// A file below the content root as messages name it.
fn scan_name(root: &std::path::Path, file: &str) -> String {
    let base = root
        .file_name()
        .map_or_else(|| "content".into(), |name| name.to_string_lossy());
    if file.is_empty() {
        base.into_owned()
    } else {
        format!("{base}/{file}")
    }
}

fn formats(locales: &[Locale], file: &str, diagnostics: &mut Vec<Diagnostic>) -> Vec<Formats> {
    let mut formats = Vec::with_capacity(locales.len());
    for locale in locales {
        match Formats::new(locale) {
            Ok(found) => formats.push(found),
            Err(reason) => diagnostics.push(Diagnostic::error(
                "locale",
                file,
                reason,
                "correct the code in `locales/locales.json`",
            )),
        }
    }
    formats
}

fn read_schema(
    root: &std::path::Path,
    collection: &str,
    folder: &Folder,
    file: &str,
) -> Result<Schema, Vec<Diagnostic>> {
    if !folder.schema {
        let remedy = "add a `_schema.json` that says which fields its entries have, or move the folder out of the content";
        return Err(vec![Diagnostic::error(
            "no-schema",
            file,
            format!("the collection `{collection}` has no schema"),
            remedy,
        )]);
    }
    let path = root.join(collection).join("_schema.json");
    let read =
        text_file::read(&path, file, text_file::MAX_YAML).map_err(|problem| vec![*problem])?;
    let value = serde_json::from_str(&read.text)
        .map_err(|error| vec![not_json(file, &read.text, &error)])?;
    Schema::compile(&value, read.hash)
        .map_err(|problems| text_file::locate(file, &read.text, 0..read.text.len(), problems))
}

fn not_json(file: &str, text: &str, error: &serde_json::Error) -> Diagnostic {
    let number = |value: usize| u32::try_from(value.max(1)).unwrap_or(u32::MAX);
    let place = crate::diagnostic::Place {
        line: number(error.line()),
        column: number(error.column()),
        length: 1,
    };
    Diagnostic::error(
        "json-syntax",
        file,
        format!("not readable as JSON: {error}"),
        "check commas, quotes and brackets here",
    )
    .at(text, place)
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
            let near =
                crate::diagnostic::suggestion(collection, collections.keys().map(String::as_str));
            let remedy = near.map_or_else(
                || "name a folder of the content".to_owned(),
                |near| format!("did you mean `{near}`?"),
            );
            Diagnostic::error(
                "schema",
                file,
                format!("there is no collection `{collection}`"),
                remedy,
            )
            .field(pointer)
        })
        .collect()
}

fn sort(diagnostics: &mut Vec<Diagnostic>) {
    let key = |d: &Diagnostic| (d.file.clone(), d.line, d.column, d.code, d.reason.clone());
    diagnostics.sort_by_cached_key(key);
    diagnostics.dedup();
}
