//! `generator watch` during edits that do not wait for it: in the end it has published the same
//! site as a build from scratch.
//!
//! Here the file system's watcher is the real one, with all that it may miss. The clock and the
//! backend do not change: `watch` gets no events about them.

use std::fs::File;
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use proptest::test_runner::TestCaseError;
use rustix::process::{Pid, Signal, kill_process};

use crate::edit::{Step, steps_on_disk};
use crate::photo::Photo;
use crate::run::{scratch, told};
use crate::sequences;
use crate::world::World;

/// So many take some seconds without optimisation.
const SEQUENCES: u32 = 2;

/// Of the sequences that are asked for, one in so many is watched: the machine waits more than it
/// works.
const PER: u32 = 20;

const STEPS: usize = 24;

/// An edit is live within tenths of a second; a machine that has much else to do is given time.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where a watch prints, beside the site.
const RESULTS: &str = "watch.results";
const WORDS: &str = "watch.words";

/// How often is looked whether it is live; and how long an editor rests: long enough for a build to
/// begin, too short for it to end.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);

// R10.02
#[test]
fn what_is_edited_while_a_build_runs_is_published_in_the_end() {
    sequences::run(
        SEQUENCES,
        PER,
        || steps_on_disk(STEPS),
        |steps, counts| {
            let mut world = World::new();
            let watch = Watch::start(&world);
            let (first, sound) = (world.state(), expected(&world)?);
            watch.wait_for(&world, &sound, &[])?;
            let mut story = Vec::new();
            for step in steps {
                match step {
                    Step::Edit(edit) => story.extend(edit.apply(&mut world)),
                    Step::Build { .. } | Step::Overflow | Step::Restart | Step::Command => {
                        std::thread::sleep(PAUSE);
                    }
                }
            }
            match expected(&world) {
                Ok(expected) => {
                    counts.count("ended sound");
                    watch.wait_for(&world, &expected, &story)?;
                }
                Err(_) => counts.count("ended refused"),
            }
            world.restore(&first);
            story.push("everything is taken back".to_owned());
            watch.wait_for(&world, &sound, &story)
        },
    );
}

// R10.02
#[test]
fn where_now_is_told_no_moment_comes_by_itself_and_edits_are_seen() {
    let mut world = World::new();
    let text = |title: &str| {
        // Later than "now", and long ago by the clock of the machine.
        format!("---\ntitle: {title}\ndate: 2026-05-01\npublishAt: 2026-11-21T04:00:00Z\n---\n")
    };
    for locale in ["zh-CN", "en"] {
        world.write(&format!("news/cedar/{locale}.md"), text("A"));
    }
    let watch = Watch::start(&world);
    let first = expected(&world).unwrap();
    watch.wait_for(&world, &first, &[]).unwrap();
    for locale in ["zh-CN", "en"] {
        world.write(
            &format!("news/cedar/{locale}.md"),
            "---\ntitle: B\ndate: 2026-05-01\n---\n",
        );
    }
    let second = expected(&world).unwrap();
    watch.wait_for(&world, &second, &[]).unwrap();
}

/// The site that a build from scratch publishes; the reason, if it does not.
pub(crate) fn expected(world: &World) -> Result<Photo, TestCaseError> {
    let (outcome, photo) = scratch(world);
    outcome.map_err(|failure| TestCaseError::fail(told(&failure)))?;
    Ok(photo.unwrap())
}

/// A running `generator watch`; it is stopped when it is dropped.
pub(crate) struct Watch(Child);

impl Watch {
    pub(crate) fn start(world: &World) -> Self {
        Self::start_with(world, &[])
    }

    pub(crate) fn start_with(world: &World, options: &[&str]) -> Self {
        let mut command = world.generator("watch", "live");
        command.args(options);
        // As the build from scratch: without it a deleted `system-config.yaml` is refused, and the
        // live build stays.
        command.arg("--accept-seo");
        Self::of(world, command)
    }

    /// Of that command.
    pub(crate) fn of(world: &World, mut command: Command) -> Self {
        let log = |name: &str| File::create(world.folder.path(name)).unwrap();
        command.stdout(log(RESULTS)).stderr(log(WORDS));
        Self(command.spawn().unwrap())
    }

    /// Ends it as a service manager does, or as the keyboard; its exit code.
    pub(crate) fn end(mut self, signal: Signal) -> Option<i32> {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
        self.0.wait().unwrap().code()
    }

    /// Standard output until now.
    pub(crate) fn results(world: &World) -> String {
        std::fs::read_to_string(world.folder.path(RESULTS)).unwrap()
    }

    /// Standard error until now.
    pub(crate) fn words(world: &World) -> String {
        std::fs::read_to_string(world.folder.path(WORDS)).unwrap()
    }

    /// Returns when `holds`.
    pub(crate) fn wait_until(what: &str, holds: impl Fn() -> bool) {
        let started = Instant::now();
        while !holds() {
            assert!(started.elapsed() < PATIENCE, "still not: {what}");
            std::thread::sleep(PAUSE);
        }
    }

    /// Returns when the live build is the expected one.
    pub(crate) fn wait_for(
        &self,
        world: &World,
        expected: &Photo,
        story: &[String],
    ) -> Result<(), TestCaseError> {
        let builds = world.folder.path("live/builds");
        let started = Instant::now();
        loop {
            let is_live = builds.join("latest.json").exists();
            let difference = is_live.then(|| Photo::take(&builds).1.difference(expected));
            if difference == Some(None) {
                return Ok(());
            }
            if started.elapsed() > PATIENCE {
                let story = story.join("\n");
                return Err(TestCaseError::fail(format!(
                    "\n{story}\nstill not what it should be: {difference:?}"
                )));
            }
            std::thread::sleep(PAUSE);
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
