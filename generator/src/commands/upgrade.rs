//! `upgrade`: Portico's files in a site, as this version has them.

use crate::config::options::UpgradeArgs;
use crate::scaffold::upgrade::{self, Change, Fate};
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
            Fate::Kept => Message::new("upgrade/own-kept"),
            Fate::ByHand(Change::Session) => Message::new("upgrade/own-session"),
            Fate::ByHand(Change::Texts) => Message::new("upgrade/own-texts"),
        };
        console::line(&message.with("place", file.place.as_str()).text(language));
    }
    let (written, left) = (found.changed_count(), found.manual_count());
    if left > 0 {
        console::line(&Message::new("upgrade/left").text(language));
    }
    let summary = match (written, left, args.check) {
        (0, 0, _) => Some(Message::new("upgrade/current")),
        (0, _, _) => None,
        (_, _, true) => Some(Message::new("upgrade/would")),
        (_, _, false) => Some(Message::new("upgrade")),
    };
    if let Some(summary) = summary {
        let summary = summary.with("version", env!("CARGO_PKG_VERSION"));
        console::line(&summary.with("files", written).text(language));
    }
    Ok(match args.check && written + left > 0 {
        true => Exit::Different,
        false => Exit::Done,
    })
}
