//! Step 7: the build that answers with its file, and the access rules that apply.

use std::borrow::Cow;
use std::sync::Arc;

use contract::Hash;
use contract::build::Access;
use http::header::HeaderValue;

use crate::protocol::rejection::Rejection;
use crate::site::resource::Resource;

use super::{PAYLOAD, Page};

/// The file that answers.
pub(super) struct Representation<'a> {
    /// Facts and bodies of the file.
    pub(super) resource: Cow<'a, Arc<Resource>>,
    /// Access to the file: never less strict than in the live build.
    pub(super) access: Access,
    /// The build that the file belongs to.
    pub(super) build: &'a HeaderValue,
}

impl Page<'_> {
    /// The file that answers, with its build and access. Only a payload that names another app is
    /// answered by another build; without a name the live one answers.
    pub(super) async fn representation<'a>(
        &'a self,
        path: &str,
        resource: &'a Arc<Resource>,
    ) -> Result<Representation<'a>, Rejection> {
        let live = Representation {
            resource: Cow::Borrowed(resource),
            access: resource.facts.access,
            build: &self.site.build,
        };
        let Some(query) = self.call.query().filter(|_| path.ends_with(PAYLOAD)) else {
            return Ok(live);
        };
        let app: Hash = query.parse().map_err(|_| Rejection::NotFound)?;
        if app == self.site.index.app {
            return Ok(live);
        }
        let retained = self.site.retained_build(&app).ok_or(Rejection::NotFound)?;
        let found =
            Box::pin(retained.payload(&self.call.gateway.builds, path, resource.facts.access));
        let found = found.await.map_err(|error| {
            tracing::error!(build = %retained.entry.id, error = format!("{error:#}"), "a shard of an older build cannot be read");
            Rejection::Unavailable
        })?;
        let (resource, access) = found.ok_or(Rejection::NotFound)?;
        Ok(Representation {
            resource: Cow::Owned(resource),
            access,
            build: &retained.build,
        })
    }
}
