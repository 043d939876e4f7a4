//! Changes of a site's own files that a version needs: pure functions of the files' texts. A change
//! that does not fit the text is left to the site's people.

use std::fs;
use std::path::Path;

use contract::Hash;

use super::file::NewFile;
use super::template;

/// Fate of a file of the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The file was written, because the site had none.
    New,
    /// The file was changed in the one place that the version needs.
    Changed,
    /// The file has to be changed by hand.
    ByHand,
}

/// A file of the site, and its text afterwards; the text is as before if it is left to people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnFile {
    /// Place in the site.
    pub place: &'static str,
    /// Fate of the file.
    pub fate: Fate,
    text: String,
}

impl OwnFile {
    /// Writes the text, unless people have to.
    pub fn write(&self, site: &Path) -> Result<(), anyhow::Error> {
        match self.fate {
            Fate::ByHand => Ok(()),
            Fate::New | Fate::Changed => NewFile::text(self.place, &self.text).write(site),
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

/// Own files of the site that this version changes.
pub(super) fn changes(site: &Path) -> Vec<OwnFile> {
    let read = |place: &str| fs::read_to_string(site.join(place)).ok();
    let laid_down = NEW.into_iter().filter_map(|place| {
        let text = template::text(place)?;
        (!site.join(place).exists()).then_some(OwnFile {
            place,
            fate: Fate::New,
            text,
        })
    });
    let renewed = EARLIER.into_iter().filter_map(|(place, hashes)| {
        let hash = Hash::of(&fs::read(site.join(place)).ok()?).to_string();
        let text = hashes
            .contains(&hash.as_str())
            .then(|| template::text(place))??;
        let fate = Fate::Changed;
        Some(OwnFile { place, fate, text })
    });
    let session = read("frontend/site/routes.ts")
        .zip(read("frontend/site/site.ts"))
        .and_then(|(routes, definition)| with_session(&routes, definition));
    laid_down.chain(renewed).chain(session).collect()
}

/// The definition of a site whose routes need signing in names the session.
fn with_session(routes: &str, definition: String) -> Option<OwnFile> {
    let needs = routes.contains("middleware:") && !definition.contains("session");
    needs.then(|| {
        let changed = insert_session(&definition);
        OwnFile {
            place: "frontend/site/site.ts",
            fate: match changed {
                Some(_) => Fate::Changed,
                None => Fate::ByHand,
            },
            text: changed.unwrap_or(definition),
        }
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
            assert_eq!((file.fate, file.text.as_str()), (Fate::ByHand, text));
        }
    }

    #[test]
    fn a_site_without_pages_for_members_needs_none() {
        assert_eq!(with_session("{ id: 'home' },", DEFINITION.to_owned()), None);
    }
}
