//! Proofs that were seen, so that a copy of a request is refused. Only requests with a valid key
//! are added.

use std::collections::{HashMap, VecDeque};

use super::proof::{Proof, Tag, WINDOW};

/// Signed requests that may be carried out within ten minutes; more are refused.
const SIGNED: usize = 4_096;

/// Webhooks of GitHub that are remembered, the oldest of which is forgotten for a new one: they
/// have no time after which a copy would be refused.
const DELIVERIES: usize = 4_096;

/// Proofs that were seen.
#[derive(Default)]
pub(super) struct SeenProofs {
    /// Tag of each signed request, and until when it is remembered, in Unix seconds.
    signed: HashMap<Tag, u64>,
    deliveries: VecDeque<Tag>,
}

impl SeenProofs {
    /// Notes a proof; false if it was seen before, or if there is no room to remember it.
    pub(super) fn note(&mut self, proof: &Proof, now: u64) -> bool {
        match proof {
            Proof::Signature { time, tag } => {
                self.signed.retain(|_, until| *until >= now);
                if self.signed.len() >= SIGNED || self.signed.contains_key(tag) {
                    return false;
                }
                self.signed.insert(*tag, time + WINDOW);
                true
            }
            Proof::GitHub { tag } => {
                if self.deliveries.contains(tag) {
                    return false;
                }
                if self.deliveries.len() >= DELIVERIES {
                    self.deliveries.pop_front();
                }
                self.deliveries.push_back(*tag);
                true
            }
            // A client that has the token needs no copy.
            Proof::GitLab { .. } => true,
        }
    }

    /// Forgets a proof.
    pub(super) fn forget(&mut self, proof: &Proof) {
        match proof {
            Proof::Signature { tag, .. } => drop(self.signed.remove(tag)),
            Proof::GitHub { tag } => self.deliveries.retain(|seen| seen != tag),
            Proof::GitLab { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(number: usize) -> Tag {
        let mut tag = [0; 32];
        tag[..8].copy_from_slice(&number.to_le_bytes());
        tag
    }

    // R10.03
    #[test]
    fn a_copy_is_refused_as_long_as_its_time_would_be_accepted() {
        let mut seen = SeenProofs::default();
        let (now, tag) = (1_795_000_000, tag(1));
        // Its sender's clock is ahead.
        let time = now + WINDOW;
        let proof = Proof::Signature { time, tag };
        assert!(seen.note(&proof, now));
        for later in [0, 1, WINDOW, 2 * WINDOW] {
            assert!(!seen.note(&proof, now + later), "{later} s later");
        }
        seen.forget(&proof);
        assert!(seen.note(&proof, now), "it was not carried out");
    }

    #[test]
    fn memory_is_bounded() {
        let mut seen = SeenProofs::default();
        let now = 1_795_000_000;
        let signed = |number| Proof::Signature {
            time: now,
            tag: tag(number),
        };
        let noted = (0..2 * SIGNED).filter(|number| seen.note(&signed(*number), now));
        assert_eq!(noted.count(), SIGNED);
        assert!(
            seen.note(&signed(0), now + WINDOW + 1),
            "they are forgotten in time"
        );
        let delivery = |number| Proof::GitHub { tag: tag(number) };
        let noted = (0..2 * DELIVERIES).filter(|number| seen.note(&delivery(*number), now));
        assert_eq!(noted.count(), 2 * DELIVERIES);
        assert_eq!(seen.deliveries.len(), DELIVERIES);
        assert!(!seen.note(&delivery(2 * DELIVERIES - 1), now));
    }
}
