//! The origin's API: what every backend that takes its place answers.
//!
//! The types of sign-in come in the order of the calls. With the feature `openapi` each has a schema, made from these very lines.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Every answer of the origin. Clients read it whatever the HTTP status.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Envelope<T> {
    /// Mirrors the HTTP status.
    pub code: u16,
    /// For people, in the request's `language`.
    pub msg: String,
    /// The answer; `null` where there is none.
    pub data: Option<T>,
}

/// `data` of an answer that is not 200, where there is something to know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// The field of the request that a person can put right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<Field>,
    /// Seconds until the call may be tried again, as in the header `Retry-After`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<u64>,
}

/// A field that a refusal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Field {
    /// The address.
    Email,
    /// The answer to the captcha: wrong, used or expired; the next try needs a new one.
    Captcha,
    /// The code from the e-mail.
    Code,
    /// The agreements: their texts have changed since they were read.
    Agreements,
    /// The display name.
    Name,
}

/// One element of `GET /api/web/system-config`: the SEO settings of one unprefixed path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SystemConfigEntry {
    /// Unprefixed path: `/about`.
    pub path: String,
    /// Its settings.
    pub seo_config: SeoConfig,
}

/// SEO settings of one path in one language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct UserInfo {
    /// Display name.
    pub name: String,
    /// The address that signed in.
    pub email: String,
    /// `member`, `editor`.
    pub roles: Vec<String>,
}

/// `data` of `GET /api/common/captcha`: a picture, or a recording for who cannot see one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Captcha {
    /// Names the captcha in the call that answers it.
    pub captcha_id: String,
    /// `data:image/png;base64,…`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// `data:audio/wav;base64,…`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub audio: Option<String>,
    /// Seconds that it can be answered.
    pub expires_in: u64,
}

/// Body of `POST /api/common/send-email-code`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SendCodeRequest {
    /// Where the code goes.
    pub email: String,
    /// The captcha that is answered.
    pub captcha_id: String,
    /// What it shows or says.
    pub captcha: String,
}

/// `data` of `POST /api/common/send-email-code`. The same whether or not the address has an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CodeSent {
    /// Seconds until another code may be asked for.
    pub resend_after: u64,
}

/// Body of `POST /api/auth/login`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LoginRequest {
    /// The address that the code was sent to.
    pub email: String,
    /// The code; spaces are ignored.
    pub code: String,
    /// Key of each agreement → the version that was accepted, both from `GET /api/web/protocol-config`.
    pub agreements: BTreeMap<String, String>,
}

/// `data` of `POST /api/auth/login`. The gateway takes the token out and sets cookies instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    /// Opens the session, as `Authorization: Bearer <token>`; told this once.
    pub token: String,
}

/// Body of `PUT /api/auth/user-info`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RenameRequest {
    /// The display name from now on.
    pub name: String,
}

/// One element of `GET /api/auth/sessions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Names the session in `DELETE /api/auth/sessions/{id}`; opens nothing.
    pub id: String,
    /// Browser and system that signed in, `Chrome · Android`; empty where they are not known.
    pub device: String,
    /// When it began: `2026-11-21T03:04:05Z`.
    pub created_at: String,
    /// When it ends by itself.
    pub expires_at: String,
    /// Whether it is the one that asks.
    pub current: bool,
}
