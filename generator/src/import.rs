//! Content of other systems, as entries, old addresses and pictures of this site.
//!
//! ```text
//! file ──netlify | wordpress | hugo──► Imported ──writer──► content/
//!                                  └─ left_out ──► the report
//! ```
//!
//! Readers are pure: they get a text and return a value. Input is hostile. No name from it becomes
//! a path before [`slug`] or the list of pictures has accepted it, and [`writer`] replaces no file.

mod address;
pub mod fields;
mod html;
pub mod hugo;
mod markdown;
pub mod netlify;
pub mod pictures;
pub mod slug;
pub mod wordpress;
pub mod writer;

use generator_content::redirects::Status;
use generator_ground::message::Message;
use serde_json::{Map, Value};

/// The largest input, in bytes: an export of about 100,000 posts.
pub const MAX_INPUT: u64 = 256 * 1024 * 1024;

/// The content of one input.
#[derive(Debug, Default)]
pub struct Imported {
    /// New entries.
    pub entries: Vec<ImportedEntry>,
    /// New rows of `redirects.yaml`.
    pub redirects: Vec<Redirect>,
    /// Parts that this site cannot have.
    pub left_out: Vec<LeftOut>,
}

/// An entry with its texts and pictures.
#[derive(Debug)]
pub struct ImportedEntry {
    /// Place of the entry in the input, for messages.
    pub place: String,
    /// Name of its folder.
    pub slug: String,
    /// One text for each language.
    pub texts: Vec<ImportedText>,
    /// Files beside the texts.
    pub pictures: Vec<Picture>,
}

/// The text of an entry in one language.
#[derive(Debug)]
pub struct ImportedText {
    /// Code of its language.
    pub locale: String,
    /// Front matter.
    pub fields: Map<String, Value>,
    /// Markdown.
    pub body: String,
}

/// A picture of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The folder that has it.
    pub folder: PictureFolder,
    /// Path of the picture below that folder.
    pub source: String,
    /// Name of the picture beside the text.
    pub name: String,
}

/// A folder of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureFolder {
    /// Folder of the texts.
    Texts,
    /// Folder of an option: `--media`, `--static`.
    Media,
}

/// A row of `redirects.yaml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Redirect {
    /// Place of the row in the input, for messages.
    pub place: String,
    /// The old address.
    pub from: String,
    /// Target of the row; none for a page that is gone.
    pub to: Option<String>,
    /// Answer.
    pub status: Status,
    /// Code of the only language that it holds for.
    pub locale: Option<String>,
}

/// A part of the input that was not kept, or not as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// `_redirects:3`, or `post 17`.
    pub place: String,
    /// The reason.
    pub reason: Message,
}

impl LeftOut {
    /// A report about `place`.
    pub fn new(place: &str, reason: Message) -> Self {
        Self {
            place: place.to_owned(),
            reason,
        }
    }
}
