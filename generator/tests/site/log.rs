//! The log of builds: the person, the time and the reason of each change of the live build, and its
//! state after a crash.

use std::fs;
use std::io::Write;
use std::process::Command;

use contract::build::BuildId;
use serde_json::{Value, json};

use crate::command::{Ran, generator, run};
use crate::control::{done, edit, live};
use crate::world::World;

/// The log as programs read it, newest first.
fn log(world: &World) -> Vec<Value> {
    let builds = world.folder.path("live/builds");
    let mut command = generator(["log", "--message-format", "json", "--builds"]);
    let ran = run(command.arg(builds));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let lines = ran.result.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn build(world: &World, more: &[&str]) {
    let mut command = world.build("live", more);
    let ran = run(command.env("GITHUB_SHA", "c0ffee"));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
}

// R10.04
#[test]
fn every_change_of_what_is_live_is_told_with_person_reason_and_pages() {
    let mut world = World::new();
    build(&world, &["--by", "ci"]);
    let first = live(&world).unwrap();
    edit(&mut world, "Second.");
    build(&world, &["--by", "bob", "--why", "news"]);
    let second = live(&world).unwrap();
    edit(&mut world, "Third.");
    build(&world, &["--by", "bob", "--no-publish"]);
    done(&world, &["rollback", "--why", "a wrong figure"]);
    done(&world, &["release"]);
    build(&world, &["--by", "bob"]);

    let log = log(&world);
    let of = |line: &Value| json!([line["verb"], line["by"], line["why"], line["held"]]);
    let expected = [
        json!(["publish", "bob", null, null]),
        json!(["release", "ann", null, false]),
        json!(["rollback", "ann", "a wrong figure", true]),
        json!(["stage", "bob", null, null]),
        json!(["publish", "bob", "news", null]),
        json!(["publish", "ci", null, null]),
    ];
    assert_eq!(log.iter().map(of).collect::<Vec<_>>(), expected);
    let [rollback, publish, start] = [&log[2], &log[4], &log[5]];
    assert_eq!(publish["commit"], "c0ffee");
    let builds = |line: &Value| [line["build"].clone(), line["before"].clone()];
    assert_eq!(builds(publish), [json!(second), json!(first)]);
    assert_eq!(builds(rollback), [json!(first), json!(second)]);
    for line in [publish, rollback] {
        let changed = json!({"count": 1, "paths": ["/en/news/cedar"]});
        assert_eq!(line["pages"]["changed"], changed, "{line}");
        assert_eq!(line["pages"]["added"]["count"], 0);
    }
    let added = &start["pages"]["added"];
    assert!(added["count"].as_u64().unwrap() > 20, "{added}");
    assert!(added["paths"].as_array().unwrap().len() <= 20, "{added}");

    let status = done(&world, &["status", "--message-format", "json"]);
    let status: Value = serde_json::from_str(&status).unwrap();
    assert_eq!(status["live"]["by"], "bob");
    let pages = &status["live"]["pages"];
    assert!(pages.is_object() && *pages == log[0]["pages"], "{pages}");
    let since = status["live"]["since"].as_str().unwrap();
    assert!(since.ends_with('Z'), "programs read UTC: {since}");
    let told = done(&world, &["status"]);
    assert!(told.contains(" +08:00, by bob"), "the site's zone: {told}");
    assert_eq!(status["staged"].as_array().unwrap().len(), 1);
    assert_eq!(status["watching"], false);
    assert_eq!(status["held"], json!([]));
}

// R10.04
#[test]
fn an_edit_that_is_in_no_commit_is_counted_beside_the_commit() {
    let mut world = World::new();
    let content = world.folder.content("");
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        git.arg("-C").arg(&content);
        git.args(["-c", "user.name=Ann", "-c", "user.email=ann@example.com"]);
        assert!(git.args(arguments).output().unwrap().status.success());
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "content"]);
    let build = |world: &World| {
        let mut command = world.build("live", &[]);
        let ran = run(command.env_remove("GITHUB_SHA").env_remove("CI_COMMIT_SHA"));
        assert_eq!(ran.code, Some(0), "{}", ran.words);
        log(world)[0]["commit"].as_str().unwrap().to_owned()
    };
    let commit = build(&world);
    assert_eq!(commit.len(), 40, "{commit}");
    edit(&mut world, "Second.");
    assert_eq!(build(&world), format!("{commit}+1"));
    let mut command = generator(["log", "--builds"]);
    let told = run(command.arg(world.folder.path("live/builds"))).result;
    let line = format!("  commit: {commit} and 1 changed file\n");
    assert!(told.contains(&line), "{told}");
}

// R10.04
#[test]
fn pages_that_only_list_a_new_entry_are_no_changes_of_content() {
    let mut world = World::new();
    build(&world, &[]);
    for locale in ["zh-CN", "en"] {
        let text = "---\ntitle: Teak\ndate: 2026-04-02\n---\nText.\n";
        world.write(&format!("news/teak/{locale}.md"), text);
    }
    build(&world, &[]);
    let pages = &log(&world)[0]["pages"];
    let added = pages["added"]["paths"].as_array().unwrap();
    assert!(added.contains(&json!("/news/teak")), "{pages}");
    assert_eq!(pages["changed"]["count"], 0, "{pages}");
    let listing = pages["listing"]["count"].as_u64().unwrap();
    assert!(listing > 1, "{pages}");
    let mut command = generator(["log", "--builds"]);
    let told = run(command.arg(world.folder.path("live/builds"))).result;
    let line = format!("  also     {listing} pages that list or quote what changed");
    assert!(told.contains(&line), "{told}");
}

// R10.04
#[test]
fn a_page_that_another_frontend_surrounds_says_what_it_said() {
    let mut world = World::new();
    build(&world, &[]);
    world.folder.translate(1);
    edit(&mut world, "Second.");
    build(&world, &[]);
    done(&world, &["rollback"]);
    let log = log(&world);
    for line in [&log[0], &log[1]] {
        let changed = json!({"count": 1, "paths": ["/en/news/cedar"]});
        assert_eq!(line["pages"]["changed"], changed, "{line}");
        assert!(
            line["pages"]["chrome"]["count"].as_u64() > Some(20),
            "{line}"
        );
    }
}

// R10.04
#[test]
fn what_a_crash_left_half_is_closed_by_the_next_command() {
    let mut world = World::new();
    build(&world, &["--by", "ci"]);
    let builds = world.folder.path("live/builds");
    let read = |name: &str| fs::read(builds.join(name)).unwrap();
    let [latest, history] = ["latest.json", "history.json"].map(read);
    edit(&mut world, "Second.");
    build(&world, &["--by", "ci"]);
    let never = live(&world).unwrap();
    // As if it had been stopped before the renames, and the next one in the middle of its line.
    fs::write(builds.join("latest.json"), latest).unwrap();
    fs::write(builds.join("history.json"), history).unwrap();
    let mut file = fs::OpenOptions::new()
        .append(true)
        .open(builds.join("log.jsonl"))
        .unwrap();
    file.write_all(b"{\"time\":\"2026-").unwrap();

    assert!(done(&world, &["release"]).contains("nothing was held"));
    let told = log(&world);
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told[0]["verb"], "undone");
    assert_eq!(told[0]["build"], never.as_str());
    done(&world, &["release"]);
    assert_eq!(log(&world).len(), 3, "it is told once");
}

// R10.04
#[test]
fn a_rollback_that_was_stopped_half_way_holds_nothing() {
    let mut world = World::new();
    build(&world, &[]);
    edit(&mut world, "Second.");
    build(&world, &[]);
    let builds = world.folder.path("live/builds");
    let read = |name: &str| fs::read(builds.join(name)).unwrap();
    let [latest, history] = ["latest.json", "history.json"].map(read);
    let second = live(&world);
    done(&world, &["rollback"]);
    fs::write(builds.join("latest.json"), latest).unwrap();
    fs::write(builds.join("history.json"), history).unwrap();
    build(&world, &[]);
    assert!(!builds.join("hold.json").exists());
    assert_eq!(live(&world), second);
}

/// `log` for people, with more arguments.
fn shown(world: &World, more: &[&str]) -> Ran {
    let mut command = generator(["log", "--builds"]);
    run(command.arg(world.folder.path("live/builds")).args(more))
}

/// Two editors save one article: the second one's file lacks the first one's sentence.
fn saved_twice() -> (World, BuildId) {
    let mut world = World::new();
    let text = world.read("news/cedar/en.md").unwrap();
    build(&world, &[]);
    world.write("news/cedar/en.md", format!("{text}\n\nAnn's sentence.\n"));
    build(&world, &["--by", "ann"]);
    world.write("news/cedar/en.md", format!("{text}\n\nBob's sentence.\n"));
    build(&world, &["--by", "bob"]);
    let last = live(&world).unwrap();
    (world, last)
}

// R10.04
#[test]
fn the_words_of_a_save_that_another_save_replaced_are_in_the_log() {
    let (world, last) = saved_twice();
    let change = "    - Ann's sentence.\n    + Bob's sentence.\n";
    let page = "  before and after, /en/news/cedar:\n";
    for show in ["", last.as_str(), "/en/news/cedar"] {
        let mut arguments = vec!["--show"];
        arguments.extend(Some(show).filter(|show| !show.is_empty()));
        let ran = shown(&world, &arguments);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(
            ran.result.contains(page) && ran.result.contains(change),
            "{show}: {ran:?}"
        );
        let is_one_build = show == last.as_str();
        assert_eq!(
            ran.result.contains("+ Ann's sentence."),
            !is_one_build,
            "{ran:?}"
        );
    }
    let ran = shown(
        &world,
        &["--show", last.as_str(), "--message-format", "json"],
    );
    let line: Value = serde_json::from_str(&ran.result).unwrap();
    assert_eq!(line["by"], "bob");
    let texts = line["texts"].as_array().unwrap();
    assert_eq!(texts.len(), 1, "{line}");
    assert_eq!(texts[0]["path"], "/en/news/cedar");
    let lost = json!({"change": "removed", "text": "Ann's sentence."});
    assert!(
        texts[0]["lines"].as_array().unwrap().contains(&lost),
        "{line}"
    );
    assert!(
        !shown(&world, &[]).result.contains("sentence"),
        "only on request"
    );
}

// R10.04
#[test]
fn the_text_of_a_page_that_was_removed_is_in_the_log() {
    let mut world = World::new();
    edit(&mut world, "A last word.");
    build(&world, &[]);
    world.delete("news/cedar");
    build(&world, &[]);
    let ran = shown(&world, &["--show", "/en/news/cedar"]);
    assert!(ran.result.contains("    - A last word.\n"), "{ran:?}");
}

// R10.04
#[test]
fn texts_for_members_are_in_the_log_only_on_request() {
    let mut world = World::new();
    build(&world, &[]);
    let text = world.read("letters/autumn/en.md").unwrap();
    let text = text.replace("For members.", "A secret.");
    world.write("letters/autumn/en.md", text);
    build(&world, &[]);
    for format in ["human", "json"] {
        let ran = shown(&world, &["--show", "--message-format", format]);
        let said = ran.result;
        assert!(
            !said.contains("secret") && !said.contains("members"),
            "{said}"
        );
    }
    let ran = shown(&world, &["--show", "--show-guarded"]);
    assert!(
        ran.result.contains("    - For members.\n    + A secret.\n"),
        "{ran:?}"
    );
}

// R10.04
#[test]
fn texts_of_a_build_that_was_swept_away_are_said_to_be_gone() {
    let (world, last) = saved_twice();
    done(&world, &["prune", "--keep", "1", "--grace", "0"]);
    let ran = shown(&world, &["--show", last.as_str()]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.result.contains("  the texts are gone: build "),
        "{ran:?}"
    );
    assert!(!ran.result.contains("sentence"), "{ran:?}");
}

// R10.04
#[test]
fn a_page_or_a_build_that_the_log_does_not_have_is_refused() {
    let mut world = World::new();
    build(&world, &[]);
    edit(&mut world, "Second.");
    build(&world, &[]);
    for (show, words) in [
        ("/news/elm", "no change of `/news/elm` is in the log"),
        ("20201121T000000Z-00000001", "the log has no line of build"),
        ("elm", "`elm`"),
    ] {
        let ran = shown(&world, &["--show", show]);
        assert_ne!(ran.code, Some(0), "{ran:?}");
        assert!(ran.words.contains(words), "{ran:?}");
    }
}
