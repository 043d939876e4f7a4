//! `why`: when a page was last rendered, and which part of its input had changed. Told from the builds alone.

use anyhow::{Context, bail};
use contract::build::{BuildId, Entry, File, HistoryEntry};

use crate::cli::WhyArgs;
use crate::config::folder;
use crate::diagnostic::suggestion;
use crate::diff::places::places;
use crate::exit::Failure;
use crate::output::{Builds, Live};
use crate::report;

/// Prints it.
pub fn why(args: &WhyArgs) -> Result<(), Failure> {
    let builds = Builds::new(&folder(&args.builds.builds, "--builds")?);
    for line in explain(&builds, &args.path)? {
        report::line(&line);
    }
    Ok(builds.spill().check()?)
}

/// What is known of the page at `path`, line by line.
fn explain(builds: &Builds, path: &str) -> anyhow::Result<Vec<String>> {
    let live = builds
        .live()?
        .context("there is no build yet; `generator build` makes one")?;
    let path = canonical(path);
    let page = &document(&live, &path)?;
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

fn document(live: &Live, path: &str) -> anyhow::Result<File> {
    match live.tree.get(path) {
        Some(Entry::File(file)) if file.key.is_some() => Ok(file),
        Some(_) => bail!("`{path}` is no page; `why` explains pages"),
        None => {
            let pages = live
                .tree
                .iter()
                .filter(|(_, entry)| matches!(entry, Entry::File(file) if file.key.is_some()));
            let near = suggestion(path, pages.map(|(path, _)| path));
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
    let [before, after] = [before, live].map(|build| builds.payload(build, path));
    let places = places(&before?, &after?);
    if places.is_empty() {
        let shared = "what all pages share: `site.yaml`'s public part, or the document's template";
        return Ok(vec![shared.to_owned()]);
    }
    Ok(places.iter().map(ToString::to_string).collect())
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
