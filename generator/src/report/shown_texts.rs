//! The texts before and after a line of the log, as an editor reads them.

use std::collections::HashSet;

use contract::build::{Access, BuildId};
use serde::Serialize;

use generator_builds::Builds;
use generator_builds::changed_texts::{ChangedText, ChangedTexts};
use generator_builds::diff::words::{ChangeOfLine, LineChange};
use generator_builds::log::{LogLine, LogVerb};
use generator_ground::message::Message;

/// A line of the log with the texts that it changed. Also its JSON, field by field.
#[derive(Debug, Serialize)]
pub struct LineWithTexts<'a> {
    /// The line.
    #[serde(flatten)]
    pub line: &'a LogLine,
    /// The texts.
    #[serde(flatten)]
    pub texts: ShownTexts,
}

/// Texts before and after a line of the log.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ShownTexts {
    /// Pages, those first that the log names as changed.
    pub texts: Vec<ChangedText>,
    /// Number of pages that are not for everybody, and were not asked for.
    #[serde(skip_serializing_if = "is_zero")]
    pub guarded: usize,
    /// The build that is no longer kept, and with it all texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dropped: Option<BuildId>,
}

/// Texts that a person asked for.
#[derive(Debug)]
pub struct Wanted<'a> {
    /// The page; none: all pages.
    pub page: Option<&'a str>,
    /// Pages for signed-in visitors, too.
    pub is_guarded: bool,
}

impl ShownTexts {
    /// The texts of `line` that are `wanted`; none for a line without two builds.
    ///
    /// # Errors
    /// A build that is there cannot be read.
    pub fn read(builds: &Builds, line: &LogLine, wanted: &Wanted<'_>) -> anyhow::Result<Self> {
        match (&line.before, &line.build) {
            (Some(before), Some(build)) if line.verb != LogVerb::Undone => {
                let texts = builds.changed_texts(before, build, wanted.page)?;
                Ok(Self::new(line, texts, wanted))
            }
            _ => Ok(Self::default()),
        }
    }

    /// The texts of `line` that are `wanted`. A page that only lists the text of another page
    /// repeats its words, so a change is shown once, unless the page was requested.
    pub fn new(line: &LogLine, texts: ChangedTexts, wanted: &Wanted<'_>) -> Self {
        let mut texts = match texts {
            ChangedTexts::Kept(texts) => texts,
            ChangedTexts::Dropped(build) => {
                let dropped = Some(build).filter(|_| is_about(line, wanted));
                return Self {
                    dropped,
                    ..Self::default()
                };
            }
        };
        match wanted.page {
            Some(page) => texts.retain(|text| text.path == page),
            None => texts = without_repetition(line, texts),
        }
        let all = texts.len();
        let is_open =
            |text: &ChangedText| !matches!(text.access, Access::Guarded | Access::Private);
        texts.retain(|text| wanted.is_guarded || is_open(text));
        Self {
            guarded: all - texts.len(),
            texts,
            dropped: None,
        }
    }

    /// True if they hold neither a text nor the reason for its absence.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// The texts in sentences.
    pub fn lines(&self) -> Vec<Message> {
        let mut lines: Vec<Message> = self.texts.iter().flat_map(page).collect();
        if self.guarded > 0 {
            lines.push(Message::new("shown-guarded").with("pages", self.guarded));
        }
        if let Some(build) = &self.dropped {
            lines.push(Message::new("shown-dropped").with("build", build.to_string()));
        }
        lines
    }
}

/// True if a line without texts any more may have changed the requested page.
fn is_about(line: &LogLine, wanted: &Wanted<'_>) -> bool {
    let Some(page) = wanted.page else {
        return true;
    };
    let pages = line.pages.iter();
    let kinds = pages.flat_map(|pages| [&pages.changed, &pages.listing, &pages.removed]);
    kinds.into_iter().any(|kind| kind.paths.contains(page))
}

fn without_repetition(line: &LogLine, mut texts: Vec<ChangedText>) -> Vec<ChangedText> {
    let kind = |text: &ChangedText| match &line.pages {
        Some(pages) if pages.changed.paths.contains(&text.path) => 0,
        Some(pages) if pages.listing.paths.contains(&text.path) => 2,
        _ => 1,
    };
    texts.sort_by_cached_key(kind);
    let mut seen: HashSet<(ChangeOfLine, String)> = HashSet::new();
    texts.retain(|text| {
        let differing = text.lines.iter();
        let differing = differing.filter(|line| line.change != ChangeOfLine::Same);
        // Not `any`, which would stop at the first new one.
        let new =
            differing.filter(|changed| seen.insert((changed.change, changed.line.text.clone())));
        new.count() > 0
    });
    texts
}

fn page(text: &ChangedText) -> Vec<Message> {
    let head = Message::new("shown-page").with("path", &text.path);
    let lines = text.lines.iter().map(shown_line);
    std::iter::once(head).chain(lines).collect()
}

fn shown_line(LineChange { change, line }: &LineChange) -> Message {
    let message = match change {
        ChangeOfLine::Removed => Message::new("shown-line/before"),
        ChangeOfLine::Added => Message::new("shown-line/after"),
        ChangeOfLine::Same => Message::new("shown-line"),
    };
    let text = match &line.field {
        Some(field) => format!("{field}: {}", line.text),
        None => line.text.clone(),
    };
    message.with("text", text)
}

/// Whether the number is 0.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use contract::control::Initiator;

    use super::*;
    use generator_builds::changed_pages::{ChangedPages, CountedPages};
    use generator_builds::diff::words::TextLine;
    use generator_ground::message::Language;

    fn text(path: &str, access: Access, lost: &str) -> ChangedText {
        let line = TextLine {
            field: path.ends_with("news").then(|| "items.title".to_owned()),
            text: lost.to_owned(),
        };
        ChangedText {
            path: path.to_owned(),
            access,
            lines: vec![LineChange {
                change: ChangeOfLine::Removed,
                line,
            }],
        }
    }

    fn line() -> LogLine {
        let initiator = Initiator {
            by: "ann".to_owned(),
            why: None,
            commit: None,
        };
        let changed = CountedPages {
            count: 1,
            paths: ["/news/cedar".to_owned()].into(),
        };
        LogLine {
            pages: Some(ChangedPages {
                changed,
                ..ChangedPages::default()
            }),
            ..LogLine::new(LogVerb::Publish, "2026-11-21T00:00:00Z", &initiator)
        }
    }

    fn words(texts: ChangedTexts, wanted: &Wanted<'_>) -> Vec<String> {
        let shown = ShownTexts::new(&line(), texts, wanted);
        let lines = shown.lines().into_iter();
        lines.map(|line| line.text(Language::English)).collect()
    }

    // R10.04
    #[test]
    fn a_change_is_shown_once_and_first_where_it_was_written() {
        let texts = || {
            ChangedTexts::Kept(vec![
                text("/news", Access::Public, "Lost."),
                text("/news/cedar", Access::Public, "Lost."),
                text("/letters/a", Access::Guarded, "A secret."),
            ])
        };
        let all = |page, is_guarded| words(texts(), &Wanted { page, is_guarded });
        let cedar = ["  before and after, /news/cedar:", "    - Lost."];
        let guarded =
            "  1 page is not for everybody; --show-guarded shows the text, too".to_owned();
        assert_eq!(
            all(None, false),
            [&cedar.map(str::to_owned)[..], &[guarded]].concat()
        );
        assert!(all(None, true).contains(&"    - A secret.".to_owned()));
        let list = ["  before and after, /news:", "    - items.title: Lost."];
        assert_eq!(all(Some("/news"), false), list);
    }

    // R10.04
    #[test]
    fn texts_of_a_build_that_is_no_longer_kept_are_said_to_be_gone() {
        let build: BuildId = "20261121T000000Z-00000001".parse().unwrap();
        let told = |page| {
            let wanted = Wanted {
                page,
                is_guarded: false,
            };
            words(ChangedTexts::Dropped(build.clone()), &wanted)
        };
        let gone = format!("  the texts are gone: build {build} is no longer kept");
        assert_eq!(told(None), std::slice::from_ref(&gone));
        assert_eq!(told(Some("/news/cedar")), [gone]);
        assert_eq!(told(Some("/other")), [""; 0]);
    }
}
