//! The picture of an answer: drawn with one pen, bent, run together, struck through by strokes of
//! the same pen, and turned from black to white in places. So neither the colour nor the width of a
//! stroke shows which strokes belong to a character, and no gap shows the end of one.

use std::f32::consts::TAU;
use std::ops::Range;

use png::{BitDepth, ColorType, Compression, Encoder};
use rand::{Rng, RngExt};

use super::DrawError;
use super::glyphs::{Glyph, Place, Stroke, hands};
use super::sheet::{HEIGHT, Sheet, WIDTH, Wave, between};

/// Height of a character.
const TALL: Range<f32> = 52.0..60.0;

/// Half the pen's width; every stroke of a picture is drawn with nearly the same pen.
const PEN: Range<f32> = 2.6..3.3;

/// Part of a character's width after which the next begins: they touch, and seldom cover.
const STEP: Range<f32> = 1.18..1.3;

/// Turn of a character, in radians.
const TURN: Range<f32> = -0.12..0.12;

/// Slant of all characters.
const SLANT: Range<f32> = -0.26..0.26;

/// Slant of one character, besides: neighbours that lean towards each other cannot be read.
const OWN_SLANT: Range<f32> = -0.07..0.07;

/// Strokes through all characters.
const STROKES: Range<usize> = 1..3;

/// Thin white strokes through all of it.
const CUTS: Range<usize> = 1..3;

/// Space that stays free at the edges.
const MARGIN: f32 = 12.0;

/// Pieces into which a stroke is cut between two places, so that it bends.
const PIECES: usize = 8;

/// Distinguishable shades: a quarter of the bytes of a picture with all.
const SHADES: f32 = 15.0;

/// The text as a PNG.
pub(super) fn draw(text: &str, random: &mut impl Rng) -> Result<Vec<u8>, DrawError> {
    let sheet = draw_sheet(text, random)?;
    let shade = |ink: &f32| ((1.0 - ink.clamp(0.0, 1.0)) * SHADES).round() as u8;
    let shades: Vec<u8> = sheet.0.iter().map(shade).collect();
    let packed: Vec<u8> = shades.chunks(2).map(|two| two[0] << 4 | two[1]).collect();
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, WIDTH as u32, HEIGHT as u32);
    encoder.set_color(ColorType::Grayscale);
    encoder.set_depth(BitDepth::Four);
    encoder.set_compression(Compression::Balanced);
    encoder.write_header()?.write_image_data(&packed)?;
    Ok(png)
}

fn draw_sheet(text: &str, random: &mut impl Rng) -> Result<Sheet, DrawError> {
    let mut sheet = Sheet::new();
    let pen = random.random_range(PEN);
    let waves = waves(random);
    for line in characters(text, random)? {
        let pen = pen * random.random_range(0.9..1.15);
        sheet.draw(&bent(&line, &waves), pen);
    }
    for number in 0..random.random_range(STROKES) {
        let line = across(random);
        // Two as wide as the characters' own would hide them from people.
        let width = if number == 0 { 0.8..1.0 } else { 0.4..0.6 };
        sheet.draw(&bent(&line, &waves), pen * random.random_range(width));
    }
    for _ in 0..random.random_range(CUTS) {
        sheet.cut(&across(random), random.random_range(0.8..1.4));
    }
    sheet.turn(random);
    sheet.dot(random);
    Ok(sheet)
}

/// Strokes of all characters, one beside the other.
fn characters(text: &str, random: &mut impl Rng) -> Result<Vec<Vec<Place>>, DrawError> {
    let mut lines: Vec<Vec<Place>> = Vec::new();
    let (mut left, slant) = (0.0, random.random_range(SLANT));
    for character in text.chars() {
        let hands = hands(character).ok_or(DrawError::Unknown)?;
        let glyph = &hands[random.random_range(0..hands.len())];
        let tall = random.random_range(TALL);
        let wide = tall * glyph.width * random.random_range(0.85..1.1);
        let slant = slant + random.random_range(OWN_SLANT);
        lines.extend(character_at(glyph, (left, tall, wide), slant, random));
        left += wide * random.random_range(STEP);
    }
    let places = || lines.iter().flatten().map(|(x, _)| *x);
    let first = places().fold(f32::MAX, f32::min);
    let length = places().fold(f32::MIN, f32::max) - first;
    let free = WIDTH as f32 - 2.0 * MARGIN;
    let squeeze = (free / length).min(1.0);
    let start = MARGIN + random.random_range(0.0..=1.0) * (free - length * squeeze);
    for (x, _) in lines.iter_mut().flatten() {
        *x = start + (*x - first) * squeeze;
    }
    Ok(lines)
}

/// Strokes of one character, turned and slanted about its middle.
fn character_at(
    glyph: &Glyph,
    (left, tall, wide): (f32, f32, f32),
    slant: f32,
    random: &mut impl Rng,
) -> Vec<Vec<Place>> {
    let turn = random.random_range(TURN);
    let middle = HEIGHT as f32 / 2.0 + random.random_range(-6.0..6.0);
    let placed = |(x, y): Place| {
        let (x, y) = ((x - 0.5) * wide, (y - 0.5) * tall);
        let x = x - y * slant;
        let (sin, cos) = turn.sin_cos();
        (
            left + wide / 2.0 + x * cos - y * sin,
            middle + x * sin + y * cos,
        )
    };
    let strokes = glyph.strokes.iter();
    strokes
        .map(|stroke| line(*stroke).into_iter().map(placed).collect())
        .collect()
}

/// A stroke as short pieces.
fn line(stroke: Stroke) -> Vec<Place> {
    let (places, is_round) = match stroke {
        Stroke::Straight(places) => (places, false),
        Stroke::Round(places) => (places, true),
    };
    let at = |index: usize| places[index.min(places.len() - 1)];
    let mut line = vec![at(0)];
    for index in 0..places.len() - 1 {
        let four = [
            at(index.saturating_sub(1)),
            at(index),
            at(index + 1),
            at(index + 2),
        ];
        for piece in 1..=PIECES {
            let share = piece as f32 / PIECES as f32;
            line.push(match is_round {
                true => through(four, share),
                false => between(four[1], four[2], share),
            });
        }
    }
    line
}

/// A place on the curve of Catmull and Rom from the second place to the third.
fn through([a, b, c, d]: [Place; 4], t: f32) -> Place {
    let at = |a: f32, b: f32, c: f32, d: f32| {
        let (square, cube) = (t * t, t * t * t);
        b + 0.5
            * ((c - a) * t
                + (2.0 * a - 5.0 * b + 4.0 * c - d) * square
                + (3.0 * b - a - 3.0 * c + d) * cube)
    };
    (at(a.0, b.0, c.0, d.0), at(a.1, b.1, c.1, d.1))
}

/// A long stroke from edge to edge, at about the height of the characters.
fn across(random: &mut impl Rng) -> Vec<Place> {
    let mut place = |share: f32| {
        let x = share * WIDTH as f32 + random.random_range(-14.0..14.0);
        (x, random.random_range(22.0..78.0))
    };
    let places = [-0.08, 0.2, 0.4, 0.6, 0.8, 1.08].map(&mut place);
    let at = |index: usize| places[index.min(places.len() - 1)];
    let spans = (0..places.len() - 1).flat_map(|index| {
        let four = [
            at(index.saturating_sub(1)),
            at(index),
            at(index + 1),
            at(index + 2),
        ];
        (0..=PIECES).map(move |piece| through(four, piece as f32 / PIECES as f32))
    });
    spans.collect()
}

/// One wave to and fro, and two up and down.
fn waves(random: &mut impl Rng) -> [Wave; 3] {
    let mut wave = |height: Range<f32>, length: Range<f32>| Wave {
        height: random.random_range(height),
        length: random.random_range(length),
        shift: random.random_range(0.0..TAU),
    };
    [
        wave(1.5..3.0, 60.0..100.0),
        wave(3.0..7.0, 110.0..220.0),
        wave(0.5..1.5, 45.0..80.0),
    ]
}

fn bent(line: &[Place], [side, long, short]: &[Wave; 3]) -> Vec<Place> {
    let bend = |&(x, y): &Place| (x + side.at(y), y + long.at(x) + short.at(x));
    line.iter().map(bend).collect()
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;
    use crate::challenge::{Kind, PREDICTABLE_ANSWER};

    fn seeded_rng(seed: u64) -> StdRng {
        StdRng::seed_from_u64(seed)
    }

    #[test]
    fn every_character_can_be_shown() {
        for text in [Kind::Image.alphabet(), PREDICTABLE_ANSWER] {
            assert!(text.chars().all(|one| hands(one).is_some()), "{text}");
        }
        assert!(draw("Q", &mut seeded_rng(1)).is_err());
    }

    #[test]
    fn the_widest_text_fits_into_the_picture() {
        for seed in 0..100 {
            let lines = characters("MMMMM", &mut seeded_rng(seed)).unwrap();
            for (x, y) in lines.into_iter().flatten() {
                // As far as waves and the pen may reach beyond.
                assert!((10.0..WIDTH as f32 - 10.0).contains(&x), "{seed}: {x}");
                assert!((4.0..HEIGHT as f32 - 4.0).contains(&y), "{seed}: {y}");
            }
        }
    }

    #[test]
    fn a_picture_is_small_and_has_its_size() {
        for seed in 0..20 {
            let png = draw("M3MYX", &mut seeded_rng(seed)).unwrap();
            assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
            assert!(png.len() < 8 * 1024, "{}", png.len());
            let size = [WIDTH as u32, HEIGHT as u32].map(u32::to_be_bytes);
            assert_eq!(&png[16..24], size.concat());
        }
    }

    #[test]
    fn one_seed_is_one_picture_and_another_another() {
        let picture = |seed| draw("M3MYX", &mut seeded_rng(seed)).unwrap();
        assert_eq!(picture(1), picture(1));
        let [one, other] = [1, 2].map(|seed| draw_sheet("M3MYX", &mut seeded_rng(seed)).unwrap().0);
        let pairs = one.iter().zip(&other);
        let differ = pairs.filter(|(a, b)| (*a - *b).abs() > 0.5).count();
        assert!(differ > WIDTH * HEIGHT / 20, "{differ}");
    }

    #[test]
    fn neither_black_nor_white_is_the_colour_of_the_ground() {
        for seed in 0..20 {
            let ink = draw_sheet("M3MYX", &mut seeded_rng(seed)).unwrap().0;
            let dark = ink.iter().filter(|&&ink| ink > 0.5).count();
            let share = dark as f32 / ink.len() as f32;
            assert!((0.15..0.85).contains(&share), "{seed}: {share}");
        }
    }
}
