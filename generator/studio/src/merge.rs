//! PURE: two changes of one text, joined: by field in the front matter, by paragraph in the body.
//!
//! A change of one side alone is taken from that side. A place that both changed differently is a
//! [`Conflict`]: the joined text has *their* version there, which is in `content/` already, and the
//! editor decides. Where one side left the fields or the body alone, the other side's bytes are
//! taken as they are, with their comments.

use std::ops::Range;

use generator_content::split_front_matter;
use serde::Serialize;
use serde_json::{Map, Value};
use similar::{Algorithm, DiffOp, capture_diff_slices};
use yaml_reader::edit;

use crate::source_path::SourcePath;

/// Two changes, joined.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Merged {
    /// The text with the changes of both sides, as far as they agree.
    pub text: String,
    /// Places that both sides changed differently; without any, the text is complete.
    pub conflicts: Vec<Conflict>,
}

/// A place that both sides changed differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Conflict {
    /// Name of the field; none for paragraphs of the body, and for a file as a whole.
    pub field: Option<String>,
    /// The place before both changes.
    pub base: String,
    /// The place in the change set.
    pub mine: String,
    /// The place in `content/`, and in the joined text.
    pub theirs: String,
}

/// Three versions of one text.
#[derive(Clone, Copy)]
struct Versions<'a> {
    base: &'a str,
    mine: &'a str,
    theirs: &'a str,
}

/// Joins the changes from `base` to `mine` and from `base` to `theirs`.
pub fn merge(path: &SourcePath, base: &str, mine: &str, theirs: &str) -> Merged {
    let versions = Versions { base, mine, theirs };
    if let Some(text) = versions.unanimous() {
        return Merged {
            text: text.to_owned(),
            conflicts: Vec::new(),
        };
    }
    versions
        .by_parts(path)
        .unwrap_or_else(|| versions.by_paragraphs())
}

impl<'a> Versions<'a> {
    /// The text, where one side did not change it or both changed it to the same.
    fn unanimous(self) -> Option<&'a str> {
        let Self { base, mine, theirs } = self;
        if mine == base || mine == theirs {
            Some(theirs)
        } else if theirs == base {
            Some(mine)
        } else {
            None
        }
    }

    fn map(self, part: impl Fn(&'a str) -> Option<&'a str>) -> Option<Self> {
        Some(Self {
            base: part(self.base)?,
            mine: part(self.mine)?,
            theirs: part(self.theirs)?,
        })
    }

    /// Fields by name, and the body by paragraphs; none if a version has a mistake in its form.
    fn by_parts(self, path: &SourcePath) -> Option<Merged> {
        if !path.is_markdown() {
            return self.by_fields();
        }
        let head = self.map(|text| text.get(..split_front_matter(text).ok()?.start))?;
        let fields = self.map(|text| {
            let parts = split_front_matter(text).ok()?;
            text.get(parts.start..parts.end)
        })?;
        let mark = self.map(|text| {
            let parts = split_front_matter(text).ok()?;
            text.get(parts.end..parts.body)
        })?;
        let body = self.map(|text| text.get(split_front_matter(text).ok()?.body..))?;
        let fields = fields.by_fields()?;
        let body = match body.unanimous() {
            Some(text) => Merged {
                text: text.to_owned(),
                conflicts: Vec::new(),
            },
            None => body.by_paragraphs(),
        };
        let text = [head.theirs, &fields.text, mark.theirs, &body.text].concat();
        let conflicts = fields.conflicts.into_iter().chain(body.conflicts);
        Some(Merged {
            text,
            conflicts: conflicts.collect(),
        })
    }

    /// Field by field; none if a version is no YAML.
    fn by_fields(self) -> Option<Merged> {
        if let Some(text) = self.unanimous() {
            return Some(Merged {
                text: text.to_owned(),
                conflicts: Vec::new(),
            });
        }
        let [base, mine, theirs] =
            [self.base, self.mine, self.theirs].map(|text| match yaml_reader::parse(text) {
                Ok(Value::Object(fields)) => Some(fields),
                Ok(Value::Null) => Some(Map::new()),
                _ => None,
            });
        let (base, mine, theirs) = (base?, mine?, theirs?);
        let mut text = self.theirs.to_owned();
        let mut conflicts = Vec::new();
        let names = mine
            .keys()
            .chain(base.keys().filter(|it| !mine.contains_key(*it)));
        for name in names {
            let [before, ours, others] = [&base, &mine, &theirs].map(|fields| fields.get(name));
            if ours == before || ours == others {
                continue;
            }
            if others != before {
                conflicts.push(Conflict {
                    field: Some(name.clone()),
                    base: words(before),
                    mine: words(ours),
                    theirs: words(others),
                });
                continue;
            }
            let mut pointer = String::new();
            yaml_reader::push_pointer(&mut pointer, name);
            text = match ours {
                Some(value) => edit::set(&text, &pointer, value).ok()?,
                None => edit::remove(&text, &pointer).ok()?,
            };
        }
        Some(Merged { text, conflicts })
    }

    fn by_paragraphs(self) -> Merged {
        let [base, mine, theirs] = [self.base, self.mine, self.theirs].map(paragraphs);
        let (ours, others) = (hunks(&base, &mine), hunks(&base, &theirs));
        let mut merged = Merged {
            text: String::new(),
            conflicts: Vec::new(),
        };
        let mut at = 0;
        for region in regions(&ours, &others) {
            merged.text += &base[at..region.base.start].concat();
            at = region.base.end;
            let before = base[region.base.clone()].concat();
            let side = |hunks: &[Hunk<'_>]| with_hunks(&base, &region.base, hunks);
            let (mine, theirs) = (side(&ours[region.ours]), side(&others[region.others]));
            let part = Versions {
                base: &before,
                mine: &mine,
                theirs: &theirs,
            };
            match part.unanimous() {
                Some(text) => merged.text += text,
                None => {
                    merged.text += &theirs;
                    merged.conflicts.push(Conflict {
                        field: None,
                        base: before,
                        mine,
                        theirs,
                    });
                }
            }
        }
        merged.text += &base[at..].concat();
        merged
    }
}

/// A value in words, for a comparison.
fn words(value: Option<&Value>) -> String {
    match value {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// Paragraphs, each with the empty lines after it.
fn paragraphs(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut at, mut is_blank) = (0, 0, false);
    for line in text.split_inclusive('\n') {
        let was_blank = std::mem::replace(&mut is_blank, line.trim().is_empty());
        if was_blank && !is_blank && at > start {
            found.push(&text[start..at]);
            start = at;
        }
        at += line.len();
    }
    if at > start {
        found.push(&text[start..at]);
    }
    found
}

/// Paragraphs that replace some of the base's.
struct Hunk<'a> {
    base: Range<usize>,
    new: &'a [&'a str],
}

fn hunks<'a>(base: &[&str], new: &'a [&'a str]) -> Vec<Hunk<'a>> {
    let ops = capture_diff_slices(Algorithm::Patience, base, new);
    let changes = ops
        .into_iter()
        .filter(|op| !matches!(op, DiffOp::Equal { .. }));
    changes
        .map(|op| Hunk {
            base: op.old_range(),
            new: &new[op.new_range()],
        })
        .collect()
}

/// Hunks of both sides that touch each other, and the part of the base that they change.
struct Region {
    base: Range<usize>,
    ours: Range<usize>,
    others: Range<usize>,
}

/// The hunks of both sides, joined where they touch: paragraphs beside each other belong together.
fn regions(ours: &[Hunk<'_>], others: &[Hunk<'_>]) -> Vec<Region> {
    let (mut a, mut b) = (0, 0);
    let mut found = Vec::new();
    while a < ours.len() || b < others.len() {
        let start = |hunk: Option<&Hunk<'_>>| hunk.map_or(usize::MAX, |hunk| hunk.base.start);
        let first = start(ours.get(a)).min(start(others.get(b)));
        let (from_a, from_b) = (a, b);
        let mut end = first;
        loop {
            let touches = |hunk: Option<&Hunk<'_>>| hunk.is_some_and(|it| it.base.start <= end);
            if touches(ours.get(a)) {
                end = end.max(ours[a].base.end);
                a += 1;
            } else if touches(others.get(b)) {
                end = end.max(others[b].base.end);
                b += 1;
            } else {
                break;
            }
        }
        found.push(Region {
            base: first..end,
            ours: from_a..a,
            others: from_b..b,
        });
    }
    found
}

/// The paragraphs `range` of the base with the hunks of one side.
fn with_hunks(base: &[&str], range: &Range<usize>, hunks: &[Hunk<'_>]) -> String {
    let mut text = String::new();
    let mut at = range.start;
    for hunk in hunks {
        text += &base[at..hunk.base.start].concat();
        text += &hunk.new.concat();
        at = hunk.base.end;
    }
    text + &base[at..range.end].concat()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const BASE: &str =
        "---\ntitle: Old\n# A note.\ndate: 2026-05-03\n---\n\nOne.\n\nTwo.\n\nThree.\n";

    fn path() -> SourcePath {
        "news/a/en.md".parse().unwrap()
    }

    fn join(mine: &str, theirs: &str) -> Merged {
        merge(&path(), BASE, mine, theirs)
    }

    #[test]
    fn changes_of_different_fields_and_paragraphs_are_joined() {
        let mine = BASE
            .replace("Old", "Mine")
            .replace("Three.", "Three, mine.");
        let theirs = BASE
            .replace("2026-05-03", "2026-05-04")
            .replace("One.", "One, theirs.")
            .replace("# A note.", "# Their note.");
        let merged = join(&mine, &theirs);
        let expected = "---\ntitle: Mine\n# Their note.\ndate: 2026-05-04\n---\n\nOne, theirs.\n\nTwo.\n\nThree, mine.\n";
        assert_eq!((&*merged.text, merged.conflicts.len()), (expected, 0));
    }

    #[test]
    fn a_field_that_both_changed_is_a_conflict_and_no_words_are_lost() {
        let mine = BASE.replace("Old", "Mine");
        let theirs = BASE.replace("Old", "Theirs");
        let merged = join(&mine, &theirs);
        assert_eq!(merged.text, theirs);
        let expected = Conflict {
            field: Some("title".to_owned()),
            base: "Old".to_owned(),
            mine: "Mine".to_owned(),
            theirs: "Theirs".to_owned(),
        };
        assert_eq!(merged.conflicts, [expected]);
    }

    #[test]
    fn a_paragraph_that_both_changed_is_a_conflict_and_the_others_are_joined() {
        let mine = BASE
            .replace("One.", "One, mine.")
            .replace("Three.", "Three, mine.");
        let theirs = BASE.replace("One.", "One, theirs.");
        let merged = join(&mine, &theirs);
        assert_eq!(merged.text, theirs.replace("Three.", "Three, mine."));
        assert_eq!(merged.conflicts.len(), 1);
        assert_eq!(
            merged.conflicts[0].mine,
            "\nOne, mine.\n\n".trim_start_matches('\n')
        );
    }

    #[test]
    fn a_text_whose_form_is_broken_is_joined_by_paragraphs() {
        let mine = "no front matter\n\nOne, mine.\n\nTwo.\n\nThree.\n";
        let theirs = BASE.replace("Three.", "Three, theirs.");
        let merged = join(mine, &theirs);
        assert!(merged.text.contains("Three, theirs."), "{}", merged.text);
    }

    #[test]
    fn fields_that_one_side_adds_or_removes_are_joined() {
        let mine = BASE.replace("date: 2026-05-03\n", "date: 2026-05-03\nauthor: Ann\n");
        let theirs = BASE.replace("Old", "New");
        assert!(join(&mine, &theirs).text.contains("author: Ann\n"));
        assert!(join(&mine, &theirs).text.contains("title: New\n"));
        assert!(join(&theirs, &mine).text.contains("author: Ann\n"));
        let shorter = BASE.replace("date: 2026-05-03\n", "");
        assert!(!join(&shorter, &theirs).text.contains("date"));
        assert!(!join(&theirs, &shorter).text.contains("date"));
    }

    proptest! {
        #![proptest_config(property_tests::cases(2_000))]
        #[test]
        fn each_paragraph_of_a_side_is_in_the_text_or_in_a_conflict(
            base in prop::collection::vec("[a-d]", 0..8),
            mine in prop::collection::vec("[a-f]", 0..8),
            theirs in prop::collection::vec("[a-f]", 0..8),
        ) {
            let text = |words: &[String]| words.iter().map(|word| format!("{word}\n\n")).collect::<String>();
            let (base, mine, theirs) = (text(&base), text(&mine), text(&theirs));
            let versions = Versions { base: &base, mine: &mine, theirs: &theirs };
            let merged = versions.by_paragraphs();
            if merged.conflicts.is_empty() {
                let other = Versions { base: &base, mine: &theirs, theirs: &mine };
                prop_assert_eq!(&other.by_paragraphs().text, &merged.text, "the sides are equal");
            }
            let conflicts: String = merged.conflicts.iter().map(|it| it.mine.as_str()).collect();
            let (base, mine) = (paragraphs(&base), paragraphs(&mine));
            for hunk in hunks(&base, &mine) {
                for word in hunk.new {
                    prop_assert!(merged.text.contains(word) || conflicts.contains(word), "{}", word);
                }
            }
            if mine == base {
                prop_assert_eq!(&merged.text, &theirs);
            }
        }
    }
}
