//! PURE: from a text to units, by which questions and pages are compared.
//!
//! A unit is a Chinese character or a word of a script with spaces. Words are compared by their
//! stem, without regard to case and width; numbers without their separators.

use std::sync::LazyLock;

use frostem::{Algorithm, Stemmer};

/// A character of a script without spaces, as its code point, or a word, as the hash of its stem.
pub type Unit = u32;

/// Units from here are words.
const WORD: Unit = 0x4000_0000;

/// A unit at its place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The unit, for comparison.
    pub unit: Unit,
    /// Bytes from the start of the text.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
    /// The stem of a word; empty for a character, which is the text itself.
    pub stem: String,
}

static ENGLISH: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::new(Algorithm::English));

/// Whether a script writes words with this character and no spaces between them.
pub fn is_ideograph(character: char) -> bool {
    matches!(character,
        '\u{3005}' | '\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

/// Whether a unit is a character of a script without spaces.
pub fn is_character(unit: Unit) -> bool {
    unit < WORD
}

/// The unit of a stem.
pub fn word_unit(stem: &str) -> Unit {
    // FNV-1a: only equality counts, and no attacker gains by a collision of two words.
    let hash = stem.bytes().fold(0x811c_9dc5_u32, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    });
    WORD | ((hash ^ (hash >> 30)) & (WORD - 1))
}

/// The stem of a word in lower case.
pub fn stem(word: &str) -> String {
    ENGLISH.stem(word).into_owned()
}

/// The units of a text in their order.
pub fn spots(text: &str) -> Vec<Spot> {
    let mut spots = Vec::new();
    let mut word = Word::default();
    let mut characters = text.char_indices().peekable();
    while let Some((start, character)) = characters.next() {
        let end = start + character.len_utf8();
        let plain = narrow(character);
        let next = characters.peek().map(|(_, next)| narrow(*next));
        if is_ideograph(plain) {
            word.end(&mut spots);
            let (unit, stem) = (Unit::from(plain), String::new());
            spots.push(Spot {
                unit,
                start,
                end,
                stem,
            });
        } else if plain.is_alphanumeric() {
            if plain.is_alphabetic() && word.is_number() {
                word.end(&mut spots);
            }
            word.push(plain, start, end);
        } else if !word.goes_on_after(plain, next) {
            word.end(&mut spots);
        } else if plain != ',' {
            word.push(plain, start, end);
        }
    }
    word.end(&mut spots);
    spots
}

/// The units alone.
pub fn units(text: &str) -> Vec<Unit> {
    spots(text).iter().map(|spot| spot.unit).collect()
}

/// A word that is being read.
#[derive(Default)]
struct Word {
    text: String,
    start: usize,
    end: usize,
}

impl Word {
    fn push(&mut self, character: char, start: usize, end: usize) {
        if self.text.is_empty() {
            self.start = start;
        }
        self.text.extend(character.to_lowercase());
        self.end = end;
    }

    /// Whether the text read so far is a number: a unit after it is a word of its own, as in
    /// `20MB`.
    fn is_number(&self) -> bool {
        let mut read = self.text.chars();
        !self.text.is_empty() && read.all(|one| one.is_ascii_digit() || one == '.')
    }

    /// Whether a mark belongs to the word before it: `3.5`, `8,400`, `who's`.
    fn goes_on_after(&self, mark: char, next: Option<char>) -> bool {
        let is_digit = |character: Option<char>| character.is_some_and(|one| one.is_ascii_digit());
        let last = self.text.chars().next_back();
        match mark {
            '.' | ',' => is_digit(last) && is_digit(next),
            '\'' => last.is_some() && next.is_some_and(char::is_alphabetic),
            _ => false,
        }
    }

    fn end(&mut self, spots: &mut Vec<Spot>) {
        if self.text.is_empty() {
            return;
        }
        let stem = stem(&self.text);
        let (unit, start, end) = (word_unit(&stem), self.start, self.end);
        spots.push(Spot {
            unit,
            start,
            end,
            stem,
        });
        self.text.clear();
    }
}

/// A character as it is compared: the narrow form of a wide one, and one kind of apostrophe.
fn narrow(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => {
            char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character)
        }
        '’' => '\'',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let spots = spots(text);
        let read = |spot: &Spot| match is_character(spot.unit) {
            true => text[spot.start..spot.end].to_owned(),
            false => spot.stem.clone(),
        };
        spots.iter().map(read).collect()
    }

    #[test]
    fn a_text_is_its_characters_and_the_stems_of_its_words() {
        assert_eq!(
            read("潮生 invests ＢＰ in companies, in 2014: 8,400万 3.5x."),
            [
                "潮", "生", "invest", "bp", "in", "compani", "in", "2014", "8400", "万", "3.5", "x"
            ]
        );
        assert_eq!(
            read("The firm’s low-light sensor"),
            ["the", "firm", "low", "light", "sensor"]
        );
        assert_eq!(read(" \u{0}…"), Vec::<String>::new());
    }

    #[test]
    fn words_and_characters_are_never_the_same_unit() {
        assert!(is_character(units("潮")[0]) && !is_character(units("tide")[0]));
        assert_eq!(units("Tides"), units("tide"));
        assert_ne!(units("tide"), units("time"));
    }
}
