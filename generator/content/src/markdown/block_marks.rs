//! Marks at the beginning of a body's blocks. A block is a paragraph, a heading, a list, a table, a
//! quotation, a piece of code or of HTML that is in no other one.

use std::ops::Range;

use super::BodySource;
use super::input::ParserInput;
use crate::marks::Marks;

/// Marks the blocks of one body.
pub(super) struct BlockMarks<'a> {
    marks: &'a Marks,
    file: &'a str,
    /// Lines of the file.
    lines: Vec<&'a str>,
    /// Number of those before the body.
    before: u32,
    /// Mark of the block that began, until text of it is written.
    next: Option<char>,
}

impl<'a> BlockMarks<'a> {
    pub(super) fn new(origin: &BodySource<'a>, marks: &'a Marks) -> Self {
        let before = &origin.whole.as_bytes()[..origin.body];
        let lines = before.iter().filter(|byte| **byte == b'\n').count();
        Self {
            marks,
            file: origin.file,
            lines: origin.whole.lines().collect(),
            before: u32::try_from(lines).unwrap_or(u32::MAX),
            next: None,
        }
    }

    /// A block begins; `bytes` is its range in the input.
    pub(super) fn begin(&mut self, bytes: &Range<usize>, input: &ParserInput<'_>) {
        let text = input.text()[bytes.clone()].trim_end();
        let newlines = text.bytes().filter(|byte| *byte == b'\n').count();
        let newlines = u32::try_from(newlines).unwrap_or(u32::MAX);
        let first = self
            .before
            .saturating_add(input.place(bytes.start).line)
            .saturating_add(1);
        let lines = (first, first.saturating_add(newlines));
        let text = self.text_of(lines);
        self.next = self.marks.block(self.file, lines, text);
    }

    fn text_of(&self, (first, last): (u32, u32)) -> String {
        let index = |line: u32| usize::try_from(line).unwrap_or(usize::MAX);
        let lines = self.lines.get(index(first) - 1..index(last));
        lines.unwrap_or_default().join("\n")
    }

    /// The mark that the next text of the block begins with, once.
    pub(super) fn take(&mut self) -> Option<char> {
        self.next.take()
    }
}
