//! Upgrade of a site that another version wrote: Portico's files in it, as this version has them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use contract::locale::Locale;
use walkdir::WalkDir;

use super::file::NewFile;
use super::own_files::{self, OwnFile};
pub use super::own_files::{Change, Fate};
use super::{catalogs, product};

/// Fate of Portico's files in a site, by place.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Upgrade {
    /// Files that read otherwise.
    pub changed: Vec<String>,
    /// Files that are not there yet.
    pub new: Vec<String>,
    /// Files that this version no longer has.
    pub gone: Vec<String>,
    /// Files of the site's people that the version needs otherwise, or has otherwise.
    pub own: Vec<OwnFile>,
}

impl Upgrade {
    /// Number of files that the upgrade writes or removes.
    pub fn changed_count(&self) -> usize {
        let own = self.own.iter().filter(|file| file.is_written());
        self.changed.len() + self.new.len() + self.gone.len() + own.count()
    }

    /// Number of files that people have to change.
    pub fn manual_count(&self) -> usize {
        let left = |file: &&OwnFile| matches!(file.fate, Fate::ByHand(_));
        self.own.iter().filter(left).count()
    }
}

/// Compares the site in the folder `site` with this version; writes the differences if `writes`.
pub fn upgrade(site: &Path, writes: bool) -> Result<Upgrade, anyhow::Error> {
    let languages = languages(site)?;
    let codes: Vec<String> = languages.iter().map(|locale| locale.code.clone()).collect();
    let files = files(site, &languages, &codes);
    let mut upgrade = Upgrade::default();
    for (place, file) in &files {
        match fs::read(site.join(place)) {
            Ok(bytes) if bytes == file.bytes => continue,
            Ok(_) => upgrade.changed.push(place.clone()),
            Err(_) => upgrade.new.push(place.clone()),
        }
    }
    upgrade.gone = present(site)?;
    upgrade.gone.retain(|place| !files.contains_key(place));
    upgrade.own = own_files::changes(site, &codes);
    if writes {
        for file in &upgrade.own {
            file.write(site)?;
        }
        for place in upgrade.changed.iter().chain(&upgrade.new) {
            files[place].write(site)?;
        }
        for place in &upgrade.gone {
            let path = site.join(place);
            fs::remove_file(&path)
                .with_context(|| format!("cannot remove `{}`", path.display()))?;
        }
    }
    Ok(upgrade)
}

/// Languages of the site.
fn languages(site: &Path) -> Result<Vec<Locale>, anyhow::Error> {
    let path = site.join("locales/locales.json");
    let text = fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
    serde_json::from_slice(&text)
        .with_context(|| format!("`{}` is no list of languages", path.display()))
}

/// Portico's files of the site, as this version has them.
fn files(site: &Path, languages: &[Locale], codes: &[String]) -> BTreeMap<String, NewFile> {
    let default = languages.iter().find(|locale| locale.default);
    let mut files = product::files(default.map_or("", |locale| &locale.code));
    files.extend(catalogs::renew(codes, |place| {
        fs::read_to_string(site.join(place)).ok()
    }));
    files
        .into_iter()
        .map(|file| (file.path.clone(), file))
        .collect()
}

/// Files in Portico's folders of the site, except the files that npm installs there. An older site
/// may lack a folder.
fn present(site: &Path) -> Result<Vec<String>, anyhow::Error> {
    let mut places = Vec::new();
    let folders = product::FOLDERS
        .into_iter()
        .filter(|folder| site.join(folder).exists());
    for folder in folders {
        let entries = WalkDir::new(site.join(folder))
            .sort_by_file_name()
            .into_iter();
        for entry in entries.filter_entry(|entry| entry.file_name() != "node_modules") {
            let entry = entry.with_context(|| format!("cannot read `{folder}`"))?;
            let place = entry.path().strip_prefix(site).unwrap_or(entry.path());
            if !entry.file_type().is_dir() {
                places.push(place.to_string_lossy().into_owned());
            }
        }
    }
    Ok(places)
}
