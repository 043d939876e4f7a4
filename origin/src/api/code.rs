//! Sign-in codes by e-mail.

use serde::{Deserialize, Serialize};

use super::reply::{Data, data};
use super::request::Incoming;
use crate::Origin;
use crate::domain::sign_in;
use crate::domain::user::Email;
use crate::error::ApiError;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ask {
    email: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Sent {
    /// Seconds until another code may be asked for.
    resend_after: i64,
}

/// `POST /api/common/send-email-code` (R7.04). The answer is the same whether or not the address has an account.
pub(super) async fn send(origin: &Origin, request: Incoming<'_>) -> Result<Data, ApiError> {
    let catalog = request.catalog;
    let ask: Ask = request.json().await?;
    let email = Email::parse(&ask.email).ok_or(ApiError::BadEmail)?;
    let resend_after = sign_in::send_code(origin, &email, &catalog.mail).await?;
    data(&Sent { resend_after })
}
