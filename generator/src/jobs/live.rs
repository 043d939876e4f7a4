//! Whether gateways answer from a new build: each is asked for `/builds/latest.json` until it names
//! the build, or until it had time enough.

use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use contract::build::{BuildId, Latest};
use contract::control::{Event, Phase};

use super::{JobTeller, Told};
use generator_ground::http::HttpClient;
use generator_ground::message::Message;

/// For a gateway to see a build: one that polls a network folder takes its time.
const PATIENCE: Duration = Duration::from_secs(30);

/// Between two questions.
const PAUSE: Duration = Duration::from_millis(200);

/// For one answer.
const ANSWER: Duration = Duration::from_secs(5);

/// An answer is no longer, in bytes.
const LONGEST: usize = 4 * 1024;

/// Asks all `gateways`, side by side and behind the builds that follow; then the job is over.
pub fn ask(gateways: &Arc<[String]>, build: BuildId, teller: JobTeller) {
    let gateways = Arc::clone(gateways);
    let asking = move || {
        if !gateways.is_empty() {
            teller.tell(Told::Event(Event::Progress {
                phase: Phase::Live,
                done: 0,
                total: 0,
                seconds_left: None,
            }));
        }
        let since = Instant::now();
        thread::scope(|scope| {
            for gateway in gateways.iter() {
                scope.spawn(|| teller.tell(wait_for(gateway, &build, since)));
            }
        });
        teller.tell(Told::Event(Event::Finished));
    };
    if let Err(error) = thread::Builder::new().name("live".to_owned()).spawn(asking) {
        tracing::warn!("no gateway is asked for the build: {error}");
    }
}

fn wait_for(gateway: &str, build: &BuildId, since: Instant) -> Told {
    let client = HttpClient::new(ANSWER);
    let after_ms = || u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
    loop {
        let asked = match &client {
            Ok(client) => latest(client, gateway),
            Err(error) => Err(Message::new("gateway-away").with("why", format!("{error:#}"))),
        };
        let problem = match asked {
            // Ids sort by time: a newer build has the content of this one, or withdraws it.
            Ok(live) if live >= *build => {
                return Told::Event(Event::Live {
                    gateway: gateway.to_owned(),
                    live: true,
                    after_ms: after_ms(),
                    problem: None,
                });
            }
            Ok(other) => Message::new("gateway-behind").with("build", other.to_string()),
            Err(problem) => problem,
        };
        if since.elapsed() > PATIENCE {
            return Told::NotLive {
                gateway: gateway.to_owned(),
                after_ms: after_ms(),
                problem,
            };
        }
        thread::sleep(PAUSE);
    }
}

/// The builds from which gateways answer now, asked side by side.
pub fn builds(gateways: &[String]) -> Vec<(String, Result<BuildId, Message>)> {
    thread::scope(|scope| {
        let ask = |gateway: &String| {
            let gateway = gateway.clone();
            scope.spawn(move || {
                let asked = once(&gateway);
                (gateway, asked)
            })
        };
        let asked: Vec<_> = gateways.iter().map(ask).collect();
        let asked = asked.into_iter();
        asked.filter_map(|thread| thread.join().ok()).collect()
    })
}

fn once(gateway: &str) -> Result<BuildId, Message> {
    let away =
        |error: anyhow::Error| Message::new("gateway-away").with("why", format!("{error:#}"));
    latest(&HttpClient::new(ANSWER).map_err(away)?, gateway)
}

/// The build from which a gateway answers.
pub fn latest(client: &HttpClient, gateway: &str) -> Result<BuildId, Message> {
    let url = format!("{gateway}/builds/latest.json");
    let answer = client.get(&url, LONGEST);
    let answer =
        answer.map_err(|error| Message::new("gateway-away").with("why", format!("{error:#}")))?;
    let latest = serde_json::from_slice::<Latest>(&answer.body).ok();
    let latest = latest.filter(|_| answer.status == 200);
    let other = || Message::new("gateway-other").with("status", answer.status.to_string());
    Ok(latest.ok_or_else(other)?.id)
}
