//! PURE: links of all pages to anchors of pages, and the anchors that are missing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use generator_content::page_of;
use generator_ground::diagnostic::{Diagnostic, suggestion};
use generator_ground::message::Message;

use super::markup::{Anchors, Links, anchor, decode_anchor};
use super::plan::PageIndex;

/// The links of all pages. Pages with the same links, such as those of a footer, share them.
#[derive(Debug, Default)]
pub(crate) struct AnchorLinks(BTreeMap<PageIndex, Arc<Links>>);

impl AnchorLinks {
    /// The links of pages that were made now, and of others as they were.
    pub(crate) fn new(
        made: BTreeMap<PageIndex, Links>,
        kept: impl Iterator<Item = (PageIndex, Arc<Links>)>,
    ) -> Self {
        let mut shared: BTreeSet<Arc<Links>> = BTreeSet::new();
        let made = made
            .into_iter()
            .map(|(page, links)| (page, Arc::new(links)));
        let pages = kept.chain(made).map(|(page, links)| {
            let known = shared.get(&links).cloned();
            let links = known.unwrap_or_else(|| {
                shared.insert(Arc::clone(&links));
                links
            });
            (page, links)
        });
        Self(pages.collect())
    }

    /// The links of a page.
    pub(crate) fn get(&self, page: PageIndex) -> Option<&Arc<Links>> {
        self.0.get(&page)
    }

    /// Pages with such links, and these.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (PageIndex, &Links)> {
        self.0.iter().map(|(page, links)| (*page, &**links))
    }

    /// Path of a page → links that lead there, of whichever page.
    pub(crate) fn by_target(&self) -> BTreeMap<&str, BTreeSet<&str>> {
        let mut targets: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        let mut last = None;
        for links in self.0.values() {
            // Most pages have the links of the page before.
            if last.is_some_and(|last| Arc::ptr_eq(last, links)) {
                continue;
            }
            last = Some(links);
            for link in &**links {
                targets.entry(page_of(link)).or_default().insert(link);
            }
        }
        targets
    }
}

/// Whether a page has the anchor of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The page has it.
    Fine,
    /// The page does not have the anchor; the anchor that the link probably means.
    Missing(Option<Box<str>>),
}

impl Verdict {
    /// The verdict about a link to a page with these anchors.
    pub(crate) fn new(link: &str, anchors: &Anchors) -> Self {
        match anchor(link) {
            Some(anchor) if !anchors.contains(anchor) => {
                let near = suggestion(&decode_anchor(anchor), anchors.names());
                Self::Missing(near.map(Box::from))
            }
            _ => Self::Fine,
        }
    }

    /// The message about a link in the form that its author wrote, `/about#team`.
    pub(crate) fn message(&self, written: &str) -> Option<Message> {
        let Self::Missing(near) = self else {
            return None;
        };
        let anchor = decode_anchor(anchor(written)?);
        let message = Message::new("anchor")
            .with("address", page_of(written))
            .with("anchor", format!("#{anchor}"));
        Some(message.suggest(near.as_ref().map(|near| format!("#{near}"))))
    }
}

/// Everything about anchors that the next build continues from.
#[derive(Debug, Default)]
pub(crate) struct CheckedAnchors {
    /// Links of each page to anchors.
    pub(crate) links: AnchorLinks,
    /// Verdicts about links that lead to a public page.
    pub(crate) verdicts: BTreeMap<Box<str>, Verdict>,
    /// Page → warnings about links in its texts, if these were looked at.
    pub(crate) in_texts: BTreeMap<PageIndex, TextWarnings>,
}

/// Warnings about the links in a page's texts, with the links' addresses.
pub(crate) type TextWarnings = Vec<(String, Diagnostic)>;

/// The last build's checks, and by index the pages that are as they were: their old index.
#[derive(Clone, Copy)]
pub(crate) struct LastAnchors<'a> {
    pub(crate) checked: &'a CheckedAnchors,
    pub(crate) indices: &'a [Option<u32>],
}

impl<'a> LastAnchors<'a> {
    /// The links of pages that are as they were.
    pub(crate) fn links(self) -> impl Iterator<Item = (PageIndex, Arc<Links>)> + 'a {
        let pages = self.indices.iter().enumerate();
        pages.filter_map(move |(page, old)| {
            let links = self.checked.links.get((*old)? as usize)?;
            Some((page, Arc::clone(links)))
        })
    }

    /// The verdict about a link to a page that is as it was.
    pub(crate) fn verdict(self, page: PageIndex, link: &str) -> Option<Verdict> {
        self.indices[page]?;
        self.checked.verdicts.get(link).cloned()
    }

    /// The warnings in the texts of a page that is as it was, if all its `links` are, too.
    pub(crate) fn in_texts(
        self,
        page: PageIndex,
        links: &Links,
        verdicts: &BTreeMap<Box<str>, Verdict>,
    ) -> Option<&'a TextWarnings> {
        let warnings = self.checked.in_texts.get(&(self.indices[page]? as usize))?;
        let last = &self.checked.verdicts;
        let mut links = links.iter();
        links
            .all(|link| last.get(link) == verdicts.get(link))
            .then_some(warnings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use generator_ground::message::Language;

    fn links(links: &[&str]) -> Links {
        links.iter().map(|link| Box::from(*link)).collect()
    }

    #[test]
    fn a_missing_anchor_is_reported_as_its_author_reads_it_with_the_nearest_one() {
        let anchors =
            Anchors::new("<h2 id=\"outlook\">a</h2><h2 id=\"潮汐表\">b</h2><i id=\"_R_1_\">");
        let text = |link: &str| {
            let message = Verdict::new(link, &anchors).message(link)?;
            Some((
                message.text(Language::English),
                message.text_of("suggestion").map(str::to_owned),
            ))
        };
        let expected = |anchor: &str, near: Option<&str>| {
            let text = format!("the page `/news` has no place with the name `{anchor}`");
            Some((text, near.map(str::to_owned)))
        };
        assert_eq!(text("/news?page=2#outlook"), None);
        assert_eq!(text("/news#%E6%BD%AE%E6%B1%90%E8%A1%A8"), None);
        assert_eq!(text("/news#outlok"), expected("#outlok", Some("#outlook")));
        assert_eq!(
            text("/news#%E6%BD%AE%E6%B1%90"),
            expected("#潮汐", Some("#潮汐表"))
        );
        assert_eq!(text("/news#elsewhere"), expected("#elsewhere", None));
    }

    #[test]
    fn pages_with_the_same_links_share_them_and_kept_pages_move_to_their_new_index() {
        let footer = || links(&["/about#team"]);
        let first = AnchorLinks::new([(0, footer()), (2, footer())].into(), std::iter::empty());
        assert!(Arc::ptr_eq(first.get(0).unwrap(), first.get(2).unwrap()));
        let last = CheckedAnchors {
            links: first,
            ..CheckedAnchors::default()
        };
        let last = LastAnchors {
            checked: &last,
            indices: &[Some(1), None, None, Some(2)],
        };
        let second = AnchorLinks::new([(1, links(&["/a#b", "/about#x"]))].into(), last.links());
        let pages: Vec<_> = second
            .iter()
            .map(|(page, links)| (page, links.len()))
            .collect();
        assert_eq!(pages, [(1, 2), (3, 1)]);
        let targets = second.by_target();
        let about = &targets["/about"];
        assert_eq!(targets.keys().collect::<Vec<_>>(), [&"/a", &"/about"]);
        assert_eq!(
            about.iter().collect::<Vec<_>>(),
            [&"/about#team", &"/about#x"]
        );
    }
}
