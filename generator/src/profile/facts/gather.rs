//! The facts of a site on disk.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use contract::Hash;
use contract::build::Access;
use contract::route::Hello;
use generator_content::query::cache::AnswerCache;
use generator_content::{Content, KnownBodies, Visibility};
use generator_media::workers::page::Worker;
use walkdir::WalkDir;

use super::{AgreementText, AssetFile, Facts, FormPage};
use crate::config::SiteConfig;
use crate::pages::card;
use crate::pages::crumbs::ParentTitles;
use crate::pages::document::Documents;
use crate::pages::head::seo_tables;
use crate::pages::input::{Preparer, entry_paths};
use crate::pages::plan::{PageIndex, Plan, is_error_document, plan};
use crate::pages::render::single::Printer;
use crate::pages::site_json::SiteJson;
use crate::profile::addresses;
use crate::profile::document::Document;
use crate::sources::frontend;

/// The time that one page may take.
const PAGE_TIMEOUT: Duration = Duration::from_secs(30);
/// Endings of the files whose texts are searched for addresses.
const TEXTS: [&str; 3] = [".css", ".js", ".mjs"];
/// The collection of the agreements.
const AGREEMENTS: &str = "pages";

impl Facts {
    /// Reads the built frontend and renders one page of each public route and language.
    ///
    /// # Errors
    /// The frontend cannot be read, or a page cannot be rendered.
    pub fn gather(config: &SiteConfig, content: &Content) -> anyhow::Result<Self> {
        let mut worker = Worker::start(&frontend::worker(&config.frontend)?)?;
        let template = read(&config.frontend.join("templates/document.html"))?;
        let (site, hello) = (&content.site, worker.hello.clone());
        let classes = hello.header_classes.values();
        Ok(Self {
            url: site.url.clone(),
            time_zone: site.time_zone.iana_name().unwrap_or_default().to_owned(),
            locales: codes(content),
            public: site.public.clone(),
            searched_by: site.search,
            agreements: agreements(content),
            static_files: static_files(content),
            documents: documents(config, content, &mut worker, &template)?,
            assets: assets(&config.frontend.join("dist/client/assets"))?,
            template,
            forms: forms(content),
            script_sources: classes.flat_map(|c| c.script_sources.clone()).collect(),
            listed: count_listed(&hello),
        })
    }
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))
}

/// Codes of the languages, the default first.
fn codes(content: &Content) -> Vec<String> {
    let mut locales: Vec<_> = content.locales.iter().collect();
    locales.sort_by_key(|locale| !locale.default);
    let locales = locales.into_iter();
    locales.map(|locale| locale.code.clone()).collect()
}

/// How many routes the sitemap names.
fn count_listed(hello: &Hello) -> usize {
    let routes = hello.routes.iter();
    let listed = routes.filter(|route| route.metadata.priority.is_some());
    listed.count()
}

/// Files outside the folders of entries.
fn static_files(content: &Content) -> BTreeSet<String> {
    let files = content.media.iter().map(|file| file.path.clone());
    files.filter(|path| !path.starts_with("/media/")).collect()
}

fn agreements(content: &Content) -> Vec<AgreementText> {
    let mut texts = Vec::new();
    for agreement in &content.site.protocols {
        for (index, locale) in content.locales.iter().enumerate() {
            let pages = content.collection(AGREEMENTS);
            let entry = pages.and_then(|pages| pages.entry(&agreement.page));
            let own = entry.filter(|entry| entry.exists_in(index));
            let text = own.and_then(|entry| pages?.text(entry, index));
            texts.push(AgreementText {
                key: agreement.key.clone(),
                path: agreement.path.clone(),
                file: format!("content/{AGREEMENTS}/{}/{}.md", agreement.page, locale.code),
                locale: locale.code.clone(),
                text: text.and_then(|text| text.markdown()),
            });
        }
    }
    texts
}

fn forms(content: &Content) -> Vec<FormPage> {
    let in_a_language = content.origin_data.forms.values().next();
    let forms = in_a_language.into_iter().flatten();
    forms
        .map(|(key, form)| FormPage {
            key: key.clone(),
            path: form.path.clone(),
        })
        .collect()
}

/// The files that documents load, sorted by name.
fn assets(folder: &Path) -> anyhow::Result<Vec<AssetFile>> {
    let mut assets = Vec::new();
    for entry in WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot read `{}`", folder.display()))?;
        if !entry.file_type().is_file() {
            continue;
        }
        let name = entry.path().strip_prefix(folder).unwrap_or(entry.path());
        let name = name.to_string_lossy().into_owned();
        let requests = match TEXTS.iter().any(|ending| name.ends_with(ending)) {
            true => addresses::requested_addresses(&read(entry.path())?),
            false => Vec::new(),
        };
        assets.push(AssetFile {
            size: entry.metadata()?.len(),
            name,
            requests,
        });
    }
    Ok(assets)
}

/// The first page of each public route in each language.
fn documents(
    config: &SiteConfig,
    content: &Content,
    worker: &mut Worker,
    template: &str,
) -> anyhow::Result<Vec<Document>> {
    let routes = worker.hello.routes.clone();
    let (cache, bodies) = (AnswerCache::default(), KnownBodies::default());
    let seo = seo_tables(content);
    let site = SiteJson::new(&content.site.public)?;
    let preparer = Preparer {
        content,
        cache: &cache,
        routes: &routes,
        locales: &content.locales,
        seo: &seo,
        renderer: Hash::of(b""),
        site: site.hash(),
        cards: None,
        bodies: &bodies,
        visibility: Visibility::Public,
        marks: None,
        hrefs: entry_paths(&routes),
        parents: ParentTitles::default(),
    };
    let plan = plan(&routes, &content.locales, &preparer)?;
    let mut printer = Printer {
        worker,
        documents: &Documents::new(template, "", false)?,
        site: &site,
        timeout: PAGE_TIMEOUT,
    };
    let has_cards = config.frontend.join(card::DECLARATION).is_file();
    let mut documents = Vec::new();
    for index in first_pages(&plan) {
        let page = plan.page(index);
        let route = &routes[page.route];
        let is_shown = matches!(page.access, Access::Public | Access::Guest);
        if !is_shown || is_error_document(route) {
            continue;
        }
        let (html, head) = printer.document(&preparer, &page)?;
        documents.push(Document {
            path: page.href.clone(),
            locale: content.locales[page.locale].code.clone(),
            is_indexable: !head.noindex,
            is_for_guests: route.guest_only,
            is_framed: route.header_class.is_some(),
            has_card: has_cards && route.metadata.card != Some(false),
            ..Document::read(&html)
        });
    }
    Ok(documents)
}

/// The first page of each route in each language.
fn first_pages(plan: &Plan) -> Vec<PageIndex> {
    let mut seen = BTreeSet::new();
    let is_first = |index: &PageIndex| {
        let page = plan.page(*index);
        seen.insert((page.route, page.locale))
    };
    (0..plan.len()).filter(is_first).collect()
}
