//! Translations that are older than their original, in the memory of a studio.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Mutex;

use generator_content::Content;
use generator_content::listing::ListedEntry;
use generator_studio::translations::{SeenVersions, Translation, Versions};
use jiff::Timestamp;

use super::lock;

/// The versions that visitors saw together.
pub(super) struct Translations(Mutex<Memory>);

struct Memory {
    seen: SeenVersions,
    /// Whether the file lacks some of them.
    is_unsaved: bool,
}

impl Translations {
    /// Translations recorded in the data folder `var`.
    pub(super) fn read(var: &Path) -> Self {
        Self(Mutex::new(Memory {
            seen: SeenVersions::read(var),
            is_unsaved: false,
        }))
    }

    /// Remembers the translations that visitors have now.
    pub(super) fn remember(&self, live: &Content, var: &Path) {
        // Draft or not is of no interest here.
        let now = translations(&live.listing(Timestamp::UNIX_EPOCH));
        let mut memory = lock(&self.0);
        memory.is_unsaved |= memory.seen.update(&now);
        if !memory.is_unsaved {
            return;
        }
        match memory.seen.write(var) {
            Ok(()) => memory.is_unsaved = false,
            // A full disk is the build's to report. The next build tries again.
            Err(error) => tracing::info!("studio: versions of translations: {error}"),
        }
    }

    /// Paths of the translations that are older than their original, the text of the default
    /// language.
    pub(super) fn find_outdated(&self, listing: &[ListedEntry]) -> BTreeSet<String> {
        lock(&self.0).seen.find_outdated(&translations(listing))
    }
}

/// The translations of a listing, each with its original.
pub(crate) fn translations(listing: &[ListedEntry]) -> Vec<Translation> {
    listing.iter().flat_map(pair_texts).collect()
}

fn pair_texts(entry: &ListedEntry) -> impl Iterator<Item = Translation> {
    let (original, others) = match entry.texts.split_first() {
        Some((original, others)) => (original.as_ref(), others),
        None => (None, &[][..]),
    };
    let others = others.iter().flatten();
    others.filter_map(move |text| {
        let original = original.filter(|original| original.file != text.file)?;
        Some(Translation {
            path: inside(&text.file).to_owned(),
            versions: Versions {
                own: text.hash,
                original: original.hash,
            },
        })
    })
}

/// `content/news/a/en.md` without the folder's own name.
pub(crate) fn inside(file: &str) -> &str {
    file.split_once('/').map_or(file, |(_, inside)| inside)
}
