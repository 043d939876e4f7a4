//! Pages: which there are, what each is made from, and how it becomes files.
//!
//! ```text
//! routes + entries ──plan──► pages ──input: queries answered, head, card──► PageInput ──render: worker, document──► files
//! ```
//!
//! May use queries, content, fonts, workers and `builds::stage`. Decides nothing about a session:
//! which pages are made again is told by `session`. Plan, head, header classes, search, sitemap and
//! speculation are PURE.

pub mod card;
pub mod document;
pub mod fan_out;
pub mod first_screen;
pub mod head;
pub mod header_classes;
pub mod input;
pub mod metadata;
pub mod plan;
pub mod records;
pub mod redirects;
pub mod render;
pub mod search;
pub mod site_json;
pub mod sitemap;
pub mod speculation;
