//! Portico's generator: content in, builds out.
//!
//! ```text
//! content ──load──► Content ──┐
//! frontend ─hello─► routes ───┼─plan──► pages ──render──► stage ──publish──► builds/latest.json
//! origin ──fetch──► SEO ──────┘
//! ```
//!
//! | module | what it does |
//! |---|---|
//! | [`cli`], [`config`] | the command line, checked once |
//! | [`content`], [`query`] | content files, validated; answers to the route table's queries |
//! | [`card`] | sharing images, drawn from pages' titles |
//! | [`images`] | raster images in widths and encodings that suit a browser, made once |
//! | [`media_worker`] | the processes that draw, encode and cut |
//! | `disuse` | what caches forget |
//! | [`message`] | sentences for editors, in their language |
//! | [`diagnostic`] | problems with their place and their remedy |
//! | [`frontend`], [`app_id`] | the built frontend and the hash that names it |
//! | [`fonts`] | web fonts cut to the characters of headlines |
//! | [`origin`] | the system-config call |
//! | [`plan`], [`head`], [`sitemap`], [`speculation`] | PURE: which pages there are, what stands in their heads, what search engines are told, what browsers may fetch ahead |
//! | [`prepare`] | one page's input: queries answered, head made |
//! | [`render`], [`worker`], [`document`] | page inputs become files |
//! | [`site_json`] | what every page may know, written once |
//! | [`spill`] | what is known of every text and path lies on disk while a session runs |
//! | [`output`] | the only writer under `builds/` |
//! | [`build`] | the pipeline, top to bottom |
//! | [`up_to_date`] | nothing changed, told without reading |
//! | [`watch`] | build after every edit |
//! | [`diff`] | PURE: how two builds differ |
//! | [`report`] | what a person and a CI job read |
//!
//! **Invariants**: nothing else writes under `builds/`; nothing else reads Markdown; a page's bytes
//! depend on its [`contract::page::PageInput`] only; nothing here knows a route by name, and of
//! collections only `pages`, where the agreements stand.

pub mod app_id;
pub mod build;
pub mod card;
pub mod cli;
pub mod cmd;
pub mod config;
pub mod content;
pub mod diagnostic;
pub mod diff;
mod disuse;
pub mod document;
pub mod exit;
pub mod fonts;
pub mod frontend;
pub mod head;
pub mod images;
pub mod media_worker;
pub mod message;
pub mod origin;
pub mod output;
pub mod plan;
pub mod prepare;
pub mod query;
pub mod render;
pub mod report;
pub mod site_json;
pub mod sitemap;
pub mod speculation;
pub mod spill;
#[cfg(test)]
mod testing;
pub mod up_to_date;
pub mod watch;
pub mod worker;
