//! The proof of an answer with a file: which answers are in the sample, and which file of the index
//! each of them must be.
//!
//! The last step of the pipeline, behind all code that chooses, cuts or replaces a body. It asks
//! the index again, by the path of the request and by the build and the coding that the answer
//! names; so it also finds an answer with another path's, build's or coding's bytes.

use std::sync::Arc;

use http::{HeaderMap, Method, Response, StatusCode};

use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::destination::Destination;
use crate::protocol::encoding::Encoding;
use crate::protocol::headers::X_BUILD;
use crate::site::Site;
use crate::site::proof::Claim;
use crate::site::resource::Resource;

/// Begins the proof of an answer that is in the sample. Waits for nothing; an answer that is not in
/// the sample costs a random number.
pub(super) fn begin(call: &Call<'_>, response: &mut Response<Body>) {
    let (status, headers) = (response.status(), response.headers());
    let Some(encoding) = coding(&call.parts.method, status, headers) else {
        return;
    };
    let prover = &call.gateway.prover;
    if !prover.samples(rand::random()) {
        return;
    }
    let build = headers.get(X_BUILD);
    let build = build.and_then(|build| build.to_str().ok()).unwrap_or("");
    let claim = file(call, headers, encoding).map(|resource| Claim {
        path: call.path().to_owned(),
        build: build.to_owned(),
        resource,
        encoding,
    });
    if let Some(claim) = claim {
        prover.prove(claim, response.body_mut());
    }
}

/// The coding of an answer that can be compared with its file: a whole one, with bytes. None for
/// all others.
fn coding(method: &Method, status: StatusCode, headers: &HeaderMap) -> Option<Encoding> {
    let is_whole = method == Method::GET && status == StatusCode::OK;
    is_whole.then(|| Encoding::of_answer(headers)).flatten()
}

/// The file of the index that an answer must be. None for answers that are no files of a build, and
/// for documents of the development server, which name no build.
fn file(call: &Call<'_>, answer: &HeaderMap, encoding: Encoding) -> Option<Arc<Resource>> {
    let site = call.site?;
    let name = call.destination.name(call.path());
    match call.destination {
        Destination::Asset => {
            let live = call.gateway.live.site().filter(|_| call.is_preview);
            let asset = |site: &Site| asset(site, name, call.headers(), encoding);
            asset(site).or_else(|| asset(live.as_deref()?))
        }
        Destination::BuildFile => {
            let id = name.strip_prefix("meta/")?.strip_suffix(".json")?;
            site.meta(&id.parse().ok()?).map(Arc::clone)
        }
        Destination::Home | Destination::Page | Destination::Metrics => site
            .file_of_build(answer.get(X_BUILD)?, call.path())
            .map(Arc::clone),
        Destination::Api
        | Destination::Health
        | Destination::Preview
        | Destination::Readiness
        | Destination::Studio
        | Destination::Visits => None,
    }
}

/// A client asset; in the coding against a dictionary, its copy against the one that the client
/// has.
fn asset(
    site: &Site,
    name: &str,
    request: &HeaderMap,
    encoding: Encoding,
) -> Option<Arc<Resource>> {
    let (_, asset) = site.asset(name)?;
    let copy = asset.copies.iter().find(|copy| copy.is_available(request));
    let copy = copy.filter(|_| encoding == Encoding::Dictionary);
    let resource = copy.map_or(&asset.resource, |copy| &copy.resource);
    Some(Arc::clone(resource))
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::header::{CONTENT_ENCODING, HeaderValue};

    #[test]
    fn whole_answers_in_a_known_coding_are_compared_and_no_others() {
        use Encoding::{Brotli, Dictionary, Gzip, Identity, Zstd};
        let rows = [
            (Method::GET, 200, None, Some(Identity)),
            (Method::GET, 200, Some("br"), Some(Brotli)),
            (Method::GET, 200, Some("zstd"), Some(Zstd)),
            (Method::GET, 200, Some("gzip"), Some(Gzip)),
            (Method::GET, 200, Some("dcz"), Some(Dictionary)),
            (Method::GET, 200, Some("deflate"), None),
            (Method::GET, 200, Some("br, gzip"), None),
            (Method::HEAD, 200, None, None),
            (Method::POST, 200, None, None),
            (Method::GET, 206, None, None),
            (Method::GET, 304, None, None),
            (Method::GET, 307, None, None),
            (Method::GET, 404, Some("br"), None),
            (Method::GET, 503, None, None),
        ];
        for (method, status, coded, expected) in rows {
            let named = coded.map(|name| (CONTENT_ENCODING, HeaderValue::from_static(name)));
            let headers = HeaderMap::from_iter(named);
            let status = StatusCode::from_u16(status).unwrap();
            assert_eq!(
                coding(&method, status, &headers),
                expected,
                "{method} {status} {coded:?}"
            );
        }
    }
}
