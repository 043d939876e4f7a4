//! Builds on their way between machines: published into another builds folder, wherever it is.
//!
//! A destination is a builds folder in its own right, with a history of its own. A build is
//! published into it as the generator publishes into its own: everything that `latest.json` will
//! lead to is there first.
//!
//! | step | at the destination | a gateway there serves |
//! |---|---|---|
//! | [`transfer`]: a lease is taken | `.push.lock`, or `.push.json` | the old build |
//! | [`plan`]: the present files are compared with the wanted ones | | the old build |
//! | files, then shards, then the roots | files that no pointer names | the old build |
//! | `history.json` replaced | assets of the new build answer | the old build |
//! | [`gateways`] that were named have loaded it | | the old build |
//! | `latest.json` replaced | | the new build, whole |
//! | files that no build needs are deleted, once their grace is over | | the new build |
//!
//! After an interruption, the next push finds the complete files there and sends the rest.
//!
//! [`purge`] takes paths out of a destination's builds, and leaves a record there that keeps pushes
//! from bringing them back.
//!
//! [`verify`] compares a live site with a build, and [`export`] makes a plain tree of one.
//!
//! `tests/simulation` runs this code between simulated places, with a crash, a lost answer, a full
//! disk or a jump of the clock at any step, and checks after each change that a reader would see a
//! whole build with nothing that was taken back.
//!
//! Bytes from elsewhere are hostile: [`name`] and [`published`] refuse a name that leads out of the
//! folder, a file without end, and bytes that do not match their hash.

pub mod address;
mod batch;
pub mod clock;
pub mod destination;
mod expected;
pub mod export;
pub mod folder;
pub mod gateways;
pub mod name;
mod plan;
pub mod published;
pub mod purge;
mod remote_session;
pub mod rsync;
pub mod s3;
mod s3_client;
mod s3_delete;
mod s3_lease;
mod shell;
mod tidy;
pub mod transfer;
pub mod verify;
