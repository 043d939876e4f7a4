//! The rows in `docs/reference/profile-china.md` and its Chinese version.

use std::fmt::Write as _;
use std::path::Path;

use generator_ground::message::Language;

use crate::profile::china::rows;
use crate::profile::facts::Facts;

/// The lines around the table.
const START: &str = "<!-- rows -->\n";
const END: &str = "\n<!-- end of the rows -->";

fn table(language: Language) -> String {
    let head = match language {
        Language::English => "| row | requirement | place | remedy |",
        Language::Chinese => "| 项目 | 要求 | 位置 | 办法 |",
    };
    let facts = Facts {
        url: "https://www.example.com".to_owned(),
        ..Facts::default()
    };
    let mut table = format!("{head}\n|---|---|---|---|");
    for row in rows(&facts) {
        let field = row.field.as_deref().unwrap_or_default();
        let place = match field {
            "" => format!("`{}`", row.file),
            field => format!("`{}`, `{field}`", row.file),
        };
        let (text, remedy) = (row.message.text(language), row.message.remedy(language));
        let id = row.id();
        write!(table, "\n| `{id}` | {text} | {place} | {remedy} |").unwrap();
    }
    table
}

#[test]
fn the_reference_of_the_rows_is_current() {
    let documents = [
        ("docs/reference/profile-china.md", Language::English),
        ("docs/reference/profile-china.zh-CN.md", Language::Chinese),
    ];
    for (name, language) in documents {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
        let text = std::fs::read_to_string(&path).unwrap();
        let (before, rest) = text.split_once(START).expect(name);
        let (_, after) = rest.split_once(END).expect(name);
        let expected = format!("{before}{START}{}{END}{after}", table(language));
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, &expected).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(
            text == expected,
            "{name} differs; if the change is meant: UPDATE_GOLDEN=1 cargo test -p generator --lib profile"
        );
    }
}
