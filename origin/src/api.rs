//! The API: from a request to its answer.
//!
//! `calls.rs` is the list of calls. A handler parses, asks a flow or a table once, and replies; it
//! holds no rule and no SQL. Errors of every folder below become answers in `error.rs`.

mod auth;
pub(crate) mod body;
mod calls;
mod captcha;
mod code;
mod error;
mod openapi;
mod reply;
pub(crate) mod request;
mod sessions;
mod web;

use std::sync::Arc;

use http::{HeaderValue, Method, Request, Response};

use crate::flows::housekeeping::keep_house;
use crate::origin::Origin;
use crate::platform::texts::Catalog;

pub use body::Body;
use calls::{CALLS, Call, ID};
use error::ApiError;
use reply::{Answer, refuse, respond};
use request::Incoming;
pub(crate) use request::LANGUAGE;

impl Origin {
    /// Answers one request, with an envelope unless it is for the description of the API.
    pub async fn answer(&self, request: Request<Body>) -> Response<Body> {
        self.answer_arrived(body::arrived(request).await).await
    }

    /// The same for a request whose body is there.
    pub(crate) async fn answer_arrived(&self, request: Request<Body>) -> Response<Body> {
        let texts = self.content.texts().await;
        let catalog = texts.asked(request.headers().get(LANGUAGE));
        let (call, id) = match find(request.method(), request.uri().path()) {
            Ok(found) => found,
            Err(error) => return refuse(&error, &catalog),
        };
        let incoming = Incoming::new(Arc::clone(&catalog), request, id);
        let outcome = (call.answer)(self, incoming).await;
        // A call that failed may have failed for want of the database: it is no time to ask more of
        // it.
        if let Ok(Answer::Data(_)) = outcome {
            keep_house(self).await;
        }
        respond(outcome, &catalog)
    }

    /// The envelope for a client whose call could not be taken now.
    pub(crate) fn busy(&self, language: Option<&HeaderValue>) -> Response<Body> {
        refuse(&ApiError::Unavailable, &self.last_catalog(language))
    }

    /// The envelope for a client whose call ended in a fault of ours.
    pub(crate) fn failed(&self, language: Option<&HeaderValue>) -> Response<Body> {
        refuse(&ApiError::Internal, &self.last_catalog(language))
    }

    fn last_catalog(&self, language: Option<&HeaderValue>) -> Arc<Catalog> {
        self.content.last_texts().asked(language)
    }
}

/// The call that a method and a path name, and what stands in the path for [`ID`].
fn find(method: &Method, path: &str) -> Result<(&'static Call, String), ApiError> {
    let asked = if method == Method::HEAD {
        &Method::GET
    } else {
        method
    };
    let mut allow = Vec::new();
    for call in CALLS {
        let Some(id) = fit(call.path, path) else {
            continue;
        };
        if call.method == asked {
            return Ok((call, id.to_owned()));
        }
        allow.push(call.method.as_str());
    }
    if allow.is_empty() {
        return Err(ApiError::UnknownCall(format!("{method} {path}")));
    }
    if allow.contains(&"GET") {
        allow.push("HEAD");
    }
    Err(ApiError::MethodNotAllowed(allow.join(", ")))
}

/// The part of a path that stands for the template's [`ID`], empty where the template has none;
/// `None` if the path does not fit.
fn fit<'a>(template: &str, path: &'a str) -> Option<&'a str> {
    match template.strip_suffix(ID) {
        Some(start) => path
            .strip_prefix(start)
            .filter(|id| !id.is_empty() && !id.contains('/')),
        None => (template == path).then_some(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_fits_its_template_alone() {
        for (template, path, expected) in [
            ("/a/b", "/a/b", Some("")),
            ("/a/b", "/a/b/", None),
            ("/a/{id}", "/a/1", Some("1")),
            ("/a/{id}", "/a/", None),
            ("/a/{id}", "/a", None),
            ("/a/{id}", "/a/1/2", None),
            ("/a/{id}", "/b/1", None),
        ] {
            assert_eq!(fit(template, path), expected, "{template} {path}");
        }
    }
}
