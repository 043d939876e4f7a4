//! PURE: which old addresses lead where, in every language.
//!
//! An alias leads to its entry's page, a row of `redirects.yaml` to the page that it names; both
//! hold in each language that shows that page. An old address must be valid: it is no current page,
//! it is declared only once, and it leads to a page directly.

use std::collections::BTreeMap;

use contract::build::Entry;
use contract::locale::Locale;

use generator_content::FieldProblem;
use generator_content::redirects::{Alias, Row, Status};
use generator_content::{Content, Targets};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;

use super::nearest::NearestPages;
use super::plan::Plan;

/// Old addresses of a site.
#[derive(Debug, Default)]
pub struct Redirects {
    /// Canonical path → redirect, or gone.
    pub entries: BTreeMap<String, Entry>,
    /// Problems of old addresses.
    pub problems: Vec<Diagnostic>,
}

/// Pages of the site, as far as old addresses depend on them.
pub struct Pages<'a> {
    /// Every page, and every file that a link may lead to.
    pub targets: &'a Targets,
    /// Collection → path pattern of its entries' pages.
    pub hrefs: &'a BTreeMap<String, String>,
    /// The pages, for suggestions.
    pub plan: &'a Plan,
}

/// Where an old address is written.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Place<'a> {
    file: &'a str,
    index: Index<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Index<'a> {
    Alias(&'a str),
    Row(usize),
}

impl Place<'_> {
    fn problem(self, field: &str, message: Message) -> FieldProblem {
        match self.index {
            Index::Alias(pointer) => FieldProblem::at(pointer, message),
            Index::Row(index) => FieldProblem::at(format!("/{index}/{field}"), message),
        }
    }
}

/// An old address in one language.
struct Claim<'a> {
    place: Place<'a>,
    locale: &'a Locale,
    /// Unprefixed; none for a page that is gone.
    to: Option<&'a str>,
    status: Status,
}

/// The old addresses of `content`.
pub fn redirects(content: &Content, pages: &Pages<'_>) -> Redirects {
    let mut finder = Finder {
        content,
        pages,
        nearest: NearestPages::new(pages.plan),
        claims: BTreeMap::new(),
        problems: Vec::new(),
    };
    let aliases = finder.alias_targets();
    for (alias, target) in &aliases {
        let place = Place {
            file: &alias.file,
            index: Index::Alias(&alias.pointer),
        };
        for locale in &content.locales {
            if pages.targets.contains(&locale.href(target)) {
                let to = Some(target.as_str());
                finder.claim(&alias.path, place, locale, to, Status::Permanent);
            }
        }
    }
    for (index, row) in content.redirects.rows.iter().enumerate() {
        let place = Place {
            file: &content.redirects.file,
            index: Index::Row(index),
        };
        finder.row(row, place);
    }
    finder.finish()
}

struct Finder<'a> {
    content: &'a Content,
    pages: &'a Pages<'a>,
    nearest: NearestPages<'a>,
    /// Claims by path with the language's prefix.
    claims: BTreeMap<String, Claim<'a>>,
    problems: Vec<Diagnostic>,
}

impl<'a> Finder<'a> {
    /// The aliases, and the unprefixed page that each leads to.
    fn alias_targets(&mut self) -> Vec<(&'a Alias, String)> {
        let mut found = Vec::new();
        for (key, aliases) in &*self.content.aliases {
            let Some(pattern) = self.pages.hrefs.get(&*key.collection) else {
                for alias in aliases {
                    let message = Message::new("no-own-page").with("collection", &*key.collection);
                    let problem = FieldProblem::at(&*alias.pointer, message);
                    self.problems
                        .extend(self.content.point(&alias.file, problem));
                }
                continue;
            };
            let target = pattern.replace(":id", &key.slug);
            found.extend(aliases.iter().map(|alias| (alias, target.clone())));
        }
        found
    }

    /// Claims the addresses of a row, in the languages that it holds for.
    fn row(&mut self, row: &'a Row, place: Place<'a>) {
        let (mut is_led, mut is_held) = (false, false);
        let wanted = |locale: &&Locale| row.locale.as_ref().is_none_or(|code| *code == locale.code);
        let locales: Vec<&'a Locale> = self.content.locales.iter().filter(wanted).collect();
        for locale in &locales {
            let leads = match &row.to {
                None => true,
                Some(to) => self.target(to, locale).is_some() || self.is_alias_of(to, locale),
            };
            is_led |= leads;
            is_held |= row.to.as_ref().is_some_and(|to| self.is_hidden(to));
            if leads {
                self.claim(&row.from, place, locale, row.to.as_deref(), row.status);
            }
        }
        let Some(to) = row.to.as_ref().filter(|_| !is_led) else {
            return;
        };
        let message = match (is_held, &row.locale) {
            (true, _) => Message::new("redirect-nowhere/hidden"),
            (false, Some(code)) => Message::new("redirect-nowhere/language").with("language", code),
            (false, None) => Message::new("redirect-nowhere"),
        };
        let near = locales.iter().find_map(|locale| self.nearest(to, locale));
        let problem = place.problem("to", message.with("to", to).suggest(near));
        let told = self.content.point(place.file, problem).into_iter();
        // The page may be scheduled or expired: neither is a reason to stop the build.
        let told = told.map(|told| if is_held { told.warning() } else { told });
        self.problems.extend(told);
    }

    fn nearest(&self, to: &str, locale: &Locale) -> Option<String> {
        let mut locales = self.content.locales.iter();
        let position = locales.position(|known| known.code == locale.code)?;
        self.nearest.to(to, position)
    }

    /// The path of `to` in a language: a page of it, or a file that is the same for all.
    fn target(&self, to: &str, locale: &Locale) -> Option<String> {
        let is_there = |path: &String| self.pages.targets.contains(path);
        let file = to.starts_with(MEDIA).then(|| to.to_owned());
        Some(locale.href(to))
            .filter(is_there)
            .or(file.filter(is_there))
    }

    /// True if an old address is `to`: problems of its target are reported when all are known.
    fn is_alias_of(&self, to: &str, locale: &Locale) -> bool {
        let rows = &self.content.redirects.rows;
        self.claims.contains_key(&locale.href(to)) || rows.iter().any(|row| row.from == to)
    }

    /// True if an entry that is written and not visible has a page, or a file, at `to`.
    fn is_hidden(&self, to: &str) -> bool {
        let of_entry = |(collection, pattern): (&String, &String)| {
            let (before, after) = pattern.split_once(":id")?;
            let rest = to.strip_prefix(before)?;
            let (slug, behind) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            behind.starts_with(after).then_some(())?;
            self.content.hidden(collection, slug)
        };
        let mut media = to.strip_prefix(MEDIA).unwrap_or_default().split('/');
        let of_media = media.next().zip(media.next());
        self.pages
            .hrefs
            .iter()
            .any(|entry| of_entry(entry).is_some())
            || of_media
                .is_some_and(|(collection, slug)| self.content.hidden(collection, slug).is_some())
    }

    fn claim(
        &mut self,
        from: &str,
        place: Place<'a>,
        locale: &'a Locale,
        to: Option<&'a str>,
        status: Status,
    ) {
        // Files beside texts have no language.
        let path = match from.starts_with(MEDIA) {
            true => from.to_owned(),
            false => locale.href(from),
        };
        let message = if self.pages.targets.contains(&path) {
            Message::new("address-taken")
        } else if let Some(other) = self.claims.get(&path) {
            if other.place == place {
                return;
            }
            Message::new("address-twice").with("file", other.place.file)
        } else {
            let claim = Claim {
                place,
                locale,
                to,
                status,
            };
            self.claims.insert(path, claim);
            return;
        };
        let problem = place.problem("from", message.with("path", path));
        self.problems
            .extend(self.content.point(place.file, problem));
    }

    /// Where each address leads; one that leads to another old address is wrong.
    fn finish(mut self) -> Redirects {
        let mut entries = BTreeMap::new();
        let mut wrong = Vec::new();
        for (path, claim) in &self.claims {
            let Some(to) = claim.to else {
                entries.insert(path.clone(), Entry::Gone);
                continue;
            };
            match self.target(to, claim.locale) {
                Some(to) => {
                    let permanent = claim.status == Status::Permanent;
                    entries.insert(path.clone(), Entry::Redirect { to, permanent });
                }
                None => wrong.push((claim.place, self.chain(path, claim))),
            }
        }
        for (place, message) in wrong {
            let problem = place.problem("to", message);
            self.problems
                .extend(self.content.point(place.file, problem));
        }
        self.problems
            .sort_by(|a, b| (&a.file, a.line, a.column).cmp(&(&b.file, b.line, b.column)));
        self.problems.dedup();
        Redirects {
            entries,
            problems: self.problems,
        }
    }

    /// The message about an address that leads to another old one.
    fn chain(&self, path: &str, claim: &Claim<'_>) -> Message {
        let to = claim.to.unwrap_or_default();
        let mut at = claim.locale.href(to);
        // A chain that is longer than the number of addresses is a cycle.
        for _ in 0..self.claims.len() {
            let Some(next) = self.claims.get(&at) else {
                return Message::new("redirect-nowhere").with("to", to);
            };
            let Some(then) = next.to else {
                return Message::new("redirect-chain/gone").with("to", to);
            };
            if let Some(end) = self.target(then, next.locale) {
                let unprefixed = then.to_owned();
                debug_assert!(self.pages.targets.contains(&end));
                return Message::new("redirect-chain")
                    .with("to", to)
                    .with("end", unprefixed);
            }
            at = next.locale.href(then);
        }
        Message::new("redirect-loop")
            .with("path", path)
            .with("to", to)
    }
}

/// Files beside texts are published below it.
const MEDIA: &str = "/media/";
