//! `content/site.yaml`: what the whole site is.

use jiff::tz::TimeZone;
use serde_json::Value;

/// The site's configuration, checked.
#[derive(Clone, Debug)]
pub struct Site {
    /// Public URL without a trailing slash: `https://www.example.com`.
    pub url: String,
    /// Dates are shown, and instants without an offset read, in this zone.
    pub time_zone: TimeZone,
    /// What every page may know.
    pub public: Value,
    /// The agreements a visitor accepts at sign-in.
    pub protocols: Vec<Agreement>,
    /// Name of the cookie that remembers the language (R9.01).
    pub locale_cookie: String,
}

/// An agreement: which entry of the collection `pages` holds its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agreement {
    /// `terms` or `privacy`.
    pub key: String,
    /// Slug of the entry.
    pub page: String,
    /// Unprefixed path of its page.
    pub path: String,
}
