//! The addresses that were sent to one receiver, under `var/announced/`. The file is replaced
//! whole: before each batch that takes a part of a quota, and at the end.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::news::{Known, News};
use super::receivers::Receiver;
use generator_ground::storage::replace::{make_parent, replace_file};

/// Folder of the records, under `var/`.
const FOLDER: &str = "announced";

/// The record of one receiver.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(super) struct Record {
    /// Public address of the site: with another one all addresses are new.
    site: String,
    /// Path → its content when it was sent.
    sent: BTreeMap<String, Known>,
    /// A batch that was begun, with its content.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    begun: BTreeMap<String, Option<Known>>,
    /// The quota that is left, and the day of which.
    #[serde(skip_serializing_if = "Option::is_none")]
    quota: Option<Quota>,
    /// Whether there was no file.
    #[serde(skip)]
    is_new: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Quota {
    day: String,
    left: usize,
}

impl Record {
    /// The record of `receiver` for the site at that public address. A batch that was begun and not
    /// ended was sent or was not: a receiver that counts repeats is taken to have it, the others
    /// get it again.
    pub(super) fn read(var: &Path, receiver: &Receiver, site: &str) -> anyhow::Result<Self> {
        let path = place(var, receiver);
        let new = || Self {
            site: site.to_owned(),
            is_new: true,
            ..Self::default()
        };
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(new()),
            Err(error) => {
                return Err(error).with_context(|| format!("cannot read `{}`", path.display()));
            }
        };
        let mut record: Self = serde_json::from_slice(&bytes).with_context(|| {
            format!(
                "`{}` is damaged; without it everything is sent again",
                path.display()
            )
        })?;
        if record.site != site {
            let quota = record.quota;
            return Ok(Self { quota, ..new() });
        }
        let begun = std::mem::take(&mut record.begun);
        if receiver.kind.counts_repeats() {
            begun
                .into_iter()
                .for_each(|(path, now)| record.put(path, now));
        }
        Ok(record)
    }

    /// Replaces the file.
    pub(super) fn write(&self, var: &Path, receiver: &Receiver) -> anyhow::Result<()> {
        let path = place(var, receiver);
        let write = || {
            make_parent(&path)?;
            replace_file(&path, &serde_json::to_vec(self)?)
        };
        write().with_context(|| format!("cannot write `{}`", path.display()))
    }

    /// Whether there was no record.
    pub(super) fn is_new(&self) -> bool {
        self.is_new
    }

    pub(super) fn content(&self, path: &str) -> Option<Known> {
        self.sent.get(path).copied()
    }

    /// The paths that were sent.
    pub(super) fn paths(&self) -> BTreeSet<String> {
        self.sent.keys().cloned().collect()
    }

    pub(super) fn set(&mut self, path: String, known: Known) {
        self.sent.insert(path, known);
    }

    /// A batch is about to be sent.
    pub(super) fn begin(&mut self, batch: &[News]) {
        let items = batch.iter();
        self.begun = items.map(|item| (item.path.clone(), item.now)).collect();
    }

    /// The batch was answered.
    pub(super) fn end(&mut self) {
        self.begun.clear();
    }

    /// The address was sent.
    pub(super) fn note(&mut self, item: &News) {
        self.put(item.path.clone(), item.now);
    }

    fn put(&mut self, path: String, now: Option<Known>) {
        match now {
            Some(known) => drop(self.sent.insert(path, known)),
            None => drop(self.sent.remove(&path)),
        }
    }

    /// How many addresses the receiver takes today; none: it did not say so today.
    pub(super) fn quota_left(&self) -> Option<usize> {
        let quota = self.quota.as_ref().filter(|quota| quota.day == today());
        quota.map(|quota| quota.left)
    }

    pub(super) fn set_quota(&mut self, left: Option<usize>) {
        self.quota = left.map(|left| Quota { day: today(), left });
    }
}

/// The day by which quotas are counted: that of Beijing.
fn today() -> String {
    let zone = jiff::tz::TimeZone::fixed(jiff::tz::offset(8));
    Timestamp::now().to_zoned(zone).date().to_string()
}

fn place(var: &Path, receiver: &Receiver) -> PathBuf {
    var.join(FOLDER).join(format!("{}.json", receiver.id()))
}
