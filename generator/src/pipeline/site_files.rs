//! Files of a build that are no pages, group by group: fonts, files of entries, sitemaps, feeds,
//! search, cards, assets. A group that no change concerns is taken over as it is.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use contract::build::{Asset, Entry};
use contract::locale::Locale;
use contract::route::Route;

use super::app::App;
use super::feeds;
use super::files;
use super::global_inputs::GlobalInputs;
use super::render::{self, RenderInputs, RenderedPages};
use super::search_files;
use crate::config::options::Sidecars;
use crate::fonts;
use crate::fonts::Fonts;
use crate::fonts::first::FirstFaces;
use crate::pages::figures::Figures;
use crate::pages::plan::Plan;
use crate::pages::sitemap;
use crate::pages::speculation;
use crate::report::steps::Steps;
use generator_builds::{Store, Tree};
use generator_content::query::change::Change;
use generator_ground::diagnostic::failure::Failure;
use generator_ground::message::Message;
use generator_media::images::Images;

/// The paths of one group.
type Group = Arc<BTreeSet<String>>;

/// Files of the site beside its pages, in groups.
#[derive(Clone, Default)]
pub(super) struct SiteFiles {
    fonts: Group,
    media: Group,
    machine: Group,
    feeds: Group,
    /// Files that a browser searches where the site has no origin.
    search: Group,
    /// Subsets of fonts, as assets.
    subsets: Arc<BTreeMap<String, Asset>>,
    /// The fonts that pages load first, as assets.
    first: Arc<BTreeMap<String, Asset>>,
    /// The client's assets, and the rules for prefetching.
    client: Arc<BTreeMap<String, Asset>>,
    /// The name of the rules among them.
    speculation_rules: Option<String>,
    /// Warnings about fonts.
    warnings: Arc<Vec<Message>>,
}

impl SiteFiles {
    /// Groups that a build begins with: those of the last build, or the client's assets. These come
    /// before the pages: compressing them takes much memory, and there is none of the pages' yet.
    pub(super) fn begin(
        last: Option<Self>,
        (store, sidecars): (&Store, Sidecars),
        app: &App,
        (locales, figures): (&[Locale], Option<&Figures>),
    ) -> anyhow::Result<Self> {
        if let Some(last) = last {
            return Ok(last);
        }
        let mut client = files::copy_assets(store, &app.frontend.assets, sidecars)?;
        let rules = speculation::rules(&app.pool.hello.routes, locales);
        let (name, asset) = files::write_speculation_rules(store, &rules, sidecars)?;
        client.insert(name.clone(), asset);
        if let Some(figures) = figures {
            let name = figures.asset();
            let script = figures.script.as_bytes();
            let asset = files::put_compressed(store, &name, script, sidecars)?;
            client.insert(name, asset);
        }
        Ok(Self {
            client: Arc::new(client),
            speculation_rules: Some(name),
            ..Self::default()
        })
    }

    /// Puts the groups that changed on the stage; `self` has the groups of the build before, and
    /// the others are taken over.
    pub(super) fn with(
        mut self,
        inputs: &RenderInputs<'_>,
        pages: &RenderedPages,
        makers: (&mut Fonts, &Images),
        change: Option<&Change>,
        steps: &mut Steps,
    ) -> Result<Self, Failure> {
        let (fonts, images) = makers;
        if change.is_none_or(|change| change.characters) {
            self.put_fonts(inputs, fonts)?;
        }
        steps.done("fonts");
        if change.is_none_or(|change| change.media) {
            let paths = files::write_media(inputs.stage, inputs.content, images)?;
            self.media = Arc::new(paths);
        }
        steps.done("media");
        if pages.has_other_sitemap {
            self.put_sitemaps(inputs, pages)?;
        }
        steps.done("sitemaps");
        let has_other_pages = !pages.prepared.is_empty() || pages.has_other_sitemap;
        if change.is_none() || has_other_pages {
            self.feeds = Arc::new(feeds::write(inputs)?);
        }
        steps.done("feeds");
        if change.is_none() || has_other_pages {
            self.search = Arc::new(search_files::write(inputs, pages)?);
        }
        steps.done("search");
        if let (Some(cards), true) = (&inputs.app.cards, pages.has_other_cards) {
            render::write_cards(inputs, cards, pages)?;
        }
        steps.done("cards");
        Ok(self)
    }

    fn put_fonts(&mut self, inputs: &RenderInputs<'_>, fonts: &mut Fonts) -> anyhow::Result<()> {
        let Some(declaration) = &inputs.app.frontend.fonts else {
            return Ok(());
        };
        let cut = fonts.make(declaration, inputs.content)?;
        let (paths, assets) = files::write_fonts(inputs.stage, &cut)?;
        (self.fonts, self.subsets) = (Arc::new(paths), Arc::new(assets));
        self.warnings = Arc::new(cut.warnings);
        Ok(())
    }

    fn put_sitemaps(
        &mut self,
        inputs: &RenderInputs<'_>,
        pages: &RenderedPages,
    ) -> anyhow::Result<()> {
        let site = sitemap::Site {
            url: &inputs.content.site.url,
            locales: &inputs.content.locales,
        };
        let paths = files::write_machine_files(inputs.stage, pages.pages.sitemap(), site)?;
        self.machine = Arc::new(paths);
        Ok(())
    }

    /// Adds the fonts that pages load first: those that all share, and each page's own, which
    /// `tree` names.
    pub(super) fn with_first_faces(
        mut self,
        store: &Store,
        faces: &FirstFaces,
        (routes, globals): (&[Route], &GlobalInputs),
        (plan, tree): (&Plan, &Tree),
    ) -> anyhow::Result<Self> {
        let mut assets = BTreeMap::new();
        for subset in faces.shared_faces()? {
            let name = subset.asset();
            let asset = files::put_asset(store, &name, &subset.bytes)?;
            assets.insert(name, asset);
        }
        let made = faces.all_made();
        let mut own = BTreeSet::new();
        let routes = routes.iter().enumerate();
        let with_own = routes.filter(|(_, route)| !globals.without_own_faces.contains(&route.id));
        for index in with_own.flat_map(|(position, _)| plan.of_route(position)) {
            let Some(Entry::File(file)) = tree.get(&plan.href(index)) else {
                continue;
            };
            for hash in file.faces {
                own.insert(hash);
            }
        }
        for hash in own {
            let name = fonts::asset(hash);
            let asset = match made.get(&hash) {
                Some(subset) => files::put_asset(store, &name, &subset.bytes)?,
                None => files::asset_of(store, &name, hash)?,
            };
            assets.insert(name, asset);
        }
        self.first = Arc::new(assets);
        Ok(self)
    }

    /// Paths of this build that `next` does not claim.
    pub(super) fn missing_paths<'a>(&'a self, next: &'a Self) -> impl Iterator<Item = String> + 'a {
        let pairs = [
            (&self.fonts, &next.fonts),
            (&self.media, &next.media),
            (&self.machine, &next.machine),
            (&self.feeds, &next.feeds),
            (&self.search, &next.search),
        ];
        let differ = pairs.into_iter().filter(|(was, is)| !Arc::ptr_eq(was, is));
        differ.flat_map(|(was, is)| was.difference(is).cloned())
    }

    /// File name under `/assets/` → file.
    pub(super) fn assets(&self) -> BTreeMap<String, Asset> {
        let all = self.client.iter();
        let all = all.chain(&*self.subsets).chain(&*self.first);
        all.map(|(name, asset)| (name.clone(), asset.clone()))
            .collect()
    }

    /// File name under `/assets/`.
    pub(super) fn speculation_rules(&self) -> Option<String> {
        self.speculation_rules.clone()
    }

    /// Warnings for an editor.
    pub(super) fn warnings(&self) -> &[Message] {
        &self.warnings
    }
}
