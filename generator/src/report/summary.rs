//! PURE: the result of a build as an editor reads it in a terminal: the verdict, then addresses,
//! with the pages of changed content before all others, then numbers.
//!
//! Its lines fit 80 columns, except for addresses that are longer. All of them are printed at once.

use std::time::Duration;

use super::{BuildReport, held};
use crate::pages::render::outcome::ChangeKind;
use crate::report::ended::Why;
use generator_ground::message::Message;

/// Addresses of each kind that are named; the JSON report has all.
const NAMED: usize = 5;

/// Number of scheduled changes that are named; `generator status` lists them all.
const SCHEDULED: usize = 3;

/// The lines of `report`; `site` is the address at which its reader sees the site.
pub(super) fn summary(report: &BuildReport, site: &str) -> Vec<Message> {
    let mut lines = vec![verdict(report)];
    if let (None, Some(found)) = (&report.build, &report.held) {
        lines.extend(found.parts());
    }
    if report.ended_hold {
        lines.push(Message::new("hold-ended"));
    }
    if report.build.is_some() {
        addresses(report, site, &mut lines);
        lines.push(files(report));
    } else if report.held.is_none() && report.rendered > 0 {
        let rendered = Message::new("rendered").with("rendered", report.rendered);
        lines.push(rendered.with("pages", report.pages));
    }
    if let (true, Some(build)) = (report.staged, &report.build) {
        lines.push(Message::new("staged-next").with("build", build.to_string()));
    }
    let ties = report.ties.iter();
    lines.extend(ties.map(|tie| Message::new("note").with("note", tie.message())));
    lines
}

/// Scheduled changes, the soonest first.
pub(super) fn schedule_lines(report: &BuildReport) -> Vec<Message> {
    let named = report.scheduled.iter().take(SCHEDULED);
    let mut lines: Vec<Message> = named.map(|scheduled| scheduled.message()).collect();
    if let more @ 1.. = report.scheduled.len() - lines.len() {
        lines.push(Message::new("scheduled/more").with("more", more));
    }
    lines
}

/// The outcome in one line.
fn verdict(report: &BuildReport) -> Message {
    if let (None, Some(found)) = (&report.build, &report.held) {
        return held::message(&found.content, &found.zone);
    }
    let seconds = Duration::from_millis(report.duration_ms).as_secs_f64();
    let seconds = format!("{seconds:.2}");
    let Some(build) = &report.build else {
        let unchanged = Message::new("unchanged").with("pages", report.pages);
        return unchanged.with("seconds", seconds);
    };
    let verdict = match report.staged {
        true => Message::new("staged"),
        false => Message::new("published"),
    };
    verdict
        .with("build", build.to_string())
        .with("what", what(report))
        .with("seconds", seconds)
}

/// How many pages differ, and how far.
fn what(report: &BuildReport) -> Message {
    let count = |kind| report.changed.count(kind);
    let told = count(ChangeKind::New) + count(ChangeKind::Content) + count(ChangeKind::Listed);
    let differing = told + report.removed_pages.len();
    match (differing, count(ChangeKind::Chrome)) {
        (0, 0) => Message::new("pages-changed/none"),
        (0, around) => Message::new("pages-changed/around").with("pages", around),
        (pages, _) => Message::new("pages-changed").with("pages", pages),
    }
}

/// The pages that differ: those that an editor wants to look at by their addresses, those that show
/// something of them as a number.
fn addresses(report: &BuildReport, site: &str, lines: &mut Vec<Message>) {
    let before = lines.len();
    let of = |kind| report.changed.of_kind(kind);
    let name = |address| Message::new("address/new").with("address", address);
    named_lines(name, of(ChangeKind::New), site, lines);
    let name = |address| Message::new("address/changed").with("address", address);
    named_lines(name, of(ChangeKind::Content), site, lines);
    let is_about_others = lines.len() > before || !report.removed_pages.is_empty();
    if !is_about_others {
        // An entry without a page of its own.
        named_lines(name, of(ChangeKind::Listed), site, lines);
    }
    removed_lines(report, site, lines);
    let listing = report.changed.count(ChangeKind::Listed);
    if is_about_others && listing > 0 {
        lines.push(Message::new("pages-listing").with("pages", listing));
    }
    let around = report.changed.count(ChangeKind::Chrome);
    if lines.len() > before && around > 0 {
        lines.push(Message::new("pages-around").with("pages", around));
    }
}

/// The pages that are gone, expired ones last.
fn removed_lines(report: &BuildReport, site: &str, lines: &mut Vec<Message>) {
    let ended = report.ended.iter();
    let expired = ended.filter(|ended| ended.why == Why::Expired);
    let expired: Vec<&String> = expired.flat_map(|ended| &ended.pages).collect();
    let removed = report.removed_pages.iter();
    let removed = removed.filter(|page| !expired.contains(page)).cloned();
    let name = |address| Message::new("address/removed").with("address", address);
    named_lines(name, removed, site, lines);
    let name = |address| Message::new("address/expired").with("address", address);
    named_lines(name, expired.into_iter().cloned(), site, lines);
}

/// The first of `paths`, a line for each as `name` makes it, and how many more there are.
fn named_lines(
    name: impl Fn(Message) -> Message,
    paths: impl Iterator<Item = String>,
    site: &str,
    lines: &mut Vec<Message>,
) {
    // Error documents are not opened by address.
    let mut paths = paths.filter(|path| !path.contains("/_error/"));
    let first = paths.by_ref().take(NAMED);
    lines.extend(first.map(|path| {
        let address = Message::new("address").with("site", site);
        name(address.with("path", path))
    }));
    if let more @ 1.. = paths.count() {
        lines.push(name(Message::new("address/more").with("more", more)));
    }
}

fn files(report: &BuildReport) -> Message {
    Message::new("files")
        .with("written", report.files_written)
        .with("rendered", report.rendered)
        .with("pages", report.pages)
}
