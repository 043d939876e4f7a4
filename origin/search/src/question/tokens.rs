//! PURE: the words of a question.

use super::super::analysis::Spot;
use super::super::terms::{self, Nature};
use super::super::words::is_stop_word;

/// A word of a question.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// Index of the token's first spot.
    pub(super) first: usize,
    /// Index of the spot after the token's last one.
    pub(super) end: usize,
    pub(super) is_stop_word: bool,
    pub(super) nature: Nature,
}

/// All words of a question in their order. A question of stop words asks for them.
pub(super) fn tokens(question: &str, spots: &[Spot]) -> Vec<Token> {
    let text = Text { question, spots };
    let mut tokens = Vec::new();
    let mut index = 0;
    for (first, end) in terms::runs(spots) {
        text.add_words(index, first, &mut tokens);
        tokens.extend(text.words_of_run(first, end));
        index = end;
    }
    text.add_words(index, spots.len(), &mut tokens);
    if tokens.iter().all(|token| token.is_stop_word) {
        for token in &mut tokens {
            token.is_stop_word = false;
        }
    }
    tokens
}

struct Text<'a> {
    question: &'a str,
    spots: &'a [Spot],
}

impl Text<'_> {
    /// The words of a run of characters.
    fn words_of_run(&self, first: usize, end: usize) -> impl Iterator<Item = Token> {
        let run = &self.question[self.spots[first].start..self.spots[end - 1].end];
        let mut at = first;
        terms::words(run).into_iter().map(move |word| {
            let next = at + word.text.chars().count();
            // `几分钟` asks for minutes.
            let asks = usize::from(next > at + 1 && word.text.starts_with('几'));
            let text = word.text.trim_start_matches('几');
            let token = Token {
                first: at + asks,
                end: next,
                is_stop_word: is_stop_word(word.text) || is_stop_word(text),
                nature: word.nature,
            };
            at = next;
            token
        })
    }

    /// Adds the words of a script with spaces.
    fn add_words(&self, first: usize, end: usize, tokens: &mut Vec<Token>) {
        for index in first..end {
            match tokens.last_mut() {
                Some(name) if self.is_number_of(name, index) => name.end = index + 1,
                _ => tokens.push(self.word(index)),
            }
        }
    }

    /// Whether a word is a part of the name before it, which it tells from others of a row:
    /// `Fund I`, `Series A`.
    fn is_number_of(&self, name: &Token, index: usize) -> bool {
        let word = self.word_at(index);
        word.len() == 1
            && word.starts_with(|one: char| one.is_ascii_uppercase())
            && name.nature == Nature::Name
            && (name.first + 1, name.end) == (index, index)
    }

    fn word(&self, index: usize) -> Token {
        let word = self.word_at(index);
        let is_name = word.len() > 1
            && word.starts_with(char::is_uppercase)
            && !is_stop_word(&word.to_lowercase());
        Token {
            first: index,
            end: index + 1,
            is_stop_word: is_stop_word(&word.to_lowercase().replace('’', "'")),
            nature: if is_name { Nature::Name } else { Nature::Other },
        }
    }

    fn word_at(&self, index: usize) -> &str {
        let Spot { start, end, .. } = self.spots[index];
        &self.question[start..end]
    }
}
