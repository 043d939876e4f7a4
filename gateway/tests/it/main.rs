//! The gateway over real sockets: a site on disk in the generator's layout, a backend over HTTP, a
//! client that can send anything.
//!
//! `harness` starts and stops one gateway per test on port 0; `fixture` writes builds from the
//! contract's types; `backend` is a backend that a test can make slow, broken or silent; `client`
//! writes requests byte by byte; `raw` is a backend that writes answers byte by byte; `frames` is a
//! client that writes HTTP/2 frame by frame; `jar` keeps cookies and follows redirects; `authority`
//! signs certificates; `pebble` is an authority that issues them by ACME; `collector` takes spans.

#![expect(
    clippy::unwrap_used,
    reason = "a value that is missing in a test is a failed test"
)]

mod authority;
mod backend;
mod bucket;
mod client;
#[cfg(feature = "opentelemetry")]
mod collector;
mod fixture;
mod frames;
mod harness;
mod jar;
mod languages;
mod pebble;
mod raw;

mod access_log;
mod acme;
mod api;
mod arrival;
mod bandwidth;
mod builds;
mod caching;
mod certificate;
mod circuit_breaker;
#[cfg(feature = "embedded-origin")]
mod commands;
mod crowds;
mod development;
mod dictionary;
#[cfg(feature = "embedded-origin")]
mod embedded;
mod foreign;
mod framed;
mod front_door;
mod guard;
mod handover;
mod hangup;
mod hostile;
mod http2;
mod http2_abuse;
mod http2_flow;
mod markdown;
mod metrics;
mod observability;
mod origin_tls;
mod pages;
mod preview;
mod process;
mod proof;
mod proxy_protocol;
mod publishes;
mod regenerate;
mod retained;
mod rfc;
mod secrets;
mod session;
mod shipped;
mod sign_in;
#[cfg(feature = "opentelemetry")]
mod spans;
mod spelling;
mod streams;
mod studio;
mod successor;
mod tls;
mod unix;
mod upgrades;
mod verify;
mod visits;
