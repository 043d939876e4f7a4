//! Smaller versions of an image: their sizes, and the light and the colours in them.

use image::{DynamicImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

use super::super::fixtures::{WORKERS, file, photo};
use super::super::job::make_picture;
use super::super::picture::Encoded;
use super::{Format, Role, decode, original};

/// The candidates of one encoding, whether they are worth sending or not.
fn candidates(image: impl Into<DynamicImage>, format: Format) -> Vec<Encoded> {
    let source = file(image, ImageFormat::Png);
    let made = make_picture(&WORKERS, &source, Format::Png, true).unwrap();
    let all = made.files.into_iter();
    all.filter(|(role, file)| *role == Role::Candidate && file.format == format)
        .map(|(_, file)| file)
        .collect()
}

/// The narrowest candidate of a drawing, which is lossless.
fn narrowest(image: RgbaImage) -> RgbaImage {
    decode(&candidates(image, Format::Webp)[0].bytes).into_rgba8()
}

#[test]
fn widths_are_the_ladders_and_the_sources_own_and_never_more() {
    for (width, expected) in [
        (300, vec![300]),
        (768, vec![480, 768]),
        (1000, vec![480, 768, 1000]),
        (6000, vec![480, 768, 1200, 2000]),
    ] {
        for format in [Format::Avif, Format::Webp] {
            let candidates = candidates(photo(width, 20), format);
            let widths: Vec<u32> = candidates.iter().map(|candidate| candidate.width).collect();
            assert_eq!(widths, expected);
        }
    }
}

#[test]
fn proportions_are_kept() {
    let heights = |width, height| -> Vec<u32> {
        let candidates = candidates(photo(width, height), Format::Webp);
        candidates
            .iter()
            .map(|candidate| candidate.height)
            .collect()
    };
    assert_eq!(heights(1000, 600), [288, 461, 600]);
    assert_eq!(heights(4000, 3), [1, 1, 1, 2]);
}

#[test]
fn light_is_averaged_rather_than_numbers() {
    let stripes = RgbaImage::from_fn(960, 64, |x, _| {
        Rgba(if x % 2 == 0 {
            [255, 255, 255, 255]
        } else {
            [0, 0, 0, 255]
        })
    });
    // Half the light is 188 of 255 in sRGB; half the number would be 128.
    let grey = narrowest(stripes).get_pixel(240, 16)[0];
    assert!((184..=192).contains(&grey), "{grey}");
}

#[test]
fn what_is_invisible_colours_nothing() {
    let half = RgbaImage::from_fn(960, 64, |x, _| {
        Rgba(if x < 481 {
            [0, 0, 255, 255]
        } else {
            [255, 0, 0, 0]
        })
    });
    let small = narrowest(half);
    assert_eq!(small.get_pixel(10, 10).0, [0, 0, 255, 255]);
    for pixel in small.pixels().filter(|pixel| pixel[3] > 8) {
        assert!(pixel[0] < 32 && pixel[2] > 220, "{pixel:?}");
    }
}

#[test]
fn every_colour_comes_back_as_it_was() {
    let bands = RgbImage::from_fn(256 * 16, 16, |x, _| Rgb([(x / 16) as u8; 3]));
    let (picture, bytes) = original("a.png", &file(bands, ImageFormat::Png));
    assert_eq!(picture.original.width, 2000);
    let small = decode(&bytes).into_rgb8();
    for grey in 0..256_u32 {
        let middle = (grey * 16 + 8) * 2000 / 4096;
        let found = i32::from(small.get_pixel(middle, 4)[0]);
        assert!((found - grey as i32).abs() <= 1, "{found} for {grey}");
    }
}
