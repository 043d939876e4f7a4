//! Network: listening sockets, accept loops, TLS, connections from their first byte to their last,
//! and the process's signals and file descriptors.
//!
//! Passes each request to the `pipeline`, and does not know paths, builds or sessions.

pub(crate) mod connection;
pub(crate) mod connection_limit;
pub mod descriptors;
mod handover;
pub mod inherited;
pub mod listen;
pub(crate) mod server;
pub mod service_manager;
pub mod signals;
pub mod sockets;
mod stream;
pub(crate) mod tls;
mod unix;
