//! Headers of answers of every kind: pages, errors, redirects, and answers of `/api`.
//!
//! Headers that depend on the build are prepared in [`crate::site`].

use http::HeaderMap;
use http::header::{
    HeaderName, HeaderValue, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY, VARY,
    X_CONTENT_TYPE_OPTIONS,
};

use super::cache_policy::CachePolicy;

/// The build that answered.
pub(crate) const X_BUILD: HeaderName = HeaderName::from_static("x-build");
const CORP: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The `max-age` of `Strict-Transport-Security`, in seconds (RFC 6797); 0 leaves the header out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hsts(pub(crate) u32);

impl Hsts {
    /// No header, for answers without TLS.
    pub(crate) const NONE: Self = Self(0);
}

/// The headers of every answer.
pub(crate) fn add_common(headers: &mut HeaderMap, hsts: Hsts) {
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(
        REFERRER_POLICY,
        HeaderValue::from_static("strict-origin-when-cross-origin"),
    );
    if hsts != Hsts::NONE
        && let Ok(value) = HeaderValue::try_from(format!("max-age={}", hsts.0))
    {
        headers.insert(STRICT_TRANSPORT_SECURITY, value);
    }
}

/// Makes an answer private to one visitor: no cache keeps it, no other site embeds it.
pub(crate) fn close(headers: &mut HeaderMap) {
    CachePolicy::Private.apply(headers);
    forbid_embedding(headers);
}

/// Lets no page of another site load an answer.
pub(crate) fn forbid_embedding(headers: &mut HeaderMap) {
    headers.insert(CORP, HeaderValue::from_static("same-origin"));
}

/// Adds a member to `Vary`.
pub(crate) fn add_vary(headers: &mut HeaderMap, names: &'static str) {
    let value = match headers.get(VARY).and_then(|value| value.to_str().ok()) {
        Some(present) => HeaderValue::try_from(format!("{names}, {present}")).ok(),
        None => Some(HeaderValue::from_static(names)),
    };
    if let Some(value) = value {
        headers.insert(VARY, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::header::CACHE_CONTROL;

    #[test]
    fn every_answer_forbids_guesses_of_its_type_and_tls_is_demanded_over_tls() {
        for (hsts, expected) in [(Hsts(300), Some("max-age=300")), (Hsts::NONE, None)] {
            let mut headers = HeaderMap::new();
            add_common(&mut headers, hsts);
            assert_eq!(headers[X_CONTENT_TYPE_OPTIONS], "nosniff");
            assert_eq!(headers[REFERRER_POLICY], "strict-origin-when-cross-origin");
            let sent = headers.get(STRICT_TRANSPORT_SECURITY);
            assert_eq!(sent.map(|value| value.to_str().unwrap()), expected);
        }
    }

    #[test]
    fn a_closed_answer_is_for_one_visitor() {
        let mut headers = HeaderMap::new();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("public"));
        close(&mut headers);
        assert_eq!(headers[CACHE_CONTROL], "private, no-store");
        assert_eq!(headers[CORP], "same-origin");
    }

    #[test]
    fn vary_keeps_the_members_that_it_has() {
        let mut headers = HeaderMap::new();
        add_vary(&mut headers, "cookie");
        assert_eq!(headers[VARY], "cookie");
        add_vary(&mut headers, "accept-language");
        assert_eq!(headers[VARY], "accept-language, cookie");
    }
}
