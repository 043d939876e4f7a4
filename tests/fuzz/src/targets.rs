//! The targets, by the names of their folders in `seeds/`.

mod builds;
mod content;
mod documents;
mod drawings;
mod heads;
mod markup;
mod requests;
mod webhooks;

use http::{HeaderMap, HeaderName, HeaderValue};

/// Reads bytes from outside, and panics where the result breaks a promise.
pub type Target = fn(&[u8]);

/// All targets with their names.
pub const TARGETS: [(&str, Target); 17] = [
    ("path", requests::path),
    ("request", requests::request),
    ("cookies", heads::cookies),
    ("weights", heads::weights),
    ("conditional", heads::conditional),
    ("client", heads::client),
    ("trace", heads::trace),
    ("cross-site", heads::cross_site),
    ("webhook", webhooks::proof),
    ("front-matter", content::front_matter),
    ("yaml", content::yaml),
    ("redirects", content::redirects),
    ("markdown", markup::markdown),
    ("svg", drawings::svg),
    ("document", documents::document),
    ("package", documents::package),
    ("build", builds::build),
];

/// The text that bytes are; none for others.
fn text(data: &[u8]) -> Option<&str> {
    str::from_utf8(data).ok()
}

/// Headers from lines `name: value`; other lines are left out.
fn headers(data: &[u8]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for line in data.split(|byte| *byte == b'\n') {
        let Some(at) = line.iter().position(|byte| *byte == b':') else {
            continue;
        };
        let name = HeaderName::from_bytes(&line[..at]);
        let value = HeaderValue::from_bytes(line[at + 1..].trim_ascii());
        if let (Ok(name), Ok(value)) = (name, value) {
            headers.append(name, value);
        }
    }
    headers
}

/// The first line, and the rest.
fn first_line(data: &[u8]) -> (&[u8], &[u8]) {
    match data.iter().position(|byte| *byte == b'\n') {
        Some(at) => (&data[..at], &data[at + 1..]),
        None => (data, &[]),
    }
}
