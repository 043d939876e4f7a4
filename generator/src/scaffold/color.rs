//! Colours in sRGB: mixing, and contrast as WCAG defines it.

use std::fmt;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Color(pub u8, pub u8, pub u8);

/// Steps in which a colour is mixed with another until it is legible.
const STEPS: u8 = 50;

impl Color {
    /// A colour from `#1f4fbf` or `#15b`.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#')?;
        let long = match digits.len() {
            3 => digits.chars().flat_map(|digit| [digit, digit]).collect(),
            6 => digits.to_owned(),
            _ => return None,
        };
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        let part = |at: usize| u8::from_str_radix(long.get(at..at + 2)?, 16).ok();
        Some(Self(part(0)?, part(2)?, part(4)?))
    }

    /// This colour mixed with `share` of `other`: 0 is all this one, 1 all the other.
    pub(super) fn mix(self, other: Self, share: f64) -> Self {
        let part = |from: u8, to: u8| {
            let mixed = f64::from(from) * (1.0 - share) + f64::from(to) * share;
            mixed.round() as u8
        };
        Self(
            part(self.0, other.0),
            part(self.1, other.1),
            part(self.2, other.2),
        )
    }

    /// The nearest mixture with `other` that passes, or `other`.
    pub(super) fn until(self, other: Self, passes: impl Fn(Self) -> bool) -> Self {
        let mixtures = (0..=STEPS).map(|step| self.mix(other, f64::from(step) / f64::from(STEPS)));
        mixtures
            .into_iter()
            .find(|color| passes(*color))
            .unwrap_or(other)
    }

    /// Contrast ratio, from 1 to 21.
    pub(super) fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.luminance(), other.luminance());
        (one.max(two) + 0.05) / (one.min(two) + 0.05)
    }

    /// Relative luminance, from 0 to 1 (WCAG 2.2).
    fn luminance(self) -> f64 {
        let linear = |part: u8| match f64::from(part) / 255.0 {
            part if part <= 0.04045 => part / 12.92,
            part => ((part + 0.055) / 1.055).powf(2.4),
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_is_read_as_style_sheets_write_it() {
        assert_eq!(Color::parse("#1f4FbF"), Some(Color(0x1f, 0x4f, 0xbf)));
        assert_eq!(Color::parse("#15b"), Some(Color(0x11, 0x55, 0xbb)));
        for wrong in [
            "", "1f4fbf", "#1f4f", "#gggggg", "#é1234", "#+f+f+f", "blue",
        ] {
            assert_eq!(Color::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        let (black, white) = (Color(0, 0, 0), Color(255, 255, 255));
        assert!((white.contrast(black) - 21.0).abs() < 0.01);
        assert!((Color(0x77, 0x77, 0x77).contrast(white) - 4.48).abs() < 0.01);
        assert!((white.contrast(white) - 1.0).abs() < 0.001);
    }
}
