//! Answers and the rules that they break, also as the shared cases have them.

use super::*;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Case {
    field: FormField,
    answer: Option<Value>,
    broken: Option<Rule>,
    plain: Option<String>,
}

fn cases() -> Vec<Case> {
    let golden = include_str!("../../../../../contract/tests/golden/form-cases.json");
    serde_json::from_str(golden).unwrap()
}

// R5.01
#[test]
fn answers_are_judged_as_the_shared_cases_say() {
    for case in cases() {
        let told = broken(&case.field, case.answer.as_ref());
        assert_eq!(told, case.broken, "{:?} {:?}", case.field, case.answer);
        if let (Some(plain), Some(Value::String(text))) = (case.plain, case.answer) {
            assert_eq!(plain_text(&case.field, &text), plain, "{text:?}");
        }
    }
}

#[test]
fn every_question_is_judged_and_an_answer_that_nobody_asked_for_refused() {
    let [one, two] = ["one", "two"].map(|name| FormField {
        name: name.to_owned(),
        ..cases().remove(0).field
    });
    let form = Form {
        title: String::new(),
        path: String::new(),
        next: None,
        fields: vec![one, two],
        file: None,
    };
    let answers = Answers::from([
        ("two".to_owned(), json!("x")),
        ("three".to_owned(), json!("x")),
    ]);
    let told: Vec<_> = faults(&form, &answers)
        .into_iter()
        .map(|fault| (fault.name, fault.rule))
        .collect();
    assert_eq!(
        told,
        [
            ("one".to_owned(), Rule::Required),
            ("three".to_owned(), Rule::Type)
        ]
    );
}

/// Forms of an answer that a keyboard or a copy gives.
fn disguises(text: &str) -> Vec<String> {
    let wide = |char: char| match char {
        '!'..='~' => char::from_u32(u32::from(char) + 0xfee0).unwrap(),
        _ => char,
    };
    let wide: String = text.chars().map(wide).collect();
    let padded = format!(" \u{3000}{wide}\u{a0}\t");
    vec![wide, padded, format!("\u{feff} {text}\n")]
}

proptest! {
    // R5.01
    #[test]
    fn a_wide_or_padded_form_of_a_valid_answer_is_valid_and_becomes_plain(
        (kind, text) in prop_oneof![
            "[1-9][0-9]{0,8}(\\.[0-9]{1,3})?".prop_map(|text| (FieldKind::Number, text)),
            "-[1-9][0-9]{0,2}".prop_map(|text| (FieldKind::Number, text)),
            "20[0-9]{2}-0[1-9]-[12][0-8]".prop_map(|text| (FieldKind::Date, text)),
            "[a-z0-9._+-]{1,9}@[a-z]{1,9}\\.[a-z]{2,4}".prop_map(|text| (FieldKind::Email, text)),
            "\\+86 [0-9]{3} [0-9]{8}".prop_map(|text| (FieldKind::Tel, text)),
            "(https://)?[a-z]{2,9}\\.[a-z]{2,4}".prop_map(|text| (FieldKind::Url, text)),
            "[a-zA-Z0-9]{1,9}( [a-zA-Z0-9]{1,9})?".prop_map(|text| (FieldKind::Text, text)),
        ]
    ) {
        let field = FormField { kind, ..cases().remove(0).field };
        prop_assert_eq!(broken(&field, Some(&json!(text))), None);
        for form in disguises(&text) {
            prop_assert_eq!(broken(&field, Some(&json!(form))), None, "{}", form);
            prop_assert_eq!(plain_text(&field, &form), text.clone());
        }
    }

    // R5.01
    #[test]
    fn thousands_are_joined_and_other_groups_are_not(
        first in 1u32..=999, second in 0u32..=999, third in 0u32..=999,
        separator in prop::sample::select(vec![",", "，", " ", "\u{a0}", "\u{2009}", "\u{202f}", "'"]),
    ) {
        let field = FormField { kind: FieldKind::Number, ..cases().remove(0).field };
        let text = format!("{first}{separator}{second:03}{separator}{third:03}.5");
        prop_assert_eq!(plain_text(&field, &text), format!("{first}{second:03}{third:03}.5"));
        for wrong in [
            format!("{first}{separator}{second:02}"),
            format!("0{separator}{second:03}"),
            format!("{first}{separator}{second:03};{third:03}"),
        ] {
            let is_short = second > 99 && wrong.ends_with(&format!("{separator}{second}"));
            prop_assert!(is_short || broken(&field, Some(&json!(wrong))).is_some(), "{}", wrong);
        }
    }

    #[test]
    fn a_plain_form_stays_as_it_is(text in "\\PC{0,40}", index in 0..cases().len()) {
        let field = &cases()[index].field;
        let plain = plain_text(field, &text);
        prop_assert_eq!(plain_text(field, &plain), plain);
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,40}", index in 0..cases().len()) {
        broken(&cases()[index].field, Some(&json!(text)));
    }
}
