//! `import`: content of other systems, as content of this site.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::Context;
use generator_ground::diagnostic::console::{self, MessageFormat};
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};
use generator_ground::storage::folder::folder;

use crate::config::options::{ImportArgs, ImportSource};
use crate::config::read_locales;
use crate::import::writer::{Target, write};
use crate::import::{Imported, LeftOut, MAX_INPUT, netlify};

/// Reads the content of another system, writes new files, and reports the parts that were left out.
pub fn import(args: &ImportArgs, language: Language) -> Result<(), Failure> {
    let site = match &args.source {
        ImportSource::Netlify(netlify) => &netlify.site,
    };
    let content = folder(&site.content, "--content")?;
    let locales = read_locales(&site.locales.join("locales.json"))?;
    let mut imported = match &args.source {
        ImportSource::Netlify(args) => {
            let text = read_text(&args.file)?;
            netlify::parse(&file_name(&args.file), &text, &locales)
        }
    };
    let target = Target {
        content: &content,
        collection: "",
        media: None,
        is_dry: site.dry_run,
    };
    write(&mut imported, &target)?;
    print(&imported, site.dry_run, site.message_format, language);
    Ok(())
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

/// The text of a file, up to the largest input.
fn read_text(path: &Path) -> Result<String, Failure> {
    let place = || format!("`{}`", path.display());
    let mut bytes = Vec::new();
    let file = File::open(path).with_context(place)?;
    let read = file.take(MAX_INPUT + 1).read_to_end(&mut bytes);
    read.with_context(place)?;
    if bytes.len() as u64 > MAX_INPUT {
        let message = Message::new("import/too-large").with("file", path.display().to_string());
        return Err(Failure::new(Exit::Content, message));
    }
    String::from_utf8(bytes).map_err(|_| {
        let message = Message::new("import/no-text").with("file", path.display().to_string());
        Failure::new(Exit::Content, message)
    })
}

fn print(imported: &Imported, is_dry: bool, format: MessageFormat, language: Language) {
    for LeftOut { place, reason } in &imported.left_out {
        let reason = reason.text(language);
        console::line(&match format {
            MessageFormat::Json => {
                serde_json::json!({"place": place, "reason": reason}).to_string()
            }
            _ => Message::new("import/left-out")
                .with("place", place)
                .with("reason", reason)
                .text(language),
        });
    }
    let pictures: usize = imported.entries.iter().map(|it| it.pictures.len()).sum();
    if format == MessageFormat::Json {
        let sum = serde_json::json!({
            "entries": imported.entries.len(),
            "redirects": imported.redirects.len(),
            "pictures": pictures,
            "leftOut": imported.left_out.len(),
            "dryRun": is_dry,
        });
        return console::line(&sum.to_string());
    }
    let sum = match is_dry {
        true => Message::new("import/would"),
        false => Message::new("import"),
    };
    let sum = sum
        .with("entries", imported.entries.len())
        .with("redirects", imported.redirects.len())
        .with("pictures", pictures)
        .with("left", imported.left_out.len());
    console::line(&sum.text(language));
}
