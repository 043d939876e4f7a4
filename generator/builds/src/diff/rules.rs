//! PURE: the entry of a path, without the build that holds it.

use std::borrow::Cow;
use std::mem;

use contract::build::{Access, Entry, File};
use contract::header_class::ORDINARY;
use serde::Serialize;

/// An [`Entry`] as a visitor meets it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Rules {
    /// A file.
    File {
        /// Hash of the file's bytes.
        hash: String,
        /// Number of bytes.
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
    /// A redirect to another address.
    Redirect {
        /// Target of the redirect.
        to: String,
        /// Whether the redirect is permanent.
        permanent: bool,
    },
    /// Taken away: answered with status 410.
    Gone,
}

impl Rules {
    /// The rules of an entry.
    pub fn new(entry: &Entry) -> Self {
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

    /// Differences of `after`, but for the bytes: `access guarded → public`. The facts of a file
    /// and of a redirect have no counterpart in each other.
    pub(super) fn changes(&self, after: &Self) -> Vec<String> {
        if mem::discriminant(self) != mem::discriminant(after) {
            return Vec::new();
        }
        let facts = self.facts().into_iter().zip(after.facts());
        let differing = facts.filter(|((_, old), (_, new))| old != new);
        differing
            .map(|((name, old), (_, new))| format!("{name} {old} → {new}"))
            .collect()
    }

    /// Names and values, sorted by name.
    fn facts(&self) -> Vec<(&'static str, String)> {
        let status = |status: u16| ("status", status.to_string());
        match self {
            Self::File {
                media_type,
                access,
                class,
                status: code,
                ..
            } => vec![
                ("access", word(access)),
                ("class", class.to_string()),
                status(*code),
                ("type", media_type.clone()),
            ],
            Self::Redirect { to, permanent } => {
                let code = if *permanent { 308 } else { 307 };
                vec![("redirect", to.clone()), status(code)]
            }
            Self::Gone => vec![status(410)],
        }
    }
}

/// The change of the kind at a path: `page → redirect to /news`; none between entries of one kind.
pub(super) fn kind_change(before: &Entry, after: &Entry) -> Option<String> {
    let is_same = match (before, after) {
        (Entry::File(before), Entry::File(after)) => before.key.is_some() == after.key.is_some(),
        _ => mem::discriminant(before) == mem::discriminant(after),
    };
    (!is_same).then(|| format!("{} → {}", kind(before), kind(after)))
}

/// `page`, `guarded page`, `file`, `redirect to /news`, `gone`.
fn kind(entry: &Entry) -> String {
    match entry {
        Entry::File(file) => {
            let noun = if file.key.is_some() { "page" } else { "file" };
            match file.access {
                Access::Public => noun.to_owned(),
                access => format!("{} {noun}", word(&access)),
            }
        }
        Entry::Redirect { to, permanent } => {
            let kind = if *permanent { "" } else { "temporary " };
            format!("{kind}redirect to {to}")
        }
        Entry::Gone => "gone".to_owned(),
    }
}

/// A value as in JSON, without quotes.
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
    }
}
