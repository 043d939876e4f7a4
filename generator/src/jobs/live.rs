//! Whether gateways answer from a new build: each is asked for `/builds/latest.json` until it names
//! the build, or until it had time enough.

use std::sync::Arc;
use std::thread;
use std::time::Instant;

use contract::build::BuildId;
use contract::control::{Event, Phase};

use super::{JobTeller, Told};
use generator_deploy::gateways::{self, PATIENCE};
use generator_ground::message::Message;

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
    let waited = gateways::wait_for(PATIENCE, |client| {
        gateways::answers_from(client, gateway, build)
    });
    let (gateway, after) = (gateway.to_owned(), since.elapsed().as_millis());
    let after_ms = u64::try_from(after).unwrap_or(u64::MAX);
    match waited {
        Ok(()) => Told::Event(Event::Live {
            gateway,
            live: true,
            after_ms,
            problem: None,
        }),
        Err(problem) => Told::NotLive {
            gateway,
            after_ms,
            problem,
        },
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
    gateways::latest(&gateways::client()?, gateway)
}
