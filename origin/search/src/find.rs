//! From a question to hits.

use std::collections::BTreeMap;

use contract::locale::Locale;
use contract::search::{Passage, SearchPage};

use super::analysis::units;
use super::index::{Candidate, IndexError, IndexedPages};
use super::marks::marks;
use super::question::{Concept, concepts};
use super::quotation::quotation;
use super::rank::{PageUnits, Score, WEIGHTS, prior, score};
use super::tree::Tree;
use super::{Hit, HitPassage, NotReady, Question, Rules, Search, SearchHits};

/// Pages of a language that are scored; no reader reads further.
pub(super) const PAGES_MAX: usize = 100;

/// Terms of a question by which pages are taken for judgement.
const TERMS_MAX: usize = 64;

/// Characters of a question that are read.
const QUESTION_MAX: usize = 200;

/// A page whose score is a smaller part of the best one's is no hit.
const HIT: f32 = 0.2;

/// Pages of which one has to answer, if there is an answer at all.
const ANSWERS: usize = 3;

/// Part of a long question that one passage and the title above it cover, if the site answers it:
/// less than of a short one, because each word has synonyms. Fitted to the questions in
/// `tests/search/for-the-rules.yaml`.
const ANSWERED: f32 = 0.54;
/// Largest part that a passage has to cover of any question.
const ANSWERED_SHORT: f32 = 0.8;
/// Part beyond [`ANSWERED`] that is wanted of a question with one concept.
const SHORTER: f32 = 0.4;

/// Passages of a hit.
const PASSAGES: usize = 3;

/// The kind of pages that show no entry of a collection.
const PAGE: &str = "page";

/// A page of the live build that was scored.
struct ScoredPage {
    candidate: Candidate,
    locale: usize,
    score: Score,
    /// Whether the question is its title, and so asks for it.
    is_named: bool,
}

impl Search {
    /// The pages that answer a question. Takes some milliseconds of one core.
    pub fn find(&self, question: &Question) -> Result<SearchHits, NotReady> {
        let found = self.find_hits(question);
        match &found {
            Ok(found) if found.total > 0 => self.figures.found.add_one(),
            Ok(_) => self.figures.none.add_one(),
            Err(NotReady) => self.figures.failed.add_one(),
        }
        found
    }

    fn find_hits(&self, question: &Question) -> Result<SearchHits, NotReady> {
        let (Some(tree), Some(index)) = (self.tree(), self.index()) else {
            return Err(NotReady);
        };
        let rules = self.rules();
        let searched = Searched {
            tree: &tree,
            pages: index.pages(),
            rules: &rules,
        };
        searched.find(question).map_err(|error| {
            tracing::warn!(%error, "a search failed; the index is looked at");
            self.with_state(|state| state.is_damaged = true);
            NotReady
        })
    }
}

struct Searched<'a> {
    tree: &'a Tree,
    pages: IndexedPages,
    rules: &'a Rules,
}

impl Searched<'_> {
    fn find(&self, question: &Question) -> Result<SearchHits, IndexError> {
        let text: String = question.text.chars().take(QUESTION_MAX).collect();
        let own = self.own_locale(question.language.as_deref());
        let (mut asked, mut scored) = (BTreeMap::new(), Vec::new());
        let locales = 0..self.tree.locales.len();
        for locale in own
            .into_iter()
            .chain(locales.filter(|locale| Some(*locale) != own))
        {
            // Words of another language are looked up in it only without other hits.
            if Some(locale) != own && !question.in_all_languages && !scored.is_empty() {
                break;
            }
            let concepts = self.concepts(&text, locale);
            scored.extend(self.judge(&text, &concepts, locale)?);
            asked.insert(locale, concepts);
        }
        scored.sort_by(|a: &ScoredPage, b: &ScoredPage| {
            let by_score = || b.score.score.total_cmp(&a.score.score);
            b.is_named.cmp(&a.is_named).then_with(by_score)
        });
        self.to_hits(question, &text, &asked, scored)
    }

    /// The locale that is searched first.
    fn own_locale(&self, language: Option<&str>) -> Option<usize> {
        let is_asked = |locale: &Locale| {
            Some(&*locale.language) == language || Some(&*locale.code) == language
        };
        let asked = self.tree.locales.iter().position(is_asked);
        asked.or_else(|| self.tree.locales.iter().position(|locale| locale.default))
    }

    fn concepts(&self, text: &str, locale: usize) -> Vec<Concept> {
        let code = &self.tree.locales[locale].code;
        concepts(text, code, &self.rules.synonyms, &self.pages)
    }

    /// Pages of a locale that match part of the question, and are in the live build.
    fn judge(
        &self,
        text: &str,
        concepts: &[Concept],
        locale: usize,
    ) -> Result<Vec<ScoredPage>, IndexError> {
        let named = units(text);
        let terms = terms(concepts);
        if terms.is_empty() {
            return Ok(Vec::new());
        }
        let candidates = self.pages.candidates(&terms, PAGES_MAX)?.into_iter();
        let live = candidates.filter(|candidate| self.tree.page(&candidate.path).is_some());
        let scored = live.map(|candidate| ScoredPage {
            score: self.score(concepts, &candidate.units, &candidate.path, locale),
            is_named: !named.is_empty() && candidate.units.title == named,
            candidate,
            locale,
        });
        let mut scored: Vec<ScoredPage> = scored.filter(|page| page.score.score > 0.0).collect();
        let best = scored
            .iter()
            .map(|page| page.score.score)
            .fold(0.0, f32::max);
        scored.retain(|page| page.is_named || page.score.score >= best * HIT);
        Ok(scored)
    }

    fn to_hits(
        &self,
        question: &Question,
        text: &str,
        asked: &BTreeMap<usize, Vec<Concept>>,
        scored: Vec<ScoredPage>,
    ) -> Result<SearchHits, IndexError> {
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        let mut found = SearchHits {
            answerable: is_answered(asked, &scored),
            ..SearchHits::default()
        };
        for page in scored {
            let concepts = &asked[&page.locale];
            let kind = self.kind(&page.candidate.route);
            *kinds.entry(kind.clone()).or_default() += 1;
            if question.kind.as_ref().is_some_and(|wanted| *wanted != kind) {
                continue;
            }
            let is_first = found.total == 0;
            let is_shown = found.total >= question.from && found.hits.len() < question.count;
            found.total += 1;
            if !is_shown && !is_first {
                continue;
            }
            let Some((page, score)) = self.as_it_is_now(page, concepts)? else {
                found.total -= 1;
                continue;
            };
            if is_first {
                found.did_you_mean = correction(text, concepts, &page);
            }
            if is_shown {
                found.hits.push(hit(page, kind, concepts, &score));
            }
        }
        found.kinds = kinds.into_iter().collect();
        Ok(found)
    }

    fn score(&self, concepts: &[Concept], units: &PageUnits, path: &str, locale: usize) -> Score {
        let prefix = &self.tree.locales[locale].prefix;
        let place = path
            .strip_prefix('/')
            .and_then(|path| path.strip_prefix(&**prefix));
        let mut score = score(concepts, units, &WEIGHTS);
        score.score *= prior(place.unwrap_or(path));
        score
    }

    fn kind(&self, route: &str) -> String {
        let kind = self.rules.data.kinds.get(route);
        kind.map_or(PAGE, String::as_str).to_owned()
    }

    /// A page with its text in the live build, and its score. `None` if it is gone, or matches no
    /// part of the question.
    fn as_it_is_now(
        &self,
        scored: ScoredPage,
        concepts: &[Concept],
    ) -> Result<Option<(SearchPage, Score)>, IndexError> {
        let Candidate { hash, path, .. } = &scored.candidate;
        if self.tree.page(path).is_some_and(|page| page.hash == *hash) {
            return Ok(Some((scored.candidate.page()?, scored.score)));
        }
        // A file that is gone is another build's by now.
        let page = self.tree.read(path).ok().flatten().map(|(_, page)| page);
        let found = page.map(|page| {
            let units = PageUnits::new(&page);
            let score = self.score(concepts, &units, path, scored.locale);
            (page, score)
        });
        Ok(found.filter(|(_, score)| score.coverage > 0.0))
    }
}

/// Terms of the index with their weights: those of rare concepts first.
fn terms(concepts: &[Concept]) -> BTreeMap<String, f32> {
    let mut all: Vec<(f32, &String, f32)> = Vec::new();
    for concept in concepts {
        for variant in &concept.variants {
            let share = variant.weight / (variant.terms.len() as f32).sqrt();
            all.extend(
                variant
                    .terms
                    .iter()
                    .map(|term| (concept.rarity * share, term, share)),
            );
        }
    }
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut terms = BTreeMap::new();
    for (_, term, share) in all {
        if terms.len() < TERMS_MAX {
            terms.entry(term.clone()).or_insert(share);
        }
    }
    terms
}

/// Whether one of the best pages answers the question.
fn is_answered(asked: &BTreeMap<usize, Vec<Concept>>, scored: &[ScoredPage]) -> bool {
    let is_named = scored.first().is_some_and(|first| first.is_named);
    let answers = |page: &ScoredPage| page.score.focus >= wanted_share(asked[&page.locale].len());
    is_named || scored.iter().take(ANSWERS).any(answers)
}

/// The part of a question with so many concepts that a passage has to cover.
fn wanted_share(concepts: usize) -> f32 {
    (ANSWERED + SHORTER / concepts.max(1) as f32).min(ANSWERED_SHORT)
}

fn hit(page: SearchPage, kind: String, concepts: &[Concept], score: &Score) -> Hit {
    let mut passages = Vec::new();
    for (index, _) in score.passages.iter().take(PASSAGES) {
        let Some(passage) = page.passages.get(*index) else {
            continue;
        };
        passages.push(HitPassage {
            marks: marks(concepts, &passage.text),
            quotation: quotation(concepts, passage, &around(&page, passage)),
            anchor: passage.anchor.clone(),
            heading: passage.heading.clone(),
            text: passage.text.clone(),
        });
    }
    Hit {
        passages,
        description_marks: marks(concepts, &page.description),
        kind,
        href: page.href,
        title: page.title,
        description: page.description,
        locale: page.locale,
        date: page.date,
        score: score.score,
    }
}

/// The headings above a passage.
fn around<'a>(page: &'a SearchPage, passage: &'a Passage) -> [&'a str; 2] {
    let heading = passage.heading.as_deref().unwrap_or_default();
    [&page.title, heading]
}

/// The question as the best page spells it, where it has slips.
fn correction(question: &str, concepts: &[Concept], page: &SearchPage) -> Option<String> {
    let passages = page
        .passages
        .iter()
        .flat_map(|passage| [passage.heading.as_deref(), Some(&*passage.text)]);
    let texts = [Some(&*page.title), Some(&*page.description)]
        .into_iter()
        .chain(passages);
    let texts: Vec<&str> = texts.flatten().collect();
    let mut corrected = question.to_owned();
    let mut is_other = false;
    // From the end, so that earlier places remain valid.
    for concept in concepts.iter().rev().filter(|concept| concept.is_slip) {
        let (start, end) = concept.place;
        let typed = &question[start..end];
        let spelled = texts.iter().find_map(|text| {
            let (start, end) = *marks(std::slice::from_ref(concept), text).first()?;
            Some(text[start..end].to_owned())
        });
        let Some(mut spelled) = spelled else {
            continue;
        };
        if !typed.contains(char::is_uppercase) {
            spelled = spelled.to_lowercase();
        }
        if !spelled.eq_ignore_ascii_case(typed) {
            corrected.replace_range(start..end, &spelled);
            is_other = true;
        }
    }
    is_other.then_some(corrected)
}
