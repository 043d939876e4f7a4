//! PURE: fields whose name and value together look like a secret: `smtpPassword: Tide2026!`.
//!
//! Either alone is none: a page may have the label `password: At least 8 characters`, a schema the
//! field `token: sea`, and a document a number with letters.

use serde_json::{Map, Value};
use yaml_reader::push_pointer;

/// Last words of the names, as [`words`] divides them.
const NAMES: [&[&str]; 14] = [
    &["password"],
    &["passwd"],
    &["passphrase"],
    &["secret"],
    &["token"],
    &["credential"],
    &["credentials"],
    &["api", "key"],
    &["apikey"],
    &["secret", "key"],
    &["access", "key"],
    &["private", "key"],
    &["signing", "key"],
    &["encryption", "key"],
];

/// A name with one of these words is that of a value which everyone may know.
const OPEN: [&str; 4] = ["public", "publishable", "site", "verification"];

/// Shorter values are no secrets that are worth the name.
const LEAST: usize = 8;

/// JSON pointers of such fields in a file, at any depth.
pub(crate) fn find(file: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect(file, &mut String::new(), None, &mut found);
    found
}

/// Finds secrets in the fields of an entry.
pub(crate) fn find_in(fields: &Map<String, Value>) -> Vec<String> {
    let mut found = Vec::new();
    collect_in(fields, &mut String::new(), &mut found);
    found
}

/// `name` is that of the field which has `value`, or the list that has it.
fn collect(value: &Value, pointer: &mut String, name: Option<&str>, found: &mut Vec<String>) {
    let length = pointer.len();
    match value {
        Value::Object(fields) => collect_in(fields, pointer, found),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                push_pointer(pointer, &index.to_string());
                collect(item, pointer, name, found);
                pointer.truncate(length);
            }
        }
        Value::String(text) if may_be_secret(text) && name.is_some_and(is_secret_name) => {
            found.push(pointer.clone());
        }
        _ => {}
    }
}

fn collect_in(fields: &Map<String, Value>, pointer: &mut String, found: &mut Vec<String>) {
    let length = pointer.len();
    for (name, value) in fields {
        push_pointer(pointer, name);
        collect(value, pointer, Some(name), found);
        pointer.truncate(length);
    }
}

fn is_secret_name(name: &str) -> bool {
    let words = words(name);
    let is_open = words.iter().any(|word| OPEN.contains(&&**word));
    let has = |end: &&[&str]| words.len() >= end.len() && words[words.len() - end.len()..] == **end;
    !is_open && NAMES.iter().any(has)
}

/// `smtpAPIKey`, `smtp_api_key` and `smtp-api-key` are `smtp`, `api`, `key`.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let signs: Vec<char> = name.chars().collect();
    for (at, &sign) in signs.iter().enumerate() {
        let after_small = at > 0 && !signs[at - 1].is_uppercase();
        let before_small = signs.get(at + 1).is_some_and(|next| next.is_lowercase());
        if !sign.is_alphanumeric() || (sign.is_uppercase() && (after_small || before_small)) {
            words.push(String::new());
        }
        if let (true, Some(word)) = (sign.is_alphanumeric(), words.last_mut()) {
            word.extend(sign.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// One word of letters and digits: no sentence, no address, no placeholder such as `${TOKEN_1}`.
fn may_be_secret(text: &str) -> bool {
    let text = text.trim();
    let has = |is: fn(&u8) -> bool| text.as_bytes().iter().any(is);
    text.len() >= LEAST
        && text.bytes().all(|byte| byte.is_ascii_graphic())
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_alphabetic)
        && !text.starts_with(['/', '#', '.', '$', '{', '<'])
        && !text.contains("://")
        && !text.ends_with("EXAMPLE")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // R10.06
    #[test]
    fn names_of_secrets_are_known_in_every_spelling() {
        for name in [
            "password",
            "PASSWORD",
            "smtpPassword",
            "smtp_passwd",
            "clientSecret",
            "apiKey",
            "api_key",
            "API-KEY",
            "mapAPIKey",
            "apikey",
            "privateKey",
            "authToken",
            "credentials",
            "accessKey",
            "aws_secret_access_key",
        ] {
            assert!(is_secret_name(name), "{name}");
        }
        for name in [
            "passwordLabel",
            "secretary",
            "tokens",
            "keyFacts",
            "key",
            "primaryKey",
            "tokenSale",
            "publicToken",
            "siteVerificationToken",
            "mapPublishableApiKey",
            "monkey",
            "",
        ] {
            assert!(!is_secret_name(name), "{name}");
        }
    }

    // R10.06
    #[test]
    fn words_addresses_and_placeholders_are_no_values_of_secrets() {
        for text in ["Tide2026!", "7f3a9b1c2d4e5f60", "  hunter-22  "] {
            assert!(may_be_secret(text), "{text}");
        }
        for text in [
            "",
            "a1",
            "12345678",
            "password",
            "At least 8 characters",
            "至少8个字符，含字母a",
            "/account/password/2",
            "https://example.com/2",
            "${SMTP_PASSWORD_1}",
            "<token-1234>",
            "#token-1234",
            "AKIAIOSFODNN7EXAMPLE",
        ] {
            assert!(!may_be_secret(text), "{text}");
        }
    }

    // R10.06
    #[test]
    fn fields_are_found_at_any_depth_by_name_and_value_together() {
        let fields = json!({
            "title": "Tide2026!",
            "token": "sea",
            "public": { "mail": { "password": "Tide2026!" }, "a/b": { "tokens": ["x"] } },
            "list": [{ "secret": "none" }, { "secret": ["7f3a9b1c2d4e5f60"] }],
        });
        assert_eq!(find(&fields), ["/public/mail/password", "/list/1/secret/0"]);
    }
}
