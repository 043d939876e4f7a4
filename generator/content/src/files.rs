//! Files under `content/`: found, named, read, split into front matter and body.
//!
//! May use `text`, `storage` and the modules that report problems. Knows no schema and no entry: a
//! file is a name, bytes and the flaws in them.

pub(crate) mod elsewhere;
pub(crate) mod flaws;
pub(crate) mod folder;
pub(crate) mod found;
pub(crate) mod front_matter;
pub(crate) mod name;
pub(crate) mod scan;
pub(crate) mod secrets;
pub(crate) mod text_file;
mod typed_time;
pub(crate) mod typography;
mod typos;
pub(crate) mod walk;
pub(crate) mod years;
