//! The programs and persons of the world.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use contract::build::{BuildId, BuildState, HistoryEntry, Latest};
use contract::control::Initiator;
use generator_builds::hold::{Hold, Withdrawal, WithdrawnContent, WithdrawnParts};
use generator_builds::purge::PurgedPaths;
use generator_builds::sweep::Retention;
use generator_builds::with_live;
use generator_deploy::clock::Clock;
use generator_deploy::destination::Destination;
use generator_deploy::purge::Purge;
use generator_deploy::transfer::{Observer, Options, Published, publish};
use jiff::Span;

use crate::oracle;
use crate::place::{Handle, Kind};
use crate::site::{Build, PAGES};
use crate::world::{World, now};

/// Number of the machine on which the generator builds.
const CI: usize = 0;
/// Numbers of the places that visitors read.
const SERVED: [usize; 3] = [1, 2, 3];
/// The bucket among them.
const BUCKET: usize = 3;
/// Programs that start one after the other.
const PROGRAMS: usize = 10;

/// The site as CI has it: its builds so far, and its pages.
#[derive(Default)]
pub(crate) struct Ci {
    count: u32,
    pages: BTreeMap<&'static str, (u32, BuildId)>,
    /// Pages that the content no longer has.
    gone: HashSet<&'static str>,
}

struct Quiet;

impl Observer for Quiet {
    fn lacks(&self, _: &str, _: usize, _: u64) {}
    fn add_progress(&self, _: usize, _: u64) {}
}

/// One life of the world.
pub(crate) fn run(world: &Arc<World>) {
    edit(world);
    for _ in 0..PROGRAMS {
        run_one(world);
        let seconds = world.below(600);
        world.pass(Span::new().seconds(seconds as i64));
    }
    world.calm();
    settle(world);
}

/// Runs a program from its start to its end, or to its crash.
pub(crate) fn run_one(world: &Arc<World>) {
    match world.below(10) {
        0..=2 => edit(world),
        3..=5 => push(world),
        6 => pull(world),
        7 => roll_back(world),
        8 => purge(world),
        _ => {
            edit(world);
            push(world);
        }
    }
}

/// The generator publishes on CI's own disk: a change of one page, or a new one.
fn edit(world: &Arc<World>) {
    let path = PAGES[world.below(PAGES.len())];
    let mut inner = world.inner();
    let inner = &mut *inner;
    inner.ci.count += 1;
    let number = inner.ci.count;
    let id = BuildId::new(&now().strftime("%Y%m%dT%H%M%SZ").to_string(), number).unwrap();
    let own = (number, id.clone());
    inner.ci.pages.insert("/", own.clone());
    match inner.ci.gone.contains(path) {
        true => drop(inner.ci.pages.remove(path)),
        false => drop(inner.ci.pages.insert(path, own)),
    }
    inner
        .ci
        .pages
        .retain(|path, _| !inner.ci.gone.contains(path));
    let build = Build::new(number, &inner.ci.pages, id, now());
    let state = &mut inner.places[CI];
    for (name, bytes) in &build.files {
        state.write(name, bytes);
    }
    let history: Vec<HistoryEntry> = state.json("history.json").unwrap_or_default();
    let history = with_live(history, &build.id, build.app, &now().to_string());
    state.write("history.json", &serde_json::to_vec(&history).unwrap());
    let latest = Latest {
        id: build.id.clone(),
        timestamp: now().to_string(),
        app: build.app,
    };
    state.write("latest.json", &serde_json::to_vec(&latest).unwrap());
    inner.note(format!("ci: {} is live", build.id));
}

fn push(world: &Arc<World>) {
    let actor = world.start("push");
    let some: Vec<usize> = SERVED.into_iter().filter(|_| !world.once_in(3)).collect();
    let release = world.once_in(8);
    carry(world, &Handle::new(world, CI, actor), &some, release);
}

fn pull(world: &Arc<World>) {
    let actor = world.start("pull");
    let to = SERVED[world.below(2)];
    carry(world, &Handle::new(world, BUCKET, actor), &[to], false);
}

fn carry(world: &Arc<World>, from: &Handle, to: &[usize], release: bool) -> Vec<Published> {
    let options = Options {
        release,
        retention: Retention {
            builds: 3,
            ..Retention::default()
        },
        clock: Clock(now),
        ..Options::default()
    };
    let handle = |place: &usize| Handle::new(world, *place, from.actor).releasing(release);
    let destinations = to
        .iter()
        .map(|place| Box::new(handle(place)) as Box<dyn Destination>);
    let destinations: Vec<_> = destinations.collect();
    match publish(from, &destinations, &options, &Quiet) {
        Ok(published) => {
            world.note(format_args!("{}: published at {to:?}", from.actor));
            world.inner().counts.publishes += 1;
            published
        }
        Err(error) => {
            world.note(format_args!("{}: {error:#}", from.actor));
            world.inner().counts.refusals += 1;
            Vec::new()
        }
    }
}

/// A person takes the live build of a host back, as `generator rollback` does there.
fn roll_back(world: &Arc<World>) {
    let actor = world.start("rollback");
    let mut inner = world.inner();
    let inner = &mut *inner;
    let place = SERVED[inner.rng.usize(..2)];
    let state = &mut inner.places[place];
    debug_assert_eq!(state.kind, Kind::Host);
    // The command would wait for the lock.
    let is_locked = state.lock.is_some();
    if is_locked || !state.files.contains_key("latest.json") {
        return;
    }
    // A switch that was interrupted between its two pointers is finished first.
    let mut history: Vec<HistoryEntry> = state.json("history.json").unwrap_or_default();
    let is_live = |entry: &&HistoryEntry| entry.state == BuildState::Live;
    let Some(live) = history.iter().rfind(is_live).cloned() else {
        return;
    };
    let is_target = |entry: &&HistoryEntry| entry.state == BuildState::Superseded;
    let Some(target) = history.iter().rfind(is_target) else {
        return;
    };
    let target = target.clone();
    let withdrawn: contract::build::Index = state.json(&format!("index/{}.json", live.id)).unwrap();
    let back: contract::build::Index = state.json(&format!("index/{}.json", target.id)).unwrap();
    let mut hold: Hold = state.json("hold.json").unwrap_or_default();
    hold.withdrawn
        .retain(|known| known.content.content_hash != back.content_hash);
    hold.withdrawn.push(Withdrawal {
        content: WithdrawnContent {
            build: withdrawn.id.clone(),
            source_hash: withdrawn.source_hash,
            content_hash: withdrawn.content_hash,
            since: now().to_string(),
            by: "ann".to_owned(),
            why: None,
        },
        parts: WithdrawnParts::default(),
    });
    for entry in &mut history {
        if entry.state == BuildState::Live {
            entry.state = BuildState::Withdrawn;
        }
    }
    let history = with_live(history, &target.id, target.app, &now().to_string());
    let latest = Latest {
        id: target.id.clone(),
        timestamp: now().to_string(),
        app: target.app,
    };
    state.write("hold.json", &serde_json::to_vec(&hold).unwrap());
    state.write("history.json", &serde_json::to_vec(&history).unwrap());
    state.write("latest.json", &serde_json::to_vec(&latest).unwrap());
    state.withdrawn.remove(&back.content_hash);
    state.withdrawn.insert(withdrawn.content_hash);
    oracle::check(state);
    inner.counts.rollbacks += 1;
    let label = inner.places[place].label;
    inner.note(format!("{actor}: {label} is back at {}", target.id));
}

/// A page has to go: it is taken out of the content, and purged at a place.
fn purge(world: &Arc<World>) {
    let actor = world.start("purge");
    let path = PAGES[world.below(PAGES.len())];
    world.inner().ci.gone.insert(path);
    edit(world);
    let place = SERVED[world.below(SERVED.len())];
    let paths = PurgedPaths::new(&[path.to_owned()]).unwrap();
    let purge = Purge {
        paths: &paths,
        clean: &HashSet::new(),
        by: &Initiator::default(),
        clock: Clock(now),
    };
    let handle = Handle::new(world, place, actor);
    match purge.at(&handle) {
        Ok(_) => {
            let mut inner = world.inner();
            inner.counts.purges += 1;
            let state = &mut inner.places[place];
            state.purged.insert(path);
            oracle::check(state);
            inner.note(format!("{actor}: {path} is purged"));
        }
        Err(error) => world.note(format_args!("{actor}: {error:#}")),
    }
}

/// After all faults: the next publish reaches every place, and leaves no file that no build needs.
fn settle(world: &Arc<World>) {
    world.inner().ci.gone.extend(PAGES);
    for _ in 0..4 {
        edit(world);
        let actor = world.start("the last push");
        let from = Handle::new(world, CI, actor);
        let published = carry(world, &from, &SERVED, false);
        assert_eq!(published.len(), SERVED.len(), "{}", world.trace());
        world.pass(Span::new().hours(3));
    }
    let inner = world.inner();
    let live = inner.places[CI].json::<Latest>("latest.json").unwrap().id;
    for place in SERVED {
        let state = &inner.places[place];
        oracle::check(state);
        assert_eq!(state.json::<Latest>("latest.json").unwrap().id, live);
        let history: Vec<HistoryEntry> = state.json("history.json").unwrap();
        let indexes = state.files.keys().filter(|name| name.starts_with("index/"));
        assert_eq!(
            indexes.count(),
            history.len(),
            "{}: {history:?}",
            state.label
        );
    }
}
