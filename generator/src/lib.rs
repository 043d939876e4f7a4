//! Portico's generator: content in, builds out.
//!
//! ```text
//! content ──load──► Content ──┐
//! frontend ─hello─► routes ───┼─plan──► pages ──render──► stage ──publish──► builds/latest.json
//! origin ──fetch──► SEO ──────┘
//! ```
//!
//! Crates beside this one, each with its own documentation:
//!
//! | crate | for |
//! |---|---|
//! | [`generator_deploy`] | builds on their way to other machines: folders, hosts, buckets |
//! | [`generator_builds`] | the only writer under `builds/`; how two builds differ |
//! | [`generator_content`] | content files, validated, as one immutable value; Markdown; queries |
//! | [`generator_studio`] | change sets: unpublished changes of editors |
//! | [`generator_media`] | files beside entries, images, and the Node processes that make them |
//! | [`generator_ground`] | sentences for editors, problems, files, requests |
//!
//! # Layout
//!
//! Imports point from the top of this table to its bottom.
//!
//! | module | for |
//! |---|---|
//! | [`commands`] | one function per subcommand |
//! | [`mcp`] | the studio's calls for agents: read, check, edit, preview, propose |
//! | [`studio`] | the editors' page: change sets, shown and published |
//! | [`control`] | commands on builds, carried out here or by a running `watch` |
//! | [`pipeline`] | builds: load, plan the difference, render, stage, publish; once, or after every edit |
//! | [`notices`] | chat groups and other programs told what was published |
//! | [`announce`] | addresses that changed, sent to search engines and caches |
//! | [`jobs`] | builds that somebody asked a running `watch` for, and their events |
//! | [`links`] | links to other sites, and whether they still lead to a page |
//! | [`profile`] | the requirements of a country, and whether the site meets them |
//! | [`report`] | the result of a build, as a person and a CI job read it |
//! | [`import`] | content of other systems, as entries, old addresses and pictures |
//! | [`sources`] | inputs besides content: the built frontend, the origin's SEO settings, the app id of both |
//! | [`config`] | the command line, checked once |
//! | [`pages`] | pages: which there are, their inputs, heads, cards, documents, files; sitemaps |
//! | [`fonts`] | web fonts cut to the characters of headlines |
//! | [`scaffold`] | the files of a new site: the template, its parts and languages |
//! | `version` | the hash of this generator's sources |
//!
//! **Invariants**: no other crate writes under `builds/` or reads Markdown; a page's bytes depend
//! on its [`contract::page::PageInput`] only; no code here knows a route by name, and the only
//! collection that it knows by name is `pages`, which contains the agreements.

pub mod announce;
pub mod commands;
pub mod config;
pub mod control;
pub mod fonts;
pub mod import;
pub mod jobs;
pub mod links;
pub mod mcp;
pub mod notices;
pub mod pages;
pub mod pipeline;
pub mod profile;
pub mod report;
pub mod scaffold;
pub mod sources;
pub mod studio;
mod version;
