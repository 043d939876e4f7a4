//! The hash over all content files, which says whether two builds are of the same content.
//!
//! Files of entries are summed up ([`SourceSum`]): an edit takes away what an entry's files added,
//! and adds what they add now, so it costs what it changes. The few other files are read again.

use std::fs::File;
use std::path::Path;

use contract::Hash;

/// Hash over files in any order: the sum of their hashes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SourceSum(u128);

impl SourceSum {
    /// The same with the file of that name and content.
    pub(crate) fn with(self, file: &str, content: &Hash) -> Self {
        let hash = Hash::of_parts([inside(file).as_bytes(), content.as_bytes()]);
        self.plus(Self(u128::from_le_bytes(*hash.as_bytes())))
    }

    /// Both.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// The files of this that are not of `other`, all of which are of this.
    pub(crate) fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// The hash of these files.
    pub(crate) fn hash(self) -> Hash {
        Hash::of(&self.0.to_le_bytes())
    }

    /// The same with the file at `path`, if there is one that can be read.
    pub(crate) fn with_file(self, name: &str, path: &Path) -> Self {
        let hash = File::open(path).and_then(Hash::of_reader);
        hash.map_or(self, |hash| self.with(name, &hash))
    }
}

/// `content/news/a/en.md` without the folder's own name, which a clone may have changed.
fn inside(file: &str) -> &str {
    file.split_once('/').map_or(file, |(_, inside)| inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    // R10.04
    #[test]
    fn a_sum_is_that_of_its_files_in_whatever_order_they_came_and_went() {
        let [one, two] = [b"one", b"two"].map(|bytes| Hash::of(bytes));
        let sum = SourceSum::default().with("content/a", &one);
        let both = sum.with("content/b", &two);
        let other = SourceSum::default().with("texts/b", &two);
        assert_eq!(both, other.with("texts/a", &one));
        assert_eq!(both.minus(sum), other);
        assert_eq!(both.minus(other).plus(other).hash(), both.hash());
        let swapped = SourceSum::default().with("content/a", &two);
        assert_ne!(both, swapped.with("content/b", &one));
        let twice = sum.with("content/a", &one);
        assert_ne!(
            twice,
            SourceSum::default(),
            "two of a kind do not cancel out"
        );
    }
}
