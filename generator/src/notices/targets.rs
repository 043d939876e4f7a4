//! The file of receivers: YAML, or JSON, which is YAML, too. It holds secrets, so nobody but its
//! owner may read it, and no error repeats a value of it.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use serde_json::{Map, Value};

use super::NoticeKind;
use crate::diagnostic::failure::{Exit, Failure};
use crate::message::Message;
use crate::text::yaml;

/// A file of receivers is no longer, in bytes.
const LONGEST: u64 = 64 * 1024;

/// There are no more receivers.
const MOST: usize = 16;

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

/// A receiver.
#[derive(Clone)]
pub struct Target {
    pub(super) url: String,
    pub(super) format: NoticeFormat,
    on: Vec<NoticeKind>,
    pub(super) secret: Option<String>,
}

/// Without address and secret.
impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} on {:?}", self.format, self.on)
    }
}

impl Target {
    pub(super) fn wants(&self, kind: NoticeKind) -> bool {
        self.on.contains(&kind)
    }
}

/// The receivers of a file.
pub fn read(path: &Path) -> Result<Vec<Target>, Failure> {
    let place = path.display().to_string();
    let usage = |error: anyhow::Error| Failure::new(Exit::Usage, error);
    let unread = |error: std::io::Error| {
        let unread = Message::new("notify-file").with("file", &place);
        usage(unread.because(error))
    };
    let file = File::open(path).map_err(unread)?;
    if file.metadata().map_err(unread)?.mode() & 0o077 != 0 {
        let open = Message::new("notify-file/open").with("file", &place);
        return Err(usage(open.into()));
    }
    let mut text = String::new();
    file.take(LONGEST)
        .read_to_string(&mut text)
        .map_err(unread)?;
    parse(&text).map_err(|flaw| {
        let wrong = Message::new("notify-file/flaw").with("file", &place);
        usage(wrong.with("flaw", flaw).into())
    })
}

fn parse(text: &str) -> Result<Vec<Target>, Message> {
    let value = yaml::parse(text).map_err(|error| {
        let line = error.place.line.to_string();
        Message::new("notify-flaw/yaml").with("line", line)
    })?;
    let Value::Array(items) = value else {
        return Err(Message::new("notify-flaw/list"));
    };
    if items.is_empty() || items.len() > MOST {
        return Err(Message::new("notify-flaw/count").with("most", MOST));
    }
    let targets = items.iter().enumerate();
    let targets = targets.map(|(index, item)| {
        target(item).map_err(|field| {
            let wrong = Message::new("notify-flaw/field").with("number", index + 1);
            wrong.with("field", field)
        })
    });
    targets.collect()
}

/// A receiver, or the name of the field that is wrong.
fn target(item: &Value) -> Result<Target, &'static str> {
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
    let format = match fields.get("format").and_then(Value::as_str) {
        Some("json") => NoticeFormat::Json,
        Some("feishu") => NoticeFormat::Feishu,
        Some("wecom") => NoticeFormat::WeCom,
        _ => return Err("format"),
    };
    let secret = match fields.get("secret") {
        None => None,
        // WeCom's bots take no signature: a secret there is a mistake.
        Some(Value::String(secret)) if !secret.is_empty() && format != NoticeFormat::WeCom => {
            Some(secret.clone())
        }
        Some(_) => return Err("secret"),
    };
    Ok(Target {
        url: url.to_owned(),
        format,
        on: kinds(fields)?,
        secret,
    })
}

fn kinds(fields: &Map<String, Value>) -> Result<Vec<NoticeKind>, &'static str> {
    let kind = |name: &Value| match name.as_str() {
        Some("published") => Ok(NoticeKind::Published),
        Some("rolledBack") => Ok(NoticeKind::RolledBack),
        Some("held") => Ok(NoticeKind::Held),
        Some("failed") => Ok(NoticeKind::Failed),
        _ => Err("on"),
    };
    match fields.get("on") {
        Some(Value::Array(names)) if !names.is_empty() => names.iter().map(kind).collect(),
        _ => Err("on"),
    }
}

#[cfg(test)]
pub(super) fn some(text: &str) -> Vec<Target> {
    parse(text).unwrap()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Language;
    use std::os::unix::fs::PermissionsExt;

    const GOOD: &str = "- url: https://hooks.example/s3cret\n  format: feishu\n  on: [published, failed]\n  secret: word\n";

    #[test]
    fn a_file_names_receivers_and_is_never_repeated() {
        let targets = some(GOOD);
        assert!(targets[0].wants(NoticeKind::Failed) && !targets[0].wants(NoticeKind::Held));
        let shown = format!("{targets:?}");
        assert!(
            !shown.contains("s3cret") && !shown.contains("word"),
            "{shown}"
        );
        for (text, flaw) in [
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
            let words = parse(&text).unwrap_err().text(Language::English);
            assert!(words.contains(flaw), "{words}");
            assert!(!words.contains("s3cret"), "{words}");
        }
    }

    #[test]
    fn a_file_that_others_can_read_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify.yaml");
        std::fs::write(&path, GOOD).unwrap();
        for (mode, is_fine) in [(0o600, true), (0o640, false), (0o604, false)] {
            std::fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            assert_eq!(read(&path).is_ok(), is_fine, "{mode:o}");
        }
    }
}
