//! The end of a server, in phases. Each has its cause, and each includes those before it.
//!
//! | phase | cause | new connections | open connections |
//! |---|---|---|---|
//! | leaving | `--drain`: a load balancer is to notice | are accepted | end after their next answer |
//! | closed | a successor has the sockets | are the successor's | end after their next answer |
//! | stopped | SIGTERM | are refused | end after the answer in progress |

use tokio_util::sync::CancellationToken;

/// The phases; clones share them.
#[derive(Clone, Debug, Default)]
pub struct Phases {
    leaving: CancellationToken,
    closed: CancellationToken,
    stopped: CancellationToken,
}

impl Phases {
    /// Clients are asked to come back on another connection.
    pub fn leave(&self) {
        self.leaving.cancel();
    }

    /// No connection is accepted any more; clients get all answers.
    pub fn close(&self) {
        self.closed.cancel();
        self.leave();
    }

    /// The server ends as soon as the answers in progress are complete.
    pub fn stop(&self) {
        // First, so that a connection that notices an earlier phase sees this one.
        self.stopped.cancel();
        self.close();
    }

    /// Phases that end with these, with waiting lists that no other core locks.
    pub(crate) fn for_core(&self) -> Self {
        Self {
            leaving: self.leaving.child_token(),
            closed: self.closed.child_token(),
            stopped: self.stopped.child_token(),
        }
    }

    /// Whether clients are asked to leave.
    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.is_cancelled()
    }

    /// Ready when clients are asked to leave.
    pub(crate) async fn until_leaving(&self) {
        self.leaving.cancelled().await;
    }

    /// Ready when no connection is accepted any more.
    pub(crate) async fn until_closed(&self) {
        self.closed.cancelled().await;
    }

    /// Ready when the server ends.
    pub(crate) async fn until_stopped(&self) {
        self.stopped.cancelled().await;
    }

    /// Stops the server when it is dropped.
    pub(crate) fn stop_on_drop(&self) -> StopOnDrop {
        StopOnDrop(self.clone())
    }
}

/// See [`Phases::stop_on_drop`].
pub(crate) struct StopOnDrop(Phases);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
