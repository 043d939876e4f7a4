//! The files at the root of `content/`: `site.yaml`, the facts about the whole site, and
//! `system-config.yaml`, the embedded origin's answer to requests for SEO settings.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use contract::api::{Protocol, SeoConfig, SystemConfigEntry};
use contract::build::Access;
use contract::locale::Locale;
use contract::origin_data::{OriginData, SearchData};
use contract::texts::{GATEWAY_SECTION, Texts};
use jiff::tz::{TimeZone, TimeZoneDatabase};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::budgets::Budgets;
use crate::checks::Checks;
use crate::entries::collection::Collection;
use crate::entries::text::Text;
use crate::field_problem::FieldProblem;
use crate::files::folder::ContentFolder;
use crate::files::text_file;
use crate::forms::Forms;
use crate::schema::root_file::parse_and_check;
use crate::schema::settings::SettingsSchema;
use generator_ground::diagnostic::{Diagnostic, suggestion};
use generator_ground::message::{Argument, Message};

const SITE_SCHEMA: &str = include_str!("site.schema.json");
const SYSTEM_CONFIG_SCHEMA: &str = include_str!("system-config.schema.json");
/// The collection that holds the texts of the agreements.
const AGREEMENT_COLLECTION: &str = "pages";
/// Name of the locale cookie unless `public.runtime.localeCookie` gives another (R9.01).
const LOCALE_COOKIE: &str = "i18n_redirected";
/// How often a browser looks for a new version unless `public.runtime.versionPollSeconds` gives
/// another interval (R9.03).
const VERSION_POLL_SECONDS: u32 = 3600;

/// The site's configuration, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Public URL without a trailing slash: `https://www.example.com`.
    pub url: String,
    /// Dates are shown, and instants without an offset read, in this zone.
    pub time_zone: TimeZone,
    /// The part that every page may know.
    pub public: Value,
    /// The agreements a visitor accepts at sign-in.
    pub protocols: Vec<Agreement>,
    /// Name of the cookie that remembers the language (R9.01).
    pub locale_cookie: String,
    /// The one that answers searches.
    pub search: SearchedBy,
    /// Levels of checks.
    pub checks: Checks,
    /// Limits of the size of pages.
    pub budgets: Budgets,
    /// Rules that the site follows besides those of every site.
    pub parts: Vec<SitePart>,
    /// The share of visits that send their figures; none: no visit does.
    pub visitor_figures: Option<f64>,
}

/// A member of `parts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SitePart {
    /// The rules of the Chinese mainland.
    China,
}

/// The program that answers searches: `public.runtime.search`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchedBy {
    /// The origin, from the published documents.
    #[default]
    Origin,
    /// The visitor's browser, from a file that the generator publishes.
    Browser,
    /// No program: the site has no search.
    None,
}

/// An agreement: which entry of the collection `pages` holds its text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Agreement {
    /// `terms` or `privacy`.
    pub key: String,
    /// Slug of the entry.
    pub page: String,
    /// Unprefixed path of its page.
    pub path: String,
}

impl Default for Site {
    /// A site with an unusable `site.yaml`; it is not published.
    fn default() -> Self {
        Self {
            url: String::new(),
            time_zone: TimeZone::UTC,
            public: Value::Null,
            protocols: Vec::new(),
            locale_cookie: LOCALE_COOKIE.to_owned(),
            search: SearchedBy::default(),
            checks: Checks::default(),
            budgets: Budgets::default(),
            parts: Vec::new(),
            visitor_figures: None,
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SiteFile {
    url: String,
    time_zone: String,
    #[serde(default)]
    protocols: Vec<Agreement>,
    #[serde(default)]
    checks: Checks,
    #[serde(default)]
    budgets: Budgets,
    #[serde(default)]
    parts: Vec<SitePart>,
    visitor_figures: Option<f64>,
    public: Value,
}

/// Reads `site.yaml`; without it, the site cannot be built. `settings` are the site's own.
pub(crate) fn read_site(
    folder: &ContentFolder,
    file: &str,
    settings: Option<&SettingsSchema>,
    locales: &[Locale],
    diagnostics: &mut Vec<Diagnostic>,
) -> Site {
    let Some((text, value)) =
        read_checked(&folder.place("site.yaml"), file, SITE_SCHEMA, diagnostics)
    else {
        return Site::default();
    };
    let Ok(mut found) = SiteFile::deserialize(&value) else {
        return Site::default();
    };
    complete_runtime(&mut found.public);
    let Ok(time_zone) = TimeZoneDatabase::bundled().get(&found.time_zone) else {
        let known = TimeZoneDatabase::bundled();
        let names: Vec<String> = known.available().map(|name| name.to_string()).collect();
        let near = suggestion(&found.time_zone, names.iter().map(String::as_str));
        let message = Message::new("time-zone").with("zone", &found.time_zone);
        let problem = FieldProblem::at("/timeZone", message.suggest(near));
        diagnostics.extend(text_file::locate(file, &text, 0..text.len(), vec![problem]));
        return Site::default();
    };
    let mut problems: Vec<FieldProblem> = foreign_api(&found.public).into_iter().collect();
    find_missing_locales(&found.public, "/public", locales, &mut problems);
    for mut problem in settings.map_or_else(Vec::new, |own| own.check(&found.public, locales)) {
        problem.pointer.insert_str(0, "/public");
        if !problems.contains(&problem) {
            problems.push(problem);
        }
    }
    diagnostics.extend(text_file::locate(file, &text, 0..text.len(), problems));
    let cookie = found
        .public
        .pointer("/runtime/localeCookie")
        .and_then(Value::as_str)
        .unwrap_or(LOCALE_COOKIE);
    let search = found.public.pointer("/runtime/search");
    let search = search.and_then(|search| SearchedBy::deserialize(search).ok());
    Site {
        url: found.url,
        search: search.unwrap_or_default(),
        time_zone,
        locale_cookie: cookie.to_owned(),
        protocols: found.protocols,
        checks: found.checks,
        budgets: found.budgets,
        parts: found.parts,
        visitor_figures: found.visitor_figures,
        public: found.public,
    }
}

/// Gives the browser a value for each option of `public.runtime` that the site leaves out (R7.02).
fn complete_runtime(public: &mut Value) {
    let Some(public) = public.as_object_mut() else {
        return;
    };
    let runtime = public.entry("runtime").or_insert_with(|| json!({}));
    let Some(runtime) = runtime.as_object_mut() else {
        return;
    };
    let defaults = [
        ("apiBase", json!("")),
        ("storage", json!("local")),
        ("localeCookie", json!(LOCALE_COOKIE)),
        ("versionPollSeconds", json!(VERSION_POLL_SECONDS)),
    ];
    for (name, value) in defaults {
        runtime.entry(name).or_insert(value);
    }
}

/// Calls go to this site's gateway: to another origin no browser sends them, because the content
/// security policy forbids it and the session's cookie would not go with them.
fn foreign_api(public: &Value) -> Option<FieldProblem> {
    let base = public.pointer("/runtime/apiBase")?;
    let is_here = |base: &str| {
        base.is_empty()
            || (base.starts_with('/') && !base.starts_with("//") && !base.contains('\\'))
    };
    let is_ours = base.as_str().is_some_and(is_here);
    (!is_ours).then(|| {
        let given = base
            .as_str()
            .map_or_else(|| base.to_string(), str::to_owned);
        let message = Message::new("foreign-api").with("base", Argument::Literal(given));
        FieldProblem::at("/public/runtime/apiBase", message)
    })
}

/// Settings with a value for one language have one for each: pages rely on it.
fn find_missing_locales(
    value: &Value,
    pointer: &str,
    locales: &[Locale],
    problems: &mut Vec<FieldProblem>,
) {
    match value {
        Value::Object(fields)
            if locales
                .iter()
                .any(|locale| fields.contains_key(&locale.code)) =>
        {
            let missing = locales
                .iter()
                .filter(|locale| !fields.contains_key(&locale.code));
            problems.extend(missing.map(|locale| {
                let message = Message::new("missing-locale").with("language", &locale.code);
                FieldProblem::at(pointer, message)
            }));
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                find_missing_locales(value, &format!("{pointer}/{name}"), locales, problems);
            }
        }
        Value::Array(items) => {
            for (index, value) in items.iter().enumerate() {
                find_missing_locales(value, &format!("{pointer}/{index}"), locales, problems);
            }
        }
        _ => {}
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SystemConfigRow {
    path: String,
    seo_config: BTreeMap<String, SeoConfig>,
}

/// Settings of a site that leaves them to its pages.
pub(crate) fn no_settings(locales: &[Locale]) -> BTreeMap<String, Vec<SystemConfigEntry>> {
    let none = |locale: &Locale| (locale.language.clone(), Vec::new());
    locales.iter().map(none).collect()
}

/// Reads `system-config.yaml`: `language` → settings by path.
pub(crate) fn read_system_config(
    folder: &ContentFolder,
    file: &str,
    locales: &[Locale],
    diagnostics: &mut Vec<Diagnostic>,
) -> BTreeMap<String, Vec<SystemConfigEntry>> {
    let mut answers = no_settings(locales);
    let Some((text, value)) = read_checked(
        &folder.place("system-config.yaml"),
        file,
        SYSTEM_CONFIG_SCHEMA,
        diagnostics,
    ) else {
        return answers;
    };
    let rows = Vec::<SystemConfigRow>::deserialize(&value).unwrap_or_default();
    let problems = check_rows(&rows, locales);
    diagnostics.extend(text_file::locate(file, &text, 0..text.len(), problems));
    for mut row in rows {
        for locale in locales {
            if let (Some(seo_config), Some(answer)) = (
                row.seo_config.remove(&locale.code),
                answers.get_mut(&locale.language),
            ) {
                answer.push(SystemConfigEntry {
                    path: row.path.clone(),
                    seo_config,
                });
            }
        }
    }
    answers
}

fn check_rows(rows: &[SystemConfigRow], locales: &[Locale]) -> Vec<FieldProblem> {
    let mut problems = Vec::new();
    let mut seen = BTreeSet::new();
    for (index, row) in rows.iter().enumerate() {
        if !seen.insert(&row.path) {
            let message = Message::new("duplicate-path").with("path", &row.path);
            problems.push(FieldProblem::at(format!("/{index}/path"), message));
        }
        for locale in locales
            .iter()
            .filter(|locale| !row.seo_config.contains_key(&locale.code))
        {
            let message = Message::new("missing-locale/settings")
                .with("path", &row.path)
                .with("language", &locale.code);
            problems.push(FieldProblem::at(format!("/{index}/seoConfig"), message));
        }
        for code in row
            .seo_config
            .keys()
            .filter(|code| !locales.iter().any(|locale| locale.code == **code))
        {
            let codes = locales.iter().map(|locale| locale.code.as_str());
            let message = Message::new("unknown-locale").with("language", code);
            let message = message.suggest(suggestion(code, codes));
            problems
                .push(FieldProblem::at(format!("/{index}/seoConfig/{code}"), message).at_name());
        }
    }
    problems
}

/// Sources of the embedded origin's data: the settings, the agreements, the forms and its own words
/// in every language.
pub(crate) struct OriginSources<'a> {
    pub(crate) site: &'a Site,
    /// Language → settings.
    pub(crate) system_config: BTreeMap<String, Vec<SystemConfigEntry>>,
    pub(crate) collections: &'a BTreeMap<String, Collection>,
    pub(crate) locales: &'a [Locale],
    /// Locale code → the words of gateway and origin.
    pub(crate) server_texts: &'a BTreeMap<String, Texts>,
    pub(crate) forms: Forms,
    /// Groups of words that mean the same to the search.
    pub(crate) synonyms: Vec<Vec<String>>,
    /// The document around e-mails; empty for the origin's own.
    pub(crate) mail_page: String,
}

impl OriginSources<'_> {
    /// The data; `file` is `site.yaml`, where agreements without a text are reported.
    pub(crate) fn data(self, file: &str, diagnostics: &mut Vec<Diagnostic>) -> OriginData {
        let mut protocol_config = BTreeMap::new();
        for (index, locale) in self.locales.iter().enumerate() {
            let mut protocols = Vec::new();
            for agreement in &self.site.protocols {
                match self.protocol(agreement, index, locale) {
                    Ok(protocol) => protocols.push(protocol),
                    // Reported once.
                    Err(message) if index == 0 => {
                        diagnostics.push(Diagnostic::new(file, message).field("/protocols"));
                    }
                    Err(_) => {}
                }
            }
            protocol_config.insert(locale.language.clone(), protocols);
        }
        OriginData {
            system_config: self.system_config,
            protocol_config,
            site_name: site_name(self.site, self.locales),
            site_url: self.site.url.clone(),
            time_zone: self
                .site
                .time_zone
                .iana_name()
                .unwrap_or_default()
                .to_owned(),
            locales: self.locales.to_owned(),
            texts: origin_texts(self.server_texts, self.locales),
            mail_page: self.mail_page,
            forms: self.forms,
            search: SearchData {
                synonyms: self.synonyms,
                ..SearchData::default()
            },
            // The routes decide, which are not known here.
            absent: BTreeSet::new(),
        }
    }

    /// An agreement in the language with that index.
    fn protocol(
        &self,
        agreement: &Agreement,
        index: usize,
        locale: &Locale,
    ) -> Result<Protocol, Message> {
        let pages = self.collections.get(AGREEMENT_COLLECTION);
        let entry = pages.and_then(|pages| pages.entry(&agreement.page));
        let public = entry.filter(|entry| entry.access == Access::Public);
        let text = public.and_then(|entry| pages?.text(entry, index));
        let text = text.ok_or_else(|| {
            Message::new("agreement")
                .with("agreement", &agreement.key)
                .with("collection", AGREEMENT_COLLECTION)
                .with("page", &agreement.page)
        })?;
        protocol(agreement, &text, locale)
    }
}

/// The texts by language, without those that only the gateway uses.
fn origin_texts(
    server_texts: &BTreeMap<String, Texts>,
    locales: &[Locale],
) -> BTreeMap<String, Texts> {
    let texts = |locale: &Locale| {
        let mut texts = server_texts.get(&locale.code)?.clone();
        texts.remove(GATEWAY_SECTION);
        Some((locale.language.clone(), texts))
    };
    locales.iter().filter_map(texts).collect()
}

/// `public.name` by language; a site need not have one.
fn site_name(site: &Site, locales: &[Locale]) -> BTreeMap<String, String> {
    let name = |locale: &Locale| {
        let name = site.public.get("name")?.get(&locale.code)?.as_str()?;
        Some((locale.language.clone(), name.to_owned()))
    };
    locales.iter().filter_map(name).collect()
}

fn protocol(agreement: &Agreement, text: &Text, locale: &Locale) -> Result<Protocol, Message> {
    let field = |name: &str| match text.fields.get(name) {
        Some(Value::String(value)) => Ok(value),
        _ => Err(Message::new("agreement/no-field")
            .with("file", &*text.file)
            .with("field", name)
            .with("collection", AGREEMENT_COLLECTION)
            .with("page", &agreement.page)),
    };
    Ok(Protocol {
        key: agreement.key.clone(),
        title: field("title")?,
        version: text.body_hash.to_string(),
        updated_at: field("updatedAt")?,
        path: locale.href(&agreement.path),
    })
}

/// Sharing images are fetched by strangers: they must be there, and public.
pub(crate) fn check_images(
    file: &str,
    data: &OriginData,
    collections: &BTreeMap<String, Collection>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let files = collections
        .values()
        .flat_map(Collection::entries)
        .flat_map(|entry| &entry.files);
    let public: BTreeSet<&str> = files
        .filter(|media| media.access == Access::Public)
        .map(|media| media.path.as_str())
        .collect();
    for row in data.system_config.values().flatten() {
        let image = row
            .seo_config
            .image
            .as_deref()
            .filter(|image| image.starts_with('/'));
        if let Some(image) = image.filter(|image| !public.contains(image)) {
            let message = Message::new("broken-image/shared")
                .with("image", image)
                .with("path", &row.path);
            diagnostics.push(Diagnostic::new(file, message));
        }
    }
}

/// A YAML file at the root that follows one of this module's schemas.
fn read_checked(
    path: &Path,
    file: &str,
    schema: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<(String, Value)> {
    let text = text_file::read(path, file, text_file::MAX_YAML)
        .map_err(|problem| diagnostics.push(*problem))
        .ok()?
        .text;
    let value = parse_and_check(file, &text, schema, diagnostics)?;
    Some((text, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    // R7.02
    #[test]
    fn options_of_a_browser_that_a_site_leaves_out_have_their_usual_value() {
        let usual = json!({
            "apiBase": "", "storage": "local", "localeCookie": "i18n_redirected", "versionPollSeconds": 3600,
        });
        for mut public in [json!({}), json!({ "runtime": {} })] {
            complete_runtime(&mut public);
            assert_eq!(public["runtime"], usual);
        }
        let mut own = json!({ "runtime": { "storage": "session", "search": "browser", "localeCookie": "language" } });
        complete_runtime(&mut own);
        assert_eq!(
            own["runtime"],
            json!({
                "storage": "session", "search": "browser", "localeCookie": "language",
                "apiBase": "", "versionPollSeconds": 3600,
            })
        );
    }
}
