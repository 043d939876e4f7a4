//! `publish`, `rollback`, `list` and `prune`: commands on the builds there are.

use anyhow::bail;
use contract::Hash;
use contract::build::{BuildId, BuildState, HistoryEntry, SCHEMA};

use crate::builds::{Builds, Locked, Pointers, Store, sweep};
use crate::config::folder;
use crate::config::options::{BuildsArgs, PruneArgs, PublishArgs, RollbackArgs};
use crate::diagnostic::console;
use crate::diagnostic::failure::{Exit, Failure};
use crate::message::{Language, Message};
use crate::report;

/// Makes a build of the history live. The one before is superseded, and goes on answering tabs that
/// have its app.
pub fn publish(args: &PublishArgs, language: Language) -> Result<(), Failure> {
    let wanted = parsed(&args.id)?;
    let store = open(&args.builds)?;
    let pointers = store.pointers();
    let target = target(&pointers.history()?, Some(&wanted))?;
    go_live(&pointers, &target, language, Pointers::make_live)
}

/// Makes the previous build live again, or the one named. What is rolled back is withdrawn: it
/// answers nobody.
pub fn rollback(args: &RollbackArgs, language: Language) -> Result<(), Failure> {
    let wanted = args.id.as_deref().map(parsed).transpose()?;
    let store = open(&args.builds)?;
    let pointers = store.pointers();
    let target = target(&pointers.history()?, wanted.as_ref())?;
    go_live(&pointers, &target, language, Pointers::roll_back)
}

fn parsed(id: &str) -> Result<BuildId, Failure> {
    id.parse().map_err(|error| {
        let error = Message::new("no-build-id").with("id", id).because(error);
        Failure::new(Exit::Usage, error)
    })
}

/// Makes `target` live by `switch`, which renames history and pointer over.
fn go_live<'a>(
    pointers: &Pointers<'a>,
    target: &BuildId,
    language: Language,
    switch: fn(&Pointers<'a>, &BuildId, Hash, &str) -> anyhow::Result<()>,
) -> Result<(), Failure> {
    // A build that cannot be read must not go live, be it by this program or by the gateway.
    let index = pointers.index(target)?;
    if index.schema != SCHEMA {
        let older = Message::new("older-layout").with("build", target.to_string());
        return Err(anyhow::Error::from(older).into());
    }
    switch(
        pointers,
        target,
        index.app,
        &report::rfc3339(jiff::Timestamp::now()),
    )?;
    let live = Message::new("live")
        .with("build", target.to_string())
        .with("content", index.content_hash.to_string());
    console::line(&live.text(language));
    Ok(())
}

/// The build to make live: the one named, else the newest superseded one.
fn target(history: &[HistoryEntry], wanted: Option<&BuildId>) -> anyhow::Result<BuildId> {
    let found = match wanted {
        Some(id) => history
            .iter()
            .find(|entry| entry.id == *id)
            .ok_or_else(|| Message::new("unknown-build").with("build", id.to_string()))?,
        None => history
            .iter()
            .rev()
            .find(|entry| entry.state == BuildState::Superseded)
            .ok_or_else(|| Message::new("no-earlier-build"))?,
    };
    if found.state == BuildState::Live {
        bail!(Message::new("live-already").with("build", found.id.to_string()));
    }
    Ok(found.id.clone())
}

/// Prints the history, newest first.
pub fn list(args: &BuildsArgs, language: Language) -> Result<(), Failure> {
    let builds = Builds::new(&folder(&args.builds, "--builds")?);
    for entry in builds.history()?.iter().rev() {
        let state = match entry.state {
            BuildState::Live => Message::new("state-live"),
            BuildState::Superseded => Message::new("state-superseded"),
            BuildState::Withdrawn => Message::new("state-withdrawn"),
            BuildState::Staged => Message::new("state-staged"),
        };
        let listed = Message::new("listed")
            .with("build", entry.id.to_string())
            .with("state", state)
            .with("time", &entry.timestamp)
            .with("app", entry.app.to_string());
        console::line(&listed.text(language));
    }
    Ok(())
}

/// Drops old builds from the history, then deletes what no build needs.
pub fn prune(args: &PruneArgs, language: Language) -> Result<(), Failure> {
    let store = open(&args.builds)?;
    let dropped = sweep::prune(&store, args.keep, jiff::Timestamp::now())?;
    let deleted = sweep::sweep(&store)?;
    let pruned = Message::new("pruned")
        .with("builds", dropped)
        .with("files", deleted);
    console::line(&pruned.text(language));
    Ok(())
}

fn open(args: &BuildsArgs) -> Result<Store, Failure> {
    open_store(&folder(&args.builds, "--builds")?)
}

/// Locks `builds/`; another generator at work has an exit code of its own.
pub fn open_store(builds: &std::path::Path) -> Result<Store, Failure> {
    Store::open(builds).map_err(|error| match error.downcast::<Locked>() {
        Ok(Locked(folder)) => {
            Failure::new(Exit::Locked, Message::new("locked").with("folder", folder))
        }
        Err(error) => Failure::new(Exit::Environment, error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn history(states: &[BuildState]) -> Vec<HistoryEntry> {
        let entry = |(n, state): (usize, &BuildState)| {
            let id = BuildId::new("20261121T000000Z", u32::try_from(n).unwrap()).unwrap();
            HistoryEntry {
                id,
                app: Hash::of(b"app"),
                state: *state,
                timestamp: String::new(),
            }
        };
        states.iter().enumerate().map(entry).collect()
    }

    #[test]
    fn rollback_goes_to_the_newest_superseded_build_and_skips_withdrawn_ones() {
        use BuildState::{Live, Superseded, Withdrawn};
        let builds = history(&[Superseded, Superseded, Withdrawn, Live]);
        assert_eq!(target(&builds, None).unwrap(), builds[1].id);
        assert_eq!(
            target(&builds, Some(&builds[2].id)).unwrap(),
            builds[2].id,
            "a withdrawn build can be named"
        );
        assert!(
            target(&builds, Some(&builds[3].id)).is_err(),
            "the live one is live already"
        );
        assert!(target(&history(&[Live]), None).is_err());
    }
}
