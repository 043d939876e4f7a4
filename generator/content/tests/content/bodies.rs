//! Tests of the relation of a body's key to its HTML.

use generator_content::Content;
use generator_media::images::{Format, Picture, Role, Variant};
use serde_json::json;

use crate::harness::{EN, GIF, Page, Tree, ZH};

const TEXT: &str = "---\ntitle: A\ndate: 2026-05-03\n---\n[about](/about) ![tide](tide.gif)\n";

/// A note in the default language only, with a file beside it, and another entry with a file.
fn tree() -> Tree {
    Tree::new()
        .write("notes/a/zh-CN.md", TEXT)
        .write("notes/a/tide.gif", GIF)
        .write("notes/b/zh-CN.md", TEXT.replace("tide.gif", "wave.gif"))
        .write("notes/b/wave.gif", GIF)
}

/// Key and HTML of the note `a` as the page of a locale shows it.
fn body(content: &Content, locale: usize) -> (String, String) {
    let query = json!({"query": "entry", "collection": "notes", "slug": "a", "fields": ["body"]});
    let page = Page::of(locale, "a").guarded();
    let answer = page.try_ask(content, &query).unwrap();
    let shown = &answer.bodies[0];
    assert_eq!(answer.value["body"], shown.token());
    (shown.key().to_string(), shown.get().unwrap().html.clone())
}

/// Another smallest picture.
fn other_gif() -> Vec<u8> {
    let mut gif = GIF.to_vec();
    gif[13] ^= 1;
    gif
}

#[test]
fn a_bodys_key_changes_with_all_that_decides_its_html_and_with_nothing_else() {
    let with = |text: &str| TEXT.replace("[about]", &format!("{text} [about]"));
    let edits: [(&str, &str, Vec<u8>, bool); 9] = [
        ("its text", "notes/a/zh-CN.md", with("More.").into(), true),
        ("its title", "notes/a/zh-CN.md", TEXT.replace("title: A", "title: B").into(), false),
        ("who may read it", "notes/a/zh-CN.md", TEXT.replace("title:", "access: guarded\ntitle:").into(), true),
        ("a file that it shows", "notes/a/tide.gif", other_gif(), true),
        ("a file beside it", "notes/a/more.gif", other_gif(), true),
        ("another entry's file", "notes/b/wave.gif", other_gif(), false),
        ("another entry's text", "notes/b/zh-CN.md", with("More.").replace("tide.gif", "wave.gif").into(), false),
        ("another entry's new file", "notes/b/more.gif", other_gif(), false),
        ("the site", "site.yaml", "url: https://www.example.org\ntimeZone: UTC\npublic: { name: { zh-CN: 潮, en: Tide } }\n".into(), false),
    ];
    for (what, path, bytes, changes) in edits {
        let mut tree = tree();
        let before = body(&tree.content(), EN);
        tree.edit(path, bytes);
        let after = body(&tree.content(), EN);
        assert_eq!(before.0 != after.0, changes, "{what}");
        assert!(
            before.0 != after.0 || before.1 == after.1,
            "{what}: another HTML under the same key"
        );
    }
}

#[test]
fn a_text_that_names_other_entries_files_has_another_key_when_one_of_them_changes() {
    let naming = TEXT.replace("tide.gif", "/media/notes/b/wave.gif");
    let mut tree = tree().write("notes/a/zh-CN.md", naming);
    let before = body(&tree.content(), EN);
    tree.edit("notes/b/wave.gif", other_gif());
    let after = body(&tree.content(), EN);
    assert_ne!(before.1, after.1);
    assert_ne!(before.0, after.0);
    // A part that readers of a public text may not see is not in it.
    let guarded = TEXT
        .replace("title:", "access: guarded\ntitle:")
        .replace("tide.gif", "x.gif");
    tree = tree
        .write("notes/c/zh-CN.md", guarded)
        .write("notes/c/x.gif", GIF);
    assert_eq!(body(&tree.content(), EN), after);
}

#[test]
fn languages_and_pictures_are_part_of_a_bodys_key() {
    let mut tree = tree();
    let mut content = tree.content();
    let (in_english, in_chinese) = (body(&content, EN), body(&content, ZH));
    assert_ne!(in_english.1, in_chinese.1);
    assert_ne!(in_english.0, in_chinese.0);

    let file = content
        .media
        .iter()
        .find(|media| media.path.ends_with("tide.gif"))
        .unwrap();
    let variant = |width| Variant {
        role: Role::Original,
        format: Format::Gif,
        width,
        height: 3,
        hash: file.hash,
        size: 4,
    };
    let picture = |width| Picture {
        original: variant(width),
        candidates: Vec::new(),
        still: None,
        colours: None,
    };
    let hash = file.hash;
    let (first, second) = (picture(7), picture(8));
    let mut shown = Vec::new();
    for picture in [first, second] {
        content.pictures.insert(hash, picture.into());
        shown.push(body(&content, ZH));
    }
    assert!(shown[0].1.contains("width=\"7\"") && shown[1].1.contains("width=\"8\""));
    assert!(shown[0].0 != shown[1].0 && shown[0].0 != in_chinese.0);

    // `/de/about` is a link of its own where there is a language with that prefix.
    content.locales[0].prefix = "de".to_owned();
    assert_ne!(body(&content, EN).0, in_english.0);
}
