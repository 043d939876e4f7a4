#![doc = include_str!("../README.md")]

pub mod diagnostic;
pub mod http;
pub mod message;
pub mod storage;
