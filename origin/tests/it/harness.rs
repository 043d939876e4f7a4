//! One origin in a temporary folder, with a frozen clock and a mailer that only remembers.

use std::net::Ipv4Addr;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use bytes::Bytes;
use clap::Parser;
use contract::Hash;
use http::{Method, Request};
use http_body_util::{BodyExt, Full};
use origin::clock::Clock;
use origin::mail::{Mail, Mailer, Pace};
use origin::{Body, Config, Operator, Origin, PREDICTABLE_ANSWER, Settings, StartError, accounts};
use serde_json::{Value, json};
use sqlx::AnyConnection;
use tempfile::TempDir;

use crate::answer::{Answer, check_documented, code_in};
use crate::builds::Builds;
use crate::database::Database;

/// 2026-11-21T03:04:05Z.
pub(crate) const START: i64 = 1_795_230_245;

/// Makes [`PREDICTABLE_ANSWER`] the answer to every captcha.
pub(crate) const PREDICTABLE: &str = "--predictable-captchas";

/// An origin under test. Dropping it fails the test if a sent mail was not looked at.
pub(crate) struct OriginTest {
    pub(crate) origin: Arc<Origin>,
    pub(crate) folder: TempDir,
    clock: Clock,
    sent: Arc<Mutex<Vec<Mail>>>,
    /// Calls so far: each comes from a different address, unless it names one.
    calls: AtomicU32,
    database: Database,
}

/// A request being put together.
pub(crate) struct Ask<'a> {
    test: &'a OriginTest,
    request: http::request::Builder,
    body: Body,
}

impl OriginTest {
    /// No build is published; captchas are predictable.
    pub(crate) async fn new() -> Self {
        Self::on(Database::new(), &[PREDICTABLE]).await
    }

    /// A build is live, so that one can sign in.
    pub(crate) async fn live() -> Self {
        Self::new().await.publishing()
    }

    /// A build is live; with options, and captchas that cannot be predicted.
    pub(crate) async fn live_with(options: &[&str]) -> Self {
        Self::on(Database::new(), options).await.publishing()
    }

    /// A build is live, on SQLite, for tests that are about its file.
    pub(crate) async fn live_on_sqlite() -> Self {
        Self::on(Database::sqlite(), &[PREDICTABLE])
            .await
            .publishing()
    }

    fn publishing(self) -> Self {
        self.publish(1, "About");
        self
    }

    async fn on(database: Database, options: &[&str]) -> Self {
        let (folder, clock, sent) = (
            tempfile::tempdir().unwrap(),
            Clock::frozen(START),
            Arc::default(),
        );
        let config = config_with(folder.path(), &database, options);
        let settings = &config.settings;
        let mailer = match settings.mail.smtp_url.is_some() || settings.mail.smtp_url_file.is_some()
        {
            true => Mailer::open(&settings.mail, &config.var, Pace::REAL).unwrap(),
            false => Mailer::Memory(Arc::clone(&sent)),
        };
        let origin = Origin::open_with(config, clock.clone(), mailer);
        let origin = Arc::new(origin.await.unwrap());
        Self {
            origin,
            folder,
            clock,
            sent,
            calls: AtomicU32::new(0),
            database,
        }
    }

    /// No build is published; the options are a test's own.
    pub(crate) async fn with(options: &[&str]) -> Self {
        Self::on(Database::new(), options).await
    }

    /// Another origin on the same data, as a process of its own would be.
    pub(crate) async fn beside(&self) -> Origin {
        self.beside_with(&[PREDICTABLE]).await
    }

    /// Another origin on the same data, with other options.
    pub(crate) async fn beside_with(&self, options: &[&str]) -> Origin {
        self.try_beside_with(options).await.unwrap()
    }

    /// Another origin with other options, which may be refused.
    pub(crate) async fn try_beside_with(&self, options: &[&str]) -> Result<Origin, StartError> {
        let config = config_with(self.folder.path(), &self.database, options);
        let mailer = Mailer::Memory(Arc::clone(&self.sent));
        Origin::open_with(config, self.clock.clone(), mailer).await
    }

    /// As `origin session create` does.
    pub(crate) async fn operator_creates_session(&self, email: &str) -> String {
        let (var, url) = (self.folder.path().join("var"), self.database.typed_url());
        let email = email.parse().unwrap();
        let operator = Operator::open(&var, url.as_ref()).await.unwrap();
        let token = accounts::create_session(&operator, &email, None)
            .await
            .unwrap();
        operator.close().await;
        token
    }

    /// The program `origin` on the same data.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_origin"));
        command
            .args(arguments)
            .env("PORTICO_VAR", self.folder.path().join("var"))
            .env("PORTICO_BUILDS", self.folder.path().join("builds"));
        self.database.give_to(&mut command);
        command
    }

    /// A connection of another program.
    pub(crate) async fn connect(&self) -> AnyConnection {
        self.database.connect(&self.folder.path().join("var")).await
    }

    /// Keeps everyone else from writing until it is closed.
    pub(crate) async fn lock(&self) -> AnyConnection {
        self.database.lock(&self.folder.path().join("var")).await
    }

    /// The result of a query for one number in the database.
    pub(crate) async fn number(&self, sql: &'static str) -> i64 {
        let mut connection = self.connect().await;
        sqlx::query_scalar(sql)
            .fetch_one(&mut connection)
            .await
            .unwrap()
    }

    /// Runs a statement of another program.
    pub(crate) async fn change(&self, sql: impl sqlx::SqlSafeStr) {
        let mut connection = self.connect().await;
        sqlx::query(sql).execute(&mut connection).await.unwrap();
    }

    /// How many rows there are: users, sessions, codes.
    pub(crate) async fn rows(&self) -> [i64; 3] {
        [
            self.number("SELECT count(*) FROM users").await,
            self.number("SELECT count(*) FROM sessions").await,
            self.number("SELECT count(*) FROM email_codes").await,
        ]
    }

    /// Sets the clock while no time passes.
    pub(crate) fn set_clock_by(&self, seconds: i64) {
        self.clock.set_by(seconds);
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
            test: self,
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
        self.mails(1).remove(0)
    }

    /// Takes the mails that were sent since the last look, which must be so many.
    pub(crate) fn mails(&self, count: usize) -> Vec<Mail> {
        let mails = std::mem::take(&mut *self.sent.lock().unwrap());
        assert_eq!(mails.len(), count, "mails that were sent");
        mails
    }

    /// The id of a captcha with the answer [`PREDICTABLE_ANSWER`].
    pub(crate) async fn captcha(&self) -> String {
        let answer = self.get("/api/common/captcha").send().await;
        answer.json["data"]["captchaId"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// The body of a request for a code, with a captcha that is answered rightly.
    pub(crate) async fn send_code_body(&self, email: &str) -> Value {
        let captcha_id = self.captcha().await;
        json!({ "email": email, "captchaId": captcha_id, "captcha": PREDICTABLE_ANSWER })
    }

    pub(crate) async fn send_code(&self, email: &str) -> Answer {
        let body = self.send_code_body(email).await;
        let ask = self.post("/api/common/send-email-code");
        ask.json(body).send().await
    }

    /// Asks for a code and reads it from the mail.
    pub(crate) async fn request_code(&self, email: &str) -> String {
        let answer = self.send_code(email).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        code_in(&self.mail().text)
    }

    /// Key → version of the live build's agreements.
    pub(crate) async fn agreements(&self) -> Value {
        let answer = self.get("/api/web/protocol-config").send().await;
        let protocols = answer.json["data"].as_array().into_iter().flatten();
        let pair = |one: &Value| {
            (
                one["key"].as_str().unwrap().to_owned(),
                one["version"].clone(),
            )
        };
        Value::Object(protocols.map(pair).collect())
    }

    pub(crate) async fn login_body(&self, email: &str, code: &str) -> Value {
        let agreements = self.agreements().await;
        json!({ "email": email, "code": code, "agreements": agreements })
    }

    pub(crate) async fn login(&self, email: &str, code: &str) -> Answer {
        let body = self.login_body(email, code).await;
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

    /// Publishes a build with one title per language in its system configuration. Returns the hash
    /// of its origin data.
    pub(crate) fn publish(&self, number: u32, title: &str) -> Hash {
        self.builds().publish(number, title)
    }

    pub(crate) fn builds(&self) -> Builds<'_> {
        Builds(self.folder.path())
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

    /// Comes from this address instead of one of its own.
    pub(crate) fn from(self, client: &str) -> Self {
        self.header("x-forwarded-for", client)
    }

    /// Names the browser: its anonymous id and the one that it keeps.
    pub(crate) fn browser(self, uuid: &str, fronted_uuid: &str) -> Self {
        self.header("uuid", uuid)
            .header("fronted-uuid", fronted_uuid)
    }

    /// Sends it and checks the properties of every answer.
    pub(crate) async fn send(mut self) -> Answer {
        let number = self.test.calls.fetch_add(1, Ordering::Relaxed);
        if let Some(headers) = self.request.headers_mut()
            && !headers.contains_key("x-forwarded-for")
        {
            let client = Ipv4Addr::from_bits(0x0a00_0000 + number).to_string();
            headers.insert("x-forwarded-for", client.parse().unwrap());
        }
        let request = self.request.body(self.body).unwrap();
        let (method, path) = (request.method().clone(), request.uri().path().to_owned());
        let answer = Answer::read(self.test.origin.answer(request).await).await;
        check_documented(&method, &path, &answer);
        answer
    }
}

/// The configuration of a test's origin, in `folder` and with the data in `database`.
pub(crate) fn config(folder: &Path, database: &Database) -> Config {
    config_with(folder, database, &[PREDICTABLE])
}

/// The configuration of a test's origin, with other options.
fn config_with(folder: &Path, database: &Database, options: &[&str]) -> Config {
    #[derive(Parser)]
    struct Options {
        #[command(flatten)]
        settings: Settings,
    }
    let settings = Options::parse_from([&["test"], options].concat()).settings;
    Config {
        var: folder.join("var"),
        builds: folder.join("builds"),
        settings: Settings {
            database_url: database.typed_url(),
            ..settings
        },
    }
}
