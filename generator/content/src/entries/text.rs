//! One text of an entry, in one language.

use std::path::PathBuf;
use std::sync::Arc;

use contract::Hash;

use super::characters::Characters;
use super::fields::Fields;
use crate::files::folder::ContentFolder;
use crate::files::front_matter::{self, BuiltIn};
use crate::files::years::Years;

/// One content file, without its body.
#[derive(Clone, Debug)]
pub struct Text {
    /// The folder `content/`.
    pub(crate) folder: Arc<ContentFolder>,
    /// `content/news/first-close/en.md`.
    pub file: String,
    /// Hash of all its bytes.
    pub hash: Hash,
    /// Hash of the body alone.
    pub body_hash: Hash,
    /// Whether the body may name files of other entries.
    pub names_media: bool,
    /// The schema's fields; built-in ones are not among them.
    pub fields: Fields,
    /// Characters that the text may show in a face that is cut to them.
    pub characters: Characters,
    /// Years that the body names.
    pub(crate) years: Years,
    pub(crate) built_in: BuiltIn,
}

impl Text {
    /// The Markdown of the body; none if the file was changed or deleted meanwhile.
    pub fn markdown(&self) -> Option<String> {
        let text = std::fs::read_to_string(self.source()).ok()?;
        let parts = front_matter::split(&text).ok()?;
        text.get(parts.body..).map(str::to_owned)
    }

    /// Path of its file.
    pub fn source(&self) -> PathBuf {
        self.folder.place_of(&self.file)
    }
}
