//! The list of suppliers, as an operator keeps it: imported from a file, whole or not at all.

mod csv;
mod fields;
mod yaml;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sentences::Message;

use crate::store::{self, UpsertOutcome};
use crate::supplier::Supplier;
use fields::Row;
use origin_ground::operator::{Operator, acts_table};

pub use fields::Fault;

/// Bytes of a file: a hundred times a long list.
const FILE_MAX: u64 = 16 * 1024 * 1024;

/// Suppliers of a file.
const SUPPLIERS_MAX: usize = 20_000;

/// Faults that are reported: more than one can mend at a time.
const FAULTS_TOLD: usize = 100;

/// A supplier as `origin supplier list` prints it.
#[derive(Clone, Debug, serde::Serialize)]
#[serde(transparent)]
pub struct SupplierRecord(Supplier);

/// How a file is imported.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportOptions {
    /// Suppliers that the file lacks are removed.
    pub prune: bool,
    /// Everything is done and undone again.
    pub dry_run: bool,
}

/// The changes that an import made, by ids.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Suppliers that are new.
    pub added: Vec<String>,
    /// Suppliers with changed data in the file.
    pub changed: Vec<String>,
    /// Suppliers that the file lacked, and that are gone.
    pub removed: Vec<String>,
    /// How many suppliers stay as they were.
    pub unchanged: usize,
}

/// Why the import failed.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum SuppliersError {
    /// The file cannot be read.
    File(PathBuf, #[source] io::Error),
    /// The file is too large.
    Size(PathBuf),
    /// The file's kind is not known by its name.
    Kind(PathBuf),
    /// The file has faults; each with its line and its remedy.
    Faults(PathBuf, Vec<Fault>),
    /// The database failed.
    Storage(#[from] sqlx::Error),
}

impl SuppliersError {
    /// In words; several lines, where the file has faults.
    pub fn message(&self) -> Message {
        let about =
            |message: Message, file: &Path| message.with("file", file.display().to_string());
        match self {
            Self::File(file, _) => about(Message::new("unreadable-file"), file),
            Self::Size(file) => {
                let mebibytes = FILE_MAX / 1024 / 1024;
                about(Message::new("suppliers-size"), file).with("most", mebibytes)
            }
            Self::Kind(file) => about(Message::new("suppliers-kind"), file),
            Self::Faults(file, faults) => faults_message(file, faults),
            Self::Storage(_) => Message::new("database-failed/unchanged"),
        }
    }
}

impl SupplierRecord {
    /// Id, status, and name in all languages, for people.
    pub fn line(&self) -> [String; 3] {
        let names: Vec<_> = self.0.name.values().map(String::as_str).collect();
        [
            self.0.id.clone(),
            self.0.status.as_str().to_owned(),
            names.join(" · "),
        ]
    }
}

/// Imports a file: each of its suppliers takes the place of the one with its id.
pub async fn import(
    operator: &Operator,
    file: &Path,
    options: ImportOptions,
) -> Result<Imported, SuppliersError> {
    let suppliers = read(file)?;
    let mut imported = Imported::default();
    let mut transaction = operator.db.writers().begin().await?;
    for supplier in &suppliers {
        let id = || supplier.id.clone();
        match store::upsert(&mut transaction, supplier).await? {
            UpsertOutcome::Added => imported.added.push(id()),
            UpsertOutcome::Changed => imported.changed.push(id()),
            UpsertOutcome::Unchanged => imported.unchanged += 1,
        }
    }
    if options.prune {
        let kept: BTreeSet<_> = suppliers.iter().map(|one| one.id.as_str()).collect();
        let all = store::ids(&mut transaction).await?;
        for id in all.into_iter().filter(|id| !kept.contains(id.as_str())) {
            store::remove(&mut transaction, &id).await?;
            imported.removed.push(id);
        }
    }
    match options.dry_run {
        true => transaction.rollback().await?,
        false => {
            let Imported {
                added,
                changed,
                removed,
                ..
            } = &imported;
            let count = added.len() + changed.len() + removed.len();
            let act = operator.act("supplier import", "", count as u64);
            acts_table::record(&mut *transaction, act, operator.clock.now()).await?;
            transaction.commit().await?;
        }
    }
    Ok(imported)
}

/// All suppliers, by id.
pub async fn list(operator: &Operator) -> Result<Vec<SupplierRecord>, SuppliersError> {
    let all = store::all(operator.db.readers()).await?;
    Ok(all.into_iter().map(SupplierRecord).collect())
}

/// The suppliers of a file, or all that is wrong with it.
fn read(path: &Path) -> Result<Vec<Supplier>, SuppliersError> {
    let kind = path.extension().and_then(|end| end.to_str());
    let parse = match kind.map(str::to_ascii_lowercase).as_deref() {
        Some("csv") => csv::rows,
        Some("yaml" | "yml") => yaml::rows,
        _ => return Err(SuppliersError::Kind(path.to_owned())),
    };
    let bytes = bytes(path)?;
    let faults = |faults| SuppliersError::Faults(path.to_owned(), faults);
    let text = text(&bytes).map_err(|fault| faults(vec![fault]))?;
    let (rows, wrong) = parse(text).map_err(faults)?;
    suppliers_of(&rows, wrong).map_err(faults)
}

fn bytes(path: &Path) -> Result<Vec<u8>, SuppliersError> {
    let failed = |error| SuppliersError::File(path.to_owned(), error);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(failed)?;
    let read = file.take(FILE_MAX + 1).read_to_end(&mut bytes);
    match read.map_err(failed)? as u64 > FILE_MAX {
        true => Err(SuppliersError::Size(path.to_owned())),
        false => Ok(bytes),
    }
}

/// The text without the mark that Excel begins it with.
fn text(bytes: &[u8]) -> Result<&str, Fault> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let before = &bytes[..error.valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        Fault::new(line, Message::new("suppliers-utf-8"))
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// The suppliers of rows, unless something is wrong with them or was before.
fn suppliers_of(rows: &[Row], mut faults: Vec<Fault>) -> Result<Vec<Supplier>, Vec<Fault>> {
    if rows.is_empty() && faults.is_empty() {
        faults.push(Fault::new(1, Message::new("suppliers-none")));
    }
    if let Some(row) = rows.get(SUPPLIERS_MAX) {
        let why = Message::new("suppliers-many").with("most", SUPPLIERS_MAX);
        return Err(vec![Fault::new(row.line, why)]);
    }
    let mut lines: BTreeMap<String, usize> = BTreeMap::new();
    let mut suppliers = Vec::with_capacity(rows.len());
    for row in rows {
        let supplier = row.supplier(&mut faults);
        if supplier.id.is_empty() {
            continue;
        }
        match lines.get(&supplier.id) {
            Some(line) => faults.push(Fault::new(
                row.line,
                Message::new("suppliers-id-twice")
                    .with("id", &supplier.id)
                    .with("line", *line),
            )),
            None => {
                lines.insert(supplier.id.clone(), row.line);
                suppliers.push(supplier);
            }
        }
    }
    match faults.is_empty() {
        true => Ok(suppliers),
        false => Err(faults),
    }
}

/// Faults in the order of lines, a line each, and that nothing was imported.
fn faults_message(path: &Path, faults: &[Fault]) -> Message {
    let mut faults: Vec<_> = faults.iter().collect();
    faults.sort_by_key(|fault| fault.line);
    let shown = faults.iter().take(FAULTS_TOLD).map(|fault| {
        Message::new("suppliers-fault")
            .with("file", path.display().to_string())
            .with("line", fault.line)
            .with("reason", fault.why.clone())
    });
    let more = faults.len().saturating_sub(FAULTS_TOLD);
    let more = (more > 0).then(|| Message::new("suppliers-faults-more").with("count", more));
    let lines: Vec<_> = shown.chain(more).collect();
    let end = Message::new("suppliers-nothing-imported");
    lines.into_iter().rfold(end, |rest, line| {
        Message::new("lines").with("first", line).with("rest", rest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HEAD: &str = "id,name_zh,name_en,category_zh,founded,staff,contact_email,status";

    fn read_text(name: &str, text: impl AsRef<[u8]>) -> Result<Vec<Supplier>, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let shown = format!("{}/", folder.path().display());
        read(&path).map_err(|error| error.to_string().replace(&shown, ""))
    }

    #[test]
    fn both_formats_and_both_languages_of_heads_say_the_same() {
        let english = format!(
            "{HEAD},certificates\r\ns-1,雁渡石英,\"Yandu, Quartz\",石英制品,2006,180,a@b.example,approved,ISO 9001; ISO 14001\r\n"
        );
        let chinese = "\u{feff}编号,名称（中文）,名称（英文）,品类_zh,成立年份,人数,联系邮箱,状态,认证\ns-1,雁渡石英,\"Yandu, Quartz\",石英制品,2006,180,a@b.example,合格,ISO 9001；ISO 14001\n";
        let nested = "- id: s-1\n  name: {zh: 雁渡石英, en: 'Yandu, Quartz'}\n  category: {zh: 石英制品}\n  founded: 2006\n  staff: 180\n  contact_email: a@b.example\n  status: approved\n  certificates: [ISO 9001, ISO 14001]\n";
        let flat = "- 编号: s-1\n  name_zh: 雁渡石英\n  name_en: 'Yandu, Quartz'\n  品类_zh: 石英制品\n  founded: 2006\n  staff: 180\n  联系邮箱: a@b.example\n  certificates: ISO 9001、ISO 14001\n";
        let expected = read_text("list.csv", english).unwrap();
        assert_eq!(expected[0].certificates, ["ISO 9001", "ISO 14001"]);
        assert_eq!(expected[0].name["en"], "Yandu, Quartz");
        for (name, text) in [("a.CSV", chinese), ("a.yaml", nested), ("a.yml", flat)] {
            assert_eq!(read_text(name, text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn every_fault_is_told_with_its_line_and_a_remedy() {
        let rows = [
            "s-1,雁渡,,,,,,approved",
            "s 2,雁渡,,,1700,x,ann,good",
            "s-1,雁渡,,,,,,trial",
            "s-4,,,石英,,,,trial",
            "s-5,雁渡,,,,,,",
            "s-6,雁渡",
            "s-7,\"a\u{7}b\",,,,,,",
        ];
        let told = read_text("list.csv", format!("{HEAD}\n{}\n", rows.join("\n"))).unwrap_err();
        for (line, words) in [
            (3, "`id`"),
            (3, "`founded`"),
            (3, "`staff`"),
            (3, "`contact_email`"),
            (3, "`status`"),
            (4, "line 2"),
            (5, "`name_"),
            (7, "8 cells"),
            (8, "control"),
        ] {
            let start = format!("list.csv:{line}: ");
            let is_told = |told: &str| told.starts_with(&start) && told.contains(words);
            assert!(told.lines().any(is_told), "{line} {words}: {told}");
        }
        assert!(
            !told.contains("list.csv:2:") && !told.contains("list.csv:6:"),
            "{told}"
        );
        assert!(told.ends_with("nothing was imported"));
    }

    #[test]
    fn a_file_that_is_no_list_is_refused_with_words() {
        for (name, text, words) in [
            ("list.xlsx", &b""[..], "call it"),
            ("list.csv", b"", "no column"),
            ("list.csv", b"id,name_zh\n", "no supplier"),
            ("list.csv", b"id,naam\n", "`naam`"),
            ("list.csv", b"id,id,name_zh\n", "twice"),
            ("list.csv", b"id,name\n1,x\n", "language"),
            ("list.csv", b"name_zh\nx\n", "`id`"),
            (
                "list.csv",
                b"id,name_zh\n1,\xd1\xe3\n",
                "list.csv:2: the file is not UTF-8",
            ),
            ("list.yaml", b"id: x", "list"),
            ("list.yaml", b"- id: x\n  id: y\n", "list.yaml:2"),
            (
                "list.yaml",
                b"- id: x\n  name: {zh: {a: b}}\n",
                "list.yaml:2",
            ),
            ("list.yaml", b"- id: x\n- 7\n", "list.yaml:2"),
            ("list.yaml", b"- id: x\n  nam: y\n", "`nam`"),
        ] {
            let told = read_text(name, text).unwrap_err();
            assert!(told.contains(words), "{words}: {told}");
        }
    }

    #[test]
    fn a_quotation_mark_that_swallows_rows_is_a_fault() {
        for (rows, line) in [
            ("s-1,\"雁渡\ns-2,b\ns-3,c\n", 2),
            ("s-1,a\ns-2,\"b\ns-3,\"c\"\n", 3),
            ("s-1,a\ns-2,\"b\"\"\ns-3,c\n", 3),
        ] {
            let told = read_text("list.csv", format!("id,name_zh\n{rows}")).unwrap_err();
            let fault = format!("list.csv:{line}: ");
            assert!(
                told.starts_with(&fault) && told.contains("quotation"),
                "{told}"
            );
        }
        for rows in [
            "s-1,\"a \"\"b\"\"\"\n",
            "s-1,5\" wide\n",
            "s-1,\"a\" \n",
            "\"s-1\",\"\na\n\"",
        ] {
            let told = read_text("list.csv", format!("id,name_zh\n{rows}"));
            assert_eq!(told.map(|suppliers| suppliers.len()), Ok(1), "{rows}");
        }
    }

    type Parse = fn(&str) -> Result<(Vec<Row>, Vec<Fault>), Vec<Fault>>;

    /// The suppliers of bytes, or the faults.
    fn suppliers(bytes: &[u8], parse: Parse) -> Result<Vec<Supplier>, Vec<Fault>> {
        let text = text(bytes).map_err(|fault| vec![fault])?;
        let (rows, wrong) = parse(text)?;
        suppliers_of(&rows, wrong)
    }

    fn part() -> impl Strategy<Value = Vec<u8>> {
        let written = prop::sample::select(vec![
            "id",
            "name_zh",
            "名称（英文）",
            "founded",
            "status",
            ",",
            ",",
            "\n",
            "\r\n",
            "\n",
            "\"",
            "s-1",
            "s-2",
            "雁渡",
            "2006",
            "trial",
            "- id: ",
            "name: {zh: a}",
            ": ",
            "  ",
            "\u{feff}",
        ]);
        prop_oneof![
            12 => written.prop_map(|text| text.as_bytes().to_vec()),
            1 => prop::collection::vec(any::<u8>(), 0..3),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(256))]

        #[test]
        fn a_file_has_suppliers_or_faults_with_lines(
            head in prop::sample::select(vec!["", "id,name_zh\n", "\u{feff}id,name_zh,staff\r\n", "- id: "]),
            parts in prop::collection::vec(part(), 0..20),
        ) {
            let bytes = [head.as_bytes(), &parts.concat()].concat();
            let lines = bytes.split(|byte| matches!(byte, b'\r' | b'\n')).count();
            // The reader of YAML names the line behind the end.
            for (parse, last) in [(csv::rows as Parse, lines), (yaml::rows, lines + 1)] {
                match suppliers(&bytes, parse) {
                    Ok(suppliers) => prop_assert!(!suppliers.is_empty()),
                    Err(faults) => {
                        prop_assert!(!faults.is_empty());
                        for fault in faults {
                            prop_assert!((1..=last).contains(&fault.line), "{:?}", fault);
                        }
                    }
                }
            }
        }

        #[test]
        fn every_row_is_read_or_its_line_is_named(
            names in prop::collection::vec(("[a雁\", ]{0,6}x", 0_usize..3), 1..9),
            end in prop::sample::select(vec!["\n", "\r\n"]),
            wrong in any::<prop::sample::Index>(),
        ) {
            let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
            let file = |wrong: Option<usize>| {
                let mut lines = vec!["id,name_zh,staff".to_owned()];
                let mut found = Vec::new();
                for (at, (name, empty)) in names.iter().enumerate() {
                    lines.extend(vec![String::new(); *empty]);
                    let staff = if wrong == Some(at) { "x" } else { "7" };
                    lines.push(format!("s-{at},{},{staff}", quoted(name)));
                    found.push(lines.len());
                }
                (lines.join(end), found)
            };
            let (text, _) = file(None);
            let read = suppliers(text.as_bytes(), csv::rows).unwrap();
            let told: Vec<_> = read.iter().map(|one| one.name["zh"].as_str()).collect();
            prop_assert_eq!(told, names.iter().map(|(name, _)| name.trim()).collect::<Vec<_>>());
            let wrong = wrong.index(names.len());
            let (text, lines) = file(Some(wrong));
            let faults = suppliers(text.as_bytes(), csv::rows).unwrap_err();
            let told: Vec<_> = faults.iter().map(|fault| fault.line).collect();
            prop_assert_eq!(told, [lines[wrong]]);
        }
    }
}
