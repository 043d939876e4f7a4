//! Steps 8 and 9 for a file: which representation, whether it must be sent at all, and its headers.

use std::ops::Range;
use std::sync::Arc;

use http::header::{self, HeaderValue};
use http::request::Parts;
use http::{HeaderMap, Method, Response, StatusCode};

use crate::protocol::body::Body;
use crate::protocol::conditional::{Outcome, Part, part, preconditions, sent_back};
use crate::protocol::encoding::{Accepted, Encoding};
use crate::protocol::headers::{NO_STORE, close};
use crate::protocol::rejection::Rejection;
use crate::site::body_cache::BodyCache;
use crate::site::resource::{Resource, Unreadable, Variant};

/// Who gets the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Everyone: caches may keep it and ask about it.
    Everyone,
    /// The one who asked: nothing is kept, so there is nothing to compare either.
    One,
}

/// Answers with a file.
pub(crate) async fn answer(
    store: &Arc<BodyCache>,
    request: &Parts,
    path: &str,
    resource: &Arc<Resource>,
    audience: Audience,
) -> Result<Response<Body>, Rejection> {
    let is_plain = audience == Audience::One || resource.facts.status != 200;
    let mut response = match (is_plain, resource.is_large()) {
        // Boxed: few files are, and all answers would be as large.
        (_, true) => Box::pin(large(store, request, path, resource)).await?,
        (true, false) => plain(store, &request.headers, path, resource).await?,
        (false, false) => held(store, request, path, resource).await?,
    };
    if audience == Audience::One {
        close(response.headers_mut());
        response.headers_mut().remove(header::ETAG);
    }
    Ok(response)
}

/// The file as the client can read it, without conditions and ranges; for errors and for one
/// visitor's own answers.
pub(crate) async fn plain(
    store: &Arc<BodyCache>,
    request: &HeaderMap,
    path: &str,
    resource: &Arc<Resource>,
) -> Result<Response<Body>, Rejection> {
    let (encoding, variant) = negotiated(store, request, path, resource).await?;
    let mut response = whole(resource, encoding, &variant);
    response.headers_mut().remove(header::ETAG);
    if resource.facts.status != 200 {
        *response.status_mut() =
            StatusCode::from_u16(resource.facts.status).map_err(|_| Rejection::Internal)?;
        response
            .headers_mut()
            .insert(header::CACHE_CONTROL, NO_STORE);
    }
    Ok(response)
}

/// A file that is held in memory, with conditions and ranges.
async fn held(
    store: &Arc<BodyCache>,
    request: &Parts,
    path: &str,
    resource: &Arc<Resource>,
) -> Result<Response<Body>, Rejection> {
    let range = wanted_part(request, resource)?;
    let (encoding, variant) = match range {
        // A part of a compressed body is of no use: ranges count in the file itself.
        Part::Bytes(_) | Part::Unsatisfiable => (
            Encoding::Identity,
            read(store, path, resource, Encoding::Identity)
                .await?
                .ok_or(Rejection::Unavailable)?,
        ),
        Part::Whole => {
            let chosen = negotiated(store, &request.headers, path, resource).await?;
            smaller(store, &request.headers, path, resource, chosen).await?
        }
    };
    match preconditions(&request.headers, &variant.etag) {
        Outcome::Failed => return Err(Rejection::Precondition),
        Outcome::NotModified => {
            return Ok(not_modified(resource, &request.headers, &variant.etag));
        }
        Outcome::Perform => {}
    }
    match range {
        Part::Whole => Ok(whole(resource, encoding, &variant)),
        Part::Unsatisfiable => Err(Rejection::Range(resource.facts.size)),
        Part::Bytes(range) => {
            let bytes = |at: u64| usize::try_from(at).map_err(|_| Rejection::Internal);
            let body = variant.bytes.slice(bytes(range.start)?..bytes(range.end)?);
            partial(resource, &variant.etag, range, Body::whole(body))
        }
    }
}

fn wanted_part(request: &Parts, resource: &Resource) -> Result<Part, Rejection> {
    let headers = &request.headers;
    // Only for GET is there such a thing as a part (RFC 9110, 14.2).
    let is_asked = request.method == Method::GET && headers.contains_key(header::RANGE);
    if !is_asked || !Accepted::of(headers).identity() {
        return Ok(Part::Whole);
    }
    let etag = HeaderValue::try_from(resource.etag(Encoding::Identity, &[]))
        .map_err(|_| Rejection::Internal)?;
    Ok(part(headers, resource.facts.size, &etag))
}

/// The best representation that the client accepts and that is there.
async fn negotiated(
    store: &Arc<BodyCache>,
    request: &HeaderMap,
    path: &str,
    resource: &Arc<Resource>,
) -> Result<(Encoding, Arc<Variant>), Rejection> {
    for encoding in Accepted::of(request).iter() {
        if encoding != Encoding::Identity && !resource.facts.template.compressible {
            continue;
        }
        if let Some(variant) = read(store, path, resource, encoding).await? {
            return Ok((encoding, variant));
        }
    }
    Err(Rejection::NotAcceptable)
}

/// The representation against the dictionary, where the client has that and it is smaller than
/// `chosen`. A copy that the client keeps already is smaller still.
async fn smaller(
    store: &Arc<BodyCache>,
    request: &HeaderMap,
    path: &str,
    resource: &Arc<Resource>,
    chosen: (Encoding, Arc<Variant>),
) -> Result<(Encoding, Arc<Variant>), Rejection> {
    let dictionary = resource.facts.template.dictionary.as_ref();
    if !dictionary.is_some_and(|dictionary| dictionary.is_available(request))
        || preconditions(request, &chosen.1.etag) == Outcome::NotModified
    {
        return Ok(chosen);
    }
    let variant = read(store, path, resource, Encoding::Dictionary).await?;
    let smaller = variant.filter(|variant| variant.bytes.len() < chosen.1.bytes.len());
    Ok(smaller.map_or(chosen, |variant| (Encoding::Dictionary, variant)))
}

async fn read(
    store: &Arc<BodyCache>,
    path: &str,
    resource: &Arc<Resource>,
    encoding: Encoding,
) -> Result<Option<Arc<Variant>>, Rejection> {
    store
        .body(path, resource, encoding)
        .await
        .map_err(|error| unreadable(&error))
}

fn unreadable(error: &Unreadable) -> Rejection {
    tracing::error!(%error, "a file of the build cannot be served");
    Rejection::Unavailable
}

fn whole(resource: &Resource, encoding: Encoding, variant: &Variant) -> Response<Body> {
    let mut response = Response::new(Body::whole(variant.bytes.clone()));
    let headers = response.headers_mut();
    headers.clone_from(&resource.facts.template.headers);
    headers.insert(header::ETAG, variant.etag.clone());
    headers.insert(header::CONTENT_LENGTH, variant.length.clone());
    if let Some(encoding) = encoding.header() {
        headers.insert(header::CONTENT_ENCODING, encoding);
    }
    response
}

/// A 304 repeats every header that the browser may update from it.
fn not_modified(resource: &Resource, request: &HeaderMap, etag: &HeaderValue) -> Response<Body> {
    let mut response = Response::new(Body::Empty);
    *response.status_mut() = StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    headers.clone_from(&resource.facts.template.not_modified);
    // The same bytes, but these are in the processor's cache, and those of one file among thousands
    // are not.
    let etag = sent_back(request, etag).unwrap_or(etag);
    headers.insert(header::ETAG, etag.clone());
    response
}

fn partial(
    resource: &Resource,
    etag: &HeaderValue,
    range: Range<u64>,
    body: Body,
) -> Result<Response<Body>, Rejection> {
    let content_range = format!(
        "bytes {}-{}/{}",
        range.start,
        range.end - 1,
        resource.facts.size
    );
    let mut response = Response::new(body);
    *response.status_mut() = StatusCode::PARTIAL_CONTENT;
    let headers = response.headers_mut();
    headers.clone_from(&resource.facts.template.headers);
    headers.insert(header::ETAG, etag.clone());
    headers.insert(
        header::CONTENT_LENGTH,
        HeaderValue::from(range.end - range.start),
    );
    headers.insert(
        header::CONTENT_RANGE,
        HeaderValue::try_from(content_range).map_err(|_| Rejection::Internal)?,
    );
    Ok(response)
}

/// A file that is streamed from disk.
async fn large(
    store: &Arc<BodyCache>,
    request: &Parts,
    path: &str,
    resource: &Arc<Resource>,
) -> Result<Response<Body>, Rejection> {
    if !Accepted::of(&request.headers).identity() {
        return Err(Rejection::NotAcceptable);
    }
    let etag = HeaderValue::try_from(resource.etag(Encoding::Identity, &[]))
        .map_err(|_| Rejection::Internal)?;
    match preconditions(&request.headers, &etag) {
        Outcome::Failed => return Err(Rejection::Precondition),
        Outcome::NotModified => return Ok(not_modified(resource, &request.headers, &etag)),
        Outcome::Perform => {}
    }
    let range = match wanted_part(request, resource)? {
        Part::Unsatisfiable => return Err(Rejection::Range(resource.facts.size)),
        Part::Whole => None,
        Part::Bytes(range) => Some(range),
    };
    let permit = store.open_file().ok_or(Rejection::Unavailable)?;
    let bytes = range.clone().unwrap_or(0..resource.facts.size);
    let body = store.stream(path, resource, bytes, permit).await;
    let body = body.map_err(|error| unreadable(&error))?;
    match range {
        Some(range) => partial(resource, &etag, range, body),
        None => {
            let mut response = partial(resource, &etag, 0..resource.facts.size, body)?;
            *response.status_mut() = StatusCode::OK;
            response.headers_mut().remove(header::CONTENT_RANGE);
            Ok(response)
        }
    }
}
