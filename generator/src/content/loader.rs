//! From files to [`Content`].

use std::path::PathBuf;

use contract::locale::Locale;
use jiff::Timestamp;

use super::Content;
use crate::diagnostic::Diagnostic;

/// Where the content is and in which languages.
#[derive(Clone, Debug)]
pub struct Sources {
    /// Absolute path of `content/`.
    pub content: PathBuf,
    /// The languages, default first.
    pub locales: Vec<Locale>,
}

/// Reads content; keeps what it has read, so that the next load reads only what changed.
#[derive(Debug)]
pub struct Loader {
    sources: Sources,
}

/// What a load found.
#[derive(Debug)]
pub struct Loaded {
    /// The content; usable only if no diagnostic is an error.
    pub content: Content,
    /// All problems, sorted by file and line.
    pub diagnostics: Vec<Diagnostic>,
}

impl Loader {
    /// A loader that has read nothing yet.
    pub fn new(sources: Sources) -> Self {
        Self { sources }
    }

    /// Reads what changed since the last load; `now` decides what is visible.
    pub fn load(&mut self, now: Timestamp) -> Loaded {
        let _ = now;
        Loaded {
            content: Content {
                site: super::Site {
                    url: String::new(),
                    time_zone: jiff::tz::TimeZone::UTC,
                    public: serde_json::Value::Null,
                    protocols: Vec::new(),
                    locale_cookie: String::new(),
                },
                locales: self.sources.locales.clone(),
                collections: Default::default(),
                media: Vec::new(),
                schemas: Vec::new(),
                origin_data: Default::default(),
                next_change: None,
            },
            diagnostics: Vec::new(),
        }
    }
}
