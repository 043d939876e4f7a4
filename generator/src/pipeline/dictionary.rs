//! The dictionary of an app: made with the app's first build, from public files, and again when one
//! of those files is not public any more, or when something was purged that may be in it.

use std::collections::BTreeMap;

use contract::Hash;
use contract::build::{Access, Asset, BuildId, Dictionary, Entry, File};

use generator_builds::dictionary::{is_public, sha256, train};
use generator_builds::{Live, Store, Tree};

use super::files::put_compressed;
use crate::config::options::Sidecars;

/// Documents, and as many JSON files, that it is made from: more samples find no more matches.
const SAMPLES: usize = 64;
/// A longer file represents its own text more than the site.
const LONGEST: u64 = 128 * 1024;

/// The live build's while its app is the same, its samples are public and it is not retired, else
/// one from the pages of this build, `id`; none if there is too little to make one from.
pub(super) fn choose(
    store: &Store,
    live: Option<&Live>,
    (id, app): (&BuildId, &Hash),
    tree: &Tree,
) -> anyhow::Result<Option<(Dictionary, Asset)>> {
    let same = live.filter(|live| live.index.app == *app);
    let is_retired = same.map(|live| store.is_dictionary_retired(&live.index));
    let is_retired = is_retired.transpose()? == Some(true);
    let known = same.filter(|_| !is_retired).and_then(|live| {
        let dictionary = live.index.dictionary.clone();
        let dictionary = dictionary.filter(|dictionary| is_public(dictionary, tree))?;
        let asset = live.index.assets.get(&dictionary.asset)?.clone();
        Some((dictionary, asset))
    });
    if known.is_some() {
        return Ok(known);
    }
    let documents = samples(store, tree, |_, file| {
        file.media_type.starts_with("text/html")
    });
    let payloads = samples(store, tree, |path, _| path.ends_with("/_payload.json"));
    let (paths, bytes): (Vec<String>, Vec<Vec<u8>>) = documents.chain(payloads).unzip();
    let Some(bytes) = train(&bytes) else {
        return Ok(None);
    };
    let name = format!("dictionaries/{}.dict", Hash::of(&bytes));
    let asset = put_compressed(store, &name, &bytes, Sidecars::Auto)?;
    let dictionary = Dictionary {
        asset: name,
        sha256: sha256(&bytes),
        trained_on: Some(id.clone()),
        samples: paths,
    };
    Ok(Some((dictionary, asset)))
}

/// Public files of a kind, spread over the site by the hashes of their paths. Content that not
/// every visitor may read is never part of a file that every visitor fetches.
fn samples(
    store: &Store,
    tree: &Tree,
    is_kind: impl Fn(&str, &File) -> bool,
) -> impl Iterator<Item = (String, Vec<u8>)> {
    let mut chosen: BTreeMap<Hash, (String, File)> = BTreeMap::new();
    for (path, entry) in tree.iter() {
        let Entry::File(file) = entry else {
            continue;
        };
        if file.access == Access::Public && file.size <= LONGEST && is_kind(&path, &file) {
            chosen.insert(Hash::of(path.as_bytes()), (path, file));
        }
        if chosen.len() > SAMPLES {
            chosen.pop_last();
        }
    }
    chosen.into_values().filter_map(|(path, file)| {
        let bytes = store.bytes(&path, &file).ok()?;
        Some((path, bytes))
    })
}
