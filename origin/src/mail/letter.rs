//! Texts of e-mails: words from the catalogs, HTML from `templates/`.
//!
//! The template has ten places and no logic, so it is filled like every other text; an engine would
//! add a language to learn.

use std::time::Duration;

use contract::locale::{Direction, Locale};

use super::Mail;
use crate::model::user::Email;
use crate::platform::texts::{Catalog, fill};

const CODE_HTML: &str = include_str!("../../templates/code.html");

/// An e-mail with a sign-in code, before it is written.
pub(crate) struct CodeLetter<'a> {
    pub(crate) to: &'a Email,
    pub(crate) code: &'a str,
    /// The site's name in the language of the texts.
    pub(crate) site: &'a str,
    /// Seconds that the code works.
    pub(crate) lifetime: i64,
    /// Now, in seconds since the epoch.
    pub(crate) now: i64,
}

impl CodeLetter<'_> {
    /// The e-mail in the language of the catalog.
    pub(crate) fn write(&self, catalog: &Catalog) -> Mail {
        let (locale, texts) = (&catalog.locale, &catalog.mail);
        let minutes = (self.lifetime / 60).to_string();
        let values = [
            ("code", self.code),
            ("minutes", &minutes),
            ("site", self.site),
        ];
        let subject = fill(&texts.code_subject, &values);
        let paragraphs = [
            &texts.code_greeting,
            &texts.code_intro,
            &texts.code_validity,
            &texts.code_unasked,
        ]
        .map(|text| fill(text, &values));
        Mail {
            to: self.to.clone(),
            text: self.text(&paragraphs),
            html: self.html(locale, &subject, &paragraphs),
            subject,
            language: locale.code.clone(),
            date: self.now,
            lifetime: Duration::from_secs(self.lifetime.unsigned_abs()),
        }
    }

    /// The part for programs that show no HTML. The code stands alone on its line: programs find it
    /// there, and a double click takes nothing else along.
    fn text(&self, [greeting, intro, validity, unasked]: &[String; 4]) -> String {
        format!(
            "{greeting}\n\n{intro}\n\n    {}\n\n{validity}\n\n{unasked}\n\n-- \n{}\n",
            self.code, self.site
        )
    }

    /// The same as HTML.
    fn html(&self, locale: &Locale, subject: &str, paragraphs: &[String; 4]) -> String {
        // Not every mail program knows `text-align: start`.
        let (direction, side) = match locale.dir {
            Direction::Ltr => ("ltr", "left"),
            Direction::Rtl => ("rtl", "right"),
        };
        let [greeting, intro, validity, unasked] = paragraphs;
        fill(
            CODE_HTML,
            &[
                ("language", &escape(&locale.code)),
                ("direction", direction),
                ("side", side),
                ("subject", &escape(subject)),
                ("greeting", &escape(greeting)),
                ("intro", &escape(intro)),
                ("code", &escape(self.code)),
                ("validity", &escape(validity)),
                ("unasked", &escape(unasked)),
                ("site", &escape(self.site)),
            ],
        )
    }
}

/// Text as HTML, for between tags and in quoted attributes.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::texts::Texts;

    fn letter(language: &str, site: &str) -> Mail {
        written(&catalog(language), site)
    }

    fn written(catalog: &Catalog, site: &str) -> Mail {
        let letter = CodeLetter {
            to: &Email::parse("ann@example.com").unwrap(),
            code: "012345",
            site,
            lifetime: 600,
            now: 0,
        };
        letter.write(catalog)
    }

    fn catalog(language: &str) -> Catalog {
        let texts = Texts::built_in().unwrap();
        texts.catalog(language).as_ref().clone()
    }

    #[test]
    fn both_parts_say_the_same_in_both_languages() {
        for (language, code) in [("zh", "zh-CN"), ("en", "en")] {
            let mail = letter(language, "Tidewater");
            assert_eq!(mail.language, code);
            assert!(mail.subject.contains("012345") && mail.subject.contains("Tidewater"));
            assert!(mail.text.lines().any(|line| line.trim() == "012345"));
            for paragraph in mail.text.lines().filter(|line| !line.starts_with("--")) {
                let paragraph = escape(paragraph.trim());
                assert!(mail.html.contains(&paragraph), "{paragraph}");
            }
            let html = format!("<html lang=\"{code}\" dir=\"ltr\">");
            assert!(mail.html.contains(&html));
        }
    }

    #[test]
    fn a_language_that_is_written_from_right_to_left_is_shown_so() {
        let mut arabic = catalog("en");
        (arabic.locale.code, arabic.locale.dir) = ("ar".to_owned(), Direction::Rtl);
        let html = written(&arabic, "Tidewater").html;
        assert!(html.contains("<html lang=\"ar\" dir=\"rtl\">"));
        assert!(html.contains("text-align: right") && !html.contains("text-align: left"));
    }

    #[test]
    fn no_place_is_left_open_and_nothing_is_fetched() {
        let html = letter("en", "Tidewater").html;
        for line in html.lines().filter(|line| !line.contains(':')) {
            assert!(
                !line.contains('{') || line.trim_end().ends_with('{'),
                "{line}"
            );
        }
        assert!(!html.contains("http") && !html.contains("url(") && !html.contains("<img"));
    }

    #[test]
    fn a_name_is_no_markup() {
        let html = letter("en", "A<b>\"&'").html;
        assert!(html.contains("A&lt;b&gt;&quot;&amp;&#39;") && !html.contains("<b>"));
    }
}
