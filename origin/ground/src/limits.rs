//! How often one client may make costly calls: GCRA by the crate governor, in memory, per process.
//!
//! A client is an address; of IPv6 the first 64 bits, because one household or server gets so many.
//! Many phones share one address behind their carrier, and a whole office behind its router, so the
//! quotas are for a crowd. They bound the calls of one machine; the bounds per address and per
//! code, which hold over all clients and processes, are in `sign_in/rules/code.rs`.
//!
//! The address comes from `X-Forwarded-For`, which the gateway sets and clients cannot. All calls
//! with none, or more than one, count as one common client.

mod client;
mod streams;

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};

pub use client::Client;
pub use streams::{NoPlace, StreamPlace, Streams};

use crate::clock::Clock;

/// Captchas: 60 at once, then one every 2 s. Making one takes some milliseconds of processor time,
/// so that one client can use up a few thousandths of a processor.
const CAPTCHA: Rate = Rate {
    size: 60,
    interval: Duration::from_secs(2),
};

/// Codes by e-mail: 20 at once, then one every 12 s, so 20 + 7,200 a day to whatever addresses,
/// each for a solved captcha.
const SEND_CODE: Rate = Rate {
    size: 20,
    interval: Duration::from_secs(12),
};

/// Logins: 40 at once, then one every 6 s, so 40 + 14,400 a day. Were all of them guesses at codes
/// that the client had sent to 2,888 addresses, one of a million each time, one of these addresses
/// would fall in a day with p = 0.014; a given one as in `sign_in/rules/code.rs`.
const LOGIN: Rate = Rate {
    size: 40,
    interval: Duration::from_secs(6),
};

/// Messages: 30 at once, then one a minute; an office of applicants behind one address.
const MESSAGE: Rate = Rate {
    size: 30,
    interval: Duration::from_secs(60),
};

/// Messages without a captcha: 6 at once, then one in ten minutes.
const TRUSTED_MESSAGE: Rate = Rate {
    size: 6,
    interval: Duration::from_secs(600),
};

/// Looks at a message by its link, and withdrawals: 30 at once, then one in 4 s. A token has 256
/// random bits, so this is no protection against guessing; it bounds one client's load on the
/// database.
const MESSAGE_LINK: Rate = Rate {
    size: 30,
    interval: Duration::from_secs(4),
};

/// Uploads that begin: 40 at once, then one in 15 s.
const UPLOAD: Rate = Rate {
    size: 40,
    interval: Duration::from_secs(15),
};

/// Searches: 240 at once, then four a second, because a box that answers while one types asks for
/// each letter. Each takes some milliseconds of a core, so one client can use up a fiftieth of it.
const SEARCH: Rate = Rate {
    size: 240,
    interval: Duration::from_millis(250),
};

/// Questions to the assistant: 20 at once, then one in 6 s; each is a search, and may be a question
/// to a model.
const CHAT: Rate = Rate {
    size: 20,
    interval: Duration::from_secs(6),
};

/// Signatures of pages and looks at suppliers: 120 at once, then one a second; a company's people
/// have one address.
const FEISHU: Rate = Rate {
    size: 120,
    interval: Duration::from_secs(1),
};

/// Signatures of pages in WeChat: 120 at once, then one a second; a mobile network's people share a
/// few addresses.
const WECHAT: Rate = Rate {
    size: 120,
    interval: Duration::from_secs(1),
};

/// Clients that are remembered per call, at some 100 bytes each. To be remembered longer than a few
/// seconds a client must spend more than it gets back, so to fill this takes thousands of calls a
/// second from as many addresses.
const CLIENTS: usize = 65_536;

/// Seconds between two searches for clients that need not be remembered: one search visits all of
/// them.
const TIDY_EVERY: i64 = 1;

/// How many calls a client may make.
#[derive(Clone, Copy)]
struct Rate {
    /// Calls at once.
    size: u32,
    /// Time until one more call is allowed.
    interval: Duration,
}

/// Every limit per client.
#[derive(Debug)]
pub struct Limits {
    /// Captchas.
    pub captcha: Limit,
    /// Codes that are sent by e-mail.
    pub send_code: Limit,
    /// Attempts to sign in.
    pub login: Limit,
    /// Messages of forms.
    pub message: Limit,
    /// Messages that need no captcha.
    pub trusted_message: Limit,
    /// Messages that are looked at and withdrawn by their link.
    pub message_link: Limit,
    /// Uploads that begin.
    pub upload: Limit,
    /// Searches.
    pub search: Limit,
    /// Questions to the assistant.
    pub chat: Limit,
    /// Signatures for Feishu's client, and suppliers.
    pub feishu: Limit,
    /// Signatures of pages in WeChat.
    pub wechat: Limit,
    /// Multiplies the limits of one client.
    pub generosity: NonZeroU32,
}

/// One call's limit.
pub struct Limit {
    limiter: RateLimiter<Client, DashMapStateStore<Client>, Clock, NoOpMiddleware<Duration>>,
    clock: Clock,
    tidied_at: AtomicI64,
}

/// The client has made all the calls that it may; the next is allowed in so many seconds, at least
/// 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany(pub i64);

impl Limits {
    /// `generosity` multiplies every rate: 1 is the usual one.
    pub fn new(clock: &Clock, generosity: NonZeroU32) -> Self {
        let limit = |rate: Rate| Limit::new(rate, clock, generosity);
        Self {
            captcha: limit(CAPTCHA),
            send_code: limit(SEND_CODE),
            login: limit(LOGIN),
            message: limit(MESSAGE),
            trusted_message: limit(TRUSTED_MESSAGE),
            message_link: limit(MESSAGE_LINK),
            upload: limit(UPLOAD),
            search: limit(SEARCH),
            chat: limit(CHAT),
            feishu: limit(FEISHU),
            wechat: limit(WECHAT),
            generosity,
        }
    }

    /// Forgets the clients that have all their calls back.
    pub fn tidy(&self) {
        for limit in [
            &self.captcha,
            &self.send_code,
            &self.login,
            &self.message,
            &self.trusted_message,
            &self.message_link,
            &self.upload,
            &self.search,
            &self.chat,
            &self.feishu,
            &self.wechat,
        ] {
            limit.limiter.retain_recent();
        }
    }
}

impl Limit {
    fn new(rate: Rate, clock: &Clock, generosity: NonZeroU32) -> Self {
        let size = generosity.saturating_mul(NonZeroU32::new(rate.size).unwrap_or(NonZeroU32::MIN));
        // Only an interval of zero has no quota; the constants above have none.
        let quota = Quota::with_period(rate.interval / generosity.get())
            .unwrap_or(Quota::per_second(size))
            .allow_burst(size);
        Self {
            limiter: RateLimiter::new(quota, DashMapStateStore::default(), clock.clone()),
            clock: clock.clone(),
            tidied_at: AtomicI64::new(0),
        }
    }

    /// Counts a call.
    pub fn check(&self, client: Client) -> Result<(), TooMany> {
        let client = if self.is_full() {
            Client::COMMON
        } else {
            client
        };
        self.limiter.check_key(&client).map_err(|until| {
            let wait = until.wait_time_from(governor::clock::Clock::now(&self.clock));
            TooMany(whole_seconds_up(wait))
        })
    }

    /// Whether no more clients can be remembered: new ones then share the quota of the common one.
    fn is_full(&self) -> bool {
        if self.limiter.len() < CLIENTS {
            return false;
        }
        let now = self.clock.now();
        if now - self.tidied_at.load(Ordering::Relaxed) >= TIDY_EVERY {
            self.tidied_at.store(now, Ordering::Relaxed);
            self.limiter.retain_recent();
        }
        self.limiter.len() >= CLIENTS
    }
}

impl std::fmt::Debug for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Limit({} clients)", self.limiter.len())
    }
}

/// Rounded up: a client that waits that long is let in.
fn whole_seconds_up(wait: Duration) -> i64 {
    i64::try_from(wait.as_millis().div_ceil(1_000))
        .unwrap_or(i64::MAX)
        .max(1)
}

/// Governor needs a clock that never runs backwards: the machine's uptime, or the tests' clock.
impl governor::clock::Clock for Clock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        self.uptime()
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    const START: i64 = 1_795_230_245;

    fn client(number: u32) -> Client {
        Client::at(Ipv4Addr::from_bits(number).into())
    }

    #[test]
    fn a_client_that_has_used_its_calls_waits_and_another_does_not() {
        let clock = Clock::frozen(START);
        let login = Limits::new(&clock, NonZeroU32::MIN).login;
        for _ in 0..LOGIN.size {
            assert_eq!(login.check(client(1)), Ok(()));
        }
        assert_eq!(login.check(client(1)), Err(TooMany(6)));
        assert_eq!(login.check(client(2)), Ok(()));
        clock.advance(Duration::from_secs(5));
        assert_eq!(login.check(client(1)), Err(TooMany(1)));
        clock.advance(Duration::from_secs(1));
        assert_eq!(login.check(client(1)), Ok(()));
        assert_eq!(login.check(client(1)), Err(TooMany(6)));
    }

    #[test]
    fn generosity_multiplies_both_numbers() {
        let clock = Clock::frozen(START);
        let login = Limits::new(&clock, NonZeroU32::new(6).unwrap()).login;
        for _ in 0..LOGIN.size * 6 {
            assert_eq!(login.check(client(1)), Ok(()));
        }
        assert_eq!(login.check(client(1)), Err(TooMany(1)));
    }

    #[test]
    fn memory_is_bounded_and_old_clients_make_room() {
        let clock = Clock::frozen(START);
        let limits = Limits::new(&clock, NonZeroU32::MIN);
        let clients = u32::try_from(CLIENTS).unwrap();
        for number in 0..clients + LOGIN.size {
            // Those that do not fit any more are one client together.
            assert_eq!(limits.login.check(client(number)), Ok(()), "{number}");
        }
        assert!(limits.login.limiter.len() <= CLIENTS + 1);
        assert!(limits.login.check(client(clients + LOGIN.size)).is_err());
        clock.advance(LOGIN.interval * 3);
        assert_eq!(limits.login.check(client(clients + LOGIN.size)), Ok(()));
        assert!(limits.login.limiter.len() < CLIENTS);
        clock.advance(LOGIN.interval * LOGIN.size);
        limits.tidy();
        assert_eq!(limits.login.limiter.len(), 0);
    }
}
