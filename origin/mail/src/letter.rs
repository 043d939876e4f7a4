//! Texts of e-mails: words from the catalogs, HTML from `templates/` or the site's `mail.html`.
//!
//! A letter is a list of parts, and each part is written twice, as text and as HTML, so that both
//! have the same content. Templates have places and no logic, so they are filled like every other
//! text; an engine would add a language to learn.

mod html;

use std::time::Duration;

use super::Mail;
use origin_ground::texts::{Catalog, fill};
use origin_ground::user::Email;

/// Lifetime of a letter that is tried once: the queue that it comes from tries again.
pub const ONE_TRY: Duration = Duration::ZERO;

/// The part of a letter before its message.
#[derive(Clone, Copy)]
pub struct LetterHead<'a> {
    /// Id that no other letter has.
    pub id: &'a str,
    /// The only receiver.
    pub to: &'a Email,
    /// The site's name in the language of the texts.
    pub site: &'a str,
    /// Now, in seconds since the epoch.
    pub now: i64,
}

/// A letter before it is written.
pub struct Letter<'a> {
    /// Id, receiver, site and time.
    pub head: LetterHead<'a>,
    /// Subject line, in the language of the texts.
    pub subject: String,
    /// Shown beside the subject in lists of messages.
    pub preview: &'a str,
    /// Parts of the text, from top to bottom.
    pub parts: &'a [Part],
    /// How long the letter is worth sending.
    pub lifetime: Duration,
}

/// A part of a letter.
pub enum Part {
    /// Running text.
    Paragraph(String),
    /// Small print.
    Quiet(String),
    /// Characters to be typed elsewhere.
    Code(String),
    /// Facts in a list, each with its name.
    Facts(Vec<Fact>),
    /// A link to a page.
    Link {
        /// Words of the link.
        label: String,
        /// Absolute address of the page.
        url: String,
    },
}

/// A fact and its name for people.
pub struct Fact {
    /// Name of the fact, in the language of the texts.
    pub label: String,
    /// Value of the fact, as people read it.
    pub value: String,
}

impl Letter<'_> {
    /// The e-mail with its text and its HTML, in the language of the catalog.
    pub fn write(&self, catalog: &Catalog) -> Mail {
        Mail {
            id: self.head.id.to_owned(),
            to: self.head.to.clone(),
            subject: self.subject.clone(),
            text: self.text(catalog),
            html: html::page(self, catalog),
            language: catalog.locale.code.clone(),
            date: self.head.now,
            lifetime: self.lifetime,
        }
    }

    /// The part for programs that show no HTML.
    fn text(&self, catalog: &Catalog) -> String {
        let parts = self.parts.iter().map(|part| part.text(catalog) + "\n\n");
        format!("{}-- \n{}\n", parts.collect::<String>(), self.head.site)
    }
}

impl Part {
    fn text(&self, catalog: &Catalog) -> String {
        match self {
            Self::Paragraph(text) | Self::Quiet(text) => text.clone(),
            // Alone on its line: programs find it there, and a double click selects only the code.
            Self::Code(code) => format!("    {code}"),
            Self::Facts(facts) => {
                let lines: Vec<_> = facts.iter().map(|fact| fact.line(catalog)).collect();
                lines.join("\n")
            }
            Self::Link { label, url } => format!("{label}\n{url}"),
        }
    }
}

impl Fact {
    /// A fact with this name and value, both in the language of the letter.
    pub fn new(label: &str, value: &str) -> Self {
        Self {
            label: label.to_owned(),
            value: value.to_owned(),
        }
    }

    /// The fact in one line.
    pub fn line(&self, catalog: &Catalog) -> String {
        let values = [("label", &*self.label), ("value", &*self.value)];
        fill(&catalog.mail.fact, &values)
    }
}
