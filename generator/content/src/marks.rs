//! Marks in the texts of a page that lead back to their place in `content/`.
//!
//! The studio renders a page a second time with marked texts, and compares the two: so it knows the
//! place of each text node of the real page. A mark is a character of Unicode's private planes, 15
//! and 16. A page that is published or shown has none: only [`crate::query::Context::marks`] asks
//! for them.
//!
//! | character | meaning |
//! |---|---|
//! | U+F0000 + n | text of place n begins |
//! | U+100000 | the text ends |

use std::sync::{Mutex, PoisonError};

use serde::Serialize;

/// Code point of the mark of place 0.
const FIRST: u32 = 0xF_0000;

/// Number of places that have a mark: the last two code points of a plane are no characters.
const MAX_PLACES: usize = 0xFFFE;

/// Ends the text of a place.
pub const END: char = '\u{100000}';

/// Where a text of a page is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Place {
    /// `content/news/first-close/en.md`.
    pub file: String,
    /// JSON pointer to the value in the file's fields; empty for a block of its body.
    pub field: String,
    /// First and last line, from 1. Of a field known only after [`crate::Content::places`].
    pub lines: (u32, u32),
    /// Column of the first character, from 1.
    pub column: u32,
    /// The text as the page has it; of a block, its lines in the file.
    pub text: String,
}

/// The places of one page's texts; a text's number is its index.
#[derive(Debug, Default)]
pub struct Marks(Mutex<Vec<Place>>);

impl Marks {
    /// Notes the place of a field, and returns its text with marks. `is_marked`: false for a value
    /// that components read instead of showing it, such as the name of a category; it is noted
    /// only.
    pub(crate) fn field(&self, file: &str, field: &str, text: &str, is_marked: bool) -> String {
        let place = Place {
            file: file.to_owned(),
            field: field.to_owned(),
            lines: (0, 0),
            column: 0,
            text: text.to_owned(),
        };
        match self.add(place) {
            Some(mark) if is_marked && !text.is_empty() && !text.contains(is_mark) => {
                format!("{mark}{text}{END}")
            }
            _ => text.to_owned(),
        }
    }

    /// Notes the place of a block of a body. The mark holds until the next one; none if there are
    /// too many.
    pub(crate) fn block(&self, file: &str, lines: (u32, u32), text: String) -> Option<char> {
        self.add(Place {
            file: file.to_owned(),
            field: String::new(),
            lines,
            column: 1,
            text,
        })
    }

    /// The places, in the order of their marks.
    pub fn into_places(self) -> Vec<Place> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, place: Place) -> Option<char> {
        let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let index = places.len();
        let mark = u32::try_from(index)
            .ok()
            .and_then(|index| char::from_u32(FIRST + index));
        let mark = mark.filter(|_| index < MAX_PLACES)?;
        places.push(place);
        Some(mark)
    }
}

/// The place that a mark names: its index.
pub fn number(character: char) -> Option<usize> {
    let index = usize::try_from((character as u32).checked_sub(FIRST)?).ok()?;
    (index < MAX_PLACES).then_some(index)
}

/// Whether a character is a mark, or could be read as one.
pub(crate) fn is_mark(character: char) -> bool {
    character as u32 >= FIRST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_characters_that_name_their_place() {
        let marks = Marks::default();
        let file = "content/news/a/en.md";
        assert_eq!(
            marks.field(file, "/title", "潮", true),
            "\u{f0000}潮\u{100000}"
        );
        assert_eq!(marks.field(file, "/category", "firm", false), "firm");
        assert_eq!(
            marks.block(file, (4, 6), "One.".to_owned()),
            Some('\u{f0002}')
        );
        assert_eq!(number('\u{f0002}'), Some(2));
        assert_eq!((number('潮'), number(END)), (None, None));
        assert_eq!(marks.field(file, "/empty", "", true), "");
        let hostile = "a\u{f0000}b";
        assert_eq!(marks.field(file, "/hostile", hostile, true), hostile);
        let places = marks.into_places();
        let fields: Vec<&str> = places.iter().map(|place| &*place.field).collect();
        assert_eq!(fields, ["/title", "/category", "", "/empty", "/hostile"]);
        assert_eq!(places[2].lines, (4, 6));
    }

    #[test]
    fn texts_beyond_the_last_mark_are_not_marked() {
        let marks = Marks::default();
        for _ in 0..MAX_PLACES {
            assert!(
                marks
                    .block("content/a/en.md", (1, 1), String::new())
                    .is_some()
            );
        }
        assert_eq!(marks.block("content/a/en.md", (1, 1), String::new()), None);
        assert_eq!(marks.field("content/a/en.md", "/b", "c", true), "c");
    }
}
