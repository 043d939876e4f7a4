//! The headers that are forwarded (RFC 9110, 7.6.1, and our own rules). Pure.
//!
//! To the origin: no cookie (the token becomes `Authorization`, the ids become headers), always a
//! language, no header by which a client could claim another identity or address, no header for a
//! single connection. Back: no cookie of the origin, no CORS grant, no order to a server or browser
//! in front, no way to another site.

use http::header::{self, HeaderName, HeaderValue};
use http::{HeaderMap, StatusCode};

use crate::protocol::claims::is_claim;
use crate::protocol::client::{Client, X_FORWARDED_FOR, X_FORWARDED_PROTO};
use crate::protocol::cookie;
use crate::protocol::path;
use crate::protocol::trace_context::{TRACEPARENT, TRACESTATE};
use crate::site::language;

/// Concern one connection only.
const HOP_BY_HOP: [HeaderName; 8] = [
    header::CONNECTION,
    header::PROXY_AUTHENTICATE,
    header::PROXY_AUTHORIZATION,
    header::TE,
    header::TRAILER,
    header::TRANSFER_ENCODING,
    header::UPGRADE,
    HeaderName::from_static("keep-alive"),
];
const X_FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// Headers by which an origin would give orders to a browser or to a server in front of us.
const ORDERS: [&str; 19] = [
    "accept-ch",
    "alt-svc",
    "authorization",
    "clear-site-data",
    "critical-ch",
    "nel",
    "proxy-connection",
    "public-key-pins",
    "refresh",
    "report-to",
    "reporting-endpoints",
    "server",
    "service-worker-allowed",
    "set-cookie2",
    "speculation-rules",
    "use-as-dictionary",
    "x-accel-redirect",
    "x-powered-by",
    "x-sendfile",
];

/// The headers that the origin gets; `language` is the call's.
pub(crate) fn request(
    from: &HeaderMap,
    client: &Client,
    tls: bool,
    language: HeaderValue,
) -> HeaderMap {
    let named = connection_options(from);
    let mut headers = HeaderMap::with_capacity(from.len() + 4);
    for (name, value) in from {
        let dropped = HOP_BY_HOP.contains(name)
            || matches!(
                *name,
                header::AUTHORIZATION | header::COOKIE | header::EXPECT | header::HOST
            )
            || is_claim(name.as_str())
            || [TRACEPARENT, TRACESTATE].contains(name)
            || is_named(name, &named);
        if !dropped {
            headers.append(name, value.clone());
        }
    }
    add_cookies(&mut headers, from);
    headers.insert(language::HEADER, language);
    if let Some(address) = client.address_text() {
        headers.insert(X_FORWARDED_FOR, address);
    }
    let is_tls = client.tls.unwrap_or(tls);
    headers.insert(
        X_FORWARDED_PROTO,
        HeaderValue::from_static(if is_tls { "https" } else { "http" }),
    );
    if let Some(host) = from.get(header::HOST) {
        headers.insert(X_FORWARDED_HOST, host.clone());
    }
    headers
}

/// Cookies as headers: the token, and the ids that no header has.
fn add_cookies(headers: &mut HeaderMap, from: &HeaderMap) {
    let forwarded = cookie::ForwardedCookies::parse(from);
    let token = forwarded.token.or_else(|| cookie::bearer(from));
    if let Some(bearer) = token.and_then(|token| token.bearer()) {
        headers.insert(header::AUTHORIZATION, bearer);
    }
    for ((_, header), id) in cookie::IDS.into_iter().zip(forwarded.ids) {
        if let Some(id) = id {
            headers.entry(header).or_insert(id);
        }
    }
}

fn is_named(name: &HeaderName, options: &[&str]) -> bool {
    options
        .iter()
        .any(|option| option.eq_ignore_ascii_case(name.as_str()))
}

/// Names in `Connection`, which the sender declares as hop-by-hop.
fn connection_options(headers: &HeaderMap) -> Vec<&str> {
    let lines = headers
        .get_all(header::CONNECTION)
        .iter()
        .filter_map(|value| value.to_str().ok());
    lines
        .flat_map(|line| line.split(','))
        .map(str::trim)
        .collect()
}

/// Whether an answer can be forwarded: not an interim answer (1xx), and no redirect to another
/// site. Redirects are never followed here; one that stays on this site is the browser's to follow
/// (a form that was sent without JavaScript).
pub(crate) fn is_final(status: StatusCode, headers: &HeaderMap) -> bool {
    !status.is_informational()
        && (!status.is_redirection() || headers.get_all(header::LOCATION).iter().all(is_here))
}

/// Whether a `Location` is a path of this site, read as a browser reads it: `//host`, `/\host` and
/// `https:` lead elsewhere.
fn is_here(location: &HeaderValue) -> bool {
    let path = |location: &str| {
        let end = location.find(['?', '#']).unwrap_or(location.len());
        path::canonical(&location[..end]).is_ok()
    };
    location.to_str().is_ok_and(path)
}

/// Removes forbidden headers from the origin's answer.
pub(crate) fn answer(headers: &mut HeaderMap) {
    let named = connection_options(headers);
    let dropped = |name: &HeaderName| {
        HOP_BY_HOP.contains(name)
            || *name == header::SET_COOKIE
            || name.as_str().starts_with("access-control-")
            || ORDERS.contains(&name.as_str())
            || is_named(name, &named)
    };
    let names: Vec<HeaderName> = headers
        .keys()
        .filter(|name| dropped(name))
        .cloned()
        .collect();
    for name in names {
        headers.remove(name);
    }
    vary_on_what_visitors_send(headers);
    // Any other scheme makes a browser ask for a password, in this site's name.
    if headers.contains_key(header::WWW_AUTHENTICATE) {
        headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    }
    // The envelope has the address of a new resource (201), too.
    if !headers.get_all(header::LOCATION).iter().all(is_here) {
        headers.remove(header::LOCATION);
    }
}

/// The origin names the headers that it gets. The gateway makes some of them from other headers,
/// and a cache in front sees only these others.
fn vary_on_what_visitors_send(headers: &mut HeaderMap) {
    let lines = headers.get_all(header::VARY).iter();
    let members: Vec<String> = lines
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(','))
        .map(|member| member.trim().to_ascii_lowercase())
        .collect();
    let names = |name: &HeaderName| members.iter().any(|member| name == member.as_str());
    let [uuid, browser] = cookie::IDS.map(|(_, name)| names(&name));
    let is_by_cookie = uuid || browser || names(&header::AUTHORIZATION);
    if names(&language::HEADER) {
        headers.append(header::VARY, HeaderValue::from_static("Accept-Language"));
    }
    if is_by_cookie {
        headers.append(header::VARY, HeaderValue::from_static("Cookie"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::site::language::Languages;

    fn headers(rows: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in rows {
            headers.append(
                HeaderName::from_static(name),
                HeaderValue::from_static(value),
            );
        }
        headers
    }

    fn header_map(rows: &[(&'static str, &'static str)]) -> HeaderMap {
        sent_by(None, rows)
    }

    fn sent_by(tls: Option<bool>, rows: &[(&'static str, &'static str)]) -> HeaderMap {
        let client = Client {
            address: [192, 0, 2, 7].into(),
            tls,
            is_beside: false,
        };
        let headers = headers(rows);
        let language = Languages::built_in().header(&headers);
        request(&headers, &client, false, language)
    }

    // R7.01
    #[test]
    fn cookies_become_headers_and_are_not_forwarded() {
        let sent = header_map(&[
            ("cookie", "token=t0k; uuid=u-1; fronted-uuid=f-1; other=x"),
            ("authorization", "Bearer theirs"),
            ("language", "en"),
        ]);
        assert!(!sent.contains_key("cookie"));
        assert_eq!(sent["authorization"], "Bearer t0k");
        assert_eq!(
            (&sent["uuid"], &sent["fronted-uuid"]),
            (
                &HeaderValue::from_static("u-1"),
                &HeaderValue::from_static("f-1")
            )
        );
        assert_eq!(sent["language"], "en");
    }

    #[test]
    fn a_header_of_the_client_wins_over_an_id_cookie() {
        assert_eq!(
            header_map(&[("cookie", "uuid=u-1"), ("uuid", "u-2")])["uuid"],
            "u-2"
        );
        assert_eq!(
            header_map(&[("authorization", "Bearer theirs")])["authorization"],
            "Bearer theirs"
        );
    }

    #[test]
    fn claims_of_identity_and_place_are_dropped() {
        let sent = header_map(&[
            ("x-forwarded-for", "10.0.0.1"),
            ("x-forwarded-email", "root@example.com"),
            ("x-real-ip", "10.0.0.1"),
            ("forwarded", "for=10.0.0.1"),
            ("x-user-id", "1"),
            ("remote-user", "root"),
            ("x_forwarded_for", "10.0.0.1"),
            ("x-goog-authenticated-user-email", "root@example.com"),
            ("x-http-method-override", "DELETE"),
            ("host", "example.com"),
        ]);
        assert_eq!(sent["x-forwarded-for"], "192.0.2.7");
        assert_eq!(
            (&sent["x-forwarded-proto"], &sent["x-forwarded-host"]),
            (
                &HeaderValue::from_static("http"),
                &HeaderValue::from_static("example.com")
            )
        );
        assert_eq!(sent["language"], "zh");
        assert_eq!(sent.len(), 4);
    }

    #[test]
    fn only_a_bearer_token_is_passed_on_and_only_one() {
        let rows: [(&[(&str, &str)], &str); 6] = [
            (&[("authorization", "Bearer t0k")], "Bearer t0k"),
            (&[("authorization", "bearer t0k")], "Bearer t0k"),
            // The password of a proxy in front is not for the origin.
            (&[("authorization", "Basic dTpw")], ""),
            (&[("authorization", "Bearer a b")], ""),
            (
                &[("authorization", "Bearer a"), ("authorization", "Bearer b")],
                "",
            ),
            (&[("cookie", "token=")], ""),
        ];
        for (rows, expected) in rows {
            let sent = header_map(rows);
            let bearer = sent
                .get("authorization")
                .map_or("", |value| value.to_str().unwrap());
            assert_eq!(bearer, expected, "{rows:?}");
        }
    }

    #[test]
    fn a_trusted_proxys_word_about_tls_goes_on() {
        for (tls, expected) in [(None, "http"), (Some(true), "https"), (Some(false), "http")] {
            assert_eq!(sent_by(tls, &[])["x-forwarded-proto"], expected);
        }
    }

    #[test]
    fn an_answer_leads_nowhere_else() {
        let rows = [
            ("/login/sent", true),
            ("/en/contact/sent?x=//y", true),
            ("/", true),
            ("https://evil.example/", false),
            ("//evil.example", false),
            ("/\\evil.example", false),
            ("/\t/evil.example", false),
            ("javascript:alert(1)", false),
            ("sent", false),
            ("", false),
        ];
        for (location, expected) in rows {
            let mut headers = headers(&[("location", location)]);
            assert_eq!(
                is_final(StatusCode::SEE_OTHER, &headers),
                expected,
                "{location:?}"
            );
            answer(&mut headers);
            assert_eq!(headers.contains_key("location"), expected, "{location:?}");
        }
        assert!(is_final(StatusCode::NOT_MODIFIED, &HeaderMap::new()));
        assert!(!is_final(
            StatusCode::SWITCHING_PROTOCOLS,
            &HeaderMap::new()
        ));
    }

    #[test]
    fn hop_by_hop_headers_stay_on_their_connection() {
        let sent = header_map(&[
            ("connection", "keep-alive, X-Hop"),
            ("x-hop", "1"),
            ("keep-alive", "5"),
            ("te", "trailers"),
            ("upgrade", "h2c"),
            ("accept", "*/*"),
        ]);
        assert!(sent.contains_key("accept"));
        for name in ["connection", "x-hop", "keep-alive", "te", "upgrade"] {
            assert!(!sent.contains_key(name), "{name}");
        }
    }

    // A client cannot remove a header that is made here by naming it in `Connection`.
    #[test]
    fn what_is_made_here_is_no_hop_by_hop_header() {
        let sent = header_map(&[
            (
                "connection",
                "authorization, language, uuid, x-forwarded-for",
            ),
            ("cookie", "token=t0k; uuid=u-1"),
            ("language", "en"),
        ]);
        assert_eq!(sent["authorization"], "Bearer t0k");
        assert_eq!(sent["language"], "en");
        assert_eq!(sent["uuid"], "u-1");
        assert_eq!(sent["x-forwarded-for"], "192.0.2.7");
    }

    #[test]
    fn the_origin_makes_no_browser_ask_for_a_password() {
        for said in ["Basic realm=\"Sign in\"", "Digest realm=x", "Bearer"] {
            let mut headers = headers(&[("www-authenticate", said), ("www-authenticate", "Basic")]);
            answer(&mut headers);
            let lines: Vec<_> = headers.get_all("www-authenticate").iter().collect();
            assert_eq!(lines, ["Bearer"], "{said}");
        }
    }

    // RFC 9111, 4.1
    #[test]
    fn an_answer_varies_on_what_its_headers_were_made_of() {
        let rows = [
            ("language", "language, Accept-Language"),
            ("Accept, Language", "Accept, Language, Accept-Language"),
            ("uuid", "uuid, Cookie"),
            (
                "Authorization,language",
                "Authorization,language, Accept-Language, Cookie",
            ),
            ("accept-encoding", "accept-encoding"),
            ("*", "*"),
        ];
        for (said, expected) in rows {
            let mut headers = headers(&[("vary", said)]);
            answer(&mut headers);
            let lines = headers.get_all("vary").iter();
            let lines: Vec<&str> = lines.map(|line| line.to_str().unwrap()).collect();
            assert_eq!(lines.join(", "), expected);
        }
    }

    #[test]
    fn the_origin_sets_no_cookie_and_grants_nobody_access() {
        let mut headers = headers(&[
            ("set-cookie", "token=x"),
            ("access-control-allow-origin", "*"),
            ("refresh", "0; url=https://evil.example"),
            ("x-accel-redirect", "/secret"),
            ("use-as-dictionary", "match=\"/*\""),
            ("speculation-rules", "\"/api/rules\""),
            ("connection", "x-hop"),
            ("x-hop", "1"),
            ("content-type", "application/json"),
        ]);
        answer(&mut headers);
        assert_eq!(headers.len(), 1);
    }
}
