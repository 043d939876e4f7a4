//! Answers of a gateway for the entries of a build to a visitor without a session. Pure.

use contract::Hash;
use contract::build::{Access, Entry, File};

use generator_builds::Tree;

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// Bytes, under these headers.
    File {
        /// Status.
        status: u16,
        /// Hash of the bytes.
        hash: Hash,
        /// Length in bytes.
        size: u64,
        /// `Content-Type`.
        media_type: String,
        /// `Cache-Control`.
        caching: &'static str,
        /// Whether there is an `ETag`, which begins with the hash.
        tagged: bool,
    },
    /// A redirect to another path.
    Redirect {
        /// Status.
        status: u16,
        /// Path on the site.
        to: String,
    },
    /// Something in the place of a file that this visitor may not read.
    Refused {
        /// Status.
        status: u16,
    },
    /// No page, or none that this visitor may know of.
    Absent {
        /// Status.
        status: u16,
    },
}

const REVALIDATED: &str = "public, no-cache";
const BRIEF: &str = "public, max-age=600, stale-while-revalidate=604800";
pub(super) const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// The answer for the entry at `path`.
pub(super) fn expected_answer(path: &str, entry: &Entry, tree: &Tree) -> Expected {
    match entry {
        Entry::Gone => Expected::Absent { status: 410 },
        Entry::File(file) => of_file(path, file),
        // A visitor that may not read a page does not learn its address.
        Entry::Redirect { to, permanent } => match tree.get(to) {
            Some(Entry::File(file)) if matches!(file.access, Access::Guarded | Access::Private) => {
                of_file(to, &file)
            }
            _ => Expected::Redirect {
                status: if *permanent { 308 } else { 307 },
                to: to.clone(),
            },
        },
    }
}

fn of_file(path: &str, file: &File) -> Expected {
    let status = file.status.unwrap_or(200);
    let is_document = file.media_type.starts_with("text/html");
    let caching = match (file.access, status, path) {
        (Access::Private, ..) => return Expected::Absent { status: 404 },
        (Access::Guarded, ..) if is_document => return Expected::Refused { status: 302 },
        (Access::Guarded, ..) => return Expected::Refused { status: 401 },
        (Access::Guest, ..) => "private, no-store",
        (Access::Public, 200, "/") => "private, no-cache",
        (Access::Public, 200, _) if file.media_type.starts_with("text/css") => BRIEF,
        (Access::Public, 200, _) => REVALIDATED,
        (Access::Public, ..) => "no-store",
    };
    Expected::File {
        status,
        hash: file.hash,
        size: file.size,
        media_type: file.media_type.to_string(),
        caching,
        tagged: file.access == Access::Public && status == 200,
    }
}
