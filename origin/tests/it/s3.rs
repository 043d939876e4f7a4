//! An S3 service on this machine, with a part of its bucket for the files of messages.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A service with the bucket `site`; gone when dropped.
pub(crate) struct S3(bucket::testing::S3);

impl S3 {
    pub(crate) fn start() -> Self {
        Self(bucket::testing::S3::start(Path::new(env!(
            "CARGO_BIN_EXE_origin"
        ))))
    }

    /// The part of the bucket with keys that begin with `messages/`.
    pub(crate) fn messages(&self) -> PathBuf {
        self.0.bucket().join("messages")
    }

    /// Leads a program to that part.
    pub(crate) fn give_to(&self, command: &mut Command) {
        command
            .env("PORTICO_MESSAGE_STORE", "s3://site/messages")
            .envs(self.0.environment());
    }
}
