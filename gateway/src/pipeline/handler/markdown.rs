//! Steps 7 to 9 for a page as Markdown, which programs read: at its address with `.md` behind it,
//! or at its own address for a client that prefers it.

use std::sync::Arc;

use http::header::{self, HeaderName, HeaderValue};
use http::{Response, StatusCode};

use super::super::file::{Audience, unreadable};
use super::Page;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::conditional::{Outcome, preconditions};
use crate::protocol::headers::{add_common, close};
use crate::protocol::path;
use crate::protocol::rejection::Rejection;
use crate::site::markdown::MarkdownBody;
use crate::site::resource::Resource;
use crate::site::template::FileKind;

const X_ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");
const SUFFIX: &str = ".md";

/// The path of the page whose Markdown is at `path`: `/about.md`, `/index.md`, `/en/index.md`.
pub(super) fn page_path(path: &str) -> Option<&str> {
    let page = path.strip_suffix(SUFFIX)?;
    match page.strip_suffix("/index").unwrap_or(page) {
        "" => Some("/"),
        page => Some(page).filter(|page| !page.ends_with('/')),
    }
}

/// Whether a file is a page that can be sent as Markdown; documents of errors are none.
pub(super) fn is_page(resource: &Resource) -> bool {
    resource.facts.template.kind == FileKind::Document && resource.facts.status == 200
}

impl Page<'_> {
    /// The page at `path` as Markdown; none if it has no main text.
    pub(super) async fn markdown(
        &self,
        path: &str,
        document: &Arc<Resource>,
        audience: Audience,
    ) -> Result<Option<Response<Body>>, Rejection> {
        let made = self.call.gateway.markdown.body(path, document).await;
        let Some(made) = made.map_err(|error| unreadable(&error))? else {
            return Ok(None);
        };
        let mut response = match (audience, preconditions(self.call.headers(), &made.etag)) {
            (Audience::Everyone, Outcome::Failed) => return Err(Rejection::Precondition),
            (Audience::Everyone, Outcome::NotModified) => not_modified(),
            _ => whole(&made),
        };
        let headers = response.headers_mut();
        headers.insert(header::VARY, HeaderValue::from_static("Accept"));
        headers.insert(header::LINK, canonical(path)?);
        if made.is_kept_out {
            headers.insert(X_ROBOTS_TAG, HeaderValue::from_static("noindex"));
        }
        add_common(headers, self.call.gateway.config.hsts());
        match audience {
            Audience::One => close(headers),
            Audience::Everyone => {
                headers.insert(header::ETAG, made.etag.clone());
                self.markdown_policy(path).apply(headers);
            }
        }
        Ok(Some(response))
    }

    /// At the page's own address no shared cache may store Markdown: one that ignores `Vary` would
    /// send it to browsers. At the other address it may, but no purge names that.
    fn markdown_policy(&self, path: &str) -> CachePolicy {
        match self.path() == path {
            true => CachePolicy::RevalidatePrivately,
            false => CachePolicy::Revalidate,
        }
    }
}

fn whole(made: &MarkdownBody) -> Response<Body> {
    let mut response = Response::new(Body::whole(made.bytes.clone()));
    let headers = response.headers_mut();
    let media_type = HeaderValue::from_static("text/markdown; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, media_type);
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(made.bytes.len()));
    response
}

fn not_modified() -> Response<Body> {
    let mut response = Response::new(Body::Empty);
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    response
}

/// The page itself is the address to remember.
fn canonical(page: &str) -> Result<HeaderValue, Rejection> {
    let link = format!("<{}>; rel=\"canonical\"", path::encode(page));
    HeaderValue::try_from(link).map_err(|_| Rejection::Internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_a_path_that_ends_as_markdown() {
        for (path, expected) in [
            ("/about.md", Some("/about")),
            ("/en.md", Some("/en")),
            ("/en/index.md", Some("/en")),
            ("/index.md", Some("/")),
            ("/.md", None),
            ("/en/.md", None),
            ("/about", None),
            ("/about.MD", None),
            ("/.md/about", None),
        ] {
            assert_eq!(page_path(path), expected, "{path}");
        }
    }
}
