//! One request, from its head to its answer: the pipeline of the crate's documentation, with the
//! same numbers. The only file that knows the order.

mod home;
mod markdown;
mod named;
mod redirect;
mod representation;
mod studio;

use std::sync::Arc;

use contract::build::Access;
use http::header::HeaderValue;
use http::request::Parts;
use http::{Method, Request, Response};
use hyper::body::{Body as _, Incoming};

use super::file::{Audience, FileRequest};
use super::guard::{self, Verdict};
use super::{error_answer, health, preview, proof, share, visits};
use crate::api;
use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::client::Client;
use crate::protocol::cookie::{self, Token};
use crate::protocol::destination::Destination;
use crate::protocol::front_door;
use crate::protocol::headers::{X_BUILD, add_common, close};
use crate::protocol::path::{self, Form};
use crate::protocol::qvalue::prefers_markdown;
use crate::protocol::rejection::Rejection;
use crate::protocol::target;
use crate::protocol::trace_context::TraceContext;
use crate::session::Session;
use crate::site::Site;
use crate::site::shard::Slot;
use crate::site::template::FileKind;
use crate::state::Gateway;

use representation::Representation;

const PAYLOAD: &str = "/_payload.json";
/// Answers one request. Never fails: an error is an answer, too.
///
/// Rarely used branches are boxed: otherwise every request would reserve, and move, the memory of
/// the largest one.
pub(crate) fn handle<'a>(
    gateway: &'a Gateway,
    client: &'a Client,
    trace: TraceContext,
    request: Request<Incoming>,
) -> impl Future<Output = Response<Body>> + 'a {
    // Taken apart outside, or the future would have room for the whole and for its parts.
    let (parts, body) = request.into_parts();
    handle_parts(gateway, client, trace, parts, body)
}

async fn handle_parts(
    gateway: &Gateway,
    client: &Client,
    trace: TraceContext,
    mut parts: Parts,
    body: Incoming,
) -> Response<Body> {
    let site = gateway.live.site();
    // 1 target, framing (`net` has the other limits of sizes and times)
    let checked = target::check(&mut parts, !body.is_end_stream());
    let mut call = Call::new(gateway, site.as_ref(), client, trace, &parts);
    let checked = match checked {
        Ok(()) if gateway.requests.is_some() && !Box::pin(share::is_within(&call)).await => {
            Err(Rejection::TooMany)
        }
        checked => checked,
    };
    let opened = match preview::key(gateway, &parts) {
        Some(key) if checked.is_ok() && !is_same_in_preview(call.destination) => {
            Box::pin(preview::open(gateway, key)).await
        }
        _ => None,
    };
    if let Some(opened) = &opened {
        call = call.in_preview(&opened.site);
    }
    let answered = match checked {
        Ok(()) => answer(&call, body).await,
        Err(rejection) => Err(rejection),
    };
    let mut response = match answered {
        Ok(response) => response,
        Err(rejection) => Box::pin(error_answer::reject(&call, rejection)).await,
    };
    if call.form().is_ok() && call.destination == Destination::Api {
        let hsts = gateway.config.hsts();
        api::forward::protect(call.path(), response.headers_mut(), hsts);
    }
    if call.is_preview {
        preview::seal(response.headers_mut());
    }
    if parts.method == Method::HEAD {
        *response.body_mut() = Body::Empty;
    }
    // 10 proof
    proof::begin(&call, &mut response);
    // 11 share of bytes
    share::pace(&call, &mut response);
    response
}

/// Whether a destination has nothing of a build, so that no preview changes its answers.
fn is_same_in_preview(destination: Destination) -> bool {
    matches!(
        destination,
        Destination::Api | Destination::Visits | Destination::Studio
    )
}

/// Answers a request to the port without TLS, which leads to HTTPS, but for an authority that
/// checks a name.
pub(crate) fn lead_to_https(gateway: &Gateway, request: Request<Incoming>) -> Response<Body> {
    let (mut parts, body) = request.into_parts();
    let checked = target::check(&mut parts, !body.is_end_stream());
    let mut response = match checked {
        Ok(()) => match gateway.challenges.text(parts.uri.path()) {
            Some(text) => front_door::challenge_answer(text),
            None => gateway.config.front_door.lead_to_https(&parts),
        },
        Err(rejection) => {
            rejection.with_body(String::new(), HeaderValue::from_static("text/plain"))
        }
    };
    if parts.method == Method::HEAD {
        *response.body_mut() = Body::Empty;
    }
    response
}

async fn answer(call: &Call<'_>, body: Incoming) -> Result<Response<Body>, Rejection> {
    // 2 one canonical path
    let form = call.form()?;
    // 3 one host, but for programs that watch this machine; the part of the gateway that answers
    let is_for_operators = matches!(
        call.destination,
        Destination::Health | Destination::Readiness | Destination::Metrics
    );
    let hsts = call.gateway.config.hsts();
    if !is_for_operators
        && let Some(away) = call.gateway.config.front_door.turn_away(call.parts, hsts)
    {
        return Ok(away);
    }
    let name = call.destination.name(call.path());
    match call.destination {
        Destination::Api => return Box::pin(api::answer(call, form, body)).await,
        Destination::Visits => return Box::pin(visits::answer(call, form, body)).await,
        _ if !matches!(call.parts.method, Method::GET | Method::HEAD) => {
            return Err(Rejection::Method("GET, HEAD"));
        }
        Destination::Health => return Ok(health::health(call)),
        Destination::Readiness => return Ok(health::readiness(call)),
        Destination::Metrics if health::has_metrics(call) => {
            return Ok(Box::pin(health::metrics(call)).await);
        }
        Destination::Preview => return Box::pin(preview::answer(call, name)).await,
        Destination::Studio => return Box::pin(studio::answer(call, form, body)).await,
        // Of the build. For visitors from elsewhere there are no metrics.
        Destination::Asset
        | Destination::BuildFile
        | Destination::Home
        | Destination::Page
        | Destination::Metrics => {}
    }
    if let Some(development) = &call.gateway.development
        && development.wants(call.parts)
    {
        return Box::pin(development.upgrade(call.parts)).await;
    }
    let site = call.site.ok_or(Rejection::Unavailable)?;
    let page = Page { call, site, form };
    match call.destination {
        Destination::Asset => Box::pin(page.asset(name)).await,
        Destination::BuildFile => Box::pin(page.build(name)).await,
        Destination::Home => Box::pin(page.home()).await,
        _ => page.answer().await,
    }
}

/// A request for a file of the build.
struct Page<'a> {
    call: &'a Call<'a>,
    site: &'a Arc<Site>,
    form: Form,
}

impl Page<'_> {
    fn path(&self) -> &str {
        self.call.path()
    }

    /// 6 guard, 7 lookup, then 8 and 9 in [`FileRequest`].
    async fn answer(&self) -> Result<Response<Body>, Rejection> {
        let Some((path, slot)) = self.site.find(self.path()) else {
            return Box::pin(self.of_a_page()).await;
        };
        let resource = match slot {
            Slot::File(resource) => resource,
            Slot::Gone => return Err(Rejection::Gone),
            Slot::Redirect(redirect) => return Box::pin(self.moved_page(path, redirect)).await,
        };
        let file = self.representation(path, resource).await?;
        let is_framed = file.resource.facts.template.is_framed;
        let token = self.token(file.access, is_framed);
        let session = self.session(file.access, token.as_ref()).await?;
        let access = file.access;
        let mut answer = self.admit(path, file, session).await?;
        if session == Some(Session::Guest) && cookie::is_marked(self.call.headers()) {
            // Stale marks are deleted, or they could cause a loop of redirects. The answer is in no
            // cache: it depends on a session.
            api::expire(self.call.gateway, answer.headers_mut());
        }
        if let (Access::Guest, Some(Session::Member), Some(token)) = (access, session, &token) {
            let (asked, headers) = (self.call.headers(), answer.headers_mut());
            Box::pin(api::member::name_again(
                self.call.gateway,
                token,
                asked,
                headers,
            ))
            .await;
        }
        Ok(answer)
    }

    /// 6 guard, 7 lookup: a path without an entry is the Markdown of a page, or nowhere.
    async fn of_a_page(&self) -> Result<Response<Body>, Rejection> {
        let page = markdown::page_path(self.path()).filter(|_| self.form == Form::Exact);
        let Some((path, slot)) = page.and_then(|page| self.site.find(page)) else {
            return self.nowhere().await;
        };
        let resource = match slot {
            Slot::File(resource) if markdown::is_page(resource) => resource,
            Slot::File(_) => return self.nowhere().await,
            Slot::Gone => return Err(Rejection::Gone),
            Slot::Redirect(redirect) => return Box::pin(self.moved_page(path, redirect)).await,
        };
        let access = resource.facts.access;
        let token = self.token(access, resource.facts.template.is_framed);
        let session = self.session(access, token.as_ref()).await?;
        let audience = match self.verdict(access, session, FileKind::File) {
            Verdict::Open => Audience::Everyone,
            Verdict::Closed => Audience::One,
            refusal => return self.refuse(path, refusal),
        };
        let markdown = self.markdown(path, resource, audience).await?;
        markdown.ok_or(Rejection::NotFound)
    }

    /// 6 the token of the request, where it matters.
    fn token(&self, access: Access, framed: bool) -> Option<Token> {
        if !self.needs_session(access) {
            return None;
        }
        let headers = self.call.headers();
        let framed = framed.then(|| cookie::framed_token(headers)).flatten();
        framed.or_else(|| cookie::token(headers))
    }

    /// A holder of a preview's key may read all of it.
    fn needs_session(&self, access: Access) -> bool {
        guard::needs_session(access) && !self.call.is_preview
    }

    /// 6 session of the request, by the check that pages and sign-in share; none where the access
    /// does not depend on it.
    async fn session(
        &self,
        access: Access,
        token: Option<&Token>,
    ) -> Result<Option<Session>, Rejection> {
        if !self.needs_session(access) {
            return Ok(None);
        }
        let Some(token) = token else {
            return Ok(Some(Session::Guest));
        };
        let checked = self
            .call
            .gateway
            .sessions
            .check(token, self.call.client.network());
        Box::pin(checked).await.map(Some).map_err(|error| {
            tracing::warn!(%error, "a session cannot be checked");
            Rejection::from(error.as_ref())
        })
    }

    /// 6 guard: the file, or the answer in its place.
    async fn admit(
        &self,
        path: &str,
        file: Representation<'_>,
        session: Option<Session>,
    ) -> Result<Response<Body>, Rejection> {
        let kind = if path.ends_with(PAYLOAD) {
            FileKind::Payload
        } else {
            file.resource.facts.template.kind
        };
        match self.verdict(file.access, session, kind) {
            Verdict::Open => self.show(path, file, Audience::Everyone).await,
            Verdict::Closed => self.show(path, file, Audience::One).await,
            refusal => self.refuse(path, refusal),
        }
    }

    /// 6 guard: the verdict for a visitor.
    fn verdict(&self, access: Access, session: Option<Session>, kind: FileKind) -> Verdict {
        match access {
            Access::Public | Access::Guest | Access::Guarded if self.call.is_preview => {
                Verdict::Closed
            }
            _ => guard::decide(access, session.unwrap_or(Session::Guest), kind),
        }
    }

    /// The answer to a visitor that the guard refuses.
    fn refuse(&self, path: &str, refusal: Verdict) -> Result<Response<Body>, Rejection> {
        let mut answer = match refusal {
            Verdict::Open | Verdict::Closed | Verdict::Hidden => return Err(Rejection::NotFound),
            Verdict::SignIn => self.to_sign_in(path)?,
            Verdict::Home => self.to_home(path)?,
            Verdict::Unauthorized => api::envelope::answer(
                Rejection::Unauthorized,
                Some(self.site),
                self.call.headers(),
            ),
        };
        add_common(answer.headers_mut(), self.call.gateway.config.hsts());
        close(answer.headers_mut());
        Ok(answer)
    }

    async fn show(
        &self,
        path: &str,
        file: Representation<'_>,
        audience: Audience,
    ) -> Result<Response<Body>, Rejection> {
        match self.form {
            // The document of an error has no other address: its own is answered as an error, too.
            Form::Alias if file.resource.facts.status == 200 => self.to_index_path(path, audience),
            Form::Alias | Form::Exact => self.file(path, file, audience).await,
        }
    }

    /// A path that the index does not have: the development server may have it (its modules), the
    /// site does not.
    async fn nowhere(&self) -> Result<Response<Body>, Rejection> {
        match &self.call.gateway.development {
            Some(development) if !self.path().ends_with(PAYLOAD) => {
                Box::pin(development.forward(self.call.parts, self.call.parts.uri.path())).await
            }
            _ => Err(Rejection::NotFound),
        }
    }

    /// 7 the file, or the development server's version of the page.
    async fn file(
        &self,
        path: &str,
        file: Representation<'_>,
        audience: Audience,
    ) -> Result<Response<Body>, Rejection> {
        if let Some(development) = self
            .call
            .gateway
            .development
            .as_ref()
            .filter(|_| file.resource.facts.template.kind == FileKind::Document)
        {
            let path = path::encode(path);
            let mut response = Box::pin(development.forward(self.call.parts, &path)).await?;
            if audience == Audience::One {
                close(response.headers_mut());
            }
            return Ok(response);
        }
        if markdown::is_page(&file.resource)
            && prefers_markdown(self.call.headers())
            && let Some(markdown) = Box::pin(self.markdown(path, &file.resource, audience)).await?
        {
            return Ok(markdown);
        }
        let request = FileRequest::new(self.call, path, &file.resource);
        let mut response = request.answer(audience).await?;
        response.headers_mut().insert(X_BUILD, file.build.clone());
        Ok(response)
    }
}
