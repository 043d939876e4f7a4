//! PURE: the needs of a document's first screen, so that its first paint waits for it alone.
//!
//! ```text
//! dist/first-screen.json (the frontend's build) ──rules──► needs of each rule
//! markup of a page ──markup──► its tags, classes and attributes; text in a web face
//! both ──► the rules for the document itself
//! ```
//!
//! The whole style sheet comes after the first paint. A document names the hash of its rules, and
//! the gateway allows exactly these.

mod markup;
mod rules;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use rules::{Rule, Rules, Seen};

/// The file that the frontend's build writes beside its bundles.
const FILE: &str = "dist/first-screen.json";

/// Finds the needs of first screens; one per frontend, shared by all threads.
pub struct FirstScreens {
    rules: Rules,
    /// Tags, classes and attributes → the rules for them: most pages of a route need the same.
    styles: Mutex<HashMap<Seen, Arc<Style>>>,
}

/// Rules in a document.
#[derive(Debug, PartialEq, Eq)]
pub struct Style {
    /// CSS.
    pub css: String,
    /// CSP source of the rules: `sha256-…`.
    pub source: Box<str>,
}

/// Needs of one page's first screen.
#[derive(Debug)]
pub struct FirstScreen {
    /// The rules.
    pub style: Arc<Style>,
    /// The characters that it sets in a web face, in the order in which they are read, each once.
    pub characters: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Declaration {
    rules: Vec<Rule>,
}

impl FirstScreens {
    /// The finder for the frontend in `folder`; none if its build writes no such file.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn load(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = folder.join(FILE);
        let place = || format!("`{}`; build the frontend again", path.display());
        let text = match std::fs::read(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error).with_context(place),
        };
        let Declaration { rules } = serde_json::from_slice(&text).with_context(place)?;
        Ok(Some(Self::new(rules)))
    }

    fn new(rules: Vec<Rule>) -> Self {
        Self {
            rules: Rules::new(rules),
            styles: Mutex::default(),
        }
    }

    /// Needs of the first screen of a page with this markup.
    pub fn needs(&self, markup: &[u8]) -> FirstScreen {
        let (seen, characters) = markup::read(markup, &self.rules);
        let mut styles = self.styles.lock().unwrap_or_else(PoisonError::into_inner);
        let style = match styles.get(&seen) {
            Some(style) => Arc::clone(style),
            None => {
                let style = Arc::new(Style::new(self.rules.css(&seen)));
                styles.insert(seen, Arc::clone(&style));
                style
            }
        };
        FirstScreen { style, characters }
    }
}

impl Style {
    fn new(css: String) -> Self {
        let hash = STANDARD.encode(Sha256::digest(&css));
        Self {
            source: format!("sha256-{hash}").into(),
            css,
        }
    }
}

#[cfg(test)]
mod tests;
