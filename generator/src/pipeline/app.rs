//! The frontend of a builder, and its warm workers.

use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Context;
use contract::locale::Locale;
use jiff::tz::TimeZone;

use crate::config::BuildConfig;
use crate::notices;
use crate::pages::card::Cards;
use crate::pages::document::Documents;
use crate::pages::first_screen::FirstScreens;
use crate::pages::header_classes;
use crate::pages::render::pool::Pool;
use crate::report::moment::local;
use crate::sources::frontend::{Frontend, Stamps};
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Message;

/// A loaded frontend and its warm workers; replaced when the frontend was built again.
pub struct App {
    pub(super) frontend: Frontend,
    stamps: Stamps,
    pub(super) documents: Documents,
    pub(super) first_screens: Option<FirstScreens>,
    pub(super) cards: Option<Cards>,
    pub(super) pool: Pool,
}

/// Locale code → the words above each page of a preview.
fn preview_notes(config: &BuildConfig, zone: &TimeZone) -> BTreeMap<String, String> {
    let Some(until) = config.until else {
        return BTreeMap::new();
    };
    let until = local(until, zone);
    let locales = config.site.locales.iter();
    let note = |locale: &Locale| {
        let words = Message::new("preview-page").with("until", &until);
        words.text(notices::language(std::slice::from_ref(locale)))
    };
    locales
        .map(|locale| (locale.code.clone(), note(locale)))
        .collect()
}

/// The frontend as it is on disk now, with warm workers. A preview has one zone: it is built once.
pub(super) fn current<'a>(
    app: &'a mut Option<App>,
    config: &BuildConfig,
    zone: &TimeZone,
) -> Result<&'a App, Failure> {
    let folder = &config.site.frontend;
    match app {
        Some(app) if app.stamps.are_current(folder) => {}
        _ => renew(app, Stamps::read(folder)?, config, zone)?,
    }
    loaded_app(app)
}

/// The frontend that [`current`] loaded.
pub(super) fn loaded_app(app: &Option<App>) -> Result<&App, Failure> {
    app.as_ref()
        .ok_or_else(|| anyhow::anyhow!("no frontend").into())
}

/// Takes over another frontend, with new workers; one with the same bytes keeps them.
fn renew(
    app: &mut Option<App>,
    stamps: Stamps,
    config: &BuildConfig,
    zone: &TimeZone,
) -> Result<(), Failure> {
    let frontend = Frontend::load(&config.site.frontend, &stamps)?;
    if let Some(app) = app
        .as_mut()
        .filter(|app| app.frontend.hash == frontend.hash)
    {
        app.stamps = stamps;
        return Ok(());
    }
    let documents = Documents::new(
        &frontend.template,
        &frontend.inline_script,
        frontend.fonts.is_some(),
    )
    .context("the template `document.html`")?
    .with_notes(preview_notes(config, zone));
    let first_screens = match documents.has_style() {
        true => FirstScreens::load(&config.site.frontend)?,
        false => None,
    };
    let cards = Cards::load(
        &config.site.frontend,
        Arc::clone(&config.site.media_workers),
    )?;
    let pool = Pool::start(frontend.worker.clone(), config.workers)
        .map_err(|error| Failure::new(Exit::Render, error))?;
    header_classes::check(&pool.hello).map_err(|error| Failure::new(Exit::Content, error))?;
    *app = Some(App {
        frontend,
        stamps,
        documents,
        first_screens,
        cards,
        pool,
    });
    Ok(())
}
