//! Signals: SIGINT and SIGTERM as one future, and SIGHUP, which does not end the process.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Catches the signals from now on; the future is ready when SIGINT or SIGTERM has come.
///
/// Left alone, SIGHUP would end the process: `systemctl reload`, logrotate and a terminal that is
/// closed all send it.
pub fn signals() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hangup = signal(SignalKind::hangup())?;
    Ok(async move {
        loop {
            tokio::select! {
                _ = interrupt.recv() => return,
                _ = terminate.recv() => return,
                _ = hangup.recv() => tracing::info!(
                    "SIGHUP: nothing to reload; builds, certificate, keys, `SMTP_URL_FILE` and the file of webhooks are read again when they change, options at a start"
                ),
            }
        }
    })
}
