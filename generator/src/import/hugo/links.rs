//! PURE: links and pictures of pages, as Hugo finds them.

use std::collections::{BTreeMap, BTreeSet};

use contract::locale::Locale;
use generator_content::redirects::old_address;
use generator_ground::message::Message;
use percent_encoding::percent_decode_str;

use super::super::PictureFolder;
use super::super::address::{host, join};
use super::super::pictures::{KnownPictures, check_size};
use super::aliases::old_path;
use super::{Draft, Files, Site};

/// Begins a new address that a shortcode was replaced by: it may be the old one of another page.
const NEW: &str = "portico-entry:";

/// The page that has a link.
#[derive(Clone)]
pub(super) struct Base {
    /// File of the page, below the section's folder.
    pub(super) file: String,
    /// Path of the page in the section.
    pub(super) key: String,
}

/// The addresses that links may have.
pub(super) struct Links {
    section: String,
    locales: Vec<Locale>,
    /// New addresses.
    addresses: BTreeSet<String>,
    /// File, or path in the section → new address.
    files: BTreeMap<String, String>,
    /// Old path → new address.
    paths: BTreeMap<String, String>,
    /// Name of a file without its end → new address; none for a name that several have.
    names: BTreeMap<String, Option<String>>,
    pictures: KnownPictures,
    statics: KnownPictures,
}

impl Links {
    pub(super) fn new(site: &Site<'_>, files: &Files) -> Self {
        Self {
            section: site.section.to_owned(),
            locales: site.locales.to_vec(),
            addresses: BTreeSet::new(),
            files: BTreeMap::new(),
            paths: BTreeMap::new(),
            names: BTreeMap::new(),
            pictures: files.pictures.clone(),
            statics: files.statics.clone(),
        }
    }

    /// Adds an entry at its new address, unless it may not be visible.
    pub(super) fn add(&mut self, draft: &Draft<'_>, address: &str) {
        if !draft.pages.iter().all(|page| page.visibility.is_lasting()) {
            return;
        }
        let address = address.to_owned();
        self.addresses.insert(address.clone());
        self.files.insert(draft.key.to_owned(), address.clone());
        for page in &draft.pages {
            self.files.insert(page.path.to_owned(), address.clone());
            let old = old_path(&self.section, draft.key, page);
            let old = old_address(&old, &self.locales).map(|old| old.path);
            old.map(|old| self.paths.entry(old).or_insert_with(|| address.clone()));
        }
        let name = draft.key.rsplit('/').next().unwrap_or(draft.key);
        self.names
            .entry(name.to_owned())
            .and_modify(|known| *known = None)
            .or_insert(Some(address));
    }

    /// The new address of a link.
    pub(super) fn link(&self, base: &Base, target: &str) -> Result<String, Message> {
        let is_elsewhere = host(target).is_some_and(|host| !host.is_empty())
            || target.starts_with("mailto:")
            || target.starts_with("tel:");
        if is_elsewhere || target.starts_with('#') {
            return Ok(target.to_owned());
        }
        if let Some(address) = target.strip_prefix(NEW) {
            let known = self.addresses.get(address);
            return known
                .cloned()
                .ok_or_else(|| Message::new("import/link").with("target", target));
        }
        let path = decoded_path(target);
        let found = path.and_then(|path| self.find(base, &path));
        found.ok_or_else(|| Message::new("import/link").with("target", target))
    }

    /// The new address of a page that a shortcode names, for [`Self::link`].
    pub(super) fn reference(&self, base: &Base, path: &str) -> Option<String> {
        let path = path.split('#').next().unwrap_or_default();
        let by_name = || {
            let name = without_end(path).trim_end_matches("/index");
            let name = name.rsplit('/').next().unwrap_or(name);
            self.names.get(name).cloned().flatten()
        };
        let found = self.find(base, path).or_else(by_name);
        found.map(|address| format!("{NEW}{address}"))
    }

    fn find(&self, base: &Base, path: &str) -> Option<String> {
        if path.is_empty() {
            return None;
        }
        let by_file = |path: &str| {
            self.files
                .get(path)
                .or_else(|| self.files.get(without_end(path)))
        };
        if path.starts_with('/') {
            let old = old_address(&path.to_lowercase(), &self.locales);
            let by_path = old.and_then(|old| self.paths.get(&old.path));
            let inside = || join("", path).and_then(|path| self.in_section(&path));
            return by_path.or_else(|| by_file(&inside()?)).cloned();
        }
        // Hugo reads it from the page's address; editors write it from the file.
        let from_file = join(folder(&base.file), path);
        let from_file = from_file.and_then(|path| by_file(&path));
        let from_page = || {
            let whole = format!("{}/{}", self.section, base.key.to_lowercase());
            let path = format!("/{}", join(&whole, &path.to_lowercase())?);
            self.paths.get(&old_address(&path, &self.locales)?.path)
        };
        from_file.or_else(from_page).cloned()
    }

    /// A path of Hugo's content, below the section's folder.
    fn in_section(&self, path: &str) -> Option<String> {
        let rest = match self.section.is_empty() {
            true => path,
            false => path.strip_prefix(&self.section)?.strip_prefix('/')?,
        };
        Some(rest.to_owned())
    }

    /// The folder and the path of a picture.
    pub(super) fn picture(
        &self,
        base: &Base,
        source: &str,
    ) -> Result<(PictureFolder, String), Message> {
        let missing = || Message::new("import/picture-beside").with("source", source);
        if host(source).is_some() {
            return Err(missing());
        }
        let path = decoded_path(source).ok_or_else(missing)?;
        let beside = match path.starts_with('/') {
            true => [
                join("", &path).and_then(|path| self.in_section(&path)),
                None,
            ],
            false => [join(folder(&base.file), &path), join(&base.key, &path)],
        };
        let beside = beside
            .into_iter()
            .flatten()
            .find(|it| self.pictures.contains_key(it));
        if let Some(path) = beside {
            check_size(&path, &self.pictures)?;
            return Ok((PictureFolder::Texts, path));
        }
        let shared = join("", &path).filter(|path| self.statics.contains_key(path));
        let path = shared.ok_or_else(missing)?;
        check_size(&path, &self.statics)?;
        Ok((PictureFolder::Media, path))
    }
}

fn decoded_path(target: &str) -> Option<String> {
    let path = target.split(['?', '#']).next()?;
    Some(percent_decode_str(path).decode_utf8().ok()?.into_owned())
}

fn folder(file: &str) -> &str {
    file.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn without_end(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.strip_suffix(".md").unwrap_or(path)
}
