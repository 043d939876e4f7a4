//! Captchas.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use contract::api::{Captcha, Envelope};

use crate::Captchas;
use crate::challenge::media::{draw, speak};
use crate::challenge::{Challenge, Kind, LIFETIME, PREDICTABLE_ANSWER};
use crate::rules::CaptchaError;
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Always, CaptchaKind, Languages, Limited, Nothing};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;
use origin_ground::limits::Client;

/// A captcha to answer.
///
/// A picture of five characters, or with `kind=audio` a recording of five digits. It can be
/// answered once, right or wrong, within ten minutes, in upper or lower case. A request for one
/// stores no data: its state is sealed in `captchaId`. A client may ask for 60 at once, then for
/// one every two seconds.
#[utoipa::path(
    get,
    path = "/api/common/captcha",
    tag = "common",
    operation_id = "captcha",
    params(
        Languages,
        ("kind" = inline(Option<CaptchaKind>), Query,
            description = "For the eye or for the ear; `image` if it is missing."),
    ),
    responses(
        Always,
        Limited,
        (status = 200, description = "`image` or `audio`, whichever was asked for, and never both.", body = Envelope<Captcha>),
        (status = 400, description = "There is no such kind.", body = Envelope<Nothing>),
    )
)]
pub async fn captcha(captchas: &Captchas, request: Incoming) -> Result<Answer, ApiError> {
    captchas.ground.limits.captcha.check(request.client())?;
    let kind = match request.query("kind") {
        Some(kind) => Kind::parse(&kind).ok_or(ApiError::UnknownKind)?,
        None => Kind::Image,
    };
    let challenge = challenge(captchas, kind);
    let shown = show(kind, challenge.answer).await?;
    let (image, audio) = match kind {
        Kind::Image => (Some(image_address(&shown)), None),
        Kind::Audio => (None, Some(format!("data:audio/wav;base64,{shown}"))),
    };
    data(&Captcha {
        captcha_id: challenge.id,
        image,
        audio,
        expires_in: LIFETIME.unsigned_abs(),
    })
}

/// A captcha to look at.
pub struct Picture {
    /// The id that must come back with the answer.
    pub id: String,
    /// A `data:` address.
    pub image: String,
}

/// A captcha for a form without JavaScript.
pub async fn picture(captchas: &Captchas, client: Client) -> Result<Picture, ApiError> {
    captchas.ground.limits.captcha.check(client)?;
    let challenge = challenge(captchas, Kind::Image);
    let shown = show(Kind::Image, challenge.answer).await?;
    Ok(Picture {
        id: challenge.id,
        image: image_address(&shown),
    })
}

fn image_address(shown: &str) -> String {
    format!("data:image/png;base64,{shown}")
}

fn challenge(captchas: &Captchas, kind: Kind) -> Challenge {
    let now = captchas.ground.clock.now();
    if captchas.predictable {
        Challenge::with_answer(
            &captchas.ground.key,
            kind,
            now,
            PREDICTABLE_ANSWER.to_owned(),
        )
    } else {
        Challenge::random(&captchas.ground.key, kind, now)
    }
}

/// The picture or recording, in Base64. Made where it keeps no other call from going on.
async fn show(kind: Kind, answer: String) -> Result<String, ApiError> {
    let make = move || match kind {
        Kind::Image => draw(&answer),
        Kind::Audio => speak(&answer),
    };
    let made = tokio::task::spawn_blocking(move || make().map(|bytes| STANDARD.encode(bytes)));
    match made.await {
        Ok(Ok(shown)) => Ok(shown),
        Ok(Err(error)) => {
            tracing::error!(%error, "a captcha could not be made");
            Err(ApiError::Internal)
        }
        // The runtime is stopping.
        Err(_) => Err(ApiError::Unavailable),
    }
}

impl From<CaptchaError> for ApiError {
    fn from(error: CaptchaError) -> Self {
        match error {
            CaptchaError::Refused => Self::CaptchaRefused,
            CaptchaError::Storage(error) => error.into(),
        }
    }
}
