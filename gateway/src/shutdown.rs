//! SIGINT and SIGTERM as one future.

use std::io;

use tokio::signal::unix::{SignalKind, signal};

/// Catches both signals from now on; the future is ready when one has come.
pub fn signals() -> io::Result<impl Future<Output = ()>> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}
