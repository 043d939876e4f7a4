//! Filters for the template of cards: drawings of figures that its language has no arithmetic for.
//! They know shapes, and no subject.

use std::collections::HashMap;

use serde_json::{Value, json};
use tera::{Error, Result, Tera};

/// Most cells of a disc.
const MOST_CELLS: u64 = 10_000;

/// Gives the template its filters.
pub(super) fn register(tera: &mut Tera) {
    tera.register_filter("curve", curve);
    tera.register_filter("disc", disc);
}

/// Numbers → the `d` of a smooth path in a box of `width` and `height`, from zero at its lower edge
/// to `highest` at its upper one (the highest number, unless it is named). The path never exceeds
/// its figures: it is a monotone cubic.
fn curve(value: &Value, options: &HashMap<String, Value>) -> Result<Value> {
    let figures: Option<Vec<f64>> = value
        .as_array()
        .and_then(|items| items.iter().map(Value::as_f64).collect());
    let figures = figures
        .filter(|figures| figures.len() >= 2)
        .ok_or_else(|| Error::msg("`curve` needs a list of at least two numbers"))?;
    let (width, height) = (number(options, "width")?, number(options, "height")?);
    let highest = match options.contains_key("highest") {
        true => number(options, "highest")?,
        false => figures.iter().copied().fold(f64::MIN_POSITIVE, f64::max),
    };
    let step = width / (figures.len() - 1) as f64;
    let heights: Vec<f64> = figures
        .iter()
        .map(|figure| height * (1.0 - figure / highest))
        .collect();
    let slopes = slopes(&heights);
    let mut path = format!("M0 {}", path_number(heights[0]));
    for (index, pair) in heights.windows(2).enumerate() {
        let from = step * index as f64;
        let handles = [
            from + step / 3.0,
            pair[0] + slopes[index] / 3.0,
            from + step * 2.0 / 3.0,
            pair[1] - slopes[index + 1] / 3.0,
            from + step,
            pair[1],
        ];
        path += &format!("C{}", handles.map(path_number).join(" "));
    }
    Ok(path.into())
}

/// Rise per step at each height: none at a peak or a trough, the harmonic mean of both sides
/// elsewhere.
fn slopes(heights: &[f64]) -> Vec<f64> {
    let rises: Vec<f64> = heights.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let at = |index: usize| {
        let after = rises.get(index).or(rises.last()).copied();
        let before = rises.get(index.wrapping_sub(1)).copied().or(after);
        let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
        match before * after <= 0.0 {
            true => 0.0,
            false => 2.0 * before * after / (before + after),
        }
    };
    (0..heights.len()).map(at).collect()
}

/// A count → as many cells, nearest to the centre of a square of `size`, as `side` (of a cell) and
/// `cells` (centre first), each with `x` and `y` of its upper left corner.
fn disc(value: &Value, options: &HashMap<String, Value>) -> Result<Value> {
    let total = value
        .as_u64()
        .filter(|total| (1..=MOST_CELLS).contains(total));
    let total = total.ok_or_else(|| Error::msg("`disc` needs a count from 1 to 10,000"))?;
    let radius = (total as f64 / std::f64::consts::PI).sqrt().ceil() as i64 + 1;
    let line = -radius..=radius;
    let mut cells: Vec<(i64, i64)> = line
        .clone()
        .flat_map(|y| line.clone().map(move |x| (x, y)))
        .collect();
    cells.sort_by_key(|(x, y)| x * x + y * y);
    cells.truncate(usize::try_from(total).unwrap_or_default());
    let reach = cells.iter().map(|(x, y)| x.abs().max(y.abs())).max();
    let reach = reach.unwrap_or_default();
    let side = number(options, "size")? / (2 * reach + 1) as f64;
    let corner = |cell: i64| round((cell + reach) as f64 * side);
    let cells: Vec<Value> = cells
        .into_iter()
        .map(|(x, y)| json!({ "x": corner(x), "y": corner(y) }))
        .collect();
    Ok(json!({ "side": round(side), "cells": cells }))
}

fn number(options: &HashMap<String, Value>, name: &str) -> Result<f64> {
    let number = options.get(name).and_then(Value::as_f64);
    let number = number.filter(|number| *number > 0.0);
    number.ok_or_else(|| Error::msg(format!("`{name}` must be a number above 0")))
}

/// The number rounded to hundredths, as an integer if the fraction is zero.
fn round(number: f64) -> Value {
    let rounded = (number * 100.0).round() / 100.0;
    match rounded.fract() == 0.0 {
        true => (rounded as i64).into(),
        false => rounded.into(),
    }
}

/// A number of a path, in tenths.
fn path_number(number: f64) -> String {
    let tenths = (number * 10.0).round() / 10.0;
    // Negative zero is zero.
    let text = (tenths + 0.0).to_string();
    match text.strip_prefix("0.") {
        Some(fraction) => format!(".{fraction}"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(options: &[(&str, f64)]) -> HashMap<String, Value> {
        let options = options.iter();
        options
            .map(|(name, value)| ((*name).to_owned(), json!(value)))
            .collect()
    }

    #[test]
    fn a_curve_reaches_each_figure_and_is_level_at_a_peak() {
        let wave = curve(
            &json!([0, 4, 2]),
            &options(&[("width", 20.0), ("height", 8.0)]),
        );
        assert_eq!(
            wave.unwrap(),
            "M0 8C3.3 5.3 6.7 0 10 0C13.3 0 16.7 2.7 20 4"
        );
    }

    #[test]
    fn a_curve_has_a_scale_of_its_own_or_a_named_one() {
        let size = [("width", 9.0), ("height", 10.0)];
        let line = |size: &[(&str, f64)]| curve(&json!([1, 1]), &options(size)).unwrap();
        assert_eq!(line(&size), "M0 0C3 0 6 0 9 0");
        let named = [size[0], size[1], ("highest", 2.0)];
        assert_eq!(line(&named), "M0 5C3 5 6 5 9 5");
        let level = curve(&json!([0, 0]), &options(&size)).unwrap();
        assert_eq!(level, "M0 10C3 10 6 10 9 10");
    }

    #[test]
    fn a_disc_has_as_many_cells_as_are_counted_and_fits_its_size() {
        for total in [1_u64, 5, 90, 553] {
            let disc = disc(&json!(total), &options(&[("size", 260.0)])).unwrap();
            let cells = disc["cells"].as_array().unwrap();
            assert_eq!(cells.len() as u64, total);
            let side = disc["side"].as_f64().unwrap();
            for corner in cells.iter().flat_map(|cell| [&cell["x"], &cell["y"]]) {
                let corner = corner.as_f64().unwrap();
                assert!(
                    (0.0..=260.1 - side).contains(&corner),
                    "{corner} of {total}"
                );
            }
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        let size = options(&[("width", 9.0), ("height", 10.0), ("size", 9.0)]);
        for figures in [json!("1"), json!([1]), json!([1, null]), json!([1, "2"])] {
            assert!(curve(&figures, &size).is_err(), "{figures}");
        }
        assert!(curve(&json!([1, 2]), &options(&[("width", 9.0)])).is_err());
        for count in [json!(0), json!(-1), json!(1e9), json!("5"), json!(10_001)] {
            assert!(disc(&count, &size).is_err(), "{count}");
        }
    }
}
