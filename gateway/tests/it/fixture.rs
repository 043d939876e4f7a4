//! Builds on disk, written from the contract's types as the generator writes them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use contract::Hash;
use contract::build::{
    Access, Asset, BuildId, BuildState, DCZ_MAGIC, DICTIONARY_TYPE, Dictionary, Entry, File,
    HistoryEntry, Index, Latest, Meta, RouteRule, SCHEMA, SPECULATION_RULES_TYPE, Shard, file_path,
    shard_of,
};
use contract::header_class::{HeaderClass, HeaderClasses};
use contract::locale::{Direction, Locale};
use contract::predecessor::Predecessor;
use sha2::{Digest, Sha256};

/// A text that is in every guarded file and in no other.
pub(crate) const MARKER: &str = "GUARDED-7c1f";
pub(crate) const HTML: &str = "text/html; charset=utf-8";
pub(crate) const JSON: &str = "application/json";

/// A folder `builds/` and the builds published into it.
pub(crate) struct Builds {
    pub(crate) root: PathBuf,
    pub(crate) history: Vec<HistoryEntry>,
}

/// One build before it is published.
pub(crate) struct Build {
    pub(crate) id: BuildId,
    pub(crate) app: Hash,
    pub(crate) shard_bits: u8,
    pub(crate) schema: u32,
    pub(crate) header_classes: HeaderClasses,
    files: Vec<(String, File, Vec<u8>)>,
    others: Vec<(String, Entry)>,
    assets: BTreeMap<String, (Asset, Vec<u8>)>,
    dictionary: Option<Dictionary>,
    speculation_rules: Option<String>,
}

impl Build {
    pub(crate) fn new(number: u32, app: &str) -> Self {
        Self {
            id: BuildId::new(&format!("20261121T0{:05}Z", 30_000 + number), number).unwrap(),
            app: Hash::of(app.as_bytes()),
            shard_bits: 2,
            schema: SCHEMA,
            header_classes: HeaderClasses::new(),
            files: Vec::new(),
            others: Vec::new(),
            assets: BTreeMap::new(),
            dictionary: None,
            speculation_rules: None,
        }
    }

    /// The usual site: both languages, every access, every kind.
    pub(crate) fn site(number: u32, app: &str) -> Self {
        let mut build = Self::new(number, app);
        for prefix in ["", "/en"] {
            let home = if prefix.is_empty() { "/" } else { prefix };
            build.page(home, &long(&format!("home of {home}")));
            build.page(&format!("{prefix}/about"), &long("about"));
            let guarded = format!("<main>{MARKER}</main>");
            build.with(&format!("{prefix}/product"), &guarded, |file| {
                file.access = Access::Guarded
            });
            build.with(&format!("{prefix}/login"), "sign in", |file| {
                file.access = Access::Guest
            });
            build.with(
                &format!("{prefix}/404"),
                &format!("nothing here {prefix}"),
                |file| {
                    file.status = Some(404);
                },
            );
            build.with(
                &format!("{prefix}/_error/503"),
                &format!("later {prefix}"),
                |file| {
                    (file.access, file.status) = (Access::Private, Some(503));
                },
            );
        }
        build.header_classes.insert("feishu".to_owned(), feishu());
        build.with("/feishu/ai", "in a frame", |file| {
            file.class = Some("feishu".into())
        });
        build.with("/feishu/members", "for members, in a frame", |file| {
            (file.class, file.access) = (Some("feishu".into()), Access::Guarded);
        });
        build.file("/logo.svg", "image/svg+xml", b"<svg/>", Access::Public);
        build.file(
            "/product/plan.pdf",
            "application/pdf",
            MARKER.as_bytes(),
            Access::Guarded,
        );
        build.file("/_search.json", JSON, MARKER.as_bytes(), Access::Private);
        build.entry(
            "/old",
            Entry::Redirect {
                to: "/about".to_owned(),
                permanent: true,
            },
        );
        build.entry(
            "/old-product",
            Entry::Redirect {
                to: "/product".to_owned(),
                permanent: true,
            },
        );
        build.entry("/gone", Entry::Gone);
        build.entry("/en/gone", Entry::Gone);
        build.asset(
            &format!("entry-{app}.js"),
            "text/javascript; charset=utf-8",
            b"export {}",
        );
        build
    }

    /// A public page and its payload.
    pub(crate) fn page(&mut self, path: &str, text: &str) {
        self.with(path, text, |_| {});
    }

    /// A page and its payload, with other facts than usual.
    pub(crate) fn with(&mut self, path: &str, text: &str, change: impl Fn(&mut File)) {
        let payload = format!("{}/_payload.json", path.trim_end_matches('/'));
        let html = format!("<!doctype html><title>{}</title>{text}", self.app);
        self.put(path, HTML, html.as_bytes(), &change);
        let json = format!("{{\"app\":\"{}\",\"text\":\"{text}\"}}", self.app);
        self.put(&payload, JSON, json.as_bytes(), |file| {
            change(file);
            file.status = None;
        });
    }

    pub(crate) fn file(&mut self, path: &str, media_type: &str, bytes: &[u8], access: Access) {
        self.put(path, media_type, bytes, |file| file.access = access);
    }

    fn put(&mut self, path: &str, media_type: &str, bytes: &[u8], change: impl Fn(&mut File)) {
        let mut file = File {
            build: self.id.clone(),
            hash: Hash::of(bytes),
            size: bytes.len() as u64,
            media_type: media_type.to_owned().into(),
            access: Access::Public,
            class: None,
            status: None,
            style: None,
            faces: Vec::new(),
            anchors: Box::default(),
            weight: None,
            key: None,
        };
        change(&mut file);
        self.files.retain(|(other, ..)| other != path);
        self.files.push((path.to_owned(), file, bytes.to_vec()));
    }

    /// Makes everything public.
    pub(crate) fn open(&mut self) {
        for (_, file, _) in &mut self.files {
            file.access = Access::Public;
        }
    }

    pub(crate) fn entry(&mut self, path: &str, entry: Entry) {
        self.others.push((path.to_owned(), entry));
    }

    pub(crate) fn asset(&mut self, name: &str, media_type: &str, bytes: &[u8]) {
        let asset = Asset {
            hash: Hash::of(bytes),
            size: bytes.len() as u64,
            media_type: media_type.to_owned(),
            predecessors: Vec::new(),
        };
        self.assets.insert(name.to_owned(), (asset, bytes.to_vec()));
    }

    /// Makes the asset `old` the predecessor of `name`.
    pub(crate) fn succeed(&mut self, name: &str, old: &str) {
        let predecessor = Predecessor {
            asset: old.to_owned(),
            sha256: STANDARD.encode(Sha256::digest(&self.assets[old].1)),
        };
        let (asset, _) = self.assets.get_mut(name).unwrap();
        asset.predecessors.push(predecessor);
    }

    /// Rules by which browsers fetch documents ahead.
    pub(crate) fn speculation_rules(&mut self, rules: &str) {
        let name = format!("speculation/{}.rules", Hash::of(rules.as_bytes()));
        self.asset(&name, SPECULATION_RULES_TYPE, rules.as_bytes());
        self.speculation_rules = Some(name);
    }

    /// Makes `bytes` the dictionary of the app.
    pub(crate) fn dictionary(&mut self, bytes: &[u8]) {
        let name = format!("dictionaries/{}.dict", Hash::of(bytes));
        self.asset(&name, DICTIONARY_TYPE, bytes);
        self.dictionary = Some(Dictionary {
            asset: name,
            sha256: STANDARD.encode(Sha256::digest(bytes)),
            trained_on: None,
            samples: Vec::new(),
        });
    }
}

impl Builds {
    pub(crate) fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            history: Vec::new(),
        }
    }

    /// Writes all files of a build except those that make it live.
    pub(crate) fn write(&self, build: &Build) {
        let mut shards = vec![Shard::new(); 1 << build.shard_bits];
        let files = build
            .files
            .iter()
            .map(|(path, file, _)| (path, Entry::File(file.clone())));
        let others = build
            .others
            .iter()
            .map(|(path, entry)| (path, entry.clone()));
        for (path, entry) in files.chain(others) {
            shards[shard_of(path, build.shard_bits)].insert(path.clone(), entry);
        }
        for (path, file, bytes) in &build.files {
            self.put(
                &format!("{}/{}", build.id, file_path(path, &file.media_type)),
                bytes,
            );
        }
        for (name, (_, bytes)) in &build.assets {
            self.put(&format!("assets/{name}"), bytes);
        }
        let hash = |shard: &Shard| {
            let bytes = serde_json::to_vec(shard).unwrap();
            let hash = Hash::of(&bytes);
            self.put(&format!("shards/{hash}.json"), &bytes);
            hash
        };
        let index = index(build, shards.iter().map(hash).collect());
        self.json(&format!("index/{}.json", build.id), &index);
        let meta = Meta {
            id: build.id.clone(),
            app: build.app,
            locales: locales(),
            routes: vec![route("/"), route("/news/:id")],
            prerendered: None,
        };
        self.json(&format!("meta/{}.json", build.id), &meta);
    }

    /// Writes a build and makes it live.
    pub(crate) fn publish(&mut self, build: &Build) {
        self.write(build);
        self.make_live(build);
    }

    /// The last step of publishing: history, then `latest.json`, each by rename.
    pub(crate) fn make_live(&mut self, build: &Build) {
        self.announce(build);
        self.point(&build.id.clone());
    }

    /// The step before: the build is in the history.
    pub(crate) fn announce(&mut self, build: &Build) {
        for entry in self
            .history
            .iter_mut()
            .filter(|entry| entry.state == BuildState::Live)
        {
            entry.state = BuildState::Superseded;
        }
        self.history.push(HistoryEntry {
            id: build.id.clone(),
            app: build.app,
            state: BuildState::Live,
            timestamp: format!("2026-11-21T03:00:{:02}Z", self.history.len()),
        });
        self.json("history.json", &self.history);
    }

    /// Makes a build of the history live from a time on.
    pub(crate) fn make_live_at(&self, build: &Build, time: jiff::Timestamp) {
        let latest = Latest {
            id: build.id.clone(),
            timestamp: time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            app: build.app,
        };
        self.json("latest.json", &latest);
    }

    /// Writes a build that is to be published later.
    pub(crate) fn stage(&mut self, build: &Build) {
        self.write(build);
        self.history.push(HistoryEntry {
            id: build.id.clone(),
            app: build.app,
            state: BuildState::Staged,
            timestamp: format!("2026-11-21T03:00:{:02}Z", self.history.len()),
        });
        self.json("history.json", &self.history);
    }

    /// Makes the newest build of the history withdrawn and the one before it live.
    pub(crate) fn roll_back(&mut self) {
        let [.., before, now] = self.history.as_mut_slice() else {
            panic!("nothing to roll back to");
        };
        now.state = BuildState::Withdrawn;
        before.state = BuildState::Live;
        let id = before.id.clone();
        self.point(&id);
    }

    /// Makes an earlier build live again, and so the newest of the history; the live one is
    /// withdrawn.
    pub(crate) fn return_to(&mut self, id: &BuildId) {
        for entry in &mut self.history {
            if entry.state == BuildState::Live {
                entry.state = BuildState::Withdrawn;
            }
        }
        let at = self.history.iter().position(|entry| entry.id == *id);
        let mut entry = self.history.remove(at.unwrap());
        entry.state = BuildState::Live;
        entry.timestamp = format!("2026-11-21T04:00:{:02}Z", self.history.len());
        self.history.push(entry);
        self.point(id);
    }

    fn point(&self, id: &BuildId) {
        self.json("history.json", &self.history);
        let entry = self.history.iter().find(|entry| entry.id == *id).unwrap();
        let latest = Latest {
            id: id.clone(),
            timestamp: entry.timestamp.clone(),
            app: entry.app,
        };
        self.json("latest.json", &latest);
    }

    pub(crate) fn json(&self, name: &str, value: &impl serde::Serialize) {
        self.put(name, &serde_json::to_vec(value).unwrap());
    }

    /// Writes a file by rename, as the generator does.
    pub(crate) fn put(&self, name: &str, bytes: &[u8]) {
        let path = self.root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let temporary = path.with_extension("tmp");
        fs::write(&temporary, bytes).unwrap();
        fs::rename(temporary, path).unwrap();
    }

    /// Writes a file's sidecar against a dictionary.
    pub(crate) fn compress_against(&self, dictionary: &[u8], name: &str) {
        self.compress_copy_against(dictionary, name, name);
    }

    /// Writes the sidecar of a file against a dictionary as `copy`, without `.dcz`.
    pub(crate) fn compress_copy_against(&self, dictionary: &[u8], name: &str, copy: &str) {
        let bytes = fs::read(self.root.join(name)).unwrap();
        let mut dcz = [&DCZ_MAGIC[..], &Sha256::digest(dictionary)].concat();
        let mut encoder = zstd::Encoder::with_dictionary(&mut dcz, 3, dictionary).unwrap();
        encoder.write_all(&bytes).unwrap();
        encoder.finish().unwrap();
        self.put(&format!("{copy}.dcz"), &dcz);
    }

    /// Writes the three sidecars of a file.
    pub(crate) fn compress(&self, name: &str) {
        let bytes = fs::read(self.root.join(name)).unwrap();
        let mut br = Vec::new();
        let mut writer = brotli::CompressorWriter::new(&mut br, 4096, 5, 22);
        writer.write_all(&bytes).unwrap();
        drop(writer);
        let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        gz.write_all(&bytes).unwrap();
        self.put(&format!("{name}.br"), &br);
        self.put(&format!("{name}.gz"), &gz.finish().unwrap());
        self.put(
            &format!("{name}.zst"),
            &zstd::encode_all(&bytes[..], 3).unwrap(),
        );
    }
}

/// The root of a build with these shards.
pub(crate) fn index(build: &Build, shards: Vec<Hash>) -> Index {
    let documents = |prefix: &str| {
        BTreeMap::from([
            (404, format!("{prefix}/404")),
            (503, format!("{prefix}/_error/503")),
        ])
    };
    Index {
        schema: build.schema,
        id: build.id.clone(),
        app: build.app,
        content_hash: Hash::of(b"content"),
        now: "2026-11-21T03:00:00Z".to_owned(),
        locales: locales(),
        texts: BTreeMap::new(),
        locale_cookie: "i18n_redirected".to_owned(),
        public_url: "https://www.example.com".to_owned(),
        inline_scripts: vec!["sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=".to_owned()],
        header_classes: build.header_classes.clone(),
        errors: BTreeMap::from([
            ("zh-CN".to_owned(), documents("")),
            ("en".to_owned(), documents("/en")),
        ]),
        shard_bits: build.shard_bits,
        shards,
        holders: BTreeSet::from([build.id.clone()]),
        assets: build
            .assets
            .iter()
            .map(|(name, (asset, _))| (name.clone(), asset.clone()))
            .collect(),
        dictionary: build.dictionary.clone(),
        speculation_rules: build.speculation_rules.clone(),
        own: Default::default(),
        source_hash: None,
        expires: Default::default(),
        origin: Hash::of(ORIGIN_DATA.as_bytes()),
    }
}

/// Data of a build for the embedded origin: a form that takes a file.
pub(crate) const ORIGIN_DATA: &str = r#"{
  "systemConfig": { "zh": [] },
  "siteUrl": "https://www.site.example",
  "protocolConfig": {
    "zh": [
      {
        "key": "privacy", "title": "Privacy", "version": "v1", "updatedAt": "2026-06-01",
        "path": "/privacy"
      }
    ]
  },
  "forms": {
    "zh": {
      "bp": {
        "title": "Plan", "path": "/message/bp",
        "fields": [{ "name": "email", "label": "E-mail", "kind": "email" }],
        "file": { "label": "File", "maxBytes": 20971520, "types": ["pdf"] }
      }
    }
  }
}"#;

/// The header class of pages that Feishu's client shows in a frame.
fn feishu() -> HeaderClass {
    let sources = |hosts: &[&str]| hosts.iter().map(|host| format!("https://{host}")).collect();
    HeaderClass {
        frame_ancestors: sources(&["*.feishu.cn", "*.larksuite.com", "*.larkoffice.com"]),
        script_sources: sources(&["sdk.feishucdn.example/lark/h5-js-sdk-1.5.js"]),
    }
}

fn route(path: &str) -> RouteRule {
    RouteRule {
        id: path.to_owned(),
        path: path.to_owned(),
        requires_auth: false,
        guest_only: false,
        prerender: true,
    }
}

pub(crate) fn locales() -> Vec<Locale> {
    let locale = |code: &str, prefix: &str, language: &str| Locale {
        code: code.to_owned(),
        name: code.to_owned(),
        dir: Direction::Ltr,
        prefix: prefix.to_owned(),
        language: language.to_owned(),
        default: prefix.is_empty(),
        formats: None,
    };
    vec![locale("zh-CN", "", "zh"), locale("en", "en", "en")]
}

/// Long enough to be worth compressing.
pub(crate) fn long(text: &str) -> String {
    format!("{text} ").repeat(200)
}
