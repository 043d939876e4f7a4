//! PURE: answers of the studio, as models read them.

use std::time::Duration;

use serde_json::{Map, Value, json};
use similar::TextDiff;

use super::arguments::ListEntries;
use super::limits::LIST_MAX;

/// Lines around a change.
const CONTEXT: usize = 3;

/// How long the search for a short difference may take; then a longer one is shown.
const PATIENCE: Duration = Duration::from_secs(2);

/// The entries that are asked for, without the texts of other languages.
pub(super) fn entries(mut listed: Value, asked: &ListEntries) -> Value {
    let all = match listed["entries"].take() {
        Value::Array(entries) => entries,
        _ => Vec::new(),
    };
    let query = asked.query.as_deref().unwrap_or_default().to_lowercase();
    let has_query = |text: &Value| {
        let text = text.as_str().unwrap_or_default();
        text.to_lowercase().contains(&query)
    };
    let mut found = Vec::new();
    for mut entry in all {
        let collection = asked.collection.as_deref();
        if collection.is_some_and(|name| entry["collection"] != name) {
            continue;
        }
        if let (Some(language), Some(texts)) = (&asked.language, entry["texts"].as_array_mut()) {
            texts.retain(|text| text["locale"] == **language);
        }
        let texts = entry["texts"].as_array();
        let mut titles = texts.into_iter().flatten().map(|text| &text["title"]);
        if has_query(&entry["slug"]) || titles.any(has_query) {
            found.push(entry);
        }
    }
    let count = found.len();
    found.truncate(LIST_MAX);
    let mut answer = json!({ "count": count, "entries": found });
    if count > LIST_MAX {
        answer["truncated"] = format!("the first {LIST_MAX} of {count} entries").into();
    }
    answer
}

/// A file, with the descriptions of its collection's fields.
pub(super) fn file(file: Value, about: &Value) -> Value {
    let mut collections = about["collections"].as_array().into_iter().flatten();
    let collection = collections.find(|known| known["name"] == file["collection"]);
    let fields = collection.and_then(|known| known["schema"]["properties"].as_object());
    let describe = |(name, schema): (&String, &Value)| {
        let words = ["description", "title"].map(|key| schema[key].as_str());
        let words = words.into_iter().flatten().next().unwrap_or_default();
        (name.clone(), Value::from(words))
    };
    let fields: Option<Map<String, Value>> =
        fields.map(|fields| fields.iter().map(describe).collect());
    json!({
        "path": file["path"], "version": file["version"], "text": file["text"],
        "collection": file["collection"], "fields": fields
    })
}

/// The changes of a change set, with a unified difference in place of each pair of texts.
pub(super) fn difference(mut changes: Value) -> Value {
    for file in changes["files"].as_array_mut().into_iter().flatten() {
        let text = |name: &str| file[name].as_str().unwrap_or_default();
        let is_text = file["base"].is_string() || file["text"].is_string();
        let path = file["path"].as_str().unwrap_or_default();
        let diff = is_text.then(|| unified_diff(path, text("base"), text("text")));
        *file = json!({
            "path": file["path"], "kind": file["kind"], "conflict": file["conflict"], "diff": diff
        });
    }
    changes
}

fn unified_diff(path: &str, before: &str, after: &str) -> String {
    let diff = TextDiff::configure()
        .timeout(PATIENCE)
        .diff_lines(before, after);
    let (old, new) = (format!("a/{path}"), format!("b/{path}"));
    let mut unified = diff.unified_diff();
    unified
        .context_radius(CONTEXT)
        .header(&old, &new)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arguments of `list_entries`.
    fn question(
        collection: Option<&str>,
        query: Option<&str>,
        language: Option<&str>,
    ) -> ListEntries {
        let [collection, query, language] =
            [collection, query, language].map(|text| text.map(str::to_owned));
        ListEntries {
            collection,
            query,
            language,
            change_set: None,
        }
    }

    #[test]
    fn entries_are_found_by_collection_words_and_language() {
        let entry = |collection: &str, slug: &str, title: &str| {
            json!({ "collection": collection, "slug": slug, "texts": [
                { "locale": "en", "title": title }, { "locale": "zh-CN", "title": "潮汐" }
            ]})
        };
        let listed = json!({ "entries": [
            entry("news", "first-close", "A Tide Turns"), entry("people", "ann", "Ann")
        ]});
        for (asked, slugs) in [
            (question(None, None, None), vec!["first-close", "ann"]),
            (question(Some("news"), None, None), vec!["first-close"]),
            (question(None, Some("tide"), None), vec!["first-close"]),
            (
                question(None, Some("CLOSE"), Some("en")),
                vec!["first-close"],
            ),
            (question(None, Some("潮"), Some("en")), vec![]),
            (question(None, Some("潮"), None), vec!["first-close", "ann"]),
        ] {
            let found = entries(listed.clone(), &asked);
            let found = found["entries"].as_array().unwrap();
            let found: Vec<&str> = found.iter().filter_map(|it| it["slug"].as_str()).collect();
            assert_eq!(found, slugs, "{asked:?}");
        }
        let many = json!({ "entries": vec![entry("news", "a", "A"); 201] });
        let found = entries(many, &question(None, None, Some("en")));
        assert_eq!(found["entries"].as_array().unwrap().len(), LIST_MAX);
        assert_eq!(found["truncated"], "the first 200 of 201 entries");
        assert_eq!(found["entries"][0]["texts"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn a_file_comes_with_the_descriptions_of_its_fields() {
        let about = json!({ "collections": [{ "name": "news", "schema": { "properties": {
            "title": { "description": "The headline" }, "date": { "title": "Day" }, "x": {}
        }}}]});
        let told = file(
            json!({ "path": "news/a/en.md", "collection": "news" }),
            &about,
        );
        let fields = json!({ "title": "The headline", "date": "Day", "x": "" });
        assert_eq!(told["fields"], fields);
        let other = file(json!({ "path": "site.yaml", "collection": null }), &about);
        assert_eq!(other["fields"], Value::Null);
    }

    #[test]
    fn a_difference_is_unified_and_pictures_have_none() {
        let changes = json!({ "files": [
            { "path": "news/a/en.md", "kind": "changed", "base": "a\nb\n", "text": "a\nc\n" },
            { "path": "news/a/x.png", "kind": "added", "base": null, "text": null }
        ], "pages": null, "problems": [] });
        let told = difference(changes);
        let diff = told["files"][0]["diff"].as_str().unwrap();
        assert!(
            diff.starts_with("--- a/news/a/en.md\n+++ b/news/a/en.md\n@@"),
            "{diff}"
        );
        assert!(diff.contains("-b\n+c\n"), "{diff}");
        assert_eq!(told["files"][0].get("base"), None);
        assert_eq!(told["files"][1]["diff"], Value::Null);
    }
}
