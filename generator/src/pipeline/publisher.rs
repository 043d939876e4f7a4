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
use contract::route::{Query, Route};
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
use crate::report::held::HeldReport;
use crate::report::steps::Steps;
use crate::report::{self, PublicationReport};
use generator_builds::hold::HeldBuild;
use generator_builds::predecessor::{has_predecessors, with_predecessors};
use generator_builds::publish::{NewBuild, Outcome, Published, publish};
use generator_builds::reopened::expired_pages;
use generator_builds::{Live, Store, Tree};
use generator_content::{Content, Due};

/// A build that is ready, beside the one that is live.
pub(super) struct Publisher<'a> {
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
    /// Number of files that were written.
    pub(super) written: usize,
}

impl Publisher<'_> {
    /// Publishes `tree`. A build that does not go live leaves no file.
    pub(super) fn publish(
        &self,
        tree: Tree,
        commit: CommitQuery,
        steps: &mut Steps,
    ) -> anyhow::Result<Publication> {
        let dictionary = steps.time("dictionary", || self.dictionary(&tree))?;
        let (published, uncompressed) = steps.time("publish", || {
            let named = dictionary.as_ref().map(|(named, _)| named.asset.clone());
            let index = self.index(dictionary);
            let uncompressed = self.compress(&index, named.as_deref())?;
            let draft = NewBuild {
                index,
                tree,
                sources: Arc::clone(&self.inputs.content.source_list),
                routes: route_rules(&self.app.pool.hello.routes),
                timestamp: report::rfc3339(Timestamp::now()),
                listing: self.listing(),
                initiator: commit.initiator(),
            };
            let published = publish(self.store, draft, self.live, self.config.outcome)?;
            Ok::<_, anyhow::Error>((published, uncompressed))
        })?;
        let outcome = self.outcome(published)?;
        let is_kept = outcome.is_written();
        if !is_kept {
            files::discard(self.store, self.id)?;
        }
        Ok(Publication {
            outcome,
            uncompressed: uncompressed.filter(|_| is_kept),
        })
    }

    fn dictionary(&self, tree: &Tree) -> anyhow::Result<Option<(Dictionary, Asset)>> {
        let app = &self.inputs.globals.app;
        match self.config.sidecars {
            Sidecars::Never => Ok(None),
            _ => dictionary::choose(self.store, self.live, (self.id, app), tree),
        }
    }

    /// Compresses files; answers the build's folder if that is still to be done.
    fn compress(&self, index: &Index, dictionary: Option<&str>) -> anyhow::Result<Option<PathBuf>> {
        // Copies of an app are made with its first build.
        let is_new_app = self.live.is_none_or(|live| live.index.app != index.app);
        let has_predecessors = is_new_app && has_predecessors(&index.assets);
        files::compress(
            self.store,
            self.id,
            self.written,
            self.config.sidecars,
            (dictionary, has_predecessors),
        )
    }

    /// The result in the terms of a report.
    fn outcome(&self, published: Published) -> anyhow::Result<PublishOutcome> {
        Ok(match published {
            Published::Overtaken => PublishOutcome::Overtaken,
            Published::Held(held) => PublishOutcome::Held(self.held_report(*held)),
            Published::Unchanged => PublishOutcome::Unchanged(self.held_in_live()?),
            Published::Written {
                build,
                shards_written,
                ended_hold,
            } => {
                let shards = (shards_written, build.index.shards.len());
                match self.config.outcome {
                    Outcome::Staged => PublishOutcome::Staged { shards, ended_hold },
                    Outcome::Live => PublishOutcome::Live {
                        build,
                        shards,
                        ended_hold,
                    },
                }
            }
        })
    }

    /// Content that was taken back and is live all the same, because only other things than content
    /// were taken back.
    fn held_in_live(&self) -> anyhow::Result<Option<HeldReport>> {
        let Some(live) = self.live else {
            return Ok(None);
        };
        let hold = self.store.hold()?.unwrap_or_default();
        let found = hold.find_in(live, Some(&self.inputs.content.source_list));
        Ok(found.map(|held| self.held_report(held)))
    }

    fn held_report(&self, held: HeldBuild) -> HeldReport {
        let content = &self.inputs.content;
        let expired = self
            .live
            .map(|live| expired_pages(&live.index, self.inputs.now))
            .unwrap_or_default();
        let files = |names: &_| content.source_files(names);
        HeldReport::new(held, files, expired, content.site.time_zone.clone())
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
            own: own_answers(&self.app.pool.hello.routes),
            origin: *origin_data,
            source_hash: Some(content.source_hash),
        }
    }
}

/// Route id → names of the answers that are its pages' own content: those about one entry.
fn own_answers(routes: &[Route]) -> BTreeMap<String, Vec<String>> {
    let of_route = |route: &Route| {
        let own = |query: &Query| matches!(query, Query::Entry { .. });
        let names = route.data.iter().filter(|(_, query)| own(query));
        names.map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let pairs = routes
        .iter()
        .map(|route| (route.id.clone(), of_route(route)));
    pairs.filter(|(_, names)| !names.is_empty()).collect()
}

/// The result of publishing a build.
pub(super) struct Publication {
    pub(super) outcome: PublishOutcome,
    /// The build's folder, if files of it are still to be compressed.
    pub(super) uncompressed: Option<PathBuf>,
}

/// The fate of a build.
pub(super) enum PublishOutcome {
    /// Another build became live after this one began.
    Overtaken,
    /// Parts of the build were taken back.
    Held(HeldReport),
    /// The live build is the same. Parts of it may have been taken back.
    Unchanged(Option<HeldReport>),
    /// The build is to go live later. Shards: how many were written, and all.
    Staged {
        shards: (usize, usize),
        ended_hold: bool,
    },
    /// The build is live. Shards: how many were written, and all.
    Live {
        build: Box<Live>,
        shards: (usize, usize),
        ended_hold: bool,
    },
}

impl PublishOutcome {
    fn is_written(&self) -> bool {
        matches!(self, Self::Staged { .. } | Self::Live { .. })
    }

    /// The outcome's part of the report; `id` is the name of the build.
    pub(super) fn report(&self, id: BuildId) -> PublicationReport {
        let written = |staged, shards, ended_hold| PublicationReport {
            build: Some(id),
            staged,
            shards,
            ended_hold,
            held: None,
        };
        match self {
            Self::Overtaken | Self::Unchanged(None) => PublicationReport::default(),
            Self::Held(held) | Self::Unchanged(Some(held)) => PublicationReport {
                held: Some(held.clone()),
                ..PublicationReport::default()
            },
            Self::Staged { shards, ended_hold } => written(true, *shards, *ended_hold),
            Self::Live {
                shards, ended_hold, ..
            } => written(false, *shards, *ended_hold),
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
