//! The official account at WeChat's platform, and the ticket by which pages are signed.
//!
//! ```text
//! ticket() ──► cgi-bin/stable_token ──► cgi-bin/ticket/getticket
//! ```
//!
//! WeChat counts the calls of a day, so token and ticket are requested once: all callers of a
//! process wait for one request, and all processes find the answer in the database, encrypted
//! ([`origin_platforms::grants`]). The *stable* token is used, because a request for the other kind
//! would end the tokens of the company's other programs. A token that WeChat refuses is thrown
//! away and requested again, once.

mod answer;
mod remedy;

use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use reqwest::header::CONTENT_TYPE;
use reqwest::{Client, RequestBuilder};
use sentences::Message;
use serde_json::{Value, json};
use url::Url;

use crate::settings::WeChatSettings;
use answer::judge;
use origin_ground::secret::Secret;
use origin_ground::watched::{Reread, WatchedError};
use origin_platforms::app_secret::AppSecret;
use origin_platforms::client::{self, ask};
use origin_platforms::grants::{Failure, Grant, MissingText, Shelf, Slot};
use origin_platforms::url::PlatformUrl;
use remedy::remedy;

const TOKEN: &str = "/cgi-bin/stable_token";
const TICKET: &str = "/cgi-bin/ticket/getticket";

/// An official account of the company.
pub struct Account {
    /// Id that WeChat gave the account; it is public.
    pub app_id: String,
    secret: Secret<AppSecret>,
    client: Client,
    url: PlatformUrl,
    token: Slot<WeChatError>,
    ticket: Slot<WeChatError>,
    /// The last failure in the log: a failure that continues has one line.
    reported: Mutex<Option<WeChatError>>,
}

/// Why WeChat granted no ticket.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeChatError {
    /// The account or this server is refused until an operator acts.
    #[error("refused with code {code}")]
    Refused {
        /// WeChat's code.
        code: i64,
        /// The address of this server, as far as WeChat names it.
        address: Option<IpAddr>,
    },
    /// The calls of the day are used up.
    #[error("the calls of this day are used up, code {0}")]
    UsedUp(i64),
    /// A token that was good is not any more.
    #[error("the token is refused with code {0}")]
    Token(i64),
    /// WeChat is busy, not there, too slow, or sends an unreadable answer.
    #[error("no answer: {0}")]
    Away(String),
}

/// Why WeChat cannot be used at all, each with the remedy.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum WeChatSetupError {
    /// An id without a secret, or a secret without an id.
    Half,
    /// The file holds no secret.
    Secret(#[from] WatchedError),
    /// No encrypted connection can be set up.
    Client(#[from] reqwest::Error),
}

impl WeChatSetupError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        match self {
            Self::Half => Message::new("wechat-half"),
            Self::Secret(_) => Message::new("wechat-secret"),
            Self::Client(_) => Message::new("wechat-client"),
        }
    }
}

impl Account {
    /// The account that the settings name, if they do.
    pub fn open(settings: &WeChatSettings) -> Result<Option<Self>, WeChatSetupError> {
        let secret = match (
            &settings.wechat_app_secret,
            &settings.wechat_app_secret_file,
        ) {
            (Some(secret), _) => Some(Secret::from_value(secret.clone())),
            (None, Some(file)) => Some(Secret::file(file.clone())?),
            (None, None) => None,
        };
        let (app_id, secret) = match (&settings.wechat_app_id, secret) {
            (None, None) => return Ok(None),
            (Some(app_id), Some(secret)) => (app_id.clone(), secret),
            _ => return Err(WeChatSetupError::Half),
        };
        let url = settings.wechat_url.clone();
        Ok(Some(Self {
            token: Slot::new("wechat token", &url, &app_id),
            ticket: Slot::new("wechat ticket", &url, &app_id),
            client: client::client()?,
            reported: Mutex::default(),
            app_id,
            secret,
            url,
        }))
    }

    /// Reads the file of the account's secret again, if it has one; returns its path and the
    /// result.
    pub fn reread(&self) -> Option<(PathBuf, Reread)> {
        self.secret.reread()
    }

    /// The ticket by which pages are signed.
    pub async fn ticket(&self, shelf: Shelf<'_>) -> Result<String, WeChatError> {
        let ticket = self.ticket.get(shelf, self.new_ticket(shelf)).await;
        self.report(ticket.as_ref().err());
        ticket
    }

    /// Asks with a token; once more with a new one if WeChat refuses that one.
    async fn new_ticket(&self, shelf: Shelf<'_>) -> Result<Grant, WeChatError> {
        let token = self.token(shelf).await?;
        match self.ticket_for(shelf, &token).await {
            Err(WeChatError::Token(_)) => {
                self.token.discard(shelf, &token).await;
                let token = self.token(shelf).await?;
                self.ticket_for(shelf, &token).await
            }
            ticket => ticket,
        }
    }

    async fn ticket_for(&self, shelf: Shelf<'_>, token: &str) -> Result<Grant, WeChatError> {
        let asked = shelf.clock.now();
        let url = Url::parse_with_params(
            &self.url.call(TICKET),
            [("access_token", token), ("type", "jsapi")],
        );
        let url = url.map_err(|error| WeChatError::Away(error.to_string()))?;
        let answer = question(self.client.get(url)).await?;
        Ok(Grant::read(&answer, "ticket", "expires_in", asked)?)
    }

    async fn token(&self, shelf: Shelf<'_>) -> Result<String, WeChatError> {
        let asking = self.new_token(shelf.clock.now());
        self.token.get(shelf, asking).await
    }

    async fn new_token(&self, asked: i64) -> Result<Grant, WeChatError> {
        let secret = self.secret.current();
        let body = json!({
            "grant_type": "client_credential",
            "appid": self.app_id,
            "secret": secret.reveal(),
        });
        let request = self.client.post(self.url.call(TOKEN));
        let request = request
            .header(CONTENT_TYPE, "application/json; charset=utf-8")
            .body(body.to_string());
        let answer = question(request).await.map_err(|error| match error {
            // Here the code is about the secret: no token was sent.
            WeChatError::Token(code) => WeChatError::Refused {
                code,
                address: None,
            },
            other => other,
        })?;
        Ok(Grant::read(&answer, "access_token", "expires_in", asked)?)
    }

    /// Logs a failure for the operator, once until it is another or has passed.
    fn report(&self, failure: Option<&WeChatError>) {
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.as_ref() == failure {
            return;
        }
        *reported = failure.cloned();
        drop(reported);
        if let Some(error) = failure {
            tracing::error!(
                %error,
                app = self.app_id,
                "no sharing cards in WeChat: {}",
                remedy(error)
            );
        }
    }
}

async fn question(request: RequestBuilder) -> Result<Value, WeChatError> {
    let answer = ask(request).await.map_err(WeChatError::Away)?;
    judge(answer.status, &answer.body)
}

impl Failure for WeChatError {
    /// Time for which a failure is the answer: every failed request counts at WeChat, too, and any
    /// visitor can cause one.
    fn pause(&self) -> Duration {
        Duration::from_secs(match self {
            Self::UsedUp(_) => 600,
            Self::Refused { .. } | Self::Token(_) => 60,
            Self::Away(_) => 5,
        })
    }
}

impl From<MissingText> for WeChatError {
    fn from(missing: MissingText) -> Self {
        Self::Away(missing.to_string())
    }
}

impl std::fmt::Debug for Account {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Account({})", self.app_id)
    }
}
