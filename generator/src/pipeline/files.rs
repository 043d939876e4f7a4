//! Everything of a build that is not a page: client assets, images, sitemaps, origin data,
//! compressed files.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use contract::Hash;
use contract::build::{Access, Asset, BuildId, DICTIONARY_TYPE, SPECULATION_RULES_TYPE};
use serde_json::Value;
use walkdir::{DirEntry, WalkDir};

use crate::config::options::Sidecars;
use crate::fonts;
use crate::fonts::FontSet;
use crate::pages::card;
use crate::pages::card::{Card, Cards};
use crate::pages::sitemap;
use crate::pages::sitemap::{Listed, robots, sitemaps};
use generator_builds::sidecar;
use generator_builds::sidecar::{Effort, Pace};
use generator_builds::stage::Attributes;
use generator_builds::{Stage, Store};
use generator_content::Content;
use generator_media::Media;
use generator_media::images::{Images, strip_svg};

/// A build that wrote at most so many files is compressed before it is published: that costs
/// milliseconds.
const SMALL_BUILD: usize = 64;

/// Folder of the files of entries, on the site.
const MEDIA: &str = "/media/";

/// Content type of drawings.
const SVG: &str = "image/svg+xml";

/// Writes the data that the embedded origin serves from content, before it is requested.
pub fn write_origin_data(store: &Store, content: &Content) -> anyhow::Result<Hash> {
    let bytes = serde_json::to_vec(&content.origin_data)?;
    let hash = Hash::of(&bytes);
    store.put_once(&format!("origin/{hash}.json"), &bytes)?;
    Ok(hash)
}

/// Images in all their variants, and attachments of entries; one that changed since it was scanned
/// fails the build. Answers their paths.
pub fn write_media(
    stage: &Stage<'_>,
    content: &Content,
    images: &Images,
) -> anyhow::Result<BTreeSet<String>> {
    let mut paths = BTreeSet::new();
    for media in &content.media {
        if media.media_type == SVG {
            write_svg(stage, media)?;
            paths.insert(media.path.clone());
            continue;
        }
        let made = content.pictures.get(&media.hash);
        // Others ask for exactly the file that has its address at the root.
        let Some(picture) = made.filter(|_| media.path.starts_with(MEDIA)) else {
            write_medium(
                stage,
                media,
                &media.path,
                media.media_type,
                media.hash,
                || read(media),
            )?;
            paths.insert(media.path.clone());
            continue;
        };
        for variant in std::iter::once(&picture.original).chain(picture.variants()) {
            let bytes = || images.bytes(media, variant);
            let (path, media_type) = (variant.path(&media.path), variant.format.media_type());
            write_medium(stage, media, &path, media_type, variant.hash, bytes)?;
            paths.insert(path);
        }
    }
    Ok(paths)
}

/// Puts a drawing on the stage without the metadata that its program wrote.
fn write_svg(stage: &Stage<'_>, media: &Media) -> anyhow::Result<()> {
    let plain = strip_svg(&read(media)?);
    write_medium(
        stage,
        media,
        &media.path,
        media.media_type,
        Hash::of(&plain),
        || Ok(plain),
    )
}

fn write_medium(
    stage: &Stage<'_>,
    media: &Media,
    path: &str,
    media_type: &'static str,
    hash: Hash,
    bytes: impl FnOnce() -> anyhow::Result<Vec<u8>>,
) -> anyhow::Result<()> {
    let attributes = Attributes {
        media_type,
        access: media.access,
        class: None,
        status: None,
        style: None,
        faces: Vec::new(),
        anchors: Box::default(),
        weight: None,
        key: None,
    };
    if !stage.keep_same(path, hash, &attributes) {
        stage.put(path, &bytes()?, attributes)?;
    }
    Ok(())
}

fn read(media: &Media) -> anyhow::Result<Vec<u8>> {
    let place = media.source.display();
    let bytes = fs::read(&media.source).with_context(|| format!("cannot read `{place}`"))?;
    if Hash::of(&bytes) != media.hash {
        bail!("`{place}` changed while the site was built; build again");
    }
    Ok(bytes)
}

/// Puts a card on the stage: the live build's, because a path names all that decides the bytes, or
/// one that is drawn now.
pub fn write_card(
    stage: &Stage<'_>,
    cards: &Cards,
    path: &str,
    card: impl FnOnce() -> anyhow::Result<Card>,
) -> anyhow::Result<()> {
    match stage.previous(path) {
        Some(file) => stage.keep(path, file),
        None => {
            let attributes = Attributes::public(card::MEDIA_TYPE);
            stage.put(path, &cards.draw(&card()?)?, attributes)?;
        }
    }
    Ok(())
}

/// Sitemaps and `robots.txt`. Answers their paths.
pub fn write_machine_files(
    stage: &Stage<'_>,
    listed: Listed<'_>,
    site: sitemap::Site<'_>,
) -> anyhow::Result<BTreeSet<String>> {
    let mut paths = sitemaps(listed, site, |path, xml| {
        let attributes = Attributes::public("application/xml");
        stage.put(path, xml.as_bytes(), attributes).map(drop)
    })?;
    stage.put(
        "/robots.txt",
        robots(site.url).as_bytes(),
        Attributes::public("text/plain; charset=utf-8"),
    )?;
    paths.insert("/robots.txt".to_owned());
    Ok(paths)
}

/// Copies hashed client assets and compresses them.
pub fn copy_assets(
    store: &Store,
    folder: &Path,
    when: Sidecars,
) -> anyhow::Result<BTreeMap<String, Asset>> {
    let entries = WalkDir::new(folder).sort_by_file_name().into_iter();
    let entries: Vec<DirEntry> = entries
        .collect::<Result<_, _>>()
        .with_context(|| format!("cannot read `{}`", folder.display()))?;
    let files = entries.iter().filter(|entry| entry.file_type().is_file());
    // One after the other: the best compression of a large file takes 20 MB.
    let copy = |entry: &DirEntry| {
        let name = entry.path().strip_prefix(folder)?.to_string_lossy();
        let asset = put_compressed(store, &name, &fs::read(entry.path())?, when)?;
        Ok((name.into_owned(), asset))
    };
    files.map(copy).collect()
}

/// Puts a file under `assets/`, with its sidecars unless there are to be none.
pub(super) fn put_compressed(
    store: &Store,
    name: &str,
    bytes: &[u8],
    when: Sidecars,
) -> anyhow::Result<Asset> {
    let asset = put_asset(store, name, bytes)?;
    let path = store.root().join("assets").join(name);
    // Asked of the disk, because a generator may have been stopped between the two.
    let is_due = when != Sidecars::Never && sidecar::is_missing(&path);
    if is_due && sidecar::is_compressible(&path) {
        sidecar::write(&path, Effort::Asset, None)?;
    }
    Ok(asset)
}

/// Puts a file under `assets/`. A name that is there already is never written again.
pub(super) fn put_asset(store: &Store, name: &str, bytes: &[u8]) -> anyhow::Result<Asset> {
    store.put_once(&format!("assets/{name}"), bytes)?;
    Ok(Asset {
        hash: Hash::of(bytes),
        size: bytes.len() as u64,
        media_type: media_type(name).to_owned(),
        predecessors: Vec::new(),
    })
}

/// An asset that is there: the bytes of `name` have the hash `hash`.
pub(super) fn asset_of(store: &Store, name: &str, hash: Hash) -> anyhow::Result<Asset> {
    let path = store.root().join("assets").join(name);
    let metadata = fs::metadata(&path);
    let size = metadata.with_context(|| format!("cannot read `{}`", path.display()))?;
    Ok(Asset {
        hash,
        size: size.len(),
        media_type: media_type(name).to_owned(),
        predecessors: Vec::new(),
    })
}

/// Rules by which browsers fetch documents ahead. Answers their name under `assets/`, too.
pub fn write_speculation_rules(
    store: &Store,
    rules: &Value,
    when: Sidecars,
) -> anyhow::Result<(String, Asset)> {
    let bytes = serde_json::to_vec(rules)?;
    let name = format!("speculation/{}.rules", Hash::of(&bytes));
    let asset = put_compressed(store, &name, &bytes, when)?;
    Ok((name, asset))
}

/// Style sheets and subsets of the web fonts: public subsets are assets, guarded ones are files of
/// the build. Answers the paths of these and of the style sheets, and the assets.
pub fn write_fonts(
    stage: &Stage<'_>,
    fonts: &FontSet,
) -> anyhow::Result<(BTreeSet<String>, BTreeMap<String, Asset>)> {
    let mut paths = BTreeSet::from([fonts::CSS, fonts::GUARDED_CSS].map(str::to_owned));
    let guarded = |media_type| Attributes {
        access: Access::Guarded,
        ..Attributes::public(media_type)
    };
    let (css, woff2) = (media_type("a.css"), media_type("a.woff2"));
    stage.put(
        fonts::CSS,
        fonts.public.css.as_bytes(),
        Attributes::public(css),
    )?;
    stage.put(
        fonts::GUARDED_CSS,
        fonts.guarded.css.as_bytes(),
        guarded(css),
    )?;
    for subset in &fonts.guarded.files {
        let path = format!("{}{}", fonts::GUARDED_FOLDER, subset.name());
        stage.put(&path, &subset.bytes, guarded(woff2))?;
        paths.insert(path);
    }
    let mut assets = BTreeMap::new();
    for subset in &fonts.public.files {
        let name = subset.asset();
        let asset = put_asset(stage.store(), &name, &subset.bytes)?;
        assets.insert(name, asset);
    }
    Ok((paths, assets))
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "woff2" => "font/woff2",
        "ico" => "image/x-icon",
        "dict" => DICTIONARY_TYPE,
        "rules" => SPECULATION_RULES_TYPE,
        _ => "application/octet-stream",
    }
}

/// Compresses a small build now; marks a large one and hands its folder back for later.
/// `dictionary` names the asset that documents are compressed against. Copies against predecessors
/// are always for later.
pub fn compress(
    store: &Store,
    id: &BuildId,
    written: usize,
    when: Sidecars,
    (dictionary, has_predecessors): (Option<&str>, bool),
) -> anyhow::Result<Option<PathBuf>> {
    let folder = store.root().join(id.as_str());
    let is_now = match when {
        Sidecars::Never => return Ok(None),
        Sidecars::Before => true,
        Sidecars::Auto => written <= SMALL_BUILD,
    };
    if written == 0 {
        return Ok(None);
    }
    sidecar::mark(&folder, dictionary)?;
    if is_now {
        sidecar::finish(&folder, Pace::Now)?;
        if !has_predecessors {
            return Ok(None);
        }
        sidecar::mark(&folder, dictionary)?;
    }
    Ok(Some(folder))
}

/// Finishes the folders of builds that were not compressed completely because the generator was
/// stopped.
pub fn compress_left_over(store: &Store) -> anyhow::Result<()> {
    let root = store.root();
    let entries =
        fs::read_dir(root).with_context(|| format!("cannot read `{}`", root.display()))?;
    for entry in entries {
        let folder = entry?.path();
        if sidecar::is_marked(&folder) {
            sidecar::finish(&folder, Pace::Now)?;
        }
    }
    Ok(())
}

/// Removes the folder of a build that turned out to be the live one's twin.
pub fn discard(store: &Store, id: &BuildId) -> anyhow::Result<()> {
    let folder = store.root().join(id.as_str());
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot delete `{}`", folder.display()))?;
    }
    Ok(())
}
