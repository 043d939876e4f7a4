//! What comes of rendering: pages changed, pages reused, pages that could not be made.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::card::Card;
use crate::diagnostic::Diagnostic;
use crate::exit::Problem;
use crate::prepare::Record;

/// What came of rendering.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Pages whose bytes changed.
    pub changed: Vec<ChangedPage>,
    /// Pages rendered, changed or not.
    pub rendered: usize,
    /// What is remembered of the pages that were prepared, by their place in the plan.
    pub records: Vec<(usize, Arc<Record>)>,
    /// Their sharing images: path → what is to be drawn there.
    pub cards: BTreeMap<String, Card>,
    /// Pages that could not be made, by their place in the plan: the report is the same whichever lane was faster.
    pub errors: BTreeMap<usize, PageError>,
}

/// A page that a visitor sees change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct ChangedPage {
    /// Path with prefix.
    pub path: Arc<str>,
    /// What changed.
    pub kind: ChangeKind,
}

/// What changed of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// The page did not exist before.
    New,
    /// What it says, or a file that it offers.
    Content,
    /// Only what surrounds it: layout, assets, head, site configuration.
    Chrome,
}

/// A page that could not be made. Others go on; the build fails at the end with all of them.
#[derive(Debug)]
pub enum PageError {
    /// Its content is wrong.
    Content(Box<Diagnostic>),
    /// A component threw, looped, or killed its worker.
    Render(Problem),
    /// A file could not be written, or the machine failed otherwise.
    Environment(anyhow::Error),
}

impl PageError {
    pub(super) fn environment(error: impl Into<anyhow::Error>) -> Self {
        Self::Environment(error.into())
    }
}

impl Outcome {
    /// Adds another lane's.
    pub(super) fn add(&mut self, other: Self) {
        self.changed.extend(other.changed);
        self.rendered += other.rendered;
        self.records.extend(other.records);
        self.cards.extend(other.cards);
        self.errors.extend(other.errors);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // R10.06
    #[test]
    fn errors_of_all_lanes_come_in_the_plans_order() {
        let lane = |places: [usize; 2]| Outcome {
            errors: places
                .into_iter()
                .map(|place| (place, PageError::Environment(anyhow::anyhow!("{place}"))))
                .collect(),
            ..Outcome::default()
        };
        let mut all = Outcome::default();
        all.add(lane([1, 4]));
        all.add(lane([0, 3]));
        assert_eq!(all.errors.into_keys().collect::<Vec<_>>(), [0, 1, 3, 4]);
    }
}
