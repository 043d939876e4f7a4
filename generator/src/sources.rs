//! Inputs of a build besides content: the built frontend on disk, and the origin's answer.
//!
//! May use `config` and everything below. Reads files and sends requests, and writes only the
//! recording of the origin's last good answer under `var/`.

pub mod app_id;
pub mod frontend;
pub mod origin;
