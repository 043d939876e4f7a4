//! Sizes and times that bound the cost of clients.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use governor::Quota;

/// Sizes and times that bound the cost of a client.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections at once.
    pub connections: usize,
    /// Connections of one client; by default its share of all.
    pub connections_per_client: Option<usize>,
    /// Bytes of bodies held in memory.
    pub bodies: u64,
    /// Bytes of a request's body.
    pub body: u64,
    /// Calls to the origin that one client may have in progress.
    pub calls_per_client: usize,
    /// Time for the head of a request to arrive, for an idle connection to stay, and for a client
    /// to read more of its answer.
    pub head: Duration,
    /// Time for the head of the origin's answer to arrive, once the request was sent; long, because
    /// an upload counts too.
    pub answer: Duration,
    /// Time for the head of the studio's answer to arrive, once the request was sent.
    pub studio: Duration,
    /// Time for the origin to answer a sign-in or a sign-out: a person waits.
    pub sign_in: Duration,
    /// Requests for a build, or for the events of one, of one client.
    pub triggers: Quota,
    /// Figures of visits of one client.
    pub visits: Quota,
    /// Jobs that one client may follow at once.
    pub followers: usize,
    /// Bounds of session checks.
    pub session: SessionLimits,
    /// Requests of one client; none: as many as it likes.
    pub requests: Option<Quota>,
    /// Bytes of answers to one client; none: as many as it takes.
    pub bytes: Option<ByteQuota>,
    /// Number of answers with a file of which one is compared with the index; 0: none.
    pub prove: u32,
    /// Bytes a second of the live build's files that the patrol reads again; 0: no patrol.
    pub patrol: u64,
    /// The least time from the start of one round of the patrol to that of the next.
    pub patrol_round: Duration,
    /// Time for answers in progress when the process is stopped.
    pub drain: Duration,
    /// How often the certificate's files are looked at.
    pub certificate: Duration,
}

impl Limits {
    /// Thirty requests at once, and one more every two seconds: enough for a company's editors and
    /// its CI behind one address.
    pub(super) const TRIGGERS: Quota = Quota::per_minute(NonZeroU32::MIN.saturating_add(29))
        .allow_burst(NonZeroU32::MIN.saturating_add(29));
    /// Sixty visits at once, and one more every second: an office behind one address leaves no more
    /// sampled pages, and no client can drown the figures of the others.
    pub(super) const VISITS: Quota = Quota::per_minute(NonZeroU32::MIN.saturating_add(59));
    /// Quota of requests a second, with ten times as many at once: a page brings dozens of files.
    pub(super) fn requests(per_second: NonZeroU32) -> Quota {
        const SECONDS: NonZeroU32 = NonZeroU32::MIN.saturating_add(9);
        Quota::per_second(per_second).allow_burst(per_second.saturating_mul(SECONDS))
    }

    /// Quota of MiB a second, with ten times as many at once; none for 0.
    pub(super) fn bytes(mib_per_second: u32) -> Option<ByteQuota> {
        const MIB: u64 = 1024 * 1024;
        const SECONDS: u64 = 10;
        let per_second = NonZeroU64::new(u64::from(mib_per_second) * MIB)?;
        Some(ByteQuota {
            per_second,
            burst: per_second.get() * SECONDS,
        })
    }

    /// Number of clients with all their connections that leave no place for others.
    const SHARES: usize = 8;
    /// Two browsers with six connections each, and a few more.
    const LEAST_SHARE: usize = 16;

    /// The limits of a gateway without arguments.
    #[cfg(test)]
    pub(crate) fn for_tests() -> Self {
        use clap::Parser;
        let arguments = ["gateway", "serve", "--origin", "http://127.0.0.1:1"];
        match super::Cli::try_parse_from(arguments) {
            Ok(super::Cli {
                command: super::Command::Serve(options),
                ..
            }) => super::limits(&options),
            _ => unreachable!("the arguments say serve"),
        }
    }

    /// Connections of one client.
    pub(crate) fn share(&self) -> usize {
        let usual = (self.connections / Self::SHARES).max(Self::LEAST_SHARE);
        let share = self.connections_per_client.unwrap_or(usual);
        share.min(self.connections)
    }
}

/// The share of bytes of one client.
#[derive(Clone, Copy, Debug)]
pub struct ByteQuota {
    /// Bytes a second, on average.
    pub per_second: NonZeroU64,
    /// Bytes at once, by a client that has had none for a while.
    pub burst: u64,
}

/// Bounds of session checks.
#[derive(Clone, Copy, Debug)]
pub struct SessionLimits {
    /// Sessions remembered at once.
    pub remembered: u64,
    /// Questions to the origin at once; more wait.
    pub in_flight: usize,
    /// Questions to the origin per second for one client, and the size of a burst.
    pub per_client: NonZeroU32,
    /// Time for the origin's whole answer, waiting for a place included.
    pub answer: Duration,
}

impl Default for SessionLimits {
    fn default() -> Self {
        Self {
            // About 150 bytes each.
            remembered: 10_000,
            // A quarter of the places of the embedded origin, so that other calls find one.
            in_flight: 64,
            // A company's five hundred people behind one address, each asked about once in five
            // seconds.
            per_client: NonZeroU32::MIN.saturating_add(99),
            // A page waits for it.
            answer: Duration::from_secs(3),
        }
    }
}
