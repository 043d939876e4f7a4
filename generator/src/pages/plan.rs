//! PURE: which pages there are. Routes × entries × pages of lists × locales, in a fixed order.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

use contract::build::Access;
use contract::locale::Locale;
use contract::route::{Query, Route};

mod compact;
pub mod files;

pub use compact::Plan;
use compact::{Path, PlanBuilder};

/// Number of a page in the order of its [`Plan`].
pub type PageIndex = usize;

/// One page to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePlan {
    /// Position in the route table.
    pub route: usize,
    /// Position in the list of locales.
    pub locale: usize,
    /// Access: everybody, or signed-in visitors.
    pub access: Access,
    /// Path with the locale's prefix.
    pub href: String,
    /// Unprefixed path.
    pub path: String,
    /// Parameter of the route's path: a page has one parameter at most.
    pub param: Option<Param>,
    /// The pages of the same path in every locale that shows it, this page included.
    pub alternates: Vec<PlannedAlternate>,
}

/// A route parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// `id` of an entry's page, `page` of a list's.
    pub name: &'static str,
    /// Value of the parameter.
    pub value: String,
}

impl PagePlan {
    /// Parameters of the page, as its payload has them.
    pub fn params(&self) -> BTreeMap<String, String> {
        let param = self.param.iter();
        param
            .map(|Param { name, value }| ((*name).to_owned(), value.clone()))
            .collect()
    }
}

/// One language of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedAlternate {
    /// Position in the list of locales.
    pub locale: usize,
    /// Path with the locale's prefix.
    pub href: String,
    /// True if the page has a text in this language, instead of showing another language's.
    pub is_own: bool,
}

/// Facts of content that a plan needs.
pub trait Entries {
    /// The visible entries of a collection in the order of slugs; none if there is no such
    /// collection.
    fn entries(&self, collection: &str) -> Option<impl Iterator<Item = PlannedEntry>>;
    /// How many pages the list `query` has in a locale; at least one.
    fn pages(&self, query: &Query, locale: &Locale, is_guarded: bool) -> u32;
}

/// An entry that becomes a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedEntry {
    /// Slug of the entry: the value of `:id`.
    pub slug: Arc<str>,
    /// `access: guarded`.
    pub is_guarded: bool,
    /// How the entry is shown in each locale.
    pub shown: Vec<LocaleText>,
}

/// How an entry is shown in a locale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LocaleText {
    /// In the locale's own words.
    Own,
    /// In another language's words (the collection falls back).
    Fallback,
    /// The entry is not shown there.
    Missing,
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
        /// The problem, and the expected form.
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
    /// More paths than a plan counts.
    #[error("the paths of all pages take more than 4 GiB; divide the content among several sites")]
    TooLarge,
}

/// The pages of the site. The languages of a page are adjacent.
pub fn plan(
    routes: &[Route],
    locales: &[Locale],
    entries: &impl Entries,
) -> Result<Plan, PlanError> {
    routes.iter().try_for_each(files::check)?;
    let mut draft = PlanBuilder::new(locales);
    for (position, route) in routes.iter().enumerate() {
        let mut add = |path: Path| draft.add(position, access(route, path.is_guarded), path);
        match (&route.entries, route.path.contains(":id")) {
            (None, false) => list_paths(route, locales, entries)?.try_for_each(&mut add)?,
            (Some(collection), true) => {
                entry_paths(route, collection, entries)?.try_for_each(&mut add)?;
            }
            _ => {
                return Err(PlanError::Enumeration {
                    route: route.id.clone(),
                });
            }
        }
    }
    let plan = draft.finish();
    distinct(&plan, routes)?;
    Ok(plan)
}

/// Error documents are under `/_error/`, where visitors cannot open them by address.
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

fn entry_paths(
    route: &Route,
    collection: &str,
    entries: &impl Entries,
) -> Result<impl Iterator<Item = Path>, PlanError> {
    let unknown = || PlanError::UnknownCollection {
        route: route.id.clone(),
        collection: collection.to_owned(),
    };
    let at = route.path.find(":id").unwrap_or_default();
    let path = move |entry: PlannedEntry| Path {
        path: route.path.replace(":id", &entry.slug),
        param: Some(("id", at..at + entry.slug.len())),
        is_guarded: entry.is_guarded,
        shown: entry.shown,
    };
    Ok(entries.entries(collection).ok_or_else(unknown)?.map(path))
}

/// `/news`, `/news/page/2`, …: a language with fewer entries has fewer pages.
fn list_paths(
    route: &Route,
    locales: &[Locale],
    entries: &impl Entries,
) -> Result<impl Iterator<Item = Path>, PlanError> {
    let query = list_query(route)?;
    let count = |locale| query.map_or(1, |query| entries.pages(query, locale, route.requires_auth));
    let counts: Vec<u32> = locales.iter().map(count).collect();
    let last = counts.iter().copied().max().unwrap_or(1);
    let path = move |page: u32| {
        let shown = |count: &u32| match page <= *count {
            true => LocaleText::Own,
            false => LocaleText::Missing,
        };
        let (path, param) = match page {
            1 => (route.path.clone(), None),
            _ => {
                let list = format!("{}/page/", route.path.trim_end_matches('/'));
                let path = format!("{list}{page}");
                let value = list.len()..path.len();
                (path, Some(("page", value)))
            }
        };
        Path {
            path,
            param,
            is_guarded: false,
            shown: counts.iter().map(shown).collect(),
        }
    };
    Ok((1..=last).map(path))
}

fn list_query(route: &Route) -> Result<Option<&Query>, PlanError> {
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

/// Refuses two pages, or files of pages, at one path.
///
/// Of every path a number is remembered. Only where two have the same one, the paths themselves are
/// compared: a map of them would be the largest thing in memory just before the pages are made.
fn distinct(plan: &Plan, routes: &[Route]) -> Result<(), PlanError> {
    let number = |path: &str| BuildHasherDefault::<DefaultHasher>::default().hash_one(path);
    let mut numbers = Vec::with_capacity(plan.len());
    numbers.extend(claimed_paths(plan, routes).map(|(path, _)| number(&path)));
    numbers.sort_unstable();
    let twice = numbers.windows(2).filter(|pair| pair[0] == pair[1]);
    let twice: HashSet<u64> = twice.map(|pair| pair[0]).collect();
    if twice.is_empty() {
        return Ok(());
    }
    let mut seen: HashMap<String, usize> = HashMap::new();
    for (path, route) in
        claimed_paths(plan, routes).filter(|(path, _)| twice.contains(&number(path)))
    {
        if let Some(first) = seen.insert(path.clone(), route) {
            let id = |route: usize| routes[route].id.clone();
            return Err(PlanError::Twice {
                path,
                first: id(first),
                second: id(route),
            });
        }
    }
    Ok(())
}

/// Every path of a page or of a file of a page, in the order of the pages, and the position of its
/// route.
fn claimed_paths<'a>(
    plan: &'a Plan,
    routes: &'a [Route],
) -> impl Iterator<Item = (String, usize)> + 'a {
    plan.hrefs().flat_map(|(href, route)| {
        let files: Vec<String> = files::paths(&href, &routes[route]).collect();
        let paths = std::iter::once(href).chain(files);
        paths.map(move |path| (path, route))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    struct News(u32);

    impl Entries for News {
        fn entries(&self, collection: &str) -> Option<impl Iterator<Item = PlannedEntry>> {
            let entry = |slug: &str, is_guarded, en| PlannedEntry {
                slug: slug.into(),
                is_guarded,
                shown: vec![LocaleText::Own, en],
            };
            let entries = || {
                let entries = [
                    entry("a", false, LocaleText::Own),
                    entry("b", true, LocaleText::Fallback),
                    entry("c", false, LocaleText::Missing),
                ];
                entries.into_iter()
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

    fn plan_paths(routes: serde_json::Value) -> Result<Vec<String>, PlanError> {
        let routes: Vec<Route> = serde_json::from_value(routes).unwrap();
        let pages = plan(&routes, &locales(), &News(3))?;
        Ok(pages
            .iter()
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
        assert_eq!(plan_paths(routes).unwrap(), expected);
    }

    #[test]
    fn a_page_knows_its_other_languages_and_which_are_in_their_own_words() {
        let routes: Vec<Route> = serde_json::from_value(
            json!([{"id": "article", "path": "/news/:id", "layout": "default", "entries": "news"}]),
        )
        .unwrap();
        let pages = plan(&routes, &locales(), &News(1)).unwrap();
        let own = |page: PagePlan| {
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
        let access: Vec<String> = plan_paths(routes)
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
            plan_paths(json!([route])).unwrap_err()
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
        assert!(
            matches!(plan_paths(routes), Err(PlanError::Twice { path, .. }) if path == "/news/a")
        );
    }

    #[test]
    fn a_file_stands_beside_its_page_where_nothing_else_may_stand() {
        let files = json!([{"name": "list.csv", "type": "text/csv; charset=utf-8"}]);
        let routes = json!([
            {"id": "news", "path": "/news", "layout": "default", "files": files},
            {"id": "other", "path": "/news/list.csv", "layout": "default"}
        ]);
        assert!(
            matches!(plan_paths(routes), Err(PlanError::Twice { path, .. }) if path == "/news/list.csv")
        );
    }
}
