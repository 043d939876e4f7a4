//! YAML that a person writes, read strictly: JSON's data model, and no feature by which a small
//! file becomes a large value. [`edit`] changes one value of such a text and keeps the rest.
//!
//! Refused, each with its place: aliases, tags, several documents, keys that are no plain text, the
//! same key twice, values that are nested too deeply, and too many values. Scalars follow YAML
//! 1.2's core schema, in which `no` is a word and a date is text.

pub mod edit;

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, StrInput};
use serde_json::{Map, Value};

/// Maximum depth of nesting; content has five levels.
const MAX_DEPTH: usize = 32;
/// Maximum number of values in one file.
const MAX_VALUES: usize = 100_000;

/// A range within a line: line and column from 1, and the number of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextRange {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// Characters, at least 1.
    pub length: u32,
}

/// Why a text is not usable YAML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct YamlError {
    /// Where in the text.
    pub place: TextRange,
    /// The rule that it breaks.
    pub flaw: YamlFlaw,
}

/// A reason to refuse a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YamlFlaw {
    /// A second document begins.
    SeveralDocuments,
    /// An alias refers to another value.
    Alias,
    /// A tag names a type.
    Tag,
    /// The mapping has this key already.
    DuplicateKey(String),
    /// A key is no plain text.
    Key,
    /// Values are nested deeper than this number of levels, the maximum.
    Levels(usize),
    /// Nesting is too deep for the parser; its words.
    Depth(String),
    /// The text has more values than this.
    Values(usize),
    /// A value has a character that no text may hold, written as an escape.
    Unprintable(char),
    /// The parser cannot read on; its words.
    Syntax(Syntax, String),
}

/// The part of YAML's syntax that an editor got wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// A second colon in a line.
    Colon,
    /// A tab where spaces indent.
    Tab,
    /// A quotation mark without its partner.
    Quote,
    /// A bracket without its partner.
    Bracket,
    /// A line that is no `key: value`.
    Line,
    /// Something else.
    Other,
}

/// A character that has a meaning in YAML, inside a text that was meant literally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum YamlDoubt {
    /// A text ends at ` #`, which begins a comment.
    Comment,
    /// A value begins with a name (`&name`) that no alias may use.
    Anchor,
}

/// True for a character that no text may hold: a control character that is no white space, and the
/// code points that Unicode keeps for programs.
pub fn is_unprintable(character: char) -> bool {
    let is_noncharacter =
        matches!(character, '\u{fdd0}'..='\u{fdef}') || u32::from(character) & 0xfffe == 0xfffe;
    is_noncharacter || (character.is_control() && !matches!(character, '\t' | '\n' | '\r'))
}

/// JSON pointer → place of the key and of the value in the text.
#[derive(Debug, Default)]
pub struct Places {
    keys: HashMap<String, TextRange>,
    values: HashMap<String, TextRange>,
}

impl Places {
    /// The name of a field; of list items, which have none, the value.
    pub fn key(&self, pointer: &str) -> Option<TextRange> {
        self.keys
            .get(pointer)
            .or_else(|| self.values.get(pointer))
            .copied()
    }

    /// The value of a field; of the nearest field above where there is none.
    pub fn value(&self, pointer: &str) -> Option<TextRange> {
        let above = |end: Option<usize>| end.map(|end| &pointer[..end]);
        let mut at = Some(pointer);
        while let Some(pointer) = at {
            if let Some(place) = self.values.get(pointer) {
                return Some(*place);
            }
            at = above(pointer.rfind('/'));
        }
        None
    }
}

/// The value of `text`; an empty text is `null`.
pub fn parse(text: &str) -> Result<Value, YamlError> {
    Builder::default().run(text)
}

/// Places of all fields of `text`. Separate from [`parse`], because only the messages need them;
/// the part after an error has no places.
pub fn places(text: &str) -> Places {
    let mut builder = Builder {
        places: Some(Places::default()),
        ..Builder::default()
    };
    // An error ends the reading; the places before it still help.
    let _ = builder.run(text);
    builder.places.unwrap_or_default()
}

/// Ranges in which YAML reads a part of a text as syntax, and the kind of syntax. A comment after a
/// number, a date, `true` or two spaces is intended, so it is left out.
pub fn doubts(text: &str) -> Vec<(TextRange, YamlDoubt)> {
    let mut found = Vec::new();
    if !text.contains(['#', '&']) {
        return found;
    }
    let lines: Vec<&str> = text.lines().collect();
    let mut parser: Parser<'_, StrInput<'_>> = Parser::new_from_str(text);
    while let Some(Ok((event, span))) = parser.next_event() {
        let (Event::Scalar(_, _, anchor, _)
        | Event::SequenceStart(anchor, _)
        | Event::MappingStart(anchor, _)) = event
        else {
            continue;
        };
        if anchor > 0 {
            found.push((place(span), YamlDoubt::Anchor));
        }
        if let Event::Scalar(value, ScalarStyle::Plain, ..) = &event {
            let is_text = plain(value).is_string() && !is_time(value);
            let comment = comment_after(&lines, span).filter(|_| is_text);
            found.extend(comment.map(|place| (place, YamlDoubt::Comment)));
        }
    }
    found
}

/// The comment that ends a text without quotes, unless it is set apart.
fn comment_after(lines: &[&str], span: Span) -> Option<TextRange> {
    let line = lines.get(span.end.line().checked_sub(1)?)?;
    let end = line.char_indices().nth(span.end.col());
    let (before, after) = line.split_at(end.map_or(line.len(), |(at, _)| at));
    let hash = before.len() + after.find('#')?;
    let words = line[..hash].trim_end();
    let gap = line.len() - words.len() - line[hash..].len();
    let is_apart = gap > 1 && line[hash + 1..].starts_with(' ');
    let is_after_words = line[words.len().min(before.len())..hash].trim().is_empty();
    (is_after_words && gap > 0 && !words.is_empty() && !is_apart).then(|| TextRange {
        line: number(span.end.line()),
        column: number(line[..hash].chars().count() + 1),
        length: number(line[hash..].chars().count()),
    })
}

/// True for a date or a time.
fn is_time(text: &str) -> bool {
    let is_part = |it: char| it.is_ascii_digit() || "-:.+TZ ".contains(it);
    text.starts_with(|it: char| it.is_ascii_digit())
        && text.contains('-')
        && text.chars().all(is_part)
}

#[derive(Default)]
struct Builder {
    open: Vec<Open>,
    done: Option<Value>,
    documents: usize,
    values: usize,
    /// JSON pointer of the value being read; only kept with `places`.
    pointer: String,
    places: Option<Places>,
}

/// A list or an object that is still open.
struct Open {
    node: Node,
    /// Length of the pointer to this value.
    pointer: usize,
}

enum Node {
    List(Vec<Value>),
    Object(Map<String, Value>, Option<String>),
}

impl Builder {
    fn run(&mut self, text: &str) -> Result<Value, YamlError> {
        let mut parser: Parser<'_, StrInput<'_>> = Parser::new_from_str(text);
        while let Some(event) = parser.next_event() {
            let (event, span) = event.map_err(|error| syntax(&error))?;
            self.event(event, span)?;
        }
        Ok(self.done.take().unwrap_or(Value::Null))
    }

    fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), YamlError> {
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(refuse(span, YamlFlaw::SeveralDocuments));
                }
                Ok(())
            }
            Event::Alias(_) => Err(refuse(span, YamlFlaw::Alias)),
            Event::Scalar(_, _, _, Some(_))
            | Event::SequenceStart(_, Some(_))
            | Event::MappingStart(_, Some(_)) => Err(refuse(span, YamlFlaw::Tag)),
            Event::Scalar(text, style, _, None) => self.scalar(&text, style, span),
            Event::SequenceStart(_, None) => self.start(Node::List(Vec::new()), span),
            Event::MappingStart(_, None) => self.start(Node::Object(Map::new(), None), span),
            Event::SequenceEnd | Event::MappingEnd => {
                self.end();
                Ok(())
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
        }
    }

    fn scalar(&mut self, text: &str, style: ScalarStyle, span: Span) -> Result<(), YamlError> {
        if let Some(character) = text.chars().find(|it| is_unprintable(*it)) {
            return Err(refuse(span, YamlFlaw::Unprintable(character)));
        }
        if let Some(Open {
            node: Node::Object(map, key @ None),
            pointer,
        }) = self.open.last_mut()
        {
            if map.contains_key(text) {
                return Err(refuse(span, YamlFlaw::DuplicateKey(text.to_owned())));
            }
            *key = Some(text.to_owned());
            if let Some(places) = &mut self.places {
                self.pointer.truncate(*pointer);
                push_pointer(&mut self.pointer, text);
                places.keys.insert(self.pointer.clone(), place(span));
            }
            return Ok(());
        }
        self.begin_value(span)?;
        let value = if style == ScalarStyle::Plain {
            plain(text)
        } else {
            Value::from(text)
        };
        self.put(value);
        Ok(())
    }

    fn start(&mut self, node: Node, span: Span) -> Result<(), YamlError> {
        if let Some(Open {
            node: Node::Object(_, None),
            ..
        }) = self.open.last()
        {
            return Err(refuse(span, YamlFlaw::Key));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(refuse(span, YamlFlaw::Levels(MAX_DEPTH)));
        }
        self.begin_value(span)?;
        self.open.push(Open {
            node,
            pointer: self.pointer.len(),
        });
        Ok(())
    }

    /// Counts a value and notes its place.
    fn begin_value(&mut self, span: Span) -> Result<(), YamlError> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err(refuse(span, YamlFlaw::Values(MAX_VALUES)));
        }
        if let Some(places) = &mut self.places {
            if let Some(Open {
                node: Node::List(items),
                pointer,
            }) = self.open.last()
            {
                self.pointer.truncate(*pointer);
                push_pointer(&mut self.pointer, &items.len().to_string());
            }
            places.values.insert(self.pointer.clone(), place(span));
        }
        Ok(())
    }

    fn end(&mut self) {
        let Some(open) = self.open.pop() else { return };
        self.pointer.truncate(open.pointer);
        self.put(match open.node {
            Node::List(items) => Value::Array(items),
            Node::Object(map, _) => Value::Object(map),
        });
    }

    fn put(&mut self, value: Value) {
        match self.open.last_mut().map(|open| &mut open.node) {
            None => self.done = Some(value),
            Some(Node::List(items)) => items.push(value),
            Some(Node::Object(map, key)) => {
                // The parser gives every value of an object after its key.
                if let Some(key) = key.take() {
                    map.insert(key, value);
                }
            }
        }
    }
}

/// Appends one segment to a JSON pointer.
pub fn push_pointer(pointer: &mut String, segment: &str) {
    pointer.push('/');
    pointer.push_str(&segment.replace('~', "~0").replace('/', "~1"));
}

/// YAML 1.2 core schema.
fn plain(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    let digits = text.trim_start_matches(['-', '+']);
    let numeric = text.len() - digits.len() <= 1
        && digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'-' | b'+'))
        && digits.bytes().any(|byte| byte.is_ascii_digit())
        && !digits.starts_with(['e', 'E', '-', '+']);
    if !numeric {
        return Value::from(text);
    }
    let unsigned = text.strip_prefix('+').unwrap_or(text);
    if let Ok(integer) = unsigned.parse::<i64>() {
        return Value::from(integer);
    }
    match unsigned.parse::<f64>() {
        Ok(number) if number.is_finite() => Value::from(number),
        _ => Value::from(text),
    }
}

fn place(span: Span) -> TextRange {
    let length = if span.start.line() == span.end.line() {
        span.end.index().saturating_sub(span.start.index())
    } else {
        1
    };
    TextRange {
        line: number(span.start.line()),
        column: number(span.start.col() + 1),
        length: number(length.max(1)),
    }
}

fn number(value: usize) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

fn refuse(span: Span, flaw: YamlFlaw) -> YamlError {
    YamlError {
        place: place(span),
        flaw,
    }
}

/// The parser's complaint, as far as an editor can understand it.
fn syntax(error: &ScanError) -> YamlError {
    let info = error.info();
    let has = |words: &str| info.contains(words);
    let syntax = if has("mapping values") {
        Syntax::Colon
    } else if has("\t") || has("tab") {
        Syntax::Tab
    } else if has("quoted scalar") && (has("end of stream") || has("document indicator")) {
        Syntax::Quote
    } else if has("flow sequence") || has("flow mapping") || has("bracket") {
        Syntax::Bracket
    } else if has("simple key") || has("expected key") {
        Syntax::Line
    } else {
        Syntax::Other
    };
    let words = info.to_owned();
    let flaw = match has("recursion") {
        true => YamlFlaw::Depth(words),
        false => YamlFlaw::Syntax(syntax, words),
    };
    refuse(Span::empty(*error.marker()), flaw)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn scalars_follow_the_core_schema() {
        let cases = [
            ("a: 1", json!({"a": 1})),
            ("a: -1.50", json!({"a": -1.5})),
            ("a: 1e3", json!({"a": 1000.0})),
            ("a: no", json!({"a": "no"})),
            ("a: 2026-05-03", json!({"a": "2026-05-03"})),
            ("a: 1.2.3", json!({"a": "1.2.3"})),
            ("a: --", json!({"a": "--"})),
            ("a: .", json!({"a": "."})),
            ("a: '1'", json!({"a": "1"})),
            (
                "a: true\nb:\nc: ~",
                json!({"a": true, "b": null, "c": null}),
            ),
            ("a: |\n  x\n  y\n", json!({"a": "x\ny\n"})),
            ("2016: x", json!({"2016": "x"})),
            ("- {a: [1, 2]}", json!([{"a": [1, 2]}])),
            ("", json!(null)),
        ];
        for (text, expected) in cases {
            assert_eq!(parse(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn signs_that_yaml_reads_as_its_own_are_found() {
        let cases = [
            ("title: 第 #1 名", 1, 10, YamlDoubt::Comment),
            ("a: x\ntitle: C # 语言", 2, 10, YamlDoubt::Comment),
            ("title: a\n  b #1 c", 2, 5, YamlDoubt::Comment),
            ("- 第 #1 名\n- b", 1, 5, YamlDoubt::Comment),
            ("tags: [a #1, b]\n  ]", 1, 10, YamlDoubt::Comment),
            ("a: {b: 第 #1\n  }", 1, 10, YamlDoubt::Comment),
            ("title: &x 名", 1, 8, YamlDoubt::Anchor),
            ("title: &x\n  a: 1", 1, 8, YamlDoubt::Anchor),
        ];
        for (text, line, column, doubt) in cases {
            let found = doubts(text);
            let [(place, what)] = found[..] else {
                panic!("{text}: {found:?}")
            };
            assert_eq!(
                (place.line, place.column, what),
                (line, column, doubt),
                "{text}"
            );
        }
        for text in [
            "# a comment\na: b\n# more",
            "order: 1 # first",
            "draft: true # not yet",
            "date: 2026-05-03 # Sunday",
            "name: x  # set apart",
            "title: \"第 #1 名\"",
            "title: '第 #1 名' # why",
            "title: C#",
            "title: a&b",
            "title: R & D",
            "text: |\n  第 #1 名\n",
            "a: # nothing\n  b: 1",
            "a:\n  # why\n  b: c",
            "",
        ] {
            assert_eq!(doubts(text), [], "{text}");
        }
    }

    #[test]
    fn characters_that_no_text_holds_are_refused_however_they_are_written() {
        for (text, character) in [
            ("a: \"x\\x08\"", '\u{8}'),
            ("a: \"\\uFFFF\"", '\u{ffff}'),
            ("a: [\"\\e\"]", '\u{1b}'),
            ("\"\\a\": 1", '\u{7}'),
            ("a: \"\\U0001FFFE\"", '\u{1fffe}'),
            ("a: \"\\x7f\"", '\u{7f}'),
            ("a: \"\\x9f\"", '\u{9f}'),
            ("a: \"\\0\"", '\0'),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!(error.flaw, YamlFlaw::Unprintable(character), "{text}");
            assert_eq!(error.place.line, 1);
        }
        for text in ["a: \"\\t\\n\\u00e9\\U0001F600\"", "a: \u{200f}\u{a0}x"] {
            assert!(parse(text).is_ok(), "{text}");
        }
        for text in ["a: \"\\ud800\"", "a: \"\\uDFFF x\""] {
            assert!(parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_could_blow_up_or_mislead_is_refused_with_its_place() {
        let deep = "[".repeat(10_000);
        let wide = format!("a: [{}]", "1,".repeat(MAX_VALUES + 1));
        let duplicate = YamlFlaw::DuplicateKey("a".to_owned());
        let cases = [
            ("a: &x 1\nb: *x", YamlFlaw::Alias, 2),
            ("a: !!str 1", YamlFlaw::Tag, 1),
            ("a: 1\na: 2", duplicate, 2),
            ("a: 1\n---\nb: 2", YamlFlaw::SeveralDocuments, 2),
            ("? [a]\n: 1", YamlFlaw::Key, 1),
            (&wide, YamlFlaw::Values(MAX_VALUES), 1),
        ];
        for (text, flaw, line) in cases {
            let error = parse(text).unwrap_err();
            assert_eq!((error.flaw, error.place.line), (flaw, line));
        }
        let syntax = |text: &str| parse(text).unwrap_err();
        for text in ["a: b: c", "a: \"x"] {
            let error = syntax(text);
            assert!(matches!(error.flaw, YamlFlaw::Syntax(..)), "{error:?}");
            assert_eq!(error.place.line, 1);
        }
        let error = syntax(&deep);
        let is_deep = matches!(error.flaw, YamlFlaw::Levels(_) | YamlFlaw::Depth(_));
        assert!(is_deep && error.place.line == 1, "{error:?}");
    }

    #[test]
    fn every_field_has_a_place() {
        let places = places("title: 潮\nfigures:\n  - label: x\n    value: 5\n  - {label: y}\n");
        let at = |place: Option<TextRange>| place.map(|p| (p.line, p.column, p.length));
        assert_eq!(at(places.key("/title")), Some((1, 1, 5)));
        assert_eq!(at(places.value("/title")), Some((1, 8, 1)));
        assert_eq!(at(places.key("/figures/0/value")), Some((4, 5, 5)));
        assert_eq!(at(places.key("/figures/1/label")), Some((5, 6, 5)));
        assert_eq!(
            at(places.value("/figures/1/missing")),
            at(places.value("/figures/1"))
        );
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "(?s).{0,200}") {
            let _ = parse(&text);
            let _ = places(&text);
        }

        #[test]
        fn no_soup_of_indicators_makes_it_panic(text in "[-:?\\[\\]{},&*!|>'\"%@`#~ \n\ta1]{0,120}") {
            let _ = parse(&text);
            let _ = places(&text);
        }
    }
}
