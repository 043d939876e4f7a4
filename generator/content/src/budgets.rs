//! How large pages may be, as `budgets` in `site.yaml` sets it: a page above a budget gets the
//! warning `budget`.

use contract::build::Weight;
use serde::Deserialize;

/// Bytes of a kilobyte: the one of browsers' tools.
const KILOBYTE: u64 = 1000;

/// The most that a page loads, each in kilobytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Budgets {
    document: u64,
    payload: u64,
    pictures: u64,
}

impl Default for Budgets {
    fn default() -> Self {
        Self {
            document: 20,
            payload: 20,
            pictures: 500,
        }
    }
}

impl Budgets {
    /// Bytes of a document as it is sent.
    pub fn document(&self) -> u64 {
        self.document.saturating_mul(KILOBYTE)
    }

    /// Bytes of a payload as it is sent.
    pub fn payload(&self) -> u64 {
        self.payload.saturating_mul(KILOBYTE)
    }

    /// Bytes of all pictures that a page shows first.
    pub fn pictures(&self) -> u64 {
        self.pictures.saturating_mul(KILOBYTE)
    }

    /// Whether a page of this weight may be above a budget.
    pub fn may_exceed(&self, weight: Weight) -> bool {
        u64::from(weight.document) > self.document()
            || u64::from(weight.payload) > self.payload()
            || u64::from(weight.pictures) > self.pictures()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    // R10.06
    #[test]
    fn a_page_is_looked_at_if_one_of_its_figures_is_above_a_budget() {
        let budgets: Budgets = serde_json::from_value(json!({ "document": 10 })).unwrap();
        let weight = |document, payload, pictures| Weight {
            document,
            payload,
            pictures,
        };
        for (weight, may_exceed) in [
            (weight(10_000, 20_000, 500_000), false),
            (weight(10_001, 0, 0), true),
            (weight(0, 20_001, 0), true),
            (weight(0, 0, 500_001), true),
        ] {
            assert_eq!(budgets.may_exceed(weight), may_exceed, "{weight:?}");
        }
    }
}
