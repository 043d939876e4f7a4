//! Markdown to HTML that can be trusted, and that a browser's parser gives back unchanged.
//!
//! ```text
//! Markdown ──html──► canonical HTML ──(only if the text has raw HTML) clean──► canonical HTML ──finish──► body
//!           pulldown-cmark's events                ammonia, until nothing changes        images, links, anchors
//! ```
//!
//! *Canonical* means: equal to the result of `innerHTML`, byte for byte. The client compares
//! strings (see DESIGN, "Rendering"), so this is tested with html5ever over random texts. Parsing
//! every body with html5ever would cost ten times as much as rendering it, therefore the writer is
//! canonical by itself and only raw HTML is passed through the sanitiser.

mod block_marks;
mod clean;
mod elements;
mod facts;
mod finish;
mod flank;
mod headings;
mod html;
mod ids;
mod input;
mod literal;
mod open_elements;
mod picture;
mod shown;
mod table;
mod tag;
mod text;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use contract::locale::Locale;
use memchr::memchr2;
use serde::{Deserialize, Serialize};

pub use elements::is_word as is_angle_word;
pub use facts::{BodyFacts, KnownBodies, Targets, page_of, warning_in_file};
pub use headings::{Heading, heading_ids};
pub use html::options;
pub use picture::columns;
pub use shown::ShownBody;

use block_marks::BlockMarks;
use input::Place;

use crate::content::Content;
use crate::entries::collection::{Collection, Entry};
use crate::entries::text::Text;
use crate::files::{front_matter, text_file};
use crate::marks::Marks;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;
use generator_media::Media;
use generator_media::images::Pictures;
use yaml_reader::TextRange;

/// A rendered body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// Path of the file.
    pub source: PathBuf,
    /// `content/news/first-close/en.md`.
    pub file: String,
    /// HTML exactly as the HTML parser serialises it.
    pub html: String,
    /// Links to pages of this site, each once, in order.
    pub links: Vec<Link>,
    /// Ids that a `#…` in the text may name, as its author writes them.
    pub anchors: Vec<String>,
    /// Broken anchors and images (errors), missing alternative texts (warnings).
    pub diagnostics: Vec<Diagnostic>,
}

/// A link in a body to a page of this site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The target as the author wrote it: `/about#team`.
    pub target: String,
    /// Path with the prefix of the page's locale: `/en/about#team`.
    pub href: String,
}

/// The page that a body is rendered for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings<'a> {
    /// The page's locale: links lead to its pages.
    pub(crate) locale: &'a Locale,
    pub(crate) locales: &'a [Locale],
    /// Entry of the page, of which files may be named without a path.
    pub(crate) entry: &'a Entry,
    /// All published files, sorted by path.
    pub(crate) media: &'a [Arc<Media>],
    /// Pictures made of the images among these files.
    pub(crate) pictures: &'a Pictures,
    /// The beginning of every id: empty, or the name of a text that is one of several.
    pub(crate) ids: &'a str,
    /// Marks for the body's blocks, where they are asked for.
    pub(crate) marks: Option<&'a Marks>,
}

/// Role of a text on its page, which decides its ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextRole {
    /// The page's own: `#outlook`.
    Own,
    /// One of several texts on one page: `#letters/2026-q3/outlook`.
    Among,
}

impl TextRole {
    /// The beginning of the ids of the entry's text.
    fn ids(self, collection: &Collection, entry: &Entry) -> String {
        match self {
            Self::Own => String::new(),
            Self::Among => format!("{}/{}/", collection.name, entry.slug),
        }
    }
}

/// The file of a body, for messages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BodySource<'a> {
    pub(crate) source: &'a Path,
    pub(crate) file: &'a str,
    pub(crate) whole: &'a str,
    /// Byte offset of the body.
    pub(crate) body: usize,
}

impl Content {
    /// Reads and renders the body of an entry that the page of locale number `locale` shows. The
    /// page itself has no influence, so that the same body may be shown on many.
    ///
    /// # Errors
    /// There is no such text, or its file has changed since the content was loaded (`retryable`).
    pub fn body(
        &self,
        collection: &Collection,
        entry: &Entry,
        locale: usize,
        standing: TextRole,
    ) -> Result<Body, Box<Diagnostic>> {
        self.body_with(collection, entry, locale, standing, None)
    }

    /// Renders as [`Self::body`], with a mark at the beginning of each block.
    ///
    /// # Errors
    /// As [`Self::body`].
    pub fn marked_body(
        &self,
        collection: &Collection,
        entry: &Entry,
        locale: usize,
        standing: TextRole,
        marks: &Marks,
    ) -> Result<Body, Box<Diagnostic>> {
        self.body_with(collection, entry, locale, standing, Some(marks))
    }

    fn body_with(
        &self,
        collection: &Collection,
        entry: &Entry,
        locale: usize,
        standing: TextRole,
        marks: Option<&Marks>,
    ) -> Result<Body, Box<Diagnostic>> {
        let (text, page_locale) = self.text(collection, entry, locale)?;
        let whole = read(&text)?;
        let body = if text.file.ends_with(".md") {
            front_matter::split(&whole).map_or(whole.len(), |parts| parts.body)
        } else {
            whole.len()
        };
        let ids = standing.ids(collection, entry);
        let surroundings = Surroundings {
            ids: &ids,
            locale: page_locale,
            locales: &self.locales,
            entry,
            media: &self.media,
            pictures: &self.pictures,
            marks,
        };
        Ok(render(
            &BodySource {
                source: &text.source(),
                file: &text.file,
                whole: &whole,
                body,
            },
            &surroundings,
        ))
    }

    /// The text that the page of locale number `locale` shows of an entry, and that locale.
    fn text(
        &self,
        collection: &Collection,
        entry: &Entry,
        locale: usize,
    ) -> Result<(Text, &Locale), Box<Diagnostic>> {
        let text = collection.text(entry, locale);
        if let (Some(text), Some(page_locale)) = (text, self.locales.get(locale)) {
            return Ok((text, page_locale));
        }
        let name = format!("{}/{}", collection.name, entry.slug);
        let message = Message::new("missing-entry").with("entry", &name);
        Err(Box::new(Diagnostic::new(name, message)))
    }
}

/// The whole file, if it is still the one that was loaded.
fn read(text: &Text) -> Result<String, Box<Diagnostic>> {
    let file = text_file::read(&text.source(), &text.file, text_file::MAX_MARKDOWN)?;
    if file.hash == text.hash {
        return Ok(file.text);
    }
    let message = Message::new("changing/since");
    Err(Box::new(Diagnostic::new(&*text.file, message).retry()))
}

/// Renders the body of `origin`.
pub(crate) fn render(origin: &BodySource<'_>, surroundings: &Surroundings<'_>) -> Body {
    let source = plain(&origin.whole[origin.body..]);
    let mut written = match surroundings.marks {
        Some(marks) => html::write_marked(&source, BlockMarks::new(origin, marks)),
        None => html::write(&source),
    };
    let mut diagnostics: Vec<Diagnostic> = written
        .problems
        .drain(..)
        .map(|problem| origin.tell(&problem))
        .collect();
    if written.raw {
        match clean::clean(&written.html) {
            Some(clean) => written.html = clean,
            None => {
                let tangled = Message::new("raw-html/tangled");
                diagnostics.push(Diagnostic::new(origin.file, tangled));
                written.html = String::new();
            }
        }
    }
    let finished = finish::finish(&written.html, surroundings);
    diagnostics.extend(finished.problems.iter().map(|problem| origin.tell(problem)));
    Body {
        source: origin.source.to_owned(),
        file: origin.file.to_owned(),
        html: finished.html,
        links: finished.links,
        anchors: finished.anchors,
        diagnostics,
    }
}

/// The text with `\n` at the end of lines, and without characters that HTML cannot contain.
fn plain(text: &str) -> Cow<'_, str> {
    if memchr2(b'\r', b'\0', text.as_bytes()).is_some() {
        Cow::Owned(
            text.replace("\r\n", "\n")
                .replace('\r', "\n")
                .replace('\0', "\u{fffd}"),
        )
    } else {
        Cow::Borrowed(text)
    }
}

/// Something wrong with the words `needle` of a body, or at a place of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BodyProblem {
    needle: String,
    place: Option<Place>,
    message: Message,
    is_error: bool,
}

impl BodyProblem {
    fn error(needle: &str, message: Message) -> Self {
        Self {
            needle: needle.to_owned(),
            place: None,
            message,
            is_error: true,
        }
    }

    fn error_at(place: Place, message: Message) -> Self {
        Self {
            place: Some(place),
            ..Self::error("", message)
        }
    }

    fn warning_at(place: Place, message: Message) -> Self {
        Self {
            place: Some(place),
            ..Self::warning("", message)
        }
    }

    fn warning(needle: &str, message: Message) -> Self {
        Self {
            is_error: false,
            ..Self::error(needle, message)
        }
    }
}

impl BodySource<'_> {
    /// The problem at the first place where its words occur.
    fn tell(&self, problem: &BodyProblem) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(self.file, problem.message.clone());
        if !problem.is_error {
            diagnostic = diagnostic.warning();
        }
        let at = problem.place.map(|place| self.below(place));
        match at.or_else(|| self.place(&problem.needle)) {
            Some(place) => diagnostic.at(self.whole, place),
            None => diagnostic,
        }
    }

    /// The place in the whole file.
    fn below(&self, place: Place) -> TextRange {
        let before = &self.whole.as_bytes()[..self.body];
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        TextRange {
            line: u32::try_from(lines + 1)
                .unwrap_or(u32::MAX)
                .saturating_add(place.line),
            column: place.column.saturating_add(1),
            length: 1,
        }
    }

    fn place(&self, needle: &str) -> Option<TextRange> {
        let at = self.body
            + self.whole[self.body..]
                .find(needle)
                .filter(|_| !needle.is_empty())?;
        let line_start = self.whole[..at].rfind('\n').map_or(0, |index| index + 1);
        let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Some(TextRange {
            line: number(
                1 + self.whole[..at]
                    .bytes()
                    .filter(|byte| *byte == b'\n')
                    .count(),
            ),
            column: number(1 + self.whole[line_start..at].chars().count()),
            length: number(
                needle
                    .lines()
                    .next()
                    .unwrap_or_default()
                    .chars()
                    .count()
                    .max(1),
            ),
        })
    }
}

#[cfg(test)]
mod tests;
