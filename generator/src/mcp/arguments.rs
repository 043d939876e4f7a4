//! Arguments of the tools. Doc comments are their descriptions in the JSON schemas.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::studio::calls::Edit;

/// Arguments of `list_entries`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListEntries {
    /// Only entries of this collection, such as `news`.
    pub(super) collection: Option<String>,
    /// Only entries with this in a title or in the slug; case is ignored.
    pub(super) query: Option<String>,
    /// Only texts of this language, such as `en` or `zh-CN`.
    pub(super) language: Option<String>,
    /// Id of a change set, to list the entries with its changes.
    pub(super) change_set: Option<String>,
}

/// Arguments of `read_file`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadFile {
    /// Path below the content folder, such as `news/first-close/en.md`.
    pub(super) path: String,
    /// Id of a change set, to read the file with its changes.
    pub(super) change_set: Option<String>,
}

/// Arguments of `read_page`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReadPage {
    /// Path of the page on the site, such as `/en/news/first-close`.
    pub(super) path: String,
    /// Id of a change set, to read the page with its changes.
    pub(super) change_set: Option<String>,
}

/// Arguments of `create_change_set`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CreateChangeSet {
    /// Name for people, at most 100 characters: `Figures of the third quarter`.
    pub(super) name: String,
    /// The reason, for the log, at most 2000 characters.
    pub(super) note: Option<String>,
}

/// Arguments of `edit_file`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EditFile {
    /// Id of the change set.
    pub(super) change_set: String,
    /// Path below the content folder.
    pub(super) path: String,
    /// The version that `read_file` or the last `edit_file` returned; null for a new file.
    pub(super) version: Option<String>,
    /// Changes, made one after the other: all of them or none.
    pub(super) edits: Vec<Edit>,
}

/// Arguments of `check`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    /// Id of a change set; without one, the content as it is.
    pub(super) change_set: Option<String>,
}

/// Arguments of `preview`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MakePreview {
    /// Id of the change set.
    pub(super) change_set: String,
    /// Days for which the address works, 1 to 30; 7 without this.
    pub(super) days: Option<u16>,
}

/// Arguments of tools on one change set.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OneChangeSet {
    /// Id of the change set.
    pub(super) change_set: String,
}
