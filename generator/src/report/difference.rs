//! What `diff` prints.

use std::collections::BTreeMap;

use contract::Hash;
use contract::build::{Access, BuildId, Index};
use serde::Serialize;

use super::{NAMED_PAGES, line};
use crate::cli::MessageFormat;
use crate::diff::rules::Rules;
use crate::diff::{ChangedPage, Changes, Difference, Part};

/// Places of a page that are named on a terminal; JSON has all.
const NAMED_PLACES: usize = 4;

/// Two builds and how they differ. Also the JSON that `--message-format json` prints, field by field.
#[derive(Debug, Serialize)]
pub struct Compared {
    /// The first build.
    pub before: Named,
    /// The second.
    pub after: Named,
    /// Paths of the second.
    pub paths: usize,
    /// How they differ.
    #[serde(flatten)]
    pub difference: Difference,
    /// Texts that were asked for: path → diff.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub shown: BTreeMap<String, Shown>,
}

/// A build's names.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Named {
    /// The publish.
    pub build: BuildId,
    /// All that it published.
    pub content_hash: Hash,
}

/// What is shown of a path.
#[derive(Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// Lines that begin with `-`, `+` or a space; none if the texts are the same.
    Text(String),
    /// No text: lengths in bytes, before and after.
    Binary(usize, usize),
    /// Not for everybody, and not asked for.
    Guarded,
}

impl From<&Index> for Named {
    fn from(index: &Index) -> Self {
        Self {
            build: index.id.clone(),
            content_hash: index.content_hash,
        }
    }
}

impl Compared {
    /// On standard output.
    pub fn print(&self, format: MessageFormat) -> anyhow::Result<()> {
        if format == MessageFormat::Json {
            line(&serde_json::to_string(self)?);
            return Ok(());
        }
        self.lines().iter().for_each(|text| line(text));
        Ok(())
    }

    fn lines(&self) -> Vec<String> {
        let Difference { site, pages, files } = &self.difference;
        let (before, after) = (&self.before, &self.after);
        let mut lines = vec![if self.difference.is_none() {
            let hash = after.content_hash;
            format!(
                "same: {} and {}, {} paths, content {hash}",
                before.build, after.build, self.paths
            )
        } else {
            format!(
                "{} → {}: pages {}; files {}",
                before.build,
                after.build,
                sum(pages),
                sum(files)
            )
        }];
        lines.extend(site.iter().map(|name| format!("  site     {name}")));
        lines.extend(came_and_went("page", pages));
        let (chrome, others): (Vec<_>, Vec<_>) = pages.changed.iter().partition(is_chrome_alone);
        let shown = chrome.len().min(NAMED_PAGES);
        let changed = others.into_iter().chain(chrome[..shown].iter().copied());
        lines.extend(changed.map(|page| {
            let access = access(&page.rules_now);
            format!("  changed  page {}{access}: {}", page.path, parts(page))
        }));
        if chrome.len() > shown {
            let more = chrome.len() - shown;
            lines.push(format!(
                "  changed  {more} more pages: chrome (--message-format json names them)"
            ));
        }
        lines.extend(came_and_went("file", files));
        lines.extend(files.changed.iter().map(|file| {
            let (access, what) = (access(&file.rules_now), file.what.join(", "));
            format!("  changed  file {}{access}: {what}", file.path)
        }));
        for (path, shown) in &self.shown {
            lines.push(format!("\n{path}"));
            lines.push(match shown {
                Shown::Text(text) if text.is_empty() => "  the texts are the same".to_owned(),
                Shown::Text(text) => text.clone(),
                Shown::Binary(old, new) => format!("  no text: {old} and {new} bytes"),
                Shown::Guarded => {
                    "  not for everybody; --show-guarded shows it all the same".to_owned()
                }
            });
        }
        lines
    }
}

/// `1 added, 0 removed, 3 changed`.
fn sum<T>(changes: &Changes<T>) -> String {
    let Changes {
        added,
        removed,
        changed,
    } = changes;
    let (added, removed, changed) = (added.len(), removed.len(), changed.len());
    format!("{added} added, {removed} removed, {changed} changed")
}

fn came_and_went<T>(what: &str, changes: &Changes<T>) -> Vec<String> {
    let lists = [("added", &changes.added), ("removed", &changes.removed)];
    let lines = lists.into_iter().flat_map(|(label, list)| {
        list.iter().map(move |standing| {
            let access = access(&standing.rules);
            format!("  {label:8} {what} {}{access}", standing.path)
        })
    });
    lines.collect()
}

fn is_chrome_alone(page: &&ChangedPage) -> bool {
    page.parts.iter().eq([&Part::Chrome])
}

/// `content (payload.data.entry.title), files (figures.csv)`.
fn parts(page: &ChangedPage) -> String {
    let part = |part: &Part| {
        let of_part = page.places.iter().filter(|place| place.part() == *part);
        let (name, details) = match part {
            Part::Content => ("content", named(of_part)),
            Part::Head => ("head", named(of_part)),
            Part::Chrome => return "chrome".to_owned(),
            Part::Files => ("files", named(page.files.iter())),
            Part::Rules => ("rules", named(page.rules.iter())),
        };
        format!("{name} ({details})")
    };
    page.parts.iter().map(part).collect::<Vec<_>>().join(", ")
}

/// The first few, and how many more there are.
fn named(of: impl Iterator<Item = impl ToString>) -> String {
    let all: Vec<String> = of.map(|place| place.to_string()).collect();
    let more = all.len().saturating_sub(NAMED_PLACES);
    let mut named = all[..all.len() - more].join(", ");
    if more > 0 {
        named += &format!(" and {more} more");
    }
    named
}

fn access(rules: &Rules) -> &'static str {
    match rules.access() {
        Access::Guarded => " (guarded)",
        Access::Guest => " (for guests)",
        Access::Private => " (private)",
        Access::Public => "",
    }
}
