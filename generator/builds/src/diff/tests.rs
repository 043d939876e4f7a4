//! Every pair of kinds at a path: none is compared as if both builds had the same.

use contract::Hash;
use contract::build::{Access, BuildId, File};

use super::*;
use crate::EntryCollector;
use generator_ground::storage::spill::Spill;

const KINDS: [&str; 6] = [
    "page",
    "guarded page",
    "file",
    "redirect",
    "gone",
    "nothing",
];

fn file(text: &str, access: Access, is_page: bool) -> Entry {
    Entry::File(File {
        build: BuildId::new("20261121T000000Z", 1).unwrap(),
        hash: Hash::of(text.as_bytes()),
        size: 1,
        media_type: "text/html".into(),
        access,
        class: None,
        status: None,
        style: None,
        faces: Vec::new(),
        anchors: Box::default(),
        weight: None,
        key: is_page.then(|| Hash::of(text.as_bytes())),
    })
}

/// A build with one path, `/a`; a page has its payload.
fn build(kind: &str, side: &str) -> Live {
    let page = |access| {
        let payload = file(&format!("payload {side}"), access, false);
        vec![
            ("/a", file(side, access, true)),
            ("/a/_payload.json", payload),
        ]
    };
    let entries = match kind {
        "page" => page(Access::Public),
        "guarded page" => page(Access::Guarded),
        "file" => vec![("/a", file(side, Access::Public, false))],
        "redirect" => {
            let to = format!("/{side}");
            let permanent = true;
            vec![("/a", Entry::Redirect { to, permanent })]
        }
        "gone" => vec![("/a", Entry::Gone)],
        _ => Vec::new(),
    };
    let entries = entries
        .into_iter()
        .map(|(path, entry)| (path.to_owned(), entry));
    let spill = Spill::new(&std::env::temp_dir());
    let golden = include_str!("../../../../contract/tests/golden/index.json");
    Live {
        index: serde_json::from_str(golden).unwrap(),
        tree: Tree::new(&EntryCollector::from_entries(&spill, entries), None),
    }
}

/// `added`, `removed` or the words of the change; none if the builds are the same. Payloads may be
/// read only where both builds have one.
fn change(before: &str, after: &str) -> Option<String> {
    let both_are_pages = before.ends_with("page") && after.ends_with("page");
    let places = |_: &str| {
        assert!(both_are_pages, "{before} → {after}: no two payloads");
        let [old, new] = ["old", "new"].map(|text| serde_json::json!({"payload": text}));
        Ok(places::places(&old, &new))
    };
    let [old, new] = [build(before, "old"), build(after, "new")];
    let Difference { site, pages, files } = Difference::between(&old, &new, places).unwrap();
    assert!(site.is_empty());
    let added = pages.added.iter().chain(&files.added);
    let removed = pages.removed.iter().chain(&files.removed);
    let parts = |page: &ChangedPage| {
        let parts: Vec<String> = page.parts.iter().map(|part| format!("{part:?}")).collect();
        format!("page {}: {}", parts.join("+"), page.rules.join(", "))
    };
    let files = files
        .changed
        .iter()
        .map(|file| format!("file: {}", file.what.join(", ")));
    let mut all: Vec<String> = added.map(|_| "added".to_owned()).collect();
    all.extend(removed.map(|_| "removed".to_owned()));
    all.extend(pages.changed.iter().map(parts));
    all.extend(files);
    assert!(all.len() <= 1, "{before} → {after}: {all:?}");
    all.pop()
}

#[test]
fn every_pair_of_kinds_is_compared() {
    for before in KINDS {
        for after in KINDS {
            let pages = before.ends_with("page") || after.ends_with("page");
            let noun = |kind: &str, side: &str| match kind {
                "redirect" => format!("redirect to /{side}"),
                kind => kind.to_owned(),
            };
            let kinds = format!("{} → {}", noun(before, "old"), noun(after, "new"));
            let expected = match (before, after) {
                ("nothing" | "gone", same) if same == before => None,
                ("nothing", _) => Some("added".to_owned()),
                (_, "nothing") => Some("removed".to_owned()),
                ("page", "page") | ("guarded page", "guarded page") => {
                    Some("page Content: ".to_owned())
                }
                ("page", "guarded page") => {
                    Some("page Content+Rules: access public → guarded".to_owned())
                }
                ("guarded page", "page") => {
                    Some("page Content+Rules: access guarded → public".to_owned())
                }
                ("file", "file") => Some("file: bytes".to_owned()),
                ("redirect", "redirect") => Some("file: redirect /old → /new".to_owned()),
                ("guarded page", "file") => {
                    Some(format!("page Rules: {kinds}, access guarded → public"))
                }
                ("file", "guarded page") => {
                    Some(format!("page Rules: {kinds}, access public → guarded"))
                }
                _ if pages => Some(format!("page Rules: {kinds}")),
                _ => Some(format!("file: {kinds}")),
            };
            assert_eq!(change(before, after), expected, "{before} → {after}");
        }
    }
}

#[test]
fn a_redirect_that_becomes_temporary_is_told_by_its_status() {
    let redirect = |permanent| Entry::Redirect {
        to: "/b".to_owned(),
        permanent,
    };
    let pair = (Some(redirect(true)), Some(redirect(false)));
    assert_eq!(rule_changes(&pair), ["status 308 → 307"]);
}
