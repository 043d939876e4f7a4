//! Builds with documents, for the origin that searches them.

use contract::Hash;
use contract::build::{Access, Entry, File, Index, Shard, file_path, shard_of};
use contract::locale::Locale;
use contract::origin_data::OriginData;

use crate::builds::{Builds, id, index};

/// Content type of documents.
const HTML: &str = "text/html; charset=utf-8";

/// Content type of a page, or of a file that a page offers.
fn media_type(path: &str) -> &'static str {
    match path.ends_with(".json") {
        true => "application/json",
        false => HTML,
    }
}

impl Builds<'_> {
    /// Publishes a build of documents, whose files are in its own folder: path, HTML, access.
    pub(crate) fn publish_pages(&self, number: u32, pages: &[(&str, String, Access)]) {
        const BITS: u8 = 2;
        let mut shards = vec![Shard::new(); 1 << BITS];
        for (path, html, access) in pages {
            let place = file_path(path, media_type(path));
            self.write(&format!("{}/{place}", id(number)), html.as_bytes());
            let file = File {
                build: id(number),
                hash: Hash::of(html.as_bytes()),
                size: html.len() as u64,
                media_type: media_type(path).into(),
                access: *access,
                class: None,
                status: None,
                style: None,
                faces: Vec::new(),
                anchors: Box::default(),
                weight: None,
                key: None,
            };
            shards[shard_of(path, BITS)].insert((*path).to_owned(), Entry::File(file));
        }
        let names = shards.iter().map(|shard| {
            let bytes = serde_json::to_vec(shard).unwrap();
            let hash = Hash::of(&bytes);
            self.write(&format!("shards/{hash}.json"), &bytes);
            hash
        });
        let index = Index {
            origin: self.write_data("About"),
            locales: locales(),
            shard_bits: BITS,
            shards: names.collect(),
            ..index(number)
        };
        self.write_tree(number, &index);
        self.point_at(number);
    }
}

/// The languages of a site.
fn locales() -> Vec<Locale> {
    let golden = include_str!("../../../contract/tests/golden/origin-data.json");
    let data: OriginData = serde_json::from_str(golden).unwrap();
    data.locales
}
