//! Tables of uploads and scans: one module each.

pub mod scans;
pub mod uploads;
