//! PURE: old addresses of pages, each for one entry.

use std::collections::HashSet;

use generator_content::redirects::old_address;
use generator_ground::message::Message;

use super::super::LeftOut;
use super::super::address::{join, path_of};
use super::super::fields::plain;
use super::page::Page;
use super::{Draft, Site};

/// The addresses that are taken.
pub(super) struct Aliases<'a> {
    site: &'a Site<'a>,
    taken: HashSet<String>,
}

impl<'a> Aliases<'a> {
    pub(super) fn new(site: &'a Site<'a>) -> Self {
        Self {
            site,
            taken: HashSet::from(["/".to_owned()]),
        }
    }

    /// Marks the address of a new entry as taken: no old address may be the same.
    pub(super) fn add_address(&mut self, address: String) {
        self.taken.insert(address);
    }

    /// Replaces the addresses that pages have in Hugo by those that entries can have. The address
    /// of a page comes before the alias of another one.
    pub(super) fn write(mut self, drafts: &mut [Draft<'_>], left_out: &mut Vec<LeftOut>) {
        let mut known: Vec<HashSet<String>> = Vec::new();
        let mut given: Vec<Vec<String>> = Vec::new();
        for draft in drafts.iter_mut() {
            let mut of_entry = HashSet::from([self.site.fields.address(&draft.slug)]);
            for page in &mut draft.pages {
                given.push(std::mem::take(&mut page.aliases));
                let own = old_path(self.site.section, draft.key, page);
                self.add(page, &own, &mut of_entry, left_out);
            }
            known.push(of_entry);
        }
        let mut given = given.into_iter();
        for (draft, of_entry) in drafts.iter_mut().zip(&mut known) {
            let folder = parent(self.site.section, draft.key);
            for page in &mut draft.pages {
                for alias in given.next().into_iter().flatten() {
                    let path = given_path(&folder, &alias).unwrap_or(alias);
                    self.add(page, &path, of_entry, left_out);
                }
            }
        }
    }

    fn add(
        &mut self,
        page: &mut Page<'_>,
        path: &str,
        of_entry: &mut HashSet<String>,
        left_out: &mut Vec<LeftOut>,
    ) {
        let Some(old) = old_address(path, self.site.locales) else {
            let reason = Message::new("import/address").with("address", plain(path));
            return left_out.push(LeftOut::new(page.path, reason));
        };
        if of_entry.contains(&old.path) {
            return;
        }
        if !self.taken.insert(old.path.clone()) {
            let reason = Message::new("import/repeated").with("from", &old.path);
            return left_out.push(LeftOut::new(page.path, reason));
        }
        of_entry.insert(old.path.clone());
        page.aliases.push(old.path);
    }
}

/// The path at which Hugo shows a page.
pub(super) fn old_path(section: &str, key: &str, page: &Page<'_>) -> String {
    if let Some(url) = &page.url {
        let path = match url.contains("://") {
            true => path_of(url),
            false => join("", url),
        };
        return format!("/{}", path.unwrap_or_default().trim_start_matches('/'));
    }
    let last = key.rsplit('/').next().unwrap_or(key);
    let last = page.slug.as_deref().unwrap_or(last);
    format!("{}/{}", parent(section, key), urlize(last))
}

/// The path above a page.
fn parent(section: &str, key: &str) -> String {
    let above = key.rsplit_once('/').map_or("", |(above, _)| above);
    let parts = section.split('/').chain(above.split('/'));
    let parts = parts.filter(|part| !part.is_empty());
    parts.map(|part| format!("/{}", urlize(part))).collect()
}

/// An alias; a relative one begins at the page's folder.
fn given_path(folder: &str, alias: &str) -> Option<String> {
    let path = match alias.contains("://") {
        true => path_of(alias)?,
        false => alias.to_owned(),
    };
    let from = if path.starts_with('/') { "" } else { folder };
    Some(format!("/{}", join(from, &path)?))
}

/// A name as Hugo writes it in an address.
pub(super) fn urlize(name: &str) -> String {
    name.trim().to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_are_absolute_or_begin_at_the_folder() {
        for (alias, expected) in [
            ("/old/", Some("/old")),
            ("older", Some("/posts/older")),
            ("../up", Some("/up")),
            ("/../x", None),
            ("../../x", None),
            ("https://x.example/a%20b/", Some("/a b")),
        ] {
            let found = given_path("/posts", alias);
            assert_eq!(found.as_deref(), expected, "{alias}");
        }
        assert_eq!(parent("posts", "My Year/x"), "/posts/my-year");
    }
}
