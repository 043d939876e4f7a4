//! PURE: Markdown as the parser reads it, and its words as the author wrote them.
//!
//! The parser has no option for emphasis beside Chinese signs, nor one for words in angle brackets.
//! Both are brought about by one character that no text holds and that the parser takes for a
//! letter:
//!
//! ```text
//! **十年，**年年   →  **十年，▪**年年     a letter beside a run of delimiters decides what it may do
//! List<T>         →  List<▪T>          no element has such a name, so the words stay words
//! ```
//!
//! It is taken out of every event. In code, addresses and attributes it has no effect.

use std::borrow::Cow;

use memchr::{memchr_iter, memchr3};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Tag};

use super::elements;
use super::flank::{Neighbour, letters_beside};

/// Characters that represent the letter: Unicode reserves them for internal use by programs.
const LETTERS: std::ops::RangeInclusive<char> = '\u{fdd0}'..='\u{fdef}';

/// A place in the Markdown: lines before it, characters of the line before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) line: u32,
    pub(super) column: u32,
}

/// Markdown with letters put in.
#[derive(Debug)]
pub(super) struct ParserInput<'s> {
    text: Cow<'s, str>,
    /// The inserted letter; none if the text is unchanged.
    letter: Option<char>,
}

impl<'s> ParserInput<'s> {
    /// The input for `markdown`, which has `\n` at the end of lines.
    pub(super) fn from_markdown(markdown: &'s str) -> Self {
        let unchanged = Self {
            text: Cow::Borrowed(markdown),
            letter: None,
        };
        let places = places(markdown);
        if places.is_empty() {
            return unchanged;
        }
        let Some(letter) = LETTERS.into_iter().find(|it| !markdown.contains(*it)) else {
            return unchanged;
        };
        let mut text = String::with_capacity(markdown.len() + places.len() * letter.len_utf8());
        let mut done = 0;
        for place in places {
            text.push_str(&markdown[done..place]);
            text.push(letter);
            done = place;
        }
        text.push_str(&markdown[done..]);
        Self {
            text: Cow::Owned(text),
            letter: Some(letter),
        }
    }

    /// The text for the parser.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// True if the `<` at byte `at` begins a word and no element.
    pub(super) fn is_word(&self, at: usize) -> bool {
        let after = self.text.get(at + 1..).unwrap_or_default();
        self.letter.is_some_and(|letter| after.starts_with(letter))
    }

    /// `text` as the author wrote it.
    pub(super) fn restore<'t>(&self, text: CowStr<'t>) -> CowStr<'t> {
        match self.letter {
            Some(letter) if text.contains(letter) => text.replace(letter, "").into(),
            _ => text,
        }
    }

    /// Raw HTML as the author meant it: words in angle brackets are text.
    pub(super) fn restore_html<'t>(&self, html: &'t str) -> Cow<'t, str> {
        match self.letter {
            Some(letter) if html.contains(letter) => {
                let words = html.replace(&format!("<{letter}"), "&lt;");
                Cow::Owned(words.replace(letter, ""))
            }
            _ => Cow::Borrowed(html),
        }
    }

    /// `event` with the author's words; raw HTML is left to [`Self::restore_html`].
    pub(super) fn restore_event<'t>(&self, event: Event<'t>) -> Event<'t> {
        if self.letter.is_none() {
            return event;
        }
        match event {
            Event::Text(text) => Event::Text(self.restore(text)),
            Event::Code(text) => Event::Code(self.restore(text)),
            Event::FootnoteReference(label) => Event::FootnoteReference(self.restore(label)),
            Event::Start(tag) => Event::Start(self.restore_tag(tag)),
            other => other,
        }
    }

    fn restore_tag<'t>(&self, tag: Tag<'t>) -> Tag<'t> {
        match tag {
            Tag::Link {
                link_type,
                dest_url,
                title,
                id,
            } => Tag::Link {
                link_type,
                dest_url: self.restore(dest_url),
                title: self.restore(title),
                id,
            },
            Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            } => Tag::Image {
                link_type,
                dest_url: self.restore(dest_url),
                title: self.restore(title),
                id,
            },
            Tag::CodeBlock(CodeBlockKind::Fenced(info)) => {
                Tag::CodeBlock(CodeBlockKind::Fenced(self.restore(info)))
            }
            Tag::FootnoteDefinition(label) => Tag::FootnoteDefinition(self.restore(label)),
            other => other,
        }
    }

    /// The place of byte `at`.
    pub(super) fn place(&self, at: usize) -> Place {
        let before = self.text.get(..at).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let characters = before[start..].chars();
        let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Place {
            line: number(memchr_iter(b'\n', before.as_bytes()).count()),
            column: number(characters.filter(|it| Some(*it) != self.letter).count()),
        }
    }

    /// Text before and after the bytes `from..to`, as the author wrote it.
    pub(super) fn around(&self, from: usize, to: usize) -> (&str, &str) {
        let before = self.text.get(..from).unwrap_or_default();
        let after = self.text.get(to..).unwrap_or_default();
        match self.letter {
            Some(letter) => (
                before.trim_end_matches(letter),
                after.trim_start_matches(letter),
            ),
            None => (before, after),
        }
    }
}

/// Where letters belong, in order.
fn places(markdown: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let bytes = markdown.as_bytes();
    let mut foreign = elements::Foreign::default();
    let mut at = 0;
    while let Some(found) = memchr3(b'*', b'~', b'<', &bytes[at..]) {
        let start = at + found;
        at = match bytes[start] {
            b'<' => {
                places.extend(elements::is_word(&markdown[start..]).then_some(start + 1));
                start + foreign.skip(&markdown[start..])
            }
            _ => beside_run(markdown, start, &mut places),
        };
    }
    places
}

/// Notes where letters belong beside the run of delimiters at `start`. Answers its end.
fn beside_run(markdown: &str, start: usize, places: &mut Vec<usize>) -> usize {
    let bytes = markdown.as_bytes();
    let sign = bytes[start];
    let slashes = bytes[..start].iter().rev().take_while(|it| **it == b'\\');
    // An escaped sign is no part of the run.
    let begin = start + slashes.count() % 2;
    let length = bytes[begin..].iter().take_while(|it| **it == sign).count();
    let end = begin + length;
    if length == 0 || (sign == b'~' && length != 2) || !may_be_cjk(bytes, begin, end) {
        return end.max(start + 1);
    }
    let before = match opens_quote(&bytes[..begin]) {
        true => Neighbour::Space,
        false => Neighbour::at_end_of(&markdown[..begin]),
    };
    let after = markdown[end..].chars().next();
    let after = after.map_or(Neighbour::Space, Neighbour::from_char);
    let (is_before, is_after) = letters_beside(before, after);
    places.extend(is_before.then_some(begin));
    places.extend(is_after.then_some(end));
    end
}

/// True if only signs of quotations are between the start of the line and the end of `before`.
fn opens_quote(before: &[u8]) -> bool {
    let mut back = before.iter().rev();
    let other = back.find(|it| !matches!(it, b'>' | b' ' | b'\t'));
    other.is_none_or(|it| *it == b'\n')
}

/// True if a neighbour of the run is beyond ASCII: otherwise the amendment has no effect.
fn may_be_cjk(bytes: &[u8], begin: usize, end: usize) -> bool {
    let before = begin.checked_sub(1).and_then(|at| bytes.get(at));
    [before, bytes.get(end)]
        .into_iter()
        .flatten()
        .any(|it| !it.is_ascii())
}
