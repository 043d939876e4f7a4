//! The looks of a new site: faces, colours of the ground, sizes of headings; and its accent.

use clap::ValueEnum;

use generator_ground::message::Message;

use super::color::Color;

/// How a new site looks: a folder of `template/looks`, which is laid over the template.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Look {
    /// Headings in a serif, paper and ink
    #[default]
    Ledger,
    /// Large headings without serifs, on white
    Gallery,
    /// Condensed headings, lists in two columns
    Bulletin,
}

impl Look {
    /// Every look.
    pub const ALL: [Self; 3] = [Self::Ledger, Self::Gallery, Self::Bulletin];

    /// Name of the look's folder in the template.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ledger => "ledger",
            Self::Gallery => "gallery",
            Self::Bulletin => "bulletin",
        }
    }

    /// Name of the look for a person.
    pub fn label(self) -> Message {
        match self {
            Self::Ledger => Message::new("new-look/ledger"),
            Self::Gallery => Message::new("new-look/gallery"),
            Self::Bulletin => Message::new("new-look/bulletin"),
        }
    }

    /// The package of its face.
    pub(super) fn face(self) -> &'static str {
        match self {
            Self::Ledger => "@fontsource-variable/newsreader",
            Self::Gallery => "@fontsource-variable/instrument-sans",
            Self::Bulletin => "@fontsource-variable/sofia-sans-condensed",
        }
    }

    /// Name of its face, and the weight of its headings.
    fn headings(self) -> (&'static str, &'static str) {
        match self {
            Self::Ledger => ("Newsreader", "500"),
            Self::Gallery => ("Instrument Sans", "600"),
            Self::Bulletin => ("Sofia Sans Condensed", "800"),
        }
    }

    /// The accent of the look, if no other is chosen.
    fn accent(self) -> Color {
        match self {
            Self::Ledger => Color(0x1f, 0x4f, 0xbf),
            Self::Gallery => Color(0xc2, 0x2f, 0x1b),
            Self::Bulletin => Color(0x0b, 0x6b, 0x3a),
        }
    }

    /// The ground by day and by night.
    fn paper(self) -> [Color; 2] {
        match self {
            Self::Ledger => [Color(0xfc, 0xfb, 0xf8), Color(0x12, 0x14, 0x1a)],
            Self::Gallery => [Color(0xff, 0xff, 0xff), Color(0x10, 0x10, 0x10)],
            Self::Bulletin => [Color(0xff, 0xfd, 0xf6), Color(0x14, 0x13, 0x0f)],
        }
    }

    /// Reads an accent, as `#c22f1b`. Text in it must be legible on the look's paper.
    pub fn accent_from(self, given: Option<&str>) -> Result<Color, Message> {
        let Some(given) = given else {
            return Ok(self.accent());
        };
        let Some(accent) = Color::parse(given) else {
            return Err(Message::new("new-no-color").with("given", given));
        };
        let [day, _] = self.paper();
        let contrast = accent.contrast(day);
        if contrast >= TEXT {
            return Ok(accent);
        }
        let legible = accent.until(BLACK, |color| color.contrast(day) >= TEXT);
        let message = Message::new("new-pale-color")
            .with("given", given)
            .with("contrast", format!("{contrast:.1}"))
            .with("legible", legible.to_string());
        Err(message)
    }

    /// Values of the template that depend on look and accent.
    pub(super) fn values(self, accent: Color) -> Vec<(String, String)> {
        let [day, night] = self.paper();
        let at_night = |least: f64| accent.until(WHITE, |color| color.contrast(night) >= least);
        let pairs = [
            ("%PRIMARY%", accent, at_night(5.0)),
            ("%PRIMARY_TEXT%", accent.mix(BLACK, 0.1), at_night(7.0)),
            ("%PRIMARY_STRONG%", accent.mix(BLACK, 0.35), at_night(10.0)),
            ("%ON_PRIMARY%", WHITE, BLACK),
            ("%FOAM%", day.mix(accent, 0.1), night.mix(accent, 0.25)),
            ("%PAPER%", day, night),
        ];
        let mut values: Vec<_> = pairs
            .map(|(name, day, night)| (name.to_owned(), format!("{day}, {night}")))
            .into();
        let (family, weight) = self.headings();
        let digits = accent.to_string().trim_start_matches('#').to_owned();
        values.extend([
            ("%ACCENT%".to_owned(), digits),
            ("%PAPER_DAY%".to_owned(), day.to_string()),
            ("%PAPER_NIGHT%".to_owned(), night.to_string()),
            ("%FACE%".to_owned(), self.face().to_owned()),
            ("%FAMILY%".to_owned(), family.to_owned()),
            ("%WEIGHT%".to_owned(), weight.to_owned()),
        ]);
        values
    }
}

/// Least contrast of text with its ground (WCAG 1.4.3).
const TEXT: f64 = 4.5;
const BLACK: Color = Color(0, 0, 0);
const WHITE: Color = Color(0xff, 0xff, 0xff);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The two colours of a value, by day and by night.
    fn pair(values: &[(String, String)], name: &str) -> [Color; 2] {
        let (_, value) = values.iter().find(|(key, _)| key == name).unwrap();
        let colors: Vec<_> = value
            .split(", ")
            .map(|c| Color::parse(c).unwrap())
            .collect();
        [colors[0], colors[1]]
    }

    #[test]
    fn an_accent_that_is_too_pale_is_refused_with_one_that_is_legible() {
        let refused = Look::Gallery.accent_from(Some("#ffcc00")).unwrap_err();
        let legible = refused.text_of("legible").unwrap();
        assert!(Look::Gallery.accent_from(Some(legible)).is_ok());
        assert!(Look::Gallery.accent_from(Some("blue")).is_err());
        for look in Look::ALL {
            assert_eq!(look.accent_from(None).unwrap(), look.accent());
            assert!(look.accent_from(Some(&look.accent().to_string())).is_ok());
        }
    }

    proptest! {
        /// Text in the accent, and on it, is legible by day and by night.
        #[test]
        fn every_accent_that_is_taken_is_legible(red: u8, green: u8, blue: u8) {
            let given = Color(red, green, blue).to_string();
            for look in Look::ALL {
                let Ok(accent) = look.accent_from(Some(&given)) else { continue };
                let values = look.values(accent);
                let paper = pair(&values, "%PAPER%");
                let primary = pair(&values, "%PRIMARY%");
                for name in ["%PRIMARY_TEXT%", "%PRIMARY_STRONG%"] {
                    for (color, paper) in pair(&values, name).into_iter().zip(paper) {
                        prop_assert!(color.contrast(paper) >= TEXT, "{look:?} {name} {color}");
                    }
                }
                for (color, on) in pair(&values, "%ON_PRIMARY%").into_iter().zip(primary) {
                    prop_assert!(color.contrast(on) >= TEXT, "{look:?} {color} on {on}");
                }
            }
        }
    }
}
