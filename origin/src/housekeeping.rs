//! Forgetting rows that have expired, and clients that have all their calls back. Data of visitors
//! is removed for its age only while the clock is trusted
//! ([`ClockReadings`](origin_ground::clock_trust::ClockReadings)).
//!
//! The calls that leave such things behind do it, at most once a [`PAUSE`], and the worker does
//! when it is awake.

use std::sync::PoisonError;

use crate::origin::Origin;
use origin_ground::clock::rfc3339;
use origin_ground::db::{clock_readings, sweep};
use origin_messages::rules::purge::{self, PurgeError};
use origin_messages::store::{files, records};
use origin_uploads::files::fault::{PUT_TIME, StoreError};
use origin_uploads::store::uploads;

/// Seconds from one round to the next. Expired data is refused for its age, so it may remain for a
/// while.
const PAUSE: i64 = 60;

/// Seconds after which a file that was announced and never kept has no owner: no call takes longer
/// than the store may.
const ARRIVAL: i64 = 2 * PUT_TIME.as_secs().cast_signed();

/// Messages that are purged at one time; the next ones have their turn later.
const TOO_OLD: i64 = 50;

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;

/// Seconds from one search for unknown files to the next.
const STRAY_PAUSE: i64 = 60 * 60;

/// Seconds that an unknown file of the store is left alone: an operator that restored an older
/// backup by mistake has time to restore the newer one.
const STRAY_AGE: i64 = 7 * 24 * 60 * 60;

/// Removes the files that messages have let go now, without waiting for the next round.
pub(crate) async fn let_files_go(origin: &Origin) {
    if let Err(error) = purge::some_files(&origin.ground.db, &origin.uploads.store).await {
        tracing::warn!(%error, "files of messages could not be removed; the next try is in {PAUSE} s");
    }
}

/// Removes expired data, if it is time to.
pub(crate) async fn keep_house(origin: &Origin) {
    let now = origin.ground.clock.now();
    if !origin.last_round.admits(now, PAUSE) {
        return;
    }
    origin.ground.limits.tidy();
    if let Err(error) = sweep::sweep(origin.ground.db.writers(), now).await {
        tracing::warn!(%error, "expired rows could not be removed; the next try is in {PAUSE} s");
    }
    if !is_clock_trusted(origin, now).await {
        return;
    }
    if let Err(error) = uploads::sweep(origin.ground.db.writers(), now).await {
        tracing::warn!(%error, "expired uploads could not be removed; the next try is in {PAUSE} s");
    }
    if let Err(error) = purge_old(origin, now).await {
        tracing::warn!(%error, "old messages could not be purged; the next try is in {PAUSE} s");
    }
    if let Err(error) = tidy_store(origin, now).await {
        tracing::warn!(%error, "files of messages could not be removed; the next try is in {PAUSE} s");
    }
    if origin.stray_search.admits(now, STRAY_PAUSE)
        && let Err(error) = remove_strays(origin, now).await
    {
        tracing::warn!(%error, "files that nobody knows could not be removed; the next try is in {STRAY_PAUSE} s");
    }
}

/// Reads the clock. While it is doubted no data of visitors is removed for its age.
async fn is_clock_trusted(origin: &Origin, now: i64) -> bool {
    let running = seconds_since_last_reading(origin);
    let readings = match clock_readings::add(origin.ground.db.writers(), now, running).await {
        Ok(readings) => readings,
        Err(error) => {
            tracing::warn!(%error, "the clock could not be compared; the next try is in {PAUSE} s");
            return false;
        }
    };
    if readings.doubted_at == Some(now) {
        let trusted = rfc3339(readings.trusted_at);
        tracing::error!(
            last_time = trusted,
            "the clock is more than a day ahead of the last time that was trusted: set it right; \
             nothing is removed for its age until it has run on for a day"
        );
    }
    readings.are_trusted()
}

/// Seconds for which this process has run since it read the clock last; 0 for the first time.
fn seconds_since_last_reading(origin: &Origin) -> i64 {
    let uptime = origin.ground.clock.uptime();
    let last = origin.last_reading.lock();
    let before = last.unwrap_or_else(PoisonError::into_inner).replace(uptime);
    let running = before.map_or(0, |before| uptime.saturating_sub(before).as_secs());
    i64::try_from(running).unwrap_or(0)
}

/// Purges messages that have been kept as long as they may be.
async fn purge_old(origin: &Origin, now: i64) -> sqlx::Result<()> {
    let Some(days) = origin.messages.retention else {
        return Ok(());
    };
    let before = now - i64::from(days.get()) * DAY;
    let old = records::older(origin.ground.db.readers(), before, TOO_OLD).await?;
    if !old.is_empty() {
        let count = purge::rows(&origin.ground.db, &old, now).await?;
        tracing::info!(count, "messages were purged for their age");
    }
    Ok(())
}

/// Ends arrivals that a kill interrupted, and removes the files that messages have let go.
async fn tidy_store(origin: &Origin, now: i64) -> Result<(), PurgeError> {
    files::give_up_old(origin.ground.db.writers(), now - ARRIVAL, now).await?;
    purge::some_files(&origin.ground.db, &origin.uploads.store).await?;
    Ok(())
}

/// Removes files without a row: of uploads that have ended, and files of the store that remain
/// after a restore of an older backup.
async fn remove_strays(origin: &Origin, now: i64) -> Result<(), TidyError> {
    let pool = origin.ground.db.readers();
    for name in origin.uploads.upload_dir.names().await? {
        if !uploads::is_known(pool, &name).await? {
            origin.uploads.upload_dir.remove(&name).await?;
        }
    }
    for name in origin.uploads.store.names(now - STRAY_AGE).await? {
        if !files::is_known(pool, &name).await? {
            tracing::info!(
                name,
                "removing a file of the store that belongs to no message"
            );
            origin.uploads.store.remove(&name).await?;
        }
    }
    Ok(())
}

/// Why files are not removed.
#[derive(Debug, thiserror::Error)]
enum TidyError {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the folder of uploads: {0}")]
    Uploads(#[from] std::io::Error),
}
