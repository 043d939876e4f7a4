//! The box in which a table scrolls where the page is narrower than it.
//!
//! ```text
//! <div role="group" aria-labelledby="table_1" tabindex="0"><table><thead id="table_1">…</thead>…</table></div>
//! ```
//!
//! A box that scrolls must be reachable by keyboard, and a reachable box must have a name. The name
//! has to consist of words of the text: those of the table's caption, or of its head. A group is no
//! landmark, so that a text of many tables stays one place among the page's. Which tables scroll is
//! known in the browser only; there the frontend takes the tab stop from the others.

use std::fmt::Write as _;

use super::tag::{Attributes, value};

/// The tables that are open at a place of a text.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// Innermost last: where the table begins in the output, until it has its box.
    open: Vec<Option<usize>>,
    /// Boxes so far.
    count: usize,
}

impl Tables {
    /// A `<table>` begins at the end of `out`.
    pub(super) fn open(&mut self, out: &str) {
        self.open.push(Some(out.len()));
    }

    /// The element `name` of the innermost table is about to be written. The first that can speak
    /// for the table does: it gets an id, unless it has one, and the table its box. `ids` is the
    /// prefix of the text's ids.
    pub(super) fn speak(
        &mut self,
        name: &str,
        attributes: &mut Attributes<'_>,
        ids: &str,
        out: &mut String,
    ) {
        if !matches!(name, "caption" | "thead" | "tr") {
            return;
        }
        let Some(at) = self.open.last_mut().and_then(Option::take) else {
            return;
        };
        self.count += 1;
        let id = value(attributes, "id").map(str::to_owned);
        let id = id.unwrap_or_else(|| {
            // No heading's id has a `_`.
            let id = format!("{ids}table_{}", self.count);
            attributes.push(("id", id.clone()));
            id
        });
        let mut start = String::new();
        // Writing to a String cannot fail.
        let _ = write!(
            start,
            "<div role=\"group\" aria-labelledby=\"{id}\" tabindex=\"0\">"
        );
        out.insert_str(at, &start);
    }

    /// A `</table>` was written at the end of `out`.
    pub(super) fn close(&mut self, out: &mut String) {
        if self.open.pop() == Some(None) {
            out.push_str("</div>");
        }
    }
}
