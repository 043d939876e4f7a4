//! Problems of the content, reported so that an editor can mend them: the place, the reason, and
//! the remedy.
//!
//! One [`Diagnostic`] is shown in three ways, in the reader's language: [`Diagnostic::human`] on a
//! terminal, [`Diagnostic::json`] in the report, and [`Diagnostic::annotation`] as a line that CI
//! systems turn into a mark in the changed file.

pub mod console;
pub mod explain;
pub mod failure;
pub mod warning;

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

pub use config_file::spelling::suggestion;

use crate::message::{Language, Message};
use yaml_reader::TextRange;

/// Severity of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The site is not published until it is mended.
    Error,
    /// The problem is worth mending; the build continues.
    Warning,
}

/// One problem in one place. Its serde form, without texts, is for internal files of the generator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Severity of the problem.
    pub severity: Severity,
    /// Path with `/`, relative to the folder that holds `content/`:
    /// `content/news/first-close/en.md`.
    pub file: String,
    /// Line, from 1; absent where the whole file is meant.
    pub line: Option<u32>,
    /// Column in characters, from 1.
    pub column: Option<u32>,
    /// JSON pointer to the field: `/figures/0/label`.
    pub field: Option<String>,
    /// The problem and its remedy.
    pub message: Message,
    /// The line of the file.
    pub source: Option<Excerpt>,
    /// The file changed while it was read: the same build may succeed when it is run again.
    pub retryable: bool,
}

/// One line of a file with the part that is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excerpt {
    /// The line without its end; long ones are cut.
    pub text: String,
    /// Byte range in `text`.
    pub start: usize,
    /// End of the range.
    pub end: usize,
}

/// A longer line is cut in excerpts, in characters: minified files must not flood a terminal.
const EXCERPT_MAX: usize = 160;

impl Diagnostic {
    /// An error about a file as a whole.
    pub fn new(file: impl Into<String>, message: Message) -> Self {
        Self {
            severity: Severity::Error,
            file: file.into(),
            line: None,
            column: None,
            field: None,
            message,
            source: None,
            retryable: false,
        }
    }

    /// Stable name of the kind of problem: `unknown-field`.
    pub fn code(&self) -> &str {
        self.message.code()
    }

    /// Makes it a warning.
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Names a field of the file.
    pub fn field(mut self, pointer: impl Into<String>) -> Self {
        self.field = Some(pointer.into());
        self
    }

    /// Names a place in `text`, the whole text of the file.
    ///
    /// A place below the last line, where a parser waited for more, is reported at the last line.
    pub fn at(mut self, text: &str, mut place: TextRange) -> Self {
        let last = u32::try_from(text.lines().count())
            .unwrap_or(u32::MAX)
            .max(1);
        if place.line > last {
            place = TextRange {
                line: last,
                column: 1,
                length: 1,
            };
        }
        self.line = Some(place.line);
        self.column = Some(place.column);
        self.source = excerpt(text, place);
        self
    }

    /// The diagnostic, for a file that changed while it was read.
    pub fn retry(mut self) -> Self {
        self.retryable = true;
        self
    }

    /// The text for people: rustc's layout, coloured with ANSI sequences if `color`.
    pub fn human(&self, color: bool, language: Language) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let (reason, remedy) = (self.message.text(language), self.message.remedy(language));
        let level = level.with_name(self.severity.name().text(language));
        let title = level.primary_title(reason).id(self.code());
        let group = match (&self.source, self.line) {
            (Some(source), Some(line)) => title.element(
                Snippet::source(source.text.as_str())
                    .line_start(line as usize)
                    .path(self.file.as_str())
                    .annotation(AnnotationKind::Primary.span(source.start..source.end)),
            ),
            _ => title.element(annotate_snippets::Origin::path(self.file.as_str())),
        };
        let help = Level::HELP.with_name(Message::new("help").text(language));
        let report: [Group<'_>; 1] = [group.element(help.message(remedy))];
        let renderer = if color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.render(&report)
    }

    /// The line for CI, `::error file=…,line=…,col=…,title=…::…`, as GitHub's runner and others
    /// read it.
    pub fn annotation(&self, language: Language) -> String {
        let level = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let mut line = format!("::{level} file={}", escape_property(&self.file));
        for (name, number) in [("line", self.line), ("col", self.column)] {
            if let Some(number) = number {
                // Writing to a String cannot fail.
                let _ = write!(line, ",{name}={number}");
            }
        }
        let words = self.join_sentences(false, language);
        let _ = write!(line, ",title={}::{}", self.code(), escape_data(&words));
        line
    }

    /// One line: `content/news/first/en.md:3:1: unknown field …; write …`.
    pub fn line(&self, language: Language) -> String {
        let mut line = self.file.clone();
        for number in [self.line, self.column].into_iter().flatten() {
            let _ = write!(line, ":{number}");
        }
        let _ = write!(line, ": {}", self.join_sentences(true, language));
        line
    }

    /// The JSON for programs: the problem as data, and its words.
    pub fn json(&self, language: Language) -> Value {
        let mut json = Map::new();
        let mut put = |name: &str, value: Value| {
            if !value.is_null() {
                json.insert(name.to_owned(), value);
            }
        };
        let values = self.message.data(language);
        put("severity", json!(self.severity));
        put("code", json!(self.code()));
        put("file", json!(self.file));
        put("line", json!(self.line));
        put("column", json!(self.column));
        put("field", json!(self.field));
        put("reason", json!(self.message.text(language)));
        put("remedy", json!(self.message.remedy(language)));
        put("values", json!(Some(values).filter(|all| !all.is_empty())));
        put("source", json!(self.source));
        put("retryable", json!(self.retryable.then_some(true)));
        Value::Object(json)
    }

    /// Reason and remedy in one sentence, or in two.
    fn join_sentences(&self, is_one: bool, language: Language) -> String {
        let both = if is_one {
            Message::new("reason-then-remedy")
        } else {
            Message::new("reason-and-remedy")
        };
        both.with("reason", self.message.text(language))
            .with("remedy", self.message.remedy(language))
            .text(language)
    }
}

/// Shows the diagnostic in English, as logs are.
impl std::fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.line(Language::English))
    }
}

impl std::error::Error for Diagnostic {}

impl Severity {
    /// Name of the severity.
    fn name(self) -> Message {
        match self {
            Self::Error => Message::new("error"),
            Self::Warning => Message::new("warning"),
        }
    }
}

fn excerpt(text: &str, place: TextRange) -> Option<Excerpt> {
    let line = text.lines().nth(place.line as usize - 1)?;
    let shown: String = line.chars().take(EXCERPT_MAX).map(visible).collect();
    let byte = |chars: usize| {
        shown
            .char_indices()
            .nth(chars)
            .map_or(shown.len(), |(index, _)| index)
    };
    let first = place.column as usize - 1;
    let (start, end) = (byte(first), byte(first + place.length as usize));
    Some(Excerpt {
        start,
        end,
        text: shown,
    })
}

/// A control character could move the cursor or recolour the terminal it is shown on.
fn visible(character: char) -> char {
    if character.is_control() && character != '\t' {
        '\u{fffd}'
    } else {
        character
    }
}

fn escape_data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    escape_data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Argument;

    const TEXT: &str = "---\ntitle: 潮\ntilte: x\n---\n";

    fn unknown_field() -> Diagnostic {
        let message = Message::new("unknown-field")
            .with("field", "tilte")
            .with("known", Argument::names(["title"]))
            .suggest(Some("title"));
        Diagnostic::new("content/news/a/en.md", message)
            .field("/tilte")
            .at(
                TEXT,
                TextRange {
                    line: 3,
                    column: 1,
                    length: 5,
                },
            )
    }

    // R10.06
    #[test]
    fn an_editor_reads_what_is_wrong_where_and_what_to_do() {
        let english = "\
error[unknown-field]: unknown field `tilte`
 --> content/news/a/en.md:3:1
  |
3 | tilte: x
  | ^^^^^
  |
  = help: did you mean `title`?";
        assert_eq!(unknown_field().human(false, Language::English), english);
        let chinese = "\
错误[unknown-field]: 没有 `tilte` 这个字段
 --> content/news/a/en.md:3:1
  |
3 | tilte: x
  | ^^^^^
  |
  = 建议: 是不是想写 `title`？";
        assert_eq!(unknown_field().human(false, Language::Chinese), chinese);
    }

    // R10.06
    #[test]
    fn carets_stand_under_wide_characters() {
        let place = TextRange {
            line: 2,
            column: 8,
            length: 3,
        };
        let shown = unknown_field().at("---\ntitle: 潮生记 x\n", place);
        let shown = shown.human(false, Language::Chinese);
        let line = |number: usize| shown.lines().nth(number).unwrap();
        assert_eq!(line(3), "2 | title: 潮生记 x");
        assert_eq!(line(4), "  |        ^^^^^^", "two columns each");
    }

    // R10.06
    #[test]
    fn ci_gets_one_line_in_which_nothing_can_break_out() {
        let of = |language| unknown_field().annotation(language);
        let place = "::error file=content/news/a/en.md,line=3,col=1,title=unknown-field::";
        assert_eq!(
            of(Language::English),
            format!("{place}unknown field `tilte`. did you mean `title`?")
        );
        assert_eq!(
            of(Language::Chinese),
            format!("{place}没有 `tilte` 这个字段。是不是想写 `title`？")
        );
        let message = Message::new("unknown-field").with("field", "one\n::error::two");
        let hostile = Diagnostic::new("a,b:c\n.md", message.suggest(Some("do")));
        assert_eq!(
            hostile.annotation(Language::English),
            "::error file=a%2Cb%3Ac%0A.md,title=unknown-field::unknown field `one%0A::error::two`. did you mean `do`?"
        );
    }

    // R10.06
    #[test]
    fn the_report_names_file_line_field_values_reason_and_remedy() {
        let expected = |reason: &str, remedy: &str| {
            json!({
                "severity": "error", "code": "unknown-field", "file": "content/news/a/en.md", "line": 3, "column": 1,
                "field": "/tilte", "reason": reason, "remedy": remedy,
                "values": {"field": "tilte", "known": ["title"], "suggestion": "title"},
                "source": {"text": "tilte: x", "start": 0, "end": 5}
            })
        };
        assert_eq!(
            unknown_field().json(Language::English),
            expected("unknown field `tilte`", "did you mean `title`?")
        );
        assert_eq!(
            unknown_field().json(Language::Chinese),
            expected("没有 `tilte` 这个字段", "是不是想写 `title`？")
        );
    }

    #[test]
    fn what_is_kept_of_a_problem_is_read_back() {
        let kept = serde_json::to_vec(&unknown_field()).unwrap();
        let read: Diagnostic = serde_json::from_slice(&kept).unwrap();
        assert_eq!(read, unknown_field());
    }

    #[test]
    fn a_place_beyond_the_text_or_in_a_long_line_is_harmless() {
        let far = TextRange {
            line: 9,
            column: 900,
            length: 9,
        };
        assert!(
            unknown_field()
                .at(TEXT, far)
                .human(false, Language::English)
                .contains("unknown field")
        );
        let long = "x".repeat(5_000);
        let place = TextRange {
            line: 1,
            column: 4_000,
            length: 5,
        };
        assert!(
            unknown_field()
                .at(&long, place)
                .human(false, Language::English)
                .len()
                < 1_000
        );
        let escape = unknown_field().at(
            "\u{1b}[31mred",
            TextRange {
                line: 1,
                column: 1,
                length: 1,
            },
        );
        assert!(!escape.human(false, Language::English).contains('\u{1b}'));
    }
}
