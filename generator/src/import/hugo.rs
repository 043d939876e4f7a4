//! PURE: a section of Hugo's content, as entries.

mod aliases;
mod front_matter;
mod links;
mod page;
mod shortcodes;
mod values;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use contract::locale::Locale;
use generator_ground::message::Message;
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use self::aliases::Aliases;
use self::links::Links;
use self::page::{Page, Source, group};
use super::address::find_locale;
use super::fields::Fields;
use super::html::{Reference, Resolver, printable};
use super::markdown::{Lines, rewrite};
use super::pictures::{KnownPictures, Pictures};
use super::slug::slug;
use super::{Imported, ImportedEntry, ImportedText, LeftOut, PictureFolder};

/// The files of a section.
#[derive(Debug, Default)]
pub struct Files {
    /// Paths below the section's folder → texts in Markdown.
    pub texts: BTreeMap<String, String>,
    /// Pictures below the section's folder.
    pub pictures: KnownPictures,
    /// Pictures of the folder `static`.
    pub statics: KnownPictures,
}

/// The site that the pages are for.
pub struct Site<'a> {
    /// Languages of the site.
    pub locales: &'a [Locale],
    /// The language of files whose names have none; none: the site's own.
    pub language: Option<&'a str>,
    /// The fields of the collection.
    pub fields: &'a Fields,
    /// Path of the section in Hugo's content: `posts`.
    pub section: &'a str,
    /// The time of the import: Hugo shows no page before its date.
    pub now: Timestamp,
}

/// An entry whose bodies wait until all addresses are known.
struct Draft<'a> {
    key: &'a str,
    slug: String,
    pages: Vec<Page<'a>>,
}

/// The pages of `files`.
///
/// # Errors
/// The site does not have the language of `--language`.
pub fn parse(files: &Files, site: &Site<'_>) -> Result<Imported, Message> {
    let own = site.locales.iter().find(|locale| locale.default);
    let own = own.map_or("", |locale| &locale.code);
    let unnamed = match site.language {
        None => own,
        Some(code) => find_locale(code, site.locales, false)
            .ok_or_else(|| Message::new("import/language").with("language", code))?,
    };
    let mut imported = Imported::default();
    let left_out = &mut imported.left_out;
    let groups = group(files, site.locales, unnamed, left_out);
    let mut slugs = HashSet::new();
    let mut drafts = Vec::new();
    for (key, sources) in &groups {
        match read_entry(key, sources, files, site, &mut slugs, left_out) {
            Ok(draft) => drafts.extend(draft),
            Err(report) => left_out.push(report),
        }
    }
    let mut links = Links::new(site, files);
    let mut aliases = Aliases::new(site);
    for draft in &drafts {
        let address = site.fields.address(&draft.slug);
        links.add(draft, &address);
        aliases.add_address(address);
    }
    aliases.write(&mut drafts, left_out);
    let links = Arc::new(links);
    let mut used = BTreeSet::new();
    for draft in drafts {
        let (place, mut reports) = (draft.pages[0].path.to_owned(), Vec::new());
        match finish(draft, &links, &mut reports) {
            Ok(entry) => {
                let sources = entry.pictures.iter();
                let sources = sources.filter(|it| it.folder == PictureFolder::Texts);
                used.extend(sources.map(|it| it.source.clone()));
                left_out.extend(reports);
                imported.entries.push(entry);
            }
            Err(reason) => left_out.push(LeftOut::new(&place, reason)),
        }
    }
    let unused = files.pictures.keys().filter(|path| !used.contains(*path));
    left_out.extend(unused.map(|path| LeftOut::new(path, Message::new("import/unused"))));
    Ok(imported)
}

/// The entry of the files at `key`; none if no file can be kept: each has its own report.
fn read_entry<'a>(
    key: &'a str,
    sources: &'a [Source],
    files: &'a Files,
    site: &Site<'_>,
    slugs: &mut HashSet<String>,
    left_out: &mut Vec<LeftOut>,
) -> Result<Option<Draft<'a>>, LeftOut> {
    let mut pages: Vec<Page<'a>> = Vec::new();
    for source in sources {
        match Page::read(source, files, site, left_out) {
            Ok(page) => pages.push(page),
            Err(report) => left_out.push(report),
        }
    }
    let place = &sources[0].path;
    let missing: Vec<&str> = site
        .locales
        .iter()
        .map(|locale| locale.code.as_str())
        .filter(|code| pages.iter().all(|page| page.locale != *code))
        .collect();
    if pages.is_empty() {
        return Ok(None);
    }
    if site.fields.needs_all_languages && !missing.is_empty() {
        let reason = Message::new("import/missing").with("languages", missing.join(", "));
        return Err(LeftOut::new(place, reason));
    }
    share(&mut pages, &site.fields.shared, left_out);
    let last = key.rsplit('/').next().unwrap_or(key);
    let hash = contract::Hash::of(key.as_bytes()).to_string();
    let given = pages.iter().find_map(|page| page.slug.clone());
    let mut name = slug(
        &[given.as_deref().unwrap_or_default(), last],
        &format!("post-{}", &hash[..8]),
    );
    if slugs.contains(&name) {
        name = slug(&[key], &format!("{name}-{}", &hash[..8]));
    }
    if !slugs.insert(name.clone()) {
        let reason = Message::new("import/same-slug").with("slug", name);
        return Err(LeftOut::new(place, reason));
    }
    Ok(Some(Draft {
        key,
        slug: name,
        pages,
    }))
}

/// Makes the fields equal that the site has alike in all languages; a text is as hidden as the one
/// that is hidden most.
fn share(pages: &mut [Page<'_>], shared: &[String], left_out: &mut Vec<LeftOut>) {
    let Some((first, others)) = pages.split_first_mut() else {
        return;
    };
    for page in others.iter_mut() {
        for field in shared {
            if page.fields.get(field) == first.fields.get(field) {
                continue;
            }
            match first.fields.get(field) {
                Some(value) => drop(page.fields.insert(field.clone(), value.clone())),
                None => drop(page.fields.remove(field)),
            }
            let reason = Message::new("import/shared").with("field", field);
            left_out.push(LeftOut::new(page.path, reason));
        }
    }
    let all = || pages.iter().map(|page| &page.visibility);
    let strictest = values::Visibility {
        is_draft: all().any(|it| it.is_draft),
        publish_at: all().filter_map(|it| it.publish_at).max(),
        expire_at: all().filter_map(|it| it.expire_at).min(),
    };
    for page in pages {
        page.visibility = strictest.clone();
    }
}

/// Rewrites the bodies of an entry.
fn finish(
    draft: Draft<'_>,
    links: &Arc<Links>,
    reports: &mut Vec<LeftOut>,
) -> Result<ImportedEntry, Message> {
    let pictures = Arc::new(Mutex::new(Pictures::default()));
    let mut texts = Vec::new();
    let place = draft.pages[0].path.to_owned();
    for page in draft.pages {
        let base = links::Base {
            file: page.path.to_owned(),
            key: draft.key.to_owned(),
        };
        let mut lines = Lines::new(printable(page.body), page.line);
        let target = |path: &str| links.reference(&base, path);
        let mut found = shortcodes::replace(&mut lines, &target)?;
        let resolver = resolver(links.clone(), base.clone(), pictures.clone());
        found.extend(rewrite(&mut lines, &resolver)?);
        reports.extend(
            found
                .into_iter()
                .map(|(line, reason)| LeftOut::new(&format!("{}:{line}", page.path), reason)),
        );
        let mut fields: Map<String, Value> = page.fields;
        fields.extend(page.visibility.fields());
        if !page.aliases.is_empty() {
            fields.insert("aliases".to_owned(), json!(page.aliases));
        }
        texts.push(ImportedText {
            locale: page.locale.to_owned(),
            fields,
            body: lines.into_text(),
        });
    }
    let mut pictures = pictures.lock().unwrap_or_else(PoisonError::into_inner);
    Ok(ImportedEntry {
        place,
        slug: draft.slug,
        texts,
        pictures: std::mem::take(&mut *pictures).into_list(),
    })
}

fn resolver(links: Arc<Links>, base: links::Base, pictures: Arc<Mutex<Pictures>>) -> Arc<Resolver> {
    Arc::new(move |reference: &Reference<'_>| match reference {
        Reference::Link(target) => links.link(&base, target),
        Reference::Picture(source) => {
            let (folder, path) = links.picture(&base, source)?;
            let mut pictures = pictures.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(pictures.take(folder, &path))
        }
    })
}
