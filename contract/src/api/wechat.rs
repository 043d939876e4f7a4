//! The call of pages that WeChat shows.

use serde::{Deserialize, Serialize};

/// `data` of `GET /api/wechat/signature`: arguments of `wx.config`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct WeChatSignature {
    /// The official account at WeChat.
    pub app_id: String,
    /// Seconds since the epoch, part of the signed text.
    pub timestamp: i64,
    /// Random, part of the signed text.
    #[cfg_attr(feature = "openapi", schema(min_length = 32, max_length = 32))]
    pub nonce_str: String,
    /// SHA-1 in hexadecimal, of the ticket, the nonce, the time and the address.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[0-9a-f]{40}$"))]
    pub signature: String,
}
