//! The description of the API is the one in the repository, and says what is so.

use std::path::Path;

use http_body_util::BodyExt;
use serde_json::Value;

use crate::harness::OriginTest;

/// Clients take their types from this file.
pub(crate) const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");

#[tokio::test]
async fn the_document_is_the_golden_file() {
    let t = OriginTest::new().await;
    let request = http::Request::get("/api/openapi.json");
    let body = http_body_util::Empty::new().map_err(|never| match never {});
    let response = t
        .origin
        .answer(request.body(body.boxed_unsync()).unwrap())
        .await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/json");
    let served = response.into_body().collect().await.unwrap().to_bytes();
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(Path::new(GOLDEN), &served).unwrap();
    }
    let golden = std::fs::read(GOLDEN).unwrap_or_default();
    assert!(
        golden == served,
        "origin/openapi.json is not what is served; if the change is meant: UPDATE_GOLDEN=1 cargo test -p origin --test it openapi"
    );
}

#[test]
fn every_reference_in_the_document_leads_somewhere() {
    let document: Value = serde_json::from_slice(&std::fs::read(GOLDEN).unwrap()).unwrap();
    let mut found = 0;
    let mut left = vec![&document];
    while let Some(value) = left.pop() {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(reference)) = fields.get("$ref") {
                    let pointer = reference.strip_prefix('#').unwrap();
                    assert!(document.pointer(pointer).is_some(), "{reference}");
                    found += 1;
                }
                left.extend(fields.values());
            }
            Value::Array(values) => left.extend(values),
            _ => {}
        }
    }
    assert!(found > 0);
}

#[test]
fn requests_allow_no_unknown_fields_and_operations_have_names() {
    let document: Value = serde_json::from_slice(&std::fs::read(GOLDEN).unwrap()).unwrap();
    for name in [
        "SendCodeRequest",
        "LoginRequest",
        "RenameRequest",
        "MessageRequest",
        "FeishuLoginRequest",
        "ChatRequest",
        "ChatMessage",
    ] {
        let schema = &document["components"]["schemas"][name];
        assert_eq!(schema["additionalProperties"], false, "{name}");
    }
    for (path, calls) in document["paths"].as_object().unwrap() {
        for (method, call) in calls.as_object().unwrap() {
            let id = call["operationId"].as_str().unwrap();
            assert!(id.bytes().all(|byte| byte.is_ascii_alphabetic()), "{id}");
            assert!(call["summary"].is_string(), "{method} {path}");
        }
    }
}
