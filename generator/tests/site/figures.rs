//! The script of sampled visits: in the public documents of a site that asks for it, and no trace
//! of it elsewhere.

use contract::build::{Access, Entry};

use crate::command::{generator, run};
use crate::photo::Photo;
use crate::world::World;

const SCRIPT: &str = "measure(document.currentScript.dataset.share)";

/// A site whose frontend was built with the script.
fn world() -> World {
    let world = World::new();
    world.folder.write("frontend/dist/figures.js", SCRIPT);
    world
}

fn sample(world: &mut World, share: &str) {
    let site = world.read("site.yaml").unwrap();
    world.write("site.yaml", format!("visitorFigures: {share}\n{site}"));
}

fn build(world: &World) -> Photo {
    let ran = run(&mut world.build("live", &[]));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    Photo::take(&world.folder.path("live/builds")).1
}

/// The addresses of the scripts of a document, with their other attributes.
fn scripts(document: &str) -> Vec<&str> {
    let found = document.split("<script async ").skip(1);
    found.map(|rest| rest.split('>').next().unwrap()).collect()
}

#[test]
fn the_public_documents_of_a_sampled_site_have_the_script_and_all_else_is_as_before() {
    let mut world = world();
    let before = build(&world);
    let site = world.read("site.yaml").unwrap();
    sample(&mut world, "0.25");
    let after = build(&world);
    let mut marked = Vec::new();
    let mut plain = Vec::new();
    for (path, (entry, bytes)) in &after.paths {
        let text = String::from_utf8_lossy(bytes);
        let found = scripts(&text);
        let [script] = found[..] else {
            assert!(found.is_empty(), "{path}: {found:?}");
            assert_eq!(before.paths[path].1, *bytes, "{path}");
            plain.push(path.as_str());
            continue;
        };
        let Entry::File(file) = entry else {
            panic!("{path}");
        };
        assert_eq!(file.access, Access::Public, "{path}");
        assert!(script.starts_with("fetchpriority=\"low\" src=\"/assets/figures/"));
        assert!(script.contains("data-share=\"0.25\""), "{script}");
        if script.ends_with(" data-missing") {
            marked.push(path.as_str());
        }
        let element = format!("<script async {script}></script>\n");
        let without = text.replacen(&element, "", 1);
        assert_eq!(without.as_bytes(), before.paths[path].1, "{path}");
    }
    assert_eq!(marked, ["/404", "/en/404"]);
    for path in ["/letters", "/login", "/en/letters", "/robots.txt"] {
        assert!(plain.contains(&path), "{path}: {plain:?}");
    }
    let ours = |name: &&String| name.starts_with("figures/");
    assert_eq!(after.index.assets.keys().filter(ours).count(), 1);
    assert_eq!(before.index.assets.keys().filter(ours).count(), 0);
    world.write("site.yaml", site);
    assert_eq!(build(&world).difference(&before), None);
}

#[test]
fn another_share_is_in_all_documents_at_once() {
    let mut world = world();
    sample(&mut world, "0.25");
    build(&world);
    let site = world.read("site.yaml").unwrap();
    world.write("site.yaml", site.replace("0.25", "1"));
    for (path, (_, bytes)) in &build(&world).paths {
        let text = String::from_utf8_lossy(bytes);
        assert!(!text.contains("data-share=\"0.25\""), "{path}");
    }
}

#[test]
fn readers_of_a_preview_are_not_measured() {
    let mut world = world();
    sample(&mut world, "1");
    build(&world);
    let mut arguments = world.arguments("preview", "live");
    let now = arguments.iter().position(|name| name == "--now").unwrap();
    arguments.drain(now..now + 2);
    let ran = run(&mut generator(arguments));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let previews = world.folder.path("live/builds/preview");
    let folder = std::fs::read_dir(previews).unwrap().next().unwrap();
    let (_, preview) = Photo::take(&folder.unwrap().path());
    assert!(preview.paths.contains_key("/en"));
    for (path, (_, bytes)) in &preview.paths {
        let text = String::from_utf8_lossy(bytes);
        assert!(scripts(&text).is_empty(), "{path}");
    }
}

#[test]
fn a_frontend_without_the_script_is_an_error_that_names_the_remedy() {
    let mut world = World::new();
    sample(&mut world, "0.25");
    let ran = run(&mut world.build("live", &[]));
    assert_ne!(ran.code, Some(0));
    assert!(ran.words.contains("`visitorFigures`"), "{}", ran.words);
    assert!(ran.words.contains("npm run build"), "{}", ran.words);
}
