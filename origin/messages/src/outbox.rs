//! Letters and notices about messages: queued in the transaction that gives the reason for them,
//! sent by the worker, at least once.
//!
//! ```text
//! queued ──► leased ──► sent: the row goes
//!    ▲          ├──► not now: put back, with a longer pause each time
//!    └──────────┤
//!               └──► given up after a week: the row stays, for staff to see
//! ```
//!
//! A lease ends by itself, so a row whose sender was killed is sent by the next one. After a kill
//! between "sent" and the removal of the row, a letter or notice is sent twice; its letter has the
//! same `Message-ID` then.

pub mod item;
mod sending;

use std::time::Duration;

use futures_util::future;
use sqlx::AnyConnection;

use crate::Messages;
use crate::outbox::item::{MAIL, NoticeKind, OutgoingKind, next_try};
use crate::store::outbox::{self, NewOutboxItem, OutboxItem};
use origin_ground::db::budgets;
use origin_ground::user::Email;
use origin_mail::fault::Fault;
use origin_sign_in::rules::code::SENDING;

/// Seconds that a thing is its sender's: longer than a try may take.
const LEASE: i64 = 60;

/// How long a try may take, waiting for its turn included.
const TRY_TIME: Duration = Duration::from_secs(40);

/// Seconds that a failing way is left alone. Then one item shows whether it is open again, instead
/// of the whole queue.
const REST: i64 = 60;

/// E-mails that are sent at once: half of the mailer's connections, so that codes, for which people
/// wait, find one. Webhooks are called one after the other.
const MAILS_AT_ONCE: usize = 2;

/// Things that go on one way before all ways are looked at again: a thousand letters keep no
/// webhook waiting that was queued after them.
const IN_A_ROW: usize = 20;

/// Queues the letters and notices about a new message.
pub async fn queue_received(
    messages: &Messages,
    connection: &mut AnyConnection,
    message_id: &str,
    email: &str,
) -> sqlx::Result<()> {
    if may_confirm(messages, connection, email).await? {
        let confirmation = NewOutboxItem {
            message_id,
            kind: OutgoingKind::Confirmation.text(),
            way: MAIL,
            receiver: "",
            now: messages.ground.clock.now(),
        };
        outbox::queue(connection, &confirmation).await?;
    }
    queue_notice(messages, connection, message_id, NoticeKind::Received).await
}

/// Whether a letter is sent to an address that a visitor typed: not more of them than codes, so
/// that no sender can fill a stranger's mailbox.
async fn may_confirm(
    messages: &Messages,
    connection: &mut AnyConnection,
    email: &str,
) -> sqlx::Result<bool> {
    let Some(email) = Email::parse(email) else {
        return Ok(false);
    };
    let budget = messages
        .ground
        .key
        .seal(&["confirmation budget", &email.inbox()]);
    budgets::spend(connection, &budget, SENDING, messages.ground.clock.now()).await
}

/// Queues a notice of a message for each member of staff and each webhook.
pub async fn queue_notice(
    messages: &Messages,
    connection: &mut AnyConnection,
    message_id: &str,
    kind: NoticeKind,
) -> sqlx::Result<()> {
    let letters = messages
        .staff
        .iter()
        .map(|email| (MAIL.to_owned(), email.as_str()));
    let webhooks = messages.webhooks.ways(kind).into_iter();
    for (way, receiver) in letters.chain(webhooks.map(|way| (way, ""))) {
        let notice = NewOutboxItem {
            message_id,
            kind: OutgoingKind::Notice(kind).text(),
            way: &way,
            receiver,
            now: messages.ground.clock.now(),
        };
        outbox::queue(connection, &notice).await?;
    }
    Ok(())
}

/// Sends the due items until none is left, and returns the time of the next one. An item that waits
/// for one receiver delays no other.
pub async fn send_due(messages: &Messages) -> sqlx::Result<Option<i64>> {
    loop {
        let now = messages.ground.clock.now();
        messages.queue.tidy(now);
        let ways = outbox::ways(messages.ground.db.readers())
            .await?
            .into_iter();
        let ways = ways.map(|(way, due)| {
            let due = messages.queue.open_at(&way, due);
            (way, due)
        });
        let (due, later): (Vec<_>, Vec<_>) = ways.partition(|(_, due)| *due <= now);
        if due.is_empty() || messages.queue.is_closed() {
            return Ok(later.into_iter().map(|(_, due)| due).min());
        }
        let lanes = due.iter().flat_map(|(way, _)| {
            let lanes = if way == MAIL { MAILS_AT_ONCE } else { 1 };
            std::iter::repeat_n(way, lanes)
        });
        let sent = future::join_all(lanes.map(|way| send_on(messages, way))).await;
        sent.into_iter().collect::<sqlx::Result<()>>()?;
    }
}

/// Sends some of the due items of a way, one after the other, until one fails.
async fn send_on(messages: &Messages, way: &str) -> sqlx::Result<()> {
    let pool = messages.ground.db.writers();
    for _ in 0..IN_A_ROW {
        let now = messages.ground.clock.now();
        if messages.queue.is_closed() || messages.queue.open_at(way, now) > now {
            return Ok(());
        }
        let Some(taken) = outbox::take(pool, way, now, now + LEASE).await? else {
            return Ok(());
        };
        let late = || Fault::Away(format!("not sent within {TRY_TIME:?}"));
        let sent = tokio::time::timeout(TRY_TIME, sending::send(messages, &taken)).await;
        match sent.unwrap_or_else(|_| Err(late().into())) {
            Ok(()) => outbox::remove_sent(pool, &taken).await?,
            Err(sending::SendingError::Fault(fault)) => {
                if let Fault::Away(_) = fault {
                    messages.queue.rest(way, messages.ground.clock.now() + REST);
                }
                put_back(messages, &taken, &fault).await?;
            }
            // It is tried again when the lease has ended.
            Err(sending::SendingError::Storage(error)) => return Err(error),
        }
    }
    Ok(())
}

async fn put_back(messages: &Messages, outgoing: &OutboxItem, fault: &Fault) -> sqlx::Result<()> {
    let now = messages.ground.clock.now();
    let next_at = next_try(fault, outgoing.tries, outgoing.queued_at, now);
    let (kind, tries) = (&outgoing.kind, outgoing.tries + 1);
    let number = sending::number(messages, outgoing).await?;
    match next_at {
        Some(next_at) => tracing::warn!(
            number, kind, tries, reason = %fault,
            "what is to be sent about a message waits {} s for another try", next_at - now
        ),
        None => tracing::error!(
            number, kind, tries, reason = %fault,
            "what was to be sent about a message is given up"
        ),
    }
    outbox::put_back(messages.ground.db.writers(), outgoing, next_at, now).await
}
