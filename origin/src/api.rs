//! The API: from a request to its answer.
//!
//! `calls.rs` is the list of calls. A handler is in the `http` of its feature: it parses, asks a
//! rule or a table once, and replies; it holds no rule and no SQL.

mod calls;

use std::sync::Arc;

use contract::api::methods::fit;
use http::{HeaderValue, Method, Request, Response};

use crate::housekeeping::keep_house;
use crate::origin::Origin;
use origin_ground::http::body::{self, Body};
use origin_ground::http::error::ApiError;
use origin_ground::http::reply::{refuse, respond};
use origin_ground::http::request::{Incoming, LANGUAGE};
use origin_ground::http::tus;
use origin_ground::texts::Catalog;

use calls::{CALLS, Call};

impl Origin {
    /// Answers one request, with an envelope unless it is for the description of the API, or for an
    /// upload.
    pub async fn answer(&self, request: Request<Body>) -> Response<Body> {
        if takes_stream(&request) {
            return self.answer_arrived(request).await;
        }
        self.answer_arrived(body::buffer(request).await).await
    }

    /// Answers a request whose body is there, or is for the call to read.
    pub(crate) async fn answer_arrived(&self, request: Request<Body>) -> Response<Body> {
        let texts = self.ground.content.texts().await;
        let catalog = texts.for_language(request.headers().get(LANGUAGE));
        let is_upload = request.uri().path().starts_with(tus::PATH);
        let (call, id) = match find(request.method(), request.uri().path()) {
            Ok(found) => found,
            Err(error) => return refuse(&error, &catalog),
        };
        if !self.ground.content.has_call(call.path).await {
            let called = format!("{} {}", request.method(), request.uri().path());
            return refuse(&ApiError::UnknownCall(called), &catalog);
        }
        let incoming = Incoming::new(Arc::clone(&catalog), request, id);
        let outcome = (call.answer)(self, incoming).await;
        // A call that failed may have failed for want of the database: it is no time to ask more of
        // it.
        if outcome.is_ok() {
            keep_house(self).await;
        }
        let mut response = respond(outcome, &catalog);
        if is_upload {
            let version = HeaderValue::from_static(tus::VERSION);
            response.headers_mut().insert(tus::TUS_RESUMABLE, version);
        }
        response
    }

    /// The envelope for a client when its call could not be taken now.
    pub(crate) fn busy(&self, language: Option<&HeaderValue>) -> Response<Body> {
        refuse(&ApiError::Unavailable, &self.last_catalog(language))
    }

    /// The envelope for a client after a fault of ours.
    pub(crate) fn failure_answer(&self, language: Option<&HeaderValue>) -> Response<Body> {
        refuse(&ApiError::Internal, &self.last_catalog(language))
    }

    fn last_catalog(&self, language: Option<&HeaderValue>) -> Arc<Catalog> {
        self.ground.content.last_texts().for_language(language)
    }
}

/// Whether the call of a request reads its body itself, as it comes.
pub(crate) fn takes_stream(request: &Request<Body>) -> bool {
    let found = find(request.method(), request.uri().path());
    found.is_ok_and(|(call, _)| call.takes_stream)
}

/// The call that a method and a path name, and the value of the template's variable in the path.
fn find(method: &Method, path: &str) -> Result<(&'static Call, String), ApiError> {
    let fits =
        |call: &Call| call.method == method || call.method == Method::GET && method == Method::HEAD;
    let mut allow = Vec::new();
    for call in CALLS {
        let Some(id) = fit(call.path, path) else {
            continue;
        };
        if fits(call) {
            return Ok((call, id.to_owned()));
        }
        let method = call.method.as_str();
        if !allow.contains(&method) {
            allow.push(method);
        }
    }
    if allow.is_empty() {
        return Err(ApiError::UnknownCall(format!("{method} {path}")));
    }
    if allow.contains(&"GET") {
        allow.push("HEAD");
    }
    Err(ApiError::MethodNotAllowed(allow.join(", ")))
}

#[cfg(test)]
mod tests {
    use contract::api::methods::RESOURCES;

    use super::*;

    #[test]
    fn the_contract_lists_the_methods_of_every_resource() {
        let paths: std::collections::BTreeSet<&str> = CALLS.iter().map(|call| call.path).collect();
        assert_eq!(paths.len(), RESOURCES.len());
        for (path, methods) in RESOURCES {
            let path = path.replace(['{', '}'], "");
            let Err(ApiError::MethodNotAllowed(allow)) = find(&Method::TRACE, &path) else {
                panic!("{path}");
            };
            assert_eq!(allow, methods, "{path}");
        }
    }
}
