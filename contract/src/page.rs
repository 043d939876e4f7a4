//! The data of a page, from the generator to the worker and to the browser.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::hash::Hash;

/// Beginning of the token that replaces a body in a page's input (rendered Markdown); the body's
/// key follows, a hash. Neither JSON nor HTML has to escape it. The generator replaces the token in
/// the output by the HTML, so bodies are never sent to a worker and back.
pub const BODY_TOKEN: &str = "html:";

/// Content of a page: the answers to its route's queries and the facts that the client router
/// needs. A pure value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Payload {
    /// Route parameters: `{"id": "first-close"}`, or `{"page": "2"}`.
    pub params: BTreeMap<String, String>,
    /// Query name → answer. A body is HTML in `_payload.json`, and a token ([`BODY_TOKEN`]) in a
    /// page's input.
    pub data: Map<String, Value>,
    /// The same page in every locale it exists in, this one included.
    pub alternates: Vec<Alternate>,
    /// The locale of the content, where it differs from the page's (the collection falls back).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(type = "LocaleCode"))]
    pub content_locale: Option<String>,
}

/// The same page in another language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Alternate {
    /// Locale code.
    #[cfg_attr(test, ts(type = "LocaleCode"))]
    pub locale: String,
    /// Path on this site: `/en/news`.
    pub href: String,
}

/// Content of the document's head that follows the page: the client writes it after a navigation.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Head {
    /// The whole `<title>`.
    pub title: String,
    /// `<meta name="description">`.
    pub description: String,
    /// `<meta name="keywords">`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keywords: Option<String>,
    /// Keep out of search engines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub noindex: bool,
    /// Absolute URL.
    pub canonical: String,
}

/// Content of the document's head for crawlers: search engines and messengers. They read documents
/// only, so no payload has it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CrawlerHead {
    /// Absolute URL of the sharing image.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Width and height in pixels of a sharing image that the generator drew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image_size: Option<(u32, u32)>,
    /// hreflang → absolute URL; empty where the page exists in one language only.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub hreflang: BTreeMap<String, String>,
    /// One JSON-LD object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub json_ld: Option<Value>,
}

/// A page with its name: the whole input of worker and template. Its hash is the page's key: the
/// same value gives the same bytes, so a page whose key is unchanged is reused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PageInput {
    /// App id, generator build and Node version together.
    pub renderer: Hash,
    /// Route id.
    pub route: String,
    /// Path on this site, with the locale's prefix: `/en/news/first-close`.
    pub path: String,
    /// Locale code.
    #[cfg_attr(test, ts(type = "LocaleCode"))]
    pub locale: String,
    /// Content of the page.
    pub payload: Payload,
    /// Content of the document's head.
    pub head: Head,
    /// The rest of the document's head.
    pub crawler_head: CrawlerHead,
    /// Hash of `site.yaml`'s public part, the same for every page; a worker receives the value
    /// itself once ([`crate::frame::SiteFrame`]).
    pub site: Hash,
}

/// `_payload.json`: all that the client needs to show a page it navigates to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PayloadFile {
    /// The app that can show it. Another app makes one full navigation.
    pub app: Hash,
    /// Route id.
    pub route: String,
    /// Path with prefix.
    pub path: String,
    /// Locale code.
    #[cfg_attr(test, ts(type = "LocaleCode"))]
    pub locale: String,
    /// Content of the page.
    pub payload: Payload,
    /// Content of the document's head.
    pub head: Head,
}

/// The JSON block in every document from which the first client render is made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InlineState {
    /// The page's `_payload.json`, but `payload.data` leaves out fields that are in the markup
    /// already (`data-html`).
    #[serde(flatten)]
    pub page: PayloadFile,
    /// `site.yaml`'s public part, runtime configuration (R7.02) included.
    pub site: Value,
}
