//! From the files of one entry to what is shown of it: what belongs together, what is visible now, and what its languages say about each other.

use std::path::Path;
use std::sync::Arc;

use contract::build::Access;
use contract::locale::Locale;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::collection::{Entry, Shown, Text};
use super::found::Role;
use super::known::{Known, Said};
use super::media::{self, Media, MediaFile};
use super::scan::Place;
use super::schema::{Kind, Parity, Schema};
use super::{front_matter, source, text_file};
use crate::content::validate::Problem;
use crate::diagnostic::Diagnostic;
use crate::spill::Span;

/// An entry, put together.
#[derive(Debug, Default)]
pub(crate) struct Assembled {
    /// None: it is not visible now.
    pub(crate) entry: Option<Entry>,
    /// The next instant at which one of its languages appears or disappears.
    pub(crate) changes_at: Option<Timestamp>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// A file of the entry, and its text if it is one.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) known: Known,
    pub(crate) text: Option<Arc<Text>>,
}

/// A text, and where it is on disk.
#[derive(Clone)]
struct Written {
    text: Arc<Text>,
    span: Span,
}

/// Puts one entry together.
pub(crate) struct Assembler<'a> {
    root: &'a Path,
    locales: &'a [Locale],
    zone: &'a TimeZone,
    now: Timestamp,
    changes_at: Option<Timestamp>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Assembler<'a> {
    /// For one moment.
    pub(crate) fn new(
        root: &'a Path,
        locales: &'a [Locale],
        zone: &'a TimeZone,
        now: Timestamp,
    ) -> Self {
        Self {
            root,
            locales,
            zone,
            now,
            changes_at: None,
            diagnostics: Vec::new(),
        }
    }

    /// The entry at `place`, made of `files`.
    pub(crate) fn assemble(mut self, place: &Place, files: &[File], schema: &Schema) -> Assembled {
        let entry = self.entry(place, files, schema);
        Assembled {
            entry,
            changes_at: self.changes_at,
            diagnostics: self.diagnostics,
        }
    }

    /// The entry, if it is visible.
    fn entry(&mut self, place: &Place, files: &[File], schema: &Schema) -> Option<Entry> {
        let mut texts: Vec<Option<Written>> = vec![None; self.locales.len()];
        let mut media = Vec::new();
        for File { known, text } in files {
            let written = |span| {
                let text = text.clone()?;
                Some(Written { text, span })
            };
            match (&known.role, &known.said, schema.rules.kind) {
                (Role::Text(locale), Said::Text(span), Kind::Markdown) => {
                    texts[*locale] = written(*span)
                }
                (Role::Data, Said::Text(span), Kind::Data) => texts.fill(written(*span)),
                (Role::Media(name), Said::Media(file), Kind::Markdown) => {
                    media.push((name.as_str(), known, file))
                }
                (_, Said::Nothing, _) => {}
                _ => self.wrong_kind(known, schema.rules.kind),
            }
        }
        if schema.rules.kind == Kind::Markdown {
            self.check_texts(place, files, &texts, schema);
        }
        let access = access(&texts);
        let shown = self.shown(&texts, schema);
        if shown.iter().all(Option::is_none) {
            return None;
        }
        let Place { collection, slug } = place;
        let publish = |(name, known, file): (&str, &Known, &MediaFile)| {
            Some(Arc::new(Media {
                path: format!("/media/{collection}/{slug}/{name}"),
                file: known.file.clone(),
                source: source::place(self.root, &known.file),
                hash: file.hash,
                size: file.size,
                media_type: media::media_type(&known.file)?,
                access,
                pixels: file.pixels,
            }))
        };
        let mut files: Vec<Arc<Media>> = media.into_iter().filter_map(publish).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Some(Entry {
            slug: slug.clone(),
            access,
            shown: shown.into(),
            files: files.into(),
        })
    }

    /// What each locale shows.
    fn shown(&mut self, texts: &[Option<Written>], schema: &Schema) -> Vec<Option<Shown>> {
        let visible: Vec<bool> = texts
            .iter()
            .map(|one| one.as_ref().is_some_and(|one| self.is_visible(&one.text)))
            .collect();
        let whole = visible.iter().all(|visible| *visible);
        let fallback =
            schema.rules.kind == Kind::Markdown && schema.rules.parity == Parity::Fallback;
        let stand_in = visible.iter().position(|visible| *visible);
        let pick = |locale: usize| {
            let chosen = match (visible[locale], fallback) {
                (true, true) => Some(locale),
                (false, true) => stand_in,
                // All languages appear together.
                (_, false) => whole.then_some(locale),
            }?;
            Some(Shown {
                text: texts[chosen].as_ref()?.span,
                locale: chosen,
            })
        };
        (0..texts.len()).map(pick).collect()
    }

    fn is_visible(&mut self, text: &Text) -> bool {
        if text.built_in.draft {
            return false;
        }
        let instant =
            |when: Option<front_matter::When>| when.and_then(|when| when.instant(self.zone));
        let (publish, expire) = (
            instant(text.built_in.publish_at),
            instant(text.built_in.expire_at),
        );
        for change in [publish, expire]
            .into_iter()
            .flatten()
            .filter(|change| *change > self.now)
        {
            self.changes_at = Some(self.changes_at.map_or(change, |next| next.min(change)));
        }
        publish.is_none_or(|publish| publish <= self.now)
            && expire.is_none_or(|expire| self.now < expire)
    }

    fn wrong_kind(&mut self, known: &Known, kind: Kind) {
        let (reason, remedy) = match kind {
            Kind::Markdown => (
                "entries of this collection are Markdown",
                "make it a folder with one `.md` file per language",
            ),
            Kind::Data => (
                "entries of this collection are YAML files",
                "write the fields into `<slug>.yaml` in the collection's folder",
            ),
        };
        self.diagnostics.push(Diagnostic::error(
            "wrong-kind",
            &*known.file,
            reason,
            remedy,
        ));
    }

    /// What the languages of one entry say about each other.
    fn check_texts(
        &mut self,
        place: &Place,
        files: &[File],
        texts: &[Option<Written>],
        schema: &Schema,
    ) {
        let present: Vec<&Text> = texts.iter().flatten().map(|one| &*one.text).collect();
        let Place { collection, slug } = place;
        let Some(first) = present.first() else {
            let has_text = files
                .iter()
                .any(|file| matches!(file.known.role, Role::Text(_)));
            if let (false, Some(file)) = (has_text, files.first()) {
                let remedy = format!(
                    "add `{slug}/{}.md`, or remove the folder",
                    self.locales.first().map_or("", |locale| &locale.code)
                );
                self.diagnostics.push(Diagnostic::error(
                    "no-text",
                    &*file.known.file,
                    format!("`{collection}/{slug}` has files but no text"),
                    remedy,
                ));
            }
            return;
        };
        let drafts = present.iter().all(|text| text.built_in.draft);
        if schema.rules.parity == Parity::Require && !drafts {
            self.check_parity(first, files);
        }
        for text in present.iter().skip(1) {
            if text.built_in.access != first.built_in.access {
                let problem = Problem::new(
                    "access-differs",
                    "/access",
                    format!("`access` differs from `{}`", first.file),
                    "write the same `access` in every language",
                );
                self.diagnostics.extend(point(text, problem));
            }
            for field in schema
                .rules
                .shared
                .iter()
                .filter(|field| text.fields.get(field) != first.fields.get(field))
            {
                let problem = Problem::new(
                    "shared-differs",
                    format!("/{field}"),
                    format!("`{field}` differs from `{}`", first.file),
                    "it is a fact: write the same in every language",
                );
                self.diagnostics.extend(point(text, problem));
            }
        }
    }

    fn check_parity(&mut self, first: &Text, files: &[File]) {
        for (index, locale) in self.locales.iter().enumerate() {
            let is_there = |file: &File| file.known.role == Role::Text(index);
            if !files.iter().any(is_there) {
                let file = Path::new(&*first.file).with_file_name(format!("{}.md", locale.code));
                let reason = format!(
                    "the translation into {} is missing; `{}` exists",
                    locale.code, first.file
                );
                let remedy = "write it, or set `draft: true` until it is there";
                self.diagnostics.push(Diagnostic::error(
                    "missing-locale",
                    file.to_string_lossy(),
                    reason,
                    remedy,
                ));
            }
        }
    }
}

/// An entry is guarded if any of its languages is.
fn access(texts: &[Option<Written>]) -> Access {
    let guarded = texts
        .iter()
        .flatten()
        .any(|one| one.text.built_in.access == Access::Guarded);
    if guarded {
        Access::Guarded
    } else {
        Access::Public
    }
}

/// A problem found after the file was read: it is read again, which only costs when something is wrong.
pub(crate) fn point(text: &Text, problem: Problem) -> Vec<Diagnostic> {
    let Ok(file) = text_file::read(&text.source(), &text.file, text_file::MAX_MARKDOWN) else {
        return vec![Diagnostic::new(&*text.file, problem.message).field(problem.pointer)];
    };
    let range = match front_matter::split(&file.text) {
        Ok(parts) if text.file.ends_with(".md") => parts.start..parts.end,
        _ => 0..file.text.len(),
    };
    text_file::locate(&text.file, &file.text, range, vec![problem])
}
