//! One sequence of edits and builds on one site.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use std::{fs, iter};

use clap::Parser;
use contract::build::{BuildId, Entry};
use generator::commands;
use generator::config::options::{Cli, Command};
use generator::pipeline::{Builder, Built};
use generator_builds::{Locked, Store};
use generator_content::ChangedPaths;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Language;
use proptest::test_runner::TestCaseError;
use serde_json::{Value, json};

use crate::announced::Announced;
use crate::edit::Step;
use crate::photo::Photo;
use crate::sequences::Counts;
use crate::world::{State, World};

/// A site, and the generator that follows its edits.
pub(crate) struct Run<'a> {
    world: World,
    /// None until the next build needs one.
    builder: Option<Builder>,
    /// The live build.
    live: (BuildId, Photo),
    /// When it was new.
    first: State,
    /// The last state that was built without a fault.
    sound: State,
    /// Results of builds from scratch of its earlier states.
    scratch: Vec<(State, (Outcome, Option<Photo>))>,
    /// True if the next build does not learn the touched paths.
    events_are_lost: bool,
    /// Something was done since the last build.
    is_edited: bool,
    /// Receivers of announcements.
    announced: Announced,
    /// The steps so far, for the reader of a failure.
    story: Vec<String>,
    counts: &'a Counts,
}

/// Long enough for any process to start.
const UNLOCKED_WITHIN: Duration = Duration::from_secs(20);

/// A build's end: its report as programs read it, or the reason why it was not published.
pub(crate) type Outcome = Result<Value, Failure>;

impl<'a> Run<'a> {
    /// A new site, built once.
    pub(crate) fn start(counts: &'a Counts) -> Self {
        let world = World::new();
        let mut builder = open(&world, "live", 2);
        let outcome = builder.build(&ChangedPaths::Everything);
        outcome.map_err(|failure| failure.error).unwrap();
        let live = Photo::take(&world.folder.path("live/builds"));
        let announced = Announced::start(&world, &live.1);
        Self {
            builder: Some(builder),
            announced,
            first: world.state(),
            sound: world.state(),
            scratch: Vec::new(),
            live,
            world,
            events_are_lost: false,
            is_edited: false,
            story: Vec::new(),
            counts,
        }
    }

    /// Does all `steps`; the site is checked after every build, at the end, and after everything
    /// was reverted.
    pub(crate) fn all(&mut self, steps: &[Step]) -> Result<(), TestCaseError> {
        for step in steps {
            self.step(step)?;
        }
        if self.build()?.is_err() {
            self.take_back(&self.sound.clone())?;
        }
        self.take_back(&self.first.clone())
    }

    /// Restores the site's last state without a fault, and builds it again.
    fn take_back(&mut self, state: &State) -> Result<(), TestCaseError> {
        self.world.restore(state);
        self.tell("what was done since is taken back");
        let outcome = self.build()?;
        outcome
            .map(|_| ())
            .map_err(|failure| self.wrong(&format!("a sound site is refused: {}", told(&failure))))
    }

    fn step(&mut self, step: &Step) -> Result<(), TestCaseError> {
        match step {
            Step::Edit(edit) => {
                let said = edit.apply(&mut self.world);
                self.is_edited |= said.is_some();
                self.story.extend(said);
            }
            Step::Build { take_back } => {
                if self.is_edited && self.build()?.is_err() && *take_back {
                    self.take_back(&self.sound.clone())?;
                }
            }
            Step::Overflow => {
                self.tell("what was touched is lost");
                self.events_are_lost = true;
            }
            Step::Restart => {
                self.tell("another generator");
                self.builder = None;
            }
            Step::Command => {
                self.tell("generator build");
                // The lock is free when the one before has gone.
                self.builder = None;
                let outcome = command(&self.world);
                drop(self.built(outcome)?);
            }
        }
        Ok(())
    }

    /// Builds with the running generator, or with a new one.
    fn build(&mut self) -> Result<Outcome, TestCaseError> {
        let touched = self.touched();
        let open = || open(&self.world, "live", 2);
        let builder = self.builder.get_or_insert_with(open);
        builder.set_now(self.world.now);
        let outcome = builder.build(&touched).map(|built| report(&built));
        self.built(outcome)
    }

    /// Checks the published files and the report.
    fn built(&mut self, outcome: Outcome) -> Result<Outcome, TestCaseError> {
        self.is_edited = false;
        let next = Photo::take(&self.world.folder.path("live/builds"));
        let before = std::mem::replace(&mut self.live, next);
        let is_same = before.0 == self.live.0;
        match &outcome {
            Err(failure) => {
                self.count("refused", &format!("{:#}", failure.error));
                if !is_same {
                    return Err(self.wrong("a build that failed was published"));
                }
            }
            Ok(report) => {
                self.count(if is_same { "unchanged" } else { "published" }, "");
                self.check_report(report, &before)?;
                let flaw = self.announced.flaw_after(&self.world, &self.live.1);
                flaw.map_or(Ok(()), |flaw| Err(self.wrong(&flaw)))?;
                self.sound = self.world.state();
            }
        }
        self.compare_with_scratch(&outcome)?;
        Ok(outcome)
    }

    /// The paths that a watcher of the file system would report, or only that there was an event:
    /// then everything is read.
    fn touched(&mut self) -> ChangedPaths {
        let changed = std::mem::take(&mut self.world.changed);
        let is_lost = std::mem::take(&mut self.events_are_lost);
        if is_lost {
            return ChangedPaths::Everything;
        }
        ChangedPaths::Paths(
            changed
                .into_iter()
                .filter(|path| path.starts_with(self.world.folder.path("content")))
                .collect(),
        )
    }

    fn count(&mut self, what: &'static str, more: &str) {
        self.counts.count(what);
        self.tell(&format!("BUILD {what} {more}"));
    }

    fn tell(&mut self, what: &str) {
        self.story.push(what.to_owned());
    }

    /// Checks that the reported changes are the actual changes.
    fn check_report(&self, report: &Value, before: &(BuildId, Photo)) -> Result<(), TestCaseError> {
        let live = &self.live.1;
        let published = Some(self.live.0.as_str()).filter(|id| *id != before.0.as_str());
        if report["build"].as_str() != published {
            return Err(self.wrong(&format!("it says it published {}", report["build"])));
        }
        let texts = |list: &'_ Value, name: &str| -> BTreeSet<String> {
            let items = list.as_array().into_iter().flatten();
            let text = items.map(|item| item.get(name).unwrap_or(item).as_str());
            text.flatten().map(str::to_owned).collect()
        };
        let said = texts(&report["changed"], "path");
        let changed = live.changed_since(&before.1).into_iter();
        let pages: BTreeSet<String> = changed
            .filter_map(|path| page_of(live, path))
            .map(str::to_owned)
            .collect();
        if said != pages {
            return Err(self.wrong(&format!("it says that {said:?} changed; {pages:?} did")));
        }
        let said = texts(&report["removed"], "path");
        let paths = before.1.paths.keys();
        let gone: BTreeSet<String> = paths
            .filter(|path| !live.paths.contains_key(*path))
            .cloned()
            .collect();
        if said != gone {
            return Err(self.wrong(&format!("it says that {said:?} went; {gone:?} did")));
        }
        Ok(())
    }

    /// Compares with the same site built without earlier state.
    fn compare_with_scratch(&mut self, outcome: &Outcome) -> Result<(), TestCaseError> {
        let state = self.world.state();
        if self.scratch.iter().all(|(known, _)| *known != state) {
            self.scratch.push((state.clone(), scratch(&self.world)));
        }
        let known = self.scratch.iter().find(|(known, _)| *known == state);
        let (_, (expected, photo)) = known.expect("it was just built");
        let difference = match (outcome, expected) {
            (Ok(built), Ok(expected)) => {
                let photo = photo.as_ref().expect("it was published");
                let bytes = self.live.1.difference(photo);
                bytes.or_else(|| said_otherwise(built, expected))
            }
            (Err(failure), Err(expected)) => differing(&told(failure), &told(expected)),
            (Ok(_), Err(expected)) => differing("it is published", &told(expected)),
            (Err(failure), Ok(_)) => differing(&told(failure), "it is published"),
        };
        difference.map_or(Ok(()), |told| {
            Err(self.wrong(&format!("it differs from a build from scratch:\n{told}")))
        })
    }

    fn wrong(&self, what: &str) -> TestCaseError {
        TestCaseError::fail(format!("\n{}\n{what}", self.story.join("\n")))
    }
}

/// Builds a site without earlier state; the photo shows the published build.
pub(crate) fn scratch(world: &World) -> (Outcome, Option<Photo>) {
    let mut builder = open(world, "scratch", 1);
    builder.set_now(world.now);
    let outcome = builder
        .build(&ChangedPaths::Everything)
        .map(|built| report(&built));
    let builds = world.folder.path("scratch/builds");
    let photo = outcome.is_ok().then(|| Photo::take(&builds).1);
    fs::remove_dir_all(world.folder.path("scratch")).unwrap();
    (outcome, photo)
}

/// A builder without earlier state that has built `world`, and its report.
pub(crate) fn build_once(world: &mut World) -> (Builder, Value) {
    let mut builder = open(world, "live", 2);
    builder.set_now(world.now);
    world.changed.clear();
    let built = builder.build(&ChangedPaths::Everything);
    let report = report(&built.map_err(|failure| failure.error).unwrap());
    (builder, report)
}

/// Builds the edited files. Its warnings are those of a build from scratch.
pub(crate) fn build_edited(builder: &mut Builder, world: &mut World) -> Value {
    let touched = ChangedPaths::Paths(std::mem::take(&mut world.changed));
    let built = builder.build(&touched).map_err(|failure| failure.error);
    let report = report(&built.unwrap());
    let from_scratch = scratch(world).0.map_err(|failure| failure.error).unwrap();
    assert_eq!(report["warnings"], from_scratch["warnings"]);
    report
}

/// A generator that builds into the folder `out`.
pub(crate) fn open(world: &World, out: &str, workers: usize) -> Builder {
    let mut config = world.folder.config(out, &world.origin.address);
    config.workers = workers;
    let store = unlocked(|| Store::open(&config.builds), |error| error.is::<Locked>());
    Builder::open(config, store.unwrap().into())
        .map_err(|failure| failure.error)
        .unwrap()
}

/// `generator build`, as typed on a command line.
fn command(world: &World) -> Outcome {
    let path = world.folder.path("report.json");
    let mut arguments = world.arguments("build", "live");
    arguments.extend(["--accept-seo".to_owned(), "--report".to_owned()]);
    arguments.push(path.to_str().unwrap().to_owned());
    let cli = Cli::try_parse_from(iter::once("generator".to_owned()).chain(arguments)).unwrap();
    let Command::Build(arguments) = cli.command else {
        panic!("it is a build")
    };
    unlocked(
        || commands::site::build(&arguments, Language::English),
        |failure| failure.exit == Exit::Locked,
    )?;
    Ok(serde_json::from_slice(&fs::read(path).unwrap()).unwrap())
}

pub(crate) fn report(built: &Built) -> Value {
    let mut report = serde_json::to_value(&built.report).unwrap();
    let warnings = built.report.warnings.iter();
    let warnings: Vec<String> = warnings
        .map(|warning| warning.line(Language::English))
        .collect();
    report["warnings"] = json!(warnings);
    report["nextChange"] = json!(built.next_change.map(|instant| instant.to_string()));
    report
}

/// Tries until there is no lock in the way: a process that another thread starts holds all locks of
/// this one until it is its own program.
fn unlocked<T, E>(
    attempt: impl Fn() -> Result<T, E>,
    is_locked: impl Fn(&E) -> bool,
) -> Result<T, E> {
    let started = Instant::now();
    loop {
        match attempt() {
            Err(error) if is_locked(&error) && started.elapsed() < UNLOCKED_WITHIN => {
                std::thread::yield_now();
            }
            other => return other,
        }
    }
}

/// Differences between the reports of two builds of a site in values that must be equal, regardless
/// of how much was made again.
fn said_otherwise(is: &Value, should_be: &Value) -> Option<String> {
    let names = ["app", "pages", "warnings", "nextChange"];
    // The file of a report does not have all of them.
    let differing_name = names.into_iter().find(|name| {
        let is = is.get(name).map(without_ended_addresses);
        is.is_some_and(|is| is != should_be[*name])
    });
    differing_name.map(|name| format!("{name}: {} should be {}", is[name], should_be[name]))
}

/// A list of warnings without those about addresses that a build ends: one from scratch ends none.
fn without_ended_addresses(reported: &Value) -> Value {
    let is_of_change = |line: &Value| {
        line.as_str()
            .is_some_and(|line| line.contains("; to keep "))
    };
    match reported {
        Value::Array(lines) => lines
            .iter()
            .filter(|line| !is_of_change(line))
            .cloned()
            .collect(),
        other => other.clone(),
    }
}

fn differing(is: &str, should_be: &str) -> Option<String> {
    (is != should_be).then(|| format!("is\n{is}\nshould be\n{should_be}"))
}

/// The full report of a failure.
pub(crate) fn told(failure: &Failure) -> String {
    let problems = serde_json::to_string_pretty(&problems_of(failure)).unwrap();
    format!("{:?} {:#} {problems}", failure.exit, failure.error)
}

/// Each thing that is wrong, as the report has it.
pub(crate) fn problems_of(failure: &Failure) -> Vec<Value> {
    let problems = failure.problems.iter();
    problems
        .map(|problem| problem.json(Language::English))
        .collect()
}

/// The page that a document, a payload or a page's file belongs to; none for everything else.
fn page_of<'a>(photo: &Photo, path: &'a str) -> Option<&'a str> {
    let is_document = |path: &str| matches!(photo.paths.get(path), Some((Entry::File(file), _)) if file.media_type.starts_with("text/html"));
    if is_document(path) {
        return Some(path);
    }
    let (page, name) = path.rsplit_once('/')?;
    let page = if page.is_empty() { "/" } else { page };
    let is_part = name == "_payload.json" || name.ends_with(".csv");
    (is_part && is_document(page)).then_some(page)
}
