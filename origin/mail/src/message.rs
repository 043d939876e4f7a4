//! A mail as bytes: headers, and the text beside the HTML.

use std::time::{Duration, UNIX_EPOCH};

use lettre::Message;
use lettre::message::header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, MultiPart, SinglePart};

use super::{Mail, MailError};

/// Puts a message together.
pub(super) fn compose(mail: &Mail, sender: &Mailbox) -> Result<Message, MailError> {
    let date = UNIX_EPOCH + Duration::from_secs(mail.date.unsigned_abs());
    // An address is checked when it comes in; this fails for no input that gets here.
    let to = mail.to.as_str().parse();
    let to = to.map_err(|_| lettre::error::Error::MissingTo)?;
    // The sender's domain, because the name of this machine is private.
    let id = format!("<{}@{}>", mail.id, sender.email.domain());
    Ok(Message::builder()
        .from(sender.clone())
        .to(Mailbox::new(None, to))
        .subject(&mail.subject)
        .date(date)
        .message_id(Some(id))
        .raw_header(header("Content-Language", &mail.language))
        // Keeps absence notices from answering (RFC 3834).
        .raw_header(header("Auto-Submitted", "auto-generated"))
        .multipart(
            MultiPart::alternative()
                .singlepart(part(ContentType::TEXT_PLAIN, &mail.text))
                .singlepart(part(ContentType::TEXT_HTML, &mail.html)),
        )?)
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value.to_owned())
}

/// Quoted-printable whatever the language, so that a code can be read in the raw file as well.
fn part(kind: ContentType, text: &str) -> SinglePart {
    let encoding = ContentTransferEncoding::QuotedPrintable;
    let body = Body::new_with_encoding(text.to_owned(), encoding);
    // It only refuses encodings that the text does not fit; this one takes any.
    let body = body.unwrap_or_else(Body::new);
    SinglePart::builder().header(kind).body(body)
}
