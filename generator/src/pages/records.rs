//! Records of all pages, kept small: for a page's answers about ten numbers of four bytes. Adjacent
//! pages are packed together, and a build takes over whole packs in which no page was made again.

use std::sync::{Arc, Mutex, PoisonError};

use contract::Hash;
use jiff::civil::Date;

use crate::pages::plan::PageIndex;
use crate::pages::render::outcome::Record;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::storage::ragged::Ragged;

/// Number of pages that are packed together: few, so that an edit packs little; many, so that there
/// are few packs.
const PACK: usize = 256;

/// Records of all pages, by index in the plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageRecords {
    packs: Vec<Arc<Pack>>,
}

/// The records of [`PACK`] pages; the last pack has fewer. Lists go by the page's number in the
/// pack.
#[derive(Debug, Default)]
struct Pack {
    /// [`Record::is_listed`].
    listed: Vec<bool>,
    /// [`Record::last_change`].
    last_changes: Vec<Option<Date>>,
    /// [`Record::picture`]; empty if none of the pages has one.
    pictures: Vec<Option<Box<str>>>,
    /// [`Record::card`]; empty if none of the pages has one.
    cards: Vec<Option<Hash>>,
    /// [`Record::reads`].
    reads: Ragged<u32>,
    /// [`Record::bodies`].
    bodies: Ragged<u32>,
    /// Problems of the texts that the pages show, and the page's number in the pack: hardly
    /// any page has such.
    problems: Vec<(usize, Diagnostic)>,
}

/// Record of one page: [`Record`] without the problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageRecord<'a> {
    /// [`Record::is_listed`].
    pub(crate) is_listed: bool,
    /// [`Record::last_change`].
    pub(crate) last_change: Option<Date>,
    /// [`Record::picture`].
    pub(crate) picture: Option<&'a str>,
    /// [`Record::card`].
    pub(crate) card: Option<Hash>,
    /// [`Record::reads`].
    pub(crate) reads: &'a [u32],
    /// [`Record::bodies`].
    pub(crate) bodies: &'a [u32],
}

impl PageRecords {
    /// The record of the page at `index`.
    pub(crate) fn get(&self, index: PageIndex) -> PageRecord<'_> {
        let (pack, number) = self.pack(index);
        pack.get(number)
    }

    /// The records of all pages, by index.
    pub(crate) fn iter(&self) -> impl Iterator<Item = PageRecord<'_>> {
        let packs = self.packs.iter();
        packs.flat_map(|pack| (0..pack.len()).map(|number| pack.get(number)))
    }

    /// Problems of the texts that pages show, page by page.
    pub(crate) fn problems(&self) -> impl Iterator<Item = &Diagnostic> {
        let packs = self.packs.iter();
        packs.flat_map(|pack| pack.problems.iter().map(|(_, problem)| problem))
    }

    /// Cards of pages that have another one in `next`, or none, or another position.
    pub(crate) fn other_cards(&self, next: &Self) -> impl Iterator<Item = Hash> {
        let packs = self.packs.iter().enumerate().filter(|(number, pack)| {
            let next = next.packs.get(*number);
            next.is_none_or(|next| !Arc::ptr_eq(pack, next))
        });
        packs.flat_map(|(number, pack)| {
            let next = next.packs.get(number);
            (0..pack.len()).filter_map(move |page| {
                let card = pack.card(page)?;
                let is = next.and_then(|next| next.card(page));
                (is != Some(card)).then_some(card)
            })
        })
    }

    fn pack(&self, index: PageIndex) -> (&Pack, usize) {
        (&self.packs[index / PACK], index % PACK)
    }
}

impl Pack {
    /// How many pages there are.
    fn len(&self) -> usize {
        self.listed.len()
    }

    fn get(&self, number: usize) -> PageRecord<'_> {
        PageRecord {
            is_listed: self.listed[number],
            last_change: self.last_changes[number],
            picture: self.pictures.get(number).and_then(Option::as_deref),
            card: self.card(number),
            reads: self.reads.get(number),
            bodies: self.bodies.get(number),
        }
    }

    /// The card of the page with this number; none also if the pack has no such page.
    fn card(&self, number: usize) -> Option<Hash> {
        self.cards.get(number).copied().flatten()
    }

    /// Adds the next page.
    fn push(&mut self, record: PageRecord<'_>, problems: impl IntoIterator<Item = Diagnostic>) {
        let number = self.len();
        self.listed.push(record.is_listed);
        self.last_changes.push(record.last_change);
        self.pictures.push(record.picture.map(Box::from));
        self.cards.push(record.card);
        self.reads.push(record.reads);
        self.bodies.push(record.bodies);
        let problems = problems.into_iter();
        self.problems
            .extend(problems.map(|problem| (number, problem)));
    }

    /// The pack in as little memory as possible.
    fn shrunk(mut self) -> Self {
        if self.cards.iter().all(Option::is_none) {
            self.cards.clear();
        }
        if self.pictures.iter().all(Option::is_none) {
            self.pictures.clear();
        }
        self.listed.shrink_to_fit();
        self.last_changes.shrink_to_fit();
        self.pictures.shrink_to_fit();
        self.cards.shrink_to_fit();
        self.reads.shrink_to_fit();
        self.bodies.shrink_to_fit();
        self.problems.shrink_to_fit();
        self
    }

    fn problems(&self, number: usize) -> impl Iterator<Item = &Diagnostic> {
        let first = self.problems.partition_point(|(page, _)| *page < number);
        let problems = self.problems[first..].iter();
        problems
            .take_while(move |(page, _)| *page == number)
            .map(|(_, problem)| problem)
    }
}

/// Records of an earlier build, and which of them still hold.
pub(crate) struct ReusedRecords<'a> {
    pub(crate) records: &'a PageRecords,
    /// The old record's index for each index in the new plan; none if the page is made anew.
    pub(crate) indices: Vec<Option<u32>>,
}

/// The records of an unfinished build. A pack is made when the last of its pages has been prepared,
/// so that few records are unpacked.
pub(crate) struct RecordsBuilder<'a> {
    pages: usize,
    carried: Option<ReusedRecords<'a>>,
    packs: Mutex<Vec<PackState>>,
}

enum PackState {
    /// A pack that has all its records.
    Closed(Arc<Pack>),
    /// Records that were made so far, by index, and how many are missing.
    Open(Vec<(PageIndex, Record)>, usize),
}

impl<'a> RecordsBuilder<'a> {
    /// An empty collection for a plan with so many pages.
    pub(crate) fn new(pages: usize, carried: Option<ReusedRecords<'a>>) -> Self {
        let mut gathering = Self {
            pages,
            carried,
            packs: Mutex::default(),
        };
        let packs = 0..pages.div_ceil(PACK);
        let packs = packs.map(|pack| gathering.begin(pack)).collect();
        gathering.packs = Mutex::new(packs);
        gathering
    }

    /// The indices of the pages that are to be made.
    pub(crate) fn indices(&self) -> Vec<PageIndex> {
        let all = 0..self.pages;
        let mut indices: Vec<PageIndex> = all.filter(|index| self.old(*index).is_none()).collect();
        indices.shrink_to_fit();
        indices
    }

    /// The record of a page that was made anew.
    pub(crate) fn put(&self, index: PageIndex, record: Record) {
        let mut packs = self.packs.lock().unwrap_or_else(PoisonError::into_inner);
        let gathered = &mut packs[index / PACK];
        let PackState::Open(made, missing) = gathered else {
            return;
        };
        made.push((index, record));
        *missing -= 1;
        if *missing == 0 {
            let made = std::mem::take(made);
            *gathered = PackState::Closed(Arc::new(self.pack(index / PACK, made)));
        }
    }

    /// The records of all pages. A page that could not be prepared has no record.
    pub(crate) fn finish(self) -> PageRecords {
        let mut packs = self.packs.lock().unwrap_or_else(PoisonError::into_inner);
        let packed = |(number, gathered): (usize, PackState)| match gathered {
            PackState::Closed(pack) => pack,
            PackState::Open(made, _) => Arc::new(self.pack(number, made)),
        };
        let gathered = std::mem::take(&mut *packs).into_iter().enumerate();
        PageRecords {
            packs: gathered.map(packed).collect(),
        }
    }

    fn begin(&self, pack: usize) -> PackState {
        if let Some(same) = self.same(pack) {
            return PackState::Closed(same.clone());
        }
        let missing = self.range(pack).filter(|index| self.old(*index).is_none());
        match missing.count() {
            0 => PackState::Closed(Arc::new(self.pack(pack, Vec::new()))),
            missing => PackState::Open(Vec::new(), missing),
        }
    }

    /// The old pack, if all its pages have the same positions and none is made again.
    fn same(&self, pack: usize) -> Option<&Arc<Pack>> {
        let old = self.carried.as_ref()?.records.packs.get(pack)?;
        let mut indices = self.range(pack);
        let is_same =
            indices.len() == old.len() && indices.all(|index| self.old(index) == Some(index));
        is_same.then_some(old)
    }

    fn range(&self, pack: usize) -> std::ops::Range<PageIndex> {
        pack * PACK..self.pages.min((pack + 1) * PACK)
    }

    /// Index of the record of the page among the old ones.
    fn old(&self, index: PageIndex) -> Option<PageIndex> {
        let old = self.carried.as_ref()?.indices[index]?;
        Some(old as usize)
    }

    /// Packs the new records and those that are still valid.
    fn pack(&self, pack: usize, mut made: Vec<(PageIndex, Record)>) -> Pack {
        made.sort_unstable_by_key(|(index, _)| *index);
        let mut made = made.into_iter().peekable();
        let mut packed = Pack::default();
        for index in self.range(pack) {
            if let Some((_, mut record)) = made.next_if(|(made, _)| *made == index) {
                let problems = std::mem::take(&mut record.problems);
                packed.push(PageRecord::new(&record), problems);
            } else if let (Some(old), Some(carried)) = (self.old(index), &self.carried) {
                let (pack, old) = carried.records.pack(old);
                packed.push(pack.get(old), pack.problems(old).cloned());
            } else {
                packed.push(PageRecord::new(&Record::default()), []);
            }
        }
        packed.shrunk()
    }
}

impl<'a> PageRecord<'a> {
    /// Whether a sitemap has the same about both.
    pub(crate) fn is_same_in_sitemap(self, other: PageRecord<'_>) -> bool {
        self.in_sitemap() == other.in_sitemap()
    }

    fn in_sitemap(self) -> Option<(Option<Date>, Option<&'a str>)> {
        self.is_listed.then_some((self.last_change, self.picture))
    }

    fn new(record: &'a Record) -> Self {
        Self {
            is_listed: record.is_listed,
            last_change: record.last_change,
            picture: record.picture.as_deref(),
            card: record.card,
            reads: &record.reads,
            bodies: &record.bodies,
        }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;
    use proptest::prelude::*;

    use super::*;
    use generator_ground::message::Message;

    fn record() -> impl Strategy<Value = Record> {
        let marks = || prop::collection::vec(any::<u32>(), 0..4);
        let card = prop::option::of(any::<[u8; 16]>().prop_map(Hash::from));
        let problems = prop_oneof![9 => Just(0), 1 => 1..3_usize];
        let day = prop::option::of((1..=28_i8).prop_map(|day| date(2026, 11, day)));
        let listing = (any::<bool>(), day, prop::option::of("/[a-z]{1,3}"));
        (marks(), listing, card, marks(), problems).prop_map(
            |(reads, (is_listed, last_change, picture), card, bodies, problems)| Record {
                is_listed,
                last_change,
                picture: picture.map(String::into_boxed_str),
                card,
                problems: (0..problems)
                    .map(|number| {
                        let file = format!("content/{reads:?}/{number}.md");
                        Diagnostic::new(file, Message::new("missing-alt"))
                    })
                    .collect(),
                reads: reads.into(),
                bodies: bodies.into(),
            },
        )
    }

    fn gather(gathering: RecordsBuilder<'_>, made: &[Record]) -> PageRecords {
        let indices = gathering.indices();
        // Threads finish in any order.
        for index in indices
            .iter()
            .rev()
            .step_by(2)
            .chain(indices.iter().rev().skip(1).step_by(2))
        {
            gathering.put(*index, made[*index].clone());
        }
        gathering.finish()
    }

    /// The record as it was put.
    fn unpack(records: &PageRecords, index: PageIndex) -> Record {
        let packed = records.get(index);
        let (pack, number) = records.pack(index);
        Record {
            reads: packed.reads.into(),
            is_listed: packed.is_listed,
            last_change: packed.last_change,
            picture: packed.picture.map(Box::from),
            card: packed.card,
            bodies: packed.bodies.into(),
            problems: pack.problems(number).cloned().collect(),
        }
    }

    fn problems<'a>(records: impl IntoIterator<Item = &'a Record>) -> Vec<Diagnostic> {
        let records = records.into_iter();
        records.flat_map(|record| record.problems.clone()).collect()
    }

    proptest! {
        #![proptest_config(property_tests::cases(50))]
        #[test]
        fn every_record_comes_back_as_it_was_put(made in prop::collection::vec(record(), 0..2 * PACK + 3)) {
            let records = gather(RecordsBuilder::new(made.len(), None), &made);
            for (index, record) in made.iter().enumerate() {
                prop_assert_eq!(&unpack(&records, index), record);
            }
            prop_assert!(records.iter().eq((0..made.len()).map(|index| records.get(index))));
            prop_assert_eq!(records.problems().cloned().collect::<Vec<_>>(), problems(&made));
        }

        #[test]
        fn records_are_carried_to_where_their_pages_stand_now(
            old in prop::collection::vec(record(), 1..2 * PACK),
            next in prop::collection::vec((record(), any::<Option<prop::sample::Index>>()), 0..2 * PACK + 3),
        ) {
            let records = gather(RecordsBuilder::new(old.len(), None), &old);
            let (made, indices): (Vec<Record>, Vec<_>) = next.into_iter().unzip();
            let indices: Vec<Option<u32>> = indices.into_iter().map(|index| Some(index?.index(old.len()) as u32)).collect();
            let expected = made.iter().zip(&indices).map(|(made, index)| index.map_or(made, |index| &old[index as usize]));
            let expected: Vec<Record> = expected.cloned().collect();
            let carried = ReusedRecords { records: &records, indices };
            let after = gather(RecordsBuilder::new(made.len(), Some(carried)), &made);
            for (index, record) in expected.iter().enumerate() {
                prop_assert_eq!(&unpack(&after, index), record);
            }
            let cards = |all: &[Record]| all.iter().map(|record| record.card).collect::<Vec<_>>();
            let (was, is) = (cards(&old), cards(&expected));
            let other = was.into_iter().enumerate().filter_map(|(index, card)| card.filter(|card| is.get(index) != Some(&Some(*card))));
            prop_assert_eq!(records.other_cards(&after).collect::<Vec<_>>(), other.collect::<Vec<_>>());
            prop_assert_eq!(after.problems().cloned().collect::<Vec<_>>(), problems(&expected));
        }
    }

    #[test]
    fn packs_without_a_new_page_are_taken_over_as_they_are() {
        let made = vec![Record::default(); 3 * PACK + 1];
        let old = gather(RecordsBuilder::new(made.len(), None), &made);
        let mut indices: Vec<Option<u32>> = (0..made.len() as u32).map(Some).collect();
        indices[PACK] = None;
        let carried = ReusedRecords {
            records: &old,
            indices,
        };
        let new = gather(RecordsBuilder::new(made.len(), Some(carried)), &made);
        let pairs = old.packs.iter().zip(&new.packs);
        let same: Vec<bool> = pairs.map(|(old, new)| Arc::ptr_eq(old, new)).collect();
        assert_eq!(same, [true, false, true, true]);
    }

    #[test]
    fn of_a_page_that_could_not_be_prepared_nothing_is_remembered() {
        let gathering = RecordsBuilder::new(2, None);
        let listed = Record {
            is_listed: true,
            ..Record::default()
        };
        gathering.put(1, listed.clone());
        let records = gathering.finish();
        assert_eq!(unpack(&records, 0), Record::default());
        assert_eq!(unpack(&records, 1), listed);
    }
}
