//! Pages as Markdown, for programs that read.

use contract::build::Access;

use crate::client::Answer;
use crate::fixture::{Build, MARKER};
use crate::harness::GatewayTest;

const MARKDOWN: &str = "text/markdown; charset=utf-8";
/// `Accept` of a coding agent.
const AGENT: &str = "text/markdown, text/html, */*";

async fn site() -> GatewayTest {
    GatewayTest::with(|builds| {
        let mut build = Build::site(1, "one");
        for path in ["/", "/en", "/en/news", "/about"] {
            build.page(path, &format!("<main><h1>Page {path}</h1></main>"));
        }
        let kept_out = "<meta name=robots content=noindex><main><p>found</p></main>";
        build.page("/search", kept_out);
        let guarded = format!("<main><p>{MARKER}</p></main>");
        build.with("/product", &guarded, |file| file.access = Access::Guarded);
        build.with("/login", "<main><p>in</p></main>", |file| {
            file.access = Access::Guest;
        });
        build.page("/real.md", "<main><p>a page with this name</p></main>");
        builds.publish(&build);
    })
    .await
}

async fn ask(t: &GatewayTest, path: &str, accept: &str) -> Answer {
    t.ask("GET", path).header("Accept", accept).send().await
}

#[tokio::test]
async fn a_page_is_markdown_at_its_own_name_with_a_suffix() {
    let t = site().await;
    for (path, page) in [
        ("/about.md", "/about"),
        ("/en.md", "/en"),
        ("/en/index.md", "/en"),
        ("/index.md", "/"),
        ("/en/news.md", "/en/news"),
    ] {
        let answer = t.get(path).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, MARKDOWN),
            "{path}"
        );
        assert!(
            answer.text().ends_with(&format!("\n# Page {page}\n")),
            "{}",
            answer.text()
        );
        assert_eq!(
            answer.header("link"),
            format!("<{page}>; rel=\"canonical\"")
        );
        assert_eq!(answer.header("cache-control"), "public, no-cache");
        assert_eq!(answer.header("vary"), "Accept");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("x-robots-tag"), "");
    }
    let own = t.get("/real.md").await;
    assert_eq!(own.header("content-type"), "text/html; charset=utf-8");
    let kept_out = t.get("/search.md").await;
    assert_eq!(kept_out.header("x-robots-tag"), "noindex");
}

#[tokio::test]
async fn a_page_is_markdown_for_a_client_that_prefers_it() {
    let t = site().await;
    let answer = ask(&t, "/about", AGENT).await;
    assert_eq!(
        (answer.status, answer.header("content-type")),
        (200, MARKDOWN)
    );
    // A cache that ignores `Vary` would send it to browsers.
    assert_eq!(answer.header("cache-control"), "private, no-cache");
    assert_eq!(answer.header("vary"), "Accept");
    let head = t.ask("HEAD", "/about").header("Accept", AGENT).send().await;
    assert_eq!(head.header("content-length"), answer.body.len().to_string());
    for accept in [
        "text/html,*/*;q=0.8",
        "*/*",
        "text/markdown;q=0.5, text/html",
    ] {
        let page = ask(&t, "/about", accept).await;
        assert_eq!(
            page.header("content-type"),
            "text/html; charset=utf-8",
            "{accept}"
        );
        assert!(page.header("vary").starts_with("Accept, "), "{accept}");
    }
}

#[tokio::test]
async fn markdown_has_a_tag_of_its_own() {
    let t = site().await;
    for (path, accept) in [("/about.md", "*/*"), ("/about", AGENT)] {
        let tag = ask(&t, path, accept).await.header("etag").to_owned();
        let again = |name: &str| {
            let again = t.ask("GET", path).header("Accept", accept);
            again.header(name, &tag).send()
        };
        let unchanged = again("If-None-Match").await;
        assert_eq!((unchanged.status, unchanged.body.len()), (304, 0), "{path}");
        assert_eq!(
            (unchanged.header("etag"), unchanged.header("vary")),
            (&*tag, "Accept")
        );
        assert_eq!(again("If-Match").await.status, 200);
        let html = t.ask("GET", "/about").header("If-Match", &tag).send().await;
        assert_eq!(html.status, 412);
    }
}

// R6.02
#[tokio::test]
async fn the_guard_holds_for_markdown_too() {
    let t = site().await;
    let guest = t.get("/product.md").await;
    assert_eq!(guest.status, 401, "{}", guest.text());
    assert_eq!(guest.header("cache-control"), "private, no-store");
    let asked = ask(&t, "/product", AGENT).await;
    assert_eq!(
        (asked.status, asked.header("location")),
        (302, "/login?redirect=/product")
    );
    for answer in [guest, asked, ask(&t, "/old-product.md", AGENT).await] {
        assert!(!answer.text().contains(MARKER));
    }
    t.backend.sign_in("good");
    for (path, accept) in [("/product.md", "*/*"), ("/product", AGENT)] {
        let member = t.ask("GET", path).header("Accept", accept);
        let member = member.header("Cookie", "token=good").send().await;
        assert_eq!(
            (member.status, member.header("content-type")),
            (200, MARKDOWN)
        );
        assert!(member.text().contains(MARKER));
        assert_eq!(member.header("cache-control"), "private, no-store");
        assert_eq!(member.header("etag"), "");
        assert_eq!(member.header("cross-origin-resource-policy"), "same-origin");
    }
    let guest = t.get("/login.md").await;
    assert_eq!(
        (guest.status, guest.header("cache-control")),
        (200, "private, no-store")
    );
}

#[tokio::test]
async fn a_path_without_a_page_has_no_markdown() {
    let t = site().await;
    for (path, status) in [
        ("/nowhere.md", 404),
        ("/about.md.md", 404),
        ("/about.md/", 404),
        ("/logo.svg.md", 404),
        // Pages without a main part, documents of errors, and files that nobody may read.
        ("/en/about.md", 404),
        ("/404.md", 404),
        ("/_error/503.md", 404),
        ("/_search.json.md", 404),
        ("/gone.md", 410),
        ("/old.md", 308),
        ("/%2e%2e/about.md", 400),
    ] {
        assert_eq!(t.get(path).await.status, status, "{path}");
    }
    let without_main = ask(&t, "/en/about", AGENT).await;
    assert_eq!(
        without_main.header("content-type"),
        "text/html; charset=utf-8"
    );
    let missing = ask(&t, "/nowhere", AGENT).await;
    assert_eq!(missing.status, 404);
}
