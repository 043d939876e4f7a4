//! Whole terminal outputs in both languages, and where the language comes from.

use crate::command::{Ran, run};
use crate::world::World;

/// A site with a misspelt field.
fn slipped() -> World {
    let mut world = World::new();
    let text = world.read("news/alder/en.md").unwrap();
    let text = text.replacen("---\n", "---\ntag: [潮, x]\n", 1);
    world.write("news/alder/en.md", text);
    world
}

fn told(world: &World, name: &str, more: &[&str]) -> Ran {
    run(world.generator(name, "live").args(more))
}

// R10.06
#[test]
fn an_editor_reads_a_slip_in_chinese_or_english() {
    let world = slipped();
    let english = "\
error[unknown-field]: unknown field `tag`
 --> content/news/alder/en.md:2:1
  |
2 | tag: [潮, x]
  | ^^^
  |
  = help: did you mean `tags`?
error: 1 error in the content; nothing was published
";
    let chinese = "\
错误[unknown-field]: 没有 `tag` 这个字段
 --> content/news/alder/en.md:2:1
  |
2 | tag: [潮, x]
  | ^^^
  |
  = 建议: 是不是想写 `tags`？
错误：内容有 1 处错误，这次没有发布
";
    assert_eq!(told(&world, "build", &[]).words, english);
    assert_eq!(told(&world, "build", &["--lang", "zh"]).words, chinese);
    for (variable, value, expected) in [
        ("PORTICO_LANG", "zh", chinese),
        ("LANG", "zh_CN.UTF-8", chinese),
        ("LANG", "de_DE.UTF-8", english),
    ] {
        let ran = run(world.generator("build", "live").env(variable, value));
        assert_eq!(ran.words, expected, "{variable}={value}");
        assert_eq!(ran.code, Some(1));
    }
}

// R10.02
#[test]
fn a_build_says_what_became_of_it_in_chinese() {
    let mut world = World::new();
    let first = told(&world, "build", &["--lang", "zh"]);
    assert_eq!(first.code, Some(0), "{}", first.words);
    assert!(first.result.starts_with("已发布 "), "{}", first.result);
    assert!(
        first.result.contains("\n  新增  https://www.example.com/"),
        "{}",
        first.result
    );
    let text = world.read("news/cedar/en.md").unwrap();
    world.write("news/cedar/en.md", text.replace("Text.", "Another text."));
    let second = told(&world, "build", &["--lang", "zh"]).result;
    let changed = "  修改  https://www.example.com/en/news/cedar";
    assert!(second.lines().any(|line| line == changed), "{second}");
    let third = told(&world, "build", &["--lang", "zh"]).result;
    assert!(third.starts_with("没有变化："), "{third}");
}

// R10.06
#[test]
fn a_program_reads_the_same_code_and_values_in_both_languages() {
    let world = slipped();
    let json = |language: &str| -> serde_json::Value {
        let format = ["--message-format", "json", "--lang", language];
        let ran = told(&world, "build", &format);
        serde_json::from_str(ran.words.lines().next().unwrap()).unwrap()
    };
    let (english, chinese) = (json("en"), json("zh"));
    for same in ["code", "file", "line", "values"] {
        assert_eq!(english[same], chinese[same], "{same}");
    }
    assert_eq!(english["values"]["field"], "tag");
    assert_eq!(english["values"]["suggestion"], "tags");
    assert_eq!(chinese["reason"], "没有 `tag` 这个字段");
}
