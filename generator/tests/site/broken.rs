//! Contents that are broken on purpose (`tests/broken/cases.yaml`): `generator check`, or a build
//! where a case asks for one, reports each with its place and remedy, in English and in Chinese,
//! word for word as `tests/broken/<language>.txt` has it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::command::{generator, run};
use crate::folder::dense;
use crate::world::World;

/// Front matter of a sound entry of the news.
const SOUND: &str = "---\ntitle: A\ndate: 2026-05-01\ncompany: lichen\n---\n";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// Below `content/`.
    path: String,
    /// The whole file.
    text: Option<String>,
    /// A text below sound front matter.
    body: Option<String>,
    /// How long the text at the place of `␂` is.
    #[serde(default)]
    letters: usize,
    /// Only a build sees it.
    #[serde(default)]
    build: bool,
}

fn cases() -> Vec<Case> {
    let text = fs::read_to_string(file("cases.yaml")).unwrap();
    let value = yaml_reader::parse(&text).unwrap();
    serde_json::from_value(value).unwrap()
}

fn file(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/broken")
        .join(name)
}

/// The report of a check, or of a build, without the sum at its end.
fn report(world: &World, language: &str, is_build: bool) -> String {
    let arguments = world.arguments("check", "live");
    let of_sources = ["--content", "--locales", "--frontend", "--now"];
    let pairs = arguments[1..].chunks(2);
    let pairs = pairs.filter(|pair| of_sources.contains(&pair[0].as_str()));
    let mut command = match is_build {
        true => world.build("live", &["--lang", language]),
        false => {
            let mut check = generator(["check", "--lang", language]);
            check.args(pairs.flatten());
            check
        }
    };
    let words = run(&mut command).words;
    let is_sum = |line: &&str| line.starts_with("error: ") || line.starts_with("错误：");
    let lines: Vec<&str> = words.lines().filter(|line| !is_sum(line)).collect();
    lines
        .join("\n")
        .replace(&world.folder.path("").display().to_string(), "…")
}

// R10.06
#[test]
fn each_broken_content_gets_the_right_message_in_both_languages() {
    let mut world = World::new();
    let sound = world.state();
    let cases = cases();
    assert!(cases.len() >= 80, "{}", cases.len());
    let mut golden = [String::new(), String::new()];
    let mut silent = Vec::new();
    for case in &cases {
        match (&case.text, &case.body) {
            (Some(text), _) => {
                world.write(&case.path, text.replace('␂', &dense(case.letters)));
            }
            (None, Some(body)) => {
                let body = body.replace('␇', "\u{7}");
                let body = body.replace('␂', &dense(case.letters));
                world.write(&case.path, format!("{SOUND}{body}\n"));
            }
            (None, None) => assert!(world.delete(&case.path), "{}", case.name),
        }
        let reports = ["en", "zh-CN"].map(|language| report(&world, language, case.build));
        let [english, chinese] = &reports;
        if !english.contains("--> ") {
            silent.push(&*case.name);
        }
        assert_eq!(
            places(english),
            places(chinese),
            "{}: both languages name the same places",
            case.name
        );
        let is_chinese = chinese.contains(|it: char| ('\u{4e00}'..='\u{9fff}').contains(&it));
        if !is_chinese || english == chinese {
            silent.push(&*case.name);
        }
        for (golden, report) in golden.iter_mut().zip(reports) {
            let _ = write!(golden, "# {}\n\n{report}\n\n", case.name);
        }
        world.restore(&sound);
    }
    assert_eq!(silent, [""; 0], "no message");
    for (language, text) in ["en", "zh-CN"].into_iter().zip(golden) {
        compare(&file(&format!("{language}.txt")), &text);
    }
}

/// Files, lines and columns that a report names.
fn places(report: &str) -> Vec<&str> {
    let lines = report.lines().map(str::trim_start);
    lines.filter(|line| line.starts_with("--> ")).collect()
}

fn compare(path: &Path, text: &str) {
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(path, text).unwrap();
    }
    let known = fs::read_to_string(path).unwrap_or_default();
    assert!(
        known == text,
        "{} differs; if the change is meant: UPDATE_GOLDEN=1 cargo test -p generator --test site broken",
        path.display()
    );
}
