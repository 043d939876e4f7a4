//! Search over the pages of the live build (R2.12).

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use contract::build::Access;
use serde_json::Value;

use crate::answer::Answer;
use crate::harness::OriginTest;

/// A document as the template makes it: `head` is more of its head, `main` stands below its title.
fn document(path: &str, title: &str, head: &str, main: &str) -> String {
    let locale = if path.starts_with("/en") {
        "en"
    } else {
        "zh-CN"
    };
    let route = if path.contains("/news/") {
        "news-article"
    } else {
        "about"
    };
    format!(
        "<!doctype html><html><head><title>{title} · Tidewater</title>\
         <meta name=\"description\" content=\"About {title}.\">{head}\
         <link rel=\"canonical\" href=\"https://site.example{path}\"></head><body><div id=\"root\">\
         <nav>Everything</nav><main><h1>{title}</h1>{main}</main></div>\
         <script type=\"application/json\" id=\"portico-state\">{{\"route\":\"{route}\",\
         \"path\":\"{path}\",\"locale\":\"{locale}\",\"payload\":{{}}}}</script></body></html>"
    )
}

/// A page to publish: path, document, access.
pub(crate) type Page<'a> = (&'a str, String, Access);

pub(crate) fn page<'a>(path: &'a str, title: &str, main: &str) -> Page<'a> {
    (path, document(path, title, "", main), Access::Public)
}

/// Pages in both languages.
fn site() -> Vec<(&'static str, String, Access)> {
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
            "/en/news/duskline",
            "Duskline sees in the dark",
            "<p>A sensor for wildlife cameras.</p>",
        ),
    ]
}

/// An origin whose index has the pages of a build.
async fn searching(pages: &[(&str, String, Access)]) -> OriginTest {
    let test = OriginTest::new().await;
    test.builds().publish_pages(1, pages);
    assert!(test.origin.renew_search());
    test
}

async fn ask(test: &OriginTest, language: &str, query: &str) -> Answer {
    let mut path = url::form_urlencoded::Serializer::new("/api/search?".to_owned());
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        path.append_pair(&name, &value);
    }
    let path = path.finish().replacen("?&", "?", 1);
    test.get(&path).header("language", language).send().await
}

/// The folder of the one index that there is.
fn index_folder(test: &OriginTest) -> PathBuf {
    let mut folders = fs::read_dir(test.folder.path().join("var/search")).unwrap();
    folders.next().unwrap().unwrap().path()
}

/// Paths of the hits for a question.
async fn hits(test: &OriginTest, language: &str, question: &str) -> Vec<String> {
    let query: String = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("q", question)
        .finish();
    let answer = ask(test, language, &query).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    hrefs(&answer.json["data"])
}

fn hrefs(data: &Value) -> Vec<String> {
    let hits = data["hits"].as_array().unwrap().iter();
    hits.map(|hit| hit["href"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_question_is_answered_by_pages_with_the_passages_that_say_it_r2_12() {
    let test = searching(&site()).await;
    let answer = ask(&test, "en", "q=semiconductors").await;
    let data = &answer.json["data"];
    assert_eq!(hrefs(data), ["/en/about"], "{data}");
    assert_eq!(
        (&data["query"], &data["total"]),
        (&"semiconductors".into(), &1.into())
    );
    let hit = &data["hits"][0];
    assert_eq!(
        (&hit["title"], &hit["kind"]),
        (&"About".into(), &"page".into())
    );
    assert_eq!(hit["locale"], "en");
    // The page's summary comes first.
    let passages = hit["passages"].as_array().unwrap();
    let passage = passages.last().unwrap();
    assert_eq!(passage["anchor"], "chips");
    let runs = passage["text"].as_array().unwrap();
    let text: String = runs
        .iter()
        .map(|run| run["text"].as_str().unwrap())
        .collect();
    assert_eq!(
        text,
        "A third of our capital is in semiconductor companies."
    );
    let marked: Vec<&str> = runs
        .iter()
        .filter(|run| run["marked"] == true)
        .map(|run| run["text"].as_str().unwrap())
        .collect();
    assert_eq!(marked, ["semiconductor"]);
    assert_eq!(hits(&test, "zh", "半导体占多少").await, ["/about"]);
}

#[tokio::test]
async fn slips_and_pinyin_are_forgiven_and_told_r2_12() {
    let test = searching(&site()).await;
    assert_eq!(hits(&test, "zh", "chaosheng").await, ["/"]);
    assert_eq!(hits(&test, "zh", "半导题").await, ["/about"]);
    assert_eq!(hits(&test, "zh", "shanghai bangongshi").await, ["/about"]);
    let answer = ask(&test, "en", "q=semicondutor").await;
    assert_eq!(hrefs(&answer.json["data"]), ["/en/about"]);
    assert_eq!(answer.json["data"]["didYouMean"], "semiconductors");
    let right = ask(&test, "en", "q=semiconductor").await;
    assert!(right.json["data"]["didYouMean"].is_null());
}

#[tokio::test]
async fn a_language_is_searched_first_and_others_if_it_has_nothing_r2_12() {
    let test = searching(&site()).await;
    assert_eq!(
        hits(&test, "en", "海上明月").await,
        ["/"],
        "only Chinese has it"
    );
    let data = ask(&test, "zh", "q=Tidewater&all=1").await.json["data"].clone();
    assert!(hrefs(&data).contains(&"/en".to_owned()), "{data}");
    assert_eq!(
        hits(&test, "zh", "薄暮").await,
        ["/en/news/duskline"],
        "the site's own synonym"
    );
    let data = ask(&test, "zh", "q=sensor&locale=en").await.json["data"].clone();
    assert_eq!(hrefs(&data), ["/en/news/duskline"]);
}

#[tokio::test]
async fn hits_are_filtered_by_kind_and_come_in_pages_r2_12() {
    let paths: Vec<String> = (0..25)
        .map(|number| format!("/en/news/n{number}"))
        .collect();
    let mut pages: Vec<_> = paths
        .iter()
        .map(|path| {
            page(
                path,
                &format!("Tide {}", &path[9..]),
                "<p>The tide turned.</p>",
            )
        })
        .collect();
    pages.push(page("/en/about", "About", "<p>Our tide.</p>"));
    let test = searching(&pages).await;
    let data = ask(&test, "en", "q=tide&kind=news&page=3").await.json["data"].clone();
    assert_eq!((&data["total"], &data["pages"]), (&25.into(), &3.into()));
    assert_eq!(hrefs(&data).len(), 5);
    let kinds =
        serde_json::json!([{ "kind": "news", "count": 25 }, { "kind": "page", "count": 1 }]);
    assert_eq!(data["kinds"], kinds);
    let beyond = ask(&test, "en", "q=tide&page=9").await.json["data"].clone();
    assert_eq!(hrefs(&beyond), Vec::<String>::new());
}

#[tokio::test]
async fn until_the_first_index_is_there_the_answer_says_when_to_come_back() {
    let test = OriginTest::new().await;
    assert_eq!(
        ask(&test, "en", "q=tide").await.status,
        503,
        "nothing is published"
    );
    test.builds().publish_pages(1, &site());
    let answer = ask(&test, "en", "q=tide").await;
    assert_eq!((answer.status, answer.header("retry-after")), (503, "5"));
    assert!(test.origin.renew_search());
    assert_eq!(ask(&test, "en", "q=tide").await.status, 200);
}

#[tokio::test]
async fn only_what_everybody_may_see_is_ever_found() {
    let noindex = "<meta name=\"robots\" content=\"noindex\">";
    let hidden = |path, access| {
        (
            path,
            document(path, "Secret", "", "<p>secretword</p>"),
            access,
        )
    };
    let mut pages = site();
    pages.extend([
        hidden("/en/product", Access::Guarded),
        hidden("/en/login", Access::Guest),
        hidden("/en/_error/500", Access::Private),
        (
            "/en/draft",
            document("/en/draft", "Secret", noindex, "<p>secretword</p>"),
            Access::Public,
        ),
        (
            "/en/news/chinese",
            document("/news/chinese", "Secret", "", "<p>secretword</p>"),
            Access::Public,
        ),
    ]);
    let test = searching(&pages).await;
    assert_eq!(hits(&test, "en", "secretword").await, Vec::<String>::new());
    assert_eq!(hits(&test, "en", "Secret").await, Vec::<String>::new());
    assert_eq!(
        hits(&test, "en", "Everything").await,
        Vec::<String>::new(),
        "navigation"
    );
    for file in fs::read_dir(index_folder(&test)).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        let found = bytes.windows(10).any(|window| window == b"secretword");
        assert!(!found, "the index holds words that only members may see");
    }
}

#[tokio::test]
async fn an_edit_is_found_and_its_old_text_is_not_nor_after_a_rollback() {
    let test = searching(&site()).await;
    let mut edited = site();
    edited[3] = page("/en/about", "About", "<p>Everything is about kelp now.</p>");
    edited.remove(4);
    test.builds().publish_pages(2, &edited);

    // Before the index knows of the build: what is gone is no hit, and texts are those of now.
    assert_eq!(hits(&test, "en", "wildlife").await, Vec::<String>::new());
    assert_eq!(hits(&test, "en", "third").await, Vec::<String>::new());

    assert!(test.origin.renew_search());
    assert_eq!(hits(&test, "en", "kelp").await, ["/en/about"]);
    assert_eq!(hits(&test, "en", "third").await, Vec::<String>::new());
    assert_eq!(hits(&test, "en", "wildlife").await, Vec::<String>::new());

    test.builds().point_at(1);
    assert_eq!(
        hits(&test, "en", "kelp").await,
        Vec::<String>::new(),
        "rolled back"
    );
    assert!(test.origin.renew_search());
    assert_eq!(hits(&test, "en", "kelp").await, Vec::<String>::new());
    assert_eq!(hits(&test, "en", "semiconductor").await, ["/en/about"]);
    assert_eq!(hits(&test, "en", "wildlife").await, ["/en/news/duskline"]);
}

#[tokio::test]
async fn an_index_that_is_torn_or_lost_is_made_anew() {
    let test = searching(&site()).await;
    let folder = index_folder(&test);
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "idx" || extension == "store")
        {
            let bytes = fs::read(&path).unwrap();
            fs::write(&path, vec![0; bytes.len() / 2]).unwrap();
        }
    }
    let other = test.beside().await;
    assert!(other.renew_search());
    other.close().await;
    assert!(test.origin.renew_search());
    assert_eq!(hits(&test, "en", "semiconductor").await, ["/en/about"]);

    fs::remove_dir_all(&folder).unwrap();
    let other = test.beside().await;
    assert!(other.renew_search());
    other.close().await;
    assert!(folder.exists());
}

#[tokio::test]
async fn an_index_is_used_by_the_next_process_without_reading_a_page_again() {
    let test = searching(&site()).await;
    // Were one read again, it would not be found.
    fs::remove_dir_all(test.folder.path().join("builds/20261121T030405Z-00000001")).unwrap();
    let other = test.beside().await;
    assert!(other.renew_search());
    other.close().await;
    assert_eq!(hits(&test, "en", "semiconductor").await, ["/en/about"]);
}

#[tokio::test]
async fn questions_are_refused_by_their_length_and_parameters_by_their_shape() {
    let test = searching(&site()).await;
    for (query, field) in [("", Some("q")), ("q=", Some("q")), ("q=%20%09", Some("q"))] {
        let answer = ask(&test, "en", query).await;
        assert_eq!(answer.status, 400, "{query}");
        assert_eq!(answer.json["data"]["field"].as_str(), field, "{query}");
    }
    let long = "潮".repeat(201);
    assert_eq!(ask(&test, "en", &format!("q={long}")).await.status, 400);
    for query in [
        "q=a&page=0",
        "q=a&page=x",
        "q=a&page=101",
        "q=a&all=yes",
        "q=a&page=-1",
    ] {
        assert_eq!(ask(&test, "en", query).await.status, 400, "{query}");
    }
}

#[tokio::test]
async fn hostile_questions_mean_nothing_and_take_little_time() {
    let test = searching(&site()).await;
    let han: String = ('\u{4e00}'..).take(200).collect();
    let words: String = (0..66)
        .map(|number| format!("x{number} "))
        .take(40)
        .collect();
    let pinyin = "zhuangshuangchuang".repeat(11);
    for question in [
        han.as_str(),
        &words,
        &pinyin,
        "title:semiconductor AND (NOT about) OR *:* ~2 ^9",
        "\"unclosed [1 TO 2} \\",
        "\u{0}\u{1}\u{202e}\u{feff}",
        "%00%0a<script>alert(1)</script>",
        &"a".repeat(200),
        &"的".repeat(200),
        "👩‍👩‍👧‍👦 🌊🌊",
        "'; DROP TABLE users; --",
        "../../../etc/passwd",
    ] {
        let began = Instant::now();
        let found = hits(&test, "en", question).await;
        assert!(began.elapsed() < Duration::from_secs(5), "{question}");
        assert!(found.len() <= 10);
    }
    let field_names = hits(&test, "en", "terms:semiconductor").await;
    assert_eq!(field_names, ["/en/about"], "a colon is no syntax");
}

#[tokio::test]
async fn two_origins_on_one_folder_do_not_disturb_each_other() {
    let test = searching(&site()).await;
    let other = test.beside().await;
    let mut edited = site();
    edited[3] = page("/en/about", "About", "<p>Everything is about kelp now.</p>");
    test.builds().publish_pages(2, &edited);
    assert!(other.renew_search(), "the second one writes");
    assert!(
        test.origin.renew_search(),
        "the first one sees what was written"
    );
    other.close().await;
    assert_eq!(hits(&test, "en", "kelp").await, ["/en/about"]);
}

/// A results page in both languages, with the file that it offers.
fn results_page() -> Vec<(&'static str, String, Access)> {
    let file = include_str!("../../../contract/tests/golden/results-file.json");
    let place = "<input name=\"q\" value=\"\"/><div id=\"answer\"></div>";
    let noindex = "<meta name=\"robots\" content=\"noindex\">";
    let page = |path| document(path, "Search", noindex, place);
    let public = |path, text| (path, text, Access::Public);
    vec![
        public("/search", page("/search")),
        public("/search/results.json", file.to_owned()),
        public("/en/search", page("/en/search")),
        public("/en/search/results.json", file.to_owned()),
    ]
}

async fn browse(test: &OriginTest, path: &str) -> Answer {
    const NAVIGATION: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    test.get(path).header("accept", NAVIGATION).send().await
}

#[tokio::test]
async fn a_browser_without_javascript_is_answered_by_the_results_page_r2_12() {
    let test = searching(&[site(), results_page()].concat()).await;
    let answer = browse(&test, "/api/search?q=duskline&locale=en").await;
    let html = answer.json.as_str().unwrap();
    assert_eq!(answer.status, 200, "{html}");
    assert!(
        html.contains("<a href=\"/en/news/duskline\">Duskline sees in the dark</a>"),
        "{html}"
    );
    assert!(html.contains("<input name=\"q\" value=\"duskline\"/>"));
    assert!(html.contains("<title>“duskline” · Search · Tidewater</title>"));
    assert_eq!(answer.header("x-robots-tag"), "noindex");
    let policy = answer.header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'none'") && !policy.contains("script-src"),
        "{policy}"
    );
    // In the language of the form, whatever the header says.
    let chinese = browse(
        &test,
        "/api/search?q=%E5%8D%8A%E5%AF%BC%E4%BD%93&locale=zh-CN",
    )
    .await;
    assert!(
        chinese
            .json
            .as_str()
            .unwrap()
            .contains("href=\"/about#chips\""),
        "{}",
        chinese.json
    );
    let empty = browse(&test, "/api/search?q=&locale=en").await;
    assert_eq!(empty.status, 400);
    assert!(
        empty
            .json
            .as_str()
            .unwrap()
            .contains("<div id=\"answer\"></div>")
    );
}

#[tokio::test]
async fn a_hostile_question_is_text_in_the_results_page() {
    let test = searching(&[site(), results_page()].concat()).await;
    for question in [
        "<script>alert(1)</script>",
        "\" onfocus=alert(1) x=\"",
        "{parts}</title><b>",
        "\u{0}\u{202e}",
    ] {
        let query: String = url::form_urlencoded::byte_serialize(question.as_bytes()).collect();
        let answer = browse(
            &test,
            &format!("/api/search?q={query}&kind={query}&locale={query}"),
        )
        .await;
        let html = answer.json.as_str().unwrap();
        assert!(
            !html.contains("<script>a") && !html.contains("\" on") && !html.contains("<b>"),
            "{html}"
        );
    }
}

#[tokio::test]
async fn a_script_and_a_site_without_a_results_page_get_the_envelope() {
    let test = searching(&[site(), results_page()].concat()).await;
    let ask = |accept: &'static str| test.get("/api/search?q=duskline").header("accept", accept);
    for accept in ["application/json", "*/*", "application/json, text/html"] {
        assert_eq!(ask(accept).send().await.json["code"], 200, "{accept}");
    }
    let bare = searching(&site()).await;
    assert_eq!(
        browse(&bare, "/api/search?q=duskline").await.json["code"],
        200
    );
}

#[tokio::test]
async fn a_page_is_found_first_by_its_exact_title_r2_12() {
    let often = |word: &str| format!("<h2>{word}</h2><p>{}</p>", format!("{word}. ").repeat(20));
    let mut pages = Vec::new();
    for (path, title, text) in [
        ("/en/cranes", "Cranes", "<p>Birds of paper.</p>".to_owned()),
        ("/en/light", "First light", "<p>Lamps.</p>".to_owned()),
        ("/en/artist", "An artist", often("Cranes")),
        ("/en/other", "Others", often("First light")),
        ("/cranes", "吊车", "<p>纸做的鸟。</p>".to_owned()),
        ("/artist", "艺术家", often("吊车")),
        ("/kana", "クレーン", "<p>紙の鳥。</p>".to_owned()),
        ("/kana-artist", "作家", often("クレーン")),
    ] {
        pages.push(page(path, title, &text));
    }
    let test = searching(&pages).await;
    for (language, question, expected) in [
        ("en", "cranes", "/en/cranes"),
        ("en", "Cranes", "/en/cranes"),
        ("en", "first light", "/en/light"),
        ("zh-CN", "吊车", "/cranes"),
        ("zh-CN", "クレーン", "/kana"),
    ] {
        let found = hits(&test, language, question).await;
        assert_eq!(found[0], expected, "{question}: {found:?}");
    }
}
