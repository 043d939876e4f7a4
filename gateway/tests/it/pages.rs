//! Pages: canonical paths, languages, errors, headers.

use crate::fixture::{Build, MARKER};
use crate::harness::GatewayTest;

#[tokio::test]
async fn every_page_answers_in_its_language_with_its_headers() {
    let t = GatewayTest::start().await;
    for path in ["/about", "/en/about", "/en", "/feishu/ai"] {
        let answer = t.get(path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.header("cache-control"), "public, no-cache", "{path}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(
            answer.header("referrer-policy"),
            "strict-origin-when-cross-origin"
        );
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        let permissions = answer.header("permissions-policy");
        assert!(permissions.contains("camera=()"), "{permissions}");
        assert_eq!(answer.header("x-build"), "20261121T030001Z-00000001");
        assert!(answer.header("etag").starts_with('"'), "{path}");
        assert!(answer.all("set-cookie").is_empty(), "{path}");
        assert_eq!(answer.header("strict-transport-security"), "");
    }
}

#[tokio::test]
async fn the_policy_lets_a_header_class_frame_its_pages_only() {
    let t = GatewayTest::start().await;
    let page = t.get("/about").await;
    let csp = page.header("content-security-policy");
    assert!(
        csp.contains("script-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; "),
        "{csp}"
    );
    assert!(
        csp.contains("frame-ancestors 'none'") && csp.contains("object-src 'none'"),
        "{csp}"
    );
    assert_eq!(
        t.get("/feishu/ai").await.header("content-security-policy"),
        "default-src 'self'; \
         script-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' \
         https://sdk.feishucdn.example/lark/h5-js-sdk-1.5.js; \
         style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; \
         connect-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'self'; \
         form-action 'self'; \
         frame-ancestors 'self' https://*.feishu.cn https://*.larksuite.com https://*.larkoffice.com"
    );
    let svg = t.get("/logo.svg").await;
    assert!(svg.header("content-security-policy").contains("sandbox"));
}

// R1.01: the browser's language is detected at `/`, and only there.
#[tokio::test]
async fn only_the_root_redirects_to_the_language_of_the_browser() {
    let t = GatewayTest::start().await;
    let english = t
        .ask("GET", "/?from=card")
        .header("Accept-Language", "en-GB,zh;q=0.5")
        .send()
        .await;
    assert_eq!(
        (english.status, english.header("location")),
        (302, "/en?from=card")
    );
    assert_eq!(english.header("cache-control"), "private, no-store");
    assert!(english.header("vary").contains("Accept-Language, Cookie"));
    assert_eq!(
        english.all("set-cookie"),
        ["i18n_redirected=en; Path=/; Max-Age=31536000; SameSite=Lax"]
    );
    let chinese = t
        .ask("GET", "/")
        .header("Accept-Language", "zh-TW,en;q=0.5")
        .send()
        .await;
    assert_eq!(
        (chinese.status, chinese.header("cache-control")),
        (200, "private, no-cache")
    );
    assert!(chinese.header("vary").contains("Accept-Language, Cookie"));
    let deep = t
        .ask("GET", "/about")
        .header("Accept-Language", "en")
        .send()
        .await;
    assert_eq!(deep.status, 200);
}

// R1.01, R9.01
#[tokio::test]
async fn a_chosen_language_wins_and_anyone_can_reach_the_chinese_home() {
    let t = GatewayTest::start().await;
    let chosen = t
        .ask("GET", "/")
        .header("Cookie", "i18n_redirected=en")
        .header("Accept-Language", "zh-CN")
        .send()
        .await;
    assert_eq!((chosen.status, chosen.header("location")), (302, "/en"));
    assert!(chosen.all("set-cookie").is_empty());
    let link = t
        .ask("GET", "/")
        .header("Cookie", "i18n_redirected=en")
        .header("Sec-Fetch-Site", "same-origin")
        .send()
        .await;
    assert_eq!(link.status, 200);
    assert!(link.text().contains("home of /"));
}

#[tokio::test]
async fn a_language_without_a_home_page_is_not_offered() {
    let t = GatewayTest::with(|builds| {
        let mut build = Build::new(1, "one");
        build.page("/", "only one");
        builds.publish(&build);
    })
    .await;
    let answer = t
        .ask("GET", "/")
        .header("Accept-Language", "en")
        .header("Cookie", "i18n_redirected=en")
        .send()
        .await;
    assert_eq!(answer.status, 200);
}

// R2.25, R2.28, R8.01
#[tokio::test]
async fn unknown_pages_answer_the_localised_document_with_status_404() {
    let t = GatewayTest::start().await;
    let rows = [
        ("/nowhere", "nothing here "),
        ("/en/nowhere", "nothing here /en"),
        ("/404", "nothing here "),
        ("/en/404", "nothing here /en"),
        ("/About", "nothing here "),
        ("/_error/503", "nothing here "),
        ("/_search.json", "nothing here "),
        ("//about", "nothing here "),
    ];
    for (path, text) in rows {
        let answer = t.get(path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert_eq!(answer.header("cache-control"), "no-store", "{path}");
        assert!(answer.text().contains(text), "{path}: {}", answer.text());
        assert!(
            answer
                .header("content-security-policy")
                .contains("script-src"),
            "{path}"
        );
    }
}

// R2.25
#[tokio::test]
async fn where_nothing_stands_and_no_prefix_says_a_language_it_is_the_visitors() {
    let t = GatewayTest::start().await;
    let (chinese, english) = ("nothing here ", "nothing here /en");
    let rows = [
        ("/nowhere", "", "en-US,en;q=0.9", english),
        ("/nowhere", "i18n_redirected=en", "zh-CN", english),
        ("/nowhere", "i18n_redirected=zh-CN", "en", chinese),
        ("/nowhere", "i18n_redirected=fr", "en", english),
        ("/nowhere", "", "de", chinese),
        ("/en/nowhere", "i18n_redirected=zh-CN", "zh-CN", english),
        // A page of its own, and it is in Chinese.
        ("/404", "", "en", chinese),
    ];
    for (path, cookie, language, text) in rows {
        let ask = t.ask("GET", path).header("Cookie", cookie);
        let answer = ask.header("Accept-Language", language).send().await;
        let case = format!("{path} {cookie} {language}: {}", answer.text());
        assert_eq!(answer.status, 404, "{case}");
        assert_eq!(answer.header("cache-control"), "no-store", "{case}");
        assert!(answer.text().ends_with(text), "{case}");
    }
}

// R8.01
#[tokio::test]
async fn a_program_is_told_whether_a_path_or_its_id_is_wrong() {
    let t = GatewayTest::start().await;
    for (target, msg) in [
        ("/nowhere?a=b", "Page not found: /nowhere?a=b"),
        ("/news/no-such?a=b", "Page not found: /news/no-such?a=b"),
        ("/news/Bad_Slug?a=b", "Page Not Found: /news/Bad_Slug"),
        ("/en/news/Bad_Slug", "Page Not Found: /en/news/Bad_Slug"),
        ("/en/news/Bad_Slug/x", "Page not found: /en/news/Bad_Slug/x"),
    ] {
        let ask = t.ask("GET", target).header("Accept", "application/json");
        assert_eq!(ask.send().await.json()["msg"], msg);
    }
}

// R8.01
#[tokio::test]
async fn a_program_gets_the_whole_error_as_json() {
    let t = GatewayTest::start().await;
    let answer = t
        .ask("GET", "/nowhere?a=b")
        .header("Accept", "application/json")
        .send()
        .await;
    assert_eq!(answer.status, 404);
    assert_eq!(
        answer.json(),
        serde_json::json!({"code": 404, "msg": "Page not found: /nowhere?a=b", "data": {"path": "/nowhere"}})
    );
}

#[tokio::test]
async fn a_gone_page_is_410_and_a_moved_one_redirects() {
    let t = GatewayTest::start().await;
    for (path, text) in [("/gone", "nothing here "), ("/en/gone", "nothing here /en")] {
        let gone = t.get(path).await;
        assert_eq!(
            (gone.status, gone.header("cache-control")),
            (410, "no-store")
        );
        assert!(gone.text().ends_with(text), "{}", gone.text());
        let head = t.ask("HEAD", path).send().await;
        assert!(head.status == 410 && head.text().is_empty());
        let payload = t.get(&format!("{path}/_payload.json")).await;
        assert_eq!(
            (payload.status, payload.header("cache-control")),
            (404, "no-store")
        );
    }
    for method in ["GET", "HEAD"] {
        for (path, to) in [("/old?x=1&y=%2F", "/about?x=1&y=%2F"), ("/old/", "/about")] {
            let moved = t.ask(method, path).send().await;
            assert_eq!((moved.status, moved.header("location")), (308, to));
            assert_eq!(moved.header("cache-control"), "public, no-cache");
        }
    }
    // A tab that navigates there requests this first, and then the document.
    let payload = t.get("/old/_payload.json").await;
    assert_eq!(
        (payload.status, payload.header("cache-control")),
        (404, "no-store")
    );
}

#[tokio::test]
async fn other_spellings_redirect_once_to_the_path_of_the_index() {
    let t = GatewayTest::start().await;
    let rows = [
        ("/about/", "/about"),
        ("/about/?x=1&y=%2F", "/about?x=1&y=%2F"),
        ("/about/index.html", "/about"),
        ("/en/", "/en"),
        ("/index.html", "/"),
        ("/%61bout/", "/about"),
    ];
    for (path, to) in rows {
        let answer = t.get(path).await;
        assert_eq!(
            (answer.status, answer.header("location")),
            (308, to),
            "{path}"
        );
    }
}

#[tokio::test]
async fn a_redirect_never_leads_to_another_site() {
    let t = GatewayTest::start().await;
    for path in [
        "//evil.example/",
        "//evil.example/%2e%2e/",
        "/\\evil.example/",
        "/%5cevil.example/",
        "/%2fevil.example/",
        "http://evil.example//evil.example/",
        "//evil.example/index.html",
    ] {
        let answer = t.get(path).await;
        assert!(
            matches!(answer.status, 400 | 404),
            "{path}: {}",
            answer.status
        );
        assert_eq!(answer.header("location"), "", "{path}");
    }
}

#[tokio::test]
async fn ambiguous_paths_are_refused_and_show_nothing() {
    let t = GatewayTest::start().await;
    for path in [
        "/product/../about",
        "/./about",
        "/%2e%2e/etc/passwd",
        "/about%00",
        "/about%0a",
        "/%ff",
        "/about%",
        "/builds/../product",
        "*",
    ] {
        let answer = t.get(path).await;
        assert_eq!(answer.status, 400, "{path}");
        assert!(!answer.text().contains(MARKER));
    }
}

#[tokio::test]
async fn pages_are_only_read() {
    let t = GatewayTest::start().await;
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PROPFIND"] {
        let answer = t.ask(method, "/about").send().await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (405, "GET, HEAD"),
            "{method}"
        );
    }
}

#[tokio::test]
async fn endless_addresses_and_heads_are_refused() {
    let t = GatewayTest::start().await;
    assert_eq!(t.get(&format!("/{}", "a".repeat(9000))).await.status, 414);
    let answer = t
        .ask("GET", "/about")
        .header("X-Long", &"a".repeat(70_000))
        .send()
        .await;
    assert_eq!(answer.status, 431);
}

#[tokio::test]
async fn of_builds_only_two_kinds_of_file_are_public() {
    let t = GatewayTest::start().await;
    let latest = t.get("/builds/latest.json?1763694000").await;
    assert_eq!(
        (latest.status, latest.header("cache-control")),
        (200, "no-store")
    );
    let id = latest.json()["id"].as_str().unwrap().to_owned();
    let meta = t.get(&format!("/builds/meta/{id}.json")).await;
    assert_eq!(
        (meta.status, meta.json()["id"].as_str()),
        (200, Some(id.as_str()))
    );
    for path in [
        format!("/builds/index/{id}.json"),
        "/builds/history.json".to_owned(),
        format!("/builds/{id}/product/index.html"),
        "/builds/meta/x.json".to_owned(),
        "/builds/".to_owned(),
        "/builds".to_owned(),
    ] {
        let answer = t.get(&path).await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(!answer.text().contains(MARKER));
    }
}

/// R11.04: fetched ahead before the app runs; a page in another site's frame has other links.
#[tokio::test]
async fn ordinary_pages_name_the_rules_for_what_is_fetched_ahead() {
    let rules = r#"{"prefetch":[]}"#;
    let t = GatewayTest::with(|builds| {
        let mut build = Build::site(1, "one");
        build.speculation_rules(rules);
        builds.publish(&build);
    })
    .await;
    let named = t.get("/about").await.header("speculation-rules").to_owned();
    let answer = t.get(named.trim_matches('"')).await;
    assert_eq!((answer.status, answer.text()), (200, rules));
    assert_eq!(
        answer.header("content-type"),
        "application/speculationrules+json"
    );
    for path in ["/feishu/ai", "/about/_payload.json", "/logo.svg"] {
        assert_eq!(t.get(path).await.header("speculation-rules"), "", "{path}");
    }
}
