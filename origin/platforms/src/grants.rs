//! Tokens and tickets that a platform grants this site for a while: requested once, and shared.
//!
//! | where | for |
//! |---|---|
//! | in memory | this process, until [`Grant::good_until`] |
//! | in the database, encrypted | all processes that share it and the origin's key |
//! | at the platform | the caller that finds it in neither; all others of the process wait for the answer |
//!
//! Times are our own clock's: a platform gives seconds from its answer on, so the time of its clock
//! does not matter. They are counted from the request, and [`MARGIN`] is left at the end: for the
//! way there, and for clocks of ours that differ.

use std::time::Duration;

use serde_json::Value;
use sha2::{Digest, Sha256};
use tokio::sync::Mutex;

use crate::store::{self, Stored};
use crate::url::PlatformUrl;
use origin_ground::clock::Clock;
use origin_ground::db::Db;
use origin_ground::key::KeyRing;

/// Seconds before its end after which a token is not used any more.
const MARGIN: i64 = 300;

/// Seconds that a token is good at most, whatever the platform's answer.
const LIFETIME_MAX: i64 = 7_200;

/// Characters of a token or a ticket; the platforms' have up to some hundreds.
const TEXT_MAX: usize = 4_096;

/// Why a platform granted nothing.
pub trait Failure: Clone {
    /// Time for which the failure is the answer to all callers: those that waited for it do not
    /// retry one after the other.
    fn pause(&self) -> Duration;
}

/// An answer without a token or ticket of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an answer without `{0}`")]
pub struct MissingText(&'static str);

/// The place where tokens are kept for all processes.
#[derive(Clone, Copy)]
pub struct Shelf<'a> {
    /// The database with the table `platform_tokens`.
    pub db: &'a Db,
    /// Encrypts the stored tokens.
    pub key: &'a KeyRing,
    /// Decides whether a token is still used.
    pub clock: &'a Clock,
}

/// A token or ticket that a platform granted, and until when it is used.
#[derive(Clone)]
pub struct Grant {
    text: String,
    good_until: i64,
}

/// The place of one kind of grant.
pub struct Slot<E> {
    /// The name of its row, and the purpose of its encryption.
    name: String,
    state: Mutex<State<E>>,
}

struct State<E> {
    grant: Option<Grant>,
    /// The last failure, and until when it is the answer.
    failure: Option<(E, Duration)>,
}

impl Grant {
    /// Reads `name` and the seconds in `lifetime` of an answer to a question that was asked then.
    pub fn read(
        answer: &Value,
        name: &'static str,
        lifetime: &str,
        asked: i64,
    ) -> Result<Self, MissingText> {
        let text = text(answer, name)?;
        let lifetime = answer[lifetime].as_i64().unwrap_or_default();
        Ok(Self {
            text,
            good_until: asked + usable(lifetime),
        })
    }
}

/// A token or a ticket of an answer: text that fits a header.
pub fn text(data: &Value, name: &'static str) -> Result<String, MissingText> {
    let text = data[name].as_str().unwrap_or_default();
    let fits = (1..=TEXT_MAX).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic());
    fits.then(|| text.to_owned()).ok_or(MissingText(name))
}

/// Seconds for which a grant of this lifetime is used: to the margin before its end, or for half of
/// a lifetime of less than two margins.
fn usable(lifetime: i64) -> i64 {
    let lifetime = lifetime.clamp(0, LIFETIME_MAX);
    lifetime - MARGIN.min(lifetime / 2)
}

impl<E: Failure> Slot<E> {
    /// The place of a kind of an app's grants at an address.
    pub fn new(kind: &str, url: &PlatformUrl, app_id: &str) -> Self {
        Self {
            name: hex::encode(Sha256::digest(format!("{kind} {url} {app_id}"))),
            state: Mutex::new(State {
                grant: None,
                failure: None,
            }),
        }
    }

    /// The grant of now; `ask` gets a new one.
    pub async fn get(
        &self,
        shelf: Shelf<'_>,
        ask: impl Future<Output = Result<Grant, E>>,
    ) -> Result<String, E> {
        let mut state = self.state.lock().await;
        let (now, uptime) = (shelf.clock.now(), shelf.clock.uptime());
        if let Some(grant) = &state.grant
            && grant.good_until > now
        {
            return Ok(grant.text.clone());
        }
        if let Some((failure, until)) = &state.failure
            && *until > uptime
        {
            return Err(failure.clone());
        }
        let grant = match self.take_down(shelf, now).await {
            Some(grant) => Ok(grant),
            None => self.ask_for_grant(shelf, ask).await,
        };
        match grant {
            Ok(grant) => {
                let text = grant.text.clone();
                *state = State {
                    grant: Some(grant),
                    failure: None,
                };
                Ok(text)
            }
            Err(error) => {
                let until = shelf.clock.uptime() + error.pause();
                state.failure = Some((error.clone(), until));
                Err(error)
            }
        }
    }

    /// Throws a grant away that the platform refuses now, here and on the shelf, unless another has
    /// come in its place.
    pub async fn discard(&self, shelf: Shelf<'_>, text: &str) {
        let mut state = self.state.lock().await;
        state.grant.take_if(|grant| grant.text == text);
        let found = store::find(shelf.db.readers(), &self.name, shelf.clock.now()).await;
        if let Ok(Some(stored)) = found
            && self.open(shelf, &stored).as_deref() == Some(text)
            && let Err(error) = store::remove(shelf.db.writers(), &self.name, &stored.sealed).await
        {
            tracing::warn!(%error, "a refused token of a platform could not be removed");
        }
    }

    /// A new grant, which other processes find from now on.
    async fn ask_for_grant(
        &self,
        shelf: Shelf<'_>,
        ask: impl Future<Output = Result<Grant, E>>,
    ) -> Result<Grant, E> {
        let grant = ask.await?;
        self.put_up(shelf, &grant).await;
        Ok(grant)
    }

    /// The grant that another process got, if it is still good and can be read.
    async fn take_down(&self, shelf: Shelf<'_>, now: i64) -> Option<Grant> {
        let found = store::find(shelf.db.readers(), &self.name, now).await;
        let stored = found
            .inspect_err(
                |error| tracing::warn!(%error, "the tokens of a platform cannot be looked up"),
            )
            .ok()??;
        Some(Grant {
            text: self.open(shelf, &stored)?,
            // Another process's clock may be far ahead of ours.
            good_until: stored.good_until.min(now + LIFETIME_MAX),
        })
    }

    fn open(&self, shelf: Shelf<'_>, stored: &Stored) -> Option<String> {
        shelf.key.decrypt(&self.name, &stored.sealed)
    }

    /// Puts a grant where other processes find it. If that fails, they ask for one of their own.
    async fn put_up(&self, shelf: Shelf<'_>, grant: &Grant) {
        let Some(sealed) = shelf.key.encrypt(&self.name, &grant.text) else {
            return;
        };
        let stored = Stored {
            sealed,
            good_until: grant.good_until,
        };
        if let Err(error) = store::put(shelf.db.writers(), &self.name, &stored).await {
            tracing::warn!(%error, "a platform's token cannot be kept for other processes");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grant_is_used_to_the_margin_before_its_end() {
        for (lifetime, used) in [
            (7_200, 6_900),
            (600, 300),
            (100, 50),
            (1, 1),
            (0, 0),
            (-5, 0),
            (i64::MAX, 6_900),
        ] {
            assert_eq!(usable(lifetime), used, "{lifetime}");
        }
    }

    #[test]
    fn a_token_fits_a_header() {
        for wrong in ["", "a b", "a\r\nx: y", "票", &"a".repeat(TEXT_MAX + 1)] {
            assert!(text(&serde_json::json!({"token": wrong}), "token").is_err());
        }
        assert!(text(&serde_json::json!({"token": 7}), "token").is_err());
        assert!(text(&Value::Null, "token").is_err());
    }
}
