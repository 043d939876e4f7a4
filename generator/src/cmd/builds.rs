//! `rollback`, `list` and `prune`: commands on the builds there are.

use anyhow::{Context, bail};
use contract::build::{BuildId, BuildState, HistoryEntry};

use crate::cli::{BuildsArgs, PruneArgs, RollbackArgs};
use crate::config::folder;
use crate::exit::{Exit, Failure};
use crate::output::{Builds, Locked, Store, sweep};
use crate::report;

/// Makes the previous build live again, or the one named. What is rolled back is withdrawn: it answers nobody.
pub fn rollback(args: &RollbackArgs) -> Result<(), Failure> {
    let store = open(&args.builds)?;
    let wanted = args
        .id
        .as_deref()
        .map(|text| text.parse::<BuildId>().with_context(|| format!("`{text}`")));
    let wanted = wanted
        .transpose()
        .map_err(|error| Failure::new(Exit::Usage, error))?;
    let target = target(&store.history()?, wanted.as_ref())?;
    // A build that cannot be read must not go live.
    let index = store.index(&target)?;
    crate::output::publish::roll_back(
        &store,
        &target,
        index.app,
        &report::rfc3339(jiff::Timestamp::now()),
    )?;
    report::line(&format!("live: {target} (content {})", index.content_hash));
    Ok(())
}

/// The build to roll back to: the one named, else the newest superseded one.
fn target(history: &[HistoryEntry], wanted: Option<&BuildId>) -> anyhow::Result<BuildId> {
    let found = match wanted {
        Some(id) => history
            .iter()
            .find(|entry| entry.id == *id)
            .with_context(|| {
                format!("the history has no build `{id}`; `generator list` shows them")
            })?,
        None => history
            .iter()
            .rev()
            .find(|entry| entry.state == BuildState::Superseded)
            .context("there is no earlier build to go back to")?,
    };
    if found.state == BuildState::Live {
        bail!("`{}` is live already", found.id);
    }
    Ok(found.id.clone())
}

/// Prints the history, newest first.
pub fn list(args: &BuildsArgs) -> Result<(), Failure> {
    let builds = Builds::new(&folder(&args.builds, "--builds")?);
    for entry in builds.history()?.iter().rev() {
        let state = match entry.state {
            BuildState::Live => "live",
            BuildState::Superseded => "superseded",
            BuildState::Withdrawn => "withdrawn",
        };
        report::line(&format!(
            "{}  {state:10}  {}  app {}",
            entry.id, entry.timestamp, entry.app
        ));
    }
    Ok(())
}

/// Drops old builds from the history, then deletes what no build needs.
pub fn prune(args: &PruneArgs) -> Result<(), Failure> {
    let store = open(&args.builds)?;
    let dropped = sweep::prune(&store, args.keep, jiff::Timestamp::now())?;
    let deleted = sweep::sweep(&store)?;
    report::line(&format!(
        "{dropped} builds dropped from the history, {deleted} files and folders deleted; what is younger than an hour goes next time"
    ));
    Ok(())
}

fn open(args: &BuildsArgs) -> Result<Store, Failure> {
    open_store(&folder(&args.builds, "--builds")?)
}

/// Locks `builds/`; another generator at work has an exit code of its own.
pub fn open_store(builds: &std::path::Path) -> Result<Store, Failure> {
    Store::open(builds).map_err(|error| {
        let exit = if error.is::<Locked>() {
            Exit::Locked
        } else {
            Exit::Environment
        };
        Failure::new(exit, error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::Hash;

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
