//! The pages of the live build that everybody may read.
//!
//! ```text
//! latest.json ─► index/<id>.json ─► shards/<hash>.json ─► <build>/<path>/index.html
//! ```
//!
//! Shards that two builds share are read once.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use contract::Hash;
use contract::build::{BuildId, Entry, File, file_path, shard_of};
use contract::locale::Locale;
use contract::search::SearchPage;

use origin_ground::published::{self, Root};

/// A document of a public page, unless it is a redirect's or an error's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PageFile {
    pub(super) hash: Hash,
    build: BuildId,
}

/// Path → document.
type Pages = BTreeMap<Box<str>, PageFile>;

/// The pages of a build.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    builds: PathBuf,
    /// Hash of all shards' names: the same pages have the same.
    pub(super) name: Hash,
    pub(super) locales: Vec<Locale>,
    shards: Vec<(Hash, Arc<Pages>)>,
    shard_bits: u8,
}

/// A difference between two trees, or between a tree and an index.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    /// Paths and the documents that stood there.
    pub(super) gone: Vec<(String, Hash)>,
    /// Paths whose documents are new.
    pub(super) new: Vec<String>,
}

impl Tree {
    /// Reads the live build, as far as `before` did not read it. `None` if nothing is published.
    pub(super) fn live(builds: &Path, before: Option<&Self>) -> io::Result<Option<Self>> {
        let Some(root) = Root::live(builds)? else {
            return Ok(None);
        };
        let known: BTreeMap<Hash, &Arc<Pages>> = before
            .iter()
            .flat_map(|tree| tree.shards.iter().map(|(hash, pages)| (*hash, pages)))
            .collect();
        let read = |hash: &Hash| match known.get(hash) {
            Some(pages) => Ok((*hash, Arc::clone(pages))),
            None => Ok((*hash, Arc::new(pages(builds, *hash)?))),
        };
        let names = root.shards.iter().map(|hash| &hash.as_bytes()[..]);
        Ok(Some(Self {
            builds: builds.to_owned(),
            name: Hash::of_parts(names),
            locales: root.locales,
            shards: root.shards.iter().map(read).collect::<io::Result<_>>()?,
            shard_bits: root.shard_bits,
        }))
    }

    /// The document at a path.
    pub(super) fn page(&self, path: &str) -> Option<&PageFile> {
        let (_, pages) = self.shards.get(shard_of(path, self.shard_bits))?;
        pages.get(path)
    }

    /// The page that can be found at a path now. `None` if it is gone, or not to be found.
    pub(super) fn read(&self, path: &str) -> io::Result<Option<(Hash, SearchPage)>> {
        let Some(page) = self.page(path) else {
            return Ok(None);
        };
        let place = file_path(path, HTML);
        let file = self.builds.join(page.build.as_str()).join(place);
        let document = fs::read(file)?;
        let found = page_text::read(&String::from_utf8_lossy(&document));
        // A page that says another address than its own is found at neither.
        let found = found.filter(|found| found.href == path);
        Ok(found.map(|found| (page.hash, found)))
    }

    /// The difference that leads from another build's pages to these.
    pub(super) fn since(&self, before: &Self) -> Difference {
        let mut difference = Difference::default();
        let same_places = self.shard_bits == before.shard_bits;
        if !same_places {
            let pages = before.shards.iter().flat_map(|(_, pages)| &**pages);
            let known = pages.map(|(path, page)| (path.to_string(), page.hash));
            return self.beside(&known.collect());
        }
        for ((now, pages), (then, old)) in self.shards.iter().zip(&before.shards) {
            if now != then {
                difference.between(pages, old);
            }
        }
        difference
    }

    /// The difference that leads from what is known to these pages.
    pub(super) fn beside(&self, known: &BTreeMap<String, Hash>) -> Difference {
        let mut difference = Difference::default();
        for (path, hash) in known {
            if self.page(path).is_none_or(|page| page.hash != *hash) {
                difference.gone.push((path.clone(), *hash));
            }
        }
        let pages = self.shards.iter().flat_map(|(_, pages)| &**pages);
        let new = pages.filter(|(path, page)| known.get(&***path) != Some(&page.hash));
        difference.new = new.map(|(path, _)| path.to_string()).collect();
        difference
    }
}

impl Difference {
    fn between(&mut self, now: &Pages, then: &Pages) {
        for (path, page) in then {
            if now.get(path).is_none_or(|now| now.hash != page.hash) {
                self.gone.push((path.to_string(), page.hash));
            }
        }
        for (path, page) in now {
            if then.get(path).is_none_or(|then| then.hash != page.hash) {
                self.new.push(path.to_string());
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.gone.is_empty() && self.new.is_empty()
    }
}

/// Content type of documents.
const HTML: &str = "text/html; charset=utf-8";

fn pages(builds: &Path, hash: Hash) -> io::Result<Pages> {
    let entries = published::shard(builds, hash)?.into_iter();
    let pages = entries.filter_map(|(path, entry)| match entry {
        Entry::File(file) if is_page(&file) => {
            let File { hash, build, .. } = file;
            Some((path.into_boxed_str(), PageFile { hash, build }))
        }
        _ => None,
    });
    Ok(pages.collect())
}

/// Whether a file is the document of a page that everybody may read.
fn is_page(file: &File) -> bool {
    file.access.is_public()
        && file.status.is_none_or(|status| status == 200)
        && file.media_type == HTML
}
