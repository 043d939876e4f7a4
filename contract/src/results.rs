//! `results.json`, a file of a site's results page: the parts of an answer to a search without
//! JavaScript. The worker makes it from the same components as the browser's answer; the embedded
//! origin puts texts into its slots, and the answer into the page's document.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Name of the file beside the page.
pub const FILE: &str = "results.json";

/// Content type of the file.
pub const MEDIA_TYPE: &str = "application/json";

/// `results.json`: a results page in parts, with which the origin answers a search without
/// JavaScript.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ResultsFile {
    /// HTML that occurs in the page's document exactly once, and is replaced.
    pub places: Places,
    /// Name → HTML with slots, `{name}`, for texts that the origin escapes or for other parts.
    pub parts: BTreeMap<String, String>,
    /// Name of all kinds together.
    pub everything: String,
    /// Kind of page → its name.
    pub kinds: BTreeMap<String, String>,
    /// Name of pages of other kinds.
    pub page: String,
    /// Names of the months, January first, as dates are written.
    pub months: Vec<String>,
}

/// The places of a results page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Places {
    /// The field; the part `question` takes its place.
    pub question: String,
    /// An empty element; the part `answer` takes its place.
    pub answer: String,
}
