//! The page that needs no build: shown before the first build, and for errors that have no prerendered document.
//!
//! Both languages stand on it, because without a build nothing is known of the visitor's pages. It loads nothing and runs
//! nothing; while the site is starting it asks again by itself.

use http::StatusCode;
use http::header::HeaderValue;

/// Allows the page's own style element and nothing else. A test keeps the hash true.
pub(crate) const CSP: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'sha256-QJYAWfOvc90CJ3OUZkco4ZzI+4aifSxqWiKe3Jjpf20='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

const STYLE: &str = "html{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{display:grid;min-height:90vh;place-content:center;padding:1.5rem;text-align:center}h1{font-size:1.5rem;margin:0}p{margin:.5rem 0 0}";

/// The page for a status, with its message in Chinese and in English.
pub(crate) fn document(status: StatusCode, [chinese, english]: [&str; 2]) -> String {
    let code = status.as_u16();
    let again = if status == StatusCode::SERVICE_UNAVAILABLE {
        "<meta http-equiv=\"refresh\" content=\"2\">"
    } else {
        ""
    };
    format!(
        "<!doctype html>\n<html lang=\"zh-CN\">\n<head><meta charset=\"utf-8\"><title>{code}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\">{again}\
         <style>{STYLE}</style></head>\n<body><main><h1>{code}</h1><p>{chinese}</p><p lang=\"en\">{english}</p></main></body>\n</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use sha2::{Digest, Sha256};

    #[test]
    fn the_policy_allows_the_style_that_stands_there() {
        let hash = STANDARD.encode(Sha256::digest(STYLE));
        assert!(
            CSP.to_str().unwrap().contains(&format!("'sha256-{hash}'")),
            "the hash of STYLE is {hash}"
        );
    }

    #[test]
    fn only_a_site_that_is_starting_asks_again() {
        let page = |status| document(status, ["甲", "a"]);
        assert!(page(StatusCode::SERVICE_UNAVAILABLE).contains("http-equiv=\"refresh\""));
        assert!(!page(StatusCode::NOT_FOUND).contains("refresh"));
        assert!(page(StatusCode::NOT_FOUND).contains("<p lang=\"en\">a</p>"));
    }
}
