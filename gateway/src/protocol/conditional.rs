//! Step 8 of the pipeline: conditional and range requests, in the order of RFC 9110, 13.2.2. Pure.
//!
//! 1. `If-Match` (strong): 412 if no tag matches
//! 2. `If-None-Match` (weak): 304 if one matches
//! 3. `Range` with `If-Range` (strong): 206, 416, or the whole file
//!
//! Dates are not sent, so `If-Modified-Since` and a date in `If-Range` never match.

use std::ops::Range;

use http::HeaderMap;
use http::header::{HeaderName, HeaderValue, IF_MATCH, IF_NONE_MATCH, IF_RANGE, RANGE};

/// The outcome of the preconditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Send it.
    Perform,
    /// 304.
    NotModified,
    /// 412.
    Failed,
}

/// Evaluates `If-Match` and `If-None-Match` for a representation with `etag`.
pub(crate) fn preconditions(headers: &HeaderMap, etag: &HeaderValue) -> Outcome {
    let strong = |weak: bool, tag: &[u8]| !weak && tag == etag.as_bytes();
    if headers.contains_key(IF_MATCH) && !any_tag(headers, &IF_MATCH, strong) {
        return Outcome::Failed;
    }
    if sent_back(headers, etag).is_some()
        || any_tag(headers, &IF_NONE_MATCH, |_, tag| tag == etag.as_bytes())
    {
        return Outcome::NotModified;
    }
    Outcome::Perform
}

/// `etag` as the client sent it back: alone in a field `If-None-Match`, as browsers send it.
pub(crate) fn sent_back<'a>(headers: &'a HeaderMap, etag: &HeaderValue) -> Option<&'a HeaderValue> {
    let mut all = headers.get_all(IF_NONE_MATCH).iter();
    all.find(|value| *value == etag)
}

/// True if `test(is weak, quoted tag)` holds for one entity tag in the fields called `name`, or if
/// one is `*`.
fn any_tag(headers: &HeaderMap, name: &HeaderName, test: impl Fn(bool, &[u8]) -> bool) -> bool {
    headers.get_all(name).iter().any(|value| {
        let mut rest = value.as_bytes().trim_ascii();
        if rest == b"*" {
            return true;
        }
        while let Some((weak, tag, after)) = next_tag(rest) {
            if test(weak, tag) {
                return true;
            }
            rest = after;
        }
        false
    })
}

/// Splits the first entity tag off a list. A comma inside a tag does not end it.
fn next_tag(list: &[u8]) -> Option<(bool, &[u8], &[u8])> {
    let start = list
        .iter()
        .position(|byte| !matches!(byte, b' ' | b'\t' | b','))?;
    let list = &list[start..];
    let (weak, quoted) = match list.strip_prefix(b"W/") {
        Some(quoted) => (true, quoted),
        None => (false, list),
    };
    let inner = quoted.strip_prefix(b"\"")?;
    let end = inner.iter().position(|byte| *byte == b'"')?;
    Some((weak, &quoted[..end + 2], &quoted[end + 2..]))
}

/// Which part of a file is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// All of it.
    Whole,
    /// These bytes.
    Bytes(Range<u64>),
    /// Bytes that it does not have: 416.
    Unsatisfiable,
}

/// Reads `Range` and `If-Range` for a file of `size` bytes with `etag` for its identity. A form
/// that is not understood, and more than one range, are answered with the whole file, as RFC 9110
/// allows.
pub(crate) fn part(headers: &HeaderMap, size: u64, etag: &HeaderValue) -> Part {
    let mut ranges = headers.get_all(RANGE).iter();
    let (Some(range), None) = (ranges.next(), ranges.next()) else {
        return Part::Whole;
    };
    if headers.get_all(IF_RANGE).iter().any(|tag| tag != etag) {
        return Part::Whole;
    }
    range
        .to_str()
        .ok()
        .and_then(|text| parse(text, size))
        .unwrap_or(Part::Whole)
}

fn parse(text: &str, size: u64) -> Option<Part> {
    let (unit, ranges) = text.split_once('=')?;
    let mut ranges = ranges
        .split(',')
        .map(str::trim)
        .filter(|range| !range.is_empty());
    let (Some(range), None) = (ranges.next(), ranges.next()) else {
        return None;
    };
    let (first, last) = range.split_once('-')?;
    if !unit.eq_ignore_ascii_case("bytes") {
        return None;
    }
    let range = match (number(first), number(last)) {
        (Some(first), Some(last)) if first > last => return None,
        (Some(first), Some(last)) => first..last.saturating_add(1).min(size),
        (Some(first), None) if last.is_empty() => first..size,
        // The last bytes of an empty file are the whole file.
        (None, Some(1..)) if first.is_empty() && size == 0 => return None,
        (None, Some(length)) if first.is_empty() => size.saturating_sub(length)..size,
        _ => return None,
    };
    Some(if range.is_empty() {
        Part::Unsatisfiable
    } else {
        Part::Bytes(range)
    })
}

/// A number of any length: one that overflows is beyond the end of every file.
fn number(text: &str) -> Option<u64> {
    // `parse` alone would accept `+1`.
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAG: HeaderValue = HeaderValue::from_static("\"abc\"");

    fn headers(rows: &[(HeaderName, &'static str)]) -> HeaderMap {
        rows.iter()
            .map(|(name, value)| (name.clone(), HeaderValue::from_static(value)))
            .collect()
    }

    #[test]
    fn tags_are_compared_weakly_to_save_and_strongly_to_protect() {
        let rows = [
            (IF_NONE_MATCH, "\"abc\"", Outcome::NotModified),
            (IF_NONE_MATCH, "W/\"abc\"", Outcome::NotModified),
            (IF_NONE_MATCH, "\"x\", W/\"abc\"", Outcome::NotModified),
            (IF_NONE_MATCH, "\"x,\",\"abc\"", Outcome::NotModified),
            (IF_NONE_MATCH, "*", Outcome::NotModified),
            (IF_NONE_MATCH, "\"ABC\"", Outcome::Perform),
            (IF_NONE_MATCH, "abc", Outcome::Perform),
            (IF_NONE_MATCH, "\"abc", Outcome::Perform),
            (IF_NONE_MATCH, "", Outcome::Perform),
            (IF_MATCH, "\"abc\"", Outcome::Perform),
            (IF_MATCH, "*", Outcome::Perform),
            (IF_MATCH, "W/\"abc\"", Outcome::Failed),
            (IF_MATCH, "\"x\"", Outcome::Failed),
        ];
        for (name, value, expected) in rows {
            let headers = headers(&[(name.clone(), value)]);
            assert_eq!(preconditions(&headers, &TAG), expected, "{name}: {value}");
        }
        let both = headers(&[(IF_MATCH, "\"x\""), (IF_NONE_MATCH, "\"abc\"")]);
        assert_eq!(preconditions(&both, &TAG), Outcome::Failed);
    }

    #[test]
    fn ranges_of_ten_bytes() {
        let rows = [
            ("bytes=0-4", Part::Bytes(0..5)),
            ("bytes=5-", Part::Bytes(5..10)),
            ("bytes=-3", Part::Bytes(7..10)),
            ("bytes=-99", Part::Bytes(0..10)),
            ("bytes=9-99", Part::Bytes(9..10)),
            ("Bytes=0-0", Part::Bytes(0..1)),
            ("bytes=10-", Part::Unsatisfiable),
            ("bytes=-0", Part::Unsatisfiable),
            ("bytes=0-18446744073709551615", Part::Bytes(0..10)),
            ("bytes=0-18446744073709551616", Part::Bytes(0..10)),
            ("bytes=18446744073709551616-", Part::Unsatisfiable),
            (
                "bytes=18446744073709551616-18446744073709551617",
                Part::Unsatisfiable,
            ),
            ("bytes=-18446744073709551616", Part::Bytes(0..10)),
            ("bytes= 0-4 ,", Part::Bytes(0..5)),
            ("bytes=,", Part::Whole),
            ("bytes=4-2", Part::Whole),
            ("bytes=0-1,3-4", Part::Whole),
            ("bytes=+1-2", Part::Whole),
            ("bytes=-", Part::Whole),
            ("bytes=a-b", Part::Whole),
            ("bytes=5-b", Part::Whole),
            ("bytes=a-5", Part::Whole),
            ("lines=0-1", Part::Whole),
            ("bytes", Part::Whole),
        ];
        for (value, expected) in rows {
            assert_eq!(
                part(&headers(&[(RANGE, value)]), 10, &TAG),
                expected,
                "{value}"
            );
        }
    }

    #[test]
    fn if_range_needs_the_same_strong_tag() {
        let rows = [
            ("\"abc\"", Part::Bytes(0..1)),
            ("W/\"abc\"", Part::Whole),
            ("\"x\"", Part::Whole),
            ("Sat, 21 Nov 2026 03:00:00 GMT", Part::Whole),
        ];
        for (validator, expected) in rows {
            let headers = headers(&[(RANGE, "bytes=0-0"), (IF_RANGE, validator)]);
            assert_eq!(part(&headers, 10, &TAG), expected, "{validator}");
        }
    }

    #[test]
    fn a_tag_is_sent_back_alone_in_a_field() {
        for (value, expected) in [
            ("\"abc\"", true),
            ("W/\"abc\"", false),
            ("\"abc\", \"x\"", false),
            ("*", false),
        ] {
            let headers = headers(&[(IF_NONE_MATCH, value)]);
            assert_eq!(sent_back(&headers, &TAG).is_some(), expected, "{value}");
        }
    }

    #[test]
    fn the_last_bytes_of_an_empty_file_are_the_file() {
        for (value, expected) in [
            ("bytes=-3", Part::Whole),
            ("bytes=a-3", Part::Whole),
            ("bytes=-0", Part::Unsatisfiable),
            ("bytes=0-", Part::Unsatisfiable),
        ] {
            assert_eq!(
                part(&headers(&[(RANGE, value)]), 0, &TAG),
                expected,
                "{value}"
            );
        }
    }
}
