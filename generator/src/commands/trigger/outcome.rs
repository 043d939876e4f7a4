//! Events as lines for people, and how the process ends by them.

use contract::control::{Event, Paths, Phase};

use crate::report::progress::phase_message;
use generator_ground::diagnostic::failure::Exit;
use generator_ground::message::{Language, Message};

/// The outcome of a job, from its events.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    exit: Option<Exit>,
    /// A gateway does not answer from the new build.
    is_behind: bool,
}

impl Outcome {
    /// Takes an event into account.
    pub(super) fn note(&mut self, event: &Event) {
        match event {
            Event::Live { live, .. } => self.is_behind |= !live,
            Event::Failed { exit, .. } => {
                self.exit = Some(Exit::from_code(*exit).unwrap_or(Exit::Environment));
            }
            Event::Held { .. } => self.exit = Some(Exit::Content),
            _ => {}
        }
    }

    /// The code: 0 if everybody sees the content as it is, 5 if a gateway does not.
    pub(super) fn exit(&self) -> Exit {
        let behind = self.is_behind.then_some(Exit::Environment);
        self.exit.or(behind).unwrap_or(Exit::Done)
    }
}

/// An event in lines.
pub(super) fn event_lines(event: &Event, language: Language) -> Vec<String> {
    let messages = match event {
        Event::Queued => vec![Message::new("job/queued")],
        Event::Started => vec![Message::new("job/started")],
        Event::Progress {
            phase,
            done,
            total,
            seconds_left,
        } => vec![progress(*phase, (*done, *total), *seconds_left)],
        Event::Pages {
            added,
            changed,
            removed,
            chrome,
        } => pages([
            (Message::new("changed/new"), added),
            (Message::new("changed/content"), changed),
            (Message::new("removed"), removed),
            (Message::new("changed/chrome"), chrome),
        ]),
        Event::Published { build, .. } => {
            vec![Message::new("job/published").with("build", build.to_string())]
        }
        Event::Live {
            gateway,
            live,
            problem,
            ..
        } => vec![gateway_status(gateway, *live, problem.as_deref())],
        Event::Unchanged => vec![Message::new("job/unchanged")],
        Event::Held { since, by, why } => {
            let why = why.as_deref().unwrap_or("—");
            let held = Message::new("job/held").with("since", since);
            vec![held.with("by", by).with("why", why)]
        }
        Event::Superseded { .. } => vec![Message::new("job/superseded")],
        Event::Failed {
            problem, problems, ..
        } => {
            let problems = problems.iter().chain([problem]);
            let labelled = |words| Message::new("labelled/error").with("words", words);
            problems.map(labelled).collect()
        }
        Event::Finished => vec![Message::new("job/finished")],
        Event::Unknown => Vec::new(),
    };
    messages
        .iter()
        .map(|message| message.text(language))
        .collect()
}

fn progress(phase: Phase, (done, total): (usize, usize), left: Option<u64>) -> Message {
    let words = match (total, left) {
        (0, _) => return phase_message(phase),
        (_, None) => Message::new("progress"),
        (_, Some(left)) => Message::new("progress/left").with("seconds", left),
    };
    words.with("done", done).with("total", total)
}

fn pages(kinds: [(Message, &Paths); 4]) -> Vec<Message> {
    let kinds = kinds.into_iter().filter(|(_, paths)| paths.count > 0);
    let line = |(label, Paths { count, paths }): (Message, &Paths)| {
        let some = match count - paths.len().min(*count) {
            0 => Message::new("paths"),
            more => Message::new("paths/more").with("more", more),
        };
        some.with("label", label)
            .with("all", *count)
            .with("paths", paths.join(" "))
    };
    kinds.map(line).collect()
}

fn gateway_status(gateway: &str, is_live: bool, problem: Option<&str>) -> Message {
    let seen = match is_live {
        true => Message::new("job/live"),
        false => Message::new("job/not-live").with("why", problem.unwrap_or("—")),
    };
    seen.with("gateway", gateway)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exit_after(events: &[Event]) -> Exit {
        let mut outcome = Outcome::default();
        events.iter().for_each(|event| outcome.note(event));
        outcome.exit()
    }

    // R10.03
    #[test]
    fn the_code_is_that_of_the_build_and_a_gateway_that_is_behind_counts() {
        let live = |live| Event::Live {
            gateway: "https://www.example.com".to_owned(),
            live,
            after_ms: 1,
            problem: None,
        };
        let failed = Event::Failed {
            exit: 2,
            problem: String::new(),
            problems: Vec::new(),
            count: 0,
        };
        let held = Event::Held {
            since: String::new(),
            by: String::new(),
            why: None,
        };
        assert_eq!(exit_after(&[live(true), Event::Finished]), Exit::Done);
        assert_eq!(exit_after(&[Event::Unchanged]), Exit::Done);
        assert_eq!(
            exit_after(&[live(false), live(true), Event::Finished]),
            Exit::Environment
        );
        assert_eq!(exit_after(&[failed]), Exit::Render);
        assert_eq!(exit_after(&[held]), Exit::Content);
    }

    #[test]
    fn pages_are_told_content_before_chrome_and_those_left_out_counted() {
        let some = |count, paths: &[&str]| Paths {
            count,
            paths: paths.iter().map(ToString::to_string).collect(),
        };
        let event = Event::Pages {
            added: some(1, &["/new"]),
            changed: some(3, &["/a", "/b"]),
            removed: Paths::default(),
            chrome: some(1, &["/c"]),
        };
        assert_eq!(
            event_lines(&event, Language::English),
            [
                "  new (1): /new",
                "  content changed (3): /a /b and 1 more",
                "  chrome changed (1): /c"
            ]
        );
    }
}
