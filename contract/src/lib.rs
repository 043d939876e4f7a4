//! Shapes that Portico's processes share, defined once.
//!
//! # Layout
//!
//! Imports point from the top of this table to its bottom.
//!
//! | module | written by | read by |
//! |---|---|---|
//! | [`origin_data`] | generator | the embedded origin |
//! | [`api`] | origin | gateway, generator, browser |
//! | [`control`] | gateway, the generator's commands; a running `watch` in its answers | a running `watch`; gateway, commands |
//! | [`studio`] | gateway | a running `watch` |
//! | [`texts`] | the site's `locales/`, by way of the generator | gateway, the embedded origin |
//! | [`frame`] | generator, worker | worker, generator |
//! | [`refusals`] | the frontend's SSR bundle, as a page's file | the embedded origin |
//! | [`form`] | the site's `content/forms/`, by way of the generator | the embedded origin, the browser (in a page's payload) |
//! | [`results`] | the frontend's SSR bundle, as a page's file | the embedded origin |
//! | [`search`] | generator, in its documents | the embedded origin; the generator, for sites without one |
//! | [`page`] | generator | the worker (as a frame), the browser (`_payload.json`, inline state) |
//! | [`preview`] | generator | gateway |
//! | [`build`] | generator | gateway, origin, browser (`latest.json`, `meta/<id>.json`) |
//! | [`predecessor`] | generator, in the index | gateway |
//! | [`route`] | the frontend's SSR bundle, in its first frame | generator; the gateway reads the facts that it needs from the build |
//! | [`header_class`] | the frontend's SSR bundle, in its first frame; the generator, in the index | generator, gateway |
//! | [`locale`] | `locales/locales.json`, by way of the generator | gateway, generator, origin |
//! | [`hash`] | generator, worker | generator, gateway |
//!
//! Programs over these shapes are crates beside `src`: `page_text` reads a document as search sees
//! it, `notices` writes notices of builds and messages, `signature` signs calls of webhooks, `yaml`
//! reads YAML with the place of each value.
//!
//! **Invariant**: no I/O here. Each shape has a golden file under `tests/golden/`, read by tests in
//! Rust and in TypeScript. The types of the frontend are written from these shapes:
//! `src/tests/typescript.rs` lists them.

pub mod api;
pub mod build;
pub mod control;
pub mod form;
pub mod frame;
pub mod hash;
pub mod header_class;
pub mod locale;
pub mod origin_data;
pub mod page;
pub mod predecessor;
pub mod preview;
pub mod refusals;
pub mod results;
pub mod route;
pub mod search;
pub mod studio;
pub mod texts;

pub use hash::Hash;

/// Part of the app id: raise it when the meaning of anything in this crate changes.
pub const VERSION: u32 = 5;

#[cfg(test)]
mod tests {
    mod typescript;
}
