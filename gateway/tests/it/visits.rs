//! Figures of visits: taken only with the option, from the site's own pages, as numbers alone.

use crate::client::{Answer, Ask};
use crate::fixture::Build;
use crate::harness::GatewayTest;

const PATH: &str = "/api/visits";
const FIGURES: &str = r#"{"lcp":1800,"inp":90,"cls":0.04,"missing":true,"errors":2}"#;

async fn start(arguments: &[&str]) -> GatewayTest {
    let publish = |builds: &mut crate::fixture::Builds| builds.publish(&Build::site(1, "one"));
    GatewayTest::configured(publish, arguments, |_| {}).await
}

/// A beacon of text, as a page of this gateway sends it.
fn beacon(t: &GatewayTest, body: &str) -> Ask {
    let origin = format!("http://{}", t.address);
    t.ask("POST", PATH)
        .header("Origin", &origin)
        .body("text/plain;charset=UTF-8", body)
}

/// The lines of the metrics about visits.
async fn figures(t: &GatewayTest) -> String {
    let metrics = t.get("/metrics").await;
    let lines = metrics.text().lines();
    let ours = lines.filter(|line| line.starts_with("gateway_visit"));
    ours.map(|line| format!("{line}\n")).collect()
}

fn assert_refused(answer: &Answer, status: u16, case: &str) {
    assert_eq!(answer.status, status, "{case}: {}", answer.text());
    assert_eq!(answer.header("cache-control"), "no-store", "{case}");
    assert!(answer.json()["code"] == status, "{case}");
}

#[tokio::test]
async fn a_visit_is_counted_and_no_cookie_is_read_or_set() {
    let t = start(&["--visitor-figures"]).await;
    let plain = beacon(&t, FIGURES).send().await;
    let with_cookie = beacon(&t, "{}").header("Cookie", "token=member; theme=dark");
    for answer in [plain, with_cookie.send().await] {
        assert_eq!(answer.status, 204, "{}", answer.text());
        assert_eq!(answer.header("cache-control"), "no-store");
        assert!(answer.all("set-cookie").is_empty());
        assert!(answer.body.is_empty());
    }
    let text = figures(&t).await;
    for expected in [
        "gateway_visits_total 2",
        "gateway_visit_missing_pages_total 1",
        "gateway_visit_script_errors_total 2",
        "gateway_visit_lcp_seconds_bucket{le=\"1.5\"} 0",
        "gateway_visit_lcp_seconds_bucket{le=\"2\"} 1",
        "gateway_visit_lcp_seconds_count 1",
        "gateway_visit_inp_seconds_sum 0.09",
        "gateway_visit_layout_shift_bucket{le=\"0.05\"} 1",
    ] {
        assert!(
            text.lines().any(|line| line == expected),
            "{expected}\n{text}"
        );
    }
    assert!(t.backend.calls().is_empty(), "the origin sees no figures");
}

#[tokio::test]
async fn without_the_option_the_path_is_a_call_like_any_other() {
    let t = start(&[]).await;
    let answer = beacon(&t, FIGURES).send().await;
    let unknown = t
        .ask("POST", "/api/visitz")
        .header("Origin", &format!("http://{}", t.address))
        .body("text/plain;charset=UTF-8", FIGURES);
    assert_eq!(answer.status, unknown.send().await.status);
    assert!(figures(&t).await.contains("gateway_visits_total 0\n"));
}

#[tokio::test]
async fn hostile_bodies_are_refused_and_change_no_number() {
    let t = start(&["--visitor-figures"]).await;
    let before = figures(&t).await;
    let longest = format!("{}{{}}", " ".repeat(1022));
    let too_long = format!("{}{{}}", " ".repeat(1023));
    for (body, status) in [
        ("", 400),
        ("[2500,200,0.1,true,1]", 400),
        (r#"{"lcp":1800,"page":"/en/about"}"#, 400),
        (r#"{"lcp":"1800"}"#, 400),
        (r#"{"lcp":-1}"#, 400),
        (r#"{"lcp":1e12}"#, 400),
        (r#"{"cls":NaN}"#, 400),
        (r#"{"errors":1e9}"#, 400),
        (r#"{"errors":4294967296}"#, 400),
        (r#"{"missing":"le=\"0\"} 7\n"}"#, 400),
        (&too_long, 413),
        (&"[".repeat(4000), 413),
    ] {
        let answer = beacon(&t, body).send().await;
        let case: String = body.chars().take(40).collect();
        assert_refused(&answer, status, &case);
    }
    assert_eq!(figures(&t).await, before);
    assert_eq!(beacon(&t, &longest).send().await.status, 204);
}

#[tokio::test]
async fn only_this_sites_pages_send_figures_and_only_by_post() {
    let t = start(&["--visitor-figures"]).await;
    let ask = |headers: &[(&str, &str)]| {
        let ask = t.ask("POST", PATH).body("text/plain", FIGURES);
        let add = |ask: Ask, (name, value): &(&str, &str)| ask.header(name, value);
        headers.iter().fold(ask, add)
    };
    for headers in [
        &[][..],
        &[("Origin", "https://evil.example")],
        &[("Origin", "null")],
        &[("Sec-Fetch-Site", "cross-site")],
        &[("Sec-Fetch-Site", "same-site")],
    ] {
        let answer = ask(headers).send().await;
        assert_refused(&answer, 403, &format!("{headers:?}"));
    }
    for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"] {
        let answer = t.ask(method, PATH).send().await;
        assert_eq!(answer.status, 405, "{method}");
        assert_eq!(answer.header("allow"), "POST", "{method}");
    }
    assert!(figures(&t).await.contains("gateway_visits_total 0\n"));
}

#[tokio::test]
async fn one_client_cannot_make_the_figures_its_own() {
    let t = start(&["--visitor-figures"]).await;
    let mut taken = 0;
    let refusal = loop {
        let answer = beacon(&t, "{}").send().await;
        if answer.status != 204 {
            break answer;
        }
        taken += 1;
        assert!(taken < 1000, "there is no bound");
    };
    assert_refused(&refusal, 429, "one more");
    assert!(taken >= 60, "{taken}");
}
