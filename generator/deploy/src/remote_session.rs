//! A shell on another machine that holds the locks of its builds folder, and makes each change
//! there that must not come late.
//!
//! A push that has lost its connection, or was stopped for an hour, may not know it; on a new
//! connection its changes would still arrive. In the shell that holds the lock they cannot: once
//! it has ended, it carries out none.
//!
//! The shell reads a word and its operands, one a line, and answers with one line: `done`, `busy`
//! or `failed`. Complaints of its programs go to the terminal of the push.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, bail};

use super::destination::{Busy, Lease};
use super::name::Name;
use super::shell::quote;
use generator_builds::log::FILE as LOG;

/// The shell's work, once it is in the folder and has the lock of pushes as its ninth file. That of
/// generators is the eighth. A list ends with an empty line; one that breaks off is carried out up
/// to its last whole line, still under the lock.
const LOOP: &str = r#"
names() { while IFS= read -r name && [ -n "$name" ]; do printf '%s\0' "$name"; done; }
while read -r word; do
  answer=failed
  case $word in
    lock) exec 8>>.lock; if flock -w 10 8; then answer=done; else answer=busy; fi ;;
    unlock) exec 8>&-; answer=done ;;
    replace) IFS= read -r new && IFS= read -r old && sync "$new" && mv -f -- "$new" "$old" &&
      sync . && answer=done ;;
    log) IFS= read -r line && printf '%s\n' "$line" >>"$log" && sync "$log" && answer=done ;;
    delete) names | xargs -0 rm -f -- && answer=done ;;
    prune) names | xargs -0 -r -I@ find @ -depth -type d -empty -delete && answer=done ;;
  esac
  echo "$answer"
done
"#;

/// The shell.
pub(super) struct Session {
    label: String,
    pipes: Mutex<Pipes>,
}

struct Pipes {
    child: Child,
    /// Closed at the end: the shell ends with its input.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

/// The script that the shell executes first. It deletes files that an interrupted push was about to
/// move to their names.
pub(super) fn script(folder: &str) -> String {
    let folder = quote(folder);
    format!(
        "mkdir -p {folder} && cd {folder} && exec 9>>.push.lock && log={LOG} && \
         {{ flock -n 9 || {{ echo busy; exit 0; }}; }} && \
         rm -f -- .*.json.???????????????? && echo held && {{ {LOOP} }}"
    )
}

impl Session {
    /// Starts the shell by a command that executes [`script`]; [`Busy`] if another push has the
    /// lock.
    pub(super) fn start(mut command: Command, label: String) -> anyhow::Result<Arc<Self>> {
        let program = command.get_program().to_string_lossy().into_owned();
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command
            .spawn()
            .with_context(|| format!("cannot start `{program}`; install it"))?;
        let input = child.stdin.take();
        let output = child.stdout.take().context("the shell has no output")?;
        let session = Self {
            label,
            pipes: Mutex::new(Pipes {
                child,
                input,
                output: BufReader::new(output),
            }),
        };
        let answer = session.pipes().answer()?;
        match answer.as_str() {
            "held" => Ok(Arc::new(session)),
            "busy" => Err(Busy::new(session.label.clone()).into()),
            _ => bail!("{} cannot be locked; see above", session.label),
        }
    }

    /// Takes the lock of generators.
    pub(super) fn lock(self: &Arc<Self>) -> anyhow::Result<GeneratorLock> {
        self.ask("lock", &[])?;
        Ok(GeneratorLock(Arc::clone(self)))
    }

    /// Moves the complete file `new` to the name `old`.
    pub(super) fn replace(&self, new: &str, old: &Name) -> anyhow::Result<()> {
        self.ask("replace", &[new, old.as_str()])
    }

    /// Adds a line to the log of builds.
    pub(super) fn log(&self, line: &str) -> anyhow::Result<()> {
        self.ask("log", &[line])
    }

    /// Deletes files.
    pub(super) fn delete(&self, names: &[Name]) -> anyhow::Result<()> {
        self.ask_with_list("delete", names.iter().map(Name::as_str))
    }

    /// Deletes those of the folders that are empty, with empty folders in them.
    pub(super) fn prune(&self, folders: &[String]) -> anyhow::Result<()> {
        self.ask_with_list("prune", folders.iter().map(String::as_str))
    }

    fn ask_with_list<'a>(
        &self,
        word: &str,
        names: impl Iterator<Item = &'a str>,
    ) -> anyhow::Result<()> {
        let names: Vec<&str> = names.chain([""]).collect();
        self.ask(word, &names)
    }

    fn ask(&self, word: &str, operands: &[&str]) -> anyhow::Result<()> {
        let lines = [&[word], operands].concat().join("\n");
        let mut pipes = self.pipes();
        let asked = pipes.input.as_mut().map_or(Ok(()), |input| {
            input.write_all(lines.as_bytes())?;
            input.write_all(b"\n")?;
            input.flush()
        });
        let answer = asked.and_then(|()| pipes.answer()).unwrap_or_default();
        match answer.as_str() {
            "done" => Ok(()),
            "busy" => Err(Busy::new(self.label.clone()).into()),
            "failed" => bail!("{} did not {word} a file; see above", self.label),
            _ => Err(self.lost_connection()),
        }
    }

    fn lost_connection(&self) -> anyhow::Error {
        anyhow::anyhow!(
            "the connection to {} ended; run the command again",
            self.label
        )
    }

    fn pipes(&self) -> MutexGuard<'_, Pipes> {
        self.pipes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pipes {
    /// A line, without its end; empty once the shell has ended.
    fn answer(&mut self) -> std::io::Result<String> {
        let mut line = String::new();
        self.output.read_line(&mut line)?;
        Ok(line.trim_end().to_owned())
    }
}

impl Drop for Pipes {
    fn drop(&mut self) {
        drop(self.input.take());
        let _ = self.child.wait();
    }
}

/// The lock of pushes.
pub(super) struct PushLock(pub(super) Arc<Session>);

impl Lease for PushLock {
    fn check(&self) -> anyhow::Result<()> {
        match self.0.pipes().child.try_wait()? {
            None => Ok(()),
            Some(_) => Err(self.0.lost_connection()),
        }
    }
}

/// The lock of generators.
pub(super) struct GeneratorLock(Arc<Session>);

impl Lease for GeneratorLock {
    fn check(&self) -> anyhow::Result<()> {
        PushLock(Arc::clone(&self.0)).check()
    }
}

impl Drop for GeneratorLock {
    fn drop(&mut self) {
        // A shell that has ended has no lock.
        let _ = self.0.ask("unlock", &[]);
    }
}
