//! Dates and numbers as people of a language write them, and the order they sort words in.
//!
//! Done here with ICU4X and its compiled data, because Node's and the browser's tables differ: the
//! prerendered markup and the payload must contain the same text.

use std::cmp::Ordering;

use contract::locale::Locale;
use fixed_decimal::{Decimal, Sign};
use icu_calendar::{Date, Gregorian};
use icu_collator::options::CollatorOptions;
use icu_collator::{Collator, CollatorBorrowed};
use icu_datetime::FixedCalendarDateTimeFormatter;
use icu_datetime::fieldsets::YMD;
use icu_decimal::DecimalFormatter;
use jiff::Timestamp;
use jiff::civil;
use jiff::tz::TimeZone;
use serde_json::{Number, Value, json};

use crate::schema::Format;
use generator_ground::message::Message;

/// How one locale writes and sorts.
#[derive(Debug)]
pub(crate) struct Formats {
    date: FixedCalendarDateTimeFormatter<Gregorian, YMD>,
    decimal: DecimalFormatter,
    collator: CollatorBorrowed<'static>,
}

impl Formats {
    /// The formats of `locale`.
    ///
    /// # Errors
    /// Its code, or that of its formats, is no BCP 47 tag.
    pub(crate) fn new(locale: &Locale) -> Result<Self, Message> {
        let tag = locale.formats.as_ref().unwrap_or(&locale.code);
        let parsed: icu_locale_core::Locale = tag
            .parse()
            .map_err(|_| Message::new("locale").with("tag", tag))?;
        let problem = |error: &dyn std::fmt::Display| {
            Message::new("locale/no-formats")
                .with("tag", tag)
                .with("why", error.to_string())
        };
        Ok(Self {
            date: FixedCalendarDateTimeFormatter::try_new((&parsed).into(), YMD::long())
                .map_err(|error| problem(&error))?,
            decimal: DecimalFormatter::try_new((&parsed).into(), Default::default())
                .map_err(|error| problem(&error))?,
            collator: Collator::try_new((&parsed).into(), CollatorOptions::default())
                .map_err(|error| problem(&error))?,
        })
    }

    /// `{"value": …, "text": …}` as `format` asks; the value alone if it is not of that kind.
    pub(crate) fn present(&self, format: Format, value: &Value, zone: &TimeZone) -> Value {
        let text = match (format, value) {
            (Format::Date, Value::String(text)) => self.date(text, zone),
            (Format::Decimal(digits), Value::Number(number)) => self.decimal(number, digits),
            (Format::Percent(digits), Value::Number(number)) => {
                self.decimal(number, digits).map(|text| text + "%")
            }
            _ => None,
        };
        text.map_or_else(
            || value.clone(),
            |text| json!({"value": value, "text": text}),
        )
    }

    /// Which of two words comes first; by code points where the language does not decide, so that
    /// the order is total.
    pub(crate) fn compare(&self, a: &str, b: &str) -> Ordering {
        self.collator.compare(a, b).then_with(|| a.cmp(b))
    }

    fn date(&self, text: &str, zone: &TimeZone) -> Option<String> {
        let day = match text.parse::<Timestamp>() {
            Ok(instant) => instant.to_zoned(zone.clone()).date(),
            Err(_) => text.parse::<civil::Date>().ok()?,
        };
        let (month, number) = (
            u8::try_from(day.month()).ok()?,
            u8::try_from(day.day()).ok()?,
        );
        let date = Date::try_new_gregorian(i32::from(day.year()), month, number).ok()?;
        Some(self.date.format(&date).to_string())
    }

    fn decimal(&self, number: &Number, digits: u8) -> Option<String> {
        let mut decimal: Decimal = plain_digits(number)?.parse().ok()?;
        let digits = -i16::from(digits);
        decimal.round(digits);
        decimal.pad_end(digits);
        if decimal.absolute.is_zero() {
            decimal.sign = Sign::None;
        }
        Some(self.decimal.format(&decimal).to_string())
    }
}

/// A number without exponent.
fn plain_digits(number: &Number) -> Option<String> {
    if let Some(integer) = number.as_i64() {
        return Some(integer.to_string());
    }
    let value = number.as_f64()?;
    // Rust writes floats without exponent and with the fewest digits that read back the same.
    Some(format!("{value}"))
}

#[cfg(test)]
mod tests {
    use contract::locale::Direction;

    use super::*;

    fn formats(code: &str) -> Formats {
        let text = code.to_owned();
        let locale = Locale {
            code: text.clone(),
            name: text.clone(),
            dir: Direction::Ltr,
            prefix: text.clone(),
            language: text,
            default: false,
            formats: None,
        };
        Formats::new(&locale).unwrap()
    }

    #[test]
    fn dates_and_numbers_are_written_as_the_language_does() {
        let zone = TimeZone::fixed(jiff::tz::offset(8));
        let cases = [
            (
                "zh-CN",
                Format::Date,
                json!("2026-05-03"),
                json!("2026年5月3日"),
            ),
            (
                "en-GB",
                Format::Date,
                json!("2026-05-03"),
                json!("3 May 2026"),
            ),
            (
                "en-GB",
                Format::Date,
                json!("2026-05-03T20:00:00Z"),
                json!("4 May 2026"),
            ),
            ("en-GB", Format::Decimal(0), json!(12345), json!("12,345")),
            ("zh-CN", Format::Decimal(0), json!(12345.5), json!("12,346")),
            (
                "en-GB",
                Format::Decimal(1),
                json!(1234567),
                json!("1,234,567.0"),
            ),
            ("en-GB", Format::Decimal(1), json!(-0.04), json!("0.0")),
            ("zh-CN", Format::Percent(1), json!(41.46), json!("41.5%")),
            ("de", Format::Decimal(2), json!(1234.5), json!("1.234,50")),
            (
                "en-GB",
                Format::Decimal(1),
                json!(1e20),
                json!("100,000,000,000,000,000,000.0"),
            ),
        ];
        for (code, format, value, text) in cases {
            assert_eq!(
                formats(code).present(format, &value, &zone),
                json!({"value": value, "text": text}),
                "{code}"
            );
        }
        assert_eq!(
            formats("en-GB").present(Format::Date, &json!("soon"), &zone),
            json!("soon")
        );
    }

    #[test]
    fn words_sort_as_readers_of_the_language_expect() {
        let sorted = |code: &str, words: [&'static str; 3]| {
            let formats = formats(code);
            let mut words = words;
            words.sort_by(|a, b| formats.compare(a, b));
            words
        };
        assert_eq!(
            sorted("zh-CN", ["中", "北", "上"]),
            ["北", "上", "中"],
            "by pinyin"
        );
        assert_eq!(
            sorted("en", ["beta", "Alpha", "Émile"]),
            ["Alpha", "beta", "Émile"]
        );
    }

    #[test]
    fn a_language_may_write_dates_as_one_of_its_regions_does() {
        let mut locale = Locale {
            code: "en".to_owned(),
            name: "English".to_owned(),
            dir: Direction::Ltr,
            prefix: String::new(),
            language: "en".to_owned(),
            default: true,
            formats: None,
        };
        for (formats, text) in [(None, "May 3, 2026"), (Some("en-GB"), "3 May 2026")] {
            locale.formats = formats.map(str::to_owned);
            let shown = Formats::new(&locale).unwrap();
            let shown = shown.present(Format::Date, &json!("2026-05-03"), &TimeZone::UTC);
            assert_eq!(shown["text"], text);
        }
    }

    #[test]
    fn a_code_that_is_no_language_is_refused() {
        let text = "not a tag".to_owned();
        let locale = Locale {
            code: text.clone(),
            name: text.clone(),
            dir: Direction::Ltr,
            prefix: text.clone(),
            language: text,
            default: true,
            formats: None,
        };
        assert!(
            Formats::new(&locale)
                .unwrap_err()
                .to_string()
                .contains("BCP 47")
        );
    }
}
