//! The sheet on which a captcha's picture is drawn: lines of ink, and what hides them from
//! programs.

use std::f32::consts::TAU;

use rand::{Rng, RngExt};

use super::glyphs::Place;

/// The picture in pixels: 130 × 50 on the page at twice the density, which also fits the narrowest
/// phone beside its field.
pub(super) const WIDTH: usize = 260;
pub(super) const HEIGHT: usize = 100;

/// Dots, in thousandths of all pixels.
const DOTS: usize = 8;

/// Ink on each pixel: 0 for none, 1 for full.
pub(super) struct Sheet(pub Vec<f32>);

/// A wave by which all that is drawn bends.
pub(super) struct Wave {
    pub height: f32,
    pub length: f32,
    pub shift: f32,
}

impl Wave {
    pub(super) fn at(&self, place: f32) -> f32 {
        self.height * (TAU * place / self.length + self.shift).sin()
    }
}

impl Sheet {
    /// A white sheet.
    pub(super) fn new() -> Self {
        Self(vec![0.0; WIDTH * HEIGHT])
    }

    /// Draws a line with a pen of half this width.
    pub(super) fn draw(&mut self, line: &[Place], pen: f32) {
        self.along(line, pen, |ink, cover| ink.max(cover));
    }

    /// Takes the ink away along a line.
    pub(super) fn cut(&mut self, line: &[Place], pen: f32) {
        self.along(line, pen, |ink, cover| ink.min(1.0 - cover));
    }

    fn along(&mut self, line: &[Place], pen: f32, change: impl Fn(f32, f32) -> f32) {
        for ends in line.windows(2) {
            let (from, to) = (ends[0], ends[1]);
            let span = |a: f32, b: f32, most: usize| {
                let first = (a.min(b) - pen - 1.0).max(0.0) as usize;
                first..((a.max(b) + pen + 2.0).max(0.0) as usize).min(most)
            };
            for y in span(from.1, to.1, HEIGHT) {
                for x in span(from.0, to.0, WIDTH) {
                    let far = distance((x as f32, y as f32), from, to);
                    let cover = (pen + 0.5 - far).clamp(0.0, 1.0);
                    let ink = &mut self.0[y * WIDTH + x];
                    *ink = change(*ink, cover);
                }
            }
        }
    }

    /// Turns black to white and white to black on one side of a wavy line.
    pub(super) fn turn(&mut self, random: &mut impl Rng) {
        let edge = random.random_range(0.25..0.75) * WIDTH as f32;
        let wave = Wave {
            height: random.random_range(10.0..24.0),
            length: random.random_range(70.0..130.0),
            shift: random.random_range(0.0..TAU),
        };
        let is_left = random.random();
        for (index, ink) in self.0.iter_mut().enumerate() {
            let (x, y) = ((index % WIDTH) as f32, (index / WIDTH) as f32);
            let side = (x - edge - wave.at(y) + 0.5).clamp(0.0, 1.0);
            let side = if is_left { 1.0 - side } else { side };
            *ink = (*ink - side).abs();
        }
    }

    /// Turns single dots.
    pub(super) fn dot(&mut self, random: &mut impl Rng) {
        for _ in 0..WIDTH * HEIGHT * DOTS / 1_000 {
            let ink = &mut self.0[random.random_range(0..WIDTH * HEIGHT)];
            *ink = (*ink - random.random_range(0.3..0.8)).abs();
        }
    }
}

/// Distance of a place from a piece of a line.
fn distance(place: Place, from: Place, to: Place) -> f32 {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x * x + y * y;
    let along = (place.0 - from.0) * x + (place.1 - from.1) * y;
    let share = if length > 0.0 {
        (along / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let nearest = between(from, to, share);
    (place.0 - nearest.0).hypot(place.1 - nearest.1)
}

/// A place between two others.
pub(super) fn between(from: Place, to: Place, share: f32) -> Place {
    let at = |from: f32, to: f32| from + (to - from) * share;
    (at(from.0, to.0), at(from.1, to.1))
}
