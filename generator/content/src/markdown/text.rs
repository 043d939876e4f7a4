//! Characters: how HTML writes them, which of them become part of an id, and which scripts are set
//! without spaces.

use memchr::{memchr, memchr3};

/// A heading's id: its letters and digits in any script, in lower case, words joined by hyphens.
pub(super) fn slug(words: &str) -> String {
    let mut slug = String::with_capacity(words.len());
    for character in words.chars() {
        if character.is_alphanumeric() {
            slug.extend(character.to_lowercase().filter(|c| c.is_alphanumeric()));
        } else if (character.is_whitespace() || matches!(character, '-' | '_'))
            && !slug.is_empty()
            && !slug.ends_with('-')
        {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() {
        "section".to_owned()
    } else {
        slug.to_owned()
    }
}

/// Chinese and Japanese characters and their punctuation.
pub(super) fn is_set_solid(character: char) -> bool {
    matches!(u32::from(character), 0x2E80..=0x9FFF | 0xF900..=0xFAFF | 0xFE30..=0xFE4F | 0xFF00..=0xFFEF | 0x20000..=0x3FFFF)
}

/// Appends text as the HTML serialiser writes it.
pub(super) fn escape(out: &mut String, text: &str) {
    push_escaped(out, text, |bytes| memchr3(b'&', b'<', b'>', bytes));
}

/// Appends an attribute's value as the HTML serialiser writes it.
pub(super) fn escape_attribute(out: &mut String, text: &str) {
    let special = |byte: &u8| matches!(byte, b'&' | b'<' | b'>' | b'"');
    push_escaped(out, text, |bytes| bytes.iter().position(special));
}

fn push_escaped(out: &mut String, text: &str, next: impl Fn(&[u8]) -> Option<usize>) {
    let mut rest = text;
    while let Some(at) = next(rest.as_bytes()) {
        push_spaces(out, &rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &rest[at + 1..];
    }
    push_spaces(out, rest);
}

/// Text in which only no-break spaces are special: the two bytes C2 A0.
fn push_spaces(out: &mut String, text: &str) {
    if memchr(0xC2, text.as_bytes()).is_none() {
        return out.push_str(text);
    }
    let mut parts = text.split('\u{a0}');
    out.extend(parts.next());
    for part in parts {
        out.push_str("&nbsp;");
        out.push_str(part);
    }
}
