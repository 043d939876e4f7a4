//! One change of a file, as a call has it and as an agent's tool describes it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One change of a file.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum Edit {
    /// Sets the value of a field, in the front matter or the YAML.
    Field {
        /// JSON pointer to the value: `/title`, `/tags/0`.
        field: String,
        /// The value.
        value: Value,
    },
    /// Removes a field, or an item of a list.
    RemoveField {
        /// JSON pointer to the value.
        field: String,
    },
    /// Inserts an item into a list.
    InsertItem {
        /// JSON pointer to the list.
        field: String,
        /// Index of the new item, from 0.
        index: usize,
        /// The item.
        value: Value,
    },
    /// Replaces lines of the file.
    Lines {
        /// Number of the first line, from 1.
        first: usize,
        /// Number of the last line, inclusive; one less than `first`: the text comes before it.
        last: usize,
        /// Text in their place; empty: the lines are removed.
        text: String,
    },
    /// Replaces the whole file, or makes a new one.
    Text {
        /// The whole text.
        text: String,
    },
    /// Removes the file.
    RemoveFile,
}
