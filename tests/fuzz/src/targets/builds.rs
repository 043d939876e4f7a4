//! Files of a build, which gateways fetch from other machines.

use contract::build::{BuildId, Entry, Index, Latest, Meta, Shard, file_path, shard_of};
use contract::predecessor::Stem;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::text;
use crate::protocol::path::is_canonical;

/// A file that is read is the same once it is written, and names no place outside its folder.
pub(super) fn build(data: &[u8]) {
    let Some(text) = text(data) else { return };
    if let Ok(id) = text.parse::<BuildId>() {
        check_id(&id);
    }
    if let Some(stem) = Stem::parse(text) {
        assert_eq!(
            format!("{}{}.{}", stem.before, stem.hash, stem.extension),
            text
        );
    }
    if let Some(latest) = check::<Latest>(text) {
        check_id(&latest.id);
    }
    if let Some(meta) = check::<Meta>(text) {
        check_id(&meta.id);
    }
    if let Some(index) = check::<Index>(text) {
        index.holders.iter().for_each(check_id);
    }
    for (path, entry) in check::<Shard>(text).unwrap_or_default() {
        for bits in [0, 1, 16] {
            assert!(shard_of(&path, bits) < 1 << bits);
        }
        if let Entry::File(file) = entry
            && is_canonical(&path)
        {
            check_id(&file.build);
            let place = file_path(&path, &file.media_type);
            assert!(!place.starts_with('/'), "{place:?}");
            assert!(
                !place.split('/').any(|part| matches!(part, "." | "..")),
                "{place:?}"
            );
        }
    }
}

fn check_id(id: &BuildId) {
    assert!(
        id.as_str()
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    );
}

/// The value of a text, which is the same after it is written and read again.
fn check<T: Serialize + DeserializeOwned>(text: &str) -> Option<T> {
    let value: T = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&value).expect("a value that was read can be written");
    let again: T = serde_json::from_str(&written).expect("a value that was written can be read");
    assert_eq!(serde_json::to_string(&again).ok(), Some(written));
    Some(value)
}
