//! Portico's gateway: serves the generator's builds, guards private pages, signs visitors in, and
//! forwards `/api`.
//!
//! # Layout
//!
//! Imports point from the top of this table to its bottom.
//!
//! | module | for |
//! |---|---|
//! | [`check`] | `check-config`: tries the start of `serve` |
//! | `app` | the gateway as a whole: put together, served, stopped |
//! | [`refresh`] | SIGHUP: files that are read again, and the line about them |
//! | [`net`] | sockets and their hand-over, TLS, connections and their limits, signals |
//! | `pipeline` | one request from its head to its answer, step by step |
//! | `api` | calls under `/api`: guarded against other sites, passed on, cookies set; the studio |
//! | `call` | one request, as every step on its way sees it |
//! | `state` | the value that all requests share |
//! | `webhook` | proofs by which programs without a session ask for a build |
//! | `session` | whether a session holds, asked of the origin and remembered for a moment |
//! | `site` | a build in memory, and the bodies of its files |
//! | `bucket` | builds in an S3 bucket, and the folder of files that came from it |
//! | `upstream` | other servers: the origin, the generator and its studio, the development server, the collector of spans |
//! | `bandwidth` | the bytes a second of each client, and the body that keeps to them |
//! | [`config`] | the command line and the environment, checked |
//! | [`phases`] | the end of the server, step by step |
//! | [`observe`] | metrics, access log, spans, panics |
//! | `request_body` | a request's body that is read here, and not passed on |
//! | `protocol` | HTTP as pure functions |
//! | `reread` | the result of reading a file again |
//! | [`exit`] | how the process ends |
//!
//! # One request
//!
//! | step | purpose | where |
//! |---|---|---|
//! | 1 | limits, target and method, client | `net::{server, connection_limit, connection, tls}`, `protocol::{target, client}`, `pipeline::{handler, share}` |
//! | 2 | one canonical path | `protocol::path` |
//! | 3 | one host; the destination of the path | `protocol::{front_door, http_challenge, destination}` |
//! | 4 | `/api`; `/api/visits`; `/studio`; `/healthz`, `/readyz`, `/metrics`; `/preview`; `/assets`; of `/builds` exactly `latest.json` and `meta/<id>.json` | `api`, `webhook`, `protocol::cross_site`, `site::language`, `pipeline::{health, preview, visits}`, `pipeline::handler`, `pipeline::handler::studio` |
//! | 5 | locale: only `/` redirects | `pipeline::handler::home`, `protocol::locale` |
//! | 6 | guard | `pipeline::guard`, `session` |
//! | 7 | lookup in one immutable snapshot of the build | `site`, `pipeline::handler::{representation, redirect, markdown}` |
//! | 8 | conditional, range, encoding | `pipeline::file`, `protocol::{conditional, encoding}`, `site::{dictionary, body_cache}` |
//! | 9 | headers | `site::template`, `protocol::headers` |
//! | 10 | a sample of the answers is compared with the index | `pipeline::proof`, `site::proof` |
//! | 11 | the client's share of bytes | `pipeline::share`, `bandwidth` |
//!
//! `pipeline::handler` has the steps in this order under these numbers, and is the only file that
//! knows the order. Decisions are pure functions over the request's head with a table test each; a
//! failure is a `protocol::rejection::Rejection`, and `pipeline::error_answer` writes its answer.
//!
//! # Life
//!
//! [`config::Config`] (nothing opened) → [`App`] (build loaded, origin started) → [`App::serve`]
//! (the sockets are an argument, so a test binds port 0; [`App::phases`] end the server).
//!
//! # Invariants
//! - It never renders, and never writes under `builds/`: the mirror of a bucket is a folder of its
//!   own. Markdown is made from the bytes of a document, like a coding.
//! - Guard and lookup see the same canonical path, and access is stored in the index: a file has
//!   one rule, whatever its spelling, encoding or build.
//! - The origin never sees a cookie, the browser never sees a token.
//! - The studio sees no cookie and no token, and answers editors, publishers and recipients only.
//! - Values that come from outside (paths, ids, hashes, media types, redirect targets) are parsed
//!   into types before they become part of a path on disk or of a header.

mod api;
mod app;
mod bandwidth;
mod bucket;
mod call;
pub mod check;
pub mod config;
pub mod exit;
pub mod net;
pub mod observe;
pub mod phases;
mod pipeline;
mod protocol;
pub mod refresh;
mod request_body;
mod reread;
mod session;
mod site;
mod state;
mod upstream;
mod webhook;

pub use app::App;
