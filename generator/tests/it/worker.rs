//! A worker that dies, hangs or sends invalid frames is distinguished from a page that throws, and
//! never stops the generator.

use std::path::{Path, PathBuf};
use std::time::Duration;

use generator::pages::site_json::SiteJson;
use generator_media::workers::error::WorkerError;
use generator_media::workers::node::node;
use generator_media::workers::page::Worker;
use generator_media::workers::process::WorkerCommand;
use serde_json::{Value, json};

const TIMEOUT: Duration = Duration::from_secs(20);

fn worker() -> Worker {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let node = node(&root.join("../frontend")).expect("npm ci in frontend/");
    let script = root.join("tests/fixtures/misbehaving-worker.mjs");
    Worker::start(&command(node, script)).unwrap()
}

fn command(node: PathBuf, script: PathBuf) -> WorkerCommand {
    WorkerCommand {
        node,
        script,
        reads: Vec::new(),
        has_native_code: false,
    }
}

fn site() -> SiteJson {
    SiteJson::new(&json!({"name": "Tide"})).unwrap()
}

fn input(path: &str) -> Vec<u8> {
    serde_json::to_vec(&json!({ "path": path })).unwrap()
}

#[test]
fn a_worker_says_hello_and_answers_in_order() {
    let mut worker = worker();
    assert_eq!(worker.hello.routes[0].id, "page");
    for path in ["/a", "/b"] {
        worker.request(site().frame(), &input(path)).unwrap();
    }
    for path in ["/a", "/b"] {
        assert_eq!(
            worker.answer(TIMEOUT).unwrap().markup,
            format!("<p>{path}</p>")
        );
    }
}

#[test]
fn a_site_is_told_once_and_again_when_it_is_another() {
    let mut worker = worker();
    let other = SiteJson::new(&json!({"name": "Shore"})).unwrap();
    for site in [site(), site(), other, site()] {
        worker.request(site.frame(), &input("/sites")).unwrap();
    }
    let told: Vec<String> = (0..4)
        .map(|_| worker.answer(TIMEOUT).unwrap().markup)
        .collect();
    assert_eq!(told, ["1", "1", "2", "3"]);
}

#[test]
fn frames_larger_than_a_pipe_pass_in_both_directions_at_once() {
    let mut worker = worker();
    let filler = "x".repeat(1 << 20);
    let large = serde_json::to_vec(&json!({"path": "/large", "filler": filler})).unwrap();
    for _ in 0..3 {
        worker.request(site().frame(), &large).unwrap();
    }
    for _ in 0..3 {
        assert_eq!(
            worker.answer(TIMEOUT).unwrap().markup.len(),
            (1 << 20) + "<p>/large</p>".len()
        );
    }
}

#[test]
fn a_worker_that_dies_is_reported_with_its_last_words() {
    let mut worker = worker();
    worker.request(site().frame(), &input("/die")).unwrap();
    let error = worker.answer(TIMEOUT).unwrap_err();
    assert!(matches!(error, WorkerError::Died { .. }));
    assert_eq!(
        error.to_string(),
        "the worker ended (exit status: 3)\n    last words"
    );
}

#[test]
fn a_worker_that_has_ended_is_noticed_by_the_answer_and_not_by_the_request() {
    let mut worker = worker();
    worker.request(site().frame(), &input("/die")).unwrap();
    worker.answer(TIMEOUT).unwrap_err();
    worker.request(site().frame(), &input("/next")).unwrap();
    assert!(matches!(
        worker.answer(TIMEOUT),
        Err(WorkerError::Died { .. })
    ));
}

#[test]
fn an_input_that_is_too_long_is_refused_and_the_next_answer_is_that_of_the_next_page() {
    let mut worker = worker();
    let too_long = vec![b' '; contract::frame::MAX_BYTES as usize];
    let error = worker.request(site().frame(), &too_long).unwrap_err();
    assert!(matches!(error, WorkerError::OutOfStep(_)), "{error}");
    worker.request(site().frame(), &input("/next")).unwrap();
    assert_eq!(worker.answer(TIMEOUT).unwrap().markup, "<p>/next</p>");
}

#[test]
fn a_page_that_loops_for_ever_is_stopped() {
    let mut worker = worker();
    worker.request(site().frame(), &input("/hang")).unwrap();
    let error = worker.answer(Duration::from_millis(300)).unwrap_err();
    assert!(matches!(error, WorkerError::TimedOut { .. }), "{error}");
}

#[test]
fn nonsense_on_the_pipe_is_out_of_step() {
    let mut worker = worker();
    worker.request(site().frame(), &input("/nonsense")).unwrap();
    assert!(matches!(
        worker.answer(TIMEOUT),
        Err(WorkerError::OutOfStep(_))
    ));
}

#[test]
fn a_component_that_throws_costs_its_page_only() {
    let mut worker = worker();
    worker.request(site().frame(), &input("/throw")).unwrap();
    worker.request(site().frame(), &input("/next")).unwrap();
    assert_eq!(
        worker.answer(TIMEOUT).unwrap().meta.error.as_deref(),
        Some("TypeError: no")
    );
    assert_eq!(worker.answer(TIMEOUT).unwrap().markup, "<p>/next</p>");
}

#[test]
fn a_bundle_of_another_contract_is_refused() {
    let mut hello: Value =
        serde_json::from_str(include_str!("../../../contract/tests/golden/hello.json")).unwrap();
    hello["contract"] = json!(contract::VERSION + 1);
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("worker.mjs");
    let code = format!(
        "const json = Buffer.from({}); const frame = Buffer.alloc(8); frame.writeUInt32LE(4 + json.length, 0); frame.writeUInt32LE(json.length, 4); process.stdout.write(Buffer.concat([frame, json])); setInterval(() => {{}}, 1000);",
        serde_json::to_string(&hello.to_string()).unwrap()
    );
    std::fs::write(&script, code).unwrap();
    let node = node(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../frontend")).unwrap();
    let error = Worker::start(&command(node, script)).err().unwrap();
    assert!(
        error.to_string().contains("build the frontend again"),
        "{error}"
    );
}
