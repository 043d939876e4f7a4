//! Network: listening sockets, accept loops, TLS, connections from their first byte to their last,
//! and the process's signals and file descriptors.
//!
//! Passes each request to the `pipeline`, and does not know paths, builds or sessions.

pub(crate) mod connection;
pub(crate) mod connection_limit;
pub mod descriptors;
pub mod listen;
pub(crate) mod server;
pub mod shutdown;
pub(crate) mod tls;
