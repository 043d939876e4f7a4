//! A builds folder in an S3 bucket, or at a service that speaks its protocol.
//!
//! Pointers are replaced only if they are unchanged since they were read (`If-Match`), so that two
//! pushes cannot mix even when one of them has lost its [lease](super::s3_lease).

use std::collections::HashMap;
use std::path::Path as FilePath;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail, ensure};
use bytes::Bytes;
use contract::build::BuildId;
use futures_util::stream::{self, StreamExt, TryStreamExt};
use jiff::SignedDuration;
use object_store::aws::AmazonS3;
use object_store::path::Path;
use object_store::{
    Error, GetResult, ObjectStore, ObjectStoreExt, PutMode, PutPayload, UpdateVersion,
    WriteMultipart,
};
use tokio::io::AsyncWriteExt;
use tokio::runtime::Runtime;

use super::destination::{Destination, Lease, Listed, Source};
use super::name::Name;
use super::published::POINTER_MAX;
use super::s3_client::{client, runtime, shorten, stranger, with_connections};
use super::s3_delete::Deleter;
use super::s3_lease::S3Lease;
use super::transfer::Changed;

/// Requests under way at once.
const REQUESTS: usize = 16;
/// A gateway looks into its bucket each second.
const LEAD: SignedDuration = SignedDuration::from_secs(3);
/// The name of the lease.
const LEASE: &str = ".push.json";
/// A larger file is sent in parts: the part in transfer is in memory.
const PIECE: u64 = 8 * 1024 * 1024;

/// A bucket, or a part of one.
pub struct Bucket {
    name: String,
    prefix: Path,
    store: Arc<AmazonS3>,
    deleter: Deleter,
    runtime: Runtime,
    /// Versions of the pointers as they were last read; none for one that was not there.
    versions: Mutex<HashMap<Name, Option<UpdateVersion>>>,
}

impl Bucket {
    /// The part of the bucket `name` with keys that begin with `prefix` and a slash.
    pub fn new(name: &str, prefix: &str) -> anyhow::Result<Self> {
        let (store, http) = with_connections(name)?;
        let deleter = Deleter {
            store: store.clone(),
            http,
        };
        Ok(Self {
            name: name.to_owned(),
            prefix: Path::parse(prefix)?,
            store: Arc::new(store),
            deleter,
            runtime: runtime()?,
            versions: Mutex::default(),
        })
    }

    fn key(&self, name: &Name) -> anyhow::Result<Path> {
        key(&self.prefix, name.as_str())
    }

    fn name(&self, key: &Path) -> Option<Name> {
        let parts: Vec<_> = key.prefix_match(&self.prefix)?.collect();
        let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).collect();
        Name::parse(&parts.join("/")).ok()
    }

    fn remember(&self, name: &Name, version: Option<UpdateVersion>) {
        let mut versions = self.versions.lock().unwrap_or_else(PoisonError::into_inner);
        versions.insert(name.clone(), version);
    }

    async fn read_one(&self, name: &Name, max: u64) -> anyhow::Result<Option<Bytes>> {
        let found = optional(self.store.get(&self.key(name)?).await)?;
        let Some(found) = found else {
            self.remember(name, None);
            return Ok(None);
        };
        let size = found.meta.size;
        ensure!(size <= max, "`{name}` has {size} bytes");
        let version = UpdateVersion {
            e_tag: found.meta.e_tag.clone(),
            version: found.meta.version.clone(),
        };
        let bytes = found.bytes().await?;
        self.remember(name, Some(version));
        Ok(Some(bytes))
    }

    async fn fetch_one(&self, name: &Name, max: u64, into: &FilePath) -> anyhow::Result<()> {
        let Some(found) = optional(self.store.get(&self.key(name)?).await)? else {
            return Ok(());
        };
        if found.meta.size > max {
            return Ok(());
        }
        let place = into.join(name.as_str());
        if let Some(parent) = place.parent() {
            tokio::fs::create_dir_all(parent).await?;
        }
        let mut file = tokio::fs::File::create(&place).await?;
        let mut pieces = found.into_stream();
        while let Some(piece) = pieces.try_next().await? {
            file.write_all(&piece).await?;
        }
        file.flush().await?;
        Ok(())
    }

    async fn put_one(&self, name: &Name, from: &FilePath) -> anyhow::Result<()> {
        let (key, place) = (self.key(name)?, from.join(name.as_str()));
        let mut file = tokio::fs::File::open(&place).await?;
        if file.metadata().await?.len() <= PIECE {
            let bytes = tokio::fs::read(&place).await?;
            self.store.put(&key, bytes.into()).await?;
            return Ok(());
        }
        let upload = self.store.put_multipart(&key).await?;
        let mut pieces = WriteMultipart::new_with_chunk_size(upload, usize::try_from(PIECE)?);
        loop {
            let mut piece = Vec::new();
            let mut part = tokio::io::AsyncReadExt::take(&mut file, PIECE);
            if tokio::io::AsyncReadExt::read_to_end(&mut part, &mut piece).await? == 0 {
                break;
            }
            pieces.wait_for_capacity(2).await?;
            pieces.put(piece.into());
        }
        pieces.finish().await?;
        Ok(())
    }

    async fn list_all(&self, folder: &str) -> anyhow::Result<Vec<Listed>> {
        let prefix = key(&self.prefix, folder)?;
        let mut objects = self.store.list(Some(&prefix));
        let mut listed = Vec::new();
        while let Some(object) = objects.try_next().await? {
            if let Some(name) = self.name(&object.location) {
                listed.push(Listed {
                    name,
                    size: object.size,
                    modified: object.last_modified.into(),
                });
            }
        }
        Ok(listed)
    }
}

impl Source for Bucket {
    fn label(&self) -> String {
        format!("s3://{}/{}", self.name, self.prefix)
    }

    fn read(&self, names: &[Name], max: u64) -> anyhow::Result<Vec<Option<Vec<u8>>>> {
        let read = |name| async move {
            let bytes = self.read_one(name, max).await;
            let bytes = bytes.map_err(shorten);
            let bytes = bytes.with_context(|| format!("cannot read `{name}`"))?;
            Ok(bytes.map(Vec::from))
        };
        let all = stream::iter(names).map(read).buffered(REQUESTS);
        self.runtime.block_on(all.try_collect())
    }

    fn fetch(&self, files: &[(Name, u64)], into: &FilePath) -> anyhow::Result<()> {
        let fetch = |(name, size): &(Name, u64)| {
            let (name, size) = (name.clone(), *size);
            async move {
                let fetched = self.fetch_one(&name, size, into).await;
                let fetched = fetched.map_err(shorten);
                fetched.with_context(|| format!("cannot fetch `{name}`"))
            }
        };
        let all = stream::iter(files).map(fetch).buffer_unordered(REQUESTS);
        self.runtime.block_on(all.try_collect())
    }

    fn list(&self, folder: &str) -> anyhow::Result<Vec<Listed>> {
        let listed = self.runtime.block_on(self.list_all(folder));
        let listed = listed.map_err(shorten);
        listed.with_context(|| format!("cannot list `{folder}`"))
    }

    fn holders(&self) -> anyhow::Result<Vec<BuildId>> {
        let listed = self.store.list_with_delimiter(Some(&self.prefix));
        let listed = self
            .runtime
            .block_on(listed)
            .map_err(shorten)
            .context("cannot list builds")?;
        let last = |key: &Path| key.filename()?.parse().ok();
        Ok(listed.common_prefixes.iter().filter_map(last).collect())
    }
}

impl Destination for Bucket {
    fn put(&self, from: &FilePath, names: &[Name]) -> anyhow::Result<()> {
        let put = |name: &Name| {
            let name = name.clone();
            async move {
                let put = self.put_one(&name, from).await;
                let put = put.map_err(shorten);
                put.with_context(|| format!("cannot write `{name}`"))
            }
        };
        let all = stream::iter(names).map(put).buffer_unordered(REQUESTS);
        self.runtime.block_on(all.try_collect())
    }

    /// An object outlives crashes once it was taken.
    fn sync(&self) -> anyhow::Result<()> {
        Ok(())
    }

    fn replace(&self, name: &Name, bytes: &[u8]) -> anyhow::Result<()> {
        let known = {
            let versions = self.versions.lock().unwrap_or_else(PoisonError::into_inner);
            versions.get(name).cloned()
        };
        let Some(known) = known else {
            bail!("`{name}` was not read before it is replaced");
        };
        let mode = known.map_or(PutMode::Create, PutMode::Update);
        let payload = PutPayload::from(bytes.to_vec());
        let key = self.key(name)?;
        let put = self.store.put_opts(&key, payload, mode.into());
        match self.runtime.block_on(put) {
            Ok(done) => {
                self.remember(name, Some(done.into()));
                Ok(())
            }
            // The answer to a first try may have been lost, and the second met the object written
            // by the first.
            Err(Error::Precondition { .. } | Error::AlreadyExists { .. }) => {
                let now = self.read(std::slice::from_ref(name), POINTER_MAX)?;
                match now.first() {
                    Some(Some(now)) if now == bytes => Ok(()),
                    _ => Err(Changed(self.label()).into()),
                }
            }
            Err(error) => Err(shorten(error)).with_context(|| format!("cannot write `{name}`")),
        }
    }

    fn lead(&self) -> SignedDuration {
        LEAD
    }

    fn log(&self, _line: &[u8]) -> anyhow::Result<()> {
        Ok(())
    }

    fn delete(&self, lease: &dyn Lease, names: &[Name]) -> anyhow::Result<()> {
        let delete = |name| async move {
            let deleted = self.deleter.delete(lease, &self.key(name)?).await;
            deleted.with_context(|| format!("cannot delete `{name}`"))
        };
        let all = stream::iter(names).map(delete).buffer_unordered(REQUESTS);
        self.runtime.block_on(all.try_collect())
    }

    /// A stranger asks for the lease itself.
    fn is_open(&self) -> anyhow::Result<bool> {
        let lease = key(&self.prefix, LEASE)?;
        let asked = stranger(&self.name)?;
        Ok(self.runtime.block_on(asked.head(&lease)).is_ok())
    }

    fn lease(&self) -> anyhow::Result<Box<dyn Lease>> {
        let key = key(&self.prefix, LEASE)?;
        Ok(Box::new(S3Lease::take(
            client(&self.name)?,
            key,
            self.label(),
        )?))
    }

    /// Always succeeds: no generator works in a bucket.
    fn lock(&self) -> anyhow::Result<Box<dyn Lease>> {
        Ok(Box::new(NoGenerator))
    }
}

struct NoGenerator;

impl Lease for NoGenerator {
    fn check(&self) -> anyhow::Result<()> {
        Ok(())
    }
}

fn key(prefix: &Path, name: &str) -> anyhow::Result<Path> {
    let text = match prefix.as_ref() {
        "" => name.to_owned(),
        prefix => format!("{prefix}/{name}"),
    };
    Ok(Path::parse(text)?)
}

/// The object; none if it is not there.
fn optional(result: object_store::Result<GetResult>) -> anyhow::Result<Option<GetResult>> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
