//! What Portico's processes share, defined once.
//!
//! | module | who writes it | who reads it |
//! |---|---|---|
//! | [`route`] | the frontend's SSR bundle, in its first frame | generator; the gateway learns what it needs from the build |
//! | [`page`] | generator | the worker (as a frame), the browser (`_payload.json`, inline state) |
//! | [`frame`] | generator, worker | worker, generator |
//! | [`build`] | generator | gateway, origin, browser (`latest.json`, `meta/<id>.json`) |
//! | [`api`] | origin | gateway, generator, browser |
//! | [`origin_data`] | generator | the embedded origin |
//! | [`texts`] | the site's `locales/`, by way of the generator | gateway, the embedded origin |
//!
//! **Invariant**: no I/O here. Each shape has a golden file under `tests/golden/`, read by tests in Rust and in TypeScript.

pub mod api;
pub mod build;
pub mod frame;
pub mod hash;
pub mod locale;
pub mod origin_data;
pub mod page;
pub mod route;
pub mod texts;

pub use hash::Hash;

/// Part of the app id: raise it when the meaning of anything in this crate changes.
pub const VERSION: u32 = 3;
