//! The state of a folder in git: its commit, and the files that differ from it.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::Read;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How long git may take for an answer. It compares times and sizes of files.
const PATIENCE: Duration = Duration::from_secs(1);

/// Pause between two looks whether git has answered.
const PAUSE: Duration = Duration::from_millis(1);

/// Longest answer that is read, in bytes: a line for each changed file.
const ANSWER_MAX: u64 = 1024 * 1024;

/// Files that are asked about by name; of more git looks through the folder.
const NAMES_MAX: usize = 100;

/// A folder's commit, and the files in it that differ from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WorkingTree {
    pub(super) commit: String,
    /// Below the top folder of the repository.
    pub(super) changed: BTreeSet<PathBuf>,
}

/// A folder that git is asked about.
pub(super) struct Asked<'a> {
    pub(super) folder: &'a Path,
    /// Set once the answer is of no use any more.
    pub(super) is_dropped: &'a AtomicBool,
}

impl Asked<'_> {
    /// The state of the folder; none if it is in no repository, without a commit, or git takes too
    /// long.
    ///
    /// `before` is its state before the files `touched`: all others are as they were, and in a
    /// large folder git takes long to look at them.
    pub(super) fn working_tree(
        &self,
        before: Option<WorkingTree>,
        touched: Option<&BTreeSet<PathBuf>>,
    ) -> Option<WorkingTree> {
        let names = before.as_ref().zip(touched).and_then(|(before, touched)| {
            let inside = touched.iter().filter(|path| path.starts_with(self.folder));
            let inside = inside.map(|path| name(":(literal)", path));
            let changed = before.changed.iter();
            let names = inside.chain(changed.map(|path| name(":(top,literal)", path)));
            let names: Vec<_> = names.collect();
            (names.len() <= NAMES_MAX).then_some(names)
        });
        let commit = before.map(|before| before.commit);
        let some = names.filter(|names| !names.is_empty());
        let some = some.and_then(|names| self.status(&names));
        match some.filter(|some| Some(&some.commit) == commit.as_ref()) {
            Some(state) => Some(state),
            None => self.status(&[".".into()]),
        }
    }

    /// The author of the last change.
    pub(super) fn author(&self) -> Option<String> {
        let author = self.git(&["log", "-1", "--format=%an"], &[".".into()])?;
        let author = String::from_utf8_lossy(&author).trim().to_owned();
        Some(author).filter(|author| !author.is_empty())
    }

    fn status(&self, names: &[OsString]) -> Option<WorkingTree> {
        let arguments = ["status", "--porcelain=v2", "-z", "--branch", "-uall"];
        working_tree(&self.git(&arguments, names)?)
    }

    fn git(&self, arguments: &[&str], names: &[OsString]) -> Option<Vec<u8>> {
        let mut git = Command::new("git");
        git.arg("--no-optional-locks").arg("-C").arg(self.folder);
        git.args(arguments).arg("--").args(names);
        git.stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        self.answer(git.spawn().ok()?)
    }

    /// The whole answer of a process that ends well and in time.
    fn answer(&self, mut git: Child) -> Option<Vec<u8>> {
        // Read beside the wait: git stops while its output is full.
        let output = git.stdout.take()?;
        let reading = thread::spawn(move || {
            let mut bytes = Vec::new();
            let read = output.take(ANSWER_MAX).read_to_end(&mut bytes);
            read.ok().map(|_| bytes)
        });
        let started = Instant::now();
        while started.elapsed() <= PATIENCE && !self.is_dropped.load(Ordering::Relaxed) {
            match git.try_wait().ok()? {
                Some(status) if status.success() => return reading.join().ok()?,
                Some(_) => return None,
                None => thread::sleep(PAUSE),
            }
        }
        let _ = git.kill();
        let _ = git.wait();
        None
    }
}

/// A pathspec for one path, in which no character is a wildcard.
fn name(magic: &str, path: &Path) -> OsString {
    let mut name = OsString::from(magic);
    name.push(path);
    name
}

/// The answer of `git status --porcelain=v2 -z --branch`.
fn working_tree(status: &[u8]) -> Option<WorkingTree> {
    let mut parts = status.split(|byte| *byte == 0);
    let (mut commit, mut changed) = (None, BTreeSet::new());
    while let Some(part) = parts.next() {
        // A kind, and so many fields before the path; of a moved file the old path follows.
        let fields = match part.first() {
            Some(b'#') => {
                let oid = part.strip_prefix(b"# branch.oid ".as_slice());
                commit = commit.or(oid.map(String::from_utf8_lossy));
                continue;
            }
            Some(b'1') => 8,
            Some(b'2') => 9,
            Some(b'u') => 10,
            Some(b'?') => 1,
            _ => continue,
        };
        let path = part.splitn(fields + 1, |byte| *byte == b' ').nth(fields)?;
        changed.insert(path_of(path));
        if fields == 9 {
            changed.insert(path_of(parts.next()?));
        }
    }
    // There may be no commit yet: `(initial)`.
    let commit = commit.filter(|commit| !commit.starts_with('('))?;
    Some(WorkingTree {
        commit: commit.into_owned(),
        changed,
    })
}

fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(OsString::from_vec(bytes.to_vec()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn git(folder: &Path, arguments: &[&str]) {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=Ann", "-c", "user.email=ann@example.com"]);
        let output = git.arg("-C").arg(folder).args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }

    fn paths(paths: &[&str]) -> BTreeSet<PathBuf> {
        paths.iter().map(PathBuf::from).collect()
    }

    // R10.04
    #[test]
    fn files_asked_about_by_name_give_the_state_of_the_whole_folder() {
        let top = tempfile::tempdir().unwrap();
        let folder = top.path().join("content");
        fs::create_dir(&folder).unwrap();
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        git(top.path(), &["init", "-q"]);
        let is_dropped = AtomicBool::new(false);
        let asked = Asked {
            folder: &folder,
            is_dropped: &is_dropped,
        };
        assert_eq!(asked.working_tree(None, None), None, "there is no commit");
        for name in ["a.md", "b.md", "[c].md", "潮 生.md"] {
            write(name, "1");
        }
        git(top.path(), &["add", "-A"]);
        git(top.path(), &["commit", "-qm", "one"]);
        let mut state = asked.working_tree(None, None).unwrap();
        assert_eq!(state.changed, BTreeSet::new());
        assert_eq!(asked.author().as_deref(), Some("Ann"));
        let mut touch = |names: &[&str], expected: &[&str]| {
            let touched = names.iter().map(|name| folder.join(name)).collect();
            let found = asked.working_tree(Some(state.clone()), Some(&touched));
            assert_eq!(found, asked.working_tree(None, None), "{names:?}");
            state = found.unwrap();
            assert_eq!(state.changed, paths(expected), "{names:?}");
        };
        write("a.md", "2");
        touch(&["a.md"], &["content/a.md"]);
        write("[c].md", "2");
        touch(&["[c].md"], &["content/[c].md", "content/a.md"]);
        write("a.md", "1");
        touch(&["a.md"], &["content/[c].md"]);
        fs::rename(folder.join("潮 生.md"), folder.join("new.md")).unwrap();
        let moved = ["content/[c].md", "content/new.md", "content/潮 生.md"];
        touch(&["潮 生.md", "new.md"], &moved);
        git(top.path(), &["add", "-A"]);
        touch(&["a.md"], &moved);
        git(top.path(), &["commit", "-qm", "two"]);
        touch(&["a.md"], &[]);
    }

    #[test]
    fn an_answer_that_is_not_wanted_any_more_is_not_waited_for() {
        let asked = Asked {
            folder: Path::new("."),
            is_dropped: &AtomicBool::new(true),
        };
        assert_eq!(asked.working_tree(None, None), None);
    }
}
