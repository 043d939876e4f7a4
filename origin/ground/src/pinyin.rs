//! PURE: how Chinese sounds, in pinyin without tones, and which Latin letters are pinyin.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use pinyin::ToPinyin;

/// Letters of the longest syllable: `zhuang`.
const SYLLABLE_MAX: usize = 6;

/// Every syllable that a character in use has.
static SYLLABLES: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let characters = ('\u{4e00}'..='\u{9fa5}').filter_map(|one| one.to_pinyin());
    characters.map(|pinyin| pinyin.plain()).collect()
});

/// The syllables of a text's characters, all else as it is: `雁渡A1` is `yanduA1`.
pub fn spoken(text: &str) -> String {
    let mut spoken = String::new();
    for character in text.chars() {
        match character.to_pinyin() {
            Some(pinyin) => spoken.push_str(pinyin.plain()),
            None => spoken.push(character),
        }
    }
    spoken
}

/// The syllables of characters; `None` if one of them has none.
pub fn sound(characters: &str) -> Option<String> {
    let mut sound = String::new();
    for character in characters.chars() {
        sound.push_str(character.to_pinyin()?.plain());
    }
    Some(sound)
}

/// The syllables that a word of Latin letters consists of, the longest first; `None` if it is no
/// pinyin.
pub fn syllables(word: &str) -> Option<Vec<&str>> {
    if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    // At each place the syllable that leads there, if one does.
    let mut leads: Vec<Option<usize>> = vec![None; word.len() + 1];
    leads[0] = Some(0);
    for end in 1..=word.len() {
        let starts = end.saturating_sub(SYLLABLE_MAX)..end;
        leads[end] = starts
            .filter(|start| leads[*start].is_some())
            .find(|start| SYLLABLES.contains(&word[*start..end]));
    }
    let (mut found, mut end) = (Vec::new(), word.len());
    while end > 0 {
        let start = leads[end]?;
        found.push(&word[start..end]);
        end = start;
    }
    found.reverse();
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_sound_like_their_syllables() {
        assert_eq!(sound("潮生").as_deref(), Some("chaosheng"));
        assert_eq!(sound("半导体"), sound("半导题"));
        assert_eq!(sound("a"), None);
        assert_eq!(spoken("雁渡A1"), "yanduA1");
    }

    #[test]
    fn pinyin_is_taken_apart_and_english_is_none() {
        assert_eq!(syllables("chaosheng"), Some(vec!["chao", "sheng"]));
        assert_eq!(syllables("touzi"), Some(vec!["tou", "zi"]));
        assert_eq!(syllables("xinjiapo"), Some(vec!["xin", "jia", "po"]));
        for other in ["fund", "semiconductor", "", "Chao", "2014"] {
            assert_eq!(syllables(other), None, "{other}");
        }
    }
}
