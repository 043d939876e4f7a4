//! `Cache-Control`: which caches may store an answer, and for how long. The only writer of this
//! header.

use contract::build::Access;
use http::HeaderMap;
use http::header::{CACHE_CONTROL, HeaderValue};

/// The caches that may store an answer, and the time for which they may use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum CachePolicy {
    /// All caches, which revalidate it at every use: pages, payloads and their images.
    Revalidate,
    /// Shared caches, for so many seconds; browsers revalidate it at every use. The generator
    /// purges these caches (`announce`).
    Shared(u32),
    /// The browser alone, which revalidates it at every use: pages that depend on cookies or on the
    /// language of the browser.
    RevalidatePrivately,
    /// All caches, for ten minutes, and for a week longer during revalidation: style sheets of a
    /// build (its fonts'). The first paint waits for them, and an old one only shows a new
    /// character in another font.
    Brief,
    /// All caches, for a year: names that always mean the same bytes.
    Immutable,
    /// No cache: the answer depends on the visitor.
    Private,
    /// No cache: errors and states of this moment.
    NoStore,
}

impl CachePolicy {
    /// The policy of a file in a build's folder. `shared` is the time in seconds for which shared
    /// caches may use a file that is for everyone; payloads are never among these, because their
    /// addresses have a query, which no purge names.
    pub(crate) fn for_file(media_type: &str, access: Access, shared: u32) -> Self {
        let is_shared = shared > 0 && access == Access::Public && media_type != "application/json";
        match media_type.starts_with("text/css") {
            true => Self::Brief,
            false if is_shared => Self::Shared(shared),
            false => Self::Revalidate,
        }
    }

    /// Writes the policy into the headers of an answer, instead of any other.
    pub(crate) fn apply(self, headers: &mut HeaderMap) {
        headers.insert(CACHE_CONTROL, self.value());
    }

    /// Writes the policy into the headers of another server's answer, unless they have one.
    pub(crate) fn apply_by_default(self, headers: &mut HeaderMap) {
        headers.entry(CACHE_CONTROL).or_insert(self.value());
    }

    /// Whether the headers forbid all caches to store the answer.
    pub(crate) fn forbids_storing(headers: &HeaderMap) -> bool {
        headers
            .get(CACHE_CONTROL)
            .is_some_and(|value| value.as_bytes().ends_with(b"no-store"))
    }

    fn value(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Shared(seconds) => {
                let value = format!("public, max-age=0, must-revalidate, s-maxage={seconds}");
                let fallback = || Self::Revalidate.value();
                return HeaderValue::try_from(value).unwrap_or_else(|_| fallback());
            }
            Self::Revalidate => "public, no-cache",
            Self::RevalidatePrivately => "private, no-cache",
            Self::Brief => "public, max-age=600, stale-while-revalidate=604800",
            Self::Immutable => "public, max-age=31536000, immutable",
            Self::Private => "private, no-store",
            Self::NoStore => "no-store",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_policies_forbid_storing_and_the_others_do_not() {
        use CachePolicy::*;
        for (policy, forbids) in [
            (Revalidate, false),
            (Shared(60), false),
            (RevalidatePrivately, false),
            (Brief, false),
            (Immutable, false),
            (Private, true),
            (NoStore, true),
        ] {
            let mut headers = HeaderMap::new();
            assert!(!CachePolicy::forbids_storing(&headers));
            policy.apply(&mut headers);
            assert_eq!(
                CachePolicy::forbids_storing(&headers),
                forbids,
                "{policy:?}"
            );
        }
    }

    #[test]
    fn a_default_leaves_the_policy_of_another_server() {
        let mut headers = HeaderMap::new();
        CachePolicy::Private.apply_by_default(&mut headers);
        CachePolicy::NoStore.apply_by_default(&mut headers);
        assert_eq!(headers[CACHE_CONTROL], "private, no-store");
    }

    #[test]
    fn style_sheets_are_kept_briefly_and_other_files_are_revalidated() {
        let html = "text/html; charset=utf-8";
        let policy = |media_type| CachePolicy::for_file(media_type, Access::Public, 0);
        assert_eq!(policy("text/css; charset=utf-8"), CachePolicy::Brief);
        assert_eq!(policy(html), CachePolicy::Revalidate);
    }

    #[test]
    fn only_files_for_everyone_are_kept_by_shared_caches_and_no_payload_is() {
        let html = "text/html; charset=utf-8";
        for (media_type, access, expected) in [
            (html, Access::Public, CachePolicy::Shared(60)),
            ("image/png", Access::Public, CachePolicy::Shared(60)),
            ("application/json", Access::Public, CachePolicy::Revalidate),
            (html, Access::Guest, CachePolicy::Revalidate),
            (html, Access::Guarded, CachePolicy::Revalidate),
            (html, Access::Private, CachePolicy::Revalidate),
        ] {
            let policy = CachePolicy::for_file(media_type, access, 60);
            assert_eq!(policy, expected, "{media_type} {access:?}");
        }
        let mut headers = HeaderMap::new();
        CachePolicy::Shared(60).apply(&mut headers);
        let expected = "public, max-age=0, must-revalidate, s-maxage=60";
        assert_eq!(headers[CACHE_CONTROL], expected);
    }
}
