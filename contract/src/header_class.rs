//! Header classes: response headers by which some documents differ from ordinary pages.
//!
//! A site defines classes by name beside its route table, and a route names the one that its
//! documents have. The build's index has the definitions, from which the gateway makes a
//! Content-Security-Policy for each class; a document without a class is an ordinary page. Sources
//! are written into headers unchanged, so generator and gateway both [`check`] them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Headers of a class: the sites that may show its documents, and the scripts that these may load,
/// beyond ordinary pages.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HeaderClass {
    /// Sources that may show a document in a frame: `https://*.partner.example`. The site itself
    /// then may, too. Empty: no site may.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frame_ancestors: Vec<String>,
    /// Sources of scripts that a document may load, besides the site's own: a host, or better one
    /// file there, `https://scripts.partner.example/sdk-1.js`.
    // Builds from before a file could be named use an older name of this field.
    #[serde(default, skip_serializing_if = "Vec::is_empty", alias = "scriptHosts")]
    pub script_sources: Vec<String>,
}

/// Classes by name.
pub type HeaderClasses = BTreeMap<String, HeaderClass>;

/// Name of documents without a class, for reports. No class may have this name.
pub const ORDINARY: &str = "page";

/// The longest host name of the domain name system, in bytes.
const HOST_MAX: usize = 253;

/// The longest part of a host name between two dots, in bytes.
const LABEL_MAX: usize = 63;

/// Why a class cannot be used.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum HeaderClassError {
    /// A name of other characters, or that of ordinary pages.
    #[error(
        "header class `{class}`: a name has lower-case letters, digits and `-`, and is not `{ORDINARY}`"
    )]
    Name {
        /// The name.
        class: String,
    },
    /// A text that is no source, or could mean more than one.
    #[error(
        "header class `{class}`: `{text}` is no source like `https://host.example` or `https://*.host.example` (of scripts also one file, `https://host.example/sdk.js`)"
    )]
    Source {
        /// The name.
        class: String,
        /// The text.
        text: String,
    },
}

/// Checks the rules that the types cannot carry.
pub fn check(classes: &HeaderClasses) -> Result<(), HeaderClassError> {
    for (name, class) in classes {
        if !is_name(name) {
            let class = name.clone();
            return Err(HeaderClassError::Name { class });
        }
        let ancestors = class.frame_ancestors.iter();
        let ancestor = ancestors.filter(|text| !is_source(text));
        let scripts = class.script_sources.iter();
        let mut wrong = ancestor.chain(scripts.filter(|text| !is_script(text)));
        if let Some(text) = wrong.next() {
            let (class, text) = (name.clone(), text.clone());
            return Err(HeaderClassError::Source { class, text });
        }
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name != ORDINARY && name.bytes().all(is_plain)
}

/// Whether `text` is `https://` and a host, with `*` allowed as the first label. A host has no
/// character that ends a source or a directive of a policy (a space, `;`, `,`, a control
/// character). Keywords, ports and paths are refused as well.
fn is_source(text: &str) -> bool {
    let Some(host) = text.strip_prefix("https://") else {
        return false;
    };
    let host = host.strip_prefix("*.").unwrap_or(host);
    // `https://*.example` would admit every site with a name there.
    host.len() <= HOST_MAX && host.contains('.') && host.split('.').all(is_label)
}

/// Whether `text` is a source, or one file of a host without `*`. A folder is refused: it admits as
/// much as the host.
fn is_script(text: &str) -> bool {
    let path = text
        .strip_prefix("https://")
        .and_then(|rest| rest.find('/'));
    let Some(start) = path.map(|start| start + "https://".len()) else {
        return is_source(text);
    };
    let (host, path) = text.split_at(start);
    is_source(host) && !host.contains('*') && path[1..].split('/').all(is_segment)
}

/// Whether a part of a path is literal: not encoded, not `.` or `..`, and without a character that
/// ends a source.
fn is_segment(segment: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !segment.is_empty() && segment.bytes().all(fits) && !segment.bytes().all(|byte| byte == b'.')
}

fn is_label(label: &str) -> bool {
    (1..=LABEL_MAX).contains(&label.len())
        && label.bytes().all(is_plain)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str, source: &str) -> HeaderClasses {
        let sources = vec![source.to_owned()];
        let class = HeaderClass {
            frame_ancestors: sources.clone(),
            script_sources: sources,
        };
        HeaderClasses::from([(name.to_owned(), class)])
    }

    #[test]
    fn a_source_is_a_host_over_tls_and_its_first_label_may_be_any() {
        for source in [
            "https://partner.example",
            "https://*.partner.example",
            "https://a-1.b.partner.example",
        ] {
            assert_eq!(check(&class("partner", source)), Ok(()), "{source}");
        }
        assert_eq!(check(&HeaderClasses::new()), Ok(()));
        let empty = HeaderClasses::from([("strict".to_owned(), HeaderClass::default())]);
        assert_eq!(check(&empty), Ok(()));
    }

    #[test]
    fn a_script_may_be_one_file_and_a_frame_may_not() {
        let scripts = |source: &str| HeaderClass {
            script_sources: vec![source.to_owned()],
            ..HeaderClass::default()
        };
        let checked = |class| check(&HeaderClasses::from([("partner".to_owned(), class)])).is_ok();
        for source in [
            "https://scripts.partner.example/sdk-1.5.js",
            "https://scripts.partner.example/a_b/sdk.js",
        ] {
            assert!(checked(scripts(source)), "{source}");
            let frame_ancestors = vec![source.to_owned()];
            let framed = HeaderClass {
                frame_ancestors,
                ..HeaderClass::default()
            };
            assert!(!checked(framed), "{source}");
        }
        for source in [
            "https://scripts.partner.example/",
            "https://scripts.partner.example/sdk/",
            "https://scripts.partner.example//sdk.js",
            "https://scripts.partner.example/../sdk.js",
            "https://scripts.partner.example/%2e%2e/sdk.js",
            "https://scripts.partner.example/sdk.js?v=1",
            "https://scripts.partner.example/sdk.js;script-src",
            "https://scripts.partner.example/sdk.js *",
            "https://*.partner.example/sdk.js",
            "https:///sdk.js",
        ] {
            assert!(!checked(scripts(source)), "{source}");
        }
        let older = r#"{"scriptHosts": ["https://scripts.partner.example"]}"#;
        let older: HeaderClass = serde_json::from_str(older).unwrap();
        assert_eq!(older, scripts("https://scripts.partner.example"));
    }

    #[test]
    fn no_source_ends_a_directive_or_lets_everybody_in() {
        let long = format!("https://{}.example", "a".repeat(LABEL_MAX + 1));
        let longer = format!("https://{}", "a.".repeat(HOST_MAX / 2) + "aa");
        for text in [
            "",
            "*",
            "https:",
            "https://",
            "https://*",
            "https://*.example",
            "https://example",
            "https://a.*.example.com",
            "https://*.*.example.com",
            "https://a*.example.com",
            "http://partner.example",
            "//partner.example",
            "partner.example",
            "data:",
            "'unsafe-inline'",
            "'none'",
            "https://partner.example/",
            "https://partner.example/path",
            "https://partner.example:443",
            "https://partner.example:*",
            "https://user@partner.example",
            "https://partner.example https://other.example",
            "https://partner.example;script-src",
            "https://partner.example,",
            "https://partner.example\r\nx: y",
            "https://partner.example\t",
            " https://partner.example",
            "https://partner..example",
            "https://.partner.example",
            "https://partner.example.",
            "https://-partner.example",
            "https://partner-.example",
            "https://Partner.example",
            "HTTPS://partner.example",
            "https://伙伴.example",
            "https://[::1]",
            long.as_str(),
            longer.as_str(),
        ] {
            let refused = Err(HeaderClassError::Source {
                class: "partner".to_owned(),
                text: text.to_owned(),
            });
            assert_eq!(check(&class("partner", text)), refused, "{text:?}");
        }
    }

    #[test]
    fn a_name_is_plain_and_not_that_of_ordinary_pages() {
        let source = "https://partner.example";
        for name in ["partner", "in-frame-2", "7"] {
            assert_eq!(check(&class(name, source)), Ok(()), "{name}");
        }
        for name in ["", ORDINARY, "Partner", "a b", "a/b", "a_b", "a\n", "伙伴"] {
            let refused = Err(HeaderClassError::Name {
                class: name.to_owned(),
            });
            assert_eq!(check(&class(name, source)), refused, "{name:?}");
        }
    }
}
