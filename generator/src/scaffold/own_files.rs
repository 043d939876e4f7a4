//! Changes of a site's own files that a version needs: pure functions of the files' texts. A change
//! that does not fit the text is left to the site's people.

use std::fs;
use std::path::Path;

use contract::{Hash, texts};
use serde_json::Value;

use super::file::{NewFile, pretty};
use super::lock::MANIFEST;
use super::{server_texts, template};

/// Fate of a file of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The file was written, because the site had none.
    New,
    /// The file was changed in the one place that the version needs.
    Changed,
    /// The file has to be changed by hand.
    ByHand(Change),
    /// The file differs from that of a new site, because its people changed it.
    Kept,
}

/// A change that people have to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The definition names the session.
    Session,
    /// The file has the texts that the version adds.
    Texts,
}

/// A file of the site, and its text afterwards; the text is as before if it is left to people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnFile {
    /// Place in the site.
    pub place: String,
    /// Fate of the file.
    pub fate: Fate,
    text: String,
}

impl OwnFile {
    fn new(place: impl Into<String>, fate: Fate, text: String) -> Self {
        Self {
            place: place.into(),
            fate,
            text,
        }
    }

    /// Whether the upgrade writes the file.
    pub fn is_written(&self) -> bool {
        matches!(self.fate, Fate::New | Fate::Changed)
    }

    /// Writes the text, unless people have to.
    pub fn write(&self, site: &Path) -> Result<(), anyhow::Error> {
        match self.is_written() {
            true => NewFile::text(&self.place, &self.text).write(site),
            false => Ok(()),
        }
    }
}

/// Files that came with a version; a site that lacks them gets those of the template.
const NEW: [&str; 1] = ["tests/pages.json"];

/// Files that a new site of an earlier version had, by the hash of their text: one that its people
/// left as it was becomes that of this version.
const EARLIER: [(&str, &[&str]); 2] = [
    (
        "scripts/run",
        &[
            "3fe3058107c96a40ec71c602ea8c49f4",
            "0d18467ca82257ade602d65cc98bf0dd",
        ],
    ),
    (
        "scripts/test",
        &[
            "ebbfd1b99ced41fb1f0c7404cf3c7970",
            "a02032a8a3068807aa3628942eb7f878",
            "d19299813235ab833953950ad95fcda5",
            "2f1ede6065b14dc5e99e883d002544f2",
        ],
    ),
];

/// Own files of the site that this version changes; `codes` are the site's languages.
pub(super) fn changes(site: &Path, codes: &[String]) -> Vec<OwnFile> {
    let read = |place: &str| fs::read_to_string(site.join(place)).ok();
    let laid_down = NEW.into_iter().filter_map(|place| {
        let text = template::text(place)?;
        let is_there = site.join(place).exists();
        (!is_there).then(|| OwnFile::new(place, Fate::New, text))
    });
    let renewed = EARLIER
        .into_iter()
        .filter_map(|(place, hashes)| renew(place, hashes, read(place)?));
    let session = read("frontend/site/routes.ts")
        .zip(read("frontend/site/site.ts"))
        .and_then(|(routes, definition)| with_session(&routes, definition));
    let scripts = read(MANIFEST).and_then(|manifest| with_scripts(&manifest));
    let texts = codes.iter().filter_map(|code| {
        let place = server_texts::place(code);
        let text = read(&place)?;
        with_texts(code, place, text)
    });
    let changed = renewed.chain(session).chain(scripts).chain(texts);
    laid_down.chain(changed).collect()
}

/// A script of the site: that of this version where its people left the earlier one as it was.
fn renew(place: &str, earlier: &[&str], own: String) -> Option<OwnFile> {
    let text = template::text(place).filter(|text| *text != own)?;
    let hash = Hash::of(own.as_bytes()).to_string();
    Some(match earlier.contains(&hash.as_str()) {
        true => OwnFile::new(place, Fate::Changed, text),
        false => OwnFile::new(place, Fate::Kept, own),
    })
}

/// The manifest with each script of a new site whose name it does not have: the documentation names
/// them.
fn with_scripts(manifest: &str) -> Option<OwnFile> {
    let template: Value = serde_json::from_str(&template::text(MANIFEST)?).ok()?;
    let mut changed: Value = serde_json::from_str(manifest).ok()?;
    let scripts = changed.get_mut("scripts")?.as_object_mut()?;
    let before = scripts.len();
    for (name, command) in template.get("scripts")?.as_object()? {
        scripts.entry(name).or_insert_with(|| command.clone());
    }
    (scripts.len() > before).then(|| OwnFile::new(MANIFEST, Fate::Changed, pretty(&changed)))
}

/// The texts of the servers in a language of the site's own, with those that the version adds.
fn with_texts(code: &str, place: String, text: String) -> Option<OwnFile> {
    if texts::built_in_for(code).is_some() {
        return None;
    }
    match server_texts::complete(code, &text) {
        Ok(completed) if completed == text => None,
        Ok(completed) => Some(OwnFile::new(place, Fate::Changed, completed)),
        Err(_) => Some(OwnFile::new(place, Fate::ByHand(Change::Texts), text)),
    }
}

/// The definition of a site whose routes need signing in names the session.
fn with_session(routes: &str, definition: String) -> Option<OwnFile> {
    let needs = routes.contains("middleware:") && !definition.contains("session");
    needs.then(|| {
        let (fate, text) = match insert_session(&definition) {
            Some(changed) => (Fate::Changed, changed),
            None => (Fate::ByHand(Change::Session), definition),
        };
        OwnFile::new("frontend/site/site.ts", fate, text)
    })
}

/// The text with the import after that of the package, and the property first in the definition.
fn insert_session(definition: &str) -> Option<String> {
    const PACKAGE: &str = "from '@portico/app'\n";
    const VALUE: &str = ": SiteDefinition = {\n";
    let import = definition.find(PACKAGE)? + PACKAGE.len();
    let value = definition.find(VALUE)? + VALUE.len();
    let (head, between, rest) = (
        &definition[..import],
        definition.get(import..value)?,
        &definition[value..],
    );
    Some(format!(
        "{head}import {{ session }} from '@portico/app/members'\n{between}  session,\n{rest}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUTES: &str = "{ id: 'members', requiresAuth: true, middleware: ['auth'] },";
    const DEFINITION: &str = "import type { SiteDefinition } from '@portico/app'\n\
        import { routes } from '#/routes.ts'\n\n\
        export const site: SiteDefinition = {\n  routes,\n}\n";

    #[test]
    fn a_definition_gets_the_session_that_its_routes_need() {
        let file = with_session(ROUTES, DEFINITION.to_owned()).unwrap();
        assert_eq!(file.fate, Fate::Changed);
        assert_eq!(
            file.text,
            "import type { SiteDefinition } from '@portico/app'\n\
             import { session } from '@portico/app/members'\n\
             import { routes } from '#/routes.ts'\n\n\
             export const site: SiteDefinition = {\n  session,\n  routes,\n}\n"
        );
        assert_eq!(with_session(ROUTES, file.text), None, "once is enough");
    }

    #[test]
    fn a_definition_of_another_form_is_left_to_people() {
        for text in [
            "export const site = makeSite()\n",
            "export const site: SiteDefinition = {\n}\nimport type { SiteDefinition } from '@portico/app'\n",
        ] {
            let file = with_session(ROUTES, text.to_owned()).unwrap();
            assert_eq!(
                (file.fate, file.text.as_str()),
                (Fate::ByHand(Change::Session), text)
            );
        }
    }

    #[test]
    fn a_manifest_gets_the_scripts_that_it_lacks_and_keeps_its_own() {
        let older =
            r#"{"name":"quay","scripts":{"start":"portico run","build":"ours"},"dependencies":{}}"#;
        let file = with_scripts(older).unwrap();
        assert_eq!((&*file.place, file.fate), (MANIFEST, Fate::Changed));
        let changed: Value = serde_json::from_str(&file.text).unwrap();
        assert_eq!(changed["scripts"]["build"], "ours");
        assert_eq!(changed["scripts"]["dev"], "portico dev");
        assert_eq!(changed["scripts"]["check"], "portico check");
        let keys: Vec<_> = changed.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["name", "scripts", "dependencies"]);
        assert_eq!(with_scripts(&file.text), None);
        assert_eq!(with_scripts("{}"), None);
    }

    #[test]
    fn a_script_that_people_changed_is_kept_and_reported() {
        let (place, hashes) = EARLIER[0];
        let current = template::text(place).unwrap();
        assert_eq!(renew(place, hashes, current.clone()), None);
        let file = renew(place, hashes, current + "# ours\n").unwrap();
        assert_eq!(file.fate, Fate::Kept);
        assert!(!file.is_written());
    }

    #[test]
    fn texts_of_a_form_to_which_none_can_be_added_are_left_to_people() {
        let file = with_texts("fr", server_texts::place("fr"), "api: a text\n".to_owned());
        assert_eq!(file.unwrap().fate, Fate::ByHand(Change::Texts));
        let english = with_texts("en", server_texts::place("en"), "api: {}\n".to_owned());
        assert_eq!(english, None);
    }

    #[test]
    fn a_site_without_pages_for_members_needs_none() {
        assert_eq!(with_session("{ id: 'home' },", DEFINITION.to_owned()), None);
    }
}
