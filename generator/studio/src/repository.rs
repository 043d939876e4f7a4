//! Change sets in git, where `content/` is in a repository.
//!
//! A proposal becomes the branch `studio/<id>`, made without touching the working tree: reviewers
//! who work with git see it as any other branch. A publication becomes a commit of the files that
//! it wrote, with the editor as its author. Other files of the working tree, and files that a
//! person has staged, are left alone. Hooks do not run: the site was built with the files already.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

use crate::change_set::{ChangeSet, SetId};
use crate::change_sets::ChangedFile;
use crate::source_path::SourcePath;

/// How long one command of git may take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Pause between two looks whether git is done.
const PAUSE: Duration = Duration::from_millis(2);

/// Longest output of git that is read, in bytes.
const OUTPUT_MAX: u64 = 1024 * 1024;

/// Name of the committer, where git has none configured.
const COMMITTER: [&str; 2] = ["Portico studio", "studio@portico.invalid"];

/// The repository of a site's content.
#[derive(Clone, Debug)]
pub struct Repository {
    content: PathBuf,
    /// Path of `content/` below the top of the repository, with `/` at its end; empty at the top.
    prefix: String,
}

impl Repository {
    /// The repository that the folder `content` is in; none if it is in none, or one without a
    /// commit, or git ignores the folder.
    pub fn find(content: &Path) -> Option<Self> {
        let git = |arguments: &[&str]| run(git(content, arguments), b"").ok();
        let prefix = git(&["rev-parse", "--show-prefix"])?;
        git(&["rev-parse", "--verify", "--quiet", "HEAD"])?;
        let is_ignored = git(&["check-ignore", "--quiet", "."]).is_some();
        (!is_ignored).then(|| Self {
            content: content.to_owned(),
            prefix: prefix.trim_end_matches('\n').to_owned(),
        })
    }

    /// Makes the branch of a proposal, or makes it anew.
    ///
    /// # Errors
    /// git fails, or takes too long.
    pub fn propose(&self, set: &ChangeSet, files: &[ChangedFile]) -> anyhow::Result<()> {
        let Some(commit) = self.commit_on(&self.head()?, set, files)? else {
            return self.forget(&set.id);
        };
        run(self.git(&["update-ref", &branch(&set.id), &commit]), b"")?;
        Ok(())
    }

    /// Commits the files that a change set wrote to `content/`, and removes its branch.
    ///
    /// # Errors
    /// git fails, or takes too long; a commit that a person makes at the same moment is kept.
    pub fn commit(&self, set: &ChangeSet, files: &[ChangedFile]) -> anyhow::Result<()> {
        let head = self.head()?;
        if let Some(commit) = self.commit_on(&head, set, files)? {
            run(self.git(&["update-ref", "HEAD", &commit, &head]), b"")?;
            let mut reset = self.git(&["reset", "--quiet", "--"]);
            reset.args(files.iter().map(|file| self.spec(&file.path)));
            run(reset, b"")?;
        }
        self.forget(&set.id)
    }

    /// A commit on `head` with these files; none if `head` has them.
    fn commit_on(
        &self,
        head: &str,
        set: &ChangeSet,
        files: &[ChangedFile],
    ) -> anyhow::Result<Option<String>> {
        let folder = tempfile::tempdir()?;
        let index = folder.path().join("index");
        let run = |arguments: &[&str], input: &[u8]| {
            let mut git = self.git(arguments);
            git.env("GIT_INDEX_FILE", &index);
            self.sign(&mut git, &set.author);
            run(git, input).map(|output| output.trim().to_owned())
        };
        run(&["read-tree", head], b"")?;
        let mut entries = String::new();
        for file in files {
            let path = self.path(&file.path);
            // Writing to a String cannot fail.
            let _ = match &file.new {
                Some(bytes) => {
                    let object = run(&["hash-object", "-w", "--stdin"], bytes)?;
                    writeln!(entries, "100644 {object}\t{path}")
                }
                None => writeln!(entries, "0 {}\t{path}", "0".repeat(head.len())),
            };
        }
        run(&["update-index", "--index-info"], entries.as_bytes())?;
        let tree = run(&["write-tree"], b"")?;
        if tree == run(&["rev-parse", &format!("{head}^{{tree}}")], b"")? {
            return Ok(None);
        }
        let arguments = ["commit-tree", &tree, "-p", head, "-F", "-"];
        run(&arguments, words(set).as_bytes()).map(Some)
    }

    /// The commit of the working tree.
    fn head(&self) -> anyhow::Result<String> {
        let head = run(self.git(&["rev-parse", "--verify", "HEAD"]), b"")?;
        Ok(head.trim().to_owned())
    }

    /// Removes the branch of a change set, if it has one.
    ///
    /// # Errors
    /// git fails, or takes too long.
    pub fn forget(&self, id: &SetId) -> anyhow::Result<()> {
        run(self.git(&["update-ref", "-d", &branch(id)]), b"")?;
        Ok(())
    }

    fn git(&self, arguments: &[&str]) -> Command {
        git(&self.content, arguments)
    }

    /// The file as an argument in which no character is a wildcard.
    fn spec(&self, path: &SourcePath) -> String {
        format!(":(top,literal){}", self.path(path))
    }

    /// The path of a file below the top of the repository.
    fn path(&self, path: &SourcePath) -> String {
        format!("{}{path}", self.prefix)
    }

    /// Names the author, and a committer if git knows none.
    fn sign(&self, git: &mut Command, author: &str) {
        let author = plain(author);
        git.env("GIT_AUTHOR_NAME", &author);
        git.env("GIT_AUTHOR_EMAIL", &author);
        let has_name = run(
            self::git(&self.content, &["var", "GIT_COMMITTER_IDENT"]),
            b"",
        )
        .is_ok();
        if !has_name {
            let [name, email] = COMMITTER;
            git.env("GIT_COMMITTER_NAME", name);
            git.env("GIT_COMMITTER_EMAIL", email);
        }
    }
}

fn branch(id: &SetId) -> String {
    format!("refs/heads/studio/{id}")
}

/// Name and note, as a commit's message has them.
fn words(set: &ChangeSet) -> String {
    match set.note.is_empty() {
        true => format!("{}\n", set.name),
        false => format!("{}\n\n{}\n", set.name, set.note),
    }
}

/// The text without characters that have a meaning in the name of an author.
fn plain(text: &str) -> String {
    let is_plain = |it: &char| !it.is_control() && !matches!(it, '<' | '>');
    text.chars().filter(is_plain).collect()
}

fn git(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder);
    git.args(["-c", "commit.gpgSign=false", "-c", "core.quotePath=false"]);
    git.args(arguments);
    git.env("GIT_TERMINAL_PROMPT", "0");
    git
}

/// The output of a command that ends well and in time.
fn run(mut command: Command, input: &[u8]) -> anyhow::Result<String> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn().context("git cannot be started")?;
    let output = finish(child, input)?;
    if !output.status.success() {
        bail!("git: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Writes `input`, and reads both outputs while the process runs: it stops while one is full.
fn finish(mut child: Child, input: &[u8]) -> anyhow::Result<Output> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let outputs = thread::scope(|scope| {
        scope.spawn(move || {
            // A process that needs no input may close it.
            stdin.map(|mut stdin| stdin.write_all(input))
        });
        let read = |stream: Option<Box<dyn Read + Send>>| {
            let mut bytes = Vec::new();
            let read = stream.map(|it| it.take(OUTPUT_MAX).read_to_end(&mut bytes));
            read.transpose().map(|_| bytes)
        };
        let stdout = stdout.map(|it| Box::new(it) as Box<dyn Read + Send>);
        let stderr = stderr.map(|it| Box::new(it) as Box<dyn Read + Send>);
        let (stdout, stderr) = (
            scope.spawn(move || read(stdout)),
            scope.spawn(move || read(stderr)),
        );
        let status = wait(&mut child);
        let panicked = || anyhow::anyhow!("a reader of git's output panicked");
        let stdout = stdout.join().map_err(|_| panicked())??;
        let stderr = stderr.join().map_err(|_| panicked())??;
        Ok::<_, anyhow::Error>((status?, stdout, stderr))
    });
    let (status, stdout, stderr) = outputs?;
    Ok(Output {
        status,
        stdout,
        stderr,
    })
}

fn wait(child: &mut Child) -> anyhow::Result<std::process::ExitStatus> {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if started.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            bail!("git took longer than {PATIENCE:?}");
        }
        thread::sleep(PAUSE);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use contract::Hash;
    use jiff::Timestamp;
    use tempfile::TempDir;

    use super::*;
    use crate::change_sets::ChangeSets;
    use crate::publishing;

    const NOW: Timestamp = Timestamp::UNIX_EPOCH;

    struct Site {
        folder: TempDir,
        sets: ChangeSets,
        set: ChangeSet,
    }

    /// A repository with a site in a folder, and a change set of three files.
    fn site() -> Site {
        let folder = tempfile::tempdir().unwrap();
        let content = folder.path().join("site/content");
        for name in ["a", "b", "other"] {
            let file = content.join(format!("news/{name}/en.md"));
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, "old\n").unwrap();
        }
        let sets = ChangeSets::new(&folder.path().join("var"), &content);
        let mut set = sets.create("Words", "ann@example.com", NOW).unwrap();
        set.describe(None, Some("as Bo asked"));
        sets.put(&set).unwrap();
        let old = Some(Hash::of(b"old\n"));
        for (name, from, new) in [
            ("a", old, Some(&b"new\n"[..])),
            ("b", old, None),
            ("c", None, Some(b"new\n")),
        ] {
            let path = format!("news/{name}/en.md").parse().unwrap();
            sets.write(&set.id, &path, from, new, NOW).unwrap();
        }
        let site = Site { folder, sets, set };
        site.git(&["init", "--quiet", "--initial-branch=main"]);
        fs::write(site.folder.path().join(".gitignore"), "var\n").unwrap();
        site.git(&["add", "."]);
        site.git(&[
            "-c",
            "user.name=Cy",
            "-c",
            "user.email=cy@example.com",
            "commit",
            "--quiet",
            "-m",
            "First",
        ]);
        site
    }

    impl Site {
        fn git(&self, arguments: &[&str]) -> String {
            run(git(self.folder.path(), arguments), b"").unwrap()
        }

        fn repository(&self) -> Repository {
            Repository::find(self.sets.content()).unwrap()
        }

        fn files(&self) -> Vec<ChangedFile> {
            self.sets.changed_files(&self.set.id).unwrap()
        }
    }

    const CHANGES: &str = "M\tsite/content/news/a/en.md\nD\tsite/content/news/b/en.md\nA\tsite/content/news/c/en.md\n";

    #[test]
    fn a_proposal_is_a_branch_and_the_working_tree_is_as_before() {
        let site = site();
        fs::write(site.folder.path().join("staged"), "by hand").unwrap();
        site.git(&["add", "staged"]);
        let before = site.git(&["status", "--porcelain"]);
        for _ in 0..2 {
            site.repository().propose(&site.set, &site.files()).unwrap();
        }
        assert_eq!(site.git(&["status", "--porcelain"]), before);
        let branch = format!("studio/{}", site.set.id);
        let changes = site.git(&["diff", "--name-status", "main", &branch]);
        assert_eq!(changes, CHANGES);
        let log = site.git(&["log", "-1", "--format=%ae%n%B", &branch]);
        assert_eq!(log.trim_end(), "ann@example.com\nWords\n\nas Bo asked");
        let count = site.git(&["rev-list", "--count", &branch]);
        assert_eq!(
            count.trim(),
            "2",
            "a second proposal takes the place of the first"
        );
    }

    #[test]
    fn a_publication_is_a_commit_of_its_files_alone_by_the_editor() {
        let site = site();
        let repository = site.repository();
        repository.propose(&site.set, &site.files()).unwrap();
        let other = site.sets.content().join("news/other/en.md");
        fs::write(&other, "unfinished\n").unwrap();
        fs::write(site.folder.path().join("staged"), "by hand").unwrap();
        site.git(&["add", "staged"]);
        let publication = publishing::Publication {
            sets: vec![site.set.id.clone()],
            by: "bo@example.com".to_owned(),
        };
        publishing::apply(&site.sets, vec![publication]).unwrap();
        repository.commit(&site.set, &site.files()).unwrap();
        let log = site.git(&["show", "--format=%ae %s", "--name-status", "HEAD"]);
        assert_eq!(log, format!("ann@example.com Words\n\n{CHANGES}"));
        let left = site.git(&["status", "--porcelain"]);
        let mut left: Vec<&str> = left.lines().collect();
        left.sort_unstable();
        assert_eq!(left, [" M site/content/news/other/en.md", "A  staged"]);
        assert_eq!(site.git(&["branch", "--list", "studio/*"]), "");
        // The same files once more are no commit.
        let head = site.git(&["rev-parse", "HEAD"]);
        repository.commit(&site.set, &site.files()).unwrap();
        assert_eq!(site.git(&["rev-parse", "HEAD"]), head);
    }

    #[test]
    fn a_folder_that_is_in_no_repository_has_none() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Repository::find(folder.path()).is_none());
        let site = site();
        fs::create_dir(site.folder.path().join("var/content")).unwrap();
        let ignored = site.folder.path().join("var/content");
        assert!(
            Repository::find(&ignored).is_none(),
            "git ignores the folder"
        );
        assert_eq!(site.repository().prefix, "site/content/");
    }
}
