//! Questions to gateways: which builds they know, and which one they answer from.

use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use contract::build::{BuildId, Latest};

use generator_ground::http::{HttpAnswer, HttpClient};
use generator_ground::message::Message;

/// Time for a gateway to see a build: one that polls a network folder is slow.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// Pause between two questions.
const PAUSE: Duration = Duration::from_millis(200);
/// Time for one answer.
const ANSWER: Duration = Duration::from_secs(5);
/// Maximum length of an answer, in bytes.
const LONGEST: usize = 64 * 1024;

/// Gateways that are waited for.
#[derive(Clone, Debug, Default)]
pub struct Gateways {
    /// Addresses of the gateways, `https://host`.
    pub addresses: Vec<String>,
    /// Time that each step may take.
    pub patience: Duration,
}

impl Gateways {
    /// Waits until every gateway is as wanted, side by side; returns one that is not, and its
    /// problem.
    pub fn wait<'a>(
        &'a self,
        ask: impl Fn(&HttpClient, &str) -> Result<(), Message> + Sync,
    ) -> Result<(), (&'a str, Message)> {
        let ask = &ask;
        thread::scope(|scope| {
            let wait = |gateway: &'a String| {
                let wait = move || wait_for(self.patience, |client| ask(client, gateway));
                scope.spawn(move || wait().map_err(|problem| (gateway.as_str(), problem)))
            };
            let waits: Vec<_> = self.addresses.iter().map(wait).collect();
            // One that panicked has not answered.
            let end =
                |wait: ScopedJoinHandle<'_, _>| wait.join().unwrap_or_else(|it| resume_unwind(it));
            waits
                .into_iter()
                .map(end)
                .find(Result::is_err)
                .unwrap_or(Ok(()))
        })
    }
}

/// Asks one gateway again and again until the answer is as wanted; an error, in words, if it is not
/// after `patience`.
pub fn wait_for(
    patience: Duration,
    ask: impl Fn(&HttpClient) -> Result<(), Message>,
) -> Result<(), Message> {
    let (began, client) = (Instant::now(), client()?);
    loop {
        let asked = ask(&client);
        if asked.is_ok() || began.elapsed() >= patience {
            return asked;
        }
        thread::sleep(PAUSE);
    }
}

/// A client for such questions.
pub fn client() -> Result<HttpClient, Message> {
    HttpClient::new(ANSWER).map_err(away)
}

/// The build from which a gateway answers.
pub fn latest(client: &HttpClient, gateway: &str) -> Result<BuildId, Message> {
    let answer = get(client, gateway, "latest.json")?;
    let latest = serde_json::from_slice::<Latest>(&answer.body).ok();
    let latest = latest.filter(|_| answer.status == 200);
    Ok(latest.ok_or_else(|| other_answer(answer.status))?.id)
}

/// Whether a gateway answers from a build, or from a newer one: ids sort by time, and a newer build
/// has the content of this one, or withdraws it.
pub fn answers_from(client: &HttpClient, gateway: &str, build: &BuildId) -> Result<(), Message> {
    let live = latest(client, gateway)?;
    let is_behind = live < *build;
    let behind = || Message::new("gateway-behind").with("build", live.to_string());
    is_behind.then(behind).map_or(Ok(()), Err)
}

/// Whether a gateway has a build in its history, with all that it needs to switch to it.
pub fn knows(client: &HttpClient, gateway: &str, build: &BuildId) -> Result<(), Message> {
    match get(client, gateway, &format!("meta/{build}.json"))?.status {
        200 => Ok(()),
        404 => Err(Message::new("gateway-lacks").with("build", build.to_string())),
        status => Err(other_answer(status)),
    }
}

fn get(client: &HttpClient, gateway: &str, name: &str) -> Result<HttpAnswer, Message> {
    let gateway = gateway.trim_end_matches('/');
    client
        .get(&format!("{gateway}/builds/{name}"), LONGEST)
        .map_err(away)
}

fn away(error: anyhow::Error) -> Message {
    Message::new("gateway-away").with("why", format!("{error:#}"))
}

fn other_answer(status: u16) -> Message {
    Message::new("gateway-other").with("status", status.to_string())
}
