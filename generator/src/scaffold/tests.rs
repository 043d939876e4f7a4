//! Tests of the contents of a new site's files, for every choice of parts.

use std::collections::BTreeSet;

use jiff::civil::date;
use serde_json::{Value, json};

use super::*;

fn site(codes: &[&str], parts: &[Part]) -> NewSite {
    NewSite {
        name: "Port Museum".to_owned(),
        url: "https://www.museum.example".to_owned(),
        time_zone: "Europe/London".to_owned(),
        languages: Languages::parse(codes).unwrap(),
        parts: parts.to_vec(),
        kind: Kind::default(),
        look: Look::default(),
        accent: Look::default().accent_from(None).unwrap(),
        today: date(2026, 11, 24),
    }
}

/// Every choice of parts.
fn choices() -> impl Iterator<Item = Vec<Part>> {
    (0..1 << Part::ALL.len()).map(|bits: u32| {
        let chosen = |(at, _): &(usize, Part)| bits & (1 << at) != 0;
        Part::ALL
            .into_iter()
            .enumerate()
            .filter(chosen)
            .map(|(_, part)| part)
            .collect()
    })
}

/// The site's own files: place → text. The package's are the product's as they are.
fn own(site: &NewSite) -> Vec<(String, String)> {
    let files = template::files(site).into_iter();
    let own = files.filter(|file| {
        !product::FOLDERS
            .iter()
            .any(|folder| file.path.starts_with(&format!("{folder}/")))
    });
    own.map(|file| (file.path, String::from_utf8(file.bytes).unwrap()))
        .collect()
}

#[test]
fn nothing_of_the_template_is_left_over_whatever_parts_there_are() {
    for parts in choices() {
        for (path, text) in own(&site(&["en", "de", "ja"], &parts)) {
            assert!(
                !text.contains("@part") && !text.contains("@end"),
                "{path} with {parts:?}"
            );
            let placeholder = text.split('%').any(|word| {
                let (name, key) = word.split_once(' ').unwrap_or((word, "a"));
                name.len() > 2
                    && name
                        .bytes()
                        .all(|byte| byte.is_ascii_uppercase() || byte == b'_')
                    && !key.contains('\n')
            });
            assert!(!placeholder, "{path} with {parts:?}: {text}");
        }
    }
}

/// A site of every kind in every look.
fn dressed() -> impl Iterator<Item = NewSite> {
    let pairs = Look::ALL
        .into_iter()
        .flat_map(|look| Kind::ALL.map(|kind| (look, kind)));
    pairs.map(|(look, kind)| NewSite {
        kind,
        look,
        accent: look.accent_from(None).unwrap(),
        ..site(&["en", "zh-CN", "ja"], &Part::ALL)
    })
}

#[test]
fn each_look_has_its_face_and_each_kind_its_examples_in_every_language() {
    for site in dressed() {
        let files = own(&site);
        let text = |path: &str| {
            let found = files.iter().find(|(place, _)| place == path);
            &found.unwrap_or_else(|| panic!("{path}: {site:?}")).1
        };
        let package: Value = serde_json::from_str(text("frontend/package.json")).unwrap();
        let face = package["dependencies"].as_object().unwrap();
        let face = face.keys().next().unwrap();
        for place in ["frontend/fonts.json", "frontend/cards.json"] {
            let declared: Value = serde_json::from_str(text(place)).unwrap();
            assert!(declared.to_string().contains(face.as_str()), "{place}");
        }
        let fonts: Value = serde_json::from_str(text("frontend/fonts.json")).unwrap();
        let first = &fonts["faces"][0]["first"];
        assert_eq!(first[0]["languages"], json!(["en"]));
        assert_eq!(first[1]["languages"], json!(["zh", "ja"]));
        for language in ["en", "zh-CN", "ja"] {
            for place in ["pages/home", "pages/about", "news/the-site-is-here"] {
                let example = text(&format!("content/{place}/{language}.md"));
                assert!(example.contains("\nplaceholder: true\n"), "{place}");
            }
        }
        let left = files.iter().find(|(path, text)| {
            let is_style = path.ends_with(".css") || path.ends_with(".html");
            is_style
                && ["PRIMARY", "PAPER", "ACCENT", "FAMILY", "WEIGHT"]
                    .iter()
                    .any(|name| text.contains(&format!("%{name}%")))
        });
        assert!(left.is_none(), "{left:?}");
    }
}

#[test]
fn a_part_that_is_left_out_is_named_by_no_file() {
    for (part, words) in [
        (Part::News, ["routes/news", "ArticleList", "'news'"]),
        (Part::Forms, ["routes/contact", "MessageForm", "'contact'"]),
        (
            Part::Search,
            ["routes/search", "SearchButton", "siteSearch"],
        ),
        (
            Part::Members,
            ["routes/login", "features/account", "state/session"],
        ),
        (Part::China, ["ilings", "beian", "legalName"]),
    ] {
        let others: Vec<Part> = Part::ALL
            .into_iter()
            .filter(|other| *other != part)
            .collect();
        for (path, text) in own(&site(&["en"], &others)) {
            if path.ends_with(".po") {
                continue;
            }
            for word in words {
                assert!(
                    !path.contains(word) && !text.contains(word),
                    "{word} in {path}"
                );
            }
        }
    }
}

#[test]
fn filing_numbers_are_usual_where_chinese_is_the_default_language() {
    for (code, expected) in [
        ("zh-CN", true),
        ("zh-cn", true),
        ("en", false),
        ("zh-TW", false),
    ] {
        assert_eq!(Part::usual(code).contains(&Part::China), expected, "{code}");
        assert!(Part::usual(code).contains(&Part::Members));
    }
}

#[test]
fn catalogs_have_the_words_of_the_parts_that_there_are() {
    let words = |parts: &[Part]| {
        let files = own(&site(&["en"], parts));
        let catalog = files
            .into_iter()
            .find(|(path, _)| path == "locales/en/site.po");
        catalog.unwrap().1
    };
    assert!(words(&Part::ALL).contains("\"Sign out\""));
    assert!(!words(&[Part::News]).contains("\"Sign out\""));
    assert!(words(&[Part::News]).contains("\"All news\""));
}

#[test]
fn each_language_has_its_texts_and_one_that_nobody_wrote_has_the_english_ones() {
    let files: Vec<_> = own(&site(&["ja", "fr"], &Part::ALL));
    let text = |wanted: &str| &files.iter().find(|(path, _)| path == wanted).unwrap().1;
    assert!(text("README.md").contains("サイト"));
    assert!(text("content/pages/about/ja.md").contains("私たち"));
    assert!(text("content/pages/about/fr.md").contains("About"));
    assert!(text("content/forms/contact.yaml").contains("\"fr\":\"Your name\""));
    assert!(text("locales/fr/site.po").contains("\"Language: fr\\n\""));
    assert!(text("locales/fr/site.po").contains("msgid \"About\"\nmsgstr \"\""));
    assert!(text("locales/fr/server.yaml").contains("There is no such call"));
    let places: BTreeSet<_> = files.iter().map(|(path, _)| path.as_str()).collect();
    assert!(!places.contains("content/pages/about/en.md"), "{places:?}");
}

#[test]
fn words_of_schemas_are_laid_down_for_the_languages_of_the_site() {
    let words = |codes: &[&str]| -> Vec<String> {
        let places = own(&site(codes, &[Part::News])).into_iter();
        let words = places.map(|(path, _)| path);
        words.filter(|path| path.contains("/_schema.")).collect()
    };
    let rules = ["content/news/_schema.json", "content/pages/_schema.json"];
    assert_eq!(words(&["en", "fr"]), rules);
    assert_eq!(
        words(&["ja", "zh-TW"]),
        [
            "content/news/_schema.ja.json",
            rules[0],
            "content/news/_schema.zh-TW.json",
            "content/pages/_schema.ja.json",
            rules[1],
            "content/pages/_schema.zh-TW.json",
        ]
    );
}

#[test]
fn nothing_of_the_sample_firm_is_in_it() {
    for (path, text) in own(&site(&["en", "zh-CN", "ja"], &Part::ALL)) {
        for word in ["tidewater", "潮生", "tide line", "#e9c46a", "contour"] {
            assert!(!text.to_lowercase().contains(word), "{word} in {path}");
        }
    }
}

#[test]
fn an_upgrade_replaces_what_is_portico_s_and_keeps_what_is_the_site_s() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("site");
    write(&site(&["fr", "en"], &[Part::News]), &at).unwrap();
    assert_eq!(
        upgrade::upgrade(&at, true).unwrap(),
        upgrade::Upgrade::default()
    );
    let edit = |place: &str, change: &dyn Fn(String) -> String| {
        let path = at.join(place);
        fs::write(&path, change(fs::read_to_string(&path).unwrap())).unwrap();
    };
    // As another version and the site's people left it.
    edit("frontend/portico/src/definition.ts", &|text| {
        text + "// older\n"
    });
    edit("frontend/site/routes.ts", &|text| text + "// ours\n");
    edit("locales/fr/portico.po", &|text| {
        let with = text.replacen("msgstr \"\"\n\n#:", "msgstr \"Fermé\"\n\n#:", 1);
        with + "\nmsgid \"Long gone\"\nmsgstr \"Parti\"\n"
    });
    fs::remove_file(at.join("frontend/media/worker.mjs")).unwrap();
    fs::write(at.join("frontend/portico/src/old.ts"), "").unwrap();
    fs::create_dir_all(at.join("frontend/portico/node_modules/a")).unwrap();
    fs::write(at.join("frontend/portico/node_modules/a/b.js"), "").unwrap();

    let told = upgrade::upgrade(&at, false).unwrap();
    assert_eq!(
        told.changed,
        [
            "frontend/portico/src/definition.ts",
            "locales/fr/portico.po"
        ]
    );
    assert_eq!(told.new, ["frontend/media/worker.mjs"]);
    assert_eq!(told.gone, ["frontend/portico/src/old.ts"]);
    assert!(at.join("frontend/portico/src/old.ts").exists());

    assert_eq!(upgrade::upgrade(&at, true).unwrap(), told);
    assert_eq!(
        upgrade::upgrade(&at, false).unwrap(),
        upgrade::Upgrade::default()
    );
    assert!(
        fs::read_to_string(at.join("frontend/site/routes.ts"))
            .unwrap()
            .ends_with("// ours\n")
    );
    let words = fs::read_to_string(at.join("locales/fr/portico.po")).unwrap();
    assert!(words.contains("Fermé") && !words.contains("Parti"));
    assert!(at.join("frontend/portico/node_modules/a/b.js").exists());
    assert!(!at.join("locales/fr/chat.po").exists());
}

#[test]
fn an_upgrade_adds_texts_of_the_servers_and_scripts_that_an_earlier_site_lacks() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("site");
    write(&site(&["ja", "en"], &[Part::News]), &at).unwrap();
    let places = ["locales/ja/server.yaml", "frontend/package.json"];
    let read = |place: &str| fs::read_to_string(at.join(place)).unwrap();
    let current = places.map(read);
    let is_new = |line: &&str| line.contains("wechat") || line.contains("\"check\"");
    for (place, text) in places.iter().zip(&current) {
        let lines = text.split_inclusive('\n');
        let older: String = lines.filter(|line| !is_new(line)).collect();
        fs::write(at.join(place), older).unwrap();
    }
    fs::write(at.join("scripts/run"), "#!/bin/sh\n# ours\n").unwrap();

    let found = upgrade::upgrade(&at, true).unwrap();
    assert_eq!((found.changed_count(), found.manual_count()), (2, 0));
    let texts = places.map(|place| yaml_reader::parse(&read(place)).unwrap());
    assert_eq!(
        texts,
        current.map(|text| yaml_reader::parse(&text).unwrap())
    );
    assert_eq!(read("scripts/run"), "#!/bin/sh\n# ours\n");
    let again = upgrade::upgrade(&at, false).unwrap();
    assert_eq!((again.changed_count(), again.manual_count()), (0, 0));
    assert_eq!(again.own.len(), 1, "the changed script is reported again");
}

#[test]
fn a_site_has_the_documentation_of_the_version_and_a_guide_for_tools() {
    for (language, there, absent) in [
        ("ja", "docs/editors.md", "docs/editors.zh-CN.md"),
        ("zh-CN", "docs/editors.zh-CN.md", "docs/editors.md"),
        ("zh-TW", "docs/editors.zh-CN.md", "docs/editors.md"),
    ] {
        let files = template::files(&site(&[language, "en"], &[]));
        let text = |place: &str| {
            let file = files.iter().find(|file| file.path == place);
            file.map(|file| String::from_utf8(file.bytes.clone()).unwrap())
        };
        let list = text("frontend/portico/docs/README.md").unwrap();
        assert!(list.contains(env!("CARGO_PKG_VERSION")));
        let linked: Vec<&str> = list.split("](").skip(1).collect();
        assert!(linked.len() > 15, "{list}");
        for link in linked {
            let place = link.split(')').next().unwrap_or_default();
            assert!(
                text(&format!("frontend/portico/docs/{place}")).is_some(),
                "{place}"
            );
        }
        let has = |part: &str| files.iter().any(|file| file.path.contains(part));
        assert!(has(there) && !has(absent), "{language}");
        assert!(has("docs/reference/gateway-commands.md"));
        assert!(!has("docs/decisions") && !has("docs/site") && !has("docs/benchmarks"));
        // Each path of the guide is in the site, or is written by a program.
        let guide = text("AGENTS.md").unwrap();
        for place in guide.split('`').skip(1).step_by(2) {
            let is_path = place.starts_with("frontend/portico/docs/") && place.ends_with(".md");
            assert!(!is_path || text(place).is_some(), "{place}");
        }
        let documents = files.iter().filter(|file| file.path.contains("/docs/"));
        let bytes: usize = documents.map(|file| file.bytes.len()).sum();
        assert!(bytes < 400_000, "{language}: {bytes} bytes");
    }
}

#[test]
fn a_folder_that_is_not_empty_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine"), "mine").unwrap();
    let site = site(&["en"], &[]);
    let refused = write(&site, folder.path()).unwrap_err();
    assert_eq!(refused.exit, Exit::Usage);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    let inside = folder.path().join("site");
    fs::create_dir(&inside).unwrap();
    assert!(write(&site, &inside).unwrap() > 100);
    assert!(inside.join("content/site.yaml").is_file());
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
}

/// An editor that does not find a schema shows no error; it only completes no key.
#[test]
fn schemas_that_the_editor_is_given_are_in_the_site() {
    for parts in choices() {
        let files = template::files(&site(&["en"], &parts));
        let file = |place: &str| files.iter().find(|file| file.path == place);
        let settings = file(".vscode/settings.json").unwrap();
        let settings: Value = serde_json::from_slice(&settings.bytes).unwrap();
        let schemas = settings["yaml.schemas"].as_object().unwrap();
        assert_eq!(
            schemas.contains_key("./content/forms/_schema.json"),
            parts.contains(&Part::Forms)
        );
        for place in schemas.keys() {
            let place = place.strip_prefix("./").unwrap();
            assert!(file(place).is_some(), "{place} with {parts:?}");
        }
        for schema in files
            .iter()
            .filter(|file| file.path.ends_with("/_schema.json"))
        {
            let text = String::from_utf8_lossy(&schema.bytes);
            let place = "\"../../frontend/portico/schemas/collection.schema.json\"";
            assert!(text.contains(place), "{}", schema.path);
        }
        assert!(file("frontend/portico/schemas/collection.schema.json").is_some());
        assert!(file("frontend/portico/schemas/settings.schema.json").is_some());
    }
}
