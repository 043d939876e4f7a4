//! A small site that is published here, and its copies elsewhere.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use contract::Hash;
use contract::build::{Access, Asset, BuildId, Entry, Index};
use generator_builds::publish::{NewBuild, Outcome, Published, publish};
use generator_builds::stage::Attributes;
use generator_builds::{Builds, Live, Stage, Store, Tree, sidecar};
use generator_ground::storage::source_list::{SourceList, SourceName, SourceText};
use tempfile::TempDir;

/// Builds of one machine.
pub(crate) struct Site {
    folder: TempDir,
    live: Option<Live>,
    machine: u32,
    number: u32,
}

impl Site {
    /// A machine without builds. No two have a build id in common.
    pub(crate) fn new(machine: u32) -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
            live: None,
            machine,
            number: 0,
        }
    }

    /// Its `builds/`.
    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    /// Publishes a site of these pages: path and text. `/private/…` is guarded.
    pub(crate) fn publish(&mut self, pages: &[(&str, &str)]) -> BuildId {
        self.publish_at("20261121T030405Z", pages)
    }

    /// The same, made at another time.
    pub(crate) fn publish_at(&mut self, utc: &str, pages: &[(&str, &str)]) -> BuildId {
        let store = Store::open(self.root()).unwrap();
        self.number += 1;
        let id = BuildId::new(utc, self.machine * 1_000 + self.number).unwrap();
        let tree = self.tree(&store, &id, pages);
        let script = "export const app = 'one'; ".repeat(40);
        store
            .put_once("assets/entry.js", script.as_bytes())
            .unwrap();
        let asset = self.root().join("assets/entry.js");
        sidecar::write(&asset, sidecar::Effort::Asset, None).unwrap();
        let origin = b"{}";
        let name = format!("origin/{}.json", Hash::of(origin));
        store.put_once(&name, origin).unwrap();
        let golden = include_str!("../../../../contract/tests/golden/index.json");
        let asset = Asset {
            hash: Hash::of(script.as_bytes()),
            size: script.len() as u64,
            media_type: "text/javascript; charset=utf-8".to_owned(),
            predecessors: Vec::new(),
        };
        let index = Index {
            id: id.clone(),
            assets: BTreeMap::from([("entry.js".to_owned(), asset)]),
            dictionary: None,
            speculation_rules: None,
            origin: Hash::of(origin),
            ..serde_json::from_str(golden).unwrap()
        };
        let draft = NewBuild {
            index,
            tree,
            sources: sources(pages).into(),
            routes: Vec::new(),
            timestamp: format!("2026-11-21T03:04:{:02}Z", self.number),
            listing: Default::default(),
            initiator: Default::default(),
        };
        let published = publish(&store, draft, self.live.as_ref(), Outcome::Live).unwrap();
        let Published::Written { build, .. } = published else {
            panic!("nothing has changed");
        };
        self.live = Some(*build);
        id
    }

    fn tree(&self, store: &Store, id: &BuildId, pages: &[(&str, &str)]) -> Tree {
        let empty = Tree::empty(&store.spill());
        let previous = self.live.as_ref().map_or(&empty, |live| &live.tree);
        let stage = Stage::new(store, id.clone(), previous);
        for (path, text) in pages {
            let access = match path.starts_with("/private") {
                true => Access::Guarded,
                false => Access::Public,
            };
            let put = |path: &str, text: &str, media_type| {
                let attributes = Attributes {
                    access,
                    ..Attributes::public(media_type)
                };
                stage.put(path, text.as_bytes(), attributes).unwrap()
            };
            let html = format!("<!doctype html><title>{text}</title>{}", text.repeat(400));
            let payload = format!("{}/_payload.json", path.trim_end_matches('/'));
            let is_new = put(path, &html, "text/html; charset=utf-8");
            put(
                &payload,
                &format!("{{\"text\":\"{text}\"}}"),
                "application/json",
            );
            if is_new {
                let page = self.root().join(id.as_str()).join(path.trim_matches('/'));
                let page = page.join("index.html");
                sidecar::write(&page, sidecar::Effort::Page, None).unwrap();
            }
        }
        let entries = stage.finish().0.into_entries();
        let mut changes: generator_builds::tree::Changes = entries
            .into_iter()
            .map(|(path, entry)| (path, Some(entry)))
            .collect();
        let moved = Entry::Redirect {
            to: "/".to_owned(),
            permanent: true,
        };
        changes.insert("/old".to_owned(), Some(moved));
        Tree::empty(&store.spill()).with(changes)
    }
}

/// Path → text of every page that the live build of a folder serves, each compared with its hash,
/// and its compressed copy with the page. None if no build is published there.
pub(crate) fn served(root: &Path) -> Option<BTreeMap<String, String>> {
    let builds = Builds::new(root);
    let live = builds.live().unwrap()?;
    for (name, asset) in &live.index.assets {
        let bytes = fs::read(root.join("assets").join(name)).unwrap();
        assert_eq!(
            (Hash::of(&bytes), bytes.len() as u64),
            (asset.hash, asset.size)
        );
        assert!(root.join("assets").join(format!("{name}.br")).is_file());
    }
    let origin = fs::read(root.join(format!("origin/{}.json", live.index.origin)));
    assert_eq!(Hash::of(&origin.unwrap()), live.index.origin);
    assert!(root.join(format!("meta/{}.json", live.index.id)).is_file());
    let history = builds.history().unwrap();
    assert!(history.iter().any(|entry| entry.id == live.index.id));
    let mut pages = BTreeMap::new();
    for (path, entry) in live.tree.iter() {
        let Entry::File(file) = entry else { continue };
        let bytes = builds.bytes(&path, &file).unwrap();
        if file.media_type.starts_with("text/html") {
            let zst = builds.place(&path, &file).with_extension("html.zst");
            let unpacked = zstd::decode_all(&fs::read(zst).unwrap()[..]).unwrap();
            assert_eq!(unpacked, bytes, "{path}");
            pages.insert(path, String::from_utf8(bytes).unwrap());
        }
    }
    Some(pages)
}

/// The content of a site of these pages: a file for each.
fn sources(pages: &[(&str, &str)]) -> SourceList {
    let file = |(path, text): &(&str, &str)| {
        let text = SourceText::new(&Hash::of(text.as_bytes()));
        (SourceName::new(path), text)
    };
    let mut files: Vec<_> = pages.iter().map(file).collect();
    files.sort_unstable();
    SourceList::from_sorted(files)
}
