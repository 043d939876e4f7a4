//! Cookies: reading those of a request, writing the gateway's own. Pure. Names and lifetimes are
//! R9.01 and R9.02.

use std::fmt;

use http::header::{AUTHORIZATION, COOKIE, HeaderValue};
use http::{HeaderMap, HeaderName};
use memchr::memchr;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The session. Only the gateway reads it.
pub(crate) const TOKEN: &str = "token";
/// The session of pages that another site shows in a frame, for calls and pages there alone.
pub(crate) const FRAMED_TOKEN: &str = "framed-token";
/// The preview that a browser sees.
pub(crate) const PREVIEW: &str = "preview";
/// `{name, email}` for display; no rule reads it.
pub(crate) const USER_INFO: &str = "user-info";
/// Ids that the client keeps and the origin gets as headers of the same names (R6.01, R7.01).
pub(crate) const IDS: [(&str, HeaderName); ID_COUNT] = [
    ("uuid", HeaderName::from_static("uuid")),
    ("fronted-uuid", HeaderName::from_static("fronted-uuid")),
];

const ID_COUNT: usize = 2;

/// 30 days, in seconds.
const SESSION_AGE: u32 = 2_592_000;
/// 365 days, in seconds.
const LOCALE_AGE: u32 = 31_536_000;
/// Longest token, in bytes; longer ones are not ours: 256 bits are 43 characters.
const TOKEN_MAX: usize = 512;
/// Characters of a name that the cookie shows. Browsers drop a cookie of more than 4,096 bytes, and
/// a character costs up to 12.
const NAME_MAX: usize = 64;
/// The longest address that mail knows (RFC 5321).
const EMAIL_MAX: usize = 254;
/// Longest id, in bytes; a UUID has 36.
const ID_MAX: usize = 64;

/// A session's token. Its `Debug` hides the value, so that no log contains one.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// `text` if it can be a token: RFC 6750's alphabet, so that it fits a cookie and an
    /// `Authorization` header unchanged.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        let is_token = !text.is_empty() && text.len() <= TOKEN_MAX && text.bytes().all(fits);
        is_token.then(|| Self(text.to_owned()))
    }

    /// The text, for hashing.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Whether the token is a part of `text`.
    pub(crate) fn stands_in(&self, text: &str) -> bool {
        text.contains(&self.0)
    }

    /// `Authorization: Bearer …`, marked as sensitive.
    pub(crate) fn bearer(&self) -> Option<HeaderValue> {
        let mut value = HeaderValue::try_from(format!("Bearer {}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// The first cookie called `name`.
pub(crate) fn get<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    pairs(headers).find_map(|(key, value)| {
        let is_asked = key == name.as_bytes();
        is_asked.then(|| text(value)).flatten()
    })
}

/// All cookies, in order. Bytes, because every request for a page looks for a name that few of them
/// carry, and the rest of the line need not be text.
fn pairs(headers: &HeaderMap) -> impl Iterator<Item = (&[u8], &[u8])> {
    let lines = headers.get_all(COOKIE).iter().map(HeaderValue::as_bytes);
    lines.flat_map(split).filter_map(|pair| {
        let pair = pair.trim_ascii();
        let at = memchr(b'=', pair)?;
        Some((&pair[..at], &pair[at + 1..]))
    })
}

/// The pieces of a line between its semicolons.
fn split(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let line = rest?;
        let (pair, others) = match memchr(b';', line) {
            Some(at) => (&line[..at], Some(&line[at + 1..])),
            None => (line, None),
        };
        rest = others;
        Some(pair)
    })
}

/// A cookie's value; none if it is not ASCII, as all our values are.
fn text(value: &[u8]) -> Option<&str> {
    value
        .is_ascii()
        .then(|| str::from_utf8(value).ok())
        .flatten()
}

/// Cookies of a call that the origin gets, as headers.
pub(crate) struct ForwardedCookies {
    /// Token of the session, if its form is valid.
    pub(crate) token: Option<Token>,
    /// The values of [`IDS`] that can be one.
    pub(crate) ids: [Option<HeaderValue>; ID_COUNT],
}

impl ForwardedCookies {
    /// Reads the cookies once; of several of one name the first counts.
    pub(crate) fn parse(headers: &HeaderMap) -> Self {
        let mut token = None;
        let mut ids = [None; ID_COUNT];
        for (key, value) in pairs(headers) {
            let index = IDS.iter().position(|(name, _)| name.as_bytes() == key);
            match index.map(|index| &mut ids[index]) {
                Some(id) => *id = id.or(text(value)),
                None if key == TOKEN.as_bytes() => token = token.or(text(value)),
                None => {}
            }
        }
        Self {
            token: token.and_then(Token::new),
            ids: ids.map(|text| text.and_then(id)),
        }
    }
}

/// The session's token, if the request carries one that can be a token.
pub(crate) fn token(headers: &HeaderMap) -> Option<Token> {
    get(headers, TOKEN).and_then(Token::new)
}

/// The token of the session in a frame.
pub(crate) fn framed_token(headers: &HeaderMap) -> Option<Token> {
    get(headers, FRAMED_TOKEN).and_then(Token::new)
}

/// Token of the session of a call: from the cookie, or for programs from `Authorization: Bearer`.
pub(crate) fn credential(headers: &HeaderMap) -> Option<Token> {
    token(headers).or_else(|| bearer(headers))
}

/// The token of the one `Authorization` header, if that is its scheme.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<Token> {
    let mut all = headers.get_all(AUTHORIZATION).iter();
    let (Some(value), None) = (all.next(), all.next()) else {
        return None;
    };
    let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
    Token::new(token).filter(|_| scheme.eq_ignore_ascii_case("Bearer"))
}

/// Whether a browser has a cookie that marks it as signed in.
pub(crate) fn is_marked(headers: &HeaderMap) -> bool {
    [TOKEN, USER_INFO]
        .iter()
        .any(|name| get(headers, name).is_some())
}

/// Whether a browser has the name of its session's member.
pub(crate) fn is_named(headers: &HeaderMap) -> bool {
    get(headers, USER_INFO).is_some()
}

/// An id as a header's value.
fn id(text: &str) -> Option<HeaderValue> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let is_id = !text.is_empty() && text.len() <= ID_MAX && text.bytes().all(fits);
    is_id.then(|| HeaderValue::from_str(text).ok()).flatten()
}

/// How cookies are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Marking {
    /// `Secure; SameSite=None`: browsers accept it over TLS, and on loopback.
    Secure,
    /// `SameSite=Lax`: with `--insecure-cookies` only. `SameSite=None` needs `Secure`, so embedding
    /// in a frame does not work.
    Plain,
}

impl Marking {
    fn attributes(self) -> &'static str {
        match self {
            Self::Secure => "; Secure; SameSite=None",
            Self::Plain => "; SameSite=Lax",
        }
    }

    /// `Set-Cookie` for a new session. None if it cannot be written as a header, which no accepted
    /// token can cause.
    pub(crate) fn session(self, token: &Token) -> Option<HeaderValue> {
        let line = format!(
            "{TOKEN}={}; Path=/; Max-Age={SESSION_AGE}; HttpOnly{}",
            token.0,
            self.attributes()
        );
        let mut value = HeaderValue::try_from(line).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// `Set-Cookie` for the same session in a frame. A browser that blocks the cookies of framed
    /// sites keeps this one for the surrounding site only. None without `Secure`, which it needs.
    pub(crate) fn framed_session(self, token: &Token) -> Option<HeaderValue> {
        let line = format!(
            "{FRAMED_TOKEN}={}; Path=/; Max-Age={SESSION_AGE}; HttpOnly; Secure; SameSite=None; Partitioned",
            token.0,
        );
        let mut value = HeaderValue::try_from(line).ok()?;
        value.set_sensitive(true);
        (self == Self::Secure).then_some(value)
    }

    /// `Set-Cookie` that expires the session of pages in a frame.
    pub(crate) fn no_framed_session() -> HeaderValue {
        HeaderValue::from_static(
            "framed-token=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None; Partitioned",
        )
    }

    /// `Set-Cookie` with the facts of a member that the client shows.
    pub(crate) fn user_info(self, name: &str, email: &str) -> Option<HeaderValue> {
        let json =
            serde_json::json!({"name": printable(name, NAME_MAX), "email": printable(email, EMAIL_MAX)})
                .to_string();
        let value = utf8_percent_encode(&json, UNRESERVED);
        let line = format!(
            "{USER_INFO}={value}; Path=/; Max-Age={SESSION_AGE}{}",
            self.attributes()
        );
        HeaderValue::try_from(line).ok()
    }

    /// `Set-Cookie` with the key of a preview that stays open for so many seconds. A browser sends
    /// it with visits and with fetches of pages, and never for a page in another site's frame.
    pub(crate) fn preview(self, key: &str, left: u64) -> Option<HeaderValue> {
        let secure = self.is_secure();
        let line =
            format!("{PREVIEW}={key}; Path=/; Max-Age={left}; HttpOnly; SameSite=Lax{secure}");
        let mut value = HeaderValue::try_from(line).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// `Set-Cookie` that expires the preview.
    pub(crate) fn no_preview(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Secure => "preview=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
            Self::Plain => "preview=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
        })
    }

    fn is_secure(self) -> &'static str {
        match self {
            Self::Secure => "; Secure",
            Self::Plain => "",
        }
    }

    /// `Set-Cookie` lines that expire the session's two cookies.
    pub(crate) fn expiring_cookies(self) -> [HeaderValue; 2] {
        let lines = match self {
            Self::Secure => [
                "token=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None",
                "user-info=; Path=/; Max-Age=0; Secure; SameSite=None",
            ],
            Self::Plain => [
                "token=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
                "user-info=; Path=/; Max-Age=0; SameSite=Lax",
            ],
        };
        lines.map(HeaderValue::from_static)
    }
}

/// The start of `text`, as long as the cookie has room for it.
fn printable(text: &str, max: usize) -> String {
    text.chars().take(max).collect()
}

/// `Set-Cookie` that remembers a detected language (R9.01).
pub(crate) fn locale(name: &str, code: &str) -> Option<HeaderValue> {
    HeaderValue::try_from(format!(
        "{name}={code}; Path=/; Max-Age={LOCALE_AGE}; SameSite=Lax"
    ))
    .ok()
}

/// Characters to encode as JavaScript's `encodeURIComponent` does, so that `decodeURIComponent`
/// reads them.
const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(value))])
    }

    // R9.02
    #[test]
    fn the_whole_header_strings() {
        let token = Token::new("abc.DEF-123").unwrap();
        let pinned = [
            (
                Marking::Secure.session(&token),
                "token=abc.DEF-123; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=None",
            ),
            (
                Marking::Plain.session(&token),
                "token=abc.DEF-123; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax",
            ),
            (
                Marking::Secure.framed_session(&token),
                "framed-token=abc.DEF-123; Path=/; Max-Age=2592000; HttpOnly; Secure; SameSite=None; Partitioned",
            ),
            (
                Marking::Secure.user_info("林 x", "lin@example.com"),
                "user-info=%7B%22name%22%3A%22%E6%9E%97%20x%22%2C%22email%22%3A%22lin%40example.com%22%7D; Path=/; Max-Age=2592000; Secure; SameSite=None",
            ),
            (
                locale("i18n_redirected", "en"),
                "i18n_redirected=en; Path=/; Max-Age=31536000; SameSite=Lax",
            ),
        ];
        for (value, expected) in pinned {
            assert_eq!(value.unwrap(), expected);
        }
        assert_eq!(Marking::Plain.framed_session(&token), None);
    }

    // Browsers ignore a longer cookie, and would show the visitor as a guest.
    #[test]
    fn a_cookie_stays_within_what_browsers_keep() {
        let name = "\u{1f3e6}".repeat(10_000);
        let line = Marking::Secure
            .user_info(&name, &"\"".repeat(10_000))
            .unwrap();
        assert!(line.len() <= 4096, "{}", line.len());
    }

    #[test]
    fn a_cookie_is_found_by_its_whole_name() {
        let headers = headers("xtoken=1; token=two; user-info=%7B; token=three");
        assert_eq!(get(&headers, TOKEN), Some("two"));
        assert_eq!(get(&headers, "info"), None);
    }

    #[test]
    fn a_cookie_that_is_no_text_hides_no_other() {
        let line = HeaderValue::from_bytes(b"other=\xe6\xbd\xae;token=two ;uuid=\xe6").unwrap();
        let headers = HeaderMap::from_iter([(COOKIE, line)]);
        assert_eq!(get(&headers, TOKEN), Some("two"));
        assert_eq!(get(&headers, "uuid"), None);
        let [uuid, _] = ForwardedCookies::parse(&headers).ids;
        assert_eq!(uuid, None);
    }

    #[test]
    fn what_cannot_be_a_token_or_an_id_is_none() {
        for value in [
            "token=",
            "token=a b",
            "token=\"quoted\"",
            "token=a,b",
            "token",
        ] {
            assert!(token(&headers(value)).is_none(), "{value}");
        }
        assert!(Token::new(&"a".repeat(513)).is_none());
        let uuid = |value| {
            let [uuid, _] = ForwardedCookies::parse(&headers(value)).ids;
            uuid
        };
        assert_eq!(uuid("uuid=4f-A_1").unwrap(), "4f-A_1");
        for value in ["uuid=", "uuid=a b", "uuid=a:b"] {
            assert!(uuid(value).is_none(), "{value}");
        }
    }

    #[test]
    fn a_token_is_never_printed() {
        let token = Token::new("secret").unwrap();
        assert!(!format!("{token:?}{:?}", token.bearer()).contains("secret"));
        assert_eq!(format!("{token:?}"), "Token(…)");
    }

    #[test]
    fn a_call_has_the_session_of_its_cookie_or_that_of_a_program() {
        let name = |token: Token| String::from_utf8(token.as_bytes().to_vec()).unwrap();
        let sent = |cookie: Option<&'static str>, tokens: &[&'static str]| {
            let mut all = cookie.map_or_else(HeaderMap::new, headers);
            for token in tokens {
                all.append(AUTHORIZATION, HeaderValue::from_static(token));
            }
            [credential(&all), bearer(&all), framed_token(&all)].map(|token| token.map(name))
        };
        let one = |text: &str| Some(text.to_owned());
        for (cookie, tokens, expected) in [
            (None, &[][..], [None, None, None]),
            (Some("token=a"), &["Bearer b"], [one("a"), one("b"), None]),
            (Some("token=a b"), &["bearer b"], [one("b"), one("b"), None]),
            (Some("framed-token=f"), &[], [None, None, one("f")]),
            (None, &["Basic b"], [None, None, None]),
            (None, &["Bearer"], [None, None, None]),
            (None, &["Bearer b", "Bearer b"], [None, None, None]),
        ] {
            assert_eq!(sent(cookie, tokens), expected, "{cookie:?} {tokens:?}");
        }
    }

    #[test]
    fn a_browser_is_marked_by_its_cookies() {
        for (cookies, marked, named) in [
            ("token=a", true, false),
            ("user-info=x", true, true),
            ("framed-token=a; tokens=a", false, false),
        ] {
            let headers = headers(cookies);
            assert_eq!(
                (is_marked(&headers), is_named(&headers)),
                (marked, named),
                "{cookies}"
            );
        }
    }

    #[test]
    fn a_call_forwards_the_first_of_its_cookies() {
        let cookies = ForwardedCookies::parse(&headers(
            "theme=dark; uuid=a; token=b; uuid=c; token=d; fronted-uuid=e",
        ));
        assert_eq!(cookies.token, Token::new("b"));
        assert_eq!(cookies.ids.map(Option::unwrap), ["a", "e"]);
    }

    #[test]
    fn the_longest_token_and_id_count() {
        assert!(Token::new(&"a".repeat(TOKEN_MAX)).is_some());
        assert!(id(&"a".repeat(ID_MAX)).is_some());
        assert!(id(&"a".repeat(ID_MAX + 1)).is_none());
    }

    #[test]
    fn a_token_is_found_within_a_text() {
        let token = Token::new("abc").unwrap();
        assert!(token.stands_in("xabcx") && !token.stands_in("ab"));
        assert_eq!(token.bearer().unwrap(), "Bearer abc");
    }

    #[test]
    fn the_strings_of_previews_and_ends() {
        let preview = |marking: Marking| marking.preview("key", 60).unwrap();
        for (value, expected) in [
            (
                preview(Marking::Secure),
                "preview=key; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
            ),
            (
                preview(Marking::Plain),
                "preview=key; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
            ),
            (
                Marking::Secure.no_preview(),
                "preview=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure",
            ),
            (
                Marking::Plain.no_preview(),
                "preview=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
            ),
            (
                Marking::no_framed_session(),
                "framed-token=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None; Partitioned",
            ),
        ] {
            assert_eq!(value, expected);
        }
        let [token, user] = Marking::Secure.expiring_cookies();
        assert_eq!(
            token,
            "token=; Path=/; Max-Age=0; HttpOnly; Secure; SameSite=None"
        );
        assert_eq!(user, "user-info=; Path=/; Max-Age=0; Secure; SameSite=None");
        assert!(preview(Marking::Plain).is_sensitive());
    }
}
