//! One request, as every step of the pipeline sees it.

use std::sync::Arc;

use http::HeaderMap;
use http::request::Parts;

use crate::protocol::client::Client;
use crate::protocol::destination::Destination;
use crate::protocol::path::{self, Canonical, Form, PathError};
use crate::protocol::rejection::Rejection;
use crate::protocol::trace_context::TraceContext;
use crate::site::Site;
use crate::state::Gateway;

/// A request without its body, and the facts known of it from the start.
pub(crate) struct Call<'a> {
    /// The state that all requests share.
    pub(crate) gateway: &'a Gateway,
    /// The only snapshot that this request uses, to its end; none before the first build.
    pub(crate) site: Option<&'a Arc<Site>>,
    /// The visitor, or a program.
    pub(crate) client: &'a Client,
    /// The trace of the request, for the origin and the log.
    pub(crate) trace: TraceContext,
    /// The head.
    pub(crate) parts: &'a Parts,
    /// Whether the snapshot is a preview's.
    pub(crate) is_preview: bool,
    /// The part of the gateway that answers the path.
    pub(crate) destination: Destination,
    canonical: Result<Canonical<'a>, PathError>,
}

impl<'a> Call<'a> {
    /// Makes the path canonical, once for guard, lookup, calls and errors.
    pub(crate) fn new(
        gateway: &'a Gateway,
        site: Option<&'a Arc<Site>>,
        client: &'a Client,
        trace: TraceContext,
        parts: &'a Parts,
    ) -> Self {
        let canonical = path::canonical(parts.uri.path());
        let destination = match &canonical {
            Ok(canonical) => Destination::from_path(&canonical.path, canonical.form),
            Err(_) => Destination::from_path(parts.uri.path(), Form::Exact),
        };
        // A site without a studio has no such path, and reveals none.
        let destination = match destination {
            Destination::Studio if !gateway.studio.exists() => Destination::Page,
            // Without the option it is a call like any other.
            Destination::Visits if !gateway.config.visitor_figures => Destination::Api,
            other => other,
        };
        Self {
            gateway,
            site,
            client,
            trace,
            parts,
            is_preview: false,
            destination,
            canonical,
        }
    }

    /// The same call in a preview, of which `site` is the build.
    pub(crate) fn in_preview(self, site: &'a Arc<Site>) -> Self {
        Self {
            site: Some(site),
            is_preview: true,
            ..self
        }
    }

    /// The canonical path; the requested path, if it has no canonical form.
    pub(crate) fn path(&self) -> &str {
        match &self.canonical {
            Ok(canonical) => &canonical.path,
            Err(_) => self.parts.uri.path(),
        }
    }

    /// How the request wrote the path; an error if it has no canonical form.
    pub(crate) fn form(&self) -> Result<Form, Rejection> {
        match &self.canonical {
            Ok(canonical) => Ok(canonical.form),
            Err(PathError::Malformed) => Err(Rejection::BadRequest),
            Err(PathError::Nowhere) => Err(Rejection::NotFound),
        }
    }

    /// The fields of the request's head.
    pub(crate) fn headers(&self) -> &'a HeaderMap {
        &self.parts.headers
    }

    /// The query, without its question mark.
    pub(crate) fn query(&self) -> Option<&'a str> {
        self.parts.uri.query()
    }

    /// The live build; none before the first.
    pub(crate) fn snapshot(&self) -> Option<&'a Site> {
        self.site.map(Arc::as_ref)
    }
}
