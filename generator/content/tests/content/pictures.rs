//! Fields that name an image beside their text (`x-image`).

use contract::build::Access;
use generator_ground::message::Language;
use serde_json::{Value, json};

use crate::harness::{EN, GIF, Page, Tree, summary};

/// A site with a collection of entries with a photo, and slides with one each.
fn tree() -> Tree {
    let photo = json!({"type": "string", "x-image": true});
    let slide =
        json!({"type": "object", "properties": {"image": photo, "words": {"type": "string"}}});
    let schema = json!({
        "x-collection": {"kind": "markdown"}, "type": "object", "additionalProperties": false,
        "properties": {"photo": photo, "slides": {"type": "array", "items": slide}, "plant": {"type": "string", "x-ref": "plants"}}
    });
    Tree::new().write("plants/_schema.json", schema.to_string())
}

/// An entry in both languages.
fn plant(tree: Tree, slug: &str, fields: &str) -> Tree {
    let text = format!("---\n{fields}\n---\n");
    tree.write(&format!("plants/{slug}/zh-CN.md"), &text)
        .write(&format!("plants/{slug}/en.md"), &text)
        .write(&format!("plants/{slug}/morning.gif"), GIF)
        .write(&format!("plants/{slug}/images/noon.gif"), GIF)
}

fn of(slug: &str, fields: &[&str]) -> Value {
    json!({"query": "entry", "collection": "plants", "slug": slug, "fields": fields})
}

#[test]
fn a_page_gets_address_and_size_of_a_picture_wherever_its_field_stands() {
    let fields = "photo: ./morning.gif\nslides: [{ image: images/noon.gif, words: Noon }]";
    let mut tree = plant(tree(), "a", fields);
    tree = plant(tree, "b", "photo: morning.gif\nplant: a");
    let content = tree.content();
    let ask = |query| Page::of(EN, "a").ask(&content, &query);
    let found = ask(of("a", &["photo", "slides"]));
    let address = |picture: &Value| {
        picture["src"]
            .as_str()
            .unwrap()
            .split_once("?t=")
            .unwrap()
            .0
            .to_owned()
    };
    assert_eq!(address(&found["photo"]), "/media/plants/a/morning.gif");
    assert_eq!(found["photo"]["width"], 5);
    assert_eq!(found["photo"]["height"], 3);
    assert_eq!(found["photo"]["sources"], json!([]));
    let slide = &found["slides"][0];
    assert_eq!(
        (address(&slide["image"]).as_str(), &slide["words"]),
        ("/media/plants/a/images/noon.gif", &json!("Noon"))
    );
    // Through a reference it is the other entry's.
    let other = ask(of("b", &["photo", "plant.photo"]));
    assert_eq!(address(&other["photo"]), "/media/plants/b/morning.gif");
    assert_eq!(
        address(&other["plant"]["photo"]),
        "/media/plants/a/morning.gif"
    );
}

#[test]
fn a_picture_that_is_made_offers_its_encodings_and_its_colours() {
    let folder = tempfile::tempdir().unwrap();
    let tree = plant(tree(), "a", "photo: plant.png");
    tree.edit("plants/a/plant.png", photograph());
    let mut tree = tree.with_images(folder.path());
    let photo = Page::of(EN, "a").ask(&tree.content(), &of("a", &["photo"]))["photo"].clone();
    assert!(
        photo["placeholder"]
            .as_str()
            .unwrap()
            .starts_with("linear-gradient(#")
    );
    let types: Vec<&Value> = photo["sources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|source| &source["type"])
        .collect();
    assert_eq!(types, ["image/avif", "image/webp"]);
    let set = photo["sources"][0]["srcset"].as_str().unwrap();
    assert!(
        set.starts_with("/media/plants/a/plant.png.480.avif?t=") && set.ends_with(" 600w"),
        "{set}"
    );
}

/// A PNG of shades and grain, 600 pixels wide.
fn photograph() -> Vec<u8> {
    let mut state = 1_u32;
    let mut pixels = Vec::new();
    for (y, x) in (0..400_u32).flat_map(|y| (0..600_u32).map(move |x| (y, x))) {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let shades = [30 + x / 8, 40 + y / 5, 180 - x / 10];
        pixels.extend(shades.map(|shade| (shade + (state >> 28)) as u8));
    }
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 600, 400);
    encoder.set_color(png::ColorType::Rgb);
    encoder
        .write_header()
        .unwrap()
        .write_image_data(&pixels)
        .unwrap();
    bytes
}

// R10.06
#[test]
fn a_picture_that_is_not_there_is_told_with_its_line_and_the_one_that_was_meant() {
    let cases = [
        ("photo: mornng.gif", "/photo", "did you mean `morning.gif`?"),
        (
            "slides: [{ image: noon.gif }]",
            "/slides/0/image",
            "did you mean `images/noon.gif`?",
        ),
        (
            "photo: ../b/morning.gif",
            "/photo",
            "did you mean `morning.gif`?",
        ),
        (
            "photo: the-plant-at-night.gif",
            "/photo",
            "put the file into the entry's folder, and write its name",
        ),
        (
            "photo: report.pdf",
            "/photo",
            "name a picture: AVIF, GIF, JPEG, PNG, SVG or WebP",
        ),
    ];
    for (fields, field, remedy) in cases {
        let mut tree = plant(tree(), "a", fields).write("plants/a/report.pdf", "%PDF");
        let problems = tree.load().diagnostics;
        let expected = ["en", "zh-CN"]
            .map(|locale| format!("broken-image content/plants/a/{locale}.md:2 {field}"));
        assert_eq!(problems.iter().map(summary).collect::<Vec<_>>(), expected);
        assert!(
            problems
                .iter()
                .all(|problem| problem.message.remedy(Language::English) == remedy),
            "{problems:?}"
        );
    }
    let mut draft = plant(tree(), "a", "draft: true\nphoto: none.gif");
    assert!(
        draft
            .problems()
            .iter()
            .all(|problem| problem.starts_with("~broken-image"))
    );
}

#[test]
fn a_guarded_entry_s_picture_is_guarded_and_reaches_no_page_for_everyone() {
    let mut tree = plant(tree(), "a", "access: guarded\nphoto: morning.gif");
    tree = plant(tree, "b", "photo: morning.gif\nplant: a");
    let content = tree.content();
    let access = |path: &str| {
        content
            .media
            .iter()
            .find(|media| media.path == path)
            .unwrap()
            .access
    };
    assert_eq!(access("/media/plants/a/morning.gif"), Access::Guarded);
    let query = of("b", &["plant.photo"]);
    assert_eq!(Page::of(EN, "b").ask(&content, &query), json!({}));
    let seen = Page::of(EN, "b").guarded().ask(&content, &query);
    assert!(seen["plant"]["photo"]["src"].is_string());
}
