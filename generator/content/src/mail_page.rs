//! `content/mail.html`: the document around the parts of an e-mail, with the company's logo,
//! colours and footer. Without it e-mails have the origin's own.

use contract::origin_data::MAIL_PLACES;
use contract::texts::placeholders;

use crate::files::folder::ContentFolder;
use crate::files::scan::MAIL;
use crate::files::text_file;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;

/// Longest file, in bytes: mail programs cut longer letters.
const MAX: u64 = 64 * 1024;
/// The place of the parts.
const CONTENT: &str = "{content}";
/// Elements that mail programs remove, with the letter if it is refused for them.
const REFUSED: [&str; 5] = ["<script", "<iframe", "<form", "<object", "<embed"];

/// The document, from the file in `folder`, called `file` in messages.
pub(super) fn read(
    folder: &ContentFolder,
    file: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> String {
    let text = match text_file::read(&folder.place(MAIL), file, MAX) {
        Ok(read) => read.text,
        Err(problem) => {
            diagnostics.push(*problem);
            return String::new();
        }
    };
    let problems = check(&text).into_iter();
    diagnostics.extend(problems.map(|message| Diagnostic::new(file, message)));
    text
}

fn check(text: &str) -> Vec<Message> {
    let lower = text.to_ascii_lowercase();
    let mut problems = Vec::new();
    if !lower.trim_start().starts_with("<!doctype html>") {
        problems.push(Message::new("mail-page/doctype"));
    }
    let count = text.matches(CONTENT).count();
    if count != 1 {
        problems.push(
            Message::new("mail-page/content")
                .with("place", CONTENT)
                .with("count", count),
        );
    }
    for name in placeholders(text).into_iter().filter(|name| is_name(name)) {
        if !MAIL_PLACES.contains(&name) {
            let places = MAIL_PLACES.map(|place| format!("`{{{place}}}`")).join(", ");
            let message = Message::new("mail-page/place")
                .with("place", format!("{{{name}}}"))
                .with("places", places);
            problems.push(message);
        }
    }
    let refused = REFUSED.into_iter().filter(|start| lower.contains(start));
    problems.extend(refused.map(|start| Message::new("mail-page/element").with("element", start)));
    problems
}

/// Whether the text between braces is a name: rules of a style sheet are none.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use generator_ground::message::Language;

    const PAGE: &str = "<!doctype html>\n<style>.page { color: red }</style><b>{site}</b>{content}";

    fn read_page(text: &str) -> (String, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(MAIL), text).unwrap();
        let mut diagnostics = Vec::new();
        let folder = ContentFolder::new(folder.path());
        let page = read(&folder, "content/mail.html", &mut diagnostics);
        let reason = |it: Diagnostic| it.message.text(Language::English);
        (page, diagnostics.into_iter().map(reason).collect())
    }

    #[test]
    fn a_page_with_places_and_styles_is_read() {
        assert_eq!(read_page(PAGE), (PAGE.to_owned(), Vec::new()));
    }

    #[test]
    fn what_would_spoil_letters_is_an_error() {
        for (from, to, expected) in [
            (
                "<!doctype html>",
                "<p>",
                "does not begin with `<!doctype html>`",
            ),
            ("{content}", "", "`{content}` is there 0 times"),
            (
                "{content}",
                "{content}{content}",
                "`{content}` is there 2 times",
            ),
            ("{site}", "{sight}", "the origin has no value for `{sight}`"),
            ("<b>", "<SCRIPT><b>", "`<script` has no effect in an e-mail"),
        ] {
            let (_, problems) = read_page(&PAGE.replace(from, to));
            assert_eq!(problems.len(), 1, "{to}: {problems:?}");
            assert!(problems[0].contains(expected), "{}", problems[0]);
        }
    }
}
