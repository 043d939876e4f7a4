//! Whether a folder of builds has one to serve. Absence and refusal have different remedies, so the
//! message to an operator distinguishes them.

use std::fmt::{self, Display};
use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use contract::build::Latest;
use rustix::process::{getegid, geteuid, getgroups};
use sentences::Message;

use super::builds_dir::BuildsDir;

/// Permissions of a folder's group that readers need: to list it and to enter it.
const GROUP_READS: u32 = 0o050;

/// The state of a folder of builds. Its text is a sentence for the operator.
#[derive(Debug)]
pub(crate) enum Availability {
    /// A build is live.
    Live(Latest),
    /// The generator has not published yet.
    Empty(PathBuf),
    /// The path is mistyped, or the generator has not run yet.
    NoFolder(PathBuf),
    /// The path is that of a file.
    NoDirectory(PathBuf),
    /// This process may not read the folder.
    Refused(Refusal),
    /// The folder cannot be read for another reason.
    Unreadable(PathBuf, anyhow::Error),
}

/// A folder that this process may not read.
#[derive(Debug)]
pub(crate) struct Refusal {
    folder: PathBuf,
    mode: u32,
    group: String,
    user: String,
    /// Whether this process is in the group.
    is_member: bool,
}

impl Availability {
    /// The state of `builds`.
    pub(crate) fn new(builds: &BuildsDir) -> Self {
        let root = builds.root();
        let error = match builds.latest() {
            Ok(latest) => return Self::Live(latest),
            Err(error) => error,
        };
        let folder = fs::metadata(root).map_err(|error| error.kind());
        let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
        let is_folder = folder.as_ref().map(Metadata::is_dir).map_err(|kind| *kind);
        match Cause::new(is_folder, kind) {
            Cause::Empty => Self::Empty(root.to_owned()),
            Cause::NoFolder => Self::NoFolder(root.to_owned()),
            Cause::NoDirectory => Self::NoDirectory(root.to_owned()),
            Cause::Refused => Self::Refused(Refusal::at(root)),
            Cause::Other => Self::Unreadable(root.to_owned(), error),
        }
    }

    /// Whether a person has to act before pages are served.
    pub(crate) fn is_warning(&self) -> bool {
        !matches!(self, Self::Live(_) | Self::Empty(_))
    }
}

impl Availability {
    /// The state in words, for an operator.
    pub(crate) fn message(&self) -> Message {
        let about =
            |message: Message, folder: &Path| message.with("folder", folder.display().to_string());
        match self {
            Self::Live(Latest { id, timestamp, .. }) => Message::new("build-is-live")
                .with("build", id.to_string())
                .with("time", timestamp.to_string()),
            Self::Empty(folder) => about(Message::new("builds-empty"), folder),
            Self::NoFolder(folder) => about(Message::new("builds-no-folder"), folder),
            Self::NoDirectory(path) => about(Message::new("builds-no-directory"), path),
            Self::Refused(refusal) => refusal.message(),
            Self::Unreadable(folder, error) => {
                about(Message::new("builds-unreadable"), folder).with("error", format!("{error:#}"))
            }
        }
    }
}

/// The state in English, for the log.
impl Display for Availability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

/// The reason for which `latest.json` was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cause {
    Empty,
    NoFolder,
    NoDirectory,
    Refused,
    Other,
}

impl Cause {
    /// The cause, from the results for the folder (true for a directory) and for the file.
    fn new(is_folder: Result<bool, ErrorKind>, file: Option<ErrorKind>) -> Self {
        match (is_folder, file) {
            (Err(ErrorKind::NotFound), _) => Self::NoFolder,
            (Err(ErrorKind::PermissionDenied), _)
            | (Ok(true), Some(ErrorKind::PermissionDenied)) => Self::Refused,
            (Ok(false), _) | (Err(ErrorKind::NotADirectory), _) => Self::NoDirectory,
            (Ok(true), Some(ErrorKind::NotFound)) => Self::Empty,
            _ => Self::Other,
        }
    }
}

impl Refusal {
    /// The refusal of `root`, or of the nearest folder around it that can be looked at.
    fn at(root: &Path) -> Self {
        let seen = root.ancestors().find_map(|folder| {
            let found = fs::metadata(folder).ok()?;
            Some((folder.to_owned(), found.mode(), found.gid()))
        });
        let (folder, mode, gid) = seen.unwrap_or_else(|| (root.to_owned(), 0, 0));
        let groups = getgroups().unwrap_or_default();
        let mut groups = groups.into_iter().chain([getegid()]);
        Self {
            folder,
            mode: mode & 0o777,
            group: name_of(gid, "/etc/group"),
            user: name_of(geteuid().as_raw(), "/etc/passwd"),
            is_member: groups.any(|group| group.as_raw() == gid),
        }
    }
}

impl Refusal {
    /// The refusal in words, for an operator.
    fn message(&self) -> Message {
        let is_closed = self.mode & GROUP_READS != GROUP_READS;
        let steps = match (is_closed || self.is_member, self.is_member) {
            (true, true) => Message::new("builds-refused-open"),
            (true, false) => Message::new("builds-refused-open-and-join"),
            (false, _) => Message::new("builds-refused-join"),
        };
        let about = |message: Message| {
            message
                .with("folder", self.folder.display().to_string())
                .with("user", &self.user)
                .with("group", &self.group)
        };
        about(Message::new("builds-refused"))
            .with("mode", format!("{:04o}", self.mode))
            .with("steps", about(steps))
    }
}

/// The name of a number in `/etc/passwd` or `/etc/group`; the number itself without one.
fn name_of(number: u32, file: &str) -> String {
    let number = number.to_string();
    let lines = fs::read_to_string(file).unwrap_or_default();
    let name = lines.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1) == Some(&*number)).then(|| name.to_owned())
    });
    name.unwrap_or(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absence_and_refusal_are_told_apart() {
        use ErrorKind::{InvalidData, NotADirectory, NotFound, PermissionDenied};
        let rows = [
            (Err(NotFound), Some(NotFound), Cause::NoFolder),
            (Ok(true), Some(NotFound), Cause::Empty),
            (Ok(true), Some(PermissionDenied), Cause::Refused),
            (
                Err(PermissionDenied),
                Some(PermissionDenied),
                Cause::Refused,
            ),
            (Ok(false), Some(NotADirectory), Cause::NoDirectory),
            (Err(NotADirectory), Some(NotADirectory), Cause::NoDirectory),
            (Ok(true), Some(InvalidData), Cause::Other),
            (Ok(true), None, Cause::Other),
        ];
        for (folder, file, cause) in rows {
            assert_eq!(Cause::new(folder, file), cause, "{folder:?} {file:?}");
        }
    }

    #[test]
    fn a_refusal_names_folder_group_user_and_the_command() {
        let refusal = |mode, is_member| {
            let refusal = Refusal {
                folder: "/srv/builds".into(),
                mode,
                group: "portico".to_owned(),
                user: "gateway".to_owned(),
                is_member,
            };
            refusal.message().to_string()
        };
        let steps = |text: &str| text.split_once("503: ").unwrap().1.to_owned();
        let open = refusal(0o750, false);
        assert!(
            open.starts_with(
                "the user `gateway` may not read `/srv/builds` (group `portico`, mode 0750)"
            ),
            "{open}"
        );
        let joins = "`usermod -aG portico gateway`, and start the gateway again";
        let opens = "run `chmod -R g+rX /srv/builds`";
        assert_eq!(steps(&open), format!("run {joins}"));
        assert_eq!(
            steps(&refusal(0o700, false)),
            format!("{opens}, then {joins}")
        );
        assert_eq!(steps(&refusal(0o750, true)), opens);
    }

    #[test]
    fn a_folder_without_a_build_is_no_warning_and_a_mistyped_one_is() {
        let folder = tempfile::tempdir().unwrap();
        let state = |path: &Path| Availability::new(&BuildsDir::new(path));
        let empty = state(folder.path());
        assert!(!empty.is_warning(), "{empty}");
        assert!(empty.to_string().contains("no build yet"), "{empty}");
        let mistyped = state(&folder.path().join("nope"));
        assert!(mistyped.is_warning(), "{mistyped}");
        assert!(mistyped.to_string().starts_with("there is no folder"));
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(state(&file).to_string().contains("is not a folder"));
        fs::write(folder.path().join("latest.json"), "torn").unwrap();
        let torn = state(folder.path());
        assert!(
            torn.is_warning() && torn.to_string().contains("cannot be read"),
            "{torn}"
        );
    }
}
