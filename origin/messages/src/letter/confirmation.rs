//! The letter to the sender of a message: its number, and the link that shows and withdraws it.

use origin_ground::texts::{Catalog, fill};
use origin_mail::Mail;
use origin_mail::letter::{Fact, Letter, LetterHead, ONE_TRY, Part};

/// A confirmation, before it is written.
pub struct ConfirmationLetter<'a> {
    /// Id, receiver, site and time.
    pub head: LetterHead<'a>,
    /// Number of the message: `7K3D-9QXF`.
    pub number: &'a str,
    /// The form's name for people.
    pub form: &'a str,
    /// The form's own words on the next steps.
    pub next: Option<&'a str>,
    /// When the message was received, for people.
    pub received: &'a str,
    /// The sender's name for the file.
    pub file: Option<&'a str>,
    /// Address of the page that shows and withdraws the message.
    pub url: &'a str,
}

impl ConfirmationLetter<'_> {
    /// The e-mail in the language of the catalog.
    pub fn write(&self, catalog: &Catalog) -> Mail {
        let texts = &catalog.mail;
        let values = [("site", self.head.site), ("number", self.number)];
        let filled = |text: &String| fill(text, &values);
        let usual = || filled(&texts.confirmation_next);
        let next = self.next.map_or_else(usual, str::to_owned);
        let file = self.file.map_or_else(|| texts.fact_no_file.clone(), short);
        let letter = Letter {
            head: self.head,
            subject: filled(&texts.confirmation_subject),
            preview: &next,
            parts: &[
                Part::Paragraph(filled(&texts.confirmation_greeting)),
                Part::Paragraph(filled(&texts.confirmation_intro)),
                Part::Facts(vec![
                    Fact::new(&texts.fact_number, self.number),
                    Fact::new(&texts.fact_form, self.form),
                    Fact::new(&texts.fact_received, self.received),
                    Fact::new(&texts.fact_file, &file),
                ]),
                Part::Paragraph(next.clone()),
                Part::Link {
                    label: filled(&texts.confirmation_link),
                    url: self.url.to_owned(),
                },
                Part::Quiet(filled(&texts.confirmation_secret)),
                Part::Quiet(filled(&texts.confirmation_unasked)),
            ],
            lifetime: ONE_TRY,
        };
        letter.write(catalog)
    }
}

/// Characters of a file's name: enough to recognise it, and too few for words to strangers, as any
/// address can be given.
const NAME_MAX: usize = 60;

/// Characters of its end that stay.
const END_MAX: usize = 12;

/// A name without its middle, if it is long.
fn short(name: &str) -> String {
    let length = name.chars().count();
    if length <= NAME_MAX {
        return name.to_owned();
    }
    let start = name.chars().take(NAME_MAX - END_MAX - 1);
    let end = name.chars().skip(length - END_MAX);
    start.chain(['…']).chain(end).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use origin_ground::texts::Texts;
    use origin_ground::user::Email;

    #[test]
    fn a_long_name_of_a_file_keeps_its_start_and_its_end() {
        assert_eq!(short("计划.pdf"), "计划.pdf");
        let fits = "长".repeat(NAME_MAX - 4) + ".pdf";
        assert_eq!(short(&fits), fits);
        let words = short(&("You have won, call now ".repeat(9) + "计划书.pdf"));
        assert_eq!(words.chars().count(), NAME_MAX);
        assert!(
            words.starts_with("You have won, call now You have won"),
            "{words}"
        );
        assert!(words.ends_with("… now 计划书.pdf"), "{words}");
    }

    #[test]
    fn both_parts_have_number_link_and_file_in_both_languages_and_a_name_is_no_markup() {
        let texts = Texts::built_in().unwrap();
        for language in ["zh", "en"] {
            let catalog = texts.catalog(language);
            let letter = ConfirmationLetter {
                head: LetterHead {
                    id: "0123",
                    to: &Email::parse("ann@example.com").unwrap(),
                    site: "Tidewater",
                    now: 0,
                },
                number: "7K3D-9QXF",
                form: "Business plan",
                next: Some("A partner reads it."),
                received: "2026-11-21 11:04 (UTC+8)",
                file: Some("<b>plan</b>.pdf"),
                url: "https://www.example.com/message/state#abc",
            };
            let mail = letter.write(catalog);
            assert!(mail.subject.contains("7K3D-9QXF") && mail.subject.contains("Tidewater"));
            for part in [&mail.text, &mail.html] {
                for fact in [
                    "7K3D-9QXF",
                    "Business plan",
                    "A partner reads it.",
                    "2026-11-21 11:04",
                    letter.url,
                ] {
                    assert!(part.contains(fact), "{fact}: {part}");
                }
            }
            assert!(mail.text.contains("<b>plan</b>.pdf"));
            assert!(mail.html.contains("&lt;b&gt;plan&lt;/b&gt;.pdf"));
            assert!(mail.text.lines().any(|line| line == letter.url));
            assert!(!mail.html.contains("{label}") && !mail.html.contains("{facts}"));
        }
    }
}
