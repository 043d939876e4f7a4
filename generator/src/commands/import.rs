//! `import`: content of other systems, as content of this site.

mod hugo;

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::Context;
use generator_ground::diagnostic::console::{self, MessageFormat};
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};
use generator_ground::storage::folder::folder;
use jiff::Timestamp;
use walkdir::WalkDir;

use crate::config::options::{ImportArgs, ImportEntriesArgs, ImportSource};
use crate::config::read_locales;
use crate::import::fields::Fields;
use crate::import::pictures::{KnownPictures, is_picture};
use crate::import::slug::slug;
use crate::import::writer::{Target, write};
use crate::import::{self, Imported, LeftOut, MAX_INPUT, netlify, wordpress};

/// Folders deeper than that are not searched.
const MAX_FOLDERS: usize = 32;

/// Reads the content of another system, writes new files, and reports the parts that were left out.
pub fn import(args: &ImportArgs, language: Language) -> Result<(), Failure> {
    let site = match &args.source {
        ImportSource::Netlify(args) => &args.site,
        ImportSource::Wordpress(args) => &args.entries.site,
        ImportSource::Hugo(args) => &args.entries.site,
    };
    let content = folder(&site.content, "--content")?;
    let locales = read_locales(&site.locales.join("locales.json"))?;
    let mut target = Target {
        content: &content,
        collection: "",
        texts: None,
        media: None,
        is_dry: site.dry_run,
    };
    let mut imported = match &args.source {
        ImportSource::Netlify(args) => {
            let text = read_text(&args.file)?;
            netlify::parse(&file_name(&args.file), &text, &locales)
        }
        ImportSource::Wordpress(args) => {
            let entries = &args.entries;
            let fields = read_fields(&content, entries)?;
            target.collection = &entries.collection;
            target.media = args.media.as_deref();
            let pictures = match &args.media {
                Some(media) => pictures_in(&folder(media, "--media")?)?,
                None => KnownPictures::new(),
            };
            let site = wordpress::Site {
                locales: &locales,
                language: entries.language.as_deref(),
                fields: &fields,
                pictures: &pictures,
            };
            let text = read_text(&args.file)?;
            let parsed = wordpress::parse(&text, &site);
            parsed.map_err(|message| refusal(&args.file, message))?
        }
        ImportSource::Hugo(args) => {
            let entries = &args.entries;
            let fields = read_fields(&content, entries)?;
            target.collection = &entries.collection;
            target.texts = Some(&args.folder);
            target.media = args.statics.as_deref();
            let texts = folder(&args.folder, "FOLDER")?;
            let mut left_out = Vec::new();
            let mut files = hugo::read(&texts, &mut left_out)?;
            if let Some(statics) = &args.statics {
                files.statics = pictures_in(&folder(statics, "--static")?)?;
            }
            let site = import::hugo::Site {
                locales: &locales,
                language: entries.language.as_deref(),
                fields: &fields,
                section: &hugo::section(&texts),
                now: Timestamp::now(),
            };
            let parsed = import::hugo::parse(&files, &site);
            let mut imported = parsed.map_err(|message| refusal(&args.folder, message))?;
            imported.left_out.extend(left_out);
            imported
        }
    };
    write(&mut imported, &target)?;
    print(&imported, site.dry_run, site.message_format, language);
    Ok(())
}

/// An input that cannot be imported.
fn refusal(path: &Path, message: Message) -> Failure {
    let error = anyhow::Error::new(message).context(format!("`{}`", path.display()));
    Failure::new(Exit::Content, error)
}

/// The fields of the collection of `--collection`.
fn read_fields(content: &Path, args: &ImportEntriesArgs) -> Result<Fields, Failure> {
    let name = &args.collection;
    let unknown = || {
        let message = Message::new("import/collection").with("collection", name);
        Failure::new(Exit::Usage, message)
    };
    // The name of a folder of the content, and no path.
    if slug(&[name], "") != *name {
        return Err(unknown());
    }
    let path = content.join(name).join("_schema.json");
    let text = std::fs::read_to_string(path).map_err(|_| unknown())?;
    let schema = serde_json::from_str(&text).map_err(|_| unknown())?;
    let given = args.field.iter().map(|field| {
        let parts = field.split_once('=').ok_or_else(|| {
            let message = Message::new("import/given").with("field", field);
            Failure::new(Exit::Usage, message)
        })?;
        Ok((parts.0.to_owned(), parts.1.to_owned()))
    });
    let given = given.collect::<Result<Vec<_>, Failure>>()?;
    Fields::from_schema(name, &schema, &given).map_err(|message| Failure::new(Exit::Usage, message))
}

/// The pictures below `folder`, without links: a link may lead to any file of the machine.
fn pictures_in(folder: &Path) -> Result<KnownPictures, Failure> {
    let mut found = KnownPictures::new();
    let files = WalkDir::new(folder).max_depth(MAX_FOLDERS);
    for file in files {
        let file = file.context(format!("`{}`", folder.display()))?;
        if !file.file_type().is_file() {
            continue;
        }
        let path = file.path().strip_prefix(folder).ok().and_then(Path::to_str);
        let (Some(path), Ok(metadata)) = (path, file.metadata()) else {
            continue;
        };
        if starts_as_picture(file.path(), path) {
            found.insert(path.to_owned(), metadata.len());
        }
    }
    Ok(found)
}

/// Whether a file begins as a picture of the kind that its name says.
fn starts_as_picture(path: &Path, name: &str) -> bool {
    let mut first = Vec::new();
    let read = File::open(path).and_then(|file| file.take(16).read_to_end(&mut first));
    read.is_ok() && is_picture(name, &first)
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
