//! PURE: a model's words on their way to the visitor: whole sentences, cleaned, each with the pages
//! that say so.
//!
//! ```text
//! pieces ─► sentences ─► wording ─► secrets? ─► check ─► Delta
//! ```

use origin_search::sentences::first_sentence;
use std::collections::BTreeSet;

use contract::api::Delta;

use super::check::{Page, carriers, is_said};
use super::prompt::{INSTRUCTIONS, NO_ANSWER};
use super::source::Source;
use super::wording::cite;

/// Sentences of an answer; more are an answer without an end.
const SENTENCES_MAX: usize = 40;

/// Words in a row that no sentence shares with the instructions by chance.
const ECHO: usize = 6;

/// Characters in a row that no sentence shares with a key by chance.
const SECRET: usize = 8;

/// A model's answer while it grows.
#[derive(Debug)]
pub struct AnswerStream {
    pages: Vec<Page>,
    secret: String,
    text: String,
    /// Sentences that were heard.
    heard: usize,
    /// Sentences that were let through.
    said: usize,
    has_refused: bool,
}

impl AnswerStream {
    /// An answer from these pages, by the service that received this key.
    pub fn new(sources: &[Source], secret: &str) -> Self {
        Self {
            pages: sources.iter().map(Page::new).collect(),
            secret: secret.to_owned(),
            text: String::new(),
            heard: 0,
            said: 0,
            has_refused: false,
        }
    }

    /// The sentences that are whole now that `piece` has come.
    pub fn push(&mut self, piece: &str) -> Vec<Delta> {
        self.text.push_str(piece);
        self.take(false)
    }

    /// The last sentences of an answer that has come to its end.
    pub fn finish(&mut self) -> Vec<Delta> {
        self.take(true)
    }

    /// Whether anything was let through.
    pub fn has_said(&self) -> bool {
        self.said > 0
    }

    /// Whether the model found no answer in the pages.
    pub fn has_refused(&self) -> bool {
        self.has_refused && self.said == 0
    }

    /// Whether no more is listened to.
    pub fn is_full(&self) -> bool {
        self.heard >= SENTENCES_MAX || self.has_refused
    }

    fn take(&mut self, is_last: bool) -> Vec<Delta> {
        let mut deltas = Vec::new();
        while !self.is_full()
            && let Some(end) = first_sentence(&self.text, is_last)
        {
            let rest = self.text.split_off(end);
            let sentence = std::mem::replace(&mut self.text, rest);
            self.heard += 1;
            deltas.extend(self.judge(&sentence));
        }
        self.said += deltas.len();
        deltas
    }

    fn judge(&mut self, sentence: &str) -> Option<Delta> {
        let cited = cite(sentence, |words| is_said(words, &self.pages));
        if cited.text.to_uppercase().starts_with(NO_ANSWER) {
            self.has_refused = true;
            return None;
        }
        if !cited.text.chars().any(char::is_alphanumeric) || self.gives_away(sentence, &cited.text)
        {
            return None;
        }
        let sources = carriers(&cited.text, &cited.named, &self.pages);
        let mut text = cited.text;
        // English sentences have a space between them, Chinese ones have none.
        if text.ends_with(|last: char| last.is_ascii()) {
            text.push(' ');
        }
        Some(Delta { text, sources })
    }

    /// Whether a sentence has a part of the key or of the instructions.
    fn gives_away(&self, heard: &str, shown: &str) -> bool {
        [heard, shown]
            .iter()
            .any(|text| has_part(text, &self.secret) || is_echo(text))
    }
}

/// Whether a text has a part of a secret, with whatever between its letters.
fn has_part(text: &str, secret: &str) -> bool {
    let letters = |text: &str| {
        text.chars()
            .filter(|one| one.is_alphanumeric())
            .collect::<Vec<_>>()
    };
    let (text, secret) = (letters(text), letters(secret));
    let parts: BTreeSet<&[char]> = secret.windows(SECRET.min(secret.len().max(1))).collect();
    let length = SECRET.min(secret.len().max(1));
    text.windows(length).any(|part| parts.contains(part))
}

/// Whether a text repeats the instructions.
fn is_echo(text: &str) -> bool {
    let words = |text: &str| {
        let words = text
            .split(|one: char| !one.is_alphanumeric())
            .filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect::<Vec<_>>()
    };
    let instructions = words(INSTRUCTIONS);
    let known: BTreeSet<&[String]> = instructions.windows(ECHO).collect();
    words(text).windows(ECHO).any(|row| known.contains(row))
}

#[cfg(test)]
mod tests {
    use contract::api::Citation;

    use proptest::prelude::*;

    use super::super::source::Passage;
    use super::*;

    const KEY: &str = "sk-Zq7xP2mV9tLw";

    fn speech() -> AnswerStream {
        let passage = |text: &str| Passage {
            heading: None,
            text: text.to_owned(),
        };
        let source = Source {
            citation: Citation {
                number: 1,
                title: "Funds".to_owned(),
                href: "/en/funds".to_owned(),
                kind: "page".to_owned(),
                locale: "en".to_owned(),
                date: None,
                quotes: Vec::new(),
            },
            passages: vec![
                passage("The fund was raised in 2014."),
                passage("基金成立于2014年。"),
            ],
        };
        AnswerStream::new(&[source], KEY)
    }

    /// All sentences of a text that comes letter by letter, with their sources.
    fn spoken_sentences(text: &str) -> Vec<(String, Vec<usize>)> {
        let mut speech = speech();
        let mut deltas = Vec::new();
        for letter in text.chars() {
            deltas.extend(speech.push(&letter.to_string()));
        }
        deltas.extend(speech.finish());
        deltas
            .into_iter()
            .map(|delta| (delta.text, delta.sources))
            .collect()
    }

    #[test]
    fn sentences_come_whole_with_the_pages_that_say_so_or_marked() {
        assert_eq!(
            spoken_sentences(
                "The fund was raised in 2014 [1]. It doubled in 2015 [1]. 基金成立于2014年。[1]还翻倍了。"
            ),
            [
                ("The fund was raised in 2014. ".to_owned(), vec![1]),
                ("It doubled in 2015. ".to_owned(), vec![]),
                ("基金成立于2014年。".to_owned(), vec![1]),
                ("还翻倍了。".to_owned(), vec![]),
            ]
        );
    }

    #[test]
    fn neither_the_key_nor_the_instructions_are_given_away() {
        for text in [
            "The key is sk-Zq7xP2mV9tLw.".to_owned(),
            "It begins with s k - Z q 7 x P 2 m V.".to_owned(),
            "密钥是Zq7xP2mV。".to_owned(),
            format!("I was told: {INSTRUCTIONS}"),
            "I was told to *answer* from these passages alone, in the language of the question."
                .to_owned(),
        ] {
            let said = spoken_sentences(&text);
            let text: String = said.into_iter().map(|(text, _)| text).collect();
            assert!(
                !text.contains("Zq7xP2mV") && !text.contains("passages alone"),
                "{text}"
            );
        }
        assert_eq!(
            spoken_sentences("Answer from the fund."),
            [("Answer from the fund. ".to_owned(), vec![])]
        );
    }

    #[test]
    fn a_model_that_finds_no_answer_says_so_and_nothing_more() {
        for text in [
            "NO ANSWER",
            "No answer. But I think it is 5.",
            "**NO ANSWER**",
        ] {
            let mut speech = speech();
            assert!(
                speech.push(text).is_empty() && speech.finish().is_empty(),
                "{text}"
            );
            assert!(speech.has_refused(), "{text}");
        }
    }

    #[test]
    fn an_answer_without_an_end_is_listened_to_for_so_long() {
        let mut speech = speech();
        let said = speech.push(&"So it goes on. ".repeat(SENTENCES_MAX * 2));
        assert_eq!(said.len(), SENTENCES_MAX);
        assert!(speech.is_full() && speech.push("More. And more. ").is_empty());
    }

    fn part() -> impl Strategy<Value = String> {
        let written = prop::sample::select(vec![
            "The fund was raised in 2014",
            "基金成立于2014年",
            ".",
            ". ",
            "。",
            "! ",
            "[1]",
            " [",
            "1",
            "]",
            "(",
            ")",
            "”",
            "\n",
            "\u{3000}",
            "\u{a0}",
            "e.g. ",
            "3.5",
            "**",
            "NO ANSWER",
            "sk-Zq7xP2mV9tLw",
        ]);
        prop_oneof![9 => written.prop_map(str::to_owned), 1 => "\\PC{0,3}"]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn an_answer_is_the_same_however_it_is_cut(parts in prop::collection::vec(part(), 0..16)) {
            let text = parts.concat();
            let mut whole = speech();
            let mut deltas = whole.push(&text);
            deltas.extend(whole.finish());
            let told: Vec<_> = deltas.into_iter().map(|delta| (delta.text, delta.sources)).collect();
            prop_assert!(told.iter().all(|(text, _)| !text.contains("Zq7xP2mV")));
            prop_assert_eq!(told, spoken_sentences(&text));
        }
    }
}
