//! The budget of bodies in memory.
//!
//! Second chance: bodies are in a queue in the order they were read. When the budget is exceeded
//! the oldest is evicted, unless it was used since it was last examined; then it is moved to the
//! end of the queue once more. Using a body writes one flag and takes no lock; the lock here is
//! taken only when a body is read from disk.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::observe::metrics::Metrics;

use super::resource::{Resource, Variant};

/// Overhead of a body, in bytes: variant, headers, entry in the queue.
const OVERHEAD: u64 = 320;

/// The budget and the bodies within it.
pub(crate) struct Budget {
    limit: u64,
    held: Mutex<Queue>,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct Queue {
    bytes: u64,
    queue: VecDeque<QueueEntry>,
}

struct QueueEntry {
    resource: Weak<Resource>,
    slot: usize,
    bytes: u64,
}

impl Budget {
    /// A budget of `limit` bytes.
    pub(crate) fn new(limit: u64, metrics: Arc<Metrics>) -> Self {
        Self {
            limit,
            held: Mutex::default(),
            metrics,
        }
    }

    /// Stores a body in its resource, and evicts others until the budget holds. Returns the body to
    /// send: the one that another request stored meanwhile, if there is one.
    pub(crate) fn admit(
        &self,
        resource: &Arc<Resource>,
        slot: usize,
        variant: Arc<Variant>,
    ) -> Arc<Variant> {
        let bytes = variant.bytes.len() as u64 + OVERHEAD;
        if bytes > self.limit {
            return variant;
        }
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(present) = resource.variant_in_memory(slot) {
            return present;
        }
        resource.hold(slot, Some(Arc::clone(&variant)));
        held.bytes += bytes;
        held.queue.push_back(QueueEntry {
            resource: Arc::downgrade(resource),
            slot,
            bytes,
        });
        self.shrink(&mut held);
        self.metrics.held_bytes.set(held.bytes);
        variant
    }

    /// Removes a body, before its turn. Looks through the whole queue: only for bodies that turn
    /// out to be wrong.
    pub(crate) fn release(&self, resource: &Arc<Resource>, slot: usize) {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        resource.hold(slot, None);
        let is_its = |entry: &QueueEntry| {
            entry.slot == slot && std::ptr::eq(entry.resource.as_ptr(), Arc::as_ptr(resource))
        };
        if let Some(place) = held.queue.iter().position(is_its)
            && let Some(entry) = held.queue.remove(place)
        {
            held.bytes -= entry.bytes;
        }
        self.metrics.held_bytes.set(held.bytes);
    }

    fn shrink(&self, held: &mut Queue) {
        // After two rounds every flag has been lowered once.
        let mut turns = held.queue.len() * 2;
        while held.bytes > self.limit && turns > 0 {
            turns -= 1;
            let Some(entry) = held.queue.pop_front() else {
                return;
            };
            let resource = entry.resource.upgrade();
            let used = resource
                .as_ref()
                .and_then(|resource| resource.variant_in_memory(entry.slot))
                .is_some_and(|variant| variant.take_used());
            if used {
                held.queue.push_back(entry);
                continue;
            }
            held.bytes -= entry.bytes;
            if let Some(resource) = resource {
                resource.hold(entry.slot, None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;

    fn fill(budget: &Budget, name: &str) -> (Arc<Resource>, Arc<Variant>) {
        let resource = Arc::new(Resource::for_tests(name));
        let variant = Variant::new(Bytes::from(vec![0; 680]), "\"t\"").unwrap();
        let variant = budget.admit(&resource, 0, Arc::new(variant));
        (resource, variant)
    }

    #[test]
    fn the_oldest_unused_body_goes_and_used_ones_stay() {
        let metrics = Arc::new(Metrics::default());
        let budget = Budget::new(3_000, metrics);
        let (first, used) = fill(&budget, "a");
        let (second, _) = fill(&budget, "b");
        let (third, _) = fill(&budget, "c");
        used.set_used();
        let (fourth, _) = fill(&budget, "d");
        assert!(first.variant_in_memory(0).is_some());
        assert!(second.variant_in_memory(0).is_none());
        assert!(third.variant_in_memory(0).is_some() && fourth.variant_in_memory(0).is_some());
    }

    #[test]
    fn bodies_of_dropped_builds_make_room() {
        let metrics = Arc::new(Metrics::default());
        let budget = Budget::new(3_000, Arc::clone(&metrics));
        for name in ["a", "b", "c"] {
            drop(fill(&budget, name));
        }
        let kept = fill(&budget, "d");
        assert!(kept.0.variant_in_memory(0).is_some());
        assert!(metrics.expose().contains("gateway_held_bytes 3000"));
    }

    #[test]
    fn a_released_body_makes_room_once() {
        let metrics = Arc::new(Metrics::default());
        let budget = Budget::new(3_000, Arc::clone(&metrics));
        let (wrong, _) = fill(&budget, "a");
        let (other, _) = fill(&budget, "b");
        budget.release(&wrong, 0);
        budget.release(&wrong, 0);
        assert!(wrong.variant_in_memory(0).is_none());
        assert!(other.variant_in_memory(0).is_some());
        assert!(metrics.expose().contains("gateway_held_bytes 1000"));
    }

    #[test]
    fn a_body_larger_than_the_budget_is_sent_and_not_held() {
        let budget = Budget::new(100, Arc::new(Metrics::default()));
        let (resource, variant) = fill(&budget, "a");
        assert_eq!(variant.bytes.len(), 680);
        assert!(resource.variant_in_memory(0).is_none());
    }
}
