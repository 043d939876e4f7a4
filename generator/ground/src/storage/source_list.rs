//! The content files of a build, as hashes.
//!
//! A rollback compares the lists of two builds and so learns which files it takes back. Names are
//! hashed, because a draft's name is confidential and builds are copied to other machines. Sixteen
//! bytes per file: the first eight of the hash of its name, and of its text. A comparison of a list
//! needs both halves to collide before it errs.

use contract::Hash;

/// Bytes of one file in a list.
const RECORD: usize = 16;

/// Hash of the name of a content file, without the name of the content folder.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(into = "String", try_from = "String")]
pub struct SourceName(u64);

/// Hash of the bytes of a content file.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
#[serde(into = "String", try_from = "String")]
pub struct SourceText(u64);

/// Content files of a build, sorted by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceList(Vec<(SourceName, SourceText)>);

impl SourceName {
    /// Name of the file at `path`, such as `news/cedar/en.md`, below the content folder.
    pub fn new(path: &str) -> Self {
        Self(first_bytes(&Hash::of(path.as_bytes())))
    }
}

impl SourceText {
    /// Text with this hash.
    pub fn new(hash: &Hash) -> Self {
        Self(first_bytes(hash))
    }
}

impl SourceList {
    /// A list of files that are sorted by name.
    pub fn from_sorted(files: Vec<(SourceName, SourceText)>) -> Self {
        debug_assert!(files.is_sorted());
        Self(files)
    }

    /// The text of a file; none if the list lacks it.
    pub fn get(&self, name: SourceName) -> Option<SourceText> {
        let found = self.0.binary_search_by_key(&name, |(name, _)| *name);
        found.ok().map(|at| self.0[at].1)
    }

    /// All files.
    pub fn iter(&self) -> impl Iterator<Item = (SourceName, SourceText)> + '_ {
        self.0.iter().copied()
    }

    /// Files with different texts in this list and in `other`: the text here, none for a file that
    /// only `other` has.
    pub fn changes_since(
        &self,
        other: &Self,
    ) -> impl Iterator<Item = (SourceName, Option<SourceText>)> {
        let here = self.0.iter().map(|(name, text)| (*name, Some(*text)));
        let changed = here.filter(|(name, text)| other.get(*name) != *text);
        let removed = other.0.iter().map(|(name, _)| (*name, None));
        changed.chain(removed.filter(|(name, _)| self.get(*name).is_none()))
    }

    /// The bytes of its file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.0.len() * RECORD);
        for (name, text) in &self.0 {
            bytes.extend_from_slice(&name.0.to_be_bytes());
            bytes.extend_from_slice(&text.0.to_be_bytes());
        }
        bytes
    }

    /// The list of a file; none if the bytes are no list.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let records = bytes.chunks_exact(RECORD);
        let is_whole = records.remainder().is_empty();
        let half = |bytes: &[u8]| bytes.try_into().map(u64::from_be_bytes).unwrap_or_default();
        let file = |record: &[u8]| {
            let (name, text) = record.split_at(RECORD / 2);
            (SourceName(half(name)), SourceText(half(text)))
        };
        let files: Vec<_> = records.map(file).collect();
        (is_whole && files.is_sorted()).then_some(Self(files))
    }
}

fn first_bytes(hash: &Hash) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *hash.as_bytes();
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// The half of a hash is no hexadecimal number of sixteen digits.
#[derive(Debug, thiserror::Error)]
#[error("expected sixteen hexadecimal digits")]
pub struct NotHalfAHash;

macro_rules! hexadecimal {
    ($($half:ident),*) => {$(
        impl From<$half> for String {
            fn from($half(half): $half) -> Self {
                format!("{half:016x}")
            }
        }

        impl TryFrom<String> for $half {
            type Error = NotHalfAHash;

            fn try_from(text: String) -> Result<Self, NotHalfAHash> {
                let is_plain = text.len() == RECORD && text.bytes().all(|byte| byte.is_ascii_hexdigit());
                let half = u64::from_str_radix(&text, 16).ok().filter(|_| is_plain);
                half.map($half).ok_or(NotHalfAHash)
            }
        }
    )*};
}

hexadecimal!(SourceName, SourceText);

#[cfg(test)]
mod tests {
    use super::*;

    fn list(files: &[(&str, &str)]) -> SourceList {
        let file = |(name, text): &(&str, &str)| {
            let text = SourceText::new(&Hash::of(text.as_bytes()));
            (SourceName::new(name), text)
        };
        let mut files: Vec<_> = files.iter().map(file).collect();
        files.sort_unstable();
        SourceList::from_sorted(files)
    }

    // R10.04
    #[test]
    fn changes_are_new_changed_and_deleted_files() {
        let before = list(&[("a", "1"), ("b", "1"), ("c", "1")]);
        let after = list(&[("a", "1"), ("b", "2"), ("d", "1")]);
        let changes: Vec<_> = after.changes_since(&before).collect();
        let mut expected = vec![
            (SourceName::new("b"), after.get(SourceName::new("b"))),
            (SourceName::new("d"), after.get(SourceName::new("d"))),
        ];
        expected.sort_unstable();
        expected.push((SourceName::new("c"), None));
        assert_eq!(changes, expected);
        assert_eq!(before.changes_since(&before).count(), 0);
    }

    // R10.04
    #[test]
    fn a_list_is_read_as_it_was_written_and_a_torn_one_is_refused() {
        let all = list(&[("a", "1"), ("b", "2"), ("c", "3")]);
        let bytes = all.to_bytes();
        assert_eq!(SourceList::from_bytes(&bytes), Some(all));
        assert_eq!(SourceList::from_bytes(&bytes[..40]), None);
        let swapped = [&bytes[16..], &bytes[..16]].concat();
        assert_eq!(SourceList::from_bytes(&swapped), None);
        assert_eq!(SourceList::from_bytes(b""), Some(SourceList::default()));
    }
}
