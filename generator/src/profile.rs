//! What a site still lacks for a country: the rows of `check --profile china`.
//!
//! ```text
//! content, route table ──facts──► Facts ──china──► rows ──print──► the terminal, a CI job
//! built frontend       ──┘ (the only I/O)
//! ```
//!
//! A row is a requirement in one sentence, its state, its place and the remedy. The decision is
//! pure and reads [`Facts`] only. It judges one document of each public route and
//! language, because all documents of a route have the same frame.

pub mod addresses;
pub mod document;
pub mod facts;

pub use facts::Facts;

#[cfg(test)]
mod tests;
