//! Texts of authors: YAML, front matter, redirects.

use contract::locale::{Direction, Locale};
use serde_json::{Value, json};

use super::text;
use crate::protocol::path;
use crate::redirects::address::address_problem;

/// The parts of a file are in order, and its YAML has no line that would end it.
pub(super) fn front_matter(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let Ok(parts) = generator_content::split_front_matter(text) else {
        return;
    };
    assert!(parts.start <= parts.end && parts.end <= parts.body);
    let (inside, body) = (&text[parts.start..parts.end], &text[parts.body..]);
    assert!(!inside.lines().any(|line| line.trim_end() == "---"));
    assert!(text.ends_with(body));
    read_yaml(inside);
}

/// A value that is changed is the only one that changes.
pub(super) fn yaml(data: &[u8]) {
    let Some(text) = text(data) else { return };
    read_yaml(text);
    let Ok(before) = yaml_reader::parse(text) else {
        return;
    };
    for value in [
        json!("x: #y"),
        json!(7),
        json!(["a", {"b": null}]),
        json!("two\nlines"),
    ] {
        if let Ok(changed) = yaml_reader::edit::set(text, "/a", &value) {
            let mut wanted = match before {
                Value::Null => json!({}),
                ref before => before.clone(),
            };
            wanted["a"] = value.clone();
            assert_eq!(yaml_reader::parse(&changed), Ok(wanted), "{changed:?}");
        }
        if let Ok(changed) = yaml_reader::edit::insert(text, "", 1, &value) {
            let mut wanted = before.clone();
            let items = wanted.as_array_mut().expect("only a list takes an item");
            items.insert(items.len().min(1), value);
            assert_eq!(yaml_reader::parse(&changed), Ok(wanted), "{changed:?}");
        }
    }
    if let Ok(changed) = yaml_reader::edit::remove(text, "/a") {
        let mut wanted = before;
        let removed = wanted.as_object_mut().and_then(|map| map.shift_remove("a"));
        assert!(removed.is_some());
        let found = yaml_reader::parse(&changed);
        assert!(found == Ok(wanted.clone()) || (found == Ok(Value::Null) && wanted == json!({})));
    }
}

/// Reads a text in all ways; the places of its fields are within it.
fn read_yaml(text: &str) {
    let places = yaml_reader::places(text);
    let lines = text
        .split(['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'])
        .count();
    let lines = u32::try_from(lines).unwrap_or(u32::MAX);
    for place in [places.key("/a"), places.value("/a"), places.value("/a/0")]
        .into_iter()
        .flatten()
    {
        assert!(
            (1..=lines + 1).contains(&place.line),
            "line {} of {lines}",
            place.line
        );
    }
    for (place, _) in yaml_reader::doubts(text) {
        assert!(
            (1..=lines + 1).contains(&place.line),
            "line {} of {lines}",
            place.line
        );
    }
    if let Err(error) = yaml_reader::parse(text) {
        assert!(
            error.place.line <= lines + 1,
            "line {} of {lines}",
            error.place.line
        );
    }
}

/// The gateway reads every old address as the generator does.
pub(super) fn redirects(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let locales = locales();
    for line in text
        .lines()
        .filter(|line| address_problem(line, &locales).is_none())
    {
        check_address(line);
    }
    for row in generator_content::fuzzing::redirects(text, &locales) {
        check_address(&row.from);
        assert_eq!(
            row.to.is_none(),
            row.status == generator_content::redirects::Status::Gone
        );
        row.to.iter().for_each(|to| check_address(to));
    }
}

fn check_address(address: &str) {
    assert!(
        path::is_canonical(address),
        "{address:?} is no path of an index"
    );
    let sent = path::encode(address);
    let found = path::canonical(&sent).map(|found| (found.path.into_owned(), found.form));
    assert_eq!(found, Ok((address.to_owned(), path::Form::Exact)));
}

/// The default language, and one with a prefix.
pub(super) fn locales() -> [Locale; 2] {
    [("zh-CN", ""), ("en", "en")].map(|(code, prefix)| Locale {
        code: code.to_owned(),
        name: code.to_owned(),
        dir: Direction::Ltr,
        prefix: prefix.to_owned(),
        language: code.to_owned(),
        default: prefix.is_empty(),
        formats: None,
    })
}
