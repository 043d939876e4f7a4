//! Documents of a build as Markdown: made when a reader asks, from the bytes that the index names,
//! and held in memory within a limit.
//!
//! No file of the build: hardly any of a site's pages is ever asked for as Markdown, and a build of
//! thousands of pages would write and transfer as many files for it.

use std::sync::Arc;

use bytes::Bytes;
use contract::Hash;
use http::header::HeaderValue;
use moka::future::Cache;

use crate::protocol::encoding::Encoding;

use super::body_cache::BodyCache;
use super::resource::{Resource, Unreadable};

/// Bytes of Markdown in memory.
const CAPACITY: u64 = 16 * 1024 * 1024;

/// Memory of an entry beside its bytes.
const ENTRY: usize = 256;

/// A document as Markdown.
#[derive(Debug)]
pub(crate) struct MarkdownBody {
    /// The bytes to send.
    pub(crate) bytes: Bytes,
    /// `ETag`.
    pub(crate) etag: HeaderValue,
    /// Whether the document asks search engines not to list it.
    pub(crate) is_kept_out: bool,
}

/// Markdown that was made, by the hashes of the documents. Failures are not held.
pub(crate) struct MarkdownCache {
    bodies: Arc<BodyCache>,
    made: Cache<Hash, Option<Arc<MarkdownBody>>>,
}

impl MarkdownCache {
    /// An empty cache over the bodies of documents.
    pub(crate) fn new(bodies: Arc<BodyCache>) -> Self {
        let weight = |_: &Hash, made: &Option<Arc<MarkdownBody>>| {
            let bytes = made.as_ref().map_or(0, |made| made.bytes.len());
            u32::try_from(ENTRY + bytes).unwrap_or(u32::MAX)
        };
        let made = Cache::builder().max_capacity(CAPACITY).weigher(weight);
        Self {
            bodies,
            made: made.build(),
        }
    }

    /// The document at `path` as Markdown; none if it has no main text, or is too large to be held
    /// in memory.
    pub(crate) async fn body(
        &self,
        path: &str,
        document: &Arc<Resource>,
    ) -> Result<Option<Arc<MarkdownBody>>, Arc<Unreadable>> {
        if document.is_large() {
            return Ok(None);
        }
        // One conversion per document, however many readers wait for it.
        let made = self.made.try_get_with(document.facts.hash, async {
            let body = self.bodies.body(path, document, Encoding::Identity);
            let Some(html) = body.await? else {
                return Err(Unreadable::new(path, "the document is missing"));
            };
            let html = html.bytes.clone();
            let made = tokio::task::spawn_blocking(move || convert(&html));
            made.await.map_err(|error| Unreadable::new(path, error))
        });
        made.await
    }
}

/// Takes some hundred microseconds for a long page.
fn convert(document: &[u8]) -> Option<Arc<MarkdownBody>> {
    let page = page_text::markdown(str::from_utf8(document).ok()?)?;
    let bytes = Bytes::from(page.text);
    let etag = HeaderValue::try_from(format!("\"{}\"", Hash::of(&bytes))).ok()?;
    Some(Arc::new(MarkdownBody {
        bytes,
        etag,
        is_kept_out: page.is_kept_out,
    }))
}
