//! Pages of the site whose scripts may call a platform's client, and their signature.

use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};
use url::Url;

use origin_ground::loopback::is_loopback;

/// Characters that an address of a page may have.
const PAGE_MAX: usize = 2_048;

/// A page: its address without the fragment, and the same parsed. None if it is no page of the
/// site's own.
pub fn own_page(text: &str, is_own: impl Fn(&str) -> bool) -> Option<(&str, Url)> {
    let (page, _) = text.split_once('#').unwrap_or((text, ""));
    if page.len() > PAGE_MAX {
        return None;
    }
    let url: Url = page.parse().ok()?;
    // Clients compare the very text: one that a browser would write otherwise is signed in vain.
    let is_plain = url.as_str() == page;
    let is_bare = url.username().is_empty() && url.password().is_none();
    let is_page = is_plain && is_bare && is_own(&url.origin().ascii_serialization());
    is_page.then_some((page, url))
}

/// Whether pages of an origin are the site's: its public address, or the one of this machine that a
/// browser on it asked.
pub fn is_own(origin: &str, site: Option<&str>, asked: Option<&str>) -> bool {
    let named = origin.split_once("://").map(|(_, host)| host);
    let is_here = is_loopback(origin) && named.is_some() && named == asked;
    is_here || site == Some(origin)
}

/// The signature by which a client lets a page's scripts call it.
pub fn signature(ticket: &str, nonce: &str, timestamp: i64, page: &str) -> String {
    let signed = format!("jsapi_ticket={ticket}&noncestr={nonce}&timestamp={timestamp}&url={page}");
    hex::encode(digest(&SHA1_FOR_LEGACY_USE_ONLY, signed.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_is_that_of_openssl() {
        let signed = signature(
            "617bf955832a4d4d80d9d8d85917a427",
            "Y7a8KkqX041bsSwT",
            1_510_045_655_000,
            "https://site.example/en/feishu/supplier?query=%E7%9F%B3&page=2",
        );
        assert_eq!(signed, SIGNED_BY_OPENSSL);
    }

    #[test]
    fn a_signature_is_that_of_wechats_own_example() {
        let signed = signature(
            "sM4AOVdWfPE4DxkXGEs8VMCPGGVi4C3VM0P37wVUCFvkVAy_90u5h9nbSlYy3-Sl-HhTdfl2fzFy1AOcHKP7qg",
            "Wm3WZYTPz0wzccnW",
            1_414_587_457,
            "http://mp.weixin.qq.com?params=value",
        );
        assert_eq!(signed, "0f9de62fce790f9a083d5c99e95740ceb90c27ed");
    }

    #[test]
    fn a_page_has_the_sites_address_in_the_browsers_own_writing() {
        let own = |origin: &str| origin == "https://site.example";
        let longest = format!("https://site.example/{}", "a".repeat(PAGE_MAX - 21));
        for (text, expected) in [
            ("https://site.example/#top", Some("https://site.example/")),
            (
                "https://site.example/a?q=%E7%9F%B3#x#y",
                Some("https://site.example/a?q=%E7%9F%B3"),
            ),
            (&longest, Some(longest.as_str())),
            (&format!("{longest}a"), None),
            ("https://site.example", None),
            ("https://site.example/a b", None),
            ("https://site.example/石", None),
            ("https://SITE.example/", None),
            ("https://user@site.example/", None),
            ("https://site.example:8443/", None),
            ("http://site.example/", None),
            ("data:,site.example", None),
            ("", None),
        ] {
            let page = own_page(text, own).map(|(page, _)| page);
            assert_eq!(page, expected, "{text}");
        }
    }

    const SIGNED_BY_OPENSSL: &str = "f8c050d6d0b420c3524b51744985f444a23237dd";

    #[test]
    fn pages_of_the_public_address_are_the_sites_and_on_this_machine_those_that_were_asked() {
        let site = Some("https://site.example");
        for (origin, host, expected) in [
            ("https://site.example", None, true),
            ("https://site.example", Some("evil.example"), true),
            ("https://evil.example", Some("evil.example"), false),
            ("http://127.0.0.1:8080", Some("127.0.0.1:8080"), true),
            ("http://127.0.0.1:8080", Some("127.0.0.1:9090"), false),
            ("http://127.0.0.1:8080", None, false),
        ] {
            assert_eq!(is_own(origin, site, host), expected, "{origin} {host:?}");
        }
        assert!(!is_own("https://site.example", None, None));
    }
}
