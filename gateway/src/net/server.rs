//! The accept loops, one per core: connections in, answers out, and a graceful stop.
//!
//! Each core has a thread with its runtime and its listening socket, so that a request stays on one
//! thread from its connection to its answer, and no lock or wake-up passes between cores. A
//! connection that is accepted needs a permit before a byte of it is read
//! ([`super::connection_limit`]): while there is none each core holds one connection, and the
//! others wait in the kernel's queue instead of costing memory here.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::io::Interest;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::net::connection::Connections;
use crate::net::connection_limit::{ConnectionLimit, Permit};
use crate::net::listen::Listeners;
use crate::net::tls::Tls;
use crate::state::Gateway;

/// Pause after an error of `accept` that persists for a while (no file descriptors left).
const BACK_OFF: Duration = Duration::from_millis(100);

/// Serves until `shutdown` is ready, then finishes the answers in progress within the configured
/// time.
pub(crate) async fn serve(
    gateway: Arc<Gateway>,
    tls: Option<Arc<Tls>>,
    listeners: Listeners,
    shutdown: impl Future<Output = ()>,
) {
    let server = Server {
        limit: ConnectionLimit::new(&gateway.config.limits, Arc::clone(&gateway.metrics)),
        gateway: Arc::clone(&gateway),
        connections: Arc::new(Connections::new(Arc::clone(&gateway), tls)),
        drain: gateway.config.limits.drain,
        stop: CancellationToken::new(),
    };
    // Should this future be dropped, the other cores stop as well.
    let _guard = server.stop.clone().drop_guard();
    let others: Vec<_> = (1..)
        .zip(listeners.others)
        .map(|(core, listener)| server.clone().start_thread(core, listener))
        .collect();
    let redirecting = async {
        if let Some(listener) = listeners.redirect {
            let connections = Arc::new(Connections::to_https(gateway));
            let server = Server {
                connections,
                ..server.clone()
            };
            server.run(listener).await;
        }
    };
    let stop = server.stop.clone();
    let told = async {
        shutdown.await;
        stop.cancel();
    };
    tokio::join!(told, redirecting, server.clone().run(listeners.first));
    for ended in others {
        // An error means that the thread has ended, which is the awaited event.
        let _ = ended.await;
    }
}

/// State that the cores share.
#[derive(Clone)]
struct Server {
    gateway: Arc<Gateway>,
    connections: Arc<Connections>,
    limit: ConnectionLimit,
    drain: Duration,
    stop: CancellationToken,
}

impl Server {
    /// A thread with a separate runtime. The returned value is ready when the thread has ended.
    fn start_thread(self, core: usize, listener: std::net::TcpListener) -> oneshot::Receiver<()> {
        let (done, ended) = oneshot::channel();
        let run = move || {
            if let Err(error) = self.run_alone(listener) {
                tracing::error!(core, %error, "this core accepts no connections");
            }
            let _ = done.send(());
        };
        let thread = thread::Builder::new().name(format!("core-{core}"));
        if let Err(error) = thread.spawn(run) {
            tracing::error!(core, %error, "this core accepts no connections");
        }
        ended
    }

    fn run_alone(self, listener: std::net::TcpListener) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let listener = TcpListener::from_std(listener)?;
            self.run(listener).await;
            io::Result::Ok(())
        })?;
        // Does not wait for files that are still being read.
        runtime.shutdown_background();
        Ok(())
    }

    /// Accepts connections until the stop, then waits for the answers in progress.
    async fn run(self, listener: TcpListener) {
        let tracker = TaskTracker::new();
        // Its own, so that the connections of one core wait in a list that no other core locks.
        let stop = self.stop.child_token();
        let mut stopped = pin!(self.stop.cancelled());
        loop {
            let accepted = tokio::select! {
                biased;
                () = &mut stopped => break,
                accepted = self.accept(&listener) => accepted,
            };
            match accepted {
                Ok(Some((stream, peer, permit))) => {
                    let connections = Arc::clone(&self.connections);
                    let stop = stop.clone();
                    tracker.spawn(async move {
                        connections.serve(stream, peer, &permit, stop).await;
                    });
                }
                Ok(None) => {}
                Err(error) => pause_after(&error).await,
            }
        }
        drop(listener);
        tracker.close();
        if tokio::time::timeout(self.drain, tracker.wait())
            .await
            .is_err()
        {
            tracing::warn!(open = tracker.len(), "connections were cut off");
        }
    }

    /// A connection and its permit; none if its client has its share. The permit comes second: a
    /// core that held the last permit while it waited for a connection would keep it from the
    /// others.
    async fn accept(
        &self,
        listener: &TcpListener,
    ) -> io::Result<Option<(TcpStream, SocketAddr, Permit)>> {
        let (stream, peer) = listener.accept().await?;
        wait_for_the_first_byte(&stream);
        let client = self.gateway.config.trusted_proxies.counted_address(peer);
        let permit = self.limit.acquire(client).await;
        Ok(permit.map(|permit| (stream, peer, permit)))
    }
}

/// tokio would try to read at once, and nearly always fail: a client's first byte comes a moment
/// after its connection.
fn wait_for_the_first_byte(stream: &TcpStream) {
    let nothing = || Err::<(), _>(io::ErrorKind::WouldBlock.into());
    let _ = stream.try_io(Interest::READABLE, nothing);
}

/// A client that disconnected is no reason to wait; a lack of file descriptors is.
async fn pause_after(error: &io::Error) {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    if !matches!(
        error.kind(),
        ConnectionAborted | ConnectionRefused | ConnectionReset
    ) {
        tracing::error!(%error, "cannot accept");
        tokio::time::sleep(BACK_OFF).await;
    }
}
