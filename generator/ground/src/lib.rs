#![doc = include_str!("../README.md")]

pub mod diagnostic;
pub mod http;
pub mod storage;

pub use sentences as message;
