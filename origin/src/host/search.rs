//! The thread that keeps the search index up to date.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::origin::Origin;
use origin_search::Search;
use origin_search::renewal::{Renewal, Round};

/// Time between two looks at the live build: one `stat`.
const LOOK: Duration = Duration::from_millis(200);

/// Time between two looks after the disk failed.
const PAUSE: Duration = Duration::from_secs(10);

impl Origin {
    /// Brings the search index to the live build, as the thread does. True when it is there.
    pub fn renew_search(&self) -> bool {
        let mut renewal = Renewal::new(Arc::clone(&self.search.index));
        let round = renewal.round(&|| false);
        renewal.rest();
        round == Round::Current
    }
}

/// A running thread; it ends when this is dropped or stopped.
pub(super) struct Follower {
    stop: Sender<()>,
    thread: JoinHandle<()>,
}

impl Follower {
    /// Starts the thread. Answers use the existing index meanwhile.
    pub(super) fn start(search: Arc<Search>) -> std::io::Result<Self> {
        let (stop, stopped) = channel::<()>();
        let thread = thread::Builder::new().name("search".to_owned());
        let thread = thread.spawn(move || {
            let mut renewal = Renewal::new(search);
            // No value is ever sent: the channel closes when it is time to stop.
            let is_stopping = || stopped.try_recv() != Err(TryRecvError::Empty);
            loop {
                let wait = match renewal.round(&is_stopping) {
                    Round::Current | Round::Again => LOOK,
                    Round::Failed => PAUSE,
                };
                if stopped.recv_timeout(wait) != Err(RecvTimeoutError::Timeout) {
                    return renewal.rest();
                }
            }
        })?;
        Ok(Self { stop, thread })
    }

    /// Waits until all writes are on disk.
    pub(super) fn stop(self) {
        drop(self.stop);
        if self.thread.join().is_err() {
            tracing::error!("the search index's thread had panicked");
        }
    }
}
