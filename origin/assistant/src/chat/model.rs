//! An answer in a model's words: its key and budget, its stream, its end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use contract::api::{ChatOutcome, ChatUnavailableReason, Done};
use sqlx::AnyPool;
use tokio::sync::mpsc;

use super::{Conversation, Event, Retrieved, Secret};
use crate::openai::key::OpenAiKey;
use crate::openai::{OpenAi, OpenAiError, Piece};
use crate::store::token_counts;
use crate::{AnswerStream, Chat, Message, prompt, tokens};
use origin_ground::limits::Client;

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;

/// The way in which a question is answered.
pub(super) enum AnswerMode {
    /// The site has no answer.
    Unanswered,
    /// By passages of pages; with the reason if a model was to write.
    Quoted(Option<ChatUnavailableReason>),
    /// By a model.
    Model(Model),
}

/// All that a model needs for one answer.
pub(super) struct Model {
    service: Arc<OpenAi>,
    pub key: OpenAiKey,
    messages: Vec<Message>,
    /// Tokens of `messages`, estimated.
    prompt_tokens: u64,
    /// Tokens that were set aside for the answer; none: the visitor pays.
    reservation: Option<TokenReservation>,
}

/// Tokens that were set aside.
struct TokenReservation {
    pool: AnyPool,
    day: i64,
    visitor: String,
    reserved: u64,
}

/// Tokens that an answer has cost so far.
#[derive(Default)]
pub(super) struct TokenUsage {
    /// Whether the service was asked.
    is_asked: AtomicBool,
    /// Tokens of the answer's words, estimated.
    words: AtomicU64,
    /// The service's own figure plus one; 0 until it comes.
    told: AtomicU64,
}

/// The end of a model's answer.
#[derive(Debug)]
pub(super) enum End {
    /// The model finished its answer.
    Whole,
    /// The model was stopped before: by its service or by our bounds.
    CutOff,
    /// The service failed.
    Failed(ChatUnavailableReason),
}

impl AnswerMode {
    /// Chooses the way and the key, and sets tokens aside if the key is the operator's.
    pub(super) async fn choose(
        chat: &Chat,
        client: Client,
        secret: Secret,
        conversation: &Conversation,
        retrieved: &Retrieved,
    ) -> Self {
        if !retrieved.is_answered {
            return Self::Unanswered;
        }
        let Some(service) = &chat.assistant.service else {
            return Self::Quoted(None);
        };
        let (key, is_ours) = match (secret, service.own_key()) {
            (Secret::Key(key), _) => (key, false),
            (Secret::Malformed, _) => return Self::Quoted(Some(ChatUnavailableReason::Secret)),
            (Secret::None, Some(key)) => (key, true),
            (Secret::None, None) => return Self::Quoted(None),
        };
        let messages = prompt(&conversation.messages, &retrieved.sources);
        let prompt_tokens = tokens::of_prompt(&messages);
        let mut model = Model {
            service: Arc::clone(service),
            key,
            messages,
            prompt_tokens,
            reservation: None,
        };
        if is_ours {
            let needed = prompt_tokens + u64::from(service.answer_tokens);
            match TokenReservation::reserve(chat, client, needed).await {
                Ok(Some(reservation)) => model.reservation = Some(reservation),
                Ok(None) => return Self::Quoted(Some(ChatUnavailableReason::Budget)),
                Err(error) => {
                    tracing::warn!(%error, "no tokens can be set aside; the model is not asked");
                    return Self::Quoted(Some(ChatUnavailableReason::Unavailable));
                }
            }
        }
        Self::Model(model)
    }

    /// Replaces the reserved tokens by the answer's real cost.
    pub(super) async fn settle(self, usage: &TokenUsage) {
        let Self::Model(Model {
            prompt_tokens,
            reservation: Some(reservation),
            ..
        }) = self
        else {
            return;
        };
        let cost = usage.cost(prompt_tokens, reservation.reserved);
        if let Err(error) = reservation.settle(cost).await {
            tracing::warn!(%error, "what an answer has cost could not be counted; what was set aside for it counts");
        }
    }
}

impl TokenReservation {
    /// Sets tokens aside for an answer of today; none if the visitor's or everybody's would not
    /// suffice.
    async fn reserve(chat: &Chat, client: Client, tokens: u64) -> sqlx::Result<Option<Self>> {
        let bounds = &chat.assistant.bounds;
        let day = chat.ground.clock.now().div_euclid(DAY);
        let visitor = chat.ground.key.seal(&["chat tokens", &client.to_string()]);
        let wanted = i64::try_from(tokens).unwrap_or(i64::MAX);
        let pool = chat.ground.db.writers();
        let mut transaction = pool.begin().await?;
        for (row, most) in [
            (&*visitor, bounds.visitor_tokens),
            (token_counts::ALL, bounds.day_tokens),
        ] {
            if !token_counts::reserve(&mut transaction, day, row, wanted, most).await? {
                return Ok(None);
            }
        }
        transaction.commit().await?;
        Ok(Some(Self {
            pool: pool.clone(),
            day,
            visitor,
            reserved: tokens,
        }))
    }

    async fn settle(&self, cost: u64) -> sqlx::Result<()> {
        let difference = i128::from(cost) - i128::from(self.reserved);
        // Beyond all numbers is charged as much as can be.
        let difference = i64::try_from(difference).unwrap_or(i64::MAX);
        token_counts::settle(&self.pool, self.day, &self.visitor, difference).await
    }
}

impl TokenUsage {
    /// Tokens that count, where `reserved` were set aside.
    fn cost(&self, prompt: u64, reserved: u64) -> u64 {
        if !self.is_asked.load(Ordering::Relaxed) {
            return 0;
        }
        let words = self.words.load(Ordering::Relaxed);
        let told = self.told.load(Ordering::Relaxed).checked_sub(1);
        tokens::cost(told, prompt + words, reserved)
    }

    fn count_piece(&self, piece: &Piece) {
        match piece {
            Piece::Text(text) => {
                self.words
                    .fetch_add(tokens::estimate(text), Ordering::Relaxed);
            }
            Piece::Usage(tokens) => self.told.store(tokens.saturating_add(1), Ordering::Relaxed),
            Piece::Finished | Piece::CutOff | Piece::End => {}
        }
    }
}

/// Has the model answer, and passes its sentences on.
pub(super) async fn write(
    model: &Model,
    stream: &mut AnswerStream,
    events: &mpsc::Sender<Event>,
    usage: &TokenUsage,
) -> End {
    let heard = listen(model, stream, events, usage).await;
    let end = match heard {
        Ok(end) => {
            model.service.has_answered();
            end
        }
        Err(OpenAiError::Key(_)) if model.reservation.is_none() => {
            End::Failed(ChatUnavailableReason::Secret)
        }
        Err(error) => {
            // A visitor's own account is no matter of the operator's.
            if model.reservation.is_some() {
                model.service.complain(&error);
            }
            End::Failed(ChatUnavailableReason::Unavailable)
        }
    };
    if matches!(end, End::Whole) {
        for delta in stream.finish() {
            let _ = events.send(Event::Delta(delta)).await;
        }
    }
    end
}

async fn listen(
    model: &Model,
    stream: &mut AnswerStream,
    events: &mpsc::Sender<Event>,
    usage: &TokenUsage,
) -> Result<End, OpenAiError> {
    let mut completion = model.service.ask(&model.key, &model.messages).await?;
    // A refused request costs no tokens.
    usage.is_asked.store(true, Ordering::Relaxed);
    let mut end = None;
    loop {
        let piece = completion.next().await?;
        usage.count_piece(&piece);
        match piece {
            Piece::Text(text) => {
                for delta in stream.push(&text) {
                    let _ = events.send(Event::Delta(delta)).await;
                }
                if stream.is_full() {
                    return Ok(End::CutOff);
                }
            }
            Piece::Usage(_) => {}
            Piece::Finished => end = Some(End::Whole),
            Piece::CutOff => end = Some(End::CutOff),
            Piece::End => {
                let broken = || OpenAiError::Away("the answer broke off".to_owned());
                return end.ok_or_else(broken);
            }
        }
    }
}

/// The end of the stream for an answer that ended so.
pub(super) fn done(end: End, stream: &AnswerStream) -> Done {
    let reason = match end {
        End::Failed(reason) => Some(reason),
        // An answer of no words is a failure of the service's.
        End::Whole | End::CutOff if !stream.has_said() => Some(ChatUnavailableReason::Unavailable),
        End::Whole | End::CutOff => None,
    };
    let (outcome, because) = match end {
        _ if stream.has_refused() => (ChatOutcome::Unanswered, None),
        _ if !stream.has_said() => (ChatOutcome::Quoted, reason),
        End::Whole => (ChatOutcome::Answered, None),
        End::CutOff | End::Failed(_) => (ChatOutcome::Cut, reason),
    };
    Done { outcome, because }
}
