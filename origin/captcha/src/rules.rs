//! The end of a captcha: it is used up, right or wrong.

use crate::challenge::Id;
use crate::{Captchas, store};

/// Why an answer does not count.
#[derive(Debug)]
pub enum CaptchaError {
    /// Wrong, used, expired or never asked.
    Refused,
    /// The database failed.
    Storage(sqlx::Error),
}

/// Uses a captcha up and says whether the answer was right.
pub async fn redeem(captchas: &Captchas, id: &str, answer: &str) -> Result<(), CaptchaError> {
    let id = Id::parse(id)
        .filter(|id| id.is_open(captchas.ground.clock.now()))
        .ok_or(CaptchaError::Refused)?;
    // First used up, then compared: of two answers at the same moment one counts, and a wrong one
    // is the last.
    let taken = store::take(captchas.ground.db.writers(), &id.nonce, id.expires_at).await;
    let first = taken.map_err(CaptchaError::Storage)?;
    if first && id.fits(&captchas.ground.key, answer) {
        Ok(())
    } else {
        Err(CaptchaError::Refused)
    }
}
