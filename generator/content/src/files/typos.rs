//! Punctuation that looks right to an author of Chinese and that YAML reads as words, and tabs.
//! PURE.
//!
//! The parser notices most of them a line too late and without a helpful message, so lines near its
//! complaint are looked at again. A list with Chinese commas is valid YAML with one item: it is
//! reported although it is valid.

use super::flaws::is_marker;
use generator_ground::message::Message;
use yaml_reader as yaml;
use yaml_reader::{TextRange, YamlDoubt};

/// A slip and its place.
#[derive(Debug)]
pub(super) struct Slip {
    pub(crate) place: TextRange,
    pub(crate) message: Message,
}

/// The slip that explains why YAML `text` could not be read, which the parser noticed at `line`.
pub(super) fn explain(text: &str, line: u32) -> Option<Slip> {
    let line = line as usize;
    let lines: Vec<&str> = text.lines().collect();
    // The parser may notice a tab a line before it, and a colon any number of lines after it.
    let mut near = (0..lines.len().min(line)).rev().chain([line]);
    near.find_map(|index| {
        let text = lines.get(index)?;
        let found = of_line(text, index + 1 == line);
        // The parser may have read a line on.
        let found = found.or_else(|| (index + 2 >= line).then(|| divider(text))?);
        Some(found?.slip_at(text, index))
    })
}

/// Lists in `text` with Chinese commas between the items.
pub(super) fn joined_items(text: &str) -> Vec<Slip> {
    let lines = text.lines().enumerate();
    lines
        .filter_map(|(index, line)| Some(comma(line)?.slip_at(line, index)))
        .collect()
}

/// Texts in `text` of which YAML takes a part for a comment or for a name of its own.
pub(super) fn taken_signs(text: &str) -> Vec<Slip> {
    let found = yaml::doubts(text).into_iter();
    found
        .map(|(place, doubt)| Slip {
            place,
            message: match doubt {
                YamlDoubt::Comment => Message::new("taken-sign/comment"),
                YamlDoubt::Anchor => Message::new("taken-sign/anchor"),
            },
        })
        .collect()
}

/// A sign of a line, its place in bytes, and the slip to report.
struct Sign {
    at: usize,
    message: Message,
}

impl Sign {
    fn slip_at(self, line: &str, index: usize) -> Slip {
        let number = |value: usize| u32::try_from(value).unwrap_or(u32::MAX);
        Slip {
            place: TextRange {
                line: number(index + 1),
                column: number(line[..self.at].chars().count() + 1),
                length: 1,
            },
            message: self.message,
        }
    }
}

/// The first slip of a line; `is_told` if it is the one that the parser complains of.
fn of_line(line: &str, is_told: bool) -> Option<Sign> {
    let found = tab(line).or_else(|| colon(line));
    let found = found.or_else(|| unclosed_quote(line));
    found
        .or_else(|| is_told.then(|| comma(line).or_else(|| quotes(line)).or_else(|| sign(line)))?)
}

fn tab(line: &str) -> Option<Sign> {
    let indentation = line.len() - line.trim_start().len();
    Some(Sign {
        at: line[..indentation].find('\t')?,
        message: Message::new("tab"),
    })
}

/// A field's name with a full-width colon, or with a full-width space after its colon.
fn colon(line: &str) -> Option<Sign> {
    let start = line.len() - line.trim_start_matches([' ', '-']).len();
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let name = line[start..].split(|c| !is_name(c)).next()?;
    let after = &line[start + name.len()..];
    let at = line.len() - after.trim_start_matches(' ').len();
    let message = if line[at..].starts_with('：') {
        Message::new("full-width-sign/colon")
    } else {
        Message::new("full-width-sign/space")
    };
    let is_slip = line[at..].starts_with('：') || line[at..].starts_with(":\u{3000}");
    (is_slip && !name.is_empty()).then(|| Sign {
        at,
        message: message.with("field", name),
    })
}

/// A text that begins with a plain quotation mark and ends with a Chinese one.
fn unclosed_quote(line: &str) -> Option<Sign> {
    let at = value(line).filter(|at| line[*at..].starts_with('"'))?;
    let rest = &line[at + 1..];
    let end = rest.find(['“', '”'])?;
    (!rest.contains('"')).then(|| chinese_quotes(at + 1 + end))
}

/// A text between Chinese quotation marks, which do not quote in YAML.
fn quotes(line: &str) -> Option<Sign> {
    let at = value(line).filter(|at| line[*at..].starts_with(['“', '”', '‘', '’']))?;
    Some(chinese_quotes(at))
}

fn chinese_quotes(at: usize) -> Sign {
    Sign {
        at,
        message: Message::new("full-width-sign/quotes"),
    }
}

/// A text that begins with a sign with which YAML begins something else.
fn sign(line: &str) -> Option<Sign> {
    let at = value(line)?;
    let mut characters = line[at..].chars();
    let first = characters.next()?;
    let is_sign = match first {
        '@' | '`' | '*' | '%' | '&' | ',' | ']' | '}' => true,
        '!' => !characters.as_str().starts_with('!'),
        // Alone, or with a number, a sign or a comment after it, it begins a text of several lines.
        '|' | '>' => {
            let header = characters.as_str();
            let header = header
                .trim_start_matches(|it| "+-0123456789".contains(it))
                .trim();
            !header.is_empty() && !header.starts_with('#')
        }
        '-' | '?' => characters.next() == Some(' '),
        _ => false,
    };
    let message = || Message::new("taken-sign").with("sign", first.to_string());
    is_sign.then(|| Sign {
        at,
        message: message(),
    })
}

/// The line between the two versions of a merge that was not finished.
fn divider(line: &str) -> Option<Sign> {
    let message = Message::new("conflict-marker");
    is_marker(line.trim_end(), '=').then_some(Sign { at: 0, message })
}

/// A Chinese comma in a list or an object on one line, outside quotation marks.
fn comma(line: &str) -> Option<Sign> {
    let start = value(line).filter(|at| line[*at..].starts_with(['[', '{']))?;
    let mut quote = None;
    for (at, sign) in line[start..].char_indices() {
        match (quote, sign) {
            (None, '"' | '\'') => quote = Some(sign),
            (Some(open), _) if open == sign => quote = None,
            (None, '，' | '、') => {
                return Some(Sign {
                    at: start + at,
                    message: Message::new("full-width-sign/comma"),
                });
            }
            _ => {}
        }
    }
    None
}

/// Where the value of a line begins, in bytes: after `name: ` and after `- `.
fn value(line: &str) -> Option<usize> {
    let item = line.len() - line.trim_start().len();
    let after_dash = line[item..].strip_prefix("- ").map(|_| item + 2);
    let after_name = line.find(": ").map(|at| at + 2);
    let at = after_name.or(after_dash)?;
    let rest = &line[at..];
    Some(line.len() - rest.trim_start_matches(' ').len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use generator_ground::message::Language;
    use yaml_reader::parse;

    /// Line, column and remedy of the report about a text that cannot be read, or that is no
    /// object.
    fn typo_report(text: &str) -> Option<(u32, u32, String)> {
        let line = parse(text).map_or_else(|error| error.place.line, |_| u32::MAX);
        let found = explain(text, line)?;
        Some((
            found.place.line,
            found.place.column,
            found.message.remedy(Language::English),
        ))
    }

    #[test]
    fn the_line_with_the_slip_is_told_with_the_sign_that_is_meant() {
        let cases = [
            ("title：新闻\ndate: 2026-05-03", 1, 6, "write `title: …`"),
            (
                "title: 新闻\nsummary： 短\ndate: 2026-05-03",
                2,
                8,
                "write `summary: …`",
            ),
            (
                "title: 新闻\ndate:　2026-05-03\nauthor: 陈",
                2,
                5,
                "write `date: …`",
            ),
            ("title：新闻", 1, 6, "write `title: …`"),
            (
                "figures:\n  - label： 厂\n    value: 1",
                2,
                10,
                "write `label: …`",
            ),
            (
                "title: “数字: 2025”\ndate: 2026-05-03",
                1,
                8,
                "put the text between `\"` and `\"`",
            ),
            (
                "title: \"数字: 2025”\ndate: 2026-05-03",
                1,
                17,
                "put the text between `\"` and `\"`",
            ),
            (
                "title: @x",
                1,
                8,
                "put the text between `\"` and `\"`: `\"@…\"`",
            ),
            (
                "title: !x",
                1,
                8,
                "put the text between `\"` and `\"`: `\"!…\"`",
            ),
            (
                "title: ! 重要",
                1,
                8,
                "put the text between `\"` and `\"`: `\"!…\"`",
            ),
            (
                "title: *x",
                1,
                8,
                "put the text between `\"` and `\"`: `\"*…\"`",
            ),
            (
                "title: **重点**",
                1,
                8,
                "put the text between `\"` and `\"`: `\"*…\"`",
            ),
            (
                "title: %x",
                1,
                8,
                "put the text between `\"` and `\"`: `\"%…\"`",
            ),
            (
                "a: b\ntitle: `x`\nc: d",
                2,
                8,
                "put the text between `\"` and `\"`: `\"`…\"`",
            ),
            (
                "a: b\ntags:\n  - @x\n  - y",
                3,
                5,
                "put the text between `\"` and `\"`: `\"@…\"`",
            ),
            (
                "title: >50%\na: b",
                1,
                8,
                "put the text between `\"` and `\"`: `\">…\"`",
            ),
            (
                "title: |x|\na: b",
                1,
                8,
                "put the text between `\"` and `\"`: `\"|…\"`",
            ),
            (
                "title: - x",
                1,
                8,
                "put the text between `\"` and `\"`: `\"-…\"`",
            ),
            (
                "a: 1\n=======\nb: 2",
                2,
                1,
                "keep one of them, or bring them together, and remove the lines of `<<<<<<<`, `|||||||`, `=======` and `>>>>>>>`",
            ),
            (
                "figures:\n\t- label: x\n\t  value: 1",
                2,
                1,
                "indent with spaces",
            ),
            (
                "note: { zh-CN: 杭州，en: Hangzhou }",
                1,
                18,
                "write `, ` between items; put a text to which the sign belongs in quotes",
            ),
        ];
        for (text, line, column, remedy) in cases {
            assert_eq!(
                typo_report(text),
                Some((line, column, remedy.to_owned())),
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_wrong_otherwise_is_left_to_the_parser() {
        for text in ["a: b: c", "title: \"x", "a: [1", "  a: 1\n b: 2", ""] {
            assert_eq!(typo_report(text), None, "{text}");
        }
    }

    #[test]
    fn a_list_with_chinese_commas_is_one_item_and_told() {
        let text =
            "title: 潮，生\ntags: [团队，新加坡]\nmore: [\"一，二\", 三]\nlist:\n  - [a、b]\n";
        let found = joined_items(text);
        let places: Vec<(u32, u32)> = found
            .iter()
            .map(|found| (found.place.line, found.place.column))
            .collect();
        assert_eq!(places, [(2, 10), (5, 7)]);
    }
}
