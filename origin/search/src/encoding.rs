//! PURE: a page's units as bytes, as they stand in the index.

use super::analysis::{Unit, is_character, units};
use super::rank::PageUnits;
use contract::search::SearchPage;

/// Marks the first byte of a word, which has four; a character has three.
const WORD: u8 = 0x80;

impl PageUnits {
    /// The units of a page.
    pub(super) fn new(page: &SearchPage) -> Self {
        let passages = page.passages.iter().map(|passage| {
            let heading = passage.heading.as_deref().unwrap_or_default();
            (units(heading), units(&passage.text))
        });
        Self {
            title: units(&page.title),
            description: units(&page.description),
            passages: passages.collect(),
        }
    }

    /// Title, description, and two stretches a passage.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let passages = self
            .passages
            .iter()
            .flat_map(|(heading, text)| [heading, text]);
        for stretch in [&self.title, &self.description].into_iter().chain(passages) {
            let length = u32::try_from(stretch.len()).unwrap_or(u32::MAX);
            bytes.extend(length.to_be_bytes());
            for unit in stretch.iter().take(length as usize) {
                match (is_character(*unit), unit.to_be_bytes()) {
                    (true, [_, a, b, c]) => bytes.extend([a, b, c]),
                    (false, [a, b, c, d]) => bytes.extend([a | WORD, b, c, d]),
                }
            }
        }
        bytes
    }

    /// The inverse; from other bytes it decodes the readable part.
    pub(super) fn from_bytes(mut bytes: &[u8]) -> Self {
        let title = stretch(&mut bytes).unwrap_or_default();
        let description = stretch(&mut bytes).unwrap_or_default();
        let mut passages = Vec::new();
        while let (Some(heading), Some(text)) = (stretch(&mut bytes), stretch(&mut bytes)) {
            passages.push((heading, text));
        }
        Self {
            title,
            description,
            passages,
        }
    }
}

fn stretch(bytes: &mut &[u8]) -> Option<Vec<Unit>> {
    let (length, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    let length = u32::from_be_bytes(*length) as usize;
    let mut units = Vec::with_capacity(length.min(bytes.len()));
    for _ in 0..length {
        let unit = match bytes {
            [first, b, c, d, rest @ ..] if first & WORD != 0 => {
                let unit = Unit::from_be_bytes([first & !WORD, *b, *c, *d]);
                *bytes = rest;
                unit
            }
            [a, b, c, rest @ ..] => {
                let unit = Unit::from_be_bytes([0, *a, *b, *c]);
                *bytes = rest;
                unit
            }
            _ => break,
        };
        units.push(unit);
    }
    Some(units)
}

#[cfg(test)]
mod tests {
    use contract::search::Passage;

    use super::*;

    #[test]
    fn units_survive_their_bytes_and_foreign_bytes_are_no_panic() {
        let page = SearchPage {
            title: "潮生 Tides".to_owned(),
            description: "𠀀 of 2014".to_owned(),
            passages: vec![
                Passage {
                    text: "一 two".to_owned(),
                    ..Passage::default()
                },
                Passage {
                    heading: Some("三".to_owned()),
                    ..Passage::default()
                },
            ],
            ..SearchPage::default()
        };
        let units = PageUnits::new(&page);
        let bytes = units.to_bytes();
        assert_eq!(PageUnits::from_bytes(&bytes), units);
        for end in 0..bytes.len() {
            PageUnits::from_bytes(&bytes[..end]);
        }
        PageUnits::from_bytes(&[0xff; 64]);
    }
}
