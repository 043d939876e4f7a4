//! `why`: when a page was last rendered, and which part of its input had changed. Told from the builds alone.

use anyhow::{Context, bail};
use contract::build::{BuildId, Entry, File, HistoryEntry};
use serde_json::Value;

use crate::cli::WhyArgs;
use crate::config::folder;
use crate::diagnostic::suggestion;
use crate::exit::Failure;
use crate::output::{Builds, Live};
use crate::plan::files::payload;
use crate::report;

/// Prints it.
pub fn why(args: &WhyArgs) -> Result<(), Failure> {
    let builds = Builds::new(&folder(&args.builds.builds, "--builds")?);
    for line in explain(&builds, &args.path)? {
        report::line(&line);
    }
    Ok(())
}

/// What is known of the page at `path`, line by line.
fn explain(builds: &Builds, path: &str) -> anyhow::Result<Vec<String>> {
    let live = builds
        .live()?
        .context("there is no build yet; `generator build` makes one")?;
    let path = canonical(path);
    let page = document(&live, &path)?;
    let history = builds.history()?;
    let mut lines = vec![path.clone(), state(page, &live, &history)];
    let Some(before) = before(builds, &history, &page.build, &path)? else {
        lines.push("  it is in no earlier build of the history".to_owned());
        return Ok(lines);
    };
    lines.push(format!("  against build {}:", before.index.id));
    lines.extend(
        changes(builds, &before, &live, &path)?
            .into_iter()
            .map(|part| format!("    {part}")),
    );
    Ok(lines)
}

/// The path as builds name it.
fn canonical(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    format!("/{}", path.trim_matches('/'))
}

fn document<'l>(live: &'l Live, path: &str) -> anyhow::Result<&'l File> {
    match live.tree.get(path) {
        Some(Entry::File(file)) if file.key.is_some() => Ok(file),
        Some(_) => bail!("`{path}` is no page; `why` explains pages"),
        None => {
            let pages = live
                .tree
                .iter()
                .filter(|(_, entry)| matches!(entry, Entry::File(file) if file.key.is_some()));
            let near = suggestion(path, pages.map(|(path, _)| path.as_str()));
            let remedy = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
            bail!("the live build has no page `{path}`{remedy}")
        }
    }
}

fn state(page: &File, live: &Live, history: &[HistoryEntry]) -> String {
    let (holder, id) = (&page.build, &live.index.id);
    let when = history.iter().find(|entry| entry.id == *holder);
    let when = when.map_or_else(String::new, |entry| format!(" ({})", entry.timestamp));
    if holder == id {
        format!("  rendered in the live build {id}{when}")
    } else {
        format!("  reused by the live build {id}; its bytes are those of build {holder}{when}")
    }
}

/// The newest build before `holder` that has the page.
fn before(
    builds: &Builds,
    history: &[HistoryEntry],
    holder: &BuildId,
    path: &str,
) -> anyhow::Result<Option<Live>> {
    for entry in history
        .iter()
        .rev()
        .skip_while(|entry| entry.id != *holder)
        .skip(1)
    {
        // An old build that cannot be read explains nothing, and hides nothing.
        let Ok(build) = builds.build(&entry.id) else {
            continue;
        };
        if build.tree.get(path).is_some() {
            return Ok(Some(build));
        }
    }
    Ok(None)
}

/// The parts of the page's input that differ between two builds.
fn changes(builds: &Builds, before: &Live, live: &Live, path: &str) -> anyhow::Result<Vec<String>> {
    let read = |build: &Live| -> anyhow::Result<Value> {
        let place = payload(path);
        let Some(Entry::File(file)) = build.tree.get(&place) else {
            bail!("build {} has no `{place}`", build.index.id);
        };
        let file = builds.place(&place, file);
        let bytes =
            std::fs::read(&file).with_context(|| format!("cannot read `{}`", file.display()))?;
        Ok(serde_json::from_slice(&bytes)?)
    };
    let mut parts = Vec::new();
    differences(&read(before)?, &read(live)?, "", &mut parts);
    if parts.is_empty() {
        parts.push(
            "what all pages share: `site.yaml`'s public part, or the document's template"
                .to_owned(),
        );
    }
    Ok(parts)
}

/// Places at which two values differ: `payload.data.entry.title`.
fn differences(before: &Value, after: &Value, place: &str, parts: &mut Vec<String>) {
    let below = |name: &str| {
        if place.is_empty() {
            name.to_owned()
        } else {
            format!("{place}.{name}")
        }
    };
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            for (name, value) in after {
                match before.get(name) {
                    Some(old) => differences(old, value, &below(name), parts),
                    None => parts.push(format!("{} (new)", below(name))),
                }
            }
            let gone = before.keys().filter(|name| !after.contains_key(*name));
            parts.extend(gone.map(|name| format!("{} (gone)", below(name))));
        }
        (Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for (index, (old, value)) in before.iter().zip(after).enumerate() {
                differences(old, value, &below(&index.to_string()), parts);
            }
        }
        (Value::Array(before), Value::Array(after)) => {
            parts.push(format!(
                "{place} ({} items, now {})",
                before.len(),
                after.len()
            ));
        }
        (before, after) if before == after => {}
        _ if place == "app" => {
            parts.push("app (the frontend, a schema, or the generator's libraries)".to_owned());
        }
        _ => parts.push(place.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_differs_is_named_by_its_place_and_never_by_its_words() {
        let before = json!({"app": "1", "payload": {"data": {"entry": {"title": "a", "tags": ["x"]}, "more": [1]}}, "head": {"title": "t", "image": "i"}});
        let after = json!({"app": "2", "payload": {"data": {"entry": {"title": "b", "tags": ["y"], "body": "secret"}, "more": [1, 2]}}, "head": {"title": "t"}});
        let mut parts = Vec::new();
        differences(&before, &after, "", &mut parts);
        assert_eq!(
            parts,
            [
                "app (the frontend, a schema, or the generator's libraries)",
                "payload.data.entry.title",
                "payload.data.entry.tags.0",
                "payload.data.entry.body (new)",
                "payload.data.more (1 items, now 2)",
                "head.image (gone)",
            ]
        );
    }

    #[test]
    fn a_path_may_be_written_as_in_the_address_bar() {
        assert_eq!(canonical("en/news/?page=2#top"), "/en/news");
        assert_eq!(canonical("/"), "/");
    }
}
