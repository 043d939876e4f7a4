//! Addresses that a build ends: pages that the live build has, where the new one has no page.

use serde::Serialize;

use generator_ground::message::Message;

/// Addresses that a warning names; the JSON report has all.
const NAMED: usize = 10;

/// An address that ends, in all its languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EndedAddress {
    /// Unprefixed.
    pub path: String,
    /// The pages that end, with their languages' prefixes.
    pub pages: Vec<String>,
    /// Reason.
    pub why: Why,
}

/// Why an address ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Why {
    /// The entry's `expireAt` has passed: meant so.
    Expired,
    /// The entry is a draft again, or waits for another `publishAt`: meant so.
    Held,
    /// The same page has another address, unprefixed; with the folder of its entry if it has one.
    Moved {
        /// The new address.
        to: String,
        /// `content/news/new-name`
        #[serde(skip_serializing_if = "Option::is_none")]
        entry: Option<String>,
    },
    /// The reason is not reported, because the page is for members.
    Guarded,
    /// The page is gone.
    Removed,
}

impl EndedAddress {
    /// True if the page is back by itself, or was given an end on purpose.
    pub fn is_meant(&self) -> bool {
        matches!(self.why, Why::Expired | Why::Held)
    }
}

/// The warnings about addresses that end without being meant to.
pub(crate) fn warnings(ended: &[EndedAddress]) -> Vec<Message> {
    let mut told: Vec<Message> = Vec::new();
    let (mut removed, mut guarded) = (Vec::new(), 0_usize);
    for address in ended {
        match &address.why {
            Why::Moved { to, entry } if told.len() < NAMED => {
                let message = match entry {
                    Some(entry) => Message::new("address-moved").with("entry", entry),
                    None => Message::new("address-moved/row"),
                };
                told.push(message.with("from", &address.path).with("to", to));
            }
            Why::Moved { .. } | Why::Removed => removed.push(address.path.as_str()),
            Why::Guarded => guarded += 1,
            Why::Expired | Why::Held => {}
        }
    }
    if let Some(first) = removed.first() {
        let named = &removed[..removed.len().min(NAMED)];
        let message = match removed.len() - named.len() {
            0 => Message::new("addresses-end"),
            more => Message::new("addresses-end/more").with("more", more),
        };
        let message = message.with("number", removed.len());
        told.push(message.with("paths", named.join(" ")).with("first", *first));
    }
    if guarded > 0 {
        told.push(Message::new("addresses-end/guarded").with("number", guarded));
    }
    told
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended_address(path: &str, why: Why) -> EndedAddress {
        EndedAddress {
            path: path.to_owned(),
            pages: vec![path.to_owned(), format!("/en{path}")],
            why,
        }
    }

    // R10.03
    #[test]
    fn an_address_that_ends_is_told_with_what_keeps_it() {
        let moved = Why::Moved {
            to: "/news/b".to_owned(),
            entry: Some("content/news/b".to_owned()),
        };
        let mut all = vec![
            ended_address("/news/a", moved),
            ended_address("/news/x", Why::Expired),
            ended_address("/news/y", Why::Held),
            ended_address("/letters/z", Why::Guarded),
        ];
        all.extend((0..12).map(|n| ended_address(&format!("/old/{n}"), Why::Removed)));
        let told: Vec<String> = warnings(&all).iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "the page `/news/a` is at `/news/b` now, and its old address ends; to keep it, write \
                 `aliases: [/news/a]` into a text in `content/news/b`",
                "12 addresses end: /old/0 /old/1 /old/2 /old/3 /old/4 /old/5 /old/6 /old/7 /old/8 \
                 /old/9 and 2 more; to keep one, write it as `aliases: [/old/0]` into the entry that takes its \
                 place, or a row into `redirects.yaml`",
                "1 address of a page for members ends; to keep it, write `aliases` into the entry \
                 that takes its place, or a row into `redirects.yaml`",
            ]
        );
        assert_eq!(warnings(&all[1..3]), []);
    }
}
