//! Very large photographs, brought near the size that is published before anything else is done with them: what follows takes
//! several times the memory that pixels take.
//!
//! Squares of pixels become one, averaged as the light that they stand for and weighed by how much of it shows. The final size is made
//! from the result by [`scale`](super::scale), which leaves no trace of the squares: it shrinks by half as much again at least.

use std::ops::Range;
use std::sync::LazyLock;

use image::{DynamicImage, RgbaImage};
use rayon::prelude::*;

use super::picture::MAX_WIDTH;

/// So many times as wide as what is published stays what is scaled.
const ROOM: f64 = 1.5;

/// The side of the squares for an image of that width; 1: it stays as it is.
pub(super) fn side(width: u32) -> u32 {
    let least = f64::from(MAX_WIDTH) * ROOM;
    // Widths are below 2^26.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "small and positive"
    )]
    let side = (f64::from(width) / least) as u32;
    side.max(1)
}

/// `image` with one pixel for each square of `side`; at the right and at the bottom squares may be cut.
pub(super) fn reduced(image: DynamicImage, side: u32) -> RgbaImage {
    match image {
        image if side == 1 => image.into_rgba8(),
        // Without a copy in four channels of all that it has in three.
        DynamicImage::ImageRgb8(image) => averaged(image.dimensions(), side, |x, y| {
            let [r, g, b] = image.get_pixel(x, y).0;
            [r, g, b, u8::MAX]
        }),
        image => {
            let image = image.into_rgba8();
            averaged(image.dimensions(), side, |x, y| image.get_pixel(x, y).0)
        }
    }
}

fn averaged(
    (width, height): (u32, u32),
    side: u32,
    pixel: impl Fn(u32, u32) -> [u8; 4] + Sync,
) -> RgbaImage {
    let mut small = RgbaImage::new(width.div_ceil(side), height.div_ceil(side));
    let row_bytes = 4 * small.width() as usize;
    let rows = small
        .par_chunks_exact_mut(row_bytes)
        .zip((0..height).into_par_iter().step_by(side as usize));
    rows.for_each(|(row, top)| {
        let lefts = (0..width).step_by(side as usize);
        for (average, left) in row.chunks_exact_mut(4).zip(lefts) {
            let columns = left..(left + side).min(width);
            let rows = top..(top + side).min(height);
            average.copy_from_slice(&mean(columns, rows, &pixel));
        }
    });
    small
}

/// The mean colour of a rectangle.
fn mean(columns: Range<u32>, rows: Range<u32>, pixel: &impl Fn(u32, u32) -> [u8; 4]) -> [u8; 4] {
    let light = &*LIGHT;
    let count = (columns.len() * rows.len()) as u64;
    let mut sums = [0_u64; 4];
    for y in rows {
        for x in columns.clone() {
            let [r, g, b, alpha] = pixel(x, y);
            let alpha = u64::from(alpha);
            for (sum, value) in sums.iter_mut().zip([r, g, b]) {
                *sum += u64::from(light.of[usize::from(value)]) * alpha;
            }
            sums[3] += alpha;
        }
    }
    light.mean(sums, count)
}

/// What values of sRGB stand for, and back.
struct Light {
    /// Value → light, of 65535.
    of: [u16; 256],
    /// Light → value.
    value: Vec<u8>,
}

static LIGHT: LazyLock<Light> = LazyLock::new(Light::new);

impl Light {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the type's largest"
    )]
    fn new() -> Self {
        let most = f64::from(u16::MAX);
        let light = |value: usize| match value as f64 / 255.0 {
            dark if dark <= 0.04045 => dark / 12.92,
            value => ((value + 0.055) / 1.055).powf(2.4),
        };
        let value = |light: usize| match light as f64 / most {
            dark if dark <= 0.003_130_8 => dark * 12.92,
            light => 1.055 * light.powf(1.0 / 2.4) - 0.055,
        };
        Self {
            of: std::array::from_fn(|of| (light(of) * most).round() as u16),
            value: (0..=usize::from(u16::MAX))
                .map(|light| (value(light) * 255.0).round() as u8)
                .collect(),
        }
    }

    /// The colour of `count` pixels whose light, weighed by alpha, and whose alpha add up to `sums`.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a mean is not above the largest"
    )]
    fn mean(&self, [r, g, b, alpha]: [u64; 4], count: u64) -> [u8; 4] {
        if alpha == 0 {
            return [0; 4];
        }
        let colour = |sum: u64| self.value[((sum + alpha / 2) / alpha) as usize];
        let alpha = ((alpha + count / 2) / count) as u8;
        [colour(r), colour(g), colour(b), alpha]
    }
}

#[cfg(test)]
mod tests {
    use image::{RgbImage, Rgba};

    use super::*;

    #[test]
    fn only_what_is_far_wider_than_the_widest_variant_is_reduced() {
        for (width, expected) in [
            (1, 1),
            (2_000, 1),
            (5_999, 1),
            (6_000, 2),
            (9_248, 3),
            (60_000, 20),
        ] {
            assert_eq!(side(width), expected, "{width}");
            assert!(
                expected == 1 || width / expected >= MAX_WIDTH * 3 / 2,
                "{width}"
            );
        }
    }

    #[test]
    fn every_colour_comes_back_as_it_was() {
        let colours = RgbImage::from_fn(512, 2, |x, _| image::Rgb([(x / 2) as u8; 3]));
        let small = reduced(DynamicImage::ImageRgb8(colours), 2);
        for (x, _, pixel) in small.enumerate_pixels() {
            assert_eq!(pixel.0, [x as u8, x as u8, x as u8, 255]);
        }
    }

    #[test]
    fn light_is_averaged_and_what_is_invisible_colours_nothing() {
        let stripes = RgbImage::from_fn(64, 3, |x, _| {
            image::Rgb([if x % 2 == 0 { 255 } else { 0 }; 3])
        });
        let small = reduced(DynamicImage::ImageRgb8(stripes), 2);
        assert_eq!(small.dimensions(), (32, 2), "cut squares count");
        assert!(small.pixels().all(|pixel| pixel.0 == [188, 188, 188, 255]));

        let half = RgbaImage::from_fn(2, 2, |x, _| {
            Rgba(if x == 0 {
                [0, 0, 255, 255]
            } else {
                [255, 0, 0, 0]
            })
        });
        let small = reduced(DynamicImage::ImageRgba8(half), 2);
        assert_eq!(small.get_pixel(0, 0).0, [0, 0, 255, 128]);
    }
}
