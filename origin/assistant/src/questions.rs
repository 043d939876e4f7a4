//! Questions with the pages that answer them, asked of a site's search: how good it is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sentences::Message;
use serde::Deserialize;

use origin_ground::content::Content;
use origin_ground::texts::{Texts, TextsError};
use origin_search::renewal::{Renewal, Round};
use origin_search::{Question, Search};

/// Hits among which a page is found.
const FIRST: usize = 3;

/// A question of a file.
#[derive(Debug, Deserialize)]
struct Asked {
    id: String,
    /// Locale code.
    language: String,
    question: String,
    /// How the question is put; `keywords`, `other-words` and `unanswered` have own figures.
    way: Option<String>,
    /// Paths without a locale's prefix that answer the question; none if the site does not.
    pages: Vec<String>,
}

/// The outcome for some questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuestionFigures {
    /// Questions that the site answers.
    pub answered: usize,
    /// Answered questions with their page among the first three.
    pub found: usize,
    /// Answered questions with their page in the first place.
    pub first: usize,
    /// Answered questions that are taken for others.
    pub refused: usize,
    /// Questions that the site does not answer.
    pub unanswered: usize,
    /// Unanswered questions that are taken for such.
    pub refused_rightly: usize,
    /// Ids of questions without their page among the first three.
    pub missed: Vec<String>,
}

/// Why the measurement failed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum QuestionsError {
    /// The file cannot be read.
    File(PathBuf, #[source] std::io::Error),
    /// The file has no questions.
    Malformed {
        /// The file.
        file: PathBuf,
        /// The fault in it.
        reason: Message,
    },
    /// The texts that were compiled in do not parse.
    #[error(transparent)]
    Texts(#[from] TextsError),
    /// No index could be made of the builds in this folder.
    NoIndex(PathBuf),
}

impl QuestionsError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::File(file, _) => {
                Message::new("questions-unreadable").with("file", file.display().to_string())
            }
            Self::Malformed { file, reason } => Message::new("questions-malformed")
                .with("file", file.display().to_string())
                .with("reason", reason.clone()),
            Self::Texts(error) => error.message(),
            Self::NoIndex(folder) => {
                Message::new("questions-no-index").with("folder", folder.display().to_string())
            }
        }
    }
}

/// Asks the questions of a file. The figures are by language, of every other question (`even`, by
/// which the search was tuned, and `odd`), by the way they are put, and of `all`.
pub fn measure_questions(
    file: &Path,
    builds: &Path,
    var: &Path,
) -> Result<BTreeMap<String, QuestionFigures>, QuestionsError> {
    let questions = read(file)?;
    let content = Content::new(builds.to_owned(), Texts::built_in()?);
    let search = Search::new(builds.to_owned(), var.join("search"), content);
    let search = Arc::new(search);
    let mut renewal = Renewal::new(Arc::clone(&search));
    let round = renewal.round(&|| false);
    renewal.rest();
    let no_index = || QuestionsError::NoIndex(builds.to_owned());
    if round != Round::Current {
        return Err(no_index());
    }
    let mut figures: BTreeMap<String, QuestionFigures> = BTreeMap::new();
    for (number, asked) in questions.into_iter().enumerate() {
        let outcome = ask(&search, &asked).ok_or_else(no_index)?;
        let half = if number % 2 == 0 { "even" } else { "odd" };
        let way = asked.way.as_deref();
        for group in [&*asked.language, half, "all"].into_iter().chain(way) {
            figures
                .entry(group.to_owned())
                .or_default()
                .count(&asked, &outcome);
        }
    }
    Ok(figures)
}

fn read(file: &Path) -> Result<Vec<Asked>, QuestionsError> {
    let text = std::fs::read_to_string(file);
    let text = text.map_err(|error| QuestionsError::File(file.to_owned(), error))?;
    let malformed = |reason: Message| QuestionsError::Malformed {
        file: file.to_owned(),
        reason,
    };
    let value = yaml_reader::parse(&text);
    let value = value
        .map_err(|error| malformed(Message::new("file-line").with("line", error.place.line)))?;
    serde_json::from_value(value)
        .map_err(|error| malformed(Message::new("system-words").with("words", error.to_string())))
}

/// The outcome of one question.
struct Outcome {
    /// Place of the first page that answers it.
    place: Option<usize>,
    answerable: bool,
}

fn ask(search: &Search, asked: &Asked) -> Option<Outcome> {
    let question = Question {
        text: asked.question.clone(),
        language: Some(asked.language.clone()),
        in_all_languages: false,
        kind: None,
        from: 0,
        count: FIRST,
    };
    let found = search.find(&question).ok()?;
    let answers = |href: &str, locale: &str| {
        let prefix = search.prefix(locale);
        let path = href.strip_prefix(&*prefix).unwrap_or(href);
        let path = if path.is_empty() { "/" } else { path };
        locale == asked.language && asked.pages.iter().any(|page| page == path)
    };
    let place = found
        .hits
        .iter()
        .position(|hit| answers(&hit.href, &hit.locale));
    Some(Outcome {
        place,
        answerable: found.answerable,
    })
}

impl QuestionFigures {
    fn count(&mut self, asked: &Asked, outcome: &Outcome) {
        if asked.pages.is_empty() {
            self.unanswered += 1;
            self.refused_rightly += usize::from(!outcome.answerable);
            return;
        }
        self.answered += 1;
        self.found += usize::from(outcome.place.is_some());
        self.first += usize::from(outcome.place == Some(0));
        self.refused += usize::from(!outcome.answerable);
        if outcome.place.is_none() {
            self.missed.push(asked.id.clone());
        }
    }
}
