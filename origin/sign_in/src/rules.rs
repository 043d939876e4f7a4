//! Values and rules of the sign-in.

pub mod code;
pub mod device;
pub mod login;
pub mod registration;
pub mod session;
