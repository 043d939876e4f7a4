//! One page's input: its route's queries answered, its head made. Reads content, makes no decision
//! about files.

use std::collections::{BTreeMap, BTreeSet};

use contract::Hash;
use contract::build::Access;
use contract::locale::Locale;
use contract::page::{Alternate, CrawlerHead, Head, PageInput, Payload};
use contract::route::{Query, Route};
use jiff::civil::Date;
use serde_json::Map;

use crate::pages::card;
use crate::pages::card::{Card, Cards};
use crate::pages::crumbs::{self, ParentTitles};
use crate::pages::head::{Crumb, HeadInput, SeoTable, head, own_picture, own_title, site_name};
use crate::pages::plan::{Entries, LocaleText, PagePlan, PlannedEntry};
use crate::pages::render::outcome::{PageError, Record};
use crate::pages::render::{Prepare, Prepared};
use generator_content::marks::Marks;
use generator_content::query;
use generator_content::query::cache::AnswerCache;
use generator_content::query::{Context, Read};
use generator_content::{
    BodyFacts, Content, KnownBodies, Link, ShownBody, Targets, TextRole, Visibility,
};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;

/// Maker of page inputs, with all that pages are prepared from.
pub struct Preparer<'a> {
    /// The content.
    pub content: &'a Content,
    /// Answers that pages of this content share.
    pub cache: &'a AnswerCache,
    /// The route table.
    pub routes: &'a [Route],
    /// The languages.
    pub locales: &'a [Locale],
    /// Settings by position of the locale.
    pub seo: &'a [SeoTable],
    /// Hash of all that decides a page's bytes besides its input.
    pub renderer: Hash,
    /// Hash of the site's public part.
    pub site: Hash,
    /// Cards; none if the frontend has no cards.
    pub cards: Option<&'a Cards>,
    /// Facts of bodies that earlier builds saw.
    pub bodies: &'a KnownBodies,
    /// The readers: all visitors, or reviewers of a preview.
    pub visibility: Visibility,
    /// Marks for the texts of a page; none for a page that is written to disk.
    pub marks: Option<&'a Marks>,
    /// Collection → path of its entries' pages ([`entry_paths`]).
    pub hrefs: BTreeMap<String, String>,
    /// Titles of the pages above others.
    pub parents: ParentTitles,
}

/// Collection → path pattern of the pages of its entries.
pub fn entry_paths(routes: &[Route]) -> BTreeMap<String, String> {
    routes
        .iter()
        .filter_map(|route| Some((route.entries.clone()?, route.path.clone())))
        .collect()
}

/// Payload of a page, and the sources of its answers.
struct Answers<'a> {
    payload: Payload,
    crumbs: Vec<Crumb>,
    bodies: Vec<ShownBody<'a>>,
    reads: BTreeSet<Read>,
}

impl<'a> Preparer<'a> {
    /// The card of the page; none if its sharing image is not drawn.
    pub(crate) fn card(&self, page: &PagePlan) -> Result<Option<Card>, Box<Diagnostic>> {
        let Answers {
            payload, crumbs, ..
        } = self.answers(page)?;
        Ok(self.head(page, &payload, &crumbs).2.map(|(_, card)| card))
    }

    /// The page's head in its two parts; with a drawn sharing image its hash, too, and the card.
    fn head(
        &self,
        page: &PagePlan,
        payload: &Payload,
        crumbs: &[Crumb],
    ) -> (Head, CrawlerHead, Option<(Hash, Card)>) {
        let own: Vec<Alternate> = page
            .alternates
            .iter()
            .filter(|alternate| alternate.is_own)
            .map(|alternate| self.alternate(alternate.locale, &alternate.href))
            .collect();
        let (head, mut crawler_head) = head(&HeadInput {
            route: &self.routes[page.route],
            path: &page.path,
            locale: &self.locales[page.locale],
            locales: self.locales,
            payload,
            own: &own,
            // Search engines must not index a preview.
            access: match self.visibility {
                Visibility::Public => page.access,
                Visibility::Preview => Access::Private,
            },
            seo: &self.seo[page.locale],
            url: &self.content.site.url,
            site: &self.content.site.public,
            crumbs,
            last_change: self.last_change(page),
        });
        let card = self.add_card(page, payload, &head, &mut crawler_head);
        (head, crawler_head, card)
    }

    /// Gives a page that strangers may see, and that has no sharing image of its own, a drawn one.
    fn add_card(
        &self,
        page: &PagePlan,
        payload: &Payload,
        head: &Head,
        crawler_head: &mut CrawlerHead,
    ) -> Option<(Hash, Card)> {
        let (route, locale) = (&self.routes[page.route], &self.locales[page.locale]);
        let is_wanted =
            crawler_head.image.is_none() && !head.noindex && route.metadata.card != Some(false);
        let cards = self.cards.filter(|_| is_wanted)?;
        let own = own_title(payload, route);
        let card = Card {
            lang: locale.code.clone(),
            dir: locale.dir,
            title: own.unwrap_or_else(|| head.title.clone()),
            site: site_name(&self.content.site.public, locale).to_owned(),
            path: page.path.clone(),
            moment: card::moment(route.metadata.moment.as_ref(), &payload.data),
        };
        let hash = cards.hash(&card);
        let path = card::path(hash);
        crawler_head.image = Some(format!("{}{path}", self.content.site.url));
        crawler_head.image_size = Some(card::SIZE);
        Some((hash, card))
    }

    /// The answers to the queries of the page's route, by name.
    pub(crate) fn named_answers<'p>(
        &'p self,
        page: &'p PagePlan,
        params: &'p BTreeMap<String, String>,
    ) -> impl Iterator<Item = (&'p String, Result<query::Answer<'a>, Box<Diagnostic>>)> + use<'a, 'p>
    {
        let route = &self.routes[page.route];
        let is_guarded = page.access == Access::Guarded;
        let context = self.context(page.locale, params, route, is_guarded);
        let own = own_text(&route.data);
        route.data.iter().map(move |(name, query)| {
            let standing = match own == Some(name) {
                true => TextRole::Own,
                false => TextRole::Among,
            };
            let context = Context {
                standing,
                ..context
            };
            (name, query::answer(self.content, query, &context))
        })
    }

    /// Problems of the links of the texts that a page shows; `nearest` is the page whose path is
    /// nearest to a wrong one.
    pub(crate) fn broken_links(
        &self,
        page: &PagePlan,
        targets: &Targets,
        nearest: impl Fn(&str) -> Option<String>,
    ) -> Result<Vec<Diagnostic>, Box<Diagnostic>> {
        let mut broken = Vec::new();
        for (_, answer) in self.named_answers(page, &page.params()) {
            for body in answer?.bodies {
                broken.extend(body.broken_links(targets, &nearest)?);
            }
        }
        Ok(broken)
    }

    /// Warnings about the links in the texts that a page shows, with the links' addresses; `wrong`
    /// is the message about a link.
    pub(crate) fn link_warnings(
        &self,
        page: &PagePlan,
        wrong: impl Fn(&Link) -> Option<Message>,
    ) -> Result<Vec<(String, Diagnostic)>, Box<Diagnostic>> {
        let mut warnings = Vec::new();
        for (_, answer) in self.named_answers(page, &page.params()) {
            for body in answer?.bodies {
                let found = body.link_warnings(&wrong)?.into_iter();
                warnings.extend(found.map(|(link, warning)| (link.href.clone(), warning)));
            }
        }
        Ok(warnings)
    }

    /// A warning at the place of these words in the file of a text that a page shows.
    pub(crate) fn warning_at(
        &self,
        page: &PagePlan,
        words: &str,
        message: &Message,
    ) -> Option<Diagnostic> {
        let params = page.params();
        let answers = self.named_answers(page, &params);
        let mut bodies =
            answers.flat_map(|(_, answer)| answer.map(|it| it.bodies).unwrap_or_default());
        bodies.find_map(|body| body.warning_at(words, message.clone()))
    }

    fn answers(&self, page: &PagePlan) -> Result<Answers<'a>, Box<Diagnostic>> {
        let mut data = Map::new();
        let mut content_locale = None;
        let (mut bodies, mut reads) = (Vec::new(), BTreeSet::new());
        let params = page.params();
        for (name, answer) in self.named_answers(page, &params) {
            let answer = answer?;
            bodies.extend(answer.bodies);
            reads.extend(answer.reads);
            content_locale = content_locale.or(answer.content_locale);
            data.insert(name.clone(), answer.value);
        }
        let alternate = |alternate: &crate::pages::plan::PlannedAlternate| {
            self.alternate(alternate.locale, &alternate.href)
        };
        let payload = Payload {
            params,
            data,
            alternates: page.alternates.iter().map(alternate).collect(),
            content_locale,
        };
        let crumbs = match page.access {
            Access::Public => self.crumbs(page, &mut reads),
            _ => Vec::new(),
        };
        Ok(Answers {
            payload,
            crumbs,
            bodies,
            reads,
        })
    }

    /// The pages above the page.
    fn crumbs(&self, page: &PagePlan, reads: &mut BTreeSet<Read>) -> Vec<Crumb> {
        let site = crumbs::Site {
            routes: self.routes,
            locales: self.locales,
            public: &self.content.site.public,
        };
        let answer = |route: &Route, query: &Query, locale: usize| {
            let params = BTreeMap::new();
            let context = self.context(locale, &params, route, false);
            query::answer(self.content, query, &context).ok()
        };
        let place = (&*page.path, page.locale);
        self.parents.crumbs(site, place, answer, reads)
    }

    /// The day of the last change of the entry that the page is about: the one whose text it has,
    /// or else the first that its route asks for by name.
    fn last_change(&self, page: &PagePlan) -> Option<Date> {
        let route = &self.routes[page.route];
        let is_entry = |query: &&Query| matches!(query, Query::Entry { .. });
        let text = own_text(&route.data).and_then(|name| route.data.get(name));
        let query = text.or_else(|| route.data.values().find(is_entry))?;
        let params = page.params();
        let is_guarded = page.access == Access::Guarded;
        let context = self.context(page.locale, &params, route, is_guarded);
        query::last_change(self.content, query, &context)
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
            cache: self.cache,
            page_is_guarded,
            marks: self.marks,
            standing: TextRole::Among,
        }
    }
}

impl<'a> Preparer<'a> {
    /// The input of a page whose texts have the marks, and the bodies of the tokens in it.
    pub(crate) fn marked_input(
        &self,
        page: &PagePlan,
    ) -> Result<(PageInput, Vec<ShownBody<'a>>), Box<Diagnostic>> {
        let Answers {
            payload,
            crumbs,
            bodies,
            ..
        } = self.answers(page)?;
        let (head, crawler_head, _) = self.head(page, &payload, &crumbs);
        let input = PageInput {
            renderer: self.renderer,
            route: self.routes[page.route].id.clone(),
            path: page.href.clone(),
            locale: self.locales[page.locale].code.clone(),
            payload,
            head,
            crawler_head,
            site: self.site,
        };
        Ok((input, bodies))
    }
}

impl Prepare for Preparer<'_> {
    fn prepare(&self, page: &PagePlan) -> Result<Prepared<'_>, PageError> {
        let (route, locale) = (&self.routes[page.route], &self.locales[page.locale]);
        let Answers {
            payload,
            crumbs,
            bodies,
            reads,
        } = self.answers(page).map_err(PageError::Content)?;
        let (mut linking, mut problems) = (Vec::new(), Vec::new());
        for body in &bodies {
            let BodyFacts { links, diagnostics } =
                self.bodies.facts(body).map_err(PageError::Content)?;
            linking.extend((links != 0).then_some(links));
            problems.extend(diagnostics);
        }
        let (head, crawler_head, card) = self.head(page, &payload, &crumbs);
        let mut marks: Vec<u32> = reads.iter().map(Read::mark).collect();
        marks.sort_unstable();
        let input = PageInput {
            renderer: self.renderer,
            route: route.id.clone(),
            path: page.href.clone(),
            locale: locale.code.clone(),
            payload,
            head,
            crawler_head,
            site: self.site,
        };
        let record = Record {
            reads: marks.into(),
            is_listed: is_listed(route, page, &input),
            last_change: self.last_change(page),
            picture: own_picture(route, &input.payload).map(Box::from),
            card: card.map(|(hash, _)| hash),
            bodies: linking.into(),
            problems,
        };
        Ok(Prepared {
            input,
            bodies,
            record,
        })
    }
}

impl Entries for Preparer<'_> {
    fn entries(&self, collection: &str) -> Option<impl Iterator<Item = PlannedEntry>> {
        let collection = self.content.collection(collection)?;
        let planned = move |entry: &generator_content::Entry| PlannedEntry {
            slug: entry.slug.clone(),
            is_guarded: entry.access == Access::Guarded,
            shown: (0..self.locales.len())
                .map(|locale| locale_text(entry, locale))
                .collect(),
        };
        Some(collection.entries().iter().map(planned))
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
            cache: self.cache,
            page_is_guarded: is_guarded,
            marks: None,
            standing: TextRole::Among,
        };
        // A query that cannot be answered is reported when its first page is prepared.
        query::pages(self.content, query, &context).unwrap_or(1)
    }
}

/// Whether a sitemap names the page: one that every visitor may see, in its own language, and of a
/// route with a priority.
fn is_listed(route: &Route, page: &PagePlan, input: &PageInput) -> bool {
    route.metadata.priority.is_some()
        && page.access == Access::Public
        && !input.head.noindex
        && input.payload.content_locale.is_none()
}

fn locale_text(entry: &generator_content::Entry, locale: usize) -> LocaleText {
    match entry.text_locale(locale) {
        Some(text) if text == locale => LocaleText::Own,
        Some(_) => LocaleText::Fallback,
        None => LocaleText::Missing,
    }
}

/// Name of the query that gives a page its own text; there is at most one, so that no id is twice
/// on a page.
pub(crate) fn own_text(queries: &BTreeMap<String, Query>) -> Option<&String> {
    let gives_text = |query: &Query| matches!(query, Query::Entry { fields, .. } if fields.iter().any(|field| field == "body"));
    queries
        .iter()
        .find(|(_, query)| gives_text(query))
        .map(|(name, _)| name)
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
