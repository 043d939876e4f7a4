//! The base of an origin: time, keys, secrets, texts, the live build, limits per client.
//!
//! Each module knows the system or one library, and no rule of the site. No module here imports
//! another folder; code that needs a rule is above, in `model` or `flows`.

pub mod clock;
pub(crate) mod content;
pub(crate) mod html;
pub(crate) mod key;
pub(crate) mod limits;
pub(crate) mod pinyin;
pub(crate) mod published;
pub(crate) mod queue;
pub(crate) mod secret;
pub(crate) mod sentences;
pub(crate) mod space;
pub(crate) mod texts;
pub(crate) mod throttle;
pub(crate) mod watched;
