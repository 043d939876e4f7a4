//! A form that was refused, shown again to a browser without JavaScript: the form's own page of the
//! live build, with the answers in its controls and the reasons beside them.
//!
//! The words come from a file that the page offers ([`contract::refusals`]). A visitor's answers
//! are text here: they are escaped. The document runs no script.

use contract::api::Field;
use contract::form::{FieldFault, Form, Rule};
use contract::refusals::{FILE, MEDIA_TYPE, RefusalsFile};
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderName, StatusCode};

use super::form_markup::{Filled, IdOf, Markup};
use crate::Messages;
use crate::rules::form::FILE as FILE_QUESTION;
use origin_captcha::http::Picture;
use origin_ground::html::escape;
use origin_ground::http::error::ApiError;
use origin_ground::http::reply::Answer;
use origin_ground::published::{HTML, OfferedPage};
use origin_ground::texts::{Catalog, fill};
use origin_search::http::results_page::POLICY;

/// The name of the consent, as forms send it.
const CONSENT: &str = "consent";

/// A form's page, and the words of its refusals.
pub struct FormPage {
    page: OfferedPage,
    words: RefusalsFile,
}

/// A form that was refused.
pub struct Refused<'a> {
    /// Key of the form.
    pub form_name: &'a str,
    /// The refusal; it determines the status of the answer.
    pub error: &'a ApiError,
    /// All questions whose answers cannot be taken, as far as they were looked at.
    pub faults: Vec<FieldFault>,
    /// Name → value, as they were sent.
    pub pairs: &'a [(String, String)],
    /// Whether there was a good file, which has to be chosen again.
    pub had_file: bool,
    /// A new captcha, where one has to be solved; none also if it could not be made.
    pub captcha: Option<Picture>,
}

impl FormPage {
    /// Reads it. `None` if the site's page offers no words of refusals, or cannot be read.
    pub async fn read(messages: &Messages, form: &Form, language: Option<&str>) -> Option<Self> {
        let (path, language) = (form.path.clone(), language.map(str::to_owned));
        let builds = messages.ground.content.builds().to_owned();
        let read = move || OfferedPage::read(&builds, &path, language.as_deref(), FILE, MEDIA_TYPE);
        let read = tokio::task::spawn_blocking(read).await.ok()?;
        let parsed = read.and_then(|page| {
            let Some(page) = page else { return Ok(None) };
            let words = serde_json::from_slice(&page.file)?;
            Ok(Some(Self { page, words }))
        });
        parsed.unwrap_or_else(|error| {
            tracing::error!(%error, "the page of a form cannot be read");
            None
        })
    }

    /// The page with the answers and the reasons.
    pub fn answer(&self, refused: &Refused<'_>, catalog: &Catalog) -> Answer {
        let status = refused.error.status();
        let document = self.document(refused, catalog);
        let mut headers = vec![
            (CONTENT_TYPE, HTML.to_owned()),
            (CONTENT_SECURITY_POLICY, POLICY.to_owned()),
            (
                HeaderName::from_static("x-robots-tag"),
                "noindex".to_owned(),
            ),
        ];
        headers.extend(refused.error.header());
        match document {
            Ok(document) => Answer::Page(status, headers, document),
            Err(error) => {
                tracing::error!(%error, "the page of a form cannot be filled in");
                Answer::Bare(StatusCode::INTERNAL_SERVER_ERROR, Vec::new())
            }
        }
    }

    fn document(
        &self,
        refused: &Refused<'_>,
        catalog: &Catalog,
    ) -> Result<String, lol_html::errors::RewritingError> {
        let reasons = self.reasons(refused);
        let parts = &self.words.parts;
        let filled: Vec<_> = reasons
            .iter()
            .map(|(name, reason)| {
                let id = reason_id(name);
                let values = [("id", &*escape(&id)), ("reason", &*escape(reason))];
                Filled {
                    name: name.clone(),
                    reason: fill(&parts.reason, &values),
                    reason_id: id,
                }
            })
            .collect();
        let markup = Markup {
            document: &self.page.document,
            form_name: refused.form_name,
            pairs: refused.pairs,
            reasons: &filled,
        };
        let summary = |id_of: IdOf<'_>| {
            let items = reasons.iter().map(|(name, reason)| {
                let values = [("id", &*escape(&id_of(name))), ("reason", &*escape(reason))];
                fill(&parts.item, &values)
            });
            let items: String = items.collect();
            let note = escape(&self.note(refused, catalog));
            let values = [("note", &*note), ("items", &*items)];
            let summary = fill(&parts.summary, &values);
            summary + &self.captcha(refused)
        };
        let title = |title: &str| fill(&self.words.title, &[("title", title)]);
        markup.rewrite(&summary, &title)
    }

    /// The questions to be answered otherwise, in the form's order, each with the reason.
    fn reasons(&self, refused: &Refused<'_>) -> Vec<(String, String)> {
        let mut reasons: Vec<_> = refused
            .faults
            .iter()
            .filter_map(|FieldFault { name, rule }| {
                let reason = self.words.rules.get(name)?.get(rule)?;
                Some((name.clone(), reason.clone()))
            })
            .collect();
        let is_told = reasons.iter().any(|(name, _)| name == FILE_QUESTION);
        if refused.had_file && !is_told {
            let again = self.words.file_again.clone();
            reasons.push((FILE_QUESTION.to_owned(), again));
        }
        reasons
    }

    /// The sentence on the refusal as a whole.
    fn note(&self, refused: &Refused<'_>, catalog: &Catalog) -> String {
        let notes = &self.words.notes;
        match (refused.error, refused.error.field()) {
            _ if !refused.faults.is_empty() => notes.questions.clone(),
            (ApiError::CaptchaNeeded, _) => notes.person.clone(),
            (_, Some(Field::Captcha)) => notes.person_again.clone(),
            (ApiError::TooManyCalls(seconds), _) => {
                fill(&notes.busy, &[("seconds", &seconds.to_string())])
            }
            (error, _) if error.status().is_server_error() => notes.away.clone(),
            (error, _) => fill(&notes.other, &[("reason", &error.message(catalog))]),
        }
    }

    fn captcha(&self, refused: &Refused<'_>) -> String {
        let Some(picture) = &refused.captcha else {
            return String::new();
        };
        let values = [
            ("id", &*escape(&picture.id)),
            ("image", &*escape(&picture.image)),
        ];
        fill(&self.words.parts.captcha, &values)
    }
}

/// Faults of a refusal, question by question. The consent and the file are questions of an HTML
/// form; answers beside a missing consent were not looked at, and are here.
pub fn faults(error: &ApiError, of_answers: Vec<FieldFault>) -> Vec<FieldFault> {
    let fault = |name: &str, rule| FieldFault {
        name: name.to_owned(),
        rule,
    };
    match error {
        ApiError::Faults(faults, _) => faults.clone(),
        ApiError::PrivacyChanged => {
            let consent = fault(CONSENT, Rule::Required);
            of_answers.into_iter().chain([consent]).collect()
        }
        ApiError::BadFileName | ApiError::BadFileKind => vec![fault(FILE_QUESTION, Rule::Content)],
        ApiError::EmptyFile => vec![fault(FILE_QUESTION, Rule::Empty)],
        ApiError::FileTooLarge(_) | ApiError::UploadTooLong => {
            vec![fault(FILE_QUESTION, Rule::Size)]
        }
        _ => Vec::new(),
    }
}

fn reason_id(name: &str) -> String {
    format!("{name}-refused")
}
