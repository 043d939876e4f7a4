//! PURE: signs of emphasis that stay as they are written, and look as if they were meant.

use std::ops::Range;

use memchr::{memchr_iter, memchr3_iter, memmem};
use pulldown_cmark::{Event, LinkType, Tag, TagEnd};
use yaml_reader::is_unprintable;

use super::BodyProblem;
use super::flank::Neighbour;
use super::input::ParserInput;
use crate::files::flaws::name;
use generator_ground::message::Message;

/// Runs of signs in a text that the parser left as words, and words in angle brackets.
#[derive(Debug, Default)]
pub(super) struct LiteralSigns {
    /// The text has a character that is written as its number.
    has_references: bool,
    runs: Vec<Run>,
    words: Vec<usize>,
    /// Characters that no text may hold, written as references (`&#8;`).
    unprintable: Vec<(usize, char)>,
    is_verbatim: bool,
    /// Number of the block that is being read.
    block: usize,
}

/// Signs that follow one another.
#[derive(Debug)]
struct Run {
    bytes: Range<usize>,
    sign: u8,
    block: usize,
}

impl LiteralSigns {
    pub(super) fn new(input: &ParserInput<'_>) -> Self {
        Self {
            has_references: memmem::find(input.text().as_bytes(), b"&#").is_some(),
            ..Self::default()
        }
    }

    /// Sees an event and the bytes of `input` that it is made of.
    pub(super) fn see(&mut self, event: &Event<'_>, bytes: &Range<usize>, input: &ParserInput<'_>) {
        self.see_references(event, bytes, input.text());
        match event {
            Event::Text(_) if !self.is_verbatim => self.see_text(bytes, input.text()),
            Event::Start(Tag::CodeBlock(_)) => self.is_verbatim = true,
            Event::Start(Tag::Link {
                link_type: LinkType::Autolink | LinkType::Email,
                ..
            }) => self.is_verbatim = true,
            Event::End(TagEnd::CodeBlock | TagEnd::Link) => self.is_verbatim = false,
            Event::Start(Tag::Paragraph | Tag::Heading { .. } | Tag::Item | Tag::TableCell) => {
                self.block += 1
            }
            _ => {}
        }
    }

    fn see_text(&mut self, bytes: &Range<usize>, text: &str) {
        let Some(words) = text.as_bytes().get(bytes.clone()) else {
            return;
        };
        for found in memchr3_iter(b'*', b'~', b'_', words) {
            let (at, sign) = (bytes.start + found, words[found]);
            if is_escaped(text, at) {
                continue;
            }
            match self.runs.last_mut() {
                Some(run) if run.bytes.end == at && run.sign == sign => run.bytes.end = at + 1,
                _ => self.runs.push(Run {
                    bytes: at..at + 1,
                    sign,
                    block: self.block,
                }),
            }
        }
        let angles = memchr_iter(b'<', words).map(|found| bytes.start + found);
        let angles = angles.filter(|at| !is_escaped(text, *at));
        self.words.extend(angles);
    }

    /// Notes a character that the file itself cannot hold.
    fn see_references(&mut self, event: &Event<'_>, bytes: &Range<usize>, text: &str) {
        // The file itself was looked through when it was read, and the parser's own letter is such
        // a character.
        if !self.has_references || !text.get(bytes.clone()).is_some_and(|it| it.contains("&#")) {
            return;
        }
        let found = match event {
            Event::Text(words) => words.chars().find(|it| is_unprintable(*it)),
            Event::Html(html) | Event::InlineHtml(html) => unprintable_reference(html),
            Event::Start(
                Tag::Link {
                    dest_url, title, ..
                }
                | Tag::Image {
                    dest_url, title, ..
                },
            ) => dest_url
                .chars()
                .chain(title.chars())
                .find(|it| is_unprintable(*it)),
            _ => None,
        };
        if let Some(character) = found {
            self.unprintable.push((bytes.start, character));
        }
    }

    /// Warnings about them, and errors about characters that no text may hold.
    pub(super) fn problems(&self, input: &ParserInput<'_>) -> Vec<BodyProblem> {
        let runs = self.runs.iter().enumerate();
        let meant = runs.filter(|(index, run)| self.is_meant(*index, run, input));
        let emphasis = meant.map(|(_, run)| {
            let signs = &input.text()[run.bytes.clone()];
            let message = Message::new("literal-emphasis").with("signs", signs);
            BodyProblem::warning_at(input.place(run.bytes.start), message)
        });
        let words = self.words.iter().filter(|at| input.is_word(**at));
        let words = words.map(|at| word(*at, input));
        let unprintable = self.unprintable.iter().map(|(at, character)| {
            let message = Message::new("control-character").with("character", name(*character));
            BodyProblem::error_at(input.place(*at), message)
        });
        emphasis.chain(words).chain(unprintable).collect()
    }

    /// True if the author hardly wanted to show the signs: not `2**3`, `**/*.rs` or `____`.
    fn is_meant(&self, index: usize, run: &Run, input: &ParserInput<'_>) -> bool {
        let (before, after) = input.around(run.bytes.start, run.bytes.end);
        if is_in_address(before, after) {
            return false;
        }
        match (run.sign, run.bytes.len()) {
            (b'*', 2 | 3) => {
                is_near_words(before, after, true)
                    || (self.is_pair(index, run) && is_between_cjk(before, after))
            }
            (b'~', 2) => {
                is_near_words(before, after, false)
                    || (self.is_pair(index, run) && is_between_cjk(before, after))
            }
            (b'_', 2) => self.is_pair(index, run) && (is_cjk_end(before) || is_cjk_start(after)),
            _ => false,
        }
    }

    /// True if the block has another run like this one.
    fn is_pair(&self, index: usize, run: &Run) -> bool {
        let is_like = |other: &Run| {
            (other.block, other.sign, other.bytes.len()) == (run.block, run.sign, run.bytes.len())
        };
        let mut others = self.runs.iter().enumerate();
        others.any(|(number, other)| number != index && is_like(other))
    }
}

/// The warning about words in angle brackets at byte `at`.
pub(super) fn word(at: usize, input: &ParserInput<'_>) -> BodyProblem {
    let (_, words) = input.around(at, at + 1);
    let end = words.find(['>', '\n']).unwrap_or(words.len());
    let words: String = words[..end].chars().take(40).collect();
    let message = Message::new("angle-words").with("words", format!("<{words}>"));
    BodyProblem::warning_at(input.place(at), message)
}

/// The first character that no text may hold among the numeric references in `html`.
fn unprintable_reference(html: &str) -> Option<char> {
    html.split("&#").skip(1).find_map(|reference| {
        let (digits, radix) = match reference.strip_prefix(['x', 'X']) {
            Some(digits) => (digits, 16),
            None => (reference, 10),
        };
        let end = digits
            .find(|it: char| !it.is_digit(radix))
            .unwrap_or(digits.len());
        let number = u32::from_str_radix(&digits[..end], radix).ok()?;
        // Browsers read the others as letters of an old encoding.
        char::from_u32(number)
            .filter(|it| is_unprintable(*it) && !('\u{80}'..='\u{9f}').contains(it))
    })
}

/// True if the sign at byte `at` has a backslash of its own before it.
fn is_escaped(text: &str, at: usize) -> bool {
    let slashes = text.as_bytes()[..at].iter().rev();
    slashes.take_while(|it| **it == b'\\').count() % 2 == 1
}

/// True if the run belongs to an address in running text.
fn is_in_address(before: &str, after: &str) -> bool {
    let start = before.rsplit(char::is_whitespace).next();
    let end = after.split(char::is_whitespace).next();
    start.is_some_and(|it| it.contains("://")) && end.is_some()
}

/// True if words are beside the run as they are beside emphasis. One that only `closes` counts if
/// such a sign is not set after words for its own sake, as `~~` is.
fn is_near_words(before: &str, after: &str, closes: bool) -> bool {
    let (left, right) = (Neighbour::at_end_of(before), start_of(after));
    match (left == Neighbour::Space, right == Neighbour::Space) {
        (false, false) => is_cjk_end(before) || is_cjk_start(after),
        (true, false) => after.starts_with(char::is_alphanumeric) || is_cjk_start(after),
        (false, true) => closes && (before.ends_with(char::is_alphabetic) || is_cjk_end(before)),
        (true, true) => {
            let (before, after) = trim_spaces(before, after);
            let is_line_start = before.is_empty() || before.ends_with('\n');
            let is_line_end = after.is_empty() || after.starts_with('\n');
            is_line_start != is_line_end && (closes || is_line_start)
        }
    }
}

/// True if spaces keep the run from a Chinese, Japanese or Korean character.
fn is_between_cjk(before: &str, after: &str) -> bool {
    let is_apart = before.ends_with([' ', '\t']) && after.starts_with([' ', '\t']);
    let (before, after) = trim_spaces(before, after);
    is_apart && (is_cjk_end(before) || is_cjk_start(after))
}

fn trim_spaces<'t>(before: &'t str, after: &'t str) -> (&'t str, &'t str) {
    let spaces = [' ', '\t'];
    (
        before.trim_end_matches(spaces),
        after.trim_start_matches(spaces),
    )
}

fn start_of(text: &str) -> Neighbour {
    text.chars()
        .next()
        .map_or(Neighbour::Space, Neighbour::from_char)
}

/// True for a Chinese, Japanese or Korean character, or a quotation mark that they share.
fn is_cjk_end(text: &str) -> bool {
    Neighbour::at_end_of(text).is_cjk() || text.ends_with(['‘', '’', '“', '”'])
}

fn is_cjk_start(text: &str) -> bool {
    start_of(text).is_cjk() || text.starts_with(['‘', '’', '“', '”'])
}
