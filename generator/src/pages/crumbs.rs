//! PURE: the pages above a page, with their titles: `/` and `/news` above `/news/tide`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use contract::locale::Locale;
use contract::route::{Query, Route};
use serde_json::{Map, Value};

use crate::pages::head::{Crumb, place, site_name};
use generator_content::query::{Answer, Read};

/// Titles of the pages that can be above others, by path and number of the language. Each is asked
/// for once, and not once for each page below it.
#[derive(Default)]
pub struct ParentTitles(OnceLock<BTreeMap<(String, usize), ParentTitle>>);

struct ParentTitle {
    /// The title; none if the page has no title in this language.
    title: Option<String>,
    reads: Vec<Read>,
}

/// A site's routes, languages and names.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub(super) routes: &'a [Route],
    pub(super) locales: &'a [Locale],
    /// `site.yaml`'s public part.
    pub(super) public: &'a Value,
}

impl ParentTitles {
    /// The pages above the one at `path`, from the first page of the site on. Sources of their
    /// titles are added to `reads`. `answer` answers a query of a route without parameters.
    pub(super) fn crumbs<'a>(
        &self,
        site: Site<'_>,
        (path, locale): (&str, usize),
        answer: impl Fn(&Route, &Query, usize) -> Option<Answer<'a>>,
        reads: &mut BTreeSet<Read>,
    ) -> Vec<Crumb> {
        if path == "/" {
            return Vec::new();
        }
        let titles = self.0.get_or_init(|| parent_titles(site, answer));
        let own_locale = &site.locales[locale];
        reads.insert(Read::Site);
        let mut crumbs = vec![Crumb {
            name: site_name(site.public, own_locale).to_owned(),
            href: own_locale.href("/"),
        }];
        let ends = path.match_indices('/').map(|(end, _)| end);
        for above in ends.filter(|end| *end > 0).map(|end| &path[..end]) {
            let Some(parent) = titles.get(&(above.to_owned(), locale)) else {
                continue;
            };
            reads.extend(parent.reads.iter().cloned());
            crumbs.extend(parent.title.as_ref().map(|title| Crumb {
                name: title.clone(),
                href: own_locale.href(above),
            }));
        }
        crumbs
    }
}

fn parent_titles<'a>(
    site: Site<'_>,
    answer: impl Fn(&Route, &Query, usize) -> Option<Answer<'a>>,
) -> BTreeMap<(String, usize), ParentTitle> {
    let mut titles = BTreeMap::new();
    for route in site.routes.iter().filter(|route| can_be_above(route)) {
        for locale in 0..site.locales.len() {
            let answer = |query: &Query| answer(route, query, locale);
            titles.insert((route.path.clone(), locale), parent_title(route, answer));
        }
    }
    titles
}

/// A page without parameters that everyone may see.
fn can_be_above(route: &Route) -> bool {
    !route.path.contains(':') && !route.requires_auth && !route.guest_only && route.status.is_none()
}

fn parent_title<'a>(route: &Route, answer: impl Fn(&Query) -> Option<Answer<'a>>) -> ParentTitle {
    let mut reads = Vec::new();
    let place_of_title = route.metadata.title.as_deref();
    let title = place_of_title.and_then(|named| {
        let name = named.split('.').next()?;
        let query = route.data.get(name)?;
        // Also if there is no such entry yet.
        if let Query::Entry {
            collection, slug, ..
        } = query
        {
            reads.push(Read::Entry {
                collection: collection.as_str().into(),
                slug: slug.as_str().into(),
            });
        }
        let answer = answer(query)?;
        reads.extend(answer.reads);
        place(
            &Map::from_iter([(name.to_owned(), answer.value)]),
            Some(named),
        )
    });
    ParentTitle { title, reads }
}

#[cfg(test)]
mod tests {
    use contract::locale::Direction;
    use serde_json::json;

    use super::*;

    fn routes() -> Vec<Route> {
        let page = |id: &str, path: &str, more: Value| {
            let query =
                json!({"query": "entry", "collection": "pages", "slug": id, "fields": ["title"]});
            let mut route = json!({"id": id, "path": path, "layout": "default", "data": {"page": query}, "metadata": {"title": "page.title"}});
            if let (Some(route), Value::Object(more)) = (route.as_object_mut(), more) {
                route.extend(more);
            }
            route
        };
        let routes = json!([
            page("news", "/news", json!({})),
            page("members", "/news/members", json!({"requiresAuth": true})),
            page("lost", "/lost", json!({})),
        ]);
        serde_json::from_value(routes).unwrap()
    }

    /// The crumbs of a page, `name href`, and how many sources they have.
    fn crumbs(path: &str) -> (Vec<String>, usize) {
        let locale = Locale {
            code: "en".to_owned(),
            name: "English".to_owned(),
            language: "en".to_owned(),
            dir: Direction::Ltr,
            prefix: "en".to_owned(),
            default: false,
            formats: None,
        };
        let site = Site {
            routes: &routes(),
            locales: &[locale],
            public: &json!({"name": {"en": "Tide"}}),
        };
        let answer = |route: &Route, _: &Query, _: usize| {
            (route.id != "lost").then(|| Answer {
                value: json!({"title": route.id.to_uppercase()}),
                content_locale: None,
                bodies: Vec::new(),
                reads: Vec::new(),
            })
        };
        let mut reads = BTreeSet::new();
        let crumbs = ParentTitles::default().crumbs(site, (path, 0), answer, &mut reads);
        let lines = crumbs
            .iter()
            .map(|crumb| format!("{} {}", crumb.name, crumb.href));
        (lines.collect(), reads.len())
    }

    #[test]
    fn the_pages_above_are_those_that_everyone_may_see() {
        assert_eq!(crumbs("/"), (vec![], 0));
        assert_eq!(crumbs("/about"), (vec!["Tide /en".to_owned()], 1));
        let news = vec!["Tide /en".to_owned(), "NEWS /en/news".to_owned()];
        assert_eq!(crumbs("/news/tide"), (news.clone(), 2));
        assert_eq!(crumbs("/news/members/ann"), (news, 2));
    }

    #[test]
    fn a_page_above_that_is_not_there_yet_is_a_source() {
        assert_eq!(crumbs("/lost/tide"), (vec!["Tide /en".to_owned()], 2));
    }
}
