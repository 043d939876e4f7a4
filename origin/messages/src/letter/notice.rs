//! The notice to staff about a message: that it came, or was withdrawn. Never what was written, nor
//! who wrote: that stays in one place, where it can be deleted.

use crate::outbox::item::NoticeKind;
use origin_ground::texts::{Catalog, fill};
use origin_mail::Mail;
use origin_mail::letter::{Fact, Letter, LetterHead, ONE_TRY, Part};

/// A notice, before it is written.
pub struct StaffNotice<'a> {
    /// The event: the message came, or was withdrawn.
    pub kind: NoticeKind,
    /// Number of the message: `7K3D-9QXF`.
    pub number: &'a str,
    /// The form's name for people.
    pub form: &'a str,
    /// When the message was received, for people.
    pub received: &'a str,
    /// Bytes of the file.
    pub file: Option<i64>,
}

/// A notice in words.
pub struct NoticeWords {
    /// Subject of the e-mail, and heading of a webhook's notice.
    pub title: String,
    /// The event in a sentence.
    pub intro: String,
    /// Number, form and time of the message; the size of its file as well, if it is new.
    pub facts: Vec<Fact>,
    /// The thing to do.
    pub task: String,
}

impl StaffNotice<'_> {
    /// The notice in the language of the catalog.
    pub fn words(&self, catalog: &Catalog) -> NoticeWords {
        let texts = &catalog.mail;
        let values = [("number", self.number), ("form", self.form)];
        let filled = |text: &String| fill(text, &values);
        let [title, intro, task] = match self.kind {
            NoticeKind::Received => [
                &texts.received_subject,
                &texts.received_intro,
                &texts.received_task,
            ],
            NoticeKind::Withdrawn => [
                &texts.withdrawn_subject,
                &texts.withdrawn_intro,
                &texts.withdrawn_task,
            ],
        }
        .map(filled);
        let size = self.file.map(size);
        let mut facts = vec![
            Fact::new(&texts.fact_number, self.number),
            Fact::new(&texts.fact_form, self.form),
            Fact::new(&texts.fact_received, self.received),
        ];
        if self.kind == NoticeKind::Received {
            let size = size.as_deref().unwrap_or(&texts.fact_no_file);
            facts.push(Fact::new(&texts.fact_file, size));
        }
        NoticeWords {
            title,
            intro,
            facts,
            task,
        }
    }
}

impl NoticeWords {
    /// The e-mail to a member of staff.
    pub fn write(self, head: LetterHead<'_>, catalog: &Catalog) -> Mail {
        let letter = Letter {
            head,
            subject: self.title,
            preview: &self.intro,
            parts: &[
                Part::Paragraph(self.intro.clone()),
                Part::Facts(self.facts),
                Part::Paragraph(self.task),
            ],
            lifetime: ONE_TRY,
        };
        letter.write(catalog)
    }

    /// The lines under the title, for a chat.
    pub fn lines(&self, catalog: &Catalog) -> Vec<String> {
        let facts = self.facts.iter().map(|fact| fact.line(catalog));
        let lines = std::iter::once(self.intro.clone()).chain(facts);
        lines.chain([self.task.clone()]).collect()
    }
}

/// `14.3 MB`.
fn size(bytes: i64) -> String {
    match bytes {
        ..1_000_000 => format!("{} KB", (bytes / 1_000).max(1)),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use origin_ground::texts::Texts;
    use origin_ground::user::Email;

    #[test]
    fn a_notice_has_number_form_time_and_size_and_says_where_to_read() {
        let texts = Texts::built_in().unwrap();
        for language in ["zh", "en"] {
            let catalog = texts.catalog(language);
            let notice = |kind, file| StaffNotice {
                kind,
                number: "7K3D-9QXF",
                form: "Business plan",
                received: "2026-11-21 11:04 (UTC+8)",
                file,
            };
            let head = LetterHead {
                id: "0123",
                to: &Email::parse("desk@example.com").unwrap(),
                site: "Tidewater",
                now: 0,
            };
            let received = notice(NoticeKind::Received, Some(14_300_000)).words(catalog);
            let lines = received.lines(catalog).join("\n");
            let mail = received.write(head, catalog);
            for text in [&lines, &mail.text, &mail.html] {
                for part in [
                    "Business plan",
                    "2026-11-21 11:04",
                    "14.3 MB",
                    "messages show 7K3D",
                ] {
                    assert!(text.contains(part), "{part}: {text}");
                }
            }
            let withdrawn = notice(NoticeKind::Withdrawn, None).words(catalog);
            assert!(withdrawn.title.contains("7K3D-9QXF"));
            assert_eq!(withdrawn.facts.len(), 3, "the file is gone");
        }
    }

    #[test]
    fn a_size_is_short() {
        for (bytes, expected) in [
            (1, "1 KB"),
            (999_999, "999 KB"),
            (1_000_000, "1.0 MB"),
            (14_399_999, "14.3 MB"),
        ] {
            assert_eq!(size(bytes), expected);
        }
    }
}
