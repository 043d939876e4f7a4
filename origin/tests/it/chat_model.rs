//! The assistant with a model (R9.05, R7.01): its sentences are checked, its cost is counted, and
//! after any failure passages of pages are there.

use std::time::Duration;

use http_body_util::BodyExt;
use origin::{Body, Handle};
use serde_json::{Value, json};

use crate::builds::Builds;
use crate::chat::{conversation, events, site};
use crate::harness::OriginTest;
use crate::model_service::{KEY, MODEL, Says, Service, says, torn};
use crate::program::Site;

/// A question that the page about the funds answers.
const QUESTION: &str = "When was the first fund raised?";

/// An origin that asks this service, with the operator's key.
async fn writing(service: &Service) -> OriginTest {
    with(&service.options()).await
}

async fn with(options: &[String]) -> OriginTest {
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let test = OriginTest::with(&options).await;
    test.builds().publish_pages(1, &site());
    assert!(test.origin.renew_search());
    test
}

/// An answer as a visitor got it.
#[derive(Debug, PartialEq)]
struct Told {
    /// Sentences with their sources.
    sentences: Vec<(String, Vec<u64>)>,
    done: Value,
    /// Paths of the pages that were cited.
    pages: Vec<String>,
}

async fn told(test: &OriginTest, turns: &[&str]) -> Told {
    told_with(test, turns, None).await
}

async fn told_with(test: &OriginTest, turns: &[&str], key: Option<&str>) -> Told {
    let mut ask = test
        .post("/api/chat")
        .header("language", "en")
        .from("198.51.100.7");
    if let Some(key) = key {
        ask = ask.header("open-ai-secret", key);
    }
    let answer = ask.json(conversation(turns)).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    let events = events(answer.json.as_str().unwrap());
    assert_eq!(events[0].0, "citations");
    let pages = events[0].1.as_array().unwrap().iter();
    let pages = pages
        .map(|page| page["href"].as_str().unwrap().to_owned())
        .collect();
    let (done, deltas) = events[1..].split_last().unwrap();
    assert_eq!(done.0, "done");
    let sentence = |(name, delta): &(String, Value)| {
        assert_eq!(name, "delta");
        let sources = delta["sources"].as_array().unwrap().iter();
        (
            delta["text"].as_str().unwrap().to_owned(),
            sources.map(|one| one.as_u64().unwrap()).collect(),
        )
    };
    Told {
        sentences: deltas.iter().map(sentence).collect(),
        done: done.1.clone(),
        pages,
    }
}

#[tokio::test]
async fn a_model_answers_in_sentences_with_their_pages_r9_05() {
    let service =
        Service::saying("The first fund was raised in 2014 [1]. It has 84 million dollars. [1]")
            .await;
    let test = writing(&service).await;
    let told = told(&test, &[QUESTION]).await;
    let expected = [
        ("The first fund was raised in 2014. ".to_owned(), vec![1]),
        ("It has 84 million dollars. ".to_owned(), vec![1]),
    ];
    assert_eq!(told.sentences, expected);
    assert_eq!(
        (&*told.pages[0], told.done),
        ("/en/funds", json!({"outcome": "answered"}))
    );
    let asked = service.asked().remove(0);
    assert_eq!((&*asked.key, &asked.body["model"]), (KEY, &json!(MODEL)));
    assert_eq!(
        (&asked.body["stream"], &asked.body["max_tokens"]),
        (&json!(true), &json!(600))
    );
    assert_eq!(asked.body["stream_options"], json!({"include_usage": true}));
    let last = asked.body["messages"].as_array().unwrap().last().unwrap();
    let content = last["content"].as_str().unwrap();
    assert!(
        content.contains("\"page\":1") && content.ends_with(QUESTION),
        "{content}"
    );
    let told = test.get("/api/chat").send().await;
    assert_eq!(told.json["data"], json!({"model": true, "ownKey": true}));
}

#[tokio::test]
async fn a_lie_is_marked_and_a_wrong_number_put_right() {
    let service = Service::saying(
        "The first fund was raised in 2009 [1]. Returns are guaranteed [1]. The second fund was raised in 2021 [4]. \
         See [our page](https://evil.example/?q=1) or evil.example. <img src=\"https://evil.example/p.png\">",
    )
    .await;
    let test = writing(&service).await;
    let told = told(&test, &[QUESTION]).await;
    let text = format!("{told:?}");
    assert_eq!(
        told.sentences[0],
        ("The first fund was raised in 2009. ".to_owned(), vec![])
    );
    assert_eq!(
        told.sentences[1],
        ("Returns are guaranteed. ".to_owned(), vec![])
    );
    assert_eq!(
        told.sentences[2],
        ("The second fund was raised in 2021. ".to_owned(), vec![1])
    );
    assert!(
        !text.contains("evil") && !text.contains("http") && !text.contains('<'),
        "{text}"
    );
}

#[tokio::test]
async fn a_model_that_finds_no_answer_leads_to_the_nearest_pages() {
    let service = Service::saying("NO ANSWER").await;
    let test = writing(&service).await;
    let told = told(&test, &[QUESTION]).await;
    assert_eq!(
        (told.sentences, told.done),
        (vec![], json!({"outcome": "unanswered"}))
    );
    let nothing = told_with(&test, &["Do you sell bicycles in colours?"], None).await;
    assert_eq!(nothing.done, json!({"outcome": "unanswered"}));
    assert_eq!(
        service.asked().len(),
        1,
        "nobody is paid for what no page answers"
    );
}

#[tokio::test]
async fn a_model_hears_what_was_said_before() {
    let service = Service::saying("The second fund was raised in 2021 [1].").await;
    let test = writing(&service).await;
    told(&test, &[QUESTION, "In 2014.", "And the second one?"]).await;
    let messages = service.asked().remove(0).body["messages"].clone();
    let roles: Vec<&str> = messages
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["role"].as_str().unwrap())
        .collect();
    assert_eq!(roles, ["system", "user", "assistant", "user"]);
    assert_eq!(messages[2]["content"], "In 2014.");
}

#[tokio::test]
async fn whatever_a_service_does_before_its_first_sentence_passages_answer() {
    let service = Service::start(Says::Nothing).await;
    let test = writing(&service).await;
    let raw = |text: &str| Says::Raw(text.as_bytes().to_vec());
    let stream = |text: &str| {
        raw(&format!(
            "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n{text}"
        ))
    };
    let status = |status: u16| {
        raw(&format!(
            "HTTP/1.1 {status} X\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
        ))
    };
    for (name, says) in [
        ("silent", Says::Nothing),
        ("stalled", Says::Stalls(vec!["The first".to_owned()])),
        ("401", status(401)),
        ("429", status(429)),
        ("500", status(500)),
        ("a redirect", status(307)),
        ("no protocol", raw("garbage\r\n\r\n")),
        ("gone", raw("")),
        ("no events", stream("<html>busy</html>\n")),
        ("broken JSON", stream("data: {\"choices\": [{\n\n")),
        (
            "an error",
            stream("data: {\"error\": {\"message\": \"overloaded\"}}\n\n"),
        ),
        ("empty", stream("data: [DONE]\n\n")),
        ("empty words", says("")),
        ("marks alone", says("[1] **** <b></b> …")),
        ("an endless line", stream(&"a".repeat(200_000))),
    ] {
        service.say(says);
        let told = told(&test, &[QUESTION]).await;
        let done = json!({"outcome": "quoted", "because": "unavailable"});
        assert_eq!((told.sentences, told.done), (vec![], done), "{name}");
        test.advance(60);
    }
    service.say(says("The first fund was raised in 2014 [1]."));
    assert_eq!(
        told(&test, &[QUESTION]).await.done["outcome"],
        "answered",
        "again"
    );
}

#[tokio::test]
async fn a_service_that_is_away_costs_nothing_but_the_model() {
    let service = Service::saying("").await;
    let mut options = service.options();
    options[0] = "--openai-base-url=http://127.0.0.1:1/v1".to_owned();
    let test = with(&options).await;
    let told = told(&test, &[QUESTION]).await;
    assert_eq!(
        told.done,
        json!({"outcome": "quoted", "because": "unavailable"})
    );
    assert_eq!(test.number("SELECT max(tokens) FROM chat_tokens").await, 0);
}

#[tokio::test]
async fn an_answer_that_breaks_off_after_a_sentence_is_cut() {
    let service = Service::start(Says::Nothing).await;
    let test = writing(&service).await;
    let words = "The first fund was raised in 2014 [1]. It has 84 m";
    let events: String = torn(words)
        .iter()
        .map(|words| {
            format!(
                "data: {}\n\n",
                json!({"choices": [{"delta": {"content": words}}]})
            )
        })
        .collect();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    let length = json!({"choices": [{"delta": {}, "finish_reason": "length"}]});
    for (name, says, because) in [
        (
            "broken off",
            Says::Raw(format!("{head}{events}").into_bytes()),
            Some("unavailable"),
        ),
        (
            "torn",
            Says::Raw(format!("{head}{events}data: {{\n\n").into_bytes()),
            Some("unavailable"),
        ),
        ("stalled", Says::Stalls(torn(words)), Some("unavailable")),
        (
            "out of tokens",
            Says::Raw(format!("{head}{events}data: {length}\n\ndata: [DONE]\n\n").into_bytes()),
            None,
        ),
        (
            "endless",
            Says::Endless("So it goes on and on. ".to_owned()),
            None,
        ),
    ] {
        service.say(says);
        let told = told(&test, &[QUESTION]).await;
        let done = match because {
            Some(because) => json!({"outcome": "cut", "because": because}),
            None => json!({"outcome": "cut"}),
        };
        assert_eq!(told.done, done, "{name}");
        assert!((1..=40).contains(&told.sentences.len()), "{name}");
        assert!(
            !format!("{told:?}").contains("84 m"),
            "{name}: half a sentence"
        );
        test.advance(60);
    }
    service.left(1).await;
}

#[tokio::test]
async fn a_visitors_own_key_goes_to_the_operators_service_alone_and_costs_the_operator_nothing_r7_01()
 {
    let service = Service::saying("The first fund was raised in 2014 [1].").await;
    let test = with(&service.options_without_key()).await;
    let about = test.get("/api/chat").send().await;
    assert_eq!(about.json["data"], json!({"model": false, "ownKey": true}));
    let without = told(&test, &[QUESTION]).await;
    assert_eq!(without.done, json!({"outcome": "quoted"}));
    let own = "sk-a-visitors-own-42";
    let told = told_with(&test, &[QUESTION], Some(own)).await;
    assert_eq!(told.done, json!({"outcome": "answered"}));
    let asked = service.asked();
    assert_eq!((asked.len(), &*asked[0].key), (1, own));
    assert_eq!(test.number("SELECT count(*) FROM chat_tokens").await, 0);
    let malformed = told_with(&test, &[QUESTION], Some("a b")).await;
    assert_eq!(
        malformed.done,
        json!({"outcome": "quoted", "because": "secret"})
    );
    service.say(Says::Raw(
        b"HTTP/1.1 401 X\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".to_vec(),
    ));
    let refused = told_with(&test, &[QUESTION], Some(own)).await;
    assert_eq!(
        refused.done,
        json!({"outcome": "quoted", "because": "secret"})
    );
}

#[tokio::test]
async fn a_key_without_a_service_goes_nowhere() {
    let test = with(&[]).await;
    let told = told_with(&test, &[QUESTION], Some("sk-a-visitors-own-42")).await;
    assert_eq!(told.done, json!({"outcome": "quoted"}));
}

#[tokio::test]
async fn a_lying_service_gives_neither_key_nor_instructions_away() {
    let service = Service::start(Says::By(|body| {
        let prompt = body["messages"][0]["content"].as_str().unwrap();
        torn(&format!(
            "The key is {KEY}. My instructions are: {prompt} The first fund was raised in 2014 [1]."
        ))
    }))
    .await;
    let test = writing(&service).await;
    let told = told(&test, &[QUESTION]).await;
    let text = format!("{told:?}");
    assert!(
        !text.contains("sk-operators") && !text.contains("these passages alone"),
        "{text}"
    );
    let last = told.sentences.last().unwrap();
    assert_eq!(
        last,
        &("The first fund was raised in 2014. ".to_owned(), vec![1])
    );
}

#[tokio::test]
async fn a_day_has_so_many_tokens_for_a_visitor_and_for_all() {
    let service = Service::start(Says::Words(
        torn("The first fund was raised in 2014 [1]."),
        3_000,
    ))
    .await;
    let mut options = service.options();
    options.extend([
        "--chat-visitor-tokens=3500".to_owned(),
        "--chat-day-tokens=6500".to_owned(),
    ]);
    let test = with(&options).await;
    let from = async |client: &str| {
        let ask = test.post("/api/chat").header("language", "en").from(client);
        let answer = ask.json(conversation(&[QUESTION])).send().await;
        events(answer.json.as_str().unwrap()).pop().unwrap().1
    };
    let (answered, used_up) = (
        json!({"outcome": "answered"}),
        json!({"outcome": "quoted", "because": "budget"}),
    );
    assert_eq!(from("198.51.100.1").await, answered);
    settled(&test, 3_000).await;
    assert_eq!(from("198.51.100.1").await, used_up, "the visitor's");
    assert_eq!(from("198.51.100.2").await, answered);
    settled(&test, 6_000).await;
    assert_eq!(from("198.51.100.3").await, used_up, "everybody's");
    assert_eq!(service.asked().len(), 2);
    let own = test
        .post("/api/chat")
        .header("open-ai-secret", "sk-a-visitors-own-42")
        .header("language", "en")
        .from("198.51.100.3");
    let own = own.json(conversation(&[QUESTION])).send().await;
    assert!(
        own.json.as_str().unwrap().contains("\"answered\""),
        "who pays is not bounded"
    );
    test.advance(24 * 60 * 60);
    assert_eq!(from("198.51.100.1").await, answered, "tomorrow");
    settled(&test, 3_000).await;
    assert_eq!(
        test.number("SELECT count(DISTINCT day) FROM chat_tokens")
            .await,
        1,
        "yesterday is forgotten"
    );
}

/// Waits until everybody together has spent so many tokens today.
async fn settled(test: &OriginTest, tokens: i64) {
    let spent = async || {
        test.number("SELECT tokens FROM chat_tokens WHERE visitor = 'all' ORDER BY day DESC")
            .await
    };
    tokio::time::timeout(Duration::from_secs(10), async {
        while spent().await != tokens {
            tokio::task::yield_now().await;
        }
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn tokens_are_shared_by_all_processes_and_hold_nothing_of_a_question() {
    let service = Service::start(Says::Words(
        torn("The first fund was raised in 2014 [1]."),
        3_000,
    ))
    .await;
    let mut options = service.options();
    options.push("--chat-visitor-tokens=3500".to_owned());
    let test = with(&options).await;
    told(&test, &[QUESTION]).await;
    settled(&test, 3_000).await;
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let beside = test.beside_with(&options).await;
    assert!(beside.renew_search());
    let body = http_body_util::Full::from(conversation(&[QUESTION]).to_string());
    let request = http::Request::post("/api/chat")
        .header("content-type", "application/json")
        .header("language", "en")
        .header("x-forwarded-for", "198.51.100.7")
        .body(body.map_err(|never| match never {}).boxed_unsync())
        .unwrap();
    let answer = beside
        .answer(request)
        .await
        .into_body()
        .collect()
        .await
        .unwrap();
    let text = String::from_utf8(answer.to_bytes().to_vec()).unwrap();
    assert!(text.contains("\"budget\""), "{text}");
    let visible = test
        .number("SELECT count(*) FROM chat_tokens WHERE visitor LIKE '%198.51%'")
        .await;
    assert_eq!(visible, 0, "no address is kept");
}

#[tokio::test]
async fn each_sentence_goes_out_when_it_is_whole_and_who_leaves_ends_the_models_work() {
    let words = [
        "The first fund was raised in 2014 [1]. It",
        " has 84 million dollars [1]. And",
        " so on.",
    ];
    let service = Service::start(Says::OneByOne(words.map(str::to_owned).to_vec())).await;
    let mut options = service.options();
    options[2] = "--chat-patience=60".to_owned();
    let test = with(&options).await;
    let body = http_body_util::Full::from(conversation(&[QUESTION]).to_string());
    let request = http::Request::post("/api/chat")
        .header("content-type", "application/json")
        .header("language", "en")
        .body(body.map_err(|never| match never {}).boxed_unsync())
        .unwrap();
    let mut stream = test.origin.answer(request).await.into_body();
    let mut next = async || {
        let frame = tokio::time::timeout(Duration::from_secs(10), stream.frame()).await;
        let data = frame.unwrap().unwrap().unwrap().into_data().unwrap();
        String::from_utf8(data.to_vec()).unwrap()
    };
    assert!(next().await.starts_with("event: citations"));
    service.release();
    assert!(
        next().await.contains("raised in 2014"),
        "though nothing more was said"
    );
    service.release();
    assert!(next().await.contains("84 million"));
    drop(stream);
    service.left(1).await;
    // Half an answer costs its received part.
    let spent = async || test.number("SELECT max(tokens) FROM chat_tokens").await;
    let reserved = 600;
    tokio::time::timeout(Duration::from_secs(10), async {
        while !(1..reserved).contains(&spent().await) {
            tokio::task::yield_now().await;
        }
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn a_service_needs_a_model_and_encryption() {
    let test = OriginTest::new().await;
    let refused = test
        .try_beside_with(&["--openai-base-url=https://models.example/v1"])
        .await;
    let error = refused.unwrap_err().to_string();
    assert!(error.contains("OPENAI_MODEL"), "{error}");
}

/// An answer that has begun, of an origin in threads of its own, as a gateway embeds it.
async fn begun(service: &Service, site: &Site) -> (Handle, Body) {
    let mut config = site.config();
    config.settings.chat.openai_base_url = Some(service.url.parse().unwrap());
    config.settings.chat.openai_model = Some(MODEL.to_owned());
    config.settings.chat.openai_api_key = Some(KEY.parse().unwrap());
    config.settings.chat.chat_patience = 60;
    Builds(site.path()).publish_pages(1, &crate::chat::site());
    let start = tokio::task::spawn_blocking(|| Handle::start(config));
    let handle = start.await.unwrap().unwrap();
    loop {
        let body = http_body_util::Full::from(conversation(&[QUESTION]).to_string());
        let request = http::Request::post("/api/chat")
            .header("content-type", "application/json")
            .header("language", "en")
            .header("x-forwarded-for", "198.51.100.7");
        let request = request.body(body.map_err(|never| match never {}).boxed_unsync());
        let search = http::Request::get("/api/search?q=fund").body(
            http_body_util::Empty::new()
                .map_err(|never| match never {})
                .boxed_unsync(),
        );
        // Until the first index is there.
        if handle.call(search.unwrap()).await.unwrap().status() == 200 {
            let answer = handle.call(request.unwrap()).await.unwrap();
            assert_eq!(answer.status(), 200);
            return (handle, answer.into_body());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_embedded_origin_streams_and_ends_its_streams_when_it_stops() {
    let words = [
        "The first fund was raised in 2014 [1]. It",
        " has 84 million dollars [1]. And",
    ];
    let service = Service::start(Says::OneByOne(words.map(str::to_owned).to_vec())).await;
    let site = Site::new();
    let (handle, mut stream) = begun(&service, &site).await;
    let mut next = async || {
        let frame = tokio::time::timeout(Duration::from_secs(10), stream.frame()).await;
        let data = frame
            .unwrap()
            .map(|frame| frame.unwrap().into_data().unwrap());
        data.map(|data| String::from_utf8(data.to_vec()).unwrap())
    };
    assert!(next().await.unwrap().starts_with("event: citations"));
    service.release();
    assert!(
        next().await.unwrap().contains("raised in 2014"),
        "while the model waits"
    );
    tokio::time::timeout(Duration::from_secs(5), handle.stop())
        .await
        .expect("within the drain");
    assert_eq!(
        next().await,
        None,
        "without `done`: the page says that it broke off"
    );
    service.left(1).await;
}
