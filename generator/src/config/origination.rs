//! The person behind a command, and the reason: for the log of builds and for notices.

use std::env;
use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use contract::control::{BY_MAX, Origination, WHY_MAX};
use serde::{Deserialize, Serialize};

use super::options::OriginationArgs;

/// Variables in which CI systems name the person whose push or click began a job.
const ACTORS: [&str; 2] = ["GITHUB_ACTOR", "GITLAB_USER_LOGIN"];

/// Variables in which they name the commit.
const COMMITS: [&str; 2] = ["GITHUB_SHA", "CI_COMMIT_SHA"];

/// Variables in which they name the job.
const JOBS: [&str; 3] = ["CI_JOB_URL", "BUILD_URL", "GITHUB_RUN_ID"];

/// File in which the kernel has the name of the machine.
const HOST: &str = "/proc/sys/kernel/hostname";

/// No commit's name is longer, in characters: SHA-256 in hexadecimal digits, and the number of
/// files that differ from it.
const COMMIT_MAX: usize = 80;

/// The name in the log for an edit whose author is not known.
pub const UNKNOWN: &str = "unknown";

/// The name in the log for a change at a scheduled moment.
pub const CLOCK: &str = "clock";

/// The one that `args` and the environment name.
pub fn origination(args: &OriginationArgs) -> Origination {
    let by = args.by.clone().filter(|name| !name.trim().is_empty());
    bounded(Origination {
        by: by.or_else(|| first(&ACTORS)).unwrap_or_else(user),
        why: args.why.clone(),
        commit: first(&COMMITS),
    })
}

/// The one of a `watch`, which publishes the edits of others: without a person, unless `args` or
/// the environment name one.
pub fn origination_of_watch(args: &OriginationArgs) -> Origination {
    let by = args.by.clone().filter(|name| !name.trim().is_empty());
    bounded(Origination {
        by: by.or_else(|| first(&ACTORS)).unwrap_or_default(),
        why: args.why.clone(),
        commit: first(&COMMITS),
    })
}

/// A process of a machine, for those that wait until it is done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessName {
    /// The system's user.
    pub user: String,
    /// The machine.
    pub host: String,
    /// Number of the process.
    pub number: u32,
    /// The CI job that it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<String>,
}

impl ProcessName {
    /// The name of this process.
    pub fn of_this() -> Self {
        let name = Self {
            user: user(),
            host: fs::read_to_string(HOST).unwrap_or_default(),
            number: std::process::id(),
            job: first(&JOBS),
        };
        name.bounded()
    }

    /// The same without characters that could move a cursor, and not long.
    pub fn bounded(self) -> Self {
        Self {
            user: cut(&self.user, BY_MAX),
            host: cut(&self.host, BY_MAX),
            number: self.number,
            job: self.job.map(|job| cut(&job, WHY_MAX)),
        }
    }
}

/// The first `most` characters of a text that stay where they are printed.
fn cut(text: &str, most: usize) -> String {
    let shown = text.trim().chars().filter(|letter| !letter.is_control());
    shown.take(most).collect()
}

/// The same without characters that could move a cursor, and no longer than the log takes.
pub fn bounded(origination: Origination) -> Origination {
    let cut_some = |text: Option<String>, most| {
        let cut = text.map(|text| cut(&text, most));
        cut.filter(|text| !text.is_empty())
    };
    Origination {
        by: cut(&origination.by, BY_MAX),
        why: cut_some(origination.why, WHY_MAX),
        commit: cut_some(origination.commit, COMMIT_MAX),
    }
}

/// Questions to git about a folder: its commit, the files that differ from it, and the author of
/// the last change. They are answered while something else is done.
pub struct CommitQuery {
    origination: Origination,
    status: Option<Child>,
    author: Option<Child>,
}

/// How long git may take. It compares times and sizes of files.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often is looked whether it has answered.
const PAUSE: Duration = Duration::from_millis(1);

/// Longest answer that is read, in bytes: a line for each changed file.
const ANSWER_MAX: u64 = 1024 * 1024;

impl CommitQuery {
    /// Asks about `folder`, as far as `origination` lacks commit or person. A folder that is in no
    /// repository has neither, nor has any where there is no git.
    pub fn of(folder: &Path, origination: Origination) -> Self {
        let ask = |arguments: &[&str]| {
            let mut git = Command::new("git");
            git.arg("--no-optional-locks").arg("-C").arg(folder);
            git.args(arguments).args(["--", "."]);
            git.stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(Stdio::null());
            git.spawn().ok()
        };
        let status = ["status", "--porcelain=v2", "--branch", "-uall"];
        let (has_commit, is_known) = (origination.commit.is_some(), !origination.by.is_empty());
        Self {
            status: (!has_commit).then(|| ask(&status)).flatten(),
            author: (!has_commit && !is_known)
                .then(|| ask(&["log", "-1", "--format=%an"]))
                .flatten(),
            origination,
        }
    }

    /// The origination with the answers.
    pub fn origination(mut self) -> Origination {
        let status = self.status.as_mut().and_then(answer);
        let author = self.author.as_mut().and_then(answer);
        let origination = std::mem::take(&mut self.origination);
        with_answers(origination, status.as_deref(), author.as_deref())
    }
}

impl Drop for CommitQuery {
    fn drop(&mut self) {
        for git in [&mut self.status, &mut self.author].into_iter().flatten() {
            // The answer is of no use any more.
            let _ = git.kill();
            let _ = git.wait();
        }
    }
}

/// `origination` with the commit, and with its author where no file differs from it: the author of
/// an edit that is in no commit is not known.
fn with_answers(
    mut origination: Origination,
    status: Option<&str>,
    author: Option<&str>,
) -> Origination {
    let found = status.and_then(commit_of);
    let is_committed = found.as_ref().is_some_and(|(_, changed)| *changed == 0);
    if origination.by.is_empty() {
        let author = author.filter(|author| is_committed && !author.trim().is_empty());
        author.unwrap_or(UNKNOWN).clone_into(&mut origination.by);
    }
    let commit = found.map(|(commit, changed)| match changed {
        0 => commit,
        changed => format!("{commit}+{changed}"),
    });
    origination.commit = origination.commit.or(commit);
    bounded(origination)
}

/// The commit in the answer of `git status`, and how many files differ from it.
fn commit_of(status: &str) -> Option<(String, usize)> {
    let mut lines = status.lines();
    let commit = lines.find_map(|line| line.strip_prefix("# branch.oid "))?;
    if commit.starts_with('(') {
        // There is no commit yet.
        return None;
    }
    let changed = lines.filter(|line| !line.starts_with('#')).count();
    Some((commit.to_owned(), changed))
}

fn answer(git: &mut Child) -> Option<String> {
    // Read beside the wait: git stops while its output is full.
    let output = git.stdout.take()?;
    let reading = std::thread::spawn(move || {
        let mut text = String::new();
        let read = output.take(ANSWER_MAX).read_to_string(&mut text);
        read.ok().map(|_| text)
    });
    let started = Instant::now();
    loop {
        match git.try_wait().ok()? {
            Some(status) if status.success() => break,
            Some(_) => return None,
            None if started.elapsed() > PATIENCE => return None,
            None => std::thread::sleep(PAUSE),
        }
    }
    let text = reading.join().ok()??;
    Some(text.trim().to_owned())
}

fn first(variables: &[&str]) -> Option<String> {
    let set = variables.iter().filter_map(|name| env::var(name).ok());
    set.into_iter().find(|value| !value.is_empty())
}

/// Name of the system's user: of the person who called `sudo`, if somebody did.
fn user() -> String {
    let id = rustix::process::getuid().as_raw();
    first(&["SUDO_USER"])
        .or_else(|| name_of(id, &fs::read_to_string("/etc/passwd").unwrap_or_default()))
        .or_else(|| first(&["USER", "LOGNAME"]))
        .unwrap_or_else(|| format!("uid {id}"))
}

/// The user of that number in `/etc/passwd`.
fn name_of(id: u32, passwd: &str) -> Option<String> {
    let id = id.to_string();
    passwd.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1) == Some(&*id)).then(|| name.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_is_found_by_its_number() {
        let passwd = "root:x:0:0:root:/root:/bin/sh\nbroken\nportico:x:998:998::/:/bin/false\n";
        assert_eq!(name_of(998, passwd).as_deref(), Some("portico"));
        assert_eq!(name_of(0, passwd).as_deref(), Some("root"));
        assert_eq!(name_of(99, passwd), None);
    }

    #[test]
    fn names_and_reasons_are_cut_and_move_no_cursor() {
        let wild = Origination {
            by: format!(" \u{1b}[2Jann{}", "x".repeat(500)),
            why: Some("a\nb\u{7}".to_owned()),
            commit: Some("  ".to_owned()),
        };
        let tame = bounded(wild);
        assert!(tame.by.starts_with("[2Jannxxx"), "{}", tame.by);
        assert_eq!(tame.by.chars().count(), BY_MAX);
        assert_eq!(tame.why.as_deref(), Some("ab"));
        assert_eq!(tame.commit, None);
    }

    // R10.04
    #[test]
    fn an_edit_in_no_commit_has_no_author_and_is_counted() {
        let clean = "# branch.oid c494f99\n# branch.head main\n";
        let dirty = format!("{clean}1 .M N... 100644 100644 100644 a a news/a.md\n? news/b.md\n");
        let origination = |by: &str, status: Option<&str>| {
            let given = Origination {
                by: by.to_owned(),
                ..Origination::default()
            };
            let Origination { by, commit, .. } = with_answers(given, status, Some("Ann"));
            (by, commit.unwrap_or_default())
        };
        let pair = |by: &str, commit: &str| (by.to_owned(), commit.to_owned());
        assert_eq!(origination("", Some(clean)), pair("Ann", "c494f99"));
        assert_eq!(origination("", Some(&dirty)), pair(UNKNOWN, "c494f99+2"));
        assert_eq!(origination("bob", Some(&dirty)), pair("bob", "c494f99+2"));
        assert_eq!(origination(CLOCK, Some(clean)), pair(CLOCK, "c494f99"));
        assert_eq!(origination("", None), pair(UNKNOWN, ""));
        let empty = "# branch.oid (initial)\n? a.md\n";
        assert_eq!(origination("", Some(empty)), pair(UNKNOWN, ""));
    }
}
