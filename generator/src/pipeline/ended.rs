//! Addresses that a build ends, and where their pages went.

use std::collections::BTreeMap;

use contract::build::{Access, Entry};
use contract::locale::Locale;
use contract::route::Route;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::artifacts::BuildArtifacts;
use crate::pages::input::entry_paths;
use crate::pages::render::outcome::ChangeKind;
use crate::report::PageChanges;
use crate::report::ended::{EndedAddress, Why};
use generator_builds::{Live, Store, Tree, paths};
use generator_content::Content;
use generator_content::redirects::Hidden;

/// New pages that are held against those that are gone: renaming a folder makes few.
const NEW_MAX: usize = 200;

/// Maximum number of addresses for which a page is looked for elsewhere.
const SOUGHT_MAX: usize = 50;

/// A shorter text does not identify its page well.
const TEXT_MIN: usize = 40;

/// The addresses that `made` ends.
pub(super) fn ended_addresses(
    made: &BuildArtifacts,
    live: Option<&Live>,
    store: &Store,
    routes: &[Route],
) -> Vec<EndedAddress> {
    let removed = &made.staged.changes.removed_pages;
    let Some(live) = live.filter(|_| !removed.is_empty()) else {
        return Vec::new();
    };
    let builds = Builds {
        store,
        live: &live.tree,
        next: &made.staged.tree,
        content: &made.inputs.content,
        routes,
        pages: &made.pages.changes,
    };
    builds.addresses(removed)
}

/// The two builds, and the content of the new one.
struct Builds<'a> {
    store: &'a Store,
    live: &'a Tree,
    next: &'a Tree,
    content: &'a Content,
    routes: &'a [Route],
    pages: &'a PageChanges,
}

/// The fields of a payload file that are read here; the file may be one of an older version.
#[derive(Deserialize)]
struct ReadPage {
    locale: String,
    route: String,
    payload: ReadPayload,
    head: ReadHead,
}

#[derive(Deserialize)]
struct ReadPayload {
    data: Map<String, Value>,
}

#[derive(Deserialize)]
struct ReadHead {
    title: String,
}

/// A page as visitors know it, whatever its address.
struct Identity {
    locale: String,
    route: String,
    title: String,
    /// The texts of its answers.
    texts: Vec<String>,
}

impl Builds<'_> {
    /// The addresses of the pages at `removed`.
    fn addresses(&self, removed: &[String]) -> Vec<EndedAddress> {
        let mut addresses: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for page in removed.iter().filter(|page| !self.is_of_list(page)) {
            let path = without_prefix(page, &self.content.locales);
            addresses.entry(path).or_default().push(page.clone());
        }
        let mut new = None;
        let sought = addresses.into_iter().enumerate();
        let address = |(number, (path, pages)): (usize, (String, Vec<String>))| {
            let known = self.why(&path, &pages);
            let why = known.unwrap_or_else(|| {
                let new = new.get_or_insert_with(|| self.new_pages());
                let is_sought = number < SOUGHT_MAX;
                let moved = is_sought.then(|| self.moved_to(&pages, new)).flatten();
                moved.unwrap_or(Why::Removed)
            });
            EndedAddress { path, pages, why }
        };
        sought.map(address).collect()
    }

    /// The reason, if the page need not be looked for.
    fn why(&self, path: &str, pages: &[String]) -> Option<Why> {
        let hrefs = entry_paths(self.routes);
        let hidden = hrefs.iter().find_map(|(collection, pattern)| {
            let (before, after) = pattern.split_once(":id")?;
            let slug = path.strip_prefix(before)?.strip_suffix(after)?;
            self.content.hidden(collection, slug)
        });
        let is_guarded = |page: &String| {
            let entry = self.live.get(page);
            matches!(entry, Some(Entry::File(file)) if file.access == Access::Guarded)
        };
        match hidden {
            Some(Hidden::Expired) => Some(Why::Expired),
            Some(Hidden::Waiting) => Some(Why::Held),
            None => pages.iter().any(is_guarded).then_some(Why::Guarded),
        }
    }

    /// True for `/news/page/3`: a list grows and shrinks.
    fn is_of_list(&self, page: &str) -> bool {
        let path = without_prefix(page, &self.content.locales);
        let lists = self.routes.iter().filter(|route| route.paginate.is_some());
        lists.into_iter().any(|route| {
            let list = format!("{}/page/", route.path.trim_end_matches('/'));
            path.starts_with(&list)
        })
    }

    fn new_pages(&self) -> Vec<(String, Identity)> {
        let new = self.pages.changed.iter();
        let new = new.filter(|(_, kind)| *kind == ChangeKind::New);
        new.take(NEW_MAX)
            .filter_map(|(index, _)| {
                let identity = self.identity(self.next, &self.pages.plan.href(*index))?;
                Some((self.pages.plan.path(*index).to_owned(), identity))
            })
            .collect()
    }

    fn moved_to(&self, pages: &[String], new: &[(String, Identity)]) -> Option<Why> {
        if new.is_empty() {
            return None;
        }
        let (to, _) = pages.iter().find_map(|page| {
            let identity = self.identity(self.live, page)?;
            new.iter().find(|(_, other)| identity.is_same(other))
        })?;
        let hrefs = entry_paths(self.routes);
        let entry = hrefs.iter().find_map(|(collection, pattern)| {
            let (before, after) = pattern.split_once(":id")?;
            let slug = to.strip_prefix(before)?.strip_suffix(after)?;
            let found = self.content.collection(collection)?.entry(slug)?;
            Some(format!("content/{collection}/{}", found.slug))
        });
        let to = to.clone();
        Some(Why::Moved { to, entry })
    }

    fn identity(&self, tree: &Tree, page: &str) -> Option<Identity> {
        let path = paths::payload(page);
        let Some(Entry::File(file)) = tree.get(&path) else {
            return None;
        };
        let bytes = self.store.bytes(&path, &file).ok()?;
        let ReadPage {
            locale,
            route,
            payload,
            head,
        } = serde_json::from_slice(&bytes).ok()?;
        let answers = payload.data.values();
        let texts = answers.filter_map(|answer| Some(answer.get("body")?.as_str()?.to_owned()));
        Some(Identity {
            locale,
            route,
            title: head.title,
            texts: texts.filter(|text| text.len() >= TEXT_MIN).collect(),
        })
    }
}

impl Identity {
    fn is_same(&self, other: &Self) -> bool {
        let is_same_text = self.texts.iter().any(|text| other.texts.contains(text));
        let is_same_title = self.title == other.title && self.route == other.route;
        self.locale == other.locale && (is_same_text || is_same_title)
    }
}

/// A page's path without its language.
fn without_prefix(page: &str, locales: &[Locale]) -> String {
    let rest = locales.iter().find_map(|locale| {
        let prefix = Some(&*locale.prefix).filter(|prefix| !prefix.is_empty())?;
        let rest = page.strip_prefix('/')?.strip_prefix(prefix)?;
        (rest.is_empty() || rest.starts_with('/')).then_some(rest)
    });
    match rest {
        Some("") => "/".to_owned(),
        Some(rest) => rest.to_owned(),
        None => page.to_owned(),
    }
}
