//! File descriptors: the number that the process may have, and the part of them for connections.
//!
//! A connection may need two: its socket, and the source of its answer (a file too large for
//! memory, a connection to the origin). Descriptors for other uses of the process are set aside. So
//! a page can be read from disk, however many connections there are.

use std::num::NonZero;
use std::thread;

use rustix::process::{Resource, getrlimit, setrlimit};

use sentences::Message;

use crate::config::Limits;

/// Descriptors for a core: its runtime's poll and wake-up, its listening socket, its signals.
const PER_CORE: usize = 8;
/// Descriptors for the rest: 32 files that are read at once, the database's connections and files,
/// mail, the watch on `builds/`, the log.
const BESIDE: usize = 192;

/// Raises the soft limit of this process to the hard one, and returns the new limit.
pub fn raise() -> usize {
    let before = getrlimit(Resource::Nofile);
    let mut raised = before;
    raised.current = before.maximum;
    let now = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => before.maximum,
        Err(_) => before.current,
    };
    // No limit is treated as the largest one.
    now.map_or(usize::MAX, |limit| {
        usize::try_from(limit).unwrap_or(usize::MAX)
    })
}

/// The number of connections, and whether it is the configured one.
pub struct Room {
    /// Whether all configured connections have their descriptors.
    pub is_enough: bool,
    /// The numbers, in a sentence.
    pub message: Message,
}

/// Bounds the connections by the descriptors that there are for them.
pub fn fit(limits: &mut Limits, descriptors: usize) -> Room {
    let asked = limits.connections;
    limits.connections = asked.min(room(descriptors));
    let (connections, share) = (limits.connections, limits.share());
    let is_enough = connections == asked;
    let about = |message: Message| {
        message
            .with("connections", connections)
            .with("share", share)
            .with("descriptors", descriptors)
    };
    let message = match is_enough {
        true => about(Message::new("connections-enough")),
        false => about(Message::new("connections-few"))
            .with("asked", asked)
            .with("needed", descriptors_for(asked)),
    };
    Room { is_enough, message }
}

/// How many connections fit, each with its two descriptors. With a very small limit half of it is
/// set aside.
fn room(descriptors: usize) -> usize {
    let reserve = reserve().min(descriptors / 2);
    ((descriptors - reserve) / 2).max(1)
}

fn descriptors_for(connections: usize) -> usize {
    connections * 2 + reserve()
}

fn reserve() -> usize {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    BESIDE + PER_CORE * cores
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_descriptors_for_every_connection_and_for_the_rest() {
        for descriptors in [8, 64, 1024, 65_536, 1_048_576] {
            let room = room(descriptors);
            let left = descriptors - 2 * room;
            assert!(left >= reserve().min(descriptors / 2), "{descriptors}");
        }
        for connections in [1, 200, 10_000] {
            let room = room(descriptors_for(connections));
            assert!(room >= connections, "{connections}: {room}");
        }
        assert_eq!(room(2), 1);
    }
}
