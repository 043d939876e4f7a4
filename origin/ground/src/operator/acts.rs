//! The log of acts on personal data. A line is written before its act or in the same transaction,
//! so no crash leaves an act without one.

use super::{Operator, OperatorError};
use crate::operator::acts_table::{self, Act, NewAct};

/// Characters of a name that is recorded.
const ACTOR_MAX: usize = 100;

impl Operator {
    /// Hands over the acts since a moment, in seconds since the epoch, the oldest first.
    pub async fn each_act(
        &self,
        since: Option<i64>,
        mut act: impl FnMut(Act) -> std::io::Result<()>,
    ) -> Result<(), OperatorError> {
        let since = since.unwrap_or(i64::MIN);
        acts_table::each(self.db.readers(), since, |one| {
            act(one).map_err(OperatorError::Output)
        })
        .await
    }

    /// Records an act of this operator; called before the act.
    pub async fn record(&self, verb: &str, object: &str, count: u64) -> sqlx::Result<()> {
        let act = self.act(verb, object, count);
        acts_table::record(self.db.writers(), act, self.clock.now()).await
    }

    /// An act of this operator, to be recorded in the transaction of the act itself.
    pub fn act<'a>(&'a self, verb: &'a str, object: &'a str, count: u64) -> NewAct<'a> {
        NewAct {
            actor: &self.actor,
            verb,
            object,
            count,
        }
    }
}

/// A name as it is recorded: on one line, and not without an end.
pub(super) fn tame(name: &str) -> String {
    let shown = name.trim().chars().filter(|char| !char.is_control());
    shown.take(ACTOR_MAX).collect()
}
