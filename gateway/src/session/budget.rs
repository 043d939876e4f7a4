//! Rate limits of questions for one client: to the origin for the owner of a token (made-up tokens
//! are never in the cache, so each would cost a question), and to the generator for a build; and of
//! all its requests, where the operator sets a limit.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use moka::future::Cache;

/// Clients remembered at once, about 200 bytes each. A client with so many addresses needs no
/// second try from the same one.
const CLIENTS: u64 = 10_000;
/// Time for which a budget is kept after it is full again; a full one need not be kept.
const IDLE: Duration = Duration::from_secs(1);

/// The questions left to each client.
pub(crate) struct Budgets {
    quota: Quota,
    clients: Cache<IpAddr, Arc<DefaultDirectRateLimiter>>,
}

impl Budgets {
    /// Budgets that give each client this quota.
    pub(crate) fn new(quota: Quota) -> Self {
        let refill = quota.burst_size_replenished_in();
        Self {
            quota,
            clients: Cache::builder()
                .max_capacity(CLIENTS)
                .time_to_idle(refill + IDLE)
                .build(),
        }
    }

    /// Whether one more question is allowed, which it then counts.
    pub(crate) async fn allow(&self, client: IpAddr) -> bool {
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
        let quota = Quota::per_second(std::num::NonZeroU32::new(2).unwrap());
        let budgets = Budgets::new(quota);
        let [one, two] = [[192, 0, 2, 1], [192, 0, 2, 2]].map(IpAddr::from);
        for (client, expected) in [(one, true), (one, true), (one, false), (two, true)] {
            assert_eq!(budgets.allow(client).await, expected, "{client}");
        }
    }
}
