#![doc = include_str!("../README.md")]

pub mod app_secret;
pub mod client;
pub mod grants;
pub mod page;
mod store;
pub mod url;
