//! PURE: the terms by which the index finds a page, and their spelling.
//!
//! A word is `en:tide`. Of Chinese there are single characters, pairs, and the longer words that
//! jieba sees; each is written after its sound, `zh-CN/chaosheng/潮生`, so that words with the same
//! sound are neighbours and are found by pinyin. With the locale in front a search in one language
//! reads no term of another.

use std::sync::LazyLock;

use jieba_rs::Jieba;

use super::analysis::{Spot, is_character};
use origin_ground::pinyin::sound;

/// Shorter words are pairs and single characters already.
const WORD_MIN: usize = 3;

/// The dictionary, read when it is first needed.
static JIEBA: LazyLock<Jieba> = LazyLock::new(Jieba::new);

/// The term of a word by its stem.
pub(super) fn word(locale: &str, stem: &str) -> String {
    format!("{locale}:{stem}")
}

/// The term of one or more characters.
pub(super) fn characters(locale: &str, characters: &str) -> String {
    let sound = sound(characters).unwrap_or_default();
    format!("{locale}/{sound}/{characters}")
}

/// The start of the terms of characters with this sound.
pub(super) fn sounding(locale: &str, sound: &str) -> String {
    format!("{locale}/{sound}/")
}

/// The characters of a term; `None` if it is a word's.
pub(super) fn characters_of(term: &str) -> Option<&str> {
    Some(term.split_once('/')?.1.split_once('/')?.1)
}

/// A word of a run of characters.
pub struct RunWord<'a> {
    /// The characters of the word, as the run has them.
    pub text: &'a str,
    /// Part of speech of the word: a name, a noun or another word.
    pub nature: Nature,
}

/// The part of speech, as far as it shows whether a page without the word can be the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// Names a person, a place, a thing of its own.
    Name,
    /// Names a kind of thing.
    Noun,
    /// Any other word: it may be expressed in many ways.
    Other,
}

/// The words of a run of characters, in their order.
pub fn words(run: &str) -> Vec<RunWord<'_>> {
    let words = pieces(run).into_iter();
    words
        .flat_map(|piece| match piece.chars().next() {
            // jieba knows no kana: a word of katakana would be its signs, one by one.
            Some(first) if is_katakana(first) => vec![RunWord {
                text: piece,
                nature: Nature::Noun,
            }],
            _ => words_of_jieba(piece),
        })
        .collect()
}

/// A run where its katakana begins and ends.
fn pieces(run: &str) -> Vec<&str> {
    let kinds = run.char_indices().map(|(at, one)| (at, is_katakana(one)));
    let mut starts: Vec<(usize, bool)> = kinds.collect();
    starts.dedup_by_key(|(_, kind)| *kind);
    let ends = starts.iter().skip(1).map(|(at, _)| *at).chain([run.len()]);
    let starts = starts.iter().map(|(at, _)| *at);
    starts
        .zip(ends)
        .map(|(start, end)| &run[start..end])
        .collect()
}

/// Whether a sign belongs to a word of katakana, the mark of a long vowel with it.
fn is_katakana(character: char) -> bool {
    matches!(character, '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}')
}

fn words_of_jieba(run: &str) -> Vec<RunWord<'_>> {
    let words = JIEBA.tag(run, true).into_iter();
    let word = |tag: jieba_rs::Tag<'_>| {
        let nature = match tag.tag.as_bytes() {
            [b'n', b'r' | b's' | b't' | b'z', ..] => Nature::Name,
            [b'm' | b'n' | b't', ..] => Nature::Noun,
            _ => Nature::Other,
        };
        (tag.word.len(), nature)
    };
    let mut rest = run;
    let words = words.map(word).map(|(length, nature)| {
        let (text, after) = rest.split_at(length);
        rest = after;
        RunWord { text, nature }
    });
    words.collect()
}

/// Runs of characters in a text: their first spot and the one after their last.
pub fn runs(spots: &[Spot]) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (index, spot) in spots.iter().enumerate() {
        if !is_character(spot.unit) {
            continue;
        }
        match runs.last_mut() {
            Some((_, end)) if *end == index && spots[index - 1].end == spot.start => *end += 1,
            _ => runs.push((index, index + 1)),
        }
    }
    runs
}

/// Hands every term of a text to `put`.
pub(super) fn each(locale: &str, text: &str, spots: &[Spot], mut put: impl FnMut(String)) {
    for spot in spots.iter().filter(|spot| !is_character(spot.unit)) {
        put(word(locale, &spot.stem));
    }
    for (first, end) in runs(spots) {
        let run = &spots[first..end];
        for (index, spot) in run.iter().enumerate() {
            put(characters(locale, &text[spot.start..spot.end]));
            if let Some(next) = run.get(index + 1) {
                put(characters(locale, &text[spot.start..next.end]));
            }
        }
        let whole = &text[run[0].start..run[run.len() - 1].end];
        for piece in pieces(whole) {
            let words = match piece.chars().next() {
                Some(first) if is_katakana(first) => vec![piece],
                _ => {
                    let words = JIEBA.cut_for_search(piece, true).into_iter();
                    words.map(|word| word.word).collect()
                }
            };
            let long = words
                .into_iter()
                .filter(|word| word.chars().count() >= WORD_MIN);
            long.for_each(|word| put(characters(locale, word)));
        }
    }
}

/// Words and pairs of characters that represent a row of units.
pub(super) fn terms(text: &str, spots: &[Spot], locale: &str) -> Vec<String> {
    let words = spots.iter().filter(|spot| !is_character(spot.unit));
    let mut found: Vec<String> = words.map(|spot| word(locale, &spot.stem)).collect();
    for (first, end) in runs(spots) {
        let run = &spots[first..end];
        let text = |first: usize, last: usize| &text[run[first].start..run[last].end];
        match run.len() {
            1 => found.push(characters(locale, text(0, 0))),
            length => found.extend((0..length - 1).map(|at| characters(locale, text(at, at + 1)))),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::analysis::spots;
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut terms = Vec::new();
        each("zh-CN", text, &spots(text), |term| terms.push(term));
        terms
    }

    #[test]
    fn a_page_stands_under_its_words_characters_and_pairs() {
        assert_eq!(
            all("Tides 潮生，半导体"),
            [
                "zh-CN:tide",
                "zh-CN/chao/潮",
                "zh-CN/chaosheng/潮生",
                "zh-CN/sheng/生",
                "zh-CN/ban/半",
                "zh-CN/bandao/半导",
                "zh-CN/dao/导",
                "zh-CN/daoti/导体",
                "zh-CN/ti/体",
                "zh-CN/bandaoti/半导体",
            ]
        );
        assert_eq!(characters_of("zh-CN/chaosheng/潮生"), Some("潮生"));
        assert_eq!(characters_of("en:tide"), None);
    }

    #[test]
    fn a_word_of_katakana_is_one_word() {
        for (run, expected) in [
            ("クレーン", vec!["クレーン"]),
            ("夜のクレーン", vec!["夜", "の", "クレーン"]),
            ("ロープとナイト", vec!["ロープ", "と", "ナイト"]),
        ] {
            let words: Vec<&str> = words(run).iter().map(|word| word.text).collect();
            assert_eq!(words, expected);
        }
        assert!(
            all("クレーン")
                .iter()
                .any(|term| term.ends_with("/クレーン"))
        );
    }
}
