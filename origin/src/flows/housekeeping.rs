//! Forgetting what nobody needs any more: rows that have expired, clients that have all their calls
//! back.
//!
//! The calls that leave such things behind do it, at most once a [`PAUSE`]: no timer, and nothing
//! to do for an origin that nobody calls.

use crate::db::sweep;
use crate::origin::Origin;

/// Seconds from one time to the next. What has expired is refused for its age; it may lie for a
/// while.
const PAUSE: i64 = 60;

/// Forgets what has expired, if it is time to.
pub(crate) async fn keep_house(origin: &Origin) {
    let now = origin.clock.now();
    if !origin.housekeeping.admits(now, PAUSE) {
        return;
    }
    origin.limits.tidy();
    if let Err(error) = sweep::sweep(origin.db.writers(), now).await {
        tracing::warn!(%error, "expired rows could not be removed; the next try is in {PAUSE} s");
    }
}
