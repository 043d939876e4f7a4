//! Small content trees, loaded and asked: what an editor is told, and what a page gets.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod bodies;
mod guides;
mod harness;
mod increments;
mod loading;
mod pictures;
mod queries;
mod rules;
mod visibility;
