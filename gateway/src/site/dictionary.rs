//! The dictionary of a build: text that browsers keep, so that a document or payload is sent
//! without it (RFC 9842, `dcz`).
//!
//! The generator makes one dictionary per app out of what everybody may read, and sidecars against
//! it. A browser fetches it when it is idle, because a document's `Link` tells of it, and names it
//! from then on in `Available-Dictionary`. Only what everybody may read is ever sent against it.

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

use super::builds_dir::BuildsDir;

/// Which dictionary a browser has for an address.
pub(crate) const AVAILABLE_DICTIONARY: HeaderName = HeaderName::from_static("available-dictionary");
/// Makes an answer a dictionary.
pub(crate) const USE_AS_DICTIONARY: HeaderName = HeaderName::from_static("use-as-dictionary");
/// All pages, on their own or in a frame, and what scripts fetch (whose destination is the empty
/// string, RFC 9842, 2.1.2).
pub(crate) const EVERYWHERE: HeaderValue =
    HeaderValue::from_static(r#"match="/*", match-dest=("document" "iframe" "")"#);

/// Length of what stands before the frame of Zstandard: a magic number and the dictionary's
/// SHA-256.
const HEAD: usize = DCZ_MAGIC.len() + 32;

/// The dictionary of a build.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Dictionary {
    bytes: Vec<u8>,
    head: [u8; HEAD],
    /// `Available-Dictionary` of a browser that has it.
    name: String,
    /// `Link`
    pub(crate) link: HeaderValue,
}

impl Dictionary {
    /// The dictionary that an index names.
    pub(crate) fn load(folder: &BuildsDir, index: &Index) -> anyhow::Result<Option<Arc<Self>>> {
        let Some(named) = &index.dictionary else {
            return Ok(None);
        };
        let asset = index.assets.get(&named.asset);
        let asset = asset.with_context(|| format!("`{}` is no asset", named.asset))?;
        let bytes = folder.read(&format!("assets/{}", named.asset))?;
        ensure!(
            Hash::of(&bytes) == asset.hash,
            "`{}` is damaged",
            named.asset
        );
        let sha256 = STANDARD.decode(&named.sha256).context("`sha256`")?;
        let head: Result<[u8; HEAD], _> = [&DCZ_MAGIC[..], &sha256].concat().try_into();
        let head = head.map_err(|_| anyhow::anyhow!("`sha256` is none"))?;
        let address = path::encode(&format!("/assets/{}", named.asset));
        let link = format!("<{address}>; rel=\"compression-dictionary\"");
        Ok(Some(Arc::new(Self {
            bytes,
            head,
            name: format!(":{}:", named.sha256),
            link: HeaderValue::try_from(link)?,
        })))
    }

    /// Whether the client has it and wants bytes without it.
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

    /// The bytes with which a frame is unpacked.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }
}
