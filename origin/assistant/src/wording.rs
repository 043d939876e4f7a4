//! PURE: a model's sentence without unneeded parts: markup, addresses, hidden characters.
//!
//! The rest is shown as plain text; a page makes no link of it. Addresses are removed all the same,
//! so that no reader follows one by typing it.

mod addresses;

use std::sync::LazyLock;

use regex::{Captures, Regex};

use addresses::remove_addresses;

/// A sentence as it is shown, with the numbers of the pages that the model names for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CitedSentence {
    pub(super) text: String,
    pub(super) named: Vec<usize>,
}

macro_rules! pattern {
    ($name:ident, $pattern:literal) => {
        static $name: LazyLock<Regex> =
            LazyLock::new(|| Regex::new($pattern).expect("a constant, which a test compiles"));
    };
}

pattern!(COMMENT, r"(?s)<!--.*?(-->|$)");
pattern!(TAG, r"(?s)</?[a-zA-Z!][^<>]*(>|$)");
pattern!(LINK, r"!?\[([^\[\]]*)\]\([^()]*\)?");
pattern!(
    MARKS,
    r"[\[［【]\s*\^?(\d{1,3}(?:\s*[,，、;；]\s*\^?\d{1,3})*)\s*[\]］】]"
);
pattern!(LIST, r"^\s*(?:[#>]+|[-+•–]|\d{1,2}[.)、])\s+");
pattern!(EMPTY, r"[(（\[<「『“]\s*[)）\]>」』”]");
pattern!(SPACE, r"\s+");
pattern!(BEFORE_MARK, r"\s+([.,;:!?，。；：！？、])");

/// Cleans a sentence. `is_said` decides whether a page contains an e-mail address word for word:
/// such an address is kept.
pub(super) fn cite(sentence: &str, is_said: impl Fn(&str) -> bool) -> CitedSentence {
    let text = visible(sentence);
    let text = COMMENT.replace_all(&text, "");
    let text = TAG.replace_all(&text, "");
    let text = LINK.replace_all(&text, |found: &Captures<'_>| {
        let label = &found[1];
        match label.bytes().all(|one| one.is_ascii_digit()) {
            true => format!("[{label}]"),
            false => label.to_owned(),
        }
    });
    let mut named = Vec::new();
    let text = MARKS.replace_all(&text, |found: &Captures<'_>| {
        let numbers = found[1].split(|one: char| !one.is_ascii_digit());
        named.extend(numbers.filter_map(|number| number.parse::<usize>().ok()));
        String::new()
    });
    let text = remove_addresses(&text, is_said);
    let text = LIST.replace(&text, "");
    let text: String = text.replace("](", "").replace("~~", "").replace("__", "");
    let text: String = text
        .chars()
        .filter(|one| !matches!(one, '*' | '`'))
        .collect();
    let text = EMPTY.replace_all(&text, "");
    let text = SPACE.replace_all(&text, " ");
    let text = BEFORE_MARK.replace_all(&text, "$1");
    named.sort_unstable();
    named.dedup();
    CitedSentence {
        text: text.trim().to_owned(),
        named,
    }
}

/// A text without invisible characters, and with plain letters in the place of wide ones, which
/// addresses may hide in.
pub(super) fn visible(text: &str) -> String {
    let shown = text.chars().filter_map(|one| match one {
        '\n' | '\t' | '\r' => Some(' '),
        '\u{ff10}'..='\u{ff19}'
        | '\u{ff21}'..='\u{ff3a}'
        | '\u{ff41}'..='\u{ff5a}'
        | '\u{ff0e}'
        | '\u{ff0f}'
        | '\u{ff20}' => char::from_u32(u32::from(one) - 0xfee0),
        _ if one.is_control() || is_hidden(one) => None,
        _ => Some(one),
    });
    shown.collect()
}

/// Whether a character has no shape of its own, or turns others round.
fn is_hidden(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(sentence: &str) -> String {
        cite(sentence, |address| address == "bp@tide.example").text
    }

    #[test]
    fn sources_are_read_in_every_form_and_taken_out() {
        for (sentence, text, named) in [
            ("It is so [1].", "It is so.", vec![1]),
            ("It is so. [2][1]", "It is so.", vec![1, 2]),
            ("如此。［1，3］", "如此。", vec![1, 3]),
            ("如此【2】。", "如此。", vec![2]),
            ("So [^1] and [1](https://evil.example).", "So and.", vec![1]),
            ("In [brackets] it stays.", "In [brackets] it stays.", vec![]),
        ] {
            let expected = CitedSentence {
                text: text.to_owned(),
                named,
            };
            assert_eq!(cite(sentence, |_| false), expected, "{sentence}");
        }
    }

    #[test]
    fn markup_and_hidden_characters_are_taken_out() {
        for (sentence, expected) in [
            ("**Bold** and `code`.", "Bold and code."),
            ("## Heading", "Heading"),
            ("- A point.", "A point."),
            ("2. A second one.", "A second one."),
            ("<b>So</b> <!-- not --> it is.", "So it is."),
            ("So <img src=\"x", "So"),
            ("a\u{200b}b\u{202e}c\u{0}d\u{feff}", "abcd"),
            ("5 < 6 and 7 > 4.", "5 < 6 and 7 > 4."),
        ] {
            assert_eq!(plain(sentence), expected, "{sentence}");
        }
    }

    #[test]
    fn no_address_passes_but_a_mailbox_that_a_page_names() {
        for (sentence, expected) in [
            ("Read [here](https://evil.example/?q=secret).", "Read here."),
            ("![](https://evil.example/p.png)", ""),
            ("Go to https://evil.example/a?b=c now.", "Go to now."),
            ("请访问https://evil.example，谢谢。", "请访问，谢谢。"),
            ("See www.evil.example/x or evil.example.", "See or."),
            ("See //evil.example/x and evil.example:8080/y.", "See and."),
            ("ｅｖｉｌ．ｅｘａｍｐｌｅ", ""),
            ("ev\u{200b}il.exam\u{200b}ple", ""),
            ("javascript:alert(1) runs.", "runs."),
            ("<a href='https://evil.example'>here</a>", "here"),
            ("Write to eve@evil.example.", "Write to."),
            ("Write to bp@tide.example.", "Write to bp@tide.example."),
            (
                "The file plan.pdf has 3.5 MB.",
                "The file plan.pdf has 3.5 MB.",
            ),
            (
                "In 2024.05 the U.S. office opened.",
                "In 2024.05 the U.S. office opened.",
            ),
        ] {
            assert_eq!(plain(sentence), expected, "{sentence}");
        }
    }
}
