//! Markdown as readers get it.

use html5ever::serialize::{SerializeOpts, TraversalScope, serialize};
use html5ever::tendril::TendrilSink;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, QualName, local_name, ns, parse_fragment};
use html5gum::{Token, Tokenizer};
use markup5ever_rcdom::{RcDom, SerializableHandle};

use super::content::locales;
use super::text;

/// Elements that would run, load or restyle something.
const ACTIVE: [&str; 14] = [
    "script", "style", "iframe", "object", "embed", "form", "link", "meta", "base", "svg", "math",
    "template", "frame", "applet",
];

/// Attributes with an address.
const ADDRESSES: [&str; 8] = [
    "href",
    "src",
    "action",
    "formaction",
    "poster",
    "data",
    "cite",
    "xlink:href",
];

/// The body has nothing that runs, and a browser gives it back as it is.
pub(super) fn markdown(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let body = generator_content::fuzzing::body(text, &locales());
    check_inert(&body.html);
    assert_eq!(reread(&body.html), body.html, "a browser reads other HTML");
    for link in &body.links {
        assert!(
            link.href.starts_with('/') && !link.href.starts_with("//"),
            "{link:?}"
        );
    }
    let document = format!("<main>{}</main>", body.html);
    let (_, passages) = page_text::main_text(&document).expect("there is a main");
    assert!(passages.len() <= body.html.len() + 1);
}

/// No element or attribute of `html` runs or loads anything, as a tokenizer of its own reads it.
fn check_inert(html: &str) {
    for token in Tokenizer::new(html) {
        let Ok(Token::StartTag(tag)) = token else {
            continue;
        };
        let name = String::from_utf8_lossy(&tag.name);
        assert!(!ACTIVE.contains(&&*name), "<{name}>");
        for (key, value) in &tag.attributes {
            let key = String::from_utf8_lossy(key);
            assert!(
                !key.starts_with("on") && key != "style" && key != "srcdoc",
                "{name} {key}"
            );
            if ADDRESSES.contains(&&*key) {
                let value = String::from_utf8_lossy(value);
                check_address(&value);
            }
        }
    }
}

/// The address has no scheme, as browsers read it, or a harmless one.
fn check_address(address: &str) {
    let read: String = address
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .collect();
    let end = read.find(['/', '?', '#']).unwrap_or(read.len());
    if let Some((scheme, _)) = read[..end].split_once(':') {
        let scheme = scheme.to_ascii_lowercase();
        let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
        let is_harmless = ["http", "https", "mailto", "tel"].contains(&&*scheme);
        assert!(!is_scheme || is_harmless, "{address:?}");
    }
}

/// `innerHTML` after `innerHTML` was set.
fn reread(html: &str) -> String {
    let body = QualName::new(None, ns!(html), local_name!("body"));
    let options = ParseOpts {
        tree_builder: TreeBuilderOpts {
            scripting_enabled: true,
            ..TreeBuilderOpts::default()
        },
        ..ParseOpts::default()
    };
    let parser = parse_fragment(RcDom::default(), options, body, Vec::new(), true);
    let dom = parser.one(html);
    let children = dom.document.children.borrow();
    let root: SerializableHandle = children[0].clone().into();
    let mut out = Vec::new();
    let options = SerializeOpts {
        traversal_scope: TraversalScope::ChildrenOnly(None),
        scripting_enabled: true,
        ..SerializeOpts::default()
    };
    serialize(&mut out, &root, options).expect("memory has room");
    String::from_utf8(out).expect("HTML is UTF-8")
}
