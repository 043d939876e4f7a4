//! A page's files are published, kept, guarded and removed with it, and one that cannot be made is
//! named.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use contract::Hash;
use contract::build::{Access, BuildId, Entry, File};
use contract::locale::Locale;
use contract::page::{CrawlerHead, Head, PageInput, Payload};
use contract::route::Query;
use generator::pages::document::Documents;
use generator::pages::plan::{Entries, PagePlan, PlannedEntry, plan};
use generator::pages::render::outcome::{ChangeKind, Outcome, PageError, Record};
use generator::pages::render::pool::Pool;
use generator::pages::render::{Prepare, Prepared, Render};
use generator::pages::site_json::SiteJson;
use generator_builds::{EntryCollector, Stage, Store, Tree};
use generator_ground::diagnostic::failure::Problem;
use generator_media::workers::node::node;
use generator_media::workers::process::WorkerCommand;
use serde_json::{Value, json};
use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// A site without content, with pages that show `data`.
struct Site {
    folder: TempDir,
    store: Store,
    pool: Pool,
    documents: Documents,
    locales: Vec<Locale>,
    builds: u32,
    /// Pages that the last build prepared.
    prepared: usize,
    live: BTreeMap<String, Entry>,
}

struct Data<'a> {
    site: &'a Site,
    site_json: &'a SiteJson,
    data: &'a Value,
}

struct NoEntries;

impl Entries for NoEntries {
    fn entries(&self, _: &str) -> Option<impl Iterator<Item = PlannedEntry>> {
        None::<std::iter::Empty<PlannedEntry>>
    }

    fn pages(&self, _: &Query, _: &Locale, _: bool) -> u32 {
        1
    }
}

impl Prepare for Data<'_> {
    fn prepare(&self, page: &PagePlan) -> Result<Prepared<'_>, PageError> {
        let data = self.data.as_object().cloned().unwrap_or_default();
        let input = PageInput {
            renderer: Hash::of(b"renderer"),
            route: self.site.pool.hello.routes[page.route].id.clone(),
            path: page.href.to_string(),
            locale: self.site.locales[page.locale].code.clone(),
            payload: Payload {
                params: BTreeMap::new(),
                data,
                alternates: Vec::new(),
                content_locale: None,
            },
            head: Head::default(),
            crawler_head: CrawlerHead::default(),
            site: self.site_json.hash(),
        };
        Ok(Prepared {
            input,
            bodies: Vec::new(),
            record: Record::default(),
        })
    }
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let frontend = Path::new(ROOT).join("../frontend");
        let script = Path::new(ROOT).join("tests/fixtures/files-worker.mjs");
        let worker = WorkerCommand {
            node: node(&frontend).expect("npm ci in frontend/"),
            script,
            reads: vec![frontend.join("node_modules")],
            has_native_code: false,
        };
        let template = "{{ markup | safe }}{{ state | safe }}";
        let locales = include_str!("../../../locales/locales.json");
        Self {
            store: Store::open(folder.path()).unwrap(),
            pool: Pool::start(worker, 1).unwrap(),
            documents: Documents::new(template, "", false).unwrap(),
            locales: serde_json::from_str(locales).unwrap(),
            builds: 0,
            prepared: 0,
            live: BTreeMap::new(),
            folder,
        }
    }

    /// Builds the pages for which `has` is true, and makes the result the live build.
    fn build(&mut self, data: &Value, has: impl Fn(&str) -> bool) -> Outcome {
        self.builds += 1;
        let id = BuildId::new("20261121T000000Z", self.builds).unwrap();
        let pages = plan(&self.pool.hello.routes, &self.locales, &NoEntries).unwrap();
        let indices = 0..pages.len();
        let indices: Vec<usize> = indices.filter(|index| has(pages.path(*index))).collect();
        let live = self.live.iter();
        let live = live.map(|(path, entry)| (path.clone(), entry.clone()));
        let live = Tree::new(
            &EntryCollector::from_entries(&self.store.spill(), live),
            None,
        );
        let stage = Stage::new(&self.store, id, &live);
        let site_json = SiteJson::new(&json!({})).unwrap();
        let prepared = AtomicUsize::new(0);
        let render = Render {
            pool: &self.pool,
            first_screens: None,
            first_faces: None,
            figures: None,
            feeds: &vec![Vec::new(); self.locales.len()],
            without_own_faces: &BTreeSet::new(),
            documents: &self.documents,
            site: &site_json,
            app: Hash::of(b"app"),
            locales: &self.locales,
            plan: &pages,
            indices: &indices,
            stage: &stage,
            page_timeout: Duration::from_secs(20),
            pictures_size: &|_| 0,
            may_exceed: &|_| false,
            remember: &|_, _| {
                prepared.fetch_add(1, Ordering::Relaxed);
            },
            progress: &|| {},
        };
        let outcome = render.run(&Data {
            site: self,
            site_json: &site_json,
            data,
        });
        let entries = stage.finish().0.into_entries();
        self.live = entries;
        self.prepared = prepared.into_inner();
        outcome
    }

    fn file(&self, path: &str) -> &File {
        match self.live.get(path) {
            Some(Entry::File(file)) => file,
            other => panic!("{path}: {other:?}"),
        }
    }

    fn bytes(&self, path: &str) -> Vec<u8> {
        let holder = self.folder.path().join(self.file(path).build.as_str());
        std::fs::read(holder.join(path.trim_start_matches('/'))).unwrap()
    }
}

fn everything(_: &str) -> bool {
    true
}

#[test]
fn a_pages_files_are_published_beside_it_in_every_language() {
    let mut site = Site::new();
    site.build(&json!({"figure": 1}), everything);
    for (path, media_type) in [
        ("/report/data.csv", "text/csv; charset=utf-8"),
        ("/en/report/data.csv", "text/csv; charset=utf-8"),
        ("/en/report/data.pdf", "application/pdf"),
    ] {
        let (page, name) = path.rsplit_once('/').unwrap();
        let expected = [format!("{name} of {page}: 1").as_bytes(), b"\xff"].concat();
        assert_eq!(site.bytes(path), expected);
        let file = site.file(path);
        assert_eq!(
            (file.media_type.as_ref(), file.hash, file.access),
            (media_type, Hash::of(&expected), Access::Public)
        );
    }
    assert!(!site.live.contains_key("/plain/data.csv"));
}

// R6.02
#[test]
fn a_guarded_pages_files_are_guarded() {
    let mut site = Site::new();
    site.build(&json!({}), everything);
    for path in ["/members/data.csv", "/en/members/data.csv"] {
        assert_eq!(site.file(path).access, Access::Guarded, "{path}");
    }
}

#[test]
fn files_are_kept_while_their_pages_input_is_the_same_and_made_again_when_it_is_not() {
    let mut site = Site::new();
    site.build(&json!({"figure": 1}), everything);
    let first = site.live.clone();
    let outcome = site.build(&json!({"figure": 1}), everything);
    assert_eq!((outcome.rendered, site.prepared - outcome.rendered), (0, 6));
    assert_eq!(site.live, first);

    let outcome = site.build(&json!({"figure": 2}), |path| path == "/report");
    assert_eq!((outcome.rendered, outcome.changed.len()), (2, 2));
    assert_eq!(outcome.changed[0].1, ChangeKind::Content);
    assert!(site.bytes("/report/data.csv").ends_with(b": 2\xff"));
}

#[test]
fn a_page_whose_file_is_missing_from_the_live_build_is_made_again() {
    let mut site = Site::new();
    site.build(&json!({}), everything);
    site.live.remove("/en/report/data.pdf");
    let outcome = site.build(&json!({}), everything);
    assert_eq!((outcome.rendered, site.prepared - outcome.rendered), (1, 5));
    assert!(site.live.contains_key("/en/report/data.pdf"));
}

#[test]
fn files_go_with_their_page() {
    let mut site = Site::new();
    site.build(&json!({}), everything);
    site.build(&json!({}), |path| path != "/report");
    assert!(!site.live.keys().any(|path| path.contains("/report")));
    assert!(site.live.contains_key("/members/data.csv"));
}

#[test]
fn a_file_that_cannot_be_made_fails_its_page_and_is_named() {
    let mut site = Site::new();
    let outcome = site.build(&json!({"broken": "data.pdf"}), everything);
    let named: Vec<String> = outcome
        .errors
        .values()
        .map(|error| match error {
            PageError::Render(Problem::Page {
                code,
                route,
                locale,
                path,
                reason,
            }) => format!("{code} {route} {locale} {path} {reason}"),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        named,
        [
            "file report zh-CN /report/data.pdf Error: no figures",
            "file report en /en/report/data.pdf Error: no figures",
        ]
    );
    assert!(!site.live.contains_key("/report/data.csv"));
    assert!(site.live.contains_key("/members/data.csv"));
}
