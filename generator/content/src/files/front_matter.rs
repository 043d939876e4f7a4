//! The part of a Markdown file between two lines `---`: where it ends, and the fields that every
//! entry has.

use contract::build::Access;
use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::temporal::{Pieces, PiecesOffset};
use jiff::tz::{AmbiguousOffset, Offset, TimeZone};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::typed_time;
use crate::field_problem::FieldProblem;
use generator_ground::message::Message;

/// Longer front matter is refused, in bytes: it is read back for every page that shows one of its
/// fields.
const MAX_BYTES: usize = 256 * 1024;

/// The places of the parts of a file, as byte offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrontMatter {
    /// Start of the YAML between the two lines.
    pub start: usize,
    /// End of the YAML.
    pub end: usize,
    /// Start of the body.
    pub body: usize,
}

/// Finds the front matter of `text`.
///
/// # Errors
/// The problem and its remedy.
pub fn split(text: &str) -> Result<FrontMatter, Message> {
    let mark = text.len() - text.trim_start_matches('\u{feff}').len();
    let first = line_end(text, mark);
    if text[mark..first].trim_end() != "---" {
        return Err(Message::new("front-matter"));
    }
    let mut at = first;
    while at < text.len() && at - first <= MAX_BYTES {
        let end = line_end(text, at);
        if text[at..end].trim_end() == "---" {
            return Ok(FrontMatter {
                start: first,
                end: at,
                body: end,
            });
        }
        at = end;
    }
    if at < text.len() {
        return Err(Message::new("front-matter/too-long"));
    }
    Err(Message::new("front-matter/no-end"))
}

fn line_end(text: &str, from: usize) -> usize {
    text[from..]
        .find('\n')
        .map_or(text.len(), |index| from + index + 1)
}

/// The fields that every Markdown entry may have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct BuiltIn {
    /// Whether the text is not finished: it is in no output.
    pub(crate) draft: bool,
    /// Access: everybody, or signed-in visitors.
    pub(crate) access: Access,
    /// Time before which the text is not shown.
    pub(crate) publish_at: Option<When>,
    /// Time from which the text is not shown.
    pub(crate) expire_at: Option<When>,
    /// A translation that may appear later than its original.
    pub(crate) follows: bool,
    /// An example, which came with the site and is to be replaced.
    pub(crate) placeholder: bool,
    /// Old addresses, as they are written.
    pub(crate) aliases: Vec<String>,
}

/// An instant as an editor writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum When {
    /// A time with an offset.
    Instant(Timestamp),
    /// A time in the site's time zone.
    Local(DateTime),
}

/// A flaw of an instant that shows in the site's time zone alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WhenFlaw {
    /// Before or after all times that there are.
    OutOfRange,
    /// The clocks are set forward over it: that day has no such time.
    Skipped,
    /// The clocks are set back, so that it comes twice.
    Repeated {
        /// The second time.
        later: Timestamp,
    },
}

impl When {
    /// An instant from a text, as people type it, with or without a time and an offset; an offset
    /// is never dropped.
    fn parse(text: &str) -> Option<Self> {
        let iso = typed_time::iso(text);
        let text = iso.as_deref().unwrap_or(text);
        let pieces = Pieces::parse(text).ok()?;
        let is_whole = pieces.time().is_some() || text.len() == "2026-05-03".len();
        // Brackets hold a time zone or a calendar.
        if !is_whole || text.contains('[') {
            return None;
        }
        let local = pieces.date().to_datetime(pieces.time().unwrap_or_default());
        match pieces.offset() {
            None => Some(Self::Local(local)),
            Some(PiecesOffset::Zulu) => Offset::UTC.to_timestamp(local).ok().map(Self::Instant),
            Some(PiecesOffset::Numeric(offset)) => {
                let offset = offset.offset();
                offset.to_timestamp(local).ok().map(Self::Instant)
            }
            Some(_) => None,
        }
    }

    /// The instant. A local time that the clocks skip or repeat is resolved as `jiff` does by
    /// default ("compatible"); one out of range is the first or the last instant that there is.
    pub(crate) fn instant(self, zone: &TimeZone) -> Timestamp {
        match self {
            Self::Instant(instant) => instant,
            Self::Local(local) => match local.to_zoned(zone.clone()) {
                Ok(zoned) => zoned.timestamp(),
                Err(_) if local.year() < 0 => Timestamp::MIN,
                Err(_) => Timestamp::MAX,
            },
        }
    }

    /// The flaw that it has in a time zone, if it has one.
    pub(crate) fn flaw(self, zone: &TimeZone) -> Option<WhenFlaw> {
        let Self::Local(local) = self else {
            return None;
        };
        if local.to_zoned(zone.clone()).is_err() {
            return Some(WhenFlaw::OutOfRange);
        }
        match zone.to_ambiguous_timestamp(local).offset() {
            AmbiguousOffset::Unambiguous { .. } => None,
            AmbiguousOffset::Gap { .. } => Some(WhenFlaw::Skipped),
            AmbiguousOffset::Fold { after, .. } => {
                let later = after.to_timestamp(local).unwrap_or(Timestamp::MAX);
                Some(WhenFlaw::Repeated { later })
            }
        }
    }
}

/// Takes the built-in fields out of `fields`.
pub(crate) fn take_built_in(
    fields: &mut Map<String, Value>,
    problems: &mut Vec<FieldProblem>,
) -> BuiltIn {
    let draft = take_draft(fields, problems);
    let placeholder = take_placeholder(fields, problems);
    let access = take_access(fields, problems);
    // A value that cannot be read holds the text back.
    let mut when = |name: &str, held_back: Timestamp| {
        let value = fields.shift_remove(name)?;
        let when = value.as_str().and_then(When::parse);
        if when.is_none() {
            let message = Message::new("wrong-format/time").with("field", name);
            problems.push(FieldProblem::at(format!("/{name}"), message));
        }
        Some(when.unwrap_or(When::Instant(held_back)))
    };
    let publish_at = when("publishAt", Timestamp::MAX);
    let expire_at = when("expireAt", Timestamp::MIN);
    BuiltIn {
        draft,
        access,
        publish_at,
        expire_at,
        follows: take_follows(fields, problems),
        placeholder,
        aliases: take_aliases(fields, problems),
    }
}

fn take_draft(fields: &mut Map<String, Value>, problems: &mut Vec<FieldProblem>) -> bool {
    take_flag(fields, "draft").unwrap_or_else(|given| {
        let message = Message::new("wrong-type/draft").with("given", given);
        problems.push(FieldProblem::at("/draft", message));
        true
    })
}

fn take_placeholder(fields: &mut Map<String, Value>, problems: &mut Vec<FieldProblem>) -> bool {
    take_flag(fields, "placeholder").unwrap_or_else(|given| {
        let message = Message::new("wrong-type/placeholder").with("given", given);
        problems.push(FieldProblem::at("/placeholder", message));
        true
    })
}

/// A flag, false if it is not there; the value if it is none.
fn take_flag(fields: &mut Map<String, Value>, name: &str) -> Result<bool, String> {
    match fields.shift_remove(name) {
        None => Ok(false),
        Some(Value::Bool(flag)) => Ok(flag),
        Some(Value::String(text)) => Err(text),
        Some(other) => Err(other.to_string()),
    }
}

fn take_access(fields: &mut Map<String, Value>, problems: &mut Vec<FieldProblem>) -> Access {
    let Some(value) = fields.shift_remove("access") else {
        return Access::Public;
    };
    match value.as_str() {
        Some("public") => Access::Public,
        Some("guarded") => Access::Guarded,
        _ => {
            problems.push(FieldProblem::at(
                "/access",
                Message::new("not-allowed/access"),
            ));
            // A text that was meant to be kept from the public stays guarded.
            Access::Guarded
        }
    }
}

fn take_follows(fields: &mut Map<String, Value>, problems: &mut Vec<FieldProblem>) -> bool {
    let Some(value) = fields.shift_remove("translation") else {
        return false;
    };
    let follows = value == "later";
    if !follows {
        let message = Message::new("not-allowed/translation");
        problems.push(FieldProblem::at("/translation", message));
    }
    follows
}

fn take_aliases(fields: &mut Map<String, Value>, problems: &mut Vec<FieldProblem>) -> Vec<String> {
    let Some(value) = fields.shift_remove("aliases") else {
        return Vec::new();
    };
    let texts = value.as_array().and_then(|items| {
        let texts = items.iter().map(|item| item.as_str().map(str::to_owned));
        texts.collect::<Option<Vec<String>>>()
    });
    texts.unwrap_or_else(|| {
        let message = Message::new("wrong-type/aliases");
        problems.push(FieldProblem::at("/aliases", message));
        Vec::new()
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn the_parts_of_a_file_are_found() {
        let cases = [
            ("---\na: 1\n---\nbody", "a: 1\n", "body"),
            ("---\r\na: 1\r\n---\r\nbody\r\n", "a: 1\r\n", "body\r\n"),
            ("\u{feff}---\na: 1\n---", "a: 1\n", ""),
            ("---\n---\n---\n", "", "---\n"),
            ("--- \na: '---'\n---\n", "a: '---'\n", ""),
        ];
        for (text, yaml, body) in cases {
            let parts = split(text).unwrap();
            assert_eq!(
                (&text[parts.start..parts.end], &text[parts.body..]),
                (yaml, body),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_file_without_whole_front_matter_says_what_to_add() {
        let long = format!("---\n{}\n---\n", "a: b\n".repeat(100_000));
        for (text, reason) in [
            ("", "does not begin"),
            ("a: 1", "does not begin"),
            ("---\na: 1\n", "has no end"),
            ("---", "has no end"),
            (&long, "longer"),
        ] {
            assert!(
                split(text).unwrap_err().to_string().contains(reason),
                "{}",
                &text[..text.len().min(20)]
            );
        }
    }

    #[test]
    fn instants_are_read_with_an_offset_or_in_the_sites_zone() {
        let zone = TimeZone::fixed(jiff::tz::offset(8));
        let cases = [
            ("2026-05-03", "2026-05-02T16:00:00Z"),
            ("2026-05-03T09:00", "2026-05-03T01:00:00Z"),
            ("2026-05-03 09:00:30", "2026-05-03T01:00:30Z"),
            ("2026-05-03T09:00:00Z", "2026-05-03T09:00:00Z"),
            ("2026-05-03T09:00:00-04:00", "2026-05-03T13:00:00Z"),
            ("2026/5/3 9:00", "2026-05-03T01:00:00Z"),
            ("2026年5月3日9：00", "2026-05-03T01:00:00Z"),
            ("2026.5.3 9:00-04:00", "2026-05-03T13:00:00Z"),
        ];
        for (text, expected) in cases {
            let instant = When::parse(text).map(|when| when.instant(&zone));
            assert_eq!(instant, expected.parse().ok(), "{text}");
        }
        for wrong in [
            "soon",
            "",
            "2026-13-01",
            "2026-05-03T09:00[Europe/Berlin]",
            "2026-05-03T09:00+02:00[Europe/Berlin]",
            "2026-05-03T09:00+02:00[u-ca=hebrew]",
            "03.05.2026",
            "05/03/2026",
            "9:00",
            "20260503",
            "2026-05-03 ",
            // An offset is never dropped, also where the instant is none.
            "9999-12-31T23:59:59Z",
            "9999-12-31T23:59:59-04:00",
            "-009999-01-01T00:00+14:00",
        ] {
            assert_eq!(When::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn an_instant_out_of_range_is_a_flaw_and_stays_on_the_side_that_holds_back() {
        let zone = |name: &str| jiff::tz::TimeZoneDatabase::bundled().get(name).unwrap();
        for (text, name, flaw) in [
            (
                "9999-12-31 23:59:59",
                "Asia/Shanghai",
                Some(WhenFlaw::OutOfRange),
            ),
            ("9999-12-31", "America/New_York", Some(WhenFlaw::OutOfRange)),
            (
                "-009999-01-01T00:00",
                "Asia/Shanghai",
                Some(WhenFlaw::OutOfRange),
            ),
            ("9999-12-01", "Asia/Shanghai", None),
            ("2026-03-29T02:30", "Europe/Berlin", Some(WhenFlaw::Skipped)),
            (
                "2026-10-25T02:30",
                "Europe/Berlin",
                Some(WhenFlaw::Repeated {
                    later: "2026-10-25T01:30:00Z".parse().unwrap(),
                }),
            ),
            ("2026-10-25T02:30+01:00", "Europe/Berlin", None),
            ("2026-10-25T02:30", "Asia/Shanghai", None),
        ] {
            let when = When::parse(text).unwrap();
            assert_eq!(when.flaw(&zone(name)), flaw, "{text} {name}");
        }
        let instant = |text: &str| When::parse(text).unwrap().instant(&zone("Asia/Shanghai"));
        assert_eq!(instant("9999-12-31 23:59:59"), Timestamp::MAX);
        assert_eq!(instant("-009999-01-01T00:00"), Timestamp::MIN);
    }

    #[test]
    fn a_wrong_built_in_field_never_makes_an_entry_more_visible() {
        let Value::Object(mut fields) = json!({"draft": "yes", "placeholder": 1, "access": "private", "publishAt": 5, "translation": true, "aliases": "/a", "title": "x"})
        else {
            unreachable!()
        };
        let mut problems = Vec::new();
        let built_in = take_built_in(&mut fields, &mut problems);
        assert!(built_in.draft && built_in.access == Access::Guarded && !built_in.follows);
        assert_eq!(built_in.publish_at, Some(When::Instant(Timestamp::MAX)));
        assert_eq!(
            problems
                .iter()
                .map(|p| p.pointer.as_str())
                .collect::<Vec<_>>(),
            [
                "/draft",
                "/placeholder",
                "/access",
                "/publishAt",
                "/translation",
                "/aliases"
            ]
        );
        assert_eq!(Value::Object(fields), json!({"title": "x"}));
    }

    proptest! {
        // R10.06
        #[test]
        fn a_day_is_the_same_however_it_is_typed(
            (year, month, day) in (1970..2200_u16, 1..=12_u8, 1..=28_u8),
            (hour, minute) in (0..24_u8, 0..60_u8),
        ) {
            let iso = format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}");
            let expected = When::parse(&iso);
            prop_assert!(expected.is_some());
            for date in [
                format!("{year}-{month}-{day}"),
                format!("{year}/{month:02}/{day:02}"),
                format!("{year}.{month}.{day}"),
                format!("{year}年{month}月{day}日"),
            ] {
                let typed = format!("{date} {hour}:{minute:02}");
                prop_assert_eq!(When::parse(&typed), expected, "{}", typed);
            }
        }

        #[test]
        fn no_time_makes_it_panic(text in "[0-9年月日/.:： T-]{0,24}") {
            let _ = When::parse(&text);
        }

        #[test]
        fn no_text_makes_it_panic(text in "(---)?[\r\n]{0,2}(?s).{0,80}(\n---)?(?s).{0,20}") {
            if let Ok(parts) = split(&text) {
                prop_assert!(parts.start <= parts.end && parts.end <= parts.body && parts.body <= text.len());
                let _ = yaml_reader::parse(&text[parts.start..parts.end]);
            }
        }
    }
}
