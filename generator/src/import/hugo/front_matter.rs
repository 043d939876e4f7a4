//! PURE: front matter in YAML, TOML and JSON.

use generator_ground::message::Message;
use serde_json::{Map, Number, Value};
use toml_edit::{DocumentMut, Item};

/// Longer front matter is refused, in bytes: a build refuses it at four times the size.
const MAX_BYTES: usize = 64 * 1024;

/// The parts of a page's file.
pub(super) struct Parts<'a> {
    pub(super) fields: Map<String, Value>,
    pub(super) body: &'a str,
    /// The line with which the body begins.
    pub(super) line: usize,
}

/// The parts of `text`; a page may have no front matter.
///
/// # Errors
/// It cannot be read; with its line.
pub(super) fn split(text: &str) -> Result<Parts<'_>, (usize, Message)> {
    let text = text.trim_start_matches('\u{feff}');
    let first = text.lines().next().unwrap_or_default().trim_end();
    match first {
        "---" => split_lines(text, "---", "YAML", parse_yaml),
        "+++" => split_lines(text, "+++", "TOML", parse_toml),
        _ if first.starts_with('{') && !first.starts_with("{{") => split_json(text),
        _ => Ok(Parts {
            fields: Map::new(),
            body: text,
            line: 1,
        }),
    }
}

/// The value of a front matter, or the line of its flaw.
type Parse = fn(&str) -> Result<Value, usize>;

fn split_lines<'a>(
    text: &'a str,
    mark: &str,
    kind: &str,
    parse: Parse,
) -> Result<Parts<'a>, (usize, Message)> {
    let start = text.find('\n').map_or(text.len(), |at| at + 1);
    let (mut end, mut count) = (start, 1);
    for line in text[start..].split_inclusive('\n') {
        count += 1;
        if line.trim_end() == mark {
            check_size(end - start)?;
            let value = parse(&text[start..end]).map_err(|line| (line + 1, broken(kind)))?;
            return Ok(Parts {
                fields: object(value).ok_or_else(|| (2, broken(kind)))?,
                body: &text[end + line.len()..],
                line: count + 1,
            });
        }
        end += line.len();
    }
    Err((1, broken(kind)))
}

fn split_json(text: &str) -> Result<Parts<'_>, (usize, Message)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = match values.next() {
        Some(Ok(value)) => value,
        Some(Err(error)) => return Err((error.line().max(1), broken("JSON"))),
        None => return Err((1, broken("JSON"))),
    };
    let end = values.byte_offset();
    check_size(end)?;
    let rest = &text[end..];
    let body = rest
        .strip_prefix("\r\n")
        .or(rest.strip_prefix('\n'))
        .unwrap_or(rest);
    Ok(Parts {
        fields: object(value).ok_or_else(|| (1, broken("JSON")))?,
        line: 1 + text[..text.len() - body.len()].matches('\n').count(),
        body,
    })
}

fn check_size(bytes: usize) -> Result<(), (usize, Message)> {
    match bytes > MAX_BYTES {
        true => Err((1, Message::new("import/front-matter-size"))),
        false => Ok(()),
    }
}

fn broken(kind: &str) -> Message {
    Message::new("import/front-matter").with("kind", kind)
}

/// The fields; an empty front matter has none.
fn object(value: Value) -> Option<Map<String, Value>> {
    match value {
        Value::Object(fields) => Some(fields),
        Value::Null => Some(Map::new()),
        _ => None,
    }
}

fn parse_yaml(text: &str) -> Result<Value, usize> {
    yaml_reader::parse(text).map_err(|error| error.place.line as usize)
}

fn parse_toml(text: &str) -> Result<Value, usize> {
    let document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
        let at = error.span().map_or(0, |span| span.start).min(text.len());
        1 + text.as_bytes()[..at]
            .iter()
            .filter(|byte| **byte == b'\n')
            .count()
    })?;
    Ok(item(document.as_item()))
}

/// A value of TOML as JSON; the parser limits its depth.
fn item(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(found) => value(found),
        Item::Table(table) => {
            let fields = table
                .iter()
                .map(|(name, found)| (name.to_owned(), self::item(found)));
            Value::Object(fields.collect())
        }
        Item::ArrayOfTables(tables) => {
            let tables = tables
                .iter()
                .map(|table| self::item(&Item::Table(table.clone())));
            Value::Array(tables.collect())
        }
    }
}

fn value(found: &toml_edit::Value) -> Value {
    use toml_edit::Value as Toml;
    match found {
        Toml::String(text) => text.value().as_str().into(),
        Toml::Integer(number) => (*number.value()).into(),
        Toml::Float(number) => Number::from_f64(*number.value()).map_or(Value::Null, Value::Number),
        Toml::Boolean(flag) => (*flag.value()).into(),
        Toml::Datetime(time) => time.value().to_string().into(),
        Toml::Array(items) => items.iter().map(value).collect(),
        Toml::InlineTable(table) => {
            let fields = table
                .iter()
                .map(|(name, found)| (name.to_owned(), value(found)));
            Value::Object(fields.collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn three_formats_have_one_value() {
        for (text, line) in [
            ("---\ntitle: A\ndate: 2024-05-01\ntags: [x]\n---\nBody", 6),
            (
                "+++\r\ntitle = 'A'\r\ndate = 2024-05-01\r\ntags = ['x']\r\n+++\r\nBody",
                6,
            ),
            (
                "{\"title\": \"A\",\n\"date\": \"2024-05-01\", \"tags\": [\"x\"]}\nBody",
                3,
            ),
        ] {
            let parts = split(text).unwrap_or_else(|_| panic!("{text}"));
            let expected = json!({"title": "A", "date": "2024-05-01", "tags": ["x"]});
            assert_eq!(Value::Object(parts.fields), expected, "{text}");
            assert_eq!((parts.body, parts.line), ("Body", line), "{text}");
        }
        let plain = split("Body {").unwrap_or_else(|_| panic!());
        assert_eq!(
            (plain.fields.len(), plain.body, plain.line),
            (0, "Body {", 1)
        );
    }

    #[test]
    fn broken_front_matter_has_its_line() {
        let deep = "[".repeat(10_000);
        for (text, line) in [
            ("---\ntitle: A\n".to_owned(), 1),
            ("---\ntitle: A\ntags: [\n---\n".to_owned(), 4),
            ("---\na: &a [x]\nb: *a\n---\n".to_owned(), 3),
            ("---\n- a\n---\n".to_owned(), 2),
            ("+++\na = 1\nb =\n+++\n".to_owned(), 3),
            (format!("+++\na = {deep}\n+++\n"), 2),
            (format!("---\na: {deep}\n---\n"), 2),
            (format!("{{\"a\": {deep}"), 1),
            ("{\n\"a\": x}".to_owned(), 2),
            (format!("---\ntitle: {}\n---\n", "a".repeat(MAX_BYTES)), 1),
        ] {
            let found = split(&text).map(|_| ()).map_err(|(line, _)| line);
            assert_eq!(found, Err(line), "{}", &text[..text.len().min(40)]);
        }
    }
}
