//! `diff`: how two builds differ. Reads published builds, takes no lock, and makes no change.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail};
use contract::build::{Access, BuildId, Entry};

use crate::config::options::DiffArgs;
use crate::report::difference::{BytesDifference, Compared};
use generator_builds::diff::rules::Rules;
use generator_builds::diff::{Difference, text};
use generator_builds::{Builds, Live};
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};
use generator_ground::storage::folder::folder;

/// A build, and where its files are.
struct Build {
    builds: Builds,
    live: Live,
}

/// Prints how two builds differ; the exit code is 1 if they do.
pub fn diff(args: &DiffArgs, language: Language) -> Result<Exit, Failure> {
    let before = open(&args.before, &args.builds.builds)?;
    let after = open(&args.after, &args.builds.builds)?;
    let [old, new] = [&before, &after].map(|build| (&build.builds, &build.live));
    let difference = Difference::read(old, new)?;
    let mut shown = BTreeMap::new();
    for path in &args.show {
        let text = show(path, &before, &after, args.show_guarded)?;
        shown.insert(path.clone(), text);
    }
    for build in [&before, &after] {
        build.builds.spill().check()?;
    }
    let compared = Compared {
        before: (&before.live.index).into(),
        after: (&after.live.index).into(),
        paths: after.live.tree.len(),
        difference,
        shown,
    };
    compared.print(args.message_format, language)?;
    Ok(if compared.difference.is_none() {
        Exit::Done
    } else {
        Exit::Different
    })
}

/// The build that a word on the command line names: an id, a folder of builds of which the live one
/// is meant, or an id in such a folder.
fn open(word: &str, builds: &Path) -> Result<Build, Failure> {
    let path = Path::new(word);
    let name = path.file_name().and_then(|name| name.to_str());
    let id = name.and_then(|name| name.parse::<BuildId>().ok());
    let root = match (&id, path.parent()) {
        (Some(_), Some(parent)) if parent == Path::new("") => builds,
        (Some(_), Some(parent)) => parent,
        _ => path,
    };
    if id.is_none() && !path.is_dir() {
        let error = anyhow::anyhow!(
            "`{word}` names no build: it is neither an id, as `generator list` shows them, nor a folder of builds"
        );
        return Err(error.into());
    }
    let option = if root == builds { "--builds" } else { "diff" };
    let builds = Builds::new(&folder(root, option)?);
    Ok(read(builds, id).with_context(|| format!("`{word}`"))?)
}

fn read(builds: Builds, id: Option<BuildId>) -> anyhow::Result<Build> {
    let live = match id {
        Some(id) => builds.build(&id)?,
        None => builds
            .live()?
            .ok_or_else(|| Message::new("nothing-published"))?,
    };
    Ok(Build { builds, live })
}

/// How the text at a path differs; guarded text is shown only with `show_guarded`.
fn show(
    path: &str,
    before: &Build,
    after: &Build,
    show_guarded: bool,
) -> anyhow::Result<BytesDifference> {
    let entries = [before, after].map(|build| build.live.tree.get(path));
    let entries: Vec<&Entry> = entries.iter().flatten().collect();
    if entries.is_empty() {
        bail!(Message::new("shown-nowhere").with("path", path));
    }
    let is_secret = |entry: &&Entry| {
        matches!(
            Rules::new(entry).access(),
            Access::Guarded | Access::Private
        )
    };
    if !show_guarded && entries.iter().any(is_secret) {
        return Ok(BytesDifference::Guarded);
    }
    let media_type = entries.into_iter().find_map(|entry| match entry {
        Entry::File(file) => Some(&*file.media_type),
        Entry::Redirect { .. } | Entry::Gone => None,
    });
    let (old, new) = (before.bytes(path)?, after.bytes(path)?);
    let text = text::diff(&old, &new, media_type.unwrap_or_default());
    Ok(text.map_or(
        BytesDifference::Binary(old.len(), new.len()),
        BytesDifference::Text,
    ))
}

impl Build {
    /// Bytes at a path; none where there is no file.
    fn bytes(&self, path: &str) -> anyhow::Result<Vec<u8>> {
        match self.live.tree.get(path) {
            Some(Entry::File(file)) => self.builds.bytes(path, &file),
            _ => Ok(Vec::new()),
        }
    }
}
