//! Commands on builds beside a running `watch`.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::time::Duration;

use contract::build::{BuildId, Latest};
use contract::control::{Answer, MAX_LINE, SOCKET};
use rustix::process::Signal;

use crate::command::{Ran, generator, run};
use crate::watching::Watch;
use crate::world::World;

/// The live build; none before the first.
pub(crate) fn live(world: &World) -> Option<BuildId> {
    let latest = fs::read(world.folder.path("live/builds/latest.json")).ok()?;
    Some(serde_json::from_slice::<Latest>(&latest).unwrap().id)
}

/// A command on the builds of `world`, in English.
pub(crate) fn command(world: &World, arguments: &[&str]) -> Ran {
    let mut command = generator(arguments);
    command
        .arg("--builds")
        .arg(world.folder.path("live/builds"));
    command.arg("--var").arg(world.folder.path("live/var"));
    if arguments[0] != "status" {
        command.args(["--by", "ann"]);
    }
    run(&mut command)
}

/// The same, which must succeed.
pub(crate) fn done(world: &World, arguments: &[&str]) -> String {
    let ran = command(world, arguments);
    assert_eq!(ran.code, Some(0), "{arguments:?}: {}", ran.words);
    ran.result
}

/// Adds a paragraph to an article.
pub(crate) fn edit(world: &mut World, paragraph: &str) {
    let text = world.read("news/cedar/en.md").unwrap();
    world.write("news/cedar/en.md", format!("{text}\n\n{paragraph}\n"));
}

/// Waits until a build other than `before` is live.
pub(crate) fn published_after(world: &World, before: Option<&BuildId>) -> BuildId {
    Watch::wait_until("published", || live(world).as_ref() != before);
    live(world).unwrap()
}

fn socket(world: &World) -> PathBuf {
    world.folder.path("live/var").join(SOCKET)
}

/// The answer to these bytes.
fn answer(world: &World, bytes: &[u8]) -> Option<Answer> {
    let mut stream = UnixStream::connect(socket(world)).unwrap();
    stream.write_all(bytes).unwrap();
    let mut line = String::new();
    stream.read_to_string(&mut line).ok()?;
    serde_json::from_str(&line).ok()
}

// R10.03, R10.04, R11.04
#[test]
fn a_rollback_is_live_while_a_build_is_under_way() {
    let mut world = World::new();
    let _watch = Watch::start(&world);
    let first = published_after(&world, None);
    edit(&mut world, "Second.");
    let second = published_after(&world, Some(&first));

    world.origin.be_slow(true);
    edit(&mut world, "Third.");
    Watch::wait_until("a build is under way", || world.origin.is_asked());
    let told = done(&world, &["rollback"]);
    assert!(told.starts_with(&format!("live: {first} ")), "{told}");
    assert_eq!(
        live(&world),
        Some(first.clone()),
        "the build is still under way"
    );
    let pruned = done(&world, &["prune"]);
    assert!(
        pruned.contains("when the build under way is done"),
        "{pruned}"
    );
    assert!(world.origin.is_asked());

    world.origin.be_slow(false);
    let third = published_after(&world, Some(&first));
    assert_ne!(third, second, "it has another text");
    let builds = world.folder.path("live/builds");
    let list = run(generator(["list", "--builds"]).arg(builds)).result;
    assert!(list.contains(&format!("{second}  withdrawn")), "{list}");
    assert!(done(&world, &["publish", second.as_str()]).contains(second.as_str()));
    assert_eq!(live(&world), Some(second));
}

// R11.04
#[test]
fn a_watch_answers_for_its_own_builds_and_whatever_it_is_asked() {
    let world = World::new();
    let watch = Watch::start(&world);
    let first = published_after(&world, None);
    let mode = fs::metadata(socket(&world)).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o660);

    let other = world.folder.path("other");
    fs::create_dir(&other).unwrap();
    let command = |builds: &PathBuf| {
        let verb = serde_json::json!({"kind": "rollback"});
        let command = serde_json::json!({
            "kind": "command", "verb": verb, "initiator": {"by": "ann"}, "builds": builds
        });
        serde_json::json!({"ask": command, "language": "zh-CN"}).to_string() + "\n"
    };
    let problem = |answer: Option<Answer>| match answer {
        Some(Answer::Failed { exit, problem }) => (exit, problem),
        other => panic!("{other:?}"),
    };
    let (exit, words) = problem(answer(&world, command(&other).as_bytes()));
    assert!(
        exit == 6 && words.contains("用 --var 指明"),
        "{exit} {words}"
    );
    let (exit, words) = problem(answer(&world, b"{\"ask\":{\"kind\":\"sing\"}}\n"));
    assert!(exit == 5 && words.contains("another version"), "{words}");
    let (exit, words) = problem(answer(&world, b"\xff\n"));
    assert!(exit == 5 && words.contains("could not read"), "{words}");
    let long = [vec![b' '; MAX_LINE + 1], b"\n".to_vec()].concat();
    assert_eq!(answer(&world, &long), None, "it hangs up");

    let ran = self::command(&world, &["rollback"]);
    assert_eq!(ran.code, Some(1), "{}", ran.words);
    assert!(ran.words.contains("no earlier build"), "{}", ran.words);
    let ran = run(generator(["rollback", "--var"])
        .arg(&other)
        .arg("--builds")
        .arg(world.folder.path("live/builds")));
    assert_eq!(ran.code, Some(6), "{}", ran.words);
    assert!(
        ran.words.contains("name its folder with --var"),
        "{}",
        ran.words
    );
    assert_eq!(live(&world), Some(first));
    drop(watch);
}

// R11.04
#[test]
fn idle_connections_are_bounded_and_keep_nobody_out_for_long() {
    let world = World::new();
    let _watch = Watch::start(&world);
    published_after(&world, None);
    let idle: Vec<UnixStream> = (0..40)
        .map(|_| UnixStream::connect(socket(&world)).unwrap())
        .collect();
    // The last ones were closed at once.
    let mut last = idle.last().unwrap();
    last.set_read_timeout(Some(Duration::from_secs(60)))
        .unwrap();
    assert_eq!(last.read(&mut [0]).unwrap(), 0);
    drop(idle);
    Watch::wait_until("it answers again", || answer(&world, b"{}\n").is_some());
}

// R11.04
#[test]
fn a_socket_of_a_dead_watch_is_replaced_and_one_that_answers_is_left_alone() {
    let world = World::new();
    fs::create_dir_all(world.folder.path("live/var")).unwrap();
    drop(UnixListener::bind(socket(&world)).unwrap());
    assert!(
        UnixStream::connect(socket(&world)).is_err(),
        "nobody is there"
    );
    let _watch = Watch::start(&world);
    published_after(&world, None);
    assert!(UnixStream::connect(socket(&world)).is_ok());

    let mut arguments = world.arguments("watch", "live");
    let builds = arguments
        .iter()
        .position(|option| option == "--builds")
        .unwrap();
    arguments[builds + 1] = world.folder.path("more").to_str().unwrap().to_owned();
    let ran = run(&mut generator(&arguments));
    assert_eq!(ran.code, Some(5), "{}", ran.words);
    assert!(
        ran.words.contains("another `generator watch` answers"),
        "{}",
        ran.words
    );
    assert!(UnixStream::connect(socket(&world)).is_ok());

    let var = arguments
        .iter()
        .position(|option| option == "--var")
        .unwrap();
    let long = world.folder.path(&format!("live/{}", "v".repeat(100)));
    arguments[var + 1] = long.to_str().unwrap().to_owned();
    let ran = run(&mut generator(&arguments));
    assert_eq!(ran.code, Some(5), "{}", ran.words);
    assert!(
        ran.words.contains("choose a shorter --var"),
        "{}",
        ran.words
    );
}

// R11.04
#[test]
fn a_watch_that_is_told_to_end_takes_its_socket_with_it() {
    let world = World::new();
    for signal in [Signal::TERM, Signal::INT] {
        let before = live(&world);
        let watch = Watch::start(&world);
        Watch::wait_until("it listens", || UnixStream::connect(socket(&world)).is_ok());
        if before.is_none() {
            published_after(&world, None);
        }
        assert_eq!(watch.end(signal), Some(0));
        assert!(!socket(&world).exists());
    }
    assert!(done(&world, &["status"]).contains("live: "));
}
