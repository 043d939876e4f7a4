//! The headings of a body, for a table of contents. PURE.

use serde::Serialize;

use super::Body;
use super::tag::unescape;

/// A heading of the second level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heading {
    /// The part of a link to it after the `#`.
    pub id: String,
    /// Its words, without the elements around them.
    pub text: String,
}

impl Body {
    /// Headings of the second level that links may lead to, in order.
    pub fn headings(&self) -> Vec<Heading> {
        let starts = self.html.split("<h2 id=\"").skip(1);
        starts.filter_map(heading).collect()
    }
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
        id: unescape(id),
        text: unescape(&words),
    })
}
