//! The studio: its page and its calls are passed to a running `generator watch`, as
//! [`contract::studio`] says. Other requests never reach it.
//!
//! | step | subject |
//! |---|---|
//! | 1 | the studio's socket exists, or its paths are paths like any other |
//! | 2 | a call comes from no page of another site |
//! | 3 | the session of an editor, publisher or recipient, of whom an e-mail address is known |
//! | 4 | the request: a fixed list of headers, the person and the roles, the body |
//! | 5 | the answer: no cookie, no header for a single connection |
//!
//! The page is answered in [`crate::pipeline`], which knows the way to the sign-in page.

use contract::api::UserInfo;
use contract::studio::{self, Role};
use http::header::{self, HeaderName, HeaderValue};
use http::{HeaderMap, Request, Response};
use hyper::body::{Body as _, Incoming};

use super::editor::{roles, session_of_studio};
use super::{filter, forward};
use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::cross_site;
use crate::protocol::rejection::Rejection;

/// The headers of a client that are passed on. hyper writes the length of a body.
const PASSED_ON: [HeaderName; 6] = [
    header::ACCEPT,
    header::ACCEPT_LANGUAGE,
    header::CONTENT_TYPE,
    header::IF_MATCH,
    header::IF_NONE_MATCH,
    HeaderName::from_static("last-event-id"),
];

/// Whether a canonical path is that of a call of the studio.
pub(super) fn is_call(path: &str) -> bool {
    let rest = path.strip_prefix(studio::CALLS);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Answers a call.
pub(super) async fn answer(call: &Call<'_>, body: Incoming) -> Result<Response<Body>, Rejection> {
    if cross_site::is_cross_site(call.headers()) {
        return Err(Rejection::Forbidden);
    }
    let person = session_of_studio(call).await?;
    pass_on(call, &person, body).await
}

/// Passes a request of a person who may use the studio on, and returns the answer, whose body is
/// streamed.
pub(crate) async fn pass_on(
    call: &Call<'_>,
    editor: &UserInfo,
    body: Incoming,
) -> Result<Response<Body>, Rejection> {
    let headers = request_headers(call.headers(), editor).ok_or_else(|| {
        tracing::info!("the studio is closed to an account without an e-mail address");
        Rejection::NotPermitted
    })?;
    if body.size_hint().lower() > studio::BODY_MAX {
        return Err(Rejection::TooLarge);
    }
    let permit = call.gateway.calls.acquire(call.client.network());
    // Kept until the head of the answer arrives: then the studio has the whole request.
    let _permit = permit.ok_or(Rejection::TooMany)?;
    let (body, upload) = forward::stream(body, studio::BODY_MAX);
    let mut request = Request::new(body);
    *request.method_mut() = call.parts.method.clone();
    let target = forward::target(call.path(), &call.parts.uri);
    *request.uri_mut() = target.ok_or(Rejection::BadRequest)?;
    *request.headers_mut() = headers;
    let mut answer = call.gateway.studio.call(request, &upload).await?;
    if !filter::is_final(answer.status(), answer.headers()) {
        tracing::error!(status = %answer.status(), "the studio sent an invalid response, or a redirect to another site");
        return Err(Rejection::BadGateway);
    }
    filter::answer(answer.headers_mut());
    CachePolicy::NoStore.apply_by_default(answer.headers_mut());
    Ok(answer)
}

/// The headers that the studio gets; none if the person has no e-mail address that fits a header:
/// the studio could not distinguish this person from another.
fn request_headers(from: &HeaderMap, editor: &UserInfo) -> Option<HeaderMap> {
    let mut headers = HeaderMap::new();
    for name in PASSED_ON {
        for value in from.get_all(&name) {
            headers.append(&name, value.clone());
        }
    }
    headers.insert(header::HOST, HeaderValue::from_static("localhost"));
    let is_address = editor.email.is_ascii() && !editor.email.is_empty();
    let email = is_address.then(|| HeaderValue::from_str(&editor.email).ok())??;
    headers.insert(HeaderName::from_static(studio::USER), email);
    let names: Vec<&str> = roles(editor).map(Role::name).collect();
    let names = HeaderValue::try_from(names.join(",")).ok()?;
    headers.insert(HeaderName::from_static(studio::ROLES), names);
    Some(headers)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn editor(email: &str) -> UserInfo {
        UserInfo {
            name: "Lin".to_owned(),
            email: email.to_owned(),
            roles: ["member", "editor", "publisher"].map(str::to_owned).into(),
        }
    }

    #[test]
    fn calls_are_whole_segments() {
        for (path, expected) in [
            ("/api/studio", true),
            ("/api/studio/drafts/1", true),
            ("/api/studios", false),
            ("/api/Studio", false),
            ("/studio", false),
        ] {
            assert_eq!(is_call(path), expected, "{path}");
        }
    }

    #[test]
    fn headers_outside_the_list_and_a_clients_own_claims_are_not_passed_on() {
        let mut from = HeaderMap::new();
        for name in [
            "accept",
            "accept-language",
            "content-type",
            "if-match",
            "if-none-match",
            "last-event-id",
            "authorization",
            "cookie",
            "x-forwarded-for",
            "x-studio-roles",
            "x-studio-user",
            "x-studio-other",
        ] {
            let name = HeaderName::from_static(name);
            from.append(&name, HeaderValue::from_static("one"));
            from.append(name, HeaderValue::from_static("two"));
        }
        let headers = request_headers(&from, &editor("lin@example.com")).unwrap();
        let mut names: Vec<&str> = headers.keys().map(HeaderName::as_str).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "accept",
                "accept-language",
                "content-type",
                "host",
                "if-match",
                "if-none-match",
                "last-event-id",
                "x-studio-roles",
                "x-studio-user",
            ]
        );
        for (name, expected) in [
            (studio::USER, "lin@example.com"),
            (studio::ROLES, "editor,publisher"),
        ] {
            let values: Vec<_> = headers.get_all(name).iter().collect();
            assert_eq!(values, [expected]);
        }
    }

    #[test]
    fn a_person_without_an_address_is_not_passed_on() {
        for email in ["", "a\r\nx-studio-roles: publisher", "名@example.com"] {
            assert!(request_headers(&HeaderMap::new(), &editor(email)).is_none());
        }
    }
}
