//! The task that scans: a scan may take minutes, and no other work waits for it.

use std::sync::Arc;
use std::time::Duration;

use origin_uploads::Uploads;
use origin_uploads::scans::scan_due;

/// Seconds to the next look at the latest: another process may have stored a file.
const LONGEST_SLEEP: i64 = 5 * 60;

/// Seconds to the next look after the database failed.
const PAUSE: i64 = 60;

/// Scans for as long as the task lives; it may end at any moment.
pub(super) async fn run(uploads: Arc<Uploads>) {
    let Some(scanner) = &uploads.scanner else {
        return;
    };
    loop {
        let wait = match scan_due(&uploads, scanner).await {
            Ok(next) => next.map_or(LONGEST_SLEEP, |next| next - uploads.ground.clock.now()),
            Err(error) => {
                tracing::warn!(%error, "files could not be scanned; the next try is in {PAUSE} s");
                PAUSE
            }
        };
        let wait = wait.clamp(1, LONGEST_SLEEP);
        tokio::select! {
            () = tokio::time::sleep(Duration::from_secs(wait.unsigned_abs())) => {}
            () = scanner.woken() => {}
        }
    }
}
