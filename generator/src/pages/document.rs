//! The HTML document around the React markup, made by Tera from the frontend's template.

use std::collections::BTreeMap;

use anyhow::Context as _;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use contract::build::Access;
use contract::locale::Locale;
use contract::page::{CrawlerHead, Head};
use contract::route::DocumentAssets;
use memchr::{memchr3, memmem};
use serde::Serialize;
use sha2::{Digest, Sha256};
use tera::{Context, Tera};

use crate::fonts;
use crate::fonts::first::FirstFace;
use generator_ground::message::Message;

const TEMPLATE: &str = "document.html";

/// Placeholders that the template gets for the variables `markup` and `state`.
const MARKUP: &str = "<markup>";
const STATE: &str = "<state>";

/// Renders documents; one per frontend, shared by all threads.
pub struct Documents {
    tera: Tera,
    inline_script: String,
    /// The template has a place for the rules of the first screen.
    has_style: bool,
    has_fonts: bool,
    notes: BTreeMap<String, String>,
}

/// Style of the note above a page. Style sheets and scripts of the site do not know it; the policy
/// of documents allows such an attribute.
const NOTE_STYLE: &str = "padding:.4em 1em;background:#1f2937;color:#fff;\
    font:14px/1.5 system-ui,sans-serif;text-align:center";

/// Links that a document has besides those of its app.
#[derive(Clone, Copy, Debug, Default)]
pub struct DocumentStart<'a> {
    /// Rules of the style sheet; none: the sheets come first.
    pub style: Option<&'a str>,
    /// Fonts that are loaded before all others.
    pub faces: &'a [FaceLink<'a>],
    /// Addresses of the feeds in the document's language.
    pub feeds: &'a [String],
    /// The element that is last in the head.
    pub figures: Option<&'a str>,
}

/// A font that a document loads first.
#[derive(Debug, Serialize)]
pub struct FaceLink<'a> {
    href: String,
    family: &'a str,
    weight: &'a str,
    characters: &'a str,
}

impl<'a> FaceLink<'a> {
    /// The link to a font.
    pub fn new(face: &'a FirstFace) -> Self {
        Self {
            href: format!("/assets/{}", face.subset.asset()),
            family: &face.family,
            weight: &face.weight,
            characters: &face.characters,
        }
    }
}

/// Variables of the template. Names are the template's variables.
#[derive(Serialize)]
struct Variables<'a> {
    lang: &'a str,
    dir: contract::locale::Direction,
    head: HeadVariables<'a>,
    json_ld: Option<String>,
    fonts: &'a [&'a str],
    /// Rules of the first screen; the style sheets come after it.
    style: Option<&'a str>,
    faces: &'a [FaceLink<'a>],
    feeds: &'a [String],
    styles: &'a [String],
    preloads: &'a [String],
    scripts: &'a [String],
    markup: &'a str,
    state: &'a str,
    inline_script: &'a str,
}

/// Fields of the variable `head`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct HeadVariables<'a> {
    #[serde(flatten)]
    head: &'a Head,
    image: Option<&'a str>,
    image_size: Option<(u32, u32)>,
    hreflang: &'a BTreeMap<String, String>,
}

impl Documents {
    /// Parses the template.
    pub fn new(template: &str, inline_script: &str, has_fonts: bool) -> anyhow::Result<Self> {
        let mut tera = Tera::default();
        tera.add_raw_template(TEMPLATE, template)?;
        tera.autoescape_on(vec![".html"]);
        tera.set_escape_fn(escape);
        Ok(Self {
            tera,
            inline_script: inline_script.to_owned(),
            has_style: template.contains("{{ style"),
            has_fonts,
            notes: BTreeMap::new(),
        })
    }

    /// The document with a note above every page, by locale code: outside the part that the client
    /// renders.
    pub fn with_notes(self, notes: BTreeMap<String, String>) -> Self {
        Self { notes, ..self }
    }

    /// Whether documents are to have the rules of their pages.
    pub fn has_style(&self) -> bool {
        self.has_style
    }

    /// CSP sources of the inline scripts of every document.
    pub fn inline_scripts(&self) -> Vec<String> {
        vec![format!(
            "sha256-{}",
            STANDARD.encode(Sha256::digest(&self.inline_script))
        )]
    }

    /// The document around markup and state, which are most of it and are not copied through the
    /// template.
    pub fn frame(
        &self,
        (head, crawler_head): (&Head, &CrawlerHead),
        locale: &Locale,
        access: Access,
        assets: &DocumentAssets,
        start: DocumentStart<'_>,
    ) -> anyhow::Result<Frame> {
        let variables = Variables {
            lang: &locale.code,
            dir: locale.dir,
            head: HeadVariables {
                head,
                image: crawler_head.image.as_deref(),
                image_size: crawler_head.image_size,
                hreflang: &crawler_head.hreflang,
            },
            json_ld: crawler_head.json_ld.as_ref().map(script_json).transpose()?,
            fonts: self.fonts(access),
            style: start.style,
            faces: start.faces,
            feeds: start.feeds,
            styles: &assets.styles,
            preloads: &assets.preloads,
            scripts: &assets.scripts,
            markup: MARKUP,
            state: STATE,
            inline_script: &self.inline_script,
        };
        let mut text = self
            .tera
            .render(TEMPLATE, &Context::from_serialize(variables)?)?;
        if let Some(element) = start.figures {
            text.insert_str(head_end(&text)?, element);
        }
        if let (Some(note), Some(at)) = (self.notes.get(&locale.code), body(&text)) {
            let note = escape(note);
            text.insert_str(at, &format!("<aside style=\"{NOTE_STYLE}\">{note}</aside>"));
        }
        let (markup, state) = (place(&text, MARKUP)?, place(&text, STATE)?);
        Ok(Frame {
            text,
            markup,
            state,
        })
    }
}

/// A document in which markup and state are still to be put.
#[derive(Debug)]
pub struct Frame {
    text: String,
    markup: usize,
    state: usize,
}

impl Frame {
    /// Writes the document; the functions write its parts.
    pub fn write(
        &self,
        out: &mut Vec<u8>,
        markup: impl FnOnce(&mut Vec<u8>),
        state: impl FnOnce(&mut Vec<u8>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let text = self.text.as_bytes();
        let (after_markup, after_state) = (self.markup + MARKUP.len(), self.state + STATE.len());
        if self.markup < self.state {
            out.extend_from_slice(&text[..self.markup]);
            markup(out);
            out.extend_from_slice(&text[after_markup..self.state]);
            state(out)?;
            out.extend_from_slice(&text[after_state..]);
        } else {
            out.extend_from_slice(&text[..self.state]);
            state(out)?;
            out.extend_from_slice(&text[after_state..self.markup]);
            markup(out);
            out.extend_from_slice(&text[after_markup..]);
        }
        Ok(())
    }
}

/// Where the body of a document begins.
fn body(document: &str) -> Option<usize> {
    let tag = document.find("<body")?;
    Some(tag + document[tag..].find('>')? + 1)
}

/// Where the head of a document ends: at the last such tag, because an inline script may have one
/// in a text. Markup and state are not in the document yet, and escaped text has no `<`.
fn head_end(document: &str) -> anyhow::Result<usize> {
    let end = document.rfind("</head>");
    end.with_context(|| Message::new("no-head-end"))
}

/// Position of `mark` in a document. Text that the template escapes has no `<`, so only the
/// template itself can write one.
fn place(document: &str, mark: &str) -> anyhow::Result<usize> {
    let mut places = memmem::find_iter(document.as_bytes(), mark);
    match (places.next(), places.next()) {
        (Some(place), None) => Ok(place),
        _ => anyhow::bail!(
            "`templates/document.html` must put `{}` into the document once, as in `{{{{ {} | safe }}}}`",
            mark.trim_matches(['<', '>']),
            mark.trim_matches(['<', '>'])
        ),
    }
}

impl Documents {
    /// The fonts' style sheets: their addresses never change, so a page does not either when
    /// another page has a new character.
    fn fonts(&self, access: Access) -> &'static [&'static str] {
        match (self.has_fonts, access) {
            (false, _) => &[],
            (true, Access::Guarded) => &[fonts::CSS, fonts::GUARDED_CSS],
            (true, _) => &[fonts::CSS],
        }
    }
}

/// Text for an element or a quoted attribute: escaped as far as HTML requires, and no more. An
/// address keeps its slashes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '"', '\'']) {
        escaped.push_str(&rest[..at]);
        escaped.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'"' => "&quot;",
            _ => "&#39;",
        });
        rest = &rest[at + 1..];
    }
    escaped.push_str(rest);
    escaped
}

/// JSON for the inside of a `<script>` element.
fn script_json(value: &impl Serialize) -> anyhow::Result<String> {
    let mut escaped = Vec::new();
    escape_script(&serde_json::to_string(value)?, &mut escaped);
    Ok(String::from_utf8(escaped)?)
}

/// Appends JSON in a form for the inside of a `<script>` element: no `<`, `>` or `&` that could end
/// it or open a comment, and no line separators that older parsers take for line ends. The only
/// place that escapes data blocks.
pub(crate) fn escape_script(json: &str, out: &mut Vec<u8>) {
    let mut rest = json.as_bytes();
    while let Some(at) = memchr3(b'<', b'>', b'&', rest) {
        escape_separators(&rest[..at], out);
        out.extend_from_slice(match rest[at] {
            b'<' => b"\\u003c",
            b'>' => b"\\u003e",
            _ => b"\\u0026",
        });
        rest = &rest[at + 1..];
    }
    escape_separators(rest, out);
}

/// U+2028 and U+2029 as escapes; both begin with the same two bytes.
fn escape_separators(json: &[u8], out: &mut Vec<u8>) {
    let mut done = 0;
    for at in memmem::find_iter(json, b"\xe2\x80") {
        let escape: &[u8] = match json.get(at + 2) {
            Some(0xa8) => b"\\u2028",
            Some(0xa9) => b"\\u2029",
            _ => continue,
        };
        out.extend_from_slice(&json[done..at]);
        out.extend_from_slice(escape);
        done = at + 3;
    }
    out.extend_from_slice(&json[done..]);
}

#[cfg(test)]
mod tests {
    use html5ever::tendril::TendrilSink;
    use html5ever::{ParseOpts, parse_document};
    use markup5ever_rcdom::{NodeData, RcDom};
    use proptest::prelude::*;

    use super::*;

    /// The text of the title and the values of the two attributes, as a browser reads them.
    fn read_back(text: &str) -> [String; 3] {
        let escaped = escape(text);
        let html = format!("<title>{escaped}</title><p lang=\"{escaped}\" title='{escaped}'>");
        let dom = parse_document(RcDom::default(), ParseOpts::default()).one(html);
        let mut found = [const { String::new() }; 3];
        // All are kept to the end: dropping a node empties its descendants, too.
        let mut nodes = vec![dom.document];
        let mut next = 0;
        while let Some(node) = nodes.get(next).cloned() {
            next += 1;
            if let NodeData::Element { name, attrs, .. } = &node.data {
                for attribute in attrs.borrow().iter() {
                    let at = 1 + usize::from(&*attribute.name.local == "title");
                    found[at] = attribute.value.to_string();
                }
                for child in node.children.borrow().iter() {
                    if let (true, NodeData::Text { contents }) =
                        (&*name.local == "title", &child.data)
                    {
                        found[0].push_str(&contents.borrow());
                    }
                }
            }
            nodes.extend(node.children.borrow().iter().cloned());
        }
        found
    }

    #[test]
    fn an_address_keeps_its_slashes() {
        let address = "https://www.example.com/en/news?a=1>2`";
        assert_eq!(escape(address), address);
        assert_eq!(
            escape("<a href=\"'\">&amp;"),
            "&lt;a href=&quot;&#39;&quot;>&amp;amp;"
        );
    }

    proptest! {
        #[test]
        fn browsers_read_back_what_was_escaped(
            text in "(/|<|>|&|\"|'|`|=| |a|;|&#x2F;|&sol|</title>|<!--|潮|\u{a0}){0,12}"
        ) {
            prop_assert_eq!(read_back(&text), [text.clone(), text.clone(), text]);
        }
    }

    #[test]
    fn a_data_block_cannot_be_left() {
        let hostile = "</script><!--<script>&amp;\u{2028}";
        for hostile in [hostile, "<", "a\u{2029}", "“\u{2028}”&", "潮—生“", ""] {
            let escaped = script_json(&hostile).unwrap();
            assert!(
                !escaped.contains(['<', '>', '&', '\u{2028}', '\u{2029}']),
                "{escaped}"
            );
            assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), hostile);
        }
    }

    fn frame(template: &str, title: &str) -> anyhow::Result<Frame> {
        let documents = Documents::new(template, "", false)?;
        let head = Head {
            title: title.to_owned(),
            ..Head::default()
        };
        let crawler_head = CrawlerHead {
            json_ld: Some(title.into()),
            ..CrawlerHead::default()
        };
        let locales: Vec<Locale> =
            serde_json::from_str(include_str!("../../../locales/locales.json"))?;
        let assets = DocumentAssets {
            scripts: Vec::new(),
            styles: Vec::new(),
            preloads: Vec::new(),
        };
        documents.frame(
            (&head, &crawler_head),
            &locales[0],
            Access::Public,
            &assets,
            DocumentStart::default(),
        )
    }

    #[test]
    fn markup_and_state_stand_where_the_template_says_in_any_order() {
        for (template, expected) in [
            (
                "<i>{{ markup | safe }}</i>{{ state | safe }}.",
                "<i>M</i>S.",
            ),
            ("{{ state | safe }}{{ markup | safe }}", "SM"),
        ] {
            let mut out = Vec::new();
            let frame = frame(template, "").unwrap();
            frame
                .write(
                    &mut out,
                    |out| out.push(b'M'),
                    |out| {
                        out.push(b'S');
                        Ok(())
                    },
                )
                .unwrap();
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }

    #[test]
    fn no_title_is_taken_for_the_place_of_the_markup() {
        let template = "{{ head.title }}{{ json_ld | safe }}{{ markup | safe }}{{ state | safe }}";
        let title = "<markup><state>";
        let frame = frame(template, title).unwrap();
        assert_eq!(frame.markup, frame.text.len() - MARKUP.len() - STATE.len());
    }

    #[test]
    fn a_template_without_a_place_for_the_markup_is_refused() {
        for template in [
            "{{ state | safe }}",
            "{{ markup | safe }}{{ markup | safe }}{{ state | safe }}",
        ] {
            let message = frame(template, "").unwrap_err().to_string();
            assert!(message.contains("{{ markup | safe }}"), "{message}");
        }
    }
}
