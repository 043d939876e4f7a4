//! Step 9 of the pipeline: the headers that do not depend on the request, prepared once.
//!
//! A [`Policy`] is made per build: its Content-Security-Policies name the hashes of the build's
//! inline scripts, and the sources of its header classes. A [`Template`] is made per (media type,
//! header class, cache class) and shared by all files of that kind; answering clones it and adds
//! the file's own headers. A file that is not public gets two more headers through
//! [`close`](crate::protocol::headers::close), so templates do not depend on access.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, ensure};
use contract::Hash;
use contract::build::{DICTIONARY_TYPE, Index};
use contract::header_class::HeaderClass;
use http::HeaderMap;
use http::header::{
    ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HeaderName,
    HeaderValue, LINK, VARY,
};

use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::headers::{Hsts, X_BUILD, add_common, add_vary};
use crate::protocol::path;

use super::dictionary::{Dictionary, EVERYWHERE, USE_AS_DICTIONARY};

const SPECULATION_RULES: HeaderName = HeaderName::from_static("speculation-rules");
const COOP: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const PERMISSIONS: HeaderName = HeaderName::from_static("permissions-policy");

/// Devices and payments, which no page uses: an injected script cannot use them either.
const NO_PERMISSIONS: &str = "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

/// An image or a feed opened by itself runs no script and belongs to no origin.
const MEDIA: &str = "default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/// `Vary` of an answer that may be sent against a dictionary.
pub(crate) const VARY_BY_DICTIONARY: HeaderValue =
    HeaderValue::from_static("Accept-Encoding, Available-Dictionary");

/// The common part of all headers of a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Policy {
    /// Ordinary pages.
    pages: DocumentHeaders,
    /// Documents of header classes, by the class's name.
    classes: BTreeMap<Box<str>, DocumentHeaders>,
    /// The time of `Strict-Transport-Security`.
    hsts: Hsts,
    /// The dictionary that documents and payloads have sidecars against.
    dictionary: Option<Arc<Dictionary>>,
    /// For how many seconds shared caches may use files that are for everyone.
    pub(super) shared_max_age: u32,
}

/// Headers of documents, by their header class.
#[derive(Clone, Debug, PartialEq, Eq)]
struct DocumentHeaders {
    /// `Content-Security-Policy`; none under a development server, because its scripts are inline.
    csp: Option<Csp>,
    /// `Speculation-Rules`; ordinary pages alone have them.
    speculation_rules: Option<HeaderValue>,
    /// Whether another site may show the documents in a frame.
    is_framed: bool,
}

/// A Content-Security-Policy, before and after the source of the style in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Csp {
    before: String,
    after: String,
}

impl Policy {
    /// The policy for documents of a build.
    pub(crate) fn new(
        index: &Index,
        dictionary: Option<Arc<Dictionary>>,
        hsts: Hsts,
        development: bool,
    ) -> anyhow::Result<Self> {
        let hashes: String = index
            .inline_scripts
            .iter()
            .map(|source| format!(" '{source}'"))
            .collect();
        let documents = |class: &HeaderClass, speculation_rules| -> anyhow::Result<_> {
            let csp = page_csp(&hashes, class);
            csp.header(None)?;
            Ok(DocumentHeaders {
                csp: (!development).then_some(csp),
                speculation_rules,
                is_framed: !class.frame_ancestors.is_empty(),
            })
        };
        let rules = index
            .speculation_rules
            .as_ref()
            .map(|name| format!("\"{}\"", path::encode(&format!("/assets/{name}"))))
            .map(HeaderValue::try_from)
            .transpose()?;
        let classes = index.header_classes.iter();
        Ok(Self {
            pages: documents(&HeaderClass::default(), rules)?,
            classes: classes
                .map(|(name, class)| Ok((name.as_str().into(), documents(class, None)?)))
                .collect::<anyhow::Result<_>>()?,
            hsts,
            dictionary,
            shared_max_age: 0,
        })
    }

    /// The policy by which shared caches may use public files for so many seconds.
    pub(super) fn with_shared_max_age(self, seconds: u32) -> Self {
        Self {
            shared_max_age: seconds,
            ..self
        }
    }

    /// Headers of documents of a class. Errors if the build does not define it: with the headers of
    /// ordinary pages its documents would not work as intended.
    fn documents(&self, class: Option<&str>) -> anyhow::Result<&DocumentHeaders> {
        let Some(class) = class else {
            return Ok(&self.pages);
        };
        self.classes
            .get(class)
            .with_context(|| format!("the index defines no header class `{class}`"))
    }
}

/// Content-Security-Policy of documents; `hashes` are those of inline scripts, each after a space.
fn page_csp(hashes: &str, class: &HeaderClass) -> Csp {
    let listed = |sources: &[String]| -> String {
        let sources = sources.iter();
        sources.map(|source| format!(" {source}")).collect()
    };
    let scripts = listed(&class.script_sources);
    let ancestors = match class.frame_ancestors.as_slice() {
        [] => "'none'".to_owned(),
        ancestors => format!("'self'{}", listed(ancestors)),
    };
    // React writes style attributes for computed sizes; of style elements the document's own is
    // allowed, by its hash.
    Csp {
        before: format!("default-src 'self'; script-src 'self'{hashes}{scripts}; style-src 'self'"),
        after: format!(
            "; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; \
             connect-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'self'; \
             form-action 'self'; frame-ancestors {ancestors}"
        ),
    }
}

impl Csp {
    fn header(&self, style: Option<&str>) -> anyhow::Result<HeaderValue> {
        let Self { before, after } = self;
        let text = match style {
            Some(style) => format!("{before} '{style}'{after}"),
            None => format!("{before}{after}"),
        };
        Ok(HeaderValue::try_from(text)?)
    }
}

/// Whether a text is a hash as policies have it: `sha256-…`. Other text could change the policy.
pub(crate) fn is_csp_hash(source: &str) -> bool {
    let is_hash = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=-".contains(&byte);
    source.starts_with("sha") && source.bytes().all(is_hash)
}

/// Kinds of files, as the guard distinguishes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// An HTML page.
    Document,
    /// `_payload.json`.
    Payload,
    /// Anything else.
    File,
}

/// The common part of all files of a kind.
#[derive(Clone, Debug)]
pub(crate) struct Template {
    /// The kind, for the guard.
    pub(crate) kind: FileKind,
    /// Whether another site may show files of the kind in a frame.
    pub(crate) is_framed: bool,
    /// Whether to look for sidecars.
    pub(crate) compressible: bool,
    /// The end of ETags.
    pub(crate) tag: String,
    /// The dictionary to look for sidecars against.
    pub(crate) dictionary: Option<Arc<Dictionary>>,
    /// Headers.
    pub(crate) headers: HeaderMap,
    /// Headers of a 304: those that the browser may update from it.
    pub(crate) not_modified: HeaderMap,
}

/// Media type, header class, style of a document and cache class.
type Kind = (String, Option<Box<str>>, Option<Box<str>>, CachePolicy);

/// The templates of a policy. The lock is taken while a build is loaded, never by a request for a
/// loaded one.
#[derive(Debug)]
pub(crate) struct Templates {
    /// The policy that they are made from.
    pub(crate) policy: Policy,
    made: Mutex<HashMap<Kind, Arc<Template>>>,
}

impl Templates {
    /// Templates of a policy, with none made yet.
    pub(crate) fn new(policy: Policy) -> Self {
        Self {
            policy,
            made: Mutex::default(),
        }
    }

    /// The template for files of `media_type`; `style` is the hash of the style in a document.
    /// Errors if the type is no valid header value, if `style` is no hash, and if the build does
    /// not define `class`.
    pub(crate) fn get(
        &self,
        media_type: &str,
        class: Option<&str>,
        style: Option<&str>,
        caching: CachePolicy,
    ) -> anyhow::Result<Arc<Template>> {
        let (class_key, style_key) = (class.map(Box::from), style.map(Box::from));
        let key = (media_type.to_owned(), class_key, style_key, caching);
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(template) = made.get(&key) {
            return Ok(Arc::clone(template));
        }
        if let Some(style) = style {
            ensure!(
                is_csp_hash(style),
                "invalid `style`: `{style}` (expected a hash such as `sha256-…`)"
            );
        }
        let documents = self.policy.documents(class)?;
        let template = Arc::new(self.make(media_type, (documents, style), caching)?);
        made.insert(key, Arc::clone(&template));
        Ok(template)
    }

    fn make(
        &self,
        media_type: &str,
        (documents, style): (&DocumentHeaders, Option<&str>),
        caching: CachePolicy,
    ) -> anyhow::Result<Template> {
        let essence = media_type.split(';').next().unwrap_or_default().trim();
        let is_document = essence == "text/html";
        let compressible = is_compressible(essence);
        let has_dictionary = is_document || essence == "application/json";
        let dictionary = self.policy.dictionary.clone().filter(|_| has_dictionary);
        let mut headers = HeaderMap::with_capacity(16);
        headers.insert(CONTENT_TYPE, HeaderValue::from_str(media_type)?);
        caching.apply(&mut headers);
        if is_data(essence) {
            headers.insert(CONTENT_DISPOSITION, HeaderValue::from_static("attachment"));
        }
        let (name, value) = varies(dictionary.is_some(), compressible);
        headers.insert(name, value);
        if is_document {
            // A page is sent as Markdown to clients that prefer it.
            add_vary(&mut headers, "Accept");
        }
        add_common(&mut headers, self.policy.hsts);
        if is_document {
            documents.add(&mut headers, style, dictionary.as_deref())?;
        } else if is_active_media(essence) {
            headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(MEDIA));
        }
        if essence == DICTIONARY_TYPE {
            headers.insert(USE_AS_DICTIONARY, EVERYWHERE);
        }
        Ok(Template {
            kind: match is_document {
                true => FileKind::Document,
                false => FileKind::File,
            },
            is_framed: documents.is_framed,
            compressible,
            tag: tag(&headers),
            dictionary,
            not_modified: not_modified(&headers, caching),
            headers,
        })
    }
}

impl DocumentHeaders {
    /// Adds the headers of documents.
    fn add(
        &self,
        headers: &mut HeaderMap,
        style: Option<&str>,
        dictionary: Option<&Dictionary>,
    ) -> anyhow::Result<()> {
        headers.insert(COOP, HeaderValue::from_static("same-origin"));
        headers.insert(PERMISSIONS, HeaderValue::from_static(NO_PERMISSIONS));
        if let Some(link) = dictionary.and_then(|dictionary| dictionary.link.as_ref()) {
            headers.insert(LINK, link.clone());
        }
        if let Some(rules) = &self.speculation_rules {
            headers.insert(SPECULATION_RULES, rules.clone());
        }
        if let Some(csp) = &self.csp {
            headers.insert(CONTENT_SECURITY_POLICY, csp.header(style)?);
        }
        Ok(())
    }
}

/// The header for the choice of a representation: by codings, or by ranges of one.
fn varies(has_dictionary: bool, compressible: bool) -> (HeaderName, HeaderValue) {
    match (has_dictionary, compressible) {
        (true, _) => (VARY, VARY_BY_DICTIONARY),
        (false, true) => (VARY, HeaderValue::from_static("Accept-Encoding")),
        (false, false) => (ACCEPT_RANGES, HeaderValue::from_static("bytes")),
    }
}

/// Headers of a 304. Fields with a value per file are in it already, empty, so that a copy need not
/// grow when they are filled in.
fn not_modified(headers: &HeaderMap, caching: CachePolicy) -> HeaderMap {
    let mut headers = headers.clone();
    headers.remove(CONTENT_TYPE);
    headers.insert(ETAG, HeaderValue::from_static(""));
    // An immutable file belongs to no single build.
    if caching != CachePolicy::Immutable {
        headers.insert(X_BUILD, HeaderValue::from_static(""));
    }
    headers
}

/// Names the headers that a browser keeps as they were when a 304 comes: `Content-*` and
/// `X-Content-*`. Where they change (another policy, another type for the same bytes) the ETag must
/// change, too, or a cached body would keep the old ones for ever.
fn tag(headers: &HeaderMap) -> String {
    let is_kept = |name: &HeaderName| {
        let name = name.as_str();
        name.starts_with("content-") || name.starts_with("x-content-")
    };
    let mut kept: Vec<_> = headers.iter().filter(|(name, _)| is_kept(name)).collect();
    kept.sort_by_key(|(name, _)| name.as_str());
    let parts = kept
        .into_iter()
        .flat_map(|(name, value)| [name.as_str().as_bytes(), value.as_bytes()]);
    format!("-{}", &Hash::of_parts(parts).to_string()[..8])
}

fn is_compressible(essence: &str) -> bool {
    let named = [
        "application/json",
        "application/xml",
        "image/svg+xml",
        "application/manifest+json",
        "application/ld+json",
        DICTIONARY_TYPE,
    ];
    essence.starts_with("text/")
        || named.contains(&essence)
        || essence.ends_with("+xml")
        || essence.ends_with("+json")
}

/// Texts for programs other than browsers. Some browsers would show them as plain text, so they are
/// saved under the last segment of their path.
fn is_data(essence: &str) -> bool {
    matches!(essence, "text/csv" | "text/calendar" | "text/vcard")
}

/// Types that a browser shows by itself and that could run a script or be taken for a page of the
/// site. PDF is left out: Chromium does not show one inside a sandbox, and a PDF's scripts never
/// run in the site's origin.
fn is_active_media(essence: &str) -> bool {
    let passive = [
        "text/css",
        "text/javascript",
        "application/javascript",
        "application/json",
        "application/pdf",
        DICTIONARY_TYPE,
    ];
    !passive.contains(&essence) && !essence.starts_with("font/")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The index of a build with the header class `partner`.
    fn index() -> Index {
        let golden = include_str!("../../../contract/tests/golden/index.json");
        let mut index: Index = serde_json::from_str(golden).unwrap();
        let partner = HeaderClass {
            frame_ancestors: vec![
                "https://*.partner.example".to_owned(),
                "https://other.example".to_owned(),
            ],
            script_sources: vec!["https://scripts.partner.example".to_owned()],
        };
        index.header_classes = [("partner".to_owned(), partner)].into();
        index
    }

    fn templates(development: bool) -> Templates {
        Templates::new(Policy::new(&index(), None, Hsts::NONE, development).unwrap())
    }

    const HTML: &str = "text/html; charset=utf-8";

    fn csp(templates: &Templates, media_type: &str, class: Option<&str>) -> String {
        let template = templates
            .get(media_type, class, None, CachePolicy::Revalidate)
            .unwrap();
        let value = template.headers.get(CONTENT_SECURITY_POLICY);
        value.map_or_else(String::new, |value| value.to_str().unwrap().to_owned())
    }

    #[test]
    fn scripts_run_by_hash_or_from_the_site_and_never_inline() {
        let csp = csp(&templates(false), HTML, None);
        let scripts = csp
            .split("; ")
            .find(|directive| directive.starts_with("script-src"))
            .unwrap();
        assert_eq!(
            scripts,
            "script-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
        );
        assert!(csp.ends_with("frame-ancestors 'none'"));
    }

    #[test]
    fn a_document_allows_its_own_style_by_hash_and_no_other() {
        let templates = templates(false);
        let style = "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
        let of = |style| {
            let template = templates.get(HTML, None, style, CachePolicy::Revalidate);
            let template = template.unwrap();
            let csp = template.headers[CONTENT_SECURITY_POLICY].to_str().unwrap();
            (csp.to_owned(), template.tag.clone())
        };
        let ((plain, plain_tag), (styled, styled_tag)) = (of(None), of(Some(style)));
        assert_eq!(
            styled,
            plain.replace("style-src 'self'", &format!("style-src 'self' '{style}'"))
        );
        assert_ne!(
            plain_tag, styled_tag,
            "a browser keeps no page under another policy"
        );
        for hostile in ["sha256-x'; script-src *", "unsafe-inline", ""] {
            let error = templates.get(HTML, None, Some(hostile), CachePolicy::Revalidate);
            assert!(
                error.unwrap_err().to_string().contains("expected a hash"),
                "{hostile}"
            );
        }
    }

    #[test]
    fn a_class_adds_its_sources_and_nothing_else() {
        let templates = templates(false);
        assert_eq!(
            csp(&templates, HTML, Some("partner")),
            "default-src 'self'; \
             script-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' \
             https://scripts.partner.example; \
             style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; \
             font-src 'self'; connect-src 'self'; frame-src 'none'; object-src 'none'; \
             base-uri 'self'; form-action 'self'; \
             frame-ancestors 'self' https://*.partner.example https://other.example"
        );
        assert!(!csp(&templates, HTML, None).contains("https:"));
    }

    #[test]
    fn a_class_without_sources_is_as_strict_as_an_ordinary_page() {
        let mut index = index();
        let strict = ("strict".to_owned(), HeaderClass::default());
        index.header_classes.extend([strict]);
        let templates = Templates::new(Policy::new(&index, None, Hsts::NONE, false).unwrap());
        let strict = csp(&templates, HTML, Some("strict"));
        assert_eq!(strict, csp(&templates, HTML, None));
    }

    #[test]
    fn a_class_that_the_build_does_not_define_is_an_error() {
        for development in [false, true] {
            let templates = templates(development);
            for media_type in [HTML, "application/json"] {
                let error =
                    templates.get(media_type, Some("wechat"), None, CachePolicy::Revalidate);
                let error = error.unwrap_err().to_string();
                assert_eq!(error, "the index defines no header class `wechat`");
            }
        }
    }

    #[test]
    fn media_is_sandboxed_and_code_is_not() {
        let templates = templates(false);
        for media_type in [
            "image/svg+xml",
            "image/png",
            "application/xml",
            "text/plain; charset=utf-8",
        ] {
            assert!(
                csp(&templates, media_type, None).contains("sandbox"),
                "{media_type}"
            );
        }
        for media_type in [
            "text/javascript; charset=utf-8",
            "text/css",
            "font/woff2",
            "application/pdf",
        ] {
            assert_eq!(csp(&templates, media_type, None), "", "{media_type}");
        }
    }

    #[test]
    fn a_tag_names_what_browsers_do_not_take_from_a_304() {
        let templates = templates(false);
        let tag = |media_type: &str, class, caching| {
            templates
                .get(media_type, class, None, caching)
                .unwrap()
                .tag
                .clone()
        };
        let (page, kept) = (None, CachePolicy::Revalidate);
        let html = tag(HTML, page, kept);
        assert_eq!(html.len(), 9);
        assert_ne!(html, tag("text/html", page, kept), "type");
        assert_ne!(html, tag(HTML, Some("partner"), kept), "policy");
        // Saved or shown: `text/csv` differs from `text/plain` in its disposition too.
        assert_ne!(tag("text/csv", page, kept), tag("text/plain", page, kept));
        // A header that a 304 updates needs no other tag.
        let brief = tag(HTML, page, CachePolicy::Brief);
        assert_eq!(html, brief);
    }

    #[test]
    fn tables_are_saved_and_documents_are_shown() {
        let templates = templates(false);
        let disposition = |media_type: &str| {
            let template = templates
                .get(media_type, None, None, CachePolicy::Revalidate)
                .unwrap();
            template.headers.get(CONTENT_DISPOSITION).cloned()
        };
        let attachment = Some(HeaderValue::from_static("attachment"));
        assert_eq!(disposition("text/csv; charset=utf-8"), attachment);
        assert_eq!(disposition("text/vcard; charset=utf-8"), attachment);
        for media_type in [
            "application/pdf",
            "application/json",
            "text/html; charset=utf-8",
        ] {
            assert_eq!(disposition(media_type), None, "{media_type}");
        }
    }

    #[test]
    fn a_development_server_gets_no_policy() {
        assert_eq!(csp(&templates(true), HTML, None), "");
        assert_eq!(csp(&templates(true), HTML, Some("partner")), "");
    }
}
