//! SIGINT and SIGTERM, by which people and service managers end a `watch`.

use std::fs;
use std::path::PathBuf;
use std::pin::pin;
use std::process;
use std::thread;

use futures_util::future::select;
use tokio::runtime::{Builder, Runtime};
use tokio::signal::unix::{Signal, SignalKind, signal};

use generator_ground::diagnostic::failure::Exit;

/// The two signals, which from now on end the process only by [`Signals::end_with`].
pub(super) struct Signals {
    runtime: Runtime,
    both: [Signal; 2],
}

impl Signals {
    /// Taken before there is anything to delete: none may come too early.
    pub(super) fn take() -> anyhow::Result<Self> {
        let runtime = Builder::new_current_thread().enable_io().build()?;
        let entered = runtime.enter();
        let both = [
            signal(SignalKind::interrupt())?,
            signal(SignalKind::terminate())?,
        ];
        drop(entered);
        Ok(Self { runtime, both })
    }

    /// Deletes the socket at `path` and ends the process when it receives a signal. A build that is
    /// under way is abandoned, as if the process had been killed: no part of it is visible.
    pub(super) fn end_with(self, path: PathBuf) -> anyhow::Result<()> {
        let Self { runtime, both } = self;
        let waiting = move || {
            let [mut interrupt, mut terminate] = both;
            runtime.block_on(async {
                select(pin!(interrupt.recv()), pin!(terminate.recv())).await;
            });
            // One that is left behind is replaced by the next generator.
            let _ = fs::remove_file(&path);
            process::exit(Exit::Done.code().into());
        };
        thread::Builder::new()
            .name("signals".to_owned())
            .spawn(waiting)?;
        Ok(())
    }
}
