//! R10.03, R10.04: purged content disappears from builds that were pushed elsewhere, and no push
//! brings it back.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use contract::Hash;
use contract::build::{BuildId, Dictionary, Entry, Index};
use contract::control::Initiator;
use generator_builds::Builds;
use generator_builds::purge::{InDictionary, Purged, PurgedPaths, StillLive};
use generator_deploy::clock::Clock;
use generator_deploy::destination::{Busy, Destination};
use generator_deploy::folder::Folder;
use generator_deploy::purge::Purge;
use generator_deploy::transfer::Options;
use walkdir::WalkDir;

use super::faulty::Faulty;
use super::site::{Site, served};
use super::{FIRST, SECOND, options, push, push_with, roll_back};

/// Words of a page that is purged.
const SECRET: &str = "guarded";

pub(super) fn purge_from(
    there: &dyn Destination,
    paths: &[&str],
    clean: &[BuildId],
) -> anyhow::Result<Purged> {
    let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
    let purge = Purge {
        paths: &PurgedPaths::new(&paths).unwrap(),
        clean: &clean.iter().cloned().collect::<HashSet<_>>(),
        by: &Initiator {
            by: "ann".to_owned(),
            ..Initiator::default()
        },
        clock: Clock::default(),
    };
    purge.at(there)
}

fn purge(there: &Path) -> anyhow::Result<Purged> {
    purge_from(&Folder::new(there), &["/private"], &[])
}

/// A folder of which an earlier build, and a push that was interrupted, have the page.
fn with_page(site: &mut Site) -> tempfile::TempDir {
    let there = tempfile::tempdir().unwrap();
    site.publish(&FIRST);
    push(site, there.path()).unwrap();
    site.publish(&SECOND);
    push(site, there.path()).unwrap();
    let left = there.path().join("20261121T030405Z-0000ffff/private/plan");
    fs::create_dir_all(&left).unwrap();
    fs::write(left.join("index.html"), SECRET).unwrap();
    fs::write(left.join(".index.html.br.X1y2Z3"), SECRET).unwrap();
    let preview = there
        .path()
        .join("preview/0123abcd/20261121T030405Z-0000eeee");
    fs::create_dir_all(preview.join("private/plan")).unwrap();
    fs::write(preview.join("private/plan/index.html"), SECRET).unwrap();
    fs::write(there.path().join("preview/0123abcd/preview.json"), b"{}").unwrap();
    there
}

/// Name → bytes of everything there, but for locks.
fn everything(there: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = WalkDir::new(there).into_iter().map(Result::unwrap);
    let files = files.filter(|file| file.file_type().is_file());
    let named = files.map(|file| {
        let name = file.path().strip_prefix(there).unwrap();
        (name.display().to_string(), fs::read(file.path()).unwrap())
    });
    named.filter(|(name, _)| !name.ends_with("lock")).collect()
}

/// Names of files there that have the secret in them, compressed or not, or in their names.
pub(super) fn leaks(there: &Path) -> Vec<String> {
    let has_secret = |bytes: &[u8]| {
        let mut parts = bytes.windows(SECRET.len());
        parts.any(|part| part == SECRET.as_bytes())
    };
    let is_leak = |name: &str, bytes: &[u8]| {
        let unpacked = zstd::decode_all(bytes).unwrap_or_default();
        name.contains("private") || has_secret(bytes) || has_secret(&unpacked)
    };
    let all = everything(there).into_iter();
    all.filter(|(name, bytes)| is_leak(name, bytes))
        .map(|(name, _)| name)
        .collect()
}

/// Every build of the history has all that its index leads to.
fn assert_whole(there: &Path) {
    let builds = Builds::new(there);
    for entry in builds.history().unwrap() {
        let build = builds.build(&entry.id).unwrap();
        for (path, entry) in build.tree.iter() {
            if let Entry::File(file) = entry {
                builds.bytes(&path, &file).unwrap();
            }
        }
        for name in build.index.assets.keys() {
            assert!(there.join("assets").join(name).is_file());
        }
    }
}

#[test]
fn a_purge_leaves_nothing_of_a_path_and_all_of_the_rest() {
    let mut site = Site::new(1);
    let there = with_page(&mut site);
    let third = site.publish(&[("/", "third")]);
    push(&site, there.path()).unwrap();
    let second = Builds::new(there.path()).history().unwrap()[1].id.clone();
    roll_back(there.path(), &second);
    let (pages, hold) = (
        served(there.path()),
        fs::read(there.path().join("hold.json")).unwrap(),
    );
    assert!(leaks(there.path()).len() > 6);

    let purged = purge(there.path()).unwrap();
    assert_eq!(purged.builds, 1);
    let address = |path: &str| {
        let mut all = purged.addresses.iter();
        all.any(|address| address.ends_with(path))
    };
    assert!(address("/private/plan") && address("/private/plan/_payload.json"));
    assert_eq!(leaks(there.path()), [""; 0]);
    assert!(!there.path().join("preview/0123abcd").exists());

    // The destination's other content stays.
    assert_eq!(served(there.path()), pages);
    assert_eq!(fs::read(there.path().join("hold.json")).unwrap(), hold);
    let history = Builds::new(there.path()).history().unwrap();
    let ids: Vec<_> = history.iter().map(|entry| &entry.id).collect();
    assert_eq!(ids, [&third, &second]);
    assert_whole(there.path());
    let log = fs::read_to_string(there.path().join("log.jsonl")).unwrap();
    let line = log.lines().last().unwrap();
    assert!(line.contains("\"purge\"") && line.contains("ann"), "{line}");
    // The path of a guarded page is not reported.
    assert!(!line.contains("private"), "{line}");

    let before = everything(there.path());
    let again = purge(there.path()).unwrap();
    assert_eq!((again.builds, again.files), (0, 0));
    let is_told = |name: &String| name != "log.jsonl" && name != "purged.json";
    let files = |all: BTreeMap<String, Vec<u8>>| {
        all.into_iter()
            .filter(|(name, _)| is_told(name))
            .collect::<Vec<_>>()
    };
    assert_eq!(files(everything(there.path())), files(before));
}

#[test]
fn killed_at_any_operation_a_purge_leaves_whole_builds_and_the_next_one_finishes() {
    let mut site = Site::new(1);
    let origin = with_page(&mut site);
    let (pages, files) = (served(origin.path()), everything(origin.path()));
    let mut addresses = 0;
    for operations in 0.. {
        let there = tempfile::tempdir().unwrap();
        for (name, bytes) in &files {
            let place = there.path().join(name);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(place, bytes).unwrap();
        }
        let killed = purge_from(&Faulty::new(there.path(), operations), &["/private"], &[]);
        let told = format!("after {operations} operations");
        assert_eq!(served(there.path()), pages, "{told}");
        assert_whole(there.path());
        let finished = purge(there.path()).unwrap();
        assert_eq!(leaks(there.path()), [""; 0], "{told}");
        assert_eq!(served(there.path()), pages, "{told}");
        assert_whole(there.path());
        if let Ok(done) = killed {
            // If a purge was stopped at its first deletions, the next one reports its addresses.
            assert!(
                operations > 30 && addresses == done.addresses.len(),
                "{told}"
            );
            break;
        }
        addresses = addresses.max(finished.addresses.len());
    }
}

#[test]
fn a_live_build_with_the_path_is_left_as_it_is() {
    let (mut site, there) = (Site::new(1), tempfile::tempdir().unwrap());
    site.publish(&FIRST);
    push(&site, there.path()).unwrap();
    let before = everything(there.path());
    let error = purge(there.path()).unwrap_err();
    assert!(error.is::<StillLive>(), "{error:#}");
    assert_eq!(everything(there.path()), before);
}

#[test]
fn what_was_purged_comes_back_only_by_release() {
    let mut site = Site::new(1);
    let there = with_page(&mut site);
    purge(there.path()).unwrap();
    let pages = served(there.path());
    // A machine with a live build that still has it, or has it again; its old files are complete.
    let mut other = Site::new(2);
    other.publish(&FIRST);
    let first = Builds::new(site.root()).history().unwrap()[0].id.clone();
    let earlier = Options {
        build: Some(first),
        ..options()
    };
    for (site, options) in [(&other, &options()), (&site, &earlier)] {
        let refused = push_with(site, there.path(), options)
            .unwrap_err()
            .to_string();
        assert!(
            refused.contains("`/private/plan`") && refused.contains("--release"),
            "{refused}"
        );
        assert_eq!(served(there.path()), pages);
        assert_eq!(leaks(there.path()), [""; 0]);
    }
    let release = Options {
        release: true,
        ..options()
    };
    push_with(&other, there.path(), &release).unwrap();
    assert_eq!(served(there.path()), served(other.root()));
    // It is released for good.
    other.publish(&[("/", "home"), ("/private/plan", "another plan")]);
    push(&other, there.path()).unwrap();
}

#[test]
fn a_folder_where_nothing_was_published_or_somebody_works_is_told() {
    let there = tempfile::tempdir().unwrap();
    let error = purge(there.path()).unwrap_err().to_string();
    assert!(error.contains("nothing was ever published"), "{error}");
    let mut site = Site::new(1);
    let there = with_page(&mut site);
    let lease = Folder::new(there.path()).lease().unwrap();
    assert!(purge(there.path()).unwrap_err().is::<Busy>());
    drop(lease);
    purge(there.path()).unwrap();
}

/// Gives the live build of a folder a dictionary that was made from the build `trained`.
fn with_dictionary(root: &Path, text: &str, trained: Option<&BuildId>) {
    let id = Builds::new(root).live_id().unwrap().unwrap();
    let path = root.join(format!("index/{id}.json"));
    let mut index: Index = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    let asset = format!("dictionaries/{}.dict", Hash::of(text.as_bytes()));
    let file = root.join("assets").join(&asset);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    for extension in ["dict", "dict.br"] {
        fs::write(file.with_extension(extension), text).unwrap();
    }
    let named = contract::build::Asset {
        hash: Hash::of(text.as_bytes()),
        size: text.len() as u64,
        media_type: contract::build::DICTIONARY_TYPE.to_owned(),
        predecessors: Vec::new(),
    };
    index.assets.insert(asset.clone(), named);
    index.dictionary = Some(Dictionary {
        asset,
        sha256: String::new(),
        trained_on: trained.cloned(),
        samples: Vec::new(),
    });
    fs::write(path, serde_json::to_vec(&index).unwrap()).unwrap();
}

#[test]
fn a_dictionary_from_the_time_of_a_path_goes_with_it_and_is_not_pushed_again() {
    let (mut site, there) = (Site::new(1), tempfile::tempdir().unwrap());
    let first = site.publish(&FIRST);
    with_dictionary(site.root(), "guarded words", Some(&first));
    push(&site, there.path()).unwrap();
    let second = site.publish(&SECOND);
    with_dictionary(site.root(), "guarded words", Some(&first));
    push(&site, there.path()).unwrap();
    let refused = purge(there.path()).unwrap_err();
    assert!(refused.is::<InDictionary>(), "{refused:#}");
    assert!(
        push(&site, there.path()).is_err(),
        "the same dictionary again"
    );

    // The build that it was made from is gone; its contents are not known here.
    site.publish(&[("/", "third")]);
    with_dictionary(site.root(), "other words", Some(&second));
    push(&site, there.path()).unwrap();
    purge(there.path()).unwrap();
    assert_eq!(leaks(there.path()), [""; 0]);
    let history = Builds::new(there.path()).history().unwrap();
    assert_eq!(history.len(), 1, "builds with that dictionary are gone");
    let unknown = purge_from(&Folder::new(there.path()), &["/else"], &[]).unwrap_err();
    assert!(unknown.is::<InDictionary>(), "{unknown:#}");
}

#[test]
fn builds_that_were_purged_here_vouch_for_a_dictionary_elsewhere() {
    let (mut site, there) = (Site::new(1), tempfile::tempdir().unwrap());
    let never_pushed = site.publish(&[("/", "zero")]);
    site.publish(&FIRST);
    push(&site, there.path()).unwrap();
    site.publish(&SECOND);
    with_dictionary(site.root(), "words", Some(&never_pushed));
    push(&site, there.path()).unwrap();
    let folder = Folder::new(there.path());
    let purged = purge_from(&folder, &["/private"], &[never_pushed]).unwrap();
    assert_eq!(purged.builds, 1);
    assert_eq!(leaks(there.path()), [""; 0]);
}
