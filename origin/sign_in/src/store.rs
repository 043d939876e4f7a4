//! Tables of the sign-in: one module each.

pub mod accounts;
pub mod agreements;
pub mod browsers;
pub mod codes;
pub mod sessions;
pub mod users;
