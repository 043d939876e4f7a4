//! PURE: keys and passwords in content, which everyone may read once it is published.
//!
//! Known by the forms that their issuers give them: a prefix, and letters of one alphabet behind
//! it. A word that only has the prefix (`task-`, `sk-learn`) is none. A secret without such a form
//! is known by the name of its field ([`named`]).

pub(crate) mod named;

use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem::Finder;
use yaml_reader::TextRange;

use super::flaws::place;
use super::text_file;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::{Argument, Message};

/// The form of one kind of secret.
struct Form {
    prefix: &'static str,
    /// The service that the secret opens, as messages name it.
    opens: &'static str,
    /// The least number of letters behind the prefix.
    least: usize,
}

const fn form(prefix: &'static str, opens: &'static str, least: usize) -> Form {
    Form {
        prefix,
        opens,
        least,
    }
}

const FORMS: [Form; 14] = [
    form("AKIA", "Amazon Web Services", 16),
    form("AKID", "Tencent Cloud", 28),
    form("LTAI", "Alibaba Cloud", 12),
    form("AIza", "Google", 35),
    form("ghp_", "GitHub", 36),
    form("ghs_", "GitHub", 36),
    form("github_pat_", "GitHub", 36),
    form("glpat-", "GitLab", 20),
    form("sk-", "OpenAI", 32),
    form("sk_live_", "Stripe", 20),
    form("xoxb-", "Slack", 24),
    form("npm_", "npm", 36),
    form("eyJ", "JSON Web Token", 40),
    form("Bearer ", "HTTP (Bearer)", 24),
];

static PREFIXES: LazyLock<[Finder<'static>; FORMS.len()]> =
    LazyLock::new(|| std::array::from_fn(|at| Finder::new(FORMS[at].prefix)));
static PRIVATE_KEY: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("PRIVATE KEY-----"));
static SCHEME: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new("://"));

/// A secret that was found.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Secret {
    at: usize,
    kind: Kind,
    /// Place of the letters that are kept out of the report.
    letters: (usize, usize),
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A key of this service.
    Service(&'static str),
    PrivateKey,
    Address,
    /// The value of the field at this JSON pointer.
    Field(String),
}

/// Secrets in `text`, an error for each line that has one. Of the YAML in `range`, `pointers` are
/// those of fields that [`named`] found. The report shows asterisks in its place: a log would keep
/// it.
pub(crate) fn check(
    file: &str,
    text: &str,
    (range, pointers): (Range<usize>, Vec<String>),
) -> Vec<Diagnostic> {
    let mut found: Vec<Secret> = Vec::new();
    for (form, prefix) in FORMS.iter().zip(&*PREFIXES) {
        let places = prefix.find_iter(text.as_bytes());
        found.extend(places.filter_map(|at| with_prefix(text, at, form)));
    }
    let keys = PRIVATE_KEY.find_iter(text.as_bytes());
    found.extend(keys.map(|at| Secret {
        at,
        kind: Kind::PrivateKey,
        letters: (at, at),
    }));
    let schemes = SCHEME.find_iter(text.as_bytes());
    found.extend(schemes.filter_map(|at| in_address(text, at + 3)));
    let named = text_file::values(text, range, pointers);
    found.extend(named.map(|(pointer, place)| in_field(text, pointer, place)));
    if found.is_empty() {
        return Vec::new();
    }
    found.sort_unstable();
    let shown = without_letters(text, &found);
    let mut told: Vec<Diagnostic> = Vec::new();
    for secret in found {
        let place = place(text, secret.at);
        if told.last().is_none_or(|last| last.line != Some(place.line)) {
            let message = match secret.kind {
                Kind::Service(service) => Message::new("secret").with("service", service),
                Kind::PrivateKey => Message::new("secret/private-key"),
                Kind::Address => Message::new("secret/address"),
                Kind::Field(pointer) => {
                    Message::new("secret/field").with("field", Argument::field(&pointer))
                }
            };
            told.push(Diagnostic::new(file, message).at(&shown, place));
        }
    }
    told
}

/// The value of a field, at its place: the line is kept out of the report up to its end.
fn in_field(text: &str, pointer: String, place: TextRange) -> Secret {
    let lines = text.split_inclusive('\n');
    let before: usize = lines.take(place.line as usize - 1).map(str::len).sum();
    let line = text[before..].lines().next().unwrap_or_default();
    let column = place.column as usize - 1;
    let column = line
        .char_indices()
        .nth(column)
        .map_or(line.len(), |it| it.0);
    Secret {
        at: before + column,
        kind: Kind::Field(pointer),
        letters: (before + column, before + line.len()),
    }
}

/// The text with asterisks for the letters of secrets.
fn without_letters(text: &str, secrets: &[Secret]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for Secret {
        letters: (start, end),
        ..
    } in secrets
    {
        bytes[*start..*end].fill(b'*');
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn with_prefix(text: &str, at: usize, form: &Form) -> Option<Secret> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    let before = text.as_bytes()[..at].last();
    if before.is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let start = at + form.prefix.len();
    let behind = &text.as_bytes()[start..];
    let length = behind.iter().take_while(|byte| is_letter(byte)).count();
    let letters = &behind[..length];
    let has = |is: fn(&u8) -> bool| letters.iter().any(is);
    // Words in small letters, joined by `-`, have no digits.
    let is_random = has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic);
    let is_secret = length >= form.least && is_random && !letters.ends_with(b"EXAMPLE");
    is_secret.then_some(Secret {
        at,
        kind: Kind::Service(form.opens),
        letters: (start, start + length),
    })
}

/// The password in the address whose host is expected at `start`: `user:password@host`.
fn in_address(text: &str, start: usize) -> Option<Secret> {
    let rest = &text[start..];
    let end = rest.find(|sign: char| sign.is_whitespace() || "/?#\"'`<>)".contains(sign));
    let authority = &rest[..end.unwrap_or(rest.len())];
    let (person, host) = authority.rsplit_once('@')?;
    let (user, password) = person.split_once(':')?;
    // `user:password@host` itself, and `user:…@host`, explain the form.
    let is_word = password.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_secret = !host.is_empty() && password.is_ascii() && password.len() >= 6 && !is_word;
    let at = start + user.len() + 1;
    is_secret.then_some(Secret {
        at,
        kind: Kind::Address,
        letters: (at, at + password.len()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<u32> {
        let found = check("content/site.yaml", text, (0..0, Vec::new())).into_iter();
        found.map(|problem| problem.line.unwrap()).collect()
    }

    #[test]
    fn secrets_are_known_by_their_forms() {
        for secret in [
            "AKIA1234567890ABCDEF",
            "LTAI5tAbCdEfGhIjKlMn",
            "AIzaSyA1234567890abcdefghijklmnopqrstuv",
            "ghp_1234567890abcdefghijABCDEFGHIJ123456",
            "sk-proj-1234567890abcdefghijABCDEFGHIJ1234",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcDEF123",
            "Authorization: Bearer 7f3a9b1c2d4e5f60718293a4b5c6d7e8",
            "-----BEGIN RSA PRIVATE KEY-----",
            "postgres://portico:Tide2026!@db.example/site",
        ] {
            assert_eq!(
                lines(&format!("a: b\nkey: \"{secret}\"\n")),
                [2],
                "{secret}"
            );
        }
    }

    #[test]
    fn words_and_examples_are_none() {
        for text in [
            "task-1234567890abcdefghijABCDEFGHIJ1234",
            "sk-learn, risk-weighted-assets-of-the-year",
            "AKIAIOSFODNN7EXAMPLE",
            "AKIA",
            "https://www.example.com/@user:name",
            "https://user@example.com",
            "https://user:password@example.com",
            "会议时间 10:30 @ 上海 https://a.example",
            "eyJ",
            "Bearer bonds of 2026, bearer-instruments-and-registered-shares",
        ] {
            assert_eq!(lines(text), Vec::<u32>::new(), "{text}");
        }
    }

    #[test]
    fn a_report_does_not_repeat_the_secret() {
        for (before, secret) in [("LTAI", "5tAbCdEfGhIjKlMn"), ("pg://portico:", "Tide2026!")] {
            let text = format!("键: {before}{secret}@db\n");
            let found = check("content/site.yaml", &text, (0..0, Vec::new()));
            let written = serde_json::to_string(&found).unwrap();
            assert!(written.contains(&format!("{before}**")), "{written}");
            assert!(!written.contains(secret), "{written}");
        }
    }

    // R10.06
    #[test]
    fn the_value_of_a_named_field_is_reported_at_its_place_and_not_repeated() {
        for (text, line) in [
            (
                "a: 1\npublic:\n  db: { user: x, password: Tide-2026 } # 潮\n",
                3,
            ),
            ("a: 1\nsmtpPassword: \"Tide-2026\"\n", 2),
            ("a: 1\napi_key: |\n  Tide-2026\n", 3),
            ("tokens:\n  - { token: Tide-2026 }\n", 2),
        ] {
            let fields = yaml_reader::parse(text).unwrap();
            let found = check(
                "content/site.yaml",
                text,
                (0..text.len(), named::find(&fields)),
            );
            let lines: Vec<_> = found.iter().map(|it| (it.code(), it.line)).collect();
            assert_eq!(lines, [("secret", Some(line))], "{text}");
            let written = serde_json::to_string(&found).unwrap();
            assert!(!written.contains("Tide-2026"), "{written}");
        }
    }
}
