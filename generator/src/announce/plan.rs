//! The addresses that were not sent to a receiver yet, as the live build has them.

use std::collections::BTreeMap;

use anyhow::Context;
use contract::Hash;
use contract::build::Entry;
use serde_json::{Map, Value};

use super::addresses::Addresses;
use super::news::{Change, Hears, Known, News};
use super::record::Record;
use generator_builds::{Builds, Live, paths};

/// The difference between `record` and the live build, sorted by path. Pages of which only other
/// parts changed are noted in the record.
pub(super) fn news(
    builds: &Builds,
    live: &Live,
    addresses: &Addresses,
    hears: Hears,
    record: &mut Record,
) -> anyhow::Result<Vec<News>> {
    match hears {
        Hears::Files => Ok(difference(
            record,
            addresses
                .files
                .iter()
                .map(|(path, hash)| (path.clone(), Known::both(*hash))),
        )),
        Hears::Pages => {
            let mut now = Vec::new();
            for (path, file) in &addresses.pages {
                let known = record.content(path);
                match known.filter(|known| known.file == *file) {
                    Some(known) => now.push((path.clone(), known)),
                    None => now.extend(page(builds, live, path, *file)?),
                }
            }
            Ok(difference(record, now))
        }
    }
}

/// A page with the hash of its own content; none if it is not to be indexed.
fn page(
    builds: &Builds,
    live: &Live,
    path: &str,
    file: Hash,
) -> anyhow::Result<Option<(String, Known)>> {
    let payload = paths::payload(path);
    let Some(Entry::File(found)) = live.tree.get(&payload) else {
        return Ok(None);
    };
    let value: Value = serde_json::from_slice(&builds.bytes(&payload, &found)?)
        .with_context(|| format!("cannot read `{payload}`"))?;
    if value["head"]["noindex"] == true {
        return Ok(None);
    }
    let own = own_content(&value, &live.index.own);
    Ok(Some((path.to_owned(), Known { file, own })))
}

/// PURE: hash of a page's own content: its title, its description, and the answers that its route
/// asks of entries by name. A page without any is a list, and the list is its content.
fn own_content(payload: &Value, own: &BTreeMap<String, Vec<String>>) -> Hash {
    let nothing = Map::new();
    let data = payload["payload"]["data"].as_object().unwrap_or(&nothing);
    let route = payload["route"].as_str().unwrap_or_default();
    let named = own.get(route).filter(|names| !names.is_empty());
    let is_own = |name: &String| named.is_none_or(|names| names.contains(name));
    let answers = data.iter().filter(|(name, _)| is_own(name));
    let answers: Vec<String> = answers.map(|(_, answer)| answer.to_string()).collect();
    let head = ["title", "description"].map(|field| payload["head"][field].to_string());
    Hash::of_parts(head.iter().chain(&answers).map(String::as_bytes))
}

/// PURE: the difference between the record and `now`.
fn difference(record: &mut Record, now: impl IntoIterator<Item = (String, Known)>) -> Vec<News> {
    let mut ended = record.paths();
    let mut news = Vec::new();
    for (path, now) in now {
        ended.remove(&path);
        let change = match record.content(&path) {
            None => Change::Added,
            Some(known) if known.own != now.own => Change::Changed,
            Some(_) => {
                record.set(path, now);
                continue;
            }
        };
        let now = Some(now);
        news.push(News { path, change, now });
    }
    let change = Change::Ended;
    news.extend(ended.into_iter().map(|path| News {
        path,
        change,
        now: None,
    }));
    news.sort_by(|one, other| one.path.cmp(&other.path));
    news
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn payload(route: &str, data: Value, title: &str) -> Value {
        json!({
            "app": "0", "route": route, "path": "/news/a",
            "payload": {"params": {}, "data": data},
            "head": {"title": title, "description": "", "image": "https://t.example/1.png"}
        })
    }

    #[test]
    fn the_own_content_of_a_page_is_its_entry_and_its_title_and_a_lists_is_the_list() {
        let own = BTreeMap::from([
            ("article".to_owned(), vec!["entry".to_owned()]),
            ("news".to_owned(), Vec::new()),
        ]);
        let hash =
            |route: &str, data: Value, title: &str| own_content(&payload(route, data, title), &own);
        let data = |entry: &str, related: &str| json!({"entry": entry, "related": related});
        let first = hash("article", data("a", "b"), "T");
        assert_eq!(hash("article", data("a", "c"), "T"), first);
        assert_ne!(hash("article", data("x", "b"), "T"), first);
        assert_ne!(hash("article", data("a", "b"), "U"), first);
        let list = hash("news", json!({"list": ["a"]}), "T");
        assert_ne!(hash("news", json!({"list": ["b"]}), "T"), list);
    }

    #[test]
    fn a_difference_names_each_address_once_with_its_change() {
        let known = |byte: u8| Known::both(Hash::of(&[byte]));
        let mut record = Record::default();
        for (path, byte) in [("/same", 1), ("/other", 2), ("/gone", 3), ("/chrome", 4)] {
            record.set(path.to_owned(), known(byte));
        }
        let chrome = Known {
            file: Hash::of(b"another app"),
            ..known(4)
        };
        let now = [
            ("/same", known(1)),
            ("/other", known(9)),
            ("/chrome", chrome),
            ("/new", known(5)),
        ];
        let now = now.map(|(path, known)| (path.to_owned(), known));
        let found = difference(&mut record, now);
        let news: Vec<_> = found
            .iter()
            .map(|news| (&*news.path, news.change))
            .collect();
        assert_eq!(
            news,
            [
                ("/gone", Change::Ended),
                ("/new", Change::Added),
                ("/other", Change::Changed)
            ]
        );
        assert_eq!(record.content("/chrome"), Some(chrome));
    }
}
