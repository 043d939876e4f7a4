//! PURE: how many texts use each character.

use std::collections::{BTreeMap, BTreeSet};

use contract::build::Access;

use generator_content::{Characters, Content};

/// The characters of a site's content, catalogs and configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Used {
    /// Character → how many public texts use it.
    pub(super) public: BTreeMap<char, u32>,
    /// Characters of guarded texts; public ones may be among them.
    pub(super) guarded: BTreeSet<char>,
    /// How many public texts there are.
    pub(super) texts: u32,
}

/// Counts the used characters. Content that is not visible now (drafts, scheduled or expired
/// entries) is not in `content`, so it cannot count.
pub(super) fn count_characters(content: &Content, catalogs: &str) -> Used {
    let mut public = Counts::default();
    let mut guarded = BTreeSet::new();
    public.add(&Characters::of_text(catalogs));
    public.add(&Characters::of_value(&content.site.public));
    let collections = content.collections.values();
    let entries = collections.flat_map(|one| one.entries().iter().map(move |entry| (one, entry)));
    for (collection, entry) in entries {
        let mut last = None;
        for locale in 0..content.locales.len() {
            let shown = entry.text(locale).map(|shown| shown.text);
            // Languages that share a text show it once.
            if shown == last {
                continue;
            }
            last = shown;
            let Some(text) = collection.text(entry, locale) else {
                continue;
            };
            if entry.access == Access::Public {
                public.add(&text.characters);
            } else {
                guarded.extend(text.characters.iter());
            }
        }
    }
    Used {
        texts: public.texts,
        public: public.into_sorted(),
        guarded,
    }
}

/// A counter for each character of the basic plane, a map for the few beyond: millions are counted
/// in milliseconds.
struct Counts {
    plane: Vec<u32>,
    beyond: BTreeMap<char, u32>,
    texts: u32,
}

impl Default for Counts {
    fn default() -> Self {
        Self {
            plane: vec![0; 0x1_0000],
            beyond: BTreeMap::new(),
            texts: 0,
        }
    }
}

impl Counts {
    fn add(&mut self, characters: &Characters) {
        self.texts += 1;
        for character in characters.iter() {
            match self.plane.get_mut(u32::from(character) as usize) {
                Some(count) => *count += 1,
                None => *self.beyond.entry(character).or_default() += 1,
            }
        }
    }

    fn into_sorted(self) -> BTreeMap<char, u32> {
        let plane = (0u32..).zip(self.plane).filter(|(_, count)| *count > 0);
        let mut sorted: BTreeMap<char, u32> = plane
            .filter_map(|(code, count)| Some((char::from_u32(code)?, count)))
            .collect();
        sorted.extend(self.beyond);
        sorted
    }
}
