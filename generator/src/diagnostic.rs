//! What is wrong with the content, told so that an editor can mend it: where, why, and what to do.
//!
//! One [`Diagnostic`] is shown in three ways: [`Diagnostic::human`] on a terminal, its serde form in the JSON report, and
//! [`Diagnostic::annotation`] as a line that CI systems turn into a mark in the changed file.

use std::fmt::Write as _;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use serde::Serialize;

/// How much a problem weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Nothing is published until it is mended.
    Error,
    /// Worth mending; the build goes on.
    Warning,
}

/// One problem in one place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// How much it weighs.
    pub severity: Severity,
    /// Stable name of the kind of problem: `unknown-field`.
    pub code: &'static str,
    /// Path with `/`, relative to the folder that holds `content/`: `content/news/first-close/en.md`.
    pub file: String,
    /// Line, from 1; absent where the whole file is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// JSON pointer to the field: `/figures/0/label`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// What is wrong, in one sentence.
    pub reason: String,
    /// What to do, in one sentence.
    pub remedy: String,
    /// The line of the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<Excerpt>,
    /// The file changed while it was read: the same build may succeed when it is run again.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub retryable: bool,
}

/// One line of a file with the part that is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Excerpt {
    /// The line without its end; long ones are cut.
    pub text: String,
    /// Byte range in `text`.
    pub start: usize,
    /// End of the range.
    pub end: usize,
}

/// A place in a text: line and column from 1, and how many characters are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Characters, at least 1.
    pub length: u32,
}

/// A longer line is cut in excerpts, in characters: minified files must not flood a terminal.
const EXCERPT_MAX: usize = 160;

impl Diagnostic {
    /// An error about a file as a whole.
    pub fn error(
        code: &'static str,
        file: impl Into<String>,
        reason: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Error,
            code,
            file: file.into(),
            line: None,
            column: None,
            field: None,
            reason: reason.into(),
            remedy: remedy.into(),
            source: None,
            retryable: false,
        }
    }

    /// The same as a warning.
    pub fn warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// The same, for a field of the file.
    pub fn field(mut self, pointer: impl Into<String>) -> Self {
        self.field = Some(pointer.into());
        self
    }

    /// The same at a place in `text`, the whole text of the file.
    ///
    /// A place below the last line, where a parser waited for more, is told at the last line.
    pub fn at(mut self, text: &str, mut place: Place) -> Self {
        let last = u32::try_from(text.lines().count())
            .unwrap_or(u32::MAX)
            .max(1);
        if place.line > last {
            place = Place {
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

    /// The same for a file that changed while it was read.
    pub fn retry(mut self) -> Self {
        self.retryable = true;
        self
    }

    /// For people: rustc's layout, coloured with ANSI sequences if `color`.
    pub fn human(&self, color: bool) -> String {
        let level = match self.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
        };
        let title = level.primary_title(self.reason.as_str()).id(self.code);
        let group = match (&self.source, self.line) {
            (Some(source), Some(line)) => title.element(
                Snippet::source(source.text.as_str())
                    .line_start(line as usize)
                    .path(self.file.as_str())
                    .annotation(AnnotationKind::Primary.span(source.start..source.end)),
            ),
            _ => title.element(annotate_snippets::Origin::path(self.file.as_str())),
        };
        let report: [Group<'_>; 1] = [group.element(Level::HELP.message(self.remedy.as_str()))];
        let renderer = if color {
            Renderer::styled()
        } else {
            Renderer::plain()
        };
        renderer.render(&report)
    }

    /// For CI: one line, `::error file=…,line=…,col=…,title=…::…`, as GitHub's runner and others read it.
    pub fn annotation(&self) -> String {
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
        let message = format!("{}. {}", sentence(&self.reason), sentence(&self.remedy));
        let _ = write!(line, ",title={}::{}", self.code, escape_data(&message));
        line
    }
}

impl std::fmt::Display for Diagnostic {
    /// One line: `content/news/first/en.md:3:1: unknown field …; write …`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.file)?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        write!(f, ": {}; {}", self.reason, self.remedy)
    }
}

impl std::error::Error for Diagnostic {}

/// The known word nearest to `wrong`, if it is near enough to be what was meant.
pub fn suggestion<T: AsRef<str> + Ord>(
    wrong: &str,
    known: impl IntoIterator<Item = T>,
) -> Option<T> {
    let limit = (wrong.chars().count() / 3).clamp(1, 3);
    known
        .into_iter()
        .map(|word| (strsim::osa_distance(wrong, word.as_ref()), word))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, word)| word)
}

fn excerpt(text: &str, place: Place) -> Option<Excerpt> {
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

fn sentence(text: &str) -> &str {
    text.trim_end_matches('.')
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

    const TEXT: &str = "---\ntitle: 潮\ntilte: x\n---\n";

    fn unknown_field() -> Diagnostic {
        Diagnostic::error(
            "unknown-field",
            "content/news/a/en.md",
            "unknown field `tilte`",
            "did you mean `title`?",
        )
        .field("/tilte")
        .at(
            TEXT,
            Place {
                line: 3,
                column: 1,
                length: 5,
            },
        )
    }

    // R10.06
    #[test]
    fn an_editor_reads_what_is_wrong_where_and_what_to_do() {
        let text = unknown_field().human(false);
        let expected = "\
error[unknown-field]: unknown field `tilte`
 --> content/news/a/en.md:3:1
  |
3 | tilte: x
  | ^^^^^
  |
  = help: did you mean `title`?";
        assert_eq!(text, expected);
    }

    // R10.06
    #[test]
    fn ci_gets_one_line_in_which_nothing_can_break_out() {
        assert_eq!(
            unknown_field().annotation(),
            "::error file=content/news/a/en.md,line=3,col=1,title=unknown-field::unknown field `tilte`. did you mean `title`?"
        );
        let hostile = Diagnostic::error("x", "a,b:c\n.md", "one\n::error::two", "do").annotation();
        assert_eq!(
            hostile,
            "::error file=a%2Cb%3Ac%0A.md,title=x::one%0A::error::two. do"
        );
    }

    // R10.06
    #[test]
    fn the_report_names_file_line_field_reason_and_remedy() {
        let json = serde_json::to_value(unknown_field()).unwrap();
        assert_eq!(
            json,
            serde_json::json!({
                "severity": "error", "code": "unknown-field", "file": "content/news/a/en.md", "line": 3, "column": 1,
                "field": "/tilte", "reason": "unknown field `tilte`", "remedy": "did you mean `title`?",
                "source": {"text": "tilte: x", "start": 0, "end": 5}
            })
        );
    }

    #[test]
    fn a_place_beyond_the_text_or_in_a_long_line_is_harmless() {
        let far = Place {
            line: 9,
            column: 900,
            length: 9,
        };
        assert!(
            unknown_field()
                .at(TEXT, far)
                .human(false)
                .contains("unknown field")
        );
        let long = "x".repeat(5_000);
        let place = Place {
            line: 1,
            column: 4_000,
            length: 5,
        };
        assert!(unknown_field().at(&long, place).human(false).len() < 1_000);
        let escape = unknown_field().at(
            "\u{1b}[31mred",
            Place {
                line: 1,
                column: 1,
                length: 1,
            },
        );
        assert!(!escape.human(false).contains('\u{1b}'));
    }

    #[test]
    fn only_a_near_word_is_suggested() {
        let known = ["title", "summary", "date"];
        assert_eq!(suggestion("tilte", known), Some("title"));
        assert_eq!(suggestion("summery", known), Some("summary"));
        assert_eq!(suggestion("colour", known), None);
    }
}
