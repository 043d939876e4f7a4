//! The result of reading a file again while the gateway serves.

/// The result for one file, or for files that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reread {
    /// The file's new contents are in use.
    Changed,
    /// The file's contents were in use already.
    Unchanged,
    /// The file cannot be used, for this reason; the contents before stay in use.
    Refused(String),
}
