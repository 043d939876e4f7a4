//! Rings when one of the things rings that are waited for beside a connection's bytes.
//!
//! A request wakes its connection's task, and the task would ask its timer and its order to stop each time whether it was one of
//! them. They get this as their waker instead, and are asked when it rang.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Wake, Waker};

use futures_util::task::AtomicWaker;

/// A waker that tells who woke the task.
pub(super) struct Bell {
    rang: AtomicBool,
    task: AtomicWaker,
}

impl Bell {
    /// Rings at once, so that everything is asked for the first time.
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self {
            rang: AtomicBool::new(true),
            task: AtomicWaker::new(),
        })
    }

    /// Whether it rang since it was last heard.
    pub(super) fn was_heard(&self) -> bool {
        // Nearly always it was not: then nothing is written.
        self.rang.load(Ordering::Relaxed) && self.rang.swap(false, Ordering::AcqRel)
    }

    /// Rings for the task of `context` from now on. `hung` is the waker of the one before, nearly always the same.
    pub(super) fn hang(&self, context: &Context<'_>, hung: &mut Option<Waker>) {
        let waker = context.waker();
        if !hung.as_ref().is_some_and(|hung| hung.will_wake(waker)) {
            self.task.register(waker);
            *hung = Some(waker.clone());
        }
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
        self.task.wake();
    }
}
