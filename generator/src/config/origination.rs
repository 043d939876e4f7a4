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

/// No commit's name is longer, in characters: SHA-256 in hexadecimal digits.
const COMMIT_MAX: usize = 64;

/// The one that `args` and the environment name.
pub fn origination(args: &OriginationArgs) -> Origination {
    let by = args.by.clone().filter(|name| !name.trim().is_empty());
    bounded(Origination {
        by: by.or_else(|| first(&ACTORS)).unwrap_or_else(user),
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

/// A question to git for the commit of a folder; it is answered while something else is done.
pub struct CommitQuery {
    origination: Origination,
    git: Option<Child>,
}

/// How long git may take. It reads three small files.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often is looked whether it has answered.
const PAUSE: Duration = Duration::from_millis(1);

impl CommitQuery {
    /// Asks for the commit of `folder`, unless `origination` has one. A folder that is in no
    /// repository has none, nor has any where there is no git.
    pub fn of(folder: &Path, origination: Origination) -> Self {
        if origination.commit.is_some() {
            let git = None;
            return Self { origination, git };
        }
        let mut git = Command::new("git");
        git.arg("-C")
            .arg(folder)
            .args(["rev-parse", "--verify", "HEAD"]);
        git.stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let git = git.spawn().ok();
        Self { origination, git }
    }

    /// The origination with the answer.
    pub fn origination(mut self) -> Origination {
        let commit = self.git.as_mut().and_then(answer);
        let mut origination = std::mem::take(&mut self.origination);
        origination.commit = origination.commit.or(commit);
        bounded(origination)
    }
}

impl Drop for CommitQuery {
    fn drop(&mut self) {
        if let Some(git) = &mut self.git {
            // Nobody waits for the answer any more.
            let _ = git.kill();
            let _ = git.wait();
        }
    }
}

fn answer(git: &mut Child) -> Option<String> {
    let started = Instant::now();
    loop {
        match git.try_wait().ok()? {
            Some(status) if status.success() => break,
            Some(_) => return None,
            None if started.elapsed() > PATIENCE => return None,
            None => std::thread::sleep(PAUSE),
        }
    }
    let mut commit = String::new();
    let output = git.stdout.take()?;
    output
        .take(COMMIT_MAX as u64 + 1)
        .read_to_string(&mut commit)
        .ok()?;
    Some(commit.trim().to_owned())
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
}
