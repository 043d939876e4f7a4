//! R10.05: after any edits, a loader has the same content as a new loader, and answers that depend
//! on no change are unchanged.

use std::collections::BTreeSet;
use std::path::PathBuf;

use generator_content::query::cache::AnswerCache;
use generator_content::query::change::Change;
use generator_content::{ChangedPaths, Collection, Content, Entry, Loaded};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::harness::{EN, GIF, Page, Tree, ZH};

/// Something an editor does.
#[derive(Clone, Debug)]
enum Edit {
    /// Writes a text: collection, slug, locale, fields.
    Text(&'static str, &'static str, &'static str, String),
    /// Writes the one field of a data entry.
    Data(&'static str, u32),
    /// Puts a picture beside a text, or another one in its place.
    Picture(&'static str, &'static str, u8),
    /// Removes a file or a folder.
    Remove(String),
    /// Renames an entry's folder.
    Rename(&'static str, &'static str, &'static str),
    /// Puts something there that is no entry.
    Stray(&'static str),
    /// Hours pass, or the clock is set back.
    Wait(i8),
}

const SLUGS: [&str; 4] = ["a", "b", "c", "d"];

fn edit() -> impl Strategy<Value = Edit> {
    let slug = || prop::sample::select(&SLUGS[..]);
    let collection = || prop::sample::select(&["news", "notes"][..]);
    let locale = || prop::sample::select(&["zh-CN", "en"][..]);
    let name = prop_oneof![
        (collection(), slug(), locale())
            .prop_map(|(collection, slug, locale)| format!("{collection}/{slug}/{locale}.md")),
        (collection(), slug()).prop_map(|(collection, slug)| format!("{collection}/{slug}")),
        (collection(), slug()).prop_map(|(collection, slug)| format!("{collection}/{slug}/p.gif")),
        slug().prop_map(|slug| format!("companies/{slug}")),
        slug().prop_map(|slug| format!("figures/{slug}.yaml")),
        Just("news".to_owned()),
    ];
    prop_oneof![
        8 => (collection(), slug(), locale(), fields()).prop_map(|(collection, slug, locale, fields)| Edit::Text(collection, slug, locale, fields)),
        2 => (slug(), locale(), company()).prop_map(|(slug, locale, fields)| Edit::Text("companies", slug, locale, fields)),
        1 => (slug(), 0u32..3).prop_map(|(slug, n)| Edit::Data(slug, n)),
        1 => (collection(), slug(), 0u8..2).prop_map(|(collection, slug, n)| Edit::Picture(collection, slug, n)),
        2 => name.prop_map(Edit::Remove),
        1 => (collection(), slug(), slug()).prop_map(|(collection, from, to)| Edit::Rename(collection, from, to)),
        1 => prop::sample::select(&["news/A/en.md", "news/loose.txt", "news/a/fr.md", "odd/a/en.md"][..]).prop_map(Edit::Stray),
        1 => (-30i8..40).prop_map(Edit::Wait),
    ]
}

fn company() -> impl Strategy<Value = String> {
    (0u32..3, any::<bool>()).prop_map(|(n, draft)| format!("name: Company {n}\ndraft: {draft}"))
}

fn fields() -> impl Strategy<Value = String> {
    let date = (1u32..5).prop_map(|day| format!("date: 2026-11-0{day}"));
    let extra = prop_oneof![
        6 => Just(String::new()),
        2 => prop::sample::select(&SLUGS[..]).prop_map(|slug| format!("company: {slug}")),
        2 => (0u32..3).prop_map(|n| format!("tags: [t{n}, t{}]", n + 1)),
        1 => Just("category: firm".to_owned()),
        1 => Just("draft: true".to_owned()),
        1 => Just("access: guarded".to_owned()),
        1 => Just("publishAt: 2026-11-21T12:00:00Z".to_owned()),
        1 => Just("expireAt: 2026-11-22T00:00:00Z".to_owned()),
        1 => Just("oops: 1".to_owned()),
    ];
    (0u32..3, date, prop::collection::vec(extra, 0..3), 0u32..3).prop_map(
        |(title, date, extra, body)| {
            let mut lines: Vec<String> = extra;
            lines.sort();
            lines.dedup_by(|a, b| a.split(':').next() == b.split(':').next());
            let link = if body == 2 {
                "\n\n![p](p.gif) [x](/media/news/a/p.gif)"
            } else {
                ""
            };
            format!(
                "title: T{title}\n{date}\n{}\n---\n\nBody {body}.{link}",
                lines.join("\n")
            )
        },
    )
}

impl Edit {
    /// Applies it; returns the paths that `notify` would report.
    fn apply(&self, tree: &mut Tree, hours: &mut i64) -> Vec<PathBuf> {
        match self {
            Self::Text(collection, slug, locale, fields) => {
                let path = format!("{collection}/{slug}/{locale}.md");
                let end = if fields.contains("---") {
                    ""
                } else {
                    "\n---\n"
                };
                tree.edit(&path, format!("---\n{fields}{end}"));
                // A new folder is reported before the file in it.
                vec![tree.path(&format!("{collection}/{slug}")), tree.path(&path)]
            }
            Self::Data(slug, n) => {
                let path = format!("figures/{slug}.yaml");
                tree.edit(&path, format!("revenue: {n}\n"));
                vec![tree.path(&path)]
            }
            Self::Picture(collection, slug, n) => {
                let path = format!("{collection}/{slug}/p.gif");
                let mut bytes = GIF.to_vec();
                bytes[13] ^= n;
                tree.edit(&path, bytes);
                vec![tree.path(&path)]
            }
            Self::Remove(name) => {
                let path = tree.path(name);
                let _ = std::fs::remove_dir_all(&path);
                let _ = std::fs::remove_file(&path);
                vec![path]
            }
            Self::Rename(collection, from, to) => {
                let (from, to) = (
                    tree.path(&format!("{collection}/{from}")),
                    tree.path(&format!("{collection}/{to}")),
                );
                let _ = std::fs::rename(&from, &to);
                vec![from, to]
            }
            Self::Stray(path) => {
                tree.edit(path, "x");
                vec![tree.path(path)]
            }
            Self::Wait(by) => {
                *hours += i64::from(*by);
                let now: jiff::Timestamp = "2026-11-21T03:00:00Z".parse().unwrap();
                tree.set_now(&(now + jiff::SignedDuration::from_hours(*hours)).to_string());
                Vec::new()
            }
        }
    }
}

/// The whole of a loaded content, as text.
fn said(loaded: &Loaded) -> String {
    let content = &loaded.content;
    let entry = |collection: &Collection, entry: &Entry| {
        let Entry {
            slug,
            access,
            files,
            ..
        } = entry;
        let texts =
            [ZH, EN].map(|locale| (entry.text_locale(locale), collection.text(entry, locale)));
        format!(
            "{} {slug} {access:?} {files:#?} {texts:#?}",
            collection.name
        )
    };
    let collections = content.collections.values();
    let entries = collections.flat_map(|all| all.entries().iter().map(|one| entry(all, one)));
    let entries: Vec<String> = entries.collect();
    format!(
        "{:#?}\n{:#?}\n{}\n{:#?}\n{}",
        loaded.diagnostics,
        content.media,
        content.source_hash,
        content.next_change,
        entries.join("\n")
    )
}

/// Queries of pages.
fn questions() -> Vec<(Page, Value)> {
    let mut questions = Vec::new();
    for locale in [ZH, EN] {
        for slug in SLUGS {
            for guarded in [false, true] {
                let page = || Page {
                    guarded,
                    ..Page::of(locale, slug)
                };
                for collection in ["news", "notes"] {
                    let fields = json!(["title", "date", "body", "company.name", "companies"]);
                    questions.push((page(), json!({"query": "entry", "collection": collection, "slug": ":id", "fields": fields})));
                    questions.push((page(), json!({"query": "neighbours", "collection": collection, "slug": ":id", "sort": ["-date"], "fields": ["title"]})));
                    questions.push((page(), json!({"query": "related", "collection": collection, "slug": ":id", "by": ["tags", "company"], "limit": 2, "fields": ["title"]})));
                }
            }
        }
        for guarded in [false, true] {
            let page = || Page {
                locale,
                guarded,
                ..Page::default()
            };
            questions.push((page(), json!({"query": "list", "collection": "news", "sort": ["-date", "title"], "fields": ["slug", "title"]})));
            questions.push((page(), json!({"query": "list", "collection": "notes", "sort": ["company.name"], "filter": {"category": "firm"}, "fields": ["slug"]})));
            questions.push((
                page(),
                json!({"query": "latest", "collection": "news", "limit": 2, "fields": ["slug"]}),
            ));
            questions.push((
                page(),
                json!({"query": "list", "collection": "companies", "fields": ["slug", "name"]}),
            ));
        }
    }
    questions
}

/// Value and marks of the reads; none where there is no answer.
fn answers(content: &Content, cache: &AnswerCache) -> Vec<Option<(Value, BTreeSet<u32>)>> {
    let ask = |(page, query): &(Page, Value)| {
        let answer = page.try_ask_with(content, cache, query).ok()?;
        Some((
            answer.value,
            answer
                .reads
                .iter()
                .map(generator_content::query::Read::mark)
                .collect(),
        ))
    };
    questions().iter().map(ask).collect()
}

fn check(edits: &[(Edit, bool)]) -> Result<(), TestCaseError> {
    let mut tree = Tree::new()
        .item("news/a", "2026-11-01", "tags: [t1]")
        .item("news/b", "2026-11-02", "tags: [t1]")
        .company("a", "");
    let mut hours = 0;
    let mut before = tree.load().content;
    let mut cache = AnswerCache::default();
    let mut before_answers = answers(&before, &cache);
    let mut paths = BTreeSet::new();
    for (edit, is_built) in edits {
        paths.extend(edit.apply(&mut tree, &mut hours));
        if !is_built {
            continue;
        }
        let touched = ChangedPaths::Paths(std::mem::take(&mut paths));
        let loaded = tree.load_touched(&touched);
        let afresh = tree.load_afresh();
        prop_assert_eq!(said(&loaded), said(&afresh));
        let change = Change::between(&before, &loaded.content);
        let marks = change.marks();
        cache = cache.after(&change);
        let after = answers(&loaded.content, &cache);
        let fresh: Vec<Option<Value>> = answers(&afresh.content, &AnswerCache::default())
            .into_iter()
            .map(|answer| answer.map(|(value, _)| value))
            .collect();
        for (number, (was, is)) in before_answers.iter().zip(&after).enumerate() {
            let value = is.as_ref().map(|(value, _)| value);
            prop_assert_eq!(value, fresh[number].as_ref(), "{:?}", questions()[number].1);
            if let Some((was, reads)) = was
                && !reads.iter().any(|read| marks.contains(read))
            {
                prop_assert_eq!(
                    Some(was),
                    value,
                    "{:?} read nothing of {:?}",
                    questions()[number].1,
                    change
                );
            }
        }
        (before, before_answers) = (loaded.content, after);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn what_is_kept_from_load_to_load_is_what_a_new_loader_finds(edits in prop::collection::vec((edit(), prop::bool::weighted(0.7)), 1..14)) {
        check(&edits)?;
    }
}
