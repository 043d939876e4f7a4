//! The headings of a body, for a table of contents. PURE.

use html_escape::decode_html_entities;
use serde::Serialize;

use super::Body;
use super::{html, plain};

/// A heading of the second level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// The part of a link to it after the `#`.
    pub id: String,
    /// Words of the heading, without the elements around them.
    pub text: String,
}

impl Body {
    /// Headings of the second level that links may lead to, in order.
    pub fn headings(&self) -> Vec<Heading> {
        let starts = self.html.split("<h2 id=\"").skip(1);
        starts.filter_map(heading).collect()
    }
}

/// Ids of the headings of `markdown`, which links in it may name.
pub fn heading_ids(markdown: &str) -> Vec<String> {
    let written = html::write(&plain(markdown)).html;
    // No text has these signs: the writer escapes angle brackets, and quotation marks in
    // attributes.
    let starts = written.split("<h").skip(1);
    let id = |start: &str| {
        let (id, _) = start.get(1..)?.strip_prefix(" id=\"")?.split_once('"')?;
        Some(decode_html_entities(id).into_owned())
    };
    starts.filter_map(id).collect()
}

/// The heading with the `id` that begins here; canonical HTML writes every element in one way.
fn heading(rest: &str) -> Option<Heading> {
    let (id, rest) = rest.split_once("\">")?;
    let (inside, _) = rest.split_once("</h2>")?;
    let mut words = String::with_capacity(inside.len());
    for piece in inside.split('<') {
        // Text before the first `<` is no tag, and has no `>` either: text escapes it.
        words.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
    }
    Some(Heading {
        id: decode_html_entities(id).into_owned(),
        text: decode_html_entities(&words).into_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_all_levels_have_ids() {
        let markdown = "## Über *uns*\n\n`<h2 id=\"x\">`\n\n### a\n\n### a";
        assert_eq!(heading_ids(markdown), ["über-uns", "a", "a-1"]);
    }
}
