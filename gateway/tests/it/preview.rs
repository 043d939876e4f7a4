//! Previews: shown to clients with the key, until their time, and never to others.

use std::time::{SystemTime, UNIX_EPOCH};

use contract::build::Access;
use contract::preview::{Preview, PreviewKey};

use crate::client::Answer;
use crate::fixture::{Build, Builds, MARKER, long};
use crate::harness::GatewayTest;

/// Words that only the preview has.
const EARLY: &str = "PREVIEW-ONLY-7f3a";

/// Everything at which the preview has something that the public site has not.
const PATHS: [&str; 12] = [
    "/",
    "/en",
    "/en/_payload.json",
    "/draft",
    "/draft/",
    "/draft/index.html",
    "/draft/_payload.json",
    "/en/draft",
    "/draft/plan.pdf",
    "/letter",
    "/assets/entry-early.js",
    "/assets/fonts/early.woff2",
];

pub(crate) fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap()
        .as_secs()
}

pub(crate) fn key(number: u32) -> PreviewKey {
    PreviewKey::new(number, [u8::try_from(number).unwrap(); 32])
}

/// A preview with drafts on every page, and a letter to members.
pub(crate) fn write(builds: &Builds, key: &PreviewKey, expires: u64) {
    let root = builds.root.join("preview").join(key.id.as_str());
    let mut build = Build::site(900, "one");
    let text = long(EARLY);
    for page in ["/", "/en", "/draft", "/en/draft"] {
        build.page(page, &text);
    }
    build.with("/letter", &text, |file| file.access = Access::Guarded);
    let pdf = "application/pdf";
    build.file("/draft/plan.pdf", pdf, EARLY.as_bytes(), Access::Public);
    build.with("/404", EARLY, |file| file.status = Some(404));
    build.asset("entry-early.js", "text/javascript", EARLY.as_bytes());
    build.asset("fonts/early.woff2", "font/woff2", EARLY.as_bytes());
    build.speculation_rules("{}");
    std::fs::create_dir_all(&root).unwrap();
    Builds::new(&root).publish(&build);
    open(builds, key, expires);
}

fn open(builds: &Builds, key: &PreviewKey, expires: u64) {
    let preview = Preview {
        secret: key.hash(),
        expires,
    };
    builds.json(&format!("preview/{}/preview.json", key.id), &preview);
}

async fn start(arguments: &[&str]) -> GatewayTest {
    let prepare = |builds: &mut Builds| {
        builds.publish(&Build::site(1, "one"));
        write(builds, &key(1), now() + 600);
    };
    GatewayTest::configured(prepare, arguments, |_| {}).await
}

async fn ask(t: &GatewayTest, path: &str, key: &PreviewKey) -> Answer {
    let cookie = format!("uuid=x; preview={}", key.expose());
    t.ask("GET", path).header("Cookie", &cookie).send().await
}

fn is_early(answer: &Answer) -> bool {
    let head = format!("{:?}", answer.headers);
    String::from_utf8_lossy(&answer.body).contains(EARLY) || head.contains(EARLY)
}

fn assert_sealed(answer: &Answer, path: &str) {
    assert_eq!(
        answer.header("cache-control"),
        "private, no-store",
        "{path}"
    );
    assert_eq!(answer.header("x-robots-tag"), "noindex, nofollow", "{path}");
    for name in ["etag", "link", "speculation-rules", "use-as-dictionary"] {
        assert_eq!(answer.header(name), "", "{path} {name}");
    }
}

#[tokio::test]
async fn with_the_key_every_answer_is_the_previews_and_nobody_keeps_it() {
    let t = start(&[]).await;
    for path in PATHS {
        let answer = ask(&t, path, &key(1)).await;
        assert_sealed(&answer, path);
        if ["/draft/", "/draft/index.html"].contains(&path) {
            assert_eq!((answer.status, answer.header("location")), (308, "/draft"));
        } else {
            assert_eq!(answer.status, 200, "{path}");
            assert!(is_early(&answer), "{path}");
        }
    }
    let nowhere = ask(&t, "/nowhere", &key(1)).await;
    assert_eq!(nowhere.status, 404);
    assert_sealed(&nowhere, "/nowhere");
    // Paths of private files are 404 in a preview, too.
    for path in [
        "/_error/503",
        "/_search.json",
        "/preview.json",
        "/builds/history.json",
    ] {
        let answer = ask(&t, path, &key(1)).await;
        assert_eq!(answer.status, 404, "{path}");
    }
    let latest = ask(&t, "/builds/latest.json", &key(1)).await;
    assert!(latest.text().contains("00000384"), "{}", latest.text());
    assert_sealed(&latest, "latest");
    // The interface is that of the site.
    let api = ask(&t, "/api/openapi.json", &key(1)).await;
    assert_eq!(api.header("x-robots-tag"), "");
}

#[tokio::test]
async fn without_the_key_no_byte_of_a_preview_is_told_by_any_answer() {
    let t = start(&[]).await;
    t.backend.sign_in("good");
    let id = key(1).id;
    let build = "20261121T030900Z-00000384";
    let inside = format!("/builds/preview/{id}/{build}/draft/index.html");
    let named = format!("/preview/{id}");
    let meta = format!("/builds/meta/{build}.json");
    let listed = format!("/builds/preview/{id}/latest.json");
    let all = PATHS.iter().copied().chain([
        "/sitemap.xml",
        "/robots.txt",
        "/builds/latest.json",
        &inside,
        &named,
        &meta,
        &listed,
        "/preview/end",
        "/preview",
    ]);
    let wrong = key(2).expose();
    let mixed = format!("{id}{}", &wrong[8..]);
    let short = &key(1).expose()[..40];
    for path in all {
        for cookie in [
            "",
            "token=good",
            &wrong,
            &mixed,
            short,
            &format!("{id}"),
            "../../x",
        ] {
            let cookie = match cookie {
                "" | "token=good" => cookie.to_owned(),
                key => format!("token=good; preview={key}"),
            };
            for header in ["Accept", "Range", "If-None-Match", "Available-Dictionary"] {
                let value = match header {
                    "Range" => "bytes=0-9",
                    _ => "*",
                };
                let ask = t.ask("GET", path).header(header, value);
                let answer = ask.header("Cookie", &cookie).send().await;
                assert!(!is_early(&answer), "{path} {cookie}");
                let is_named = answer.text().contains(build);
                assert!(!is_named || path.contains(build), "{path} {cookie}");
            }
        }
    }
    // The gateway does not cache an answer for the key, either.
    assert!(is_early(&ask(&t, "/draft", &key(1)).await));
    assert!(!is_early(&t.get("/draft").await));
    assert!(t.get("/").await.text().contains("home of /"));
}

#[tokio::test]
async fn an_address_is_exchanged_for_a_cookie_and_leads_to_a_page() {
    let t = start(&[]).await;
    let address = format!("/preview/{}", key(1).expose());
    for (query, to) in [
        ("", "/"),
        ("?to=/draft", "/draft"),
        ("?to=//evil.example", "/"),
    ] {
        let answer = t.get(&format!("{address}{query}")).await;
        assert_eq!((answer.status, answer.header("location")), (303, to));
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_sealed(&answer, to);
        let cookies = answer.all("set-cookie");
        let (value, rest) = cookies[0].split_once("; ").unwrap();
        assert_eq!(value, format!("preview={}", key(1).expose()));
        assert!(rest.starts_with("Path=/; Max-Age="), "{rest}");
        assert!(rest.ends_with("; HttpOnly; SameSite=Lax; Secure"), "{rest}");
    }
    let end = ask(&t, "/preview/end", &key(1)).await;
    assert_eq!((end.status, end.header("location")), (303, "/"));
    assert!(end.all("set-cookie")[0].starts_with("preview=; Path=/; Max-Age=0;"));
}

#[tokio::test]
async fn a_wrong_an_old_and_an_ended_address_are_the_same_404() {
    let t = start(&[]).await;
    write(&t.builds, &key(3), now());
    write(&t.builds, &key(171), now() + 600);
    let nowhere = t.get("/en/nowhere").await;
    for name in [
        key(3).expose(),
        key(4).expose(),
        format!("{}{}", key(1).id, &key(2).expose()[8..]),
        key(171).expose().to_uppercase(),
        "x".to_owned(),
        "..%2f..%2fx".to_owned(),
    ] {
        let ask = t.ask("GET", &format!("/preview/{name}"));
        let answer = ask.header("Accept-Language", "en").send().await;
        if name.starts_with("..") {
            assert_eq!(answer.status, 400, "{name}");
            continue;
        }
        assert_eq!(
            (answer.status, answer.text()),
            (404, nowhere.text()),
            "{name}"
        );
        assert!(answer.all("set-cookie").is_empty(), "{name}");
    }
}

#[tokio::test]
async fn a_preview_is_over_at_its_second_and_when_it_is_ended() {
    let t = start(&[]).await;
    assert!(is_early(&ask(&t, "/draft", &key(1)).await));
    open(&t.builds, &key(1), now());
    assert_eq!(ask(&t, "/draft", &key(1)).await.status, 404);
    let home = ask(&t, "/", &key(1)).await;
    assert!(!is_early(&home) && home.header("x-robots-tag").is_empty());
    open(&t.builds, &key(1), now() + 600);
    assert!(is_early(&ask(&t, "/draft", &key(1)).await));
    let file = format!("preview/{}/preview.json", key(1).id);
    std::fs::remove_file(t.builds.root.join(file)).unwrap();
    assert_eq!(ask(&t, "/draft", &key(1)).await.status, 404);
}

#[tokio::test]
async fn more_previews_than_are_kept_in_memory_are_shown() {
    let t = start(&[]).await;
    for number in 1..=7 {
        write(&t.builds, &key(number), now() + 600);
    }
    for _ in 0..2 {
        for number in 1..=7 {
            assert!(is_early(&ask(&t, "/draft", &key(number)).await), "{number}");
        }
    }
}

#[tokio::test]
async fn with_a_preview_host_no_other_host_shows_previews() {
    let t = start(&["--preview-host", "preview.example.com"]).await;
    let cookie = format!("preview={}", key(1).expose());
    for (host, is_shown) in [
        ("preview.example.com", true),
        ("Preview.Example.com", true),
        ("www.example.com", false),
        ("preview.example.com.evil.example", false),
    ] {
        let asked = |path: &str| t.ask("GET", path).header("Host", host);
        let page = asked("/draft").header("Cookie", &cookie).send().await;
        assert_eq!(is_early(&page), is_shown, "{host}");
        let opened = asked(&format!("/preview/{}", key(1).expose())).send().await;
        assert_eq!(opened.status == 303, is_shown, "{host}");
    }
}

#[tokio::test]
async fn members_pages_open_with_the_key_and_the_public_ones_stay_closed() {
    let t = start(&[]).await;
    let letter = ask(&t, "/product", &key(1)).await;
    assert_eq!(letter.status, 200);
    assert!(letter.text().contains(MARKER));
    assert_sealed(&letter, "/product");
    assert_eq!(t.get("/product").await.status, 302);
}
