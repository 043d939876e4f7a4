//! Answers to challenges of HTTP-01 (RFC 8555, 8.3): texts by which an authority sees that a name
//! leads here.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::ArcSwap;

/// The folder that the RFC prescribes.
const FOLDER: &str = "/.well-known/acme-challenge/";

/// Texts of the order in progress, by token.
#[derive(Default)]
pub(crate) struct HttpChallenges(ArcSwap<HashMap<String, String>>);

impl HttpChallenges {
    /// The text for a path.
    pub(crate) fn text(&self, path: &str) -> Option<String> {
        let token = path.strip_prefix(FOLDER)?;
        self.0.load().get(token).cloned()
    }

    /// Answers at a token's path from now on.
    pub(crate) fn add(&self, token: &str, text: &str) {
        self.0.rcu(|texts| {
            let mut texts = HashMap::clone(texts);
            texts.insert(token.to_owned(), text.to_owned());
            texts
        });
    }

    /// Forgets all texts.
    pub(crate) fn clear(&self) {
        self.0.store(Arc::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_at_the_path_of_its_token_until_it_is_forgotten() {
        let challenges = HttpChallenges::default();
        challenges.add("abc", "abc.thumb");
        for (path, expected) in [
            ("/.well-known/acme-challenge/abc", Some("abc.thumb")),
            ("/.well-known/acme-challenge/abcd", None),
            ("/.well-known/acme-challenge/", None),
            ("/.well-known/acme-challenge/../abc", None),
            ("/abc", None),
        ] {
            assert_eq!(challenges.text(path).as_deref(), expected, "{path}");
        }
        challenges.clear();
        assert_eq!(challenges.text("/.well-known/acme-challenge/abc"), None);
    }
}
