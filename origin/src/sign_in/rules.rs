//! Values and rules of the sign-in.

pub(crate) mod code;
pub(crate) mod device;
pub(crate) mod login;
pub(crate) mod registration;
pub(crate) mod session;
