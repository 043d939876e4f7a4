//! PURE: how two builds differ, page by page, and how a text of one differs from the other's.
//!
//! Only differences that a visitor, a client or the origin can notice are compared: not which build
//! holds a file, not when it was made.

mod crawler_head;
pub mod places;
pub mod rules;
pub mod text;
pub mod words;

use std::collections::{BTreeMap, BTreeSet};

use contract::build::{Entry, Index};
use serde::Serialize;

use crate::{Builds, Live, Tree};
use places::JsonPlace;
use rules::{Rules, kind_change};

/// How two builds differ. Every list is sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Differences of the roots: `app`, `locales`, `assets/entry.js`.
    pub site: Vec<String>,
    /// Pages that came, went or changed.
    pub pages: Changes<ChangedPage>,
    /// Files that belong to no page: media, sitemaps, cards, fonts' style sheet.
    pub files: Changes<ChangedFile>,
}

/// Items that came, went, changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changes<T> {
    /// Items that only the second build has.
    pub added: Vec<PathRules>,
    /// Items that only the first build has.
    pub removed: Vec<PathRules>,
    /// Items of both builds that differ.
    pub changed: Vec<T>,
}

/// A path and its entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PathRules {
    /// Path with prefix.
    pub path: String,
    /// Rules of the entry there.
    #[serde(flatten)]
    pub rules: Rules,
}

/// A page of both builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangedPage {
    /// Path with prefix.
    pub path: String,
    /// Which parts of it differ.
    pub parts: BTreeSet<Part>,
    /// Where the payload or the head differ: `payload.data.entry.title`.
    pub places: Vec<JsonPlace>,
    /// Names of its files that differ: `figures.csv`.
    pub files: Vec<String>,
    /// Rules that differ: `access guarded → public`.
    pub rules: Vec<String>,
    /// Rules of the entry there now.
    pub rules_now: Rules,
}

/// A part of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The payload: the content.
    Content,
    /// The head, for search engines and messengers.
    Head,
    /// The document alone: markup, styles, scripts, the texts of `site.yaml` on every page.
    Chrome,
    /// The files that the page offers.
    Files,
    /// Access, status, headers.
    Rules,
}

/// A file of both builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangedFile {
    /// Path with prefix.
    pub path: String,
    /// The differences: `bytes`, `access guarded → public`.
    pub what: Vec<String>,
    /// Rules of the entry there now.
    pub rules_now: Rules,
}

/// Entries at a path, in the first build and in the second.
type Pair = (Option<Entry>, Option<Entry>);

impl Difference {
    /// The difference of `before` and `after`; `places` answers where payloads and heads of a page
    /// differ.
    ///
    /// # Errors
    /// Those of `places`.
    pub fn between(
        before: &Live,
        after: &Live,
        places: impl Fn(&str) -> anyhow::Result<Vec<JsonPlace>>,
    ) -> anyhow::Result<Self> {
        let trees = [&before.tree, &after.tree];
        let mut of_pages: BTreeMap<String, Vec<(String, Pair)>> = BTreeMap::new();
        let mut difference = Self {
            site: roots(&before.index, &after.index),
            ..Self::default()
        };
        for (path, pair) in differing(trees) {
            match page_of(&path, trees) {
                Some(page) => of_pages.entry(page).or_default().push((path, pair)),
                None => difference.files.add(path, pair, changed_file),
            }
        }
        for (page, paths) in of_pages {
            let [before, after] = trees.map(|tree| tree.get(&page));
            let changed = match (&before, &after) {
                (Some(_), Some(now)) => Some(changed_page(&page, now, &paths, &places)?),
                _ => None,
            };
            difference
                .pages
                .add(page, (before, after), |_, _, _| changed);
        }
        Ok(difference)
    }

    /// The difference of two builds on disk.
    ///
    /// # Errors
    /// A payload cannot be read.
    pub fn read(before: (&Builds, &Live), after: (&Builds, &Live)) -> anyhow::Result<Self> {
        Self::between(before.1, after.1, |page| page_places(before, after, page))
    }

    /// True if the two builds cannot be distinguished.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }
}

/// Where payload and head of a page differ between two builds.
///
/// # Errors
/// A payload or document cannot be read.
pub fn page_places(
    before: (&Builds, &Live),
    after: (&Builds, &Live),
    page: &str,
) -> anyhow::Result<Vec<JsonPlace>> {
    let [old, new] = [before, after].map(|(builds, live)| builds.payload(live, page));
    let mut found = places::places(&old?, &new?);
    let [old, new] = [before, after].map(|(builds, live)| builds.document(live, page));
    found.extend(crawler_head::places(&old?, &new?));
    Ok(found)
}

impl<T> Default for Changes<T> {
    fn default() -> Self {
        let (added, removed, changed) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            added,
            removed,
            changed,
        }
    }
}

impl<T> Changes<T> {
    fn add(
        &mut self,
        path: String,
        pair: Pair,
        changed: impl FnOnce(&str, &Entry, &Entry) -> Option<T>,
    ) {
        let standing = |entry: Entry| PathRules {
            path: path.clone(),
            rules: Rules::new(&entry),
        };
        match pair {
            (Some(before), Some(after)) => self.changed.extend(changed(&path, &before, &after)),
            (Some(before), None) => self.removed.push(standing(before)),
            (None, Some(after)) => self.added.push(standing(after)),
            (None, None) => {}
        }
    }
}

/// Paths at which the builds differ, sorted.
fn differing([before, after]: [&Tree; 2]) -> BTreeMap<String, Pair> {
    let mut pairs: BTreeMap<String, Pair> = BTreeMap::new();
    for (path, entry) in before.iter() {
        let other = after.get(&path);
        if other.as_ref().map(Rules::new) != Some(Rules::new(&entry)) {
            pairs.insert(path, (Some(entry), other));
        }
    }
    let added = after.iter().filter(|(path, _)| before.get(path).is_none());
    pairs.extend(added.map(|(path, entry)| (path, (None, Some(entry)))));
    pairs
}

/// The page that a document, a payload or a page's file belongs to. A file at the top, like
/// `/sitemap.xml`, belongs to no page.
fn page_of(path: &str, trees: [&Tree; 2]) -> Option<String> {
    let is_document = |path: &str| {
        let entries = trees.iter().filter_map(|tree| tree.get(path));
        entries
            .into_iter()
            .any(|entry| matches!(entry, Entry::File(file) if file.key.is_some()))
    };
    if is_document(path) {
        return Some(path.to_owned());
    }
    let (page, name) = path.rsplit_once('/')?;
    let page = match (page, name) {
        ("", "_payload.json") => "/",
        ("", _) => return None,
        (page, _) => page,
    };
    is_document(page).then(|| page.to_owned())
}

/// The difference of a page, from the paths of it that differ.
fn changed_page(
    page: &str,
    now: &Entry,
    paths: &[(String, Pair)],
    places: impl Fn(&str) -> anyhow::Result<Vec<JsonPlace>>,
) -> anyhow::Result<ChangedPage> {
    let mut changed = ChangedPage {
        path: page.to_owned(),
        parts: BTreeSet::new(),
        places: Vec::new(),
        files: Vec::new(),
        rules: Vec::new(),
        rules_now: Rules::new(now),
    };
    let (mut is_other_document, mut is_other_payload) = (false, false);
    for (path, pair) in paths {
        let name = path.rsplit('/').next().unwrap_or_default();
        match name {
            _ if path == page => {
                changed.rules = rule_changes(pair);
                is_other_document = is_page_of_both(pair) && bytes_differ(pair);
            }
            // A redirect has no payload: the page's rules name the change.
            "_payload.json" => is_other_payload = is_of_both(pair) && bytes_differ(pair),
            name => changed.files.push(name.to_owned()),
        }
    }
    if is_other_document || is_other_payload {
        changed.places = places(page)?;
    }
    changed.parts = parts(&changed, is_other_document);
    Ok(changed)
}

/// True if both builds have a document there.
fn is_page_of_both((before, after): &Pair) -> bool {
    [before, after]
        .iter()
        .all(|entry| matches!(entry, Some(Entry::File(file)) if file.key.is_some()))
}

/// True if both builds have a file there.
fn is_of_both((before, after): &Pair) -> bool {
    [before, after]
        .iter()
        .all(|entry| matches!(entry, Some(Entry::File(_))))
}

/// True if one of two entries is missing, or they have other bytes.
fn bytes_differ(pair: &Pair) -> bool {
    let (Some(before), Some(after)) = pair else {
        return true;
    };
    Rules::new(before).hash() != Rules::new(after).hash()
}

/// Rules that differ between two entries.
fn rule_changes(pair: &Pair) -> Vec<String> {
    let (Some(before), Some(after)) = pair else {
        return Vec::new();
    };
    let facts = Rules::new(before).changes(&Rules::new(after));
    kind_change(before, after)
        .into_iter()
        .chain(facts)
        .collect()
}

/// The parts of a page that differ, by all that differs in it.
fn parts(changed: &ChangedPage, is_other_document: bool) -> BTreeSet<Part> {
    let is_at = |part| changed.places.iter().any(|place| place.part() == part);
    // A document follows its payload; other changes of the document are then unknown, unless the
    // app changed.
    let follows = is_at(Part::Content) || is_at(Part::Head);
    let parts = [
        (Part::Content, is_at(Part::Content)),
        (Part::Head, is_at(Part::Head)),
        (
            Part::Chrome,
            is_at(Part::Chrome) || (is_other_document && !follows),
        ),
        (Part::Files, !changed.files.is_empty()),
        (Part::Rules, !changed.rules.is_empty()),
    ];
    let differing = parts.into_iter().filter(|(_, differs)| *differs);
    differing.map(|(part, _)| part).collect()
}

fn changed_file(path: &str, before: &Entry, after: &Entry) -> Option<ChangedFile> {
    let kind = kind_change(before, after);
    let (before, after) = (Rules::new(before), Rules::new(after));
    let is_other = kind.is_none() && before.hash() != after.hash();
    let bytes = is_other.then(|| "bytes".to_owned());
    let facts = before.changes(&after);
    let what = kind.into_iter().chain(bytes).chain(facts).collect();
    Some(ChangedFile {
        path: path.to_owned(),
        what,
        rules_now: after,
    })
}

/// The fields of the roots that differ; of assets, their names.
fn roots(before: &Index, after: &Index) -> Vec<String> {
    let fields = [
        ("app", before.app == after.app),
        ("locales", before.locales == after.locales),
        ("texts", before.texts == after.texts),
        ("localeCookie", before.locale_cookie == after.locale_cookie),
        ("publicUrl", before.public_url == after.public_url),
        (
            "inlineScripts",
            before.inline_scripts == after.inline_scripts,
        ),
        (
            "headerClasses",
            before.header_classes == after.header_classes,
        ),
        ("errors", before.errors == after.errors),
        ("origin", before.origin == after.origin),
    ];
    let differing = fields.into_iter().filter(|(_, is_same)| !is_same);
    let names: BTreeSet<&String> = before.assets.keys().chain(after.assets.keys()).collect();
    let assets = names
        .into_iter()
        .filter(|name| before.assets.get(*name) != after.assets.get(*name));
    differing
        .map(|(name, _)| name.to_owned())
        .chain(assets.map(|name| format!("assets/{name}")))
        .collect()
}

#[cfg(test)]
mod tests;
