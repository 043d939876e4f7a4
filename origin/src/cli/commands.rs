//! The operator's commands: each asks the library's `operator` once and prints the answer.

use origin::{
    Account, Counts, Operator, QuestionFigures, RestoreOptions, Roles, accounts, operator,
};

use super::console::{announce, confirm, say};
use super::data::Data;
use super::options::{Backup, Key, Restore, Search, Session, SessionCommand, User, UserCommand};

/// `origin user …`
pub(crate) async fn user(options: User) -> anyhow::Result<()> {
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
            say(&if json {
                serde_json::to_string_pretty(&accounts)?
            } else {
                table(&accounts)
            })?;
        }
        UserCommand::Create { email, roles } => {
            let roles = Roles::new(&roles);
            accounts::create(&operator, &email, roles).await?;
            say(&format!(
                "{} has an account now, as {roles}",
                email.as_str()
            ))?;
        }
        UserCommand::Role { email, roles } => {
            let roles = Roles::new(&roles);
            accounts::set_roles(&operator, &email, roles).await?;
            say(&format!("{} has the role {roles} now", email.as_str()))?;
        }
        UserCommand::Revoke { email: None, .. } => {
            let ended = accounts::revoke_all(&operator).await?;
            say(&format!("ended {}, those of all accounts", sessions(ended)))?;
        }
        UserCommand::Revoke {
            email: Some(email), ..
        } => {
            let ended = accounts::revoke(&operator, &email).await?;
            say(&format!("ended {} of {}", sessions(ended), email.as_str()))?;
        }
        UserCommand::Delete { email, yes } => {
            let account = accounts::get(&operator, &email).await?;
            confirm(&format!("delete {}, for good", sketch(&account)), yes)?;
            accounts::delete(&operator, &email).await?;
            say(&format!("deleted the account {}", email.as_str()))?;
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
    say(&token)
}

/// `origin key …`
pub(crate) fn key(Key::Rotate { var, key_file }: Key) -> anyhow::Result<()> {
    let file = origin::rotate_key(&var, key_file.as_deref())?;
    say(&format!("{} has a new key", file.display()))
}

/// `origin backup FILE`
pub(crate) async fn backup(options: Backup) -> anyhow::Result<()> {
    let Data { var, database_url } = &options.data;
    let operator = Operator::open(var, database_url.as_ref()).await?;
    let operator = operator.on_behalf_of(&options.actor.name());
    let file = options.file;
    let counts = operator::back_up(&operator, &file, options.force).await?;
    operator.close().await;
    say(&format!(
        "backed up {} to {}",
        rows(&counts),
        file.display()
    ))
}

/// `origin restore FILE`
pub(crate) async fn restore(options: Restore) -> anyhow::Result<()> {
    let Data { var, database_url } = options.data;
    let (operator, aside) = Operator::open_to_restore(&var, database_url.as_ref()).await?;
    let operator = operator.on_behalf_of(&options.actor.name());
    if let Some(aside) = aside {
        let aside = aside.display();
        announce(&format!("the damaged database was moved to {aside}"));
    }
    // Printed first, so that an operator in the wrong place reads it even if the restore fails.
    announce(&format!(
        "restoring {} to {}",
        options.file.display(),
        operator::target(&operator).await?
    ));
    let how = RestoreOptions {
        with_sessions: options.with_sessions,
        replace: options.replace,
    };
    let restored = operator::restore(&operator, &options.file, &var, how).await?;
    operator.close().await;
    say(&format!("restored {}", rows(&restored.counts)))?;
    match restored.ended_again {
        0 => {}
        1 => say("1 message was withdrawn or purged after that backup, and stays so")?,
        count => say(&format!(
            "{count} messages were withdrawn or purged after that backup, and stay so"
        ))?,
    }
    let files = restored
        .counts
        .iter()
        .find(|(table, _)| *table == "message_files");
    if files.is_some_and(|(_, rows)| *rows > 0) {
        say(
            "files of messages are not in a backup: `origin messages check` names those that are missing",
        )?;
    }
    if !options.with_sessions {
        say("sessions and pending codes were left out: everyone signs in again")?;
    }
    Ok(())
}

/// `origin search --questions FILE`
pub(crate) fn search(options: &Search) -> anyhow::Result<()> {
    let figures = origin::measure_questions(&options.questions, &options.builds, &options.var)?;
    for (group, figures) in &figures {
        say(&line(group, figures))?;
    }
    match figures.get("all").map(|all| &*all.missed) {
        None | Some([]) => Ok(()),
        Some(missed) => say(&format!("not among the first three: {}", missed.join(", "))),
    }
}

/// `en: 74 of 80 among the first three (92.5 %), 61 first, 7 refused; 8 of 9 without an answer
/// refused`
fn line(group: &str, figures: &QuestionFigures) -> String {
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
    format!(
        "{group}: {found} of {answered} among the first three ({percent:.1} %), {first} first, \
         {refused} refused; {refused_rightly} of {unanswered} without an answer refused"
    )
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
fn sketch(account: &Account) -> String {
    let Account { email, .. } = account;
    let role = role_words(account);
    let sessions = sessions(account.sessions.unsigned_abs());
    format!(
        "the account {email}, a {role} since {} with {sessions}",
        day(account)
    )
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

fn sessions(count: u64) -> String {
    match count {
        1 => "1 session".to_owned(),
        _ => format!("{count} sessions"),
    }
}

/// Columns as wide as they need to be; names come last, because a terminal's idea of their width is
/// anyone's guess.
fn table(accounts: &[Account]) -> String {
    let width = accounts.iter().map(|account| account.email.len());
    let width = width.max().unwrap_or_default().max("ADDRESS".len());
    let role_width = accounts.iter().map(|account| role_words(account).len());
    let role_width = role_width.max().unwrap_or_default().max("member".len());
    let mut lines = vec![format!(
        "{:width$}  {:role_width$}  {:10}  {:>8}  NAME",
        "ADDRESS", "ROLE", "SINCE", "SESSIONS"
    )];
    lines.extend(accounts.iter().map(|account| {
        let Account {
            email,
            sessions,
            name,
            ..
        } = account;
        let role = role_words(account);
        format!(
            "{email:width$}  {role:role_width$}  {:10}  {sessions:>8}  {name}",
            day(account)
        )
    }));
    lines.join("\n")
}
