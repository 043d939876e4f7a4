//! The list of a build's content files: `sources/<build id>.bin`.

use contract::build::BuildId;

use super::Builds;
use generator_ground::storage::source_list::SourceList;

/// Folder of the lists.
pub const FOLDER: &str = "sources";

/// Name of the list of a build in its folder.
pub fn file_name(build: &BuildId) -> String {
    format!("{build}.bin")
}

impl Builds {
    /// The content files of a build; none for a build of an older generator, or if the list is
    /// damaged.
    pub fn source_list(&self, build: &BuildId) -> Option<SourceList> {
        let bytes = std::fs::read(self.root().join(FOLDER).join(file_name(build))).ok()?;
        SourceList::from_bytes(&bytes)
    }
}
