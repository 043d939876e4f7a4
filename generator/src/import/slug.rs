//! PURE: names of entries and pictures that are safe in an address and in a file system.

use percent_encoding::percent_decode_str;

/// A longer slug is cut, at a word.
const MAX: usize = 80;

/// The slug of the first text that gives one, and `fallback` where none does. Letters beyond ASCII
/// give none: half of a Chinese title would be a wrong name.
pub fn slug(texts: &[&str], fallback: &str) -> String {
    let mut slugs = texts.iter().filter_map(|text| slug_from(text));
    slugs.next().unwrap_or_else(|| fallback.to_owned())
}

fn slug_from(text: &str) -> Option<String> {
    let decoded = percent_decode_str(text).decode_utf8().ok()?;
    if decoded
        .chars()
        .any(|sign| sign.is_alphabetic() && !sign.is_ascii())
    {
        return None;
    }
    let words = decoded
        .split(|sign: char| !sign.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    let mut slug = String::new();
    for word in words {
        let between = usize::from(!slug.is_empty());
        if slug.len() + between + word.len() > MAX {
            break;
        }
        if between == 1 {
            slug.push('-');
        }
        slug += &word.to_ascii_lowercase();
    }
    (!slug.is_empty()).then_some(slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_from_outside_leaves_its_folder() {
        for (texts, expected) in [
            (&["../../etc/passwd", ""][..], "etc-passwd"),
            (&["%2e%2e%2fx"], "x"),
            (&["Hello, World!"], "hello-world"),
            (&["%e4%bd%a0%e5%a5%bd", "你好 2024"], "post-7"),
            (&["..", "C:\\con"], "c-con"),
            (&["%ff", "---"], "post-7"),
        ] {
            assert_eq!(slug(texts, "post-7"), expected, "{texts:?}");
        }
        assert_eq!(slug(&[&"word ".repeat(100)], "x").len(), 79);
        assert_eq!(slug(&[&"a".repeat(200)], "x"), "x");
    }
}
