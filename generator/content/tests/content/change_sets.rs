//! Content with the files of a change set in place of some of its own.

use std::fs;

use generator_content::{CHANGED_FILES, ChangedPaths, REMOVED_FILES};

use crate::harness::{EN, Tree};

const ENTRIES: [&str; 4] = ["kept", "changed", "replaced", "removed"];

fn tree() -> Tree {
    let tree = ENTRIES.iter().fold(Tree::new(), |tree, slug| {
        tree.item(&format!("news/{slug}"), "2026-05-03", "")
    });
    let text = |title: &str| format!("---\ntitle: {title}\ndate: 2026-05-03\n---\nNew words.\n");
    let write = |kind: &str, path: &str, text: &str| {
        let path = tree.change_set().join(kind).join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(CHANGED_FILES, "news/changed/en.md", &text("Changed"));
    for language in ["zh-CN", "en"] {
        for slug in ["replaced", "added"] {
            let path = format!("news/{slug}/{language}.md");
            write(CHANGED_FILES, &path, &text(slug));
        }
        write(REMOVED_FILES, &format!("news/removed/{language}.md"), "");
    }
    tree
}

/// The same files in the folder itself.
fn apply(tree: &Tree) {
    let changed = tree.change_set().join(CHANGED_FILES);
    for file in walkdir::WalkDir::new(&changed) {
        let file = file.unwrap();
        let inside = file.path().strip_prefix(&changed).unwrap();
        if file.file_type().is_file() {
            tree.edit(inside.to_str().unwrap(), fs::read(file.path()).unwrap());
        }
    }
    fs::remove_dir_all(tree.path("news/removed")).unwrap();
}

/// All that a load found, in words.
fn facts(loaded: &generator_content::Loaded) -> String {
    let news = loaded.content.collection("news").unwrap();
    let entries: Vec<String> = news
        .entries()
        .iter()
        .map(|entry| {
            let text = news.text(entry, EN).unwrap();
            let date = text.fields.get("date");
            format!("{} {} {date:?} {}", entry.slug, text.file, text.hash)
        })
        .collect();
    let content = &loaded.content;
    format!(
        "{entries:#?} {} {:?}",
        content.source_hash, loaded.diagnostics
    )
}

#[test]
fn a_change_set_reads_as_if_its_files_were_in_the_folder() {
    let mut tree = tree();
    let before = facts(&tree.load());
    tree.show_change_set(true);
    let with = facts(&tree.load());
    assert_ne!(before, with);
    for slug in ["kept", "changed", "replaced", "added"] {
        assert!(with.contains(&format!("news/{slug}/en.md")), "{with}");
    }
    assert!(!with.contains("removed"), "{with}");
    tree.show_change_set(false);
    assert_eq!(facts(&tree.load()), before);
    apply(&tree);
    assert_eq!(facts(&tree.load()), with);
    assert_eq!(facts(&tree.load_afresh()), with);
}

#[test]
fn after_a_change_set_is_shown_only_its_entries_are_read_again() {
    let mut tree = tree();
    tree.load();
    let slugs = ["changed", "replaced", "added", "removed"];
    let paths = slugs.map(|slug| tree.path(&format!("news/{slug}/en.md")));
    let touched = ChangedPaths::Paths(paths.into());
    tree.show_change_set(true);
    let with = facts(&tree.load_touched(&touched));
    assert_eq!(facts(&tree.load()), with);
    tree.show_change_set(false);
    let without = facts(&tree.load_touched(&touched));
    assert_eq!(facts(&tree.load_afresh()), without);
}

#[test]
fn the_body_of_a_changed_text_comes_from_the_change_set() {
    let mut tree = tree();
    tree.show_change_set(true);
    let content = tree.content();
    let news = content.collection("news").unwrap();
    let body = |slug: &str| {
        let entry = news.entries().iter().find(|entry| &*entry.slug == slug);
        let role = generator_content::TextRole::Own;
        content.body(news, entry.unwrap(), EN, role).unwrap().html
    };
    assert_eq!(body("changed"), "<p>New words.</p>\n");
    assert_eq!(body("kept"), "<p>Body of Item kept.</p>\n");
}
