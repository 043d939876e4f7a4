//! `trigger` and `follow`: a build is asked for at a gateway, and followed to its end.

mod key;
mod outcome;

use std::time::Duration;

use contract::control::{Event, JobEvent, JobId};
use jiff::Timestamp;
use serde_json::{Value, json};
use webhook_signature as signature;
use webhook_signature::Header;

use crate::config::initiator::initiator;
use crate::config::options::{FollowArgs, GatewayArgs, TriggerArgs};
use generator_ground::diagnostic::console;
use generator_ground::diagnostic::console::MessageFormat;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::http::event_stream::EventStream;
use generator_ground::http::{HttpAnswer, HttpClient};
use generator_ground::message::{Language, Message};
use outcome::{Outcome, event_lines};

/// The call that asks for a build.
const REGENERATE: &str = "/api/regenerate";

/// Time limit of an answer, and of the next sign of life of a stream: the gateway gives one every
/// 15 s.
const PATIENCE: Duration = Duration::from_secs(45);

/// Maximum length of an answer that starts a job, in bytes.
const LONGEST: usize = 64 * 1024;

/// Times that a stream that broke off is asked for again, without an event between them.
const RETRIES: u32 = 5;

/// Pause before a broken stream is asked for again.
const PAUSE: Duration = Duration::from_secs(2);

/// Asks for a build; with `--follow` ends as the build does.
pub fn trigger(args: &TriggerArgs, language: Language) -> Result<Exit, Failure> {
    let gateway = Gateway::new(&args.gateway, language)?;
    let initiator = initiator(&args.initiator);
    let job = gateway.start(&initiator.by, initiator.why.as_deref())?;
    if !args.follow {
        match args.gateway.message_format {
            MessageFormat::Json => console::line(&json!({"job": job}).to_string()),
            _ => console::line(job.as_str()),
        }
        return Ok(Exit::Done);
    }
    gateway.follow(job)
}

/// Follows a job, and ends as its build does.
pub fn follow(args: &FollowArgs, language: Language) -> Result<Exit, Failure> {
    let job = args.job.parse().map_err(|_| {
        let wrong = Message::new("no-job-id").with("id", &args.job);
        Failure::new(Exit::Usage, wrong)
    })?;
    Gateway::new(&args.gateway, language)?.follow(job)
}

/// A gateway that is asked for a build.
struct Gateway {
    url: String,
    key: String,
    client: HttpClient,
    format: MessageFormat,
    language: Language,
}

impl Gateway {
    fn new(args: &GatewayArgs, language: Language) -> Result<Self, Failure> {
        let url = args.url.trim_end_matches('/');
        let authority = url
            .strip_prefix("https://")
            .or_else(|| url.strip_prefix("http://"));
        if authority.is_none_or(|authority| authority.is_empty() || authority.contains('/')) {
            let wrong = Message::new("gateway-address").with("address", url);
            return Err(Failure::new(Exit::Usage, wrong));
        }
        Ok(Self {
            url: url.to_owned(),
            key: key::read(&args.key)?,
            client: HttpClient::new(PATIENCE)?,
            format: args.message_format,
            language,
        })
    }

    fn start(&self, by: &str, why: Option<&str>) -> Result<JobId, Failure> {
        // Two requests of one second differ by it, so that the second is no copy of the first.
        let nonce = format!("{:032x}", rand::random::<u128>());
        let body = json!({"by": by, "why": why, "nonce": nonce}).to_string();
        let mut headers = self.headers(("POST", REGENERATE), body.as_bytes());
        headers.push(("content-type", "application/json".to_owned()));
        let url = format!("{}{REGENERATE}", self.url);
        let answer = self.client.post(&url, &headers, body.into(), LONGEST);
        let answer = answer.map_err(|error| self.away(error))?;
        let envelope: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        let job = envelope["data"]["job"].as_str().map(str::parse);
        match (answer.status, job) {
            (202, Some(Ok(job))) => Ok(job),
            _ => Err(self.refusal(&answer)),
        }
    }

    fn headers(&self, request: (&str, &str), body: &[u8]) -> Vec<Header> {
        let time = Timestamp::now().as_second();
        let mut headers = signature::headers(&self.key, request, time, body).to_vec();
        let language = match self.language {
            Language::Chinese => "zh-CN",
            Language::English => "en",
        };
        headers.push(("language", language.to_owned()));
        headers
    }

    /// Follows `job`, and the ones that take its place.
    fn follow(&self, mut job: JobId) -> Result<Exit, Failure> {
        let mut outcome = Outcome::default();
        loop {
            match self.last_event(&job, &mut outcome)? {
                // The requested change is in the newer build, too.
                Event::Superseded { by } => job = by,
                _ => return Ok(outcome.exit()),
            }
        }
    }

    /// The last event of `job`.
    fn last_event(&self, job: &JobId, outcome: &mut Outcome) -> Result<Event, Failure> {
        let (mut after, mut tries) = (0, 0);
        loop {
            let before = after;
            let ended = self.stream(job, &mut after, outcome);
            if let Ok(Some(last)) = ended {
                return Ok(last);
            }
            tries = if after > before { 0 } else { tries + 1 };
            if let Err(failure) = ended
                && (tries >= RETRIES || failure.exit == Exit::Usage)
            {
                return Err(failure);
            }
            std::thread::sleep(PAUSE);
        }
    }

    /// Prints the events of a job that follow the one with the id `after`; none if the stream broke
    /// off before the last.
    fn stream(
        &self,
        job: &JobId,
        after: &mut u64,
        outcome: &mut Outcome,
    ) -> Result<Option<Event>, Failure> {
        let path = format!("{REGENERATE}/{job}/events");
        let mut headers = self.headers(("GET", &path), b"");
        if *after > 0 {
            headers.push(("last-event-id", after.to_string()));
        }
        let mut events = EventStream::default();
        let mut last = None;
        let answer = self
            .client
            .stream(&format!("{}{path}", self.url), &headers, |piece| {
                let Ok(found) = events.take(piece) else {
                    return false;
                };
                for data in found {
                    let Ok(JobEvent { id, event }) = serde_json::from_str(&data) else {
                        continue;
                    };
                    *after = (*after).max(id);
                    self.tell(&event, &data);
                    outcome.note(&event);
                    if event.is_last() {
                        last = Some(event);
                    }
                }
                last.is_none()
            });
        let answer = answer.map_err(|error| self.away(error))?;
        match answer.status {
            200 => Ok(last),
            _ => Err(self.refusal(&answer)),
        }
    }

    fn tell(&self, event: &Event, data: &str) {
        match self.format {
            MessageFormat::Json => console::line(data),
            _ => event_lines(event, self.language)
                .iter()
                .for_each(|line| console::line(line)),
        }
    }

    /// A refusal. One that does not get better by trying again is bad usage: no key fits, no job.
    fn refusal(&self, answer: &HttpAnswer) -> Failure {
        let envelope: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        let why = envelope["msg"].as_str().unwrap_or_default();
        let refused = Message::new("gateway-refused")
            .with("url", &self.url)
            .with("status", answer.status.to_string())
            .with("why", why);
        let exit = match answer.status {
            400..=428 | 430..=499 => Exit::Usage,
            _ => Exit::Environment,
        };
        Failure::new(exit, refused)
    }

    fn away(&self, error: anyhow::Error) -> Failure {
        let away = Message::new("gateway-unreachable").with("url", &self.url);
        Failure::new(Exit::Environment, away.because(error))
    }
}
