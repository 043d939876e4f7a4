//! Permission of calls to change data: only calls by this site's own pages, or by programs without
//! cookies, have it. Pure.
//!
//! The session cookie is `SameSite=None`, so every site's pages could send it. They cannot choose
//! the `Origin` that the browser adds.
//!
//! | `Origin` | passes |
//! |---|---|
//! | one of the public origins | yes |
//! | anything else, `null`, twice | no |
//! | absent, `Sec-Fetch-Site: same-origin` | yes; not if it is there twice |
//! | absent, no `Sec-Fetch-Site` | with `Authorization: Bearer` and without a token cookie: a program |

use http::header::{HOST, HeaderName, ORIGIN};
use http::{HeaderMap, Method};

use super::cookie;
use super::host::is_loopback;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The addresses that visitors see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PublicOrigins(pub(crate) Vec<String>);

impl PublicOrigins {
    /// Whether a page of `origin` is one of ours. Without configuration the site is used on this
    /// machine only, and the address is the one in `Host`, if that is this machine (a name that
    /// someone points here is not).
    fn has(&self, origin: &str, headers: &HeaderMap) -> bool {
        if !self.0.is_empty() {
            return self.0.iter().any(|public| public == origin);
        }
        let host = headers
            .get(HOST)
            .and_then(|host| host.to_str().ok())
            .unwrap_or_default();
        let named = origin
            .strip_prefix("https://")
            .or_else(|| origin.strip_prefix("http://"));
        is_loopback(host) && named == Some(host)
    }
}

/// Whether a call may go on.
pub(crate) fn passes(method: &Method, headers: &HeaderMap, origins: &PublicOrigins) -> bool {
    if method.is_safe() {
        return true;
    }
    let mut sent = headers.get_all(ORIGIN).iter();
    match (sent.next(), sent.next()) {
        (Some(origin), None) => origin
            .to_str()
            .is_ok_and(|origin| origins.has(origin, headers)),
        (Some(_), Some(_)) => false,
        (None, _) => passes_without_origin(headers),
    }
}

fn passes_without_origin(headers: &HeaderMap) -> bool {
    let mut sent = headers.get_all(SEC_FETCH_SITE).iter();
    match (sent.next(), sent.next()) {
        (Some(site), None) => site == "same-origin",
        (Some(_), Some(_)) => false,
        // A form never adds a token by itself, unlike a password that the browser keeps for a proxy
        // in front.
        (None, _) => {
            let sends_token = |name| cookie::get(headers, name).is_some();
            cookie::bearer(headers).is_some()
                && !sends_token(cookie::TOKEN)
                && !sends_token(cookie::FRAMED_TOKEN)
        }
    }
}

/// Whether the browser says that a page of another site sent the request. For answers that a
/// browser must not even load into a page of another site.
pub(crate) fn is_cross_site(headers: &HeaderMap) -> bool {
    let mut sent = headers.get_all(SEC_FETCH_SITE).iter();
    sent.any(|site| site == "cross-site")
}

/// Whether a navigation came from a page of this site.
pub(crate) fn is_same_origin_navigation(headers: &HeaderMap) -> bool {
    headers
        .get(SEC_FETCH_SITE)
        .is_some_and(|site| site == "same-origin")
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    fn post(rows: &[(&'static str, &'static str)], origins: &PublicOrigins) -> bool {
        let row = |(name, value): &(&'static str, &'static str)| {
            (
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            )
        };
        let mut headers = HeaderMap::new();
        for (name, value) in rows.iter().map(row) {
            headers.append(name, value);
        }
        passes(&Method::POST, &headers, origins)
    }

    #[test]
    fn only_our_pages_and_programs_change_something() {
        let configured = PublicOrigins(vec!["https://example.com".to_owned()]);
        let rows: [(&[(&str, &str)], bool); 14] = [
            (&[("origin", "https://example.com")], true),
            (&[("origin", "https://example.com.evil.example")], false),
            (&[("origin", "http://example.com")], false),
            (&[("origin", "null")], false),
            (
                &[
                    ("origin", "https://example.com"),
                    ("origin", "https://example.com"),
                ],
                false,
            ),
            (
                &[
                    ("origin", "https://evil.example"),
                    ("sec-fetch-site", "same-origin"),
                ],
                false,
            ),
            (&[("sec-fetch-site", "same-origin")], true),
            (&[("sec-fetch-site", "same-site")], false),
            (
                &[
                    ("sec-fetch-site", "same-origin"),
                    ("sec-fetch-site", "same-origin"),
                ],
                false,
            ),
            (
                &[("sec-fetch-site", "none"), ("authorization", "Bearer x")],
                false,
            ),
            (&[("authorization", "Bearer x")], true),
            (&[("authorization", "Basic dTpw")], false),
            (
                &[("authorization", "Bearer x"), ("cookie", "token=x")],
                false,
            ),
            (&[], false),
        ];
        for (headers, expected) in rows {
            assert_eq!(post(headers, &configured), expected, "{headers:?}");
        }
    }

    #[test]
    fn without_configuration_the_host_counts_if_it_is_this_machine() {
        let none = PublicOrigins::default();
        assert!(post(
            &[
                ("host", "127.0.0.1:8080"),
                ("origin", "http://127.0.0.1:8080")
            ],
            &none
        ));
        assert!(post(
            &[("host", "localhost"), ("origin", "http://localhost")],
            &none
        ));
        assert!(post(
            &[("host", "[::1]:80"), ("origin", "http://[::1]:80")],
            &none
        ));
        assert!(!post(
            &[
                ("host", "127.0.0.1:8080"),
                ("origin", "http://127.0.0.1:9090")
            ],
            &none
        ));
        // A name that its owner points at this machine (DNS rebinding).
        assert!(!post(
            &[
                ("host", "evil.example:8080"),
                ("origin", "http://evil.example:8080")
            ],
            &none
        ));
        assert!(!post(
            &[
                ("host", "127.0.0.1.evil.example"),
                ("origin", "http://127.0.0.1.evil.example")
            ],
            &none
        ));
    }

    #[test]
    fn reading_needs_nothing() {
        let headers =
            HeaderMap::from_iter([(ORIGIN, HeaderValue::from_static("https://evil.example"))]);
        assert!(passes(&Method::GET, &headers, &PublicOrigins::default()));
    }

    #[test]
    fn a_request_is_another_sites_if_the_browser_says_so() {
        for (sites, expected) in [
            (&["cross-site"][..], true),
            (&["same-origin", "cross-site"], true),
            (&["same-origin"], false),
            (&["same-site"], false),
            (&["none"], false),
            (&[], false),
        ] {
            let row = |site: &&'static str| (SEC_FETCH_SITE, HeaderValue::from_static(site));
            let mut headers = HeaderMap::new();
            for (name, value) in sites.iter().map(row) {
                headers.append(name, value);
            }
            assert_eq!(is_cross_site(&headers), expected, "{sites:?}");
        }
    }

    #[test]
    fn a_navigation_is_ours_if_the_browser_says_so() {
        for (site, expected) in [
            (Some("same-origin"), true),
            (Some("same-site"), false),
            (Some("none"), false),
            (None, false),
        ] {
            let row = site.map(|site| (SEC_FETCH_SITE, HeaderValue::from_static(site)));
            let headers = HeaderMap::from_iter(row);
            assert_eq!(is_same_origin_navigation(&headers), expected, "{site:?}");
        }
    }
}
