//! Feishu's open platform for one test: a server that gives tokens, takes codes once, and knows the
//! people of one company. It can be slow to grant, full, torn and forgetful.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

pub(crate) const APP_ID: &str = "cli_a1b2c3d4e5f60718";
pub(crate) const APP_SECRET: &str = "s3cretOfTheApp0123456789abcdefgh";

/// A running platform; gone with its test.
pub(crate) struct Platform {
    pub(crate) url: String,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
pub(crate) struct State {
    /// Code → `data` of `user_info`.
    codes: BTreeMap<String, Value>,
    /// User token → the same.
    users: BTreeMap<String, Value>,
    /// Tokens that are taken.
    tokens: Vec<String>,
    granted: u32,
    /// Path → calls.
    calls: BTreeMap<String, u32>,
    /// Seconds that what is granted is good for.
    pub(crate) expire: i64,
    /// Status, headers and body of every answer until it is taken away.
    pub(crate) says: Option<(u16, &'static str, String)>,
    /// The secret that is taken.
    pub(crate) secret: String,
}

impl Platform {
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(State {
            expire: 7_200,
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
            format!("--feishu-app-id={APP_ID}"),
            format!("--feishu-app-secret={APP_SECRET}"),
            format!("--feishu-url={}", self.url),
        ]
    }

    pub(crate) fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap());
    }

    /// Gives a person a code.
    pub(crate) fn code(&self, person: &Value) -> String {
        let mut state = self.state.lock().unwrap();
        state.granted += 1;
        let code = format!("code-{}", state.granted);
        state.codes.insert(code.clone(), person.clone());
        code
    }

    /// Takes no token any more that was granted.
    pub(crate) fn forget_tokens(&self) {
        self.change(|state| state.tokens.clear());
    }

    /// How often a call was made whose path ends so.
    pub(crate) fn calls(&self, end: &str) -> u32 {
        let state = self.state.lock().unwrap();
        let calls = state.calls.iter().filter(|(path, _)| path.ends_with(end));
        calls.map(|(_, count)| count).sum()
    }
}

impl State {
    fn grant(&mut self, kind: &str) -> String {
        self.granted += 1;
        let token = format!("{kind}-{}", self.granted);
        self.tokens.push(token.clone());
        token
    }

    /// Status and body of an answer.
    fn answer(&mut self, path: &str, bearer: &str, body: &Value) -> (u16, Value) {
        *self.calls.entry(path.to_owned()).or_default() += 1;
        let knows = |kind: &str| {
            bearer.starts_with(kind) && self.tokens.iter().any(|token| token == bearer)
        };
        match path {
            "/open-apis/auth/v3/app_access_token/internal"
            | "/open-apis/auth/v3/tenant_access_token/internal" => {
                if body["app_id"] != APP_ID || body["app_secret"] != self.secret.as_str() {
                    return (200, json!({"code": 10014, "msg": "app secret invalid"}));
                }
                let (kind, name) = match path.contains("tenant") {
                    true => ("t", "tenant_access_token"),
                    false => ("a", "app_access_token"),
                };
                let (token, expire) = (self.grant(kind), self.expire);
                (
                    200,
                    json!({"code": 0, "msg": "ok", name: token, "expire": expire}),
                )
            }
            "/open-apis/authen/v1/oidc/access_token" if !knows("a-") => (
                400,
                json!({"code": 20014, "msg": "app access token invalid"}),
            ),
            "/open-apis/authen/v1/oidc/access_token" => {
                assert_eq!(body["grant_type"], "authorization_code");
                let code = body["code"].as_str().unwrap();
                let Some(person) = self.codes.remove(code) else {
                    return (400, json!({"code": 20003, "msg": "code is invalid"}));
                };
                let token = self.grant("u");
                self.users.insert(token.clone(), person);
                let data = json!({"access_token": token, "refresh_token": "r", "token_type": "Bearer", "expires_in": 7140});
                (200, json!({"code": 0, "msg": "success", "data": data}))
            }
            "/open-apis/authen/v1/user_info" => match self.users.get(bearer) {
                Some(person) => (200, json!({"code": 0, "msg": "success", "data": person})),
                None => (401, json!({"code": 20005, "msg": "invalid access token"})),
            },
            "/open-apis/jssdk/ticket/get" if !knows("t-") => (
                400,
                json!({"code": 99_991_663, "msg": "Invalid access token"}),
            ),
            "/open-apis/jssdk/ticket/get" => {
                let (ticket, expire) = (self.grant("ticket"), self.expire);
                let data = json!({"ticket": ticket, "expire_in": expire});
                (200, json!({"code": 0, "msg": "ok", "data": data}))
            }
            _ => (404, json!({"code": 99_991_672, "msg": "no such call"})),
        }
    }
}

async fn serve(stream: TcpStream, state: Arc<Mutex<State>>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let (mut path, mut bearer, mut length) = (String::new(), String::new(), 0);
    for number in 0.. {
        let mut line = String::new();
        stream.read_line(&mut line).await.ok()?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if number == 0 {
            path = line.split(' ').nth(1)?.to_owned();
        }
        if let Some((name, value)) = line.split_once(": ") {
            match name.to_lowercase().as_str() {
                "content-length" => length = value.parse().ok()?,
                "authorization" => bearer = value.trim_start_matches("Bearer ").to_owned(),
                _ => {}
            }
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    let body = serde_json::from_slice(&body).unwrap_or_default();
    let reply = {
        let mut state = state.lock().unwrap();
        let (status, answer) = state.answer(&path, &bearer, &body);
        let usual = (status, "", answer.to_string());
        let (status, headers, text) = state.says.clone().unwrap_or(usual);
        let size = text.len();
        format!(
            "HTTP/1.1 {status} X\r\ncontent-length: {size}\r\nconnection: close\r\n{headers}\r\n{text}"
        )
    };
    stream.write_all(reply.as_bytes()).await.ok()
}
