//! Step 2 of the pipeline: the one form of a request's path. Pure.
//!
//! Guard and lookup get only the value made here, so no spelling can have different meanings for
//! the guard and for the map. The path is decoded once. Ambiguous parts (dot segments, with
//! parameters too, encoded slashes, backslashes, control characters, bytes that are not UTF-8) are
//! refused, not repaired. Upper and lower case stay different.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// A path in its canonical form: absolute, decoded, without empty or dot segments, without a
/// trailing slash.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Canonical<'a> {
    /// `/`, `/en/news`.
    pub(crate) path: Cow<'a, str>,
    /// How the request wrote the path.
    pub(crate) form: Form,
}

/// How a request named a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// The spelling of the index.
    Exact,
    /// With a trailing slash or `index.html`: answered by a redirect to the index's own path.
    Alias,
}

/// Why a path is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathError {
    /// Not a path at all, or one that no client sends by accident: 400.
    Malformed,
    /// Well formed, but with an empty segment (`//x`) or an alias of an alias
    /// (`/index.html/index.html`), which no entry has: 404.
    Nowhere,
}

/// The canonical form of `raw`, the path of the request target.
pub(crate) fn canonical(raw: &str) -> Result<Canonical<'_>, PathError> {
    if !raw.starts_with('/') {
        return Err(PathError::Malformed);
    }
    let decoded = decode(raw)?;
    check(&decoded)?;
    let (length, form) = match decoded.as_ref() {
        "/" => (1, Form::Exact),
        path if path.ends_with('/') => (path.len() - 1, Form::Alias),
        "/index.html" => (1, Form::Alias),
        path => match path.strip_suffix("/index.html") {
            Some(parent) => (parent.len(), Form::Alias),
            None => (path.len(), Form::Exact),
        },
    };
    let path = match decoded {
        Cow::Borrowed(path) => Cow::Borrowed(&path[..length]),
        Cow::Owned(mut path) => {
            path.truncate(length);
            Cow::Owned(path)
        }
    };
    // An alias of an alias: each form must be one that is not changed again.
    if path.ends_with("/index.html") {
        return Err(PathError::Nowhere);
    }
    Ok(Canonical { path, form })
}

/// Whether a path that was never encoded, such as one of an index, is in the canonical form.
pub(crate) fn is_canonical(path: &str) -> bool {
    path.starts_with('/') && check(path).is_ok() && (path == "/" || !path.ends_with('/'))
}

/// `path` as in a `Location` header or a request line.
pub(crate) fn encode(path: &str) -> String {
    utf8_percent_encode(path, SEGMENT).to_string()
}

/// `text` as the value of a query parameter.
pub(crate) fn encode_value(text: &str) -> String {
    utf8_percent_encode(text, VALUE).to_string()
}

/// Characters that are written with `%` inside a path.
const SEGMENT: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');
const VALUE: &AsciiSet = &SEGMENT.add(b'&').add(b'+').add(b'=').add(b';').add(b'\'');

/// Decodes percent escapes once. An escaped slash or backslash is refused here, while it can still
/// be distinguished from a plain one.
fn decode(raw: &str) -> Result<Cow<'_, str>, PathError> {
    if !raw.contains('%') {
        return Ok(Cow::Borrowed(raw));
    }
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (Some(high), Some(low)) = (rest.next().and_then(hex), rest.next().and_then(hex)) else {
            return Err(PathError::Malformed);
        };
        match (high << 4) | low {
            b'/' | b'\\' => return Err(PathError::Malformed),
            decoded => bytes.push(decoded),
        }
    }
    match String::from_utf8(bytes) {
        Ok(path) => Ok(Cow::Owned(path)),
        Err(_) => Err(PathError::Malformed),
    }
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
}

fn check(path: &str) -> Result<(), PathError> {
    if is_plain(path.as_bytes()) {
        return Ok(());
    }
    check_segments(path)
}

fn check_segments(path: &str) -> Result<(), PathError> {
    if path.chars().any(|c| c == '\\' || c.is_control()) {
        return Err(PathError::Malformed);
    }
    let segments = path[1..].split('/');
    let mut empty = 0;
    for segment in segments {
        match name(segment) {
            "." | ".." => return Err(PathError::Malformed),
            "" if !segment.is_empty() => return Err(PathError::Malformed),
            "" => empty += 1,
            _ => {}
        }
    }
    // One empty segment is a trailing slash, or the root.
    if empty > 1 || (empty == 1 && !path.ends_with('/')) {
        return Err(PathError::Nowhere);
    }
    Ok(())
}

/// A segment as servlet containers read it: they cut off parameters (`..;x=1`) before they resolve
/// dots, some of them spaces as well.
fn name(segment: &str) -> &str {
    let end = segment.find(';').unwrap_or(segment.len());
    segment[..end].trim()
}

/// Whether a path is certainly valid, checked without splitting it: printable ASCII, no backslash,
/// and every segment starts with a byte of its name, which is no dot.
fn is_plain(path: &[u8]) -> bool {
    let is_fine = |byte: &u8| matches!(byte, b' '..=b'~') && *byte != b'\\';
    let is_suspect = |pair: &[u8]| matches!(pair, [b'/', b'/' | b'.' | b';' | b' ']);
    path.iter().all(is_fine) && !path.windows(2).any(is_suspect)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn one_form_of_every_spelling() {
        let rows = [
            ("/", "/", Form::Exact),
            ("/index.html", "/", Form::Alias),
            ("/en", "/en", Form::Exact),
            ("/en/", "/en", Form::Alias),
            ("/en/index.html", "/en", Form::Alias),
            ("/%65n/news", "/en/news", Form::Exact),
            ("/en/new%73/", "/en/news", Form::Alias),
            ("/%E6%96%B0", "/新", Form::Exact),
            ("/100%25", "/100%", Form::Exact),
            ("/a%3Fb", "/a?b", Form::Exact),
            ("/News", "/News", Form::Exact),
            ("/xindex.html", "/xindex.html", Form::Exact),
            ("/...", "/...", Form::Exact),
            ("/a;x=1/.b;y", "/a;x=1/.b;y", Form::Exact),
        ];
        for (raw, path, form) in rows {
            let expected = Canonical {
                path: Cow::Borrowed(path),
                form,
            };
            assert_eq!(canonical(raw), Ok(expected), "{raw}");
        }
    }

    #[test]
    fn what_needs_a_second_opinion_is_refused() {
        let malformed = [
            "",
            "*",
            "en",
            "/.",
            "/..",
            "/a/../b",
            "/a/./b",
            "/%2e%2e/a",
            "/.%2E",
            "/a%2Fb",
            "/a%5cb",
            "/a\\b",
            "/a%00",
            "/a%0d%0aSet-Cookie:x",
            "/a%7f",
            "/a%c2%85",
            "/%ff",
            "/%c0%af",
            "/%",
            "/%4",
            "/%zz",
            "/a/..",
            "/api/..;/x",
            "/api/..;x=1/x",
            "/api/%2e%2e;/x",
            "/api/..%3b/x",
            "/api/.;/auth/login",
            "/api/.. ;/x",
            "/api/%20../x",
            "/api/..%c2%a0/x",
            "/api/;x/auth/login",
            "/api/%20/auth/login",
        ];
        for raw in malformed {
            assert_eq!(canonical(raw), Err(PathError::Malformed), "{raw}");
        }
        for raw in [
            "//",
            "//evil.example",
            "//evil.example/",
            "/a//b",
            "/a//",
            "//en/",
            // Their one form would have another form.
            "/index.html/",
            "/index.html/index.html",
            "/en/index.html/",
            "/en/index.html/index.html",
        ] {
            assert_eq!(canonical(raw), Err(PathError::Nowhere), "{raw}");
        }
    }

    proptest! {
        #[test]
        fn what_looks_plain_is(path in "/[a./;\\\\\u{7f}\u{85}新 ~\n]{0,8}") {
            prop_assert!(!is_plain(path.as_bytes()) || check_segments(&path).is_ok());
        }
    }

    #[test]
    fn a_path_of_an_index_is_canonical_or_none() {
        for (path, expected) in [
            ("/", true),
            ("/en", true),
            ("/en/news", true),
            ("/100%", true),
            ("/en/", false),
            ("/a//b", false),
            ("/a/../b", false),
            ("en", false),
            ("", false),
        ] {
            assert_eq!(is_canonical(path), expected, "{path}");
        }
    }

    #[test]
    fn a_decoded_path_is_not_decoded_again() {
        assert_eq!(
            canonical("/%2525").map(|c| c.path),
            Ok(Cow::Borrowed("/%25"))
        );
        assert_eq!(
            canonical("/%252e%252e/a").map(|c| c.path),
            Ok(Cow::Borrowed("/%2e%2e/a"))
        );
    }

    #[test]
    fn encoding_undoes_decoding() {
        for path in ["/", "/新/a b", "/100%", "/a?b#c", "/a%2e"] {
            assert_eq!(
                canonical(&encode(path)).map(|c| c.path.into_owned()),
                Ok(path.to_owned())
            );
        }
        assert_eq!(encode_value("/a?b=c&d+e"), "/a%3Fb%3Dc%26d%2Be");
    }
}
