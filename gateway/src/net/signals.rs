//! Signals: SIGINT and SIGTERM end the process, SIGUSR2 hands over to a newer one, and SIGHUP has
//! files read again.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::signal::unix::{Signal, SignalKind, signal};

use super::handover;
use super::listen::Listeners;
use super::service_manager;
use crate::phases::Phases;

/// How long a predecessor finishes answers, at most. A large file on a slow line takes that long;
/// a stream that never ends must not keep the process for ever.
const LEAVING: Duration = Duration::from_secs(60 * 60);

/// The signals, caught.
pub struct Signals {
    end: End,
    hangup: Signal,
    hand_over: Signal,
}

/// The signals that end the process.
struct End {
    interrupt: Signal,
    terminate: Signal,
}

impl End {
    async fn recv(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

impl Signals {
    /// Catches them from now on. Left alone, SIGHUP would end the process: `systemctl reload`,
    /// logrotate and a terminal that is closed all send it.
    pub fn catch() -> io::Result<Self> {
        Ok(Self {
            end: End {
                interrupt: signal(SignalKind::interrupt())?,
                terminate: signal(SignalKind::terminate())?,
            },
            hangup: signal(SignalKind::hangup())?,
            hand_over: signal(SignalKind::user_defined2())?,
        })
    }

    /// Follows the signals until the server has stopped. With a `drain`, clients are asked to
    /// leave for that long before the end. `refresh` reads files again, and may block.
    pub async fn follow(
        mut self,
        phases: Phases,
        listeners: Arc<Listeners>,
        drain: Duration,
        refresh: impl Fn() + Send + Sync + 'static,
    ) {
        let refresh = Arc::new(refresh);
        loop {
            tokio::select! {
                () = self.end.recv() => break,
                // Not awaited: a file on a disk that does not answer must not delay the end.
                _ = self.hangup.recv() => {
                    let refresh = Arc::clone(&refresh);
                    tokio::task::spawn_blocking(move || refresh());
                }
                _ = self.hand_over.recv() => if let Some(process) = hand_over(&listeners).await {
                    listeners.leave_files();
                    drop(listeners);
                    return self.leave(&phases, process).await;
                },
            }
        }
        service_manager::notify_stopping();
        if !drain.is_zero() {
            phases.leave();
            let seconds = drain.as_secs();
            tracing::info!(seconds, "draining; a second signal ends it");
            let _ = tokio::time::timeout(drain, self.end.recv()).await;
        }
        drop(listeners);
        phases.stop();
    }

    /// Finishes answers; the successor has the sockets.
    async fn leave(mut self, phases: &Phases, successor: u32) {
        phases.close();
        tracing::info!(
            process = successor,
            "the new process serves; this one finishes its answers"
        );
        let _ = tokio::time::timeout(LEAVING, self.end.recv()).await;
        phases.stop();
    }
}

/// The process that has taken over, if one has.
async fn hand_over(listeners: &Arc<Listeners>) -> Option<u32> {
    if std::process::id() == 1 {
        tracing::error!(
            "SIGUSR2: this is the first process of a container, which ends with it; replace the container instead"
        );
        return None;
    }
    tracing::info!("SIGUSR2: a new process takes over");
    let listeners = Arc::clone(listeners);
    let started = tokio::task::spawn_blocking(move || {
        handover::start(&listeners.bound, listeners.are_systemds)
    })
    .await;
    match started.map_err(io::Error::other).flatten() {
        Ok(process) => {
            service_manager::notify_successor(process);
            Some(process)
        }
        Err(error) => {
            tracing::error!(%error, "the new process cannot take over; this one goes on");
            None
        }
    }
}
