//! One page's input: its route's queries answered, its head made. Reads content, decides nothing about files.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

use contract::Hash;
use contract::locale::Locale;
use contract::page::{Alternate, Head, PageInput, Payload};
use contract::route::{Query, Route};
use serde_json::Map;

use crate::card::{self, Card, Cards};
use crate::content::{Body, Content, ShownBody, Standing};
use crate::diagnostic::Diagnostic;
use crate::head::{HeadInput, SeoTable, head, own_title, site_name};
use crate::plan::files;
use crate::plan::{Entries, PagePlan, PlannedEntry, Shown};
use crate::query::{self, Context};
use crate::render::outcome::PageError;
use crate::render::{Prepare, Prepared};

/// What all pages are prepared from.
pub struct Preparer<'a> {
    /// The content.
    pub content: &'a Content,
    /// The route table.
    pub routes: &'a [Route],
    /// The languages.
    pub locales: &'a [Locale],
    /// Settings by position of the locale.
    pub seo: &'a [SeoTable],
    /// What decides a page's bytes besides its input.
    pub renderer: Hash,
    hrefs: BTreeMap<String, String>,
    /// Every path of the site, to check links.
    paths: HashSet<String>,
    problems: Mutex<Vec<Diagnostic>>,
    /// None: the frontend has no cards.
    cards: Option<&'a Cards>,
    /// Path → what is to be drawn there.
    wanted: Mutex<BTreeMap<String, Card>>,
}

impl<'a> Preparer<'a> {
    /// Prepares from these.
    pub fn new(
        content: &'a Content,
        routes: &'a [Route],
        locales: &'a [Locale],
        seo: &'a [SeoTable],
        renderer: Hash,
        cards: Option<&'a Cards>,
    ) -> Self {
        let hrefs = routes
            .iter()
            .filter_map(|route| Some((route.entries.clone()?, route.path.clone())))
            .collect();
        Self {
            content,
            routes,
            locales,
            seo,
            renderer,
            hrefs,
            paths: HashSet::new(),
            problems: Mutex::default(),
            cards,
            wanted: Mutex::default(),
        }
    }

    /// From now on links to paths outside `plan` are problems.
    pub fn check_links_against(&mut self, plan: &[PagePlan]) {
        self.paths = plan.iter().map(|page| page.href.clone()).collect();
        let files = |page| files::paths(page, &self.routes[page.route]);
        self.paths.extend(plan.iter().flat_map(files));
        self.paths
            .extend(self.content.media.iter().map(|media| media.path.clone()));
    }

    /// Problems found in bodies while pages were prepared, each once, in the order of files.
    pub fn problems(self) -> Vec<Diagnostic> {
        let mut problems = self
            .problems
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let place = |problem: &Diagnostic| {
            (
                problem.file.clone(),
                problem.line,
                problem.column,
                problem.code,
            )
        };
        problems.sort_by_key(place);
        problems.dedup_by_key(|problem| place(problem));
        problems
    }

    /// The cards of all pages that were prepared: path → what is to be drawn there.
    pub fn take_cards(&mut self) -> BTreeMap<String, Card> {
        let wanted = self.wanted.get_mut();
        std::mem::take(wanted.unwrap_or_else(PoisonError::into_inner))
    }

    /// Gives a page that strangers may see, and that has no sharing image of its own, a drawn one.
    fn add_card(&self, page: &PagePlan, payload: &Payload, head: &mut Head) {
        let (route, locale) = (&self.routes[page.route], &self.locales[page.locale]);
        let is_wanted = head.image.is_none() && !head.noindex && route.machine.card != Some(false);
        let Some(cards) = self.cards.filter(|_| is_wanted) else {
            return;
        };
        let own = own_title(payload, route);
        let card = Card {
            lang: locale.code.clone(),
            dir: locale.dir,
            title: own.unwrap_or_else(|| head.title.clone()),
            site: site_name(&self.content.site.public, locale).to_owned(),
            seed: page.path.clone(),
        };
        let path = cards.path(&card);
        head.image = Some(format!("{}{path}", self.content.site.url));
        head.image_size = Some(card::SIZE);
        let mut wanted = self.wanted.lock().unwrap_or_else(PoisonError::into_inner);
        wanted.insert(path, card);
    }

    fn payload(
        &self,
        page: &PagePlan,
        route: &Route,
    ) -> Result<(Payload, Vec<ShownBody<'_>>), PageError> {
        let context = self.context(
            page.locale,
            &page.params,
            route,
            page.access == contract::build::Access::Guarded,
        );
        let mut data = Map::new();
        let mut content_locale = None;
        let own = own_text(&route.data);
        let mut bodies = Vec::new();
        for (name, query) in &route.data {
            let standing = if own == Some(name) {
                Standing::Own
            } else {
                Standing::Among
            };
            let context = Context {
                standing,
                ..context
            };
            let answer =
                query::answer(self.content, query, &context).map_err(PageError::Content)?;
            for body in &answer.bodies {
                self.check_body(body.get().map_err(PageError::Content)?);
            }
            bodies.extend(answer.bodies);
            content_locale = content_locale.or(answer.content_locale);
            data.insert(name.clone(), answer.value);
        }
        let alternate = |alternate: &crate::plan::PlannedAlternate| {
            self.alternate(alternate.locale, &alternate.href)
        };
        let payload = Payload {
            params: page.params.clone(),
            data,
            alternates: page.alternates.iter().map(alternate).collect(),
            content_locale,
        };
        Ok((payload, bodies))
    }

    fn alternate(&self, locale: usize, href: &str) -> Alternate {
        Alternate {
            locale: self.locales[locale].code.clone(),
            href: href.to_owned(),
        }
    }

    fn context<'b>(
        &'b self,
        locale: usize,
        params: &'b BTreeMap<String, String>,
        route: &'b Route,
        page_is_guarded: bool,
    ) -> Context<'b> {
        Context {
            route: &route.id,
            locale,
            params,
            hrefs: &self.hrefs,
            page_is_guarded,
            standing: Standing::Among,
        }
    }

    /// Notes what is wrong with a body: its links are known only when it is rendered.
    fn check_body(&self, body: &Body) {
        let is_broken =
            |target: &str| !self.paths.is_empty() && !self.paths.contains(page_of(target));
        let broken = body.links.iter().filter(|link| is_broken(&link.href));
        let mut found: Vec<Diagnostic> = broken.map(|link| body.broken(link)).collect();
        found.extend(body.diagnostics.iter().cloned());
        if !found.is_empty() {
            self.problems
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .extend(found);
        }
    }
}

impl Prepare for Preparer<'_> {
    fn prepare(&self, page: &PagePlan) -> Result<Prepared<'_>, PageError> {
        let (route, locale) = (&self.routes[page.route], &self.locales[page.locale]);
        let (payload, bodies) = self.payload(page, route)?;
        let own: Vec<Alternate> = page
            .alternates
            .iter()
            .filter(|alternate| alternate.is_own)
            .map(|alternate| self.alternate(alternate.locale, &alternate.href))
            .collect();
        let mut head = head(&HeadInput {
            route,
            path: &page.path,
            locale,
            locales: self.locales,
            payload: &payload,
            own: &own,
            access: page.access,
            seo: &self.seo[page.locale],
            url: &self.content.site.url,
            site: &self.content.site.public,
        });
        self.add_card(page, &payload, &mut head);
        let (route, path, locale) = (route.id.clone(), page.href.clone(), locale.code.clone());
        let input = PageInput {
            renderer: self.renderer,
            route,
            path,
            locale,
            payload,
            head,
            site: self.content.site.public.clone(),
        };
        Ok(Prepared { input, bodies })
    }
}

impl Entries for Preparer<'_> {
    fn entries(&self, collection: &str) -> Option<Vec<PlannedEntry>> {
        let collection = self.content.collection(collection)?;
        let planned = |entry: &crate::content::Entry| PlannedEntry {
            slug: entry.slug.to_string(),
            is_guarded: entry.access == contract::build::Access::Guarded,
            shown: (0..self.locales.len())
                .map(|locale| shown(entry, locale))
                .collect(),
        };
        Some(collection.entries().iter().map(planned).collect())
    }

    fn pages(&self, query: &Query, locale: &Locale, is_guarded: bool) -> u32 {
        let position = self
            .locales
            .iter()
            .position(|other| other.code == locale.code)
            .unwrap_or_default();
        let params = BTreeMap::new();
        let context = Context {
            route: "",
            locale: position,
            params: &params,
            hrefs: &self.hrefs,
            page_is_guarded: is_guarded,
            standing: Standing::Among,
        };
        // A query that cannot be answered is told when its first page is prepared.
        query::pages(self.content, query, &context).unwrap_or(1)
    }
}

fn shown(entry: &crate::content::Entry, locale: usize) -> Shown {
    match entry.text_locale(locale) {
        Some(text) if text == locale => Shown::Own,
        Some(_) => Shown::Other,
        None => Shown::Not,
    }
}

/// Name of the query that gives a page its own text; there is at most one, so that no id stands twice on a page.
fn own_text(queries: &BTreeMap<String, Query>) -> Option<&String> {
    let gives_text = |query: &Query| matches!(query, Query::Entry { fields, .. } if fields.iter().any(|field| field == "body"));
    queries
        .iter()
        .find(|(_, query)| gives_text(query))
        .map(|(name, _)| name)
}

/// `/about#team` and `/about?x` → `/about`.
fn page_of(target: &str) -> &str {
    let path = target.split(['#', '?']).next().unwrap_or(target);
    if path.is_empty() { "/" } else { path }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_at_most_one_text_of_its_own() {
        let entry = |fields: &[&str]| Query::Entry {
            collection: "pages".to_owned(),
            slug: "a".to_owned(),
            fields: fields.iter().map(ToString::to_string).collect(),
        };
        let list = Query::Latest {
            collection: "letters".to_owned(),
            limit: 3,
            fields: vec!["body".to_owned()],
        };
        let own = |queries: &[(&str, &Query)]| {
            let queries = queries
                .iter()
                .map(|(name, query)| (name.to_string(), (*query).clone()));
            own_text(&queries.collect()).cloned()
        };
        let (title, text) = (entry(&["title", "company.body"]), entry(&["title", "body"]));
        assert_eq!(own(&[("a", &list), ("b", &title)]), None);
        let two = [("letters", &list), ("entry", &text), ("page", &text)];
        assert_eq!(own(&two).as_deref(), Some("entry"));
    }
}
