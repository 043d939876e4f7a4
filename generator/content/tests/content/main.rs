//! Small content trees, loaded and queried: the reports to an editor, and the answers to a page.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bodies;
mod change_sets;
mod guides;
mod harness;
mod increments;
mod loading;
mod marked;
mod pictures;
mod queries;
mod rules;
mod static_files;
mod visibility;
