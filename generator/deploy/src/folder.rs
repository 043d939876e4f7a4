//! A builds folder of this machine, or of a file system that it has mounted.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use contract::build::BuildId;
use walkdir::WalkDir;

use super::destination::{Busy, Destination, Lease, Listed, Source};
use super::name::Name;
use generator_builds::log::FILE as LOG;
use generator_builds::publish::sync_file_system;
use generator_builds::{Locked, Store};
use generator_ground::storage::lock::FolderLock;
use generator_ground::storage::replace::{make_parent, replace_file};

/// How long a generator may take to change the pointers.
const PATIENCE: Duration = Duration::from_secs(10);
/// Pause between two looks whether it has changed them.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// Beginning of the names of folders in which files wait for their final names.
pub(super) const STAGING: &str = ".pull-";

/// A folder.
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// The folder `root`, which must exist.
    pub fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
        }
    }

    fn place(&self, name: &Name) -> PathBuf {
        self.root.join(name.as_str())
    }

    /// A pull that was killed left its folder behind; no other process works here.
    fn remove_staging(&self) {
        let entries = fs::read_dir(&self.root).into_iter().flatten().flatten();
        for entry in entries {
            let name = entry.file_name();
            if name.to_str().is_some_and(|name| name.starts_with(STAGING)) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

impl Source for Folder {
    fn label(&self) -> String {
        self.root.display().to_string()
    }

    fn read(&self, names: &[Name], max: u64) -> anyhow::Result<Vec<Option<Vec<u8>>>> {
        let read = |name: &Name| {
            let place = self.place(name);
            let shown = || format!("cannot read `{}`", place.display());
            match fs::metadata(&place) {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error).with_context(shown),
                Ok(found) => ensure!(
                    found.len() <= max,
                    "`{}` has {} bytes",
                    place.display(),
                    found.len()
                ),
            }
            fs::read(&place).map(Some).with_context(shown)
        };
        names.iter().map(read).collect()
    }

    fn fetch(&self, files: &[(Name, u64)], into: &Path) -> anyhow::Result<()> {
        for (name, size) in files {
            let place = self.place(name);
            if fs::metadata(&place).is_ok_and(|found| found.len() <= *size) {
                copy(&place, &into.join(name.as_str()))?;
            }
        }
        Ok(())
    }

    fn list(&self, folder: &str) -> anyhow::Result<Vec<Listed>> {
        let top = self.root.join(folder);
        if !top.exists() {
            return Ok(Vec::new());
        }
        let mut listed = Vec::new();
        for entry in WalkDir::new(&top) {
            let entry = entry.with_context(|| format!("cannot list `{}`", top.display()))?;
            let inside = entry.path().strip_prefix(&self.root)?;
            // Something that is no file of a build, such as one that is still being written.
            let name = inside.to_str().map(Name::parse);
            if let (true, Some(Ok(name))) = (entry.file_type().is_file(), name) {
                let found = entry.metadata()?;
                let (size, modified) = (found.len(), found.modified()?);
                listed.push(Listed {
                    name,
                    size,
                    modified,
                });
            }
        }
        Ok(listed)
    }

    fn holders(&self) -> anyhow::Result<Vec<BuildId>> {
        let entries = fs::read_dir(&self.root)
            .with_context(|| format!("cannot list `{}`", self.root.display()))?;
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        Ok(names.filter_map(|name| name.parse().ok()).collect())
    }

    fn local(&self) -> Option<&Path> {
        Some(&self.root)
    }
}

impl Destination for Folder {
    fn put(&self, from: &Path, names: &[Name]) -> anyhow::Result<()> {
        // A file that was fetched into this folder only has to be renamed.
        let is_here = from.starts_with(&self.root);
        for name in names {
            let (source, target) = (from.join(name.as_str()), self.place(name));
            if is_here {
                rename(&source, &target)?;
            } else {
                copy(&source, &target)?;
            }
        }
        Ok(())
    }

    fn sync(&self) -> anyhow::Result<()> {
        sync_file_system(&self.root)
    }

    fn replace(&self, name: &Name, bytes: &[u8]) -> anyhow::Result<()> {
        let place = self.place(name);
        replace_file(&place, bytes).with_context(|| format!("cannot write `{}`", place.display()))
    }

    fn log(&self, line: &[u8]) -> anyhow::Result<()> {
        let path = self.root.join(LOG);
        let opened = OpenOptions::new().create(true).append(true).open(&path);
        opened
            .and_then(|mut log| log.write_all(line).and_then(|()| log.sync_data()))
            .with_context(|| format!("cannot write `{}`", path.display()))
    }

    fn delete(&self, _lease: &dyn Lease, names: &[Name]) -> anyhow::Result<()> {
        for name in names {
            let place = self.place(name);
            match fs::remove_file(&place) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(error)
                        .with_context(|| format!("cannot delete `{}`", place.display()));
                }
                _ => {}
            }
            let parents = place.ancestors().skip(1);
            for parent in parents.take_while(|parent| *parent != self.root) {
                // Until the first one that is not empty.
                if fs::remove_dir(parent).is_err() {
                    break;
                }
            }
        }
        Ok(())
    }

    fn lease(&self) -> anyhow::Result<Box<dyn Lease>> {
        let path = self.root.join(".push.lock");
        let lock = FolderLock::try_hold(&path)
            .with_context(|| format!("cannot lock `{}`", path.display()))?;
        let Some(lock) = lock else {
            return Err(Busy::new(self.label()).into());
        };
        self.remove_staging();
        Ok(Box::new(FolderLease { _lock: lock }))
    }

    fn lock(&self) -> anyhow::Result<Box<dyn Lease>> {
        let began = Instant::now();
        loop {
            match Store::open(&self.root) {
                Ok(store) => return Ok(Box::new(StoreLease { _store: store })),
                Err(error) if !error.is::<Locked>() => return Err(error),
                Err(_) if began.elapsed() > PATIENCE => return Err(Busy::new(self.label()).into()),
                Err(_) => std::thread::sleep(LOOK_AGAIN),
            }
        }
    }
}

struct FolderLease {
    _lock: FolderLock,
}

impl Lease for FolderLease {
    fn check(&self) -> anyhow::Result<()> {
        Ok(())
    }
}

/// The lock of a generator.
struct StoreLease {
    _store: Store,
}

impl Lease for StoreLease {
    fn check(&self) -> anyhow::Result<()> {
        Ok(())
    }
}

/// Copies a file beside its target and renames it.
fn copy(source: &Path, target: &Path) -> anyhow::Result<()> {
    let mut temporary = target.as_os_str().to_owned();
    temporary.push(".tmp");
    let temporary = PathBuf::from(temporary);
    make_parent(target)
        .and_then(|()| fs::copy(source, &temporary))
        .and_then(|_| fs::rename(&temporary, target))
        .with_context(|| {
            format!(
                "cannot copy `{}` to `{}`",
                source.display(),
                target.display()
            )
        })
}

fn rename(source: &Path, target: &Path) -> anyhow::Result<()> {
    make_parent(target)
        .and_then(|()| fs::rename(source, target))
        .with_context(|| format!("cannot write `{}`", target.display()))
}
