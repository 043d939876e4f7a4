//! PURE: the moment of a page: the values of its data that its card shows besides the title.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Fills the route's template: a string that starts with `$` names a place in `data`, whose value
/// is taken whole; a place without a value is left out.
pub(crate) fn moment(
    template: Option<&BTreeMap<String, Value>>,
    data: &Map<String, Value>,
) -> Map<String, Value> {
    let filled = template.into_iter().flatten().filter_map(|(name, value)| {
        let value = match value.as_str().and_then(|text| text.strip_prefix('$')) {
            Some(place) => value_at(data, place)?,
            None => value.clone(),
        };
        Some((name.clone(), value))
    });
    filled.collect()
}

/// The value at a dotted place. In a list a number leads to one item, and a name to that field of
/// every item; an item without it is null, so that lists of one collection stay in step.
fn value_at(data: &Map<String, Value>, place: &str) -> Option<Value> {
    let mut steps = place.split('.');
    let first = data.get(steps.next()?)?;
    let steps: Vec<&str> = steps.collect();
    below(first, &steps).filter(|value| !value.is_null())
}

fn below(value: &Value, steps: &[&str]) -> Option<Value> {
    let [step, rest @ ..] = steps else {
        return Some(value.clone());
    };
    let Value::Array(items) = value else {
        return below(value.get(step)?, rest);
    };
    if let Ok(position) = step.parse::<usize>() {
        return below(items.get(position)?, rest);
    }
    let of_each = items
        .iter()
        .map(|item| below(item, steps).unwrap_or_default());
    Some(Value::Array(of_each.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fill(template: Value, data: Value) -> Value {
        let template = serde_json::from_value(template).unwrap();
        let data = serde_json::from_value(data).unwrap();
        Value::Object(moment(Some(&template), &data))
    }

    #[test]
    fn a_place_is_filled_with_its_value_and_a_constant_stays() {
        let data = json!({ "entry": { "date": { "value": "2026-05-03", "text": "3 May" } } });
        let template = json!({ "kind": "date", "when": "$entry.date.text", "date": "$entry.date" });
        let expected = json!({ "kind": "date", "when": "3 May", "date": data["entry"]["date"] });
        assert_eq!(fill(template, data), expected);
    }

    #[test]
    fn a_place_leads_into_lists_to_one_item_or_to_a_field_of_every_item() {
        let data = json!({ "years": { "items": [
            { "year": 2024, "assets": { "value": 16.2 } },
            { "year": 2025 },
        ], "total": 2 } });
        let template = json!({
            "first": "$years.items.0.assets.value",
            "series": "$years.items.assets.value",
            "years": "$years.items.year",
            "total": "$years.total",
        });
        let expected = json!({
            "first": 16.2, "series": [16.2, null], "years": [2024, 2025], "total": 2,
        });
        assert_eq!(fill(template, data), expected);
    }

    #[test]
    fn an_empty_place_is_left_out() {
        let data = json!({ "entry": { "title": "A", "drawing": null, "figures": [] } });
        let template = json!({
            "drawing": "$entry.drawing", "figure": "$entry.figures.0.value", "more": "$other.a",
        });
        assert_eq!(fill(template, data), json!({}));
        assert!(moment(None, &Map::new()).is_empty());
    }
}
