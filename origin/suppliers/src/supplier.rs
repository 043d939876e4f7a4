//! Suppliers: their data, the search for them, and the data that is shown in a language.

use std::collections::BTreeMap;

use contract::api::{SupplierDetail, SupplierStatus, SupplierSummary};
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

use origin_ground::pinyin::spoken;

/// Number of suppliers on a page of a list.
pub const PER_PAGE: u64 = 20;

/// Characters of a query that are read.
pub const QUERY_MAX: usize = 100;

/// Words of a query that are looked for.
const WORDS_MAX: usize = 8;

/// Text by language: `zh`, `en`.
pub type Texts = BTreeMap<String, String>;

/// All that is known of a supplier, as the database keeps it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Supplier {
    /// Id from the list, unlike any other's: at most 64 letters, digits, `-`, `_` and `.`.
    pub id: String,
    /// The firm's name; a text in at least one language.
    pub name: Texts,
    /// The trade; empty where it is not known.
    pub category: Texts,
    /// The place; empty where it is not known.
    pub city: Texts,
    /// Goods and services; empty where they are not known.
    pub products: Texts,
    /// Certificates, such as `ISO 9001`; the same for all languages.
    pub certificates: Vec<String>,
    /// Year of the foundation, from 1800 to 2100; none where it is not known.
    pub founded: Option<u16>,
    /// Number of people that work there; none where it is not known.
    pub staff: Option<u32>,
    /// Address for questions; none where it is not known.
    pub contact_email: Option<String>,
    /// State of the supplier; approved where the list has none.
    pub status: Status,
}

/// How far the company works with a supplier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Checked, and in use.
    #[default]
    Approved,
    /// First orders are under way.
    Trial,
    /// No orders for the time being.
    Paused,
    /// No orders any more.
    Ended,
}

impl Status {
    /// Every status, with the names that a file may use for it; the first is the database's.
    pub const ALL: [(Self, [&'static str; 2]); 4] = [
        (Self::Approved, ["approved", "合格"]),
        (Self::Trial, ["trial", "试用"]),
        (Self::Paused, ["paused", "暂停"]),
        (Self::Ended, ["ended", "终止"]),
    ];

    /// The status of a name, in either language.
    pub fn parse(name: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        let (status, _) = all.find(|(_, names)| names.contains(&name))?;
        Some(status)
    }

    /// The name that the database and answers use.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Approved => "approved",
            Self::Trial => "trial",
            Self::Paused => "paused",
            Self::Ended => "ended",
        }
    }
}

impl From<Status> for SupplierStatus {
    fn from(status: Status) -> Self {
        match status {
            Status::Approved => Self::Approved,
            Status::Trial => Self::Trial,
            Status::Paused => Self::Paused,
            Status::Ended => Self::Ended,
        }
    }
}

impl Supplier {
    /// The names in all languages, as they are compared.
    pub fn names(&self) -> String {
        lines(self.name.values())
    }

    /// All that is searched, as it is compared: a word is found within a line, never across two.
    pub fn search_text(&self) -> String {
        let texts = [&self.name, &self.category, &self.city, &self.products];
        let texts = texts.into_iter().flat_map(BTreeMap::values);
        lines(texts.chain(&self.certificates).chain([&self.id]))
    }

    /// The part that is shown in lists.
    pub fn summary(&self, languages: [&str; 2]) -> SupplierSummary {
        let told = |texts| preferred_text(texts, languages).to_owned();
        SupplierSummary {
            id: self.id.clone(),
            name: told(&self.name),
            category: told(&self.category),
            city: told(&self.city),
            status: self.status.into(),
        }
    }

    /// All data that is shown.
    pub fn detail(&self, languages: [&str; 2]) -> SupplierDetail {
        let summary = self.summary(languages);
        let others = self.name.values().filter(|name| **name != summary.name);
        SupplierDetail {
            other_names: others.cloned().collect(),
            products: preferred_text(&self.products, languages).to_owned(),
            certificates: self.certificates.clone(),
            founded: self.founded,
            staff: self.staff,
            contact_email: self.contact_email.clone(),
            summary,
        }
    }
}

/// The text in the first language that has one, else in any; empty where there is none.
fn preferred_text<'a>(texts: &'a Texts, languages: [&str; 2]) -> &'a str {
    let mut wanted = languages
        .into_iter()
        .filter_map(|language| texts.get(language));
    let found = wanted.next().or_else(|| texts.values().next());
    found.map_or("", String::as_str)
}

/// Texts as they are compared, and as their characters sound, a line each.
fn lines<'a>(texts: impl Iterator<Item = &'a String>) -> String {
    let folded = texts.map(|text| fold(text));
    let lines = folded.flat_map(|line| {
        let spoken = Some(spoken(&line)).filter(|spoken| *spoken != line);
        [Some(line), spoken].into_iter().flatten()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The words of a query, as they are compared; none if it is empty.
pub fn words(query: &str) -> Vec<String> {
    let words = query.split_whitespace().map(fold);
    words
        .filter(|word| !word.is_empty())
        .take(WORDS_MAX)
        .collect()
}

/// A text in one width and case, letters and digits alone: `ＹＡＮＤＵ Quartz` is `yanduquartz`.
fn fold(text: &str) -> String {
    let plain = text.nfkc().flat_map(char::to_lowercase);
    plain.filter(|char| char.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn supplier() -> Supplier {
        let texts = |zh: &str, en: &str| {
            Texts::from([
                ("zh".to_owned(), zh.to_owned()),
                ("en".to_owned(), en.to_owned()),
            ])
        };
        Supplier {
            id: "supplier-001".to_owned(),
            name: texts("雁渡石英制品", "Yandu Quartz"),
            category: texts("石英制品", "Quartzware"),
            city: Texts::from([("zh".to_owned(), "连云港".to_owned())]),
            ..Supplier::default()
        }
    }

    #[test]
    fn a_query_is_found_whatever_its_case_width_and_spaces() {
        let searched = supplier().search_text();
        for (query, is_found) in [
            ("yandu", true),
            ("ＹａｎＤｕ", true),
            ("YanduQuartz", true),
            ("quartz yandu", true),
            ("雁渡", true),
            ("雁 渡", true),
            ("连云港 石英", true),
            ("supplier-001", true),
            ("雁-渡", true),
            ("shiying", true),
            ("lianyungang", true),
            ("lianyungangshiying", false),
            ("quartzquartzware", false),
            ("%", true),
            ("graphite", false),
        ] {
            let words = words(query);
            let found = words.iter().all(|word| searched.contains(word.as_str()));
            assert_eq!(found, is_found, "{query} {words:?}");
        }
        assert_eq!(words("a b c d e f g h i j").len(), WORDS_MAX);
    }

    #[test]
    fn texts_are_told_in_the_language_asked_or_another() {
        let english = supplier().detail(["en", "zh"]);
        assert_eq!(english.summary.name, "Yandu Quartz");
        assert_eq!(english.summary.city, "连云港");
        assert_eq!(english.other_names, ["雁渡石英制品"]);
        assert_eq!(supplier().summary(["ja", "zh"]).name, "雁渡石英制品");
    }

    #[test]
    fn every_status_has_its_names() {
        for (status, names) in Status::ALL {
            assert_eq!(status.as_str(), names[0]);
            for name in names {
                assert_eq!(Status::parse(name), Some(status));
            }
        }
        assert_eq!(Status::parse("Approved "), None);
    }
}
