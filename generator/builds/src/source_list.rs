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

    /// The lists of all builds that are kept.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn source_lists(&self) -> std::io::Result<Vec<SourceList>> {
        let mut lists = Vec::new();
        for file in std::fs::read_dir(self.root().join(FOLDER))? {
            // A list that another process removes meanwhile is that of a dropped build.
            let bytes = std::fs::read(file?.path()).unwrap_or_default();
            lists.extend(SourceList::from_bytes(&bytes));
        }
        Ok(lists)
    }
}
