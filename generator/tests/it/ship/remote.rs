//! The commands as they are typed, over a real ssh server and a real S3 service.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::json;

use super::purge::leaks;
use super::servers::{Ssh, start_s3};
use super::site::{Site, served};
use super::{FIRST, SECOND, roll_back};

/// Runs the program.
fn generator(arguments: &[&str], environment: &[(&str, String)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_generator"));
    command.args(["--lang", "en"]).args(arguments);
    for name in [
        "RSYNC_RSH",
        "AWS_PROFILE",
        "AWS_SESSION_TOKEN",
        "PORTICO_BUILDS",
    ] {
        command.env_remove(name);
    }
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    command.output().unwrap()
}

/// Runs it, and returns its output; the code must be as expected.
pub(super) fn said(arguments: &[&str], environment: &[(&str, String)], code: i32) -> String {
    let output = generator(arguments, environment);
    let mut text = String::from_utf8(output.stdout).unwrap();
    text.push_str(&String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    text
}

/// A purge of pushed content, at one address, and of a folder besides.
fn purged(address: &str, environment: &[(&str, String)], bucket: &Path) {
    let (mut site, near) = (Site::new(1), tempfile::tempdir().unwrap());
    let root = site.root().display().to_string();
    let near = near.path().join("builds").display().to_string();
    let run = |arguments: &[&str], code| {
        let arguments = [arguments, &["--builds", &root]].concat();
        said(&arguments, environment, code)
    };
    let purge = [
        "purge", "/private", "--at", address, "--at", &near, "--by", "ann",
    ];
    site.publish(&FIRST);
    run(&["push", address, &near], 0);
    site.publish(&SECOND);
    // Here there is no obstacle any more, there it still is.
    let refused = run(&purge, 1);
    let is_told = |place: &str| refused.contains(&format!("{place}: the live build there still"));
    assert!(is_told(address) && is_told(&near), "{refused}");
    run(&["push", address, &near], 0);
    let told = run(&purge, 0);
    assert!(
        told.contains(&format!("{address}: purged: 1 build dropped")),
        "{told}"
    );
    assert!(told.contains("/private/plan/_payload.json"), "{told}");
    for folder in [bucket, Path::new(&near), site.root()] {
        assert_eq!(leaks(folder), [""; 0]);
        assert_eq!(served(folder), served(site.root()));
    }
    let mut other = Site::new(2);
    other.publish(&FIRST);
    let other = other.root().display().to_string();
    let refused = said(&["push", "--builds", &other, address], environment, 1);
    assert!(refused.contains("which ann purged there"), "{refused}");
    // An unreachable destination is reported, and does not stop the work at the others.
    let away = format!("{address}-elsewhere");
    let refused = run(&["purge", "/gone", "--at", &away, "--at", &near], 5);
    assert!(
        refused.contains(&format!("{near}: purged: 0 builds")),
        "{refused}"
    );
    assert!(refused.contains("nothing was ever published"), "{refused}");
}

#[test]
fn a_purge_reaches_a_bucket() {
    let s3 = start_s3();
    let bucket = s3.bucket().join("a/prefix");
    purged("s3://site/a/prefix", &s3.environment(), &bucket);
}

#[test]
fn a_purge_reaches_a_host() {
    let (ssh, there) = (Ssh::start(), tempfile::tempdir().unwrap());
    let folder = there.path().join("it's $(here)/builds");
    let address = format!("127.0.0.1:{}", folder.display());
    purged(&address, &[("RSYNC_RSH", ssh.command())], &folder);
}

/// A push, a push of the differences, a rollback that holds, and a pull, to one address.
fn there_and_back(address: &str, environment: &[(&str, String)]) {
    let mut site = Site::new(1);
    let root = site.root().display().to_string();
    let builds = ["--builds", root.as_str(), address];
    let push = |more: &[&str], code| said(&[&["push"], more, &builds].concat(), environment, code);
    site.publish(&FIRST);
    let planned = push(&["--dry-run"], 0);
    assert!(planned.contains("would go live"), "{planned}");
    assert!(push(&[], 0).contains(" 0 files there already"));
    assert!(push(&[], 0).contains("unchanged"));

    let near = tempfile::tempdir().unwrap();
    let root = near.path().join("builds").display().to_string();
    let pull = |code| said(&["pull", "--builds", &root, address], environment, code);
    pull(0);
    assert_eq!(served(Path::new(&root)), served(site.root()));

    site.publish(&SECOND);
    let pushed = push(&[], 0);
    assert!(pushed.contains("8 files there already"), "{pushed}");
    pull(0);
    assert_eq!(served(Path::new(&root)), served(site.root()));
    assert!(pull(0).contains("unchanged"));

    // A rollback on a host that pulls holds there.
    let first = generator_builds::Builds::new(Path::new(&root))
        .history()
        .unwrap()[0]
        .id
        .clone();
    roll_back(Path::new(&root), &first);
    let before = served(Path::new(&root));
    assert!(pull(1).contains("held there since"));
    assert_eq!(served(Path::new(&root)), before);
}

#[test]
fn a_bucket_takes_builds_and_gives_them_to_hosts() {
    let s3 = start_s3();
    there_and_back("s3://site/a/prefix", &s3.environment());
    // Everything is stored below the prefix.
    let top: Vec<_> = fs::read_dir(s3.bucket()).unwrap().collect();
    assert!(
        s3.bucket().join("a/prefix/latest.json").is_file(),
        "{top:?}"
    );
}

#[test]
fn a_bucket_has_one_push_at_a_time_and_a_dead_ones_lease_ends() {
    let (s3, mut site) = (start_s3(), Site::new(1));
    site.publish(&FIRST);
    let root = site.root().display().to_string();
    let push = |code| {
        said(
            &["push", "--builds", &root, "s3://site"],
            &s3.environment(),
            code,
        )
    };
    let lease = |expires: jiff::Timestamp| {
        let claim = BTreeMap::from([
            ("owner", json!("another")),
            ("expires", json!(expires)),
            ("since", json!("2026-11-21T03:04:05Z")),
            (
                "process",
                json!({"user": "ann", "host": "runner", "number": 7}),
            ),
        ]);
        fs::write(
            s3.bucket().join(".push.json"),
            serde_json::to_vec(&claim).unwrap(),
        )
        .unwrap();
    };
    let now = jiff::Timestamp::now();
    lease(now + jiff::SignedDuration::from_secs(30));
    let refused = push(6);
    let holder = "process 7 of ann on runner, since 2026-11-21T03:04:05Z";
    assert!(refused.contains(holder), "{refused}");
    let end = now + jiff::SignedDuration::from_secs(60);
    let end = end.strftime("its lease ends at %Y-%m-%dT%H:%M:%SZ");
    assert!(refused.contains(&end.to_string()), "{refused}");
    assert!(!s3.bucket().join("latest.json").exists());
    lease(now - jiff::SignedDuration::from_secs(60));
    push(0);
    // It was given back.
    push(0);
    site.publish(&SECOND);
    // The rest of a killed push's lease is waited for.
    lease(jiff::Timestamp::now() - jiff::SignedDuration::from_secs(29));
    let waits = ["push", "--wait", "60", "--builds", &root, "s3://site"];
    said(&waits, &s3.environment(), 0);
}

#[test]
fn pushes_into_a_bucket_at_once_never_mix() {
    let s3 = start_s3();
    let mut sites = [Site::new(1), Site::new(2)];
    sites[0].publish(&FIRST);
    sites[1].publish(&SECOND);
    std::thread::scope(|scope| {
        for site in &sites {
            let s3 = &s3;
            scope.spawn(move || {
                let root = site.root().display().to_string();
                let arguments = ["push", "--builds", &root, "s3://site"];
                let push = || generator(&arguments, &s3.environment()).status.code();
                let mut codes = std::iter::repeat_with(push);
                assert!(codes.by_ref().take(100).any(|code| {
                    assert!(matches!(code, Some(0 | 6)), "{code:?}");
                    code == Some(0)
                }));
            });
        }
    });
    // As a host would have it: the bucket's objects are files.
    let now = served(&s3.bucket());
    assert!(sites.iter().any(|site| served(site.root()) == now));
}

#[test]
fn a_host_takes_builds_over_ssh() {
    let (ssh, there) = (Ssh::start(), tempfile::tempdir().unwrap());
    // The folder's name contains characters that a shell could misread.
    let folder = there.path().join("it's $(here)/builds");
    let address = format!("127.0.0.1:{}", folder.display());
    let environment = [("RSYNC_RSH", ssh.command())];
    there_and_back(&address, &environment);
    assert!(folder.join("latest.json").is_file());
}

#[test]
fn a_host_has_one_push_at_a_time() {
    let (ssh, there, mut site) = (Ssh::start(), tempfile::tempdir().unwrap(), Site::new(1));
    site.publish(&FIRST);
    let address = format!("127.0.0.1:{}", there.path().display());
    let root = site.root().display().to_string();
    let environment = [("RSYNC_RSH", ssh.command())];
    let push = |code| said(&["push", "--builds", &root, &address], &environment, code);
    let lock = fs::File::create(there.path().join(".push.lock")).unwrap();
    lock.lock().unwrap();
    assert!(push(6).contains("another push"));
    drop(lock);
    push(0);
    assert_eq!(served(there.path()), served(site.root()));
}

#[test]
fn what_looks_like_an_option_is_no_host() {
    let mut site = Site::new(1);
    site.publish(&FIRST);
    let root = site.root().display().to_string();
    let told = said(
        &["push", "--builds", &root, "--", "-oProxyCommand=id:x"],
        &[],
        64,
    );
    assert!(told.contains("is no host"), "{told}");
}

#[test]
fn an_export_is_a_plain_tree_without_what_is_not_for_everyone() {
    let (mut site, there) = (Site::new(1), tempfile::tempdir().unwrap());
    let first = site.publish(&FIRST);
    let root = site.root().display().to_string();
    let folder = there.path().join("www/public");
    let name = folder.display().to_string();
    let export = |more: &[&str], code| {
        said(
            &[&["export", "--builds", &root], more, &[&name]].concat(),
            &[],
            code,
        )
    };
    assert!(export(&[], 0).contains("cannot guard pages"));
    let text = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let served = served(site.root()).unwrap();
    assert_eq!(text("en/news/index.html"), served["/en/news"]);
    assert_eq!(text("关于/index.html"), served["/关于"]);
    assert_eq!(text("en/news/_payload.json"), "{\"text\":\"news\"}");
    assert!(text("old/index.html").contains("content=\"0; url=/\""));
    assert!(text("builds/latest.json").contains(first.as_str()));
    assert!(folder.join("assets/entry.js").is_file());
    assert!(!folder.join("private").exists());
    assert!(!folder.join("en/news/index.html.br").exists());

    // A web server of another user reads it, though the generator's own files are closed to others.
    let mode = |name: &str| {
        let found = fs::metadata(folder.join(name)).unwrap();
        found.permissions().mode() & 0o777
    };
    let modes = [
        "",
        "en/news",
        "builds/meta",
        "en/news/index.html",
        "old/index.html",
    ]
    .map(mode);
    assert_eq!(modes, [0o755, 0o755, 0o755, 0o644, 0o644]);
    assert_eq!([mode(".."), mode(".portico-export")], [0o755, 0o644]);

    // The next one takes its place as a whole, also that of an earlier build.
    site.publish(&SECOND);
    export(&[], 0);
    assert!(folder.join("added/index.html").is_file());
    export(&["--build", first.as_str()], 0);
    assert!(!folder.join("added").exists());
    assert_eq!(fs::read_dir(folder.join("..")).unwrap().count(), 1);

    // A folder that is no export is left alone.
    fs::remove_file(folder.join(".portico-export")).unwrap();
    assert!(export(&[], 5).contains("no export wrote"));
    assert!(folder.join("en/news/index.html").is_file());
}
