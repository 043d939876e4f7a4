//! The last step: the build gets its dictionary, its compressed files and its index, and becomes
//! live.
//!
//! A visitor sees no change before [`publish`].

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use contract::Hash;
use contract::build::{Asset, BuildId, Dictionary, EXPIRIES_MAX, Index, RouteRule, SCHEMA};
use contract::locale::Locale;
use contract::route::Route;
use contract::texts::GATEWAY_SECTION;
use jiff::Timestamp;

use super::app::App;
use super::load::Inputs;
use super::site_files::SiteFiles;
use super::{dictionary, files};
use crate::config::BuildConfig;
use crate::config::initiator::CommitQuery;
use crate::config::options::Sidecars;
use crate::pages::input::entry_paths;
use crate::pages::plan::{PageIndex, Plan};
use crate::pages::render::outcome::ChangeKind;
use crate::report;
use crate::report::steps::Steps;
use generator_builds::predecessor::{has_predecessors, with_predecessors};
use generator_builds::publish::{NewBuild, Published, publish};
use generator_builds::{Live, Store, Tree};
use generator_content::{Content, Due};

/// Everything that the index of a build is written from.
pub(super) struct Release<'a> {
    pub(super) config: &'a BuildConfig,
    pub(super) store: &'a Store,
    pub(super) app: &'a App,
    pub(super) live: Option<&'a Live>,
    pub(super) inputs: &'a Inputs,
    pub(super) plan: &'a Plan,
    /// Pages that changed, by index in the plan.
    pub(super) changed: &'a [(PageIndex, ChangeKind)],
    pub(super) site_files: &'a SiteFiles,
    pub(super) id: &'a BuildId,
    /// How many files were written.
    pub(super) written: usize,
}

impl Release<'_> {
    /// Publishes `tree`. With it comes the build's folder if its files are still to be compressed.
    pub(super) fn publish(
        &self,
        tree: Tree,
        commit: CommitQuery,
        steps: &mut Steps,
    ) -> anyhow::Result<(Published, Option<PathBuf>)> {
        let (config, store) = (self.config, self.store);
        let app = &self.inputs.globals.app;
        let dictionary = steps.timed("dictionary", || match config.sidecars {
            Sidecars::Never => Ok(None),
            _ => dictionary::of(store, self.live, (self.id, app), &tree),
        })?;
        steps.timed("publish", || {
            let named = dictionary.as_ref().map(|(named, _)| named.asset.clone());
            let index = self.index(dictionary);
            // Copies of an app are made with its first build.
            let is_new_app = self.live.is_none_or(|live| live.index.app != *app);
            let has_predecessors = is_new_app && has_predecessors(&index.assets);
            let uncompressed = files::compress(
                store,
                self.id,
                self.written,
                config.sidecars,
                (named.as_deref(), has_predecessors),
            )?;
            let draft = NewBuild {
                index,
                tree,
                sources: Arc::clone(&self.inputs.content.source_list),
                routes: route_rules(&self.app.pool.hello.routes),
                timestamp: report::rfc3339(Timestamp::now()),
                listing: self.listing(),
                initiator: commit.initiator(),
            };
            Ok((
                publish(store, draft, self.live, config.outcome)?,
                uncompressed,
            ))
        })
    }

    fn listing(&self) -> HashSet<String> {
        let listing = self.changed.iter();
        let listing = listing.filter(|(_, kind)| *kind == ChangeKind::Listed);
        listing.map(|(page, _)| self.plan.href(*page)).collect()
    }

    fn index(&self, dictionary: Option<(Dictionary, Asset)>) -> Index {
        let Inputs {
            now,
            content,
            globals,
            origin_data,
        } = self.inputs;
        let locales = &self.config.site.locales;
        let live = self.live.map(|live| &live.index);
        let live = live.filter(|_| self.config.sidecars != Sidecars::Never);
        let mut assets = with_predecessors(self.store, self.site_files.assets(), live);
        let dictionary = dictionary.map(|(dictionary, asset)| {
            assets.insert(dictionary.asset.clone(), asset);
            dictionary
        });
        Index {
            schema: SCHEMA,
            id: self.id.clone(),
            app: globals.app,
            content_hash: Hash::of(b""),
            now: report::rfc3339(*now),
            locales: locales.clone(),
            texts: gateway_texts(content),
            locale_cookie: content.site.locale_cookie.clone(),
            public_url: content.site.url.clone(),
            inline_scripts: self.app.documents.inline_scripts(),
            header_classes: self.app.pool.hello.header_classes.clone(),
            errors: error_documents(self.plan, &self.app.pool.hello.routes, locales),
            shard_bits: 0,
            shards: Vec::new(),
            holders: Default::default(),
            assets,
            dictionary,
            speculation_rules: self.site_files.speculation_rules(),
            expires: expires(content, &self.app.pool.hello.routes),
            origin: *origin_data,
            source_hash: Some(content.source_hash),
        }
    }
}

/// Pages that end by themselves, and when: the soonest.
fn expires(content: &Content, routes: &[Route]) -> BTreeMap<String, String> {
    let hrefs = entry_paths(routes);
    let mut ends: Vec<&Due> = content.ends.iter().collect();
    ends.sort_by_key(|due| due.at);
    let pages = ends.into_iter().flat_map(|due| {
        let at = report::rfc3339(due.at);
        let paths = match hrefs.get(&*due.collection) {
            Some(pattern) => {
                let path = pattern.replace(":id", &due.slug);
                let locales = content.locales.iter();
                locales.map(|locale| locale.href(&path)).collect()
            }
            None => vec![format!("{}/{}", due.collection, due.slug)],
        };
        paths.into_iter().map(move |path| (path, at.clone()))
    });
    pages.take(EXPIRIES_MAX).collect()
}

/// Locale code → texts of the gateway.
fn gateway_texts(content: &Content) -> BTreeMap<String, BTreeMap<String, String>> {
    let texts = content.server_texts.iter();
    texts
        .filter_map(|(code, texts)| Some((code.clone(), texts.get(GATEWAY_SECTION)?.clone())))
        .collect()
}

/// Locale code → status → path, from the routes that declare a status.
fn error_documents(
    plan: &Plan,
    routes: &[Route],
    locales: &[Locale],
) -> BTreeMap<String, BTreeMap<u16, String>> {
    let mut documents: BTreeMap<String, BTreeMap<u16, String>> = BTreeMap::new();
    for (position, route) in routes.iter().enumerate() {
        let Some(status) = route.status else {
            continue;
        };
        for place in plan.of_route(position) {
            let locale = &locales[plan.locale(place)];
            let of_locale = documents.entry(locale.code.clone()).or_default();
            of_locale.insert(status, plan.href(place));
        }
    }
    documents
}

fn route_rules(routes: &[Route]) -> Vec<RouteRule> {
    let rule = |route: &Route| RouteRule {
        id: route.id.clone(),
        path: route.path.clone(),
        requires_auth: route.requires_auth,
        guest_only: route.guest_only,
        prerender: true,
    };
    routes
        .iter()
        .filter(|route| !crate::pages::plan::is_error_document(route))
        .map(rule)
        .collect()
}
