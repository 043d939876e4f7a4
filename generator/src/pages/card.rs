//! Sharing images ("cards"): the preview of a page in messengers and social networks, drawn by the
//! frontend's template from the page's title and from the data that its route names (its moment).
//!
//! The frontend declares them in `cards.json`, and owns their design in `templates/card.html`;
//! without a declaration there are none. A card's address is the hash of all inputs of its bytes,
//! so it is known before the card is drawn, and a card that the live build has is taken over. No
//! code here is specific to a company.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context as _;
use contract::Hash;
use contract::locale::Direction;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tera::{Context, Tera};

use generator_media::workers::media::{MediaWorkers, recipe};

mod filters;
mod moment;

pub(crate) use moment::moment;

/// Width and height in pixels: the shape that all networks show uncut.
pub const SIZE: (u32, u32) = (1200, 630);

/// Content type: one that WeChat and Feishu read, too.
pub const MEDIA_TYPE: &str = "image/png";

/// Where the frontend declares that it has cards, and which fonts they use.
pub const DECLARATION: &str = "cards.json";

/// Template of the cards.
pub const TEMPLATE_FILE: &str = "templates/card.html";

/// Sources of this module, and the template engine; set by `build.rs`.
const RECIPE: &str = env!("CARDS_RECIPE");

/// Packages that draw.
const PACKAGES: [&str; 1] = ["@takumi-rs/"];

/// Tera escapes by the name's end.
const TEMPLATE: &str = "card.html";

/// `cards.json`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Declaration {
    fonts: Vec<Face>,
}

/// One font file, by the name that the template gives it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Face {
    family: String,
    /// Path from the frontend's folder.
    file: String,
}

/// Draws cards; one per frontend, shared by all threads.
pub struct Cards {
    tera: Tera,
    fonts: Vec<Font>,
    workers: Arc<MediaWorkers>,
    /// Hash of the template, the fonts and the recipes.
    hash: Hash,
}

/// A font for the process that draws.
#[derive(Serialize)]
struct Font {
    family: String,
    file: PathBuf,
    /// Hash of its bytes: another font at the same place is read again.
    hash: Hash,
}

/// A job for the process that draws, beside the HTML.
#[derive(Serialize)]
#[serde(tag = "job", rename = "card")]
struct Job<'a> {
    fonts: &'a [Font],
    width: u32,
    height: u32,
}

/// Words and figures of a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    /// Language of the words.
    pub lang: String,
    /// Direction of the text.
    pub dir: Direction,
    /// The page's title.
    pub title: String,
    /// The site's name.
    pub site: String,
    /// The page's path without prefix. It is part of the address, so that no two pages share a
    /// file.
    pub path: String,
    /// Values of the page's data that the card shows besides the title; empty for a route without a
    /// moment.
    pub moment: Map<String, Value>,
}

/// Variables of the template. Names are the template's variables.
#[derive(Serialize)]
struct Variables<'a> {
    #[serde(flatten)]
    card: &'a Card,
    /// How much of a line the title takes, in Latin letters; a Chinese character counts two.
    columns: usize,
}

/// Path on the site of the card of that hash.
pub fn path(hash: Hash) -> String {
    format!("/media/cards/{hash}.png")
}

impl Cards {
    /// The cards that the frontend in `folder` declares, if it does; `workers` draw them.
    ///
    /// # Errors
    /// The declaration, the template or a font cannot be read.
    pub fn load(folder: &Path, workers: Arc<MediaWorkers>) -> anyhow::Result<Option<Self>> {
        let place = folder.join(DECLARATION);
        if !place.is_file() {
            return Ok(None);
        }
        let bytes = read(&place)?;
        let declaration: Declaration =
            serde_json::from_slice(&bytes).with_context(|| format!("`{}`", place.display()))?;
        let template = read(&folder.join(TEMPLATE_FILE))?;
        let mut tera = Tera::default();
        filters::register(&mut tera);
        tera.add_raw_template(TEMPLATE, &String::from_utf8_lossy(&template))
            .with_context(|| format!("the template `{TEMPLATE_FILE}`"))?;
        let drawing = recipe(workers.frontend(), "cards", &PACKAGES)?;
        let fonts = declaration.fonts.into_iter().map(|face| {
            let file = folder.join(face.file);
            let hash = Hash::of(&read(&file)?);
            let family = face.family;
            Ok(Font { family, file, hash })
        });
        let fonts = fonts.collect::<anyhow::Result<Vec<Font>>>()?;
        let mut parts = vec![RECIPE.as_bytes(), drawing.as_bytes(), &bytes, &template];
        parts.extend(fonts.iter().map(|font| font.hash.as_bytes().as_slice()));
        let hash = Hash::of_parts(parts);
        Ok(Some(Self {
            tera,
            fonts,
            workers,
            hash,
        }))
    }

    /// Hash of all that decides a card's bytes.
    pub fn hash(&self, card: &Card) -> Hash {
        let Card {
            lang,
            dir,
            title,
            site,
            path,
            moment,
        } = card;
        let dir = match dir {
            Direction::Ltr => "ltr",
            Direction::Rtl => "rtl",
        };
        let moment = Value::Object(moment.clone()).to_string();
        let words = [lang, dir, title, site, path, &moment].map(str::as_bytes);
        let design = [self.hash.as_bytes().as_slice()];
        Hash::of_parts(design.into_iter().chain(words))
    }

    /// The bytes of a card.
    ///
    /// # Errors
    /// The template fails, or the process that draws.
    pub fn draw(&self, card: &Card) -> anyhow::Result<Vec<u8>> {
        let html = self.html(card)?;
        let job = Job {
            fonts: &self.fonts,
            width: SIZE.0,
            height: SIZE.1,
        };
        let (Drawn {}, png) = self
            .workers
            .run(&job, html.as_bytes())
            .context("a card cannot be drawn")?;
        Ok(png)
    }

    /// The markup of a card.
    fn html(&self, card: &Card) -> tera::Result<String> {
        let variables = Variables {
            card,
            columns: generator_content::columns(&card.title),
        };
        self.tera
            .render(TEMPLATE, &Context::from_serialize(variables)?)
    }
}

/// Facts of a card that was drawn: there are none.
#[derive(Deserialize)]
struct Drawn {}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| {
        format!(
            "cannot read `{}`; run `npm install` in the frontend's folder",
            path.display()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn workers() -> Arc<MediaWorkers> {
        let frontend = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend");
        Arc::new(MediaWorkers::new(frontend))
    }

    fn cards(template: &str) -> Cards {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        fs::create_dir(folder.path().join("templates")).unwrap();
        write("cards.json", r#"{"fonts": []}"#);
        write("templates/card.html", template);
        Cards::load(folder.path(), workers()).unwrap().unwrap()
    }

    fn card(title: &str) -> Card {
        Card {
            lang: "en".to_owned(),
            dir: Direction::Ltr,
            title: title.to_owned(),
            site: "Tide".to_owned(),
            path: "/news/a".to_owned(),
            moment: Map::new(),
        }
    }

    fn with_moment(moment: Value) -> Card {
        let Value::Object(moment) = moment else {
            panic!("a moment is an object")
        };
        Card {
            moment,
            ..card("A tide")
        }
    }

    const TEMPLATE: &str = "<div lang=\"{{ lang }}\" style=\"width: 1200px; height: 630px; background: #fff\">{{ title }}{% if moment.figure %}<b>{{ moment.figure }}</b>{% endif %}</div>";

    #[test]
    fn a_card_is_a_png_of_the_size_that_the_head_names_and_the_same_every_time() {
        let cards = cards(TEMPLATE);
        let bytes = cards.draw(&card("A tide")).unwrap();
        let size = imagesize::blob_size(&bytes).unwrap();
        assert_eq!((size.width, size.height), (1200, 630));
        assert!(bytes.starts_with(b"\x89PNG"));
        assert_eq!(cards.draw(&card("A tide")).unwrap(), bytes);
    }

    #[test]
    fn whatever_decides_a_cards_bytes_decides_its_address() {
        let hash = |template: &str, card: &Card| cards(template).hash(card);
        let first = hash(TEMPLATE, &card("A tide"));
        assert_eq!(first, hash(TEMPLATE, &card("A tide")));
        assert_ne!(first, hash(TEMPLATE, &card("A tidf")));
        assert_ne!(first, hash("<p>", &card("A tide")));
        let elsewhere = Card {
            path: "/news/b".to_owned(),
            ..card("A tide")
        };
        assert_ne!(first, hash(TEMPLATE, &elsewhere));
        let figure = with_moment(json!({ "figure": "41%" }));
        let later = with_moment(json!({ "figure": "93%" }));
        assert_ne!(first, hash(TEMPLATE, &figure));
        assert_ne!(hash(TEMPLATE, &figure), hash(TEMPLATE, &later));
        assert_eq!(hash(TEMPLATE, &figure), hash(TEMPLATE, &figure.clone()));
        let moved = Card {
            title: "A".to_owned(),
            site: " tideTide".to_owned(),
            ..card("")
        };
        let other = Card {
            title: "A tide".to_owned(),
            site: "Tide".to_owned(),
            ..card("")
        };
        assert_ne!(hash(TEMPLATE, &moved), hash(TEMPLATE, &other));
    }

    #[test]
    fn a_title_is_words_and_never_markup() {
        let cards = cards(TEMPLATE);
        let hostile = "</div><svg onload=x><img src='file:///etc/passwd'>{{ columns }}";
        assert!(cards.draw(&card(hostile)).is_ok());
        for card in [card(hostile), with_moment(json!({ "figure": hostile }))] {
            let html = cards.html(&card).unwrap();
            assert!(!html.contains("<svg") && !html.contains("<img"), "{html}");
            assert!(html.contains("{{ columns }}"), "{html}");
        }
    }

    #[test]
    fn a_template_draws_a_curve_and_a_disc_of_the_moments_figures() {
        let curve = "{{ moment.series | curve(width=10, height=4) }}";
        let card = with_moment(json!({ "series": [1, 2], "total": 5 }));
        assert_eq!(
            cards(curve).html(&card).unwrap(),
            "M0 2C3.3 1.3 6.7 .7 10 0"
        );
        let disc = "{% set disc = moment.total | disc(size=3) %}{{ disc.side }}:{% for cell in disc.cells %} {{ cell.x }},{{ cell.y }}{% endfor %}";
        assert_eq!(cards(disc).html(&card).unwrap(), "1: 1,1 1,0 0,1 2,1 1,2");
    }

    #[test]
    fn the_samples_template_draws_each_kind_of_moment_and_escapes_its_words() {
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend/templates/card.html");
        let cards = cards(&fs::read_to_string(place).unwrap());
        let rows = json!([{ "invested": 2011, "series": [100, 120, 90] }, { "invested": 2012, "series": [100, 40] }]);
        let year = |year: u32, invested: u32| json!({ "year": year, "invested": { "value": invested, "text": invested.to_string() }, "followOn": { "value": 80 } });
        let drawing = |thing: &str, step: &Value| json!({ "thing": thing, "total": 90, "steps": [{ "marked": 90 }, step] });
        let change = |thing: &str, step: &Value| json!({ "kind": "change", "figure": "90 <b> → 6", "label": "<b>", "drawing": drawing(thing, step) });
        let mut moments = vec![
            json!({}),
            json!({ "kind": "tide", "sentence": "Good <b>", "series": [1, 2, 2] }),
            json!({ "kind": "sum", "figure": "<b> 18.6", "label": "<b>", "series": [1, 2], "years": [2024, 2025] }),
            json!({ "kind": "ledger", "total": 2, "rows": rows }),
            json!({ "kind": "change", "figure": "81%", "label": "<b>" }),
            json!({ "kind": "signature", "series": [100, 40], "since": 2013 }),
            json!({ "kind": "years", "years": [year(2024, 90), year(2025, 0)] }),
            json!({ "kind": "headline", "date": "<b>" }),
        ];
        let things = ["die", "aid", "drive", "tank", "lorry", "bay"];
        moments.extend(things.map(|thing| change(thing, &json!({ "marked": 6 }))));
        moments.push(change("tank", &json!({ "places": [8, 16] })));
        for moment in moments {
            let html = cards.html(&with_moment(moment.clone()));
            let html = html.unwrap_or_else(|error| panic!("{moment}: {error:?}"));
            assert!(html.contains("Tide") && !html.contains("<b>"), "{html}");
            let moons = html.matches("#e9c46a").count();
            assert_eq!(moons, 1, "{moment}: {html}");
        }
    }

    #[test]
    fn without_a_declaration_there_are_no_cards() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Cards::load(folder.path(), workers()).unwrap().is_none());
        fs::write(folder.path().join("cards.json"), r#"{"fonts": []}"#).unwrap();
        let message = Cards::load(folder.path(), workers())
            .err()
            .unwrap()
            .to_string();
        assert!(message.contains("card.html"), "{message}");
    }
}
