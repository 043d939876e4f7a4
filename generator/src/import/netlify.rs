//! PURE: `_redirects` of Netlify and of hosts that copied its format.

use std::collections::{BTreeMap, BTreeSet};

use contract::locale::Locale;
use generator_content::redirects::{OldAddress, Status, old_address};
use generator_ground::message::Message;
use percent_encoding::percent_decode_str;

use super::{Imported, LeftOut, Redirect};

/// The rules of `text`, the file `name`, that `redirects.yaml` can have.
///
/// An unprefixed rule holds for the default language alone, as it did at Netlify. A rule that leads
/// to the address of another gets the last target: an old address leads to a page at once.
pub fn parse(name: &str, text: &str, locales: &[Locale]) -> Imported {
    let mut imported = Imported::default();
    let mut seen = BTreeSet::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim_start_matches('\u{feff}');
        let rule = line
            .split_once('#')
            .filter(|(before, _)| before.is_empty() || before.ends_with(char::is_whitespace));
        let rule = rule.map_or(line, |(before, _)| before).trim();
        if rule.is_empty() {
            continue;
        }
        let place = format!("{name}:{}", index + 1);
        let parsed = parse_rule(&place, rule, locales).and_then(|redirect| {
            match seen.insert((redirect.locale.clone(), redirect.from.clone())) {
                true => Ok(redirect),
                false => Err(Message::new("import/repeated").with("from", redirect.from)),
            }
        });
        match parsed {
            Ok(redirect) => imported.redirects.push(redirect),
            Err(reason) => imported.left_out.push(LeftOut::new(&place, reason)),
        }
    }
    shorten_chains(&mut imported);
    imported
}

fn parse_rule(place: &str, rule: &str, locales: &[Locale]) -> Result<Redirect, Message> {
    let mut words = rule.split_whitespace();
    let from = words.next().unwrap_or_default();
    let to = words.next().ok_or_else(|| Message::new("import/rule"))?;
    // `/store id=:id /blog/:id 301`: the target comes after the parameters of the query.
    if !to.starts_with('/') && !to.contains("://") {
        return Err(Message::new("import/condition").with("condition", to));
    }
    let status = words.next().unwrap_or("301");
    if let Some(condition) = words.next() {
        return Err(Message::new("import/condition").with("condition", condition));
    }
    let status = match status.trim_end_matches('!') {
        "301" | "308" => Status::Permanent,
        "302" | "303" | "307" => Status::Temporary,
        "410" => Status::Gone,
        "200" => return Err(Message::new("import/proxy")),
        condition if condition.contains('=') => {
            return Err(Message::new("import/condition").with("condition", condition));
        }
        other => return Err(Message::new("import/status").with("status", other)),
    };
    let from = address(from, locales)?;
    let to = match status {
        Status::Gone => None,
        Status::Permanent | Status::Temporary => Some(address(to, locales)?),
    };
    let locale = from.locale.or_else(|| default_code(locales));
    if let Some(to) = &to {
        let target = to.locale.clone().or_else(|| default_code(locales));
        if target != locale {
            return Err(Message::new("import/languages").with("path", &to.path));
        }
        if to.path == from.path {
            return Err(Message::new("import/loop").with("from", from.path));
        }
    }
    Ok(Redirect {
        place: place.to_owned(),
        from: from.path,
        to: to.map(|to| to.path),
        status,
        locale,
    })
}

/// The default language, where a site has others.
fn default_code(locales: &[Locale]) -> Option<String> {
    let default = locales.iter().find(|locale| locale.default);
    default
        .filter(|_| locales.len() > 1)
        .map(|it| it.code.clone())
}

fn address(text: &str, locales: &[Locale]) -> Result<OldAddress, Message> {
    if !text.starts_with('/') || text.starts_with("//") {
        return Err(Message::new("import/foreign").with("address", text));
    }
    // `:` at the start of a segment names a placeholder, `*` the rest of the address.
    if text.contains('*') || text.contains("/:") {
        return Err(Message::new("import/pattern").with("address", text));
    }
    let decoded = percent_decode_str(text).decode_utf8().ok();
    let found = decoded.and_then(|decoded| old_address(&decoded, locales));
    found.ok_or_else(|| Message::new("import/address").with("address", text))
}

/// Gives each rule the last target of its chain; rules that never reach one are left out.
fn shorten_chains(imported: &mut Imported) {
    type Key = (Option<String>, String);
    let rules = std::mem::take(&mut imported.redirects);
    let targets: BTreeMap<Key, Option<String>> = rules
        .iter()
        .map(|rule| ((rule.locale.clone(), rule.from.clone()), rule.to.clone()))
        .collect();
    for mut rule in rules {
        let mut passed = BTreeSet::from([rule.from.clone()]);
        let is_loop = loop {
            let Some(to) = rule.to.clone() else {
                break false;
            };
            let Some(next) = targets.get(&(rule.locale.clone(), to.clone())) else {
                break false;
            };
            if !passed.insert(to) {
                break true;
            }
            rule.to.clone_from(next);
        };
        if is_loop {
            let reason = Message::new("import/loop").with("from", &rule.from);
            imported.left_out.push(LeftOut::new(&rule.place, reason));
            continue;
        }
        if rule.to.is_none() {
            rule.status = Status::Gone;
        }
        imported.redirects.push(rule);
    }
}

#[cfg(test)]
mod tests {
    use contract::locale::Direction;

    use super::*;

    fn locales(codes: &[(&str, &str)]) -> Vec<Locale> {
        let locale = |(code, prefix): &(&str, &str)| Locale {
            code: (*code).to_owned(),
            name: (*code).to_owned(),
            dir: Direction::Ltr,
            prefix: (*prefix).to_owned(),
            language: (*code).to_owned(),
            default: prefix.is_empty(),
            formats: None,
        };
        codes.iter().map(locale).collect()
    }

    fn rows(imported: &Imported) -> Vec<(&str, Option<&str>, u16, Option<&str>)> {
        let row = |it| {
            let Redirect {
                from,
                to,
                status,
                locale,
                ..
            }: &Redirect = it;
            (
                &**from,
                to.as_deref(),
                u16::from(*status),
                locale.as_deref(),
            )
        };
        imported.redirects.iter().map(row).collect()
    }

    #[test]
    fn rules_become_rows_in_the_language_of_their_addresses() {
        let text = "\u{feff}# moved\n/old/ /about 301! # for good\n/en/old /en/about\n\
                    /%E6%97%A7 /news 302\n/gone /x 410\r\n/chain /old\n";
        let imported = parse("_redirects", text, &locales(&[("zh-CN", ""), ("en", "en")]));
        assert_eq!(imported.left_out, []);
        assert_eq!(
            rows(&imported),
            [
                ("/old", Some("/about"), 308, Some("zh-CN")),
                ("/old", Some("/about"), 308, Some("en")),
                ("/旧", Some("/news"), 307, Some("zh-CN")),
                ("/gone", None, 410, Some("zh-CN")),
                ("/chain", Some("/about"), 308, Some("zh-CN")),
            ]
        );
        let single = parse("_redirects", "/a /b", &locales(&[("en", "")]));
        assert_eq!(rows(&single), [("/a", Some("/b"), 308, None)]);
    }

    #[test]
    fn every_other_rule_is_reported_with_its_line() {
        let cases = [
            ("/a", "import/rule"),
            ("/a id=:id /b", "import/condition"),
            ("/a /b 301 Country=cn", "import/condition"),
            ("/a /b Language=en", "import/condition"),
            ("/a/* /b/:splat", "import/pattern"),
            ("/a /b/:slug", "import/pattern"),
            ("/api /.netlify/functions/x 200", "import/proxy"),
            ("/a /b 404", "import/status"),
            ("/a https://example.com/b", "import/foreign"),
            ("/a //example.com", "import/foreign"),
            ("https://x.example/a /b", "import/foreign"),
            ("/a/%2e%2e/b /c", "import/address"),
            ("/a /b?c=1", "import/address"),
            ("/a%00 /b", "import/address"),
            ("/%ff /b", "import/address"),
            ("/api/x /b", "import/address"),
            ("/a /en/b", "import/languages"),
            ("/a /a/", "import/loop"),
            ("/a /b\n/b /a", "import/loop"),
            ("/a /b\n/a /c", "import/repeated"),
        ];
        for (text, key) in cases {
            let imported = parse("_redirects", text, &locales(&[("zh-CN", ""), ("en", "en")]));
            let last = imported.left_out.last().unwrap_or_else(|| panic!("{text}"));
            let line = format!("_redirects:{}", text.lines().count());
            assert_eq!(last.place, line, "{text}");
            let known = serde_json::to_value(&last.reason).unwrap();
            assert_eq!(known["key"], key, "{text}");
        }
    }
}
