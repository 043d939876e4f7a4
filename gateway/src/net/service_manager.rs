//! Messages to the service manager (systemd, `Type=notify`). Without one they go nowhere.

use sd_notify::NotifyState;

/// The gateway serves.
pub fn notify_ready() {
    notify(&[NotifyState::Ready]);
}

/// The gateway ends.
pub(super) fn notify_stopping() {
    notify(&[NotifyState::Stopping]);
}

/// The main process of the service is another one from now on.
pub(super) fn notify_successor(process: u32) {
    notify(&[NotifyState::MainPid(process)]);
}

fn notify(state: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(state) {
        tracing::warn!(%error, "the service manager cannot be notified");
    }
}
