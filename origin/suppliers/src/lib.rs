#![doc = include_str!("../README.md")]

pub mod http;
pub mod operator;
pub mod store;
pub mod supplier;
