//! Random changes of random texts.

use property_tests::cases;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value, json};

use super::layout::Layout;
use super::tree::Entry;
use super::{index_of, insert, is_same, parent_of, remove, set};
use crate::{parse, push_pointer};

/// Strings with signs that mean something to YAML.
fn text() -> impl Strategy<Value = String> {
    let soup = "[-ab潮 :#'\"\\[\\]{},&*!|>%@`\\\\.01?~\n\t]{0,8}";
    let lines = "( ?[a潮#-]{0,3}\n){0,3}[a-c]{0,2}\n{0,2}";
    let any = "(?s)[^\\p{Cc}\\p{Cn}\\p{Co}]{0,10}";
    let words = ["no", "1", "", "true", "null", "---", "一", "a: b", "x\r\ny"];
    prop_oneof![
        4 => soup,
        2 => lines,
        1 => any,
        2 => "[a-c一二三]{1,5}",
        1 => prop::sample::select(words.map(str::to_owned).to_vec()),
    ]
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<i16>().prop_map(|it| Value::from(f64::from(it) / 8.0)),
        text().prop_map(Value::from),
        text().prop_map(Value::from),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let list = prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from);
        let member = (text(), inner);
        let object = prop::collection::vec(member, 0..4)
            .prop_map(|members| Value::Object(members.into_iter().collect()));
        prop_oneof![list, object]
    })
}

/// A text in mixed styles with comments.
fn document() -> impl Strategy<Value = String> {
    let choices = prop::collection::vec(any::<u8>(), 1..60);
    let texts =
        (value(), choices, any::<bool>(), 0..8u8).prop_map(|(value, choices, ends, kind)| {
            let mut person = Person {
                choices,
                next: 0,
                text: String::new(),
            };
            person.comments(0);
            match value.is_array() || value.is_object() {
                true => person.lines(&value, 0),
                false => person.lines(&json!({ "值": value }), 0),
            }
            let text = match ends {
                true => person.text,
                // The parser counts an unfinished line of spaces after `|`, so none is left.
                false => person.text.trim_end_matches(['\n', ' ']).to_owned(),
            };
            match kind {
                0 => text.replace('\n', "\r\n"),
                1 => format!("\u{feff}{text}"),
                _ => text,
            }
        });
    texts.prop_filter("reads", |text| parse(text).is_ok())
}

/// Writes a text, each time in another style.
struct Person {
    choices: Vec<u8>,
    next: usize,
    text: String,
}

impl Person {
    fn choose(&mut self, count: u8) -> u8 {
        self.next += 1;
        self.choices[self.next % self.choices.len()] % count
    }

    fn comments(&mut self, column: usize) {
        match self.choose(8) {
            0 => self.text.push('\n'),
            1 => self.text += &format!("{}# 注: [x\n", " ".repeat(column)),
            _ => {}
        }
    }

    fn line_end(&mut self) {
        let end = ["\n", "\n", "\n", " # 注\n", "   # it's\n", "  \n"];
        let end = end[usize::from(self.choose(6))];
        self.text += end;
    }

    /// The entries of a collection.
    fn lines(&mut self, value: &Value, column: usize) {
        let space = " ".repeat(column);
        let entries: Vec<(Option<&str>, &Value)> = match value {
            Value::Array(items) => items.iter().map(|item| (None, item)).collect(),
            Value::Object(map) => map.iter().map(|(key, it)| (Some(&**key), it)).collect(),
            _ => Vec::new(),
        };
        if entries.is_empty() {
            self.text += &format!("{space}{value}\n");
        }
        for (at, (key, value)) in entries.into_iter().enumerate() {
            // The first one may be beside a dash.
            let is_beside = at == 0 && self.text.ends_with("- ");
            if !is_beside {
                self.comments(column);
                self.text += &space;
            }
            match key {
                Some(key) => {
                    let key = self.line(key);
                    self.text += &format!("{key}:");
                }
                None => self.text.push('-'),
            }
            self.value(value, column, key.is_none());
        }
    }

    fn value(&mut self, value: &Value, column: usize, is_item: bool) {
        let is_nested = !matches!(value, Value::Array(items) if items.is_empty())
            && !matches!(value, Value::Object(map) if map.is_empty());
        match value {
            Value::Null if self.choose(2) == 0 => self.line_end(),
            Value::Array(_) | Value::Object(_) if is_nested && self.choose(4) > 0 => {
                if is_item && self.choose(3) > 0 {
                    self.text.push(' ');
                    return self.lines(value, column + 2);
                }
                self.line_end();
                let is_flat = value.is_array() && !is_item && self.choose(3) == 0;
                let depth = usize::from(self.choose(3)) + 1;
                self.lines(value, if is_flat { column } else { column + depth });
            }
            Value::String(text) if text.contains('\n') && self.choose(3) > 0 => {
                let header = ["|", "|-", ">", "|+", ">-", "|2"];
                let header = header[usize::from(self.choose(6))];
                self.text += &format!(" {header}");
                self.line_end();
                for line in text.lines() {
                    self.text += &format!("{}{line}\n", " ".repeat(column + 2));
                }
            }
            value => {
                let flow = self.flow(value);
                let gap = if self.choose(8) == 0 { "   " } else { " " };
                self.text += &format!("{gap}{flow}");
                self.line_end();
            }
        }
    }

    fn flow(&mut self, value: &Value) -> String {
        let comma = [", ", ",", " , "][usize::from(self.choose(3))];
        match value {
            Value::Array(items) => {
                let items: Vec<_> = items.iter().map(|item| self.flow(item)).collect();
                format!("[{}]", items.join(comma))
            }
            Value::Object(map) => {
                let member = |(key, value)| format!("{}: {}", json!(key), self.flow(value));
                let members: Vec<_> = map.iter().map(member).collect();
                format!("{{ {} }}", members.join(comma))
            }
            Value::String(text) => self.line(text),
            value => value.to_string(),
        }
    }

    fn line(&mut self, text: &str) -> String {
        let is_word = |it: char| it.is_alphabetic() || it == '潮';
        match self.choose(3) {
            0 if !text.is_empty() && text.chars().all(is_word) => text.to_owned(),
            1 if !text.contains(char::is_control) => format!("'{}'", text.replace('\'', "''")),
            _ => Value::from(text).to_string(),
        }
    }
}

/// The pointers of all values.
fn pointers(value: &Value, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    let mut visit = |segment: &str, value: &Value| {
        let mut pointer = pointer.to_owned();
        push_pointer(&mut pointer, segment);
        pointers(value, &pointer, found);
    };
    match value {
        Value::Array(items) => {
            (0..)
                .zip(items)
                .for_each(|(at, it): (usize, _)| visit(&at.to_string(), it));
        }
        Value::Object(map) => map.iter().for_each(|(key, it)| visit(key, it)),
        _ => {}
    }
}

/// A pointer to a value of this kind, if there is one.
fn choose(value: &Value, index: Index, is_meant: impl Fn(&Value) -> bool) -> Option<String> {
    let mut found = Vec::new();
    pointers(value, "", &mut found);
    found.retain(|pointer| value.pointer(pointer).is_some_and(&is_meant));
    (!found.is_empty()).then(|| index.get(&found).clone())
}

/// The lines before and after an entry.
fn around<'t>(text: &'t str, pointer: &str) -> (&'t str, &'t str) {
    let body = text.trim_start_matches('\u{feff}');
    let root = Entry::root(body).unwrap();
    let mut entry = &root;
    for segment in pointer.split('/').skip(1) {
        let name = segment.replace("~1", "/").replace("~0", "~");
        let collection = entry.value.collection().unwrap();
        entry = match index_of(&name).filter(|_| collection.is_list) {
            Some(index) => &collection.entries[index],
            None => collection
                .entries
                .iter()
                .find(|it| it.name == name)
                .unwrap(),
        };
    }
    let layout = Layout { text: body };
    let end = layout.line_end(entry.value.bytes.end);
    (&body[..layout.line_start(entry.start)], &body[end..])
}

/// True if one stretch of `long` is not in `short`, and all else is the same.
fn is_longer(long: &str, short: &str) -> bool {
    let same = |(a, b): &(u8, u8)| a == b;
    let start = long.bytes().zip(short.bytes()).take_while(same).count();
    let end = long
        .bytes()
        .rev()
        .zip(short.bytes().rev())
        .take_while(same)
        .count();
    start + end >= short.len()
}

fn is_nonempty(value: &Value) -> bool {
    value.as_array().is_some_and(|it| !it.is_empty())
        || value.as_object().is_some_and(|it| !it.is_empty())
}

fn without(mut value: Value, pointer: &str) -> Value {
    let mut segments = pointer.rsplit('/');
    let name = segments
        .next()
        .unwrap()
        .replace("~1", "/")
        .replace("~0", "~");
    match value.pointer_mut(parent_of(pointer)).unwrap() {
        Value::Array(items) => drop(items.remove(name.parse().unwrap())),
        Value::Object(map) => drop(map.shift_remove(&name).unwrap()),
        _ => panic!("{pointer}"),
    }
    value
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn a_changed_value_leaves_all_other_lines(text in document(), new in value(), index: Index) {
        let old = parse(&text).unwrap();
        let pointer = choose(&old, index, |_| true).unwrap();
        let changed = set(&text, &pointer, &new);
        prop_assert!(changed.is_ok(), "{pointer} {new} {changed:?} {text}");
        let changed = changed.unwrap();
        let mut expected = old;
        *expected.pointer_mut(&pointer).unwrap() = new;
        prop_assert!(is_same(&parse(&changed).unwrap(), &expected));
        let (before, after) = around(&text, &pointer);
        prop_assert!(changed.trim_start_matches('\u{feff}').starts_with(before), "{changed}");
        prop_assert!(changed.ends_with(after), "{pointer}\n{text}\n\n{changed}");
    }

    #[test]
    fn the_same_value_changes_nothing(text in document(), index: Index) {
        let old = parse(&text).unwrap();
        let pointer = choose(&old, index, |_| true).unwrap();
        let same = old.pointer(&pointer).unwrap();
        prop_assert_eq!(set(&text, &pointer, same), Ok(text));
    }

    #[test]
    fn a_new_member_is_the_only_new_text(
        text in document(), key in text(), new in value(), index: Index
    ) {
        let old = parse(&text).unwrap();
        let is_free = |it: &Value| it.as_object().is_some_and(|it| !it.contains_key(&key));
        let Some(parent) = choose(&old, index, is_free) else { return Ok(()) };
        let mut pointer = parent.clone();
        push_pointer(&mut pointer, &key);
        let changed = set(&text, &pointer, &new);
        prop_assert!(changed.is_ok(), "{pointer} {new} {changed:?} {text}");
        let changed = changed.unwrap();
        let mut expected = old.clone();
        let members = expected.pointer_mut(&parent).and_then(Value::as_object_mut).unwrap();
        members.insert(key, new);
        prop_assert!(is_same(&parse(&changed).unwrap(), &expected));
        let was_empty = old.pointer(&parent) == Some(&Value::Object(Map::new()));
        prop_assert!(was_empty || is_longer(&changed, &text), "{text}\n\n{changed}");
    }

    #[test]
    fn a_new_item_is_the_only_new_text(
        text in document(), new in value(), index: Index, at in 0..5_usize
    ) {
        let old = parse(&text).unwrap();
        let Some(pointer) = choose(&old, index, Value::is_array) else { return Ok(()) };
        let changed = insert(&text, &pointer, at, &new);
        prop_assert!(changed.is_ok(), "{pointer} {new} {changed:?} {text}");
        let changed = changed.unwrap();
        let mut expected = old.clone();
        let items = expected.pointer_mut(&pointer).and_then(Value::as_array_mut).unwrap();
        items.insert(at.min(items.len()), new);
        prop_assert!(is_same(&parse(&changed).unwrap(), &expected));
        let was_empty = old.pointer(&pointer) == Some(&json!([]));
        prop_assert!(was_empty || is_longer(&changed, &text), "{text}\n\n{changed}");
    }

    #[test]
    fn a_removed_value_is_the_only_text_that_goes(text in document(), index: Index) {
        let old = parse(&text).unwrap();
        let Some(parent) = choose(&old, index, is_nonempty) else { return Ok(()) };
        let mut inside = Vec::new();
        pointers(old.pointer(&parent).unwrap(), &parent, &mut inside);
        let pointer = inside.iter().find(|it| parent_of(it) == parent && **it != parent).unwrap();
        let changed = remove(&text, pointer);
        prop_assert!(changed.is_ok(), "{pointer} {changed:?} {text}");
        let changed = changed.unwrap();
        let expected = without(old, pointer);
        let new = parse(&changed).unwrap();
        let is_empty = new.is_null() && expected == Value::Object(Map::new());
        prop_assert!(is_empty || is_same(&new, &expected));
        let is_last = expected.pointer(&parent).is_some_and(|it| !is_nonempty(it));
        prop_assert!(is_last || is_longer(&text, &changed), "{pointer}\n{text}\n\n{changed}");
    }

    #[test]
    fn no_soup_makes_it_panic(
        text in "[-:?\\[\\]{},&*!|>'\"%@`#~ \r\n\ta1潮\u{feff}]{0,80}", new in value(), index: Index
    ) {
        let old = parse(&text).unwrap_or_default();
        let pointer = choose(&old, index, |_| true).unwrap();
        let changed = set(&text, &pointer, &new);
        let mut expected = old;
        *expected.pointer_mut(&pointer).unwrap() = new.clone();
        prop_assert!(changed.is_err() || is_same(&parse(&changed.unwrap()).unwrap(), &expected));
        let _ = set(&text, &format!("{pointer}/a"), &new);
        let _ = insert(&text, &pointer, 0, &new);
        let _ = remove(&text, &pointer);
    }
}
