//! Output of `diff`.

use std::collections::BTreeMap;

use contract::Hash;
use contract::build::{Access, BuildId, Index};
use serde::Serialize;

use super::{NAMED_PAGES, line};
use generator_builds::diff::rules::Rules;
use generator_builds::diff::{ChangedPage, Changes, Difference, Part};
use generator_ground::diagnostic::console::MessageFormat;
use generator_ground::message::{Argument, Language, Message};

/// Places of a page that are named on a terminal; JSON has all.
const NAMED_PLACES: usize = 4;

/// Two builds and how they differ. Also the JSON that `--message-format json` prints, field by
/// field.
#[derive(Debug, Serialize)]
pub struct Compared {
    /// The first build.
    pub before: Named,
    /// The second.
    pub after: Named,
    /// Paths of the second.
    pub paths: usize,
    /// How they differ.
    #[serde(flatten)]
    pub difference: Difference,
    /// Texts that were asked for: path → diff.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub shown: BTreeMap<String, BytesDifference>,
}

/// A build's names.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Named {
    /// Id of the build.
    pub build: BuildId,
    /// Hash of the published content.
    pub content_hash: Hash,
}

/// Texts that are shown of a path.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BytesDifference {
    /// Lines that begin with `-`, `+` or a space; none if the texts are the same.
    Text(String),
    /// The file is no text: its lengths in bytes, before and after.
    Binary(usize, usize),
    /// The texts are guarded, and `--show-guarded` was not given.
    Guarded,
}

impl From<&Index> for Named {
    fn from(index: &Index) -> Self {
        Self {
            build: index.id.clone(),
            content_hash: index.content_hash,
        }
    }
}

impl Compared {
    /// Prints the comparison to standard output.
    pub fn print(&self, format: MessageFormat, language: Language) -> anyhow::Result<()> {
        if format == MessageFormat::Json {
            line(&serde_json::to_string(self)?);
            return Ok(());
        }
        for message in self.lines() {
            line(&message.text(language));
        }
        Ok(())
    }

    fn lines(&self) -> Vec<Message> {
        let Difference { site, pages, files } = &self.difference;
        let mut lines = vec![self.head()];
        lines.extend(
            site.iter()
                .map(|name| Message::new("diff/site").with("name", name)),
        );
        lines.extend(came_and_went(|| Message::new("diff-page"), pages));
        let (chrome, others): (Vec<_>, Vec<_>) = pages.changed.iter().partition(is_chrome_alone);
        let shown = chrome.len().min(NAMED_PAGES);
        let changed = others.into_iter().chain(chrome[..shown].iter().copied());
        lines.extend(changed.map(|page| {
            Message::new("diff/changed")
                .with("what", Message::new("diff-page"))
                .with("path", &page.path)
                .with("access", access(&page.rules_now))
                .with(
                    "parts",
                    Argument::list(page.parts.iter().map(|part| part_message(part, page))),
                )
        }));
        if chrome.len() > shown {
            lines.push(Message::new("diff/more").with("more", chrome.len() - shown));
        }
        lines.extend(came_and_went(|| Message::new("diff-file"), files));
        lines.extend(files.changed.iter().map(|file| {
            Message::new("diff/changed")
                .with("what", Message::new("diff-file"))
                .with("path", &file.path)
                .with("access", access(&file.rules_now))
                .with("parts", file.what.join(", "))
        }));
        lines.extend(self.shown.iter().flat_map(shown_lines));
        lines
    }

    fn head(&self) -> Message {
        let Difference { pages, files, .. } = &self.difference;
        let message = if self.difference.is_none() {
            Message::new("diff/same")
                .with("paths", self.paths)
                .with("content", self.after.content_hash.to_string())
        } else {
            Message::new("diff")
                .with("pages", sum(pages))
                .with("files", sum(files))
        };
        message
            .with("before", self.before.build.to_string())
            .with("after", self.after.build.to_string())
    }
}

/// The text at a path that was asked for.
fn shown_lines((path, shown): (&String, &BytesDifference)) -> [Message; 2] {
    let text = match shown {
        BytesDifference::Text(text) if text.is_empty() => Message::new("diff-text/same"),
        BytesDifference::Text(text) => Message::new("diff-text").with("text", text),
        BytesDifference::Binary(old, new) => Message::new("diff-text/binary")
            .with("old", *old)
            .with("new", *new),
        BytesDifference::Guarded => Message::new("diff-text/guarded"),
    };
    [Message::new("diff-shown").with("path", path), text]
}

/// `1 added, 0 removed, 3 changed`.
fn sum<T>(changes: &Changes<T>) -> Message {
    Message::new("diff-sum")
        .with("added", changes.added.len())
        .with("removed", changes.removed.len())
        .with("changed", changes.changed.len())
}

fn came_and_went<T>(what: fn() -> Message, changes: &Changes<T>) -> Vec<Message> {
    let lists: [(fn() -> Message, _); 2] = [
        (|| Message::new("diff/added"), &changes.added),
        (|| Message::new("diff/removed"), &changes.removed),
    ];
    let lines = lists.into_iter().flat_map(|(came, list)| {
        list.iter().map(move |standing| {
            came()
                .with("what", what())
                .with("path", &standing.path)
                .with("access", access(&standing.rules))
        })
    });
    lines.collect()
}

fn is_chrome_alone(page: &&ChangedPage) -> bool {
    page.parts.iter().eq([&Part::Chrome])
}

/// `content (payload.data.entry.title)`, `files (figures.csv)`.
fn part_message(part: &Part, page: &ChangedPage) -> Message {
    let places = || first_names(page.places.iter().filter(|place| place.part() == *part));
    let (message, details) = match part {
        Part::Content => (Message::new("diff-part/content"), places()),
        Part::Head => (Message::new("diff-part/head"), places()),
        Part::Chrome => return Message::new("diff-part/chrome"),
        Part::Files => (
            Message::new("diff-part/files"),
            first_names(page.files.iter()),
        ),
        Part::Rules => (
            Message::new("diff-part/rules"),
            first_names(page.rules.iter()),
        ),
    };
    message.with("details", details)
}

/// The first few, and how many more there are.
fn first_names(of: impl Iterator<Item = impl ToString>) -> Message {
    let all: Vec<String> = of.map(|place| place.to_string()).collect();
    let more = all.len().saturating_sub(NAMED_PLACES);
    let message = match more {
        0 => Message::new("diff-places"),
        more => Message::new("diff-places/more").with("more", more),
    };
    message.with("places", all[..all.len() - more].join(", "))
}

fn access(rules: &Rules) -> Message {
    match rules.access() {
        Access::Guarded => Message::new("diff-access/guarded"),
        Access::Guest => Message::new("diff-access/guest"),
        Access::Private => Message::new("diff-access/private"),
        Access::Public => Message::new("diff-access/public"),
    }
}
