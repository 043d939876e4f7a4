//! PURE: which pages there are. Routes × entries × pages of lists × locales, in a fixed order.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use contract::build::Access;
use contract::locale::Locale;
use contract::route::{Query, Route};

pub mod files;

/// One page to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePlan {
    /// Position in the route table.
    pub route: usize,
    /// Position in the list of locales.
    pub locale: usize,
    /// Who may read it.
    pub access: Access,
    /// Path with the locale's prefix.
    pub href: Arc<str>,
    /// Unprefixed path.
    pub path: Arc<str>,
    /// What the route's path leaves open: a page has one parameter at most.
    pub param: Option<Param>,
    /// The same page in every locale that shows it, this one included.
    pub alternates: Arc<[PlannedAlternate]>,
}

/// A route parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// `id` of an entry's page, `page` of a list's.
    pub name: &'static str,
    /// Its value.
    pub value: Arc<str>,
}

impl PagePlan {
    /// Its parameters, as its payload has them.
    pub fn params(&self) -> BTreeMap<String, String> {
        let param = self.param.iter();
        param
            .map(|Param { name, value }| ((*name).to_owned(), value.to_string()))
            .collect()
    }
}

/// One language of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedAlternate {
    /// Position in the list of locales.
    pub locale: usize,
    /// Path with the locale's prefix.
    pub href: Arc<str>,
    /// Shown in its own words, not in another language's.
    pub is_own: bool,
}

/// What the plan must know of content.
pub trait Entries {
    /// The visible entries of a collection in the order of slugs; none if there is no such collection.
    fn entries(&self, collection: &str) -> Option<Vec<PlannedEntry>>;
    /// How many pages the list `query` has in a locale; at least one.
    fn pages(&self, query: &Query, locale: &Locale, is_guarded: bool) -> u32;
}

/// An entry that becomes a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedEntry {
    /// Its slug: the value of `:id`.
    pub slug: Arc<str>,
    /// `access: guarded`.
    pub is_guarded: bool,
    /// By locale: how the entry is shown there.
    pub shown: Vec<Shown>,
}

/// How an entry is shown in a locale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// In its own words.
    Own,
    /// In another language's (the collection falls back).
    Other,
    /// Not at all.
    Not,
}

/// Why the route table and the content do not fit together.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PlanError {
    /// A route names a collection that content does not have.
    #[error(
        "route `{route}` enumerates the collection `{collection}`, which content does not have"
    )]
    UnknownCollection {
        /// Route id.
        route: String,
        /// The name.
        collection: String,
    },
    /// A route paginates something that is no list with a page size.
    #[error("route `{route}` paginates `{query}`, which is no `list` query with a `pageSize`")]
    NotPaginated {
        /// Route id.
        route: String,
        /// The name.
        query: String,
    },
    /// A dynamic route without a collection, or the reverse.
    #[error("route `{route}`: a path with `:id` and `entries` belong together")]
    Enumeration {
        /// Route id.
        route: String,
    },
    /// A route declares a file that no page can offer.
    #[error("route `{route}`, file `{file}`: {reason}")]
    File {
        /// Route id.
        route: String,
        /// The file's name.
        file: String,
        /// What is wrong, and what would be right.
        reason: String,
    },
    /// Two routes yield the same path.
    #[error("the routes `{first}` and `{second}` both yield `{path}`")]
    Twice {
        /// The path.
        path: String,
        /// Route id.
        first: String,
        /// Route id.
        second: String,
    },
}

/// The pages of the site. Both languages of a page stand together.
pub fn plan(
    routes: &[Route],
    locales: &[Locale],
    entries: &impl Entries,
) -> Result<Vec<PagePlan>, PlanError> {
    routes.iter().try_for_each(files::check)?;
    let mut pages = Vec::new();
    for (position, route) in routes.iter().enumerate() {
        let paths = paths(route, locales, entries)?;
        // As long as the site is built, they stay in memory.
        pages.reserve_exact(paths.iter().map(Path::languages).sum());
        for path in paths {
            let alternates = alternates(&path, locales);
            for alternate in alternates.iter() {
                pages.push(PagePlan {
                    route: position,
                    locale: alternate.locale,
                    access: access(route, path.is_guarded),
                    path: path.path.clone(),
                    href: alternate.href.clone(),
                    param: path.param.clone(),
                    alternates: alternates.clone(),
                });
            }
        }
    }
    distinct(pages, routes)
}

fn alternates(path: &Path, locales: &[Locale]) -> Arc<[PlannedAlternate]> {
    let shown = locales
        .iter()
        .enumerate()
        .zip(&path.shown)
        .filter(|(_, shown)| **shown != Shown::Not);
    let href = |locale: &Locale| match locale.href(&path.path) {
        // A locale without a prefix: kept once.
        same if same == *path.path => path.path.clone(),
        other => other.into(),
    };
    let alternate = |((locale, l), shown): ((usize, &Locale), &Shown)| PlannedAlternate {
        locale,
        href: href(l),
        is_own: *shown == Shown::Own,
    };
    shown.map(alternate).collect()
}

/// Error documents stand under `/_error/`, where nobody can open them by address.
pub fn is_error_document(route: &Route) -> bool {
    route.path.starts_with("/_error/")
}

fn access(route: &Route, is_guarded: bool) -> Access {
    if is_error_document(route) {
        Access::Private
    } else if route.requires_auth || is_guarded {
        Access::Guarded
    } else if route.guest_only {
        Access::Guest
    } else {
        Access::Public
    }
}

/// An unprefixed path of a route, in all languages.
struct Path {
    path: Arc<str>,
    param: Option<Param>,
    is_guarded: bool,
    /// By locale.
    shown: Vec<Shown>,
}

impl Path {
    /// In how many it is shown.
    fn languages(&self) -> usize {
        let shown = self.shown.iter().filter(|shown| **shown != Shown::Not);
        shown.count()
    }
}

fn paths(
    route: &Route,
    locales: &[Locale],
    entries: &impl Entries,
) -> Result<Vec<Path>, PlanError> {
    match (&route.entries, route.path.contains(":id")) {
        (None, false) => list_paths(route, locales, entries),
        (Some(collection), true) => entry_paths(route, collection, entries),
        _ => Err(PlanError::Enumeration {
            route: route.id.clone(),
        }),
    }
}

fn entry_paths(
    route: &Route,
    collection: &str,
    entries: &impl Entries,
) -> Result<Vec<Path>, PlanError> {
    let unknown = || PlanError::UnknownCollection {
        route: route.id.clone(),
        collection: collection.to_owned(),
    };
    let path = |entry: PlannedEntry| Path {
        path: route.path.replace(":id", &entry.slug).into(),
        param: Some(Param {
            name: "id",
            value: entry.slug,
        }),
        is_guarded: entry.is_guarded,
        shown: entry.shown,
    };
    Ok(entries
        .entries(collection)
        .ok_or_else(unknown)?
        .into_iter()
        .map(path)
        .collect())
}

/// `/news`, `/news/page/2`, …: a language with fewer entries has fewer pages.
fn list_paths(
    route: &Route,
    locales: &[Locale],
    entries: &impl Entries,
) -> Result<Vec<Path>, PlanError> {
    let query = paginated(route)?;
    let count = |locale| query.map_or(1, |query| entries.pages(query, locale, route.requires_auth));
    let counts: Vec<u32> = locales.iter().map(count).collect();
    let last = counts.iter().copied().max().unwrap_or(1);
    let path = |page: u32| {
        let shown = counts
            .iter()
            .map(|count| {
                if page <= *count {
                    Shown::Own
                } else {
                    Shown::Not
                }
            })
            .collect();
        let (path, param) = match page {
            1 => (route.path.clone(), None),
            _ => (
                format!("{}/page/{page}", route.path.trim_end_matches('/')),
                Some(Param {
                    name: "page",
                    value: page.to_string().into(),
                }),
            ),
        };
        Path {
            path: path.into(),
            param,
            is_guarded: false,
            shown,
        }
    };
    Ok((1..=last).map(path).collect())
}

fn paginated(route: &Route) -> Result<Option<&Query>, PlanError> {
    let Some(name) = &route.paginate else {
        return Ok(None);
    };
    match route.data.get(name) {
        Some(
            query @ Query::List {
                page_size: Some(1..),
                ..
            },
        ) => Ok(Some(query)),
        _ => Err(PlanError::NotPaginated {
            route: route.id.clone(),
            query: name.clone(),
        }),
    }
}

fn distinct(pages: Vec<PagePlan>, routes: &[Route]) -> Result<Vec<PagePlan>, PlanError> {
    let mut seen: HashMap<Cow<'_, str>, usize> = HashMap::with_capacity(pages.len());
    for page in &pages {
        let files = files::paths(page, &routes[page.route]).map(Cow::Owned);
        for path in std::iter::once(Cow::Borrowed(&*page.href)).chain(files) {
            if let Some(first) = seen.insert(path.clone(), page.route) {
                let id = |route: usize| routes[route].id.clone();
                return Err(PlanError::Twice {
                    path: path.into_owned(),
                    first: id(first),
                    second: id(page.route),
                });
            }
        }
    }
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    struct News(u32);

    impl Entries for News {
        fn entries(&self, collection: &str) -> Option<Vec<PlannedEntry>> {
            let entry = |slug: &str, is_guarded, en| PlannedEntry {
                slug: slug.into(),
                is_guarded,
                shown: vec![Shown::Own, en],
            };
            let entries = || {
                vec![
                    entry("a", false, Shown::Own),
                    entry("b", true, Shown::Other),
                    entry("c", false, Shown::Not),
                ]
            };
            (collection == "news").then(entries)
        }

        fn pages(&self, _: &Query, locale: &Locale, _: bool) -> u32 {
            if locale.default { self.0 } else { 1 }
        }
    }

    fn locales() -> Vec<Locale> {
        serde_json::from_value(json!([
            {"code": "zh-CN", "name": "中", "dir": "ltr", "prefix": "", "language": "zh", "default": true},
            {"code": "en", "name": "E", "dir": "ltr", "prefix": "en", "language": "en"}
        ]))
        .unwrap()
    }

    fn planned(routes: serde_json::Value) -> Result<Vec<String>, PlanError> {
        let routes: Vec<Route> = serde_json::from_value(routes).unwrap();
        let pages = plan(&routes, &locales(), &News(3))?;
        Ok(pages
            .into_iter()
            .map(|page| format!("{} {:?}", page.href, page.access))
            .collect())
    }

    #[test]
    fn every_entry_and_every_page_of_a_list_exists_in_the_languages_that_have_it() {
        let list = json!({"query": "list", "collection": "news", "pageSize": 8, "fields": []});
        let routes = json!([
            {"id": "home", "path": "/", "layout": "default"},
            {"id": "news", "path": "/news", "layout": "default", "paginate": "list", "data": {"list": list}},
            {"id": "article", "path": "/news/:id", "layout": "default", "entries": "news"}
        ]);
        let expected = [
            "/ Public",
            "/en Public",
            "/news Public",
            "/en/news Public",
            "/news/page/2 Public",
            "/news/page/3 Public",
            "/news/a Public",
            "/en/news/a Public",
            "/news/b Guarded",
            "/en/news/b Guarded",
            "/news/c Public",
        ];
        assert_eq!(planned(routes).unwrap(), expected);
    }

    #[test]
    fn a_page_knows_its_other_languages_and_which_are_in_their_own_words() {
        let routes: Vec<Route> = serde_json::from_value(
            json!([{"id": "article", "path": "/news/:id", "layout": "default", "entries": "news"}]),
        )
        .unwrap();
        let pages = plan(&routes, &locales(), &News(1)).unwrap();
        let own = |page: &PagePlan| {
            page.alternates
                .iter()
                .map(|alternate| alternate.is_own)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            pages.iter().map(own).collect::<Vec<_>>(),
            [
                vec![true, true],
                vec![true, true],
                vec![true, false],
                vec![true, false],
                vec![true]
            ]
        );
    }

    #[test]
    fn r6_02_access_follows_the_route() {
        let routes = json!([
            {"id": "product", "path": "/product", "layout": "default", "requiresAuth": true},
            {"id": "login", "path": "/login", "layout": "login", "guestOnly": true},
            {"id": "error-500", "path": "/_error/500", "layout": "error", "status": 500}
        ]);
        let access: Vec<String> = planned(routes)
            .unwrap()
            .into_iter()
            .filter(|page| !page.starts_with("/en"))
            .collect();
        assert_eq!(
            access,
            ["/product Guarded", "/login Guest", "/_error/500 Private"]
        );
    }

    #[test]
    fn routes_that_cannot_be_enumerated_are_named() {
        let route = |extra: serde_json::Value| {
            let mut route = json!({"id": "r", "path": "/r", "layout": "default"});
            route
                .as_object_mut()
                .unwrap()
                .extend(extra.as_object().unwrap().clone());
            planned(json!([route])).unwrap_err()
        };
        let (r, collection) = ("r".to_owned(), "cases".to_owned());
        assert_eq!(
            route(json!({"path": "/r/:id", "entries": "cases"})),
            PlanError::UnknownCollection {
                route: r.clone(),
                collection
            }
        );
        assert_eq!(
            route(json!({"path": "/r/:id"})),
            PlanError::Enumeration { route: r.clone() }
        );
        assert_eq!(
            route(json!({"paginate": "list"})),
            PlanError::NotPaginated {
                route: r,
                query: "list".to_owned()
            }
        );
    }

    #[test]
    fn two_routes_for_one_path_are_refused() {
        let routes = json!([
            {"id": "one", "path": "/news/a", "layout": "default"},
            {"id": "article", "path": "/news/:id", "layout": "default", "entries": "news"}
        ]);
        assert!(matches!(planned(routes), Err(PlanError::Twice { path, .. }) if path == "/news/a"));
    }

    #[test]
    fn a_file_stands_beside_its_page_where_nothing_else_may_stand() {
        let files = json!([{"name": "list.csv", "type": "text/csv; charset=utf-8"}]);
        let routes = json!([
            {"id": "news", "path": "/news", "layout": "default", "files": files},
            {"id": "other", "path": "/news/list.csv", "layout": "default"}
        ]);
        assert!(
            matches!(planned(routes), Err(PlanError::Twice { path, .. }) if path == "/news/list.csv")
        );
    }
}
