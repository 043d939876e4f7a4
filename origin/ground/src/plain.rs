//! The plain form of an answer, which the rules judge and the database keeps.
//!
//! A keyboard for Chinese gives `３０` and `ann＠example.com`, a copy brings spaces, and people write
//! `3,000`. `frontend/portico/src/ui/form/rules/plain.ts` does the same, and the shared cases have
//! the plain form of each.

use contract::form::{FieldKind, FormField};
use unicode_normalization::UnicodeNormalization;

/// Separators of thousands, once an answer is normalized.
const SEPARATORS: [char; 4] = [',', ' ', '\'', '’'];

/// The plain form of an answer.
pub fn plain_text(field: &FormField, text: &str) -> String {
    match field.kind {
        FieldKind::Text | FieldKind::Lines if field.pattern.is_none() => plain_prose(text),
        FieldKind::Number => plain_number(text),
        FieldKind::Date => plain_dashes(&plain_letters(text)),
        FieldKind::Email => plain_email(text),
        FieldKind::Url => plain_address(text),
        FieldKind::Text | FieldKind::Lines | FieldKind::Tel => plain_letters(text),
        // A program wrote the values of options.
        FieldKind::Choice | FieldKind::Choices => text.to_owned(),
    }
}

/// The plain form of an e-mail address: `ann@example.com` for `ann＠example。com`.
pub fn plain_email(text: &str) -> String {
    plain_letters(text).replace('。', ".")
}

/// Prose keeps its punctuation, which is wide in Chinese: only letters, digits and accents change.
fn plain_prose(text: &str) -> String {
    let is_wide = |char| matches!(char, '０'..='９' | 'Ａ'..='Ｚ' | 'ａ'..='ｚ');
    let narrow = |char| match is_wide(char) {
        true => char::from_u32(u32::from(char) - 0xfee0).unwrap_or(char),
        false => char,
    };
    let text: String = text.nfc().map(narrow).collect();
    text.trim_matches(is_space).to_owned()
}

fn plain_letters(text: &str) -> String {
    let text: String = text.nfkc().filter(|&char| !is_invisible(char)).collect();
    text.trim_matches(is_space).to_owned()
}

fn plain_number(text: &str) -> String {
    let text = plain_dashes(&plain_letters(text)).replace('。', ".");
    let sign = if text.starts_with('-') { "-" } else { "" };
    let unsigned = &text[sign.len()..];
    let (whole, part) = match unsigned.split_once('.') {
        Some((whole, part)) => (whole, format!(".{part}")),
        None => (unsigned, String::new()),
    };
    let grouped = SEPARATORS
        .into_iter()
        .find_map(|separator| join_thousands(whole, separator));
    grouped.map_or_else(|| text.clone(), |whole| format!("{sign}{whole}{part}"))
}

/// `3000` for `3,000`; none for `1,5`, which is another number in other countries.
fn join_thousands(whole: &str, separator: char) -> Option<String> {
    let mut groups = whole.split(separator);
    let first = groups.next()?;
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_first = (1..=3).contains(&first.len()) && are_digits(first) && !first.starts_with('0');
    let is_next = |group: &str| group.len() == 3 && are_digits(group);
    let is_grouped = is_first && whole.contains(separator) && groups.all(is_next);
    is_grouped.then(|| whole.replace(separator, ""))
}

/// Only the host and the words before it change: a path may have wide characters of its own.
fn plain_address(text: &str) -> String {
    let text: String = text.chars().filter(|&char| !is_invisible(char)).collect();
    let text = text.trim_matches(is_space);
    let is_slash = |char| matches!(char, '/' | '／');
    let is_mark = |char| is_slash(char) || matches!(char, '?' | '？' | '#' | '＃');
    let host = match text.split_once([':', '：']) {
        Some((scheme, rest)) if !scheme.contains(is_mark) && rest.starts_with(is_slash) => {
            text.len() - rest.trim_start_matches(is_slash).len()
        }
        _ => 0,
    };
    let end = text[host..]
        .find(is_mark)
        .map_or(text.len(), |at| host + at);
    let head: String = text[..end].nfkc().collect();
    let mut rest = text[end..].chars();
    let mark: String = rest.next().into_iter().nfkc().collect();
    let head = head.trim_start_matches(is_space).replace('。', ".");
    format!("{head}{mark}{}", rest.as_str())
}

/// One dash for all that look like it.
fn plain_dashes(text: &str) -> String {
    text.replace(['‐', '‒', '–', '—', '−'], "-")
}

/// Whether a character has no shape of its own: a copy brings marks of direction and of breaks.
fn is_invisible(char: char) -> bool {
    matches!(char, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Space as ECMAScript's `trim` sees it.
pub fn is_space(char: char) -> bool {
    char == '\u{feff}' || char.is_whitespace() && char != '\u{85}'
}
