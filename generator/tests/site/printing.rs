//! The output of commands reaches its readers: programs, people, and readers that leave early.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use serde_json::Value;
use walkdir::WalkDir;

use crate::command::{generator, run};
use crate::watching::Watch;
use crate::world::World;

// R10.06
#[test]
fn a_reader_that_leaves_early_ends_no_command_with_a_panic() {
    let mut world = World::new();
    for version in 0..3 {
        let text = format!("---\ntitle: V{version}\ndate: 2026-05-03\n---\n");
        world.write("news/dogwood/en.md", text);
        assert_eq!(run(&mut world.build("live", &[])).code, Some(0));
    }
    let builds = world.folder.path("live/builds").into_os_string();
    let builds = builds.into_string().unwrap();
    for arguments in [
        vec!["list", "--builds", &builds],
        vec!["why", "--builds", &builds, "/en/news/dogwood"],
        vec!["prune", "--builds", &builds],
    ] {
        // The reader has gone before anything is printed.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = generator(&arguments);
        let output = child.stdout(writer).output().unwrap();
        let words = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), words.as_str()),
            (Some(0), ""),
            "{arguments:?}"
        );
    }
}

// R10.06
#[test]
fn a_check_for_programs_prints_json_and_nothing_else() {
    let mut world = World::new();
    world.write("news/dogwood/en.md", "---\ntitle: A\n---\n");
    for (expected, errors) in [(Some(1), 1), (Some(0), 0)] {
        let place = |name: &str| {
            world
                .folder
                .path(name)
                .into_os_string()
                .into_string()
                .unwrap()
        };
        let arguments =
            ["content", "locales", "frontend"].map(|name| format!("--{name}={}", place(name)));
        let ran = run(generator(["check", "--message-format=json"]).args(arguments));
        assert_eq!(ran.code, expected, "{}", ran.words);
        let lines = ran.result.lines().map(serde_json::from_str);
        let lines: Vec<Value> = lines.collect::<Result<_, _>>().unwrap();
        let (sum, problems) = lines.split_last().unwrap();
        assert_eq!(sum["errors"], errors, "{}", ran.result);
        assert_eq!(problems.len(), errors);
        world.write(
            "news/dogwood/en.md",
            "---\ntitle: A\ndate: 2026-05-03\n---\n",
        );
    }
}

// R10.04, R10.06
#[test]
fn a_word_that_is_no_build_is_a_usage_error_also_beside_a_watch() {
    let world = World::new();
    let watch = Watch::start(&world);
    let builds = world.folder.path("live/builds");
    Watch::wait_until("it is live", || builds.join("latest.json").exists());
    let ran = run(generator(["rollback", "nonsense", "--builds"]).arg(&builds));
    assert_eq!(ran.code, Some(64), "{}", ran.words);
    let ran = run(generator(["diff", "nonsense", "other", "--builds"]).arg(&builds));
    assert_eq!(ran.code, Some(5));
    assert!(
        ran.words.contains("`nonsense` names no build"),
        "{}",
        ran.words
    );
    drop(watch);
}

// R10.06
#[test]
fn what_a_build_writes_is_closed_to_others_whatever_the_umask() {
    let world = World::new();
    for (umask, file, folder) in [("000", 0o640, 0o750), ("077", 0o600, 0o700)] {
        let arguments = world.arguments("build", umask);
        let mut command = Command::new("/bin/sh");
        let script = format!("umask {umask}; exec \"$@\"");
        command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_generator")]);
        let mut child = command
            .args(arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let words: Vec<String> = BufReader::new(child.stderr.take().unwrap())
            .lines()
            .map(Result::unwrap)
            .collect();
        assert!(child.wait().unwrap().success(), "{words:?}");
        let builds = world.folder.path(umask).join("builds");
        for entry in WalkDir::new(&builds).min_depth(1) {
            let entry = entry.unwrap();
            let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
            let expected = if entry.file_type().is_dir() {
                folder
            } else {
                file
            };
            assert_eq!(mode, expected, "{}", entry.path().display());
        }
        let root = builds.metadata().unwrap().permissions().mode();
        assert_eq!(
            root & 0o007,
            0,
            "made by another program, with rights for all"
        );
    }
}
