//! One try to send one thing about a message.

use notices::Notice;
use serde_json::json;

use crate::Messages;
use crate::letter::confirmation::ConfirmationLetter;
use crate::letter::notice::StaffNotice;
use crate::outbox::item::{MAIL, NoticeKind, OutgoingKind};
use crate::store::messages::{self, MessageSummary};
use crate::store::outbox::OutboxItem;
use origin_ground::clock;
use origin_ground::texts::Catalog;
use origin_ground::token::Token;
use origin_ground::user::Email;
use origin_mail::fault::Fault;
use origin_mail::letter::LetterHead;

/// Page on which a message is seen and withdrawn. The token is in the fragment, which reaches no
/// server, no log and no other site.
const STATE_PAGE: &str = "/message/state";

/// Why something was not sent.
pub(super) enum SendingError {
    /// The try failed.
    Fault(Fault),
    /// The database failed.
    Storage(sqlx::Error),
}

/// Tries to send a letter or notice. Items about a message that is gone are skipped.
pub(super) async fn send(messages: &Messages, outgoing: &OutboxItem) -> Result<(), SendingError> {
    let found = messages::summary(messages.ground.db.readers(), &outgoing.message_id).await?;
    let (Some(message), Some(kind)) = (found, OutgoingKind::parse(&outgoing.kind)) else {
        return Ok(());
    };
    match kind {
        OutgoingKind::Confirmation => confirm(messages, outgoing, &message).await,
        OutgoingKind::Notice(kind) => tell_staff(messages, outgoing, (kind, &message)).await,
    }
}

/// The number of the message that something is about, for the log.
pub(super) async fn number(messages: &Messages, outgoing: &OutboxItem) -> sqlx::Result<String> {
    let found = messages::summary(messages.ground.db.readers(), &outgoing.message_id).await?;
    Ok(found.map(|message| message.number).unwrap_or_default())
}

async fn confirm(
    messages: &Messages,
    outgoing: &OutboxItem,
    message: &MessageSummary,
) -> Result<(), SendingError> {
    let unpublished = || Fault::Deferred("no build says at which address the site is".to_owned());
    let site_url = messages
        .ground
        .content
        .site_url()
        .await
        .ok_or_else(unpublished)?;
    // Empty once the message is withdrawn.
    let Some(to) = Email::parse(&message.email) else {
        return Ok(());
    };
    let token = token(messages, &outgoing.message_id, message.link_hash.as_deref());
    let pool = messages.ground.db.writers();
    // Stored before it is sent: a link in a receiver's hands always works.
    if !messages::link(pool, &outgoing.message_id, &token.hash()).await? {
        return Ok(());
    }
    let texts = messages.ground.content.texts().await;
    let catalog = texts.catalog(&message.language);
    let page = catalog.locale.href(STATE_PAGE);
    let language = Some(catalog.locale.language.as_str());
    let form = messages.ground.content.form(language, &message.form).await;
    let letter = ConfirmationLetter {
        head: LetterHead {
            id: &outgoing.id,
            to: &to,
            site: &site_name(messages, catalog).await,
            now: messages.ground.clock.now(),
        },
        number: &message.number,
        form: &form_title(messages, catalog, message).await,
        next: form.as_ref().and_then(|form| form.next.as_deref()),
        received: &messages.ground.content.moment(message.received_at).await,
        file: message.file.as_ref().map(|(name, _)| name.as_str()),
        url: &format!("{site_url}{page}#{}", token.reveal()),
    };
    Ok(messages.mailer.try_once(letter.write(catalog)).await?)
}

/// The token of a message's link. Made of the message's id and the key, it is the same at every
/// try: one that seemed to fail may have arrived. After a rotation the older key still makes it; if
/// that is gone, too, the link of this letter takes the place of the older one.
fn token(messages: &Messages, message_id: &str, link_hash: Option<&str>) -> Token {
    let seals = messages.ground.key.seals(&["message link", message_id]);
    let tokens: Vec<_> = seals.iter().filter_map(|seal| Token::parse(seal)).collect();
    let mut told = tokens.iter();
    let told = told.find(|token| Some(token.hash().as_str()) == link_hash);
    // A keyed hash has the shape of a token, and there is always a key.
    told.or(tokens.first())
        .cloned()
        .unwrap_or_else(Token::random)
}

async fn tell_staff(
    messages: &Messages,
    outgoing: &OutboxItem,
    (kind, message): (NoticeKind, &MessageSummary),
) -> Result<(), SendingError> {
    let texts = messages.ground.content.texts().await;
    let catalog = texts.catalog(texts.default_language());
    let notice = StaffNotice {
        kind,
        number: &message.number,
        form: &form_title(messages, catalog, message).await,
        received: &messages.ground.content.moment(message.received_at).await,
        file: message.file.as_ref().map(|(_, size)| *size),
    };
    let now = messages.ground.clock.now();
    if outgoing.way != MAIL {
        let notice = webhook(messages, &notice, (catalog, message)).await;
        return Ok(messages.webhooks.send(&outgoing.way, &notice, now).await?);
    }
    let unknown = || Fault::Refused("nobody on the staff has this address any more".to_owned());
    let mut staff = messages.staff.iter();
    let to = staff.find(|email| email.as_str() == outgoing.receiver);
    let head = LetterHead {
        id: &outgoing.id,
        to: to.ok_or_else(unknown)?,
        site: &site_name(messages, catalog).await,
        now,
    };
    let letter = notice.words(catalog).write(head, catalog);
    Ok(messages.mailer.try_once(letter).await?)
}

/// The notice as webhooks get it. The time is the message's, so that it is the same at every try.
async fn webhook(
    messages: &Messages,
    notice: &StaffNotice<'_>,
    (catalog, message): (&Catalog, &MessageSummary),
) -> Notice {
    let words = notice.words(catalog);
    Notice {
        json: json!({
            "event": notice.kind,
            "site": messages.ground.content.site_url().await,
            "number": notice.number,
            "form": message.form,
            "title": notice.form,
            "receivedAt": clock::rfc3339(message.received_at),
            "fileBytes": notice.file,
        }),
        lines: words.lines(catalog),
        title: words.title,
        links: Vec::new(),
    }
}

async fn site_name(messages: &Messages, catalog: &Catalog) -> String {
    let name = messages
        .ground
        .content
        .site_name(&catalog.locale.language)
        .await;
    name.unwrap_or_else(|| messages.sender_name.to_string())
}

async fn form_title(messages: &Messages, catalog: &Catalog, message: &MessageSummary) -> String {
    let language = Some(catalog.locale.language.as_str());
    messages
        .ground
        .content
        .form_title(language, &message.form)
        .await
}

impl From<Fault> for SendingError {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl From<sqlx::Error> for SendingError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error)
    }
}
