//! Reading a build from disk into a [`Site`], whole or not at all.
//!
//! Checked here, so that no request has to: schema and id of the index, the hash of every shard,
//! every path and redirect target (canonical), every asset's name, every value that becomes part of
//! a header, and the presence of files that the previous snapshot did not serve ([`completeness`]).
//! Their bytes are checked when they are first read.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use anyhow::{Context, anyhow, ensure};
use contract::Hash;
use contract::build::{Asset, BuildId, BuildState, HistoryEntry, Index, Latest, Meta};
use http::HeaderValue;

use crate::protocol::headers::Hsts;
use crate::protocol::path;

use super::Site;
use super::builds_dir::BuildsDir;
use super::completeness::{self, Incomplete};
use super::dictionary::Dictionary;
use super::resource::Resource;
use super::retained::{Assets, RetainedBuild};
use super::routes::Routes;
use super::shard::{Shard, ShardBuilder};
use super::template::{Policy, Templates, is_csp_hash};

/// The largest `shard_bits`: 65,536 shards.
const SHARD_BITS_MAX: u8 = 16;

/// Most shards that are read without threads; that takes about a millisecond.
const FEW_SHARDS: usize = 16;

/// The part of the configuration that decides how a build is served.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// The time of `Strict-Transport-Security`.
    pub(crate) hsts: Hsts,
    /// For how many seconds shared caches may use public files.
    pub(crate) shared_max_age: u32,
    /// A development server answers for documents.
    pub(crate) development: bool,
    /// A build is served although files of it are missing.
    pub(crate) partial: bool,
}

/// The build that `latest.json` names. Unchanged parts are shared with `previous`.
pub(crate) fn live(
    builds: &BuildsDir,
    settings: Settings,
    previous: Option<&Site>,
) -> anyhow::Result<Site> {
    let latest = builds.latest()?;
    // Written just before `latest.json` is renamed: it may already name a build that is not live
    // yet.
    let history = builds.history().unwrap_or_else(|error| {
        tracing::warn!(
            error = format!("{error:#}"),
            "no history: older tabs get nothing"
        );
        Vec::new()
    });
    let id = latest.id.clone();
    site(builds, settings, latest, history, previous)
        .map_err(|error| Incomplete::explain(&id, error))
}

/// The newest build of the history that is whole: for a start with a torn `latest.json`.
pub(crate) fn last_whole(builds: &BuildsDir, settings: Settings) -> anyhow::Result<Site> {
    let history = builds.history()?;
    let was_published =
        |entry: &&HistoryEntry| matches!(entry.state, BuildState::Live | BuildState::Superseded);
    let candidates = history.iter().rev().filter(was_published);
    for entry in candidates {
        let latest = Latest {
            id: entry.id.clone(),
            timestamp: entry.timestamp.clone(),
            app: entry.app,
        };
        match site(builds, settings, latest, history.clone(), None) {
            Ok(site) => return Ok(site),
            Err(error) => {
                tracing::warn!(build = %entry.id, error = format!("{error:#}"), "not whole")
            }
        }
    }
    Err(anyhow!("the history names no build that is whole"))
}

fn site(
    builds: &BuildsDir,
    settings: Settings,
    latest: Latest,
    history: Vec<HistoryEntry>,
    previous: Option<&Site>,
) -> anyhow::Result<Site> {
    let index = Arc::new(builds.index(&latest.id)?);
    check(&index).with_context(|| format!("index of build {}", index.id))?;
    ensure!(
        index.app == latest.app,
        "`latest.json` and the index of build {} name different apps",
        index.id
    );
    let dictionary = dictionary(builds, &index);
    let policy = Policy::new(&index, dictionary, settings.hsts, settings.development)?
        .with_shared_max_age(settings.shared_max_age);
    // Another policy means other headers and ETags for every document: no resource can be taken
    // over then.
    let previous = previous.filter(|site| site.templates.policy == policy);
    let templates = previous.map_or_else(
        || Arc::new(Templates::new(policy)),
        |site| Arc::clone(&site.templates),
    );
    let builder = Arc::new(ShardBuilder::new(Arc::clone(&templates), builds.clone()));
    let others = others(builds, &index, history, previous, &builder);
    let (bytes, manifest) = manifest(builds, &index.id)?;
    let shards = shards(builds, &index, previous, &builder)?;
    if !settings.partial {
        check_files(builds, &index, &shards, previous)?;
    }
    Ok(Site {
        build: HeaderValue::from_str(index.id.as_str())?,
        latest: serde_json::to_vec(&latest)?.into(),
        shards,
        assets: assets(&index, &others, previous, &builder)?,
        metas: metas(builds, (&index.id, &bytes), &others, previous, &builder)?,
        routes: Routes::new(manifest.routes),
        by_app: by_app(&index, &others),
        others,
        index,
        templates,
    })
}

/// Checks that new files are on disk; a shard that was taken over unchanged has no new file.
fn check_files(
    builds: &BuildsDir,
    index: &Index,
    shards: &[Arc<Shard>],
    previous: Option<&Site>,
) -> anyhow::Result<()> {
    completeness::check_assets(builds, index, previous.map(|site| site.index.as_ref()))?;
    let comparable = previous.filter(|site| site.index.shard_bits == index.shard_bits);
    for (number, shard) in shards.iter().enumerate() {
        let before = comparable.and_then(|site| site.shards.get(number));
        if before.is_none_or(|before| !Arc::ptr_eq(before, shard)) {
            completeness::check_shard(builds, &index.id, shard, before.map(Arc::as_ref))?;
        }
    }
    Ok(())
}

/// The dictionary of a build; a damaged one is left out.
fn dictionary(builds: &BuildsDir, index: &Index) -> Option<Arc<Dictionary>> {
    Dictionary::load(builds, index).unwrap_or_else(|error| {
        tracing::warn!(build = %index.id, error = format!("{error:#}"), "the dictionary is left out");
        None
    })
}

fn check(index: &Index) -> anyhow::Result<()> {
    let (bits, shards) = (index.shard_bits, index.shards.len());
    ensure!(
        bits <= SHARD_BITS_MAX,
        "`shardBits` is {bits}, more than {SHARD_BITS_MAX}"
    );
    ensure!(
        shards == 1 << bits,
        "{shards} shards where `shardBits` means {}",
        1 << bits
    );
    check_locales(index)?;
    contract::header_class::check(&index.header_classes)?;
    for source in &index.inline_scripts {
        ensure!(
            is_csp_hash(source),
            "invalid hash in `inlineScripts`: `{source}` (expected a hash such as `sha256-…`)"
        );
    }
    for name in index.assets.keys() {
        ensure!(
            path::is_canonical(&format!("/{name}")),
            "invalid name of an asset: `{name}` (expected a file name)"
        );
    }
    Ok(())
}

fn check_locales(index: &Index) -> anyhow::Result<()> {
    contract::locale::check(&index.locales)?;
    let is_code = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    for locale in &index.locales {
        let written = [&locale.code, &locale.prefix, &locale.language];
        ensure!(
            written.iter().all(|text| text.bytes().all(is_code)),
            "locale `{}`: code, prefix or language has other characters than letters, digits and hyphens",
            locale.code
        );
    }
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let cookie = &index.locale_cookie;
    ensure!(
        !cookie.is_empty() && cookie.bytes().all(is_token),
        "`localeCookie` cannot be a cookie's name"
    );
    Ok(())
}

/// Shards of the same hash are taken over as they are; the others are read. At the start these are
/// all shards, and all cores read them; after an edit they are so few that a thread would take
/// longer to start than they take to read.
fn shards(
    builds: &BuildsDir,
    index: &Index,
    previous: Option<&Site>,
    builder: &ShardBuilder,
) -> anyhow::Result<Box<[Arc<Shard>]>> {
    let previous = previous.filter(|site| site.index.shard_bits == index.shard_bits);
    let one = |number: usize, hash: &Hash| {
        let before = previous
            .and_then(|site| Some((site.index.shards.get(number)?, site.shards.get(number)?)));
        match before {
            Some((same, shard)) if same == hash => Ok(Arc::clone(shard)),
            before => {
                let entries = builds.shard(hash)?;
                let shard = builder.shard(entries, before.map(|(_, shard)| shard.as_ref()));
                shard.map(Arc::new).with_context(|| format!("shard {hash}"))
            }
        }
    };
    let is_new = |(number, hash): &(usize, &Hash)| {
        previous.is_none_or(|site| site.index.shards.get(*number) != Some(*hash))
    };
    let numbered = || index.shards.iter().enumerate();
    if numbered().filter(is_new).count() <= FEW_SHARDS {
        return numbered().map(|(number, hash)| one(number, hash)).collect();
    }
    on_all_cores(&index.shards, one)
}

/// Calls `one` for each shard, a range of them on every core; in their order.
fn on_all_cores(
    shards: &[Hash],
    one: impl Fn(usize, &Hash) -> anyhow::Result<Arc<Shard>> + Sync,
) -> anyhow::Result<Box<[Arc<Shard>]>> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let per_core = shards.len().div_ceil(cores).max(1);
    let read = |first: usize, hashes: &[Hash]| {
        let numbered = (first..).zip(hashes);
        let all = numbered.map(|(number, hash)| one(number, hash));
        all.collect::<anyhow::Result<Vec<_>>>()
    };
    let read = &read;
    let parts: Vec<_> = thread::scope(|scope| {
        let parts = (0..).step_by(per_core).zip(shards.chunks(per_core));
        let start = |(first, hashes)| scope.spawn(move || read(first, hashes));
        let threads: Vec<_> = parts.map(start).collect();
        let join = |thread: thread::ScopedJoinHandle<'_, _>| {
            let panicked = |_| Err(anyhow!("a loading thread panicked"));
            thread.join().unwrap_or_else(panicked)
        };
        threads.into_iter().map(join).collect()
    });
    let mut all = Vec::with_capacity(shards.len());
    for part in parts {
        all.extend(part?);
    }
    Ok(all.into_boxed_slice())
}

/// The other builds of the history that were live once. One with an unreadable root is left out;
/// the live build does not depend on it.
fn others(
    builds: &BuildsDir,
    live: &Index,
    history: Vec<HistoryEntry>,
    previous: Option<&Site>,
    builder: &Arc<ShardBuilder>,
) -> Vec<Arc<RetainedBuild>> {
    let one = |entry: HistoryEntry| {
        let known =
            previous.and_then(|site| site.others.iter().find(|other| other.entry.id == entry.id));
        if let Some(known) = known {
            return Some(Arc::new(known.with_entry(entry)));
        }
        let index = match previous.filter(|site| site.index.id == entry.id) {
            Some(site) => Ok(Arc::clone(&site.index)),
            None => read_index(builds, &entry.id).map(Arc::new),
        };
        match index.and_then(|index| RetainedBuild::new(entry.clone(), index, Arc::clone(builder)))
        {
            Ok(retained) => Some(Arc::new(retained)),
            Err(error) => {
                tracing::warn!(build = %entry.id, error = format!("{error:#}"), "older build left out");
                None
            }
        }
    };
    history
        .into_iter()
        .filter(|entry| entry.id != live.id && entry.state != BuildState::Staged)
        .filter_map(one)
        .collect()
}

fn read_index(builds: &BuildsDir, id: &BuildId) -> anyhow::Result<Index> {
    let index = builds.index(id)?;
    check(&index)?;
    Ok(index)
}

fn assets(
    live: &Index,
    others: &[Arc<RetainedBuild>],
    previous: Option<&Site>,
    builder: &ShardBuilder,
) -> anyhow::Result<Vec<Arc<Assets>>> {
    let mut all: Vec<Arc<Assets>> = Vec::new();
    let newest_first = others.iter().rev().map(|other| other.index.as_ref());
    for index in std::iter::once(live).chain(newest_first) {
        let source = served_assets(index, live);
        if all.iter().any(|assets| assets.are(&source)) {
            continue;
        }
        let known = previous.and_then(|site| site.assets.iter().find(|assets| assets.are(&source)));
        all.push(match known {
            Some(known) => Arc::clone(known),
            None => Arc::new(Assets::new(&source, builder)?),
        });
    }
    Ok(all)
}

/// The assets of a build that are served while `live` is live: without a dictionary of its own,
/// which may have parts of pages that are guarded by now, and which no answer needs.
fn served_assets<'a>(index: &'a Index, live: &Index) -> Cow<'a, BTreeMap<String, Asset>> {
    let dictionary = index.dictionary.as_ref().map(|known| &known.asset);
    match dictionary.filter(|asset| !live.assets.contains_key(*asset)) {
        Some(dictionary) => {
            let mut served = index.assets.clone();
            served.remove(dictionary);
            Cow::Owned(served)
        }
        None => Cow::Borrowed(&index.assets),
    }
}

/// Metas of all builds; those of older builds are optional.
fn metas(
    builds: &BuildsDir,
    (id, bytes): (&BuildId, &[u8]),
    others: &[Arc<RetainedBuild>],
    previous: Option<&Site>,
    builder: &ShardBuilder,
) -> anyhow::Result<HashMap<BuildId, Arc<Resource>>> {
    let known = |id| previous.and_then(|site| site.meta(id)).map(Arc::clone);
    let live = known(id).map_or_else(|| meta(bytes, builder), Ok)?;
    let mut all = HashMap::from([(id.clone(), live)]);
    for RetainedBuild { entry, .. } in others.iter().map(Arc::as_ref) {
        let read = || meta(&manifest(builds, &entry.id)?.0, builder);
        if let Ok(meta) = known(&entry.id).map_or_else(read, Ok) {
            all.insert(entry.id.clone(), meta);
        }
    }
    Ok(all)
}

/// Public facts of a build: the bytes on disk, and their value.
fn manifest(builds: &BuildsDir, id: &BuildId) -> anyhow::Result<(Vec<u8>, Meta)> {
    let name = format!("meta/{id}.json");
    let bytes = builds.read(&name)?;
    let meta: Meta = serde_json::from_slice(&bytes).with_context(|| format!("`{name}`"))?;
    ensure!(
        meta.id == *id,
        "`{name}` is the manifest of build {}",
        meta.id
    );
    Ok((bytes, meta))
}

fn meta(bytes: &[u8], builder: &ShardBuilder) -> anyhow::Result<Arc<Resource>> {
    let (hash, size) = (Hash::of(bytes), bytes.len() as u64);
    let resource = builder.immutable("meta", "application/json", hash, size)?;
    Ok(Arc::new(resource))
}

/// For each app but the live one, the build that was last live with it and was not withdrawn.
fn by_app(live: &Index, others: &[Arc<RetainedBuild>]) -> HashMap<Hash, Arc<RetainedBuild>> {
    let mut by_app: HashMap<Hash, Arc<RetainedBuild>> = HashMap::new();
    for other in others
        .iter()
        .filter(|other| other.answers() && other.entry.app != live.app)
    {
        let newer = by_app
            .get(&other.entry.app)
            .is_none_or(|known| known.entry.timestamp <= other.entry.timestamp);
        if newer {
            by_app.insert(other.entry.app, Arc::clone(other));
        }
    }
    by_app
}
