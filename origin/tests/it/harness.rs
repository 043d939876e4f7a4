//! One origin in a temporary folder, with a clock that stands still and a mailer that only remembers.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use clap::Parser;
use contract::Hash;
use contract::api::{Protocol, SeoConfig, SystemConfigEntry};
use contract::build::{BuildId, Index, Latest, SCHEMA};
use contract::origin_data::OriginData;
use http::{HeaderMap, Method, Request, Response};
use http_body_util::{BodyExt, Full};
use origin::clock::Clock;
use origin::mail::{Mail, Mailer};
use origin::{Body, Config, Origin, Settings};
use serde_json::Value;
use tempfile::TempDir;

use crate::database::Database;

/// 2026-11-21T03:04:05Z.
pub(crate) const START: i64 = 1_795_230_245;

/// An origin under test. Dropping it fails the test if a mail was sent that nobody looked at.
pub(crate) struct OriginTest {
    pub(crate) origin: Arc<Origin>,
    pub(crate) folder: TempDir,
    clock: Clock,
    sent: Arc<Mutex<Vec<Mail>>>,
    _database: Database,
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) json: Value,
}

/// A request being put together.
pub(crate) struct Ask<'a> {
    origin: &'a Origin,
    request: http::request::Builder,
    body: Body,
}

impl OriginTest {
    pub(crate) async fn new() -> Self {
        Self::on(Database::new()).await
    }

    /// For tests that are about SQLite's file.
    pub(crate) async fn on_sqlite() -> Self {
        Self::on(Database::sqlite()).await
    }

    async fn on(database: Database) -> Self {
        let (folder, clock, sent) = (
            tempfile::tempdir().unwrap(),
            Clock::frozen(START),
            Arc::default(),
        );
        let mailer = Mailer::Memory(Arc::clone(&sent));
        let config = config(folder.path(), &database);
        let origin = Origin::open_with(config, clock.clone(), mailer);
        let origin = Arc::new(origin.await.unwrap());
        Self {
            origin,
            folder,
            clock,
            sent,
            _database: database,
        }
    }

    pub(crate) fn advance(&self, seconds: u64) {
        self.clock.advance(Duration::from_secs(seconds));
    }

    pub(crate) fn ask(&self, method: Method, path: &str) -> Ask<'_> {
        let request = Request::builder().method(method).uri(path);
        let body = Full::default()
            .map_err(|never| match never {})
            .boxed_unsync();
        Ask {
            origin: &self.origin,
            request,
            body,
        }
    }

    pub(crate) fn get(&self, path: &str) -> Ask<'_> {
        self.ask(Method::GET, path)
    }

    pub(crate) fn post(&self, path: &str) -> Ask<'_> {
        self.ask(Method::POST, path)
    }

    /// Takes the one mail that was sent since the last look.
    pub(crate) fn mail(&self) -> Mail {
        let mut sent = self.sent.lock().unwrap();
        assert_eq!(sent.len(), 1, "exactly one mail is expected");
        sent.remove(0)
    }

    pub(crate) async fn send_code(&self, email: &str) -> Answer {
        let body = serde_json::json!({ "email": email });
        self.post("/api/common/send-email-code")
            .json(body)
            .send()
            .await
    }

    /// Asks for a code and reads it from the mail.
    pub(crate) async fn request_code(&self, email: &str) -> String {
        let answer = self.send_code(email).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        code_in(&self.mail().text)
    }

    pub(crate) async fn login(&self, email: &str, code: &str) -> Answer {
        let body = serde_json::json!({ "email": email, "code": code });
        self.post("/api/auth/login").json(body).send().await
    }

    /// Signs in with a fresh code and returns the token.
    pub(crate) async fn sign_in(&self, email: &str) -> String {
        let code = self.request_code(email).await;
        let answer = self.login(email, &code).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json["data"]["token"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn user_info(&self, token: &str) -> Answer {
        self.get("/api/auth/user-info").bearer(token).send().await
    }

    /// Publishes a build whose system configuration has one title per language. Returns the hash of its origin data.
    pub(crate) fn publish(&self, number: u32, title: &str) -> Hash {
        let origin = self.write_data(title);
        self.write_index(number, origin, SCHEMA);
        self.point_at(number);
        origin
    }

    /// Writes origin data and nothing that leads to it.
    pub(crate) fn write_data(&self, title: &str) -> Hash {
        let bytes = serde_json::to_vec(&data(title)).unwrap();
        let hash = Hash::of(&bytes);
        self.write(&format!("origin/{hash}.json"), &bytes);
        hash
    }

    pub(crate) fn write_index(&self, number: u32, origin: Hash, schema: u32) {
        let index = Index {
            schema,
            id: id(number),
            app: Hash::of(b"app"),
            content_hash: Hash::of(b"content"),
            now: "2026-11-21T03:04:00Z".to_owned(),
            locales: Vec::new(),
            locale_cookie: "i18n_redirected".to_owned(),
            public_url: "https://site.example".to_owned(),
            inline_scripts: Vec::new(),
            errors: BTreeMap::new(),
            shard_bits: 0,
            shards: Vec::new(),
            holders: [].into(),
            assets: BTreeMap::new(),
            origin,
        };
        self.write(
            &format!("index/{}.json", id(number)),
            &serde_json::to_vec(&index).unwrap(),
        );
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
        let builds = self.folder.path().join("builds");
        std::fs::rename(builds.join("latest.json.new"), builds.join("latest.json")).unwrap();
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.folder.path().join("builds").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
}

impl Drop for OriginTest {
    fn drop(&mut self) {
        if !thread::panicking() {
            assert!(
                self.sent.lock().unwrap().is_empty(),
                "a mail was sent that the test did not look at"
            );
        }
    }
}

impl Ask<'_> {
    pub(crate) fn header(mut self, name: &str, value: impl AsRef<[u8]>) -> Self {
        self.request = self.request.header(name, value.as_ref());
        self
    }

    pub(crate) fn bearer(self, token: &str) -> Self {
        self.header("authorization", format!("Bearer {token}"))
    }

    pub(crate) fn json(self, json: Value) -> Self {
        self.header("content-type", "application/json")
            .body(json.to_string())
    }

    pub(crate) fn body(self, bytes: impl Into<Bytes>) -> Self {
        let body = Full::new(bytes.into()).map_err(|never| match never {});
        Self {
            body: body.boxed_unsync(),
            ..self
        }
    }

    pub(crate) fn stream(self, body: Body) -> Self {
        Self { body, ..self }
    }

    /// Sends it and checks what holds for every answer.
    pub(crate) async fn send(self) -> Answer {
        Answer::read(
            self.origin
                .answer(self.request.body(self.body).unwrap())
                .await,
        )
        .await
    }
}

impl Answer {
    pub(crate) async fn read(response: Response<Body>) -> Self {
        let (parts, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let json: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(
            json["code"],
            parts.status.as_u16(),
            "the code mirrors the status"
        );
        assert!(!json["msg"].as_str().unwrap().is_empty());
        assert_eq!(
            json.as_object().unwrap().keys().collect::<Vec<_>>(),
            ["code", "msg", "data"]
        );
        assert_eq!(parts.headers["content-type"], "application/json");
        assert_eq!(parts.headers["cache-control"], "no-store");
        Self {
            status: parts.status.as_u16(),
            headers: parts.headers,
            json,
        }
    }

    pub(crate) fn msg(&self) -> &str {
        self.json["msg"].as_str().unwrap()
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers[name].to_str().unwrap()
    }
}

/// The configuration that a program without options has, in `folder` and with the data in `database`.
pub(crate) fn config(folder: &Path, database: &Database) -> Config {
    #[derive(Parser)]
    struct Options {
        #[command(flatten)]
        settings: Settings,
    }
    let settings = Options::parse_from(["test"]).settings;
    Config {
        var: folder.join("var"),
        builds: folder.join("builds"),
        settings: Settings {
            database_url: database.typed_url(),
            ..settings
        },
    }
}

/// The six digits that stand on a line of their own.
pub(crate) fn code_in(text: &str) -> String {
    let digits = |line: &&str| line.len() == 6 && line.bytes().all(|byte| byte.is_ascii_digit());
    text.lines().map(str::trim).find(digits).unwrap().to_owned()
}

fn id(number: u32) -> BuildId {
    BuildId::new("20261121T030405Z", number).unwrap()
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
    let terms = |language: &str| Protocol {
        key: "terms".to_owned(),
        title: format!("Terms {language}"),
        version: Hash::of(title.as_bytes()).to_string(),
        updated_at: "2026-06-01".to_owned(),
        path: "/terms".to_owned(),
    };
    let languages = ["zh", "en", "fr"];
    OriginData {
        system_config: languages.map(|l| (l.to_owned(), vec![entry(l)])).into(),
        protocol_config: languages.map(|l| (l.to_owned(), vec![terms(l)])).into(),
        site_name: languages
            .map(|l| (l.to_owned(), format!("Site {l}")))
            .into(),
    }
}
