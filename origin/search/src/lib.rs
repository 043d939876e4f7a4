#![doc = include_str!("../README.md")]

pub mod analysis;
mod directory;
mod encoding;
pub mod excerpt;
mod find;
mod finder;
pub mod http;
mod index;
mod indexed_vocabulary;
mod marks;
mod question;
pub mod quotation;
mod rank;
pub mod renewal;
pub mod sentences;
pub mod terms;
mod tree;
mod vocabulary;
pub mod words;

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use contract::Hash;
use contract::origin_data::SearchData;

use exposition::Number;
use index::Index;
use origin_ground::Ground;
use origin_ground::content::{Content, Fingerprint, fingerprint};
use quotation::Quotation;
use tree::Tree;
use words::Synonyms;

/// Search over the live build.
#[derive(Debug)]
pub struct SiteSearch {
    /// Database, key, content, clock and limits.
    pub ground: Arc<Ground>,
    /// The search that all calls share.
    pub index: Arc<Search>,
}

/// The search of an origin.
pub struct Search {
    builds: PathBuf,
    /// The folder of the index: `var/search`.
    folder: PathBuf,
    content: Content,
    state: Mutex<State>,
    /// Held while the live build's shards are read.
    reading: Mutex<()>,
    figures: SearchFigures,
}

/// Questions since the start, of visitors and of the assistant, by their outcome.
#[derive(Debug, Default)]
pub struct SearchFigures {
    /// Questions with at least one hit.
    pub found: Number,
    /// Questions without a hit.
    pub none: Number,
    /// Questions that could not be answered, because the index was not ready or failed.
    pub failed: Number,
}

#[derive(Default)]
struct State {
    tree: Option<(Fingerprint, Arc<Tree>)>,
    /// The index; none until all pages of some build are in it.
    index: Option<Arc<Index>>,
    /// Whether the index failed a search.
    is_damaged: bool,
    rules: Option<Arc<Rules>>,
    /// The pointer that was complained about.
    complained: Option<Fingerprint>,
}

/// A site's own words for its search.
struct Rules {
    data: Arc<SearchData>,
    synonyms: Synonyms,
}

/// A question, as a visitor or the assistant asks it.
#[derive(Clone, Debug)]
pub struct Question {
    /// The question, in any language.
    pub text: String,
    /// Value of the header `language`, or a locale code; the site's default language for others.
    pub language: Option<String>,
    /// Search the other languages as well; else only if this one has no hit.
    pub in_all_languages: bool,
    /// The one kind of hits that is wanted.
    pub kind: Option<String>,
    /// Hits before the first one that is wanted.
    pub from: usize,
    /// Hits that are wanted, at most.
    pub count: usize,
}

/// The pages that answer.
#[derive(Clone, Debug, Default)]
pub struct SearchHits {
    /// Hits that are wanted, the best first.
    pub hits: Vec<Hit>,
    /// Hits in all, at most [`find::PAGES_MAX`] in a language.
    pub total: usize,
    /// Hits of each kind, whichever is wanted.
    pub kinds: Vec<(String, usize)>,
    /// Whether the site has an answer to the question, as far as words can show.
    pub answerable: bool,
    /// The question without its slips, where it has any.
    pub did_you_mean: Option<String>,
}

/// A page that answers.
#[derive(Clone, Debug)]
pub struct Hit {
    /// Path on the site, with the locale's prefix.
    pub href: String,
    /// The page's first heading; the document's title where it has none.
    pub title: String,
    /// The page's description for search engines.
    pub description: String,
    /// Bytes of the description that match the question.
    pub description_marks: Vec<(usize, usize)>,
    /// `page`, or the name of the collection whose entry the page shows.
    pub kind: String,
    /// Locale code.
    pub locale: String,
    /// Day of publication, such as `2026-05-03`; none where the page has no date.
    pub date: Option<String>,
    /// Relevance, comparable among the hits of one question.
    pub score: f32,
    /// Passages that answer, the best first; none where only the title answers.
    pub passages: Vec<HitPassage>,
}

/// A passage that answers, whole.
#[derive(Clone, Debug)]
pub struct HitPassage {
    /// Id of the heading, by which an address leads to it; none before the first one.
    pub anchor: Option<String>,
    /// The heading above the text; none before the first one.
    pub heading: Option<String>,
    /// Paragraphs, list items, facts and rows of tables, one line each.
    pub text: String,
    /// The sentences that cover most of the question; none if no sentence covers any.
    pub quotation: Option<Quotation>,
    /// Bytes of the text that match the question, in order.
    pub marks: Vec<(usize, usize)>,
}

/// The first index is not there yet, or the last one was lost.
#[derive(Debug)]
pub struct NotReady;

impl Search {
    /// The index is made by [`renewal::Renewal`].
    pub fn new(builds: PathBuf, folder: PathBuf, content: Content) -> Self {
        Self {
            builds,
            folder,
            content,
            state: Mutex::default(),
            reading: Mutex::default(),
            figures: SearchFigures::default(),
        }
    }

    /// Questions since the start, by their outcome.
    pub fn figures(&self) -> &SearchFigures {
        &self.figures
    }

    /// Whether the index has the pages of the live build, or no build is live. Reads files: blocks
    /// for a moment.
    pub fn is_current(&self) -> bool {
        let Some(tree) = self.tree() else {
            return true;
        };
        let name = self.index().and_then(|index| index.name().ok().flatten());
        name == Some(index_name(tree.name))
    }

    /// Where the live build is.
    pub fn builds(&self) -> &Path {
        &self.builds
    }

    /// The pages of the live build; those that were read last if they cannot be read now.
    fn tree(&self) -> Option<Arc<Tree>> {
        let pointer = fs::metadata(self.builds.join("latest.json")).ok();
        let print = pointer.as_ref().map(fingerprint)?;
        let known = || self.with_state(|state| state.tree.clone());
        let fresh = |(seen, tree): (Fingerprint, Arc<Tree>)| (seen == print).then_some(tree);
        if let Some(tree) = known().and_then(fresh) {
            return Some(tree);
        }
        let _reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known();
        if let Some(tree) = before.clone().and_then(fresh) {
            return Some(tree);
        }
        let before = before.map(|(_, tree)| tree);
        match Tree::live(&self.builds, before.as_deref()) {
            Ok(tree) => {
                let tree = Arc::new(tree?);
                self.with_state(|state| state.tree = Some((print, Arc::clone(&tree))));
                Some(tree)
            }
            Err(error) => {
                let is_news =
                    self.with_state(|state| state.complained.replace(print) != Some(print));
                if is_news {
                    tracing::error!(%error, "the live build's pages cannot be read; search stays as it was");
                }
                before
            }
        }
    }

    /// The start of a locale's paths: `/en`; empty for the locale without a prefix.
    pub fn prefix(&self, locale: &str) -> String {
        let tree = self.tree();
        let locales = tree.iter().flat_map(|tree| &tree.locales);
        let prefix = locales
            .filter(|known| known.code == locale)
            .map(|known| &*known.prefix);
        let prefix = prefix.filter(|prefix| !prefix.is_empty());
        prefix.map(|prefix| format!("/{prefix}")).collect()
    }

    fn index(&self) -> Option<Arc<Index>> {
        self.with_state(|state| state.index.clone())
    }

    /// The live build's own words for its search.
    fn rules(&self) -> Arc<Rules> {
        let answers = self.content.live();
        let data = answers
            .map(|answers| Arc::clone(&answers.search))
            .unwrap_or_default();
        let known = self.with_state(|state| state.rules.clone());
        if let Some(rules) = known
            && rules.data == data
        {
            return rules;
        }
        let synonyms = Synonyms::new(&data.synonyms);
        let rules = Arc::new(Rules { data, synonyms });
        self.with_state(|state| state.rules = Some(Arc::clone(&rules)));
        rules
    }

    fn with_state<T>(&self, act: impl FnOnce(&mut State) -> T) -> T {
        // Every change is one assignment, so the state is whole even if a thread panicked.
        act(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Search({})", self.folder.display())
    }
}

/// The name of an index that has some of a build's pages.
const UNFINISHED: &str = "";

/// The name of an index that has all pages of a tree.
fn index_name(tree: Hash) -> String {
    tree.to_string()
}
