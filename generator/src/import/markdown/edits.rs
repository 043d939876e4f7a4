//! PURE: changes at places of a text, which keeps the numbers of its first lines.

use std::ops::Range;

/// New text in the place of a range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    range: Range<usize>,
    new: String,
}

impl Edit {
    pub(crate) fn new(range: Range<usize>, new: impl Into<String>) -> Self {
        Self {
            range,
            new: new.into(),
        }
    }

    /// Whether `text` is another one with this edit.
    pub(super) fn changes(&self, text: &str) -> bool {
        text.get(self.range.clone()) != Some(&*self.new)
    }
}

/// A text, and the line of the input from which each of its lines is.
#[derive(Debug)]
pub(crate) struct Lines {
    text: String,
    /// Byte offset of each line.
    starts: Vec<usize>,
    numbers: Vec<usize>,
}

fn line_starts(text: &str) -> Vec<usize> {
    let ends = memchr::memchr_iter(b'\n', text.as_bytes());
    std::iter::once(0).chain(ends.map(|end| end + 1)).collect()
}

impl Lines {
    /// The text whose first line has the number `first`.
    pub(crate) fn new(text: String, first: usize) -> Self {
        let starts = line_starts(&text);
        Self {
            text,
            numbers: (first..first + starts.len()).collect(),
            starts,
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// The line of the input that has the byte at `at`.
    pub(crate) fn number(&self, at: usize) -> usize {
        let line = self.starts.partition_point(|start| *start <= at) - 1;
        self.numbers[line]
    }

    /// Makes the changes; of two that overlap, the first one.
    pub(crate) fn apply(&mut self, mut edits: Vec<Edit>) {
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        let mut text = String::with_capacity(self.text.len());
        let mut numbers = vec![self.numbers.first().copied().unwrap_or(1)];
        let (mut done, mut line) = (0, 0);
        for edit in edits {
            if edit.range.start < done {
                continue;
            }
            let kept = &self.text[done..edit.range.start];
            text.push_str(kept);
            for _ in kept.matches('\n') {
                line += 1;
                numbers.push(self.numbers[line]);
            }
            let replaced = self.text[edit.range.clone()].matches('\n').count();
            text.push_str(&edit.new);
            for number in 0..edit.new.matches('\n').count() {
                // Its lines have the numbers of those that they replace, as far as there are any.
                numbers.push(self.numbers[line + (number + 1).min(replaced)]);
            }
            line += replaced;
            done = edit.range.end;
        }
        let kept = &self.text[done..];
        text.push_str(kept);
        for _ in kept.matches('\n') {
            line += 1;
            numbers.push(self.numbers[line]);
        }
        self.starts = line_starts(&text);
        (self.text, self.numbers) = (text, numbers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers_through_changes() {
        let mut lines = Lines::new("a\nb\nc\nd".to_owned(), 5);
        let edits = vec![
            Edit::new(2..5, "x"),
            Edit::new(3..4, "overlaps"),
            Edit::new(0..1, "1\n2"),
        ];
        lines.apply(edits);
        assert_eq!(lines.text(), "1\n2\nx\nd");
        let numbers = [0, 2, 4, 6].map(|at| lines.number(at));
        assert_eq!(numbers, [5, 5, 6, 8]);
    }
}
