//! Whether an origin would start. Makes the checks of [`Origin::open`], and changes no data: no
//! migration runs, and files that are made for a try are removed.

use std::fs::{self, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::config::Config;
use crate::origin::{Origin, StartError};
use origin_assistant::openai::OpenAi;
use origin_feishu::app::Feishu;
use origin_ground::db::{Db, Location};
use origin_ground::key::{self, KeyError, KeyRing};
use origin_ground::texts::Texts;
use origin_mail::{Mailer, Pace};
use origin_messages::webhooks::Webhooks;
use origin_wechat::account::Account;

impl Origin {
    /// Whether [`Origin::open`] would succeed now.
    pub async fn check(config: &Config) -> Result<(), StartError> {
        let Config { var, settings, .. } = config;
        try_writing(var).map_err(|source| StartError::Var {
            path: var.clone(),
            source,
        })?;
        // Only an outbox makes something, and it is a folder in the one that was just tried.
        if settings.mail.smtp_url.is_some() || settings.mail.smtp_url_file.is_some() {
            Mailer::open(&settings.mail, var, Pace::REAL)?;
        }
        Webhooks::open(settings.messages.message_webhooks.clone())?;
        Feishu::open(&settings.feishu)?;
        Account::open(&settings.wechat)?;
        OpenAi::open(&settings.chat)?;
        Db::check(&Location::new(var, settings.database_url.as_ref())).await?;
        check_keys(config)?;
        Texts::built_in()?;
        Ok(())
    }
}

/// Keys that are there can be read; those that are missing can be made.
fn check_keys(config: &Config) -> Result<(), KeyError> {
    let named = config.settings.key_file.as_deref();
    let path = key::path(&config.var, named);
    match named {
        _ if path.exists() => KeyRing::open(path).map(drop),
        // They are made in the folder that was just tried.
        None => Ok(()),
        Some(named) => {
            let folder = named.parent().unwrap_or(Path::new(""));
            try_file_in(folder).map_err(|source| KeyError::Io { path, source })
        }
    }
}

/// Makes a folder, if it is missing, and a file in it, and removes both.
fn try_writing(folder: &Path) -> io::Result<()> {
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    // The innermost first, as they have to be removed.
    let missing: Vec<_> = folder.ancestors().take_while(is_missing).collect();
    let tried = fs::create_dir_all(folder).and_then(|()| try_file_in(folder));
    for made in missing {
        // One that was not made, or that another program has put something into meanwhile.
        let _ = fs::remove_dir(made);
    }
    tried
}

fn try_file_in(folder: &Path) -> io::Result<()> {
    let file = folder.join(format!("check-{:016x}", rand::random::<u64>()));
    let mut options = OpenOptions::new();
    options.write(true).create_new(true).mode(0o600);
    options.open(&file)?;
    fs::remove_file(&file)
}
