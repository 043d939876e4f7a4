//! SIGHUP: reads the files again that may change while the gateway serves, and reports all of them
//! in one line of the log.
//!
//! | file | without SIGHUP it is read |
//! |---|---|
//! | certificate and key | every few seconds |
//! | authorities of `--origin-ca` | at the start |
//! | keys of `--regenerate-key` | at each request that proves itself by one |
//! | the embedded origin's keys, secrets and receivers | at the next use |
//! | `portico.toml` | at the start; a key with another value is named, and needs a new process |
//!
//! A key of `portico.toml` never changes in a running process: many of them are in use in several
//! places (a public address is in redirects, in headers of the loaded build and in cookies), and a
//! hand-over changes all at one moment without a lost request.

use std::fmt::{self, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use config_file::command_line::{self, CommandLine, Refusal};

use crate::config::{Cli, Command, Config};
use crate::net::tls::Tls;
use crate::reread::Reread;
use crate::state::Gateway;

/// Reads files again; clones share the order.
#[derive(Clone)]
pub struct Refresh {
    gateway: Arc<Gateway>,
    tls: Option<Arc<Tls>>,
    /// Held while files are read: the last line of the log is then about the last signal.
    turn: Arc<Mutex<()>>,
}

/// The configuration file, compared with the running process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ConfigChanges {
    /// The process has no configuration file.
    #[default]
    NoFile,
    /// Keys of options that have another value by now; never the values, which may be secrets.
    Keys(PathBuf, Vec<String>),
    /// The file cannot be used; the sentence names file and line.
    Refused(String),
}

impl ConfigChanges {
    /// Reads the file again, and compares it with the command line of the running process. Flags
    /// and the environment come first, as at the start. Blocks.
    pub fn find(running: &CommandLine) -> Self {
        let (cli, now) = match command_line::parse::<Cli>(Cli::command_for_beginners()) {
            Ok(parsed) => parsed,
            Err(Refusal::File(error)) => return Self::Refused(error.to_string()),
            Err(Refusal::CommandLine(error)) => {
                let text = error.to_string();
                let first = text.lines().next().unwrap_or_default();
                return Self::Refused(first.to_owned());
            }
        };
        let (Command::Serve(options) | Command::CheckConfig(options)) = cli.command;
        // One that was there and is gone has all keys at their defaults.
        let Some(file) = now.file.as_ref().or(running.file.as_ref()) else {
            return Self::NoFile;
        };
        match Config::try_from(*options) {
            Ok(_) => Self::Keys(file.clone(), running.changed_keys(&now)),
            Err(error) => Self::Refused(format!("{}: {error}", file.display())),
        }
    }
}

/// The results, displayed as one line.
#[derive(Debug, Default)]
pub struct Report {
    files: Vec<(String, Reread)>,
    config: ConfigChanges,
}

impl Refresh {
    pub(crate) fn new(gateway: Arc<Gateway>, tls: Option<Arc<Tls>>) -> Self {
        Self {
            gateway,
            tls,
            turn: Arc::default(),
        }
    }

    /// Reads all files. `config` is the comparison of the configuration file. Blocks.
    pub fn run(&self, config: impl FnOnce() -> ConfigChanges) -> Report {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut files = Vec::new();
        if let Some(tls) = &self.tls {
            files.push(tls.reread());
        }
        let others = self.gateway.webhooks.reread().into_iter();
        let others = others.chain(self.gateway.upstream.reread_files());
        files.extend(others.map(|(path, result)| (format!("`{}`", path.display()), result)));
        Report {
            files,
            config: config(),
        }
    }
}

impl Report {
    /// Writes the line. An operator has to act on an error, and may have to act on a warning.
    pub fn log(&self) {
        let is_refused = |(_, result): &(_, Reread)| matches!(result, Reread::Refused(_));
        match &self.config {
            ConfigChanges::Refused(_) => tracing::error!("{self}"),
            _ if self.files.iter().any(is_refused) => tracing::error!("{self}"),
            ConfigChanges::Keys(_, keys) if !keys.is_empty() => tracing::warn!("{self}"),
            ConfigChanges::NoFile | ConfigChanges::Keys(..) => tracing::info!("{self}"),
        }
    }

    /// The names of the files with a result.
    fn names(&self, result: &Reread) -> Vec<&str> {
        let files = self.files.iter().filter(|(_, its)| its == result);
        files.map(|(name, _)| name.as_str()).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changed = self.names(&Reread::Changed);
        let mut unchanged = self.names(&Reread::Unchanged);
        let (mut file, mut needs, mut refused) = (String::new(), String::new(), String::new());
        match &self.config {
            ConfigChanges::NoFile => {}
            ConfigChanges::Keys(path, keys) if keys.is_empty() => {
                write!(file, "`{}`", path.display())?;
                unchanged.push(&file);
            }
            ConfigChanges::Keys(path, keys) => {
                let keys = keys.join("`, `");
                let path = path.display();
                write!(
                    needs,
                    "changed in `{path}` and in use only after SIGUSR2 or a restart: `{keys}`"
                )?;
            }
            ConfigChanges::Refused(reason) => write!(refused, "{reason}")?,
        }
        for (_, result) in &self.files {
            if let Reread::Refused(reason) = result {
                let gap = if refused.is_empty() { "" } else { "; " };
                write!(refused, "{gap}{reason}")?;
            }
        }
        let list = |word: &str, names: &[&str]| match names {
            [] => None,
            names => Some(format!("{word}: {}", names.join(", "))),
        };
        let refused = (!refused.is_empty())
            .then(|| format!("not used, and the state before stays: {refused}"));
        let parts = [
            list("read again", &changed),
            list("unchanged", &unchanged),
            (!needs.is_empty()).then_some(needs),
            refused,
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match parts.is_empty() {
            true => f.write_str(
                "SIGHUP: nothing to reload; builds are noticed without it, and options need SIGUSR2 or a restart",
            ),
            false => write!(f, "SIGHUP: {}", parts.join("; ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(files: &[(&str, Reread)], config: ConfigChanges) -> String {
        let files = files.iter();
        let files = files.map(|(name, result)| (format!("`{name}`"), result.clone()));
        let report = Report {
            files: files.collect(),
            config,
        };
        report.to_string()
    }

    #[test]
    fn one_line_has_all_files_and_the_keys_that_need_a_new_process() {
        let keys = |names: &[&str]| {
            let names = names.iter().map(|&name| name.to_owned());
            ConfigChanges::Keys("portico.toml".into(), names.collect())
        };
        let refused = |reason: &str| Reread::Refused(reason.to_owned());
        assert_eq!(
            line(
                &[
                    ("a", Reread::Changed),
                    ("b", Reread::Unchanged),
                    ("c", Reread::Changed),
                    ("d", refused("`d`, line 2: no key")),
                ],
                keys(&["hsts", "listen"])
            ),
            "SIGHUP: read again: `a`, `c`; unchanged: `b`; changed in `portico.toml` and in use only after SIGUSR2 or a restart: `hsts`, `listen`; not used, and the state before stays: `d`, line 2: no key"
        );
        assert_eq!(
            line(&[("b", Reread::Unchanged)], keys(&[])),
            "SIGHUP: unchanged: `b`, `portico.toml`"
        );
        let wrong = ConfigChanges::Refused("portico.toml:2:1: unknown key".to_owned());
        assert_eq!(
            line(&[("d", refused("`d` is empty"))], wrong),
            "SIGHUP: not used, and the state before stays: portico.toml:2:1: unknown key; `d` is empty"
        );
        assert!(line(&[], ConfigChanges::NoFile).contains("nothing to reload"));
    }
}
