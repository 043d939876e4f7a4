//! Values and rules: addresses, names, roles, codes, tokens, captchas, who may register, answers to
//! forms, documents.
//!
//! A value is checked where it is made, and cannot be wrong afterwards; a rule is a function of its
//! arguments. No module here opens a file, asks the database or sends mail: see `flows`.

pub(crate) mod browser;
pub(crate) mod captcha;
pub(crate) mod clock_trust;
pub(crate) mod code;
pub(crate) mod device;
pub(crate) mod document;
pub(crate) mod feishu;
pub(crate) mod form;
pub(crate) mod id;
pub(crate) mod message;
pub(crate) mod outgoing;
pub(crate) mod registration;
pub(crate) mod session;
pub(crate) mod supplier;
pub(crate) mod user;
