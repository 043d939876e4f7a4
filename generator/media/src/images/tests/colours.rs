//! Tests that a picture looks as intended, however its colours are encoded.

use image::{DynamicImage, ImageFormat, RgbImage, Rgba, RgbaImage};
use img_parts::ImageICC;
use img_parts::jpeg::Jpeg;

use super::super::fixtures::{DISPLAY_P3, FOR_PRINT, file};
use super::{Format, Shop, decode, is_near, original};

#[test]
fn inks_become_the_colours_they_print() {
    let (picture, bytes) = original("a.jpg", FOR_PRINT);
    let shown = decode(&bytes).into_rgba8();
    for (x, y, colour) in [
        (5, 5, [213, 53, 29]),
        (58, 5, [0, 126, 65]),
        (30, 40, [37, 79, 123]),
    ] {
        let pixel = *shown.get_pixel(x, y);
        assert!(is_near(pixel, colour, 24), "{pixel:?}");
    }
    assert_eq!(picture.original.format, Format::Jpeg);
    // Four channels are in the frame header of the source, three in that of the published file.
    let channels = |jpeg: &[u8]| {
        jpeg[jpeg
            .windows(2)
            .position(|pair| pair == [0xff, 0xc0])
            .unwrap()
            + 9]
    };
    assert_eq!((channels(FOR_PRINT), channels(&bytes)), (4, 3));
}

#[test]
fn colours_of_a_wider_profile_are_turned_into_those_of_screens() {
    for width in [600, 2400] {
        let pixels = RgbImage::from_pixel(width, 64, image::Rgb([200, 40, 40]));
        let mut jpeg = Jpeg::from_bytes(file(pixels, ImageFormat::Jpeg).into()).unwrap();
        jpeg.set_icc_profile(Some(DISPLAY_P3.into()));
        let mut shop = Shop::new();
        let media = shop.media("a.jpg", &jpeg.encoder().bytes());
        let picture = shop.picture(&media);
        let candidate = picture.candidates(Format::Webp).next().unwrap();
        let shown = decode(&shop.bytes(&media, candidate)).into_rgba8();
        let pixel = *shown.get_pixel(5, 5);
        assert!(
            pixel[0] > 208 && pixel[1] < 36,
            "more saturated in sRGB's numbers: {pixel:?}"
        );
        let bytes = shop.bytes(&media, &picture.original);
        let keeps_its_own = bytes.windows(11).any(|words| words == b"ICC_PROFILE");
        assert_eq!(keeps_its_own, width == 600, "unless it is made smaller");
    }
}

#[test]
fn sixteen_bits_grey_and_transparency_are_shown() {
    let deep = image::ImageBuffer::from_fn(500, 100, |x, _| image::Luma([(x * 131) as u16]));
    let (picture, _) = original(
        "a.png",
        &file(DynamicImage::ImageLuma16(deep), ImageFormat::Png),
    );
    assert!(picture.candidates(Format::Webp).count() > 0 && picture.colours.is_some());
    let glass = RgbaImage::from_fn(600, 300, |x, y| {
        Rgba([
            200,
            (x % 256) as u8,
            (y % 256) as u8,
            if x < 300 { 255 } else { 0 },
        ])
    });
    let mut shop = Shop::new();
    let media = shop.media("b.png", &file(glass, ImageFormat::Png));
    let picture = shop.picture(&media);
    assert_eq!(
        picture.colours, None,
        "what one looks through shows no colours first"
    );
    let candidate = picture.candidates(Format::Webp).next().unwrap();
    let small = decode(&shop.bytes(&media, candidate)).into_rgba8();
    assert_eq!(
        (small.get_pixel(10, 10)[3], small.get_pixel(470, 10)[3]),
        (255, 0)
    );
}
