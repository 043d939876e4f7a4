//! Whether a session is valid: the origin is asked, and its answer remembered for a moment.
//!
//! | answer of the origin | remembered | meaning |
//! |---|---|---|
//! | 200 | 5 s | signed in; a revocation shows within 5 s |
//! | 401, 403 | 1 s | a guest; a stale cookie cannot flood the origin |
//! | anything else, or no answer in time | not at all | not known: 503, never 401, never the previous state |
//!
//! The key is a hash of the token, so no token stays in memory. The seconds count from the
//! question, not from the answer. One question per token is in flight; other requests with this
//! token wait for it. Made-up tokens meet three bounds: of remembered answers, of questions in
//! flight (the origin has places left for other calls), and of questions for one client
//! ([`budget`]: 429). Public pages ask no question.
//!
//! Knows tokens and the origin, and no path: [`crate::pipeline`] decides by the guard's table which
//! files a session opens.

pub(crate) mod ask;
pub(crate) mod budget;
#[cfg(test)]
mod stress;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use contract::Hash;
use governor::Quota;
use moka::Expiry;
use moka::future::Cache;
use tokio::sync::Semaphore;

use crate::config::SessionLimits;
use crate::observe::metrics::Metrics;
use crate::protocol::cookie::Token;
use crate::upstream::Upstream;
use ask::SessionError;
use budget::Budgets;

const MEMBER: Duration = Duration::from_secs(5);
const GUEST: Duration = Duration::from_secs(1);

/// Whether the visitor has a session that the origin confirms. The mere presence of a cookie has no
/// effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Session {
    /// Signed in.
    Member,
    /// Not, or not any more.
    Guest,
}

/// The sessions that were asked about lately.
pub(crate) struct Sessions {
    upstream: Arc<Upstream>,
    metrics: Arc<Metrics>,
    limits: SessionLimits,
    answers: Cache<Key, Answer>,
    /// Current numbers of the tokens that were forgotten lately.
    numbers: Cache<Hash, u64>,
    last_number: AtomicU64,
    permits: Semaphore,
    budgets: Budgets,
}

/// The hash of a token, and a number that changes when the token is forgotten. A late answer to an
/// earlier question is then stored under the old key, which is never looked up.
type Key = (Hash, u64);

#[derive(Clone, Copy)]
struct Answer {
    session: Session,
    asked: Instant,
}

struct Lifetime;

impl Expiry<Key, Answer> for Lifetime {
    fn expire_after_create(&self, _: &Key, answer: &Answer, now: Instant) -> Option<Duration> {
        let lifetime = match answer.session {
            Session::Member => MEMBER,
            Session::Guest => GUEST,
        };
        Some(lifetime.saturating_sub(now.saturating_duration_since(answer.asked)))
    }
}

impl Sessions {
    /// Sessions without a remembered answer.
    pub(crate) fn new(
        upstream: Arc<Upstream>,
        metrics: Arc<Metrics>,
        limits: SessionLimits,
    ) -> Self {
        Self {
            upstream,
            metrics,
            limits,
            answers: Cache::builder()
                .max_capacity(limits.remembered)
                .expire_after(Lifetime)
                .build(),
            // Kept as long as an answer to an older question can arrive and be remembered.
            numbers: Cache::builder()
                .max_capacity(limits.remembered)
                .time_to_live(limits.answer + MEMBER)
                .build(),
            last_number: AtomicU64::new(0),
            permits: Semaphore::new(limits.in_flight),
            budgets: Budgets::new(Quota::per_second(limits.per_client)),
        }
    }

    /// Whether the session of a token is valid. An error means that it is not known.
    pub(crate) async fn check(
        self: &Arc<Self>,
        token: &Token,
        client: IpAddr,
    ) -> Result<Session, Arc<SessionError>> {
        let hash = hash(token);
        let key = (hash, self.numbers.get(&hash).await.unwrap_or(0));
        let answer = match self.answers.get(&key).await {
            Some(answer) => answer,
            None => self.ask(key, token.clone(), client).await?,
        };
        Ok(answer.session)
    }

    /// Forgets the remembered answer for a token, and the question in flight.
    pub(crate) async fn forget(&self, token: &Token) {
        let hash = hash(token);
        let before = self.numbers.get(&hash).await.unwrap_or(0);
        let number = self.last_number.fetch_add(1, Ordering::Relaxed) + 1;
        self.numbers.insert(hash, number).await;
        self.answers.invalidate(&(hash, before)).await;
    }

    /// Asks in a separate task: a visitor that disconnects must not end the question that others
    /// wait for, nor cause a second one.
    async fn ask(
        self: &Arc<Self>,
        key: Key,
        token: Token,
        client: IpAddr,
    ) -> Result<Answer, Arc<SessionError>> {
        let sessions = Arc::clone(self);
        let asking = tokio::spawn(async move {
            let question = sessions.question(&token, client);
            sessions.answers.try_get_with(key, question).await
        });
        match asking.await {
            Ok(answer) => answer,
            Err(error) => Err(Arc::new(SessionError::NoAnswer(error.to_string()))),
        }
    }

    async fn question(&self, token: &Token, client: IpAddr) -> Result<Answer, SessionError> {
        if !self.budgets.allow(client).await {
            self.metrics.refused_session_checks.add_one();
            return Err(SessionError::TooMany);
        }
        let asked = Instant::now();
        let answer = async {
            // The semaphore is never closed.
            let _permit = self.permits.acquire().await;
            self.metrics.session_checks.add_one();
            self.user_info(token).await
        };
        // Waiting for a permit counts as well, so that a queue ends.
        let session = match tokio::time::timeout(self.limits.answer, answer).await {
            Ok(Ok(_)) => Session::Member,
            Ok(Err(SessionError::Nobody)) => Session::Guest,
            Ok(Err(error)) => return Err(error),
            Err(_) => return Err(SessionError::late(self.limits.answer)),
        };
        Ok(Answer { session, asked })
    }
}

fn hash(token: &Token) -> Hash {
    Hash::of(token.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_remembered_from_the_question_on() {
        let now = Instant::now();
        let lifetime = |session, age| {
            let answer = Answer {
                session,
                asked: now - Duration::from_millis(age),
            };
            Lifetime.expire_after_create(&(Hash::of(b"t"), 0), &answer, now)
        };
        assert_eq!(lifetime(Session::Member, 0), Some(Duration::from_secs(5)));
        assert_eq!(
            lifetime(Session::Member, 2_900),
            Some(Duration::from_millis(2_100))
        );
        assert_eq!(lifetime(Session::Guest, 0), Some(Duration::from_secs(1)));
        assert_eq!(lifetime(Session::Guest, 2_900), Some(Duration::ZERO));
    }
}
