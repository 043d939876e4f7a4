//! Elements that show no text of the page.

use html5gum::StartTag;

use super::attribute;

/// Controls, drawings, scripts.
const LEFT_OUT: [&[u8]; 19] = [
    b"audio",
    b"button",
    b"canvas",
    b"dialog",
    b"iframe",
    b"math",
    b"nav",
    b"noscript",
    b"object",
    b"option",
    b"rp",
    b"rt",
    b"script",
    b"select",
    b"style",
    b"svg",
    b"template",
    b"textarea",
    b"video",
];

/// Elements that have no end.
const VOID: [&[u8]; 9] = [
    b"br", b"col", b"embed", b"hr", b"img", b"input", b"link", b"source", b"wbr",
];

/// The element that is left out, with all that is in it.
#[derive(Debug, Default)]
pub(in super::super) struct LeftOut {
    open: Option<Open>,
    /// Whether parts around the text of the page stay.
    keeps_furniture: bool,
}

#[derive(Debug)]
struct Open {
    name: Vec<u8>,
    /// How many elements of this name are open.
    count: usize,
}

impl LeftOut {
    /// Leaves out controls and hidden parts, and no links to other pages.
    pub(in super::super) fn with_furniture() -> Self {
        Self {
            open: None,
            keeps_furniture: true,
        }
    }

    pub(in super::super) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Whether the element of a start tag is left out.
    pub(in super::super) fn start(&mut self, tag: &StartTag<()>) -> bool {
        let name: &[u8] = &tag.name;
        if let Some(open) = &mut self.open {
            open.count += usize::from(open.name == name);
            return true;
        }
        let is_left_out = LEFT_OUT.contains(&name)
            || is_hidden(tag)
            || !self.keeps_furniture && is_furniture(tag);
        // Only a drawing can end with its first tag.
        let is_whole = VOID.contains(&name) || tag.self_closing && name == b"svg";
        if is_left_out && !is_whole {
            self.open = Some(Open {
                name: name.to_owned(),
                count: 1,
            });
        }
        is_left_out
    }

    /// Whether an end tag belongs to a part that is left out.
    pub(in super::super) fn end(&mut self, name: &[u8]) -> bool {
        let Some(open) = &mut self.open else {
            return false;
        };
        open.count -= usize::from(open.name == name);
        if open.count == 0 {
            self.open = None;
        }
        true
    }
}

/// Whether a tag is marked as a part around the page's text: a way back, a list of other pages.
fn is_furniture(tag: &StartTag<()>) -> bool {
    attribute(tag, "data-search").is_some_and(|value| value == "no")
}

fn is_hidden(tag: &StartTag<()>) -> bool {
    tag.attributes.contains_key(&b"hidden"[..])
        || attribute(tag, "aria-hidden").is_some_and(|value| value == "true")
}
