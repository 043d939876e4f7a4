//! The page that needs no build: shown before the first build, and for errors that have no
//! prerendered document.
//!
//! The page loads no file and runs no script; while the site is starting it reloads itself.

use contract::locale::{Direction, Locale};
use http::StatusCode;
use http::header::HeaderValue;

/// Allows only the page's own style element. A test checks the hash.
pub(crate) const CSP: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; style-src 'sha256-QJYAWfOvc90CJ3OUZkco4ZzI+4aifSxqWiKe3Jjpf20='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
);

const STYLE: &str = "html{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif}body{display:grid;min-height:90vh;place-content:center;padding:1.5rem;text-align:center}h1{font-size:1.5rem;margin:0}p{margin:.5rem 0 0}";

/// The page for a status, with its message in one or more languages, the page's language first.
pub(crate) fn document(status: StatusCode, said: &[(&Locale, &str)]) -> String {
    let code = status.as_u16();
    let again = if status == StatusCode::SERVICE_UNAVAILABLE {
        "<meta http-equiv=\"refresh\" content=\"2\">"
    } else {
        ""
    };
    let html = said
        .first()
        .map_or_else(String::new, |(locale, _)| language_attributes(locale));
    let paragraphs: String = said.iter().map(paragraph).collect();
    format!(
        "<!doctype html>\n<html{html}>\n<head><meta charset=\"utf-8\"><title>{code}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><meta name=\"robots\" content=\"noindex\">{again}\
         <style>{STYLE}</style></head>\n<body><main><h1>{code}</h1>{paragraphs}</main></body>\n</html>\n"
    )
}

fn paragraph((locale, text): &(&Locale, &str)) -> String {
    // Texts come from the site, so characters of markup in them are literal.
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<p{}>{text}</p>", language_attributes(locale))
}

/// The attributes for a language; a code is letters, digits and hyphens.
fn language_attributes(locale: &Locale) -> String {
    let dir = match locale.dir {
        Direction::Ltr => "",
        Direction::Rtl => " dir=\"rtl\"",
    };
    format!(" lang=\"{}\"{dir}", locale.code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use contract::texts::BUILT_IN;
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
        let page = |status| document(status, &[]);
        assert!(page(StatusCode::SERVICE_UNAVAILABLE).contains("http-equiv=\"refresh\""));
        assert!(!page(StatusCode::NOT_FOUND).contains("refresh"));
    }

    #[test]
    fn each_language_says_which_it_is_and_no_text_is_markup() {
        let [chinese, english] = BUILT_IN.each_ref().map(|one| &one.locale);
        let page = document(StatusCode::NOT_FOUND, &[(chinese, "甲"), (english, "<b>&")]);
        assert!(
            page.contains("<html lang=\"zh-CN\">") && page.contains("<p lang=\"zh-CN\">甲</p>")
        );
        assert!(page.contains("<p lang=\"en\">&lt;b>&amp;</p>"));
        let mut arabic = english.clone();
        (arabic.code, arabic.dir) = ("ar".to_owned(), Direction::Rtl);
        let page = document(StatusCode::NOT_FOUND, &[(&arabic, "ا")]);
        assert!(page.contains("<html lang=\"ar\" dir=\"rtl\">"));
    }
}
