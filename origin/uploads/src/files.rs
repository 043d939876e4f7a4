//! Files that visitors send: on their way here (`arrivals`), and kept for a message (`store`).

pub mod bucket;
pub mod contents;
pub mod disk;
pub mod fault;
pub mod store;
pub mod upload_dir;
