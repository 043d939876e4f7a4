//! Answers that many pages share, worked out once for a content, which never changes.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use serde_json::Value;

use super::change::Change;
use super::related::Relations;
use super::view::View;
use crate::entries::collection::Collection;

/// The caches of one content.
#[derive(Debug, Default)]
pub struct AnswerCache {
    sorted: Cache<Question, Vec<u32>>,
    groups: Cache<(Question, Vec<String>), Groups>,
    neighbours: Cache<Question, Vec<Neighbours>>,
    relations: Cache<Question, Relations>,
}

/// Numbers of the entries before and after one.
type Neighbours = (Option<u32>, Option<u32>);

/// The values of the filtered fields, as JSON → numbers of entries.
type Groups = HashMap<String, Arc<Vec<u32>>>;

/// A question about the whole of a collection.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    collection: Arc<str>,
    locale: usize,
    guarded: bool,
    /// Fields to sort or relate by.
    fields: Vec<String>,
}

impl Question {
    fn new(view: View<'_>, collection: &Collection, fields: &[String]) -> Self {
        Self {
            collection: collection.name.clone(),
            locale: view.locale,
            guarded: view.guarded,
            fields: fields.to_vec(),
        }
    }
}

impl AnswerCache {
    /// The answers that still hold after `change`.
    pub fn after(&self, change: &Change) -> Self {
        // The list of entries decides their numbers, and the targets of references.
        if change.moves_entries() {
            return Self::default();
        }
        let holds = |question: &Question| {
            question
                .fields
                .iter()
                .all(|field| change.keeps(&question.collection, field))
        };
        Self {
            sorted: self.sorted.retain_keys(holds),
            groups: self.groups.retain_keys(|(question, names)| {
                holds(question)
                    && names
                        .iter()
                        .all(|name| change.keeps(&question.collection, name))
            }),
            neighbours: self.neighbours.retain_keys(holds),
            relations: self.relations.retain_keys(holds),
        }
    }

    /// Numbers of the entries that `view` sees, sorted by the fields `sort` (`-` first:
    /// descending), ties by slug.
    pub(super) fn sorted_entries(
        &self,
        view: View<'_>,
        collection: &Collection,
        sort: &[String],
    ) -> Arc<Vec<u32>> {
        self.sorted.get(Question::new(view, collection, sort), || {
            sort_entries(view, collection, sort)
        })
    }

    /// Numbers of the entries with the values `values` in the fields `names`, sorted alike.
    pub(super) fn group<'n>(
        &self,
        view: View<'_>,
        collection: &Collection,
        sort: &[String],
        names: impl Iterator<Item = &'n String>,
        values: &[Value],
    ) -> Option<Arc<Vec<u32>>> {
        let names: Vec<String> = names.cloned().collect();
        let key = (Question::new(view, collection, sort), names.clone());
        let groups = self.groups.get(key, || {
            group_entries(
                view,
                collection,
                &self.sorted_entries(view, collection, sort),
                &names,
            )
        });
        groups
            .get(&Value::from(values.to_vec()).to_string())
            .cloned()
    }

    /// Numbers of the entries beside the one at `position` of the collection.
    pub(super) fn neighbours(
        &self,
        view: View<'_>,
        collection: &Collection,
        sort: &[String],
        position: usize,
    ) -> Neighbours {
        let of_all = self
            .neighbours
            .get(Question::new(view, collection, sort), || {
                let mut beside = vec![Neighbours::default(); collection.entries().len()];
                let sorted = self.sorted_entries(view, collection, sort);
                for pair in sorted.windows(2) {
                    beside[pair[0] as usize].1 = Some(pair[1]);
                    beside[pair[1] as usize].0 = Some(pair[0]);
                }
                beside
            });
        of_all.get(position).copied().unwrap_or_default()
    }

    /// Which entries share values of the fields `by`.
    pub(super) fn relations(
        &self,
        view: View<'_>,
        collection: &Collection,
        by: &[String],
    ) -> Arc<Relations> {
        let newest: Vec<String> = collection
            .date_field()
            .iter()
            .map(|field| format!("-{field}"))
            .collect();
        let fields = [by, &newest].concat();
        self.relations
            .get(Question::new(view, collection, &fields), || {
                Relations::new(
                    view,
                    collection,
                    &self.sorted_entries(view, collection, &newest),
                    by,
                )
            })
    }
}

/// Values that are made once per key, however many threads ask.
#[derive(Debug)]
struct Cache<K, V>(Mutex<HashMap<K, Slot<V>>>);

type Slot<V> = Arc<OnceLock<Arc<V>>>;

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash + Clone, V> Cache<K, V> {
    fn retain_keys(&self, holds: impl Fn(&K) -> bool) -> Self {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = all.iter().filter(|(key, _)| holds(key));
        Self(Mutex::new(
            kept.map(|(key, slot)| (key.clone(), slot.clone()))
                .collect(),
        ))
    }

    fn get(&self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        // The lock is held for the look-up only; a panic under it leaves the map whole.
        let slot = self
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .entry(key)
            .or_default()
            .clone();
        slot.get_or_init(|| Arc::new(make())).clone()
    }
}

/// Sort key of one entry.
enum SortKey {
    Number(f64),
    Text(String),
    Missing,
}

fn sort_entries(view: View<'_>, collection: &Collection, sort: &[String]) -> Vec<u32> {
    let fields: Vec<(&str, bool)> = sort
        .iter()
        .map(|field| {
            field
                .strip_prefix('-')
                .map_or((field.as_str(), false), |field| (field, true))
        })
        .collect();
    let mut entries: Vec<(u32, Vec<SortKey>)> = (0u32..)
        .zip(collection.entries())
        .filter(|(_, entry)| view.sees(entry))
        .map(|(index, entry)| {
            (
                index,
                fields
                    .iter()
                    .map(|(field, _)| sort_key(view.values(collection, entry, field)))
                    .collect(),
            )
        })
        .collect();
    // Entries come sorted by slug, and the sort is stable.
    entries.sort_by(|(_, a), (_, b)| {
        let by_field = a
            .iter()
            .zip(b)
            .zip(&fields)
            .map(|((a, b), (_, descending))| compare(view, a, b, *descending));
        by_field.fold(Ordering::Equal, Ordering::then)
    });
    entries.into_iter().map(|(index, _)| index).collect()
}

fn sort_key(values: Vec<Value>) -> SortKey {
    match values.into_iter().next() {
        Some(Value::String(text)) => SortKey::Text(text),
        Some(Value::Number(number)) => SortKey::Number(number.as_f64().unwrap_or(0.0)),
        Some(Value::Bool(flag)) => SortKey::Number(f64::from(u8::from(flag))),
        _ => SortKey::Missing,
    }
}

/// Compares two keys; a missing one comes last in either direction.
fn compare(view: View<'_>, a: &SortKey, b: &SortKey, descending: bool) -> Ordering {
    let order = match (a, b) {
        (SortKey::Missing, SortKey::Missing) => return Ordering::Equal,
        (SortKey::Missing, _) => return Ordering::Greater,
        (_, SortKey::Missing) => return Ordering::Less,
        (SortKey::Number(a), SortKey::Number(b)) => a.total_cmp(b),
        (SortKey::Number(_), SortKey::Text(_)) => Ordering::Less,
        (SortKey::Text(_), SortKey::Number(_)) => Ordering::Greater,
        (SortKey::Text(a), SortKey::Text(b)) if is_plain(a) && is_plain(b) => a.cmp(b),
        (SortKey::Text(a), SortKey::Text(b)) => match view.content.formats.get(view.locale) {
            Some(formats) => formats.compare(a, b),
            None => a.cmp(b),
        },
    };
    if descending { order.reverse() } else { order }
}

/// Dates and codes need no language to be sorted, and most lists are sorted by date.
fn is_plain(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b':' | b'T' | b'Z'))
}

/// A list field belongs to the group of each of its values.
fn group_entries(
    view: View<'_>,
    collection: &Collection,
    sorted: &[u32],
    names: &[String],
) -> Groups {
    let mut groups: HashMap<String, Vec<u32>> = HashMap::new();
    for index in sorted {
        let Some(entry) = collection.entries().get(*index as usize) else {
            continue;
        };
        let mut keys: Vec<Vec<Value>> = vec![Vec::new()];
        for name in names {
            let values = view.values(collection, entry, name);
            let with = |key: &Vec<Value>| {
                values
                    .iter()
                    .map(|value| [key.clone(), vec![value.clone()]].concat())
                    .collect::<Vec<_>>()
            };
            keys = keys.iter().flat_map(with).collect();
        }
        for key in keys {
            let group = groups.entry(Value::from(key).to_string()).or_default();
            if group.last() != Some(index) {
                group.push(*index);
            }
        }
    }
    groups
        .into_iter()
        .map(|(key, group)| (key, Arc::new(group)))
        .collect()
}
