//! Builds in an S3 bucket, which `generator push` fills.
//!
//! A folder of this machine, the *mirror*, holds the files that this gateway has needed so far, in
//! the layout of `builds/`, so that everything else reads a folder as always. [`follow`] takes over
//! the pointers, and with a new build its index and its shards; every other file comes when it is
//! first asked for. Each is compared with the hash by which it is named, as in a folder. While the
//! bucket is away, the gateway serves the files of the mirror, also after a restart.

#[cfg(feature = "builds-in-bucket")]
pub(crate) mod follow;
#[cfg_attr(not(feature = "builds-in-bucket"), path = "bucket/absent.rs")]
pub(crate) mod mirror;
#[cfg(feature = "builds-in-bucket")]
mod room;
#[cfg(feature = "builds-in-bucket")]
pub(crate) mod store;

/// The record of purges, of which a gateway reads only whether it changed.
#[cfg(feature = "builds-in-bucket")]
const PURGED: &str = "purged.json";
