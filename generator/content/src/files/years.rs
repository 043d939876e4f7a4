//! PURE: the years that a text names. A translation that names others is out of date, or has a
//! slip.

use memchr::{memchr, memchr3};
use serde::{Deserialize, Serialize};

use super::typography::Script;

/// The years of a text, each once, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Years {
    /// Numbers that are years for certain.
    certain: Box<[u16]>,
    /// All numbers that could be a year, certain ones included.
    possible: Box<[u16]>,
}

impl Years {
    /// The years in Markdown. In Chinese a year is certain before `年`: `2000` may count people.
    pub(crate) fn find(markdown: &str, script: Option<Script>) -> Self {
        let (mut certain, mut possible) = (Vec::new(), Vec::new());
        for (at, year) in numbers(markdown) {
            possible.push(year);
            let is_certain = match script {
                Some(Script::Other) => true,
                _ => markdown[at + 4..].trim_start_matches(' ').starts_with('年'),
            };
            if is_certain {
                certain.push(year);
            }
        }
        let set = |mut years: Vec<u16>| {
            years.sort_unstable();
            years.dedup();
            years.into()
        };
        Self {
            certain: set(certain),
            possible: set(possible),
        }
    }

    /// Years that are here for certain, and not in `other`.
    pub(crate) fn missing_in(&self, other: &Self) -> Vec<u16> {
        let years = self.certain.iter().copied();
        years
            .filter(|year| other.possible.binary_search(year).is_err())
            .collect()
    }
}

/// Numbers from 1950 to 2049 with their places, apart from those in addresses and in longer
/// numbers.
fn numbers(markdown: &str) -> Vec<(usize, u16)> {
    let bytes = markdown.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let mut found = Vec::new();
    let mut at = 0;
    // A year begins with 1 or 2, an address with `](`.
    while let Some(next) = bytes
        .get(at..)
        .and_then(|rest| memchr3(b'1', b'2', b']', rest))
    {
        at += next;
        if bytes[at] == b']' {
            at = match bytes[at..].strip_prefix(b"](") {
                Some(address) => memchr(b')', address).map_or(bytes.len(), |end| at + 2 + end),
                None => at + 1,
            };
            continue;
        }
        let end = (at..).find(|at| !is_digit(*at)).unwrap_or(bytes.len());
        // Of a longer one, as in `1,2026` and `2026.5`.
        let is_part = |sign: usize, digit: usize| {
            matches!(bytes.get(sign), Some(b'.' | b',')) && is_digit(digit)
        };
        let is_part = at >= 1 && is_digit(at - 1)
            || at >= 2 && is_part(at - 1, at - 2)
            || is_part(end, end + 1);
        let year = markdown.get(at..end).and_then(|digits| digits.parse().ok());
        let year = year.filter(|year| end - at == 4 && (1950..2050).contains(year));
        found.extend(year.filter(|_| !is_part).map(|year| (at, year)));
        at = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(chinese: &str, english: &str) -> [Vec<u16>; 2] {
        let chinese = Years::find(chinese, Some(Script::Han));
        let english = Years::find(english, Some(Script::Other));
        [chinese.missing_in(&english), english.missing_in(&chinese)]
    }

    #[test]
    fn years_that_one_language_names_alone_are_found() {
        for (chinese, english, expected) in [
            ("2015年到2017年", "From 2015 to 2017", [vec![], vec![]]),
            ("2015—2017年", "From 2015 to 2017", [vec![], vec![]]),
            ("2016年", "In 2017", [vec![2016], vec![2017]]),
            ("2017 年亏损", "A loss", [vec![2017], vec![]]),
            ("共 2000 人", "2,000 people", [vec![], vec![]]),
            ("共 2000 人", "2000 people", [vec![], vec![]]),
            ("今年", "On 2026-09-03", [vec![], vec![2026]]),
        ] {
            assert_eq!(missing(chinese, english), expected, "{chinese} {english}");
        }
    }

    #[test]
    fn years_around_an_address_are_found() {
        let found = Years::find("[2018] (2019) [2020](/2021/2022)2023", Some(Script::Other));
        assert_eq!(*found.possible, [2018, 2019, 2020, 2023]);
    }

    #[test]
    fn addresses_and_other_numbers_are_no_years() {
        for text in [
            "[x](/letters/2026-q2)",
            "[x](/a/2026",
            "12026 20261 1,2026 2026.5 3.2026",
            "1949 2050 32020 120201",
            "",
            "](",
        ] {
            assert_eq!(
                Years::find(text, Some(Script::Other)),
                Years::default(),
                "{text}"
            );
        }
    }
}
