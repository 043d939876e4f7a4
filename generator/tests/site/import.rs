//! Imported content is sound: `generator check` accepts the result.

use std::process::Command;

use crate::command::{Ran, generator, run};
use crate::world::World;

/// `generator import` with the folders of this site.
fn import(world: &World, arguments: &[&str]) -> Ran {
    let mut command = generator(["import"]);
    command.args(arguments);
    in_folders(world, &mut command, &["content", "locales"]);
    run(&mut command)
}

fn in_folders(world: &World, command: &mut Command, folders: &[&str]) {
    for name in folders {
        command
            .arg(format!("--{name}"))
            .arg(world.folder.path(name));
    }
}

fn assert_sound(world: &World) {
    let mut command = generator(["check"]);
    in_folders(world, &mut command, &["content", "locales", "frontend"]);
    command.args(["--now", &world.now.to_string()]);
    let ran = run(&mut command);
    assert_eq!(ran.code, Some(0), "{}", ran.words);
}

fn input(world: &World, name: &str, text: &str) -> String {
    let path = world.folder.write(&format!("input/{name}"), text);
    path.into_os_string().into_string().unwrap()
}

#[test]
fn rules_of_netlify_become_redirects_beside_those_that_exist() {
    let mut world = World::new();
    world.write("redirects.yaml", "# ours\n- { from: /ours, to: /terms }\n");
    let rules = "# moved\n/old-about/ /terms 301!\n/en/old-about /en/terms\n/%E6%97%A7 /terms 302\n\
                 /withdrawn /x 410\n/ours /news\n/blog/* /news/:splat\n/../../etc /terms\n";
    let file = input(&world, "_redirects", rules);
    let before = world.state();
    let dry = import(&world, &["netlify", &file, "--dry-run"]);
    assert_eq!(dry.code, Some(0), "{}", dry.words);
    assert!(world.state() == before, "a dry run writes no file");
    let ran = import(&world, &["netlify", &file]);
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    assert_eq!(
        world.read("redirects.yaml").unwrap(),
        "# ours\n- { from: /ours, to: /terms }\n\
         - { from: \"/old-about\", to: \"/terms\", locale: \"zh-CN\" }\n\
         - { from: \"/old-about\", to: \"/terms\", locale: \"en\" }\n\
         - { from: \"/旧\", to: \"/terms\", status: 307, locale: \"zh-CN\" }\n\
         - { from: \"/withdrawn\", status: 410, locale: \"zh-CN\" }\n"
    );
    for line in [
        "_redirects:6: ",
        "_redirects:7: ",
        "_redirects:8: ",
        "4 redirects",
    ] {
        assert!(ran.result.contains(line), "{line}: {}", ran.result);
    }
    assert_sound(&world);
    let again = import(&world, &["netlify", &file, "--lang", "zh-CN"]);
    assert!(again.result.contains("0 条跳转"), "{}", again.result);
    assert_sound(&world);
}

#[test]
fn an_input_that_cannot_be_read_is_an_error() {
    let world = World::new();
    let ran = import(&world, &["netlify", "/no/such/file"]);
    assert_eq!(ran.code, Some(5), "{}", ran.words);
    let file = world.folder.write("input/_redirects", b"/a \xff");
    let ran = import(&world, &["netlify", file.to_str().unwrap()]);
    assert_eq!(ran.code, Some(1), "{}", ran.words);
}
