//! Pages: their list, the inputs of each, and how it becomes files.
//!
//! ```text
//! routes + entries ──plan──► pages ──input: queries answered, head, card──► PageInput ──render: worker, document──► files
//! ```
//!
//! May use queries, content, fonts, workers and `builds::stage`. Makes no decision about a session:
//! `session` chooses the pages to make again. Anchors, plan, head, header classes, feed, figures,
//! markup, search, sitemap, speculation and weight are PURE.

pub(crate) mod anchors;
pub mod card;
pub mod crumbs;
pub mod document;
pub mod fan_out;
pub mod feed;
pub mod figures;
pub mod first_screen;
pub mod head;
pub mod header_classes;
pub mod input;
pub(crate) mod markup;
pub mod metadata;
pub(crate) mod nearest;
pub mod plan;
pub mod records;
pub mod redirects;
pub mod render;
pub mod search;
pub mod site_json;
pub mod sitemap;
pub mod speculation;
pub(crate) mod weight;
