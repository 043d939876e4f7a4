//! The operator's commands: each asks the library's `operator` once and prints the answer.

use sentences::{Language, Message};
use unicode_width::UnicodeWidthStr;

use origin::{
    Account, Counts, Operator, QuestionFigures, RestoreOptions, Roles, accounts, operator,
};

use super::console::{Console, print};
use super::data::Data;
use super::options::{Backup, Key, Restore, Search, Session, SessionCommand, User, UserCommand};

/// `origin user …`
pub(crate) async fn user(options: User, console: Console) -> anyhow::Result<()> {
    let Data { var, database_url } = &options.data;
    let database_url = database_url.as_ref();
    let operator = match &options.command {
        UserCommand::Create { .. } => Operator::open_or_create(var, database_url).await?,
        _ => Operator::open(var, database_url).await?,
    };
    let operator = operator.on_behalf_of(&options.actor.name());
    match options.command {
        UserCommand::List { json } => {
            let accounts = accounts::list(&operator).await?;
            print(&if json {
                serde_json::to_string_pretty(&accounts)?
            } else {
                table(&accounts, console.language)
            })?;
        }
        UserCommand::Create { email, roles } => {
            let roles = Roles::new(&roles);
            accounts::create(&operator, &email, roles).await?;
            let made = Message::new("account-made").with("address", email.as_str());
            console.say(&made.with("roles", roles.message()))?;
        }
        UserCommand::Role { email, roles } => {
            let roles = Roles::new(&roles);
            accounts::set_roles(&operator, &email, roles).await?;
            let given = Message::new("account-roles").with("address", email.as_str());
            console.say(&given.with("roles", roles.message()))?;
        }
        UserCommand::Revoke { email: None, .. } => {
            let ended = accounts::revoke_all(&operator).await?;
            let ended = sessions(ended);
            console.say(&Message::new("sessions-ended/all").with("sessions", ended))?;
        }
        UserCommand::Revoke {
            email: Some(email), ..
        } => {
            let ended = accounts::revoke(&operator, &email).await?;
            let ended = Message::new("sessions-ended").with("sessions", sessions(ended));
            console.say(&ended.with("address", email.as_str()))?;
        }
        UserCommand::Delete { email, yes } => {
            let account = accounts::get(&operator, &email).await?;
            let act = Message::new("act-delete-account").with("account", sketch(&account));
            console.confirm(act, yes)?;
            accounts::delete(&operator, &email).await?;
            console.say(&Message::new("account-deleted").with("address", email.as_str()))?;
        }
    }
    operator.close().await;
    Ok(())
}

/// `origin session …`
pub(crate) async fn session(options: Session) -> anyhow::Result<()> {
    let SessionCommand::Create { email, roles } = options.command;
    let roles = (!roles.is_empty()).then(|| Roles::new(&roles));
    let Data { var, database_url } = &options.data;
    let operator = Operator::open_or_create(var, database_url.as_ref()).await?;
    let operator = operator.on_behalf_of(&options.actor.name());
    let token = accounts::create_session(&operator, &email, roles).await?;
    operator.close().await;
    print(&token)
}

/// `origin key …`
pub(crate) fn key(Key::Rotate { var, key_file }: Key, console: Console) -> anyhow::Result<()> {
    let file = origin::rotate_key(&var, key_file.as_deref())?;
    console.say(&Message::new("key-rotated").with("file", file.display().to_string()))
}

/// `origin backup FILE`
pub(crate) async fn backup(options: Backup, console: Console) -> anyhow::Result<()> {
    let Data { var, database_url } = &options.data;
    let operator = Operator::open(var, database_url.as_ref()).await?;
    let operator = operator.on_behalf_of(&options.actor.name());
    let file = options.file;
    let counts = operator::back_up(&operator, &file, options.force).await?;
    operator.close().await;
    let done = Message::new("backed-up").with("rows", rows(&counts));
    console.say(&done.with("file", file.display().to_string()))
}

/// `origin restore FILE`
pub(crate) async fn restore(options: Restore, console: Console) -> anyhow::Result<()> {
    let Data { var, database_url } = options.data;
    let (operator, aside) = Operator::open_to_restore(&var, database_url.as_ref()).await?;
    let operator = operator.on_behalf_of(&options.actor.name());
    if let Some(aside) = aside {
        let aside = aside.display().to_string();
        console.announce(&Message::new("database-aside").with("place", aside));
    }
    // Printed first, so that an operator in the wrong place reads it even if the restore fails.
    let target = operator::target(&operator).await?;
    let begins = Message::new("restoring").with("file", options.file.display().to_string());
    console.announce(&begins.with("target", target));
    let how = RestoreOptions {
        with_sessions: options.with_sessions,
        replace: options.replace,
    };
    let restored = operator::restore(&operator, &options.file, &var, how).await?;
    operator.close().await;
    console.say(&Message::new("restored").with("rows", rows(&restored.counts)))?;
    match restored.ended_again {
        0 => {}
        1 => console.say(&Message::new("restored-ended-again/one"))?,
        count => console.say(&Message::new("restored-ended-again").with("count", count))?,
    }
    let files = restored
        .counts
        .iter()
        .find(|(table, _)| *table == "message_files");
    if files.is_some_and(|(_, rows)| *rows > 0) {
        console.say(&Message::new("restored-without-files"))?;
    }
    if !options.with_sessions {
        console.say(&Message::new("restored-without-sessions"))?;
    }
    Ok(())
}

/// `origin search --questions FILE`
pub(crate) fn search(options: &Search, console: Console) -> anyhow::Result<()> {
    let figures = origin::measure_questions(&options.questions, &options.builds, &options.var)?;
    for (group, figures) in &figures {
        console.say(&line(group, figures))?;
    }
    match figures.get("all").map(|all| &*all.missed) {
        None | Some([]) => Ok(()),
        Some(missed) => {
            console.say(&Message::new("questions-missed").with("questions", missed.join(", ")))
        }
    }
}

/// `en: 74 of 80 among the first three (92.5 %), 61 first, 7 refused; 8 of 9 without an answer
/// refused`
fn line(group: &str, figures: &QuestionFigures) -> Message {
    let QuestionFigures {
        answered,
        found,
        first,
        refused,
        unanswered,
        refused_rightly,
        ..
    } = figures;
    let percent = *found as f64 * 100.0 / (*answered).max(1) as f64;
    Message::new("questions-figures")
        .with("group", group)
        .with("found", *found)
        .with("answered", *answered)
        .with("percent", format!("{percent:.1}"))
        .with("first", *first)
        .with("refused", *refused)
        .with("rightly", *refused_rightly)
        .with("unanswered", *unanswered)
}

/// `users: 2, sessions: 3`
fn rows(counts: &Counts) -> String {
    let counts: Vec<_> = counts
        .iter()
        .map(|(table, rows)| format!("{table}: {rows}"))
        .collect();
    counts.join(", ")
}

/// `the account ann@example.com, a member since 2026-01-15 with 2 sessions`
fn sketch(account: &Account) -> Message {
    Message::new("account-sketch")
        .with("address", &account.email)
        .with("roles", role_words(account))
        .with("day", day(account))
        .with("sessions", sessions(account.sessions.unsigned_abs()))
}

/// `publisher, recipient`
fn role_words(account: &Account) -> String {
    let recipient = if account.recipient { ", recipient" } else { "" };
    format!("{}{recipient}", account.role)
}

fn day(account: &Account) -> &str {
    let since = &account.since;
    since.split_once('T').map_or(since, |(day, _)| day)
}

fn sessions(count: u64) -> Message {
    Message::new("counted-sessions").with("count", count)
}

/// Columns as wide as they need to be; names come last, because a terminal's idea of their width is
/// anyone's guess.
fn table(accounts: &[Account], language: Language) -> String {
    let head = [
        Message::new("accounts-head/address"),
        Message::new("accounts-head/role"),
        Message::new("accounts-head/since"),
        Message::new("accounts-head/sessions"),
        Message::new("accounts-head/name"),
    ];
    let mut rows = vec![head.map(|cell| cell.text(language))];
    rows.extend(accounts.iter().map(|account| {
        [
            account.email.clone(),
            role_words(account),
            day(account).to_owned(),
            account.sessions.to_string(),
            account.name.clone(),
        ]
    }));
    let width = |column: usize| {
        let widths = rows.iter().map(|row| row[column].width());
        widths.max().unwrap_or_default()
    };
    let [address, role, since, sessions] = [0, 1, 2, 3].map(width);
    let line = |row: &[String; 5]| {
        let space = |cell: usize, width: usize| " ".repeat(width - row[cell].width());
        format!(
            "{}{}  {}{}  {}{}  {}{}  {}",
            row[0],
            space(0, address),
            row[1],
            space(1, role),
            row[2],
            space(2, since),
            space(3, sessions),
            row[3],
            row[4]
        )
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
