//! Headers of requests.

use std::net::{IpAddr, SocketAddr};

use contract::locale::{Direction, Locale};
use http::header::{ACCEPT, ACCEPT_ENCODING, COOKIE, HOST, IF_MATCH, IF_NONE_MATCH, ORIGIN, RANGE};
use http::{HeaderMap, HeaderValue, Method};

use super::{first_line, headers, text};
use crate::protocol::client::{Client, FarEnd, TrustedProxies, X_FORWARDED_FOR, network};
use crate::protocol::conditional::{Outcome, Part, part, preconditions};
use crate::protocol::cookie::{self, ForwardedCookies, Marking};
use crate::protocol::cross_site::{self, PublicOrigins};
use crate::protocol::encoding::AcceptedEncodings;
use crate::protocol::locale::{Source, negotiate};
use crate::protocol::qvalue::{accepts_only_json, members};
use crate::protocol::trace_context::{TRACEPARENT, TRACESTATE, TraceContext};

/// The session that the guard sees is the one that the origin gets, and what is set can be read.
pub(super) fn cookies(data: &[u8]) {
    let headers = headers(data);
    let forwarded = ForwardedCookies::parse(&headers);
    let own = cookie::token(&headers);
    assert_eq!(forwarded.token, own, "guard and origin see two sessions");
    assert!(own.is_none() || cookie::is_marked(&headers));
    for id in forwarded.ids.iter().flatten() {
        let id = id.to_str().expect("an id is ASCII");
        assert!(
            id.bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        );
    }
    for token in own.iter().chain(&cookie::bearer(&headers)) {
        let lines = [
            Marking::Secure.session(token),
            Marking::Plain.session(token),
        ];
        for line in lines.into_iter().flatten() {
            let line = line.to_str().expect("a cookie is ASCII").to_owned();
            assert_eq!(line.matches(';').count(), line.matches("; ").count());
            let pair = line.split(';').next().unwrap_or_default();
            let value = HeaderValue::from_str(pair).expect("a pair is a header");
            let sent = HeaderMap::from_iter([(COOKIE, value)]);
            assert_eq!(cookie::token(&sent).as_ref(), Some(token));
        }
        assert!(token.bearer().is_some() && Marking::Secure.framed_session(token).is_some());
    }
    let Some(text) = text(data) else { return };
    let (name, email) = text.split_once('\n').unwrap_or((text, ""));
    let line = Marking::Secure
        .user_info(name, email)
        .expect("a cookie for any name");
    let line = line.to_str().expect("a cookie is ASCII");
    assert!(
        line.len() <= 4_096,
        "browsers drop a cookie of {} bytes",
        line.len()
    );
    let value = line.split(';').next().and_then(|pair| pair.split_once('='));
    let value = value.expect("a cookie has a value").1;
    let json = percent_encoding::percent_decode_str(value)
        .decode_utf8()
        .expect("UTF-8");
    let shown: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert!(
        shown["name"]
            .as_str()
            .is_some_and(|shown| name.starts_with(shown))
    );
}

/// `Accept`, `Accept-Encoding`, `Accept-Language`.
pub(super) fn weights(data: &[u8]) {
    let headers = headers(data);
    for name in [ACCEPT, ACCEPT_ENCODING, http::header::ACCEPT_LANGUAGE] {
        for (token, weight) in members(&headers, &name) {
            assert!(weight <= 1_000 && !token.is_empty() && !token.contains([',', ';']));
        }
    }
    let encodings = AcceptedEncodings::parse(&headers);
    let mut last = u16::MAX;
    let mut seen = Vec::new();
    for encoding in encodings.iter() {
        assert!(!seen.contains(&encoding), "{encoding:?} twice");
        seen.push(encoding);
        let Some(weight) = weight_of(&headers, encoding.name()) else {
            continue;
        };
        assert!(weight > 0, "{encoding:?} is refused by the client");
        assert!(weight <= last, "{encoding:?} is not in order");
        last = weight;
    }
    accepts_only_json(&headers);
    let locales = locales();
    let available: Vec<&Locale> = locales.iter().collect();
    let chosen = cookie::get(&headers, "locale");
    let (found, source) = negotiate(&available, chosen, &headers).expect("there is a default");
    match source {
        Source::Cookie => assert_eq!(Some(found.code.as_str()), chosen),
        Source::Default => assert!(found.default),
        Source::Header => {
            let language = found.code.split('-').next().unwrap_or_default();
            let is_it = |range: &str| {
                range == "*"
                    || range
                        .split('-')
                        .next()
                        .is_some_and(|it| it.eq_ignore_ascii_case(language))
            };
            let mut ranges = members(&headers, &http::header::ACCEPT_LANGUAGE);
            assert!(ranges.any(|(range, weight)| weight > 0 && is_it(range)));
        }
    }
}

/// The weight of a coding by a reader of its own: the last mention of it counts, then `*`.
fn weight_of(headers: &HeaderMap, name: &str) -> Option<u16> {
    let find = |wanted: &[&str]| {
        let all = members(headers, &ACCEPT_ENCODING);
        let named = all.filter(|(token, _)| wanted.iter().any(|it| token.eq_ignore_ascii_case(it)));
        named.last().map(|(_, weight)| weight)
    };
    let named = match name {
        "gzip" => find(&["gzip", "x-gzip"]),
        name => find(&[name]),
    };
    named.or_else(|| find(&["*"]))
}

fn locales() -> [Locale; 3] {
    [("zh-CN", ""), ("en", "en"), ("ar", "ar")].map(|(code, prefix)| Locale {
        code: code.to_owned(),
        name: code.to_owned(),
        dir: Direction::Ltr,
        prefix: prefix.to_owned(),
        language: code.to_owned(),
        default: prefix.is_empty(),
        formats: None,
    })
}

/// A size, and conditional headers.
pub(super) fn conditional(data: &[u8]) {
    let (line, rest) = first_line(data);
    let size = text(line)
        .and_then(|line| line.parse().ok())
        .unwrap_or(1_000);
    let headers = headers(rest);
    let etag = HeaderValue::from_static("\"0123456789abcdef\"");
    match part(&headers, size, &etag) {
        Part::Bytes(range) => {
            assert!(
                range.start < range.end && range.end <= size,
                "{range:?} of {size}"
            );
            assert_eq!(headers.get_all(RANGE).iter().count(), 1);
        }
        Part::Unsatisfiable => assert!(headers.contains_key(RANGE)),
        Part::Whole => {}
    }
    let sends = |name| headers.get_all(name).iter();
    let all = |name| -> Vec<u8> {
        sends(name)
            .flat_map(|value: &HeaderValue| value.as_bytes().to_vec())
            .collect()
    };
    match preconditions(&headers, &etag) {
        Outcome::Perform => assert!(!sends(IF_NONE_MATCH).any(|value| value == etag)),
        Outcome::NotModified => {
            let sent = all(IF_NONE_MATCH);
            let has_tag = sent.windows(etag.len()).any(|part| part == etag.as_bytes());
            assert!(has_tag || sent.contains(&b'*'), "a match of nothing");
        }
        Outcome::Failed => assert!(headers.contains_key(IF_MATCH)),
    }
}

/// Trusted proxies alone name a client, and the client cannot choose its address.
pub(super) fn client(data: &[u8]) {
    let headers = headers(data);
    let nets = ["10.0.0.0/8", "fd00::/8", "127.0.0.0/8", "::1/128"];
    let trusted = TrustedProxies(nets.iter().filter_map(|net| net.parse().ok()).collect());
    let stranger: SocketAddr = ([203, 0, 113, 9], 4_000).into();
    let found = Client::identify(FarEnd::At(stranger), &headers, &trusted);
    assert_eq!(found.address, stranger.ip(), "a stranger names its address");
    assert_eq!((found.tls, found.is_local(&headers)), (None, false));
    for peer in [[10, 0, 0, 1], [127, 0, 0, 1]] {
        let peer = SocketAddr::from((peer, 4_000));
        let found = Client::identify(FarEnd::At(peer), &headers, &trusted);
        let address = found.address;
        assert_eq!(address, address.to_canonical(), "IPv4 as IPv6");
        assert_eq!(found.network(), network(found.network()));
        let written = found.address_text().expect("an address is a header");
        let written: Option<IpAddr> = written.to_str().ok().and_then(|it| it.parse().ok());
        assert_eq!(written, Some(address));
        let is_trusted = trusted.0.iter().any(|net| net.contains(&address));
        if !is_trusted {
            // Entries further left come from the client itself.
            let mut forged = HeaderMap::new();
            forged.append(
                X_FORWARDED_FOR,
                HeaderValue::from_static("198.51.100.77, 10.9.9.9"),
            );
            for line in headers.get_all(X_FORWARDED_FOR) {
                forged.append(X_FORWARDED_FOR, line.clone());
            }
            let forged = Client::identify(FarEnd::At(peer), &forged, &trusted).address;
            assert_eq!(forged, address, "a forged entry changes the client");
        }
        if headers.contains_key(X_FORWARDED_FOR) {
            assert!(
                !found.is_local(&headers),
                "a proxy's visitor is taken for the machine's user"
            );
        }
    }
}

/// A trace that is continued keeps its id and its flag.
pub(super) fn trace(data: &[u8]) {
    let headers = headers(data);
    let Some(trace) = TraceContext::from_proxy(&headers) else {
        return;
    };
    assert_eq!(headers.get_all(&TRACEPARENT).iter().count(), 1);
    let id = trace.to_string();
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    assert!(id.len() == 32 && id.bytes().all(is_digit) && id.bytes().any(|digit| digit != b'0'));
    let sent = headers[&TRACEPARENT].as_bytes();
    assert_eq!(&sent[3..35], id.as_bytes(), "another id than the proxy's");
    for parent in [[0; 8], [7; 8], [0xff; 8]] {
        let written = trace.header(parent).expect("a trace is a header");
        let next = HeaderMap::from_iter([(TRACEPARENT, written)]);
        let next = TraceContext::from_proxy(&next).expect("a header is a trace");
        assert_eq!(next.to_string(), id);
        assert_eq!(next.header(parent), trace.header(parent));
    }
    if let Some(state) = trace.state(&headers) {
        assert!((1..=512).contains(&state.len()) && state.to_str().is_ok());
        assert!(headers.contains_key(&TRACESTATE));
    }
}

/// A call with a session's cookie is this site's own, whatever else it brings.
pub(super) fn cross_site(data: &[u8]) {
    let headers = headers(data);
    let ours = "https://www.example.com";
    let origins = [
        PublicOrigins(vec![ours.to_owned()]),
        PublicOrigins::default(),
    ];
    for (origins, is_public) in origins.into_iter().zip([true, false]) {
        assert!(cross_site::passes(&Method::GET, &headers, &origins));
        if !cross_site::passes(&Method::POST, &headers, &origins) {
            continue;
        }
        let sent: Vec<_> = headers.get_all(ORIGIN).iter().collect();
        match sent[..] {
            [] => {
                let site = headers.get("sec-fetch-site");
                let has_session = cookie::token(&headers).is_some();
                assert!(site.is_some_and(|site| site == "same-origin") || !has_session);
            }
            [origin] if is_public => assert_eq!(origin, ours),
            [origin] => {
                let host = headers[HOST].to_str().expect("a host is ASCII");
                let origin = origin.to_str().expect("an origin is ASCII");
                assert!(origin.ends_with(host) && crate::protocol::host::is_loopback(host));
            }
            _ => panic!("two origins pass"),
        }
    }
    if cross_site::is_same_origin_navigation(&headers) {
        let sites = headers.get_all("sec-fetch-site").iter().count();
        assert!(sites > 1 || !cross_site::is_cross_site(&headers));
    }
}
