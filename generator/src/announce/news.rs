//! News about addresses, as receivers hear them.

use contract::Hash;
use serde::{Deserialize, Serialize};

/// The part of a site that a receiver hears of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hears {
    /// Pages, when their own content changes.
    Pages,
    /// Public files, when a byte of them changes.
    Files,
}

/// Change of an address since it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// The address is new.
    Added,
    /// The content at the address is different.
    Changed,
    /// The address has no content any more, or none for everyone.
    Ended,
}

/// One address to be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct News {
    pub(super) path: String,
    pub(super) change: Change,
    /// Content of the address; none: it ended.
    pub(super) now: Option<Known>,
}

/// Content of an address when it was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Known {
    /// Hash of the file from which the content was read.
    pub(super) file: Hash,
    /// Hash of the content.
    pub(super) own: Hash,
}

impl Known {
    /// A file that is content as a whole.
    pub(super) fn both(hash: Hash) -> Self {
        Self {
            file: hash,
            own: hash,
        }
    }
}
