//! HTML forms that are refused: the form is shown again with its answers and the reasons.

use contract::build::Access;
use contract::form::Rule;
use contract::refusals::{RefusalNotes, RefusalParts, RefusalsFile};
use serde_json::json;

use crate::answer::Answer;
use crate::harness::{OriginTest, PREDICTABLE};
use crate::html_forms::{FIELDS, multipart};
use crate::messages::BP;
use crate::uploads::PDF;

/// A form's page as the worker makes it, in short.
const PAGE: &str = r#"<!DOCTYPE html><html lang="en"><head><title>Plan</title><script>boot()</script></head><body>
<form action="/api/message/bp" method="post"><input type="hidden" name="language" value="en">
<div hidden><input name="website"></div><div data-refusal="true"></div>
<div data-field="company"><label for="c">Company</label><input name="company" id="c" aria-describedby="c-message" value=""></div>
<div data-field="email"><label for="e">E-mail</label><input type="email" name="email" id="e" value=""></div>
<div data-field="stage"><select name="stage" id="s"><option value="" selected="">?</option><option value="seed">Seed</option><option value="a">A</option></select></div>
<div data-field="place"><input type="checkbox" name="place" id="p" value="x"><input type="checkbox" name="place" value="y"></div>
<div data-field="summary"><textarea name="summary" id="m"></textarea></div>
<div data-field="file"><input type="file" name="file" id="f"></div>
<div data-field="consent"><input type="checkbox" name="consent" id="k" value="yes"></div>
</form><script type="application/json">{"company":""}</script></body></html>"#;

fn words() -> RefusalsFile {
    let rules = [
        Rule::Required,
        Rule::Type,
        Rule::Email,
        Rule::Length,
        Rule::Option,
        Rule::Empty,
        Rule::Size,
        Rule::Content,
    ];
    let of = |name: &str| {
        let reasons = rules.map(|rule| (rule, format!("{name}: {rule:?}")));
        (name.to_owned(), reasons.into())
    };
    RefusalsFile {
        title: "Not sent: {title}".to_owned(),
        parts: RefusalParts {
            summary: "<p>{note}</p><ul>{items}</ul>".to_owned(),
            item: "<li><a href=\"#{id}\">{reason}</a></li>".to_owned(),
            reason: "<p id=\"{id}\">{reason}</p>".to_owned(),
            captcha:
                "<input name=\"captchaId\" value=\"{id}\"><img src=\"{image}\"><input name=\"captcha\">"
                    .to_owned(),
        },
        notes: RefusalNotes {
            questions: "Look again.".to_owned(),
            person: "Are you a person?".to_owned(),
            person_again: "Other characters, please.".to_owned(),
            busy: "In {seconds} s.".to_owned(),
            away: "Later.".to_owned(),
            other: "Because: {reason}.".to_owned(),
        },
        rules: ["company", "email", "stage", "place", "summary", "file", "consent"]
            .map(of)
            .into(),
        file_again: "Choose it again.".to_owned(),
    }
}

async fn site() -> OriginTest {
    publish(OriginTest::live().await)
}

fn publish(t: OriginTest) -> OriginTest {
    let words = serde_json::to_string(&words()).unwrap();
    let pages = ["", "/en"].map(|prefix| {
        [
            (format!("{prefix}/message/bp"), PAGE.to_owned()),
            (format!("{prefix}/message/bp/refusals.json"), words.clone()),
        ]
    });
    let pages: Vec<_> = pages.into_iter().flatten().collect();
    let pages: Vec<_> = pages
        .iter()
        .map(|(path, text)| (path.as_str(), text.clone(), Access::Public))
        .collect();
    t.builds().publish_pages(2, &pages);
    t
}

impl OriginTest {
    async fn refuse_form(
        &self,
        fields: &[(&str, &str)],
        file: Option<(&str, &[u8])>,
    ) -> (Answer, String) {
        let ask = self
            .post(BP)
            .from("192.0.2.7")
            .header("content-type", "multipart/form-data; boundary=b");
        let answer = ask.body(multipart(fields, file)).send().await;
        let html = answer.json.as_str().unwrap_or_default().to_owned();
        (answer, html)
    }
}

fn with<'a>(name: &'a str, value: &'a str) -> Vec<(&'a str, &'a str)> {
    let others = FIELDS.into_iter().filter(|(field, _)| *field != name);
    others.chain([(name, value)]).collect()
}

// R2.04
#[tokio::test]
async fn a_refused_form_is_shown_with_its_answers_and_each_reason_beside_its_question() {
    let t = site().await;
    let mut fields = with("email", "ann");
    fields.extend([("place", "y"), ("summary", "\r\nOne\r\ntwo")]);
    let (answer, html) = t.refuse_form(&fields, Some(("plan.pdf", PDF))).await;
    assert_eq!(answer.status, 422);
    assert_eq!(answer.header("cache-control"), "no-store");
    assert!(
        answer
            .header("content-security-policy")
            .starts_with("default-src 'none'")
    );
    for expected in [
        "<title>Not sent: Plan</title>",
        r##"<p>Look again.</p><ul><li><a href="#e">email: Email</a></li>"##,
        r#"value="Tide""#,
        r#"value="ann" aria-describedby="email-refused" aria-invalid="true" autofocus="""#,
        r#"<p id="email-refused">email: Email</p></div>"#,
        r#"<option value="seed" selected="">"#,
        r#"<option value="">"#,
        r##"<a href="#p">place: Type</a>"##,
        r#"value="y" aria-describedby="place-refused" aria-invalid="true" checked="""#,
        "<textarea name=\"summary\" id=\"m\" aria-describedby",
        ">\n\r\nOne\r\ntwo</textarea>",
        r#"<p id="file-refused">Choose it again.</p>"#,
        r#"id="k" value="yes" checked="""#,
        r#"<div hidden><input name="website"></div>"#,
    ] {
        assert!(html.contains(expected), "{expected}\n{html}");
    }
    assert!(!html.contains("<script"), "{html}");
    assert!(!html.contains(r#"value="x" checked"#), "{html}");
    assert_eq!(t.stored().await, [0; 4]);
    assert!(t.files("uploads").is_empty());
}

// R2.04
#[tokio::test]
async fn every_refusal_without_javascript_names_its_question_and_its_reason() {
    let t = site().await;
    let large = vec![b'x'; 20 * 1024 * 1024 + 1];
    let pdf = Some(("plan.pdf", PDF));
    let cases = [
        (with("company", ""), pdf, 422, "company: Required"),
        (with("stage", "z"), pdf, 422, "stage: Option"),
        (with("consent", ""), pdf, 409, "consent: Required"),
        (FIELDS.to_vec(), None, 422, "file: Required"),
        (
            FIELDS.to_vec(),
            Some(("plan.pdf", &b""[..])),
            422,
            "file: Empty",
        ),
        (
            FIELDS.to_vec(),
            Some(("plan.pdf", &b"#!/bin/sh"[..])),
            422,
            "file: Content",
        ),
        (
            FIELDS.to_vec(),
            Some(("plan.exe", PDF)),
            400,
            "file: Content",
        ),
        (
            FIELDS.to_vec(),
            Some(("plan.pdf", &large[..])),
            413,
            "file: Size",
        ),
    ];
    for (fields, file, status, reason) in cases {
        let (answer, html) = t.refuse_form(&fields, file).await;
        assert_eq!(answer.status, status, "{reason}");
        assert!(
            html.contains(&format!(">{reason}</a></li>")),
            "{reason}\n{html}"
        );
        assert!(
            html.contains(&format!(">{reason}</p></div>")),
            "{reason}\n{html}"
        );
        let typed = FIELDS
            .iter()
            .filter(|(name, _)| fields.contains(&(name, "ann@example.com")));
        for (_, value) in typed {
            assert!(
                html.contains(&format!("value=\"{value}\"")),
                "{reason}: {value}\n{html}"
            );
        }
    }
    // Several at once, the consent among them.
    let fields: Vec<_> = with("company", "")
        .into_iter()
        .filter(|(name, _)| *name != "consent")
        .collect();
    let (_, html) = t.refuse_form(&fields, pdf).await;
    for reason in ["company: Required", "consent: Required"] {
        assert!(html.contains(reason), "{html}");
    }
}

// R2.04
#[tokio::test]
async fn a_sender_in_doubt_is_shown_a_captcha_that_needs_no_javascript() {
    let t = publish(OriginTest::live_with(&[PREDICTABLE]).await);
    let pdf = Some(("plan.pdf", PDF));
    let mut doubted = t.refuse_form(&FIELDS, pdf).await;
    for _ in 0..10 {
        if doubted.0.status != 303 {
            break;
        }
        doubted = t.refuse_form(&FIELDS, pdf).await;
    }
    let (answer, html) = doubted;
    assert_eq!(answer.status, 403);
    assert!(html.contains("<p>Are you a person?</p>"), "{html}");
    assert!(html.contains("<img src=\"data:image/png;base64,"), "{html}");
    let id = html.split_once("name=\"captchaId\" value=\"").unwrap().1;
    let id = id.split_once('"').unwrap().0;
    let mut fields = FIELDS.to_vec();
    fields.extend([("captchaId", id), ("captcha", origin::PREDICTABLE_ANSWER)]);
    let (answer, _) = t.refuse_form(&fields, pdf).await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (303, "/en/message/bp/sent")
    );
    let (answer, html) = t.refuse_form(&fields, pdf).await;
    assert_eq!(answer.status, 400);
    assert!(html.contains("Other characters, please."), "{html}");
}

// R2.04
#[tokio::test]
async fn no_answer_becomes_markup() {
    let t = site().await;
    for text in [
        "\"><script>alert(1)</script>",
        "</textarea><img src=x onerror=alert(1)>",
        "' onfocus='alert(1)",
        "&quot; onfocus=alert(1) x=&quot;",
        "{reason}{id}{note}",
        "&lt;b&gt;",
    ] {
        let mut fields = with("company", text);
        fields.retain(|(name, _)| *name != "email");
        fields.extend([
            ("email", text),
            ("summary", text),
            ("stage", text),
            ("place", text),
            ("\"]x", text),
        ]);
        let (answer, html) = t.refuse_form(&fields, Some(("plan.pdf", PDF))).await;
        assert!((400..500).contains(&answer.status), "{text}");
        let escaped = text
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;")
            .replace('"', "&quot;")
            .replace('\'', "&#39;");
        assert!(
            html.contains(&format!("value=\"{escaped}\"")),
            "{text}\n{html}"
        );
        assert!(
            html.contains(&format!(">\n{escaped}</textarea>")),
            "{text}\n{html}"
        );
        assert_eq!(
            html.matches('<').count(),
            html_of_plain(&t).await,
            "{text}\n{html}"
        );
    }
}

/// Tags of the page when all answers of that test are plain words.
async fn html_of_plain(t: &OriginTest) -> usize {
    let mut fields = with("company", "x");
    fields.retain(|(name, _)| *name != "email");
    fields.extend([
        ("email", "x"),
        ("summary", "x"),
        ("stage", "x"),
        ("place", "x"),
        ("\"]x", "x"),
    ]);
    let (_, html) = t.refuse_form(&fields, Some(("plan.pdf", PDF))).await;
    html.matches('<').count()
}

// R2.04
#[tokio::test]
async fn a_page_that_offers_no_words_leads_on_to_the_page_of_failures() {
    let t = OriginTest::live().await;
    let pages = [("/en/message/bp", PAGE.to_owned(), Access::Public)];
    t.builds().publish_pages(2, &pages);
    let (answer, _) = t.refuse_form(&with("company", ""), None).await;
    assert_eq!(
        (answer.status, answer.header("location")),
        (303, "/en/message/bp/failed")
    );
    assert_eq!(answer.json, json!(null));
}
