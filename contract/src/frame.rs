//! Frames between the generator and a worker, on the worker's standard input and output.
//!
//! ```text
//! request   u32 LE length of JSON │ JSON: PageInput
//! answer    u32 LE length of all that follows │ u32 LE length of meta │ meta JSON: Rendered │ markup, raw UTF-8
//! ```
//!
//! The worker's first frame is an answer with an empty markup and [`crate::route::Hello`] as its meta. Frames are answered in
//! the order they were asked. Raw markup beside small JSON costs a third of markup inside JSON (30 µs of Node per page against 83 to 117).

use serde::{Deserialize, Serialize};

/// No frame is longer, in bytes: a length beyond it means that the stream is out of step.
pub const MAX_BYTES: u32 = 256 * 1024 * 1024;

/// How rendering one page went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rendered {
    /// Places in `payload.data` whose HTML stands in the markup under `data-html="<field>"`: `["entry.body"]`.
    #[serde(default)]
    pub html_fields: Vec<String>,
    /// A component threw: its message and stack. The markup is empty then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}
