//! Requests, as handlers read them. Headers and bodies come from outside: each is checked here,
//! once.

use std::sync::Arc;

use contract::Hash;
use http::{HeaderMap, HeaderName, HeaderValue, Request, header};
use serde::de::DeserializeOwned;

use super::body::{BODY_MAX, Body, BodyFault, whole};
use super::error::ApiError;
use crate::browser::Browser;
use crate::limits::Client;
use crate::texts::{Catalog, Texts};
use crate::token::Token;

/// `zh` or `en`: the language of `msg` and of content.
pub const LANGUAGE: HeaderName = HeaderName::from_static("language");

/// Random id of a visitor's browser until it signs in.
const UUID: HeaderName = HeaderName::from_static("uuid");

/// Random id of a browser, which it keeps.
const FRONTED_UUID: HeaderName = HeaderName::from_static("fronted-uuid");

/// A request with a known call.
pub struct Incoming {
    headers: HeaderMap,
    query: String,
    body: Body,
    /// The last segment of the path, where the call's template has a variable one; else empty.
    pub id: String,
    /// Texts in the visitor's language.
    pub catalog: Arc<Catalog>,
}

impl Texts {
    /// The texts in the language that a header asks for, or in the default one.
    pub fn for_language(&self, language: Option<&HeaderValue>) -> Arc<Catalog> {
        let language = language.and_then(|value| value.to_str().ok());
        Arc::clone(self.catalog(language.unwrap_or_default()))
    }
}

impl Incoming {
    /// Takes a request apart; `id` is the variable segment of its path, or empty.
    pub fn new(catalog: Arc<Catalog>, request: Request<Body>, id: String) -> Self {
        let (parts, body) = request.into_parts();
        Self {
            catalog,
            query: parts.uri.query().unwrap_or_default().to_owned(),
            id,
            headers: parts.headers,
            body,
        }
    }

    /// The `language` header as it was sent; content may have languages that the origin has no
    /// texts for.
    pub fn language(&self) -> Option<&str> {
        self.headers.get(LANGUAGE)?.to_str().ok()
    }

    /// The origin data that the request asks to be answered from.
    pub fn data_hash(&self) -> Result<Option<Hash>, ApiError> {
        let Some(value) = self.headers.get(contract::origin_data::HEADER) else {
            return Ok(None);
        };
        let hash = value.to_str().ok().and_then(|text| text.parse().ok());
        hash.map(Some).ok_or(ApiError::BadDataHash)
    }

    /// The first value that the query has for a name.
    pub fn query(&self, name: &str) -> Option<String> {
        let mut pairs = url::form_urlencoded::parse(self.query.as_bytes());
        let pair = pairs.find(|(known, _)| known == name);
        pair.map(|(_, value)| value.into_owned())
    }

    /// The client that this call counts for.
    pub fn client(&self) -> Client {
        Client::identify(&self.headers)
    }

    /// Which browser asks.
    pub fn browser(&self) -> Browser {
        let id = |name| {
            self.headers
                .get(name)
                .map_or(&[][..], HeaderValue::as_bytes)
        };
        Browser::new(id(UUID), id(FRONTED_UUID))
    }

    /// The client's name for itself.
    pub fn user_agent(&self) -> &str {
        let value = self.headers.get(header::USER_AGENT);
        value
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }

    /// The token of `Authorization: Bearer …`, if it has the shape of one.
    pub fn bearer(&self) -> Result<Token, ApiError> {
        let mut values = self.headers.get_all(header::AUTHORIZATION).iter();
        let (Some(value), None) = (values.next(), values.next()) else {
            return Err(ApiError::SignedOut);
        };
        let (scheme, token) = value
            .to_str()
            .ok()
            .and_then(|text| text.split_once(' '))
            .ok_or(ApiError::SignedOut)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(ApiError::SignedOut);
        }
        Token::parse(token.trim_matches(' ')).ok_or(ApiError::SignedOut)
    }

    /// A header's value, if it is there once.
    pub fn header(&self, name: &HeaderName) -> Option<&str> {
        let mut values = self.headers.get_all(name).iter();
        match (values.next(), values.next()) {
            (Some(value), None) => value.to_str().ok(),
            _ => None,
        }
    }

    /// Whether a header came, however often.
    pub fn has(&self, name: &HeaderName) -> bool {
        self.headers.contains_key(name)
    }

    /// The body as it comes, of a call that reads its own.
    pub fn into_body(self) -> Body {
        self.body
    }

    /// The body, which must be JSON of this shape, without further fields.
    pub async fn json<T: DeserializeOwned>(self) -> Result<T, ApiError> {
        self.json_within(BODY_MAX).await
    }

    /// The body of at most `max` bytes, which must be JSON of this shape, without further fields.
    pub async fn json_within<T: DeserializeOwned>(self, max: usize) -> Result<T, ApiError> {
        if !self.headers.get(header::CONTENT_TYPE).is_some_and(is_json) {
            return Err(ApiError::NotJson);
        }
        let bytes = whole(self.body, max).await?;
        parse(&bytes).map_err(ApiError::MalformedBody)
    }
}

impl From<BodyFault> for ApiError {
    fn from(fault: BodyFault) -> Self {
        match fault {
            BodyFault::TooLarge(max) => Self::BodyTooLarge(max),
            BodyFault::TooSlow => Self::BodyTooSlow,
            BodyFault::Broken => Self::BodyBroken,
        }
    }
}

/// `application/json`, whatever its parameters are.
fn is_json(value: &HeaderValue) -> bool {
    let essence = value.to_str().ok().and_then(|text| text.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

/// The error names field, line and column.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut json).map_err(|error| {
        let path = error.path().to_string();
        match path.as_str() {
            "." | "?" => error.into_inner().to_string(),
            field => format!("`{field}`: {}", error.inner()),
        }
    })?;
    json.end().map_err(|error| error.to_string())?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        email: String,
    }

    #[test]
    fn a_malformed_body_is_refused_with_field_line_and_column() {
        let place = |json: &str| parse::<Sample>(json.as_bytes()).unwrap_err();
        assert_eq!(
            place("{\n \"email\": 5}"),
            "`email`: invalid type: integer `5`, expected a string at line 2 column 11"
        );
        assert!(place(r#"{"emial":"x"}"#).contains("unknown field `emial`, expected `email`"));
        assert!(place("{}").contains("missing field `email`"));
        assert!(place(r#"{"email":"a","email":"b"}"#).contains("duplicate field"));
        assert!(place(r#"{"email":"a"} x"#).contains("trailing characters at line 1 column 15"));
        assert!(place("").contains("EOF"));
        assert!(
            place(&"[".repeat(5_000)).contains("column"),
            "deep nesting is no stack overflow"
        );
        assert!(
            parse::<Sample>(b"{\"email\":\"\xff\"}").is_err(),
            "not UTF-8"
        );
    }

    #[test]
    fn json_is_known_by_its_essence() {
        let is = |text: &'static str| is_json(&HeaderValue::from_static(text));
        assert!(is("application/json") && is("Application/JSON; charset=utf-8"));
        assert!(!is("text/plain") && !is("application/json-seq") && !is(""));
        assert!(!is("application/x-www-form-urlencoded"));
    }
}
