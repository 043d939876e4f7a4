//! HTTP over the Unix socket [`contract::studio::SOCKET`]. Only the gateway connects to it; the
//! mode of the file limits connections to the generator's user and group.
//!
//! Requests are read whole, answered by a thread each, and bounded in number, bytes and time.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use contract::studio::{BODY_MAX, CALLS, PAGE, ROLES, Role, SOCKET, USER};
use generator_ground::message::Language;
use http::header::{ALLOW, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use jiff::Timestamp;
use percent_encoding::percent_decode_str;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::Studio;
use super::calls::{self, Call};
use super::site_files;
use crate::control::server::{SocketFile, listen};

/// Requests that are answered at once; more wait.
const MAX_REQUESTS: usize = 16;

/// Time after which a workshop that no request uses is closed.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// Pause between two looks for such workshops.
const LOOK: Duration = Duration::from_secs(60);

/// How often texts of dropped builds are removed: it reads the lists of all builds, and a text that
/// stays longer costs a little space.
const PRUNE: Duration = Duration::from_secs(3600);

/// How late a publication at a time begins at most.
const TICK: Duration = Duration::from_millis(500);

/// How long a client may take for a request's body.
const BODY_TIME: Duration = Duration::from_secs(60);

/// The studio runs its own scripts and no others. It writes documents into a frame, which has a
/// policy of its own, so their styles are not its own.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; media-src 'self'; connect-src 'self'; \
    frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Content security policy of the frame that shows a page: no script runs in it.
const FRAME_POLICY: &str = "default-src 'none'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; media-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'self'";

/// Policy of pictures and fonts.
const FILE_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/// Path of the document in the frame.
const FRAME: &str = "/studio/frame";

/// File of that document.
const FRAME_FILE: &str = "frame.html";

type Reply = Response<Full<Bytes>>;

/// Listens under `var` until the process ends; the socket's file is removed when the answer is
/// dropped.
///
/// # Errors
/// The socket cannot be made, or another process listens at it.
pub fn start(var: &Path, studio: Arc<Studio>) -> anyhow::Result<SocketFile> {
    let path = var.join(SOCKET);
    let listener = listen(&path)?;
    listener.set_nonblocking(true)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    thread::Builder::new()
        .name("studio".to_owned())
        .spawn(move || runtime.block_on(accept(listener, studio)))?;
    Ok(SocketFile::new(path))
}

/// Closes workshops that are not used.
async fn close_idle(studio: Arc<Studio>) {
    repeat(LOOK, studio, |studio| studio.close_idle(IDLE)).await;
}

/// Removes the texts of builds that are no longer kept.
async fn drop_old_sources(studio: Arc<Studio>) {
    repeat(PRUNE, studio, Studio::drop_old_sources).await;
}

/// Does a work that may wait for the disk, after each pause.
async fn repeat(pause: Duration, studio: Arc<Studio>, work: fn(&Studio)) {
    loop {
        tokio::time::sleep(pause).await;
        let studio = Arc::clone(&studio);
        let done = tokio::task::spawn_blocking(move || work(&studio));
        if done.await.is_err() {
            return;
        }
    }
}

/// Begins publications whose time has come.
async fn publish_due(studio: Arc<Studio>) {
    loop {
        tokio::time::sleep(TICK).await;
        let now = Timestamp::now();
        if !studio.publications.is_due(now) {
            continue;
        }
        let studio = Arc::clone(&studio);
        if tokio::task::spawn_blocking(move || studio.publish_due(now))
            .await
            .is_err()
        {
            return;
        }
    }
}

async fn accept(listener: std::os::unix::net::UnixListener, studio: Arc<Studio>) {
    let listener = match tokio::net::UnixListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => return tracing::error!("studio: {error}"),
    };
    let places = Arc::new(Semaphore::new(MAX_REQUESTS));
    tokio::spawn(close_idle(Arc::clone(&studio)));
    tokio::spawn(drop_old_sources(Arc::clone(&studio)));
    tokio::spawn(publish_due(Arc::clone(&studio)));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // No descriptor is free; one will be.
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let (studio, places) = (Arc::clone(&studio), Arc::clone(&places));
        tokio::spawn(async move {
            let service = service_fn(|request| {
                let (studio, places) = (Arc::clone(&studio), Arc::clone(&places));
                async move { Ok::<_, Infallible>(answer(studio, &places, request).await) }
            });
            let connection = hyper::server::conn::http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(BODY_TIME)
                .serve_connection(TokioIo::new(stream), service);
            if let Err(error) = connection.await {
                tracing::debug!("studio: {error}");
            }
        });
    }
}

async fn answer(studio: Arc<Studio>, places: &Semaphore, request: Request<Incoming>) -> Reply {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path();
    let is_call = path == CALLS || path.starts_with(&format!("{CALLS}/"));
    if !is_call && !site_files::is_one(path) {
        return file(&studio, &parts);
    }
    let Ok(_place) = places.acquire().await else {
        return status(StatusCode::SERVICE_UNAVAILABLE);
    };
    let limit = usize::try_from(BODY_MAX).unwrap_or(usize::MAX);
    let body = match timeout(BODY_TIME, Limited::new(body, limit).collect()).await {
        Ok(Ok(body)) => body.to_bytes(),
        Ok(Err(_)) => return status(StatusCode::PAYLOAD_TOO_LARGE),
        Err(_) => return status(StatusCode::REQUEST_TIMEOUT),
    };
    let answered = tokio::task::spawn_blocking(move || match is_call {
        true => call(&studio, &parts, &body),
        false => site_file(&studio, &parts),
    });
    let answered = answered.await;
    answered.unwrap_or_else(|_| status(StatusCode::INTERNAL_SERVER_ERROR))
}

/// Answers a call.
fn call(studio: &Studio, parts: &Parts, body: &[u8]) -> Reply {
    let Some((user, roles)) = person(&parts.headers) else {
        return status(StatusCode::FORBIDDEN);
    };
    let language = language(&parts.headers);
    let answer = calls::answer(
        studio,
        &Call {
            method: &parts.method,
            path: parts.uri.path(),
            query: query(parts.uri.query().unwrap_or_default()),
            body,
            user: &user,
            roles: &roles,
            language,
        },
    );
    let mut reply = status(answer.status);
    *reply.body_mut() = Full::from(answer.body(language));
    let headers = reply.headers_mut();
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static("application/json; charset=utf-8"),
    );
    headers.extend(
        answer
            .allow
            .map(|allow| (ALLOW, HeaderValue::from_static(allow))),
    );
    reply
}

/// The person that the gateway names; none without a role.
fn person(headers: &HeaderMap) -> Option<(String, Vec<Role>)> {
    let text = |name: &str| headers.get(name)?.to_str().ok();
    let roles: Vec<Role> = text(ROLES)?
        .split(',')
        .filter_map(|name| Role::from_name(name.trim()))
        .collect();
    let user = text(USER).filter(|user| !user.is_empty())?.to_owned();
    (!roles.is_empty()).then_some((user, roles))
}

/// The first language that the person asks for and that the generator speaks.
fn language(headers: &HeaderMap) -> Language {
    let asked = headers.get(http::header::ACCEPT_LANGUAGE);
    let asked = asked
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let first = asked.split(',').next().unwrap_or_default();
    match first.trim().to_ascii_lowercase().starts_with("zh") {
        true => Language::Chinese,
        false => Language::English,
    }
}

/// The parameters of a query.
fn query(text: &str) -> Vec<(String, String)> {
    let decode = |text: &str| {
        let text = text.replace('+', " ");
        percent_decode_str(&text).decode_utf8_lossy().into_owned()
    };
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(name), decode(value))
        })
        .collect()
}

/// A file of the editors' page.
fn file(studio: &Studio, parts: &Parts) -> Reply {
    if parts.method != Method::GET && parts.method != Method::HEAD {
        return status(StatusCode::METHOD_NOT_ALLOWED);
    }
    let path = parts.uri.path();
    let is_frame = path == FRAME;
    let name = match path.strip_prefix(PAGE) {
        _ if is_frame => FRAME_FILE,
        Some(rest) => rest.trim_start_matches('/'),
        None => return status(StatusCode::NOT_FOUND),
    };
    let Some(file) = studio.files.get(name) else {
        return status(StatusCode::NOT_FOUND);
    };
    let mut reply = status(StatusCode::OK);
    *reply.body_mut() = Full::from(file.bytes.clone());
    let headers = reply.headers_mut();
    let mut insert = |name: HeaderName, value: &'static str| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    insert(CONTENT_TYPE, file.media_type);
    insert(CACHE_CONTROL, cache_control(file.is_immutable));
    insert(
        CONTENT_SECURITY_POLICY,
        match is_frame {
            true => FRAME_POLICY,
            false => PAGE_POLICY,
        },
    );
    reply
}

/// A file of the site with a change set.
fn site_file(studio: &Studio, parts: &Parts) -> Reply {
    // Drafts and members' pages have pictures, too.
    let person = person(&parts.headers);
    if !person.is_some_and(|(_, roles)| roles.iter().any(|role| role.is_editor())) {
        return status(StatusCode::FORBIDDEN);
    }
    let path = percent_decode_str(parts.uri.path()).decode_utf8_lossy();
    let Some(file) = site_files::find(studio, &path) else {
        return status(StatusCode::NOT_FOUND);
    };
    let mut reply = status(StatusCode::OK);
    *reply.body_mut() = Full::from(file.bytes);
    let headers = reply.headers_mut();
    headers.extend(HeaderValue::try_from(file.media_type).map(|it| (CONTENT_TYPE, it)));
    headers.insert(
        CACHE_CONTROL,
        HeaderValue::from_static(cache_control(file.is_immutable)),
    );
    // A picture that is a document runs no script.
    headers.insert(
        CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(FILE_POLICY),
    );
    reply
}

fn cache_control(is_immutable: bool) -> &'static str {
    match is_immutable {
        true => "private, max-age=31536000, immutable",
        false => "private, no-cache",
    }
}

fn status(status: StatusCode) -> Reply {
    let mut reply = Response::new(Full::default());
    *reply.status_mut() = status;
    reply
}
