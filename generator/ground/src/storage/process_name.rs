//! The name of this process, and of the person that began it.

use std::{env, fs};

use contract::control::{BY_MAX, WHY_MAX};
use serde::{Deserialize, Serialize};

/// Variables in which CI systems name the job.
const JOBS: [&str; 3] = ["CI_JOB_URL", "BUILD_URL", "GITHUB_RUN_ID"];

/// File in which the kernel has the name of the machine.
const HOST: &str = "/proc/sys/kernel/hostname";

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
            job: first_variable(&JOBS),
        };
        name.within_limits()
    }

    /// The name without characters that could move a cursor, and not long.
    pub fn within_limits(self) -> Self {
        Self {
            user: printable(&self.user, BY_MAX),
            host: printable(&self.host, BY_MAX),
            number: self.number,
            job: self.job.map(|job| printable(&job, WHY_MAX)),
        }
    }
}

/// The first `most` characters of a text that stay where they are printed.
pub fn printable(text: &str, most: usize) -> String {
    let shown = text.trim().chars().filter(|letter| !letter.is_control());
    shown.take(most).collect()
}

/// The first of these environment variables that is set and not empty.
pub fn first_variable(variables: &[&str]) -> Option<String> {
    let set = variables.iter().filter_map(|name| env::var(name).ok());
    set.into_iter().find(|value| !value.is_empty())
}

/// Name of the system's user: of the person that called `sudo`, if it was used.
pub fn user() -> String {
    let id = rustix::process::getuid().as_raw();
    first_variable(&["SUDO_USER"])
        .or_else(|| name_of(id, &fs::read_to_string("/etc/passwd").unwrap_or_default()))
        .or_else(|| first_variable(&["USER", "LOGNAME"]))
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
}
