//! Lines, columns and comments of a text, by bytes.

use std::ops::Range;

/// A text, asked about the surroundings of a place.
#[derive(Clone, Copy)]
pub(super) struct Layout<'t> {
    /// The text, without a byte order mark.
    pub(super) text: &'t str,
}

impl Layout<'_> {
    /// The first byte of the line of `at`.
    pub(super) fn line_start(self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |end| end + 1)
    }

    /// The byte after the last character of the line of `at`.
    pub(super) fn line_end(self, at: usize) -> usize {
        let Some(end) = self.text[at..].find('\n') else {
            return self.text.len();
        };
        let end = at + end;
        let is_pair = end > at && self.text.as_bytes()[end - 1] == b'\r';
        if is_pair { end - 1 } else { end }
    }

    /// The first byte of the line after the one of `at`, or the end of the text.
    pub(super) fn next_line(self, at: usize) -> usize {
        let end = self.text[at..].find('\n');
        end.map_or(self.text.len(), |end| at + end + 1)
    }

    /// The end of the line before the one of `at`.
    pub(super) fn previous_line_end(self, at: usize) -> usize {
        let start = self.line_start(at);
        self.line_end(self.line_start(start.saturating_sub(1)))
            .min(start)
    }

    /// Characters before `at` in its line.
    pub(super) fn column(self, at: usize) -> usize {
        self.text[self.line_start(at)..at].chars().count()
    }

    /// True if only spaces are before `at` in its line.
    pub(super) fn is_first_in_line(self, at: usize) -> bool {
        self.text[self.line_start(at)..at]
            .bytes()
            .all(|byte| byte == b' ')
    }

    /// True if both places are in the same line.
    pub(super) fn is_one_line(self, bytes: Range<usize>) -> bool {
        !self.text[bytes].contains('\n')
    }

    /// The first byte after spaces and tabs.
    pub(super) fn skip_spaces(self, at: usize) -> usize {
        let rest = &self.text[at..];
        at + rest.len() - rest.trim_start_matches([' ', '\t']).len()
    }

    /// The first byte after spaces, line ends and comments.
    pub(super) fn skip_blank(self, mut at: usize) -> usize {
        loop {
            let rest = self.text[at..].trim_start_matches([' ', '\t', '\r', '\n']);
            if !rest.starts_with('#') {
                return self.text.len() - rest.len();
            }
            at = self.text.len() - rest.len();
            at += rest.find(['\r', '\n']).unwrap_or(rest.len());
        }
    }

    /// The end of the line of `at` if only a comment follows there.
    pub(super) fn end_after_comment(self, at: usize) -> Option<usize> {
        let end = self.line_end(at);
        let rest = self.text[at..end].trim_start();
        (rest.is_empty() || rest.starts_with('#')).then_some(end)
    }

    /// Whole lines without their last line end, but with the line end before them; so `\n` before
    /// each new line replaces them by other lines.
    pub(super) fn lines(self, bytes: Range<usize>) -> Range<usize> {
        self.previous_line_end(bytes.start)..self.line_end(bytes.end)
    }

    /// The bytes that go when whole lines go: with their last line end, or, at the end of a text
    /// that has none, with the one before.
    pub(super) fn removed_lines(self, bytes: Range<usize>) -> Range<usize> {
        let next = self.next_line(bytes.end);
        if self.line_end(bytes.end) == next {
            return self.lines(bytes);
        }
        self.line_start(bytes.start)..next
    }
}
