//! PURE: what stands at a path, without the build that holds it.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use contract::build::{Access, Entry, File};
use contract::header_class::ORDINARY;
use serde::Serialize;

/// An [`Entry`] as a visitor meets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Rules {
    /// A file.
    File {
        /// Hash of its bytes.
        hash: String,
        /// Their number.
        size: u64,
        /// Content type.
        #[serde(rename = "type")]
        media_type: String,
        /// Access: everybody, or signed-in visitors.
        access: Access,
        /// Header class; [`ORDINARY`] without one.
        class: Cow<'static, str>,
        /// Status.
        status: u16,
    },
    /// Another address.
    Redirect {
        /// Where to.
        to: String,
        /// For good.
        permanent: bool,
    },
    /// Taken away.
    Gone,
}

impl Rules {
    /// The rules of an entry.
    pub fn of(entry: &Entry) -> Self {
        match entry {
            Entry::File(File {
                hash,
                size,
                media_type,
                access,
                class,
                status,
                ..
            }) => Self::File {
                hash: hash.to_string(),
                size: *size,
                media_type: media_type.to_string(),
                access: *access,
                class: match class {
                    Some(class) => Cow::Owned(class.to_string()),
                    None => ORDINARY.into(),
                },
                status: status.unwrap_or(200),
            },
            Entry::Redirect { to, permanent } => Self::Redirect {
                to: to.clone(),
                permanent: *permanent,
            },
            Entry::Gone => Self::Gone,
        }
    }

    /// Access: everybody, or signed-in visitors.
    pub fn access(&self) -> Access {
        match self {
            Self::File { access, .. } => *access,
            Self::Redirect { .. } | Self::Gone => Access::Public,
        }
    }

    /// Hash of a file's bytes.
    pub(super) fn hash(&self) -> Option<&str> {
        match self {
            Self::File { hash, .. } => Some(hash),
            Self::Redirect { .. } | Self::Gone => None,
        }
    }

    /// Differences of `after`, but for the bytes: `access guarded → public`.
    pub(super) fn changes(&self, after: &Self) -> Vec<String> {
        let (old, new) = (self.facts(), after.facts());
        let names: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
        let value = |facts: &BTreeMap<_, String>, name| {
            facts
                .get(name)
                .cloned()
                .unwrap_or_else(|| "none".to_owned())
        };
        names
            .into_iter()
            .filter(|name| old.get(name) != new.get(name))
            .map(|name| format!("{name} {} → {}", value(&old, name), value(&new, name)))
            .collect()
    }

    fn facts(&self) -> BTreeMap<&'static str, String> {
        let status = |status: u16| ("status", status.to_string());
        match self {
            Self::File {
                media_type,
                access,
                class,
                status: code,
                ..
            } => BTreeMap::from([
                ("type", media_type.clone()),
                ("access", word(access)),
                ("class", class.to_string()),
                status(*code),
            ]),
            Self::Redirect { to, permanent } => {
                let code = if *permanent { 308 } else { 307 };
                BTreeMap::from([("redirect", to.clone()), status(code)])
            }
            Self::Gone => BTreeMap::from([status(410)]),
        }
    }
}

/// A value as it stands in JSON, without quotes.
fn word(value: &impl Serialize) -> String {
    serde_json::to_string(value)
        .unwrap_or_default()
        .trim_matches('"')
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_named_with_both_values() {
        let file = |access, status| Rules::File {
            hash: String::new(),
            size: 1,
            media_type: "text/html".to_owned(),
            access,
            class: ORDINARY.into(),
            status,
        };
        let (guarded, public) = (file(Access::Guarded, 200), file(Access::Public, 404));
        assert_eq!(
            guarded.changes(&public),
            ["access guarded → public", "status 200 → 404"]
        );
        assert_eq!(public.changes(&public), [""; 0]);
        let told = public.changes(&Rules::Gone);
        assert_eq!(
            told.last().map(String::as_str),
            Some("type text/html → none")
        );
        assert!(told.contains(&"status 404 → 410".to_owned()), "{told:?}");
    }
}
