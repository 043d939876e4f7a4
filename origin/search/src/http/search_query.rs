//! PURE: the query of a call of the search.

use crate::Question;
use origin_ground::http::error::ApiError;
use origin_ground::http::request::Incoming;

/// Characters of a question.
const QUESTION_MAX: usize = 200;

/// Hits of a page of results.
pub const HITS: usize = 10;

/// The last page of results that there may be.
pub const PAGES_MAX: usize = 100;

/// The parameters of a call, as sent.
pub struct SearchQuery {
    /// The question; empty if the call has none.
    pub text: String,
    /// The one kind of hits that is wanted; none for all kinds.
    pub kind: Option<String>,
    /// Code of a locale, or the value of the header `language`.
    pub language: Option<String>,
    in_all_languages: bool,
    /// The page of results, from 1; none if it is malformed, or another parameter.
    page: Option<usize>,
}

impl SearchQuery {
    /// Reads the query and the header `language`; [`Self::question`] finds their errors.
    pub fn parse(request: &Incoming) -> Self {
        let all = request.query("all");
        let page = request.query("page");
        let page = page.map_or(Some(1), |page| page.parse().ok());
        let is_wellformed = all.as_ref().is_none_or(|all| all == "1");
        let language = request.query("locale");
        Self {
            text: request.query("q").unwrap_or_default(),
            kind: request.query("kind"),
            language: language.or_else(|| request.language().map(str::to_owned)),
            in_all_languages: all.is_some(),
            page: page.filter(|page| is_wellformed && (1..=PAGES_MAX).contains(page)),
        }
    }

    /// The page of results, from 1, and the question whose hits are on it.
    pub fn question(&self) -> Result<(usize, Question), ApiError> {
        if self.text.trim().is_empty() || self.text.chars().count() > QUESTION_MAX {
            return Err(ApiError::BadQuestion);
        }
        let page = self.page.ok_or(ApiError::BadPage)?;
        let question = Question {
            text: self.text.clone(),
            language: self.language.clone(),
            in_all_languages: self.in_all_languages,
            kind: self.kind.clone(),
            from: (page - 1) * HITS,
            count: HITS,
        };
        Ok((page, question))
    }
}
