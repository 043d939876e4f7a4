//! How often the origin may be asked for one client. Made-up tokens are never in the cache, so each
//! would cost a question.

use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use moka::future::Cache;

/// Clients remembered at once, about 200 bytes each. Whoever holds so many addresses needs no
/// second try from the same one.
const CLIENTS: u64 = 10_000;
/// A budget is full again after a second; one that was full for longer need not be kept.
const IDLE: Duration = Duration::from_secs(2);

/// The questions left to each client.
pub(super) struct Budgets {
    quota: Quota,
    clients: Cache<IpAddr, Arc<DefaultDirectRateLimiter>>,
}

impl Budgets {
    /// So many questions per second and client, all of them at once if need be.
    pub(super) fn new(per_second: NonZeroU32) -> Self {
        Self {
            quota: Quota::per_second(per_second),
            clients: Cache::builder()
                .max_capacity(CLIENTS)
                .time_to_idle(IDLE)
                .build(),
        }
    }

    /// Whether one more question is allowed, which it then counts.
    pub(super) async fn allow(&self, client: IpAddr) -> bool {
        let quota = self.quota;
        let limiter = async { Arc::new(RateLimiter::direct(quota)) };
        let limiter = self.clients.get_with(client, limiter).await;
        limiter.check().is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_clients_budget_is_its_own() {
        let budgets = Budgets::new(NonZeroU32::new(2).unwrap());
        let [one, two] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(IpAddr::from);
        for (client, expected) in [(one, true), (one, true), (one, false), (two, true)] {
            assert_eq!(budgets.allow(client).await, expected, "{client}");
        }
    }
}
