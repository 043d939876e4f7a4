//! Edits, done to a site on disk.

use std::fs::{self, File, FileTimes};
use std::time::{Duration, SystemTime};

use super::values::{
    BODIES, FIELDS, JUNK, MEDIA, NOWS, RECORDS, REDIRECTS, SCHEMAS, SITES, SLUGS, SYSTEM_CONFIGS,
};
use super::{Edit, Languages, Trick};
use crate::folder::{LOCALES, SITE, TABLES, dated_schema};
use crate::origin::BACKENDS;
use crate::world::World;

/// Collections between which entries move.
const COLLECTIONS: [&str; 3] = ["news", "letters", "companies"];

impl Edit {
    /// Applies it; returns a description of the change, or none if there was no file for it.
    pub(crate) fn apply(&self, world: &mut World) -> Option<String> {
        match self {
            Self::Field {
                entry,
                languages,
                field,
            } => set_field(world, *entry, *languages, FIELDS[*field]),
            Self::Body {
                entry,
                language,
                body,
            } => set_body(world, *entry, *language, BODIES[*body]),
            Self::Sly {
                entry,
                language,
                trick,
                in_body,
            } => play(world, *entry, *language, *trick, *in_body),
            Self::Media {
                entry,
                media,
                is_there,
            } => set_media(world, *entry, MEDIA[*media], *is_there),
            Self::Add {
                collection,
                slug,
                languages,
            } => add(world, COLLECTIONS[*collection], SLUGS[*slug], *languages),
            Self::Delete { entry, languages } => delete(world, *entry, *languages),
            Self::Rename { entry, slug } => rename(world, *entry, SLUGS[*slug]),
            Self::Move { entry, collection } => move_entry(world, *entry, COLLECTIONS[*collection]),
            Self::Case { entry } => change_case(world, *entry),
            Self::Hide { collection } => hide(world, COLLECTIONS[*collection]),
            Self::Record { record } => put(world, RECORDS[*record].0, RECORDS[*record].1),
            Self::Schema { schema } => set_schema(world, SCHEMAS[*schema]),
            Self::Site { site } => {
                let (from, to) = SITES[*site];
                put(world, "site.yaml", Some(&SITE.replace(from, to)))
            }
            Self::SystemConfig { text } => put(world, "system-config.yaml", SYSTEM_CONFIGS[*text]),
            Self::Redirects { text } => put(world, "redirects.yaml", REDIRECTS[*text]),
            Self::Junk { junk } => toggle(world, JUNK[*junk]),
            Self::Catalog { version } => {
                let path = world.folder.translate(*version);
                world.changed.insert(path);
                Some(format!("catalogs: version {version}"))
            }
            Self::Table { table } => {
                world.folder.build_frontend(TABLES[*table]);
                world.changed.insert(world.folder.path("frontend/dist"));
                Some(format!("frontend: route table {}", TABLES[*table]))
            }
            Self::Document {
                is_template,
                version,
            } => set_document(world, *is_template, *version),
            Self::Backend { backend } => {
                world.origin.become_backend(*backend);
                Some(format!("the backend {}", BACKENDS[usize::from(*backend)]))
            }
            Self::Now { now } => {
                world.now = NOWS[*now].parse().unwrap();
                Some(format!("the clock says {}", NOWS[*now]))
            }
        }
    }
}

/// The entry that a number picks.
fn pick(world: &World, number: u8) -> Option<String> {
    let entries = world.entries();
    entries
        .get(usize::from(number) % entries.len().max(1))
        .cloned()
}

fn texts(entry: &str, languages: Languages) -> Vec<String> {
    let text = |locale: &str| format!("{entry}/{locale}.md");
    match languages {
        Languages::All => LOCALES.map(text).into(),
        Languages::One(number) => vec![text(LOCALES[number])],
    }
}

fn set_field(
    world: &mut World,
    entry: u8,
    languages: Languages,
    (name, value): (&str, Option<&str>),
) -> Option<String> {
    let entry = pick(world, entry)?;
    let has = |names: &[&str]| names.contains(&name);
    let name = match entry.split('/').next()? {
        "companies" if name == "title" => "name",
        "companies" | "pages" if has(&["date", "company", "tags"]) => return None,
        _ => name,
    };
    // Facts must be the same in every language.
    let is_fact = has(&["date", "company"]);
    let languages = if is_fact { Languages::All } else { languages };
    let mut said = None;
    for path in texts(&entry, languages) {
        let Some(text) = world.read(&path) else {
            continue;
        };
        let prefix = format!("{name}:");
        let mut lines: Vec<&str> = text
            .split_inclusive('\n')
            .filter(|line| !line.starts_with(&prefix))
            .collect();
        let line = value.map(|value| format!("{name}: {value}\n"));
        lines.splice(1.min(lines.len())..1.min(lines.len()), line.as_deref());
        world.write(&path, lines.concat());
        said = Some(format!("{entry} {languages:?}: {name} = {value:?}"));
    }
    said
}

fn set_body(world: &mut World, entry: u8, language: usize, body: &str) -> Option<String> {
    let entry = pick(world, entry)?;
    let path = texts(&entry, Languages::One(language)).remove(0);
    let text = world.read(&path)?;
    let end = text.match_indices("---\n").nth(1)?.0;
    world.write(&path, format!("{}---\n{body}\n", &text[..end]));
    Some(format!("{path}: body = {body:?}"))
}

fn play(
    world: &mut World,
    entry: u8,
    language: usize,
    trick: Trick,
    in_body: bool,
) -> Option<String> {
    let entry = pick(world, entry)?;
    let path = texts(&entry, Languages::One(language)).remove(0);
    let text = world.read(&path)?;
    let place = world.folder.content(&path);
    let modified = fs::metadata(&place).unwrap().modified().unwrap();
    let set_time = |time: SystemTime| {
        let file = File::options().append(true).open(&place).unwrap();
        file.set_times(FileTimes::new().set_modified(time)).unwrap();
    };
    let other = other_letter(&text, in_body);
    match trick {
        Trick::SameSize => world.write(&path, other),
        Trick::SameSizeAndTime => {
            world.write(&path, other);
            set_time(modified);
        }
        Trick::Reverted => {
            world.write(&path, other);
            world.write(&path, text);
        }
        Trick::ChangedPaths => world.write(&path, text),
        Trick::Aged => {
            set_time(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000));
            world.changed.insert(place);
        }
        Trick::Replaced | Trick::ReplacedByOlder => {
            let temporary = format!("{path}.tmp");
            let is_older = trick == Trick::ReplacedByOlder;
            world.write(&temporary, if is_older { other } else { text });
            fs::rename(world.folder.content(&temporary), &place).unwrap();
            if is_older {
                set_time(SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000_000));
            }
            world.changed.insert(place);
        }
        Trick::Torn => world.write(&path, [text.as_bytes(), b"\xff\n"].concat()),
    }
    let place = if in_body { "body" } else { "first field" };
    Some(format!("{path}: {trick:?} in its {place}"))
}

/// The text with a small letter changed, the last of its body or of its first field: as long as
/// before, and as sound.
fn other_letter(text: &str, in_body: bool) -> String {
    let first_line = text.match_indices('\n').nth(1).map_or(0, |(end, _)| end);
    let end = if in_body { text.len() } else { first_line };
    let mut other = text.to_owned();
    if let Some(at) = text[..end].rfind(|character: char| character.is_ascii_lowercase()) {
        let letter = if text.as_bytes()[at] == b'q' {
            "k"
        } else {
            "q"
        };
        other.replace_range(at..=at, letter);
    }
    other
}

fn set_media(
    world: &mut World,
    entry: u8,
    (name, bytes): (&str, &[u8]),
    is_there: bool,
) -> Option<String> {
    let path = format!("{}/{name}", pick(world, entry)?);
    if is_there {
        world.write(&path, bytes);
        return Some(format!(
            "{path}: {} bytes, {}",
            bytes.len(),
            bytes[13 % bytes.len()]
        ));
    }
    world.delete(&path).then(|| format!("{path}: deleted"))
}

fn add(world: &mut World, collection: &str, slug: &str, languages: Languages) -> Option<String> {
    let fields = match collection {
        "companies" => format!("name: {slug}"),
        _ => format!("title: {slug}\ndate: 2026-05-04\ntags: [sea]"),
    };
    let entry = format!("{collection}/{slug}");
    for path in texts(&entry, languages) {
        world.write(&path, format!("---\n{fields}\n---\nNew.\n"));
    }
    Some(format!("{entry} {languages:?}: written"))
}

fn delete(world: &mut World, entry: u8, languages: Languages) -> Option<String> {
    let entry = pick(world, entry)?;
    match languages {
        Languages::All => world.delete(&entry),
        Languages::One(_) => world.delete(&texts(&entry, languages)[0]),
    };
    Some(format!("{entry} {languages:?}: deleted"))
}

fn rename(world: &mut World, entry: u8, slug: &str) -> Option<String> {
    let from = pick(world, entry)?;
    let to = format!("{}/{slug}", from.split('/').next()?);
    if from == to {
        return None;
    }
    let is_swap = world.rename(&to, ".between");
    world.rename(&from, &to);
    if is_swap {
        world.rename(".between", &from);
    }
    Some(format!(
        "{from} {} {to}",
        if is_swap { "<->" } else { "->" }
    ))
}

fn move_entry(world: &mut World, entry: u8, collection: &str) -> Option<String> {
    let from = pick(world, entry)?;
    let (was, slug) = from.split_once('/')?;
    let to = format!("{collection}/{slug}");
    let is_dated = ["news", "letters"].contains(&was);
    (is_dated && world.rename(&from, &to)).then(|| format!("{from} -> {to}"))
}

fn change_case(world: &mut World, entry: u8) -> Option<String> {
    let from = pick(world, entry)?;
    let (collection, slug) = from.split_once('/')?;
    let upper = slug.to_ascii_uppercase();
    let to = if upper == slug {
        slug.to_ascii_lowercase()
    } else {
        upper
    };
    let to = format!("{collection}/{to}");
    world.rename(&from, &to).then(|| format!("{from} -> {to}"))
}

fn hide(world: &mut World, collection: &str) -> Option<String> {
    let hidden = format!(".{collection}");
    if world.rename(collection, &hidden) {
        return Some(format!("{collection} -> {hidden}"));
    }
    world
        .rename(&hidden, collection)
        .then(|| format!("{hidden} -> {collection}"))
}

fn put(world: &mut World, path: &str, text: Option<&str>) -> Option<String> {
    let Some(text) = text else {
        return world.delete(path).then(|| format!("{path}: deleted"));
    };
    world.write(path, text);
    Some(format!("{path}: {text:?}"))
}

fn set_schema(
    world: &mut World,
    (collection, change): (&str, Option<(&str, &str)>),
) -> Option<String> {
    let (from, to) = change.unwrap_or_default();
    // A hidden collection's schema is hidden with it.
    let path = format!("{collection}/_schema.json");
    world.read(&path)?;
    world.write(&path, dated_schema("fallback").replace(from, to));
    Some(format!("{path}: {from} -> {to}"))
}

fn toggle(world: &mut World, (path, bytes): (&str, &[u8])) -> Option<String> {
    if world.delete(path) {
        return Some(format!("{path}: taken away"));
    }
    world.write(path, bytes);
    Some(format!("{path}: put there"))
}

fn set_document(world: &mut World, is_template: bool, version: u8) -> Option<String> {
    let path = if is_template {
        "frontend/templates/document.html"
    } else {
        "frontend/dist/client/assets/app.js"
    };
    let text = fs::read_to_string(world.folder.path(path)).unwrap();
    let first = text.split("<!-- version").next()?.trim_end();
    let path = world
        .folder
        .write(path, format!("{first}\n<!-- version {version} -->\n"));
    world.changed.insert(path.clone());
    Some(format!(
        "{}: version {version}",
        path.file_name()?.display()
    ))
}
