//! Signing in by Feishu, and scripts of its client (R2.17, R2.18).

use contract::api::{Envelope, FeishuLoginRequest, JssdkConfig, Refusal, SignedIn};
use http::HeaderName;

use crate::FeishuSignIn;
use crate::app::{Feishu, FeishuError};
use crate::person::{FeishuCode, page};
use crate::sign_in::{self, FeishuLogin, FeishuLoginError};
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Always, Languages, Limited, Nothing, WithBody};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;
use origin_platforms::page::{is_own, signature};
use origin_sign_in::rules::device;

/// The host of the visitor's request, as the gateway forwards it.
const HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// Exchanges a code of Feishu's for a session.
///
/// The page gets the code from Feishu's client, which knows the person. The account is found by
/// Feishu's id of the person, or by a mailbox that Feishu hosts for the company; else one is made,
/// if the rule of registration allows. The session of the call's token ends when the new one
/// begins.
#[utoipa::path(
    post,
    path = "/api/feishu/login",
    tag = "feishu",
    operation_id = "feishuLogin",
    params(Languages),
    request_body = FeishuLoginRequest,
    security((), ("bearer" = [])),
    responses(
        Always,
        WithBody,
        Limited,
        (status = 200, description = "Signed in, as in `login`.", body = Envelope<SignedIn>),
        (status = 400, description = "The body is malformed; or, with `field` being `code`, the \
            code is used, expired or made up: the page asks Feishu's client for another.", body = Envelope<Option<Refusal>>),
        (status = 403, description = "Feishu does not vouch for the person any more, or the person \
            may not make an account.", body = Envelope<Nothing>),
        (status = 404, description = "The site is not connected with Feishu.", body = Envelope<Nothing>),
    )
)]
pub async fn login(sign_in: &FeishuSignIn, request: Incoming) -> Result<Answer, ApiError> {
    sign_in.ground.limits.login.check(request.client())?;
    let feishu = connection(sign_in)?;
    let previous = request.bearer().ok();
    let device = device::name(request.user_agent());
    let given: FeishuLoginRequest = request.json().await?;
    let code = FeishuCode::parse(&given.code).ok_or(ApiError::FeishuCodeRefused)?;
    let login = FeishuLogin {
        code: &code,
        device: &device,
        previous: previous.as_ref(),
    };
    let token = sign_in::login(sign_in, feishu, &login).await?;
    data(&SignedIn {
        token: token.reveal(),
    })
}

/// The signature by which a page may call Feishu's client.
///
/// Only for pages of the site itself under `/feishu/`. `url` is the address as the browser has it;
/// its fragment is left out.
#[utoipa::path(
    get,
    path = "/api/feishu/jssdk-config",
    tag = "feishu",
    operation_id = "feishuJssdkConfig",
    params(
        Languages,
        ("url" = String, Query, max_length = 2048, description = "Address of the page."),
    ),
    responses(
        Always,
        Limited,
        (status = 200, description = "For `h5sdk.config`.", body = Envelope<JssdkConfig>),
        (status = 400, description = "`url` is no page of the site under `/feishu/`.", body = Envelope<Nothing>),
        (status = 404, description = "The site is not connected with Feishu.", body = Envelope<Nothing>),
    )
)]
pub async fn jssdk_config(sign_in: &FeishuSignIn, request: Incoming) -> Result<Answer, ApiError> {
    sign_in.ground.limits.feishu.check(request.client())?;
    let feishu = connection(sign_in)?;
    let url = request.query("url").unwrap_or_default();
    let site = sign_in.ground.content.site_url().await;
    let asked = request
        .header(&HOST)
        .filter(|_| request.client().is_local());
    let texts = sign_in.ground.content.texts().await;
    let page = page(
        &url,
        |of| is_own(of, site.as_deref(), asked),
        |segment| texts.has_prefix(segment),
    );
    let page = page.ok_or(ApiError::NotFeishuPage)?;
    let ticket = feishu.ticket(sign_in.shelf()).await?;
    let nonce_str = hex::encode(rand::random::<[u8; 16]>());
    // Feishu's own examples count milliseconds.
    let timestamp = sign_in.ground.clock.now() * 1_000;
    data(&JssdkConfig {
        app_id: feishu.app_id.clone(),
        signature: signature(&ticket, &nonce_str, timestamp, page),
        timestamp,
        nonce_str,
    })
}

fn connection(sign_in: &FeishuSignIn) -> Result<&Feishu, ApiError> {
    sign_in.app.as_ref().ok_or(ApiError::NoFeishu)
}

impl From<FeishuError> for ApiError {
    fn from(error: FeishuError) -> Self {
        match error {
            FeishuError::Code => Self::FeishuCodeRefused,
            FeishuError::Person => Self::FeishuPersonRefused,
            FeishuError::Busy(seconds) => Self::FeishuBusy(seconds),
            // Reported to the operator at its place, once.
            FeishuError::App(_) => Self::FeishuAway,
            FeishuError::Token(_) | FeishuError::Away(_) => {
                tracing::warn!(%error, "Feishu could not be asked");
                Self::FeishuAway
            }
        }
    }
}

impl From<FeishuLoginError> for ApiError {
    fn from(error: FeishuLoginError) -> Self {
        match error {
            FeishuLoginError::Feishu(error) => error.into(),
            FeishuLoginError::Stranger => Self::FeishuPersonRefused,
            FeishuLoginError::Storage(error) => error.into(),
        }
    }
}
