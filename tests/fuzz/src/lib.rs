//! Targets of the fuzzer: each takes bytes, has a function of Portico read them, and panics where
//! its result breaks a promise. `README.md` has the list.
//!
//! Modules that need nothing of their crates are included as they are, so that no crate shows
//! more of itself for the fuzzer's sake; Markdown and redirects have doors in
//! `generator_content::fuzzing`.

#![forbid(unsafe_code)]

mod targets;

pub use targets::{TARGETS, Target};

/// The gateway's reading of a request's head.
#[expect(dead_code, reason = "the gateway's other modules call the rest")]
#[path = "../../../gateway/src/protocol"]
mod protocol {
    pub(crate) mod body;
    pub(crate) mod cache_policy;
    pub(crate) mod claims;
    pub(crate) mod client;
    pub(crate) mod conditional;
    pub(crate) mod cookie;
    pub(crate) mod cross_site;
    pub(crate) mod destination;
    pub(crate) mod encoding;
    pub(crate) mod host;
    pub(crate) mod locale;
    pub(crate) mod path;
    pub(crate) mod qvalue;
    pub(crate) mod rejection;
    pub(crate) mod target;
    pub(crate) mod trace_context;
}

/// The gateway's proofs of webhooks.
#[expect(dead_code, reason = "the gateway's other modules call the rest")]
#[path = "../../../gateway/src/webhook"]
mod webhook {
    pub(crate) mod keys;
    pub(crate) mod proof;
}

/// The generator's check of drawings.
#[expect(dead_code, reason = "the crate's other modules call the rest")]
#[path = "../../../generator/media/src"]
mod media {
    use generator_ground::diagnostic::Diagnostic;

    mod svg;

    /// The size of a drawing that is published; none for one that is refused.
    pub(crate) fn check_svg(bytes: &[u8]) -> Option<(u32, u32)> {
        let mut problems: Vec<Diagnostic> = Vec::new();
        let size = svg::check(bytes, "content/a.svg", &mut problems);
        size.filter(|_| problems.is_empty())
    }
}

/// The generator's rule for old addresses.
#[expect(dead_code, reason = "the crate's other modules call the rest")]
#[path = "../../../generator/content/src/redirects"]
mod redirects {
    pub(crate) mod address;
}

/// The origin's judgement of documents.
#[expect(unreachable_pub, reason = "the crate's other modules call the rest")]
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "the crate's other modules call the rest")
)]
#[path = "../../../origin/uploads/src"]
mod uploads {
    pub mod document;
}
