//! Lists of a package: the types of its parts, and the relationships between them.

use roxmltree::{Document, Node, ParsingOptions};

/// Nodes of the longest list.
const NODES_MAX: u32 = 50_000;

/// Types of parts that may run, as far as they need to be spelled. Lower-case.
const RUNNABLE_TYPES: [&str; 4] = ["activex", "macroenabled", "vbaproject", "vbadata"];

/// Relationships to parts that may run, by their last words. Lower-case.
const RUNNABLE_RELATIONSHIPS: [&str; 5] = [
    "activexcontrolbinary",
    "attachedtoolbars",
    "control",
    "vbaproject",
    "wordvbadata",
];

/// The relationship to a place that a reader goes to by a click.
const HYPERLINK: &str = "hyperlink";

/// Whether the list of types names no part that may run. A list that cannot be read does not.
pub(super) fn are_types_harmless(list: &[u8]) -> bool {
    let is_harmless = |node: Node<'_, '_>| {
        let kind = node.attribute("ContentType").unwrap_or_default();
        let kind = kind.to_lowercase();
        !RUNNABLE_TYPES.iter().any(|word| kind.contains(word))
    };
    all_nodes(list, is_harmless)
}

/// Whether no relationship of a list leads to a part that may run, or to a place outside of the
/// package that a program fetches by itself. A list that cannot be read does not.
pub(super) fn are_relationships_harmless(list: &[u8]) -> bool {
    let is_harmless = |node: Node<'_, '_>| {
        let read = |name| node.attribute(name).unwrap_or_default().trim();
        let kind = read("Type").to_lowercase();
        let kind = kind.rsplit('/').next().unwrap_or_default();
        let is_outside =
            !matches!(read("TargetMode"), "" | "Internal") || leads_out(read("Target"));
        !RUNNABLE_RELATIONSHIPS.contains(&kind) && (!is_outside || kind == HYPERLINK)
    };
    all_nodes(list, is_harmless)
}

/// Whether a target has a scheme, a drive or a host.
fn leads_out(target: &str) -> bool {
    let first = target.split(['/', '?', '#']).next().unwrap_or_default();
    target.starts_with("//") || target.contains('\\') || first.contains(':')
}

/// Whether a rule holds for all nodes. Markup is UTF-8 without declarations of its own, as programs
/// write it.
fn all_nodes(list: &[u8], rule: impl Fn(Node<'_, '_>) -> bool) -> bool {
    let list = list.strip_prefix(b"\xef\xbb\xbf").unwrap_or(list);
    let Ok(text) = str::from_utf8(list) else {
        return false;
    };
    let options = ParsingOptions {
        allow_dtd: false,
        nodes_limit: NODES_MAX,
        ..ParsingOptions::default()
    };
    Document::parse_with_options(text, options)
        .is_ok_and(|document| document.descendants().all(rule))
}
