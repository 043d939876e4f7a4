//! Builds of a small site.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use contract::Hash;
use contract::build::{Access, BuildId, Entry, File, Index, Meta, SCHEMA, Shard, file_path};
use generator_builds::Tree;
use generator_ground::storage::spill::Spill;
use jiff::Timestamp;

/// Paths of pages that a purge may take away; `/` stays.
pub(crate) const PAGES: [&str; 3] = ["/a", "/b", "/c"];

const ORIGIN: &[u8] = b"{}";
const HTML: &str = "text/html; charset=utf-8";

/// A build as a set of files, and its facts.
#[derive(Clone)]
pub(crate) struct Build {
    pub(crate) id: BuildId,
    pub(crate) app: Hash,
    pub(crate) files: Vec<(String, Vec<u8>)>,
}

impl Build {
    /// The build number `number` with the pages at `paths`, each in its version. A page of an older
    /// version is in the folder of the build that first had it, as in an increment.
    pub(crate) fn new(
        number: u32,
        pages: &BTreeMap<&'static str, (u32, BuildId)>,
        id: BuildId,
        now: Timestamp,
    ) -> Self {
        let app = Hash::of(format!("app {}", number / 4).as_bytes());
        let mut shard = Shard::new();
        let mut files = Vec::new();
        for (path, (version, holder)) in pages {
            let bytes = format!("<p>{path} {version}</p>").into_bytes();
            let file = File {
                build: holder.clone(),
                hash: Hash::of(&bytes),
                size: bytes.len() as u64,
                media_type: HTML.into(),
                access: Access::Public,
                class: None,
                status: None,
                style: None,
                faces: Vec::new(),
                anchors: Box::default(),
                weight: None,
                key: None,
            };
            files.push((format!("{holder}/{}", file_path(path, HTML)), bytes));
            shard.insert((*path).to_owned(), Entry::File(file));
        }
        let bytes = serde_json::to_vec(&shard).unwrap();
        let hash = Hash::of(&bytes);
        let spill = Spill::new(&std::env::temp_dir());
        let content = content_hash(hash, shard, &spill);
        files.push((format!("shards/{hash}.json"), bytes));
        let holders: BTreeSet<BuildId> = pages.values().map(|(_, holder)| holder.clone()).collect();
        let index = Index {
            schema: SCHEMA,
            id: id.clone(),
            app,
            content_hash: content,
            now: now.to_string(),
            locales: Vec::new(),
            texts: BTreeMap::new(),
            locale_cookie: "language".to_owned(),
            public_url: "https://www.example.com".to_owned(),
            inline_scripts: Vec::new(),
            header_classes: BTreeMap::new(),
            errors: BTreeMap::new(),
            shard_bits: 0,
            shards: vec![hash],
            holders,
            assets: BTreeMap::new(),
            dictionary: None,
            speculation_rules: None,
            expires: BTreeMap::new(),
            own: BTreeMap::new(),
            origin: Hash::of(ORIGIN),
            source_hash: Some(content),
        };
        let meta = Meta {
            id: id.clone(),
            app,
            locales: Vec::new(),
            routes: Vec::new(),
            prerendered: None,
        };
        let json = |name: String, value: Vec<u8>| (name, value);
        files.push(json(
            format!("origin/{}.json", index.origin),
            ORIGIN.to_vec(),
        ));
        files.push(json(
            format!("meta/{id}.json"),
            serde_json::to_vec(&meta).unwrap(),
        ));
        files.push(json(
            format!("index/{id}.json"),
            serde_json::to_vec(&index).unwrap(),
        ));
        Self { id, app, files }
    }
}

fn content_hash(hash: Hash, shard: Shard, spill: &Arc<Spill>) -> Hash {
    Tree::of_shards(0, [(hash, shard)], spill).content_hash()
}
