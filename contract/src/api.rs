//! The origin's API: what every backend that takes its place answers.

use serde::{Deserialize, Serialize};

/// Every answer of the origin. Clients read it whatever the HTTP status.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Envelope<T> {
    /// Mirrors the HTTP status.
    pub code: u16,
    /// For people, in the request's `language`.
    pub msg: String,
    /// The answer; `null` where there is none.
    pub data: Option<T>,
}

/// One element of `GET /api/web/system-config`: the SEO settings of one unprefixed path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SystemConfigEntry {
    /// Unprefixed path: `/about`.
    pub path: String,
    /// Its settings.
    pub seo_config: SeoConfig,
}

/// SEO settings of one path in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SeoConfig {
    /// The whole `<title>`.
    pub title: String,
    /// `<meta name="description">`.
    pub description: String,
    /// `<meta name="keywords">`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keywords: Option<String>,
    /// Sharing image: path on the site or absolute URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// Keep out of search engines.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub noindex: bool,
}

/// One element of `GET /api/web/protocol-config`: an agreement that a visitor accepts at sign-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Protocol {
    /// `terms` or `privacy`.
    pub key: String,
    /// For people.
    pub title: String,
    /// Hash of the text: a changed text is a new version.
    pub version: String,
    /// Date of the text: `2026-06-01`.
    pub updated_at: String,
    /// Path of the page, with the locale's prefix.
    pub path: String,
}

/// `data` of `GET /api/auth/user-info`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UserInfo {
    /// Display name.
    pub name: String,
    /// The address that signed in.
    pub email: String,
    /// `member`, `editor`.
    pub roles: Vec<String>,
}
