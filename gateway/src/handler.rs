//! One request, from its head to its answer: the pipeline of the crate's documentation, with the same numbers. The only file
//! that knows the order.

use std::net::SocketAddr;
use std::sync::Arc;

use http::header::{self, HeaderValue};
use http::request::Parts;
use http::{Method, Request, Response, StatusCode};
use hyper::body::Incoming;

use contract::Hash;
use contract::build::{Access, BuildId};

use crate::body::Body;
use crate::file::{self, Audience};
use crate::guard::{self, Kind, Session, Verdict};
use crate::headers::{NO_STORE, PRIVATE, X_BUILD, close};
use crate::path::{self, Canonical, Form, Refused};
use crate::respond::{self, Rejection, redirect};
use crate::site::Site;
use crate::site::resource::Resource;
use crate::site::shard::Slot;
use crate::{Gateway, api, cookie, cross_site, locale, operations, proxy};

/// A longer request target is refused; the longest of the site's own are some hundred bytes.
const TARGET_MAX: usize = 8 * 1024;
const PAYLOAD: &str = "/_payload.json";
/// The sign-in page, unprefixed.
const LOGIN: &str = "/login";

/// Answers one request. Never fails: what goes wrong is an answer too.
pub(crate) async fn handle(
    gateway: &Gateway,
    peer: SocketAddr,
    request: Request<Incoming>,
) -> Response<Body> {
    // The one snapshot that this request sees, from here to its end.
    let site = gateway.live.load_full();
    let (parts, body) = request.into_parts();
    let mut response = match answer(gateway, site.as_ref(), peer, &parts, body).await {
        Ok(response) => response,
        Err(rejection) => respond::reject(gateway, site.as_ref(), &parts, rejection).await,
    };
    let path = parts.uri.path();
    if path::canonical(path).is_ok_and(|canonical| api::owns(&canonical.path)) {
        proxy::protect(response.headers_mut(), gateway.config.is_tls());
    }
    if parts.method == Method::HEAD {
        *response.body_mut() = Body::Empty;
    }
    response
}

async fn answer(
    gateway: &Gateway,
    site: Option<&Arc<Site>>,
    peer: SocketAddr,
    parts: &Parts,
    body: Incoming,
) -> Result<Response<Body>, Rejection> {
    // 1 limits (those of sizes and times in bytes are the server's)
    if parts
        .uri
        .path_and_query()
        .is_some_and(|target| target.as_str().len() > TARGET_MAX)
    {
        return Err(Rejection::UriTooLong);
    }
    // 2 one canonical path
    let canonical = path::canonical(parts.uri.path()).map_err(|refused| match refused {
        Refused::Malformed => Rejection::BadRequest,
        Refused::Nowhere => Rejection::NotFound,
    })?;
    // 3 /api
    if api::owns(&canonical.path) {
        return api::answer(gateway, peer, parts, &canonical, body).await;
    }
    // 1 method: what follows is only read
    if !matches!(parts.method, Method::GET | Method::HEAD) {
        return Err(Rejection::Method("GET, HEAD"));
    }
    if let Some(answer) = operations::answer(gateway, site, peer, &canonical.path) {
        return Ok(answer);
    }
    if let Some(development) = &gateway.development
        && development.wants(parts)
    {
        return development.upgrade(parts, peer).await;
    }
    let site = site.ok_or(Rejection::Unavailable)?;
    let page = Page {
        gateway,
        site,
        parts,
        canonical,
    };
    // 4 /assets, and of /builds what is public
    if let Some(name) = page.path().strip_prefix("/assets/") {
        return page.asset(name).await;
    }
    if let Some(name) = page.path().strip_prefix("/builds/") {
        return page.build(name).await;
    }
    // 5 locale: only / redirects
    if page.path() == "/" && page.canonical.form == Form::Exact {
        return page.home().await;
    }
    page.answer().await
}

/// A request for something of the build.
struct Page<'a> {
    gateway: &'a Gateway,
    site: &'a Arc<Site>,
    parts: &'a Parts,
    canonical: Canonical<'a>,
}

impl Page<'_> {
    fn path(&self) -> &str {
        &self.canonical.path
    }

    /// 6 guard, 7 lookup, then 8 and 9 in [`file`].
    async fn answer(&self) -> Result<Response<Body>, Rejection> {
        let Some((path, slot)) = self.site.find(self.path()) else {
            return self.nowhere().await;
        };
        let resource = match slot {
            Slot::File(resource) => resource,
            Slot::Gone => return Err(Rejection::Gone),
            Slot::Redirect { to, permanent } => return self.moved(to, *permanent),
        };
        let (retained, access) = self.representation(path, resource).await?;
        let resource = retained.as_ref().unwrap_or(resource);
        match self.verdict(path, resource, access).await? {
            Ok(audience) if self.canonical.form == Form::Alias => {
                self.to_index_path(path, audience)
            }
            Ok(audience) => self.file(path, resource, audience).await,
            Err(answer) => Ok(answer),
        }
    }

    /// The build's own path for a spelling with a trailing slash or `index.html`.
    fn to_index_path(&self, path: &str, audience: Audience) -> Result<Response<Body>, Rejection> {
        let mut answer = redirect(
            StatusCode::PERMANENT_REDIRECT,
            &path::encode(path),
            self.parts.uri.query(),
        )?;
        if audience == Audience::One {
            close(answer.headers_mut());
        }
        Ok(answer)
    }

    fn moved(&self, to: &HeaderValue, permanent: bool) -> Result<Response<Body>, Rejection> {
        let status = if permanent {
            StatusCode::PERMANENT_REDIRECT
        } else {
            StatusCode::TEMPORARY_REDIRECT
        };
        redirect(
            status,
            to.to_str().map_err(|_| Rejection::Internal)?,
            self.parts.uri.query(),
        )
    }

    /// What the index does not have: the development server may (its modules), the site does not.
    async fn nowhere(&self) -> Result<Response<Body>, Rejection> {
        match &self.gateway.development {
            Some(development) if !self.path().ends_with(PAYLOAD) => {
                development.forward(self.parts, self.parts.uri.path()).await
            }
            _ => Err(Rejection::NotFound),
        }
    }

    /// Which build's file answers, and who may read it. Only a payload that names another app is answered by another build;
    /// none means the live one's.
    async fn representation(
        &self,
        path: &str,
        resource: &Arc<Resource>,
    ) -> Result<(Option<Arc<Resource>>, Access), Rejection> {
        let live = (None, resource.access);
        let Some(query) = self.parts.uri.query().filter(|_| path.ends_with(PAYLOAD)) else {
            return Ok(live);
        };
        let app: Hash = query.parse().map_err(|_| Rejection::NotFound)?;
        if app == self.site.index.app {
            return Ok(live);
        }
        let retained = self.site.retained(&app).ok_or(Rejection::NotFound)?;
        let found = retained.payload(&self.gateway.store, path, resource.access).await.map_err(|error| {
            tracing::error!(build = %retained.entry.id, error = format!("{error:#}"), "a shard of an older build cannot be read");
            Rejection::Unavailable
        })?;
        let (resource, access) = found.ok_or(Rejection::NotFound)?;
        Ok((Some(resource), access))
    }

    /// 6 guard: the audience, or the answer that stands in for the file.
    async fn verdict(
        &self,
        path: &str,
        resource: &Resource,
        access: Access,
    ) -> Result<Result<Audience, Response<Body>>, Rejection> {
        let token = guard::needs_session(access)
            .then(|| cookie::token(&self.parts.headers))
            .flatten();
        let session = match &token {
            Some(token) => self.gateway.sessions.check(token).await.map_err(|error| {
                tracing::warn!(%error, "a session cannot be checked");
                Rejection::Unavailable
            })?,
            None => Session::Guest,
        };
        let kind = if path.ends_with(PAYLOAD) {
            Kind::Payload
        } else {
            resource.template.kind
        };
        let mut answer = match guard::decide(access, session, kind) {
            Verdict::Open => return Ok(Ok(Audience::Everyone)),
            Verdict::Closed => return Ok(Ok(Audience::One)),
            Verdict::Hidden => return Err(Rejection::NotFound),
            Verdict::SignIn => self.to_sign_in(path)?,
            Verdict::Home => redirect(StatusCode::FOUND, &self.home_of(path), None)?,
            Verdict::Unauthorized => Rejection::Unauthorized.into_envelope(&self.parts.headers),
        };
        close(answer.headers_mut());
        if token.is_some() && session == Session::Guest {
            // A stale cookie goes, so that it cannot send anyone round in circles.
            api::expire(self.gateway, answer.headers_mut());
        }
        Ok(Err(answer))
    }

    fn home_of(&self, path: &str) -> String {
        self.site
            .locale_of(path)
            .map_or_else(|| "/".to_owned(), |locale| path::encode(&locale.href("/")))
    }

    /// The sign-in page of the path's locale, which leads back here: a path of this site, because the index has it.
    fn to_sign_in(&self, path: &str) -> Result<Response<Body>, Rejection> {
        let login = self
            .site
            .locale_of(path)
            .map_or_else(|| LOGIN.to_owned(), |locale| locale.href(LOGIN));
        let back = match self.parts.uri.query() {
            Some(query) => format!("{}?{query}", path::encode(path)),
            None => path::encode(path),
        };
        redirect(
            StatusCode::FOUND,
            &format!(
                "{}?redirect={}",
                path::encode(&login),
                path::encode_value(&back)
            ),
            None,
        )
    }

    /// 7 the file, or what the development server makes of the page.
    async fn file(
        &self,
        path: &str,
        resource: &Arc<Resource>,
        audience: Audience,
    ) -> Result<Response<Body>, Rejection> {
        if let Some(development) = self
            .gateway
            .development
            .as_ref()
            .filter(|_| resource.template.kind == Kind::Document)
        {
            let mut response = development.forward(self.parts, &path::encode(path)).await?;
            if audience == Audience::One {
                close(response.headers_mut());
            }
            return Ok(response);
        }
        let mut response = file::answer(
            &self.gateway.store,
            &self.parts.headers,
            path,
            resource,
            audience,
        )
        .await?;
        response
            .headers_mut()
            .insert(X_BUILD, self.site.build.clone());
        Ok(response)
    }

    /// 5 `/`: the visitor's language, unless the visitor comes from a page of this site and so has chosen.
    async fn home(&self) -> Result<Response<Body>, Rejection> {
        let headers = &self.parts.headers;
        if !cross_site::is_same_origin_navigation(headers) {
            let chosen = cookie::get(headers, &self.site.index.locale_cookie);
            if let Some((locale, source)) =
                locale::negotiate(&self.site.home_locales(), chosen, headers)
                && locale.href("/") != "/"
            {
                return self.to_locale(locale, source);
            }
        }
        let mut response = self.answer().await?;
        let headers = response.headers_mut();
        if !headers
            .get(header::CACHE_CONTROL)
            .is_some_and(|value| value.as_bytes().ends_with(b"no-store"))
        {
            headers.insert(
                header::CACHE_CONTROL,
                HeaderValue::from_static("private, no-cache"),
            );
        }
        file::vary(headers, file::NEGOTIATED);
        Ok(response)
    }

    fn to_locale(
        &self,
        locale: &contract::locale::Locale,
        source: locale::Source,
    ) -> Result<Response<Body>, Rejection> {
        let mut response = redirect(
            StatusCode::FOUND,
            &path::encode(&locale.href("/")),
            self.parts.uri.query(),
        )?;
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, PRIVATE);
        file::vary(headers, file::NEGOTIATED);
        let cookie = cookie::locale(&self.site.index.locale_cookie, &locale.code);
        if let Some(cookie) = cookie.filter(|_| source == locale::Source::Header) {
            headers.append(header::SET_COOKIE, cookie);
        }
        Ok(response)
    }

    /// 4 a client asset of any build of the history.
    async fn asset(&self, name: &str) -> Result<Response<Body>, Rejection> {
        match self.site.asset(name) {
            Some((name, asset)) if self.canonical.form == Form::Exact => {
                file::answer(
                    &self.gateway.store,
                    &self.parts.headers,
                    name,
                    asset,
                    Audience::Everyone,
                )
                .await
            }
            _ => self.nowhere().await,
        }
    }

    /// 4 of `/builds` exactly two kinds of file; the rest is private.
    async fn build(&self, name: &str) -> Result<Response<Body>, Rejection> {
        if self.canonical.form == Form::Alias {
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
        file::answer(
            &self.gateway.store,
            &self.parts.headers,
            &format!("{id}.json"),
            meta,
            Audience::Everyone,
        )
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
        headers.insert(header::CACHE_CONTROL, NO_STORE);
        crate::headers::add_common(headers, self.gateway.config.is_tls());
        response
    }
}
