//! A build as a plain tree of files, for hosts that serve only files.
//!
//! Guarded and private files are left out, and so are compressed copies: a static host makes its
//! own. A redirect is a small document. The tree is written beside its folder, which it replaces by
//! a rename. Everyone may read it: a web server of another user has to, and all that is in it is
//! public.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use contract::Hash;
use contract::build::{Access, Entry, Index, Latest, file_path};

use super::name::Name;
use generator_builds::{Builds, Live};
use generator_ground::message::Message;

/// Name of the mark of a folder that was exported to, so that it may be replaced.
const MARK: &str = ".portico-export";

/// Exports a build into `folder`, which is new, empty, or was exported to before. Returns how many
/// files it has.
pub fn export(builds: &Builds, live: &Live, folder: &Path) -> anyhow::Result<usize> {
    let is_ours = folder.join(MARK).is_file();
    let is_free = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    if !is_ours && !is_free {
        let folder = folder.display().to_string();
        bail!(Message::new("export-foreign").with("folder", folder));
    }
    let name = folder.file_name().context("the folder has no name")?;
    let parent = match folder.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    make_folder(parent)?;
    let name = name.to_string_lossy();
    let beside = |what: &str| {
        let mut builder = tempfile::Builder::new();
        let prefix = format!(".{name}-{what}-");
        builder.prefix(&prefix).tempdir_in(parent)
    };
    let (new, old) = (beside("new")?, beside("old")?);
    let mut tree = Tree {
        root: new.path().join("tree"),
        files: 0,
    };
    tree.fill(builds, live)?;
    write(&tree.root.join(MARK), live.index.id.as_str().as_bytes())?;
    if folder.exists() {
        fs::rename(folder, old.path().join("tree"))?;
    }
    fs::rename(&tree.root, folder)
        .with_context(|| format!("cannot write `{}`", folder.display()))?;
    Ok(tree.files)
}

struct Tree {
    root: PathBuf,
    files: usize,
}

impl Tree {
    fn fill(&mut self, builds: &Builds, live: &Live) -> anyhow::Result<()> {
        for (path, entry) in live.tree.iter() {
            match &entry {
                Entry::File(file) if is_open(file.access) => {
                    let place = match file.status {
                        None => file_path(&path, &file.media_type),
                        Some(404) => format!("{}.html", path.trim_matches('/')),
                        Some(_) => continue,
                    };
                    self.put(&place, &builds.bytes(&path, file)?)?;
                }
                Entry::Redirect { to, .. } if is_told(live, to) => {
                    let place = file_path(&path, "text/html");
                    self.put(&place, redirect_document(&live.index, to).as_bytes())?;
                }
                _ => {}
            }
        }
        let mut index = live.index.clone();
        // A static host has no copies that are compressed against predecessors, either.
        index.forget_predecessors();
        self.assets(builds, &index)?;
        self.pointers(builds, &live.index)
    }

    fn assets(&mut self, builds: &Builds, index: &Index) -> anyhow::Result<()> {
        let dictionary = index.dictionary.as_ref().map(|known| &known.asset);
        // A static host has no copies that are compressed against a dictionary.
        for (name, asset) in index
            .assets
            .iter()
            .filter(|(name, _)| Some(*name) != dictionary)
        {
            let place = format!("assets/{name}");
            let shown = || format!("cannot read `builds/{place}`");
            let bytes = fs::read(builds.root().join(&place)).with_context(shown)?;
            if Hash::of(&bytes) != asset.hash {
                bail!("`builds/{place}` is damaged: its hash is another one");
            }
            self.put(&place, &bytes)?;
        }
        Ok(())
    }

    /// Adds the files by which an open tab learns of the next build.
    fn pointers(&mut self, builds: &Builds, index: &Index) -> anyhow::Result<()> {
        let meta = fs::read(builds.root().join(format!("meta/{}.json", index.id)))?;
        self.put(&format!("builds/meta/{}.json", index.id), &meta)?;
        let latest = Latest {
            id: index.id.clone(),
            timestamp: index.now.clone(),
            app: index.app,
        };
        self.put("builds/latest.json", &serde_json::to_vec(&latest)?)
    }

    fn put(&mut self, place: &str, bytes: &[u8]) -> anyhow::Result<()> {
        let target = self.root.join(Name::parse(place)?.as_str());
        let parent = target.parent().unwrap_or(&self.root);
        make_folder(parent)
            .and_then(|()| write(&target, bytes))
            .with_context(|| format!("cannot write `{}`", target.display()))?;
        self.files += 1;
        Ok(())
    }
}

/// Makes a folder, and those around it that are missing, for all to read.
fn make_folder(folder: &Path) -> io::Result<()> {
    let missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let folders: Vec<&Path> = folder.ancestors().take_while(missing).collect();
    for folder in folders.into_iter().rev() {
        fs::create_dir(folder)?;
        fs::set_permissions(folder, Permissions::from_mode(0o755))?;
    }
    Ok(())
}

/// Writes a file for all to read.
fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(file, bytes)?;
    fs::set_permissions(file, Permissions::from_mode(0o644))
}

fn is_open(access: Access) -> bool {
    matches!(access, Access::Public | Access::Guest)
}

/// Whether everyone may know where a redirect leads.
fn is_told(live: &Live, to: &str) -> bool {
    match live.tree.get(to) {
        Some(Entry::File(file)) => is_open(file.access),
        _ => true,
    }
}

/// A document that leads on.
fn redirect_document(index: &Index, to: &str) -> String {
    let to = escape(to);
    let canonical = escape(&index.public_url);
    format!(
        "<!doctype html>\n<meta charset=\"utf-8\">\n<title>{to}</title>\n<meta name=\"robots\" content=\"noindex\">\n\
         <link rel=\"canonical\" href=\"{canonical}{to}\">\n<meta http-equiv=\"refresh\" content=\"0; url={to}\">\n\
         <a href=\"{to}\">{to}</a>\n"
    )
}

fn escape(text: &str) -> String {
    let replaced = text.replace('&', "&amp;").replace('<', "&lt;");
    replaced.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_redirect_is_a_document_that_no_address_breaks_out_of() {
        let golden = include_str!("../../../contract/tests/golden/index.json");
        let index: Index = serde_json::from_str(golden).unwrap();
        let page = redirect_document(&index, "/a\"><script>&");
        assert!(
            page.contains("content=\"0; url=/a&quot;&gt;&lt;script&gt;&amp;\""),
            "{page}"
        );
        assert!(!page.contains("<script>"));
        assert!(page.contains("href=\"https://www.tidewater-capital.example/a&quot;"));
    }
}
