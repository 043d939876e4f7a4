//! Cutting with the faces that the frontend declares; `npm install` there brings the files.

use std::path::PathBuf;

use contract::locale::{Direction, Locale};
use tempfile::TempDir;

use super::*;
use generator_content::{ChangedPaths, ContentFolder, Loader, Sources};
use generator_ground::storage::spill::Spill;

fn frontend() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend")
}

/// A declaration of the Chinese faces alone, without characters that are always included.
fn chinese() -> Declaration {
    let text = std::fs::read_to_string(frontend().join("fonts.json")).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    value["catalogs"] = "目录".into();
    let mut declaration: Declaration = serde_json::from_value(value).unwrap();
    declaration.recipe = declaration::recipe(&frontend()).unwrap();
    declaration
        .faces
        .retain(|face| face.family == "Noto Serif SC");
    for face in &mut declaration.faces {
        face.file = frontend().join(&face.file);
        face.characters.clear();
    }
    declaration
}

/// A site with one article per (slug, front matter, body).
fn content(folder: &TempDir, articles: &[(&str, &str, &str)]) -> Content {
    let root = folder.path().join("content");
    let write = |path: &str, text: &str| {
        let path = root.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write(
        "site.yaml",
        "url: https://t.example\ntimeZone: Asia/Shanghai\npublic: { name: { zh-CN: 站名 } }\n",
    );
    write(
        "news/_schema.json",
        r#"{"x-collection": {"kind": "markdown", "parity": "require"}, "type": "object", "additionalProperties": false, "required": ["title"], "properties": {"title": {"type": "string"}}}"#,
    );
    for (slug, fields, body) in articles {
        write(
            &format!("news/{slug}/zh-CN.md"),
            &format!("---\n{fields}\n---\n{body}\n"),
        );
    }
    let locale = Locale {
        code: "zh-CN".to_owned(),
        name: "简体中文".to_owned(),
        dir: Direction::Ltr,
        prefix: String::new(),
        language: "zh".to_owned(),
        default: true,
        formats: None,
    };
    let sources = Sources {
        locale_folder: folder.path().join("locales"),
        content: ContentFolder::new(root),
        locales: vec![locale],
        images: None,
        media_workers: MediaWorkers::new(folder.path().to_owned()).into(),
        visibility: Default::default(),
    };
    let mut loader = Loader::new(sources, &Spill::new(folder.path()));
    let loaded = loader.load(
        "2026-11-21T00:00:00Z".parse().unwrap(),
        &ChangedPaths::Everything,
    );
    assert!(loaded.diagnostics.is_empty(), "{:?}", loaded.diagnostics);
    loaded.content
}

/// Fonts that are kept in `folder`.
fn fonts(folder: &TempDir) -> Fonts {
    Fonts::new(folder.path(), Arc::new(MediaWorkers::new(frontend())))
}

/// The characters that a sheet's files have, read from the files.
fn characters(sheet: &Sheet) -> String {
    let folder = TempDir::new().unwrap();
    let mut all: Vec<char> = Vec::new();
    for subset in &sheet.files {
        let file = folder.path().join(subset.name());
        std::fs::write(&file, &subset.bytes).unwrap();
        let source = Source::read(&file).unwrap();
        all.extend(('\0'..=char::MAX).filter(|character| source.has(*character)));
    }
    all.sort_unstable();
    all.into_iter().collect()
}

#[test]
fn a_site_gets_the_characters_of_its_titles_headings_catalogs_and_configuration() {
    let folder = TempDir::new().unwrap();
    let content = content(&folder, &[("a", "title: 潮生", "起首\n\n正文\n\n## 标题")]);
    let made = fonts(&folder).make(&chinese(), &content).unwrap();
    assert_eq!(characters(&made.public), "名录标潮生目站起题首");
    assert_eq!(made.guarded.files, []);
    for subset in &made.public.files {
        assert!(
            made.public
                .css
                .contains(&format!("/assets/fonts/{}.woff2", subset.hash))
        );
    }
}

// R6.02
#[test]
fn guarded_characters_are_in_no_public_file_and_hidden_ones_in_none_at_all() {
    let folder = TempDir::new().unwrap();
    let articles = [
        ("a", "title: 公开", ""),
        ("b", "title: 公密\naccess: guarded", "# 函\n\n首\n\n正文"),
        ("c", "title: 稿\ndraft: true", ""),
        ("d", "title: 未来\npublishAt: 2030-01-01", ""),
        ("e", "title: 过期\nexpireAt: 2020-01-01", ""),
    ];
    let content = content(&folder, &articles);
    let made = fonts(&folder).make(&chinese(), &content).unwrap();
    assert_eq!(characters(&made.public), "公名开录目站");
    assert_eq!(characters(&made.guarded), "函密文正首");
    assert!(!made.public.css.contains("5BC6"), "{}", made.public.css);
    assert!(
        made.guarded.css.contains("url(/fonts/"),
        "{}",
        made.guarded.css
    );
}

#[test]
fn cutting_twice_gives_the_same_bytes() {
    let folders = [TempDir::new().unwrap(), TempDir::new().unwrap()];
    let [first, second] = folders.each_ref().map(|folder| {
        let content = content(folder, &[("a", "title: 海上明月共潮生", "")]);
        fonts(folder).make(&chinese(), &content).unwrap()
    });
    assert_eq!(first, second);
}

#[test]
fn what_was_cut_before_is_taken_from_the_cache_and_a_torn_file_is_not() {
    let folder = TempDir::new().unwrap();
    let content = content(&folder, &[("a", "title: 潮生", "")]);
    let mut fonts = fonts(&folder);
    let first = fonts.make(&chinese(), &content).unwrap();
    let cached: Vec<PathBuf> = std::fs::read_dir(folder.path().join("fonts"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    assert_eq!(cached.len(), 1);
    let other = Declaration {
        catalogs: "别".to_owned(),
        ..chinese()
    };
    let different = fonts
        .make(&other, &content)
        .unwrap()
        .public
        .files
        .remove(0)
        .bytes;
    std::fs::write(&cached[0], &different).unwrap();
    assert_eq!(
        fonts.make(&chinese(), &content).unwrap().public.files[0].bytes,
        different,
        "taken as it lies there"
    );
    std::fs::write(&cached[0], &different[..different.len() / 2]).unwrap();
    assert_eq!(
        fonts.make(&chinese(), &content).unwrap(),
        first,
        "cut again"
    );
}

#[test]
fn what_is_in_the_cache_needs_no_process_and_another_recipe_needs_one() {
    let folder = TempDir::new().unwrap();
    let content = content(&folder, &[("a", "title: 潮生", "")]);
    let first = fonts(&folder).make(&chinese(), &content).unwrap();
    let without_node = MediaWorkers::new(folder.path().to_owned());
    let mut again = Fonts::new(folder.path(), Arc::new(without_node));
    assert_eq!(again.make(&chinese(), &content).unwrap(), first);
    let other = Declaration {
        recipe: Hash::of(b"other"),
        ..chinese()
    };
    let error = format!("{:#}", again.make(&other, &content).unwrap_err());
    assert!(error.contains("cannot cut"), "{error}");
}

#[test]
fn a_character_without_a_glyph_is_named_and_does_not_stop_the_build() {
    let folder = TempDir::new().unwrap();
    let content = content(&folder, &[("a", "title: 潮🌊", "")]);
    let made = fonts(&folder).make(&chinese(), &content).unwrap();
    assert_eq!(made.warnings.len(), 1);
    let warning = made.warnings[0].to_string();
    assert!(warning.contains("has no glyph for 🌊"), "{warning}");
}

#[test]
fn a_missing_file_and_one_that_is_no_font_are_named_with_a_remedy() {
    let folder = TempDir::new().unwrap();
    let content = content(&folder, &[("a", "title: 潮", "")]);
    let broken = folder.path().join("broken.ttf");
    std::fs::write(&broken, "no font").unwrap();
    let packed = folder.path().join("broken.woff2");
    std::fs::write(&packed, "wOF2 no font").unwrap();
    for (file, remedy) in [
        ("missing.ttf", "npm install"),
        ("broken.ttf", "fonts.json"),
        ("broken.woff2", "no readable WOFF2"),
    ] {
        let mut declaration = chinese();
        declaration.faces[0].file = folder.path().join(file);
        let error = fonts(&folder).make(&declaration, &content).unwrap_err();
        let text = format!("{error:#}");
        assert!(text.contains(file) && text.contains(remedy), "{text}");
    }
}

#[test]
fn a_page_has_a_small_file_of_the_first_characters_that_it_shows() {
    let folder = TempDir::new().unwrap();
    let mut declaration = chinese();
    let faces = declaration.faces.iter_mut();
    faces
        .flat_map(|face| &mut face.first)
        .for_each(|first| first.most = 3);
    let faces = fonts(&folder).first(&declaration).unwrap();
    let of =
        |language: &str, has_own: bool| faces.faces_for(language, "A潮生 资，本", has_own).unwrap();
    let [face] = &of("zh", true)[..] else {
        panic!("one face");
    };
    assert_eq!(face.family, "Noto Serif SC First");
    assert_eq!((&*face.characters, face.is_own), ("潮生资", true));
    let sheet = Sheet {
        files: vec![(*face.subset).clone()],
        ..Sheet::default()
    };
    assert_eq!(characters(&sheet), "潮生资");
    assert!(of("en", true).is_empty(), "another language");
    assert!(of("zh", false).is_empty(), "a route of many pages");
    assert_eq!(
        faces.all_made().into_keys().collect::<Vec<_>>(),
        [face.subset.hash]
    );
}

#[test]
fn pages_that_show_one_of_the_shared_characters_share_a_file() {
    let folder = TempDir::new().unwrap();
    let mut declaration = chinese();
    for first in declaration
        .faces
        .iter_mut()
        .flat_map(|face| &mut face.first)
    {
        first.characters = Some("生潮".to_owned());
    }
    let faces = fonts(&folder).first(&declaration).unwrap();
    let [shared] = &faces.shared_faces().unwrap()[..] else {
        panic!("one face");
    };
    let of = |shown: &str| faces.faces_for("zh", shown, false).unwrap();
    assert_eq!(of("潮资")[0].subset.hash, shared.hash);
    assert_eq!(of("潮资")[0].characters, "潮生");
    assert!(of("资本").is_empty());
}
