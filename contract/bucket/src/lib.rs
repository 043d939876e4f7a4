//! S3 buckets, and services that speak the same protocol: the address of a part of one, and a
//! client for it.
//!
//! Credentials, region and endpoint come from the usual variables (`AWS_ACCESS_KEY_ID`,
//! `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, `AWS_ENDPOINT_URL`, `AWS_ALLOW_HTTP`), for all three
//! programs.

#[cfg(feature = "client")]
mod client;
#[cfg(feature = "testing")]
pub mod testing;
mod url;

#[cfg(feature = "client")]
pub use client::{ClientError, client, stranger, with_connections};
pub use url::{BucketUrl, NotABucketUrl};
