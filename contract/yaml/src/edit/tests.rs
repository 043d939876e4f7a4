use serde_json::{Value, json};

use super::{EditError, insert, remove, set};

/// Text, pointer, new value, new text.
type Case = (&'static str, &'static str, Value, &'static str);

fn check_set<const N: usize>(cases: [Case; N]) {
    for (text, pointer, value, expected) in cases {
        let changed = set(text, pointer, &value);
        assert_eq!(changed.as_deref(), Ok(expected), "{pointer} of {text:?}");
    }
}

fn check_remove<const N: usize>(cases: [(&str, &str, &str); N]) {
    for (text, pointer, expected) in cases {
        let changed = remove(text, pointer);
        assert_eq!(changed.as_deref(), Ok(expected), "{pointer} of {text:?}");
    }
}

fn check_insert<const N: usize>(cases: [(&str, &str, usize, Value, &str); N]) {
    for (text, pointer, index, value, expected) in cases {
        let changed = insert(text, pointer, index, &value);
        assert_eq!(changed.as_deref(), Ok(expected), "{pointer} of {text:?}");
    }
}

#[test]
fn a_comment_beside_a_changed_value_stays() {
    check_set([
        (
            "# 头\n标题: 潮 # 旧\nb: 1\n",
            "/标题",
            json!("汐"),
            "# 头\n标题: 汐 # 旧\nb: 1\n",
        ),
        ("a: 'x'   # c", "/a", json!("it's"), "a: 'it''s'   # c"),
        ("a: # c\nb: 1\n", "/a", json!("x"), "a: x # c\nb: 1\n"),
        (
            "a: x # c\nb: 1\n",
            "/a",
            json!(["z"]),
            "a: # c\n  - z\nb: 1\n",
        ),
        (
            "a: # c\n  # d\n  - y\nb: 1\n",
            "/a",
            json!("x"),
            "a: x # c\n  # d\nb: 1\n",
        ),
        (
            "a: x # c\nb: 1\n",
            "/a",
            json!("1\n2"),
            "a: |- # c\n  1\n  2\nb: 1\n",
        ),
        (
            "- x # c\n- y\n",
            "/0",
            json!({"a": 1, "b": 2}),
            "- a: 1 # c\n  b: 2\n- y\n",
        ),
        (
            "a: | # c\n  x\n\nb: 1\n",
            "/a",
            json!(5),
            "a: 5 # c\n\nb: 1\n",
        ),
    ]);
}

#[test]
fn a_changed_scalar_keeps_its_quotes() {
    check_set([
        ("a: '一'\n", "/a", json!("二"), "a: '二'\n"),
        (
            "a: \"一\"\n",
            "/a",
            json!("二\t\"\\"),
            "a: \"二\\t\\\"\\\\\"\n",
        ),
        ("a: x\n", "/a", json!("第 1 名:潮"), "a: 第 1 名:潮\n"),
        (
            "a: 2026-05-03\n",
            "/a",
            json!("2026-05-04"),
            "a: 2026-05-04\n",
        ),
        ("a: 1\n", "/a", json!(2.5), "a: 2.5\n"),
        ("a: 'x'\n", "/a", json!(true), "a: true\n"),
        ("a: x\n", "/a", json!(null), "a: null\n"),
        ("{a: 'x', b: y}\n", "/a", json!("z"), "{a: 'z', b: y}\n"),
        (
            "a: one\n  two # c\nb: 1\n",
            "/a",
            json!("three"),
            "a: three # c\nb: 1\n",
        ),
        (
            "a:\n  \"one\n  two\"\nb: 1\n",
            "/a",
            json!("x"),
            "a:\n  \"x\"\nb: 1\n",
        ),
    ]);
}

#[test]
fn a_text_that_reads_as_something_else_gets_quotes() {
    for value in [
        "",
        " x",
        "x ",
        "no",
        "Yes",
        "~",
        "12",
        "1e3",
        "0x1f",
        "a: b",
        "a:",
        "# x",
        "a # b",
        "- x",
        "-",
        "? x",
        "@x",
        "`x",
        "%x",
        "&x",
        "*x",
        "!x",
        "|",
        ">",
        "[x",
        "{x",
        "'x",
        "---",
        "a\tb",
        "\u{2028}",
        "\u{feff}x",
        "\u{3000}x",
        "null",
        ".inf",
        "=",
        "true",
    ] {
        let changed = set("a: x\n", "/a", &json!(value)).unwrap();
        assert!(
            changed.starts_with("a: \"") && changed.ends_with("\"\n"),
            "{changed}"
        );
        let changed = set("a: [x]\n", "/a/0", &json!(value)).unwrap();
        assert!(
            changed.starts_with("a: [\"") && changed.ends_with("\"]\n"),
            "{changed}"
        );
    }
    for value in ["-x", "a:b", "C#", "a, b", "[x"] {
        let changed = set("a: [x]\n", "/a/0", &json!(value)).unwrap();
        assert_eq!(crate::parse(&changed), Ok(json!({"a": [value]})));
    }
}

#[test]
fn a_block_of_lines_stays_one() {
    check_set([
        (
            "a: |\n    一\n    二\n\n# c\nb: 1\n",
            "/a",
            json!("三\n\n四\n"),
            "a: |\n    三\n\n    四\n\n# c\nb: 1\n",
        ),
        ("a: |\n  x\nb: 1\n", "/a", json!("y"), "a: |-\n  y\nb: 1\n"),
        (
            "a: >-\n  x\n  y\nb: 1\n",
            "/a",
            json!("z"),
            "a: >-\n  z\nb: 1\n",
        ),
        (
            "a: >\n  x\n  y\nb: 1\n",
            "/a",
            json!("y\nz"),
            "a: |-\n  y\n  z\nb: 1\n",
        ),
        ("a: |+\n  x\n\n", "/a", json!("y\n"), "a: |\n  y\n"),
        ("a: |\n  x\n", "/a", json!("y\n\n"), "a: |+\n  y\n\n"),
        (
            "a: |\n  x\n\nb: 1\n",
            "/a",
            json!("y\n\n"),
            "a: \"y\\n\\n\"\n\nb: 1\n",
        ),
        (
            "a: |\n   x\n",
            "/a",
            json!("  y\nz"),
            "a: |3-\n     y\n   z\n",
        ),
        ("a: |\nb: 1\n", "/a", json!("x\n"), "a: |\n  x\nb: 1\n"),
        ("a: |\n  x\nb: 1\n", "/a", json!(""), "a: \"\"\nb: 1\n"),
        ("- |\n  x\n- y\n", "/0", json!("z\n"), "- |\n  z\n- y\n"),
        ("a: |", "/a", json!("x\ny\n"), "a: |\n  x\n  y"),
    ]);
}

#[test]
fn a_text_of_several_lines_becomes_a_block_but_not_in_brackets() {
    check_set([
        (
            "a:\n  b: x\n",
            "/a/b",
            json!("一\n二\n"),
            "a:\n  b: |\n    一\n    二\n",
        ),
        ("- 'x'\n", "/0", json!("1\n2"), "- |-\n  1\n  2\n"),
        ("a: [x]\n", "/a/0", json!("1\n2"), "a: [\"1\\n2\"]\n"),
        ("a: x\n", "/a", json!("\n"), "a: \"\\n\"\n"),
        ("a: x\n", "/a", json!("1\r\n2"), "a: \"1\\r\\n2\"\n"),
        (
            "a:\n  x\nb: 1\n",
            "/a",
            json!("1\n2"),
            "a: |-\n  1\n  2\nb: 1\n",
        ),
        ("a: x", "/a", json!(" 1\n2"), "a: |2-\n   1\n  2"),
    ]);
}

#[test]
fn a_new_member_comes_after_the_last_one() {
    check_set([
        ("", "/标题", json!("潮"), "标题: 潮\n"),
        ("# c", "/a", json!(1), "# c\na: 1\n"),
        ("\u{feff}", "/a", json!(1), "\u{feff}a: 1\n"),
        (
            "a: 1 # c\n\n# end\n",
            "/b",
            json!("x"),
            "a: 1 # c\nb: x\n\n# end\n",
        ),
        ("a: 1", "/b", json!([]), "a: 1\nb: []"),
        (
            "a:\n  - b: |\n      x\n\nc: 1\n",
            "/a/0/d",
            json!("z"),
            "a:\n  - b: |\n      x\n    d: z\n\nc: 1\n",
        ),
        (
            "a: { b: 1 }\n",
            "/a/c",
            json!({"d": "一, 二"}),
            "a: { b: 1, c: {d: \"一, 二\"} }\n",
        ),
        ("a: {}\n", "/a/c", json!(1), "a:\n  c: 1\n"),
        ("- {}\n", "/0/c", json!(1), "- c: 1\n"),
        ("[{}]\n", "/0/c", json!(1), "[{c: 1}]\n"),
        ("{}\n", "/c", json!(1), "c: 1\n"),
        ("a: 1\n", "/b: c", json!(1), "a: 1\n\"b: c\": 1\n"),
        ("a: 1\n", "/b~1c~0", json!(1), "a: 1\nb/c~: 1\n"),
        ("a:\n", "/2016", json!(1), "a:\n2016: 1\n"),
        ("---\na: 1\n...\n", "/b", json!(1), "---\na: 1\nb: 1\n...\n"),
    ]);
    let value = json!({"x": [], "列": [{"k": 1, "l": ["m\nn", [1, 2]]}, {}], "o": {"p": null}});
    let expected = "a: 1\nb:\n  x: []\n  列:\n    - k: 1\n      l:\n        - |-\n          m\n          n\n        \
        - - 1\n          - 2\n    - {}\n  o:\n    p: null\n";
    assert_eq!(set("a: 1\n", "/b", &value).as_deref(), Ok(expected));
}

#[test]
fn a_list_or_an_object_is_replaced_by_its_lines() {
    check_set([
        (
            "a: # c\n- x\n- y # d\n# e\nb: 1\n",
            "/a",
            json!(["z"]),
            "a: # c\n- z\n# e\nb: 1\n",
        ),
        (
            "a:\n- x\nb: 1\n",
            "/a",
            json!({"c": 1}),
            "a:\n  c: 1\nb: 1\n",
        ),
        (
            "a:\n    c: 1\nb: 1\n",
            "/a",
            json!({"d": 1, "e": 2}),
            "a:\n    d: 1\n    e: 2\nb: 1\n",
        ),
        (
            "-   a: 1\n    b: 2\n- c\n",
            "/0",
            json!({"d": 1, "e": 2}),
            "-   d: 1\n    e: 2\n- c\n",
        ),
        ("- a: 1\n  b: 2\n- c\n", "/0", json!("x"), "- x\n- c\n"),
        (
            "-\n    a: 1\n",
            "/0",
            json!({"d": 1, "e": 2}),
            "-\n    d: 1\n    e: 2\n",
        ),
        (
            "a: [x, y] # c\n",
            "/a",
            json!(["x", "z"]),
            "a: [x, z] # c\n",
        ),
        (
            "a: [x] # c\n",
            "/a",
            json!([{"b": 1}]),
            "a: # c\n  - b: 1\n",
        ),
        ("a: [x]\n", "/a", json!([]), "a: []\n"),
        (
            "a: [x, {b: 1}]\n",
            "/a/1",
            json!([1, {}]),
            "a: [x, [1, {}]]\n",
        ),
        ("a: {b: , c}\n", "/a/b", json!(1), "a: {b: 1, c}\n"),
        ("a: {b: , c}\n", "/a/c", json!(1), "a: {b: , c: 1}\n"),
        ("a: 1\n", "", json!({"b": [1]}), "b:\n  - 1\n"),
        ("", "", json!([1]), "- 1\n"),
    ]);
}

#[test]
fn a_removed_member_takes_its_lines_and_its_comment_along() {
    check_remove([
        ("# c\na: 1 # d\n# e\nb: 2\n", "/a", "# c\n# e\nb: 2\n"),
        ("a: 1\nb: 2", "/b", "a: 1"),
        ("a:\n  b: 1\n  c: 2\nd: 3\n", "/a/b", "a:\n  c: 2\nd: 3\n"),
        ("a:\n  b: |\n    x\n\n  c: 2\n", "/a/b", "a:\n\n  c: 2\n"),
        ("a: # c\n  b: 1 # d\ne: 1\n", "/a/b", "a: {} # c\ne: 1\n"),
        ("a: # c\n  - 1\n", "/a/0", "a: [] # c\n"),
        ("- a: 1\n", "/0/a", "- {}\n"),
        ("- a: 1\n", "/0", "[]\n"),
        ("# c\na: 1\n# d\n", "/a", "# c\n# d\n"),
        ("a: 1", "/a", ""),
        ("\u{feff}a:\n  - 1\n", "/a", "\u{feff}"),
        ("- a: 1 # c\n  b: 2\n- d\n", "/0/a", "- b: 2\n- d\n"),
        ("- a: 1\n  # c\n  b: 2\n", "/0/a", "-\n  # c\n  b: 2\n"),
        ("- - 1\n  - 2\n", "/0/0", "- - 2\n"),
        ("a:\nb: 1\n", "/a", "b: 1\n"),
    ]);
}

#[test]
fn a_removed_value_in_brackets_takes_its_comma_along() {
    check_remove([
        ("a: [一, 二, 三]\n", "/a/0", "a: [二, 三]\n"),
        ("a: [一, 二, 三]\n", "/a/1", "a: [一, 三]\n"),
        ("a: [一, 二, 三] # c\n", "/a/2", "a: [一, 二] # c\n"),
        ("a: [1]\n", "/a/0", "a: []\n"),
        ("{a: 1}\n", "/a", "{}\n"),
        ("a: { b: 1, c: 2 }\n", "/a/c", "a: { b: 1 }\n"),
        ("a: {b, c: 2, }\n", "/a/c", "a: {b, }\n"),
        (
            "a: {\n  x: 1, # k\n  # l\n  y: 2, # z\n  w: 3 # v\n}\n",
            "/a/x",
            "a: {\n  # l\n  y: 2, # z\n  w: 3 # v\n}\n",
        ),
        (
            "a: {\n  x: 1, # k\n  y: 2 # z\n}\n",
            "/a/y",
            "a: {\n  x: 1, # k\n}\n",
        ),
    ]);
}

#[test]
fn a_new_item_comes_before_the_item_with_its_index() {
    check_insert([
        (
            "a:\n  - 一 # c\n  # d\n  - 二\n",
            "/a",
            1,
            json!("三"),
            "a:\n  - 一 # c\n  - 三\n  # d\n  - 二\n",
        ),
        (
            "a: # b\n  # c\n  - x\n",
            "/a",
            0,
            json!("z"),
            "a: # b\n  - z\n  # c\n  - x\n",
        ),
        (
            "a:\n- x\nb: 1\n",
            "/a",
            9,
            json!({"c": 1, "d": [2]}),
            "a:\n- x\n- c: 1\n  d:\n    - 2\nb: 1\n",
        ),
        (
            "# c\n- x\n",
            "",
            0,
            json!("1\n2\n"),
            "# c\n- |\n  1\n  2\n- x\n",
        ),
        ("- - x\n", "/0", 0, json!(1), "- - 1\n  - x\n"),
        ("a: [] # c\n", "/a", 0, json!("x"), "a: # c\n  - x\n"),
        ("a: [[]]\n", "/a/0", 0, json!("x"), "a: [[x]]\n"),
        ("[]", "", 0, json!("x"), "- x"),
        (
            "a: [x, y]\n",
            "/a",
            1,
            json!({"b": 1}),
            "a: [x, {b: 1}, y]\n",
        ),
        ("a: [x]\n", "/a", 1, json!("z"), "a: [x, z]\n"),
        ("- |+\n  x\n\n", "", 1, json!("z"), "- |+\n  x\n\n- z\n"),
    ]);
}

#[test]
fn line_ends_of_windows_and_the_byte_order_mark_stay() {
    check_set([
        (
            "\u{feff}a: x\r\nb: 1\r\n",
            "/a",
            json!("1\n2"),
            "\u{feff}a: |-\r\n  1\r\n  2\r\nb: 1\r\n",
        ),
        (
            "a: |\r\n  x\r\n  y\r\nb: 1\r\n",
            "/a",
            json!("z\n"),
            "a: |\r\n  z\r\nb: 1\r\n",
        ),
        (
            "a:\r\n  - x\r\nb: 1\r\n",
            "/a",
            json!([1, 2]),
            "a:\r\n  - 1\r\n  - 2\r\nb: 1\r\n",
        ),
        ("a: 1\r\n", "/b", json!(2), "a: 1\r\nb: 2\r\n"),
        ("# c\r\n", "/b", json!(2), "# c\r\nb: 2\r\n"),
    ]);
    check_remove([
        ("a: 1\r\nb: 2\r\n", "/b", "a: 1\r\n"),
        ("a: 1\r\nb: 2", "/b", "a: 1"),
    ]);
    check_insert([(
        "a:\r\n  - 1\r\n",
        "/a",
        0,
        json!(2),
        "a:\r\n  - 2\r\n  - 1\r\n",
    )]);
}

#[test]
fn a_place_that_is_not_there_is_refused() {
    let one = json!(1);
    for pointer in [
        "/b/c", "/a/b", "/list/5", "/list/-", "/list/00", "a", "/empty/x",
    ] {
        let text = "a: 1\nlist: [1]\nempty:\n";
        assert_eq!(
            set(text, pointer, &one),
            Err(EditError::NoPlace),
            "{pointer}"
        );
        assert_eq!(remove(text, pointer), Err(EditError::NoPlace), "{pointer}");
        assert_eq!(
            insert(text, pointer, 0, &one),
            Err(EditError::NoPlace),
            "{pointer}"
        );
    }
    assert_eq!(remove("a: 1", ""), Err(EditError::NoPlace));
    assert_eq!(insert("a: 1", "", 0, &one), Err(EditError::NoPlace));
    assert_eq!(set("~", "/a", &one), Err(EditError::NoPlace));
}

#[test]
fn what_cannot_be_read_or_written_is_refused() {
    let set_value = |text: &str, value: Value| set(text, "/a", &value);
    assert!(matches!(
        set_value("a: [", json!(1)),
        Err(EditError::Broken(_))
    ));
    let unprintable = Err(EditError::Unprintable('\u{7}'));
    assert_eq!(set_value("a: 1", json!(["\u{7}"])), unprintable);
    assert_eq!(set_value("b: 1", json!({"\u{7}": 1})), unprintable);
    assert_eq!(insert("[]", "", 0, &json!("\u{7}")), unprintable);
    assert_eq!(set("a: 1", "/\u{7}", &json!(1)), unprintable);
    for text in ["? a\n: b", "a: [b: 1]", "a: &x\n  b: 1", "a: &x"] {
        assert_eq!(
            set_value(text, json!(5)),
            Err(EditError::Unsupported),
            "{text}"
        );
    }
    let large = json!(u64::MAX);
    assert_eq!(set_value("a: 1", large), Err(EditError::Unsupported));
}

#[test]
fn the_same_value_leaves_the_text_as_it_is() {
    for text in ["a:   no\n", "a: 'no'", "a: >\n  no\n", "a: [1, {b: 2}]"] {
        let value = crate::parse(text).unwrap();
        assert_eq!(set(text, "/a", &value["a"]).as_deref(), Ok(text));
        assert_eq!(set(text, "", &value).as_deref(), Ok(text));
    }
    assert_eq!(set("a: 1", "/a", &json!(1.0)).as_deref(), Ok("a: 1.0"));
}
