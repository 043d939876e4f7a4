//! Which texts of an entry may be seen at a moment. PURE.
//!
//! `draft`, `publishAt` and `expireAt` hold back the entry, in whichever language they are written:
//! if they held back one text alone, another language would be shown instead and reveal the content
//! too early. So no text is seen before every original may be. A text with `translation: later` is
//! no original; its fields hold back that text alone, and never let it out before the others.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::files::front_matter::{BuiltIn, When};
use crate::schema::Parity;

/// Readers of the content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Visibility {
    /// All visitors: content that is held back is absent.
    #[default]
    Public,
    /// Reviewers, before publication: with drafts, and entries before their `publishAt`.
    Preview,
}

/// The moment and the edition for which visibility is decided.
#[derive(Clone, Copy)]
pub(crate) struct Moment<'a> {
    pub(crate) zone: &'a TimeZone,
    pub(crate) now: Timestamp,
    /// A preview shows content at once.
    pub(crate) visibility: Visibility,
}

impl Moment<'_> {
    /// True if the fields of one text let it be seen.
    fn lets(self, text: &BuiltIn) -> bool {
        let [publish, expire] = self.instants(text);
        let is_out = !text.draft && publish.is_none_or(|publish| publish <= self.now);
        (is_out || self.visibility == Visibility::Preview)
            && expire.is_none_or(|expire| self.now < expire)
    }

    /// The next instant at which the fields of one text let it appear or take it away.
    pub(crate) fn next_change(self, text: &BuiltIn) -> Option<Timestamp> {
        let instants = self.instants(text).into_iter().flatten();
        instants
            .filter(|instant| !text.draft && *instant > self.now)
            .min()
    }

    /// The instant at which a text disappears.
    pub(crate) fn end(self, text: &BuiltIn) -> Option<Timestamp> {
        let [_, expire] = self.instants(text);
        expire.filter(|instant| *instant > self.now)
    }

    fn instants(self, text: &BuiltIn) -> [Option<Timestamp>; 2] {
        [text.publish_at, text.expire_at].map(|when| instant(when, self.zone))
    }

    /// Which texts are seen, by locale.
    pub(crate) fn visible_locales(self, texts: &[Option<&BuiltIn>], parity: Parity) -> Vec<bool> {
        let lets = |text: &Option<&BuiltIn>| text.is_some_and(|text| self.lets(text));
        let mut originals = texts.iter().flatten().filter(|text| !text.follows);
        // A preview shows a text before its translation is there.
        let parity = match self.visibility {
            Visibility::Public => parity,
            Visibility::Preview => Parity::Fallback,
        };
        let is_out = match parity {
            Parity::Require => texts.iter().all(lets),
            Parity::Fallback => {
                originals.clone().next().is_some() && originals.all(|text| self.lets(text))
            }
        };
        texts.iter().map(|text| is_out && lets(text)).collect()
    }
}

fn instant(when: Option<When>, zone: &TimeZone) -> Option<Timestamp> {
    when.map(|when| when.instant(zone))
}

/// True if a text is over before it begins: no clock ever shows it.
pub(crate) fn is_never(text: &BuiltIn, zone: &TimeZone) -> bool {
    let expire = instant(text.expire_at, zone);
    instant(text.publish_at, zone)
        .zip(expire)
        .is_some_and(|(publish, expire)| expire <= publish)
}

/// A field with different values in two originals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// Name of the field.
    pub(crate) field: &'static str,
    /// The original that has the field; of two that have it, the later one.
    pub(crate) here: usize,
    /// The original from which it differs.
    pub(crate) other: usize,
}

/// Settings in which the originals among `texts` differ. Times do not matter while one of them is a
/// draft.
pub(crate) fn differences(texts: &[Option<&BuiltIn>], zone: &TimeZone) -> Vec<Difference> {
    let mut originals = texts.iter().enumerate().filter_map(|(locale, text)| {
        let text = (*text)?;
        (!text.follows).then_some((locale, text))
    });
    let Some(first) = originals.next() else {
        return Vec::new();
    };
    originals
        .filter_map(|other| difference(first, other, zone))
        .collect()
}

fn difference(
    (first, a): (usize, &BuiltIn),
    (other, b): (usize, &BuiltIn),
    zone: &TimeZone,
) -> Option<Difference> {
    let (here, there) = ((other, first), (first, other));
    let at = |field, is_at_other: bool| {
        let (here, other) = if is_at_other { here } else { there };
        Difference { field, here, other }
    };
    if a.draft || b.draft {
        return (a.draft != b.draft).then(|| at("draft", b.draft));
    }
    let differ = |a, b| instant(a, zone) != instant(b, zone);
    if differ(a.publish_at, b.publish_at) {
        return Some(at("publishAt", b.publish_at.is_some()));
    }
    differ(a.expire_at, b.expire_at).then(|| at("expireAt", b.expire_at.is_some()))
}

#[cfg(test)]
mod tests {
    use Parity::{Fallback, Require};
    use serde_json::json;

    use super::*;
    use crate::files::front_matter::take_built_in;

    fn text(fields: serde_json::Value) -> BuiltIn {
        let mut fields = fields.as_object().unwrap().clone();
        take_built_in(&mut fields, &mut Vec::new())
    }

    /// Which of two languages are seen at noon on 21 November 2026.
    fn visible_locales(parity: Parity, a: &serde_json::Value, b: &serde_json::Value) -> Vec<bool> {
        let moment = Moment {
            zone: &TimeZone::UTC,
            now: "2026-11-21T12:00:00Z".parse().unwrap(),
            visibility: Visibility::Public,
        };
        let texts = [a, b].map(|fields| (!fields.is_null()).then(|| text(fields.clone())));
        let texts: Vec<Option<&BuiltIn>> = texts.iter().map(Option::as_ref).collect();
        moment.visible_locales(&texts, parity)
    }

    #[test]
    fn what_holds_back_one_original_holds_back_every_text() {
        let open = json!({});
        let later = json!({"translation": "later"});
        for held in [
            json!({"draft": true}),
            json!({"draft": "yes"}),
            json!({"publishAt": "2026-11-22"}),
            json!({"expireAt": "2026-11-21"}),
        ] {
            for parity in [Require, Fallback] {
                assert_eq!(
                    visible_locales(parity, &held, &open),
                    [false, false],
                    "{held}"
                );
                assert_eq!(
                    visible_locales(parity, &open, &held),
                    [false, false],
                    "{held}"
                );
                assert_eq!(
                    visible_locales(parity, &held, &later),
                    [false, false],
                    "{held}"
                );
            }
            let mut follows = held.clone();
            follows["translation"] = json!("later");
            assert_eq!(
                visible_locales(Fallback, &open, &follows),
                [true, false],
                "{held}"
            );
            assert_eq!(
                visible_locales(Fallback, &follows, &open),
                [false, true],
                "{held}"
            );
            assert_eq!(
                visible_locales(Require, &open, &follows),
                [false, false],
                "{held}"
            );
        }
    }

    #[test]
    fn a_translation_without_its_original_is_never_seen() {
        let (none, later) = (json!(null), json!({"translation": "later"}));
        assert_eq!(visible_locales(Fallback, &none, &later), [false, false]);
        assert_eq!(visible_locales(Fallback, &later, &later), [false, false]);
        assert_eq!(visible_locales(Fallback, &none, &json!({})), [false, true]);
        assert_eq!(visible_locales(Require, &none, &json!({})), [false, false]);
    }

    #[test]
    fn a_difference_is_told_where_the_field_stands() {
        let differences = |texts: [serde_json::Value; 2]| {
            let texts = texts.map(text);
            let texts: Vec<Option<&BuiltIn>> = texts.iter().map(Some).collect();
            let found = differences(&texts, &TimeZone::UTC);
            let found = found.into_iter();
            found
                .map(|one| (one.field, one.here, one.other))
                .collect::<Vec<_>>()
        };
        let cases = [
            (json!({}), json!({"draft": true}), vec![("draft", 1, 0)]),
            (json!({"draft": true}), json!({}), vec![("draft", 0, 1)]),
            (
                json!({"publishAt": "2026-11-22"}),
                json!({"publishAt": "2026-11-23"}),
                vec![("publishAt", 1, 0)],
            ),
            (
                json!({"expireAt": "2026-11-22"}),
                json!({}),
                vec![("expireAt", 0, 1)],
            ),
            (
                json!({"publishAt": "2026-11-22"}),
                json!({"publishAt": "2026-11-22T08:00:00+08:00"}),
                vec![],
            ),
            (
                json!({"draft": true, "publishAt": "2026-11-22"}),
                json!({"draft": true}),
                vec![],
            ),
            (
                json!({"publishAt": "2026-11-22"}),
                json!({"translation": "later"}),
                vec![],
            ),
        ];
        for (a, b, expected) in cases {
            let told = format!("{a} {b}");
            assert_eq!(differences([a, b]), expected, "{told}");
        }
    }
}
