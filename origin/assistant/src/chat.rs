//! A conversation with the assistant: from the visitor's question to a stream of events.
//!
//! ```text
//! question ─► search ─► citations ─┬─► done             no model, or nothing to be said
//!                                  └─► model ─► deltas ─► done
//! ```
//!
//! No part of a question or an answer is logged or stored.

mod model;

use std::sync::Arc;
use std::time::Duration;

use contract::api::{ChatMessage, ChatOutcome, ChatRole, Citation, Delta, Done};
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at};

use crate::openai::key::OpenAiKey;
use crate::{AnswerStream, Assistant, Chat, Source, is_follow_up, nearest, sources};
use model::{AnswerMode, TokenUsage};
use origin_ground::limits::{Client, StreamPlace};
use origin_search::{NotReady, Question, SearchHits};

/// Messages of a conversation that count.
const TURNS: usize = 20;

/// Messages that a client may send.
const MESSAGES_MAX: usize = 100;

/// Characters of a message.
const MESSAGE_MAX: usize = 2_000;

/// Pages that are looked at.
const HITS: usize = 8;

/// Time between two signs of life; servers on the way give up on a connection after a minute.
const ALIVE: Duration = Duration::from_secs(15);

/// Events on their way to the client; a client that stops reading stops the work.
const EVENTS: usize = 16;

/// A conversation whose last message is a question.
#[derive(Clone, Debug)]
pub struct Conversation {
    /// The last [`TURNS`] messages, the oldest first.
    messages: Vec<ChatMessage>,
    /// Value of the header `language`, as [`Question`] takes it.
    language: Option<String>,
}

/// The visitor with the question.
pub struct Asker {
    /// The place of the answer's stream, given back at its end.
    pub place: StreamPlace,
    /// The client, by which the tokens of a day are counted.
    pub client: Client,
    /// The visitor's own key, if one came; its answers count against no budget.
    pub secret: Secret,
}

/// A visitor's own key.
pub enum Secret {
    /// The visitor sent no key.
    None,
    /// The visitor sent a text that is no key.
    Malformed,
    /// A key, not yet tried at the service.
    Key(OpenAiKey),
}

/// The pages for a question.
pub struct Retrieved {
    sources: Vec<Source>,
    /// Whether the pages answer the question.
    is_answered: bool,
}

/// An event of the stream.
#[derive(Debug)]
pub enum Event {
    /// Pages that the answer rests on, or the nearest ones; sent once, before the others.
    Citations(Vec<Citation>),
    /// A sentence of the answer.
    Delta(Delta),
    /// The end of the answer; sent once, after the others.
    Done(Done),
    /// A sign of life.
    Alive,
}

/// The messages are no conversation that ends with a question.
#[derive(Debug)]
pub struct NoConversation;

impl Conversation {
    /// Checks the client's conversation.
    pub fn new(
        mut messages: Vec<ChatMessage>,
        language: Option<String>,
    ) -> Result<Self, NoConversation> {
        let is_message = |message: &ChatMessage| {
            !message.content.trim().is_empty() && message.content.chars().count() <= MESSAGE_MAX
        };
        let is_asked = messages
            .last()
            .is_some_and(|last| last.role == ChatRole::User);
        if !is_asked || messages.len() > MESSAGES_MAX || !messages.iter().all(is_message) {
            return Err(NoConversation);
        }
        messages.drain(..messages.len().saturating_sub(TURNS));
        Ok(Self { messages, language })
    }

    /// The visitor's questions, the last one first.
    fn questions(&self) -> impl Iterator<Item = &str> {
        let own = self.messages.iter().rev();
        own.filter(|message| message.role == ChatRole::User)
            .map(|message| &*message.content)
    }
}

/// Finds the pages for a conversation's question. If the question alone finds no answer and follows
/// up on the previous one, both are searched together.
pub async fn retrieve(
    assistant: &Assistant,
    conversation: &Conversation,
) -> Result<Retrieved, NotReady> {
    let search = Arc::clone(&assistant.search);
    let conversation = conversation.clone();
    // Some milliseconds of a core: too long for the thread that takes calls.
    let found = tokio::task::spawn_blocking(move || {
        let find = |text: String| {
            search.find(&Question {
                text,
                language: conversation.language.clone(),
                in_all_languages: false,
                kind: None,
                from: 0,
                count: HITS,
            })
        };
        let mut questions = conversation.questions();
        let asked = questions.next().unwrap_or_default();
        let found = find(asked.to_owned())?;
        match questions.next() {
            Some(before) if !found.answerable && is_follow_up(asked) => {
                let both = find(format!("{asked} {before}"))?;
                Ok(if both.answerable { both } else { found })
            }
            _ => Ok(found),
        }
    });
    let found: SearchHits = found.await.map_err(|_| NotReady)??;
    let is_answered = found.answerable;
    let choose = if is_answered { sources } else { nearest };
    Ok(Retrieved {
        sources: choose(found),
        is_answered,
    })
}

/// Begins to answer, in a task that ends when the listener has gone.
pub async fn begin(
    chat: &Chat,
    asker: Asker,
    conversation: Conversation,
    retrieved: Retrieved,
) -> mpsc::Receiver<Event> {
    let (events, listener) = mpsc::channel(EVENTS);
    let place = asker.place;
    let mode =
        AnswerMode::choose(chat, asker.client, asker.secret, &conversation, &retrieved).await;
    tokio::spawn(async move {
        let mut alive = interval_at(Instant::now() + ALIVE, ALIVE);
        let usage = TokenUsage::default();
        {
            let mut answering = std::pin::pin!(answer(&events, retrieved, &mode, &usage));
            loop {
                tokio::select! {
                    () = &mut answering => break,
                    () = events.closed() => break,
                    () = place.wait_for_end() => break,
                    _ = alive.tick() => drop(events.try_send(Event::Alive)),
                }
            }
        }
        // The client has its end before the books are done.
        drop(events);
        mode.settle(&usage).await;
    });
    listener
}

/// Answers to the end. A listener that has gone ends the task around this, so a failed send does
/// not matter.
async fn answer(
    events: &mpsc::Sender<Event>,
    retrieved: Retrieved,
    mode: &AnswerMode,
    usage: &TokenUsage,
) {
    let citations = retrieved
        .sources
        .iter()
        .map(|source| source.citation.clone());
    let _ = events.send(Event::Citations(citations.collect())).await;
    let done = match mode {
        AnswerMode::Unanswered => Done {
            outcome: ChatOutcome::Unanswered,
            because: None,
        },
        AnswerMode::Model(model) => {
            let mut stream = AnswerStream::new(&retrieved.sources, model.key.reveal());
            let end = model::write(model, &mut stream, events, usage).await;
            model::done(end, &stream)
        }
        AnswerMode::Quoted(because) => Done {
            outcome: ChatOutcome::Quoted,
            because: *because,
        },
    };
    let _ = events.send(Event::Done(done)).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(role: ChatRole, content: &str) -> ChatMessage {
        let content = content.to_owned();
        ChatMessage { role, content }
    }

    #[test]
    fn a_conversation_ends_with_a_question_and_its_last_turns_count() {
        let ask = |content: &str| message(ChatRole::User, content);
        let say = |content: &str| message(ChatRole::Assistant, content);
        for wrong in [
            vec![],
            vec![ask(" \n")],
            vec![ask("a"), say("b")],
            vec![ask(&"潮".repeat(MESSAGE_MAX + 1))],
            vec![ask("a"); MESSAGES_MAX + 1],
        ] {
            assert!(Conversation::new(wrong, None).is_err());
        }
        let mut messages = vec![ask("first"); MESSAGES_MAX - 3];
        messages.extend([ask("before"), say("so"), ask(&"潮".repeat(MESSAGE_MAX))]);
        let conversation = Conversation::new(messages, None).unwrap();
        assert_eq!(conversation.messages.len(), TURNS);
        assert_eq!(conversation.questions().nth(1), Some("before"));
    }
}
