//! Lists of messages for a reader who searches and goes on.

use contract::api::FormName;

use super::{Inbox, InboxError, MessageFilter, MessageRecord};
use crate::store::records::{self, Place};

/// Messages of a list.
const LISTED: usize = 50;

/// Rows that one list looks at, so that a search of many messages holds up no other call.
const LOOKED_AT: usize = 5_000;

impl Inbox {
    /// Messages that have `text` in their number, address or answers, the newest first, and the
    /// place to go on from. Of a list that was searched for long there may be none.
    pub async fn list(
        &self,
        filter: &MessageFilter,
        text: &str,
        after: Option<Place>,
    ) -> Result<(Vec<MessageRecord>, Option<Place>), InboxError> {
        let text = text.trim().to_lowercase();
        let mut place = after.unwrap_or_else(records::first);
        let mut found = Vec::new();
        for _ in 0..LOOKED_AT / LISTED {
            let rows = self.page(filter, &place, LISTED as i64).await?;
            let is_last = rows.len() < LISTED;
            for row in rows {
                let own_place = (row.received_at, row.id.clone());
                let message = self.forms.record(row);
                if !has_text(&message, &text) {
                    place = own_place;
                    continue;
                }
                if found.len() == LISTED {
                    return Ok((found, Some(place)));
                }
                place = own_place;
                found.push(message);
            }
            if is_last {
                return Ok((found, None));
            }
        }
        Ok((found, Some(place)))
    }

    /// The site's forms in a language.
    pub fn forms(&self, language: Option<&str>) -> Vec<FormName> {
        self.forms.titles(language)
    }

    /// Name and first line of a message for a list: the first short text that had to be given,
    /// which names the sender or the company, else the first answer; and the first line of the
    /// first answer to a question for several lines.
    pub fn sketch(&self, message: &MessageRecord) -> (String, String) {
        let answers = &message.answers;
        let mut short = answers.iter();
        let name = short.find(|answer| self.forms.is_short_text(message, &answer.name));
        let name = name.or(answers.first());
        let mut longer = answers.iter();
        let longer = longer.find(|answer| self.forms.has_lines(message, &answer.name));
        let line = longer.and_then(|answer| answer.text.lines().find(|line| !line.is_empty()));
        (
            name.map(|answer| answer.text.clone()).unwrap_or_default(),
            line.unwrap_or_default().to_owned(),
        )
    }
}

/// Whether a message has a text, which is in small letters.
fn has_text(message: &MessageRecord, text: &str) -> bool {
    let has = |own: &str| own.to_lowercase().contains(text);
    text.is_empty()
        || has(&message.number)
        || has(&message.email)
        || message.answers.iter().any(|answer| has(&answer.text))
}
