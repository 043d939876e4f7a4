//! Builds that are asked for at the socket of a real `generator watch`.
//!
//! The sources are looked at once a minute, so that no edit is published by itself meanwhile.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::time::Duration;

use contract::control::{Answer, Ask, Event, Initiator, JobEvent, JobId, Phase, Request, SOCKET};

use crate::watching::Watch;
use crate::world::World;

const PATIENCE: Duration = Duration::from_secs(60);

/// A site that is watched and published once.
struct Watched {
    world: World,
    _watch: Watch,
}

impl Watched {
    fn start(world: World, options: &[&str]) -> Self {
        let options = [&["--poll-sources", "60000"], options].concat();
        let watch = Watch::start_with(&world, &options);
        let watched = Self {
            world,
            _watch: watch,
        };
        let latest = watched.world.folder.path("live/builds/latest.json");
        Watch::wait_until("it is live", || latest.exists());
        Watch::wait_until("it is told", || {
            Watch::results(&watched.world).contains('\n')
        });
        watched
    }

    fn socket(&self) -> PathBuf {
        self.world.folder.path("live/var").join(SOCKET)
    }

    fn ask(&self, ask: Ask) -> BufReader<UnixStream> {
        let mut stream = UnixStream::connect(self.socket()).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let language = Some("en".to_owned());
        let mut line = serde_json::to_vec(&Request { language, ask }).unwrap();
        line.push(b'\n');
        stream.write_all(&line).unwrap();
        BufReader::new(stream)
    }

    fn regenerate(&self) -> JobId {
        let initiator = Initiator {
            by: "ann".to_owned(),
            ..Initiator::default()
        };
        let mut answer = String::new();
        let mut stream = self.ask(Ask::Regenerate(initiator));
        stream.read_line(&mut answer).unwrap();
        match serde_json::from_str(&answer).unwrap() {
            Answer::Job { job } => job,
            other => panic!("{other:?} is no job"),
        }
    }

    /// The first `count` events of a job after one; fewer if it ends before.
    fn some_events(&self, job: &JobId, after: u64, count: usize) -> Vec<JobEvent> {
        let job = job.clone();
        let mut lines = self.ask(Ask::Follow { job, after }).lines();
        let answer = lines.next().unwrap().unwrap();
        let answer: Answer = serde_json::from_str(&answer).unwrap();
        assert_eq!(answer, Answer::Following);
        let events = lines.map(|line| serde_json::from_str(&line.unwrap()).unwrap());
        events.take(count).collect()
    }

    /// All events of a job, to its end.
    fn events(&self, job: &JobId) -> Vec<JobEvent> {
        self.some_events(job, 0, usize::MAX)
    }

    /// An edit without an event.
    fn retitle(&mut self, title: &str) {
        let text = format!("---\ntitle: {title}\ndate: 2026-05-01\n---\n");
        self.world.write("news/cedar/en.md", &text);
        self.world.write("news/cedar/zh-CN.md", text);
    }
}

fn kinds(events: &[JobEvent]) -> Vec<&'static str> {
    let kinds = events.iter().map(|event| event.event.kind());
    let mut kinds: Vec<_> = kinds.collect();
    kinds.dedup();
    kinds
}

// R10.03
#[test]
fn a_job_publishes_and_says_what_it_did_also_to_whoever_comes_late() {
    let mut t = Watched::start(World::new(), &[]);
    t.retitle("Asked for");
    let job = t.regenerate();
    let events = t.events(&job);
    assert_eq!(
        kinds(&events),
        [
            "queued",
            "started",
            "progress",
            "pages",
            "published",
            "finished"
        ]
    );
    let ids = events.iter().map(|event| event.id);
    assert!(ids.eq(1..=events.len() as u64));
    let phase = |event: &JobEvent| match &event.event {
        Event::Progress { phase, .. } => Some(*phase),
        _ => None,
    };
    let mut phases: Vec<_> = events.iter().filter_map(phase).collect();
    phases.dedup();
    assert_eq!(
        phases,
        [Phase::Content, Phase::Pages, Phase::Files, Phase::Publish]
    );
    let pages = events.iter().find_map(|event| match &event.event {
        Event::Pages { added, changed, .. } => Some([&added.paths[..], &changed.paths].concat()),
        _ => None,
    });
    let pages = pages.unwrap();
    assert!(pages.contains(&"/en/news/cedar".to_owned()), "{pages:?}");
    let published = events.iter().find_map(|event| match &event.event {
        Event::Published { build, .. } => Some(build.to_string()),
        _ => None,
    });
    let latest = std::fs::read_to_string(t.world.folder.path("live/builds/latest.json"));
    assert!(latest.unwrap().contains(&published.unwrap()));

    assert_eq!(t.events(&job), events, "it is over, and all of it is told");
    let rest = t.some_events(&job, events.len() as u64 - 1, usize::MAX);
    assert_eq!(kinds(&rest), ["finished"]);
    let again = t.regenerate();
    assert_eq!(*kinds(&t.events(&again)).last().unwrap(), "unchanged");
    let unknown = JobId::new(7);
    let mut answer = String::new();
    let follow = Ask::Follow {
        job: unknown,
        after: 0,
    };
    t.ask(follow).read_to_string(&mut answer).unwrap();
    assert_eq!(answer, "{\"kind\":\"noJob\"}\n");
}

// R10.03
#[test]
fn a_job_fails_with_the_problems_as_an_editor_reads_them_and_the_next_one_mends_it() {
    let mut t = Watched::start(World::new(), &[]);
    t.world
        .write("news/cedar/en.md", "---\ntitle: No date\n---\n");
    let job = t.regenerate();
    let failed = t.events(&job).pop().unwrap().event;
    let Event::Failed {
        exit,
        problems,
        count,
        ..
    } = failed
    else {
        panic!("{failed:?} is no failure");
    };
    assert_eq!((exit, count), (1, problems.len()));
    assert!(problems[0].contains("news/cedar/en.md"), "{problems:?}");
    t.retitle("Mended");
    let job = t.regenerate();
    assert_eq!(*kinds(&t.events(&job)).last().unwrap(), "finished");
}

// R10.03
#[test]
fn the_operators_command_runs_first_and_its_failure_is_told() {
    let world = World::new();
    let text = world.folder.path("incoming.md");
    std::fs::write(&text, "---\ntitle: Pulled\ndate: 2026-05-01\n---\n").unwrap();
    let folder = world.folder.content("news/pulled");
    let command = format!(
        "mkdir -p '{0}' && cp '{1}' '{0}/en.md' && mv '{1}' '{0}/zh-CN.md'",
        folder.display(),
        text.display()
    );
    let t = Watched::start(world, &["--before-build", &command]);
    let job = t.regenerate();
    let events = t.events(&job);
    assert_eq!(*kinds(&events).last().unwrap(), "finished", "{events:?}");
    let page = t.world.folder.path("live/builds");
    assert!(page.exists());
    let job = t.regenerate();
    let failed = t.events(&job).pop().unwrap().event;
    let Event::Failed { exit, problem, .. } = failed else {
        panic!("{failed:?}: there is nothing left to copy");
    };
    assert_eq!(exit, 5);
    assert!(problem.contains("incoming.md"), "{problem}");
}

// R10.03
#[test]
fn of_jobs_that_wait_the_newest_wins_and_none_is_lost() {
    let world = World::new();
    let gate = world.folder.path("gate");
    let command = format!("until [ -e '{}' ]; do sleep 0.02; done", gate.display());
    let mut t = Watched::start(world, &["--before-build", &command]);
    let first = t.regenerate();
    t.some_events(&first, 0, 2);
    let (second, third) = (t.regenerate(), t.regenerate());
    let superseded = t.events(&second).pop().unwrap().event;
    assert_eq!(superseded, Event::Superseded { by: third.clone() });
    t.retitle("While it waits");
    std::fs::write(&gate, "").unwrap();
    assert_eq!(*kinds(&t.events(&first)).last().unwrap(), "finished");
    // The one before has published the edit already.
    assert_eq!(*kinds(&t.events(&third)).last().unwrap(), "unchanged");
}

// R10.03
#[test]
fn each_gateway_is_asked_until_it_answers_from_the_new_build() {
    let world = World::new();
    let latest = world.folder.path("live/builds/latest.json");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let gateway = format!("http://{}/", listener.local_addr().unwrap());
    // Answers like a gateway with a folder that is a moment behind.
    std::thread::spawn(move || {
        let mut before = b"{}".to_vec();
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut head = [0; 4096];
            let _ = stream.read(&mut head).unwrap();
            let now = std::fs::read(&latest).unwrap();
            let body = std::mem::replace(&mut before, now);
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            stream
                .write_all(&[head.as_bytes(), &body].concat())
                .unwrap();
        }
    });
    let mut t = Watched::start(world, &["--gateway", &gateway]);
    t.retitle("Seen");
    let job = t.regenerate();
    let events = t.events(&job);
    let live = events.iter().find_map(|event| match &event.event {
        Event::Live { gateway, live, .. } => Some((gateway.as_str(), *live)),
        _ => None,
    });
    assert_eq!(live, Some((gateway.trim_end_matches('/'), true)));
    assert_eq!(*kinds(&events).last().unwrap(), "finished");
}
