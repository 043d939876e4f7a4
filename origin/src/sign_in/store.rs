//! Tables of the sign-in: one module each.

pub(crate) mod accounts;
pub(crate) mod agreements;
pub(crate) mod browsers;
pub(crate) mod codes;
pub(crate) mod sessions;
pub(crate) mod users;
