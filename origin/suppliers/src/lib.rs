#![doc = include_str!("../README.md")]
#![expect(
    missing_docs,
    reason = "a part of the origin: names of fields and variants speak for themselves"
)]

pub mod http;
pub mod operator;
pub mod store;
pub mod supplier;
