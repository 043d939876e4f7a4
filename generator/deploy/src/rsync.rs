//! A builds folder on another machine, by rsync over ssh. The machine needs `rsync`, `flock`,
//! `sync`, `xargs` and `find`; every Debian has them with `rsync`.
//!
//! rsync writes a file beside its name and renames it, so a file with its final name is complete.
//! Locks are those of a folder of this machine, held there by a [shell](super::remote_session) that
//! lives as long as the push and its connection, and changes all that readers know.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::SystemTime;

use anyhow::{Context, ensure};
use contract::build::BuildId;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::destination::{Destination, Lease, Listed, Source};
use super::name::Name;
use super::remote_session::{PushLock, Session, script};
use super::shell::{quote, run};

/// A folder of another machine.
pub struct RemoteFolder {
    /// `user@host`, checked.
    host: String,
    path: String,
    /// The words of the command that leads there.
    ssh: Vec<String>,
    /// Known once the folder was seen there.
    is_there: OnceLock<()>,
    /// Lives as long as the lease.
    session: Mutex<Weak<Session>>,
}

impl RemoteFolder {
    /// The folder `path` of `host`, which may have a `user@` before it, reached by the command
    /// `ssh`.
    pub fn new(host: &str, path: &str, ssh: &str) -> anyhow::Result<Self> {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-@[]:".contains(c);
        // A leading hyphen would be an option of ssh.
        ensure!(
            !host.is_empty() && !host.starts_with('-') && host.chars().all(is_plain),
            "`{host}` is no host"
        );
        ensure!(
            !path.is_empty() && !path.contains(char::is_control),
            "`{path}` is no folder of {host}"
        );
        let ssh: Vec<String> = ssh.split_whitespace().map(str::to_owned).collect();
        ensure!(!ssh.is_empty(), "--ssh names no command");
        Ok(Self {
            host: host.to_owned(),
            path: path.trim_end_matches('/').to_owned(),
            ssh,
            is_there: OnceLock::new(),
            session: Mutex::default(),
        })
    }

    /// Whether the folder is there: rsync calls one that is not an error like any other.
    fn is_there(&self) -> anyhow::Result<bool> {
        if self.is_there.get().is_some() {
            return Ok(true);
        }
        let script = format!("test -d {} && echo yes || echo no", quote(&self.path));
        let is_there = run(self.remote(&script), b"")? == b"yes\n";
        if is_there {
            let _ = self.is_there.set(());
        }
        Ok(is_there)
    }

    /// rsync, with the options for the connection; names are never split by a shell.
    fn rsync(&self) -> Command {
        let mut command = Command::new("rsync");
        command
            .args(["--secluded-args", "--rsh"])
            .arg(self.ssh.join(" "));
        command.args(["--timeout=60", "--8-bit-output"]);
        command
    }

    /// An operand of rsync: a slash after the host's folder means its contents.
    fn operand(&self, folder: &str) -> String {
        format!("{}:{}/{folder}", self.host, self.path)
    }

    fn remote(&self, script: &str) -> Command {
        let mut words = self.ssh.iter();
        let mut command = Command::new(words.next().map_or("ssh", String::as_str));
        command.args(words).arg(&self.host).arg(script);
        command
    }

    /// Lines of a listing. A folder that is not there has none.
    fn listing(&self, folder: &str, recursive: bool) -> anyhow::Result<String> {
        if !self.is_there()? {
            return Ok(String::new());
        }
        let mut rsync = self.rsync();
        let how = if recursive { "--recursive" } else { "--dirs" };
        rsync.args([
            "--list-only",
            "--no-human-readable",
            "--ignore-missing-args",
            how,
        ]);
        rsync.arg(self.operand(folder));
        let listed = run(rsync, b"")?;
        String::from_utf8(listed).context("the listing is no text")
    }

    /// The shell that has the lock.
    fn session(&self) -> anyhow::Result<Arc<Session>> {
        let session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let session = session.upgrade();
        session.with_context(|| format!("{} is changed without its lock", self.label()))
    }
}

impl Source for RemoteFolder {
    fn label(&self) -> String {
        format!("{}:{}", self.host, self.path)
    }

    fn read(&self, names: &[Name], max: u64) -> anyhow::Result<Vec<Option<Vec<u8>>>> {
        let folder = tempfile::tempdir()?;
        let files: Vec<_> = names.iter().map(|name| (name.clone(), max)).collect();
        self.fetch(&files, folder.path())?;
        let read = |name: &Name| match fs::read(folder.path().join(name.as_str())) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read `{name}`")),
        };
        names.iter().map(read).collect()
    }

    fn fetch(&self, files: &[(Name, u64)], into: &Path) -> anyhow::Result<()> {
        if files.is_empty() || !self.is_there()? {
            return Ok(());
        }
        let longest = files
            .iter()
            .map(|(_, size)| *size)
            .max()
            .unwrap_or_default();
        let mut rsync = self.rsync();
        rsync.args([
            "--files-from=-",
            "--from0",
            "--ignore-missing-args",
            "--no-links",
        ]);
        rsync.arg(format!("--max-size={longest}"));
        rsync.arg(self.operand("")).arg(into);
        let names: Vec<&Name> = files.iter().map(|(name, _)| name).collect();
        run(rsync, &name_list(&names)).map(drop)
    }

    fn list(&self, folder: &str) -> anyhow::Result<Vec<Listed>> {
        // Without a slash at its end a folder that is not there is no error.
        let text = self.listing(folder, true)?;
        let lines = text.lines().filter_map(parse_line);
        Ok(lines.collect())
    }

    fn holders(&self) -> anyhow::Result<Vec<BuildId>> {
        let text = self.listing("", false)?;
        let folders = text.lines().filter(|line| line.starts_with('d'));
        let names = folders.filter_map(|line| line.rsplit(' ').next());
        Ok(names.filter_map(|name| name.parse().ok()).collect())
    }
}

impl Destination for RemoteFolder {
    fn put(&self, from: &Path, names: &[Name]) -> anyhow::Result<()> {
        if names.is_empty() {
            return Ok(());
        }
        let mut rsync = self.rsync();
        // A copy there that is not as it should be is no help.
        rsync.args([
            "--files-from=-",
            "--from0",
            "--ignore-times",
            "--whole-file",
            "--perms",
        ]);
        rsync.arg(from).arg(self.operand(""));
        let names: Vec<&Name> = names.iter().collect();
        run(rsync, &name_list(&names)).map(drop)
    }

    fn sync(&self) -> anyhow::Result<()> {
        let folder = quote(&self.path);
        run(self.remote(&format!("sync -f {folder}")), b"").map(drop)
    }

    fn replace(&self, name: &Name, bytes: &[u8]) -> anyhow::Result<()> {
        let session = self.session()?;
        // Under a name of its own: only the shell moves it to the name that readers know.
        let new = format!(".{name}.{:016x}", rand::random::<u64>());
        let folder = tempfile::tempdir()?;
        fs::write(folder.path().join(&new), bytes)?;
        self.put(folder.path(), &[Name::parse(&new)?])?;
        session.replace(&new, name)
    }

    fn log(&self, line: &[u8]) -> anyhow::Result<()> {
        let line = std::str::from_utf8(line)?;
        self.session()?.log(line.trim_end_matches('\n'))
    }

    fn delete(&self, _lease: &dyn Lease, names: &[Name]) -> anyhow::Result<()> {
        if names.is_empty() {
            return Ok(());
        }
        let session = self.session()?;
        session.delete(names)?;
        let first = |name: &Name| name.as_str().split('/').next()?.parse::<BuildId>().ok();
        let holders: BTreeSet<String> = names
            .iter()
            .filter_map(first)
            .map(|id| id.to_string())
            .collect();
        session.prune(&Vec::from_iter(holders))
    }

    fn lease(&self) -> anyhow::Result<Box<dyn Lease>> {
        let session = Session::start(self.remote(&script(&self.path)), self.label())?;
        let mut known = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        *known = Arc::downgrade(&session);
        Ok(Box::new(PushLock(session)))
    }

    fn lock(&self) -> anyhow::Result<Box<dyn Lease>> {
        Ok(Box::new(self.session()?.lock()?))
    }
}

/// Names as rsync reads them with `--from0`.
fn name_list(names: &[&Name]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for name in names {
        bytes.extend_from_slice(name.as_str().as_bytes());
        bytes.push(0);
    }
    bytes
}

/// A line such as `-rw-r-----          1234 2026/11/23 07:22:02 en/news/index.html`; none for a
/// line that describes no file, and for a name that no build has.
fn parse_line(line: &str) -> Option<Listed> {
    let rest = line.strip_prefix('-')?;
    let (_, rest) = rest.split_once(' ')?;
    let (size, rest) = rest.trim_start().split_once(' ')?;
    let (date, rest) = rest.trim_start().split_once(' ')?;
    let (time, name) = rest.split_once(' ')?;
    let name = Name::parse(name).ok()?;
    let written = format!("{}T{time}", date.replace('/', "-"));
    let written: DateTime = written.parse().ok()?;
    let modified: SystemTime = written.to_zoned(TimeZone::UTC).ok()?.timestamp().into();
    Some(Listed {
        name,
        size: size.parse().ok()?,
        modified,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_never_an_option_and_a_folder_never_a_command() {
        for host in ["-oProxyCommand=id", "", "a b", "a;b", "$(id)", "a\nb"] {
            assert!(
                RemoteFolder::new(host, "/srv/builds", "ssh").is_err(),
                "{host}"
            );
        }
        assert!(RemoteFolder::new("web@host.example", "a\nb", "ssh").is_err());
        let there = RemoteFolder::new("web@host.example", "/srv/it's/", "ssh -p 22").unwrap();
        assert_eq!(there.label(), "web@host.example:/srv/it's");
        let command = there.remote(&format!("ls {}", quote(&there.path)));
        let words: Vec<_> = command
            .get_args()
            .map(|word| word.to_str().unwrap())
            .collect();
        assert_eq!(
            words,
            ["-p", "22", "web@host.example", r"ls '/srv/it'\''s'"]
        );
    }

    #[test]
    fn a_listing_is_read_line_by_line() {
        let line = "-rw-r-----          1,234 2026/11/23 07:22:02 en/a b.html";
        assert_eq!(parse_line(line), None, "a number with commas");
        let listed = parse_line(&line.replace(',', "")).unwrap();
        assert_eq!((listed.name.as_str(), listed.size), ("en/a b.html", 1234));
        let seconds = listed.modified.duration_since(SystemTime::UNIX_EPOCH);
        assert_eq!(seconds.unwrap().as_secs(), 1_795_418_522);
        for other in [
            "drwxr-x---           4096 2026/11/23 07:22:02 en",
            "lrwxrwxrwx              3 2026/11/23 07:22:02 to -> ../a",
            "-rw-r-----              3 2026/11/23 07:22:02 ../../a",
            "-rw-r-----              3 2026/11/23 07:22:02 a\\#012b",
            "-",
            "",
        ] {
            assert_eq!(parse_line(other), None, "{other}");
        }
    }
}
