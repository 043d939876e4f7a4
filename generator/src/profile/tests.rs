//! A profile: how it reads a site.

mod reading;
