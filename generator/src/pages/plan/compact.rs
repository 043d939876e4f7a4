//! All pages of a site, kept small: they stay in memory as long as the site is built. A page is a
//! language of a path, and thousands of others have most of its properties, too ([`PathKind`]). So
//! it takes its share of the path's text and of a [`Row`]; a [`PagePlan`] is made from them on
//! request.

use std::collections::HashMap;
use std::iter::zip;
use std::ops::Range;

use contract::build::Access;
use contract::locale::Locale;

use super::{LocaleText, PageIndex, PagePlan, Param, PlanError, PlannedAlternate};
use generator_ground::storage::ragged::Ragged;

/// The pages of a site, in a fixed order; a page's number in it is its [`PageIndex`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    locales: Vec<Locale>,
    kinds: Vec<PathKind>,
    /// Unprefixed paths, route by route.
    rows: Vec<Row>,
    /// Texts of the paths, as UTF-8.
    texts: Ragged<u8>,
    len: usize,
}

/// An unprefixed path. Its pages are adjacent, in the order of locales.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    /// The index of its first page.
    first: u32,
    /// Number of its kind.
    kind: u32,
}

/// Facts that many paths have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct PathKind {
    route: usize,
    access: Access,
    /// Name of the parameter, and the number of bytes of the path before and after its value.
    param: Option<(&'static str, usize, usize)>,
    /// How the paths are shown in each locale.
    shown: Vec<LocaleText>,
}

impl PathKind {
    /// Positions of the locales that show it.
    fn locales(&self) -> impl Iterator<Item = usize> {
        let shown = self.shown.iter().enumerate();
        shown
            .filter(|(_, shown)| **shown != LocaleText::Missing)
            .map(|(locale, _)| locale)
    }
}

impl Plan {
    /// How many pages there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// True for a site without pages.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Every page, by index.
    pub fn iter(&self) -> impl Iterator<Item = PagePlan> {
        (0..self.len).map(|index| self.page(index))
    }

    /// The page at `index`.
    pub fn page(&self, index: PageIndex) -> PagePlan {
        let row = self.row(index);
        let (path, kind) = (self.text(row), self.kind(row));
        let alternate = |locale: usize| PlannedAlternate {
            locale,
            href: self.locales[locale].href(path),
            is_own: kind.shown[locale] == LocaleText::Own,
        };
        let param = |(name, before, behind): (&'static str, usize, usize)| Param {
            name,
            value: path[before..path.len() - behind].to_owned(),
        };
        PagePlan {
            route: kind.route,
            locale: self.locale(index),
            access: kind.access,
            href: self.href(index),
            path: path.to_owned(),
            param: kind.param.map(param),
            alternates: kind.locales().map(alternate).collect(),
        }
    }

    /// Path of the page at `index`, with the locale's prefix.
    pub fn href(&self, index: PageIndex) -> String {
        self.locales[self.locale(index)].href(self.path(index))
    }

    /// Unprefixed path of a page.
    pub fn path(&self, index: PageIndex) -> &str {
        self.text(self.row(index))
    }

    /// Position of the page's route in the route table.
    pub fn route(&self, index: PageIndex) -> usize {
        self.kind(self.row(index)).route
    }

    /// Position of its locale.
    pub fn locale(&self, index: PageIndex) -> usize {
        let row = self.row(index);
        let number = index - self.rows[row].first as usize;
        self.kind(row).locales().nth(number).unwrap_or_default()
    }

    /// The indices of a route's pages.
    pub fn of_route(&self, route: usize) -> Range<PageIndex> {
        let first = |is_before: fn(&usize, &usize) -> bool| {
            let row = |row: &Row| is_before(&self.kinds[row.kind as usize].route, &route);
            self.first(self.rows.partition_point(row))
        };
        first(usize::lt)..first(usize::le)
    }

    /// Paths of all pages with their locale's prefix, by index, and the positions of their routes.
    pub fn hrefs(&self) -> impl Iterator<Item = (String, usize)> {
        (0..self.rows.len()).flat_map(move |row| {
            let (path, kind) = (self.text(row), self.kind(row));
            let href = move |locale: usize| (self.locales[locale].href(path), kind.route);
            kind.locales().map(href)
        })
    }

    /// Sorts `pages`, each of which has an `index`, by their paths with the locale's prefix.
    pub fn sort_by_href<Page>(&self, pages: &mut [Page], index: impl Fn(&Page) -> PageIndex) {
        // Locale by locale they are nearly sorted, and such runs are cheap to merge.
        pages.sort_by_key(|page| (self.locale(index(page)), index(page)));
        pages.sort_by(|one, other| {
            let (one, other) = (index(one), index(other));
            // An equal prefix has no influence on the order.
            if self.locale(one) == self.locale(other) {
                return self.bytes(one).cmp(self.bytes(other));
            }
            self.href(one).cmp(&self.href(other))
        });
    }

    /// For each page here, the index of the same page in `other`; none if it is missing there, or
    /// differs.
    pub fn indices_in(&self, other: &Self) -> Vec<Option<u32>> {
        if self.locales != other.locales {
            return vec![None; self.len];
        }
        let numbers: HashMap<&PathKind, u32> = zip(&other.kinds, 0..).collect();
        let kinds = self.kinds.iter().map(|kind| numbers.get(kind).copied());
        let kinds: Vec<Option<u32>> = kinds.collect();
        // Pages of the same path and kind are the same; there are no two rows of these, because
        // their pages would have the same path.
        let rows = other.rows.iter().enumerate();
        let rows: HashMap<(&[u8], u32), u32> = rows
            .map(|(number, row)| ((other.texts.get(number), row.kind), row.first))
            .collect();
        let indices = |(number, row): (usize, &Row)| {
            let kind = kinds[row.kind as usize];
            let first = kind.and_then(|kind| rows.get(&(self.texts.get(number), kind)));
            let pages = self.first(number + 1) - self.first(number);
            let first = first.copied();
            (0..pages as u32).map(move |page| first.map(|first| first + page))
        };
        self.rows.iter().enumerate().flat_map(indices).collect()
    }

    /// The row of the page at `index`.
    fn row(&self, index: PageIndex) -> usize {
        let until = self.rows.partition_point(|row| row.first as usize <= index);
        until.saturating_sub(1)
    }

    /// The first index of a row, or the index after the last.
    fn first(&self, row: usize) -> usize {
        self.rows
            .get(row)
            .map_or(self.len, |row| row.first as usize)
    }

    fn kind(&self, row: usize) -> &PathKind {
        &self.kinds[self.rows[row].kind as usize]
    }

    fn text(&self, row: usize) -> &str {
        // All inserted values are texts.
        std::str::from_utf8(self.texts.get(row)).unwrap_or_default()
    }

    /// [`Plan::path`], to be compared: texts and their bytes have the same order.
    fn bytes(&self, index: PageIndex) -> &[u8] {
        self.texts.get(self.row(index))
    }
}

/// An unprefixed path of a route, in all languages.
pub(super) struct Path {
    pub(super) path: String,
    /// Name of its parameter, and the place of the value in the path.
    pub(super) param: Option<(&'static str, Range<usize>)>,
    pub(super) is_guarded: bool,
    /// How the path is shown in each locale.
    pub(super) shown: Vec<LocaleText>,
}

/// A plan in the making.
pub(super) struct PlanBuilder {
    plan: Plan,
    /// Number of each kind so far.
    numbers: HashMap<PathKind, u32>,
}

impl PlanBuilder {
    /// A builder of a plan without pages so far.
    pub(super) fn new(locales: &[Locale]) -> Self {
        Self {
            plan: Plan {
                locales: locales.to_owned(),
                kinds: Vec::new(),
                rows: Vec::new(),
                texts: Ragged::default(),
                len: 0,
            },
            numbers: HashMap::new(),
        }
    }

    /// Adds the pages of one more path; routes come in their order.
    pub(super) fn add(
        &mut self,
        route: usize,
        access: Access,
        path: Path,
    ) -> Result<(), PlanError> {
        let Path {
            path, param, shown, ..
        } = path;
        let kind = PathKind {
            route,
            access,
            param: param.map(|(name, value)| (name, value.start, path.len() - value.end)),
            shown,
        };
        let pages = kind.locales().count();
        if pages == 0 {
            return Ok(());
        }
        let plan = &mut self.plan;
        number(plan.texts.items().len() + path.len())?;
        plan.rows.push(Row {
            first: number(plan.len)?,
            kind: match self.numbers.get(&kind) {
                Some(known) => *known,
                None => {
                    let next = number(plan.kinds.len())?;
                    plan.kinds.push(kind.clone());
                    self.numbers.insert(kind, next);
                    next
                }
            },
        });
        plan.texts.push(path.as_bytes());
        plan.len += pages;
        Ok(())
    }

    /// The plan, in as little memory as it takes.
    pub(super) fn finish(self) -> Plan {
        let mut plan = self.plan;
        plan.rows.shrink_to_fit();
        plan.texts.shrink_to_fit();
        plan
    }
}

fn number(size: usize) -> Result<u32, PlanError> {
    u32::try_from(size).map_err(|_| PlanError::TooLarge)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Inputs of a planned page: an unprefixed path of a route, and how the locales show it.
    #[derive(Clone, Debug)]
    struct Planned {
        route: usize,
        access: Access,
        path: String,
        param: Option<(&'static str, Range<usize>)>,
        shown: Vec<LocaleText>,
    }

    impl Planned {
        fn add(self, draft: &mut PlanBuilder) {
            let Self {
                route,
                access,
                path,
                param,
                shown,
            } = self;
            let path = Path {
                path,
                param,
                is_guarded: false,
                shown,
            };
            draft.add(route, access, path).unwrap();
        }

        /// Pages of the route, one by one.
        fn pages(&self, locales: &[Locale]) -> Vec<PagePlan> {
            let all = self.shown.iter().zip(locales).enumerate();
            let shown = all.filter(|(_, (shown, _))| **shown != LocaleText::Missing);
            let alternate =
                |(locale, (shown, l)): (usize, (&LocaleText, &Locale))| PlannedAlternate {
                    locale,
                    href: l.href(&self.path),
                    is_own: *shown == LocaleText::Own,
                };
            let alternates: Vec<PlannedAlternate> = shown.map(alternate).collect();
            let param = self.param.clone().map(|(name, value)| Param {
                name,
                value: self.path[value].to_owned(),
            });
            let page = |alternate: &PlannedAlternate| PagePlan {
                route: self.route,
                locale: alternate.locale,
                access: self.access,
                href: alternate.href.clone(),
                path: self.path.clone(),
                param: param.clone(),
                alternates: alternates.clone(),
            };
            alternates.iter().map(page).collect()
        }
    }

    fn locales() -> Vec<Locale> {
        let locale = |code: &str, prefix: &str| Locale {
            code: code.to_owned(),
            name: code.to_owned(),
            dir: contract::locale::Direction::Ltr,
            prefix: prefix.to_owned(),
            language: code.to_owned(),
            default: prefix.is_empty(),
            formats: None,
        };
        vec![locale("zh-CN", ""), locale("en", "en"), locale("ar", "ar")]
    }

    /// Few different ones, so that two plans have some in common and some almost.
    fn page_plans() -> impl Strategy<Value = Vec<Planned>> {
        let shown = prop::sample::select(vec![
            LocaleText::Own,
            LocaleText::Fallback,
            LocaleText::Missing,
        ]);
        let access = prop::sample::select(vec![Access::Public, Access::Guarded]);
        let path = ("/[a潮]", "[bc]{1,2}", any::<bool>());
        let one = (
            0..3_usize,
            access,
            path,
            prop::collection::vec(shown, 3..=3),
        );
        let one = one.prop_map(|(route, access, (list, slug, is_entry), shown)| {
            let path = match is_entry {
                true => format!("{list}/{slug}/x"),
                false => "/".to_owned(),
            };
            let value = list.len() + 1..list.len() + 1 + slug.len();
            Planned {
                route,
                access,
                path,
                param: is_entry.then_some(("id", value)),
                shown,
            }
        });
        prop::collection::vec(one, 0..12).prop_map(|mut all| {
            // Two routes may share a path where no language has both; here the first has it alone.
            let mut seen = std::collections::HashSet::new();
            all.retain(|one| seen.insert(one.path.clone()));
            all.sort_by_key(|one| one.route);
            all
        })
    }

    fn plan(planned: &[Planned], locales: &[Locale]) -> Plan {
        let mut draft = PlanBuilder::new(locales);
        for one in planned {
            one.clone().add(&mut draft);
        }
        draft.finish()
    }

    proptest! {
        #![proptest_config(property_tests::cases(500))]
        #[test]
        fn a_plan_gives_back_every_page_as_it_was_planned(planned in page_plans()) {
            let locales = locales();
            let plan = plan(&planned, &locales);
            let pages: Vec<PagePlan> = planned.iter().flat_map(|one| one.pages(&locales)).collect();
            prop_assert_eq!(plan.iter().collect::<Vec<_>>(), &pages[..]);
            prop_assert_eq!((plan.len(), plan.is_empty()), (pages.len(), pages.is_empty()));
            for (index, page) in pages.iter().enumerate() {
                let told = (plan.href(index), plan.path(index), plan.route(index), plan.locale(index));
                prop_assert_eq!(told, (page.href.clone(), &*page.path, page.route, page.locale));
            }
            let hrefs: Vec<(String, usize)> = pages.iter().map(|page| (page.href.clone(), page.route)).collect();
            prop_assert_eq!(plan.hrefs().collect::<Vec<_>>(), hrefs);
            let mut sorted: Vec<usize> = (0..pages.len()).rev().collect();
            plan.sort_by_href(&mut sorted, |index| *index);
            let sorted: Vec<String> = sorted.into_iter().map(|index| plan.href(index)).collect();
            prop_assert!(sorted.is_sorted(), "{:?}", sorted);
            for route in 0..4 {
                let of_route: Vec<usize> = (0..pages.len()).filter(|index| pages[*index].route == route).collect();
                prop_assert_eq!(plan.of_route(route).collect::<Vec<_>>(), of_route);
            }
        }

        #[test]
        fn a_page_is_found_in_another_plan_where_it_is_the_same_in_everything(
            [one, other] in [page_plans(), page_plans()],
            is_like in any::<bool>(),
        ) {
            let locales = locales();
            // Often one that differs in a single path.
            let other = if is_like { one.iter().skip(1).cloned().collect() } else { other };
            let [one, other] = [plan(&one, &locales), plan(&other, &locales)];
            let others: Vec<PagePlan> = other.iter().collect();
            let index = |page: PagePlan| others.iter().position(|other| *other == page).map(|index| index as u32);
            prop_assert_eq!(one.indices_in(&other), one.iter().map(index).collect::<Vec<_>>());
            prop_assert_eq!(one == other, one.iter().eq(others));
        }
    }

    #[test]
    fn two_routes_share_a_path_where_no_language_has_both() {
        let locales = locales();
        let half = |route, shown| Planned {
            route,
            access: Access::Public,
            path: "/a".to_owned(),
            param: None,
            shown,
        };
        let (own, not) = (LocaleText::Own, LocaleText::Missing);
        let (first, second) = (half(0, vec![own, not, not]), half(1, vec![not, own, own]));
        let both = plan(&[first.clone(), second.clone()], &locales);
        let indices = |one: Planned| plan(&[one], &locales).indices_in(&both);
        assert_eq!(indices(first), [Some(0)]);
        assert_eq!(indices(second), [Some(1), Some(2)]);
        let otherwise = half(1, vec![not, own, not]);
        assert_eq!(indices(otherwise), [None]);
    }

    #[test]
    fn a_plan_of_other_languages_has_no_page_of_this_one() {
        let planned = Planned {
            route: 0,
            access: Access::Public,
            path: "/a".to_owned(),
            param: None,
            shown: vec![LocaleText::Own; 3],
        };
        let mut others = locales();
        others[1].prefix = "english".to_owned();
        let pages = std::slice::from_ref(&planned);
        let [one, other] = [plan(pages, &locales()), plan(pages, &others)];
        assert_eq!(one.indices_in(&other), [None; 3]);
    }

    #[test]
    fn a_plan_counts_to_four_billion_and_says_so() {
        assert_eq!(number(u32::MAX as usize), Ok(u32::MAX));
        assert_eq!(number(u32::MAX as usize + 1), Err(PlanError::TooLarge));
    }
}
