//! Random edits of a site between builds: plain edits, and those that an incremental build could
//! miss.
//!
//! Entries are picked by number among those that there are, so that a shortened sequence of edits
//! is still one.

mod apply;
mod values;

use proptest::prelude::*;

use crate::folder::TABLES;
use crate::origin::BACKENDS;
use values::{
    BODIES, FIELDS, JUNK, MEDIA, NOWS, RECORDS, REDIRECTS, SCHEMAS, SITES, SLUGS, SYSTEM_CONFIGS,
};

/// One edit.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// Sets or removes a field of a text, in one language or in all.
    Field {
        entry: u8,
        languages: Languages,
        field: usize,
    },
    /// Replaces a text's body.
    Body {
        entry: u8,
        language: usize,
        body: usize,
    },
    /// Changes a file in a way that its time or size would not show.
    Sly {
        entry: u8,
        language: usize,
        trick: Trick,
        in_body: bool,
    },
    /// Adds, replaces or deletes a file beside a text.
    Media {
        entry: u8,
        media: usize,
        is_there: bool,
    },
    /// Writes a new entry.
    Add {
        collection: usize,
        slug: usize,
        languages: Languages,
    },
    /// Deletes an entry, or one language of it.
    Delete { entry: u8, languages: Languages },
    /// Renames an entry's folder; takes the place of the one that is there, which gets the old
    /// name.
    Rename { entry: u8, slug: usize },
    /// Moves an entry to another collection.
    Move { entry: u8, collection: usize },
    /// Spells an entry's folder in upper case, or in lower case again.
    Case { entry: u8 },
    /// Hides a collection's folder, or brings it back.
    Hide { collection: usize },
    /// Writes or deletes a data entry.
    Record { record: usize },
    /// Replaces a schema.
    Schema { schema: usize },
    /// Replaces `site.yaml`.
    Site { site: usize },
    /// Replaces or deletes `system-config.yaml`.
    SystemConfig { text: usize },
    /// Replaces or deletes `redirects.yaml`.
    Redirects { text: usize },
    /// Puts something in the content that does not belong there, or takes it away.
    Junk { junk: usize },
    /// Changes the catalogs.
    Catalog { version: u8 },
    /// Builds the frontend with another route table.
    Table { table: usize },
    /// Changes the document's template, or the browser's files.
    Document { is_template: bool, version: u8 },
    /// The backend answers something else.
    Backend { backend: u8 },
    /// The clock is set to another time, also backwards.
    Now { now: usize },
}

/// Which texts of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Languages {
    All,
    One(usize),
}

/// Changes that a careless check would miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trick {
    /// One letter becomes another.
    SameSize,
    /// One letter becomes another, and the file gets the time back that it had.
    SameSizeAndTime,
    /// Something is written and taken back at once.
    Reverted,
    /// Only the time changes.
    ChangedPaths,
    /// Only the time changes, to long ago.
    Aged,
    /// The same bytes in another file of the same name.
    Replaced,
    /// Other bytes in another file of the same name, older than the one that was there.
    ReplacedByOlder,
    /// Not UTF-8 any more.
    Torn,
}

/// A step of a sequence.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Edit(Edit),
    /// A build; several edits may come before it. If it is refused, everything since the last one
    /// that was not may be taken back.
    Build {
        take_back: bool,
    },
    /// The paths that were touched before the next build are not reported: the watcher has lost
    /// events.
    Overflow,
    /// The generator ends, and another one takes its place.
    Restart,
    /// The generator ends, and `generator build` runs, as in CI. Then another one takes its place.
    Command,
}

/// Sequences of at most so many steps.
pub(crate) fn steps(most: usize) -> impl Strategy<Value = Vec<Step>> {
    sequence(most, edit())
}

/// Sequences of steps that a watcher of the file system sees.
pub(crate) fn steps_on_disk(most: usize) -> impl Strategy<Value = Vec<Step>> {
    let is_seen = |edit: &Edit| !matches!(edit, Edit::Now { .. } | Edit::Backend { .. });
    sequence(most, edit().prop_filter("nobody tells of it", is_seen))
}

fn sequence(most: usize, edit: impl Strategy<Value = Edit>) -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        12 => edit.prop_map(Step::Edit),
        6 => any::<bool>().prop_map(|take_back| Step::Build { take_back }),
        1 => Just(Step::Overflow),
        1 => Just(Step::Restart),
        2 => Just(Step::Command),
    ];
    prop::collection::vec(step, 1..=most)
}

fn edit() -> impl Strategy<Value = Edit> {
    let entry = any::<u8>;
    let texts = prop_oneof![
        7 => (entry(), languages(), 0..FIELDS.len())
            .prop_map(|(entry, languages, field)| Edit::Field { entry, languages, field }),
        5 => (entry(), 0..2_usize, 0..BODIES.len())
            .prop_map(|(entry, language, body)| Edit::Body { entry, language, body }),
        10 => (entry(), 0..2_usize, trick(), any::<bool>()).prop_map(
            |(entry, language, trick, in_body)| Edit::Sly { entry, language, trick, in_body }
        ),
        6 => (entry(), 0..MEDIA.len(), any::<bool>())
            .prop_map(|(entry, media, is_there)| Edit::Media { entry, media, is_there }),
    ];
    let folders = prop_oneof![
        3 => (0..3_usize, 0..SLUGS.len(), languages())
            .prop_map(|(collection, slug, languages)| Edit::Add { collection, slug, languages }),
        3 => (entry(), languages()).prop_map(|(entry, languages)| Edit::Delete { entry, languages }),
        3 => (entry(), 0..SLUGS.len()).prop_map(|(entry, slug)| Edit::Rename { entry, slug }),
        2 => (entry(), 0..2_usize).prop_map(|(entry, collection)| Edit::Move { entry, collection }),
        1 => entry().prop_map(|entry| Edit::Case { entry }),
        1 => (0..3_usize).prop_map(|collection| Edit::Hide { collection }),
        1 => (0..JUNK.len()).prop_map(|junk| Edit::Junk { junk }),
        2 => (0..RECORDS.len()).prop_map(|record| Edit::Record { record }),
    ];
    let settings = prop_oneof![
        2 => (0..SCHEMAS.len()).prop_map(|schema| Edit::Schema { schema }),
        2 => (0..SITES.len()).prop_map(|site| Edit::Site { site }),
        2 => (0..SYSTEM_CONFIGS.len()).prop_map(|text| Edit::SystemConfig { text }),
        3 => (0..REDIRECTS.len()).prop_map(|text| Edit::Redirects { text }),
        1 => (0..3_u8).prop_map(|version| Edit::Catalog { version }),
        3 => (0..TABLES.len()).prop_map(|table| Edit::Table { table }),
        1 => (any::<bool>(), 0..3_u8)
            .prop_map(|(is_template, version)| Edit::Document { is_template, version }),
        3 => (0..u8::try_from(BACKENDS.len()).unwrap()).prop_map(|backend| Edit::Backend { backend }),
        4 => (0..NOWS.len()).prop_map(|now| Edit::Now { now }),
    ];
    prop_oneof![8 => texts, 4 => folders, 3 => settings]
}

fn languages() -> impl Strategy<Value = Languages> {
    prop_oneof![3 => Just(Languages::All), 1 => (0..2_usize).prop_map(Languages::One)]
}

fn trick() -> impl Strategy<Value = Trick> {
    use Trick::{
        Aged, ChangedPaths, Replaced, ReplacedByOlder, Reverted, SameSize, SameSizeAndTime, Torn,
    };
    prop_oneof![
        8 => prop::sample::select(vec![SameSize, SameSizeAndTime, ReplacedByOlder]),
        4 => prop::sample::select(vec![Reverted, ChangedPaths, Aged, Replaced]),
        1 => Just(Torn),
    ]
}
