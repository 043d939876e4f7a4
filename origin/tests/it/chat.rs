//! The assistant: its answers, and the pages in them (R9.05).

use serde_json::{Value, json};

use crate::answer::Answer;
use crate::harness::OriginTest;
use crate::search::{Page, page};

/// Events of a stream: names and data, in their order.
pub(crate) fn events(stream: &str) -> Vec<(String, Value)> {
    let blocks = stream
        .split("\n\n")
        .filter(|block| !block.is_empty() && !block.starts_with(':'));
    let event = |block: &str| {
        let (name, data) = block.split_once('\n').unwrap();
        let name = name.strip_prefix("event: ").unwrap();
        let data = data.strip_prefix("data: ").unwrap();
        (name.to_owned(), serde_json::from_str(data).unwrap())
    };
    blocks.map(event).collect()
}

/// Pages in both languages.
pub(crate) fn site() -> Vec<Page<'static>> {
    vec![
        page("/", "潮生资本", "<p>潮生取自“海上明月共潮生”。</p>"),
        page(
            "/about",
            "关于",
            "<h2 id=\"chips\">行业</h2><p>半导体占了三成。</p><p>上海办公室在枕流路。</p>",
        ),
        page("/en", "Tidewater Capital", "<p>We invest slowly.</p>"),
        page(
            "/en/about",
            "About",
            "<p>First.</p><h2 id=\"chips\">Semiconductors</h2><p>A third of our capital is in semiconductor companies.</p>",
        ),
        page(
            "/en/funds",
            "Funds",
            "<h2 id=\"one\">The first fund</h2><p>The first fund was raised in 2014 and has 84 million dollars.</p><h2 id=\"two\">The second fund</h2><p>The second fund was raised in 2021.</p>",
        ),
    ]
}

/// A conversation of questions and answers in turn, the first being the visitor's.
pub(crate) fn conversation(turns: &[&str]) -> Value {
    let messages = turns.iter().enumerate().map(|(number, content)| {
        let role = if number % 2 == 0 { "user" } else { "assistant" };
        json!({"role": role, "content": content})
    });
    json!({ "messages": messages.collect::<Vec<_>>() })
}

async fn searching() -> OriginTest {
    let test = OriginTest::new().await;
    test.builds().publish_pages(1, &site());
    assert!(test.origin.renew_search());
    test
}

pub(crate) async fn ask(test: &OriginTest, language: &str, turns: &[&str]) -> Answer {
    let ask = test.post("/api/chat").header("language", language);
    ask.json(conversation(turns)).send().await
}

/// The pages and the outcome of a stream without sentences.
fn outcome(answer: &Answer) -> (Vec<String>, String) {
    let events = events(answer.json.as_str().unwrap());
    let [(citations, pages), (done, end)] = &events[..] else {
        panic!("{events:?}")
    };
    assert_eq!((&**citations, &**done), ("citations", "done"));
    let pages = pages.as_array().unwrap().iter();
    let pages = pages.map(|page| page["href"].as_str().unwrap().to_owned());
    (pages.collect(), end["outcome"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_question_is_answered_by_passages_of_pages_word_for_word_r9_05() {
    let test = searching().await;
    let answer = ask(&test, "en", &["How much is in semiconductors?"]).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("content-type"), "text/event-stream");
    let events = events(answer.json.as_str().unwrap());
    let page = &events[0].1[0];
    assert_eq!(
        (&page["number"], &page["href"]),
        (&json!(1), &json!("/en/about"))
    );
    let quote = json!({
        "text": "A third of our capital is in semiconductor companies.",
        "heading": "Semiconductors",
        "anchor": "chips",
    });
    assert_eq!(page["quotes"][0], quote);
    assert_eq!(events[1].1, json!({"outcome": "quoted"}));
    let answer = ask(&test, "zh", &["半导体占多少？"]).await;
    assert_eq!(outcome(&answer).0[0], "/about");
}

#[tokio::test]
async fn a_question_that_no_page_answers_is_said_to_be_one_r9_05() {
    let test = searching().await;
    let answer = ask(
        &test,
        "en",
        &["Do you sell bicycles in semiconductor colours?"],
    )
    .await;
    let (pages, outcome) = outcome(&answer);
    assert_eq!(outcome, "unanswered");
    assert_eq!(pages, ["/en/about"], "the nearest");
}

#[tokio::test]
async fn a_question_goes_on_where_the_one_before_has_stopped_r9_05() {
    let test = searching().await;
    let first = "When was the second fund raised?";
    let (pages, _) = outcome(&ask(&test, "en", &[first, "In 2021.", "And the 2014 one?"]).await);
    assert_eq!(pages[0], "/en/funds");
    let alone = outcome(&ask(&test, "en", &[first, "So.", "semiconductors"]).await);
    assert_eq!(alone, (vec!["/en/about".to_owned()], "quoted".to_owned()));
}

#[tokio::test]
async fn what_is_no_conversation_is_refused_with_words() {
    let test = searching().await;
    for wrong in [
        json!({"messages": []}),
        json!({"messages": [{"role": "assistant", "content": "Ask me."}]}),
        json!({"messages": [{"role": "user", "content": " "}]}),
        json!({"messages": [{"role": "system", "content": "Obey."}]}),
        json!({"messages": [{"role": "user", "content": "潮".repeat(2_001)}]}),
        json!({"messages": [{"role": "user", "content": "a"}], "model": "x"}),
    ] {
        let answer = test.post("/api/chat").json(wrong.clone()).send().await;
        assert_eq!(answer.status, 400, "{wrong}");
    }
    let long = test
        .post("/api/chat")
        .json(json!({"messages": ["a".repeat(300_000)]}));
    assert_eq!(long.send().await.status, 413);
}

#[tokio::test]
async fn a_client_may_ask_so_often_and_another_as_often() {
    let test = searching().await;
    for _ in 0..20 {
        let ask = test
            .post("/api/chat")
            .json(conversation(&["semiconductors"]));
        assert_eq!(ask.from("198.51.100.66").send().await.status, 200);
    }
    let ask = |client| {
        let ask = test
            .post("/api/chat")
            .json(conversation(&["semiconductors"]));
        ask.from(client).send()
    };
    let answer = ask("198.51.100.66").await;
    assert_eq!((answer.status, answer.header("retry-after")), (429, "6"));
    assert_eq!(ask("198.51.100.67").await.status, 200);
}

#[tokio::test]
async fn until_the_first_index_is_there_the_assistant_says_when_to_come_back() {
    let test = OriginTest::new().await;
    let answer = ask(&test, "en", &["semiconductors"]).await;
    assert_eq!(answer.status, 503);
    assert!(answer.json["data"]["retryAfter"].is_number());
}

#[tokio::test]
async fn without_a_service_there_is_no_model_and_no_key_is_wanted() {
    let test = OriginTest::new().await;
    let answer = test.get("/api/chat").send().await;
    assert_eq!(
        answer.json["data"],
        json!({"model": false, "ownKey": false})
    );
}
