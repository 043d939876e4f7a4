//! The site's search. No question is ever logged.

use std::sync::Arc;

use contract::api::{
    Envelope, KindCount, Refusal, SearchHit, SearchPassage, SearchResults, TextRun,
};

use crate::excerpt::{Run, excerpt, whole};
use crate::http::results_page::{ResultsPage, prefers_document};
use crate::http::search_query::{HITS, SearchQuery};
use crate::quotation::Quotation;
use crate::{Hit, HitPassage, NotReady, SearchHits, SiteSearch};
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Always, Languages, Limited, Yes};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;

/// Pages of the site that answer a question.
///
/// Words match in every form, Chinese in any segmentation, also with typos and in pinyin; a
/// question has no operators. The search covers the public pages of the live build in the language
/// of the request, and other languages if that has no hits. Until the first index is ready, the
/// answer is
/// 503. A client may make 240 calls at once, then four a second.
#[utoipa::path(
    get,
    path = "/api/search",
    tag = "web",
    operation_id = "search",
    params(
        Languages,
        ("q" = String, Query, min_length = 1, max_length = 200, pattern = r"\S",
            description = "The question: a sentence or a few words."),
        ("page" = inline(Option<u32>), Query, minimum = 1, maximum = 100,
            description = "Page of the results; the first if it is missing."),
        ("kind" = inline(Option<String>), Query,
            description = "Only hits of that kind."),
        ("all" = inline(Option<Yes>), Query,
            description = "Search all languages."),
        ("locale" = inline(Option<String>), Query,
            description = "Locale code of the language to search, instead of the header's."),
    ),
    responses(
        Always,
        Limited,
        (status = 200, description = "Ten hits at most, the best first; none if nothing answers. A client that likes `text/html` best gets the site's results page with the hits in it.", content(
            (Envelope<SearchResults> = "application/json"),
            (String = "text/html; charset=utf-8"),
        )),
        (status = 400, description = "There is no question, or it is too long; or another parameter is malformed.", body = Envelope<Option<Refusal>>),
    )
)]
pub async fn search(search: &SiteSearch, request: Incoming) -> Result<Answer, ApiError> {
    let query = SearchQuery::parse(&request);
    let within_limit = search.ground.limits.search.check(request.client());
    let within_limit = within_limit.map_err(ApiError::from);
    // A browser without JavaScript shows the answer itself.
    if prefers_document(&request)
        && let Some(page) = ResultsPage::read(search, query.language.clone()).await
    {
        let outcome = match within_limit {
            Ok(()) => results(search, &query).await,
            Err(error) => Err(error),
        };
        return Ok(page.answer(query, outcome));
    }
    within_limit?;
    data(&results(search, &query).await?)
}

/// The results of a query.
async fn results(search: &SiteSearch, query: &SearchQuery) -> Result<SearchResults, ApiError> {
    let (page, question) = query.question()?;
    let index = Arc::clone(&search.index);
    // Some milliseconds of a core: too long for the thread that takes calls.
    let found = tokio::task::spawn_blocking(move || index.find(&question)).await;
    let found = found.map_err(|_| ApiError::Internal)?;
    Ok(to_results(query.text.clone(), page, found?))
}

fn to_results(query: String, page: usize, found: SearchHits) -> SearchResults {
    let kinds = found.kinds.into_iter();
    SearchResults {
        query,
        page,
        pages: found.total.div_ceil(HITS),
        total: found.total,
        kinds: kinds
            .map(|(kind, count)| KindCount { kind, count })
            .collect(),
        hits: found.hits.into_iter().map(hit).collect(),
        did_you_mean: found.did_you_mean,
    }
}

/// A hit with its page's summary, and the passage that answers best, in whole sentences.
fn hit(hit: Hit) -> SearchHit {
    let summary = (!hit.description.is_empty()).then(|| SearchPassage {
        anchor: None,
        heading: None,
        text: written_runs(whole(&hit.description, &hit.description_marks)),
    });
    let best = best_passage(hit.passages, summary.is_some());
    let mut passages: Vec<SearchPassage> = summary.into_iter().chain(best).collect();
    // A passage that begins the summary adds no words.
    passages.dedup_by(|later, first| {
        !later.text.is_empty() && plain(&first.text).starts_with(&plain(&later.text))
    });
    SearchHit {
        href: hit.href,
        title: hit.title,
        kind: hit.kind,
        locale: hit.locale,
        date: hit.date,
        passages,
    }
}

/// The first passage with sentences that answer the question. Facts, labels and rows of tables are
/// no text to read beside a summary: without sentences, the passage is a link to its heading.
fn best_passage(passages: Vec<HitPassage>, has_summary: bool) -> Option<SearchPassage> {
    let telling = passages.iter().position(|one| one.quotation.is_some());
    let passage = passages.into_iter().nth(telling.unwrap_or(0))?;
    let text = match passage.quotation {
        Some(quotation) => telling_part(&passage, quotation),
        None if has_summary => Vec::new(),
        None => excerpt(&passage.text, &passage.marks),
    };
    let is_place = passage.anchor.is_some() && passage.heading.is_some();
    (is_place || !text.is_empty()).then(|| SearchPassage {
        text: written_runs(text),
        anchor: passage.anchor,
        heading: passage.heading,
    })
}

/// The sentences of a passage that answer the question.
fn telling_part(passage: &HitPassage, Quotation { start, end, .. }: Quotation) -> Vec<Run> {
    let within = passage.marks.iter();
    let within = within.filter(|(from, to)| *from >= start && *to <= end);
    let marks: Vec<(usize, usize)> = within
        .map(|(from, to)| (from - start, to - start))
        .collect();
    whole(&passage.text[start..end], &marks)
}

fn plain(runs: &[TextRun]) -> String {
    runs.iter().map(|run| &*run.text).collect()
}

fn written_runs(runs: Vec<Run>) -> Vec<TextRun> {
    let written = runs.into_iter().map(|run| TextRun {
        text: run.text,
        marked: run.marked,
    });
    written.collect()
}

impl From<NotReady> for ApiError {
    fn from(NotReady: NotReady) -> Self {
        Self::Unavailable
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passage(text: &str, quoted: Option<(usize, usize)>) -> HitPassage {
        HitPassage {
            anchor: Some("a".to_owned()),
            heading: Some("A".to_owned()),
            text: text.to_owned(),
            marks: Vec::new(),
            quotation: quoted.map(|(start, end)| Quotation {
                start,
                end,
                said: 1.0,
            }),
        }
    }

    #[test]
    fn the_first_passage_with_sentences_is_shown_by_them() {
        let facts = passage("Place: Wuhan", None);
        let text = passage("In Wuhan. It failed.", Some((10, 20)));
        let best = best_passage(vec![facts, text], true).unwrap();
        assert_eq!(plain(&best.text), "It failed.");
    }

    #[test]
    fn facts_are_a_link_to_their_place_beside_a_summary_and_a_text_without_one() {
        let best = |has_summary| best_passage(vec![passage("Place: Wuhan", None)], has_summary);
        let shown = best(true).unwrap();
        assert_eq!(
            (plain(&shown.text).as_str(), shown.anchor.as_deref()),
            ("", Some("a"))
        );
        assert_eq!(plain(&best(false).unwrap().text), "Place: Wuhan");
        let nowhere = HitPassage {
            anchor: None,
            ..passage("Place: Wuhan", None)
        };
        assert!(best_passage(vec![nowhere], true).is_none());
    }
}
