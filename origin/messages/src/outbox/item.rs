//! Letters and notices about messages: their kinds, and how patiently they are sent. Pure.

use notices::receivers::Kind;
use serde::{Deserialize, Serialize};

use origin_mail::fault::Fault;

/// The way of e-mails. Each webhook is a way of its own.
pub const MAIL: &str = "mail";

/// Seconds from the first try to the second.
const FIRST_PAUSE: i64 = 60;

/// Seconds between two tries, at most: a server that is back after a day gets everything within
/// the next quarter of one.
const LONGEST_PAUSE: i64 = 6 * 60 * 60;

/// Seconds after which an unsent item is given up: an operator of a server was away for a week at
/// most.
const PATIENCE: i64 = 7 * 24 * 60 * 60;

/// Seconds after which a refused item is given up: it is hardly ever taken later, and a slip in the
/// server's settings is found within a day.
const PATIENCE_WHEN_REFUSED: i64 = 24 * 60 * 60;

/// A reason to notify staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum NoticeKind {
    /// A message came.
    Received,
    /// The sender took the message back.
    Withdrawn,
}

impl Kind for NoticeKind {
    const ALL: &[Self] = &[Self::Received, Self::Withdrawn];
}

/// A thing that is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutgoingKind {
    /// The letter to the sender.
    Confirmation,
    /// A letter or a webhook to staff.
    Notice(NoticeKind),
}

impl OutgoingKind {
    /// The text that is stored.
    pub fn text(self) -> &'static str {
        match self {
            Self::Confirmation => "confirmation",
            Self::Notice(NoticeKind::Received) => "received",
            Self::Notice(NoticeKind::Withdrawn) => "withdrawn",
        }
    }

    /// The kind that is stored as `text`.
    pub fn parse(text: &str) -> Option<Self> {
        [
            Self::Confirmation,
            Self::Notice(NoticeKind::Received),
            Self::Notice(NoticeKind::Withdrawn),
        ]
        .into_iter()
        .find(|kind| kind.text() == text)
    }
}

/// Time of the next try of an item that has just failed, after so many failed tries before; none if
/// it is given up.
pub fn next_try(fault: &Fault, tries: i64, queued_at: i64, now: i64) -> Option<i64> {
    let patience = match fault {
        Fault::Refused(_) => PATIENCE_WHEN_REFUSED,
        Fault::Deferred(_) | Fault::Away(_) => PATIENCE,
    };
    let doubled = FIRST_PAUSE << tries.clamp(0, 16);
    (now - queued_at < patience).then(|| now + doubled.min(LONGEST_PAUSE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_to_a_quarter_of_a_day_and_end_after_a_week() {
        let why = String::new;
        let (away, refused) = (Fault::Away(why()), Fault::Refused(why()));
        const DAY: i64 = 24 * 60 * 60;
        for (fault, tries, age, expected) in [
            (&away, 0, 0, Some(60)),
            (&away, 1, 60, Some(120)),
            (&away, 8, DAY, Some(256 * 60)),
            (&away, 9, DAY, Some(6 * 60 * 60)),
            (&away, i64::MAX, DAY, Some(6 * 60 * 60)),
            (&away, 30, 7 * DAY - 1, Some(6 * 60 * 60)),
            (&away, 30, 7 * DAY, None),
            (&Fault::Deferred(why()), 30, 7 * DAY, None),
            (&refused, 9, DAY - 1, Some(6 * 60 * 60)),
            (&refused, 9, DAY, None),
        ] {
            let next = next_try(fault, tries, 1_000, 1_000 + age);
            let pause = next.map(|next| next - 1_000 - age);
            assert_eq!(pause, expected, "{fault:?} {tries} {age}");
        }
    }

    #[test]
    fn a_kind_is_what_its_text_says() {
        for text in ["confirmation", "received", "withdrawn"] {
            assert_eq!(
                OutgoingKind::parse(text).map(OutgoingKind::text),
                Some(text)
            );
        }
        assert_eq!(OutgoingKind::parse("other"), None);
    }
}
