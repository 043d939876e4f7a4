//! The values of a text with their places in bytes.

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};

use super::layout::Layout;

/// A member of an object, an item of a list, or the value of the text.
pub(super) struct Entry {
    /// The key; of others an empty text.
    pub(super) name: String,
    /// The first byte: of the key, of the dash, or of the value.
    pub(super) start: usize,
    /// The byte after the colon or the dash.
    pub(super) slot: usize,
    /// False for a key in braces without a colon.
    pub(super) has_colon: bool,
    /// The value.
    pub(super) value: Node,
}

/// A value.
pub(super) struct Node {
    /// Bytes of the value, without a line end after them.
    pub(super) bytes: Range<usize>,
    /// How the value is written.
    pub(super) shape: Shape,
}

/// How a value is written.
pub(super) enum Shape {
    /// An empty place, which means `null`.
    Absent,
    /// A scalar without quotes or in quotes.
    Inline(ScalarStyle),
    /// A scalar of lines after `|` or `>`.
    Lines(Block),
    /// A list or an object.
    Collection(Collection),
}

/// Places in a scalar of lines.
pub(super) struct Block {
    /// `|` or `>` with its signs.
    pub(super) header: Range<usize>,
    /// Spaces before each line, if there is a line.
    pub(super) column: Option<usize>,
    /// True for `>`.
    pub(super) is_folded: bool,
}

/// A list or an object.
pub(super) struct Collection {
    /// True in brackets or braces.
    pub(super) is_flow: bool,
    /// True for a list.
    pub(super) is_list: bool,
    /// Items or members.
    pub(super) entries: Vec<Entry>,
}

impl Node {
    /// True for an empty place.
    pub(super) fn is_absent(&self) -> bool {
        matches!(self.shape, Shape::Absent)
    }

    /// The list or the object that this is.
    pub(super) fn collection(&self) -> Option<&Collection> {
        match &self.shape {
            Shape::Collection(collection) => Some(collection),
            _ => None,
        }
    }
}

impl Entry {
    /// The value of a text that [`crate::parse`] reads; `None` if it has names of values, `?`
    /// before keys, or a pair in a list.
    pub(super) fn root(text: &str) -> Option<Entry> {
        let mut parser: Parser<'_, StrInput<'_>> = Parser::new_from_str(text);
        let mut events = Vec::new();
        while let Some(event) = parser.next_event() {
            events.push(event.ok()?);
        }
        events.reverse();
        let offsets = text.char_indices().map(|(at, _)| at);
        let mut builder = Builder {
            layout: Layout { text },
            offsets: offsets.chain([text.len()]).collect(),
            events,
            cursor: 0,
        };
        builder.root()
    }
}

struct Builder<'t> {
    layout: Layout<'t>,
    /// Characters → bytes; the parser counts characters.
    offsets: Vec<usize>,
    /// The next event is the last one.
    events: Vec<(Event<'t>, Span)>,
    /// The byte after what was read.
    cursor: usize,
}

impl<'t> Builder<'t> {
    fn root(&mut self) -> Option<Entry> {
        while let Some((event, span)) = self.events.pop() {
            match event {
                Event::DocumentStart(true) => self.cursor = self.bytes(span)?.end,
                Event::StreamStart | Event::DocumentStart(false) => {}
                Event::StreamEnd => return Some(self.entry(String::new(), 0, absent(0))),
                _ => {
                    self.events.push((event, span));
                    let value = self.node(false)?;
                    let start = value.bytes.start;
                    return Some(self.entry(String::new(), start, value));
                }
            }
        }
        None
    }

    fn entry(&self, name: String, start: usize, value: Node) -> Entry {
        Entry {
            name,
            start,
            slot: start,
            has_colon: true,
            value,
        }
    }

    fn node(&mut self, in_flow: bool) -> Option<Node> {
        let (event, span) = self.events.pop()?;
        match event {
            Event::Scalar(text, style, anchor, _) => self.scalar(&text, style, anchor > 0, span),
            Event::SequenceStart(0, _) => self.collection(true, in_flow),
            Event::MappingStart(0, _) => self.collection(false, in_flow),
            _ => None,
        }
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        has_name: bool,
        span: Span,
    ) -> Option<Node> {
        if style == ScalarStyle::Plain && text.is_empty() {
            return (!has_name).then(|| absent(self.cursor));
        }
        let start = self.layout.skip_blank(self.cursor);
        if matches!(style, ScalarStyle::Literal | ScalarStyle::Folded) {
            return self.block(start, span);
        }
        let bytes = self.inline(start, span)?;
        self.cursor = bytes.end;
        Some(Node {
            bytes,
            shape: Shape::Inline(style),
        })
    }

    /// A scalar that must begin at `start`. The parser's span may include a comment after quotes.
    fn inline(&self, start: usize, span: Span) -> Option<Range<usize>> {
        let mut bytes = self.bytes(span)?;
        if bytes.start != start {
            return None;
        }
        if matches!(self.at(start), Some('\'' | '"')) {
            bytes.end = start + quoted_length(&self.layout.text[start..])?;
        }
        Some(bytes)
    }

    /// A scalar of lines, whose span begins after the header and ends after blank lines.
    fn block(&mut self, start: usize, span: Span) -> Option<Node> {
        let text = self.layout.text;
        let is_folded = text[start..].starts_with('>');
        if !is_folded && !text[start..].starts_with('|') {
            return None;
        }
        let is_sign = |it: char| it.is_ascii_digit() || "|>+-".contains(it);
        let length = text[start..].find(|it| !is_sign(it));
        let header = start..length.map_or(text.len(), |length| start + length);
        let first = self.layout.next_line(start);
        let mut end = self.bytes(span)?.end;
        // The span may end behind the spaces before a comment.
        if self.layout.is_first_in_line(end) {
            end = self.layout.line_start(end);
        }
        let mut lines = &text[first..end.max(first)];
        let column = Some(span.start.col()).filter(|_| !is_blank(lines));
        if !text[header.clone()].contains('+') {
            lines = without_blank_lines(lines, column.unwrap_or(0));
        }
        let end = match lines.is_empty() {
            true => header.end,
            false => first + without_line_end(lines).len(),
        };
        self.cursor = end;
        Some(Node {
            bytes: start..end,
            shape: Shape::Lines(Block {
                header,
                column,
                is_folded,
            }),
        })
    }

    fn collection(&mut self, is_list: bool, in_flow: bool) -> Option<Node> {
        let start = self.layout.skip_blank(self.cursor);
        let is_flow = self.at(start) == Some(if is_list { '[' } else { '{' });
        if in_flow && !is_flow {
            return None;
        }
        self.cursor = start + usize::from(is_flow);
        let mut entries = Vec::new();
        loop {
            if let Some((Event::SequenceEnd | Event::MappingEnd, _)) = self.events.last() {
                self.events.pop();
                break;
            }
            entries.push(match is_list {
                true => self.item(is_flow)?,
                false => self.member(is_flow)?,
            });
            self.skip_comma(is_flow);
        }
        if is_flow {
            let end = self.layout.skip_blank(self.cursor);
            self.expect(if is_list { ']' } else { '}' }, end)?;
        }
        Some(Node {
            bytes: start..self.cursor,
            shape: Shape::Collection(Collection {
                is_flow,
                is_list,
                entries,
            }),
        })
    }

    fn item(&mut self, is_flow: bool) -> Option<Entry> {
        let start = self.layout.skip_blank(self.cursor);
        if !is_flow {
            self.expect('-', start)?;
        }
        let slot = self.cursor;
        let value = self.node(is_flow)?;
        let mut entry = self.entry(String::new(), start, value);
        entry.slot = slot;
        Some(entry)
    }

    fn member(&mut self, is_flow: bool) -> Option<Entry> {
        let Some((Event::Scalar(name, _, 0, _), span)) = self.events.pop() else {
            return None;
        };
        let key = self.inline(self.layout.skip_blank(self.cursor), span)?;
        self.cursor = key.end;
        let colon = self.layout.skip_blank(self.cursor);
        let has_colon = self.at(colon) == Some(':');
        if has_colon || !is_flow {
            self.expect(':', colon)?;
        }
        let slot = self.cursor;
        let value = self.node(is_flow)?;
        let mut entry = self.entry(name.into_owned(), key.start, value);
        (entry.slot, entry.has_colon) = (slot, has_colon);
        Some(entry)
    }

    fn skip_comma(&mut self, is_flow: bool) {
        let comma = self.layout.skip_blank(self.cursor);
        if is_flow && self.at(comma) == Some(',') {
            self.cursor = comma + 1;
        }
    }

    /// Reads a sign of one byte.
    fn expect(&mut self, sign: char, at: usize) -> Option<()> {
        self.cursor = at + 1;
        (self.at(at) == Some(sign)).then_some(())
    }

    fn at(&self, at: usize) -> Option<char> {
        self.layout.text.get(at..)?.chars().next()
    }

    fn bytes(&self, span: Span) -> Option<Range<usize>> {
        let at = |index: usize| self.offsets.get(index).copied();
        let (start, end) = (at(span.start.index())?, at(span.end.index())?);
        (start <= end).then_some(start..end)
    }
}

fn absent(at: usize) -> Node {
    Node {
        bytes: at..at,
        shape: Shape::Absent,
    }
}

/// The length of a scalar in quotes at the start of a text.
fn quoted_length(text: &str) -> Option<usize> {
    let signs = text.as_bytes();
    let quote = *signs.first()?;
    let mut at = 1;
    while let Some(sign) = signs.get(at) {
        let is_doubled = quote == b'\'' && signs.get(at + 1) == Some(&quote);
        at += match (*sign, quote) {
            (b'\\', b'"') => 2,
            (sign, quote) if sign == quote && is_doubled => 2,
            (sign, quote) if sign == quote => return Some(at + 1),
            _ => 1,
        };
    }
    None
}

/// Lines without the blank ones at their end; spaces beyond `column` are words.
fn without_blank_lines(mut lines: &str, column: usize) -> &str {
    while let Some(line) = lines.split_inclusive('\n').next_back() {
        if !is_blank(line) || without_line_end(line).len() > column {
            break;
        }
        lines = &lines[..lines.len() - line.len()];
    }
    lines
}

/// True if there are only spaces and line ends; a tab is a word.
fn is_blank(lines: &str) -> bool {
    lines.trim_matches([' ', '\r', '\n']).is_empty()
}

fn without_line_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}
