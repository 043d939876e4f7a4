//! `upgrade`: Portico's files in a site, as this version has them.

use crate::config::options::UpgradeArgs;
use crate::scaffold::upgrade::{self, Fate};
use generator_ground::diagnostic::console;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};

/// Reports which of Portico's files in a site this version changes, and changes them without
/// `--check`.
pub fn upgrade(args: &UpgradeArgs, language: Language) -> Result<Exit, Failure> {
    let found = upgrade::upgrade(&args.folder, !args.check)?;
    for (sign, places) in [("~", &found.changed), ("+", &found.new), ("-", &found.gone)] {
        for place in places {
            console::line(&format!("{sign} {place}"));
        }
    }
    for file in &found.own {
        let message = match file.fate {
            Fate::New => Message::new("upgrade/own-new"),
            Fate::Changed => Message::new("upgrade/own-changed"),
            Fate::ByHand => Message::new("upgrade/own-by-hand"),
        };
        console::line(&message.with("place", file.place).text(language));
    }
    let (told, exit) = match (found.is_empty(), args.check) {
        (true, _) => (Message::new("upgrade/current"), Exit::Done),
        (false, true) => (Message::new("upgrade/would"), Exit::Different),
        (false, false) => (Message::new("upgrade"), Exit::Done),
    };
    let told = told.with("version", env!("CARGO_PKG_VERSION")).with(
        "files",
        found.changed.len() + found.new.len() + found.gone.len() + found.own.len(),
    );
    console::line(&told.text(language));
    Ok(exit)
}
