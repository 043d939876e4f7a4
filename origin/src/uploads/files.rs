//! Files that visitors send: on their way here (`arrivals`), and kept for a message (`store`).

pub(crate) mod bucket;
pub(crate) mod bucket_url;
pub(crate) mod contents;
pub(crate) mod disk;
pub(crate) mod fault;
pub(crate) mod store;
pub(crate) mod upload_dir;
