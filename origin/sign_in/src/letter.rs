//! The letter with a sign-in code.

use std::time::Duration;

use origin_ground::id;
use origin_ground::texts::{Catalog, fill};
use origin_ground::user::Email;
use origin_mail::Mail;
use origin_mail::letter::{Letter, LetterHead, Part};

/// An e-mail with a sign-in code, before it is written.
pub struct CodeLetter<'a> {
    /// The address of the person that signs in.
    pub to: &'a Email,
    /// Six digits.
    pub code: &'a str,
    /// The site's name in the language of the texts.
    pub site: &'a str,
    /// Seconds that the code works.
    pub lifetime: i64,
    /// Now, in seconds since the epoch.
    pub now: i64,
}

impl CodeLetter<'_> {
    /// The e-mail in the language of the catalog.
    pub fn write(&self, catalog: &Catalog) -> Mail {
        let texts = &catalog.mail;
        let minutes = (self.lifetime / 60).to_string();
        let values = [
            ("code", self.code),
            ("minutes", &minutes),
            ("site", self.site),
        ];
        let filled = |text: &String| fill(text, &values);
        let validity = filled(&texts.code_validity);
        let letter = Letter {
            head: LetterHead {
                id: &id::random(),
                to: self.to,
                site: self.site,
                now: self.now,
            },
            subject: filled(&texts.code_subject),
            preview: &validity,
            parts: &[
                Part::Paragraph(filled(&texts.code_greeting)),
                Part::Paragraph(filled(&texts.code_intro)),
                Part::Code(self.code.to_owned()),
                Part::Paragraph(validity.clone()),
                Part::Quiet(filled(&texts.code_unasked)),
            ],
            lifetime: Duration::from_secs(self.lifetime.unsigned_abs()),
        };
        letter.write(catalog)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::locale::{Direction, Locale};
    use contract::origin_data::OriginData;
    use contract::texts;
    use origin_ground::texts::Texts;

    fn letter(language: &str, site: &str) -> Mail {
        write_letter(&catalog(language), site)
    }

    fn write_letter(catalog: &Catalog, site: &str) -> Mail {
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
                let paragraph = paragraph.trim();
                assert!(mail.html.contains(paragraph), "{paragraph}");
            }
            let html = format!("<html lang=\"{code}\" dir=\"ltr\">");
            assert!(mail.html.contains(&html));
        }
    }

    #[test]
    fn a_language_that_is_written_from_right_to_left_is_shown_so() {
        let mut arabic = catalog("en");
        (arabic.locale.code, arabic.locale.dir) = ("ar".to_owned(), Direction::Rtl);
        let html = write_letter(&arabic, "Tidewater").html;
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
    fn a_site_s_own_document_is_around_the_letter() {
        let own =
            "<!doctype html><html lang=\"{language}\"><a href=\"{url}/about\">{site}</a>{content}";
        let english = texts::BUILT_IN[1].locale.clone();
        let data = OriginData {
            locales: vec![Locale {
                default: true,
                ..english
            }],
            site_url: "https://www.example.com".to_owned(),
            mail_page: own.to_owned(),
            ..OriginData::default()
        };
        let texts = Texts::from_build(&data).unwrap();
        let mail = write_letter(texts.catalog("en"), "A<b>");
        let start = "<!doctype html><html lang=\"en\"><a href=\"https://www.example.com/about\">A&lt;b&gt;</a><p";
        assert!(mail.html.starts_with(start), "{}", mail.html);
        assert!(mail.html.contains(">012345</p>") && mail.text.contains("012345"));
    }

    #[test]
    fn a_name_is_no_markup() {
        let html = letter("en", "A<b>\"&'").html;
        assert!(html.contains("A&lt;b&gt;&quot;&amp;&#39;") && !html.contains("<b>"));
    }
}
