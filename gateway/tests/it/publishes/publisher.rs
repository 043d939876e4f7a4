//! A site that the generator's own code publishes again and again. All its files contain the
//! build's number, so the build of an answer determines the expected bytes. Each third build is of
//! another app.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use contract::Hash;
use contract::build::BuildId;
use contract::control::Initiator;
use generator_builds::publish::{NewBuild, Outcome, Published as Result, publish};
use generator_builds::stage::Attributes;
use generator_builds::sweep::{Retention, prune, sweep};
use generator_builds::{Live, Stage, Store, Tree, sidecar};

use super::{Published, renamed_at};
use crate::fixture::{Build, ORIGIN_DATA, index};

/// Pages that change with every build.
pub(crate) const PAGES: [&str; 12] = [
    "/",
    "/en",
    "/about",
    "/en/about",
    "/news",
    "/en/news",
    "/news/1",
    "/en/news/1",
    "/news/2",
    "/en/news/2",
    "/news/3",
    "/en/news/3",
];
/// A page that no build but the first changes: its folder must outlive the build.
pub(crate) const STILL: &str = "/still";
/// Builds that stay in the history: always some of both apps.
const KEPT: Retention = Retention {
    builds: 8,
    grace: Duration::from_secs(3600),
};

/// The app of a build.
pub(crate) fn app(number: u32) -> &'static str {
    if (number / 3).is_multiple_of(2) {
        "one"
    } else {
        "two"
    }
}

/// A page of a build.
pub(crate) fn document(number: u32, path: &str) -> String {
    let line = format!("<p>{number} of {path}");
    format!("<!doctype html><title>{number}</title>{}", line.repeat(60))
}

/// The payload of a page.
pub(crate) fn payload(number: u32, path: &str) -> String {
    let line = format!("{number} of {path}; ");
    format!(
        "{{\"app\":\"{}\",\"text\":\"{}\"}}",
        app(number),
        line.repeat(60)
    )
}

/// The script of an app.
pub(crate) fn script(app: &str) -> String {
    format!("export const app = '{app}'; ").repeat(40)
}

pub(crate) struct Publisher {
    store: Store,
    live: Option<Live>,
    published: Published,
    number: u32,
    /// Files and folders of older builds that were deleted.
    pub(crate) swept: usize,
}

impl Publisher {
    pub(crate) fn new(root: &Path, published: Published) -> Self {
        let store = Store::open(root).unwrap();
        let origin = ORIGIN_DATA.as_bytes();
        let name = format!("origin/{}.json", Hash::of(origin));
        store.put_once(&name, origin).unwrap();
        Self {
            store,
            live: None,
            published,
            number: 0,
            swept: 0,
        }
    }

    /// The number of the last build.
    pub(crate) fn number(&self) -> u32 {
        self.number
    }

    /// The id of the build that comes next.
    pub(crate) fn next_id(&self) -> String {
        Build::new(self.number + 1, "").id.to_string()
    }

    /// Publishes the next build. Half of its sidecars are there when it goes live, half come after,
    /// as in a large build.
    pub(crate) fn publish(&mut self) {
        self.number += 1;
        let mut build = Build::new(self.number, app(self.number));
        let script = script(app(self.number));
        let name = format!("entry-{}.js", app(self.number));
        build.asset(&name, "text/javascript; charset=utf-8", script.as_bytes());
        let asset = format!("assets/{name}");
        self.store.put_once(&asset, script.as_bytes()).unwrap();
        self.published
            .lock()
            .unwrap()
            .insert(build.id.to_string(), self.number);
        let tree = self.tree(&build.id);
        let folder = self.store.root().join(build.id.as_str());
        for page in PAGES.iter().step_by(2) {
            compress(&folder, page);
        }
        let draft = NewBuild {
            index: index(&build, Vec::new()),
            tree,
            sources: Default::default(),
            routes: Vec::new(),
            timestamp: timestamp(self.number),
            listing: Default::default(),
            initiator: Initiator::default(),
        };
        let outcome = publish(&self.store, draft, self.live.as_ref(), Outcome::Live).unwrap();
        let Result::Written { build: live, .. } = outcome else {
            panic!("every build is another one");
        };
        self.live = Some(*live);
        for page in PAGES.iter().skip(1).step_by(2) {
            compress(&folder, page);
        }
    }

    fn tree(&self, id: &BuildId) -> Tree {
        let empty = Tree::empty(&self.store.spill());
        let previous = self.live.as_ref().map_or(&empty, |live| &live.tree);
        let stage = Stage::new(&self.store, id.clone(), previous);
        let put = |path: &str, number: u32| {
            let html = Attributes::public("text/html; charset=utf-8");
            let json = Attributes::public("application/json");
            let beside = format!("{}/_payload.json", path.trim_end_matches('/'));
            stage
                .put(path, document(number, path).as_bytes(), html)
                .unwrap();
            stage
                .put(&beside, payload(number, path).as_bytes(), json)
                .unwrap();
        };
        PAGES.iter().for_each(|path| put(path, self.number));
        put(STILL, 1);
        let (entries, _) = stage.finish();
        Tree::new(&entries, Some(previous))
    }

    /// Drops and deletes files that are older than the builds that stay, as the generator does
    /// after an hour. The files are given older times first.
    pub(crate) fn sweep(&mut self) {
        let (in_a_year, long_ago) = ("2027-11-21T00:00:00Z", Duration::from_secs(7200));
        prune(
            &self.store,
            KEPT,
            in_a_year.parse().unwrap(),
            &Initiator::default(),
        )
        .unwrap();
        let root = self.store.root();
        for folder in [
            root,
            &root.join("index"),
            &root.join("meta"),
            &root.join("shards"),
        ] {
            let entries = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().path());
            // The pointers are left alone: their times are the times of publishing.
            for entry in entries.filter(|path| folder != root || path.is_dir()) {
                let entry = File::open(entry).unwrap();
                entry.set_modified(SystemTime::now() - long_ago).unwrap();
            }
        }
        self.swept += sweep(&self.store, KEPT.grace).unwrap();
    }

    /// When the live build went live.
    pub(crate) fn renamed(&self) -> SystemTime {
        renamed_at(&self.store.root().join("latest.json"))
    }
}

fn compress(folder: &Path, page: &str) {
    let page = page.trim_matches('/');
    for file in ["index.html", "_payload.json"] {
        let path = folder.join(page).join(file);
        sidecar::write(&path, sidecar::Effort::Page, None).unwrap();
    }
}

fn timestamp(number: u32) -> String {
    format!(
        "2026-11-21T{:02}:{:02}:{:02}Z",
        number / 3600,
        number / 60 % 60,
        number % 60
    )
}
