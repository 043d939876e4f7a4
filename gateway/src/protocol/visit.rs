//! The figures of one visit, as a page sends them when it is left. Pure.
//!
//! Only numbers in a range go further, and no word of the body: a label of free text would make a
//! series for each word that a client invents.

use serde::Deserialize;

use super::rejection::Rejection;

/// The longest body, in bytes.
pub(crate) const BODY_MAX: usize = 1024;

/// Ten minutes, in milliseconds: no page takes longer to show something or to answer a click.
const LONGEST: f64 = 600_000.0;
/// The worst layout shift that counts: each unit moves the whole screen by its own height.
const WORST_SHIFT: f64 = 100.0;
/// Errors of one page, at most: the page itself stops counting there.
const MOST_ERRORS: u64 = 1000;

/// The figures of one visit to one page. A browser that does not measure one leaves it out.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
pub(crate) struct Visit {
    /// Milliseconds to the largest contentful paint.
    pub(crate) lcp: Option<f64>,
    /// Milliseconds from the slowest interaction to the next paint.
    pub(crate) inp: Option<f64>,
    /// The largest sum of layout shifts in a session window.
    pub(crate) cls: Option<f64>,
    /// Whether the page is the one of an address that does not exist.
    #[serde(default)]
    pub(crate) missing: bool,
    /// Errors of scripts.
    #[serde(default)]
    pub(crate) errors: u64,
}

impl Visit {
    /// Parses a body. Anything but an object of known fields with values in their range is refused.
    pub(crate) fn parse(body: &[u8]) -> Result<Self, Rejection> {
        // A list would be read as the fields in their order.
        if !body.trim_ascii_start().starts_with(b"{") {
            return Err(Rejection::BadRequest);
        }
        let visit: Self = serde_json::from_slice(body).map_err(|_| Rejection::BadRequest)?;
        let is_within = |figure: Option<f64>, most: f64| {
            figure.is_none_or(|figure| (0.0..=most).contains(&figure))
        };
        let is_real = is_within(visit.lcp, LONGEST)
            && is_within(visit.inp, LONGEST)
            && is_within(visit.cls, WORST_SHIFT)
            && visit.errors <= MOST_ERRORS;
        is_real.then_some(visit).ok_or(Rejection::BadRequest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visit_has_the_figures_that_its_browser_measures() {
        for (body, expected) in [
            ("{}", Visit::default()),
            (
                r#" {"lcp":2500.5,"inp":200,"cls":0.1,"missing":true,"errors":3}"#,
                Visit {
                    lcp: Some(2500.5),
                    inp: Some(200.0),
                    cls: Some(0.1),
                    missing: true,
                    errors: 3,
                },
            ),
            (
                r#"{"lcp":null,"cls":0,"errors":1000}"#,
                Visit {
                    cls: Some(0.0),
                    errors: 1000,
                    ..Visit::default()
                },
            ),
        ] {
            assert_eq!(Visit::parse(body.as_bytes()), Ok(expected), "{body}");
        }
    }

    #[test]
    fn anything_but_numbers_in_their_range_is_refused() {
        for body in [
            "",
            "7",
            "null",
            "[]",
            "[1,2,3,false,0]",
            "{",
            "{}{}",
            r#"{"path":"/en/about"}"#,
            r#"{"lcp":"2500"}"#,
            r#"{"lcp":-1}"#,
            r#"{"lcp":600001}"#,
            r#"{"lcp":1e999}"#,
            r#"{"lcp":NaN}"#,
            r#"{"lcp":1,"lcp":2}"#,
            r#"{"inp":-0.5}"#,
            r#"{"inp":1e300}"#,
            r#"{"cls":100.5}"#,
            r#"{"missing":1}"#,
            r#"{"errors":1001}"#,
            r#"{"errors":-1}"#,
            r#"{"errors":0.5}"#,
            r#"{"errors":18446744073709551616}"#,
            "{\"lcp\":1}\0",
            "\u{feff}{}",
        ] {
            let refused = Err(Rejection::BadRequest);
            assert_eq!(Visit::parse(body.as_bytes()), refused, "{body}");
        }
        assert_eq!(Visit::parse(b"{\"\xff\":1}"), Err(Rejection::BadRequest));
    }
}
