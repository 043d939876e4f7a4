//! `origin messages …`: the staff's work with visitors' messages.

mod export;
pub(crate) mod options;
mod table;

use std::path::{Path, PathBuf};

use sentences::Message;

use origin::{Email, Inbox, MessageFilter, MessageFormat, MessageNumber, SubjectReport};

use super::console::{Console, print};
use options::{FilterArgs, Messages, MessagesCommand};

/// `origin messages …`
pub(crate) async fn messages(options: Messages, console: Console) -> anyhow::Result<()> {
    let inbox = Inbox::open(&options.place()).await?;
    let done = run(&inbox, options.command, console).await;
    inbox.close().await;
    done
}

async fn run(inbox: &Inbox, command: MessagesCommand, console: Console) -> anyhow::Result<()> {
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
            export::list(inbox, &state, (!json).then_some(console.language)).await
        }
        MessagesCommand::Show { number, json } => {
            let message = inbox.read(&number).await?;
            print(&match json {
                true => serde_json::to_string_pretty(&message)?,
                false => table::page(&message, console.language),
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
            let numbers = join_numbers(&numbers);
            console.say(&match numbers.contains(',') {
                false => Message::new("messages-done/one").with("number", numbers),
                true => Message::new("messages-done").with("numbers", numbers),
            })
        }
        MessagesCommand::Reopen { numbers } => {
            inbox.reopen(&numbers).await?;
            let numbers = join_numbers(&numbers);
            console.say(&match numbers.contains(',') {
                false => Message::new("messages-reopened/one").with("number", numbers),
                true => Message::new("messages-reopened").with("numbers", numbers),
            })
        }
        MessagesCommand::File { number, out, force } => {
            let place = inbox.take_out(&number, &out, force).await?;
            print(&place.display().to_string())
        }
        MessagesCommand::Purge {
            numbers,
            before,
            yes,
        } => match before {
            Some(moment) => purge_before(inbox, moment, yes, console).await,
            None => purge(inbox, &numbers, yes, console).await,
        },
        MessagesCommand::Subject {
            address,
            out,
            delete,
            yes,
        } => subject(inbox, &address, out, delete.then_some(yes), console).await,
        MessagesCommand::Check => check(inbox, console).await,
    }
}

fn filter(wanted: FilterArgs) -> MessageFilter {
    MessageFilter {
        form: wanted.form,
        state: None,
        since: wanted.since,
    }
}

async fn purge(
    inbox: &Inbox,
    numbers: &[MessageNumber],
    yes: bool,
    console: Console,
) -> anyhow::Result<()> {
    let mut named = Vec::with_capacity(numbers.len());
    for number in numbers {
        named.push(table::sketch(&inbox.find(number).await?));
    }
    // Each has commas of its own.
    let named = named.into_iter().rev().reduce(|rest, first| {
        Message::new("message-sketches")
            .with("first", first)
            .with("rest", rest)
    });
    if let Some(named) = named {
        console.confirm(Message::new("act-purge").with("messages", named), yes)?;
    }
    let count = inbox.purge(numbers).await?;
    say_purged(count, console)
}

async fn purge_before(
    inbox: &Inbox,
    moment: i64,
    yes: bool,
    console: Console,
) -> anyhow::Result<()> {
    let count = inbox.count_before(moment).await?;
    if count > 0 {
        let messages = messages_in_words(count);
        let act = Message::new("act-purge-before").with("messages", messages);
        console.confirm(act, yes)?;
    }
    let count = inbox.purge_before(moment).await?;
    say_purged(count, console)
}

fn say_purged(count: u64, console: Console) -> anyhow::Result<()> {
    let messages = messages_in_words(count);
    console.say(&Message::new("purged-messages").with("messages", messages))
}

/// `delete` holds `--yes`, where something is to be deleted.
async fn subject(
    inbox: &Inbox,
    address: &Email,
    out: Option<PathBuf>,
    delete: Option<bool>,
    console: Console,
) -> anyhow::Result<()> {
    let report = match &out {
        Some(folder) => {
            let report = inbox.export_subject(address, folder).await?;
            say_given_out(&report, folder, console)?;
            report
        }
        None => inbox.subject(address).await?,
    };
    if let Some(yes) = delete {
        let messages = messages_in_words(report.messages.len() as u64);
        if !report.messages.is_empty() {
            let act = Message::new("act-delete-messages").with("messages", messages);
            console.confirm(act.with("address", address.as_str()), yes)?;
        }
        let messages = messages_in_words(inbox.delete_subject(&report).await?);
        console.say(&Message::new("messages-deleted").with("messages", messages))?;
    }
    if !report.mentioned.is_empty() {
        let numbers = report.mentioned.join(", ");
        console.say(&Message::new("subject-mentioned").with("numbers", numbers))?;
    }
    if report.has_account {
        console.say(&Message::new("subject-account"))?;
    }
    Ok(())
}

fn say_given_out(report: &SubjectReport, folder: &Path, console: Console) -> anyhow::Result<()> {
    let messages = messages_in_words(report.messages.len() as u64);
    let written = Message::new("subject-written").with("messages", messages);
    console.say(&written.with("folder", folder.display().to_string()))?;
    if !report.infected.is_empty() {
        let numbers = report.infected.join(", ");
        console.say(&Message::new("subject-infected").with("numbers", numbers))?;
    }
    Ok(())
}

async fn check(inbox: &Inbox, console: Console) -> anyhow::Result<()> {
    let broken = inbox.broken_files().await?;
    if broken.is_empty() {
        return console.say(&Message::new("files-whole"));
    }
    for number in &broken {
        console.announce(&Message::new("file-broken").with("number", number));
    }
    let messages = messages_in_words(broken.len() as u64);
    Err(Message::new("files-broken")
        .with("messages", messages)
        .into())
}

/// `7K3D-9QXF, 8AAA-2222`.
fn join_numbers(numbers: &[MessageNumber]) -> String {
    let listed: Vec<_> = numbers.iter().map(MessageNumber::as_str).collect();
    listed.join(", ")
}

/// `no messages`, `1 message`, `2 messages`.
fn messages_in_words(count: u64) -> Message {
    match count {
        0 => Message::new("counted-messages/none"),
        _ => Message::new("counted-messages").with("count", count),
    }
}
