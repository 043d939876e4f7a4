//! Sets of characters as style sheets write them: `U+20-7E, U+A0`.

use std::fmt::Write;

use serde::Deserialize;

/// Characters from … to, both included.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Ranges(Vec<(u32, u32)>);

/// The error that a part of a list is not a range.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is no range like `U+20-7E`")]
pub struct NoRange(String);

impl TryFrom<String> for Ranges {
    type Error = NoRange;

    fn try_from(text: String) -> Result<Self, NoRange> {
        let range = |part: &str| {
            let digits = part.strip_prefix("U+")?;
            let (first, last) = digits.split_once('-').unwrap_or((digits, digits));
            let number = |digits| u32::from_str_radix(digits, 16).ok();
            let (first, last) = (number(first)?, number(last)?);
            (first <= last).then_some((first, last))
        };
        text.split(',')
            .map(str::trim)
            .map(|part| range(part).ok_or_else(|| NoRange(part.to_owned())))
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

impl Ranges {
    /// Whether a character is in one of them.
    pub(super) fn contains(&self, character: char) -> bool {
        let code = u32::from(character);
        self.0
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&code))
    }
}

/// The shortest `unicode-range` for characters in the order of code points.
pub(super) fn unicode_range(characters: &str) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for code in characters.chars().map(u32::from) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == code => *last = code,
            _ => runs.push((code, code)),
        }
    }
    let mut text = String::with_capacity(runs.len() * 7);
    for (first, last) in runs {
        let comma = if text.is_empty() { "" } else { "," };
        let _ = match last - first {
            0 => write!(text, "{comma}U+{first:X}"),
            _ => write!(text, "{comma}U+{first:X}-{last:X}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_as_style_sheets_write_them() {
        let ranges = Ranges::try_from("U+20-7E, U+a0".to_owned()).unwrap();
        for (character, inside) in [
            ('a', true),
            ('\u{a0}', true),
            ('\u{7f}', false),
            ('潮', false),
        ] {
            assert_eq!(ranges.contains(character), inside, "{character}");
        }
        for wrong in ["", "20-7E", "U+7E-20", "U+潮", "U+20,"] {
            assert!(Ranges::try_from(wrong.to_owned()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn neighbours_are_written_as_one_range() {
        assert_eq!(unicode_range("abc潮"), "U+61-63,U+6F6E");
    }
}
