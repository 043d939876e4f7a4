//! The words of this program's errors, whichever crate of a feature they come from.

use std::error::Error;

use sentences::Message;

use crate::config::UnsafeSettings;
use crate::operator::backup::BackupError;
use crate::origin::StartError;
use origin_assistant::questions::QuestionsError;
use origin_ground::key::KeyError;
use origin_ground::operator::OperatorError;
use origin_ground::watched::WatchedError;
use origin_messages::operator::InboxError;
use origin_suppliers::operator::SuppliersError;
use origin_uploads::files::fault::StoreError;

/// The message of an error or of one of its causes, for [`sentences::explain`]; none for causes
/// from elsewhere, which have words of their own.
pub fn message_of(cause: &(dyn Error + 'static)) -> Option<Message> {
    // Errors that others pass on as they are need no line: the outer one has their message.
    None.or_else(|| cause.downcast_ref().map(StartError::message))
        .or_else(|| cause.downcast_ref().map(UnsafeSettings::message))
        .or_else(|| cause.downcast_ref().map(WatchedError::message))
        .or_else(|| cause.downcast_ref().map(KeyError::message))
        .or_else(|| cause.downcast_ref().map(StoreError::message))
        .or_else(|| cause.downcast_ref().map(OperatorError::message))
        .or_else(|| cause.downcast_ref().map(InboxError::message))
        .or_else(|| cause.downcast_ref().map(SuppliersError::message))
        .or_else(|| cause.downcast_ref().map(BackupError::message))
        .or_else(|| cause.downcast_ref().map(QuestionsError::message))
}
