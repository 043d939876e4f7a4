//! Redirects: to the index's own path, to the new path of a page, to the home page and to the
//! sign-in page.

use contract::build::Access;
use http::header::{self, HeaderValue};
use http::{Response, StatusCode};

use super::super::file::Audience;
use super::super::guard::Verdict;
use super::Page;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::headers::{add_common, close};
use crate::protocol::path;
use crate::protocol::rejection::Rejection;
use crate::site::shard::Redirect;
use crate::site::template::FileKind;

/// A longer way back loses its query: encoded it grows threefold, and servers in front refuse an
/// answer's head of 4 KiB and more.
const BACK_MAX: usize = 1024;
/// The sign-in page, unprefixed.
const LOGIN: &str = "/login";

impl Page<'_> {
    /// The build's own path for a spelling with a trailing slash or `index.html`.
    pub(super) fn to_index_path(
        &self,
        path: &str,
        audience: Audience,
    ) -> Result<Response<Body>, Rejection> {
        let mut answer = self.redirect(
            StatusCode::PERMANENT_REDIRECT,
            &path::encode(path),
            self.call.query(),
        )?;
        if audience == Audience::One {
            close(answer.headers_mut());
        }
        Ok(answer)
    }

    /// The page that was at `path` before. A visitor without access gets the refusal of the page
    /// itself, and not its new address.
    pub(super) async fn moved_page(
        &self,
        path: &str,
        target: &Redirect,
    ) -> Result<Response<Body>, Rejection> {
        let found = self.site.file(&target.path);
        let (access, kind) = found.map_or((Access::Public, FileKind::Document), |(_, resource)| {
            (resource.facts.access, resource.facts.template.kind)
        });
        let token = self.token(access, false);
        let session = self.session(access, token.as_ref()).await?;
        match self.verdict(access, session, kind) {
            // A page for guests sends members on by itself.
            Verdict::Open | Verdict::Home => self.to_target(target),
            Verdict::Closed => {
                let mut answer = self.to_target(target)?;
                close(answer.headers_mut());
                Ok(answer)
            }
            refusal => self.refuse(path, refusal),
        }
    }

    fn to_target(&self, target: &Redirect) -> Result<Response<Body>, Rejection> {
        let status = if target.permanent {
            StatusCode::PERMANENT_REDIRECT
        } else {
            StatusCode::TEMPORARY_REDIRECT
        };
        self.redirect(
            status,
            target.to.to_str().map_err(|_| Rejection::Internal)?,
            self.call.query(),
        )
    }

    /// A redirect, revalidated at every use. Otherwise a browser keeps a permanent one for ever,
    /// and a page that moves back causes a loop of redirects.
    pub(super) fn redirect(
        &self,
        status: StatusCode,
        to: &str,
        query: Option<&str>,
    ) -> Result<Response<Body>, Rejection> {
        let mut answer = response(status, to, query)?;
        let headers = answer.headers_mut();
        CachePolicy::Revalidate.apply(headers);
        add_common(headers, self.call.gateway.config.hsts());
        Ok(answer)
    }

    fn home_of(&self, path: &str) -> String {
        self.site
            .locale_of(path)
            .map_or_else(|| "/".to_owned(), |locale| path::encode(&locale.href("/")))
    }

    /// The sign-in page of the path's locale, which leads back here: a path of this site, because
    /// the index has it or it is the studio's.
    pub(super) fn to_sign_in(&self, path: &str) -> Result<Response<Body>, Rejection> {
        let login = self
            .site
            .locale_of(path)
            .map_or_else(|| LOGIN.to_owned(), |locale| locale.href(LOGIN));
        let here = path::encode(path);
        let query = self.call.query();
        let back = match query.filter(|query| here.len() + query.len() <= BACK_MAX) {
            Some(query) => format!("{here}?{query}"),
            None => here,
        };
        self.redirect(
            StatusCode::FOUND,
            &format!(
                "{}?redirect={}",
                path::encode(&login),
                path::encode_value(&back)
            ),
            None,
        )
    }

    /// The home page in the locale of a path.
    pub(super) fn to_home(&self, path: &str) -> Result<Response<Body>, Rejection> {
        self.redirect(StatusCode::FOUND, &self.home_of(path), None)
    }
}

/// A redirect to a path of this site, encoded, with the request's own query.
fn response(
    status: StatusCode,
    to: &str,
    query: Option<&str>,
) -> Result<Response<Body>, Rejection> {
    let to = match query {
        Some(query) => HeaderValue::try_from(format!("{to}?{query}")),
        None => HeaderValue::from_str(to),
    };
    let mut response = Response::new(Body::Empty);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, to.map_err(|_| Rejection::BadRequest)?);
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from_static("0"));
    Ok(response)
}
