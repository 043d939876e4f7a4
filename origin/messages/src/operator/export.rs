//! Exports, written as they are read: however many messages there are, a page of them is in memory.

use std::io::Write;

use contract::api::MessageFormat;

use super::{Column, Inbox, InboxError, MessageFilter, MessageRecord, PAGE, csv};
use crate::store::records::{self, Place};

/// An export of messages, piece by piece.
#[derive(Debug)]
pub struct Export<'a> {
    inbox: &'a Inbox,
    filter: MessageFilter,
    format: MessageFormat,
    columns: Vec<Column>,
    /// The place after which the next piece begins; none after the last piece.
    place: Option<Place>,
    count: u64,
}

impl Inbox {
    /// An export of the messages that `filter` lets through. [`Inbox::begin_export`] records it.
    pub async fn export(
        &self,
        filter: &MessageFilter,
        format: MessageFormat,
    ) -> Result<Export<'_>, InboxError> {
        Ok(Export {
            inbox: self,
            filter: filter.clone(),
            format,
            columns: match format {
                MessageFormat::Csv => self.columns(filter).await?,
                MessageFormat::Json => Vec::new(),
            },
            place: Some(records::first()),
            count: 0,
        })
    }
}

impl Export<'_> {
    /// The next piece; none at the end.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>, InboxError> {
        let Some(place) = self.place.take() else {
            return Ok(None);
        };
        let rows = self.inbox.page(&self.filter, &place, PAGE).await?;
        let mut out = Vec::new();
        if self.count == 0 {
            self.write_start(&mut out)?;
        }
        let last = rows.last();
        self.place = last.map(|last| (last.received_at, last.id.clone()));
        for row in rows {
            let message = self.inbox.forms.record(row);
            self.write_message(&mut out, &message)?;
            self.count += 1;
        }
        if self.place.is_none() {
            self.write_end(&mut out)?;
        }
        Ok(Some(out))
    }

    fn write_start(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        match self.format {
            MessageFormat::Csv => {
                out.write_all(csv::MARK.as_bytes())?;
                csv::write_head(out, &self.columns)
            }
            MessageFormat::Json => out.write_all(b"["),
        }
    }

    fn write_message(&self, out: &mut Vec<u8>, message: &MessageRecord) -> std::io::Result<()> {
        match self.format {
            MessageFormat::Csv => csv::write_row(out, &self.columns, message),
            MessageFormat::Json => {
                let before: &[u8] = if self.count == 0 { b"\n" } else { b",\n" };
                out.write_all(before)?;
                out.write_all(serde_json::to_string(message)?.as_bytes())
            }
        }
    }

    fn write_end(&self, out: &mut Vec<u8>) -> std::io::Result<()> {
        match (self.format, self.count) {
            (MessageFormat::Csv, _) => Ok(()),
            (MessageFormat::Json, 0) => out.write_all(b"]\n"),
            (MessageFormat::Json, _) => out.write_all(b"\n]\n"),
        }
    }
}
