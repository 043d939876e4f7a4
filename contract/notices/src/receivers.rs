//! The file of receivers: YAML, or JSON, which is a subset of YAML. It holds secrets, so no error
//! repeats a value of it.

use std::fmt;

use sentences::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use yaml_reader as yaml;

/// Receivers of a file at most.
pub const MOST: usize = 16;

/// Formats of notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeFormat {
    /// Portico's own JSON.
    Json,
    /// A bot in a group of Feishu.
    Feishu,
    /// A bot in a group of WeCom.
    WeCom,
}

impl NoticeFormat {
    /// All formats, with their names in a file of receivers.
    pub const ALL: [(Self, &'static str); 3] = [
        (Self::Json, "json"),
        (Self::Feishu, "feishu"),
        (Self::WeCom, "wecom"),
    ];

    /// The names of all formats, for people: `json, feishu, wecom`.
    pub fn names() -> String {
        Self::ALL.map(|(_, name)| name).join(", ")
    }

    fn parse(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find_map(|(format, known)| (known == name).then_some(format))
    }
}

/// Kinds of events, one of which a notice is about. A file of receivers has their names.
pub trait Kind: DeserializeOwned + Serialize + 'static {
    /// All kinds.
    const ALL: &'static [Self];
}

/// The names of all kinds, for people: `published, failed`.
fn kind_names<K: Kind>() -> String {
    let names = K::ALL.iter().filter_map(|it| serde_json::to_value(it).ok());
    let names: Vec<String> = names
        .filter_map(|it| Some(it.as_str()?.to_owned()))
        .collect();
    names.join(", ")
}

/// A receiver of notices of some kinds.
#[derive(Clone, PartialEq, Eq)]
pub struct Receiver<K> {
    /// Address of the receiver, a secret.
    pub url: String,
    /// Format of its notices.
    pub format: NoticeFormat,
    /// The kinds of events that are sent to it.
    pub on: Vec<K>,
    /// Signs its notices.
    pub secret: Option<String>,
}

/// Shows neither the address nor the secret.
impl<K: fmt::Debug> fmt::Debug for Receiver<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} on {:?}", self.format, self.on)
    }
}

/// Why a text is no list of receivers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReceiversFlaw {
    /// A line is not valid YAML.
    Yaml(u32),
    /// Something else than a list.
    NoList,
    /// The list is empty or too long.
    Count,
    /// A field of a receiver, counted from 1.
    Field {
        /// The receiver.
        number: usize,
        /// The field.
        field: &'static str,
        /// Names of the kinds that there are.
        kinds: String,
    },
}

impl ReceiversFlaw {
    /// The flaw in words.
    pub fn message(&self) -> Message {
        match self {
            Self::Yaml(line) => Message::new("notify-flaw/yaml").with("line", *line),
            Self::NoList => Message::new("notify-flaw/list"),
            Self::Count => Message::new("notify-flaw/count").with("most", MOST),
            Self::Field {
                number,
                field,
                kinds,
            } => {
                let wrong = Message::new("notify-flaw/field").with("number", *number);
                let wrong = wrong.with("field", *field).with("kinds", kinds);
                wrong.with("formats", NoticeFormat::names())
            }
        }
    }
}

/// The receivers that a text names. `K` is read from the names in `on`.
pub fn parse<K: Kind>(text: &str) -> Result<Vec<Receiver<K>>, ReceiversFlaw> {
    let value = yaml::parse(text).map_err(|error| ReceiversFlaw::Yaml(error.place.line))?;
    let Value::Array(items) = value else {
        return Err(ReceiversFlaw::NoList);
    };
    if items.is_empty() || items.len() > MOST {
        return Err(ReceiversFlaw::Count);
    }
    let receivers = items.iter().enumerate().map(|(index, item)| {
        let number = index + 1;
        receiver(item).map_err(|field| ReceiversFlaw::Field {
            number,
            field,
            kinds: kind_names::<K>(),
        })
    });
    receivers.collect()
}

/// A receiver, or the name of the field that is wrong.
fn receiver<K: Kind>(item: &Value) -> Result<Receiver<K>, &'static str> {
    const FIELDS: [&str; 4] = ["url", "format", "on", "secret"];
    let fields = item.as_object().ok_or("url")?;
    if !fields.keys().all(|name| FIELDS.contains(&name.as_str())) {
        return Err("url, format, on, secret");
    }
    let url = fields.get("url").and_then(Value::as_str).ok_or("url")?;
    let is_address = url.starts_with("https://") || url.starts_with("http://");
    let is_plain = url.bytes().all(|byte| byte.is_ascii_graphic());
    if !is_address || !is_plain {
        return Err("url");
    }
    let format = fields.get("format").and_then(Value::as_str);
    let format = format.and_then(NoticeFormat::parse).ok_or("format")?;
    let secret = match fields.get("secret") {
        None => None,
        // WeCom's bots take no signature: a secret there is a mistake.
        Some(Value::String(secret)) if !secret.is_empty() && format != NoticeFormat::WeCom => {
            Some(secret.clone())
        }
        Some(_) => return Err("secret"),
    };
    Ok(Receiver {
        url: url.to_owned(),
        format,
        on: kinds(fields.get("on"))?,
        secret,
    })
}

fn kinds<K: Kind>(names: Option<&Value>) -> Result<Vec<K>, &'static str> {
    let kind = |name: &Value| K::deserialize(name).map_err(|_| "on");
    match names {
        Some(Value::Array(names)) if !names.is_empty() => names.iter().map(kind).collect(),
        _ => Err("on"),
    }
}

#[cfg(test)]
mod tests {
    use sentences::Language;

    use super::*;

    const GOOD: &str = "- url: https://hooks.example/s3cret\n  format: feishu\n  on: [published, failed]\n  secret: word\n";

    #[derive(Debug, serde::Deserialize, serde::Serialize)]
    #[serde(rename_all = "camelCase")]
    enum Change {
        Published,
        Failed,
    }

    impl Kind for Change {
        const ALL: &[Self] = &[Self::Published, Self::Failed];
    }

    /// The flaw of a file, in words.
    fn flaw(text: &str) -> String {
        let flaw = parse::<Change>(text).unwrap_err();
        flaw.message().text(Language::English)
    }

    #[test]
    fn errors_and_the_reference_name_every_format_and_kind() {
        let words = flaw(&GOOD.replace("feishu", "slack"));
        assert!(words.contains("published, failed"), "{words}");
        let reference = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/");
        let pages = ["publishing.md", "messages.md"];
        let pages =
            pages.map(|page| std::fs::read_to_string(format!("{reference}{page}")).unwrap());
        for (_, name) in NoticeFormat::ALL {
            assert!(words.contains(name), "{words}");
            assert!(pages.iter().all(|page| page.contains(name)), "{name}");
        }
    }

    #[test]
    fn a_file_names_receivers_and_is_never_repeated() {
        let receivers: Vec<Receiver<Change>> = parse(GOOD).unwrap();
        assert!(matches!(
            receivers[0].on[..],
            [Change::Published, Change::Failed]
        ));
        let shown = format!("{receivers:?}");
        assert!(
            !shown.contains("s3cret") && !shown.contains("word"),
            "{shown}"
        );
        for (text, expected) in [
            (GOOD.replace("feishu", "slack"), "`format`"),
            (GOOD.replace("https", "ftp"), "`url`"),
            (GOOD.replace("failed", "fialed"), "`on`"),
            (GOOD.replace("feishu", "wecom"), "`secret`"),
            (
                GOOD.replace("secret:", "sceret:"),
                "`url, format, on, secret`",
            ),
            ("- https://hooks.example/s3cret".to_owned(), "`url`"),
            ("[]".to_owned(), "1 to 16"),
            ("url: https://hooks.example/s3cret".to_owned(), "list"),
            ("- url: \"https://hooks.example/s3cret".to_owned(), "line"),
        ] {
            let words = flaw(&text);
            assert!(words.contains(expected), "{words}");
            assert!(!words.contains("s3cret"), "{words}");
        }
    }
}
