//! A shard in memory: canonical path → its entry, checked and ready to answer.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, ensure};
use contract::build::{Access, Asset, BuildId, Entry, File};
use http::HeaderValue;

use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::path;

use super::builds_dir::BuildsDir;
use super::resource::{Facts, Resource};
use super::successor::{self, Copy};
use super::template::Templates;

/// Path → slot. `hashbrown` hashes with foldhash, twice as fast as the standard library's table on
/// short keys.
pub(crate) type Shard = hashbrown::HashMap<Box<str>, Slot>;

/// The entry at a path.
pub(crate) enum Slot {
    /// A file.
    File(Arc<Resource>),
    /// A redirect. Boxed: redirects are few, and every path pays for the largest kind.
    Redirect(Box<Redirect>),
    /// An address whose page is gone for good: 410.
    Gone,
}

/// The address that a redirect leads to.
pub(crate) struct Redirect {
    /// Path on this site, as the index has it.
    pub(crate) path: Box<str>,
    /// The path, encoded for a header.
    pub(crate) to: HeaderValue,
    /// Whether the redirect is permanent: 308, else 307.
    pub(crate) permanent: bool,
}

/// Builds shards in memory from the entries on disk, and shares values where possible.
pub(crate) struct ShardBuilder {
    /// Header maps.
    pub(crate) templates: Arc<Templates>,
    builds: BuildsDir,
    holders: Mutex<HashMap<BuildId, Arc<str>>>,
}

impl ShardBuilder {
    /// A builder with a policy's templates, for files in `builds`.
    pub(crate) fn new(templates: Arc<Templates>, builds: BuildsDir) -> Self {
        Self {
            templates,
            builds,
            holders: Mutex::default(),
        }
    }

    /// A shard. Resources of `previous`, the shard with the same number in the previous snapshot,
    /// are taken over where the file at a path is the same.
    pub(crate) fn shard(
        &self,
        entries: contract::build::Shard,
        previous: Option<&Shard>,
    ) -> anyhow::Result<Shard> {
        let mut shard = Shard::with_capacity(entries.len());
        for (path, entry) in entries {
            let slot = self
                .slot(&path, entry, previous)
                .with_context(|| format!("`{path}`"))?;
            shard.insert(path.into_boxed_str(), slot);
        }
        Ok(shard)
    }

    fn slot(&self, path: &str, entry: Entry, previous: Option<&Shard>) -> anyhow::Result<Slot> {
        ensure!(path::is_canonical(path), "no canonical path");
        match entry {
            Entry::File(file) => {
                let facts = self.facts(&file)?;
                let kept = previous
                    .and_then(|shard| shard.get(path))
                    .and_then(|slot| match slot {
                        Slot::File(resource) if resource.is(&facts) => Some(Arc::clone(resource)),
                        _ => None,
                    });
                Ok(Slot::File(
                    kept.unwrap_or_else(|| Arc::new(Resource::new(facts))),
                ))
            }
            Entry::Redirect { to, permanent } => {
                ensure!(
                    path::is_canonical(&to),
                    "redirects to `{to}` (expected a canonical path)"
                );
                let path = to.into_boxed_str();
                let to = HeaderValue::try_from(path::encode(&path))?;
                let redirect = Redirect {
                    path,
                    to,
                    permanent,
                };
                Ok(Slot::Redirect(Box::new(redirect)))
            }
            Entry::Gone => Ok(Slot::Gone),
        }
    }

    fn facts(&self, file: &File) -> anyhow::Result<Facts> {
        let status = file.status.unwrap_or(200);
        ensure!((200..600).contains(&status), "status {status}");
        Ok(Facts {
            hash: file.hash,
            size: file.size,
            access: file.access,
            status,
            template: self.templates.get(
                &file.media_type,
                file.class.as_deref(),
                file.style.as_deref(),
                CachePolicy::for_file(
                    &file.media_type,
                    file.access,
                    self.templates.policy.shared_max_age,
                ),
            )?,
            holder: self.holder(&file.build),
        })
    }

    fn holder(&self, id: &BuildId) -> Arc<str> {
        let mut holders = self.holders.lock().unwrap_or_else(PoisonError::into_inner);
        let holder = holders
            .entry(id.clone())
            .or_insert_with(|| self.builds.holder(id.as_str()));
        Arc::clone(holder)
    }

    /// A client asset, and its copies against predecessors.
    pub(crate) fn asset(
        &self,
        name: &str,
        asset: &Asset,
    ) -> anyhow::Result<(Resource, Box<[Copy]>)> {
        let kind = self.immutable("assets", &asset.media_type, asset.hash, asset.size)?;
        let facts = Facts {
            template: successor::template(name, asset, Arc::clone(&kind.facts.template))?,
            ..kind.facts
        };
        let copies = Copy::all(name, asset, &facts, &self.builds)?;
        Ok((Resource::new(facts), copies))
    }

    /// A public file outside the shards, with a name that never means other bytes: `assets/<name>`,
    /// `meta/<id>.json`.
    pub(crate) fn immutable(
        &self,
        folder: &str,
        media_type: &str,
        hash: contract::Hash,
        size: u64,
    ) -> anyhow::Result<Resource> {
        Ok(Resource::new(Facts {
            hash,
            size,
            access: Access::Public,
            status: 200,
            template: self
                .templates
                .get(media_type, None, None, CachePolicy::Immutable)?,
            holder: self.builds.holder(folder),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_costs_what_the_site_says() {
        // Two counters of the `Arc`, a key of 30 bytes, and the table at three quarters full with a
        // control byte per slot.
        let table = (size_of::<(Box<str>, Slot)>() + 1) * 4 / 3;
        let cost = size_of::<Resource>() + 2 * size_of::<usize>() + 30 + table;
        assert!((150..=220).contains(&cost), "{cost} bytes");
    }
}
