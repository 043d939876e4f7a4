//! PURE: emphasis beside Chinese, Japanese and Korean signs.
//!
//! CommonMark lets `**` close only where a word could end, and takes every punctuation mark for the
//! edge of one. Chinese has no spaces, so `**十年，**年年` stays as it is written. The published
//! amendment ("CJK-friendly emphasis", `tats-u/markdown-cjk-friendly`) changes two things: marks of
//! these scripts count as letters, and their letters count as edges for other marks. Decision 030
//! describes how the parser is made to follow it.

use icu_properties::props::{
    EastAsianWidth, EmojiPresentation, GeneralCategory, GeneralCategoryGroup, Script,
};
use icu_properties::{CodePointMapData, CodePointSetData};

/// Kind of a character beside a run of delimiters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Neighbour {
    /// White space, or the edge of a line or of a table's cell.
    Space,
    /// Punctuation or a symbol of another script.
    Mark,
    /// Punctuation of Chinese, Japanese or Korean.
    CjkMark,
    /// Any other character.
    Word,
    /// A character of Chinese, Japanese or Korean that is no punctuation.
    CjkWord,
}

impl Neighbour {
    /// The kind of `character`.
    pub(super) fn from_char(character: char) -> Self {
        if character.is_ascii() {
            return match character {
                '|' => Self::Space,
                _ if character.is_ascii_whitespace() => Self::Space,
                _ if character.is_ascii_punctuation() => Self::Mark,
                _ => Self::Word,
            };
        }
        if character.is_whitespace() {
            return Self::Space;
        }
        match (is_mark(character), is_cjk(character)) {
            (true, true) => Self::CjkMark,
            (true, false) => Self::Mark,
            (false, true) => Self::CjkWord,
            (false, false) => Self::Word,
        }
    }

    /// The kind of the last character of `before`; a variation selector belongs to the character
    /// that it follows.
    pub(super) fn at_end_of(before: &str) -> Self {
        let mut characters = before.chars().rev();
        let Some(last) = characters.next() else {
            return Self::Space;
        };
        match last {
            '\u{e0100}'..='\u{e01ef}' => Self::CjkWord,
            '\u{fe00}'..='\u{fe0e}' => match characters.next() {
                // The full-width form of a quotation mark.
                Some('\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}') if last == '\u{fe01}' => {
                    Self::CjkMark
                }
                Some(base) if is_cjk(base) => Self::from_char(base),
                _ => Self::Word,
            },
            _ => Self::from_char(last),
        }
    }

    /// True for both kinds of punctuation.
    fn is_mark(self) -> bool {
        matches!(self, Self::Mark | Self::CjkMark)
    }

    /// True for characters of Chinese, Japanese and Korean.
    pub(super) fn is_cjk(self) -> bool {
        matches!(self, Self::CjkMark | Self::CjkWord)
    }
}

/// Whether a run of delimiters may open and close emphasis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Flanks {
    left: bool,
    right: bool,
}

impl Flanks {
    /// The flanks by CommonMark.
    fn plain(before: Neighbour, after: Neighbour) -> Self {
        let touches = |near: Neighbour, far: Neighbour| {
            near != Neighbour::Space
                && (!near.is_mark() || far == Neighbour::Space || far.is_mark())
        };
        Self {
            left: touches(after, before),
            right: touches(before, after),
        }
    }

    /// The flanks by the amendment.
    fn by_amendment(before: Neighbour, after: Neighbour) -> Self {
        let touches = |near: Neighbour, far: Neighbour| {
            near != Neighbour::Space
                && (near != Neighbour::Mark
                    || matches!(far, Neighbour::Space | Neighbour::Mark)
                    || far.is_cjk())
        };
        Self {
            left: touches(after, before),
            right: touches(before, after),
        }
    }
}

/// Where a letter has to be put beside a run, so that CommonMark's rule gives the result of the
/// amendment: before it, after it.
pub(super) fn letters_beside(before: Neighbour, after: Neighbour) -> (bool, bool) {
    let wanted = Flanks::by_amendment(before, after);
    let choices = [(false, false), (true, false), (false, true), (true, true)];
    let come_to = |(is_before, is_after): &(bool, bool)| {
        let with = |neighbour, has_letter: bool| match has_letter {
            true => Neighbour::Word,
            false => neighbour,
        };
        Flanks::plain(with(before, *is_before), with(after, *is_after)) == wanted
    };
    choices.into_iter().find(come_to).unwrap_or_default()
}

fn is_mark(character: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    GeneralCategoryGroup::Punctuation.contains(category)
        || GeneralCategoryGroup::Symbol.contains(category)
}

/// Characters of East Asian width that are no emoji, and those of Hangul.
fn is_cjk(character: char) -> bool {
    let width = CodePointMapData::<EastAsianWidth>::new().get(character);
    let is_wide = matches!(
        width,
        EastAsianWidth::Wide | EastAsianWidth::Fullwidth | EastAsianWidth::Halfwidth
    );
    let is_emoji = || CodePointSetData::new::<EmojiPresentation>().contains(character);
    (is_wide && !is_emoji()) || CodePointMapData::<Script>::new().get(character) == Script::Hangul
}

#[cfg(test)]
mod tests {
    use super::Neighbour::{CjkMark, CjkWord, Mark, Space, Word};
    use super::*;

    const ALL: [Neighbour; 5] = [Space, Mark, CjkMark, Word, CjkWord];

    #[test]
    fn characters_are_of_the_kind_that_the_amendment_names() {
        let cases = [
            (" \t\n\u{a0}\u{3000}\u{2003}|", Space),
            ("a1é潮\u{301}😀", Word),
            ("(\"`*<&—…“”’·€", Mark),
            ("，。「」《》（）！？、：；・～￥", CjkMark),
            ("中かカ한ㄅｱ𠮷〇", CjkWord),
        ];
        for (characters, kind) in cases {
            for character in characters.chars().filter(|it| (*it, kind) != ('潮', Word)) {
                let found = Neighbour::from_char(character);
                let is_emoji = character == '😀' && found == Mark;
                assert!(found == kind || is_emoji, "{character} {found:?}");
            }
        }
    }

    #[test]
    fn variation_selectors_belong_to_the_character_before_them() {
        let cases = [
            ("葛\u{e0100}", CjkWord),
            ("「\u{fe00}", CjkMark),
            ("﹅\u{fe0e}", CjkMark),
            ("”\u{fe01}", CjkMark),
            ("”\u{fe00}", Word),
            ("a\u{fe00}", Word),
            ("", Space),
        ];
        for (before, kind) in cases {
            assert_eq!(Neighbour::at_end_of(before), kind, "{before:?}");
        }
    }

    #[test]
    fn letters_bring_every_run_to_what_the_amendment_says() {
        for before in ALL {
            for after in ALL {
                let (is_before, is_after) = letters_beside(before, after);
                let with = |kind, has_letter| if has_letter { Word } else { kind };
                let found = Flanks::plain(with(before, is_before), with(after, is_after));
                assert_eq!(
                    found,
                    Flanks::by_amendment(before, after),
                    "{before:?} {after:?}"
                );
                let is_plain = !before.is_cjk() && !after.is_cjk();
                assert!(
                    !is_plain || (!is_before && !is_after),
                    "{before:?} {after:?}"
                );
                let at_space = (before == Space && is_before) || (after == Space && is_after);
                assert!(!at_space, "{before:?} {after:?}");
            }
        }
    }
}
