//! PURE: which pages there are. Routes × entries × pages of lists × locales, in a fixed order.

use std::collections::BTreeMap;

use contract::build::Access;
use contract::locale::Locale;
use contract::route::{Query, Route};

/// One page to be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PagePlan {
    /// Position in the route table.
    pub route: usize,
    /// Position in the list of locales.
    pub locale: usize,
    /// Unprefixed path.
    pub path: String,
    /// Path with the locale's prefix.
    pub href: String,
    /// Route parameters.
    pub params: BTreeMap<String, String>,
    /// Who may read it.
    pub access: Access,
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
    pub slug: String,
    /// `access: guarded`.
    pub is_guarded: bool,
}

/// Why the route table and the content do not fit together.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PlanError {
    /// A route names a collection that content does not have.
    #[error("route `{route}` enumerates the collection `{collection}`, which content does not have")]
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
pub fn plan(routes: &[Route], locales: &[Locale], entries: &impl Entries) -> Result<Vec<PagePlan>, PlanError> {
    let mut pages = Vec::new();
    for (position, route) in routes.iter().enumerate() {
        for (path, params, is_guarded) in paths(route, locales, entries)? {
            for (number, locale) in locales.iter().enumerate() {
                let is_beyond = !has_page(route, &params, locale, entries);
                if is_beyond {
                    continue;
                }
                let (path, params) = (path.clone(), params.clone());
                let access = access(route, is_guarded);
                pages.push(PagePlan { route: position, locale: number, href: locale.href(&path), path, params, access });
            }
        }
    }
    distinct(pages, routes)
}

/// Error documents stand under `/_error/`, where nobody can open them by address.
fn is_error_document(route: &Route) -> bool {
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

type Path = (String, BTreeMap<String, String>, bool);

fn paths(route: &Route, locales: &[Locale], entries: &impl Entries) -> Result<Vec<Path>, PlanError> {
    match (&route.entries, route.path.contains(":id")) {
        (None, false) => Ok(list_paths(route, locales, entries)?),
        (Some(collection), true) => entry_paths(route, collection, entries),
        _ => Err(PlanError::Enumeration { route: route.id.clone() }),
    }
}

fn entry_paths(route: &Route, collection: &str, entries: &impl Entries) -> Result<Vec<Path>, PlanError> {
    let unknown = || PlanError::UnknownCollection { route: route.id.clone(), collection: collection.to_owned() };
    let entries = entries.entries(collection).ok_or_else(unknown)?;
    let path = |entry: PlannedEntry| {
        let params = BTreeMap::from([("id".to_owned(), entry.slug.clone())]);
        (route.path.replace(":id", &entry.slug), params, entry.is_guarded)
    };
    Ok(entries.into_iter().map(path).collect())
}

/// `/news`, `/news/page/2`, … as far as the language with most pages goes.
fn list_paths(route: &Route, locales: &[Locale], entries: &impl Entries) -> Result<Vec<Path>, PlanError> {
    let mut paths = vec![(route.path.clone(), BTreeMap::new(), false)];
    if let Some(query) = paginated(route)? {
        let count = locales.iter().map(|locale| entries.pages(query, locale, route.requires_auth)).max().unwrap_or(1);
        let parent = route.path.trim_end_matches('/');
        paths.extend((2..=count).map(|page| {
            let params = BTreeMap::from([("page".to_owned(), page.to_string())]);
            (format!("{parent}/page/{page}"), params, false)
        }));
    }
    Ok(paths)
}

fn paginated(route: &Route) -> Result<Option<&Query>, PlanError> {
    let Some(name) = &route.paginate else { return Ok(None) };
    match route.data.get(name) {
        Some(query @ Query::List { page_size: Some(1..), .. }) => Ok(Some(query)),
        _ => Err(PlanError::NotPaginated { route: route.id.clone(), query: name.clone() }),
    }
}

/// A language with fewer entries has fewer pages of a list.
fn has_page(route: &Route, params: &BTreeMap<String, String>, locale: &Locale, entries: &impl Entries) -> bool {
    let page = params.get("page").and_then(|page| page.parse::<u32>().ok()).unwrap_or(1);
    let query = paginated(route).ok().flatten();
    page == 1 || query.is_some_and(|query| page <= entries.pages(query, locale, route.requires_auth))
}

fn distinct(pages: Vec<PagePlan>, routes: &[Route]) -> Result<Vec<PagePlan>, PlanError> {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for page in &pages {
        if let Some(first) = seen.insert(&page.href, page.route) {
            let id = |route: usize| routes[route].id.clone();
            return Err(PlanError::Twice { path: page.href.clone(), first: id(first), second: id(page.route) });
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
            let entry = |slug: &str, is_guarded| PlannedEntry { slug: slug.to_owned(), is_guarded };
            (collection == "news").then(|| vec![entry("a", false), entry("b", true)])
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
        Ok(pages.into_iter().map(|page| format!("{} {:?}", page.href, page.access)).collect())
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
            "/ Public", "/en Public", "/news Public", "/en/news Public", "/news/page/2 Public", "/news/page/3 Public",
            "/news/a Public", "/en/news/a Public", "/news/b Guarded", "/en/news/b Guarded",
        ];
        assert_eq!(planned(routes).unwrap(), expected);
    }

    #[test]
    fn r6_02_access_follows_the_route() {
        let routes = json!([
            {"id": "product", "path": "/product", "layout": "default", "requiresAuth": true},
            {"id": "login", "path": "/login", "layout": "login", "guestOnly": true},
            {"id": "error-500", "path": "/_error/500", "layout": "error", "status": 500}
        ]);
        let access: Vec<String> = planned(routes).unwrap().into_iter().filter(|page| !page.starts_with("/en")).collect();
        assert_eq!(access, ["/product Guarded", "/login Guest", "/_error/500 Private"]);
    }

    #[test]
    fn routes_that_cannot_be_enumerated_are_named() {
        let route = |extra: serde_json::Value| {
            let mut route = json!({"id": "r", "path": "/r", "layout": "default"});
            route.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
            planned(json!([route])).unwrap_err()
        };
        let (r, collection) = ("r".to_owned(), "cases".to_owned());
        assert_eq!(route(json!({"path": "/r/:id", "entries": "cases"})), PlanError::UnknownCollection { route: r.clone(), collection });
        assert_eq!(route(json!({"path": "/r/:id"})), PlanError::Enumeration { route: r.clone() });
        assert_eq!(route(json!({"paginate": "list"})), PlanError::NotPaginated { route: r, query: "list".to_owned() });
    }

    #[test]
    fn two_routes_for_one_path_are_refused() {
        let routes = json!([
            {"id": "one", "path": "/news/a", "layout": "default"},
            {"id": "article", "path": "/news/:id", "layout": "default", "entries": "news"}
        ]);
        assert!(matches!(planned(routes), Err(PlanError::Twice { path, .. }) if path == "/news/a"));
    }
}
