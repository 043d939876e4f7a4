//! Links to other sites: whether they still lead to a page. Asked on demand alone, politely and
//! within bounds.

mod ask;
mod verdict;

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use generator_content::{Content, LinkElsewhere, links_elsewhere};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;
use jiff::Timestamp;

pub use ask::Asker;
use verdict::Verdict;

/// Maximum number of addresses that are asked in one run.
const MOST: usize = 2_000;

/// The state of all links to other sites.
#[derive(Debug)]
pub struct Links {
    /// Warnings about links that lead nowhere.
    pub broken: Vec<Diagnostic>,
    /// Addresses that were asked.
    pub asked: usize,
    /// Addresses whose servers gave no clear answer.
    pub unclear: usize,
    /// Addresses beyond the most of one run.
    pub left: usize,
}

/// A time between two requests to one server.
pub const PAUSE: Duration = Duration::from_secs(1);

/// Asks the addresses in the files of `content`'s entries, which are in `folder`.
pub fn check(content: &Content, now: Timestamp, folder: &Path, asker: &Asker) -> Links {
    let mut found: Vec<(String, String, Vec<LinkElsewhere>)> = Vec::new();
    let entries = content.listing(now).into_iter();
    let texts = entries.flat_map(|entry| entry.texts).flatten();
    let files = texts.map(|text| text.file);
    for file in files {
        // A file that was deleted meanwhile has no links.
        let place = folder.join(file.trim_start_matches("content/"));
        let text = std::fs::read_to_string(place).unwrap_or_default();
        let links = links_elsewhere(&file, &text);
        if !links.is_empty() {
            found.push((file, text, links));
        }
    }
    let links = found.iter().flat_map(|(_, _, links)| links);
    let all: BTreeSet<String> = links.map(|link| link.address.clone()).collect();
    let wanted: BTreeSet<String> = all.iter().take(MOST).cloned().collect();
    let verdicts = asker.ask(&wanted);
    let mut broken = Vec::new();
    for (file, text, links) in &found {
        for link in links {
            let Some(Verdict::Broken(reason)) = verdicts.get(&link.address) else {
                continue;
            };
            let message = Message::new("dead-link")
                .with("address", &link.address)
                .with("reason", reason);
            let problem = Diagnostic::new(file, message).at(text, link.place);
            broken.push(problem.warning());
        }
    }
    let is_unclear = |verdict: &&Verdict| **verdict == Verdict::Unclear;
    Links {
        broken,
        asked: wanted.len(),
        unclear: verdicts.values().filter(is_unclear).count(),
        left: all.len() - wanted.len(),
    }
}
