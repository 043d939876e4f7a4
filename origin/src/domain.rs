//! The rules: what a code, a session and a person are, and how one becomes the other.

pub(crate) mod captcha;
pub(crate) mod code;
pub(crate) mod device;
pub(crate) mod id;
pub(crate) mod registration;
pub(crate) mod session;
pub(crate) mod sign_in;
pub(crate) mod user;
