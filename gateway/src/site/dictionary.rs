//! The dictionary of a build: text that browsers keep, so that documents and payloads are sent
//! without it (RFC 9842, `dcz`).
//!
//! The generator makes one dictionary per app from public files, and sidecars against it. A
//! document's `Link` names the dictionary. A browser fetches it when it is idle, and names it from
//! then on in `Available-Dictionary`. Only public files are ever sent against it.

use std::borrow::Cow;
use std::io;
use std::sync::Arc;

use anyhow::{Context, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use contract::Hash;
use contract::build::{DCZ_MAGIC, Index};
use http::HeaderMap;
use http::header::{ACCEPT_ENCODING, HeaderName, HeaderValue};

use crate::protocol::encoding::Encoding;
use crate::protocol::path;
use crate::protocol::qvalue::members;

use super::builds_dir::{BuildsDir, LARGE};

/// Which dictionary a browser has for an address.
pub(crate) const AVAILABLE_DICTIONARY: HeaderName = HeaderName::from_static("available-dictionary");
/// Makes an answer a dictionary.
pub(crate) const USE_AS_DICTIONARY: HeaderName = HeaderName::from_static("use-as-dictionary");
/// All pages, on their own or in a frame, and fetches of scripts (with the empty string as
/// destination, RFC 9842, 2.1.2).
pub(crate) const EVERYWHERE: HeaderValue =
    HeaderValue::from_static(r#"match="/*", match-dest=("document" "iframe" "")"#);

/// Length of the header before the frame of Zstandard: a magic number and the dictionary's SHA-256.
const HEAD: usize = DCZ_MAGIC.len() + 32;

/// The dictionary of a build, or an earlier script or style sheet.
#[derive(Debug)]
pub(crate) struct Dictionary {
    bytes: Source,
    head: [u8; HEAD],
    /// `Available-Dictionary` of a browser that has it.
    name: String,
    /// `Link` of documents; a browser has an earlier script already.
    pub(crate) link: Option<HeaderValue>,
}

/// The bytes of a dictionary.
#[derive(Debug)]
enum Source {
    /// In memory, because most files are compressed against them.
    Memory(Vec<u8>),
    /// On disk, because one file is compressed against them and is unpacked once.
    File { builds: BuildsDir, name: String },
}

/// The name is the hash of the bytes.
impl PartialEq for Dictionary {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.link == other.link
    }
}

impl Eq for Dictionary {}

impl Dictionary {
    /// The dictionary that an index names.
    pub(crate) fn load(folder: &BuildsDir, index: &Index) -> anyhow::Result<Option<Arc<Self>>> {
        let Some(named) = &index.dictionary else {
            return Ok(None);
        };
        let asset = index.assets.get(&named.asset);
        let asset = asset.with_context(|| {
            format!(
                "the index names `{}` as the dictionary, and has no such asset",
                named.asset
            )
        })?;
        let bytes = folder.read(&format!("assets/{}", named.asset))?;
        ensure!(
            Hash::of(&bytes) == asset.hash,
            "`{}` is damaged",
            named.asset
        );
        let address = path::encode(&format!("/assets/{}", named.asset));
        let link = format!("<{address}>; rel=\"compression-dictionary\"");
        Ok(Some(Arc::new(Self {
            link: Some(HeaderValue::try_from(link)?),
            ..Self::new(Source::Memory(bytes), &named.sha256)?
        })))
    }

    /// The file `name` in `builds`, an earlier script or style sheet.
    pub(crate) fn in_file(builds: BuildsDir, name: String, sha256: &str) -> anyhow::Result<Self> {
        Self::new(Source::File { builds, name }, sha256)
    }

    fn new(bytes: Source, sha256: &str) -> anyhow::Result<Self> {
        let hash = STANDARD.decode(sha256).context("`sha256`")?;
        let head: Result<[u8; HEAD], _> = [&DCZ_MAGIC[..], &hash].concat().try_into();
        let head = head.map_err(|_| anyhow::anyhow!("`sha256` is none"))?;
        Ok(Self {
            bytes,
            head,
            name: format!(":{sha256}:"),
            link: None,
        })
    }

    /// Whether the client has the dictionary and accepts bytes compressed against it.
    pub(crate) fn is_available(&self, headers: &HeaderMap) -> bool {
        let named = headers.get(AVAILABLE_DICTIONARY);
        named.is_some_and(|named| named.as_bytes().trim_ascii() == self.name.as_bytes())
            && members(headers, &ACCEPT_ENCODING).any(|(coding, weight)| {
                weight > 0 && coding.eq_ignore_ascii_case(Encoding::Dictionary.name())
            })
    }

    /// The frame in a sidecar's bytes; none if they are against another dictionary.
    pub(crate) fn frame<'a>(&self, sidecar: &'a [u8]) -> Option<&'a [u8]> {
        sidecar.strip_prefix(&self.head)
    }

    /// The bytes with which a frame is unpacked. Blocks.
    pub(crate) fn bytes(&self) -> io::Result<Cow<'_, [u8]>> {
        match &self.bytes {
            Source::Memory(bytes) => Ok(Cow::Borrowed(bytes)),
            Source::File { builds, name } => Ok(Cow::Owned(builds.read_at_most(name, LARGE)?)),
        }
    }
}
