//! The accept loops, one per core: connections in, answers out, and a graceful stop.
//!
//! Each core has a thread with its runtime and its listening socket, so that a request stays on one
//! thread from its connection to its answer, and no lock or wake-up passes between cores. A
//! connection that is accepted needs a permit before a byte of it is read
//! ([`super::connection_limit`]): while there is none each core holds one connection, and the
//! others wait in the kernel's queue instead of costing memory here.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::oneshot;
use tokio_util::task::TaskTracker;

use crate::config::Limits;
use crate::net::connection::Connections;
use crate::net::connection_limit::{ConnectionLimit, Permit};
use crate::net::sockets::{CoreSockets, Role};
use crate::net::stream::{Listener, Stream};
use crate::net::tls::Tls;
use crate::phases::Phases;
use crate::protocol::client::FarEnd;
use crate::state::Gateway;

/// Pause after an error of `accept` that persists for a while (no file descriptors left).
const BACK_OFF: Duration = Duration::from_millis(100);

/// Connections of operators' tools at once; they are among the descriptors that are set aside.
const OPERATORS: usize = 16;

/// Serves until the phases end it, then finishes the answers in progress within the configured
/// time.
pub(crate) async fn serve(
    gateway: Arc<Gateway>,
    tls: Option<Arc<Tls>>,
    sockets: Vec<CoreSockets>,
) -> io::Result<()> {
    let limits = gateway.config.limits;
    // With places of their own: numbers are wanted most when visitors have taken all others.
    let of_operators = Limits {
        connections: OPERATORS,
        connections_per_client: Some(OPERATORS),
        ..limits
    };
    let limit = |limits| ConnectionLimit::new(limits, Arc::clone(&gateway.metrics));
    let for_visitors = limit(&limits);
    let server = Server {
        drain: limits.drain,
        phases: gateway.phases.clone(),
        site: Port::new(Connections::new(Arc::clone(&gateway), tls), &for_visitors),
        redirect: Port::new(Connections::to_https(Arc::clone(&gateway)), &for_visitors),
        operators: Port::new(
            Connections::to_operators(Arc::clone(&gateway)),
            &limit(&of_operators),
        ),
        gateway,
    };
    // Should this future be dropped, the other cores stop as well.
    let _guard = server.phases.stop_on_drop();
    let mut sockets = sockets.into_iter();
    let own = sockets.next().unwrap_or_default();
    let others: Vec<_> = (1..)
        .zip(sockets)
        .map(|(core, sockets)| server.clone().start_thread(core, sockets))
        .collect();
    server.run_all(own).await?;
    for ended in others {
        // An error means that the thread has ended, which is the awaited event.
        let _ = ended.await;
    }
    Ok(())
}

/// State that the cores share.
#[derive(Clone)]
struct Server {
    gateway: Arc<Gateway>,
    site: Port,
    redirect: Port,
    operators: Port,
    drain: Duration,
    phases: Phases,
}

/// The answers of the sockets with one role, and the places for their connections.
#[derive(Clone)]
struct Port {
    connections: Arc<Connections>,
    limit: ConnectionLimit,
}

impl Port {
    fn new(connections: Connections, limit: &ConnectionLimit) -> Self {
        Self {
            connections: Arc::new(connections),
            limit: limit.clone(),
        }
    }
}

impl Server {
    /// A thread with a separate runtime. The returned value is ready when the thread has ended.
    fn start_thread(self, core: usize, sockets: CoreSockets) -> oneshot::Receiver<()> {
        let (done, ended) = oneshot::channel();
        let run = move || {
            if let Err(error) = self.run_alone(sockets) {
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

    fn run_alone(self, sockets: CoreSockets) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(self.run_all(sockets))?;
        // Does not wait for files that are still being read.
        runtime.shutdown_background();
        Ok(())
    }

    /// Serves the sockets of one core.
    async fn run_all(&self, sockets: CoreSockets) -> io::Result<()> {
        let mut runs = Vec::with_capacity(sockets.len());
        for (role, socket) in sockets {
            let port = match role {
                Role::Site => &self.site,
                Role::Redirect => &self.redirect,
                Role::Operators => &self.operators,
            };
            runs.push(self.run(Listener::new(socket)?, port));
        }
        join_all(runs).await;
        Ok(())
    }

    /// Accepts connections as long as the phases allow it, then waits for the answers in progress.
    async fn run(&self, listener: Listener, port: &Port) {
        let tracker = TaskTracker::new();
        // Its own, so that the connections of one core wait in a list that no other core locks.
        let phases = self.phases.for_core();
        let mut closed = pin!(self.phases.until_closed());
        loop {
            let accepted = tokio::select! {
                biased;
                () = &mut closed => break,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => {
                    let Some(permit) = self.permit(port, &stream, peer).await else {
                        continue;
                    };
                    let connections = Arc::clone(&port.connections);
                    let phases = phases.clone();
                    tracker.spawn(async move {
                        connections.serve(stream, peer, &permit, phases).await;
                    });
                }
                Err(error) => pause_after(&error).await,
            }
        }
        drop(listener);
        tracker.close();
        let late = async {
            self.phases.until_stopped().await;
            tokio::time::sleep(self.drain).await;
        };
        tokio::select! {
            () = tracker.wait() => {}
            () = late => tracing::warn!(open = tracker.len(), "connections were cut off"),
        }
    }

    /// The permit for a connection; none if its client has its share, or at the stop. It comes
    /// after the connection: a core that held the last permit while it waited for a connection
    /// would keep it from the others.
    async fn permit(&self, port: &Port, stream: &Stream, peer: FarEnd) -> Option<Permit> {
        stream.wait_for_the_first_byte();
        let client = self.gateway.config.trusted_proxies.counted_address(peer);
        tokio::select! {
            biased;
            permit = port.limit.acquire(client) => permit,
            () = self.phases.until_stopped() => None,
        }
    }
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
