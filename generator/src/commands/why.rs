//! `why`: when a page was last rendered, and which part of its input had changed. Derived from the
//! builds alone.

use anyhow::bail;
use contract::build::{BuildId, Entry, File, HistoryEntry};

use crate::config::options::WhyArgs;
use generator_builds::diff::page_places;
use generator_builds::diff::places::JsonPlace;
use generator_builds::{Builds, Live};
use generator_ground::diagnostic::console;
use generator_ground::diagnostic::failure::Failure;
use generator_ground::diagnostic::suggestion;
use generator_ground::message::{Language, Message};
use generator_ground::storage::folder::folder;

/// Prints it.
pub fn why(args: &WhyArgs, language: Language) -> Result<(), Failure> {
    let builds = Builds::new(&folder(&args.builds.builds, "--builds")?);
    for line in explain(&builds, &args.path)? {
        console::line(&line.text(language));
    }
    Ok(builds.spill().check()?)
}

/// Facts of the page at `path`, line by line.
fn explain(builds: &Builds, path: &str) -> anyhow::Result<Vec<Message>> {
    let live = builds.live()?.ok_or_else(|| Message::new("no-build"))?;
    let path = canonical(path);
    let page = &document(&live, &path)?;
    let history = builds.history()?;
    let mut lines = vec![
        Message::new("why").with("path", &path),
        state(page, &live, &history),
    ];
    let Some(before) = before(builds, &history, &page.build, &path)? else {
        lines.push(Message::new("why/first"));
        return Ok(lines);
    };
    lines.push(Message::new("why/against").with("build", before.index.id.to_string()));
    lines.extend(changes(builds, &before, &live, &path)?);
    Ok(lines)
}

/// The path as builds name it.
fn canonical(path: &str) -> String {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    format!("/{}", path.trim_matches('/'))
}

fn document(live: &Live, path: &str) -> anyhow::Result<File> {
    match live.tree.get(path) {
        Some(Entry::File(file)) if file.key.is_some() => Ok(file),
        Some(_) => bail!(Message::new("why/no-page").with("path", path)),
        None => {
            let pages = live
                .tree
                .iter()
                .filter(|(_, entry)| matches!(entry, Entry::File(file) if file.key.is_some()));
            let near = suggestion(path, pages.map(|(path, _)| path));
            bail!(match near {
                Some(near) => Message::new("why/near-page")
                    .with("path", path)
                    .with("near", near),
                None => Message::new("why/unknown-page").with("path", path),
            })
        }
    }
}

fn state(page: &File, live: &Live, history: &[HistoryEntry]) -> Message {
    let (holder, id) = (&page.build, &live.index.id);
    let when = history.iter().find(|entry| entry.id == *holder);
    let when = when.map_or("?", |entry| entry.timestamp.as_str());
    let message = if holder == id {
        Message::new("why/rendered")
    } else {
        Message::new("why/reused").with("holder", holder.to_string())
    };
    message.with("build", id.to_string()).with("when", when)
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
        // An old build that cannot be read is skipped: it explains no change, and hides none.
        let Ok(build) = builds.build(&entry.id) else {
            continue;
        };
        // A redirect there has no input that could be compared.
        if document(&build, path).is_ok() {
            return Ok(Some(build));
        }
    }
    Ok(None)
}

/// The parts of the page's input that differ between two builds.
fn changes(
    builds: &Builds,
    before: &Live,
    live: &Live,
    path: &str,
) -> anyhow::Result<Vec<Message>> {
    let places = page_places((builds, before), (builds, live), path)?;
    if places.is_empty() {
        return Ok(vec![Message::new("why/shared")]);
    }
    let part = |place: &JsonPlace| Message::new("why/part").with("part", place.to_string());
    Ok(places.iter().map(part).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_be_written_as_in_the_address_bar() {
        assert_eq!(canonical("en/news/?page=2#top"), "/en/news");
        assert_eq!(canonical("/"), "/");
    }
}
