//! R6.02: guarded files are shown to members only, in every representation and under every
//! spelling.

use crate::fixture::MARKER;
use crate::harness::GatewayTest;

pub(crate) const FILES: [&str; 7] = [
    "/product",
    "/product/_payload.json",
    "/en/product",
    "/en/product/_payload.json",
    "/product/plan.pdf",
    "/product.md",
    "/en/product.md",
];

#[tokio::test]
async fn guarded_document_without_session_redirects_to_login_and_is_not_cached() {
    let t = GatewayTest::start().await;
    let rows = [
        ("/product", "/login?redirect=/product"),
        (
            "/product?tab=2&x=%2F",
            "/login?redirect=/product%3Ftab%3D2%26x%3D%252F",
        ),
        ("/en/product", "/en/login?redirect=/en/product"),
        ("/product/", "/login?redirect=/product"),
    ];
    for (path, to) in rows {
        let answer = t.get(path).await;
        assert_eq!(
            (answer.status, answer.header("location")),
            (302, to),
            "{path}"
        );
        assert_eq!(answer.header("cache-control"), "private, no-store");
    }
}

#[tokio::test]
async fn an_old_address_of_a_guarded_page_says_where_it_went_to_members_only() {
    let t = GatewayTest::start().await;
    for path in ["/old-product", "/old-product/"] {
        let guest = t.get(path).await;
        assert_eq!(
            (guest.status, guest.header("location")),
            (302, "/login?redirect=/old-product"),
        );
        assert_eq!(guest.header("cache-control"), "private, no-store");
    }
    t.backend.sign_in("good");
    let member = t.get_with("/old-product?tab=2", "good").await;
    assert_eq!(
        (member.status, member.header("location")),
        (308, "/product?tab=2"),
    );
    assert_eq!(member.header("cache-control"), "private, no-store");
}

#[tokio::test]
async fn guarded_payload_without_session_is_401_and_not_cached() {
    let t = GatewayTest::start().await;
    for path in [
        "/product/_payload.json",
        "/en/product/_payload.json",
        "/product/plan.pdf",
    ] {
        let answer = t.get(path).await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (401, "private, no-store"),
            "{path}"
        );
        assert_eq!(answer.json()["code"], 401);
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
    }
}

// R11.02
#[tokio::test]
async fn a_member_reads_what_is_guarded_and_no_cache_keeps_it() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    for path in FILES {
        let answer = t.get_with(path, "good").await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (200, "private, no-store"),
            "{path}"
        );
        assert_eq!(answer.header("cross-origin-resource-policy"), "same-origin");
        assert_eq!(answer.header("etag"), "");
        assert!(answer.text().contains(MARKER), "{path}");
    }
}

#[tokio::test]
async fn a_cookie_is_no_session_and_a_stale_one_is_expired() {
    let t = GatewayTest::start().await;
    let answer = t.get_with("/product", "stale").await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (302, "/login?redirect=/product")
    );
    assert_eq!(answer.all("set-cookie").len(), 2);
    assert!(
        answer
            .all("set-cookie")
            .iter()
            .all(|line| line.contains("Max-Age=0"))
    );
    let login = t.get_with("/login", "stale").await;
    assert_eq!(
        (login.status, login.header("cache-control")),
        (200, "private, no-store")
    );
}

// R2.16
#[tokio::test]
async fn the_login_page_is_for_guests_and_members_go_home() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    let guest = t.get("/login").await;
    assert_eq!(
        (guest.status, guest.header("cache-control")),
        (200, "private, no-store")
    );
    for (path, home) in [
        ("/login", "/"),
        ("/en/login", "/en"),
        ("/login/_payload.json", "/"),
    ] {
        let member = t.get_with(path, "good").await;
        assert_eq!(
            (member.status, member.header("location")),
            (302, home),
            "{path}"
        );
        assert_eq!(member.header("cache-control"), "private, no-store");
    }
}

#[tokio::test]
async fn a_member_whose_name_a_browser_lost_is_named_again_on_the_way_home() {
    let t = GatewayTest::start().await;
    t.backend.sign_in("good");
    for (cookies, named) in [
        ("token=good", true),
        ("token=good; user-info=%7B%7D", false),
        ("token=stale; user-info=%7B%7D", false),
        ("", false),
    ] {
        let answer = t
            .ask("GET", "/login")
            .header("Cookie", cookies)
            .send()
            .await;
        let lines = answer.all("set-cookie");
        let is_named = |line: &str| line.starts_with("user-info=%7B");
        assert_eq!(
            lines.iter().any(|line| is_named(line)),
            named,
            "{cookies}: {lines:?}"
        );
    }
}

#[tokio::test]
async fn encodings_heads_and_ranges_of_guarded_files_show_nothing() {
    let t = GatewayTest::start().await;
    let id = "20261121T030001Z-00000001";
    for file in ["product/index.html", "product/_payload.json"] {
        t.builds.compress(&format!("{id}/{file}"));
    }
    for path in FILES {
        for (name, value) in [
            ("Accept-Encoding", "br"),
            ("Range", "bytes=0-5"),
            ("If-None-Match", "*"),
            ("Accept", "application/json"),
            ("Cookie", "token="),
        ] {
            for method in ["GET", "HEAD"] {
                let answer = t.ask(method, path).header(name, value).send().await;
                assert!(
                    matches!(answer.status, 302 | 401),
                    "{method} {path} {name}: {}",
                    answer.status
                );
                assert!(!answer.text().contains(MARKER));
            }
        }
    }
    for path in [
        "/product/index.html.br",
        "/product/_payload.json.gz",
        &format!("/{id}/product/index.html"),
        &format!("/builds/{id}/product/index.html"),
    ] {
        assert_eq!(t.get(path).await.status, 404, "{path}");
    }
}
