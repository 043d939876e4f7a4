//! Drawings, which browsers open as documents.

use generator_media::images::strip_svg;
use roxmltree::{Document, Node};

use crate::media::check_svg;

/// Elements that run or show something else.
const ACTIVE: [&str; 7] = [
    "script",
    "foreignobject",
    "iframe",
    "handler",
    "object",
    "embed",
    "listener",
];

/// A drawing that is accepted has no script and no foreign reference, and is accepted again as it
/// is published.
pub(super) fn svg(data: &[u8]) {
    let plain = strip_svg(data);
    let Some(size) = check_svg(data) else { return };
    assert_eq!(check_svg(&plain), Some(size), "refused as it is published");
    assert_eq!(strip_svg(&plain), plain, "not without metadata at once");
    let text = String::from_utf8(plain).expect("a drawing is UTF-8");
    let document = Document::parse(&text).expect("a drawing is XML");
    for node in document.descendants() {
        check_node(&node);
    }
}

fn check_node(node: &Node<'_, '_>) {
    assert!(!node.is_pi(), "an instruction is left");
    if let Some(text) = node.text().filter(|_| node.has_tag_name_of("style")) {
        check_style(text);
    }
    if !node.is_element() {
        return;
    }
    let name = node.tag_name().name().to_ascii_lowercase();
    assert!(!ACTIVE.contains(&&*name), "<{name}>");
    let is_animation = name.starts_with("animate") || name == "set";
    for attribute in node.attributes() {
        let (key, value) = (attribute.name().to_ascii_lowercase(), attribute.value());
        assert!(!key.starts_with("on") || key.len() == 2, "{key}");
        let read: String = value
            .chars()
            .filter(|c| !c.is_whitespace() && !c.is_control())
            .collect();
        let read = read.to_ascii_lowercase();
        if attribute.name() == "href" {
            assert!(
                read.starts_with('#') || read.starts_with("data:image/"),
                "{value:?}"
            );
        }
        if is_animation && key == "attributename" {
            let target = read.rsplit(':').next().unwrap_or_default();
            assert!(
                target != "href" && !target.starts_with("on"),
                "an animation of {value:?}"
            );
        }
        check_style(value);
    }
}

/// A style names places in the drawing and data only.
fn check_style(style: &str) {
    let style = style.to_ascii_lowercase();
    assert!(!style.contains("@import"), "{style:?}");
    for (at, found) in style.match_indices("url(") {
        let rest = style[at + found.len()..].trim_start();
        let target = rest.trim_start_matches(['"', '\'']).trim_start();
        let is_inside = ["#", ")", "data:"]
            .iter()
            .any(|start| target.starts_with(start));
        assert!(is_inside || target.is_empty(), "{style:?}");
    }
}

/// The name of the parent of a text.
trait OfElement {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl OfElement for Node<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_text()
            && self
                .parent_element()
                .is_some_and(|it| it.tag_name().name() == name)
    }
}
