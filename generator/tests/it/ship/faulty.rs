//! A destination at which everything ends after so many operations, as when the machine that pushes
//! is killed.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use contract::build::BuildId;
use generator_deploy::destination::{Destination, Lease, Listed, Source};
use generator_deploy::folder::Folder;
use generator_deploy::name::Name;

pub(crate) struct Faulty {
    inner: Folder,
    left: AtomicUsize,
}

impl Faulty {
    /// A folder that takes so many operations.
    pub(crate) fn new(root: &Path, operations: usize) -> Self {
        Self {
            inner: Folder::new(root),
            left: AtomicUsize::new(operations),
        }
    }

    fn turn(&self) -> anyhow::Result<()> {
        let less = |left: usize| left.checked_sub(1);
        let left = self
            .left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
        left.map(drop).map_err(|_| anyhow::anyhow!("killed"))
    }
}

impl Source for Faulty {
    fn label(&self) -> String {
        self.inner.label()
    }

    fn read(&self, names: &[Name], max: u64) -> anyhow::Result<Vec<Option<Vec<u8>>>> {
        self.turn()?;
        self.inner.read(names, max)
    }

    fn fetch(&self, files: &[(Name, u64)], into: &Path) -> anyhow::Result<()> {
        self.turn()?;
        self.inner.fetch(files, into)
    }

    fn list(&self, folder: &str) -> anyhow::Result<Vec<Listed>> {
        self.turn()?;
        self.inner.list(folder)
    }

    fn holders(&self) -> anyhow::Result<Vec<BuildId>> {
        self.turn()?;
        self.inner.holders()
    }
}

impl Destination for Faulty {
    // File by file: a batch may end in its middle.
    fn put(&self, from: &Path, names: &[Name]) -> anyhow::Result<()> {
        for name in names {
            self.turn()?;
            self.inner.put(from, std::slice::from_ref(name))?;
        }
        Ok(())
    }

    fn sync(&self) -> anyhow::Result<()> {
        self.turn()?;
        self.inner.sync()
    }

    fn replace(&self, name: &Name, bytes: &[u8]) -> anyhow::Result<()> {
        self.turn()?;
        self.inner.replace(name, bytes)
    }

    fn log(&self, line: &[u8]) -> anyhow::Result<()> {
        self.turn()?;
        self.inner.log(line)
    }

    fn delete(&self, lease: &dyn Lease, names: &[Name]) -> anyhow::Result<()> {
        for name in names {
            self.turn()?;
            self.inner.delete(lease, std::slice::from_ref(name))?;
        }
        Ok(())
    }

    fn lease(&self) -> anyhow::Result<Box<dyn Lease>> {
        self.turn()?;
        self.inner.lease()
    }

    fn lock(&self) -> anyhow::Result<Box<dyn Lease>> {
        self.turn()?;
        self.inner.lock()
    }
}
