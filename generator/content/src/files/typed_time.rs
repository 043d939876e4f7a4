//! PURE: dates and times as people type them, in the form that programs read.
//!
//! Only the order that is the same everywhere is accepted: the year first. `3.5.2026` is May in one
//! country and March in another.

/// A typed day, perhaps with a time, with all the digits of ISO 8601: `2026/5/3 9:00` and
/// `2026年5月3日 9：00` are `2026-05-03T09:00`. None for a text that begins with no such day.
pub(super) fn iso(text: &str) -> Option<String> {
    let (year, rest) = number(text).filter(|(year, _)| year.len() == 4)?;
    let (first, between, after) = match rest.chars().next()? {
        '年' => ('年', '月', "日"),
        mark @ ('-' | '/' | '.') => (mark, mark, ""),
        _ => return None,
    };
    let (month, rest) = number(rest.strip_prefix(first)?)?;
    let (day, rest) = number(rest.strip_prefix(between)?)?;
    let rest = rest.strip_prefix(after)?;
    let date = format!("{year}-{month:0>2}-{day:0>2}");
    if rest.is_empty() {
        return Some(date);
    }
    let time = match rest.strip_prefix(['T', 't', ' ']) {
        Some(time) => time,
        // A Chinese date ends by itself.
        None if !after.is_empty() => rest,
        None => return None,
    };
    let (hour, rest) = number(time)?;
    let minutes = rest.strip_prefix([':', '：'])?.replace('：', ":");
    Some(format!("{date}T{hour:0>2}:{minutes}"))
}

/// The digits that a text begins with, and the rest.
fn number(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit());
    let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
    (!digits.is_empty()).then_some((digits, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    // R10.06
    #[test]
    fn a_day_with_the_year_first_is_read_and_any_other_order_is_not() {
        let read = [
            ("2026-12-01", "2026-12-01"),
            ("2026/12/1", "2026-12-01"),
            ("2026.12.1", "2026-12-01"),
            ("2026年12月1日", "2026-12-01"),
            ("2026-12-01 9:00", "2026-12-01T09:00"),
            ("2026-12-01T9:00+08:00", "2026-12-01T09:00+08:00"),
            ("2026/12/01 19:30:15", "2026-12-01T19:30:15"),
            ("2026年12月1日9：00", "2026-12-01T09:00"),
        ];
        for (typed, expected) in read {
            assert_eq!(iso(typed).as_deref(), Some(expected), "{typed}");
        }
        for other in [
            "",
            "soon",
            "9:00",
            "1.12.2026",
            "12/01/2026",
            "26-12-01",
            "2026-12/01",
            "2026年12月1",
            "2026-12-01x9:00",
            "2026-12-01 9",
            "20261201",
        ] {
            assert_eq!(iso(other), None, "{other}");
        }
    }
}
