//! The site with a change set, built for an editor.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use contract::Hash;
use generator_builds::Store;
use generator_content::{CHANGED_FILES, ChangedPaths, REMOVED_FILES, Visibility};
use generator_ground::diagnostic::failure::Failure;
use generator_ground::storage::replace::{make_parent, replace_file_unsynced};
use generator_studio::{ChangeSets, SetId, SourcePath};

use crate::config::BuildConfig;
use crate::config::options::Sidecars;
use crate::pages::render::outcome::ChangeKind;
use crate::pipeline::Builder;
use crate::report::BuildReport;
use serde::Serialize;

/// Folder of the build with a change set, in the folder of a workshop.
const BUILDS: &str = "builds";

/// Folder of the files that are read over `content/`, in the folder of a workshop. It is written
/// anew by each process.
const SHOWN: &str = "shown";

/// Folder of the workshops, under `var/`.
pub(super) const FOLDER: &str = "studio";

/// Files of a change set: path → new bytes, or none for a file that it removes.
pub type Overlay = BTreeMap<SourcePath, Option<Vec<u8>>>;

/// Pages in which two builds differ, each list sorted.
#[derive(Debug, Serialize)]
pub struct PageDifference {
    /// New pages.
    added: Vec<String>,
    /// Pages with other content of their own.
    changed: Vec<String>,
    /// Pages that list or quote a changed entry.
    listed: Vec<String>,
    /// Number of pages that differ only around their content.
    around: usize,
    /// Pages that are gone.
    removed: Vec<String>,
}

impl PageDifference {
    fn from_report(report: BuildReport) -> Self {
        let of_kind = |kind| report.changed.of_kind(kind).collect();
        Self {
            added: of_kind(ChangeKind::New),
            changed: of_kind(ChangeKind::Content),
            listed: of_kind(ChangeKind::Listed),
            around: report.changed.count(ChangeKind::Chrome),
            removed: report.removed_pages,
        }
    }
}

/// A builder of the site with a change set.
pub struct Workshop {
    builder: Builder,
    sets: ChangeSets,
    content: PathBuf,
    shown: PathBuf,
    /// Files in `shown`, by the hash of their bytes.
    overlay: BTreeMap<SourcePath, Option<Hash>>,
    /// Content that changed since the last build.
    touched: ChangedPaths,
}

impl Workshop {
    /// A workshop that has not built yet.
    ///
    /// # Errors
    /// Its folders cannot be written, or another process uses them.
    pub fn open(
        config: &BuildConfig,
        sets: ChangeSets,
        visibility: Visibility,
    ) -> Result<Self, Failure> {
        let folder = config.var.join(FOLDER).join(match visibility {
            Visibility::Preview => "review",
            Visibility::Public => "public",
        });
        let shown = folder.join(SHOWN);
        remove_folder(&shown).map_err(anyhow::Error::from)?;
        let mut config = config.clone();
        config.builds = folder.join(BUILDS);
        fs::create_dir_all(&config.builds).map_err(anyhow::Error::from)?;
        config.site.visibility = visibility;
        config.site.changes = Some(shown.as_path().into());
        config.sidecars = Sidecars::Never;
        config.accept_seo = true;
        config.retention.builds = 1;
        let content = config.site.content.clone();
        let store = Arc::new(Store::open(&config.builds)?);
        Ok(Self {
            builder: Builder::open(config, store)?,
            sets,
            content,
            shown,
            overlay: BTreeMap::new(),
            touched: ChangedPaths::Everything,
        })
    }

    /// Notes that content changed on disk.
    pub fn note(&mut self, touched: &ChangedPaths) {
        let before = std::mem::replace(&mut self.touched, nothing());
        self.touched = before.and(touched.clone());
    }

    /// The files of a change set; none of the content as it is.
    ///
    /// # Errors
    /// They cannot be read.
    pub fn files(&self, set: Option<&SetId>) -> io::Result<Overlay> {
        let files = set.map(|id| self.sets.changed_files(id)).transpose()?;
        let files = files.unwrap_or_default().into_iter();
        Ok(files.map(|file| (file.path, file.new)).collect())
    }

    /// Builds the site with these files, if it is not built with them already.
    ///
    /// # Errors
    /// Content is wrong, or the machine fails. The last build stays.
    pub fn build(&mut self, files: &Overlay) -> Result<&Builder, Failure> {
        let changed = self.show(files).map_err(anyhow::Error::from)?;
        self.note(&ChangedPaths::Paths(changed));
        if self.touched != nothing() {
            let built = self.builder.build(&self.touched)?;
            self.touched = nothing();
            tracing::debug!(steps = %built.report.steps, "built for the studio");
        }
        Ok(&self.builder)
    }

    /// The pages in which the site with these files differs from the site without them.
    ///
    /// # Errors
    /// Content is wrong, or the machine fails.
    pub fn difference(&mut self, files: &Overlay) -> Result<PageDifference, Failure> {
        self.build(&Overlay::new())?;
        let changed = self.show(files).map_err(anyhow::Error::from)?;
        self.note(&ChangedPaths::Paths(changed));
        let built = self.builder.build(&self.touched)?;
        self.touched = nothing();
        Ok(PageDifference::from_report(built.report))
    }

    /// The builder, with the last build.
    pub fn builder(&self) -> &Builder {
        &self.builder
    }

    /// Writes the files that are read over `content/`; returns the paths that have other bytes than
    /// before.
    fn show(&mut self, files: &Overlay) -> io::Result<BTreeSet<PathBuf>> {
        let wanted: BTreeMap<SourcePath, Option<Hash>> = files
            .iter()
            .map(|(path, bytes)| (path.clone(), bytes.as_deref().map(Hash::of)))
            .collect();
        let mut changed = BTreeSet::new();
        let gone: Vec<SourcePath> = self
            .overlay
            .keys()
            .filter(|path| !wanted.contains_key(*path))
            .cloned()
            .collect();
        for path in gone {
            self.overlay.remove(&path);
            remove_file(&self.inside(CHANGED_FILES, &path))?;
            remove_file(&self.inside(REMOVED_FILES, &path))?;
            changed.insert(self.content.join(path.as_str()));
        }
        for (path, hash) in wanted {
            if self.overlay.get(&path) == Some(&hash) {
                continue;
            }
            let (file, mark) = (
                self.inside(CHANGED_FILES, &path),
                self.inside(REMOVED_FILES, &path),
            );
            match files.get(&path).and_then(Option::as_deref) {
                Some(bytes) => {
                    make_parent(&file)?;
                    replace_file_unsynced(&file, bytes)?;
                    remove_file(&mark)?;
                }
                None => {
                    make_parent(&mark)?;
                    replace_file_unsynced(&mark, b"")?;
                    remove_file(&file)?;
                }
            }
            changed.insert(self.content.join(path.as_str()));
            self.overlay.insert(path, hash);
        }
        Ok(changed)
    }

    fn inside(&self, kind: &str, path: &SourcePath) -> PathBuf {
        self.shown.join(kind).join(path.as_str())
    }
}

fn nothing() -> ChangedPaths {
    ChangedPaths::Paths(BTreeSet::new())
}

fn remove_file(path: &Path) -> io::Result<()> {
    ignore_absence(fs::remove_file(path))
}

fn remove_folder(path: &Path) -> io::Result<()> {
    ignore_absence(fs::remove_dir_all(path))
}

fn ignore_absence(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
