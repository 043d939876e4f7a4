//! Scans of files, after they were stored. A file waits until the scanner has given a verdict,
//! however long the scanner is away; it cannot be taken out meanwhile.
//!
//! A scan that is killed is begun again when its time is up.

use crate::Uploads;
use crate::files::fault::StoreError;
use crate::scanner::{SCAN_TIME, ScanError, Scanner, Verdict};
use crate::store::scans::{self, DueScan};

/// Seconds after which another process may scan a file whose scan gave no verdict.
const LEASE: i64 = 2 * SCAN_TIME.as_secs().cast_signed();

/// Seconds to the next scan of a file, after so many scans without a verdict; the last one counts
/// for all further ones.
const PAUSES: [i64; 5] = [2, 10, 60, 5 * 60, 60 * 60];

/// Seconds for which no other file is scanned either, at most.
const REST: i64 = 60;

/// Scans the due files. Returns the time of the next scan, in seconds since the epoch.
pub async fn scan_due(uploads: &Uploads, scanner: &Scanner) -> sqlx::Result<Option<i64>> {
    let pool = uploads.ground.db.writers();
    loop {
        let now = uploads.ground.clock.now();
        let Some(due) = scans::take(pool, now, now + LEASE).await? else {
            return scans::next_at(uploads.ground.db.readers()).await;
        };
        match scan(uploads, scanner, &due).await {
            Ok(verdict) => tell(uploads, &due, &verdict).await?,
            Err(error) => {
                let (now, pause) = (uploads.ground.clock.now(), pause(due.tries));
                tracing::warn!(%error, tries = due.tries, "a file could not be scanned; the next try is in {pause} s");
                scans::put_off(pool, &due.name, now + pause).await?;
                return Ok(Some(now + pause.min(REST)));
            }
        }
    }
}

async fn scan(uploads: &Uploads, scanner: &Scanner, due: &DueScan) -> Result<Verdict, ScanError> {
    let contents = uploads.store.read(&due.name).await?;
    let mut contents = contents.ok_or(StoreError::Missing)?;
    scanner.scan(&mut contents, due.size.unsigned_abs()).await
}

async fn tell(uploads: &Uploads, due: &DueScan, verdict: &Verdict) -> sqlx::Result<()> {
    let scan = match verdict {
        Verdict::Clean => "clean",
        Verdict::Infected(finding) => {
            tracing::warn!(file = due.name, finding, "a file of a message is infected");
            "infected"
        }
    };
    scans::finish(uploads.ground.db.writers(), &due.name, scan).await
}

fn pause(tries: i64) -> i64 {
    let index = usize::try_from(tries - 1).unwrap_or_default();
    PAUSES[index.min(PAUSES.len() - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_an_hour() {
        let pauses = [1, 2, 3, 4, 5, 6, 1_000].map(pause);
        assert_eq!(pauses, [2, 10, 60, 300, 3600, 3600, 3600]);
    }
}
