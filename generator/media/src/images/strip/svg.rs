//! An SVG without its program's metadata: comments, instructions, metadata, elements and attributes
//! of the program's own, and the metadata of images inside. The drawing stays as it is.

use std::ops::Range;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use roxmltree::{Attribute, Node, NodeType};

use crate::images::sniff::sniff;
use crate::svg::{SVG, parse, without_doctype};

use super::strip;

/// Namespaces of attributes that belong to a drawing.
const OF_DRAWINGS: [&str; 3] = [
    SVG,
    "http://www.w3.org/1999/xlink",
    "http://www.w3.org/XML/1998/namespace",
];

/// A part of a text, and its replacement.
type Replacement = (Range<usize>, String);

/// `bytes` without metadata; as they are if they are no SVG, which the content's check refuses.
pub fn strip_svg(bytes: &[u8]) -> Vec<u8> {
    let text = without_doctype(&String::from_utf8_lossy(bytes));
    let Ok(document) = parse(&text) else {
        return bytes.to_vec();
    };
    let mut replacements = Vec::new();
    collect(document.root(), &mut replacements);
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (part, instead) in replacements {
        out.push_str(&text[at..part.start]);
        out.push_str(&instead);
        at = part.end;
    }
    out.push_str(&text[at..]);
    out.into_bytes()
}

/// Replacements for the content of a node, in the order of the text.
fn collect(node: Node<'_, '_>, replacements: &mut Vec<Replacement>) {
    for child in node.children() {
        match child.node_type() {
            NodeType::Comment | NodeType::PI => replacements.push((child.range(), String::new())),
            NodeType::Element if is_foreign(&child) => {
                replacements.push((child.range(), String::new()));
            }
            NodeType::Element => {
                let attributes = child.attributes();
                replacements.extend(attributes.filter_map(|attribute| replacement(&attribute)));
                collect(child, replacements);
            }
            NodeType::Root | NodeType::Text => {}
        }
    }
}

/// True for elements that describe the drawing.
fn is_foreign(node: &Node<'_, '_>) -> bool {
    let name = node.tag_name();
    name.name() == "metadata" || name.namespace().is_some_and(|namespace| namespace != SVG)
}

fn replacement(attribute: &Attribute<'_, '_>) -> Option<Replacement> {
    let namespace = attribute.namespace();
    let is_foreign = namespace.is_some_and(|namespace| !OF_DRAWINGS.contains(&namespace));
    if is_foreign || attribute.name().starts_with("data-") {
        return Some((attribute.range(), String::new()));
    }
    let image = (attribute.name() == "href").then(|| image_without_metadata(attribute.value()));
    Some((attribute.range_value(), image.flatten()?))
}

/// An image inside as it is without metadata; none if it has none, or cannot be read.
fn image_without_metadata(address: &str) -> Option<String> {
    let (kind, data) = address.split_once(";base64,")?;
    let data: String = data.chars().filter(|c| !c.is_whitespace()).collect();
    let bytes = STANDARD.decode(data).ok()?;
    let plain = match kind {
        "data:image/svg+xml" => strip_svg(&bytes),
        _ => strip(&bytes, sniff(&bytes)?).ok()?,
    };
    (plain != bytes).then(|| format!("{kind};base64,{}", STANDARD.encode(plain)))
}
