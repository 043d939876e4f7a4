//! PURE: a page as search and machine readers see it, read from its document.
//!
//! Both read the published documents themselves: a visitor finds the visible text, and no second
//! file has to be kept consistent with a page. The access to a page is in its entry
//! ([`contract::build::Access`]), not in its document: a program that reads the document checks the
//! entry first.

mod document;
mod markdown;
mod text;

pub use document::{main_text, read};
pub use markdown::{MarkdownPage, markdown};
