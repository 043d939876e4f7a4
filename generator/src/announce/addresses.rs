//! PURE: the public addresses of a build.

use std::collections::BTreeMap;

use contract::Hash;
use contract::build::{Access, Entry, File};

use generator_builds::{Live, paths};

/// Begin of the content type of documents.
const DOCUMENT: &str = "text/html";

/// Everything that guests can ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Addresses {
    /// Path of a page → hash of its payload file.
    pub(super) pages: BTreeMap<String, Hash>,
    /// Path of any file, and of an old address → hash of the answer.
    pub(super) files: BTreeMap<String, Hash>,
}

impl Addresses {
    pub(super) fn read(live: &Live) -> Self {
        let mut addresses = Self::default();
        for (path, entry) in live.tree.iter() {
            let Some(answer) = answer(&entry) else {
                continue;
            };
            if let Entry::File(file) = &entry
                && file.status.is_none()
                && file.media_type.starts_with(DOCUMENT)
                && let Some(Entry::File(payload)) = live.tree.get(&paths::payload(&path))
            {
                addresses.pages.insert(path.clone(), payload.hash);
            }
            addresses.files.insert(path, answer);
        }
        addresses
    }
}

/// A hash of the answer to a guest; none if guests get none.
fn answer(entry: &Entry) -> Option<Hash> {
    match entry {
        Entry::File(File {
            access: Access::Public,
            hash,
            media_type,
            ..
        }) => Some(Hash::of_parts([hash.as_bytes(), media_type.as_bytes()])),
        Entry::File(_) => None,
        Entry::Redirect { to, permanent } => Some(Hash::of_parts([
            b"redirect".as_slice(),
            to.as_bytes(),
            &[u8::from(*permanent)],
        ])),
        Entry::Gone => Some(Hash::of(b"gone")),
    }
}
