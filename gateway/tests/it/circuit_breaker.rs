//! R11.05: an origin that lets calls wait in vain costs visitors no more time than its first calls.

use std::time::{Duration, Instant};

use futures_util::future::join_all;

use crate::fixture::{Build, Builds};
use crate::harness::GatewayTest;
use crate::raw::{Raw, stuck};

/// Longer than a failure that the breaker counts.
const LIMIT: Duration = Duration::from_millis(1100);

/// Calls at once: as many as open the circuit.
const CALLS: usize = 5;

#[tokio::test]
async fn after_calls_that_waited_in_vain_the_origin_is_spared_and_visitors_are_told_at_once() {
    let raw = Raw::start(&[("GET /api/search", stuck(""))]).await;
    let publish = |builds: &mut Builds| builds.publish(&Build::site(1, "one"));
    let origin = raw.url();
    let t = GatewayTest::configured(publish, &["--origin", &origin], |config| {
        config.limits.answer = LIMIT;
    })
    .await;
    let waited = join_all((0..CALLS).map(|_| t.get("/api/search"))).await;
    assert!(waited.iter().all(|answer| answer.status == 503));
    assert_eq!(raw.calls().len(), CALLS);
    let start = Instant::now();
    let spared = t.get("/api/search").await;
    assert_eq!(spared.status, 503);
    assert!(start.elapsed() < LIMIT);
    assert_eq!(raw.calls().len(), CALLS);
    // Pages need no origin, and one call tries again after the pause.
    assert_eq!(t.get("/about").await.status, 200);
    t.until("/api/search", |_| raw.calls().len() > CALLS).await;
    t.stop().await;
}
