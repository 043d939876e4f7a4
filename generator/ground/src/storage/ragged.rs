//! Rows of different lengths in one allocation, where a `Vec` per row would take 24 bytes and an
//! allocation each: a site has hundreds of thousands of rows.

/// Rows of items, one behind the other. Items after the first 4,294,967,295 are in no row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ragged<T> {
    /// Where in `items` each row ends.
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Ragged<T> {
    fn default() -> Self {
        let (ends, items) = (Vec::new(), Vec::new());
        Self { ends, items }
    }
}

impl<T> Ragged<T> {
    /// Rows that end at `ends` of `items`; none if they cannot.
    pub fn from_parts(ends: Vec<u32>, items: Vec<T>) -> Option<Self> {
        let last = ends.last().map_or(0, |end| *end as usize);
        (ends.is_sorted() && last <= items.len()).then_some(Self { ends, items })
    }

    /// Where in [`Ragged::items`] each row ends.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// The items of all rows.
    pub fn items(&self) -> &[T] {
        &self.items
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether it has no row.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The row with that number, counted from 0; empty if there is none.
    pub fn get(&self, row: usize) -> &[T] {
        let Some(end) = self.ends.get(row) else {
            return &[];
        };
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.items[start as usize..*end as usize]
    }

    /// All rows.
    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        (0..self.len()).map(|row| self.get(row))
    }

    /// Adds a row: all that `write` puts behind the items.
    pub fn push_with(&mut self, write: impl FnOnce(&mut Vec<T>)) {
        write(&mut self.items);
        let end = u32::try_from(self.items.len());
        self.ends.push(end.unwrap_or(u32::MAX));
    }

    /// Gives back the memory that further rows would have taken.
    pub fn shrink_to_fit(&mut self) {
        self.ends.shrink_to_fit();
        self.items.shrink_to_fit();
    }
}

impl<T: Clone> Ragged<T> {
    /// Adds a row.
    pub fn push(&mut self, row: &[T]) {
        // How many items come is known only at the end: doubling would hold as much again.
        if self.items.capacity() - self.items.len() < row.len() {
            self.items.reserve_exact(row.len() + self.items.len() / 4);
        }
        self.push_with(|items| items.extend_from_slice(row));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(property_tests::cases(200))]
        #[test]
        fn every_row_comes_back_as_it_was_put(
            rows in prop::collection::vec(prop::collection::vec(any::<u32>(), 0..4), 0..9),
        ) {
            let mut ragged = Ragged::default();
            for row in &rows {
                ragged.push(row);
            }
            ragged.shrink_to_fit();
            prop_assert_eq!(ragged.len(), rows.len());
            prop_assert_eq!(ragged.items(), rows.concat());
            prop_assert_eq!(ragged.iter().collect::<Vec<_>>(), rows);
            prop_assert!(ragged.get(ragged.len()).is_empty());
            let again = Ragged::from_parts(ragged.ends().to_vec(), ragged.items().to_vec());
            prop_assert_eq!(again, Some(ragged));
        }
    }

    #[test]
    fn rows_are_never_made_of_parts_that_do_not_fit() {
        let made = |ends: &[u32]| Ragged::from_parts(ends.to_vec(), b"abc".to_vec());
        assert!(made(&[]).is_some() && made(&[0, 2, 3]).is_some());
        assert_eq!((made(&[2, 1]), made(&[4])), (None, None));
    }

    #[test]
    fn a_row_may_be_written_in_place() {
        let mut ragged = Ragged::default();
        ragged.push_with(|items| items.extend(*b"ab"));
        ragged.push_with(|_| ());
        assert_eq!((ragged.get(0), ragged.get(1)), (&b"ab"[..], &b""[..]));
    }
}
