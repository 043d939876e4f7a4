//! PURE: HTML of the author, tag by tag, and the elements in it that have no end.
//!
//! A browser continues an element without an end over all that follows, be it bold, struck out or
//! hidden. Here one that is among words ends with its block, and one that no text may have is left
//! out alone, not with the words after it.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memchr;

use super::BodyProblem;
use super::clean;
use super::elements::{in_lower_case, is_void, name};
use super::input::ParserInput;
use generator_ground::message::Message;

/// Elements that may be without an end tag, of those that texts may have.
const END_IS_OPTIONAL: [&str; 14] = [
    "caption", "colgroup", "dd", "dt", "li", "p", "rp", "rt", "tbody", "td", "tfoot", "th",
    "thead", "tr",
];

/// Elements among words that texts may have.
const AMONG_WORDS: [&str; 30] = [
    "a", "abbr", "acronym", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "i",
    "ins", "kbd", "label", "mark", "q", "ruby", "s", "samp", "small", "span", "strike", "strong",
    "sub", "sup", "time", "tt", "u",
];

/// Elements that hold no other elements.
const HOLDS_TEXT: [&str; 8] = [
    "iframe", "noembed", "noframes", "script", "style", "textarea", "title", "xmp",
];

/// One tag, as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WrittenTag<'h> {
    /// `<b class="x">`; of an element that holds text, with the text; or a comment.
    pub(super) words: &'h str,
    /// Byte at which it begins.
    pub(super) at: usize,
}

/// The tags and comments in `html`, in order.
pub(super) fn tags(html: &str) -> Vec<WrittenTag<'_>> {
    let mut tags = Vec::new();
    // Names of which no end is left.
    let mut endless = Vec::new();
    let mut at = 0;
    while let Some(found) = memchr(b'<', &html.as_bytes()[at..]) {
        let start = at + found;
        let length = length(&html[start..], &mut endless);
        if length > 1 {
            let words = &html[start..start + length];
            tags.push(WrittenTag { words, at: start });
        }
        at = start + length;
    }
    tags
}

/// Length of the tag or comment at the start of `html`; 1 if there is none.
fn length(html: &str, endless: &mut Vec<String>) -> usize {
    if let Some(comment) = html.strip_prefix("<!--") {
        let end = comment
            .find("-->")
            .map(|end| "<!--".len() + end + "-->".len());
        return end.unwrap_or(html.len());
    }
    let inside = html[1..].strip_prefix('/').unwrap_or(&html[1..]);
    let name = in_lower_case(name(inside));
    if name.is_empty() {
        return 1;
    }
    let mut quote = None;
    let end = html.bytes().position(|byte| match (quote, byte) {
        (None, b'"' | b'\'') => {
            quote = Some(byte);
            false
        }
        (Some(open), _) => {
            quote = (open != byte).then_some(open);
            false
        }
        (None, byte) => byte == b'>',
    });
    let end = end.map_or(html.len(), |end| end + 1);
    let holds_text = HOLDS_TEXT.contains(&&*name) && !html.starts_with("</");
    if !holds_text || endless.iter().any(|known| *known == name) {
        return end;
    }
    let text = html[end..].to_ascii_lowercase().find(&format!("</{name}"));
    endless.extend(text.is_none().then(|| name.into_owned()));
    end + text.unwrap_or(0)
}

impl<'h> WrittenTag<'h> {
    /// The element's name in lower case; empty for a comment.
    pub(super) fn name(&self) -> Cow<'h, str> {
        let inside = &self.words[1..];
        in_lower_case(name(inside.strip_prefix('/').unwrap_or(inside)))
    }

    /// True for `</b>`.
    pub(super) fn is_end(&self) -> bool {
        self.words.starts_with("</")
    }
}

/// An element that has begun.
#[derive(Debug)]
pub(super) struct OpenElement {
    name: String,
    /// Tag of the element in the output.
    tag: Range<usize>,
    /// Place of the element in the input.
    byte: usize,
    /// End of the element's block in the output.
    end: usize,
}

impl OpenElement {
    /// The warning that it has no end; none if it was reported already.
    pub(super) fn problem(&self, input: &ParserInput<'_>) -> Option<BodyProblem> {
        let message = match (
            clean::is_allowed(&self.name),
            clean::is_forbidden(&self.name),
        ) {
            (true, _) => Message::new("raw-html/unclosed"),
            (false, false) => Message::new("raw-html/left-out"),
            (false, true) => return None,
        };
        let message = message.with("element", &self.name);
        Some(BodyProblem::warning_at(input.place(self.byte), message))
    }

    /// The change that mends it: bytes to take out, and words to put there.
    fn mend(&self) -> Option<(Range<usize>, String)> {
        if !clean::is_allowed(&self.name) {
            return Some((self.tag.clone(), String::new()));
        }
        let end = || (self.end..self.end, format!("</{}>", self.name));
        AMONG_WORDS.contains(&self.name.as_str()).then(end)
    }
}

/// The author's elements that have begun and have no end yet.
#[derive(Debug, Default)]
pub(super) struct OpenElements {
    among_words: Vec<OpenElement>,
    in_blocks: Vec<OpenElement>,
}

impl OpenElements {
    /// Sees `tag`, which is written at the bytes `written` and is at `byte` of the input. Returns
    /// it if it is left out and needs no end tag.
    pub(super) fn see(
        &mut self,
        tag: &WrittenTag<'_>,
        written: Range<usize>,
        byte: usize,
        is_block: bool,
    ) -> Option<OpenElement> {
        let name = tag.name();
        if tag.is_end() {
            self.end(&name);
            return None;
        }
        if name.is_empty() {
            return None;
        }
        let is_void = is_void(&name);
        let is_bare = || !tag.words.contains([' ', '\n', '\t']);
        let is_left_out = || is_bare() && !clean::is_allowed(&name);
        if END_IS_OPTIONAL.contains(&&*name) || is_void && !is_left_out() {
            return None;
        }
        let element = OpenElement {
            end: written.end,
            tag: written,
            byte,
            name: name.into_owned(),
        };
        if is_void {
            return Some(element);
        }
        match is_block {
            true => self.in_blocks.push(element),
            false => self.among_words.push(element),
        }
        None
    }

    fn end(&mut self, name: &str) {
        for list in [&mut self.among_words, &mut self.in_blocks] {
            if let Some(index) = list.iter().rposition(|element| element.name == name) {
                list.remove(index);
                return;
            }
        }
    }

    /// Ends the elements among the words of a block, which ends at the end of `out`.
    pub(super) fn end_block(
        &mut self,
        out: &mut String,
        input: &ParserInput<'_>,
    ) -> Vec<BodyProblem> {
        if self.among_words.is_empty() {
            return Vec::new();
        }
        let mut open = std::mem::take(&mut self.among_words);
        open.iter_mut().for_each(|element| element.end = out.len());
        mend(&open, out, input)
    }

    /// A block of HTML ends at the end of `out`; elements in it that no later block ends will end
    /// there.
    pub(super) fn end_html_block(&mut self, begin: usize, out: &str) {
        let end = out.trim_end().len();
        let new = self.in_blocks.iter_mut().filter(|it| it.tag.start >= begin);
        new.for_each(|element| element.end = end);
    }

    /// Ends the elements that are open at the end of a text.
    pub(super) fn finish(&mut self, out: &mut String, input: &ParserInput<'_>) -> Vec<BodyProblem> {
        mend(&std::mem::take(&mut self.in_blocks), out, input)
    }

    /// True if an element of that name is open.
    pub(super) fn has(&self, name: &str) -> bool {
        let lists = [&self.among_words, &self.in_blocks];
        lists
            .into_iter()
            .flatten()
            .any(|element| element.name == name)
    }
}

/// Mends `out` for elements without an end.
fn mend(open: &[OpenElement], out: &mut String, input: &ParserInput<'_>) -> Vec<BodyProblem> {
    // Innermost first: of ends in the same place the first is put in last.
    let mut changes: Vec<_> = open.iter().filter_map(OpenElement::mend).collect();
    changes.sort_by_key(|(bytes, _)| bytes.start);
    for (bytes, words) in changes.into_iter().rev() {
        out.replace_range(bytes, &words);
    }
    open.iter()
        .filter_map(|element| element.problem(input))
        .collect()
}
