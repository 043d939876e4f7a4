//! A content tree in a temporary folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use contract::locale::{Direction, Locale};
use contract::route::Query;
use generator_content::marks::Marks;
use generator_content::query;
use generator_content::query::cache::AnswerCache;
use generator_content::query::{Answer, Context};
use generator_content::{ChangedPaths, Content, ContentFolder, Loaded, Loader, Sources, TextRole};
use generator_ground::diagnostic::{Diagnostic, Severity};
use generator_ground::storage::spill::Spill;
use generator_media::workers::media::MediaWorkers;
use serde_json::{Value, json};
use tempfile::TempDir;

pub(crate) const ZH: usize = 0;
pub(crate) const EN: usize = 1;

/// A site with a Markdown collection `news` (parity `require`), `notes` (parity `fallback`),
/// companies to refer to, and data.
pub(crate) struct Tree {
    folder: TempDir,
    loader: Loader,
    now: jiff::Timestamp,
}

impl Tree {
    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let content = folder.path().join("content");
        let loader = loader(content, None);
        let tree = Self {
            folder,
            loader,
            now: "2026-11-21T03:00:00Z".parse().unwrap(),
        };
        tree.write("site.yaml", "url: https://www.example.com\ntimeZone: Asia/Shanghai\npublic:\n  name: { zh-CN: 潮, en: Tide }\n  filing: { icp: A1 }\n")
            .write("news/_schema.json", schema("markdown", "require"))
            .write("notes/_schema.json", schema("markdown", "fallback"))
            .write(
                "companies/_schema.json",
                json!({
                    "x-collection": {"kind": "markdown"}, "type": "object", "additionalProperties": false, "required": ["name"],
                    "properties": {"name": {"type": "string"}}
                })
                .to_string(),
            )
            .write(
                "figures/_schema.json",
                json!({
                    "x-collection": {"kind": "data"}, "type": "object", "additionalProperties": false, "required": ["revenue"],
                    "properties": {
                        "revenue": {"type": "number", "x-format": "decimal:1"},
                        "share": {"type": "number", "x-format": "percent:1"},
                        "staff": {"type": "integer", "x-format": "integer"},
                        "note": {"type": "object", "x-localized": true, "additionalProperties": {"type": "string"}}
                    }
                })
                .to_string(),
            )
    }

    /// The same with pictures, which are kept in `images`.
    pub(crate) fn with_images(mut self, images: &Path) -> Self {
        self.loader = loader(self.path(""), Some(images.to_owned()));
        self
    }

    /// Writes a file below `content/`.
    pub(crate) fn write(self, path: &str, text: impl AsRef<[u8]>) -> Self {
        self.edit(path, text);
        self
    }

    /// Writes a file of a tree that is being used.
    pub(crate) fn edit(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// An item in both languages: the fields are front matter besides title and date.
    pub(crate) fn item(self, path: &str, date: &str, fields: &str) -> Self {
        let text = |title: &str| {
            format!("---\ntitle: {title}\ndate: {date}\n{fields}\n---\nBody of {title}.\n")
        };
        let slug = path.rsplit('/').next().unwrap();
        self.write(&format!("{path}/zh-CN.md"), text(&format!("文 {slug}")))
            .write(&format!("{path}/en.md"), text(&format!("Item {slug}")))
    }

    /// A company in both languages.
    pub(crate) fn company(self, slug: &str, fields: &str) -> Self {
        let text = |name: &str| format!("---\nname: {name}\n{fields}\n---\n");
        self.write(
            &format!("companies/{slug}/zh-CN.md"),
            text(&format!("公司 {slug}")),
        )
        .write(
            &format!("companies/{slug}/en.md"),
            text(&format!("Company {slug}")),
        )
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        let content = self.folder.path().join("content");
        if path.is_empty() {
            content
        } else {
            content.join(path)
        }
    }

    pub(crate) fn at(mut self, now: &str) -> Self {
        self.set_now(now);
        self
    }

    pub(crate) fn set_now(&mut self, now: &str) {
        self.now = now.parse().unwrap();
    }

    pub(crate) fn load(&mut self) -> Loaded {
        self.load_touched(&ChangedPaths::Everything)
    }

    pub(crate) fn load_touched(&mut self, touched: &ChangedPaths) -> Loaded {
        self.loader.load(self.now, touched)
    }

    /// Folder for a change set, beside `content/`.
    pub(crate) fn change_set(&self) -> PathBuf {
        self.folder.path().join("change-set")
    }

    /// From the next load on, the tree is shown with the change set, or without it.
    pub(crate) fn show_change_set(&mut self, is_shown: bool) {
        let changes = is_shown.then(|| self.change_set().into());
        self.loader.show_changes(changes);
    }

    /// The result of a new loader.
    pub(crate) fn load_afresh(&self) -> Loaded {
        loader(self.path(""), None).load(self.now, &ChangedPaths::Everything)
    }

    /// Loads a tree without problems.
    pub(crate) fn content(&mut self) -> Content {
        let loaded = self.load();
        assert_eq!(loaded.diagnostics, []);
        loaded.content
    }

    /// `code file:line field` of everything that is wrong.
    pub(crate) fn problems(&mut self) -> Vec<String> {
        self.load().diagnostics.iter().map(summary).collect()
    }
}

/// Those of this repository's frontend, for all trees.
static WORKERS: LazyLock<Arc<MediaWorkers>> = LazyLock::new(|| {
    let frontend = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend");
    Arc::new(MediaWorkers::new(frontend))
});

fn loader(content: PathBuf, images: Option<PathBuf>) -> Loader {
    let sources = Sources {
        locale_folder: content.with_file_name("locales"),
        content: ContentFolder::new(content),
        locales: locales(),
        images,
        media_workers: WORKERS.clone(),
        visibility: Default::default(),
    };
    Loader::new(sources, &Spill::new(&std::env::temp_dir()))
}

/// `code file:line field`, marked when it is a warning only.
pub(crate) fn summary(diagnostic: &Diagnostic) -> String {
    let line = diagnostic
        .line
        .map(|line| format!(":{line}"))
        .unwrap_or_default();
    let field = diagnostic
        .field
        .as_ref()
        .map(|field| format!(" {field}"))
        .unwrap_or_default();
    let mark = if diagnostic.severity == Severity::Warning {
        "~"
    } else {
        ""
    };
    format!(
        "{mark}{} {}{line}{field}",
        diagnostic.code(),
        diagnostic.file
    )
}

/// A page that asks.
#[derive(Default)]
pub(crate) struct Page {
    pub(crate) locale: usize,
    pub(crate) params: BTreeMap<String, String>,
    pub(crate) guarded: bool,
}

impl Page {
    pub(crate) fn of(locale: usize, id: &str) -> Self {
        Self {
            locale,
            params: BTreeMap::from([("id".to_owned(), id.to_owned())]),
            guarded: false,
        }
    }

    pub(crate) fn guarded(self) -> Self {
        Self {
            guarded: true,
            ..self
        }
    }

    pub(crate) fn try_ask<'a>(
        &self,
        content: &'a Content,
        query: &Value,
    ) -> Result<Answer<'a>, Box<Diagnostic>> {
        self.try_ask_with(content, &AnswerCache::default(), query)
    }

    /// The same with answers that earlier questions left in `cache`.
    pub(crate) fn try_ask_with<'a>(
        &self,
        content: &'a Content,
        cache: &AnswerCache,
        query: &Value,
    ) -> Result<Answer<'a>, Box<Diagnostic>> {
        query::answer(content, &parse(query), &self.context(&hrefs(), cache))
    }

    /// The answer as a reader gets it: with the HTML of its bodies.
    pub(crate) fn ask(&self, content: &Content, query: &Value) -> Value {
        let Answer { value, bodies, .. } = self.try_ask(content, query).unwrap();
        let mut text = value.to_string();
        for body in bodies {
            let html = json!(body.get().unwrap().html).to_string();
            text = text.replace(&json!(body.token()).to_string(), &html);
        }
        serde_json::from_str(&text).unwrap()
    }

    /// The answer with marks on its texts, and the HTML of its bodies with marks.
    pub(crate) fn ask_marked(&self, content: &Content, query: &Value, marks: &Marks) -> Value {
        let (hrefs, cache) = (hrefs(), AnswerCache::default());
        let context = Context {
            marks: Some(marks),
            ..self.context(&hrefs, &cache)
        };
        let answer = query::answer(content, &parse(query), &context).unwrap();
        let mut text = answer.value.to_string();
        for body in answer.bodies {
            let html = json!(body.marked_html(marks).unwrap()).to_string();
            text = text.replace(&json!(body.token()).to_string(), &html);
        }
        serde_json::from_str(&text).unwrap()
    }

    pub(crate) fn pages(&self, content: &Content, query: &Value) -> u32 {
        query::pages(
            content,
            &parse(query),
            &self.context(&hrefs(), &AnswerCache::default()),
        )
        .unwrap()
    }

    fn context<'a>(
        &'a self,
        hrefs: &'a BTreeMap<String, String>,
        cache: &'a AnswerCache,
    ) -> Context<'a> {
        Context {
            marks: None,
            route: "test",
            locale: self.locale,
            params: &self.params,
            hrefs,
            cache,
            page_is_guarded: self.guarded,
            standing: TextRole::Own,
        }
    }
}

/// The slugs of a list's items.
pub(crate) fn slugs(answer: &Value) -> Vec<&str> {
    let items = if answer.is_array() {
        answer
    } else {
        &answer["items"]
    };
    items
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["slug"].as_str().unwrap())
        .collect()
}

fn parse(query: &Value) -> Query {
    serde_json::from_value(query.clone()).unwrap()
}

fn hrefs() -> BTreeMap<String, String> {
    let pattern = |name: &str, path: &str| (name.to_owned(), format!("{path}/:id"));
    BTreeMap::from([
        pattern("news", "/news"),
        pattern("notes", "/notes"),
        pattern("companies", "/enterprise/invested"),
    ])
}

fn locales() -> Vec<Locale> {
    let locale = |code: &str, prefix: &str, language: &str| Locale {
        code: code.to_owned(),
        name: code.to_owned(),
        dir: Direction::Ltr,
        prefix: prefix.to_owned(),
        language: language.to_owned(),
        default: prefix.is_empty(),
        formats: (code == "en").then(|| "en-GB".to_owned()),
    };
    vec![locale("zh-CN", "", "zh"), locale("en", "en", "en")]
}

fn schema(kind: &str, parity: &str) -> String {
    json!({
        "x-collection": {"kind": kind, "parity": parity, "dateField": "date", "shared": ["date", "company"]},
        "type": "object", "additionalProperties": false, "required": ["title", "date"],
        "properties": {
            "title": {"type": "string", "minLength": 1},
            "date": {"type": "string", "format": "date", "x-format": "date"},
            "category": {"enum": ["firm", "research"]},
            "company": {"type": "string", "x-ref": "companies"},
            "companies": {"type": "array", "items": {"type": "string", "x-ref": "companies"}},
            "tags": {"type": "array", "items": {"type": "string"}},
            "order": {"type": "integer"}
        }
    })
    .to_string()
}

/// A smallest picture.
pub(crate) const GIF: &[u8] = b"GIF89a\x05\x00\x03\x00\x80\x00\x00\xfb\xfa\xf7\x0e\x1a+,\x00\x00\x00\x00\x05\x00\x03\x00\x00\x02\x08\x04@\x00\x04@\x00\x04P\x00;";
