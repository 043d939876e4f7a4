//! Whatever bytes are sent to whatever call: an envelope with a status that is documented, and
//! never a 5xx.
//!
//! The harness compares every answer with the description of the API; here is where the requests
//! come from.

use http::Method;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

use crate::harness::OriginTest;
use crate::openapi::GOLDEN;

/// Enough to find a slip within seconds; each asks a real origin.
const CASES: u32 = 400;

/// A key of a message.
const KEY: &str = "0123456789abcdef";

fn method() -> impl Strategy<Value = Method> {
    prop_oneof![
        8 => prop::sample::select(vec![Method::GET, Method::POST, Method::PUT, Method::DELETE, Method::HEAD, Method::PATCH, Method::OPTIONS]),
        1 => "[A-Z]{1,12}".prop_map(|name| Method::from_bytes(name.as_bytes()).unwrap()),
    ]
}

/// Paths of every call that answers with an envelope.
fn known_paths() -> Vec<String> {
    let document: Value = serde_json::from_slice(&std::fs::read(GOLDEN).unwrap()).unwrap();
    let paths = document["paths"].as_object().unwrap().keys();
    paths
        .filter(|path| *path != "/api/openapi.json")
        .map(|path| path.replace("{id}", "0123").replace("{form}", "work"))
        .collect()
}

fn path() -> impl Strategy<Value = String> {
    let known = prop::sample::select(known_paths());
    (known, "[a-z0-9%=&?./+]{0,12}").prop_flat_map(|(known, odd)| {
        prop_oneof![
            6 => Just(known.clone()),
            1 => Just(format!("{known}?{odd}")),
            1 => Just(format!("{known}{odd}")),
            1 => Just(format!("/{odd}")),
        ]
    })
}

/// Bytes that may stand in a header.
fn value() -> impl Strategy<Value = Vec<u8>> {
    vec(prop_oneof![0x20..=0x7eu8, 0x80..=0xffu8], 0..40)
}

fn headers(token: String) -> impl Strategy<Value = Vec<(&'static str, Vec<u8>)>> {
    let names = [
        "language",
        "authorization",
        "uuid",
        "fronted-uuid",
        "user-agent",
        "upload-length",
        "upload-offset",
        "upload-metadata",
        contract::origin_data::HEADER,
    ];
    let header = prop_oneof![
        2 => (prop::sample::select(names.to_vec()), value()),
        2 => Just(("authorization", format!("Bearer {token}").into_bytes())),
        1 => Just(("tus-resumable", b"1.0.0".to_vec())),
        1 => Just(("content-type", b"application/offset+octet-stream".to_vec())),
        1 => (prop::sample::select(vec!["x-forwarded-for", "content-type"]), value()),
    ];
    let json = prop::bool::weighted(0.8);
    (vec(header, 0..4), json).prop_map(|(mut headers, json)| {
        if json {
            headers.push(("content-type", b"application/json".to_vec()));
        }
        headers
    })
}

/// From bytes of any kind to bodies that are almost right.
fn body() -> impl Strategy<Value = Vec<u8>> {
    let text = || {
        prop_oneof![
            any::<String>(),
            "[a-z]{1,8}@[a-z]{1,8}\\.[a-z]{2}",
            "[0-9]{6}"
        ]
    };
    let right = (text(), text(), text()).prop_flat_map(|(one, two, three)| {
        prop::sample::select(vec![
            serde_json::json!({ "email": one, "captchaId": two, "captcha": three }),
            serde_json::json!({ "email": one, "code": two, "agreements": { "terms": three } }),
            serde_json::json!({ "name": one }),
            serde_json::json!({ "key": KEY, "fields": { "company": one, "email": two }, "consent": three }),
            serde_json::json!([one, two, three]),
        ])
    });
    let damaged =
        (right.clone(), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(json, at, byte)| {
            let mut bytes = json.to_string().into_bytes();
            let at = at.index(bytes.len());
            bytes[at] = byte;
            bytes
        });
    prop_oneof![
        2 => vec(any::<u8>(), 0..200),
        3 => right.prop_map(|json| json.to_string().into_bytes()),
        3 => damaged,
    ]
}

#[test]
fn whatever_is_sent_the_answer_is_documented_and_never_a_5xx() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let t = runtime.block_on(OriginTest::live());
    let token = runtime.block_on(t.operator_creates_session("ann@example.com"));
    let parts = (method(), path(), headers(token), body());
    let config = Config {
        cases: CASES,
        failure_persistence: None,
        ..Config::default()
    };
    let ask = |(method, path, headers, body): (_, String, Vec<_>, Vec<u8>)| {
        let mut ask = t.ask(method, &path).body(body);
        for (name, value) in headers {
            ask = ask.header(name, value);
        }
        let answer = runtime.block_on(ask.send());
        prop_assert!(answer.status < 500, "{}", answer.json);
        Ok(())
    };
    TestRunner::new(config).run(&parts, ask).unwrap();
}
