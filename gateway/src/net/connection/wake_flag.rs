//! Rings when one of the things rings that are waited for beside a connection's bytes.
//!
//! A request wakes its connection's task, and the task would ask its timer and its order to stop
//! each time whether it was one of them. They get this as their waker instead, and are asked when
//! it rang.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Wake, Waker};

/// A waker that tells who woke the task.
pub(super) struct Bell {
    rang: AtomicBool,
    task: Mutex<Waker>,
}

impl Bell {
    /// Rings at once, so that everything is asked for the first time.
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            rang: AtomicBool::new(true),
            task: Mutex::new(Waker::noop().clone()),
        })
    }

    /// Whether it rang since it was last heard.
    pub(super) fn was_heard(&self) -> bool {
        // Nearly always it was not: then nothing is written.
        self.rang.load(Ordering::Relaxed) && self.rang.swap(false, Ordering::AcqRel)
    }

    /// Rings for the task of `context` from now on. `hung` is the waker of the one before, nearly
    /// always the same.
    pub(super) fn hang(&self, context: &Context<'_>, hung: &mut Option<Waker>) {
        let waker = context.waker();
        if !hung.as_ref().is_some_and(|hung| hung.will_wake(waker)) {
            self.task().clone_from(waker);
            *hung = Some(waker.clone());
        }
    }

    fn task(&self) -> MutexGuard<'_, Waker> {
        self.task.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// To be asked again without having been woken.
    pub(super) fn ring(&self) {
        self.rang.store(true, Ordering::Release);
    }
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.ring();
        self.task().wake_by_ref();
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::pin;
    use std::task::Poll;
    use std::time::Duration;

    use tokio::time::{Instant, sleep};

    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    /// Waits for a timer three times, and is woken by nothing else.
    async fn three_rings() {
        let bell = Bell::new();
        assert!(bell.was_heard(), "everything is asked for the first time");
        let waker = Waker::from(Arc::clone(&bell));
        let (mut hung, mut rings) = (None, 0);
        let mut timer = pin!(sleep(SECOND));
        poll_fn(|context| {
            bell.hang(context, &mut hung);
            while rings < 3 {
                let mut by_bell = Context::from_waker(&waker);
                if timer.as_mut().poll(&mut by_bell).is_pending() {
                    return Poll::Pending;
                }
                assert!(bell.was_heard() && !bell.was_heard());
                rings += 1;
                timer.as_mut().reset(Instant::now() + SECOND);
            }
            Poll::Ready(())
        })
        .await;
    }

    #[tokio::test(start_paused = true)]
    async fn it_rings_as_often_as_it_is_pulled() {
        let start = Instant::now();
        // A task of its own: the waker of a test's own future may look like another one each time.
        let heard = tokio::spawn(three_rings());
        tokio::time::timeout(10 * SECOND, heard)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(start.elapsed().as_secs(), 3);
    }
}
