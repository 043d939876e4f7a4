//! `origin messages …`: the staff's work with visitors' messages.

mod export;
pub(crate) mod options;
mod table;

use std::path::{Path, PathBuf};

use anyhow::bail;
use origin::{Email, Inbox, MessageFilter, MessageFormat, MessageNumber, SubjectReport};

use super::console::{announce, confirm, say};
use options::{FilterArgs, Messages, MessagesCommand};

/// `origin messages …`
pub(crate) async fn messages(options: Messages) -> anyhow::Result<()> {
    let inbox = Inbox::open(&options.place()).await?;
    let done = run(&inbox, options.command).await;
    inbox.close().await;
    done
}

async fn run(inbox: &Inbox, command: MessagesCommand) -> anyhow::Result<()> {
    match command {
        MessagesCommand::List {
            wanted,
            state,
            json,
        } => {
            let state = MessageFilter {
                state,
                ..filter(wanted)
            };
            export::list(inbox, &state, json).await
        }
        MessagesCommand::Show { number, json } => {
            let message = inbox.read(&number).await?;
            say(&match json {
                true => serde_json::to_string_pretty(&message)?,
                false => table::page(&message),
            })
        }
        MessagesCommand::Export {
            wanted,
            csv: _,
            json,
            out,
            force,
        } => {
            let format = match json {
                true => MessageFormat::Json,
                false => MessageFormat::Csv,
            };
            export::export(inbox, &filter(wanted), format, out.map(|out| (out, force))).await
        }
        MessagesCommand::Done { numbers } => {
            inbox.finish(&numbers).await?;
            say(&format!("{} done", are(&numbers)))
        }
        MessagesCommand::Reopen { numbers } => {
            inbox.reopen(&numbers).await?;
            say(&format!("{} open again", are(&numbers)))
        }
        MessagesCommand::File { number, out, force } => {
            let place = inbox.take_out(&number, &out, force).await?;
            say(&format!("{}", place.display()))
        }
        MessagesCommand::Purge {
            numbers,
            before,
            yes,
        } => match before {
            Some(moment) => purge_before(inbox, moment, yes).await,
            None => purge(inbox, &numbers, yes).await,
        },
        MessagesCommand::Subject {
            address,
            out,
            delete,
            yes,
        } => subject(inbox, &address, out, delete.then_some(yes)).await,
        MessagesCommand::Check => check(inbox).await,
    }
}

fn filter(wanted: FilterArgs) -> MessageFilter {
    MessageFilter {
        form: wanted.form,
        state: None,
        since: wanted.since,
    }
}

async fn purge(inbox: &Inbox, numbers: &[MessageNumber], yes: bool) -> anyhow::Result<()> {
    let mut named = Vec::with_capacity(numbers.len());
    for number in numbers {
        named.push(table::sketch(&inbox.find(number).await?));
    }
    confirm(&format!("purge {} for good", named.join("; ")), yes)?;
    let count = inbox.purge(numbers).await?;
    say(&format!("purged {}", messages_in_words(count)))
}

async fn purge_before(inbox: &Inbox, moment: i64, yes: bool) -> anyhow::Result<()> {
    let count = inbox.count_before(moment).await?;
    if count > 0 {
        let question = format!("purge {} with their files", messages_in_words(count));
        confirm(&question, yes)?;
    }
    let count = inbox.purge_before(moment).await?;
    say(&format!("purged {}", messages_in_words(count)))
}

/// `delete` holds `--yes`, where something is to be deleted.
async fn subject(
    inbox: &Inbox,
    address: &Email,
    out: Option<PathBuf>,
    delete: Option<bool>,
) -> anyhow::Result<()> {
    let report = match &out {
        Some(folder) => {
            let report = inbox.export_subject(address, folder).await?;
            say_given_out(&report, folder)?;
            report
        }
        None => inbox.subject(address).await?,
    };
    if let Some(yes) = delete {
        let count = messages_in_words(report.messages.len() as u64);
        if !report.messages.is_empty() {
            confirm(
                &format!("delete {count} of {} for good", address.as_str()),
                yes,
            )?;
        }
        let count = inbox.delete_subject(&report).await?;
        say(&format!("deleted {}", messages_in_words(count)))?;
    }
    if !report.mentioned.is_empty() {
        let numbers = report.mentioned.join(", ");
        say(&format!(
            "messages of others mention the address, and stay as they are: {numbers}"
        ))?;
    }
    if report.has_account {
        say("the address has an account as well: `origin user delete` deletes it")?;
    }
    Ok(())
}

fn say_given_out(report: &SubjectReport, folder: &Path) -> anyhow::Result<()> {
    let count = messages_in_words(report.messages.len() as u64);
    say(&format!("wrote {count} to {}", folder.display()))?;
    if !report.infected.is_empty() {
        let numbers = report.infected.join(", ");
        say(&format!("files that are infected were left out: {numbers}"))?;
    }
    Ok(())
}

async fn check(inbox: &Inbox) -> anyhow::Result<()> {
    let broken = inbox.broken_files().await?;
    if broken.is_empty() {
        return say("every message has its file");
    }
    for number in &broken {
        announce(&format!("{number}: its file is missing or cut off"));
    }
    bail!(
        "{} without a whole file: bring them back from the copy of the files that belongs to the backup",
        messages_in_words(broken.len() as u64)
    )
}

/// `7K3D-9QXF is`, `7K3D-9QXF, 8AAA-2222 are`.
fn are(numbers: &[MessageNumber]) -> String {
    let listed: Vec<_> = numbers.iter().map(MessageNumber::as_str).collect();
    let verb = if listed.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", listed.join(", "))
}

fn messages_in_words(count: u64) -> String {
    match count {
        0 => "no messages".to_owned(),
        1 => "1 message".to_owned(),
        _ => format!("{count} messages"),
    }
}
