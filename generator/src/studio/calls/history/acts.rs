//! The ways back: a rollback, and the release of held content. Publishers alone have them.

use contract::build::BuildId;
use contract::control::{Initiator, Verb};
use contract::studio::is_agent;
use generator_ground::message::Message;
use http::StatusCode;
use serde::Deserialize;
use serde_json::json;

use crate::studio::Studio;
use crate::studio::calls::{Answer, Call};

/// A request for a rollback.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rollback {
    build: String,
    #[serde(default)]
    why: String,
}

/// A request for a release.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Release {
    #[serde(default)]
    why: String,
}

/// `POST …/history/rollback`: as `generator rollback` does it.
pub(super) fn roll_back(studio: &Studio, call: &Call<'_>) -> Result<Answer, Answer> {
    refuse_others(call)?;
    let Rollback { build, why } = call.read()?;
    let id: BuildId = build
        .parse()
        .map_err(|_| Answer::bad(Message::new("studio/no-build").with("build", &build)))?;
    if why.trim().is_empty() {
        return Err(Answer::bad(Message::new("studio/no-reason")));
    }
    let verb = Verb::Rollback {
        id: Some(id),
        reopen: false,
    };
    let done = studio.served.carry_out(&verb, initiator(call, &why));
    let done = done.map_err(Answer::conflict_or_fault)?;
    let words = done.lines.iter().map(|line| line.text(call.language));
    Answer::data(&json!({ "build": build, "words": words.collect::<Vec<_>>() }))
}

/// `POST …/history/release`: as `generator release` does it. The answer names the build that it
/// begins.
pub(super) fn release(studio: &Studio, call: &Call<'_>) -> Result<Answer, Answer> {
    refuse_others(call)?;
    let Release { why } = call.read()?;
    if studio.served.store.hold().map_err(Answer::fault)?.is_none() {
        return Err(Answer::conflict(Message::new("released/nothing")));
    }
    let done = studio
        .served
        .carry_out(&Verb::Release, initiator(call, &why));
    Answer::data(&json!({ "job": done.map_err(Answer::conflict_or_fault)?.job }))
}

fn initiator(call: &Call<'_>, why: &str) -> Initiator {
    Initiator {
        by: call.user.to_owned(),
        why: Some(why.trim().to_owned()).filter(|why| !why.is_empty()),
        commit: None,
    }
}

/// Refuses everyone but publishers.
fn refuse_others(call: &Call<'_>) -> Result<(), Answer> {
    if call.is_publisher() {
        return Ok(());
    }
    let message = match is_agent(call.user) {
        true => Message::new("studio/agent-return"),
        false => Message::new("studio/not-publisher-return"),
    };
    Err(Answer::refusal(StatusCode::FORBIDDEN, message))
}
