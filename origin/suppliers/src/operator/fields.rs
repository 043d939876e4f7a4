//! Columns of a list of suppliers, and a supplier from its cells.

use sentences::Message;

use super::Supplier;
use crate::supplier::{Status, Texts};
use origin_ground::user::Email;

/// Characters of a text.
const TEXT_MAX: usize = 1_000;

/// Characters of an id.
const ID_MAX: usize = 64;

/// Signs between certificates, as people of either language write them.
const BETWEEN: [char; 4] = [';', '；', '、', '\n'];

/// A fault in a file, and its remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The reason and the remedy.
    pub why: Message,
}

impl Fault {
    /// A fault in `line`, with its reason and remedy in `why`.
    pub fn new(line: usize, why: Message) -> Self {
        Self { line, why }
    }
}

/// A column, or a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Id,
    /// A text in a language.
    Text(TextField, String),
    Certificates,
    Founded,
    Staff,
    ContactEmail,
    Status,
}

/// A field that has a text in each language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextField {
    Name,
    Category,
    City,
    Products,
}

/// Fields with a text per language, by their names in both languages.
const TEXTS: [(TextField, [&str; 2]); 4] = [
    (TextField::Name, ["name", "名称"]),
    (TextField::Category, ["category", "品类"]),
    (TextField::City, ["city", "城市"]),
    (TextField::Products, ["products", "产品"]),
];

/// The other fields, by their names in both languages.
const OTHERS: [(Column, [&str; 2]); 6] = [
    (Column::Id, ["id", "编号"]),
    (Column::Certificates, ["certificates", "认证"]),
    (Column::Founded, ["founded", "成立年份"]),
    (Column::Staff, ["staff", "人数"]),
    (Column::ContactEmail, ["contact_email", "联系邮箱"]),
    (Column::Status, ["status", "状态"]),
];

/// Names of languages in heads.
const LANGUAGES: [(&str, &str); 2] = [("中文", "zh"), ("英文", "en")];

impl Column {
    /// The column of a head: `id`, `name_zh`, `名称（中文）`. The error describes its fault.
    pub(super) fn parse(head: &str) -> Result<Self, Message> {
        let head = head.trim();
        let mut others = OTHERS.into_iter();
        if let Some((column, _)) = others.find(|(_, names)| names.contains(&head)) {
            return Ok(column);
        }
        let (name, language) = language_of(head);
        let unknown = || Message::new("supplier-column/unknown").with("head", head);
        let field = text_field(name).ok_or_else(unknown)?;
        let no_language = || {
            Message::new("supplier-column/language")
                .with("head", head)
                .with("name", name)
        };
        let language = language.ok_or_else(no_language)?;
        Ok(Self::Text(field, language))
    }

    /// The name for people.
    fn name(&self) -> String {
        match self {
            Self::Text(field, language) => {
                let mut texts = TEXTS.iter();
                let found = texts.find(|(one, _)| one == field);
                let name = found.map_or("", |(_, names)| names[0]);
                format!("{name}_{language}")
            }
            other => {
                let mut others = OTHERS.iter();
                let found = others.find(|(one, _)| one == other);
                found.map_or("", |(_, names)| names[0]).to_owned()
            }
        }
    }
}

/// The field with a text per language of a name.
pub(super) fn text_field(name: &str) -> Option<TextField> {
    let mut texts = TEXTS.into_iter();
    let (field, _) = texts.find(|(_, names)| names.contains(&name))?;
    Some(field)
}

/// The name and the language of a head such as `name_zh`, `名称_zh`, `名称（中文）`.
fn language_of(head: &str) -> (&str, Option<String>) {
    let split = head.split_once(['（', '(', '_']);
    let Some((name, rest)) = split else {
        return (head, None);
    };
    let language = rest.trim_end_matches(['）', ')']).trim();
    let mut languages = LANGUAGES.into_iter();
    let named = languages.find(|(name, _)| *name == language);
    let code = named.map_or(language, |(_, code)| code);
    (name.trim(), is_language(code).then(|| code.to_owned()))
}

/// Whether a text can be the code of a language.
pub(super) fn is_language(code: &str) -> bool {
    (2..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// A supplier as a file has it.
#[derive(Debug)]
pub(super) struct Row {
    pub line: usize,
    pub cells: Vec<Cell>,
}

/// A value of a supplier.
#[derive(Debug)]
pub(super) struct Cell {
    pub line: usize,
    pub column: Column,
    pub text: String,
}

impl Row {
    /// The supplier; its faults are added to `faults`.
    pub(super) fn supplier(&self, faults: &mut Vec<Fault>) -> Supplier {
        let mut supplier = Supplier::default();
        for cell in &self.cells {
            let text = cell.text.trim();
            if !text.is_empty()
                && let Err(why) = put(&mut supplier, &cell.column, text)
            {
                let name = cell.column.name();
                let why = Message::new("supplier-cell")
                    .with("column", name)
                    .with("reason", why);
                faults.push(Fault::new(cell.line, why));
            }
        }
        let has = |column: &Column| {
            let mut cells = self.cells.iter();
            cells.any(|cell| cell.column == *column && !cell.text.trim().is_empty())
        };
        if !has(&Column::Id) {
            faults.push(Fault::new(self.line, Message::new("supplier-no-id")));
        }
        let is_named = self.cells.iter().any(|cell| {
            matches!(cell.column, Column::Text(TextField::Name, _)) && !cell.text.trim().is_empty()
        });
        if !is_named {
            faults.push(Fault::new(self.line, Message::new("supplier-no-name")));
        }
        supplier
    }
}

/// Puts a cell's text into a supplier. The error describes its fault.
fn put(supplier: &mut Supplier, column: &Column, text: &str) -> Result<(), Message> {
    let wrong = |message: Message| message.with("text", text);
    if text.chars().any(|char| char.is_control() && char != '\n') {
        return Err(Message::new("supplier-text/control"));
    }
    if text.chars().count() > TEXT_MAX {
        return Err(Message::new("supplier-text/long").with("most", TEXT_MAX));
    }
    match column {
        Column::Id => supplier.id = id(text)?,
        Column::Text(field, language) => {
            let texts: &mut Texts = match field {
                TextField::Name => &mut supplier.name,
                TextField::Category => &mut supplier.category,
                TextField::City => &mut supplier.city,
                TextField::Products => &mut supplier.products,
            };
            texts.insert(language.clone(), text.to_owned());
        }
        Column::Certificates => {
            let certificates = text.split(BETWEEN).map(str::trim);
            let certificates = certificates.filter(|one| !one.is_empty());
            supplier.certificates = certificates.map(str::to_owned).collect();
        }
        Column::Founded => {
            let year = text.parse().ok();
            let year = year.filter(|year| (1800..=2100).contains(year));
            let no_year = || wrong(Message::new("supplier-year"));
            supplier.founded = Some(year.ok_or_else(no_year)?);
        }
        Column::Staff => {
            let no_number = |_| wrong(Message::new("supplier-staff"));
            supplier.staff = Some(text.parse().map_err(no_number)?);
        }
        Column::ContactEmail => {
            let no_address = || wrong(Message::new("supplier-address"));
            let email = Email::parse(text).ok_or_else(no_address)?;
            supplier.contact_email = Some(email.as_str().to_owned());
        }
        Column::Status => {
            let no_status = || wrong(Message::new("supplier-status"));
            supplier.status = Status::parse(text).ok_or_else(no_status)?;
        }
    }
    Ok(())
}

fn id(text: &str) -> Result<String, Message> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    match text.len() <= ID_MAX && text.bytes().all(fits) {
        true => Ok(text.to_owned()),
        false => Err(Message::new("supplier-id")
            .with("text", text)
            .with("most", ID_MAX)),
    }
}
