//! The first step: everything that pages are made from, read and checked.
//!
//! Reading stops at the first source that has errors; within a source all of them are found.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;
use contract::Hash;
use contract::origin_data::Part;
use contract::results;
use contract::route::{Query, Route};
use jiff::Timestamp;

use super::app::{App, current};
use super::global_inputs::GlobalInputs;
use super::{Builder, files, render};
use crate::config::BuildConfig;
use crate::fonts::first::MOST_PAGES;
use crate::pages::figures::Figures;
use crate::report::steps::Steps;
use crate::sources::app_id::{app_id, renderer};
use crate::sources::origin::{self, SystemConfig};
use generator_content::{ChangedPaths, Content, KnownBodies, Loaded, SearchedBy, Site, Visibility};
use generator_ground::diagnostic::failure::{Exit, Failure, Problem};
use generator_ground::diagnostic::warning::Warning;
use generator_ground::diagnostic::{Diagnostic, Severity};
use generator_ground::message::Message;

/// Inputs of a build, apart from the frontend, which the builder keeps.
pub(super) struct Inputs {
    /// The instant that decides which entries are visible.
    pub(super) now: Timestamp,
    pub(super) content: Content,
    pub(super) globals: GlobalInputs,
    /// Name of the data that the embedded origin serves.
    pub(super) origin_data: Hash,
}

impl Builder {
    /// Reads content, frontend and the origin's settings. `unfinished` is asked after all content
    /// was read; a path that it names fails the build.
    pub(super) fn load(
        &mut self,
        touched: &ChangedPaths,
        unfinished: &mut dyn FnMut() -> Option<PathBuf>,
        steps: &mut Steps,
    ) -> Result<(Inputs, Vec<Warning>), Failure> {
        let now = self.config.site.now.unwrap_or_else(Timestamp::now);
        let (content, mut warnings) =
            steps.time("content", || self.load_content(now, touched, unfinished))?;
        steps.of_which("images", self.loader.images().took());
        match self.load_settings(now, content, steps) {
            Ok((inputs, warning)) => {
                warnings.extend(warning.map(Warning::Origin));
                Ok((inputs, warnings))
            }
            Err(failure) => Err(failure.after(warnings)),
        }
    }

    /// Reads frontend and settings; a warning if the settings are the last ones known.
    fn load_settings(
        &mut self,
        now: Timestamp,
        mut content: Content,
        steps: &mut Steps,
    ) -> Result<(Inputs, Option<Message>), Failure> {
        let zone = &content.site.time_zone;
        let app = steps.time("frontend", || current(&mut self.app, &self.config, zone))?;
        let routes = &app.pool.hello.routes;
        content.origin_data.search.kinds = kinds(routes);
        content.origin_data.search.results_page = results_page(routes);
        content.origin_data.absent = absent_parts(routes, &content);
        let (origin_data, system_config, warning) = steps.time("origin", || {
            let data = files::write_origin_data(&self.store, &content)?;
            let answer =
                self.origin
                    .system_config(&self.config.site.locales, &content.origin_data, &data);
            let (settings, warning) = system_config(&self.config, answer)?;
            Ok::<_, Failure>((data, settings, warning))
        })?;
        let app_id = app_id(&app.frontend.hash, &content.schemas);
        let renderer = renderer(&app_id, &app.pool.hello.node);
        let without_own_faces = without_own_faces(routes, &content);
        let figures = figures(&self.config, app, &content.site)?;
        let element = figures.as_ref().map(|figures| figures.element(None));
        let globals = GlobalInputs {
            app: app_id,
            renderer: Hash::of_parts(
                std::iter::once(renderer.as_bytes().as_slice())
                    .chain(without_own_faces.iter().map(String::as_bytes))
                    .chain(element.iter().map(String::as_bytes)),
            ),
            figures,
            site: content.site.clone(),
            system_config,
            without_own_faces,
        };
        let inputs = Inputs {
            now,
            content,
            globals,
            origin_data,
        };
        Ok((inputs, warning))
    }

    fn load_content(
        &mut self,
        now: Timestamp,
        touched: &ChangedPaths,
        unfinished: &mut dyn FnMut() -> Option<PathBuf>,
    ) -> Result<(Content, Vec<Warning>), Failure> {
        let loaded = self.loader.load(now, touched);
        // Texts that cannot be read back look like texts that are missing.
        self.store.spill().check()?;
        let sound = sound(loaded, &self.config, &mut self.app, &self.bodies)?;
        match unfinished() {
            Some(path) => Err(being_written(&path).after(sound.1)),
            None => Ok(sound),
        }
    }
}

/// Route id → the collection of the entry that its pages show.
fn kinds(routes: &[Route]) -> BTreeMap<String, String> {
    let kind = |route: &Route| Some((route.id.clone(), route.entries.clone()?));
    routes.iter().filter_map(kind).collect()
}

/// The ids of the routes with so many pages that none has a font of its own.
fn without_own_faces(routes: &[Route], content: &Content) -> BTreeSet<String> {
    let is_large = |collection: &String| {
        let collection = content.collections.get(collection);
        collection.is_some_and(|collection| collection.entries().len() > MOST_PAGES)
    };
    let lists = |route: &Route| match route
        .paginate
        .as_ref()
        .and_then(|name| route.data.get(name))
    {
        Some(Query::List { collection, .. }) => is_large(collection),
        _ => false,
    };
    let routes = routes.iter();
    let large = routes.filter(|route| route.entries.as_ref().is_some_and(is_large) || lists(route));
    large.map(|route| route.id.clone()).collect()
}

/// The script of sampled visits, if the site asks for it. Those of a preview's readers are no
/// visits.
fn figures(config: &BuildConfig, app: &App, site: &Site) -> anyhow::Result<Option<Figures>> {
    let is_preview = config.site.visibility == Visibility::Preview;
    let Some(share) = site.visitor_figures.filter(|_| !is_preview) else {
        return Ok(None);
    };
    let script = app.frontend.figures_script.clone().with_context(|| {
        let folder = config.site.frontend.display().to_string();
        Message::new("no-figures-script").with("folder", folder)
    })?;
    Ok(Some(Figures { script, share }))
}

/// The page that shows the results of a search, by the file that it offers the origin.
fn results_page(routes: &[Route]) -> Option<String> {
    let is_it = |route: &&Route| route.files.iter().any(|file| file.name == results::FILE);
    routes.iter().find(is_it).map(|route| route.path.clone())
}

/// The parts that the site does not have: no form, `search: none`, no route with rules of sign-in.
fn absent_parts(routes: &[Route], content: &Content) -> BTreeSet<Part> {
    let has_rules =
        |route: &Route| route.requires_auth || route.guest_only || !route.middleware.is_empty();
    let parts = [
        (Part::Forms, content.origin_data.forms.is_empty()),
        (Part::Search, content.site.search == SearchedBy::None),
        (Part::SignIn, !routes.iter().any(has_rules)),
    ];
    let absent = parts.into_iter().filter(|&(_, is_absent)| is_absent);
    absent.map(|(part, _)| part).collect()
}

/// The `loaded` content with its warnings. Fails with every problem of it if one is an error, and
/// then with problems of pages, too: an editor wants to know all problems at once.
fn sound(
    loaded: Loaded,
    config: &BuildConfig,
    app: &mut Option<App>,
    bodies: &KnownBodies,
) -> Result<(Content, Vec<Warning>), Failure> {
    let Loaded {
        content,
        mut diagnostics,
    } = loaded;
    let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
    if diagnostics.iter().any(is_error)
        && let Ok(app) = current(app, config, &content.site.time_zone)
    {
        let site = render::check::Site {
            content: &content,
            routes: &app.pool.hello.routes,
            bodies,
        };
        diagnostics = render::check::with_pages(&site, diagnostics)?;
    }
    let (errors, found): (Vec<Diagnostic>, Vec<Diagnostic>) =
        diagnostics.into_iter().partition(is_error);
    let warnings = found.into_iter().map(Warning::Content).collect();
    if !errors.is_empty() {
        let error = Message::new("not-published").with(
            "sums",
            Message::new("not-published/content").with("number", errors.len()),
        );
        let problems = errors
            .into_iter()
            .map(|problem| Problem::Content(Box::new(problem)));
        let failure = Failure::new(Exit::Content, error).with_problems(problems);
        return Err(failure.after(warnings));
    }
    Ok((content, warnings))
}

/// A build that read a file which was not whole yet.
fn being_written(path: &Path) -> Failure {
    let problem = Diagnostic::new(path.to_string_lossy(), Message::new("changing/open"));
    let problem = Problem::Content(Box::new(problem.retry()));
    let error = Message::new("not-published").with(
        "sums",
        Message::new("not-published/content").with("number", 1_usize),
    );
    Failure::new(Exit::Content, error).with_problems([problem])
}

/// The SEO settings in each language, and a warning if they are the last ones known.
fn system_config(
    config: &BuildConfig,
    answer: anyhow::Result<SystemConfig>,
) -> Result<(SystemConfig, Option<Message>), Failure> {
    let (next, warning) = origin::or_last_good(answer, config.origin_down, &config.var)
        .map_err(|error| Failure::new(Exit::Origin, error))?;
    let last = origin::recording(&config.var)?.unwrap_or_default();
    match origin::hidden_paths(&last, &next) {
        Some(paths) if !config.accept_seo => {
            let error = Message::new("seo")
                .with("number", paths.len())
                .with("paths", paths.join(", "));
            Err(Failure::new(Exit::Seo, error))
        }
        _ => Ok((next, warning)),
    }
}
