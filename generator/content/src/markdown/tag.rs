//! One tag of canonical HTML, taken apart.

use html_escape::decode_html_entities;
use memchr::{memchr, memchr2};

/// Length of the tag at the start of `html`; a `>` inside quotes does not end it.
pub(super) fn tag_end(html: &str) -> usize {
    let bytes = html.as_bytes();
    let mut at = 0;
    while let Some(found) = memchr2(b'"', b'>', &bytes[at..]) {
        at += found + 1;
        if bytes[at - 1] == b'>' {
            return at;
        }
        match memchr(b'"', &bytes[at..]) {
            Some(quote) => at += quote + 1,
            None => break,
        }
    }
    html.len()
}

/// Names and values of a tag's attributes, in order.
pub(super) type Attributes<'a> = Vec<(&'a str, String)>;

/// No other kind of field has a place in a text.
pub(super) fn checkbox(attributes: &Attributes<'_>) -> Attributes<'static> {
    let mut only = vec![("type", "checkbox".to_owned()), ("disabled", String::new())];
    if value(attributes, "checked").is_some() {
        only.push(("checked", String::new()));
    }
    only
}

/// The scheme of an absolute address, as browsers read it: they skip white space and control
/// characters.
pub(super) fn scheme(target: &str) -> Option<String> {
    let (scheme, _) = target.split_once(':')?;
    let scheme: String = scheme
        .chars()
        .filter(|c| !c.is_control() && !c.is_whitespace())
        .collect();
    let is_path = scheme.contains(['/', '?', '#']);
    (!is_path).then(|| scheme.to_ascii_lowercase())
}

/// The author's width, if it is a number of pixels, with the height that keeps the proportions.
pub(super) fn scale((width, height): (u32, u32), wanted: Option<&str>) -> (u32, u32) {
    match wanted
        .and_then(|wanted| wanted.parse::<u32>().ok())
        .filter(|wanted| (1..=10_000).contains(wanted))
    {
        Some(wanted) => (
            wanted,
            (u64::from(height) * u64::from(wanted) / u64::from(width.max(1)))
                .try_into()
                .unwrap_or(height),
        ),
        None => (width, height),
    }
}

/// The value of the attribute `name`.
pub(super) fn value<'a>(attributes: &'a Attributes<'_>, name: &str) -> Option<&'a str> {
    attributes
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, value)| value.as_str())
}

/// The attributes of a tag in canonical HTML: each is `name="value"`.
pub(super) fn parse(attributes: &str) -> Attributes<'_> {
    let mut found = Vec::new();
    let mut rest = attributes.trim_start();
    while let Some((name, after)) = rest.split_once("=\"") {
        let Some((value, after)) = after.split_once('"') else {
            break;
        };
        found.push((name, decode_html_entities(value).into_owned()));
        rest = after.trim_start();
    }
    found
}

/// Percent-encoded fragments name the same anchor.
pub(super) fn percent_decode(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let [first, tail @ ..] = rest {
        let hex = tail
            .get(..2)
            .and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        match (first, hex) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
