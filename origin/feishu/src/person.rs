//! Values of Feishu's open platform: codes, people, and the pages that it shows.

use serde::Deserialize;

use origin_ground::user::{Email, Name};
use origin_platforms::page::own_page;

/// Characters that a code may have; Feishu's have about 40.
const CODE_MAX: usize = 512;

/// Characters that an id may have.
const ID_MAX: usize = 64;

/// The part of the site that Feishu shows, below a language's prefix.
const PART: &str = "feishu";

/// A code by which a page identifies the person that opened it.
#[derive(Clone, PartialEq, Eq)]
pub struct FeishuCode(String);

impl FeishuCode {
    /// The code that a page sent; none if Feishu cannot have given it.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.~+/=".contains(&byte);
        let is_code = (1..=CODE_MAX).contains(&text.len()) && text.bytes().all(fits);
        is_code.then(|| Self(text.to_owned()))
    }

    /// The text, for Feishu alone.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

/// A person for whom Feishu vouches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// Feishu's id of the person, the same for all apps of the company.
    pub union_id: String,
    /// The name, else the English one; none if neither fits as a display name.
    pub name: Option<Name>,
    /// The address of a mailbox that Feishu hosts itself, in a domain that the company has proven
    /// to be its own. The other address in Feishu's answer was typed by a person, and proves no
    /// identity.
    pub mailbox: Option<Email>,
}

/// `data` of `user_info`, as far as it is read.
#[derive(Deserialize)]
struct UserInfo {
    union_id: String,
    name: Option<String>,
    en_name: Option<String>,
    enterprise_email: Option<String>,
}

impl Person {
    /// The person in `data` of Feishu's answer; none if it has none.
    pub fn read(data: serde_json::Value) -> Option<Self> {
        let info: UserInfo = serde_json::from_value(data).ok()?;
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
        let is_id = (1..=ID_MAX).contains(&info.union_id.len()) && info.union_id.bytes().all(fits);
        let names = [info.name, info.en_name].into_iter().flatten();
        is_id.then(|| Self {
            name: names.filter_map(|name| Name::parse(&name)).next(),
            mailbox: info.enterprise_email.and_then(|email| Email::parse(&email)),
            union_id: info.union_id,
        })
    }
}

/// The page that may call Feishu's client from its scripts: its address without the fragment. None
/// if it is no page of the site's under `/feishu/`, by itself or below a language's prefix.
pub fn page(
    text: &str,
    is_own: impl Fn(&str) -> bool,
    is_prefix: impl Fn(&str) -> bool,
) -> Option<&str> {
    let (page, url) = own_page(text, is_own)?;
    let mut segments = url.path_segments()?;
    let is_part = match segments.next() {
        Some(PART) => true,
        Some(prefix) => is_prefix(prefix) && segments.next() == Some(PART),
        None => false,
    };
    let has_more = segments.next().is_some_and(|segment| !segment.is_empty());
    (is_part && has_more).then_some(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_page_is_one_of_the_sites_own_and_keeps_its_address() {
        let own = |origin: &str| origin == "https://site.example";
        for (text, expected) in [
            (
                "https://site.example/feishu/ai#top",
                Some("https://site.example/feishu/ai"),
            ),
            (
                "https://site.example/en/feishu/supplier?query=%E7%9F%B3&page=2#x#y",
                Some("https://site.example/en/feishu/supplier?query=%E7%9F%B3&page=2"),
            ),
            ("https://site.example/anything/feishu/ai", None),
            ("https://site.example/EN/feishu/ai", None),
            ("https://site.example//feishu/ai", None),
            ("https://site.example/feishu/", None),
            ("https://site.example/feishu", None),
            ("https://site.example/feishus/ai", None),
            ("https://site.example/about", None),
            ("https://site.example/a/b/feishu/ai", None),
            ("https://site.example/feishu/../about", None),
            ("https://evil.example/feishu/ai", None),
            ("https://site.example@evil.example/feishu/ai", None),
            ("https://user@site.example/feishu/ai", None),
            ("https://site.example:8443/feishu/ai", None),
            ("http://site.example/feishu/ai", None),
            ("https://site.example/feishu/ai x", None),
            ("/feishu/ai", None),
            ("data:,feishu/ai", None),
            ("", None),
        ] {
            assert_eq!(
                page(text, own, |segment| segment == "en"),
                expected,
                "{text}"
            );
        }
    }

    #[test]
    fn a_person_has_an_id_and_only_a_mailbox_of_the_companys_counts() {
        let read = |data| Person::read(data);
        let ann = json!({
            "name": "林安", "en_name": "Ann", "email": "boss@site.example", "open_id": "ou_1",
            "union_id": "on_1", "enterprise_email": "Ann@Site.example", "tenant_key": "t",
        });
        let expected = Person {
            union_id: "on_1".to_owned(),
            name: Name::parse("林安"),
            mailbox: Email::parse("ann@site.example"),
        };
        assert_eq!(read(ann), Some(expected));
        let bare = read(json!({"union_id": "on_2", "email": "boss@site.example"})).unwrap();
        assert_eq!((bare.name, bare.mailbox), (None, None));
        for wrong in [
            json!(null),
            json!({}),
            json!({"union_id": ""}),
            json!({"union_id": 7}),
            json!({"union_id": "on 1"}),
            json!({"union_id": "a".repeat(65)}),
        ] {
            assert_eq!(read(wrong), None);
        }
        let odd = json!({"union_id": "on_3", "name": "a\u{202e}b", "en_name": "Ann", "enterprise_email": "x"});
        let odd = read(odd).unwrap();
        assert_eq!((odd.name, odd.mailbox), (Name::parse("Ann"), None));
    }

    #[test]
    fn a_code_is_short_and_plain() {
        assert!(FeishuCode::parse(" xMSldislSkdK ").is_some());
        let long = "a".repeat(CODE_MAX + 1);
        for wrong in ["", " ", "a b", "a\"b", "码", &long] {
            assert!(FeishuCode::parse(wrong).is_none(), "{wrong}");
        }
    }
}
