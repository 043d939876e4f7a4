//! Whole sites, built: the published files, and the reports to an editor.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod addresses;
mod agent;
mod announce;
mod announced;
mod bad_input;
mod beside;
mod builder;
mod bundle;
mod check;
mod clones;
mod command;
mod control;
mod diff;
mod edit;
mod embargo;
mod feeds;
mod folder;
mod full_disk;
mod header_classes;
mod holding;
mod increments;
mod jobs;
mod languages;
mod log;
mod mcp;
mod metadata;
mod notices;
mod origin;
mod photo;
mod preview;
mod printing;
mod purge;
mod recorder;
mod reopening;
mod report;
mod retention;
mod run;
mod saves;
mod schedule;
mod sequences;
mod staging;
mod studio;
mod watching;
mod world;
