//! Each golden file is read into its type and written again: nothing may be lost, renamed or added.
//! The frontend's tests read the same files, so a change of shape shows on both sides.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use contract::{
    api, build, control, form, frame, origin_data, page, preview, refusals, results, route, search,
};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

fn survives<T: Serialize + DeserializeOwned>(golden: &str) {
    let value: Value = serde_json::from_str(golden).unwrap();
    let typed: T = serde_json::from_str(golden).unwrap();
    assert_eq!(serde_json::to_value(typed).unwrap(), value);
}

/// A question, an answer to it, and the rule that it breaks; origin and browser must agree.
#[derive(Serialize, Deserialize)]
struct FormCase {
    field: form::FormField,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    broken: Option<form::Rule>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    plain: Option<String>,
}

macro_rules! golden {
    ($($name:ident: $type:ty = $file:literal;)*) => {
        $(#[test]
        fn $name() {
            survives::<$type>(include_str!(concat!("golden/", $file)));
        })*

        #[test]
        fn every_golden_file_is_read() {
            let known = [$($file),*];
            for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden")).unwrap() {
                let name = file.unwrap().file_name();
                assert!(known.contains(&name.to_str().unwrap()), "{name:?} is read by no test");
            }
        }
    };
}

golden! {
    latest: build::Latest = "latest.json";
    history: Vec<build::HistoryEntry> = "history.json";
    meta: build::Meta = "meta.json";
    index: build::Index = "index.json";
    shard: build::Shard = "shard.json";
    preview: preview::Preview = "preview.json";
    hello: route::Hello = "hello.json";
    page_input: page::PageInput = "page-input.json";
    payload_file: page::PayloadFile = "payload-file.json";
    inline_state: page::InlineState = "inline-state.json";
    site_frame: frame::SiteFrame = "site-frame.json";
    rendered: frame::Rendered = "rendered.json";
    rendered_error: frame::Rendered = "rendered-error.json";
    rendered_files: frame::Rendered = "rendered-files.json";
    rendered_file_error: frame::Rendered = "rendered-file-error.json";
    refusals_file: refusals::RefusalsFile = "refusals-file.json";
    results_file: results::ResultsFile = "results-file.json";
    search_page: search::SearchPage = "search-page.json";
    origin_data: origin_data::OriginData = "origin-data.json";
    enumerations: std::collections::BTreeMap<String, Vec<String>> = "enumerations.json";
    form_cases: Vec<FormCase> = "form-cases.json";
    control_requests: Vec<control::Request> = "control-requests.json";
    control_answers: Vec<control::Answer> = "control-answers.json";
    control_events: Vec<control::JobEvent> = "control-events.json";
    envelope_user_info: api::Envelope<api::UserInfo> = "envelope-user-info.json";
}

#[test]
fn a_body_in_a_pages_input_is_its_token() {
    let input: page::PageInput =
        serde_json::from_str(include_str!("golden/page-input.json")).unwrap();
    let body = input.payload.data["entry"]["body"].as_str().unwrap();
    let key = body.strip_prefix(page::BODY_TOKEN).unwrap();
    assert!(key.parse::<contract::Hash>().is_ok());
}
