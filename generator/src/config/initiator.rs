//! The person behind a command, and the reason: for the log of builds and for notices.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use contract::control::{BY_MAX, Initiator, WHY_MAX};

use super::options::OriginationArgs;
use super::working_tree::{Asked, WorkingTree};
use generator_content::ChangedPaths;
use generator_ground::storage::process_name::{first_variable, printable, user};

/// Variables in which CI systems name the person that began a job.
const ACTORS: [&str; 2] = ["GITHUB_ACTOR", "GITLAB_USER_LOGIN"];

/// Variables in which they name the commit.
const COMMITS: [&str; 2] = ["GITHUB_SHA", "CI_COMMIT_SHA"];

/// Maximum length of a commit's name, in characters: SHA-256 in hexadecimal digits, and the number
/// of files that differ from it.
const COMMIT_MAX: usize = 80;

/// The name in the log for an edit by an unknown author.
pub const UNKNOWN: &str = "unknown";

/// The name in the log for a change at a scheduled moment.
pub const CLOCK: &str = "clock";

/// The one that `args` and the environment name.
pub fn initiator(args: &OriginationArgs) -> Initiator {
    let by = args.by.clone().filter(|name| !name.trim().is_empty());
    within_limits(Initiator {
        by: by.or_else(|| first_variable(&ACTORS)).unwrap_or_else(user),
        why: args.why.clone(),
        commit: first_variable(&COMMITS),
    })
}

/// The one of a `watch`, which publishes the edits of others: without a person, unless `args` or
/// the environment name one.
pub fn initiator_of_watch(args: &OriginationArgs) -> Initiator {
    let by = args.by.clone().filter(|name| !name.trim().is_empty());
    within_limits(Initiator {
        by: by.or_else(|| first_variable(&ACTORS)).unwrap_or_default(),
        why: args.why.clone(),
        commit: first_variable(&COMMITS),
    })
}

/// The name without characters that could move a cursor, and no longer than the log takes.
pub fn within_limits(initiator: Initiator) -> Initiator {
    let cut_some = |text: Option<String>, most| {
        let cut = text.map(|text| printable(&text, most));
        cut.filter(|text| !text.is_empty())
    };
    Initiator {
        by: printable(&initiator.by, BY_MAX),
        why: cut_some(initiator.why, WHY_MAX),
        commit: cut_some(initiator.commit, COMMIT_MAX),
    }
}

/// Questions to git about a folder: its commit, the files that differ from it, and the author of
/// the last change. They are asked and answered while something else is done: in a large process
/// the start of another one takes milliseconds.
pub struct CommitQuery {
    initiator: Initiator,
    answers: Option<JoinHandle<GitAnswers>>,
    is_dropped: Arc<AtomicBool>,
    known: KnownTree,
}

/// The state of the content folder in git after the last build, for the next one.
#[derive(Clone, Debug, Default)]
pub struct KnownTree(Arc<Mutex<Option<WorkingTree>>>);

/// Answers of git.
#[derive(Default)]
struct GitAnswers {
    tree: Option<WorkingTree>,
    author: Option<String>,
}

impl KnownTree {
    /// Takes it: files touched from now on are not in it.
    fn take(&self) -> Option<WorkingTree> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn set(&self, tree: Option<WorkingTree>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = tree;
    }
}

impl CommitQuery {
    /// Asks about `folder`, in which `touched` may have changed since `known`, as far as
    /// `initiator` lacks commit or person. A folder that is in no repository has neither, nor has
    /// any where there is no git.
    pub fn new(
        folder: &Path,
        initiator: Initiator,
        known: &KnownTree,
        touched: &ChangedPaths,
    ) -> Self {
        let is_dropped = Arc::new(AtomicBool::new(false));
        let before = known.take();
        let answers = initiator.commit.is_none().then(|| {
            let (folder, is_dropped) = (folder.to_owned(), Arc::clone(&is_dropped));
            let wants_author = initiator.by.is_empty();
            let touched = match touched {
                ChangedPaths::Paths(paths) => Some(paths.clone()),
                ChangedPaths::Everything => None,
            };
            thread::spawn(move || {
                let asked = Asked {
                    folder: &folder,
                    is_dropped: &is_dropped,
                };
                let tree = asked.working_tree(before, touched.as_ref());
                // The author of an edit that is in no commit is not known.
                let is_clean = tree.as_ref().is_some_and(|tree| tree.changed.is_empty());
                let author = (wants_author && is_clean).then(|| asked.author()).flatten();
                GitAnswers { tree, author }
            })
        });
        Self {
            initiator,
            answers,
            is_dropped,
            known: known.clone(),
        }
    }

    /// The initiator with the answers.
    pub fn initiator(mut self) -> Initiator {
        let answers = self.answers.take().and_then(|asked| asked.join().ok());
        let GitAnswers { tree, author } = answers.unwrap_or_default();
        let initiator = std::mem::take(&mut self.initiator);
        let complete = with_answers(initiator, tree.as_ref(), author);
        self.known.set(tree);
        complete
    }
}

impl Drop for CommitQuery {
    fn drop(&mut self) {
        // The answers are of no use any more.
        self.is_dropped.store(true, Ordering::Relaxed);
    }
}

/// `initiator` with the commit, how many files differ from it, and its author.
fn with_answers(
    mut initiator: Initiator,
    tree: Option<&WorkingTree>,
    author: Option<String>,
) -> Initiator {
    if initiator.by.is_empty() {
        initiator.by = author.unwrap_or_else(|| UNKNOWN.to_owned());
    }
    let commit = tree.map(|tree| match tree.changed.len() {
        0 => tree.commit.clone(),
        changed => format!("{}+{changed}", tree.commit),
    });
    initiator.commit = initiator.commit.or(commit);
    within_limits(initiator)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn names_and_reasons_are_cut_and_move_no_cursor() {
        let wild = Initiator {
            by: format!(" \u{1b}[2Jann{}", "x".repeat(500)),
            why: Some("a\nb\u{7}".to_owned()),
            commit: Some("  ".to_owned()),
        };
        let tame = within_limits(wild);
        assert!(tame.by.starts_with("[2Jannxxx"), "{}", tame.by);
        assert_eq!(tame.by.chars().count(), BY_MAX);
        assert_eq!(tame.why.as_deref(), Some("ab"));
        assert_eq!(tame.commit, None);
    }

    // R10.04
    #[test]
    fn an_edit_in_no_commit_has_no_author_and_is_counted() {
        let tree = |changed: &[&str]| WorkingTree {
            commit: "c494f99".to_owned(),
            changed: changed.iter().map(PathBuf::from).collect(),
        };
        let (clean, dirty) = (tree(&[]), tree(&["news/a.md", "news/b.md"]));
        let initiator = |by: &str, tree: Option<&WorkingTree>, author: Option<&str>| {
            let given = Initiator {
                by: by.to_owned(),
                ..Initiator::default()
            };
            let author = author.map(str::to_owned);
            let Initiator { by, commit, .. } = with_answers(given, tree, author);
            (by, commit.unwrap_or_default())
        };
        let pair = |by: &str, commit: &str| (by.to_owned(), commit.to_owned());
        let (clean, dirty) = (Some(&clean), Some(&dirty));
        assert_eq!(initiator("", clean, Some("Ann")), pair("Ann", "c494f99"));
        assert_eq!(initiator("", dirty, None), pair(UNKNOWN, "c494f99+2"));
        assert_eq!(initiator("bob", dirty, None), pair("bob", "c494f99+2"));
        assert_eq!(initiator(CLOCK, clean, None), pair(CLOCK, "c494f99"));
        assert_eq!(initiator("", None, None), pair(UNKNOWN, ""));
    }
}
