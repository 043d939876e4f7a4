//! The same for a browser without JavaScript: the site's results page, with the hits put into it.
//!
//! The parts of the answer come from a file that the page offers ([`contract::results`]). The
//! visitor's question and the contents of a page are text here: they are escaped. The document runs
//! no script.

use std::path::Path;

use contract::api::{SearchHit, SearchPassage, SearchResults};
use contract::locale::Locale;
use contract::results::{FILE, MEDIA_TYPE, ResultsFile};
use http::header::{ACCEPT, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderName, StatusCode};
use url::form_urlencoded::{Serializer, byte_serialize};

use crate::SiteSearch;
use crate::http::search_query::{PAGES_MAX, SearchQuery};
use origin_ground::html::escape;
use origin_ground::http::error::ApiError;
use origin_ground::http::reply::Answer;
use origin_ground::http::request::Incoming;
use origin_ground::published::{HTML, OfferedPage};
use origin_ground::texts::fill;

/// A gateway has a policy of its own; without one this holds.
pub const POLICY: &str = "default-src 'none'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; \
     font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A results page in the visitor's language, and the parts that are put into it.
pub struct ResultsPage {
    locale: Locale,
    locales: Vec<Locale>,
    document: String,
    file: ResultsFile,
}

/// Whether a browser shows the answer itself: it prefers a document.
pub fn prefers_document(request: &Incoming) -> bool {
    let accept = request.header(&ACCEPT).unwrap_or_default();
    let first = accept.split([',', ';']).next().unwrap_or_default();
    first.trim().eq_ignore_ascii_case("text/html")
}

impl ResultsPage {
    /// Reads it in a language. `None` if the site has none, or it cannot be read.
    pub async fn read(search: &SiteSearch, language: Option<String>) -> Option<Self> {
        let live = search.ground.content.answers(None).await.ok()?;
        let path = live.search.results_page.clone()?;
        let builds = search.index.builds().to_owned();
        let read = tokio::task::spawn_blocking(move || read(&builds, &path, language.as_deref()));
        match read.await.ok()? {
            Ok(page) => page,
            Err(error) => {
                tracing::error!(%error, "the results page cannot be read");
                None
            }
        }
    }

    /// The page with the results of a search, or with the reason why there are none.
    pub fn answer(&self, query: SearchQuery, outcome: Result<SearchResults, ApiError>) -> Answer {
        let asked = Asked {
            query: query.text,
            kind: query.kind,
            locale: &self.locale.code,
        };
        let (status, answer) = match outcome {
            Ok(results) => (StatusCode::OK, self.parts(&asked, &results)),
            // The form was sent empty: the page has the form alone.
            Err(error @ ApiError::BadQuestion) => (error.status(), String::new()),
            Err(error @ ApiError::TooManyCalls(_)) => (error.status(), self.part("limited", &[])),
            Err(error) => (error.status(), self.part("failed", &[])),
        };
        let headers = vec![
            (CONTENT_TYPE, HTML.to_owned()),
            (CONTENT_SECURITY_POLICY, POLICY.to_owned()),
            (
                HeaderName::from_static("x-robots-tag"),
                "noindex".to_owned(),
            ),
        ];
        Answer::Page(status, headers, self.document(&asked, &answer))
    }

    /// The document with the question in its field and in its title, and the answer in its place.
    fn document(&self, asked: &Asked<'_>, answer: &str) -> String {
        let query = escape(&asked.query);
        let question = self.part("question", &[("query", &query)]);
        let answer = self.part("answer", &[("parts", answer)]);
        let places = &self.file.places;
        let document = replace_once(&self.document, &places.question, &question);
        let document = replace_once(&document, &places.answer, &answer);
        if query.trim().is_empty() {
            return document;
        }
        let title = document.split_once("<title>");
        let title = title.and_then(|(_, rest)| Some(rest.split_once("</title>")?.0));
        let Some(title) = title else {
            return document;
        };
        let said = self.part("title", &[("query", &query), ("title", title)]);
        let element = |title: &str| format!("<title>{title}</title>");
        document.replacen(&element(title), &element(&said), 1)
    }

    fn parts(&self, asked: &Asked<'_>, results: &SearchResults) -> String {
        let mut parts = String::new();
        if results.total == 0 {
            parts += &self.did_you_mean(asked, results);
            parts += &self.part("nothing", &[("query", &escape(&asked.query))]);
        } else {
            parts += &self.part("found", &[("total", &results.total.to_string())]);
            parts += &self.did_you_mean(asked, results);
        }
        parts += &self.kinds(asked, results);
        let hits: String = results.hits.iter().map(|hit| self.hit(hit)).collect();
        if !hits.is_empty() {
            parts += &self.part("hits", &[("hits", &hits)]);
        }
        parts + &self.pager(asked, results)
    }

    fn did_you_mean(&self, asked: &Asked<'_>, results: &SearchResults) -> String {
        let Some(words) = &results.did_you_mean else {
            return String::new();
        };
        let other = Asked {
            query: words.clone(),
            kind: None,
            ..*asked
        };
        let values = [("href", &*other.href(1)), ("words", &*escape(words))];
        self.part("didYouMean", &values)
    }

    /// The links of the kinds; empty where there is no choice.
    fn kinds(&self, asked: &Asked<'_>, results: &SearchResults) -> String {
        if results.kinds.len() < 2 {
            return String::new();
        }
        let all = results.kinds.iter().map(|kind| kind.count).sum();
        let everything = (None, all);
        let each = results.kinds.iter();
        let each = each.map(|kind| (Some(kind.kind.as_str()), kind.count));
        let kinds = std::iter::once(everything)
            .chain(each)
            .map(|(kind, count)| {
                let name = if asked.kind.as_deref() == kind {
                    "chosenKind"
                } else {
                    "kind"
                };
                let one = Asked {
                    query: asked.query.clone(),
                    kind: kind.map(str::to_owned),
                    ..*asked
                };
                let label = match kind {
                    Some(kind) => self.kind(kind),
                    None => &self.file.everything,
                };
                let values = [
                    ("href", &*one.href(1)),
                    ("name", &*escape(label)),
                    ("count", &*count.to_string()),
                ];
                self.part(name, &values)
            });
        let kinds: String = kinds.collect();
        self.part("kinds", &[("kinds", &kinds)])
    }

    fn kind(&self, kind: &str) -> &str {
        self.file.kinds.get(kind).unwrap_or(&self.file.page)
    }

    fn hit(&self, hit: &SearchHit) -> String {
        let passages = hit.passages.iter();
        let passages: String = passages.map(|passage| self.passage(hit, passage)).collect();
        let about = self.about(hit);
        let values = [
            ("href", &*escape(&hit.href)),
            ("title", &*escape(&hit.title)),
            ("about", &*escape(&about)),
            ("lang", &*escape(&hit.locale)),
            ("date", &*self.date(hit.date.as_deref())),
            ("passages", &*passages),
        ];
        self.part("hit", &values)
    }

    /// Subject of a page, and its language where that is another.
    fn about(&self, hit: &SearchHit) -> String {
        let kind = self.kind(&hit.kind);
        let mut others = self
            .locales
            .iter()
            .filter(|locale| locale.code != self.locale.code);
        match others.find(|locale| locale.code == hit.locale) {
            Some(locale) => format!("{kind} · {}", locale.name),
            None => kind.to_owned(),
        }
    }

    fn date(&self, date: Option<&str>) -> String {
        let parts = date.and_then(|date| {
            let mut parts = date.splitn(3, '-');
            let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
            let month = month.parse::<usize>().ok()?.checked_sub(1)?;
            let name = self.file.months.get(month)?;
            Some((date, year, name, day.parse::<u8>().ok()?))
        });
        let Some((date, year, month, day)) = parts else {
            return String::new();
        };
        let values = [
            ("date", &*escape(date)),
            ("year", &*escape(year)),
            ("month", &*escape(month)),
            ("day", &*day.to_string()),
        ];
        self.part("date", &values)
    }

    fn passage(&self, hit: &SearchHit, passage: &SearchPassage) -> String {
        let runs = passage.text.iter().map(|run| {
            let text = escape(&run.text);
            match run.marked {
                true => self.part("mark", &[("text", &text)]),
                false => text,
            }
        });
        let text: String = runs.collect();
        let Some(anchor) = &passage.anchor else {
            return self.part("plainPassage", &[("text", &text)]);
        };
        let anchor: String = byte_serialize(anchor.as_bytes()).collect();
        // A space is `+` in a query only.
        let href = format!("{}#{}", hit.href, anchor.replace('+', "%20"));
        let heading = passage.heading.as_deref().unwrap_or(&hit.title);
        let values = [
            ("href", &*escape(&href)),
            ("heading", &*escape(heading)),
            ("text", &*text),
        ];
        self.part("passage", &values)
    }

    fn pager(&self, asked: &Asked<'_>, results: &SearchResults) -> String {
        let (page, pages) = (results.page, results.pages.min(PAGES_MAX));
        if pages < 2 {
            return String::new();
        }
        let way = |name: &str, is_there: bool, page: usize| match is_there {
            true => self.part(name, &[("href", &asked.href(page))]),
            false => String::new(),
        };
        let values = [
            (
                "previous",
                &*way("previous", page > 1, page.saturating_sub(1)),
            ),
            ("page", &*page.to_string()),
            ("pages", &*pages.to_string()),
            ("next", &*way("next", page < pages, page + 1)),
        ];
        self.part("pager", &values)
    }

    /// A part with its slots filled; empty where the site's file has no such part.
    fn part(&self, name: &str, values: &[(&str, &str)]) -> String {
        let part = self.file.parts.get(name);
        part.map_or_else(String::new, |part| fill(part, values))
    }
}

/// A question as its address has it.
struct Asked<'a> {
    query: String,
    kind: Option<String>,
    locale: &'a str,
}

impl Asked<'_> {
    /// Address of a page of its results, for a quoted attribute.
    fn href(&self, page: usize) -> String {
        let mut query = Serializer::new(String::new());
        query.append_pair("q", &self.query);
        query.append_pair("locale", self.locale);
        if let Some(kind) = &self.kind {
            query.append_pair("kind", kind);
        }
        if page > 1 {
            query.append_pair("page", &page.to_string());
        }
        escape(&format!("/api/search?{}", query.finish()))
    }
}

/// Puts `with` in the place of `place`, unless that occurs nowhere or several times.
fn replace_once(text: &str, place: &str, with: &str) -> String {
    match text.matches(place).count() {
        1 => text.replacen(place, with, 1),
        _ => text.to_owned(),
    }
}

fn read(builds: &Path, path: &str, language: Option<&str>) -> std::io::Result<Option<ResultsPage>> {
    let Some(page) = OfferedPage::read(builds, path, language, FILE, MEDIA_TYPE)? else {
        return Ok(None);
    };
    Ok(Some(ResultsPage {
        file: serde_json::from_slice(&page.file)?,
        locale: page.locale,
        locales: page.locales,
        document: page.document,
    }))
}

#[cfg(test)]
mod tests;
