//! Step 4: files with a name that never means other bytes, and the pointer to the live build.

use contract::build::BuildId;
use http::Response;
use http::header::{self, HeaderValue};

use super::super::file::{Audience, FileRequest};
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::headers::add_common;
use crate::protocol::path::Form;
use crate::protocol::rejection::Rejection;

use super::Page;

impl Page<'_> {
    /// 4 a client asset of any build of the history.
    pub(super) async fn asset(&self, name: &str) -> Result<Response<Body>, Rejection> {
        // A tab from before the preview continues with its app.
        let live = self.call.gateway.live.site();
        let live = live.as_ref().filter(|_| self.call.is_preview);
        let found = self.site.asset(name);
        match found.or_else(|| live?.asset(name)) {
            Some((name, asset)) if self.form == Form::Exact => {
                FileRequest::new(self.call, name, &asset.resource)
                    .with_copies(&asset.copies)
                    .answer(Audience::Everyone)
                    .await
            }
            _ => self.nowhere().await,
        }
    }

    /// 4 of `/builds` exactly two kinds of file; the rest is private.
    pub(super) async fn build(&self, name: &str) -> Result<Response<Body>, Rejection> {
        if self.form == Form::Alias {
            return Err(Rejection::NotFound);
        }
        if name == "latest.json" {
            return Ok(self.latest());
        }
        let id = name
            .strip_prefix("meta/")
            .and_then(|name| name.strip_suffix(".json"));
        let id: Option<BuildId> = id.and_then(|id| id.parse().ok());
        let meta = id.as_ref().and_then(|id| Some((id, self.site.meta(id)?)));
        let (id, meta) = meta.ok_or(Rejection::NotFound)?;
        FileRequest::new(self.call, &format!("{id}.json"), meta)
            .answer(Audience::Everyone)
            .await
    }

    fn latest(&self) -> Response<Body> {
        let mut response = Response::new(Body::whole(self.site.latest.clone()));
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        );
        headers.insert(
            header::CONTENT_LENGTH,
            HeaderValue::from(self.site.latest.len()),
        );
        CachePolicy::NoStore.apply(headers);
        add_common(headers, self.call.gateway.config.hsts());
        response
    }
}
