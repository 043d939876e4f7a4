//! R10.04, R11.04: builds are published into other builds folders, whole or not at all.

mod authorities;
mod faulty;
mod hostile;
mod lost_host;
mod open_bucket;
mod purge;
mod remote;
mod servers;
mod site;

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use contract::build::{BuildId, BuildState};
use contract::control::{Initiator, Verb};
use generator::control::verbs::carry_out;
use generator_builds::sweep::Retention;
use generator_builds::{Builds, Store};
use generator_deploy::destination::{Busy, Destination};
use generator_deploy::folder::Folder;
use generator_deploy::transfer::{Observer, Options, Published, publish};
use walkdir::WalkDir;

use faulty::Faulty;
use site::{Site, served};

const FIRST: [(&str, &str); 4] = [
    ("/", "home"),
    ("/en/news", "news"),
    ("/关于", "about"),
    ("/private/plan", "guarded"),
];
const SECOND: [(&str, &str); 4] = [
    ("/", "home"),
    ("/en/news", "more news"),
    ("/关于", "about"),
    ("/added", "added"),
];

struct Nobody;

impl Observer for Nobody {
    fn lacks(&self, _: &str, _: usize, _: u64) {}
    fn add_progress(&self, _: usize, _: u64) {}
}

fn kept(builds: usize) -> Retention {
    let grace = Duration::from_secs(3600);
    Retention { builds, grace }
}

fn options() -> Options {
    Options {
        retention: kept(20),
        ..Options::default()
    }
}

fn push_with(site: &Site, to: &Path, options: &Options) -> anyhow::Result<Published> {
    let to: [Box<dyn Destination>; 1] = [Box::new(Folder::new(to))];
    let mut done = publish(&Folder::new(site.root()), &to, options, &Nobody)?;
    Ok(done.remove(0))
}

fn push(site: &Site, to: &Path) -> anyhow::Result<Published> {
    push_with(site, to, &options())
}

fn roll_back(root: &Path, to: &BuildId) {
    let store = Store::open(root).unwrap();
    let to = Some(to.clone());
    let rollback = Verb::Rollback {
        id: to,
        reopen: false,
    };
    let done = carry_out(&store, &rollback, &Initiator::default());
    done.map_err(|failure| failure.error).unwrap();
}

#[test]
fn a_push_takes_a_build_there_with_all_its_files_and_a_history_of_its_own() {
    let (mut site, there) = (Site::new(1), tempfile::tempdir().unwrap());
    let first = site.publish(&FIRST);
    let done = push(&site, there.path()).unwrap();
    assert_eq!((done.build.clone(), done.unchanged), (first.clone(), false));
    assert!(done.carried.0 > 8 && done.carried.1 > 1_000, "{done:?}");
    assert_eq!(served(there.path()), served(site.root()));

    let again = push(&site, there.path()).unwrap();
    assert!(again.unchanged);

    // Builds that were never pushed are not in the history there.
    site.publish(&[("/", "in between")]);
    let second = site.publish(&SECOND);
    let done = push(&site, there.path()).unwrap();
    assert_eq!(served(there.path()), served(site.root()));
    let asset_and_sidecars = 4;
    assert_eq!(done.present, 4 + asset_and_sidecars, "{done:?}");
    let history = Builds::new(there.path()).history().unwrap();
    let states: Vec<_> = history
        .iter()
        .map(|entry| (&entry.id, entry.state))
        .collect();
    assert_eq!(
        states,
        [
            (&first, BuildState::Superseded),
            (&second, BuildState::Live)
        ]
    );
}

#[test]
fn a_slow_job_that_replaces_a_newer_build_is_named_and_a_build_that_was_asked_for_is_not() {
    let there = tempfile::tempdir().unwrap();
    let (mut slow, mut fast) = (Site::new(1), Site::new(2));
    let old = slow.publish_at("20261121T030405Z", &FIRST);
    let new = fast.publish_at("20261121T030500Z", &SECOND);
    assert_eq!(push(&fast, there.path()).unwrap().replaced_newer, None);
    let planned = Options {
        dry_run: true,
        ..options()
    };
    for options in [planned, options()] {
        let done = push_with(&slow, there.path(), &options).unwrap();
        assert_eq!(done.replaced_newer, Some(new.clone()), "{options:?}");
    }
    assert_eq!(push(&slow, there.path()).unwrap().replaced_newer, None);
    assert_eq!(push(&fast, there.path()).unwrap().replaced_newer, None);
    let named = Options {
        build: Some(old),
        ..options()
    };
    let done = push_with(&slow, there.path(), &named).unwrap();
    assert_eq!(done.replaced_newer, None);
}

#[test]
fn a_machine_that_built_from_nothing_sends_what_differs_and_no_more() {
    let there = tempfile::tempdir().unwrap();
    let mut one = Site::new(1);
    let first = one.publish(&FIRST);
    push(&one, there.path()).unwrap();
    let mut other = Site::new(2);
    other.publish(&FIRST);
    let done = push(&other, there.path()).unwrap();
    assert_eq!(
        (done.unchanged, done.build),
        (true, first),
        "the same content"
    );
    // Another machine, another content: two pages and their payloads differ.
    let mut third = Site::new(3);
    third.publish(&SECOND);
    let done = push(&third, there.path()).unwrap();
    let uncompressed = 4;
    let sidecars = 2 * 3;
    let asset_and_sidecars = 4;
    assert_eq!(
        (done.present, done.carried.0),
        (4 + asset_and_sidecars, uncompressed + sidecars)
    );
    assert_eq!(served(there.path()), served(third.root()));
}

#[test]
fn killed_at_any_operation_the_old_build_is_served_or_the_new_one_and_the_next_push_finishes() {
    let (mut site, mut old) = (Site::new(1), Site::new(2));
    old.publish(&FIRST);
    site.publish(&SECOND);
    let new_pages = served(site.root());
    let mut outcomes = [0, 0];
    for operations in 0.. {
        let there = tempfile::tempdir().unwrap();
        push(&old, there.path()).unwrap();
        let to: [Box<dyn Destination>; 1] = [Box::new(Faulty::new(there.path(), operations))];
        let pushed = publish(&Folder::new(site.root()), &to, &options(), &Nobody);
        let pages = served(there.path());
        let is_new = pages == new_pages;
        assert!(
            is_new || pages == served(old.root()),
            "after {operations} operations"
        );
        assert!(is_new || pushed.is_err(), "after {operations} operations");
        outcomes[usize::from(is_new)] += 1;
        push(&site, there.path()).unwrap();
        assert_eq!(
            served(there.path()),
            new_pages,
            "after {operations} operations"
        );
        if pushed.is_ok() {
            break;
        }
    }
    assert!(outcomes[0] > 20 && outcomes[1] > 0, "{outcomes:?}");
}

#[test]
fn a_push_that_goes_on_sends_nothing_twice() {
    let (mut site, there) = (Site::new(1), tempfile::tempdir().unwrap());
    site.publish(&FIRST);
    let to: [Box<dyn Destination>; 1] = [Box::new(Faulty::new(there.path(), 20))];
    publish(&Folder::new(site.root()), &to, &options(), &Nobody).unwrap_err();
    let files = || {
        let all = WalkDir::new(there.path())
            .into_iter()
            .map(|entry| entry.unwrap());
        let files = all.filter(|entry| entry.file_type().is_file());
        files.filter(|entry| entry.depth() > 1).count()
    };
    let before = files();
    assert!(before > 5, "{before}");
    let done = push(&site, there.path()).unwrap();
    // Shards, origin data, manifest and index besides.
    assert!(done.carried.0 + before < files(), "{done:?} after {before}");
    let whole = tempfile::tempdir().unwrap();
    let all = push(&site, whole.path()).unwrap();
    assert_eq!(all.present, 0);
    assert!(done.present > 0, "{done:?}");
    assert_eq!(done.carried.0 + done.present, all.carried.0);
    assert_eq!(served(there.path()), served(site.root()));
}

#[test]
fn two_pushes_at_once_never_mix() {
    let there = tempfile::tempdir().unwrap();
    let mut sites = [Site::new(1), Site::new(2)];
    let all = [
        [("/", "one"), ("/same", "one")],
        [("/", "two"), ("/same", "two")],
    ];
    for (site, pages) in sites.iter_mut().zip(&all) {
        site.publish(pages);
    }
    let expected: Vec<_> = sites.iter().map(|site| served(site.root())).collect();
    std::thread::scope(|scope| {
        for site in &sites {
            scope.spawn(|| {
                let mut pushed = 0;
                while pushed < 5 {
                    match push(site, there.path()) {
                        Ok(_) => pushed += 1,
                        Err(error) => assert!(error.is::<Busy>(), "{error:#}"),
                    }
                    let now = served(there.path());
                    assert!(now.is_none() || expected.contains(&now));
                }
            });
        }
    });
}

#[test]
fn a_rollback_there_holds_until_the_content_differs_or_it_is_released() {
    let (mut site, there) = (Site::new(1), tempfile::tempdir().unwrap());
    let first = site.publish(&FIRST);
    push(&site, there.path()).unwrap();
    site.publish(&SECOND);
    push(&site, there.path()).unwrap();
    roll_back(there.path(), &first);
    let rolled_back = served(there.path());
    let refused = push(&site, there.path()).unwrap_err().to_string();
    assert!(
        refused.contains("held there since") && refused.contains("--release"),
        "{refused}"
    );
    assert_eq!(served(there.path()), rolled_back);
    // Nor by a machine that built the same content anew.
    let mut other = Site::new(2);
    other.publish(&SECOND);
    push(&other, there.path()).unwrap_err();
    let release = Options {
        release: true,
        ..options()
    };
    push_with(&other, there.path(), &release).unwrap();
    assert_eq!(served(there.path()), served(other.root()));
    roll_back(there.path(), &first);
    push(&other, there.path()).unwrap_err();
    site.publish(&[("/", "mended"), ("/private/plan", "guarded")]);
    push(&site, there.path()).unwrap();
    assert!(!there.path().join("hold.json").exists(), "it has ended");
    assert_eq!(served(there.path()), served(site.root()));
}

// R10.04
#[test]
fn a_push_of_an_edit_elsewhere_brings_back_nothing_that_was_taken_back_there() {
    let (mut site, there) = (Site::new(1), tempfile::tempdir().unwrap());
    let first = site.publish(&[("/", "one"), ("/news", "one"), ("/about", "one")]);
    push(&site, there.path()).unwrap();
    site.publish(&[("/", "one"), ("/news", "wrong"), ("/about", "one")]);
    push(&site, there.path()).unwrap();
    roll_back(there.path(), &first);
    let rolled_back = served(there.path());
    for (home, about) in [("one", "two"), ("two", "two"), ("two", "three")] {
        site.publish(&[("/", home), ("/news", "wrong"), ("/about", about)]);
        let refused = push(&site, there.path()).unwrap_err().to_string();
        assert!(refused.contains("(/news)"), "{refused}");
        assert_eq!(served(there.path()), rolled_back);
    }
    site.publish(&[("/", "two"), ("/news", "mended"), ("/about", "three")]);
    let done = push(&site, there.path()).unwrap();
    assert!(done.ended_hold);
    assert!(!there.path().join("hold.json").exists());
    // A host that continues from here knows the files of each build.
    let builds = Builds::new(there.path());
    let latest = builds.live_id().unwrap().unwrap();
    assert!(builds.source_list(&latest).is_some());
}

#[test]
fn a_dry_run_says_what_a_push_would_send_and_changes_nothing() {
    let (mut site, there) = (Site::new(1), tempfile::tempdir().unwrap());
    site.publish(&FIRST);
    let dry = Options {
        dry_run: true,
        ..options()
    };
    let planned = push_with(&site, there.path(), &dry).unwrap();
    assert_eq!(fs::read_dir(there.path()).unwrap().count(), 0);
    assert_eq!(planned.carried, push(&site, there.path()).unwrap().carried);
}

#[test]
fn a_destination_with_a_generator_at_work_is_left_alone() {
    let (mut site, there) = (Site::new(1), tempfile::tempdir().unwrap());
    site.publish(&FIRST);
    let lease = Folder::new(there.path()).lease().unwrap();
    assert!(push(&site, there.path()).unwrap_err().is::<Busy>());
    drop(lease);
    push(&site, there.path()).unwrap();
}

#[test]
fn several_destinations_switch_together_or_not_at_all() {
    let mut site = Site::new(1);
    site.publish(&FIRST);
    let there = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let folder = |at: usize| Box::new(Folder::new(there[at].path())) as Box<dyn Destination>;
    let broken = Box::new(Faulty::new(there[1].path(), 20)) as Box<dyn Destination>;
    let source = Folder::new(site.root());
    publish(&source, &[folder(0), broken], &options(), &Nobody).unwrap_err();
    assert_eq!(served(there[0].path()), None);
    let done = publish(&source, &[folder(0), folder(1)], &options(), &Nobody).unwrap();
    assert_eq!(done.len(), 2);
    for folder in &there {
        assert_eq!(served(folder.path()), served(site.root()));
    }
}

#[test]
fn old_builds_are_deleted_an_hour_after_they_left_the_history() {
    let (mut site, there) = (Site::new(1), tempfile::tempdir().unwrap());
    let first = site.publish(&[("/", "1"), ("/stays", "stays")]);
    push(&site, there.path()).unwrap();
    let few = Options {
        retention: kept(2),
        ..options()
    };
    for text in ["2", "3", "4"] {
        site.publish(&[("/", text), ("/stays", "stays")]);
        push_with(&site, there.path(), &few).unwrap();
    }
    let history = || Builds::new(there.path()).history().unwrap();
    assert_eq!(history().len(), 4, "all were live within the hour");
    let long_ago = SystemTime::now() - Duration::from_secs(7_200);
    let mut entries = history();
    for entry in &mut entries {
        entry.timestamp = "2026-11-20T00:00:00Z".to_owned();
    }
    fs::write(
        there.path().join("history.json"),
        serde_json::to_vec(&entries).unwrap(),
    )
    .unwrap();
    for entry in WalkDir::new(there.path()) {
        let entry = entry.unwrap();
        File::open(entry.path())
            .unwrap()
            .set_modified(long_ago)
            .unwrap();
    }
    site.publish(&[("/", "5"), ("/stays", "stays")]);
    let done = push_with(&site, there.path(), &few).unwrap();
    assert!(done.deleted > 0, "{done:?}");
    assert_eq!(served(there.path()), served(site.root()));
    assert_eq!(history().len(), 2);
    assert!(
        there.path().join(first.as_str()).is_dir(),
        "it holds a page that stays"
    );
    assert!(!there.path().join(format!("index/{first}.json")).exists());
    let second = BuildId::new("20261121T030405Z", 1_002).unwrap();
    assert!(!there.path().join(second.as_str()).exists());
}
