//! A notice as text: addresses first, then the number of pages, the person and the reason. Pure.

use contract::control::{Event, Paths};
use jiff::Timestamp;
use serde_json::{Value, json};

use super::{Notice, NoticeKind};
use crate::report;
use crate::report::logged::person;
use generator_ground::message::{Language, Message};

/// Addresses that a chat shows; the JSON has more.
const NAMED: usize = 10;

/// A notice as its receivers get it, `now`.
pub(super) fn format(notice: &Notice, language: Language, now: Timestamp) -> notices::Notice {
    let (mut links, all) = addresses(notice);
    links.truncate(NAMED);
    let more = all - links.len();
    let more = (more > 0).then(|| Message::new("notice-more").with("more", more));
    let by = &notice.initiator.by;
    let by = (!by.is_empty()).then(|| Message::new("notice-by").with("by", person(by)));
    let why = notice.initiator.why.as_ref();
    let why = why.map(|why| Message::new("notice-why").with("why", why));
    let ended = notice.ended_hold.then(|| Message::new("notice-hold-ended"));
    let messages = [more, counts(notice), ended, by, why].into_iter().flatten();
    let lines = messages.map(|message| message.text(language));
    notices::Notice {
        json: plain(notice, now),
        title: title(notice).text(language),
        links,
        lines: lines.chain(notice.problems.iter().cloned()).collect(),
    }
}

/// All facts of the notice, for programs.
fn plain(notice: &Notice, now: Timestamp) -> Value {
    let mut pages = json!(notice.pages);
    if let Some(pages) = pages.as_object_mut() {
        pages.remove("kind");
    }
    json!({
        "event": notice.kind, "site": notice.site, "build": notice.build,
        "time": report::rfc3339(now), "by": notice.initiator.by,
        "why": notice.initiator.why, "commit": notice.initiator.commit,
        "addresses": addresses(notice).0, "pages": pages, "endedHold": notice.ended_hold,
        "problems": notice.problems
    })
}

fn title(notice: &Notice) -> Message {
    let title = match notice.kind {
        NoticeKind::Published => Message::new("notice-title/published"),
        NoticeKind::RolledBack => Message::new("notice-title/rolled-back"),
        NoticeKind::Held => Message::new("notice-title/held"),
        NoticeKind::Released => Message::new("notice-title/released"),
        NoticeKind::Failed => Message::new("notice-title/failed"),
    };
    title.with("site", &notice.site)
}

fn counts(notice: &Notice) -> Option<Message> {
    let (added, changed, removed, chrome) = pages(notice)?;
    let counts = match chrome.count {
        0 => Message::new("notice-counts"),
        chrome => Message::new("notice-counts/chrome").with("chrome", chrome),
    };
    Some(
        counts
            .with("added", added.count)
            .with("changed", changed.count)
            .with("removed", removed.count),
    )
}

fn pages(notice: &Notice) -> Option<(&Paths, &Paths, &Paths, &Paths)> {
    match notice.pages.as_ref()? {
        Event::Pages {
            added,
            changed,
            removed,
            chrome,
        } => Some((added, changed, removed, chrome)),
        _ => None,
    }
}

/// Addresses of pages that are new or differ in their content, and how many there are; of other
/// notices that of the site.
fn addresses(notice: &Notice) -> (Vec<String>, usize) {
    let Some((added, changed, ..)) = pages(notice) else {
        return (vec![format!("{}/", notice.site)], 1);
    };
    let paths = added.paths.iter().chain(&changed.paths);
    let urls = paths.map(|path| format!("{}{path}", notice.site));
    (urls.collect(), added.count + changed.count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::control::Initiator;

    fn publish_notice(paths: usize, why: &str) -> Notice {
        let some = |count: usize| Paths {
            count,
            paths: (0..count).map(|number| format!("/新闻/{number}")).collect(),
        };
        let by = Initiator {
            by: "ann".to_owned(),
            why: Some(why.to_owned()),
            commit: None,
        };
        Notice {
            pages: Some(Event::Pages {
                added: some(1),
                changed: some(paths),
                removed: some(0),
                chrome: some(2),
            }),
            ..Notice::new(NoticeKind::Published, "https://www.example.com", &by)
        }
    }

    fn words(notice: &Notice) -> notices::Notice {
        let now = Timestamp::from_second(1_795_000_000).unwrap();
        format(notice, Language::English, now)
    }

    // R10.03
    #[test]
    fn people_get_some_addresses_then_how_many_who_and_why() {
        let words = words(&publish_notice(30, "prices"));
        assert_eq!(words.title, "Published: https://www.example.com");
        assert_eq!(words.links.len(), NAMED);
        assert_eq!(words.links[0], "https://www.example.com/新闻/0");
        assert_eq!(words.lines[0], "and 21 more pages");
        let rest: Vec<&str> = words.lines[2..].iter().map(String::as_str).collect();
        assert_eq!(rest, ["by ann", "why: prices"]);
    }

    // R10.03
    #[test]
    fn a_program_gets_everything() {
        let body = words(&publish_notice(2, "prices")).json;
        assert_eq!(body["event"], "published");
        assert_eq!(body["pages"]["changed"]["count"], 2);
        assert_eq!(body["addresses"][0], "https://www.example.com/新闻/0");
    }
}
