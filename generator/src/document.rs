//! The HTML document around the React markup, made by Tera from the frontend's template.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use contract::build::Access;
use contract::locale::Locale;
use contract::page::Head;
use contract::route::DocumentAssets;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tera::{Context, Tera};

use crate::fonts;
use crate::frontend::Frontend;

const TEMPLATE: &str = "document.html";

/// Renders documents; one per frontend, shared by all threads.
pub struct Documents {
    tera: Tera,
    inline_script: String,
    has_fonts: bool,
}

/// What the template sees. Names are the template's variables.
#[derive(Serialize)]
struct Variables<'a> {
    lang: &'a str,
    dir: contract::locale::Direction,
    head: &'a Head,
    json_ld: Option<String>,
    fonts: &'a [&'a str],
    styles: &'a [String],
    preloads: &'a [String],
    scripts: &'a [String],
    markup: &'a str,
    state: &'a str,
    inline_script: &'a str,
}

impl Documents {
    /// Parses the template.
    pub fn new(frontend: &Frontend) -> anyhow::Result<Self> {
        let mut tera = Tera::default();
        tera.add_raw_template(TEMPLATE, &frontend.template)?;
        tera.autoescape_on(vec![".html"]);
        Ok(Self {
            tera,
            inline_script: frontend.inline_script.clone(),
            has_fonts: frontend.fonts.is_some(),
        })
    }

    /// CSP sources of the scripts that stand inside every document.
    pub fn inline_scripts(&self) -> Vec<String> {
        vec![format!(
            "sha256-{}",
            STANDARD.encode(Sha256::digest(&self.inline_script))
        )]
    }

    /// The whole document. `state` is [`script_json`].
    pub fn render(
        &self,
        head: &Head,
        locale: &Locale,
        access: Access,
        assets: &DocumentAssets,
        markup: &str,
        state: &str,
    ) -> anyhow::Result<String> {
        let variables = Variables {
            lang: &locale.code,
            dir: locale.dir,
            head,
            json_ld: head.json_ld.as_ref().map(script_json).transpose()?,
            fonts: self.fonts(access),
            styles: &assets.styles,
            preloads: &assets.preloads,
            scripts: &assets.scripts,
            markup,
            state,
            inline_script: &self.inline_script,
        };
        Ok(self
            .tera
            .render(TEMPLATE, &Context::from_serialize(variables)?)?)
    }
}

impl Documents {
    /// The fonts' style sheets: their addresses never change, so a page does not either when another page has a new character.
    fn fonts(&self, access: Access) -> &'static [&'static str] {
        match (self.has_fonts, access) {
            (false, _) => &[],
            (true, Access::Guarded) => &[fonts::CSS, fonts::GUARDED_CSS],
            (true, _) => &[fonts::CSS],
        }
    }
}

/// JSON that can stand inside a `<script>` element: no `<`, `>` or `&` that could end it or open a comment, and no line
/// separators that older parsers take for line ends. The only place that escapes data blocks.
pub(crate) fn script_json(value: &(impl Serialize + ?Sized)) -> anyhow::Result<String> {
    let json = serde_json::to_string(value)?;
    let mut escaped = String::with_capacity(json.len() + json.len() / 16);
    for character in json.chars() {
        match character {
            '<' => escaped.push_str("\\u003c"),
            '>' => escaped.push_str("\\u003e"),
            '&' => escaped.push_str("\\u0026"),
            '\u{2028}' => escaped.push_str("\\u2028"),
            '\u{2029}' => escaped.push_str("\\u2029"),
            other => escaped.push(other),
        }
    }
    Ok(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_block_cannot_be_left() {
        let hostile = "</script><!--<script>&amp;\u{2028}";
        let escaped = script_json(&hostile).unwrap();
        assert!(!escaped.contains(['<', '>', '&', '\u{2028}']), "{escaped}");
        assert_eq!(serde_json::from_str::<String>(&escaped).unwrap(), hostile);
    }
}
