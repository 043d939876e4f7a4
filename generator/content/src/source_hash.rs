//! The content files a build is made of, as one hash and as a list of hashes.
//!
//! The hash shows whether two builds are of the same content, the list ([`SourceList`]) shows the
//! files by which they differ. Files of entries are added and removed one by one: the cost of an
//! edit follows from its size. The few other files are read again at each load.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::Path;

use contract::Hash;
use contract::locale::Locale;
use walkdir::WalkDir;

use super::server_texts;
use crate::files::folder::ContentFolder;
use generator_ground::storage::source_list::{SourceList, SourceName, SourceText};

/// Content files, in any order; their hash is that of the sum of their hashes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SourceFiles {
    sum: u128,
    files: BTreeMap<SourceName, SourceText>,
}

/// A content file as hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SourceFile {
    summand: u128,
    name: SourceName,
    text: SourceText,
}

impl SourceFile {
    /// The file `content/news/a/en.md` with that hash of its bytes.
    pub(crate) fn new(file: &str, content: &Hash) -> Self {
        let inside = inside(file);
        let hash = Hash::of_parts([inside.as_bytes(), content.as_bytes()]);
        Self {
            summand: u128::from_le_bytes(*hash.as_bytes()),
            name: SourceName::new(inside),
            text: SourceText::new(content),
        }
    }
}

impl SourceFiles {
    /// Adds a file.
    pub(crate) fn add(&mut self, file: &SourceFile) {
        self.sum = self.sum.wrapping_add(file.summand);
        self.files.insert(file.name, file.text);
    }

    /// Removes a file that was added.
    pub(crate) fn remove(&mut self, file: &SourceFile) {
        self.sum = self.sum.wrapping_sub(file.summand);
        self.files.remove(&file.name);
    }

    /// Replaces files that were added by others.
    pub(crate) fn replace(&mut self, before: &[SourceFile], now: &[SourceFile]) {
        before.iter().for_each(|file| self.remove(file));
        now.iter().for_each(|file| self.add(file));
    }

    /// The hash of these files and of `more`, and the list of them.
    pub(crate) fn with(&self, more: &[SourceFile]) -> (Hash, SourceList) {
        let sum = more
            .iter()
            .fold(self.sum, |sum, file| sum.wrapping_add(file.summand));
        let mut files: Vec<_> = self
            .files
            .iter()
            .map(|(name, text)| (*name, *text))
            .collect();
        files.extend(more.iter().map(|file| (file.name, file.text)));
        files.sort_unstable();
        let list = SourceList::from_sorted(files);
        (Hash::of(&sum.to_le_bytes()), list)
    }
}

/// The files of `folder`, and the texts of servers, that have one of `names`.
pub fn source_files(
    folder: &ContentFolder,
    locales: &[Locale],
    names: &BTreeSet<SourceName>,
) -> Vec<String> {
    let inside = folder.layers().flat_map(|layer| {
        let entries = WalkDir::new(&layer).into_iter().filter_map(Result::ok);
        entries.filter_map(move |entry| Some(entry.path().strip_prefix(&layer).ok()?.to_owned()))
    });
    let content = inside.map(|path| {
        let inside = path.display().to_string();
        let file = folder.name(&inside);
        (inside, file)
    });
    let texts = locales.iter().map(|locale| {
        let file = format!("locales/{}/{}", locale.code, server_texts::FILE);
        (locale.code.clone(), file)
    });
    let named = content
        .chain(texts)
        .filter(|(inside, _)| names.contains(&SourceName::new(inside)));
    let files: BTreeSet<String> = named.map(|(_, file)| file).collect();
    files.into_iter().collect()
}

/// The file at `path`, if it can be read.
pub(crate) fn read_source(name: &str, path: &Path) -> Option<SourceFile> {
    let hash = File::open(path).and_then(Hash::of_reader).ok()?;
    Some(SourceFile::new(name, &hash))
}

/// `content/news/a/en.md` without the folder's own name, which a clone may have changed.
pub(crate) fn inside(file: &str) -> &str {
    file.split_once('/').map_or(file, |(_, inside)| inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    // R10.04
    #[test]
    fn a_hash_is_that_of_its_files_in_whatever_order_they_came_and_went() {
        let [one, two] = [b"one", b"two"].map(|bytes| Hash::of(bytes));
        let [a, b] = [("content/a", &one), ("content/b", &two)]
            .map(|(name, hash)| SourceFile::new(name, hash));
        let files = |all: &[SourceFile]| {
            let mut files = SourceFiles::default();
            all.iter().for_each(|file| files.add(file));
            files
        };
        let both = files(&[a, b]);
        assert_eq!(both, files(&[b, a]));
        let elsewhere = [("texts/b", &two), ("texts/a", &one)];
        let elsewhere = elsewhere.map(|(name, hash)| SourceFile::new(name, hash));
        assert_eq!(both, files(&elsewhere));
        let mut gone = both.clone();
        gone.remove(&a);
        assert_eq!(gone, files(&[b]));
        assert_eq!(files(&[a]).with(&[b]), both.with(&[]));
        let swapped = [("content/a", &two), ("content/b", &one)];
        let swapped = swapped.map(|(name, hash)| SourceFile::new(name, hash));
        assert_ne!(both.with(&[]), files(&swapped).with(&[]));
    }
}
