//! The index on disk: a folder under `var/` that can be lost, and is then made anew.
//!
//! A page is one document: its terms, its units for ranking, and itself. The folder's name has the
//! index's version, so that a newer program makes its own. Several processes may share it: tantivy
//! lets one write at a time, and each commit names the pages that it holds.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use contract::Hash;
use contract::search::SearchPage;
use tantivy::collector::TopDocs;
use tantivy::directory::error::LockError;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::query::{BooleanQuery, BoostQuery, Occur, Query, TermQuery};
use tantivy::schema::{
    BytesOptions, Field, IndexRecordOption, STORED, STRING, Schema, TextFieldIndexing, TextOptions,
    Value as _,
};
use tantivy::{
    DocAddress, IndexReader, IndexSettings, ReloadPolicy, Searcher, TantivyDocument, TantivyError,
    Term,
};

use super::analysis::spots;
use super::directory::IndexDirectory;
use super::rank::PageUnits;
use super::terms;

/// Raise it when a page gives other terms or units, or its form in the index changes.
const VERSION: u32 = 3;

/// Memory of the writer, the least that tantivy takes.
const WRITER_MEMORY: usize = 15_000_000;

/// Segments of fewer pages count as equally small. A merge reads the texts of each of its segments
/// whole, so small ones must not take a large one along every time; a thousand pages have 5 MB.
const SMALL_SEGMENT: u32 = 256;

/// Bytes of a block of stored pages: reading one page reads a block.
const BLOCK: usize = 4096;

/// Times that a term of the title counts, of the headings, of the description.
const TITLE: usize = 3;
const HEADING: usize = 2;
const DESCRIPTION: usize = 2;

/// Why the index cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum IndexError {
    /// A file of it is damaged.
    #[error("files of it are damaged")]
    Torn,
    /// Another process writes it.
    #[error("another process writes it")]
    Busy,
    /// The disk failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The library's words.
    #[error(transparent)]
    Tantivy(TantivyError),
}

impl From<TantivyError> for IndexError {
    fn from(error: TantivyError) -> Self {
        match error {
            TantivyError::LockFailure(LockError::LockBusy, _) => Self::Busy,
            error => Self::Tantivy(error),
        }
    }
}

/// An index that can be read and written.
pub(super) struct Index {
    index: tantivy::Index,
    reader: IndexReader,
    fields: Fields,
}

#[derive(Clone, Copy)]
struct Fields {
    /// Path and hash of the document: a page as it was read.
    key: Field,
    /// Terms, and for each page `<locale>#`, by which pages of a locale are counted.
    terms: Field,
    units: Field,
    /// Id of its route.
    route: Field,
    page: Field,
}

/// A page that may answer.
pub(super) struct Candidate {
    pub(super) units: PageUnits,
    pub(super) hash: Hash,
    pub(super) path: String,
    pub(super) route: String,
    page: Vec<u8>,
}

impl Candidate {
    /// The candidate's page as it was read.
    pub(super) fn page(&self) -> Result<SearchPage, IndexError> {
        serde_json::from_slice(&self.page).map_err(|_| IndexError::Torn)
    }
}

impl Index {
    /// Opens the index, or makes an empty one. A damaged one is thrown away.
    pub(super) fn open(folder: &Path) -> Result<Self, IndexError> {
        let folder = folder.join(VERSION.to_string());
        fs::create_dir_all(&folder)?;
        match Self::open_sound(&folder) {
            Err(IndexError::Io(error)) => Err(error.into()),
            Err(error) => {
                tracing::warn!(%error, "the search index is made anew");
                fs::remove_dir_all(&folder)?;
                fs::create_dir_all(&folder)?;
                Self::open_sound(&folder)
            }
            index => index,
        }
    }

    fn open_sound(folder: &Path) -> Result<Self, IndexError> {
        let (schema, fields) = schema();
        let settings = IndexSettings {
            docstore_blocksize: BLOCK,
            docstore_compress_dedicated_thread: false,
            ..IndexSettings::default()
        };
        let builder = tantivy::Index::builder().schema(schema).settings(settings);
        let index = builder.open_or_create(IndexDirectory::open(folder)?)?;
        if !index.validate_checksum()?.is_empty() {
            return Err(IndexError::Torn);
        }
        let reader = index
            .reader_builder()
            .reload_policy(ReloadPolicy::Manual)
            .doc_store_cache_num_blocks(8)
            .try_into()?;
        Ok(Self {
            index,
            reader,
            fields,
        })
    }

    /// The name that the last commit was given.
    pub(super) fn name(&self) -> Result<Option<String>, IndexError> {
        Ok(self.index.load_metas()?.payload)
    }

    /// Lets searches see the last commit.
    pub(super) fn reload(&self) -> Result<(), IndexError> {
        Ok(self.reader.reload()?)
    }

    /// The pages as they were committed last.
    pub(super) fn pages(&self) -> IndexedPages {
        IndexedPages {
            searcher: self.reader.searcher(),
            fields: self.fields,
        }
    }

    /// Takes the right to write.
    pub(super) fn writer(&self) -> Result<Writer, IndexError> {
        let options = IndexWriterOptions::builder()
            .memory_budget_per_thread(WRITER_MEMORY)
            .num_merge_threads(1)
            .build();
        let writer: tantivy::IndexWriter = self.index.writer_with_options(options)?;
        let mut merges = LogMergePolicy::default();
        merges.set_min_layer_size(SMALL_SEGMENT);
        writer.set_merge_policy(Box::new(merges));
        Ok(Writer {
            writer,
            fields: self.fields,
        })
    }
}

fn schema() -> (Schema, Fields) {
    let mut schema = Schema::builder();
    let words = TextFieldIndexing::default()
        .set_tokenizer("whitespace")
        .set_index_option(IndexRecordOption::WithFreqs);
    let fields = Fields {
        key: schema.add_text_field("key", STRING | STORED),
        terms: schema.add_text_field("terms", TextOptions::default().set_indexing_options(words)),
        units: schema.add_bytes_field("units", BytesOptions::default().set_stored()),
        route: schema.add_text_field("route", STORED),
        page: schema.add_bytes_field("page", BytesOptions::default().set_stored()),
    };
    (schema.build(), fields)
}

/// The right to write the index, and the changes since the last commit.
pub(super) struct Writer {
    writer: tantivy::IndexWriter,
    fields: Fields,
}

impl Writer {
    /// Adds a page. Answers the bytes that wait in memory because of it.
    pub(super) fn add(&self, hash: Hash, page: &SearchPage) -> Result<usize, IndexError> {
        let (terms, units) = (terms_of(page), PageUnits::new(page).to_bytes());
        let json = serde_json::to_vec(page).map_err(io::Error::other)?;
        let bytes = terms.len() + units.len() + json.len();
        let mut document = TantivyDocument::default();
        document.add_text(self.fields.key, key(&page.href, hash));
        document.add_text(self.fields.terms, terms);
        document.add_bytes(self.fields.units, &units);
        document.add_text(self.fields.route, &page.route);
        document.add_bytes(self.fields.page, &json);
        self.writer.add_document(document)?;
        Ok(bytes)
    }

    /// Takes a page out, as it was read then.
    pub(super) fn remove(&self, path: &str, hash: Hash) {
        self.writer
            .delete_term(Term::from_field_text(self.fields.key, &key(path, hash)));
    }

    /// Makes all of it last, under a name.
    pub(super) fn commit(&mut self, name: &str) -> Result<(), IndexError> {
        let mut commit = self.writer.prepare_commit()?;
        commit.set_payload(name);
        commit.commit()?;
        Ok(())
    }

    /// Gives the right back, when all merges have ended.
    pub(super) fn close(self) -> Result<(), IndexError> {
        Ok(self.writer.wait_merging_threads()?)
    }
}

fn key(path: &str, hash: Hash) -> String {
    format!("{hash}{path}")
}

fn of_key(key: &str) -> Option<(String, Hash)> {
    let (hash, path) = key.split_at_checked(32)?;
    Some((path.to_owned(), hash.parse().ok()?))
}

/// The term that every page of a locale has.
fn locale_term(locale: &str) -> String {
    format!("{locale}#")
}

/// All terms of a page, with spaces between them.
fn terms_of(page: &SearchPage) -> String {
    let mut all = locale_term(&page.locale);
    let mut put = |text: &str, times: usize| {
        terms::each(&page.locale, text, &spots(text), |term| {
            for _ in 0..times {
                all.push(' ');
                all.push_str(&term);
            }
        });
    };
    put(&page.title, TITLE);
    put(&page.description, DESCRIPTION);
    for passage in &page.passages {
        put(passage.heading.as_deref().unwrap_or_default(), HEADING);
        put(&passage.text, 1);
    }
    all
}

/// The pages of one commit.
pub(super) struct IndexedPages {
    pub(super) searcher: Searcher,
    fields: Fields,
}

impl IndexedPages {
    /// Path and hash of each page.
    pub(super) fn keys(&self) -> Result<BTreeMap<String, Hash>, IndexError> {
        let mut keys = BTreeMap::new();
        for segment in self.searcher.segment_readers() {
            let inverted = segment.inverted_index(self.fields.key)?;
            let mut stream = inverted.terms().stream()?;
            while let Some((term, info)) = stream.next() {
                let mut postings =
                    inverted.read_postings_from_terminfo(info, IndexRecordOption::Basic)?;
                let is_there = is_alive(segment, &mut postings);
                if let Some((path, hash)) = str::from_utf8(term).ok().and_then(of_key)
                    && is_there
                {
                    keys.insert(path, hash);
                }
            }
        }
        Ok(keys)
    }

    /// The pages with most of some terms, the likeliest first. Each term has a weight.
    pub(super) fn candidates(
        &self,
        terms: &BTreeMap<String, f32>,
        most: usize,
    ) -> Result<Vec<Candidate>, IndexError> {
        let clauses = terms.iter().map(|(term, weight)| {
            let term = Term::from_field_text(self.fields.terms, term);
            let query = TermQuery::new(term, IndexRecordOption::WithFreqs);
            let query: Box<dyn Query> = Box::new(BoostQuery::new(Box::new(query), *weight));
            (Occur::Should, query)
        });
        let query = BooleanQuery::new(clauses.collect());
        let best = self
            .searcher
            .search(&query, &TopDocs::with_limit(most).order_by_score())?;
        best.into_iter().map(|(_, at)| self.candidate(at)).collect()
    }

    fn candidate(&self, at: DocAddress) -> Result<Candidate, IndexError> {
        let document: TantivyDocument = self.searcher.doc(at)?;
        let text = |field| document.get_first(field).and_then(|value| value.as_str());
        let bytes = |field| document.get_first(field).and_then(|value| value.as_bytes());
        let (key, route) = (
            text(self.fields.key).and_then(of_key),
            text(self.fields.route),
        );
        let (units, page) = (bytes(self.fields.units), bytes(self.fields.page));
        let Some((((path, hash), route), (units, page))) = key.zip(route).zip(units.zip(page))
        else {
            return Err(IndexError::Torn);
        };
        Ok(Candidate {
            units: PageUnits::from_bytes(units),
            route: route.to_owned(),
            page: page.to_owned(),
            hash,
            path,
        })
    }

    /// Pages with a term; those that were taken out may count for a while.
    pub(super) fn count(&self, term: &str) -> Result<u32, IndexError> {
        let term = Term::from_field_text(self.fields.terms, term);
        let count = self.searcher.doc_freq(&term)?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    /// Pages of a locale.
    pub(super) fn count_of(&self, locale: &str) -> Result<u32, IndexError> {
        self.count(&locale_term(locale))
    }

    /// Hands out terms from one to another, with their pages, a segment at a time. At most `most`
    /// are looked at.
    pub(super) fn terms(
        &self,
        from: &str,
        to: &str,
        most: usize,
        mut see: impl FnMut(&str, u32),
    ) -> Result<(), IndexError> {
        for segment in self.searcher.segment_readers() {
            let inverted = segment.inverted_index(self.fields.terms)?;
            let mut stream = inverted.terms().range().ge(from).lt(to).into_stream()?;
            let mut seen = 0;
            while let Some((term, info)) = stream.next() {
                seen += 1;
                if seen > most {
                    break;
                }
                if let Ok(term) = str::from_utf8(term) {
                    see(term, info.doc_freq);
                }
            }
        }
        Ok(())
    }
}

fn is_alive(segment: &tantivy::SegmentReader, postings: &mut impl tantivy::DocSet) -> bool {
    let mut document = postings.doc();
    while document != tantivy::TERMINATED {
        if !segment.is_deleted(document) {
            return true;
        }
        document = postings.advance();
    }
    false
}
