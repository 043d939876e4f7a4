//! A letter as HTML.

use contract::locale::Direction;

use super::{Letter, Part};
use origin_ground::html::escape;
use origin_ground::texts::{Catalog, fill};

const PAGE: &str = include_str!("../../../templates/letter.html");
const PARAGRAPH: &str = include_str!("../../../templates/paragraph.html");
const QUIET: &str = include_str!("../../../templates/quiet.html");
const CODE: &str = include_str!("../../../templates/code.html");
const FACTS: &str = include_str!("../../../templates/facts.html");
const FACT: &str = include_str!("../../../templates/fact.html");
const BUTTON: &str = include_str!("../../../templates/button.html");

/// The whole letter, in the site's own document or in this one.
pub(super) fn page(letter: &Letter<'_>, catalog: &Catalog) -> String {
    let locale = &catalog.locale;
    // Not every mail program knows `text-align: start`.
    let (direction, side) = match locale.dir {
        Direction::Ltr => ("ltr", "left"),
        Direction::Rtl => ("rtl", "right"),
    };
    let content: String = letter.parts.iter().map(|shown| part(shown, side)).collect();
    fill(
        catalog.mail_page.as_deref().unwrap_or(PAGE),
        &[
            ("language", &escape(&locale.code)),
            ("direction", direction),
            ("side", side),
            ("subject", &escape(&letter.subject)),
            ("preview", &escape(letter.preview)),
            ("site", &escape(letter.head.site)),
            ("content", &content),
        ],
    )
}

fn part(part: &Part, side: &str) -> String {
    match part {
        Part::Paragraph(text) => fill(PARAGRAPH, &[("text", &escape(text))]),
        Part::Quiet(text) => fill(QUIET, &[("text", &escape(text))]),
        Part::Code(code) => fill(CODE, &[("code", &escape(code))]),
        Part::Facts(facts) => {
            let rows = facts.iter().map(|fact| {
                let (label, value) = (escape(&fact.label), escape(&fact.value));
                let values = [("label", &*label), ("value", &*value), ("side", side)];
                fill(FACT, &values)
            });
            let rows: String = rows.collect();
            fill(FACTS, &[("facts", &rows), ("side", side)])
        }
        Part::Link { label, url } => {
            let values = [("label", &*escape(label)), ("url", &*escape(url))];
            fill(BUTTON, &values)
        }
    }
}
