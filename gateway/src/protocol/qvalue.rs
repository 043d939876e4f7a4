//! Lists with q-values (RFC 9110, 12.4.2): `Accept`, `Accept-Encoding` and `Accept-Language` are
//! read here. Pure.

use http::HeaderMap;
use http::header::{HeaderName, HeaderValue};

/// Weight in thousandths: `q=0.8` is 800.
pub(crate) type Weight = u16;

/// The members of all fields named `name`, in order, with their weights. Members that cannot be
/// parsed are left out.
pub(crate) fn members<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> impl Iterator<Item = (&'a str, Weight)> {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|line| line.split(','))
        .filter_map(member)
}

fn member(text: &str) -> Option<(&str, Weight)> {
    let mut parts = text.split(';').map(str::trim);
    let token = parts.next().filter(|token| !token.is_empty())?;
    let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
    match weight {
        Some(q) => Some((token, weight_of(q)?)),
        None => Some((token, 1000)),
    }
}

/// `0.8` is 800, `1` is 1000; at most three digits follow the point.
fn weight_of(q: &str) -> Option<Weight> {
    let (whole, fraction) = q.split_once('.').unwrap_or((q, ""));
    if fraction.len() > 3 {
        return None;
    }
    let mut thousandths: Weight = 0;
    for place in 0..3 {
        let digit = match fraction.as_bytes().get(place) {
            Some(digit @ b'0'..=b'9') => digit - b'0',
            Some(_) => return None,
            None => 0,
        };
        thousandths = thousandths * 10 + Weight::from(digit);
    }
    match (whole, thousandths) {
        ("0", thousandths) => Some(thousandths),
        ("1", 0) => Some(1000),
        _ => None,
    }
}

/// True if the client accepts JSON and no document: its errors are JSON then (R8.01).
pub(crate) fn accepts_only_json(headers: &HeaderMap) -> bool {
    let mut json = false;
    for (range, weight) in members(headers, &http::header::ACCEPT) {
        let essence = range.to_ascii_lowercase();
        match essence.as_str() {
            _ if weight == 0 => {}
            "application/json" => json = true,
            "*/*" | "text/*" | "text/html" | "application/xhtml+xml" => return false,
            _ => {}
        }
    }
    json
}

/// True if the client names Markdown, and likes HTML no better. Browsers never do.
pub(crate) fn prefers_markdown(headers: &HeaderMap) -> bool {
    // The lists of browsers have no `k`: one glance instead of a parse.
    let is_named = |value: &HeaderValue| memchr::memchr2(b'k', b'K', value.as_bytes()).is_some();
    if !headers.get_all(http::header::ACCEPT).iter().any(is_named) {
        return false;
    }
    let (mut markdown, mut html) = (0, None);
    let (mut texts, mut all) = (None, None);
    for (range, weight) in members(headers, &http::header::ACCEPT) {
        match range {
            _ if range.eq_ignore_ascii_case("text/markdown") => markdown = weight,
            _ if range.eq_ignore_ascii_case("text/html") => html = Some(weight),
            "text/*" => texts = Some(weight),
            "*/*" => all = Some(weight),
            _ => {}
        }
    }
    markdown > 0 && markdown >= html.or(texts).or(all).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::header::{ACCEPT, ACCEPT_LANGUAGE};

    fn headers(name: HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn weights_are_thousandths_and_default_to_one() {
        let headers = headers(
            ACCEPT_LANGUAGE,
            "en-GB, en;q=0.8 , zh; q=0.25,*;q=0,de;q=1.000",
        );
        let all: Vec<_> = members(&headers, &ACCEPT_LANGUAGE).collect();
        assert_eq!(
            all,
            [
                ("en-GB", 1000),
                ("en", 800),
                ("zh", 250),
                ("*", 0),
                ("de", 1000)
            ]
        );
    }

    #[test]
    fn members_with_impossible_weights_are_left_out() {
        for value in [
            "en;q=2",
            "en;q=1.5",
            "en;q=0.1234",
            "en;q=-1",
            "en;q=",
            "en;q=NaN",
            ";q=1",
            ",",
        ] {
            let headers = headers(ACCEPT_LANGUAGE, value);
            assert_eq!(members(&headers, &ACCEPT_LANGUAGE).count(), 0, "{value}");
        }
    }

    #[test]
    fn markdown_must_be_named_and_be_liked_as_much_as_html() {
        for (value, expected) in [
            ("text/markdown", true),
            ("Text/Markdown;q=0.1", true),
            ("text/markdown, text/html, */*", true),
            ("text/html;q=0.9, text/markdown, */*", true),
            ("text/markdown;q=0.5, */*;q=0.4", true),
            ("text/markdown;q=0.5, text/html", false),
            ("text/markdown;q=0.5, text/*", false),
            ("text/markdown;q=0.5, */*", false),
            ("text/markdown;q=0", false),
            (
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
                false,
            ),
            ("*/*", false),
            ("text/*", false),
        ] {
            let found = prefers_markdown(&headers(ACCEPT, value));
            assert_eq!(found, expected, "{value}");
        }
        assert!(!prefers_markdown(&HeaderMap::new()));
    }

    #[test]
    fn json_alone_is_json_and_a_browser_is_not() {
        let rows = [
            ("application/json", true),
            ("application/json, text/plain;q=0.5", true),
            ("application/json, */*", false),
            ("text/html,application/json", false),
            ("*/*", false),
            ("application/json;q=0", false),
            ("application/json, text/html;q=0", true),
        ];
        for (value, expected) in rows {
            assert_eq!(
                accepts_only_json(&headers(ACCEPT, value)),
                expected,
                "{value}"
            );
        }
        assert!(!accepts_only_json(&HeaderMap::new()));
    }
}
