//! PURE: a line of the log in words.

use jiff::tz::TimeZone;

use super::moment::local_of_record;
use crate::config::initiator::{CLOCK, UNKNOWN};
use generator_builds::changed_pages::{ChangedPages, CountedPages};
use generator_builds::log::{LogLine, LogVerb};
use generator_ground::message::Message;

/// The change that `line` records: the person, the action and the time, by the clock of `zone`,
/// then the reason and the pages.
pub fn log_messages(line: &LogLine, zone: &TimeZone) -> Vec<Message> {
    let mut told = vec![change(line, zone)];
    if let Some(why) = &line.why {
        told.push(Message::new("logged-why").with("why", why));
    }
    if let Some(commit) = &line.commit {
        told.push(match commit.split_once('+') {
            Some((commit, changed)) => Message::new("logged-commit/changed")
                .with("commit", commit)
                .with("changed", changed.parse::<usize>().unwrap_or_default()),
            None => Message::new("logged-commit").with("commit", commit),
        });
    }
    if let Some(pages) = &line.pages {
        told.extend(pages_lines(pages));
    }
    if !line.paths.is_empty() {
        told.push(Message::new("logged-paths").with("paths", line.paths.join(" ")));
    }
    told
}

/// The name of a person, or the words where there is none.
pub fn person(by: &str) -> Message {
    match by {
        CLOCK => Message::new("by-clock"),
        UNKNOWN | "" => Message::new("by-unknown"),
        by => Message::new("by-person").with("by", by),
    }
}

/// Pages by kind. Those that list others are a number, as in the report of the build; an entry
/// without a page of its own has no other pages, so they are named.
pub fn pages_lines(pages: &ChangedPages) -> Vec<Message> {
    let is_about_others = [&pages.added, &pages.changed, &pages.removed]
        .iter()
        .any(|pages| pages.count > 0);
    let (content, listing) = match is_about_others {
        true => (&pages.changed, pages.listing.count),
        false => (&pages.listing, 0),
    };
    let content = count_message(Message::new("changed/content"), content);
    let also = (listing > 0).then(|| Message::new("pages-listing").with("pages", listing));
    let lines = [
        count_message(Message::new("changed/new"), &pages.added),
        content,
        count_message(Message::new("changed/chrome"), &pages.chrome),
        count_message(Message::new("removed"), &pages.removed),
        also,
    ];
    lines.into_iter().flatten().collect()
}

fn change(line: &LogLine, zone: &TimeZone) -> Message {
    let build = || {
        let name = line.build.as_ref().map(ToString::to_string);
        name.unwrap_or_default()
    };
    let what = match (line.verb, line.held) {
        (LogVerb::Publish, Some(false)) => Message::new("logged-verb/publish-another"),
        (LogVerb::Publish, _) => Message::new("logged-verb/publish"),
        (LogVerb::Stage, _) => Message::new("logged-verb/stage"),
        (LogVerb::Rollback, _) => Message::new("logged-verb/rollback"),
        (LogVerb::Release, _) => Message::new("logged-verb/release"),
        (LogVerb::Prune, _) => Message::new("logged-verb/prune"),
        (LogVerb::Purge, _) => Message::new("logged-verb/purge"),
        (LogVerb::Undone, _) => Message::new("logged-verb/undone"),
        (LogVerb::Unknown, _) => Message::new("logged-verb"),
    };
    let what = what
        .with("build", build())
        .with("builds", line.dropped.len());
    Message::new("logged")
        .with("time", local_of_record(&line.time, zone))
        .with("by", person(&line.by))
        .with("what", what)
}

fn count_message(label: Message, pages: &CountedPages) -> Option<Message> {
    let named: Vec<&str> = pages.paths.iter().map(String::as_str).collect();
    let more = pages.count.checked_sub(named.len())?;
    let counted = match (named.is_empty(), more) {
        (true, 0) => return None,
        (true, _) => Message::new("paths/unnamed"),
        (false, 0) => Message::new("paths"),
        (false, _) => Message::new("paths/more").with("more", more),
    };
    let counted = counted.with("label", label).with("all", pages.count);
    Some(counted.with("paths", named.join(" ")))
}

#[cfg(test)]
mod tests {
    use contract::control::Initiator;

    use super::*;
    use generator_ground::message::Language;

    // R10.04
    #[test]
    fn a_line_says_who_did_what_when_why_and_to_which_pages() {
        let initiator = Initiator {
            by: "ann".to_owned(),
            why: Some("wrong figure".to_owned()),
            commit: Some("c0ffee".to_owned()),
        };
        let counted = |count, paths: &[&str]| CountedPages {
            count,
            paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        };
        let line = LogLine {
            build: "20261121T000000Z-00000001".parse().ok(),
            pages: Some(ChangedPages {
                changed: counted(3, &["/", "/en"]),
                removed: counted(1, &[]),
                ..ChangedPages::default()
            }),
            ..LogLine::new(LogVerb::Rollback, "2026-11-21T00:00:00Z", &initiator)
        };
        let words = |language| {
            let told = log_messages(&line, &TimeZone::UTC);
            told.iter()
                .map(|line| line.text(language))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            words(Language::English),
            [
                "2026-11-21 00:00 +00:00  ann: rolled back to 20261121T000000Z-00000001",
                "  why: wrong figure",
                "  commit: c0ffee",
                "  content changed (3): / /en and 1 more",
                "  removed (1)",
            ]
        );
        assert!(words(Language::Chinese)[0].contains("回退到"));
    }

    // R10.04
    #[test]
    fn pages_that_list_an_entry_are_a_number_unless_there_are_no_others() {
        let counted = |count, paths: &[&str]| CountedPages {
            count,
            paths: paths.iter().map(|path| (*path).to_owned()).collect(),
        };
        let listing = counted(22, &["/", "/news"]);
        let words = |pages: ChangedPages| -> Vec<String> {
            let lines = pages_lines(&pages).into_iter();
            lines.map(|line| line.text(Language::English)).collect()
        };
        let scheduled = ChangedPages {
            added: counted(1, &["/news/new"]),
            listing: listing.clone(),
            ..ChangedPages::default()
        };
        assert_eq!(
            words(scheduled),
            [
                "  new (1): /news/new",
                "  also     22 pages that list or quote what changed"
            ]
        );
        let alone = ChangedPages {
            listing,
            ..ChangedPages::default()
        };
        assert_eq!(
            words(alone),
            ["  content changed (22): / /news and 20 more"]
        );
    }
}
