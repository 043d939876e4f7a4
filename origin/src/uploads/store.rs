//! Tables of uploads and scans: one module each.

pub(crate) mod scans;
pub(crate) mod uploads;
