//! Sentences with placeholders: `{name}` is the value, `{pages page|pages}` a number with its noun.

use super::{Argument, Language};

/// A part of a sentence.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Words.
    Words(&'a str),
    /// A value, and for a number the noun for one and for many.
    Placeholder(&'a str, Option<(&'a str, &'a str)>),
}

/// The parts of `sentence`.
pub(super) fn pieces(sentence: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = sentence;
    while let Some((words, after)) = rest.split_once('{')
        && let Some((inside, after)) = after.split_once('}')
    {
        if inside.starts_with(|first: char| first.is_ascii_lowercase()) {
            let (name, nouns) = inside.split_once(' ').unwrap_or((inside, ""));
            pieces.push(Piece::Words(words));
            pieces.push(Piece::Placeholder(name, nouns.split_once('|')));
        } else {
            // Braces of an example: `{"kind": "markdown"}`.
            pieces.push(Piece::Words(&rest[..rest.len() - after.len()]));
        }
        rest = after;
    }
    pieces.push(Piece::Words(rest));
    pieces.retain(|piece| *piece != Piece::Words(""));
    pieces
}

/// `sentence` with its values; a placeholder without one stays as it is written.
pub(super) fn fill<'v>(
    sentence: &str,
    language: Language,
    value: impl Fn(&str) -> Option<&'v Argument>,
) -> String {
    let piece = |piece: &Piece<'_>| match *piece {
        Piece::Words(words) => words.to_owned(),
        Piece::Placeholder(name, nouns) => match (value(name), nouns) {
            (None, _) => format!("{{{name}}}"),
            (Some(value), None) => value.text(language),
            (Some(value), Some((one, many))) => {
                let noun = if *value == Argument::Number(1) {
                    one
                } else {
                    many
                };
                format!("{} {noun}", value.text(language))
            }
        },
    };
    pieces(sentence).iter().map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill_in(sentence: &str, number: u64) -> String {
        let (number, name) = (Argument::Number(number), Argument::from("{n}"));
        fill(sentence, Language::English, |wanted| match wanted {
            "n" => Some(&number),
            "name" => Some(&name),
            _ => None,
        })
    }

    #[test]
    fn placeholders_take_their_values_and_nouns_their_numbers() {
        for (sentence, number, expected) in [
            ("", 1, ""),
            ("{n page|pages}", 0, "0 pages"),
            ("{n page|pages}", 1, "1 page"),
            ("{n page|pages} of {n}", 2, "2 pages of 2"),
            ("a `{name}` b", 1, "a `{n}` b"),
            ("{other} } {", 1, "{other} } {"),
            ("`{\"n\": 1}` {n}", 1, "`{\"n\": 1}` 1"),
        ] {
            assert_eq!(fill_in(sentence, number), expected, "{sentence}");
        }
    }
}
