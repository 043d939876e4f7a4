//! A preview: the site with content that is held back, in a folder of its own, at an address that
//! cannot be guessed.

use std::path::PathBuf;
use std::sync::Arc;

use contract::preview::PreviewId;
use jiff::Timestamp;

use super::Builder;
use crate::config::BuildConfig;
use crate::config::options::Sidecars;
use generator_builds::Store;
use generator_builds::preview::{self, NewPreview};
use generator_content::{ChangedPaths, Visibility};
use generator_ground::diagnostic::failure::Failure;
use generator_ground::diagnostic::warning::Warning;

/// A preview that is open.
pub struct PreviewOfSite {
    /// Name of the preview.
    pub id: PreviewId,
    /// Folder of the preview's builds.
    pub folder: PathBuf,
    /// Address of the site, without a trailing slash.
    pub site: String,
    /// Path of the preview at that address, with the key.
    pub path: String,
    /// Warnings of the preview's build.
    pub warnings: Vec<Warning>,
}

/// Builds the site of `config` for reviewers, and opens the preview until that time. Previews that
/// are over are deleted.
///
/// # Errors
/// The content is wrong, or the machine fails. No file of the preview is left then.
pub fn make(mut config: BuildConfig, until: Timestamp) -> Result<PreviewOfSite, Failure> {
    preview::tidy(&config.builds, Timestamp::now())?;
    let new = NewPreview::begin(&config.builds)?;
    config.builds = new.folder.clone();
    config.site.visibility = Visibility::Preview;
    config.until = Some(until);
    config.sidecars = Sidecars::Never;
    // Search engines do not index a preview, and the recorded settings are not changed.
    config.accept_seo = true;
    let built = build(config).and_then(|built| {
        new.open(until)?;
        Ok(built)
    });
    let (site, warnings) = built.inspect_err(|_| new.give_up())?;
    Ok(PreviewOfSite {
        path: format!("/preview/{}", new.key.expose()),
        id: new.key.id,
        folder: new.folder,
        site,
        warnings,
    })
}

/// Builds the site; the address at which it is seen, and the warnings.
fn build(config: BuildConfig) -> Result<(String, Vec<Warning>), Failure> {
    let store = Arc::new(Store::open(&config.builds)?);
    let mut builder = Builder::open(config, store)?;
    let built = builder.build(&ChangedPaths::Everything)?;
    Ok((builder.address().to_owned(), built.report.warnings))
}
