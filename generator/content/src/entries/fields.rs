//! The fields of one text, kept small: they are read back for every page that shows one of them.
//!
//! A value of `serde_json` takes 72 bytes and an object of six fields 1,700; packed those of an
//! article of the bench take 170, and unpacking one costs a tenth of a microsecond.

use std::sync::Arc;

use serde_json::{Map, Value};

/// Names and values, in the order of the file. Values are packed as MessagePack, which gives every
/// number back as it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Fields {
    /// Field names of the collection.
    names: Arc<[String]>,
    /// For each field the number of its name and the length of its value ([`head`]), then the
    /// value.
    packed: Box<[u8]>,
}

/// Bytes before a value: a `u16` and a `u32`, the lowest byte first.
const HEAD: usize = 6;

fn head(number: u16, length: u32) -> [u8; HEAD] {
    let ([a, b], [c, d, e, f]) = (number.to_le_bytes(), length.to_le_bytes());
    [a, b, c, d, e, f]
}

impl Fields {
    /// Packs those of `fields` whose names are among `names`. Others are no fields of the
    /// collection: they were reported, and are never shown.
    pub(crate) fn new(names: &Arc<[String]>, fields: &Map<String, Value>) -> Self {
        let (mut packed, mut value) = (Vec::new(), Vec::new());
        for (name, field) in fields {
            let number = names.iter().position(|known| known == name);
            let Some(number) = number.and_then(|number| u16::try_from(number).ok()) else {
                continue;
            };
            value.clear();
            let written = rmp_serde::encode::write(&mut value, field);
            // Neither fails: a file is much shorter than 4 GB, and a value of JSON can be written.
            if let (Ok(()), Ok(length)) = (written, u32::try_from(value.len())) {
                packed.extend(head(number, length));
                packed.extend_from_slice(&value);
            }
        }
        Self {
            names: names.clone(),
            packed: packed.into(),
        }
    }

    /// Reads the result of [`Fields::as_bytes`]; `names` are the same.
    pub(crate) fn from_bytes(names: &Arc<[String]>, bytes: &[u8]) -> Self {
        Self {
            names: names.clone(),
            packed: bytes.into(),
        }
    }

    /// The fields in their packed form.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.packed
    }

    /// The value of the field `name`.
    pub fn get(&self, name: &str) -> Option<Value> {
        self.packed_field(name).map(unpack)
    }

    /// All fields.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Value)> {
        self.values().map(|(name, packed)| (name, unpack(packed)))
    }

    /// Names of the fields that only one has, or that have another value in `other`, a text of the
    /// same collection.
    pub(crate) fn differing<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a str> {
        let names = self.names.iter().map(String::as_str);
        names.filter(|name| self.packed_field(name) != other.packed_field(name))
    }

    fn packed_field(&self, name: &str) -> Option<&[u8]> {
        let mut values = self.values();
        Some(values.find(|(known, _)| *known == name)?.1)
    }

    /// Names and packed values.
    fn values(&self) -> impl Iterator<Item = (&str, &[u8])> {
        let mut rest = &*self.packed;
        std::iter::from_fn(move || {
            let ([a, b, c, d, e, f], after) = rest.split_first_chunk::<HEAD>()?;
            let number = u16::from_le_bytes([*a, *b]);
            let length = u32::from_le_bytes([*c, *d, *e, *f]);
            let (value, after) = after.split_at_checked(length as usize)?;
            rest = after;
            Some((self.names[usize::from(number)].as_str(), value))
        })
    }
}

fn unpack(packed: &[u8]) -> Value {
    // Bytes that were packed here can be unpacked.
    rmp_serde::from_slice(packed).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn names() -> Arc<[String]> {
        ["date", "figures", "title"].map(str::to_owned).into()
    }

    #[test]
    fn fields_keep_their_order_and_foreign_ones_are_left_out() {
        let given = json!({"title": "潮", "odd": 1, "date": "2026-05-03"});
        let fields = Fields::new(&names(), given.as_object().unwrap());
        let all: Vec<_> = fields.iter().collect();
        assert_eq!(all, [("title", json!("潮")), ("date", json!("2026-05-03"))]);
        assert_eq!(fields.get("date"), Some(json!("2026-05-03")));
        assert_eq!((fields.get("odd"), fields.get("figures")), (None, None));
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            prop::num::f64::NORMAL.prop_map(Value::from),
            "(?s).{0,40}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::vec(("(?s).{0,4}", inner), 0..6)
                    .prop_map(|fields| Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn every_value_comes_back_as_it_was(title in value(), figures in value()) {
            let given = json!({"title": title, "figures": figures});
            let fields = Fields::new(&names(), given.as_object().unwrap());
            let back: Map<String, Value> = fields.iter().map(|(name, value)| (name.to_owned(), value)).collect();
            // As text, which also shows the order of an object's fields.
            prop_assert_eq!(Value::Object(back).to_string(), given.to_string());
        }
    }
}
