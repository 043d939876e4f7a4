//! Inputs that every page has in common.

use std::collections::BTreeSet;

use contract::Hash;

use crate::pages::figures::Figures;
use crate::sources::origin::SystemConfig;
use generator_content::Site;

/// Inputs that every page depends on besides content.
#[derive(PartialEq)]
pub(super) struct GlobalInputs {
    /// The app id.
    pub(super) app: Hash,
    /// Hash of all that decides a page's bytes besides its input.
    pub(super) renderer: Hash,
    /// `site.yaml`.
    pub(super) site: Site,
    /// SEO settings by language.
    pub(super) system_config: SystemConfig,
    /// The script of sampled visits, if the site asks for it.
    pub(super) figures: Option<Figures>,
    /// The ids of the routes with so many pages that none has a font of its own.
    pub(super) without_own_faces: BTreeSet<String>,
}
