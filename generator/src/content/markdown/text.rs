//! Characters: how HTML writes them, what becomes an id, and which scripts are set without spaces.

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

/// As the HTML serialiser writes text.
pub(super) fn escape(out: &mut String, text: &str) {
    push_escaped(out, text, |byte| matches!(byte, b'&' | b'<' | b'>'));
}

/// As the HTML serialiser writes attribute values.
pub(super) fn escape_attribute(out: &mut String, text: &str) {
    push_escaped(out, text, |byte| matches!(byte, b'&' | b'<' | b'>' | b'"'));
}

fn push_escaped(out: &mut String, text: &str, special: impl Fn(u8) -> bool) {
    let mut rest = text;
    // A no-break space is the two bytes C2 A0.
    while let Some(at) = rest.bytes().position(|byte| special(byte) || byte == 0xC2) {
        out.push_str(&rest[..at]);
        let length = rest[at..].chars().next().map_or(1, char::len_utf8);
        let character = &rest[at..at + length];
        out.push_str(match character {
            "&" => "&amp;",
            "<" => "&lt;",
            ">" => "&gt;",
            "\"" => "&quot;",
            "\u{a0}" => "&nbsp;",
            other => other,
        });
        rest = &rest[at + length..];
    }
    out.push_str(rest);
}
