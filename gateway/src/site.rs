//! One build in memory: an immutable snapshot. A new build is loaded beside it and swapped in; a
//! request holds one snapshot from its first step to its last.
//!
//! Decisions and their reasons:
//! - **Paths in shards, as on disk.** A lookup hashes the path once (BLAKE3, about 0.1 µs) to find
//!   the shard. In return a reload shares every shard, and every body, that the new build did not
//!   change: its cost depends on the size of the change, not of the site.
//! - **A path costs about 200 bytes** without bodies, 250 as the allocator rounds them: key,
//!   [`Resource`], table slot. Header maps are shared per kind of file
//!   ([`template::Template`]), never per file.
//! - **Bodies are read on first use**, checked against their hash, and held within a budget
//!   ([`budget`]). A hit is one atomic load: no lock, no copy.
//! - **Reading is not the only check**: a sample of answers is compared once more as it is sent
//!   ([`proof`]), and a patrol reads what is on disk ([`patrol`]).
//! - **Older builds** keep their index only; one of their shards is read when a tab of their app
//!   requests a file of it ([`retained`]).
//!
//! Reads `builds/` and never writes there. Knows files and their headers, and no request: access is
//! decided by the callers.
//!
//! **Invariant**: a snapshot does not change after [`load`] made it, except for bodies that are
//! read and evicted.

pub(crate) mod availability;
pub(crate) mod body_cache;
mod budget;
pub(crate) mod builds_dir;
pub(crate) mod completeness;
pub(crate) mod dictionary;
pub(crate) mod language;
pub(crate) mod load;
pub(crate) mod markdown;
pub(crate) mod patrol;
pub(crate) mod preview;
pub(crate) mod proof;
pub(crate) mod reload;
pub(crate) mod resource;
pub(crate) mod retained;
mod routes;
pub(crate) mod shard;
pub(crate) mod successor;
pub(crate) mod template;

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use contract::Hash;
use contract::build::{Access, BuildId, Index, shard_of};
use contract::locale::Locale;
use http::{HeaderMap, HeaderValue};

use crate::protocol::{cookie, locale};
use resource::Resource;
use retained::{Assets, RetainedBuild, SiteAsset};
use routes::Routes;
use shard::{Shard, Slot};
use template::Templates;

/// The live build, and the parts of older builds that are still served.
pub(crate) struct Site {
    /// The root of the build.
    pub(crate) index: Arc<Index>,
    /// Value of `x-build` in answers.
    pub(crate) build: HeaderValue,
    /// `builds/latest.json`, for this snapshot.
    pub(crate) latest: Bytes,
    routes: Routes,
    shards: Box<[Arc<Shard>]>,
    /// The client assets of each app, newest first.
    assets: Vec<Arc<Assets>>,
    metas: HashMap<BuildId, Arc<Resource>>,
    /// Every other build of the history.
    others: Vec<Arc<RetainedBuild>>,
    /// App id → the build that answers for it.
    by_app: HashMap<Hash, Arc<RetainedBuild>>,
    /// Headers of answers, shared with the next snapshot while the policy stays.
    templates: Arc<Templates>,
}

impl Site {
    /// The slot at a canonical path, and the path as the index has it.
    pub(crate) fn find(&self, path: &str) -> Option<(&str, &Slot)> {
        let shard = self.shards.get(shard_of(path, self.index.shard_bits))?;
        shard
            .get_key_value(path)
            .map(|(path, slot)| (path.as_ref(), slot))
    }

    /// The file at a path, whatever its access.
    pub(crate) fn file(&self, path: &str) -> Option<(&str, &Arc<Resource>)> {
        match self.find(path) {
            Some((path, Slot::File(resource))) => Some((path, resource)),
            _ => None,
        }
    }

    /// The file called `name` under `/assets/`, of any build of the history.
    pub(crate) fn asset(&self, name: &str) -> Option<(&str, &SiteAsset)> {
        self.assets.iter().find_map(|assets| assets.get(name))
    }

    /// The file at a path of the build that `x-build` names; none while that part of an older
    /// build's index is not in memory.
    pub(crate) fn file_of_build(&self, build: &HeaderValue, path: &str) -> Option<&Arc<Resource>> {
        if self.build == *build {
            return self.file(path).map(|(_, resource)| resource);
        }
        let other = self.others.iter().find(|other| other.build == *build)?;
        other.file_in_memory(path)
    }

    /// Files that visitors may ask for, in parts that are small beside the site; none beyond the
    /// last part. A client asset has its name as its path, which begins with no slash.
    pub(crate) fn part(&self, number: usize) -> Option<Vec<(Box<str>, Arc<Resource>)>> {
        if let Some(assets) = self.assets.get(number) {
            return Some(assets.files());
        }
        let shard = self.shards.get(number - self.assets.len())?;
        let files = shard.iter().filter_map(|(path, slot)| match slot {
            Slot::File(resource) => Some((path.clone(), Arc::clone(resource))),
            Slot::Redirect(_) | Slot::Gone => None,
        });
        Some(files.collect())
    }

    /// Whether `resource` is the file at `path`, one of the paths of [`part`](Self::part).
    pub(crate) fn has(&self, path: &str, resource: &Resource) -> bool {
        let known = match path.starts_with('/') {
            true => self.file(path).map(|(_, known)| known),
            false => self.asset(path).map(|(_, asset)| &asset.resource),
        };
        known.is_some_and(|known| known.is(&resource.facts))
    }

    /// `builds/meta/<id>.json` of a build of the history.
    pub(crate) fn meta(&self, id: &BuildId) -> Option<&Arc<Resource>> {
        self.metas.get(id)
    }

    /// The build that answers tabs of an older app.
    pub(crate) fn retained_build(&self, app: &Hash) -> Option<&Arc<RetainedBuild>> {
        self.by_app.get(app)
    }

    /// The error document of `status` in `locale`.
    pub(crate) fn error_document(
        &self,
        locale: &Locale,
        status: u16,
    ) -> Option<(&str, &Arc<Resource>)> {
        let path = self.index.errors.get(&locale.code)?.get(&status)?;
        self.file(path)
    }

    /// The locale of a path.
    pub(crate) fn locale_of(&self, path: &str) -> Option<&Locale> {
        locale::of_path(&self.index.locales, path)
    }

    /// The locale of the answer for a path without an entry (R2.25): that of its prefix, else the
    /// visitor's own.
    pub(crate) fn locale_for_nowhere(&self, path: &str, headers: &HeaderMap) -> Option<&Locale> {
        let of_path = self.locale_of(path)?;
        if !of_path.prefix.is_empty() {
            return Some(of_path);
        }
        let can_tell = |locale: &&Locale| self.error_document(locale, 404).is_some();
        let available: Vec<_> = self.index.locales.iter().filter(can_tell).collect();
        let chosen = cookie::get(headers, &self.index.locale_cookie);
        let (locale, _) = locale::negotiate(&available, chosen, headers)?;
        Some(locale)
    }

    /// Whether a path would be a page if its `:id` were a slug (R8.01).
    pub(crate) fn refuses_id(&self, path: &str) -> bool {
        let prefix = self.locale_of(path).map_or("", |locale| &locale.prefix);
        let unprefixed = match path
            .strip_prefix('/')
            .and_then(|path| path.strip_prefix(prefix))
        {
            Some(rest) if !prefix.is_empty() => rest,
            _ => path,
        };
        self.routes.refuse_id(unprefixed)
    }

    /// The locales in which everyone can read the home page.
    pub(crate) fn home_locales(&self) -> Vec<&Locale> {
        let is_open = |locale: &&Locale| {
            let home = self.file(&locale.href("/"));
            home.is_some_and(|(_, resource)| resource.facts.access == Access::Public)
        };
        self.index.locales.iter().filter(is_open).collect()
    }
}
