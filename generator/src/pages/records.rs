//! Records of all pages, kept small: for a page's answers about ten numbers of four
//! bytes. Pages that stand together are packed together, and a build takes over whole packs in
//! which no page was made anew.

use std::sync::{Arc, Mutex, PoisonError};

use crate::diagnostic::Diagnostic;
use crate::pages::render::outcome::Record;

/// So many pages are packed together: few, so that an edit packs little; many, so that packs are
/// few.
const PACK: usize = 256;

/// Records of all pages, by place in the plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct PageRecords {
    packs: Vec<Arc<Pack>>,
}

/// The records of [`PACK`] pages; the last pack has fewer.
#[derive(Debug, Default)]
struct Pack {
    /// Where in `words` each record ends.
    ends: Box<[u32]>,
    words: Box<[u32]>,
    /// Problems of the texts that the pages show, and the page's number in the pack: hardly
    /// any page has such.
    problems: Box<[(usize, Diagnostic)]>,
}

/// Record of one page: [`Record`] in its packed form, without the problems.
///
/// The first word holds two flags and how many marks there are. With a card, its path's length and
/// bytes come next. Then stand the marks; the rest are numbers of bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PageRecord<'a>(&'a [u32]);

const IS_LISTED: u32 = 1;
const HAS_CARD: u32 = 2;
/// From this bit on stands the number of marks.
const READS: u32 = 2;
/// Bytes of a word.
const WORD: usize = size_of::<u32>();

impl<'a> PageRecord<'a> {
    /// [`Record::is_listed`].
    pub(crate) fn is_listed(self) -> bool {
        self.head() & IS_LISTED != 0
    }

    /// [`Record::card`].
    pub(crate) fn card(self) -> Option<String> {
        let length = self.card_length()?;
        let words = self.0[2..].iter().take(length.div_ceil(WORD));
        let mut bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(length);
        String::from_utf8(bytes).ok()
    }

    /// [`Record::reads`].
    pub(crate) fn reads(self) -> &'a [u32] {
        self.split().0
    }

    /// [`Record::bodies`].
    pub(crate) fn bodies(self) -> &'a [u32] {
        self.split().1
    }

    fn split(self) -> (&'a [u32], &'a [u32]) {
        let card = self.card_length();
        let card = card.map_or(0, |length| 1 + length.div_ceil(WORD));
        let rest = self.0.get(1 + card..).unwrap_or_default();
        rest.split_at((self.head() >> READS) as usize)
    }

    /// How many bytes a card's path has.
    fn card_length(self) -> Option<usize> {
        let has_card = self.head() & HAS_CARD != 0;
        has_card.then(|| self.0[1] as usize)
    }

    /// A page of which nothing is remembered has no words.
    fn head(self) -> u32 {
        self.0.first().copied().unwrap_or_default()
    }
}

impl PageRecords {
    /// The record of the page at `place`.
    pub(crate) fn get(&self, place: usize) -> PageRecord<'_> {
        let (pack, number) = self.pack(place);
        pack.get(number)
    }

    /// The records of all pages, by place.
    pub(crate) fn iter(&self) -> impl Iterator<Item = PageRecord<'_>> {
        let packs = self.packs.iter();
        packs.flat_map(|pack| (0..pack.ends.len()).map(|number| pack.get(number)))
    }

    /// Problems of the texts that pages show, page by page.
    pub(crate) fn problems(&self) -> impl Iterator<Item = &Diagnostic> {
        let packs = self.packs.iter();
        packs.flat_map(|pack| pack.problems.iter().map(|(_, problem)| problem))
    }

    /// Paths of the cards of pages that have another one in `next`, or none, or stand elsewhere.
    pub(crate) fn other_cards(&self, next: &Self) -> impl Iterator<Item = String> {
        let packs = self.packs.iter().enumerate().filter(|(number, pack)| {
            let next = next.packs.get(*number);
            next.is_none_or(|next| !Arc::ptr_eq(pack, next))
        });
        packs.flat_map(|(number, pack)| {
            let next = next.packs.get(number);
            (0..pack.ends.len()).filter_map(move |page| {
                let card = pack.get(page).card()?;
                let is = next.filter(|next| page < next.ends.len());
                let is = is.and_then(|next| next.get(page).card());
                (is.as_ref() != Some(&card)).then_some(card)
            })
        })
    }

    fn pack(&self, place: usize) -> (&Pack, usize) {
        (&self.packs[place / PACK], place % PACK)
    }
}

impl Pack {
    fn get(&self, number: usize) -> PageRecord<'_> {
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        PageRecord(&self.words[start as usize..self.ends[number] as usize])
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
    /// By place in the new plan: the record's place among these; none if the page is made anew.
    pub(crate) places: Vec<Option<u32>>,
}

/// The records of a build in the making. A pack is made when the last of its pages has been
/// prepared, so that few records lie unpacked.
pub(crate) struct RecordsBuilder<'a> {
    pages: usize,
    carried: Option<ReusedRecords<'a>>,
    packs: Mutex<Vec<PackState>>,
}

enum PackState {
    /// All records are there.
    PageRecord(Arc<Pack>),
    /// Records that were made so far, by place, and how many are missing.
    Open(Vec<(usize, Record)>, usize),
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

    /// The places of the pages that are to be made.
    pub(crate) fn places(&self) -> Vec<usize> {
        let all = 0..self.pages;
        let mut places: Vec<usize> = all.filter(|place| self.old(*place).is_none()).collect();
        places.shrink_to_fit();
        places
    }

    /// The record of a page that was made anew.
    pub(crate) fn put(&self, place: usize, record: Record) {
        let mut packs = self.packs.lock().unwrap_or_else(PoisonError::into_inner);
        let gathered = &mut packs[place / PACK];
        let PackState::Open(made, missing) = gathered else {
            return;
        };
        made.push((place, record));
        *missing -= 1;
        if *missing == 0 {
            let made = std::mem::take(made);
            *gathered = PackState::PageRecord(Arc::new(self.packed(place / PACK, made)));
        }
    }

    /// All records. Of a page that could not be prepared nothing is remembered.
    pub(crate) fn finish(self) -> PageRecords {
        let mut packs = self.packs.lock().unwrap_or_else(PoisonError::into_inner);
        let packed = |(number, gathered): (usize, PackState)| match gathered {
            PackState::PageRecord(pack) => pack,
            PackState::Open(made, _) => Arc::new(self.packed(number, made)),
        };
        let gathered = std::mem::take(&mut *packs).into_iter().enumerate();
        PageRecords {
            packs: gathered.map(packed).collect(),
        }
    }

    fn begin(&self, pack: usize) -> PackState {
        if let Some(same) = self.same(pack) {
            return PackState::PageRecord(same.clone());
        }
        let missing = self.range(pack).filter(|place| self.old(*place).is_none());
        match missing.count() {
            0 => PackState::PageRecord(Arc::new(self.packed(pack, Vec::new()))),
            missing => PackState::Open(Vec::new(), missing),
        }
    }

    /// The old pack, if all its pages stand where they stood and none is made anew.
    fn same(&self, pack: usize) -> Option<&Arc<Pack>> {
        let old = self.carried.as_ref()?.records.packs.get(pack)?;
        let mut places = self.range(pack);
        let is_same =
            places.len() == old.ends.len() && places.all(|place| self.old(place) == Some(place));
        is_same.then_some(old)
    }

    fn range(&self, pack: usize) -> std::ops::Range<usize> {
        pack * PACK..self.pages.min((pack + 1) * PACK)
    }

    /// Where the record of the page stands among the old ones.
    fn old(&self, place: usize) -> Option<usize> {
        let old = self.carried.as_ref()?.places[place]?;
        Some(old as usize)
    }

    /// Packs what was made and what still holds.
    fn packed(&self, pack: usize, mut made: Vec<(usize, Record)>) -> Pack {
        made.sort_unstable_by_key(|(place, _)| *place);
        let mut made = made.into_iter().peekable();
        let (mut ends, mut words, mut problems) = (Vec::new(), Vec::new(), Vec::new());
        for (number, place) in self.range(pack).enumerate() {
            if let Some((_, record)) = made.next_if(|(made, _)| *made == place) {
                push(&mut words, &record);
                problems.extend(record.problems.into_iter().map(|problem| (number, problem)));
            } else if let (Some(old), Some(carried)) = (self.old(place), &self.carried) {
                let (pack, old) = carried.records.pack(old);
                words.extend_from_slice(pack.get(old).0);
                problems.extend(pack.problems(old).map(|problem| (number, problem.clone())));
            }
            // 256 pages read less than four billion entries.
            ends.push(u32::try_from(words.len()).unwrap_or(u32::MAX));
        }
        Pack {
            ends: ends.into(),
            words: words.into(),
            problems: problems.into(),
        }
    }
}

fn push(words: &mut Vec<u32>, record: &Record) {
    let Record {
        reads,
        is_listed,
        card,
        bodies,
        problems: _,
    } = record;
    let mut head = (reads.len() as u32) << READS;
    if *is_listed {
        head |= IS_LISTED;
    }
    if card.is_some() {
        head |= HAS_CARD;
    }
    words.push(head);
    if let Some(card) = card {
        words.push(card.len() as u32);
        words.extend(card.as_bytes().chunks(WORD).map(|bytes| {
            let mut word = [0; WORD];
            word[..bytes.len()].copy_from_slice(bytes);
            u32::from_le_bytes(word)
        }));
    }
    words.extend_from_slice(reads);
    words.extend_from_slice(bodies);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::message::Message;

    fn record() -> impl Strategy<Value = Record> {
        let marks = || prop::collection::vec(any::<u32>(), 0..4);
        let card = prop::option::of("/[a-z潮]{0,9}");
        let problems = prop_oneof![9 => Just(0), 1 => 1..3_usize];
        (marks(), any::<bool>(), card, marks(), problems).prop_map(
            |(reads, is_listed, card, bodies, problems)| Record {
                is_listed,
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

    fn gathered(gathering: RecordsBuilder<'_>, made: &[Record]) -> PageRecords {
        let places = gathering.places();
        // Lanes finish in any order.
        for place in places
            .iter()
            .rev()
            .step_by(2)
            .chain(places.iter().rev().skip(1).step_by(2))
        {
            gathering.put(*place, made[*place].clone());
        }
        gathering.finish()
    }

    /// The record as it was put.
    fn unpacked(records: &PageRecords, place: usize) -> Record {
        let packed = records.get(place);
        let (pack, number) = records.pack(place);
        Record {
            reads: packed.reads().into(),
            is_listed: packed.is_listed(),
            card: packed.card(),
            bodies: packed.bodies().into(),
            problems: pack.problems(number).cloned().collect(),
        }
    }

    fn problems<'a>(records: impl IntoIterator<Item = &'a Record>) -> Vec<Diagnostic> {
        let records = records.into_iter();
        records.flat_map(|record| record.problems.clone()).collect()
    }

    proptest! {
        #![proptest_config(crate::testing::cases(50))]
        #[test]
        fn every_record_comes_back_as_it_was_put(made in prop::collection::vec(record(), 0..2 * PACK + 3)) {
            let records = gathered(RecordsBuilder::new(made.len(), None), &made);
            for (place, record) in made.iter().enumerate() {
                prop_assert_eq!(&unpacked(&records, place), record);
            }
            prop_assert!(records.iter().eq((0..made.len()).map(|place| records.get(place))));
            prop_assert_eq!(records.problems().cloned().collect::<Vec<_>>(), problems(&made));
        }

        #[test]
        fn records_are_carried_to_where_their_pages_stand_now(
            old in prop::collection::vec(record(), 1..2 * PACK),
            next in prop::collection::vec((record(), any::<Option<prop::sample::Index>>()), 0..2 * PACK + 3),
        ) {
            let records = gathered(RecordsBuilder::new(old.len(), None), &old);
            let (made, places): (Vec<Record>, Vec<_>) = next.into_iter().unzip();
            let places: Vec<Option<u32>> = places.into_iter().map(|place| Some(place?.index(old.len()) as u32)).collect();
            let expected = made.iter().zip(&places).map(|(made, place)| place.map_or(made, |place| &old[place as usize]));
            let expected: Vec<Record> = expected.cloned().collect();
            let carried = ReusedRecords { records: &records, places };
            let after = gathered(RecordsBuilder::new(made.len(), Some(carried)), &made);
            for (place, record) in expected.iter().enumerate() {
                prop_assert_eq!(&unpacked(&after, place), record);
            }
            let cards = |all: &[Record]| all.iter().map(|record| record.card.clone()).collect::<Vec<_>>();
            let (was, is) = (cards(&old), cards(&expected));
            let other = was.into_iter().enumerate().filter_map(|(place, card)| card.filter(|card| is.get(place) != Some(&Some(card.clone()))));
            prop_assert_eq!(records.other_cards(&after).collect::<Vec<_>>(), other.collect::<Vec<_>>());
            prop_assert_eq!(after.problems().cloned().collect::<Vec<_>>(), problems(&expected));
        }
    }

    #[test]
    fn packs_without_a_new_page_are_taken_over_as_they_are() {
        let made = vec![Record::default(); 3 * PACK + 1];
        let old = gathered(RecordsBuilder::new(made.len(), None), &made);
        let mut places: Vec<Option<u32>> = (0..made.len() as u32).map(Some).collect();
        places[PACK] = None;
        let carried = ReusedRecords {
            records: &old,
            places,
        };
        let new = gathered(RecordsBuilder::new(made.len(), Some(carried)), &made);
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
        assert_eq!(unpacked(&records, 0), Record::default());
        assert_eq!(unpacked(&records, 1), listed);
    }
}
