//! Files at the root of the site.

use generator_content::ChangedPaths;

use crate::harness::Tree;

/// Address and content type of the files of a tree.
fn files(tree: &mut Tree) -> Vec<(String, &'static str)> {
    let content = tree.content();
    let media = content.media.iter();
    media
        .map(|media| (media.path.clone(), media.media_type))
        .collect()
}

#[test]
fn files_have_their_addresses_at_the_root() {
    let mut tree = Tree::new()
        .write(
            "static/favicon.svg",
            "<svg xmlns='http://www.w3.org/2000/svg' width='6' height='3'/>",
        )
        .write("static/MP_verify_aB3.txt", "aB3")
        .write("static/manifest.webmanifest", "{}")
        .write(
            "static/google1f.html",
            "google-site-verification: google1f.html",
        )
        .write(
            "static/.well-known/security.txt",
            "Contact: mailto:a@example.com",
        )
        .write("static/BingSiteAuth.xml", "<users/>")
        .write("static/.DS_Store", "")
        .write("static/old.txt~", "");
    assert_eq!(
        files(&mut tree),
        [
            ("/.well-known/security.txt", "text/plain; charset=utf-8"),
            ("/BingSiteAuth.xml", "application/xml"),
            ("/MP_verify_aB3.txt", "text/plain; charset=utf-8"),
            ("/favicon.svg", "image/svg+xml"),
            ("/google1f.html", "text/html; charset=utf-8"),
            ("/manifest.webmanifest", "application/manifest+json"),
        ]
        .map(|(path, media_type)| (path.to_owned(), media_type))
    );
}

#[test]
fn a_file_that_cannot_be_there_is_an_error_with_its_place() {
    for (path, code) in [
        ("static/robots.txt", "static-file"),
        ("static/sitemap.xml", "static-file"),
        ("static/api/a.json", "static-file"),
        ("static/feeds/news.xml", "static-file"),
        ("static/media/a.txt", "static-file"),
        ("static/en/a.txt", "static-file"),
        ("static/index.html", "static-file"),
        ("static/_payload.json", "static-file"),
        ("static/a b.txt", "static-file"),
        ("static/图.txt", "static-file"),
        ("static/a/_b/c.txt", "static-file"),
        ("static/run.exe", "file-type"),
        ("static/app.js", "file-type"),
        ("static/bad.svg", "bad-image"),
    ] {
        let mut tree = Tree::new().write(path, "x");
        assert_eq!(
            tree.problems(),
            [format!("{code} content/{path}")],
            "{path}"
        );
    }
    let large = vec![b'x'; 4 * 1024 * 1024 + 1];
    let mut tree = Tree::new().write("static/large.txt", large);
    assert_eq!(tree.problems(), ["static-file content/static/large.txt"]);
}

#[test]
fn a_file_that_is_added_changed_or_removed_is_noticed_by_its_path_alone() {
    let mut tree = Tree::new();
    let before = tree.content();
    tree.edit("static/.well-known/security.txt", "one");
    let path = tree.path("static/.well-known/security.txt");
    let touched = ChangedPaths::Paths([path.clone()].into());
    let one = tree.load_touched(&touched).content;
    assert_eq!(one.media.len(), 1);
    assert_ne!(one.source_hash, before.source_hash);
    tree.edit("static/.well-known/security.txt", "two");
    let two = tree.load_touched(&touched).content;
    assert_ne!(two.media, one.media);
    std::fs::remove_file(path).unwrap();
    let after = tree.load_touched(&touched).content;
    assert_eq!(after.source_hash, before.source_hash);
    assert!(after.media.is_empty());
}
