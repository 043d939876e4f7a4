//! Messages as staff handle them: read, exported, finished, taken out, purged, and all those of one
//! person.
//!
//! Everything works beside a running origin, on the same database and the same store.

mod csv;
mod error;
mod export;
mod forms;
mod list;
mod record;
mod subject;
mod take_out;
mod whole_file;

use std::path::{Path, PathBuf};

use crate::Messages;
use crate::outbox::item::MAIL;
use crate::rules::message::MessageNumber;
use crate::rules::purge::{self, PurgeError};
use crate::store::messages;
use crate::store::outbox::{self, Unsent};
use crate::store::records::{self, MessageQuery, Place, Record};
use bucket::BucketUrl;
use forms::Forms;
use origin_ground::clock::rfc3339;
use origin_ground::content::Content;
use origin_ground::db::url::DatabaseUrl;
use origin_ground::operator::{Operator, acts_table};
use origin_ground::texts::Texts;
use origin_uploads::files::store::Store;

pub use error::InboxError;
pub use export::Export;
pub use record::{Answer, Column, FileRecord, MessageRecord, UnsentRecord};
pub use subject::SubjectReport;
pub use take_out::FileContents;
pub use whole_file::WholeFile;

/// Messages that are read at once.
const PAGE: i64 = 200;

/// Messages that are purged in one transaction, so that visitors' calls come in between.
const PURGED_AT_ONCE: i64 = 100;

/// Where messages are.
#[derive(Clone, Debug)]
pub struct InboxPlace {
    /// The folder of the database and the files, where they are there.
    pub var: PathBuf,
    /// PostgreSQL, if the database is there.
    pub database_url: Option<DatabaseUrl>,
    /// The bucket, if the files are there.
    pub message_store: Option<BucketUrl>,
    /// The generator's output, for the questions of forms.
    pub builds: PathBuf,
    /// The person behind the commands.
    pub actor: String,
}

/// The messages that a list has.
#[derive(Clone, Debug, Default)]
pub struct MessageFilter {
    /// Name of the form; none: any form.
    pub form: Option<String>,
    /// State of the messages; none: any state.
    pub state: Option<MessageState>,
    /// Earliest time of arrival, in seconds since the epoch.
    pub since: Option<i64>,
}

/// The state of a message with staff.
pub use contract::api::MessageState;

/// The site's messages.
#[derive(Debug)]
pub struct Inbox {
    operator: Operator,
    store: Store,
    forms: Forms,
}

impl Inbox {
    /// Opens the messages of a site with an existing database.
    pub async fn open(place: &InboxPlace) -> Result<Self, InboxError> {
        let operator = Operator::open(&place.var, place.database_url.as_ref()).await?;
        let operator = operator.on_behalf_of(&place.actor);
        let content = Content::new(place.builds.clone(), Texts::built_in()?);
        Ok(Self {
            operator,
            store: Store::open(&place.var, place.message_store.as_ref())?,
            forms: Forms::read(&content).await,
        })
    }

    /// The messages of a running origin, for a person who has the role.
    pub async fn for_person(messages: &Messages, name: &str) -> Self {
        let ground = &messages.ground;
        let operator = Operator::beside(ground.db.clone(), ground.clock.clone());
        Self {
            operator: operator.on_behalf_of(name),
            store: messages.uploads.store.clone(),
            forms: Forms::read(&ground.content).await,
        }
    }

    /// Hands over messages one by one, the newest first. Returns how many there were.
    pub async fn each(
        &self,
        filter: &MessageFilter,
        mut act: impl FnMut(MessageRecord) -> std::io::Result<()>,
    ) -> Result<u64, InboxError> {
        let (mut place, mut count) = (records::first(), 0);
        loop {
            let page = self.page(filter, &place, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(count);
            };
            place = (last.received_at, last.id.clone());
            for row in page {
                act(self.forms.record(row))?;
                count += 1;
            }
        }
    }

    /// Some of the rows after a place.
    async fn page(
        &self,
        filter: &MessageFilter,
        after: &Place,
        count: i64,
    ) -> Result<Vec<Record>, InboxError> {
        let query = MessageQuery {
            form: filter.form.as_deref().unwrap_or_default(),
            state: filter.state.map_or("", messages::state_name),
            since: filter.since.unwrap_or(i64::MIN),
            ..MessageQuery::default()
        };
        let readers = self.operator.db.readers();
        Ok(records::page(readers, &query, after, count).await?)
    }

    /// Refuses a form that the live build lacks and no message came by.
    pub async fn check_form(&self, filter: &MessageFilter) -> Result<(), InboxError> {
        let Some(form) = &filter.form else {
            return Ok(());
        };
        let known = self.forms.names();
        if known.contains(&&**form) || known.is_empty() {
            return Ok(());
        }
        match records::has_form(self.operator.db.readers(), form).await? {
            true => Ok(()),
            false => Err(InboxError::UnknownForm {
                form: form.clone(),
                known: known.join(", "),
            }),
        }
    }

    /// A message with its answers, and with the unsent items about it.
    pub async fn find(&self, number: &MessageNumber) -> Result<MessageRecord, InboxError> {
        let row = self.row(number).await?;
        let unsent = outbox::unsent(self.operator.db.readers(), &row.id).await?;
        Ok(MessageRecord {
            unsent: unsent.into_iter().map(unsent_record).collect(),
            ..self.forms.record(row)
        })
    }

    /// A message as [`Inbox::find`] has it, for a person to read, which is recorded.
    pub async fn read(&self, number: &MessageNumber) -> Result<MessageRecord, InboxError> {
        let message = self.find(number).await?;
        self.record("messages show", &message.number, 1).await?;
        Ok(message)
    }

    async fn row(&self, number: &MessageNumber) -> Result<Record, InboxError> {
        let row = records::find(self.operator.db.readers(), number.as_str()).await?;
        row.ok_or_else(|| InboxError::Unknown(number.as_str().to_owned()))
    }

    async fn rows(&self, numbers: &[MessageNumber]) -> Result<Vec<Record>, InboxError> {
        let mut rows = Vec::with_capacity(numbers.len());
        for number in numbers {
            rows.push(self.row(number).await?);
        }
        Ok(rows)
    }

    /// Columns for the answers of the messages that `filter` lets through.
    pub async fn columns(&self, filter: &MessageFilter) -> Result<Vec<Column>, InboxError> {
        let mut columns = self.forms.columns();
        self.each(filter, |message| {
            columns.see(&message);
            Ok(())
        })
        .await?;
        Ok(columns.into_columns())
    }

    /// Marks messages as done, all or none.
    pub async fn finish(&self, numbers: &[MessageNumber]) -> Result<(), InboxError> {
        let rows = self.rows(numbers).await?;
        if let Some(row) = rows.iter().find(|row| row.state == "withdrawn") {
            return Err(InboxError::Withdrawn(row.number.clone()));
        }
        self.change(&rows, "messages done", MessageState::Done)
            .await
    }

    /// Marks messages as open again, all or none.
    pub async fn reopen(&self, numbers: &[MessageNumber]) -> Result<(), InboxError> {
        let rows = self.rows(numbers).await?;
        if let Some(row) = rows.iter().find(|row| row.state != "done") {
            return Err(InboxError::NotDone(row.number.clone()));
        }
        let state = MessageState::Received;
        self.change(&rows, "messages reopen", state).await
    }

    async fn change(
        &self,
        rows: &[Record],
        verb: &str,
        state: MessageState,
    ) -> Result<(), InboxError> {
        let Operator { db, clock, .. } = &self.operator;
        let mut transaction = db.writers().begin().await?;
        for row in rows {
            messages::change(&mut transaction, &row.id, state, clock.now()).await?;
        }
        let act = self.operator.act(verb, object(rows), rows.len() as u64);
        acts_table::record(&mut *transaction, act, clock.now()).await?;
        Ok(transaction.commit().await?)
    }

    /// Purges messages with their files, all or none; SQLite's files keep no trace of them either.
    /// Returns how many there were.
    pub async fn purge(&self, numbers: &[MessageNumber]) -> Result<u64, InboxError> {
        let rows = self.rows(numbers).await?;
        let ids: Vec<_> = rows.into_iter().map(|row| row.id).collect();
        // Not even its number is left of a message.
        self.record("messages purge", "", ids.len() as u64).await?;
        let count = purge::rows(&self.operator.db, &ids, self.operator.clock.now()).await?;
        self.clean_up().await?;
        Ok(count)
    }

    /// Records that messages are given out.
    pub async fn begin_export(&self, filter: &MessageFilter) -> Result<(), InboxError> {
        self.check_form(filter).await?;
        let count = self.each(filter, |_| Ok(())).await?;
        self.record("messages export", "", count).await
    }

    async fn record(&self, verb: &str, object: &str, count: u64) -> Result<(), InboxError> {
        Ok(self.operator.record(verb, object, count).await?)
    }

    /// How many messages were received before a moment, in seconds since the epoch.
    pub async fn count_before(&self, moment: i64) -> Result<u64, InboxError> {
        let count = records::count_older(self.operator.db.readers(), moment).await?;
        Ok(count.unsigned_abs())
    }

    /// Purges all messages that were received before a moment, as [`Inbox::purge`] does.
    pub async fn purge_before(&self, moment: i64) -> Result<u64, InboxError> {
        let mut count = self.count_before(moment).await?;
        if count > 0 {
            self.record("messages purge", "", count).await?;
        }
        count = 0;
        loop {
            let ids = records::older(self.operator.db.readers(), moment, PURGED_AT_ONCE).await?;
            if ids.is_empty() {
                break;
            }
            count += purge::rows(&self.operator.db, &ids, self.operator.clock.now()).await?;
        }
        self.clean_up().await?;
        Ok(count)
    }

    /// Removes the remains of purged messages outside the rows.
    async fn clean_up(&self) -> Result<(), InboxError> {
        // Whether or not the store can be reached, the database is cleaned.
        let removed = purge::files(&self.operator.db, &self.store).await;
        let scrubbed = self.operator.db.scrub().await;
        removed.map_err(|error| match error {
            PurgeError::Database(error) => InboxError::Database(error),
            PurgeError::Store(error) => InboxError::FilesLeft(error),
        })?;
        match scrubbed {
            Ok(true) => Ok(()),
            Ok(false) => Err(InboxError::LogInUse),
            Err(error) => Err(InboxError::Unscrubbed(error)),
        }
    }

    /// Numbers of messages with a file that is not in the store, or not in its length.
    pub async fn broken_files(&self) -> Result<Vec<String>, InboxError> {
        let (mut place, mut broken) = (records::first(), Vec::new());
        loop {
            let query = MessageQuery::default();
            let page = records::page(self.operator.db.readers(), &query, &place, PAGE).await?;
            let Some(last) = page.last() else {
                return Ok(broken);
            };
            place = (last.received_at, last.id.clone());
            for row in &page {
                if let Some(file) = &row.file
                    && self.store.size(&file.name).await? != Some(file.size.unsigned_abs())
                    && self.has(&row.number, &file.name).await?
                {
                    broken.push(row.number.clone());
                }
            }
        }
    }

    /// Whether a message still has a file; it may have been purged a moment ago.
    async fn has(&self, number: &str, file: &str) -> sqlx::Result<bool> {
        let row = records::find(self.operator.db.readers(), number).await?;
        let kept = row.and_then(|row| row.file);
        Ok(kept.is_some_and(|kept| kept.name == file))
    }

    /// Closes the database, so that SQLite's write-ahead log is empty.
    pub async fn close(self) {
        self.operator.close().await;
    }
}

/// The number of a message, where it is one alone.
fn object(rows: &[Record]) -> &str {
    match rows {
        [row] => &row.number,
        _ => "",
    }
}

fn unsent_record(unsent: Unsent) -> UnsentRecord {
    let is_tried = unsent.given_up_at == 0;
    UnsentRecord {
        kind: unsent.kind,
        // The address of a webhook is a secret.
        way: if unsent.way == MAIL {
            "mail"
        } else {
            "webhook"
        },
        receiver: unsent.receiver,
        tries: unsent.tries,
        next_at: is_tried.then(|| rfc3339(unsent.next_at)),
        given_up_at: (!is_tried).then(|| rfc3339(unsent.given_up_at)),
    }
}

/// A folder for an export: new or empty, and for its owner alone.
fn empty_folder(folder: &Path) -> Result<(), InboxError> {
    use std::os::unix::fs::DirBuilderExt;
    let failed = |source| InboxError::Write(folder.to_owned(), source);
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true).mode(0o700);
    builder.create(folder).map_err(failed)?;
    match std::fs::read_dir(folder).map_err(failed)?.next() {
        None => Ok(()),
        Some(_) => Err(InboxError::NotEmpty(folder.to_owned())),
    }
}
