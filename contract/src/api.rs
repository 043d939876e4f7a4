//! The origin's API: the calls and answers of every backend that takes its place.
//!
//! The types of sign-in come in the order of the calls. With the feature `openapi` each has a
//! schema, which is generated from these lines.

mod chat;
mod feishu;
mod inbox;
mod messages;
pub mod methods;
mod search;
mod wechat;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::form::FieldFault;

pub use chat::{
    Assistant, ChatEvent, ChatEventName, ChatMessage, ChatOutcome, ChatRequest, ChatRole,
    ChatUnavailableReason, Citation, Delta, Done, Quote,
};
pub use feishu::{
    FeishuLoginRequest, JssdkConfig, SupplierDetail, SupplierList, SupplierStatus, SupplierSummary,
};
pub use inbox::{
    FormName, MessageAnswer, MessageDetail, MessageExportRequest, MessageFile, MessageFormat,
    MessageList, MessageListRequest, MessageName, MessageNames, MessageSketch,
};
pub use messages::{MessageLink, MessageReceived, MessageRequest, MessageStanding, MessageState};
pub use search::{KindCount, SearchHit, SearchPassage, SearchResults, TextRun};
pub use wechat::WeChatSignature;

/// Path of the site's assistant.
pub const CHAT: &str = "/api/chat";

/// Path of the site's search.
pub const SEARCH: &str = "/api/search";

/// Paths of the calls that sign a visitor in, by POST. Their answer has a [`SignedIn`], which the
/// gateway turns into cookies; an origin has those that it needs.
pub const SIGN_IN_CALLS: [&str; 2] = ["/api/auth/login", "/api/feishu/login"];

/// Paths of calls that pages make which another site shows in a frame: each with all below it. The
/// framed session is good for these and no others.
pub const FRAMED_CALLS: [&str; 2] = ["/api/feishu", "/api/chat"];

/// Every answer of the origin. Clients read it whatever the HTTP status.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Envelope<T> {
    /// Mirrors the HTTP status.
    #[cfg_attr(feature = "openapi", schema(minimum = 200, maximum = 599))]
    pub code: u16,
    /// For people, in the request's `language`.
    #[cfg_attr(feature = "openapi", schema(min_length = 1))]
    pub msg: String,
    /// The answer; `null` where there is none.
    #[cfg_attr(feature = "openapi", schema(value_type = T, required = true))]
    pub data: Option<T>,
}

/// `data` of an answer that is not 200, where there is something to know.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Refusal {
    /// The field of the request that a person can put right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub field: Option<Field>,
    /// Seconds until the call may be tried again, as in the header `Retry-After`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false, minimum = 1))]
    pub retry_after: Option<u64>,
    /// Answers to the questions of a form that cannot be taken, each with the first rule that it
    /// breaks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub fields: Vec<FieldFault>,
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
    /// The code from the e-mail: wrong; or, where another was asked for, the last is still good.
    Code,
    /// The agreements: their texts have changed since they were read.
    Agreements,
    /// The display name.
    Name,
    /// The file.
    File,
    /// The question of a search.
    Q,
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
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub keywords: Option<String>,
    /// Sharing image: path on the site or absolute URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
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
    #[cfg_attr(feature = "openapi", schema(format = Date))]
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
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 64))]
    pub name: String,
    /// The address that signed in; empty for a sign-in by Feishu that reported no address.
    #[cfg_attr(feature = "openapi", schema(max_length = 254))]
    pub email: String,
    /// `member`, `editor`, `publisher`, `recipient`.
    #[cfg_attr(feature = "openapi", schema(min_items = 1))]
    pub roles: Vec<String>,
}

/// `data` of `GET /api/common/captcha`: a picture, or a recording of the same kind of characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Captcha {
    /// Names the captcha in the call that answers it.
    pub captcha_id: String,
    /// `data:image/png;base64,…`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "openapi",
        schema(nullable = false, pattern = "^data:image/png;base64,")
    )]
    pub image: Option<String>,
    /// `data:audio/wav;base64,…`
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "openapi",
        schema(nullable = false, pattern = "^data:audio/wav;base64,")
    )]
    pub audio: Option<String>,
    /// Seconds that it can be answered.
    pub expires_in: u64,
}

/// Body of `POST /api/common/send-email-code`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SendCodeRequest {
    /// Address that the code is sent to.
    #[cfg_attr(
        feature = "openapi",
        schema(max_length = 254, examples("ann@example.com"))
    )]
    pub email: String,
    /// The captcha that is answered.
    #[cfg_attr(feature = "openapi", schema(max_length = 256))]
    pub captcha_id: String,
    /// The characters of the picture or the recording, in upper or lower case.
    #[cfg_attr(feature = "openapi", schema(max_length = 64, examples("K3XWA")))]
    pub captcha: String,
}

/// `data` of `POST /api/common/send-email-code`. The same whether or not the address has an
/// account.
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
    #[cfg_attr(
        feature = "openapi",
        schema(max_length = 254, examples("ann@example.com"))
    )]
    pub email: String,
    /// The code; spaces are ignored.
    #[cfg_attr(feature = "openapi", schema(max_length = 64, examples("123456")))]
    pub code: String,
    /// Key of each agreement → the version that was accepted, both from `GET
    /// /api/web/protocol-config`.
    pub agreements: BTreeMap<String, String>,
}

/// `data` of `POST /api/auth/login`. The gateway takes the token out and sets cookies instead.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SignedIn {
    /// Opens the session, as `Authorization: Bearer <token>`; sent only once.
    #[cfg_attr(feature = "openapi", schema(min_length = 1))]
    pub token: String,
}

/// Body of `PUT /api/auth/user-info`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RenameRequest {
    /// The display name from now on: not only spaces, no control characters, and none that turn the
    /// direction of text.
    #[cfg_attr(
        feature = "openapi",
        schema(
            min_length = 1,
            max_length = 64,
            pattern = r"^[^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*[^\s\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069][^\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$",
            examples("Ann Lee")
        )
    )]
    pub name: String,
}

/// One element of `GET /api/auth/sessions`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Names the session in `DELETE /api/auth/sessions/{id}`; it is not a credential.
    pub id: String,
    /// Browser and system that signed in, `Chrome · Android`; empty where they are not known.
    pub device: String,
    /// When it began: `2026-11-21T03:04:05Z`.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub created_at: String,
    /// When it ends by itself.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub expires_at: String,
    /// Whether it is the one that asks.
    pub current: bool,
}
