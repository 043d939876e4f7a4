//! A small site on disk: content of every kind, a frontend, and the changes of editors, developers
//! and operators.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use contract::Hash;
use generator::config::options::{OriginDown, Sidecars};
use generator::config::{BuildConfig, OriginAddress, SiteConfig};
use generator_builds::publish::Outcome;
use generator_builds::sweep::Retention;
use generator_ground::diagnostic::console::MessageFormat;
use generator_ground::diagnostic::console::MessageStyle;
use generator_ground::message::Language;
use generator_media::workers::media::MediaWorkers;
use serde_json::json;
use tempfile::TempDir;

use crate::bundle::worker;

/// The crate's folder.
pub(crate) const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The languages.
pub(crate) const LOCALES: [&str; 2] = ["zh-CN", "en"];

/// Route tables that a frontend can be built with.
pub(crate) const TABLES: [&str; 3] = ["first", "second", "third"];

/// The clock when a site is new.
pub(crate) const NOW: &str = "2026-11-21T03:00:00Z";

/// A site in a temporary folder.
pub(crate) struct Folder {
    root: TempDir,
}

impl Folder {
    /// A sound site.
    pub(crate) fn new() -> Self {
        let folder = Self {
            root: tempfile::tempdir().unwrap(),
        };
        let frontend = folder.path("frontend");
        fs::create_dir_all(&frontend).unwrap();
        let packages = Path::new(ROOT).join("../frontend/node_modules");
        symlink(
            packages.canonicalize().unwrap(),
            frontend.join("node_modules"),
        )
        .unwrap();
        for file in fs::read_dir(Path::new(ROOT).join("../frontend/media")).unwrap() {
            let file = file.unwrap();
            let name = file.file_name().into_string().unwrap();
            folder.write(
                &format!("frontend/media/{name}"),
                fs::read(file.path()).unwrap(),
            );
        }
        folder.write(
            "locales/locales.json",
            include_bytes!("../../../locales/locales.json"),
        );
        folder.fill();
        folder
    }

    /// A place in the folder.
    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.root.path().join(path)
    }

    /// A place in `content/`.
    pub(crate) fn content(&self, path: &str) -> PathBuf {
        self.path("content").join(path)
    }

    /// Writes a file, with its folders.
    pub(crate) fn write(&self, path: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Writes content and frontend.
    fn fill(&self) {
        for (path, text) in content_files() {
            self.write(&format!("content/{path}"), text);
        }
        self.build_frontend(TABLES[0]);
        self.translate(0);
        self.write(
            "frontend/templates/document.html",
            include_bytes!("../fixtures/frontend/document.html"),
        );
        self.write("frontend/package-lock.json", "{}");
        self.write("frontend/dist/client/assets/app.js", "hydrate()");
    }

    /// A frontend with another route table; the last one has web fonts and cards.
    pub(crate) fn build_frontend(&self, table: &str) {
        let fixture = |name: &str| {
            fs::read(Path::new(ROOT).join("tests/fixtures/frontend").join(name)).unwrap()
        };
        let declarations = [
            ("dist/fonts.json", fonts().to_string()),
            ("dist/first-screen.json", first_screen().to_string()),
            ("cards.json", cards().to_string()),
            ("templates/card.html", CARD.to_owned()),
        ];
        for (name, text) in declarations {
            let path = format!("frontend/{name}");
            if table == "third" {
                self.write(&path, text);
            } else if self.path(&path).exists() {
                fs::remove_file(self.path(&path)).unwrap();
            }
        }
        self.write(
            "frontend/dist/inline.js",
            "document.documentElement.dataset.js = ''",
        );
        self.write("frontend/dist/server/worker.mjs", worker());
        self.write("frontend/dist/server/first.mjs", fixture("first.mjs"));
        let routes = if table == "first" {
            "export * from './first.mjs'".into()
        } else {
            fixture(&format!("{table}.mjs"))
        };
        self.write("frontend/dist/server/routes.mjs", routes);
    }

    /// A frontend with other words, as after a change of a catalog.
    pub(crate) fn translate(&self, version: u8) -> PathBuf {
        let words = |text: &str| json!({ "welcome": format!("{text} {version}") });
        let words = json!({"zh-CN": words("欢迎"), "en": words("Welcome")});
        self.write("frontend/dist/server/words.json", words.to_string())
    }

    /// Options of a build into the folder `out`.
    pub(crate) fn config(&self, out: &str, origin: &str) -> BuildConfig {
        let made = |name: &str| {
            let path = self.path(out).join(name);
            fs::create_dir_all(&path).unwrap();
            path
        };
        let locales = fs::read(self.path("locales/locales.json")).unwrap();
        BuildConfig {
            site: SiteConfig {
                changes: None,
                content: self.path("content"),
                frontend: self.path("frontend"),
                media_workers: MediaWorkers::new(self.path("frontend")).into(),
                locales: serde_json::from_slice(&locales).unwrap(),
                locale_folder: self.path("locales"),
                visibility: Default::default(),
                now: Some(NOW.parse().unwrap()),
                messages: MessageStyle {
                    format: MessageFormat::Human,
                    language: Language::English,
                },
            },
            builds: made("builds"),
            var: made("var"),
            origin: OriginAddress::Remote {
                url: origin.to_owned(),
                ca: None,
            },
            origin_down: OriginDown::Fail,
            accept_seo: true,
            workers: 1,
            page_timeout: std::time::Duration::from_secs(20),
            sidecars: Sidecars::Never,
            initiator: Default::default(),
            retention: Retention::default(),
            address: None,
            until: None,
            outcome: Outcome::Live,
        }
    }
}

/// Where the web fonts of the last table come from.
fn fonts() -> serde_json::Value {
    let face = json!({
        "family": "Newsreader", "weight": "200 800", "style": "normal", "ranges": "U+20-FF",
        "file": "node_modules/@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2",
        "characters": "0123456789", "features": ["kern"],
        "first": [{ "languages": ["zh", "en"], "most": 6 }]
    });
    json!({"faces": [face], "catalogs": "Welcome"})
}

fn first_screen() -> serde_json::Value {
    let needs = json!([[["h1", "p"]]]);
    json!({"rules": [
        {"css": ":root{a:b}", "within": [], "needs": []},
        {"css": "h1,p{c:d}", "within": [], "needs": needs, "face": true, "subjects": needs}
    ]})
}

fn cards() -> serde_json::Value {
    json!({"fonts": [{
        "family": "Newsreader",
        "file": "node_modules/@expo-google-fonts/newsreader/500Medium/Newsreader_500Medium.ttf"
    }]})
}

const CARD: &str = "<div style=\"width: 1200px; height: 630px; font-size: 60px\">{{ title }}</div>";

/// The content of a new site: path below `content/` → text.
fn content_files() -> Vec<(String, String)> {
    let mut files = vec![
        ("site.yaml".to_owned(), SITE.to_owned()),
        ("system-config.yaml".to_owned(), SYSTEM_CONFIG.to_owned()),
        ("news/_schema.json".to_owned(), dated_schema("fallback")),
        ("letters/_schema.json".to_owned(), dated_schema("fallback")),
        (
            "companies/_schema.json".to_owned(),
            plain_schema("name", "require"),
        ),
        (
            "pages/_schema.json".to_owned(),
            plain_schema("title", "require"),
        ),
        ("figures/_schema.json".to_owned(), figures_schema()),
        (
            "figures/2024.yaml".to_owned(),
            "revenue: 1234.5\n".to_owned(),
        ),
        (
            "figures/2025.yaml".to_owned(),
            "revenue: 2345.6\nnote: { zh-CN: 增, en: Up }\n".to_owned(),
        ),
    ];
    let mut entry = |path: &str, fields: &str, body: &str| {
        for locale in LOCALES {
            let text = format!("---\n{}\n---\n{body}\n", fields.replace("{locale}", locale));
            files.push((format!("{path}/{locale}.md"), text));
        }
        files.push((format!("{path}/chart.svg"), CHART.to_owned()));
    };
    let item = |title: &str, date: &str, rest: &str| {
        format!("title: {title} {{locale}}\ndate: {date}\n{rest}")
    };
    entry("companies/lichen", "name: Lichen {locale}", "A *company*.");
    entry("companies/radial", "name: Radial {locale}", "");
    entry(
        "pages/terms",
        "title: Terms {locale}\nupdatedAt: 2026-01-01",
        "Be fair.\n\n![What is fair](/media/pages/about/chart.svg)",
    );
    entry(
        "pages/about",
        "title: About {locale}",
        "See [the news](/news).",
    );
    let tagged = "company: lichen\ntags: [sea, land]";
    entry(
        "news/alder",
        &item("Alder", "2026-05-01", tagged),
        "One **bold** word.",
    );
    entry(
        "news/birch",
        &item("Birch", "2026-05-02", "tags: [sea]"),
        "See [Alder](/news/alder).",
    );
    entry(
        "news/cedar",
        &item("Cedar", "2026-05-03", "company: radial"),
        "## A heading\n\nText.",
    );
    entry(
        "news/dogwood",
        &item("Dogwood", "2026-05-03", "tags: [land]"),
        "",
    );
    entry(
        "letters/autumn",
        &item("Autumn", "2026-04-01", "access: guarded"),
        "For members.",
    );
    entry(
        "letters/winter",
        &item("Winter", "2026-04-02", ""),
        "For all.",
    );
    files
}

const CHART: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='6' height='3'/>";

/// Text that no compression makes much shorter than half of its length; without numbers, which
/// another check would compare with the text in the other language.
pub(crate) fn dense(length: usize) -> String {
    let words = (0..length / 33).map(|number| Hash::of(&number.to_le_bytes()).to_string());
    let text = words.collect::<Vec<String>>().join(" ");
    let letter = |sign: char| {
        sign.to_digit(10)
            .map_or(sign, |digit| "ghijklmnop".as_bytes()[digit as usize].into())
    };
    text.chars().map(letter).collect()
}

/// `site.yaml` of a new site.
pub(crate) const SITE: &str = "url: https://www.example.com
timeZone: Asia/Shanghai
protocols:
  - { key: terms, page: terms, path: /terms }
public:
  name: { zh-CN: 潮, en: Tide }
  filing: { icp: A1 }
";

const SYSTEM_CONFIG: &str = "- path: /news
  seoConfig:
    zh-CN: { title: 新闻, description: 潮的新闻 }
    en: { title: News, description: What Tide says }
";

/// The schema of news and letters: entries can move between them.
pub(crate) fn dated_schema(parity: &str) -> String {
    let text = json!({"type": "string", "minLength": 1});
    json!({
        "x-collection": {"kind": "markdown", "parity": parity, "dateField": "date", "updatedField": "updatedAt", "feed": "full", "shared": ["date", "company"]},
        "type": "object", "additionalProperties": false, "required": ["title", "date"],
        "properties": {
            "title": text,
            "date": {"type": "string", "format": "date", "x-format": "date"},
            "updatedAt": {"type": "string", "format": "date", "x-format": "date"},
            "company": {"type": "string", "x-ref": "companies"},
            "tags": {"type": "array", "items": text}
        }
    })
    .to_string()
}

fn plain_schema(name: &str, parity: &str) -> String {
    let mut schema = json!({
        "x-collection": {"kind": "markdown", "parity": parity},
        "type": "object", "additionalProperties": false, "required": [name],
        "properties": {}
    });
    for name in [name, "updatedAt"] {
        schema["properties"][name] = json!({"type": "string", "minLength": 1});
    }
    schema.to_string()
}

fn figures_schema() -> String {
    json!({
        "x-collection": {"kind": "data"},
        "type": "object", "additionalProperties": false, "required": ["revenue"],
        "properties": {
            "revenue": {"type": "number", "x-format": "decimal:1"},
            "source": {"type": "object", "properties": {"name": {"type": "string"}}},
            "note": {"type": "object", "x-localized": true, "additionalProperties": {"type": "string"}}
        }
    })
    .to_string()
}
