//! Requests of a person: all that the messages of one address hold, given out or deleted.
//!
//! A message is of an address if it is the answer to a question, in any case of its letters. One
//! that only mentions it in a longer text is named, and staff decide.

use std::io::Write;
use std::path::Path;

use super::record::save_as;
use super::take_out::allowed_file;
use super::whole_file::WholeFile;
use super::{Inbox, InboxError, PAGE, empty_folder};
use crate::rules::form::Answers;
use crate::rules::purge;
use crate::store::records::{self, MessageQuery, Record};
use origin_ground::user::Email;
use origin_sign_in::store::accounts;

/// The messages of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubjectReport {
    /// Numbers of the address's own messages.
    pub messages: Vec<String>,
    /// Numbers of messages of others that mention it.
    pub mentioned: Vec<String>,
    /// Numbers of those of its messages whose file is infected, and so was not given out.
    pub infected: Vec<String>,
    /// Whether the address has an account.
    pub has_account: bool,
}

impl Inbox {
    /// Reports the data of an address.
    pub async fn subject(&self, email: &Email) -> Result<SubjectReport, InboxError> {
        Ok(self.look(email).await?.0)
    }

    async fn look(&self, email: &Email) -> Result<(SubjectReport, Vec<Record>), InboxError> {
        let rows = self.rows_with(email).await?.into_iter();
        let (own, others): (Vec<_>, Vec<_>) = rows.partition(|row| is_of(row, email));
        let number = |row: &Record| row.number.clone();
        let report = SubjectReport {
            messages: own.iter().map(number).collect(),
            mentioned: others.iter().map(number).collect(),
            infected: Vec::new(),
            has_account: accounts::id(self.operator.db.readers(), email)
                .await?
                .is_some(),
        };
        Ok((report, own))
    }

    /// Writes all messages of an address into a folder, which is new or empty: `messages.json`, the
    /// files in `files/`, and `account.json` if there is one.
    pub async fn export_subject(
        &self,
        email: &Email,
        folder: &Path,
    ) -> Result<SubjectReport, InboxError> {
        let (mut report, rows) = self.look(email).await?;
        let mut given = Vec::new();
        for row in &rows {
            match allowed_file(row) {
                Ok(file) => given.push((row, file)),
                Err(InboxError::NoFile(_)) => {}
                Err(InboxError::Infected(number)) => report.infected.push(number),
                Err(error) => return Err(error),
            }
        }
        empty_folder(folder)?;
        let count = rows.len() as u64;
        self.record("messages subject --out", "", count).await?;
        let files = folder.join("files");
        empty_folder(&files)?;
        for (row, file) in given {
            let place = files.join(save_as(&row.number, &file.file_name));
            self.write_out(&row.number, file, &place, false).await?;
        }
        let records: Vec<_> = rows.into_iter().map(|row| self.forms.record(row)).collect();
        write_json(&folder.join("messages.json"), &records)?;
        let accounts =
            accounts::list(self.operator.db.readers(), self.operator.clock.now()).await?;
        let account = accounts.into_iter().find(|one| one.email == email.as_str());
        if let Some(account) = account {
            write_json(&folder.join("account.json"), &account)?;
        }
        Ok(report)
    }

    /// Purges the address's own messages that a report names, and no other that came since. Returns
    /// how many there were.
    pub async fn delete_subject(&self, report: &SubjectReport) -> Result<u64, InboxError> {
        let mut ids = Vec::new();
        for number in &report.messages {
            let row = records::find(self.operator.db.readers(), number).await?;
            ids.extend(row.map(|row| row.id));
        }
        if !ids.is_empty() {
            let count = ids.len() as u64;
            self.record("messages subject --delete", "", count).await?;
        }
        let count = purge::rows(&self.operator.db, &ids, self.operator.clock.now()).await?;
        self.clean_up().await?;
        Ok(count)
    }

    /// Messages that have the address anywhere.
    async fn rows_with(&self, email: &Email) -> Result<Vec<Record>, InboxError> {
        let query = MessageQuery {
            address: email.as_str(),
            ..MessageQuery::default()
        };
        let (mut place, mut rows) = (records::first(), Vec::new());
        loop {
            let page = records::page(self.operator.db.readers(), &query, &place, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(rows);
            };
            place = (last.received_at, last.id.clone());
            rows.extend(page);
        }
    }
}

/// Whether one of the answers is the address.
fn is_of(row: &Record, email: &Email) -> bool {
    let is_address = |text: &str| text.trim().eq_ignore_ascii_case(email.as_str());
    let answers: Answers = serde_json::from_str(&row.fields).unwrap_or_default();
    let mut texts = answers.values().filter_map(|value| value.as_str());
    is_address(&row.email) || texts.any(is_address)
}

fn write_json(path: &Path, value: &impl serde::Serialize) -> Result<(), InboxError> {
    let mut file = WholeFile::begin(path, false)?;
    let json = serde_json::to_vec_pretty(value).map_err(std::io::Error::from);
    let written = json.and_then(|json| file.write_all(&json));
    written.map_err(|source| InboxError::Write(path.to_owned(), source))?;
    file.end()
}
