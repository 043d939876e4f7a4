//! Lists and exports, written as they are read: however many messages there are, a page of them is
//! in memory.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use origin::{Inbox, InboxError, MessageFilter, WholeFile};

use super::{csv, table};

/// How messages are exported.
#[derive(Clone, Copy)]
pub(super) enum Format {
    /// A line each.
    Csv,
    /// An array.
    Json,
}

/// Prints a list.
pub(super) async fn list(inbox: &Inbox, filter: &MessageFilter, json: bool) -> anyhow::Result<()> {
    inbox.check_form(filter).await?;
    let mut out = BufWriter::new(std::io::stdout());
    match json {
        true => write_json(inbox, filter, &mut out).await?,
        false => {
            writeln!(out, "{}", table::HEAD)?;
            inbox
                .each(filter, |message| writeln!(out, "{}", table::line(&message)))
                .await?;
        }
    }
    Ok(out.flush()?)
}

/// Writes messages to a file, which may be replaced if its flag says so, or to standard output.
pub(super) async fn export(
    inbox: &Inbox,
    filter: &MessageFilter,
    format: Format,
    out: Option<(PathBuf, bool)>,
) -> anyhow::Result<()> {
    inbox.begin_export(filter).await?;
    let Some((place, force)) = out else {
        let mut out = BufWriter::new(std::io::stdout());
        write(inbox, filter, format, &mut out).await?;
        return Ok(out.flush()?);
    };
    let mut file = WholeFile::begin(&place, force)?;
    write(inbox, filter, format, &mut file).await?;
    Ok(file.end()?)
}

async fn write(
    inbox: &Inbox,
    filter: &MessageFilter,
    format: Format,
    out: &mut impl Write,
) -> Result<(), InboxError> {
    match format {
        Format::Csv => write_csv(inbox, filter, out).await,
        Format::Json => write_json(inbox, filter, out).await,
    }
}

async fn write_csv(
    inbox: &Inbox,
    filter: &MessageFilter,
    out: &mut impl Write,
) -> Result<(), InboxError> {
    let columns = inbox.columns(filter).await?;
    out.write_all(csv::MARK.as_bytes())?;
    csv::write_head(out, &columns)?;
    let write = |message| csv::write_row(out, &columns, &message);
    inbox.each(filter, write).await?;
    Ok(())
}

async fn write_json(
    inbox: &Inbox,
    filter: &MessageFilter,
    out: &mut impl Write,
) -> Result<(), InboxError> {
    let mut before = "[\n";
    let write = |message| {
        out.write_all(before.as_bytes())?;
        before = ",\n";
        out.write_all(serde_json::to_string(&message)?.as_bytes())
    };
    let count = inbox.each(filter, write).await?;
    let end = if count == 0 { "[]\n" } else { "\n]\n" };
    Ok(out.write_all(end.as_bytes())?)
}
