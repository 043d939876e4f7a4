//! The texts that builds were made of, so that a page can get back a text that it had.
//!
//! ```text
//! <var>/studio/sources/<hash>    a text, compressed; the name is the first half of its hash
//! ```
//!
//! Each build has a list of its content files already, by hashes of their paths and texts
//! ([`SourceList`]), which is removed with the build. So no second list is kept here: a build's
//! list leads from a path to the name of its text, and each text is kept once, however many builds
//! have it. After an edit of one file, the list is compared with the names in memory, and that file
//! alone is read.
//!
//! | killed, or failed | then |
//! |---|---|
//! | while a text is written | a file `<hash>.tmp`, which the next [`Sources::prune`] removes |
//! | between two texts | the next record adds the others |
//! | power lost before a text is on disk | its hash is wrong: it counts as absent, and is kept anew |
//!
//! A name has eight bytes, as in the list. Two texts of one name are improbable by chance; an
//! editor who makes them with effort gets one of his own texts for the other.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use contract::Hash;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use generator_content::ChangedPaths;
use generator_ground::storage::replace::replace_file_unsynced;
use generator_ground::storage::source_list::{SourceList, SourceName, SourceText};
use walkdir::WalkDir;

use crate::change_sets::read;
use crate::source_path::SourcePath;

/// The folder of texts, under `var/`.
const FOLDER: &str = "studio/sources";

/// Texts that builds were made of.
#[derive(Debug)]
pub struct Sources {
    folder: PathBuf,
    content: PathBuf,
    memory: Mutex<Memory>,
}

#[derive(Debug)]
struct Memory {
    /// Texts in the folder.
    kept: HashSet<SourceText>,
    /// Files of the last list that are no texts of editors: pictures, schemas.
    others: HashSet<SourceName>,
    /// Content that changed since the last record.
    touched: ChangedPaths,
}

impl Sources {
    /// The texts in the data folder `var`, of the site with the folder `content`. A folder that
    /// cannot be read has none.
    pub fn open(var: &Path, content: &Path) -> Self {
        let folder = var.join(FOLDER);
        let memory = Memory {
            kept: names_in(&folder)
                .filter_map(|name| text_of(&name))
                .collect(),
            others: HashSet::new(),
            touched: ChangedPaths::Everything,
        };
        Self {
            folder,
            content: content.to_owned(),
            memory: Mutex::new(memory),
        }
    }

    /// Notes that content changed on disk.
    pub fn note(&self, touched: &ChangedPaths) {
        let mut memory = self.memory();
        let before = std::mem::replace(&mut memory.touched, ChangedPaths::Everything);
        memory.touched = before.and(touched.clone());
    }

    /// Keeps the texts of a build that is live. A file that changed meanwhile is left out.
    ///
    /// # Errors
    /// The disk fails. The next record tries again.
    pub fn record(&self, list: &SourceList) -> io::Result<()> {
        let mut memory = self.memory();
        memory.others.retain(|name| list.get(*name).is_some());
        let is_missing = |(name, text): &(SourceName, SourceText)| {
            !memory.kept.contains(text) && !memory.others.contains(name)
        };
        let mut missing: BTreeMap<SourceName, SourceText> =
            list.iter().filter(is_missing).collect();
        let touched = std::mem::replace(&mut memory.touched, ChangedPaths::Paths([].into()));
        if let ChangedPaths::Paths(paths) = touched {
            for path in paths {
                self.keep_file(&mut memory, &mut missing, &path)?;
            }
        }
        if !missing.is_empty() {
            self.keep_found(&mut memory, missing)?;
        }
        Ok(())
    }

    /// Looks for the missing texts in the whole content folder.
    fn keep_found(
        &self,
        memory: &mut Memory,
        mut missing: BTreeMap<SourceName, SourceText>,
    ) -> io::Result<()> {
        for entry in WalkDir::new(&self.content).into_iter().flatten() {
            if !entry.file_type().is_dir() {
                self.keep_file(memory, &mut missing, entry.path())?;
            }
        }
        // Texts of servers are in another folder.
        memory.others.extend(missing.keys());
        Ok(())
    }

    /// Keeps the text of the file at `path`, if it is a missing one.
    fn keep_file(
        &self,
        memory: &mut Memory,
        missing: &mut BTreeMap<SourceName, SourceText>,
        path: &Path,
    ) -> io::Result<()> {
        let inside = path.strip_prefix(&self.content).ok();
        let Some(inside) = inside.and_then(Path::to_str) else {
            return Ok(());
        };
        let name = SourceName::new(inside);
        let Some(text) = missing.remove(&name) else {
            return Ok(());
        };
        if !inside.parse().is_ok_and(|path: SourcePath| path.is_text()) {
            memory.others.insert(name);
            return Ok(());
        }
        match read(path)? {
            Some(bytes) if SourceText::new(&Hash::of(&bytes)) == text => {
                replace_file_unsynced(&self.place(text), &compress(&bytes)?)?;
                memory.kept.insert(text);
            }
            // It changed meanwhile, which is an edit for the next build.
            _ => {}
        }
        Ok(())
    }

    /// The bytes of a text; none if it is not kept, or damaged.
    pub fn read(&self, text: SourceText) -> Option<Vec<u8>> {
        let mut memory = self.memory();
        if !memory.kept.contains(&text) {
            return None;
        }
        let mut bytes = Vec::new();
        let decoded = fs::File::open(self.place(text))
            .and_then(|file| DeflateDecoder::new(file).read_to_end(&mut bytes));
        if decoded.is_ok() && SourceText::new(&Hash::of(&bytes)) == text {
            return Some(bytes);
        }
        // The next record keeps it anew, if the content still has it.
        memory.kept.remove(&text);
        None
    }

    /// Whether a text is kept.
    pub fn has(&self, text: SourceText) -> bool {
        self.memory().kept.contains(&text)
    }

    /// Removes the texts that none of the lists has, and remains of interrupted writing. No text
    /// is recorded between `read_lists` and the end.
    ///
    /// # Errors
    /// The lists cannot be read, or the disk fails.
    pub fn prune(
        &self,
        read_lists: impl FnOnce() -> io::Result<Vec<SourceList>>,
    ) -> io::Result<()> {
        let mut memory = self.memory();
        let lists = read_lists()?;
        let used: HashSet<SourceText> = lists
            .iter()
            .flat_map(|list| list.iter().map(|(_, text)| text))
            .collect();
        for name in names_in(&self.folder) {
            let text = text_of(&name);
            if !text.is_some_and(|text| used.contains(&text)) {
                fs::remove_file(self.folder.join(&name))?;
                text.map(|text| memory.kept.remove(&text));
            }
        }
        Ok(())
    }

    fn place(&self, text: SourceText) -> PathBuf {
        self.folder.join(String::from(text))
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn names_in(folder: &Path) -> impl Iterator<Item = String> + use<> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    files.filter_map(|file| file.file_name().into_string().ok())
}

/// The text of which a file has the name.
fn text_of(name: &str) -> Option<SourceText> {
    let text = SourceText::try_from(name.to_owned()).ok()?;
    (String::from(text) == name).then_some(text)
}

fn compress(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Site {
        folder: tempfile::TempDir,
        sources: Sources,
    }

    fn text(words: &str) -> SourceText {
        SourceText::new(&Hash::of(words.as_bytes()))
    }

    fn list(files: &[(&str, &str)]) -> SourceList {
        let file = |(path, words): &(&str, &str)| (SourceName::new(path), text(words));
        let mut files: Vec<_> = files.iter().map(file).collect();
        files.sort_unstable();
        SourceList::from_sorted(files)
    }

    fn site(files: &[(&str, &str)]) -> Site {
        let folder = tempfile::tempdir().unwrap();
        let site = Site {
            sources: open(folder.path()),
            folder,
        };
        for (path, words) in files {
            site.edit(path, words);
        }
        site
    }

    fn open(root: &Path) -> Sources {
        Sources::open(&root.join("var"), &root.join("content"))
    }

    impl Site {
        fn edit(&self, path: &str, words: &str) -> PathBuf {
            let path = self.folder.path().join("content").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, words).unwrap();
            path
        }

        fn words(&self, words: &str) -> Option<String> {
            let bytes = self.sources.read(text(words))?;
            Some(String::from_utf8(bytes).unwrap())
        }

        fn names(&self) -> usize {
            names_in(&self.folder.path().join("var").join(FOLDER)).count()
        }
    }

    const A: &str = "news/a/en.md";

    #[test]
    fn texts_are_kept_once_and_pictures_and_schemas_are_not() {
        let files = [
            (A, "潮"),
            ("news/a/zh-CN.md", "潮"),
            ("site.yaml", "name: Tide"),
            ("news/a/chart.svg", "<svg/>"),
            ("news/_schema.json", "{}"),
        ];
        let site = site(&files);
        // A text of a server has no file in the content folder.
        let all = [&files[..], &[("en", "texts")]].concat();
        site.sources.record(&list(&all)).unwrap();
        assert_eq!(site.names(), 2);
        assert_eq!(site.words("潮").as_deref(), Some("潮"));
        assert_eq!(site.words("name: Tide").as_deref(), Some("name: Tide"));
        for other in ["<svg/>", "{}", "texts", "never"] {
            assert_eq!(site.words(other), None, "{other}");
        }
        let again = open(site.folder.path());
        assert!(again.has(text("潮")), "after a restart");
    }

    #[test]
    fn an_edit_reads_the_touched_file_alone() {
        let site = site(&[(A, "one"), ("news/b/en.md", "b")]);
        let before = [(A, "one"), ("news/b/en.md", "b")];
        site.sources.record(&list(&before)).unwrap();
        let path = site.edit(A, "two");
        // Another edit, of which the build does not know yet.
        site.edit("news/b/en.md", "b later");
        site.sources.note(&ChangedPaths::Paths([path].into()));
        let after = [(A, "two"), ("news/b/en.md", "b")];
        site.sources.record(&list(&after)).unwrap();
        assert_eq!(site.words("two").as_deref(), Some("two"));
        assert_eq!(
            site.words("one").as_deref(),
            Some("one"),
            "of the build before"
        );
        assert_eq!(site.words("b later"), None);
    }

    #[test]
    fn a_file_that_no_note_names_is_found() {
        let site = site(&[(A, "one")]);
        site.sources.note(&ChangedPaths::Paths([].into()));
        site.sources.record(&list(&[(A, "one")])).unwrap();
        site.edit(A, "two");
        site.sources.record(&list(&[(A, "two")])).unwrap();
        assert_eq!(site.words("two").as_deref(), Some("two"));
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_kept_once_it_is_as_the_build_has_it() {
        let site = site(&[(A, "later")]);
        let built = list(&[(A, "one")]);
        site.sources.record(&built).unwrap();
        assert_eq!((site.words("one"), site.words("later")), (None, None));
        site.edit(A, "one");
        site.sources.record(&built).unwrap();
        assert_eq!(site.words("one").as_deref(), Some("one"));
    }

    #[test]
    fn a_file_that_is_gone_for_a_build_is_kept_when_it_is_back() {
        let site = site(&[("site.yaml", "name: Tide")]);
        site.sources.record(&list(&[(A, "one")])).unwrap();
        site.sources.record(&list(&[])).unwrap();
        site.edit(A, "one");
        site.sources.record(&list(&[(A, "one")])).unwrap();
        assert_eq!(site.words("one").as_deref(), Some("one"));
    }

    #[test]
    fn a_damaged_text_counts_as_absent_and_is_kept_anew() {
        let site = site(&[(A, "one")]);
        let built = list(&[(A, "one")]);
        site.sources.record(&built).unwrap();
        for broken in [&b""[..], b"\xff\xff\xff", &compress(b"other").unwrap()] {
            fs::write(site.sources.place(text("one")), broken).unwrap();
            assert_eq!(site.words("one"), None, "{broken:?}");
            assert!(!site.sources.has(text("one")));
            site.sources.record(&built).unwrap();
            assert_eq!(site.words("one").as_deref(), Some("one"));
        }
    }

    #[test]
    fn texts_of_no_build_and_remains_of_a_killed_process_are_removed() {
        let site = site(&[(A, "one")]);
        let first = list(&[(A, "one")]);
        site.sources.record(&first).unwrap();
        site.edit(A, "two");
        let second = list(&[(A, "two")]);
        site.sources.record(&second).unwrap();
        let half = site.sources.place(text("three")).with_extension("tmp");
        fs::write(&half, "half").unwrap();
        let both = vec![first.clone(), second.clone()];
        site.sources.prune(|| Ok(both)).unwrap();
        assert_eq!(site.names(), 2, "the half one is gone");
        let failure = io::Error::other("a disk");
        assert!(site.sources.prune(|| Err(failure)).is_err());
        assert!(
            site.sources.has(text("one")),
            "unknown lists remove no text"
        );
        site.sources.prune(|| Ok(vec![second])).unwrap();
        assert_eq!((site.words("one"), site.names()), (None, 1));
        site.edit(A, "one");
        site.sources.record(&first).unwrap();
        assert_eq!(site.words("one").as_deref(), Some("one"));
    }
}
