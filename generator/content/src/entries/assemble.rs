//! From the files of one entry to its visible form: which files belong together, which texts are
//! visible now, and whether its languages agree.

use std::path::Path;
use std::sync::Arc;

use contract::build::Access;
use contract::locale::Locale;
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::collection::{Entry, ShownText};
use super::file_cache::{CachedContent, CachedFile};
use super::text::Text;
use crate::field_problem::FieldProblem;
use crate::files::folder::ContentFolder;
use crate::files::found::Role;
use crate::files::front_matter::{BuiltIn, WhenFlaw};
use crate::files::scan::EntryKey;
use crate::files::text_file;
use crate::redirects::{Alias, Hidden};
use crate::schema::visibility;
use crate::schema::visibility::{Difference, Moment};
use crate::schema::{Kind, Parity, Schema};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;
use generator_ground::storage::spill::Span;
use generator_media::{Media, MediaFile};

/// An entry, put together.
#[derive(Debug, Default)]
pub(crate) struct Assembled {
    /// The entry; none if it is not visible now.
    pub(crate) entry: Option<Entry>,
    /// The next instant at which one of its languages appears or disappears.
    pub(crate) changes_at: Option<Timestamp>,
    /// The instant at which it, or one of its languages, disappears.
    pub(crate) ends_at: Option<Timestamp>,
    /// Why it is not visible, if it is written.
    pub(crate) hidden: Option<Hidden>,
    /// Old addresses of visible texts.
    pub(crate) aliases: Vec<Alias>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// A file of the entry, and its text if it is one.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) known: CachedFile,
    pub(crate) text: Option<Arc<Text>>,
}

/// A text, and where it is on disk.
#[derive(Clone)]
struct StoredText {
    text: Arc<Text>,
    span: Span,
}

/// A file beside the texts.
struct BesideText<'f> {
    /// Name of the file in the entry's folder.
    name: &'f str,
    /// `content/news/first-close/plant.jpg`.
    known: &'f str,
    file: &'f MediaFile,
}

impl BesideText<'_> {
    /// The file as it is published; none if its type is not.
    fn to_media(&self, place: &EntryKey, folder: &ContentFolder, access: Access) -> Option<Media> {
        let EntryKey { collection, slug } = place;
        Some(Media {
            path: format!("/media/{collection}/{slug}/{}", self.name),
            file: self.known.to_owned(),
            source: folder.place_of(self.known),
            hash: self.file.hash,
            size: self.file.size,
            media_type: generator_media::media_type(self.known)?,
            access,
            pixels: self.file.pixels,
        })
    }
}

/// Puts one entry together.
pub(crate) struct Assembler<'a> {
    folder: &'a ContentFolder,
    locales: &'a [Locale],
    moment: Moment<'a>,
    changes_at: Option<Timestamp>,
    ends_at: Option<Timestamp>,
    hidden: Option<Hidden>,
    aliases: Vec<Alias>,
    diagnostics: Vec<Diagnostic>,
}

impl<'a> Assembler<'a> {
    /// An assembler of the texts of one moment.
    pub(crate) fn new(
        folder: &'a ContentFolder,
        locales: &'a [Locale],
        moment: Moment<'a>,
    ) -> Self {
        Self {
            folder,
            locales,
            moment,
            changes_at: None,
            ends_at: None,
            hidden: None,
            aliases: Vec::new(),
            diagnostics: Vec::new(),
        }
    }

    /// The entry at `place`, made of `files`.
    pub(crate) fn assemble(
        mut self,
        place: &EntryKey,
        files: &[File],
        schema: &Schema,
    ) -> Assembled {
        let entry = self.entry(place, files, schema);
        Assembled {
            entry,
            changes_at: self.changes_at,
            ends_at: self.ends_at,
            hidden: self.hidden,
            aliases: self.aliases,
            diagnostics: self.diagnostics,
        }
    }

    /// The entry, if it is visible.
    fn entry(&mut self, place: &EntryKey, files: &[File], schema: &Schema) -> Option<Entry> {
        let (texts, media) = self.sort_files(files, schema.rules.kind);
        if schema.rules.kind == Kind::Markdown {
            self.check_texts(place, files, &texts, schema);
        }
        let access = access(&texts);
        let shown = self.shown_texts(&texts, schema);
        if shown.iter().all(Option::is_none) {
            self.hidden = hidden(&texts, self.moment);
            return None;
        }
        self.aliases = aliases(&texts, &shown);
        let media = media.iter();
        let mut files: Vec<Arc<Media>> = media
            .filter_map(|beside| beside.to_media(place, self.folder, access))
            .map(Arc::new)
            .collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        Some(Entry {
            slug: place.slug.clone(),
            access,
            shown: shown.into(),
            files: files.into(),
        })
    }

    /// The texts by locale, and the files beside them.
    fn sort_files<'f>(
        &mut self,
        files: &'f [File],
        kind: Kind,
    ) -> (Vec<Option<StoredText>>, Vec<BesideText<'f>>) {
        let mut texts: Vec<Option<StoredText>> = vec![None; self.locales.len()];
        let mut media = Vec::new();
        for File { known, text } in files {
            let written = |span| {
                let text = text.clone()?;
                Some(StoredText { text, span })
            };
            match (&known.role, &known.said, kind) {
                (Role::Text(locale), CachedContent::Text(span), Kind::Markdown) => {
                    texts[*locale] = written(*span)
                }
                (Role::Data, CachedContent::Text(span), Kind::Data) => texts.fill(written(*span)),
                (Role::Media(name), CachedContent::Media(file), Kind::Markdown) => {
                    let known = &known.file;
                    media.push(BesideText { name, known, file });
                }
                (_, CachedContent::Nothing, _) => {}
                _ => self.wrong_kind(known, kind),
            }
        }
        (texts, media)
    }

    /// The text that each locale shows.
    fn shown_texts(
        &mut self,
        texts: &[Option<StoredText>],
        schema: &Schema,
    ) -> Vec<Option<ShownText>> {
        let moment = self.moment;
        let fields = built_in(texts);
        let changes = fields.iter().flatten();
        self.changes_at = changes.filter_map(|text| moment.next_change(text)).min();
        let ends = fields.iter().flatten();
        self.ends_at = ends.filter_map(|text| moment.end(text)).min();
        let seen = moment.visible_locales(&fields, schema.rules.parity());
        let stand_in = seen.iter().position(|seen| *seen);
        let pick = |locale: usize| {
            let chosen = if seen[locale] { locale } else { stand_in? };
            Some(ShownText {
                text: texts[chosen].as_ref()?.span,
                locale: chosen,
            })
        };
        (0..texts.len()).map(pick).collect()
    }

    fn wrong_kind(&mut self, known: &CachedFile, kind: Kind) {
        let message = match kind {
            Kind::Markdown => Message::new("wrong-kind/markdown"),
            Kind::Data => Message::new("wrong-kind/data"),
        };
        self.diagnostics
            .push(Diagnostic::new(&*known.file, message));
    }

    /// Checks the languages of one entry against each other.
    fn check_texts(
        &mut self,
        place: &EntryKey,
        files: &[File],
        texts: &[Option<StoredText>],
        schema: &Schema,
    ) {
        let present: Vec<&Text> = texts.iter().flatten().map(|one| &*one.text).collect();
        let Some(first) = present.first() else {
            return self.check_has_text(place, files);
        };
        let drafts = present.iter().all(|text| text.built_in.draft);
        if schema.rules.parity() == Parity::Require && !drafts {
            self.check_parity(first, files);
        }
        self.check_visibility(texts, schema.rules.parity());
        for text in present.iter().skip(1) {
            self.check_shared(text, first, &schema.rules.shared);
            self.check_years(text, first);
        }
    }

    /// Warns of years that one of the texts names and the other does not.
    fn check_years(&mut self, text: &Text, first: &Text) {
        if text.built_in.draft || first.built_in.draft {
            return;
        }
        for (one, other) in [(text, first), (first, text)] {
            let missing = one.years.missing_in(&other.years);
            if !missing.is_empty() {
                let years: Vec<String> = missing.iter().map(u16::to_string).collect();
                let message = Message::new("years-differ")
                    .with("years", years.join(", "))
                    .with("file", &*one.file);
                let problem = Diagnostic::new(&*other.file, message).warning();
                self.diagnostics.push(problem);
            }
        }
    }

    /// Reports an entry that has files and no text.
    fn check_has_text(&mut self, place: &EntryKey, files: &[File]) {
        let is_text = |file: &File| matches!(file.known.role, Role::Text(_));
        let has_text = files.iter().any(is_text);
        if let (false, Some(file)) = (has_text, files.first()) {
            let language = self.locales.first().map_or("", |locale| &locale.code);
            let message = Message::new("no-text")
                .with("collection", &*place.collection)
                .with("slug", &*place.slug)
                .with("language", language);
            self.diagnostics
                .push(Diagnostic::new(&*file.known.file, message));
        }
    }

    /// Access and the fields `shared` are the same in both texts.
    fn check_shared(&mut self, text: &Text, first: &Text, shared: &[String]) {
        if text.built_in.access != first.built_in.access {
            let message = Message::new("access-differs").with("file", &*first.file);
            let problem = FieldProblem::at("/access", message);
            self.diagnostics.extend(point(text, problem));
        }
        for field in shared {
            if text.fields.get(field) != first.fields.get(field) {
                let message = Message::new("shared-differs")
                    .with("field", field)
                    .with("file", &*first.file);
                let problem = FieldProblem::at(format!("/{field}"), message);
                self.diagnostics.extend(point(text, problem));
            }
        }
    }

    /// Refuses instants that there are not, and warns of those at which the clocks change.
    fn check_instants(&mut self, texts: &[Option<StoredText>]) {
        let zone = self.moment.zone;
        for text in texts.iter().flatten().map(|written| &*written.text) {
            let instants = [
                ("publishAt", text.built_in.publish_at),
                ("expireAt", text.built_in.expire_at),
            ];
            for (field, when) in instants {
                let Some((when, flaw)) = when.and_then(|when| Some((when, when.flaw(zone)?)))
                else {
                    continue;
                };
                let (message, is_error) = match flaw {
                    WhenFlaw::OutOfRange => (Message::new("wrong-format/time-range"), true),
                    WhenFlaw::Skipped => (Message::new("clock-change/skipped"), false),
                    WhenFlaw::Repeated { later } => {
                        let later = with_offset(later, zone);
                        (
                            Message::new("clock-change/repeated").with("later", later),
                            false,
                        )
                    }
                };
                let message = message
                    .with("field", field)
                    .with("zone", zone.iana_name().unwrap_or("UTC"))
                    .with("taken", with_offset(when.instant(zone), zone));
                let told = point(text, FieldProblem::at(format!("/{field}"), message));
                let told = told.into_iter();
                let told = told.map(|told| if is_error { told } else { told.warning() });
                self.diagnostics.extend(told);
            }
        }
    }

    /// Warns of settings that let a text out while another language holds it back.
    fn check_visibility(&mut self, texts: &[Option<StoredText>], parity: Parity) {
        let fields = built_in(texts);
        for Difference { field, here, other } in visibility::differences(&fields, self.moment.zone)
        {
            let (Some(here), Some(other)) = (&texts[here], &texts[other]) else {
                continue;
            };
            let file = &other.text.file;
            let message = match parity {
                Parity::Require => Message::new("visibility-differs/together"),
                Parity::Fallback => Message::new("visibility-differs"),
            };
            let message = message.with("field", field).with("file", file);
            let problem = FieldProblem::at(format!("/{field}"), message);
            let told = point(&here.text, problem).into_iter();
            // Where all languages wait for one another, no text gets out.
            let is_safe = parity == Parity::Require;
            let told = told.map(|told| if is_safe { told.warning() } else { told });
            self.diagnostics.extend(told);
        }
        self.check_followers(texts, parity);
        self.check_instants(texts);
        let present = texts.iter().flatten().map(|written| &*written.text);
        for text in present.filter(|text| visibility::is_never(&text.built_in, self.moment.zone)) {
            let message = Message::new("never-shown");
            let told = point(text, FieldProblem::at("/expireAt", message));
            self.diagnostics
                .extend(told.into_iter().map(Diagnostic::warning));
        }
    }

    /// A translation needs an original that it follows, and a collection that shows one without the
    /// other.
    fn check_followers(&mut self, texts: &[Option<StoredText>], parity: Parity) {
        let present = || texts.iter().flatten().map(|written| &*written.text);
        let all_follow = present().all(|text| text.built_in.follows);
        for text in present().filter(|text| text.built_in.follows) {
            let tell = |message| point(text, FieldProblem::at("/translation", message));
            match parity {
                Parity::Require => {
                    let told = tell(Message::new("no-effect")).into_iter();
                    self.diagnostics.extend(told.map(Diagnostic::warning));
                }
                Parity::Fallback if all_follow => {
                    self.diagnostics.extend(tell(Message::new("no-original")));
                }
                Parity::Fallback => {}
            }
        }
    }

    fn check_parity(&mut self, first: &Text, files: &[File]) {
        for (index, locale) in self.locales.iter().enumerate() {
            let is_there = |file: &File| file.known.role == Role::Text(index);
            if !files.iter().any(is_there) {
                let file = Path::new(&*first.file).with_file_name(format!("{}.md", locale.code));
                let message = Message::new("missing-locale/translation")
                    .with("language", &locale.code)
                    .with("file", &*first.file);
                self.diagnostics
                    .push(Diagnostic::new(file.to_string_lossy(), message));
            }
        }
    }
}

fn built_in(texts: &[Option<StoredText>]) -> Vec<Option<&BuiltIn>> {
    let texts = texts.iter().map(Option::as_ref);
    texts.map(|written| Some(&written?.text.built_in)).collect()
}

/// An entry is guarded if any of its languages is.
fn access(texts: &[Option<StoredText>]) -> Access {
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

/// Why an entry with these texts is not visible; none if it has no text.
fn hidden(texts: &[Option<StoredText>], moment: Moment<'_>) -> Option<Hidden> {
    let present = || texts.iter().flatten().map(|written| &written.text.built_in);
    present().next()?;
    let is_over = |text: &BuiltIn| {
        let end = text.expire_at.map(|when| when.instant(moment.zone));
        !text.draft && end.is_some_and(|end| end <= moment.now)
    };
    Some(match present().any(is_over) {
        true => Hidden::Expired,
        false => Hidden::Waiting,
    })
}

/// Old addresses in the texts that are shown, each once.
fn aliases(texts: &[Option<StoredText>], shown: &[Option<ShownText>]) -> Vec<Alias> {
    let mut found: Vec<Alias> = Vec::new();
    let is_shown = |locale: usize| shown.iter().flatten().any(|shown| shown.locale == locale);
    for (locale, text) in texts.iter().enumerate() {
        let Some(StoredText { text, .. }) = text.as_ref().filter(|_| is_shown(locale)) else {
            continue;
        };
        for (index, path) in text.built_in.aliases.iter().enumerate() {
            if !found.iter().any(|known| known.path == *path) {
                found.push(Alias {
                    path: path.clone(),
                    file: text.file.clone(),
                    pointer: format!("/aliases/{index}"),
                });
            }
        }
    }
    found
}

/// A problem found after the file was read.
pub(crate) fn point(text: &Text, problem: FieldProblem) -> Vec<Diagnostic> {
    text_file::point(&text.folder, &text.file, problem)
}

/// A moment by the clock of a zone, with its offset.
fn with_offset(at: Timestamp, zone: &TimeZone) -> String {
    let at = at.to_zoned(zone.clone());
    at.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}
