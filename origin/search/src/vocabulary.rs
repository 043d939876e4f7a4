//! The terms that the pages have, as questions are read against them.

/// Terms of an index, with the number of pages that have each.
pub(super) trait Vocabulary {
    /// Pages of a locale.
    fn pages(&self, locale: &str) -> u32;

    /// Pages with a term.
    fn count(&self, term: &str) -> u32;

    /// The most common terms with this prefix, with their pages.
    fn starting_with(&self, start: &str) -> Vec<(String, u32)>;

    /// Terms that start with this one, or else those that are spelled nearly as it is.
    fn nearly(&self, term: &str) -> Vec<String>;
}

/// Terms that one word of a question may stand for.
pub(super) const CANDIDATES_MAX: usize = 8;

/// The slips between two words: letters that are missing, too many, other ones, or swapped.
/// `None` beyond `most`.
pub(super) fn slips(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    // Three rows of the table of distances are enough for a swap.
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for row in 1..=a.len() {
        let mut now = vec![row];
        for column in 1..=b.len() {
            let same = a[row - 1] == b[column - 1];
            let mut least = (last[column - 1] + usize::from(!same))
                .min(last[column] + 1)
                .min(now[column - 1] + 1);
            let is_swap =
                row > 1 && column > 1 && a[row - 1] == b[column - 2] && a[row - 2] == b[column - 1];
            if is_swap {
                least = least.min(before[column - 2] + 1);
            }
            now.push(least);
        }
        if now.iter().min().is_some_and(|least| *least > most) {
            return None;
        }
        before = std::mem::replace(&mut last, now);
    }
    last.last().copied().filter(|distance| *distance <= most)
}

/// Slips that are forgiven in a word of so many letters.
pub(super) fn forgiven(letters: usize) -> usize {
    match letters {
        0..4 => 0,
        4..8 => 1,
        _ => 2,
    }
}
