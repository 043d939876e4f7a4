//! A new site: the files of the template, with the chosen parts and languages.
//!
//! The template (`generator/template`) is a whole site with every part. A line with `@part NAME`
//! and a line with `@end` hold what belongs to a part, `@part !NAME` its replacement where it is
//! left out; `parts.json` lists the files that belong to one as a whole. A folder of `looks` and
//! one of `kinds` complete it. Values that depend on the answers are between percent signs:
//! `%NAME%`.

mod catalogs;
mod color;
mod file;
mod kind;
mod languages;
mod lock;
mod look;
mod own_files;
mod part;
mod product;
mod server_texts;
mod template;
#[cfg(test)]
mod tests;
pub mod upgrade;
pub mod wanted;

use std::fs;
use std::path::Path;

use anyhow::Context;
use jiff::civil::Date;

pub use color::Color;
pub use kind::Kind;
pub use languages::{Languages, SiteLanguage};
pub use look::Look;
pub use part::Part;

use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Message;

/// The choices for a new site.
#[derive(Clone, Debug)]
pub struct NewSite {
    /// Name of the site, the same in every language at first.
    pub name: String,
    /// Public address, without a slash at its end.
    pub url: String,
    /// Time zone of the site's dates.
    pub time_zone: String,
    /// Languages of the site.
    pub languages: Languages,
    /// Parts besides the pages.
    pub parts: Vec<Part>,
    /// Kind of organisation that the site is for.
    pub kind: Kind,
    /// Look of the site.
    pub look: Look,
    /// The one colour of the site besides ink and paper.
    pub accent: Color,
    /// Date of the first article.
    pub today: Date,
}

/// Writes the files of `site` into the folder `to`, which is made, or must be empty; returns their
/// number. No file is left of a site that could not be written completely.
pub fn write(site: &NewSite, to: &Path) -> Result<usize, Failure> {
    if fs::read_dir(to).is_ok_and(|mut entries| entries.next().is_some()) {
        let taken = Message::new("new-not-empty").with("folder", to.display().to_string());
        return Err(Failure::new(Exit::Usage, taken));
    }
    let absolute = std::path::absolute(to).context("no folder")?;
    let beside = absolute.parent().unwrap_or(&absolute);
    fs::create_dir_all(beside).with_context(|| format!("cannot make `{}`", beside.display()))?;
    let whole = tempfile::tempdir_in(beside).context("cannot make a folder")?;
    let files = template::files(site);
    for file in &files {
        file.write(whole.path())?;
    }
    make_open(whole.path())?;
    // An empty folder gives way; a full one does not, whatever came into it since.
    fs::rename(whole.keep(), &absolute)
        .with_context(|| format!("cannot make `{}`", to.display()))?;
    Ok(files.len())
}

/// A temporary folder is its owner's alone; a site's folder is as others are.
fn make_open(folder: &Path) -> Result<(), anyhow::Error> {
    file::make_runnable(folder).with_context(|| format!("cannot open `{}`", folder.display()))
}
