//! `announce`: search engines and caches hear which addresses changed.

use std::thread;
use std::time::{Duration, Instant};

use contract::build::{Access, BuildId, Entry};

use crate::announce::receivers::{self, Receiver};
use crate::announce::{Announced, announce as send, waiting};
use crate::config::options::AnnounceArgs;
use crate::report;
use generator_builds::{Builds, Live};
use generator_deploy::gateways::answers_from;
use generator_ground::diagnostic::console;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::http::HttpClient;
use generator_ground::message::{Language, Message};
use generator_ground::storage::folder::folder;

/// Time for an answer.
const ANSWER: Duration = Duration::from_secs(30);

/// Pause before addresses that a receiver did not take are sent to it again.
const RETRY: Duration = Duration::from_secs(600);

/// Announces the live build; once, or whenever there is another one.
pub fn announce(args: &AnnounceArgs, language: Language) -> Result<(), Failure> {
    let receivers = receivers::read(&args.to)?;
    let builds = Builds::new(&folder(&args.builds.builds, "--builds")?);
    let client = HttpClient::new(ANSWER)?;
    let once = || once(args, &builds, &receivers, &client, language);
    let Some(every) = args.every else {
        let waiting = || Failure::new(Exit::Environment, Message::new("announce-waiting"));
        return once()?.waits.then(waiting).map_or(Ok(()), Err);
    };
    let (mut last, mut said) = (None, String::new());
    loop {
        let began = Instant::now();
        let live = builds.live_id().ok().flatten();
        if is_due(live.as_ref(), last.as_ref(), began) {
            match once() {
                Ok(round) => {
                    last = Some(round);
                    said.clear();
                }
                // It may be over the next time; it is reported once.
                Err(failure) => {
                    let why = format!("{:#}", failure.error);
                    if why != said {
                        report::failure(&failure, language);
                    }
                    said = why;
                }
            }
        }
        thread::sleep(Duration::from_secs(every).saturating_sub(began.elapsed()));
    }
}

/// The last announcement.
struct Round {
    build: BuildId,
    /// A receiver did not take all addresses.
    waits: bool,
    at: Instant,
}

/// PURE: whether there is something to announce now.
fn is_due(live: Option<&BuildId>, last: Option<&Round>, now: Instant) -> bool {
    last.is_none_or(|last| {
        let is_other = live.is_some_and(|live| *live != last.build);
        is_other || (last.waits && now.saturating_duration_since(last.at) >= RETRY)
    })
}

/// Announces the live build.
fn once(
    args: &AnnounceArgs,
    builds: &Builds,
    receivers: &[Receiver],
    client: &HttpClient,
    language: Language,
) -> Result<Round, Failure> {
    let nothing = || Failure::new(Exit::Content, Message::new("announce-nothing"));
    let live = builds.live()?.ok_or_else(nothing)?;
    receivers
        .iter()
        .try_for_each(|receiver| check_proof(receiver, &live))?;
    let round = |waits| Round {
        build: live.index.id.clone(),
        waits,
        at: Instant::now(),
    };
    if args.dry_run {
        for (receiver, count) in waiting(builds, &live, receivers, &args.var)? {
            let line = Message::new("announce-would").with("receiver", receiver);
            console::line(&line.with("count", count).text(language));
        }
        return Ok(round(false));
    }
    for gateway in &args.gateway {
        check_gateway(client, gateway, &live.index.id)?;
    }
    let results = send(builds, &live, receivers, &args.var, client)?;
    for result in &results {
        console::line(&line(result).text(language));
    }
    Ok(round(results.iter().any(|result| result.waiting > 0)))
}

fn line(result: &Announced) -> Message {
    let line = match (&result.why, result.is_first && result.sent == 0) {
        (Some(why), _) => Message::new("announce-waits")
            .with("waiting", result.waiting)
            .with("why", why.clone()),
        (None, true) => Message::new("announce-first"),
        (None, false) => Message::new("announce-sent"),
    };
    line.with("receiver", result.receiver.clone())
        .with("sent", result.sent)
}

/// A receiver that asks for a file first gets it from the live build.
fn check_proof(receiver: &Receiver, live: &Live) -> Result<(), Failure> {
    let Some(path) = receiver.proof() else {
        return Ok(());
    };
    match live.tree.get(&path) {
        Some(Entry::File(file)) if file.access == Access::Public => Ok(()),
        _ => {
            let missing = Message::new("announce-proof").with("file", &path[1..]);
            Err(Failure::new(Exit::Content, missing))
        }
    }
}

/// An address is sent after visitors get it.
fn check_gateway(client: &HttpClient, gateway: &str, build: &BuildId) -> Result<(), Failure> {
    let Err(problem) = answers_from(client, gateway, build) else {
        return Ok(());
    };
    let behind = Message::new("announce-behind")
        .with("gateway", gateway)
        .with("problem", problem);
    Err(Failure::new(Exit::Environment, behind))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_receiver_that_did_not_take_all_is_asked_again_after_a_while_or_with_another_build() {
        let id = |number| BuildId::new("20261121T000000Z", number).unwrap();
        let (first, second) = (id(1), id(2));
        let now = Instant::now();
        let last = |waits| Round {
            build: first.clone(),
            waits,
            at: now,
        };
        let later = now + RETRY;
        for (live, last, at, expected) in [
            (None, None, now, true),
            (Some(&first), Some(last(false)), later, false),
            (Some(&first), Some(last(true)), now, false),
            (Some(&first), Some(last(true)), later, true),
            (Some(&second), Some(last(true)), now, true),
            (Some(&second), Some(last(false)), now, true),
        ] {
            assert_eq!(is_due(live, last.as_ref(), at), expected);
        }
    }
}
