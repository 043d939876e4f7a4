//! Pages that a switch back would open again: those that are guarded in the live build and not in
//! an earlier one, and those that have expired.
//!
//! A switch back to an earlier build takes back its contents, never a restriction: a person has to
//! ask for that by an option of its own.

use contract::build::{Entry, Index};
use jiff::Timestamp;

use super::changed_pages::{Shards, each_differing};
use super::{Builds, Live, paths};
use generator_ground::message::{Argument, Message, join_first};

/// Pages and files that a build would open again. Sorted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reopened {
    /// Pages and files that more visitors may read in the build than in the live one.
    pub wider: Vec<String>,
    /// Pages that have expired.
    pub expired: Vec<String>,
}

impl Builds {
    /// The pages that the build of `target` opens again where the build of `live` is live, both of
    /// them on disk.
    pub fn reopened_by(
        &self,
        live: &Index,
        target: &Index,
        now: Timestamp,
    ) -> anyhow::Result<Reopened> {
        let shards = |index| Shards::on_disk(index, self);
        Reopened::new((live, &shards(live)), (target, &shards(target)), now)
    }
}

impl Reopened {
    /// The pages that `target` opens again where `live` is live.
    pub fn of_builds(live: &Live, target: &Live, now: Timestamp) -> anyhow::Result<Self> {
        let [of_live, of_target] =
            [live, target].map(|build| Shards::of_tree(&build.index, &build.tree));
        Self::new((&live.index, &of_live), (&target.index, &of_target), now)
    }

    fn new(
        (live, live_shards): (&Index, &Shards<'_>),
        (target, target_shards): (&Index, &Shards<'_>),
        now: Timestamp,
    ) -> anyhow::Result<Self> {
        let mut wider = Vec::new();
        // A build that was begun after the live one follows a decision about its content.
        if begin_second(target) <= begin_second(live) {
            each_differing(live_shards, target_shards, |live, target| {
                for (path, entry) in target {
                    if let (Entry::File(target), Some(Entry::File(live))) = (entry, live.get(path))
                        && target.access < live.access
                    {
                        wider.push(path.clone());
                    }
                }
            })?;
        }
        wider.sort_unstable();
        let pages = wider.clone();
        wider.retain(|path| {
            let page = paths::page_of_payload(path);
            page.is_none_or(|page| !pages.iter().any(|path| path == page))
        });
        Ok(Self {
            wider,
            expired: expired_pages(target, now),
        })
    }

    /// The refusal to open these pages; none if there are no pages.
    pub fn refusal(&self, target: &Index) -> Option<Message> {
        let kinds = [
            (Message::new("reopens/wider"), &self.wider),
            (Message::new("reopens/expired"), &self.expired),
        ];
        let named = kinds.into_iter().filter(|(_, paths)| !paths.is_empty());
        let parts: Vec<Message> = named
            .map(|(kind, paths)| kind.with("paths", join_first(paths)))
            .collect();
        let refusal = Message::new("reopens").with("build", target.id.to_string());
        (!parts.is_empty()).then(|| refusal.with("what", Argument::list(parts)))
    }
}

/// The second in which a build was begun, as its id names it.
fn begin_second(index: &Index) -> &str {
    let id = index.id.as_str();
    id.split_once('-').map_or(id, |(begun, _)| begun)
}

/// Expired pages of a build, sorted.
pub fn expired_pages(index: &Index, now: Timestamp) -> Vec<String> {
    // An instant that cannot be read is over.
    let is_over = |at: &str| at.parse::<Timestamp>().map_or(true, |at| at <= now);
    let expired = index.expires.iter().filter(|(_, at)| is_over(at));
    expired.map(|(path, _)| path.clone()).collect()
}
