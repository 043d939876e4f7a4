//! `/studio`: the page of editors and recipients, which a running `generator watch` answers.
//! Visitors whom it is closed to get the answers of a guarded page.

use http::{HeaderMap, HeaderName, Response};
use hyper::body::Incoming;

use super::Page;
use crate::api::editor::session_of_studio;
use crate::api::studio;
use crate::call::Call;
use crate::pipeline::guard::Verdict;
use crate::protocol::body::Body;
use crate::protocol::headers::{add_common, forbid_embedding};
use crate::protocol::path::Form;
use crate::protocol::rejection::Rejection;

const SEC_FETCH_MODE: HeaderName = HeaderName::from_static("sec-fetch-mode");

/// Answers a path of the page.
pub(super) async fn answer(
    call: &Call<'_>,
    form: Form,
    body: Incoming,
) -> Result<Response<Body>, Rejection> {
    if form == Form::Alias {
        return Err(Rejection::NotFound);
    }
    let answer = match session_of_studio(call).await {
        Ok(person) => studio::pass_on(call, &person, body).await,
        Err(rejection) => Err(rejection),
    };
    match answer {
        Ok(mut answer) => {
            let headers = answer.headers_mut();
            add_common(headers, call.gateway.config.hsts());
            forbid_embedding(headers);
            Ok(answer)
        }
        Err(rejection) => refuse(call, form, rejection),
    }
}

/// The answer of a guarded page where there is one, else the rejection itself.
fn refuse(call: &Call<'_>, form: Form, rejection: Rejection) -> Result<Response<Body>, Rejection> {
    let verdict = verdict(rejection, is_navigation(call.headers())).ok_or(rejection)?;
    let site = call.site.ok_or(Rejection::Unavailable)?;
    Page { call, site, form }.refuse(call.path(), verdict)
}

/// The guard's verdict for a rejection of the session; none for other rejections.
fn verdict(rejection: Rejection, is_navigation: bool) -> Option<Verdict> {
    match rejection {
        Rejection::Unauthorized if is_navigation => Some(Verdict::SignIn),
        Rejection::Unauthorized => Some(Verdict::Unauthorized),
        Rejection::NotPermitted => Some(Verdict::Hidden),
        _ => None,
    }
}

/// Whether a browser shows the answer as a page. One that does not say counts as if it did.
fn is_navigation(headers: &HeaderMap) -> bool {
    let mode = headers.get(SEC_FETCH_MODE);
    mode.is_none_or(|mode| mode == "navigate")
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn a_visitor_without_the_role_gets_the_answer_of_a_guarded_page() {
        for (rejection, is_navigation, expected) in [
            (Rejection::Unauthorized, true, Some(Verdict::SignIn)),
            (Rejection::Unauthorized, false, Some(Verdict::Unauthorized)),
            (Rejection::NotPermitted, true, Some(Verdict::Hidden)),
            (Rejection::NotPermitted, false, Some(Verdict::Hidden)),
            (Rejection::Unavailable, true, None),
            (Rejection::TooMany, false, None),
        ] {
            let found = verdict(rejection, is_navigation);
            assert_eq!(found, expected, "{rejection:?} {is_navigation}");
        }
    }

    #[test]
    fn a_request_navigates_unless_its_mode_is_another() {
        for (mode, expected) in [
            (None, true),
            (Some("navigate"), true),
            (Some("cors"), false),
            (Some("no-cors"), false),
            (Some("same-origin"), false),
        ] {
            let row = mode.map(|mode| (SEC_FETCH_MODE, HeaderValue::from_static(mode)));
            let headers = HeaderMap::from_iter(row);
            assert_eq!(is_navigation(&headers), expected, "{mode:?}");
        }
    }
}
