//! Messages that visitors send by the site's forms, and how their senders see them afterwards.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Body of `POST /api/message/{form}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MessageRequest {
    /// Random, chosen for this message: the same key again is the same message.
    #[cfg_attr(
        feature = "openapi",
        schema(min_length = 16, max_length = 64, pattern = "^[0-9A-Za-z_-]+$")
    )]
    pub key: String,
    /// Name of each question → the answer: a text, or several for a question that allows several.
    #[cfg_attr(feature = "openapi", schema(value_type = BTreeMap<String, Object>))]
    pub fields: BTreeMap<String, serde_json::Value>,
    /// Id of the file's upload.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub upload: Option<String>,
    /// Version of the privacy text that was accepted, from `GET /api/web/protocol-config`.
    pub consent: String,
    /// The captcha that is answered, where one was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false, max_length = 256))]
    pub captcha_id: Option<String>,
    /// The characters of the picture or the recording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false, max_length = 64))]
    pub captcha: Option<String>,
    /// Empty: visitors do not see this field, so only programs fill it in.
    #[serde(default)]
    pub website: String,
}

/// `data` of `POST /api/message/{form}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MessageReceived {
    /// Names the message for people.
    #[cfg_attr(feature = "openapi", schema(examples("7K3D-9QXF")))]
    pub number: String,
}

/// Body of `POST /api/message/state` and of `POST /api/message/withdraw`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MessageLink {
    /// The secret of the link that the confirmation has: the fragment of its address.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[0-9a-f]{64}$"))]
    pub token: String,
}

/// `data` of both: a message as its sender may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MessageStanding {
    /// Names the message for people.
    #[cfg_attr(feature = "openapi", schema(examples("7K3D-9QXF")))]
    pub number: String,
    /// The form's name for people.
    pub form: String,
    /// When it was received: `2026-11-21T03:04:05Z`.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub received_at: String,
    /// Name of the site's time zone, in which its letters have the time: `Asia/Shanghai`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "openapi",
        schema(nullable = false, examples("Asia/Shanghai"))
    )]
    pub time_zone: Option<String>,
    /// How far it has come.
    pub state: MessageState,
    /// The sender's name for the file that went along, while it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub file: Option<String>,
}

/// How far a message has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum MessageState {
    /// It waits for a reader.
    Received,
    /// It was answered.
    Done,
    /// Its sender took it back: its text and its file are deleted.
    Withdrawn,
}
