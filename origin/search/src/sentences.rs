//! PURE: where a sentence ends, in Chinese and in English, while a text is still growing.

/// Bytes after which a text without an end is cut.
const SENTENCE_MAX: usize = 2_000;

/// Words after which a full stop ends no sentence, in lower case and without it.
const ABBREVIATIONS: [&str; 19] = [
    "mr", "mrs", "ms", "dr", "prof", "st", "vs", "e.g", "i.e", "cf", "approx", "inc", "ltd", "co",
    "corp", "fig", "u.s", "u.k", "a.m",
];

/// Marks that may stand between the mark that ends a sentence and the next sentence.
const CLOSING: [char; 9] = ['"', '\'', '”', '’', '）', ')', '」', '』', '》'];

/// Byte length of the first sentence with all that belongs to it (closing marks, `[1]`, the space
/// behind it); `None` while it may go on. With `is_last` nothing more comes.
pub fn first_sentence(text: &str, is_last: bool) -> Option<usize> {
    let mut has_words = false;
    for (at, character) in text.char_indices() {
        let after = at + character.len_utf8();
        if character == '\n' && has_words || ends(text, at, character, is_last) {
            let end = after + belonging(&text[after..]);
            return (end < text.len() || is_last).then_some(end);
        }
        if after >= SENTENCE_MAX {
            return Some(after);
        }
        has_words |= character.is_alphanumeric();
    }
    (is_last && !text.is_empty()).then_some(text.len())
}

/// The sentences of a text that is whole.
pub fn sentences(mut text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    while let Some(end) = first_sentence(text, true) {
        let (sentence, rest) = text.split_at(end);
        found.push(sentence.trim());
        text = rest;
    }
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// Whether a mark ends a sentence.
fn ends(text: &str, at: usize, mark: char, is_last: bool) -> bool {
    match mark {
        '。' | '！' | '？' => true,
        '!' | '?' | '.' => {
            let rest = &text[at + 1..];
            let rest = rest.trim_start_matches(CLOSING);
            let is_followed = match rest.chars().next() {
                Some(next) => next.is_whitespace() || matches!(next, '[' | '［' | '【'),
                None => is_last,
            };
            is_followed && (mark != '.' || !is_abbreviated(&text[..at]))
        }
        _ => false,
    }
}

/// Whether a text ends in an abbreviation, an initial or the number of a list.
fn is_abbreviated(before: &str) -> bool {
    let split = before.rsplit_once(|one: char| one.is_whitespace() || one == '(');
    let (earlier, word) = split.unwrap_or(("", before));
    let word = word.to_lowercase();
    let is_initial = word.len() == 1 && word.bytes().all(|one| one.is_ascii_lowercase());
    let is_list = earlier.trim().is_empty()
        && word.len() <= 2
        && word.bytes().all(|one| one.is_ascii_digit());
    is_initial || is_list || ABBREVIATIONS.contains(&&*word)
}

/// Bytes after an end that belong to it: closing marks, space, numbers of sources, and a full stop
/// behind those.
fn belonging(rest: &str) -> usize {
    let mut at = 0;
    loop {
        let left = rest[at..].trim_start_matches(|one: char| {
            CLOSING.contains(&one) || one.is_whitespace() || one == '。'
        });
        at = rest.len() - left.len();
        let Some(marks) = left.strip_prefix(['[', '［', '【']) else {
            return at;
        };
        let number =
            |one: char| one.is_ascii_digit() || matches!(one, ' ' | ',' | '，' | '、' | '^');
        let closed = marks.trim_start_matches(number);
        match closed.strip_prefix([']', '］', '】']) {
            Some(after) => at = rest.len() - after.len(),
            // A mark that is still being written; or other brackets, which begin a sentence.
            None if closed.is_empty() => return rest.len(),
            None => return at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_space_separates_words_too() {
        for (text, expected) in [
            ("\u{3000}So. And?", vec!["So.", "And?"]),
            (
                "By\u{3000}Dr. Wu. And\u{a0}?",
                vec!["By\u{3000}Dr. Wu.", "And\u{a0}?"],
            ),
            ("\u{3000}1. One", vec!["1. One"]),
        ] {
            assert_eq!(sentences(text), expected, "{text}");
        }
    }

    #[test]
    fn a_text_falls_into_sentences_of_both_languages() {
        for (text, expected) in [
            (
                "It has 3.5 million. [1] Dr. Wu leads it [2]. And?",
                vec!["It has 3.5 million. [1]", "Dr. Wu leads it [2].", "And?"],
            ),
            (
                "基金成立于2014年。[1]规模8,400万美元[2]。真的？",
                vec!["基金成立于2014年。[1]", "规模8,400万美元[2]。", "真的？"],
            ),
            ("他说“好。”然后走了。", vec!["他说“好。”", "然后走了。"]),
            ("- One\n- Two\n", vec!["- One", "- Two"]),
            (
                "1. First of all.\n2. Then.",
                vec!["1. First of all.", "2. Then."],
            ),
            (
                "(See page 4.) J. Lin, e.g. him.",
                vec!["(See page 4.)", "J. Lin, e.g. him."],
            ),
            ("no end", vec!["no end"]),
            (" \n", vec![]),
        ] {
            assert_eq!(sentences(text), expected, "{text}");
        }
    }

    #[test]
    fn a_sentence_is_out_only_when_nothing_can_belong_to_it_any_more() {
        for text in [
            "Half a",
            "It is so.",
            "It is so. ",
            "It is so. [",
            "It is so. [1",
            "如此。",
            "如此。[1]",
        ] {
            assert_eq!(first_sentence(text, false), None, "{text}");
        }
        assert_eq!(first_sentence("It is so. [1] N", false), Some(14));
        assert_eq!(first_sentence("如此。[1]又", false), Some(12));
        assert_eq!(first_sentence("3.5", false), None);
    }

    #[test]
    fn a_text_without_an_end_is_cut_at_a_character() {
        let text = "潮".repeat(SENTENCE_MAX);
        let cut = first_sentence(&text, false).unwrap();
        assert!(text.is_char_boundary(cut) && cut < SENTENCE_MAX + 3);
    }
}
