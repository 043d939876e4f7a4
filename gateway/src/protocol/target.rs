//! Step 1 of the pipeline: the form of a request's target, the host that it names (RFC 9112, 3.2
//! and 3.3), and how its body is framed. Pure.
//!
//! After this step there is one `Host`, which names the requested host, whatever the form of the
//! target: of a target with an authority (`GET http://host/path`, and nearly every request of
//! HTTP/2) the authority counts and `Host` does not. In HTTP/2 both must name the same host
//! (RFC 9113, 8.3.1). Only HTTP/1.0 may name none.

use http::header::{HOST, HeaderValue, TRANSFER_ENCODING};
use http::request::Parts;
use http::uri::Scheme;
use http::{HeaderMap, Method, Version};

use crate::protocol::rejection::Rejection;

/// A longer request target is refused; the longest of the site's own are some hundred bytes.
const TARGET_MAX: usize = 8 * 1024;

/// Refuses an ambiguous request, and determines its host.
pub(crate) fn check(parts: &mut Parts, has_body: bool) -> Result<(), Rejection> {
    if parts.version == Version::HTTP_2 {
        trim(&mut parts.headers)?;
    }
    settle(parts)?;
    if has_body {
        check_framing(&parts.headers)?;
    }
    let target = parts.uri.path_and_query();
    if target.is_some_and(|target| target.as_str().len() > TARGET_MAX) {
        return Err(Rejection::UriTooLong);
    }
    Ok(())
}

/// Refuses a target that no page and no call can have, and determines the host.
fn settle(parts: &mut Parts) -> Result<(), Rejection> {
    // The server has no options as a whole (`OPTIONS *`), and it is no proxy.
    let is_of_server = parts.method == Method::OPTIONS && parts.uri.path() == "*";
    if parts.method == Method::CONNECT || is_of_server {
        return Err(Rejection::Method("GET, HEAD"));
    }
    let mut hosts = parts.headers.get_all(HOST).iter();
    let (host, another) = (hosts.next(), hosts.next());
    let is_missing = host.is_none() && may_not_lack_host(parts);
    if is_missing || another.is_some() || !host.is_none_or(is_host) {
        return Err(Rejection::BadRequest);
    }
    let Some(authority) = parts.uri.authority() else {
        return Ok(());
    };
    let is_ours = |scheme: &Scheme| *scheme == Scheme::HTTP || *scheme == Scheme::HTTPS;
    let authority = HeaderValue::from_str(authority.as_str());
    let authority = authority.map_err(|_| Rejection::BadRequest)?;
    let scheme = parts.uri.scheme().filter(|scheme| is_ours(scheme));
    let Some(scheme) = scheme.filter(|_| is_host(&authority)) else {
        return Err(Rejection::BadRequest);
    };
    let is_same = |host: &HeaderValue| is_same_host(host, &authority, scheme);
    if parts.version == Version::HTTP_2 && !host.is_none_or(is_same) {
        return Err(Rejection::BadRequest);
    }
    parts.headers.insert(HOST, authority);
    Ok(())
}

/// Whether a request without `Host` is malformed. The authority of HTTP/2 takes its place, and that
/// of an absolute target of HTTP/1.1 does not.
fn may_not_lack_host(parts: &Parts) -> bool {
    match parts.version {
        Version::HTTP_11 => true,
        Version::HTTP_2 => parts.uri.authority().is_none(),
        _ => false,
    }
}

/// Whether two hosts differ in case and in the port of their scheme alone (RFC 3986, 6.2).
fn is_same_host(one: &HeaderValue, other: &HeaderValue, scheme: &Scheme) -> bool {
    let [one, other] = [one, other].map(|host| without_default_port(host.as_bytes(), scheme));
    one.eq_ignore_ascii_case(other)
}

fn without_default_port<'a>(host: &'a [u8], scheme: &Scheme) -> &'a [u8] {
    let port: &[u8] = match *scheme == Scheme::HTTPS {
        true => b":443",
        false => b":80",
    };
    let name = host.strip_suffix(port).or_else(|| host.strip_suffix(b":"));
    name.unwrap_or(host)
}

/// Takes blanks from the beginning and the end of values, as HTTP/1.1 does, where they belong to
/// the line. RFC 9113 (8.2.1) would have such a request refused, but apps that add a word to a web
/// view's `User-Agent` send one.
fn trim(headers: &mut HeaderMap) -> Result<(), Rejection> {
    for value in headers.values_mut() {
        let trimmed = value.as_bytes().trim_ascii();
        if trimmed.len() < value.len() {
            *value = HeaderValue::from_bytes(trimmed).map_err(|_| Rejection::BadRequest)?;
        }
    }
    Ok(())
}

/// Refuses a body with a transfer coding other than `chunked`, once. The library reads some of them
/// correctly; a proxy in front that reads them differently would see other requests than we do.
fn check_framing(headers: &HeaderMap) -> Result<(), Rejection> {
    let mut codings = headers.get_all(TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => Ok(()),
        (Some(coding), None) if coding.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => Err(Rejection::BadRequest),
    }
}

/// Whether a value is a name or an address with an optional port; never empty, and without `user@`.
fn is_host(value: &HeaderValue) -> bool {
    let Ok(text) = value.to_str() else {
        return false;
    };
    let (name, port) = match text.rfind(':') {
        Some(at) if !text.ends_with(']') => text.split_at(at),
        _ => (text, ""),
    };
    let inside = name
        .strip_prefix('[')
        .and_then(|name| name.strip_suffix(']'));
    let fits = match inside {
        Some(address) => address.parse::<std::net::Ipv6Addr>().is_ok(),
        None => !name.is_empty() && name.bytes().all(is_of_a_name),
    };
    fits && port.bytes().skip(1).all(|byte| byte.is_ascii_digit())
}

/// Whether a byte is valid in a name (RFC 3986, 3.2.2).
fn is_of_a_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'-' | b'.' | b'_' | b'~' | b'%')
        || matches!(
            byte,
            b'!' | b'$' | b'&' | b'\'' | b'(' | b')' | b'*' | b'+' | b';' | b'='
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_or_an_address_with_an_optional_port() {
        for value in [
            "x",
            "www.example.com",
            "x:80",
            "x:",
            "127.0.0.1:8080",
            "[::1]",
            "[::1]:8080",
            "a_b",
        ] {
            assert!(is_host(&HeaderValue::from_static(value)), "{value}");
        }
        for value in [
            "", ":80", "x:y", "x, y", "x y", "x/y", "u@x", "[x]", "[::1", "::1", "x:1:2", "x\\y",
            "x?y", "x#y",
        ] {
            assert!(!is_host(&HeaderValue::from_static(value)), "{value}");
        }
    }

    #[test]
    fn the_authority_of_a_target_counts() {
        let rows = [
            ("/about", "x", Ok("x")),
            ("http://y:81/about", "x", Ok("y:81")),
            ("https://y/about", "x", Ok("y")),
            ("ftp://y/about", "x", Err(Rejection::BadRequest)),
            ("http://u@y/about", "x", Err(Rejection::BadRequest)),
            ("y:81", "x", Err(Rejection::BadRequest)),
        ];
        for (target, host, expected) in rows {
            let request = http::Request::get(target).header(HOST, host);
            let (mut parts, ()) = request.body(()).unwrap().into_parts();
            let settled = settle(&mut parts).map(|()| parts.headers[HOST].to_str().unwrap());
            assert_eq!(settled, expected, "{target}");
        }
    }

    #[test]
    fn authority_and_host_of_version_2_are_one() {
        let (same, another) = (Ok(()), Err(Rejection::BadRequest));
        for (target, host, expected) in [
            ("https://x/", None, same),
            ("https://x/", Some("x"), same),
            ("https://x/", Some("X:443"), same),
            ("https://x:/", Some("x"), same),
            ("http://x:80/", Some("x"), same),
            ("https://[::443]/", Some("[::443]"), same),
            ("https://x/", Some("y"), another),
            ("https://x/", Some("x:80"), another),
            ("http://x/", Some("x:443"), another),
            ("https://x:44/", Some("x:443"), another),
            ("/", Some("x"), same),
            ("/", None, another),
        ] {
            let mut request = http::Request::get(target).version(Version::HTTP_2);
            if let Some(host) = host {
                request = request.header(HOST, host);
            }
            let (mut parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(check(&mut parts, false), expected, "{target} {host:?}");
        }
    }

    #[test]
    fn blanks_around_a_value_of_version_2_are_no_part_of_it() {
        for (value, expected) in [("", ""), ("a b", "a b"), (" a", "a"), ("a \t", "a")] {
            let request = http::Request::get("https://x/").version(Version::HTTP_2);
            let request = request.header("x-a", value);
            let (mut parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(check(&mut parts, false), Ok(()), "{value:?}");
            assert_eq!(parts.headers["x-a"], expected);
        }
    }

    #[test]
    fn a_body_comes_in_chunks_or_as_it_is() {
        let rows: [(&[&str], Result<(), Rejection>); 8] = [
            (&[], Ok(())),
            (&["chunked"], Ok(())),
            (&["Chunked"], Ok(())),
            (&["identity", "chunked"], Err(Rejection::BadRequest)),
            (&["chunked", "chunked"], Err(Rejection::BadRequest)),
            (&["chunked, chunked"], Err(Rejection::BadRequest)),
            (&["gzip, chunked"], Err(Rejection::BadRequest)),
            (&[",chunked"], Err(Rejection::BadRequest)),
        ];
        for (lines, expected) in rows {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(TRANSFER_ENCODING, HeaderValue::from_str(line).unwrap());
            }
            assert_eq!(check_framing(&headers), expected, "{lines:?}");
        }
    }

    #[test]
    fn only_version_1_0_may_name_no_host() {
        let rows = [
            (Version::HTTP_10, Ok(())),
            (Version::HTTP_11, Err(Rejection::BadRequest)),
            (Version::HTTP_2, Err(Rejection::BadRequest)),
        ];
        for (version, expected) in rows {
            let request = http::Request::get("/about").version(version);
            let (mut parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(settle(&mut parts), expected, "{version:?}");
        }
    }

    #[test]
    fn a_target_has_a_limit_and_a_method_that_a_site_has() {
        let checked = |method: Method, target: &str| {
            let request = http::Request::builder().method(method).uri(target);
            let (mut parts, ()) = request.header(HOST, "x").body(()).unwrap().into_parts();
            check(&mut parts, false)
        };
        let longest = format!("/{}", "a".repeat(8_191));
        assert_eq!(checked(Method::GET, &longest), Ok(()));
        assert_eq!(
            checked(Method::GET, &format!("{longest}a")),
            Err(Rejection::UriTooLong)
        );
        let no_method = Err(Rejection::Method("GET, HEAD"));
        assert_eq!(checked(Method::CONNECT, "x:80"), no_method);
        assert_eq!(checked(Method::OPTIONS, "*"), no_method);
        assert_eq!(checked(Method::OPTIONS, "/api"), Ok(()));
    }

    #[test]
    fn the_framing_of_a_body_counts_where_there_is_one() {
        for (has_body, expected) in [(true, Err(Rejection::BadRequest)), (false, Ok(()))] {
            let request = http::Request::post("/api").header(HOST, "x");
            let request = request.header(TRANSFER_ENCODING, "gzip");
            let (mut parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(check(&mut parts, has_body), expected, "{has_body}");
        }
    }

    #[test]
    fn a_request_names_one_host() {
        for hosts in [&["x", "x"][..], &["u@x"], &[""]] {
            let mut request = http::Request::get("/about");
            for host in hosts {
                request = request.header(HOST, *host);
            }
            let (mut parts, ()) = request.body(()).unwrap().into_parts();
            assert_eq!(settle(&mut parts), Err(Rejection::BadRequest), "{hosts:?}");
        }
    }
}
