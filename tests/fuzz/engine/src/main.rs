//! The engine with one target, which `PORTICO_FUZZ_TARGET` names. `scripts/soak fuzz` runs it.

#![no_main]

use std::sync::OnceLock;

use fuzz_targets::{TARGETS, Target};
use libfuzzer_sys::fuzz_target;

static TARGET: OnceLock<Target> = OnceLock::new();

fuzz_target!(init: { let _ = TARGET.set(chosen()); }, |data: &[u8]| {
    if let Some(target) = TARGET.get() {
        target(data);
    }
});

/// The target that the environment names.
fn chosen() -> Target {
    let name = std::env::var("PORTICO_FUZZ_TARGET").unwrap_or_default();
    let found = TARGETS.iter().find(|(known, _)| *known == name);
    found.map_or_else(
        || {
            let names: Vec<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
            panic!(
                "PORTICO_FUZZ_TARGET is `{name}` (expected one of {})",
                names.join(", ")
            )
        },
        |(_, target)| *target,
    )
}
