use super::*;

fn screens(rules: serde_json::Value) -> FirstScreens {
    FirstScreens::new(serde_json::from_value(rules).unwrap())
}

#[test]
fn a_document_has_the_rules_of_what_stands_in_it_in_the_order_of_the_sheet() {
    let screens = screens(serde_json::json!([
        { "css": ":root{a:b}", "within": [], "needs": [] },
        { "css": "h1{c:d}", "within": [], "needs": [[["h1"]]] },
        { "css": ".x p{e:f}", "within": ["@media (min-width:1px)"], "needs": [[[".x"], ["p"]]] },
        { "css": "p{g:h}", "within": ["@media (min-width:1px)", "@supports (i:j)"], "needs": [[["p"]]] },
        { "css": "[open]{k:l}", "within": [], "needs": [[["[open]"]], [[".y"]]] },
        { "css": "ul{m:n}", "within": [], "needs": [[["ul", "ol"]]] },
    ]));
    let css = |markup: &str| screens.needs(markup.as_bytes()).style.css.clone();
    assert_eq!(css("plain"), ":root{a:b}");
    assert_eq!(css("<h1>A</h1>"), ":root{a:b}h1{c:d}");
    assert_eq!(
        css(r#"<div class="z x"><p>A</p></div>"#),
        ":root{a:b}@media (min-width:1px){.x p{e:f}@supports (i:j){p{g:h}}}"
    );
    assert_eq!(
        css(r#"<details open=""><ol></ol></details>"#),
        ":root{a:b}[open]{k:l}ul{m:n}"
    );
    assert_eq!(css("<!-- <h1> --><b class='h1'>A</b>"), ":root{a:b}");
}

#[test]
fn a_document_has_the_custom_properties_that_its_rules_use() {
    let screens = screens(serde_json::json!([
        { "css": ":root", "custom": ["--a:var(--b, 1px)", "--b:2px", "--c:3px"], "within": [], "needs": [] },
        { "css": ":root", "custom": ["--c:4px"], "within": ["@media x"], "needs": [] },
        { "css": "h1{d:var(--a)}", "within": [], "needs": [[["h1"]]] },
        { "css": "h2{d:var(--c)}", "within": [], "needs": [[["h2"]]] },
    ]));
    let css = |markup: &str| screens.needs(markup.as_bytes()).style.css.clone();
    assert_eq!(css("A"), "");
    assert_eq!(
        css("<h1>A"),
        ":root{--a:var(--b, 1px);--b:2px}h1{d:var(--a)}"
    );
    assert_eq!(
        css("<h2>A"),
        ":root{--c:3px}@media x{:root{--c:4px}}h2{d:var(--c)}"
    );
}

#[test]
fn a_rule_for_one_value_of_an_attribute_is_for_no_other() {
    let screens = screens(serde_json::json!([
        { "css": "a", "within": [], "needs": [[["[b=c d]"]]] },
    ]));
    let css = |markup: &str| screens.needs(markup.as_bytes()).style.css.clone();
    assert_eq!(css("<p b=\"c d\">"), "a");
    assert_eq!(css("<p b=\"c\">"), "");
}

#[test]
fn its_policy_names_the_hash_of_its_rules() {
    let screens = screens(serde_json::json!([{ "css": "", "within": [], "needs": [] }]));
    let source = &screens.needs(b"").style.source;
    assert_eq!(
        &**source,
        "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    );
}

#[test]
fn text_in_a_web_face_is_told_from_other_text() {
    let screens = screens(serde_json::json!([
        { "css": "", "within": [], "needs": [[["h1"]]], "face": true, "subjects": [[["h1"]]] },
        { "css": "", "within": [], "needs": [[[".x"], ["p"]]], "face": true, "subjects": [[["p"]]] },
        { "css": "", "within": [], "needs": [[[".plain"]]], "face": false, "subjects": [[[".plain"]]] },
        { "css": "", "within": [], "needs": [[["body"]]], "face": false, "subjects": [[]] },
    ]));
    let characters = |markup: &str| screens.needs(markup.as_bytes()).characters;
    assert_eq!(characters("<p>AB</p>"), "");
    assert_eq!(characters("<h1>潮<b>生</b>潮</h1>C"), "潮生");
    assert_eq!(characters(r#"<div class="x"><p>A</p>B</div><p>C</p>"#), "A");
    assert_eq!(
        characters(r#"<h1>A<b class="plain">B<i>C</i></b>D</h1>"#),
        "AD"
    );
    assert_eq!(
        characters("<h1>A<br>&amp;<img alt=\"B\">&#x27;</h1>E"),
        "A&'"
    );
}

#[test]
fn markup_that_is_cut_off_is_read_as_far_as_it_goes() {
    let screens = screens(serde_json::json!([
        { "css": "h1{}", "within": [], "needs": [[["h1"]]] },
    ]));
    let whole = r#"<h1 class="a" hidden>A &amp; <!-- b --> B<br/></h1></p><"#;
    for end in 0..=whole.len() {
        let css = &screens.needs(&whole.as_bytes()[..end]).style.css;
        assert_eq!(css.is_empty(), end < "<h1 ".len(), "{end}");
    }
}
