//! The signature of a page that WeChat shows.

use contract::api::{Envelope, WeChatSignature};
use http::HeaderName;

use crate::WeChat;
use crate::account::WeChatError;
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Always, Languages, Limited, Nothing};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;
use origin_platforms::grants::Shelf;
use origin_platforms::page::{is_own, own_page, signature};

/// The host of the visitor's request, as the gateway forwards it.
const HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// The signature by which a page sets its own sharing card in WeChat.
///
/// Only for pages of the site itself. `url` is the address as the browser has it; its fragment is
/// left out.
#[utoipa::path(
    get,
    path = "/api/wechat/signature",
    tag = "wechat",
    operation_id = "wechatSignature",
    params(
        Languages,
        ("url" = String, Query, max_length = 2048, description = "Address of the page."),
    ),
    responses(
        Always,
        Limited,
        (status = 200, description = "For `wx.config`; null if the site has no account at WeChat.", body = Envelope<Option<WeChatSignature>>),
        (status = 400, description = "`url` is no page of the site.", body = Envelope<Nothing>),
    )
)]
pub async fn page_signature(wechat: &WeChat, request: Incoming) -> Result<Answer, ApiError> {
    let ground = &wechat.ground;
    ground.limits.wechat.check(request.client())?;
    let url = request.query("url").unwrap_or_default();
    let site = ground.content.site_url().await;
    let asked = request
        .header(&HOST)
        .filter(|_| request.client().is_local());
    let own = own_page(&url, |origin| is_own(origin, site.as_deref(), asked));
    let (page, _) = own.ok_or(ApiError::NotWeChatPage)?;
    let Some(account) = &wechat.account else {
        // No refusal: a browser would report one on every page.
        return data(&None::<WeChatSignature>);
    };
    let shelf = Shelf {
        db: &ground.db,
        key: &ground.key,
        clock: &ground.clock,
    };
    let ticket = account.ticket(shelf).await?;
    let nonce_str = hex::encode(rand::random::<[u8; 16]>());
    let timestamp = ground.clock.now();
    data(&WeChatSignature {
        app_id: account.app_id.clone(),
        signature: signature(&ticket, &nonce_str, timestamp, page),
        timestamp,
        nonce_str,
    })
}

impl From<WeChatError> for ApiError {
    // Reported to the operator at its place, once.
    fn from(_: WeChatError) -> Self {
        Self::WeChatAway
    }
}
