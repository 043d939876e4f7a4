//! `publish`, `rollback`, `release`, `list`, `prune` and `purge`: commands on the builds there are.

use std::path::Path;
use std::sync::Arc;

use contract::build::{BuildId, BuildState};
use contract::control::{Ask, Command, Request, SOCKET, Verb};

use crate::config::initiator::initiator;
use crate::config::options::{
    BuildsArgs, CommandArgs, PruneArgs, PublishArgs, PurgeArgs, RollbackArgs,
};
use crate::control::{client, verbs};
use crate::notices::{AT_END, Notices, PAUSES, language as language_of, targets};
use generator_builds::{Builds, Locked, Store};
use generator_ground::diagnostic::console;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};
use generator_ground::storage::folder::folder;

/// Makes a build of the history live.
pub fn publish(args: &PublishArgs, language: Language) -> Result<(), Failure> {
    let id = parse_id(&args.id)?;
    command(
        &args.command,
        Verb::Publish {
            id,
            reopen: args.reopen.reopen,
        },
        language,
    )
}

/// Makes the previous build live again, or the one named.
pub fn rollback(args: &RollbackArgs, language: Language) -> Result<(), Failure> {
    let id = args.id.as_deref().map(parse_id).transpose()?;
    command(
        &args.command,
        Verb::Rollback {
            id,
            reopen: args.reopen.reopen,
        },
        language,
    )
}

/// Lets content be published that a rollback took back.
pub fn release(args: &CommandArgs, language: Language) -> Result<(), Failure> {
    command(args, Verb::Release, language)
}

/// Drops old builds from the history, and deletes files that no build needs.
pub fn prune(args: &PruneArgs, language: Language) -> Result<(), Failure> {
    let (keep, grace) = (args.keep, args.grace.seconds);
    command(&args.command, Verb::Prune { keep, grace }, language)
}

/// Takes paths out of all builds that are kept, here and at destinations.
pub fn purge(args: &PurgeArgs, language: Language) -> Result<(), Failure> {
    // Invalid arguments are reported before any work.
    let elsewhere = super::purge::Elsewhere::new(args)?;
    // Paths that are missing here may exist elsewhere.
    if !args.even_if_absent && args.at.is_empty() {
        refuse_absent(args)?;
    }
    let paths = args.paths.clone();
    command(&args.command, Verb::Purge { paths }, language)?;
    elsewhere.purge(language)
}

/// Refuses paths that no build has: a mistyped path would be reported as purged.
fn refuse_absent(args: &PurgeArgs) -> Result<(), Failure> {
    let paths = verbs::purged_paths(&args.paths)?;
    let builds = Builds::new(&folder(&args.command.builds.builds, "--builds")?);
    let absent = builds.absent_paths(&paths)?;
    let Some(first) = absent.first() else {
        return Ok(());
    };
    let message = match &first.near {
        Some(near) => Message::new("purge-absent/near").with("near", near),
        None => Message::new("purge-absent"),
    };
    Err(Failure::new(
        Exit::Content,
        message.with("path", &first.path),
    ))
}

/// A build's id as it was typed.
pub(super) fn parse_id(id: &str) -> Result<BuildId, Failure> {
    id.parse().map_err(|error| {
        let error = Message::new("no-build-id").with("id", id).because(error);
        Failure::new(Exit::Usage, error)
    })
}

/// Carries `verb` out, or has the `watch` do it that writes to the same builds.
fn command(args: &CommandArgs, verb: Verb, language: Language) -> Result<(), Failure> {
    let builds = folder(&args.builds.builds, "--builds")?;
    let initiator = initiator(&args.initiator);
    let lines = match Store::open(&builds) {
        Ok(store) => {
            let notices = notices(&store, args)?;
            let done = verbs::carry_out(&store, &verb, &initiator)?;
            if let Some(notices) = notices {
                let notice = verbs::notice(&store, &verb, &done);
                notice.into_iter().for_each(|notice| notices.tell(notice));
                notices.finish(AT_END);
            }
            done.iter().map(|line| line.text(language)).collect()
        }
        Err(error) if error.is::<Locked>() => {
            let command = Command {
                verb,
                initiator,
                builds: builds.display().to_string(),
            };
            let request = Request {
                language: Some(language.code().to_owned()),
                ask: Ask::Command(command),
            };
            let answer = client::ask(&args.var, &request)?;
            answer.ok_or_else(|| unreachable(&builds, &args.var))?
        }
        Err(error) => return Err(error.into()),
    };
    lines.iter().for_each(|line| console::line(line));
    Ok(())
}

/// The receivers of notices, in the default language of the live build.
fn notices(store: &Store, args: &CommandArgs) -> Result<Option<Arc<Notices>>, Failure> {
    let Some(file) = &args.notify else {
        return Ok(None);
    };
    let targets = targets::read(file)?;
    let live = store.live_id().ok().flatten();
    let index = live.and_then(|live| store.index(&live).ok());
    let locales = index.map(|index| index.locales).unwrap_or_default();
    let notices = Notices::start(targets, language_of(&locales), PAUSES, &args.var)?;
    Ok(Some(notices))
}

/// The failure that another generator has the lock, and is not the one that watches with the folder
/// `var`.
fn unreachable(builds: &Path, var: &Path) -> Failure {
    let locked = Message::new("locked/unreachable")
        .with("folder", builds.display().to_string())
        .with("socket", var.join(SOCKET).display().to_string());
    Failure::new(Exit::Locked, locked)
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

/// Locks `builds/`; another generator at work has an exit code of its own.
pub fn open_store(builds: &Path) -> Result<Store, Failure> {
    Store::open(builds).map_err(|error| match error.downcast::<Locked>() {
        Ok(Locked(folder)) => {
            Failure::new(Exit::Locked, Message::new("locked").with("folder", folder))
        }
        Err(error) => Failure::new(Exit::Environment, error),
    })
}
