//! Steps 8 and 9 for a file: the choice of the representation, whether it must be sent at all, and
//! its headers.

use std::ops::Range;
use std::sync::Arc;

use http::header::{self, HeaderValue};
use http::{Method, Response, StatusCode};

use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::conditional::{Outcome, Part, part, preconditions, sent_back};
use crate::protocol::encoding::{AcceptedEncodings, Encoding};
use crate::protocol::headers::close;
use crate::protocol::rejection::Rejection;
use crate::site::dictionary::AVAILABLE_DICTIONARY;
use crate::site::resource::{Resource, Unreadable, Variant};
use crate::site::successor::Copy;

/// The readers of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Audience {
    /// Everyone: caches may keep and revalidate it.
    Everyone,
    /// One visitor: the answer is not cached, so there is no condition to evaluate.
    One,
}

/// A request for a file of the build.
pub(super) struct FileRequest<'a> {
    call: &'a Call<'a>,
    /// Path of the file on the site.
    path: &'a str,
    resource: &'a Arc<Resource>,
    /// The file's copies against its predecessors.
    copies: &'a [Copy],
}

impl<'a> FileRequest<'a> {
    /// A call that the file at `path` answers.
    pub(super) fn new(call: &'a Call<'a>, path: &'a str, resource: &'a Arc<Resource>) -> Self {
        Self {
            call,
            path,
            resource,
            copies: &[],
        }
    }

    /// The request with copies against the file's predecessors, for clients that have one.
    pub(super) fn with_copies(self, copies: &'a [Copy]) -> Self {
        Self { copies, ..self }
    }

    /// Answers with the file.
    pub(super) async fn answer(&self, audience: Audience) -> Result<Response<Body>, Rejection> {
        let is_plain = audience == Audience::One || self.resource.facts.status != 200;
        let mut response = match (is_plain, self.resource.is_large()) {
            // Boxed: few files are large, and otherwise all answers' futures would be as large.
            (_, true) => Box::pin(self.large()).await?,
            (true, false) => self.plain().await?,
            (false, false) => self.in_memory().await?,
        };
        if audience == Audience::One {
            close(response.headers_mut());
            response.headers_mut().remove(header::ETAG);
        }
        Ok(response)
    }

    /// The file as the client can read it, without conditions and ranges; for errors and for one
    /// visitor's own answers.
    pub(super) async fn plain(&self) -> Result<Response<Body>, Rejection> {
        let status = self.resource.facts.status;
        let (encoding, variant) = self.negotiate().await?;
        let mut response = self.whole(encoding, &variant);
        response.headers_mut().remove(header::ETAG);
        if status != 200 {
            *response.status_mut() =
                StatusCode::from_u16(status).map_err(|_| Rejection::Internal)?;
            CachePolicy::NoStore.apply(response.headers_mut());
        }
        Ok(response)
    }

    /// A file that is held in memory, with conditions and ranges.
    async fn in_memory(&self) -> Result<Response<Body>, Rejection> {
        let range = self.wanted_part()?;
        let (encoding, variant) = match range {
            // A part of a compressed body is of no use: ranges refer to the file itself.
            Part::Bytes(_) | Part::Unsatisfiable => {
                let variant = self.read(Encoding::Identity).await?;
                (Encoding::Identity, variant.ok_or(Rejection::Unavailable)?)
            }
            Part::Whole => self.smaller(self.negotiate().await?).await?,
        };
        match preconditions(self.call.headers(), &variant.etag) {
            Outcome::Failed => return Err(Rejection::Precondition),
            Outcome::NotModified => return Ok(self.not_modified(&variant.etag)),
            Outcome::Perform => {}
        }
        match range {
            Part::Whole => Ok(self.whole(encoding, &variant)),
            Part::Unsatisfiable => Err(Rejection::Range(self.resource.facts.size)),
            Part::Bytes(range) => {
                let bytes = |at: u64| usize::try_from(at).map_err(|_| Rejection::Internal);
                let body = variant.bytes.slice(bytes(range.start)?..bytes(range.end)?);
                self.partial(&variant.etag, range, Body::whole(body))
            }
        }
    }

    fn wanted_part(&self) -> Result<Part, Rejection> {
        let headers = self.call.headers();
        // Ranges are defined for GET only (RFC 9110, 14.2).
        let is_asked = self.call.parts.method == Method::GET && headers.contains_key(header::RANGE);
        if !is_asked || !AcceptedEncodings::parse(headers).identity() {
            return Ok(Part::Whole);
        }
        Ok(part(headers, self.resource.facts.size, &self.identity()?))
    }

    /// `ETag` of the file itself.
    fn identity(&self) -> Result<HeaderValue, Rejection> {
        HeaderValue::try_from(self.resource.etag(Encoding::Identity, &[]))
            .map_err(|_| Rejection::Internal)
    }

    /// The best available representation that the client accepts.
    async fn negotiate(&self) -> Result<(Encoding, Arc<Variant>), Rejection> {
        for encoding in AcceptedEncodings::parse(self.call.headers()).iter() {
            if encoding != Encoding::Identity && !self.resource.facts.template.compressible {
                continue;
            }
            if let Some(variant) = self.read(encoding).await? {
                return Ok((encoding, variant));
            }
        }
        Err(Rejection::NotAcceptable)
    }

    /// The representation against a dictionary, where the client has that and it is smaller than
    /// `chosen`. A copy that the client keeps already is smaller still.
    async fn smaller(
        &self,
        chosen: (Encoding, Arc<Variant>),
    ) -> Result<(Encoding, Arc<Variant>), Rejection> {
        let headers = self.call.headers();
        let Some((path, resource)) = self.available() else {
            return Ok(chosen);
        };
        if preconditions(headers, &chosen.1.etag) == Outcome::NotModified {
            return Ok(chosen);
        }
        let variant = self.read_of(path, resource, Encoding::Dictionary).await?;
        let smaller = variant.filter(|variant| variant.bytes.len() < chosen.1.bytes.len());
        Ok(smaller.map_or(chosen, |variant| (Encoding::Dictionary, variant)))
    }

    /// The place of the sidecar against a dictionary that the client has.
    fn available(&self) -> Option<(&'a str, &'a Arc<Resource>)> {
        let headers = self.call.headers();
        if !headers.contains_key(AVAILABLE_DICTIONARY) {
            return None;
        }
        let dictionary = self.resource.facts.template.dictionary.as_ref();
        if dictionary.is_some_and(|dictionary| dictionary.is_available(headers)) {
            return Some((self.path, self.resource));
        }
        let copy = self.copies.iter().find(|copy| copy.is_available(headers))?;
        Some((&copy.path, &copy.resource))
    }

    async fn read(&self, encoding: Encoding) -> Result<Option<Arc<Variant>>, Rejection> {
        self.read_of(self.path, self.resource, encoding).await
    }

    async fn read_of(
        &self,
        path: &str,
        resource: &Arc<Resource>,
        encoding: Encoding,
    ) -> Result<Option<Arc<Variant>>, Rejection> {
        let read = self.call.gateway.bodies.body(path, resource, encoding);
        read.await.map_err(|error| unreadable(&error))
    }

    fn whole(&self, encoding: Encoding, variant: &Variant) -> Response<Body> {
        let mut response = Response::new(Body::whole(variant.bytes.clone()));
        let headers = response.headers_mut();
        headers.clone_from(&self.resource.facts.template.headers);
        headers.insert(header::ETAG, variant.etag.clone());
        headers.insert(header::CONTENT_LENGTH, variant.length.clone());
        if let Some(encoding) = encoding.header() {
            headers.insert(header::CONTENT_ENCODING, encoding);
        }
        response
    }

    /// A 304 repeats every header that the browser may update from it.
    fn not_modified(&self, etag: &HeaderValue) -> Response<Body> {
        let mut response = Response::new(Body::Empty);
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        let headers = response.headers_mut();
        headers.clone_from(&self.resource.facts.template.not_modified);
        // The same bytes, but these are in the processor's cache, and those of one file among
        // thousands are not.
        let etag = sent_back(self.call.headers(), etag).unwrap_or(etag);
        headers.insert(header::ETAG, etag.clone());
        response
    }

    fn partial(
        &self,
        etag: &HeaderValue,
        range: Range<u64>,
        body: Body,
    ) -> Result<Response<Body>, Rejection> {
        let Range { start, end } = range;
        let size = self.resource.facts.size;
        let content_range = HeaderValue::try_from(format!("bytes {start}-{}/{size}", end - 1));
        let content_range = content_range.map_err(|_| Rejection::Internal)?;
        let mut response = Response::new(body);
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
        let headers = response.headers_mut();
        headers.clone_from(&self.resource.facts.template.headers);
        headers.insert(header::ETAG, etag.clone());
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(end - start));
        headers.insert(header::CONTENT_RANGE, content_range);
        Ok(response)
    }

    /// A file that is streamed from disk.
    async fn large(&self) -> Result<Response<Body>, Rejection> {
        let size = self.resource.facts.size;
        if !AcceptedEncodings::parse(self.call.headers()).identity() {
            return Err(Rejection::NotAcceptable);
        }
        let etag = self.identity()?;
        match preconditions(self.call.headers(), &etag) {
            Outcome::Failed => return Err(Rejection::Precondition),
            Outcome::NotModified => return Ok(self.not_modified(&etag)),
            Outcome::Perform => {}
        }
        let (range, is_whole) = match self.wanted_part()? {
            Part::Unsatisfiable => return Err(Rejection::Range(size)),
            Part::Whole => (0..size, true),
            Part::Bytes(range) => (range, false),
        };
        let bodies = &self.call.gateway.bodies;
        let permit = bodies.open_file().ok_or(Rejection::Unavailable)?;
        let body = bodies.stream(self.path, self.resource, range.clone(), permit);
        let body = body.await.map_err(|error| unreadable(&error))?;
        let mut response = self.partial(&etag, range, body)?;
        if is_whole {
            *response.status_mut() = StatusCode::OK;
            response.headers_mut().remove(header::CONTENT_RANGE);
        }
        Ok(response)
    }
}

/// The answer for a file that cannot be read, which the log has.
pub(super) fn unreadable(error: &Unreadable) -> Rejection {
    tracing::error!(%error, "a file of the build cannot be served");
    Rejection::Unavailable
}
