//! Feishu's open platform: the person behind a code, and the ticket by which pages may call
//! Feishu's client.
//!
//! ```text
//! person(code) ──► app token ──► oidc/access_token ──► user_info
//! ticket()     ──► tenant token ──► jssdk/ticket/get
//! ```
//!
//! Tokens and ticket are good for two hours and limited in number, so they are requested once: all
//! callers of a process wait for one request, and all processes find the answer in the database,
//! encrypted ([`origin_platforms::grants`]). A token or ticket that Feishu no longer accepts is
//! thrown away and requested again, once.

mod answer;
mod client;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sentences::Message;
use serde_json::{Value, json};

use crate::person::{FeishuCode, Person};
use crate::settings::FeishuSettings;
use client::Client;
use origin_ground::secret::Secret;
use origin_ground::watched::{Reread, WatchedError};
use origin_platforms::app_secret::AppSecret;
use origin_platforms::grants::{Failure, Grant, MissingText, Shelf, Slot, text};
use origin_platforms::url::PlatformUrl;

const APP_TOKEN: &str = "/open-apis/auth/v3/app_access_token/internal";
const TENANT_TOKEN: &str = "/open-apis/auth/v3/tenant_access_token/internal";
const USER_TOKEN: &str = "/open-apis/authen/v1/oidc/access_token";
const USER_INFO: &str = "/open-apis/authen/v1/user_info";
const TICKET: &str = "/open-apis/jssdk/ticket/get";

/// Time for which a failure is the answer to all callers, unless Feishu names one.
const FAILED_FOR: Duration = Duration::from_secs(1);

/// An app of the company at Feishu.
pub struct Feishu {
    /// Id that Feishu gave the app; it is public.
    pub app_id: String,
    secret: Secret<AppSecret>,
    client: Client,
    app_token: Slot<FeishuError>,
    tenant_token: Slot<FeishuError>,
    ticket: Slot<FeishuError>,
    /// Whether the operator has been notified that Feishu refuses the app.
    has_complained: AtomicBool,
}

/// The identity under which a call is made.
#[derive(Clone, Copy)]
enum Bearer {
    /// The identity of the app.
    App,
    /// The identity of the company that has the app.
    Tenant,
}

/// Why Feishu did not fulfil a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FeishuError {
    /// The code is used, expired or made up.
    #[error("the code is refused")]
    Code,
    /// The person may not use the app, or has left the company.
    #[error("the person is refused")]
    Person,
    /// Too many questions; the next in so many seconds.
    #[error("too many questions: the next in {0} s")]
    Busy(i64),
    /// The app's id or secret is wrong, or the app is switched off.
    #[error("the app is refused with code {0}")]
    App(i64),
    /// A token that was good is not any more.
    #[error("the token is refused with code {0}")]
    Token(i64),
    /// Feishu is not there, too slow, or sends an unreadable answer.
    #[error("no answer: {0}")]
    Away(String),
}

/// Why Feishu cannot be used at all, each with the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum FeishuSetupError {
    /// An id without a secret, or a secret without an id.
    Half,
    /// The file holds no secret.
    Secret(#[from] WatchedError),
    /// No encrypted connection can be set up.
    Client(#[from] reqwest::Error),
}

impl FeishuSetupError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Half => Message::new("feishu-half"),
            Self::Secret(_) => Message::new("feishu-secret"),
            Self::Client(_) => Message::new("feishu-client"),
        }
    }
}

impl Feishu {
    /// The app that the settings name, if they do.
    pub fn open(settings: &FeishuSettings) -> Result<Option<Self>, FeishuSetupError> {
        let secret = match (
            &settings.feishu_app_secret,
            &settings.feishu_app_secret_file,
        ) {
            (Some(secret), _) => Some(Secret::from_value(secret.clone())),
            (None, Some(file)) => Some(Secret::file(file.clone())?),
            (None, None) => None,
        };
        let (app_id, secret) = match (&settings.feishu_app_id, secret) {
            (None, None) => return Ok(None),
            (Some(app_id), Some(secret)) => (app_id.clone(), secret),
            _ => return Err(FeishuSetupError::Half),
        };
        let url: &PlatformUrl = &settings.feishu_url;
        let slot = |kind| Slot::new(kind, url, &app_id);
        Ok(Some(Self {
            app_token: slot("app token"),
            tenant_token: slot("tenant token"),
            ticket: slot("ticket"),
            client: Client::new(url.clone())?,
            secret,
            app_id,
            has_complained: AtomicBool::new(false),
        }))
    }

    /// Reads the file of the app's secret again, if it has one; returns its path and the result.
    pub fn reread(&self) -> Option<(PathBuf, Reread)> {
        self.secret.reread()
    }

    /// The person that gave a page this code. The code is used up.
    pub async fn person(&self, shelf: Shelf<'_>, code: &FeishuCode) -> Result<Person, FeishuError> {
        let body = json!({"grant_type": "authorization_code", "code": code.reveal()});
        let answer = self.post_as(shelf, Bearer::App, USER_TOKEN, &body).await?;
        let token = text(&answer["data"], "access_token")?;
        let mut answer = self.client.get(USER_INFO, &token).await?;
        let person = Person::read(answer["data"].take());
        person.ok_or_else(|| FeishuError::Away("user_info names no person".to_owned()))
    }

    /// The ticket by which pages are signed.
    pub async fn ticket(&self, shelf: Shelf<'_>) -> Result<String, FeishuError> {
        self.ticket.get(shelf, self.new_ticket(shelf)).await
    }

    async fn new_ticket(&self, shelf: Shelf<'_>) -> Result<Grant, FeishuError> {
        let asked = shelf.clock.now();
        let answer = self
            .post_as(shelf, Bearer::Tenant, TICKET, &json!({}))
            .await?;
        Ok(Grant::read(&answer["data"], "ticket", "expire_in", asked)?)
    }

    /// Asks with a token; once more with a new one if Feishu takes that one no more.
    async fn post_as(
        &self,
        shelf: Shelf<'_>,
        bearer: Bearer,
        path: &str,
        body: &Value,
    ) -> Result<Value, FeishuError> {
        let token = self.token(shelf, bearer).await?;
        match self.client.post(path, Some(&token), body).await {
            Err(FeishuError::Token(_)) => {
                self.slot(bearer).discard(shelf, &token).await;
                let token = self.token(shelf, bearer).await?;
                self.client.post(path, Some(&token), body).await
            }
            answer => answer,
        }
    }

    async fn token(&self, shelf: Shelf<'_>, bearer: Bearer) -> Result<String, FeishuError> {
        let asking = self.new_token(shelf.clock.now(), bearer);
        let token = self.slot(bearer).get(shelf, asking).await;
        self.complain(&token);
        token
    }

    async fn new_token(&self, asked: i64, bearer: Bearer) -> Result<Grant, FeishuError> {
        let secret = self.secret.current();
        let body = json!({"app_id": self.app_id, "app_secret": secret.reveal()});
        let (path, name) = match bearer {
            Bearer::App => (APP_TOKEN, "app_access_token"),
            Bearer::Tenant => (TENANT_TOKEN, "tenant_access_token"),
        };
        let answer = self.client.post(path, None, &body).await?;
        Ok(Grant::read(&answer, name, "expire", asked)?)
    }

    fn slot(&self, bearer: Bearer) -> &Slot<FeishuError> {
        match bearer {
            Bearer::App => &self.app_token,
            Bearer::Tenant => &self.tenant_token,
        }
    }

    /// Logs once for the operator that Feishu refuses the app, and again after it has worked.
    fn complain(&self, granted: &Result<String, FeishuError>) {
        match granted {
            Ok(_) => self.has_complained.store(false, Ordering::Relaxed),
            Err(FeishuError::App(code)) => {
                if !self.has_complained.swap(true, Ordering::Relaxed) {
                    tracing::error!(
                        code,
                        app = self.app_id,
                        "Feishu refuses the app: check its id and its secret, and that it is released; nobody can sign in by Feishu until then"
                    );
                }
            }
            Err(_) => {}
        }
    }
}

impl Failure for FeishuError {
    fn pause(&self) -> Duration {
        match self {
            Self::Busy(seconds) => Duration::from_secs(seconds.unsigned_abs()),
            _ => FAILED_FOR,
        }
    }
}

impl From<MissingText> for FeishuError {
    fn from(missing: MissingText) -> Self {
        Self::Away(missing.to_string())
    }
}

impl std::fmt::Debug for Feishu {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Feishu({})", self.app_id)
    }
}
