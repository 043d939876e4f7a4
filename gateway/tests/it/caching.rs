//! Conditional requests, ranges, encodings, assets.

use crate::fixture::{Build, long};
use crate::harness::GatewayTest;
use contract::build::Access;

async fn compressed() -> GatewayTest {
    GatewayTest::with(|builds| {
        let build = Build::site(1, "one");
        builds.publish(&build);
        builds.compress(&format!("{}/about/index.html", build.id));
    })
    .await
}

// R11.01
#[tokio::test]
async fn the_best_accepted_encoding_is_sent_with_a_tag_of_its_own() {
    let t = compressed().await;
    let mut tags = Vec::new();
    let rows = [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip, zstd", "zstd"),
        ("gzip", "gzip"),
        ("", ""),
        ("br;q=0", ""),
    ];
    for (accept, encoding) in rows {
        let answer = t
            .ask("GET", "/about")
            .header("Accept-Encoding", accept)
            .send()
            .await;
        assert_eq!(
            (answer.status, answer.header("content-encoding")),
            (200, encoding),
            "{accept}"
        );
        assert_eq!(answer.header("vary"), "Accept, Accept-Encoding");
        assert_eq!(
            answer.header("content-length"),
            answer.body.len().to_string()
        );
        tags.push(answer.header("etag").to_owned());
    }
    tags.dedup();
    assert_eq!(tags.len(), 4, "{tags:?}");
}

#[tokio::test]
async fn compressed_bodies_unpack_to_the_page() {
    let t = compressed().await;
    let plain = t.get("/about").await;
    let zstd = t
        .ask("GET", "/about")
        .header("Accept-Encoding", "zstd")
        .send()
        .await;
    assert!(zstd.body.len() < plain.body.len());
    assert_eq!(zstd::decode_all(&zstd.body[..]).unwrap(), plain.body);
}

#[tokio::test]
async fn a_file_that_must_not_be_sent_as_it_is_and_has_no_sidecar_is_406() {
    let t = compressed().await;
    let answer = t
        .ask("GET", "/en/about")
        .header("Accept-Encoding", "br, identity;q=0")
        .send()
        .await;
    assert_eq!(
        (answer.status, answer.header("cache-control")),
        (406, "no-store")
    );
    let coded = t
        .ask("GET", "/about")
        .header("Accept-Encoding", "br, identity;q=0")
        .send()
        .await;
    assert_eq!(coded.status, 200);
}

#[tokio::test]
async fn a_sidecar_that_appears_later_is_found() {
    let t = GatewayTest::start().await;
    let ask = || {
        t.ask("GET", "/about")
            .header("Accept-Encoding", "br")
            .send()
    };
    assert_eq!(ask().await.header("content-encoding"), "");
    t.builds
        .compress("20261121T030001Z-00000001/about/index.html");
    let wait = async { while ask().await.header("content-encoding") != "br" {} };
    tokio::time::timeout(std::time::Duration::from_secs(20), wait)
        .await
        .unwrap();
}

#[tokio::test]
async fn a_sidecar_of_other_bytes_is_never_sent() {
    let t = GatewayTest::with(|builds| {
        let build = Build::site(1, "one");
        builds.publish(&build);
        builds.put(
            &format!("{}/about/index.html.br", build.id),
            b"not brotli at all",
        );
        builds.put("other", long("something else").as_bytes());
        builds.compress("other");
        let other = std::fs::read(builds.root.join("other.gz")).unwrap();
        builds.put(&format!("{}/about/index.html.gz", build.id), &other);
    })
    .await;
    let answer = t
        .ask("GET", "/about")
        .header("Accept-Encoding", "br, gzip")
        .send()
        .await;
    assert_eq!(
        (answer.status, answer.header("content-encoding")),
        (200, "")
    );
    let metrics = t.get("/metrics").await;
    assert!(
        metrics.text().contains("gateway_bad_files_total 2"),
        "{}",
        metrics.text()
    );
}

// R11.01
#[tokio::test]
async fn a_304_repeats_the_security_headers() {
    let t = compressed().await;
    let first = t
        .ask("GET", "/about")
        .header("Accept-Encoding", "br")
        .send()
        .await;
    for tag in [
        first.header("etag").to_owned(),
        format!("\"x\", W/{}", first.header("etag")),
        "*".to_owned(),
    ] {
        let answer = t
            .ask("GET", "/about")
            .header("Accept-Encoding", "br")
            .header("If-None-Match", &tag)
            .send()
            .await;
        assert_eq!((answer.status, answer.body.len()), (304, 0), "{tag}");
        for name in [
            "etag",
            "cache-control",
            "vary",
            "content-security-policy",
            "x-content-type-options",
            "referrer-policy",
            "x-build",
        ] {
            assert_eq!(answer.header(name), first.header(name), "{name}");
        }
    }
    let other = t
        .ask("GET", "/about")
        .header("If-None-Match", first.header("etag"))
        .send()
        .await;
    assert_eq!(
        other.status, 200,
        "the tag of another encoding is another file"
    );
    let stale = t
        .ask("GET", "/about")
        .header("If-Match", "\"x\"")
        .send()
        .await;
    assert_eq!(stale.status, 412);
}

#[tokio::test]
async fn head_has_the_headers_of_get_and_no_body() {
    let t = compressed().await;
    for path in [
        "/about",
        "/nowhere",
        "/assets/entry-one.js",
        "/about/_payload.json",
        "/builds/latest.json",
        "/about/",
    ] {
        let get = t
            .ask("GET", path)
            .header("Accept-Encoding", "br")
            .send()
            .await;
        let head = t
            .ask("HEAD", path)
            .header("Accept-Encoding", "br")
            .send()
            .await;
        assert_eq!((head.status, head.body.len()), (get.status, 0), "{path}");
        for name in [
            "content-length",
            "content-type",
            "etag",
            "content-encoding",
            "location",
            "cache-control",
        ] {
            assert_eq!(head.header(name), get.header(name), "{path} {name}");
        }
    }
}

#[tokio::test]
async fn ranges_count_in_the_file_itself() {
    let t = compressed().await;
    let whole = t.get("/about").await;
    let ask = |range: &str| {
        t.ask("GET", "/about")
            .header("Accept-Encoding", "br")
            .header("Range", range)
            .send()
    };
    let part = ask("bytes=10-19").await;
    assert_eq!(
        (part.status, part.body.as_slice()),
        (206, &whole.body[10..20])
    );
    assert_eq!(
        part.header("content-range"),
        format!("bytes 10-19/{}", whole.body.len())
    );
    assert_eq!(
        (part.header("content-encoding"), part.header("etag")),
        ("", whole.header("etag"))
    );
    let beyond = ask("bytes=999999-").await;
    assert_eq!(
        (beyond.status, beyond.header("content-range")),
        (416, format!("bytes */{}", whole.body.len()).as_str())
    );
    assert_eq!(ask("bytes=0-1,4-5").await.status, 200);
    let changed = t
        .ask("GET", "/about")
        .header("Range", "bytes=0-1")
        .header("If-Range", "\"x\"")
        .send()
        .await;
    assert_eq!(changed.status, 200);
}

#[tokio::test]
async fn large_files_are_streamed_whole_and_in_parts() {
    let film: Vec<u8> = (0..5_000_000_u32).map(|n| (n % 251) as u8).collect();
    let t = GatewayTest::with(|builds| {
        let mut build = Build::site(1, "one");
        build.file("/film.mp4", "video/mp4", &film, Access::Public);
        builds.publish(&build);
    })
    .await;
    let whole = t.get("/film.mp4").await;
    assert_eq!((whole.status, whole.body.len()), (200, film.len()));
    assert!(whole.body == film);
    let part = t
        .ask("GET", "/film.mp4")
        .header("Range", "bytes=4999990-")
        .send()
        .await;
    assert_eq!(
        (part.status, part.body.as_slice()),
        (206, &film[4_999_990..])
    );
    let again = t
        .ask("GET", "/film.mp4")
        .header("If-None-Match", whole.header("etag"))
        .send()
        .await;
    assert_eq!(again.status, 304);
}

#[tokio::test]
async fn assets_stay_for_a_year_and_unknown_ones_are_never_html() {
    let t = GatewayTest::start().await;
    let known = t.get("/assets/entry-one.js").await;
    assert_eq!(
        (known.status, known.header("cache-control")),
        (200, "public, max-age=31536000, immutable")
    );
    for path in [
        "/assets/entry-x.js",
        "/assets/",
        "/assets/../latest.json",
        "/assets/entry-one.js/",
        "/nowhere/_payload.json",
    ] {
        let unknown = t
            .ask("GET", path)
            .header("Accept", "text/html,*/*")
            .send()
            .await;
        assert!(matches!(unknown.status, 400 | 404), "{path}");
        assert_eq!(unknown.header("cache-control"), "no-store", "{path}");
        if unknown.status == 404 && path != "/assets/" {
            assert_eq!(unknown.header("content-type"), "application/json", "{path}");
        }
    }
}

#[tokio::test]
async fn a_file_whose_bytes_are_wrong_is_503_and_counted() {
    let t = GatewayTest::with(|builds| {
        let build = Build::site(1, "one");
        builds.publish(&build);
        let path = builds.root.join(format!("{}/about/index.html", build.id));
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[40] ^= 1;
        std::fs::write(&path, bytes).unwrap();
    })
    .await;
    let answer = t.get("/about").await;
    assert_eq!(
        (answer.status, answer.header("cache-control")),
        (503, "no-store")
    );
    assert!(
        answer.text().contains("later"),
        "the prerendered 503 of the visitor's language"
    );
    assert!(
        t.get("/metrics")
            .await
            .text()
            .contains("gateway_bad_files_total 1")
    );
    assert_eq!(t.get("/en/about").await.status, 200);
}

#[tokio::test]
async fn bodies_beyond_the_budget_are_served_all_the_same() {
    let t = GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &[],
        |config| config.limits.bodies = 5_000,
    )
    .await;
    for _ in 0..3 {
        for path in ["/about", "/en/about", "/en", "/about/_payload.json"] {
            assert_eq!(t.get(path).await.status, 200, "{path}");
        }
    }
    let metrics = t.get("/metrics").await;
    let held = metrics
        .text()
        .lines()
        .find_map(|line| line.strip_prefix("gateway_held_bytes "))
        .unwrap()
        .parse::<u64>()
        .unwrap();
    assert!(held <= 5_000, "{held}");
}

// Browsers keep the `Content-*` headers of a cached answer when a 304 comes.
#[tokio::test]
async fn the_same_bytes_under_another_type_or_policy_are_not_what_a_browser_has() {
    let mut t = GatewayTest::with(|builds| {
        let mut build = Build::site(1, "one");
        build.file("/figures", "text/plain", b"a,b", Access::Public);
        build.with("/partners", "same", |_| {});
        builds.publish(&build);
    })
    .await;
    let paths = ["/figures", "/partners", "/feishu/ai"];
    let mut tags = Vec::new();
    for path in paths {
        tags.push(t.get(path).await.header("etag").to_owned());
    }
    let mut next = Build::site(2, "one");
    next.file("/figures", "text/csv", b"a,b", Access::Public);
    next.with("/partners", "same", |file| {
        file.class = Some("feishu".into())
    });
    let feishu = next.header_classes.get_mut("feishu").unwrap();
    feishu.frame_ancestors.pop();
    t.publish(&next).await;
    for (path, tag) in paths.into_iter().zip(tags) {
        let ask = t.ask("GET", path).header("If-None-Match", &tag);
        assert_eq!(ask.send().await.status, 200, "{path}");
    }
}

// Reading a film through costs as much as a thousand pages; many at once must not make the gateway
// do it many times.
#[tokio::test]
async fn a_large_file_is_checked_once_however_many_ask_at_once() {
    let film = vec![7_u8; 48_000_000];
    let t = GatewayTest::with(|builds| {
        let mut build = Build::site(1, "one");
        build.file("/film.mp4", "video/mp4", &film, Access::Public);
        builds.publish(&build);
    })
    .await;
    let asked = (0..24).map(|_| {
        let ask = t.ask("GET", "/film.mp4").header("Range", "bytes=0-9");
        tokio::spawn(ask.send())
    });
    for answer in asked.collect::<Vec<_>>() {
        assert_eq!(answer.await.unwrap().status, 206);
    }
    let metrics = t.get("/metrics").await;
    let line = "gateway_large_file_checks_total 1\n";
    assert!(metrics.text().contains(line), "{}", metrics.text());
}
