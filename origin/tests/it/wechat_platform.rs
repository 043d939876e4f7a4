//! WeChat's platform for one test: a server that gives tokens to one account at a listed address,
//! tickets for a token, and counts the calls of a day. It can forget its tokens, be full, torn and
//! slow.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

pub(crate) const APP_ID: &str = "wx0a1b2c3d4e5f6071";
pub(crate) const APP_SECRET: &str = "s3cretOfTheAccount0123456789abcd";

/// A running platform; gone with its test.
pub(crate) struct Platform {
    pub(crate) url: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
pub(crate) struct State {
    /// The token that is taken: a new one takes its place.
    token: Option<String>,
    /// The ticket by which signatures are proven.
    ticket: Option<String>,
    granted: u32,
    /// Path → calls, refused ones included.
    calls: BTreeMap<String, u32>,
    /// Seconds that what is granted is good for.
    pub(crate) expires_in: i64,
    /// Calls of each kind in a day.
    pub(crate) day: u32,
    /// Whether the address of the asking server is in the whitelist.
    pub(crate) is_listed: bool,
    /// The secret that is taken.
    pub(crate) secret: String,
    /// Status, headers and body of every answer until it is taken away.
    pub(crate) says: Option<(u16, &'static str, String)>,
    /// The same for tickets alone.
    pub(crate) says_of_tickets: Option<Value>,
    /// No answer comes.
    pub(crate) hangs: bool,
}

impl Platform {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State {
            expires_in: 7_200,
            day: 2_000,
            is_listed: true,
            secret: APP_SECRET.to_owned(),
            ..State::default()
        }));
        let shared = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, Arc::clone(&shared)));
            }
        });
        Self { url, state }
    }

    /// Options of an origin that asks it.
    pub(crate) fn options(&self) -> [String; 3] {
        [
            format!("--wechat-app-id={APP_ID}"),
            format!("--wechat-app-secret={APP_SECRET}"),
            format!("--wechat-url={}", self.url),
        ]
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
    }

    /// Takes no token any more that was granted.
    pub(crate) fn end_tokens(&self) {
        self.change(|state| state.token = None);
    }

    /// How often a call was made whose path ends so.
    pub(crate) fn calls(&self, end: &str) -> u32 {
        let state = self.state.lock().unwrap();
        let calls = state.calls.iter().filter(|(path, _)| path.ends_with(end));
        calls.map(|(_, count)| count).sum()
    }

    /// As WeChat's client proves the arguments of `wx.config` on a page.
    pub(crate) fn proves(&self, config: &Value, page: &str) -> bool {
        let state = self.state.lock().unwrap();
        let pairs = [
            ("jsapi_ticket", state.ticket.clone().unwrap()),
            ("noncestr", config["nonceStr"].as_str().unwrap().to_owned()),
            (
                "timestamp",
                config["timestamp"].as_i64().unwrap().to_string(),
            ),
            ("url", page.to_owned()),
        ];
        let pairs = pairs.map(|(name, value)| format!("{name}={value}"));
        let signed = pairs.join("&");
        let algorithm = &ring::digest::SHA1_FOR_LEGACY_USE_ONLY;
        let digest = hex::encode(ring::digest::digest(algorithm, signed.as_bytes()));
        config["appId"] == APP_ID && config["signature"] == digest.as_str()
    }
}

impl State {
    fn grant(&mut self, kind: &str) -> String {
        self.granted += 1;
        format!("{kind}-{}+/=", self.granted)
    }

    /// The answer to a request; all of WeChat's own have the status 200.
    fn answer(&mut self, path: &str, query: &BTreeMap<String, String>, body: &Value) -> Value {
        let calls = self.calls.entry(path.to_owned()).or_default();
        *calls += 1;
        if *calls > self.day {
            return json!({"errcode": 45009, "errmsg": "reach max api daily quota limit rid: 6"});
        }
        match path {
            "/cgi-bin/stable_token" => {
                assert_eq!(body["grant_type"], "client_credential");
                if body["appid"] != APP_ID {
                    return json!({"errcode": 40013, "errmsg": "invalid appid rid: 6"});
                }
                if body["secret"] != self.secret.as_str() {
                    return json!({"errcode": 40125, "errmsg": "invalid appsecret rid: 6"});
                }
                if !self.is_listed {
                    let errmsg = "invalid ip 192.0.2.7 ipv6 ::ffff:192.0.2.7, not in whitelist";
                    return json!({"errcode": 40164, "errmsg": errmsg});
                }
                let token = self.grant("token");
                self.token = Some(token.clone());
                json!({"access_token": token, "expires_in": self.expires_in})
            }
            "/cgi-bin/ticket/getticket" => {
                assert_eq!(query["type"], "jsapi");
                if self.token.as_ref() != query.get("access_token") {
                    return json!({"errcode": 42001, "errmsg": "access_token expired rid: 6"});
                }
                if let Some(says) = &self.says_of_tickets {
                    return says.clone();
                }
                let ticket = self.grant("ticket");
                self.ticket = Some(ticket.clone());
                json!({"errcode": 0, "errmsg": "ok", "ticket": ticket, "expires_in": self.expires_in})
            }
            _ => json!({"errcode": 40066, "errmsg": "invalid url"}),
        }
    }
}

async fn serve(stream: TcpStream, state: Arc<Mutex<State>>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let (mut target, mut length) = (String::new(), 0);
    for number in 0.. {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if number == 0 {
            target = line.split(' ').nth(1)?.to_owned();
        }
        let header = line.split_once(": ");
        if let Some((name, value)) = header
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    let body = serde_json::from_slice(&body).unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((&target, ""));
    let query = url::form_urlencoded::parse(query.as_bytes());
    let (reply, hangs) = {
        let mut state = state.lock().unwrap();
        let answer = state.answer(path, &query.into_owned().collect(), &body);
        let usual = (200, "", answer.to_string());
        let (status, headers, text) = state.says.clone().unwrap_or(usual);
        let size = text.len();
        let reply = format!(
            "HTTP/1.1 {status} X\r\ncontent-length: {size}\r\nconnection: close\r\n{headers}\r\n{text}"
        );
        (reply, state.hangs)
    };
    if hangs {
        // The client closes the connection.
        let _ = stream.read_to_end(&mut Vec::new()).await;
        return None;
    }
    stream.write_all(reply.as_bytes()).await.ok()
}
