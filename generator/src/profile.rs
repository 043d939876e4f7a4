//! Documents, style sheets and scripts of a site, as a check of a country's requirements reads
//! them.

pub mod addresses;
pub mod document;

#[cfg(test)]
mod tests;
