//! The front door: the hosts of the site, and where a visitor of another one goes. Pure.
//!
//! | host of the request | with `--canonical-origin` | over `--http-redirect` |
//! |---|---|---|
//! | the canonical one | answered | to the same host, over HTTPS |
//! | of another public address | 308 to the canonical one | to the canonical one, or to its own |
//! | the previews' | answered | to the same host, over HTTPS |
//! | any other, or none | 421 | 421 |

use bytes::Bytes;
use http::header::{self, HOST, HeaderValue};
use http::request::Parts;
use http::{Response, StatusCode};

use super::body::Body;
use super::cache_policy::CachePolicy;
use super::headers::{Hsts, add_common};

/// Body of an answer to a host that is not the site's.
const NO_SITE: &str = "This server has no site of that name.\n";

/// The hosts of a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FrontDoor {
    /// The public addresses, as `https://www.example.com`.
    pub(crate) origins: Vec<String>,
    /// The one under which all pages are; none: under each.
    pub(crate) canonical: Option<String>,
    /// The only host that shows previews.
    pub(crate) preview_host: Option<String>,
}

/// Where a request belongs.
#[derive(Debug, PartialEq, Eq)]
enum Place<'a> {
    /// Here.
    Here,
    /// At the same path of this address.
    At(&'a str),
    /// Nowhere: its host is not the site's.
    Nowhere,
}

impl FrontDoor {
    /// The answer to a request whose host is not the one that has the pages; none if it is.
    pub(crate) fn turn_away(&self, parts: &Parts, hsts: Hsts) -> Option<Response<Body>> {
        self.canonical.as_ref()?;
        let mut response = match self.place(name(parts)) {
            Place::Here => return None,
            Place::At(origin) => redirect(origin, parts),
            Place::Nowhere => no_site(),
        };
        add_common(response.headers_mut(), hsts);
        Some(response)
    }

    /// The answer to any request that came without TLS to the port that only leads to HTTPS.
    pub(crate) fn lead_to_https(&self, parts: &Parts) -> Response<Body> {
        let host = name(parts);
        let mut response = match self.place(host) {
            Place::At(origin) => redirect(origin, parts),
            Place::Here => match self.https_origin(host) {
                Some(origin) => redirect(&origin, parts),
                None => no_site(),
            },
            Place::Nowhere => no_site(),
        };
        add_common(response.headers_mut(), Hsts::NONE);
        response
    }

    fn place(&self, host: &str) -> Place<'_> {
        let is_known = self.origins.iter().any(|origin| is_host(origin, host));
        if self.is_for_previews(host) {
            return Place::Here;
        }
        match &self.canonical {
            _ if !is_known => Place::Nowhere,
            Some(canonical) if !is_host(canonical, host) => Place::At(canonical),
            _ => Place::Here,
        }
    }

    fn is_for_previews(&self, host: &str) -> bool {
        let previews = self.preview_host.as_deref();
        previews.is_some_and(|previews| without_port(previews).eq_ignore_ascii_case(host))
    }

    /// The address of a host of the site over HTTPS.
    fn https_origin(&self, host: &str) -> Option<String> {
        let mut secure = self
            .origins
            .iter()
            .filter(|origin| origin.starts_with("https://"));
        let public = secure.find(|origin| is_host(origin, host));
        let previews = self
            .preview_host
            .as_ref()
            .filter(|_| self.is_for_previews(host));
        public
            .cloned()
            .or_else(|| previews.map(|host| format!("https://{host}")))
    }
}

/// The host that a request names, without its port; empty without one.
fn name(parts: &Parts) -> &str {
    let host = parts.headers.get(HOST);
    let host = host.and_then(|host| host.to_str().ok()).unwrap_or_default();
    without_port(host)
}

/// Whether a public address has that host, whatever the ports.
fn is_host(origin: &str, host: &str) -> bool {
    let own = origin.split_once("://").map_or(origin, |(_, host)| host);
    without_port(own).eq_ignore_ascii_case(host)
}

/// A host without its port; the brackets of an IPv6 address stay.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

/// To the same path and query at another address. Not kept by caches and browsers: an operator may
/// change the address again.
fn redirect(origin: &str, parts: &Parts) -> Response<Body> {
    let target = parts
        .uri
        .path_and_query()
        .map_or("/", |target| target.as_str());
    let Ok(location) = HeaderValue::from_str(&format!("{origin}{target}")) else {
        return no_site();
    };
    let mut response = empty(StatusCode::PERMANENT_REDIRECT);
    response.headers_mut().insert(header::LOCATION, location);
    CachePolicy::NoStore.apply(response.headers_mut());
    response
}

/// The proof of an HTTP-01 challenge, for an authority that checks a name of the site.
pub(crate) fn challenge_answer(proof: String) -> Response<Body> {
    let mut response = plain_text(proof);
    add_common(response.headers_mut(), Hsts::NONE);
    response
}

fn no_site() -> Response<Body> {
    let mut response = plain_text(NO_SITE);
    *response.status_mut() = StatusCode::MISDIRECTED_REQUEST;
    response
}

fn plain_text(text: impl Into<Bytes>) -> Response<Body> {
    let text = text.into();
    let length = HeaderValue::from(text.len());
    let mut response = Response::new(Body::whole(text));
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/plain; charset=utf-8"),
    );
    headers.insert(header::CONTENT_LENGTH, length);
    CachePolicy::NoStore.apply(headers);
    response
}

fn empty(status: StatusCode) -> Response<Body> {
    let mut response = Response::new(Body::Empty);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from_static("0"));
    response
}

#[cfg(test)]
mod tests {
    use http::Request;

    use super::*;

    fn parts(host: &str, target: &str) -> Parts {
        let request = Request::get(target).header(HOST, host).body(()).unwrap();
        request.into_parts().0
    }

    fn door(canonical: Option<&str>) -> FrontDoor {
        FrontDoor {
            origins: vec![
                "https://www.x.example".to_owned(),
                "https://x.example:8443".to_owned(),
            ],
            canonical: canonical.map(str::to_owned),
            preview_host: Some("Preview.x.example".to_owned()),
        }
    }

    /// Status and place of an answer.
    fn status_and_place(response: &Response<Body>) -> (u16, &str) {
        let to = response.headers().get(header::LOCATION);
        let to = to.map_or("", |to| to.to_str().unwrap());
        (response.status().as_u16(), to)
    }

    const CANONICAL: &str = "https://www.x.example";

    #[test]
    fn one_host_has_the_pages_and_the_others_lead_to_it() {
        let door = door(Some(CANONICAL));
        for (host, expected) in [
            ("www.x.example", None),
            ("www.x.example:443", None),
            ("WWW.X.example", None),
            ("preview.x.example", None),
            ("x.example", Some((308, "https://www.x.example/a?b=%20c"))),
            (
                "x.example:80",
                Some((308, "https://www.x.example/a?b=%20c")),
            ),
            ("evil.example", Some((421, ""))),
            ("www.x.example.evil.example", Some((421, ""))),
            ("127.0.0.1", Some((421, ""))),
            ("[::1]:80", Some((421, ""))),
        ] {
            let answer = door.turn_away(&parts(host, "/a?b=%20c"), Hsts(300));
            assert_eq!(answer.as_ref().map(status_and_place), expected, "{host}");
        }
    }

    #[test]
    fn without_a_canonical_one_every_host_has_the_pages() {
        for host in ["www.x.example", "x.example", "evil.example", "127.0.0.1"] {
            assert!(door(None).turn_away(&parts(host, "/"), Hsts(300)).is_none());
        }
    }

    #[test]
    fn http_leads_to_the_same_page_over_https_and_never_to_a_host_that_is_not_the_site_s() {
        for (canonical, host, expected) in [
            (None, "www.x.example:80", (308, "https://www.x.example/a?b")),
            (None, "x.example", (308, "https://x.example:8443/a?b")),
            (
                None,
                "preview.x.example",
                (308, "https://Preview.x.example/a?b"),
            ),
            (None, "evil.example", (421, "")),
            (
                Some(CANONICAL),
                "x.example",
                (308, "https://www.x.example/a?b"),
            ),
            (Some(CANONICAL), "evil.example", (421, "")),
        ] {
            let answer = door(canonical).lead_to_https(&parts(host, "/a?b"));
            assert_eq!(status_and_place(&answer), expected, "{host}");
            let headers = answer.headers();
            assert!(!headers.contains_key(header::STRICT_TRANSPORT_SECURITY));
        }
    }

    #[test]
    fn a_target_that_looks_like_a_host_stays_a_path() {
        let answer = door(None).lead_to_https(&parts("www.x.example", "//evil.example/"));
        assert_eq!(
            status_and_place(&answer),
            (308, "https://www.x.example//evil.example/")
        );
    }
}
