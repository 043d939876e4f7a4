//! Builds as the generator publishes them, as far as the origin reads them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use contract::Hash;
use contract::api::{Protocol, SeoConfig, SystemConfigEntry};
use contract::build::{BuildId, Index, Latest, SCHEMA};
use contract::form::Form;
use contract::origin_data::{OriginData, SearchData};

/// The folder `builds` in a folder.
pub(crate) struct Builds<'a>(pub(crate) &'a Path);

impl Builds<'_> {
    /// Publishes a build with one title per language in its system configuration. Returns the hash
    /// of its origin data.
    pub(crate) fn publish(&self, number: u32, title: &str) -> Hash {
        let origin = self.write_data(title);
        self.write_index(number, origin, SCHEMA);
        self.point_at(number);
        origin
    }

    /// Writes origin data without a reference to it.
    pub(crate) fn write_data(&self, title: &str) -> Hash {
        let bytes = serde_json::to_vec(&data(title)).unwrap();
        let hash = Hash::of(&bytes);
        self.write(&format!("origin/{hash}.json"), &bytes);
        hash
    }

    pub(crate) fn write_index(&self, number: u32, origin: Hash, schema: u32) {
        self.write_tree(
            number,
            &Index {
                schema,
                origin,
                ..index(number)
            },
        );
    }

    pub(crate) fn write_tree(&self, number: u32, index: &Index) {
        let bytes = serde_json::to_vec(index).unwrap();
        self.write(&format!("index/{}.json", id(number)), &bytes);
    }

    /// Replaces `latest.json` by rename, as the generator does.
    pub(crate) fn point_at(&self, number: u32) {
        let latest = Latest {
            id: id(number),
            timestamp: "2026-11-21T03:04:05Z".to_owned(),
            app: Hash::of(b"app"),
        };
        self.write_latest(&serde_json::to_vec(&latest).unwrap());
    }

    pub(crate) fn write_latest(&self, bytes: &[u8]) {
        self.write("latest.json.new", bytes);
        let builds = self.0.join("builds");
        std::fs::rename(builds.join("latest.json.new"), builds.join("latest.json")).unwrap();
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.0.join("builds").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

pub(crate) fn id(number: u32) -> BuildId {
    BuildId::new("20261121T030405Z", number).unwrap()
}

/// An empty index.
pub(crate) fn index(number: u32) -> Index {
    Index {
        schema: SCHEMA,
        id: id(number),
        app: Hash::of(b"app"),
        content_hash: Hash::of(b"content"),
        now: "2026-11-21T03:04:00Z".to_owned(),
        locales: Vec::new(),
        texts: BTreeMap::new(),
        locale_cookie: "i18n_redirected".to_owned(),
        public_url: "https://site.example".to_owned(),
        inline_scripts: Vec::new(),
        header_classes: BTreeMap::new(),
        errors: BTreeMap::new(),
        shard_bits: 0,
        shards: Vec::new(),
        holders: [].into(),
        assets: BTreeMap::new(),
        dictionary: None,
        speculation_rules: None,
        own: Default::default(),
        source_hash: None,
        expires: Default::default(),
        origin: Hash::of(b"origin"),
    }
}

fn data(title: &str) -> OriginData {
    let entry = |language: &str| SystemConfigEntry {
        path: "/about".to_owned(),
        seo_config: SeoConfig {
            title: format!("{title} {language}"),
            description: "…".to_owned(),
            ..SeoConfig::default()
        },
    };
    let protocol = |key: &str, name: &str, language: &str| Protocol {
        key: key.to_owned(),
        title: format!("{name} {language}"),
        version: Hash::of(format!("{title} {name} {language}").as_bytes()).to_string(),
        updated_at: "2026-06-01".to_owned(),
        path: format!("/{key}"),
    };
    let protocols = |language: &str| {
        [("terms", "Terms"), ("privacy", "Privacy")]
            .map(|(key, name)| protocol(key, name, language))
            .into()
    };
    let languages = ["zh", "en", "fr"];
    OriginData {
        system_config: languages.map(|l| (l.to_owned(), vec![entry(l)])).into(),
        protocol_config: languages.map(|l| (l.to_owned(), protocols(l))).into(),
        site_name: languages
            .map(|l| (l.to_owned(), format!("Site {l}")))
            .into(),
        site_url: "https://www.site.example".to_owned(),
        time_zone: "Asia/Shanghai".to_owned(),
        locales: Vec::new(),
        texts: BTreeMap::new(),
        mail_page: String::new(),
        forms: languages.map(|l| (l.to_owned(), forms(l))).into(),
        search: SearchData {
            kinds: [("news-article".to_owned(), "news".to_owned())].into(),
            results_page: Some("/search".to_owned()),
            synonyms: vec![vec!["Duskline".to_owned(), "薄暮".to_owned()]],
        },
        absent: BTreeSet::new(),
    }
}

/// Two forms: one that needs a file, and one that may have one.
fn forms(language: &str) -> BTreeMap<String, Form> {
    let form = |name: &str, optional: bool| -> Form {
        let label = |label: &str| format!("{label} {language}");
        serde_json::from_value(serde_json::json!({
            "title": label(name),
            "path": format!("/message/{name}"),
            "fields": [
                { "name": "company", "label": label("Company"), "kind": "text", "max": 100 },
                { "name": "email", "label": label("E-mail"), "kind": "email" },
                {
                    "name": "stage", "label": label("Stage"), "kind": "choice",
                    "options": [{ "value": "seed", "label": label("Seed") }],
                },
            ],
            "file": {
                "label": label("File"), "optional": optional, "maxBytes": 20 * 1024 * 1024,
                "types": ["pdf", "word", "powerpoint"],
            },
        }))
        .unwrap()
    };
    [("bp", false), ("work", true)]
        .map(|(name, optional)| (name.to_owned(), form(name, optional)))
        .into()
}
