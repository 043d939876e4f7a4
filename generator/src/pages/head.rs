//! PURE: contents of a page's head, from the system configuration, the route's declarations and the
//! page's data.
//!
//! Precedence of title and description: the system configuration's entry for the path, then the
//! place in `data` that the route names, then the site's name. Derived titles end in the site's
//! name; configured ones are taken whole.

mod structured_data;

use std::collections::BTreeMap;

use contract::api::{SeoConfig, SystemConfigEntry};
use contract::build::Access;
use contract::locale::Locale;
use contract::page::{Alternate, CrawlerHead, Head, Payload};
use contract::route::Route;
use generator_content::Content;
use jiff::civil::Date;
use serde_json::{Map, Value};
pub use structured_data::Crumb;
use structured_data::structured_data;

/// Inputs of a head.
pub struct HeadInput<'a> {
    /// The page's route.
    pub route: &'a Route,
    /// Path without prefix: `/news/first-close`.
    pub path: &'a str,
    /// The page's locale.
    pub locale: &'a Locale,
    /// Every locale of the site.
    pub locales: &'a [Locale],
    /// The page's data.
    pub payload: &'a Payload,
    /// Paths of the page in the languages that show it in their own words: locale code → path with
    /// prefix.
    pub own: &'a [Alternate],
    /// Access to the page: everybody, or signed-in visitors.
    pub access: Access,
    /// Unprefixed path → settings, in the page's language.
    pub seo: &'a SeoTable,
    /// The site's public URL without a trailing slash.
    pub url: &'a str,
    /// `site.yaml`'s public part.
    pub site: &'a Value,
    /// The pages above it, from the first page of the site on.
    pub crumbs: &'a [Crumb],
    /// The day of the last change of the entry that it is about, if that is known.
    pub last_change: Option<Date>,
}

/// Unprefixed path → settings, in one language.
pub type SeoTable = BTreeMap<String, SeoConfig>;

/// The answer of the system-config call as a table.
pub fn seo_table(entries: &[SystemConfigEntry]) -> SeoTable {
    entries
        .iter()
        .map(|entry| (entry.path.clone(), entry.seo_config.clone()))
        .collect()
}

/// Settings by position of the locale, as the embedded origin answers them.
pub fn seo_tables(content: &Content) -> Vec<SeoTable> {
    let settings = |locale: &Locale| content.origin_data.system_config.get(&locale.language);
    let locales = content.locales.iter();
    locales
        .map(|locale| seo_table(settings(locale).map(Vec::as_slice).unwrap_or_default()))
        .collect()
}

/// The head of one page, and its part for crawlers.
pub fn head(input: &HeadInput<'_>) -> (Head, CrawlerHead) {
    let seo = input.seo.get(input.path);
    let content_locale = input.payload.content_locale.as_deref();
    let indexable = input.access == Access::Public
        && input.route.status.is_none()
        && !seo.is_some_and(|seo| seo.noindex);
    let (image, image_size) = sharing_image(input, seo);
    let title = seo.map_or_else(|| derived_title(input), |seo| seo.title.clone());
    let structured = || structured_data(input, &title, image.as_ref());
    let json_ld = indexable.then(structured).flatten();
    let head = Head {
        title,
        description: description(input, seo),
        keywords: seo.and_then(|seo| seo.keywords.clone()),
        noindex: !indexable,
        canonical: input.absolute(&canonical_path(input, content_locale)),
    };
    let crawler_head = CrawlerHead {
        image,
        image_size,
        hreflang: if indexable && content_locale.is_none() {
            own_languages(input)
        } else {
            BTreeMap::new()
        },
        json_ld,
    };
    (head, crawler_head)
}

impl HeadInput<'_> {
    /// The address of a path.
    fn absolute(&self, path: &str) -> String {
        format!("{}{path}", self.url)
    }
}

/// The description that is configured, or else the one that the route names.
fn description(input: &HeadInput<'_>, seo: Option<&SeoConfig>) -> String {
    let configured = seo.map(|seo| seo.description.clone());
    let named = input.route.metadata.description.as_deref();
    configured
        .filter(|text| !text.is_empty())
        .or_else(|| place(&input.payload.data, named))
        .unwrap_or_default()
}

/// Address and size of the sharing image: the configured one, of unknown size, or else the picture
/// that the route names.
fn sharing_image(
    input: &HeadInput<'_>,
    seo: Option<&SeoConfig>,
) -> (Option<String>, Option<(u32, u32)>) {
    if let Some(image) = seo.and_then(|seo| seo.image.as_deref()) {
        let is_path = image.starts_with('/');
        let absolute = is_path.then(|| input.absolute(image));
        return (Some(absolute.unwrap_or_else(|| image.to_owned())), None);
    }
    let shared = shared_picture(input);
    let address = shared.map(|shared| input.absolute(shared.src));
    (address, shared.and_then(|shared| shared.size))
}

/// hreflang → address of the page in every language that it is written in.
fn own_languages(input: &HeadInput<'_>) -> BTreeMap<String, String> {
    let own = input.own.iter();
    let paths = hreflang(own.map(|page| (&*page.locale, &*page.href)), input.locales);
    let address = |(language, path): (&str, &str)| (language.to_owned(), input.absolute(path));
    paths.into_iter().map(address).collect()
}

/// The path of the picture that the route names as its pages' own.
pub(super) fn own_picture<'a>(route: &Route, payload: &'a Payload) -> Option<&'a str> {
    Some(picture(route, payload)?.1)
}

fn picture<'a>(route: &Route, payload: &'a Payload) -> Option<(&'a Value, &'a str)> {
    let picture = find(&payload.data, route.metadata.image.as_deref()?)?;
    Some((picture, picture.get("src")?.as_str()?))
}

/// A picture of the page's data.
#[derive(Clone, Copy)]
struct Shared<'a> {
    src: &'a str,
    size: Option<(u32, u32)>,
}

/// The picture that the route names for sharing, if messengers can read it: they know JPEG and PNG.
fn shared_picture<'a>(input: &HeadInput<'a>) -> Option<Shared<'a>> {
    let (picture, src) = picture(input.route, input.payload)?;
    let file = src.split('?').next()?.to_ascii_lowercase();
    let is_readable = [".jpg", ".jpeg", ".png"]
        .iter()
        .any(|end| file.ends_with(end));
    let side = |name: &str| u32::try_from(picture.get(name)?.as_u64()?).ok();
    is_readable.then(|| Shared {
        src,
        size: side("width").zip(side("height")),
    })
}

fn derived_title(input: &HeadInput<'_>) -> String {
    let site_name = site_name(input.site, input.locale);
    let own = own_title(input.payload, input.route);
    let page = input
        .payload
        .params
        .get("page")
        .map(|page| format!(" ({page})"))
        .unwrap_or_default();
    match own {
        Some(own) => format!("{own}{page} · {site_name}"),
        None => format!("{site_name}{page}"),
    }
}

/// The site's name in a language; empty if it has none.
pub(crate) fn site_name<'a>(site: &'a Value, locale: &Locale) -> &'a str {
    site.pointer(&format!("/name/{}", locale.code))
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// The page's own title, where its route names one.
pub(crate) fn own_title(payload: &Payload, route: &Route) -> Option<String> {
    place(&payload.data, route.metadata.title.as_deref())
}

/// A page shown in another language points at the page of that language.
fn canonical_path(input: &HeadInput<'_>, content_locale: Option<&str>) -> String {
    let own = content_locale
        .and_then(|code| input.locales.iter().find(|locale| locale.code == code))
        .unwrap_or(input.locale);
    own.href(input.path)
}

/// hreflang → path: every language in which the page's own content exists, and `x-default`; empty
/// if there is only one. `own` are codes of locales and the page's path in each.
pub(crate) fn hreflang<'a>(
    own: impl Iterator<Item = (&'a str, &'a str)>,
    locales: &[Locale],
) -> BTreeMap<&'a str, &'a str> {
    let mut links: BTreeMap<&str, &str> = own.collect();
    if links.len() < 2 {
        return BTreeMap::new();
    }
    let default = locales.iter().find(|locale| locale.default);
    if let Some(path) = default.and_then(|locale| links.get(&*locale.code).copied()) {
        links.insert("x-default", path);
    }
    links
}

/// The value at a dotted path in `data`.
fn find<'a>(data: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    let mut steps = name.split('.');
    let first = data.get(steps.next()?)?;
    steps.try_fold(first, |value, step| value.get(step))
}

/// The text at a dotted place in `data`; of a formatted value (`{value, text}`) the value.
pub(crate) fn place(data: &Map<String, Value>, name: Option<&str>) -> Option<String> {
    let found = find(data, name?)?;
    match found.get("value").unwrap_or(found) {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use contract::locale::Direction;
    use jiff::civil::date;
    use serde_json::json;

    use super::*;

    struct Case {
        route: Value,
        payload: Value,
        seo: Vec<(&'static str, SeoConfig)>,
        access: Access,
        crumbs: Vec<Crumb>,
        last_change: Option<Date>,
    }

    impl Case {
        fn article() -> Self {
            let metadata = json!({"title": "entry.title", "description": "entry.summary", "jsonLd": {"@type": "NewsArticle", "datePublished": "$entry.date", "author": "$entry.author"}});
            Self {
                route: json!({"id": "news-article", "path": "/news/:id", "layout": "default", "metadata": metadata}),
                payload: json!({"params": {"id": "a"}, "data": {"entry": {"title": "A tide", "summary": "It turns.", "date": {"value": "2026-05-03", "text": "3 May 2026"}}}, "alternates": []}),
                seo: Vec::new(),
                access: Access::Public,
                crumbs: Vec::new(),
                last_change: None,
            }
        }

        fn head(self) -> (Head, CrawlerHead) {
            let locale = |code: &str, prefix: &str, default| {
                let (code, prefix) = (code.to_owned(), prefix.to_owned());
                Locale {
                    name: code.clone(),
                    language: code.clone(),
                    code,
                    dir: Direction::Ltr,
                    prefix,
                    default,
                    formats: None,
                }
            };
            let locales = [locale("zh-CN", "", true), locale("en", "en", false)];
            let payload: Payload = serde_json::from_value(self.payload).unwrap();
            let own: Vec<Alternate> = locales
                .iter()
                .map(|l| Alternate {
                    locale: l.code.clone(),
                    href: l.href("/news/a"),
                })
                .collect();
            head(&HeadInput {
                route: &serde_json::from_value(self.route).unwrap(),
                path: "/news/a",
                locale: &locales[1],
                locales: &locales,
                payload: &payload,
                own: &own,
                access: self.access,
                seo: &self
                    .seo
                    .into_iter()
                    .map(|(path, seo)| (path.to_owned(), seo))
                    .collect(),
                url: "https://t.example",
                site: &json!({"name": {"en": "Tidewater"}}),
                crumbs: &self.crumbs,
                last_change: self.last_change,
            })
        }
    }

    #[test]
    fn title_and_description_come_from_content_when_nothing_is_configured() {
        let (head, crawlers) = Case::article().head();
        assert_eq!(head.title, "A tide · Tidewater");
        assert_eq!(head.description, "It turns.");
        assert_eq!(head.canonical, "https://t.example/en/news/a");
        assert_eq!(crawlers.hreflang["x-default"], "https://t.example/news/a");
    }

    #[test]
    fn r1_03_the_system_configuration_wins() {
        let seo = SeoConfig {
            title: "Set".to_owned(),
            noindex: true,
            image: Some("/i.png".to_owned()),
            ..SeoConfig::default()
        };
        let (head, crawlers) = Case {
            seo: vec![("/news/a", seo)],
            ..Case::article()
        }
        .head();
        assert_eq!(
            (head.title.as_str(), head.description.as_str(), head.noindex),
            ("Set", "It turns.", true)
        );
        assert_eq!(crawlers.image.as_deref(), Some("https://t.example/i.png"));
        assert!(crawlers.hreflang.is_empty() && crawlers.json_ld.is_none());
    }

    #[test]
    fn a_declared_picture_is_shared_unless_one_is_configured_or_messengers_cannot_read_it() {
        let with = |src: &str, seo: Vec<(&'static str, SeoConfig)>| {
            let mut case = Case::article();
            case.route["metadata"]["image"] = json!("entry.photo");
            case.payload["data"]["entry"]["photo"] =
                json!({"src": src, "width": 1600, "height": 900, "sources": []});
            let (_, crawlers) = Case { seo, ..case }.head();
            (crawlers.image, crawlers.image_size)
        };
        let photo = "/media/news/a/plant.JPG?t=7";
        let shared = Some(format!("https://t.example{photo}"));
        assert_eq!(with(photo, Vec::new()), (shared, Some((1600, 900))));
        assert_eq!(with("/media/news/a/tide.svg?t=7", Vec::new()), (None, None));
        let configured = SeoConfig {
            image: Some("/i.png".to_owned()),
            ..SeoConfig::default()
        };
        let image = Some("https://t.example/i.png".to_owned());
        assert_eq!(with(photo, vec![("/news/a", configured)]), (image, None));
        assert_eq!(Case::article().head().1.image, None);
    }

    #[test]
    fn a_page_shown_in_another_language_points_at_the_real_one_and_has_no_hreflang() {
        let mut case = Case::article();
        case.payload["contentLocale"] = json!("zh-CN");
        let (head, crawlers) = case.head();
        assert_eq!(head.canonical, "https://t.example/news/a");
        assert!(crawlers.hreflang.is_empty());
    }

    #[test]
    fn a_guarded_page_is_never_indexed_and_describes_itself_to_no_machine() {
        let (head, crawlers) = Case {
            access: Access::Guarded,
            ..Case::article()
        }
        .head();
        assert!(head.noindex && crawlers.json_ld.is_none());
    }

    #[test]
    fn json_ld_takes_values_below_its_first_level_and_leaves_out_objects_without_any() {
        let mut case = Case::article();
        case.payload["data"]["entry"]["author"] = json!("Ann");
        case.route["metadata"]["jsonLd"] = json!({
            "@type": "NewsArticle",
            "author": {"@type": "Person", "name": "$entry.author"},
            "about": [{"@type": "Thing", "name": "$entry.subject"}],
            "editor": {"@type": "Person", "name": "$entry.editor"}
        });
        let json_ld = case.head().1.json_ld.unwrap();
        assert_eq!(json_ld["author"], json!({"@type": "Person", "name": "Ann"}));
        assert_eq!((json_ld.get("about"), json_ld.get("editor")), (None, None));
    }

    #[test]
    fn json_ld_of_an_article_has_publisher_and_image_that_of_a_firm_its_name() {
        let mut case = Case::article();
        let seo = SeoConfig {
            image: Some("/i.png".to_owned()),
            ..SeoConfig::default()
        };
        case.seo = vec![("/news/a", seo)];
        let article = case.head().1.json_ld.unwrap();
        assert_eq!(article["image"], "https://t.example/i.png");
        let publisher =
            json!({"@type": "Organization", "name": "Tidewater", "url": "https://t.example"});
        assert_eq!(article["publisher"], publisher);
        let mut case = Case::article();
        case.route["metadata"]["jsonLd"] = json!({"@type": "Organization"});
        assert_eq!(case.head().1.json_ld.unwrap()["name"], "Tidewater");
    }

    #[test]
    fn json_ld_takes_values_from_data_and_leaves_out_what_is_missing() {
        let json_ld = Case::article().head().1.json_ld.unwrap();
        assert_eq!(json_ld["datePublished"], "2026-05-03");
        assert!(json_ld.get("author").is_none());
    }

    #[test]
    fn a_page_below_others_names_them_from_the_first_page_on() {
        let crumb = |name: &str, href: &str| Crumb {
            name: name.to_owned(),
            href: href.to_owned(),
        };
        let mut case = Case::article();
        case.crumbs = vec![crumb("Tidewater", "/en"), crumb("News", "/en/news")];
        let json_ld = case.head().1.json_ld.unwrap();
        assert_eq!(json_ld["@context"], "https://schema.org");
        assert_eq!(json_ld["@graph"][0]["@type"], "NewsArticle");
        let item = |position: u8, name: &str, path: &str| json!({"@type": "ListItem", "position": position, "name": name, "item": format!("https://t.example{path}")});
        let trail = json!({"@type": "BreadcrumbList", "itemListElement": [
            item(1, "Tidewater", "/en"), item(2, "News", "/en/news"), item(3, "A tide", "/en/news/a")
        ]});
        assert_eq!(json_ld["@graph"][1], trail);
        // As the second page of a list has the title of the list.
        let mut case = Case::article();
        case.crumbs = vec![crumb("Tidewater", "/en"), crumb("A tide", "/en/news")];
        let (head, crawlers) = case.head();
        let last = &crawlers.json_ld.unwrap()["@graph"][1]["itemListElement"][2];
        assert_eq!(last["name"], head.title);
    }

    #[test]
    fn a_page_without_structured_data_of_its_own_has_the_pages_above() {
        let mut case = Case::article();
        case.route["metadata"]["jsonLd"] = Value::Null;
        assert_eq!(case.head().1.json_ld, None);
        let mut case = Case::article();
        case.route["metadata"]["jsonLd"] = Value::Null;
        case.crumbs = vec![Crumb {
            name: "Tidewater".to_owned(),
            href: "/en".to_owned(),
        }];
        let json_ld = case.head().1.json_ld.unwrap();
        assert_eq!(json_ld["@type"], "BreadcrumbList");
        assert_eq!(json_ld["itemListElement"].as_array().unwrap().len(), 2);
    }

    #[test]
    fn an_article_has_the_day_of_its_last_change_and_other_pages_have_not() {
        let modified = |kind: &str| {
            let mut case = Case::article();
            case.route["metadata"]["jsonLd"]["@type"] = json!(kind);
            case.last_change = Some(date(2026, 11, 5));
            case.head().1.json_ld.unwrap().get("dateModified").cloned()
        };
        assert_eq!(modified("NewsArticle"), Some(json!("2026-11-05")));
        assert_eq!(modified("Museum"), None);
    }
}
