//! Lists and exports, to a file or to standard output.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use origin::{Inbox, MessageFilter, MessageFormat, WholeFile};

use sentences::Language;

use super::table;

/// Prints a list: a table in the reader's language, or JSON without one.
pub(super) async fn list(
    inbox: &Inbox,
    filter: &MessageFilter,
    language: Option<Language>,
) -> anyhow::Result<()> {
    inbox.check_form(filter).await?;
    let mut out = BufWriter::new(std::io::stdout());
    match language {
        None => write(inbox, filter, MessageFormat::Json, &mut out).await?,
        Some(language) => {
            writeln!(out, "{}", table::head(language))?;
            let line = |message| writeln!(out, "{}", table::line(&message, language));
            inbox.each(filter, line).await?;
        }
    }
    Ok(out.flush()?)
}

/// Writes messages to a file, which may be replaced if its flag says so, or to standard output.
pub(super) async fn export(
    inbox: &Inbox,
    filter: &MessageFilter,
    format: MessageFormat,
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
    format: MessageFormat,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut export = inbox.export(filter, format).await?;
    while let Some(piece) = export.next().await? {
        out.write_all(&piece)?;
    }
    Ok(())
}
