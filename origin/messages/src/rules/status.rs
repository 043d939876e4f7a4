//! A message after it was sent: its sender sees its state and takes it back, by the link in the
//! confirmation.
//!
//! The link's secret is stored only as a hash. A message that was taken back remains as a number
//! and a state; its text cannot be restored.

use contract::api::MessageState;

use crate::outbox::item::NoticeKind;
use crate::store::messages::{self, MessageStatus};
use crate::{Messages, outbox};
use origin_ground::token::Token;

/// The message behind a link.
pub async fn find(messages: &Messages, token: &Token) -> sqlx::Result<Option<MessageStatus>> {
    messages::status(messages.ground.db.readers(), &token.hash()).await
}

/// Takes the message behind a link back, if that has not been done, and returns its state.
pub async fn withdraw(messages: &Messages, token: &Token) -> sqlx::Result<Option<MessageStatus>> {
    let Some(standing) = find(messages, token).await? else {
        return Ok(None);
    };
    if standing.state != MessageState::Withdrawn {
        let mut transaction = messages.ground.db.writers().begin().await?;
        let now = messages.ground.clock.now();
        let is_news = messages::withdraw(&mut transaction, &standing.id, now).await?;
        if is_news {
            outbox::queue_notice(
                messages,
                &mut transaction,
                &standing.id,
                NoticeKind::Withdrawn,
            )
            .await?;
        }
        transaction.commit().await?;
        if is_news {
            messages.figures.withdrawn.add_one();
        }
        // The worker notifies staff, and removes the file.
        messages.queue.wake();
    }
    find(messages, token).await
}
