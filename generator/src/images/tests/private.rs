//! What cameras and programs write into files reaches no visitor.

use image::{ImageFormat, Rgba, RgbaImage};
use proptest::prelude::*;

use super::super::avif;
use super::super::fixtures::{AVIF, GLASS_AVIF, file, from_camera, icon, moving_png, photo};
use super::{Format, decoded, is_near, original};

#[test]
fn a_camera_s_image_stands_upright_and_does_not_tell_where_it_was_taken() {
    let source = from_camera(photo(400, 300));
    assert!(source.windows(3).any(|words| words == b"GPS"));
    let (picture, bytes) = original("a.jpg", &source);
    assert_eq!(
        (picture.original.width, picture.original.height),
        (300, 400)
    );
    let upright = decoded(&bytes).into_rgba8();
    assert_eq!(upright.dimensions(), (300, 400));
    assert!(
        is_near(*upright.get_pixel(290, 10), [228, 30, 20], 30),
        "red has gone from the left to the right"
    );
    assert!(
        !bytes.windows(3).any(|words| words == b"GPS")
            && !bytes.windows(4).any(|words| words == b"Exif")
    );
}

#[test]
fn words_are_taken_out_of_a_file_whose_pixels_are_published_as_they_are() {
    let mut jpeg =
        img_parts::jpeg::Jpeg::from_bytes(file(photo(64, 64), ImageFormat::Jpeg).into()).unwrap();
    let plain = jpeg.clone().encoder().bytes();
    img_parts::ImageEXIF::set_exif(&mut jpeg, Some("GPS 30.2741 N".into()));
    let (_, bytes) = original("a.jpg", &jpeg.encoder().bytes());
    assert_eq!(decoded(&bytes), decoded(&plain));
    assert!(!bytes.windows(3).any(|words| words == b"GPS"));
    let (_, bytes) = original("a.png", &moving_png());
    assert!(!bytes.windows(7).any(|words| words == b"30.2741"));
}

/// True if `bytes` say where they were taken.
fn tells(bytes: &[u8]) -> bool {
    bytes.windows(7).any(|words| words == b"30.2741")
}

/// A box of a file like AVIF.
fn part(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let size = u32::try_from(body.len() + 8).unwrap();
    [&size.to_be_bytes(), kind, body].concat()
}

#[test]
fn of_an_avif_nothing_is_left_but_its_picture_where_it_stood() {
    let words = part(b"uuid", b"sixteen letters!30.2741");
    for source in [
        AVIF.to_vec(),
        GLASS_AVIF.to_vec(),
        [AVIF, &words].concat(),
        [AVIF, &part(b"mdat", b"left behind: 30.2741")].concat(),
    ] {
        assert!(tells(&source));
        let (picture, bytes) = original("a.avif", &source);
        assert!(!tells(&bytes));
        assert_eq!(bytes.len(), source.len());
        let is_free = |at: usize| {
            bytes[at] == 0
                || bytes[..at + 4]
                    .windows(4)
                    .rev()
                    .take(4)
                    .any(|kind| kind == b"free")
        };
        let changed = (0..bytes.len()).filter(|at| bytes[*at] != source[*at]);
        assert!(changed.clone().count() < source.len() / 2 && changed.clone().all(is_free));
        assert_eq!(picture.original.format, Format::Avif);
        assert_eq!((picture.original.width, picture.original.height), (64, 48));
        assert!(picture.derived().next().is_none() && picture.colours.is_none());
        // What is clean stays as it is.
        assert_eq!(original("a.avif", &bytes).1, bytes);
    }
}

#[test]
fn of_an_icon_nothing_is_left_but_its_images() {
    assert!(tells(&icon()));
    let (picture, bytes) = original("a.ico", &icon());
    assert!(!tells(&bytes));
    assert_eq!(picture.original.format, Format::Ico);
    let folder = ico::IconDir::read(std::io::Cursor::new(&bytes)).unwrap();
    let kinds: Vec<_> = folder
        .entries()
        .iter()
        .map(|image| (image.width(), image.height(), image.is_png()))
        .collect();
    assert_eq!(kinds, [(40, 20, true), (16, 16, false)]);
    for image in folder.entries() {
        let pixels = image.decode().unwrap();
        let size = (pixels.width(), pixels.height());
        let shown = RgbaImage::from_raw(size.0, size.1, pixels.rgba_data().to_vec()).unwrap();
        assert!(shown.pixels().all(|pixel| *pixel == Rgba([0, 0, 255, 255])));
    }
}

proptest! {
    #[test]
    fn an_avif_that_was_tampered_with_is_refused_or_of_the_same_length(
        changes in prop::collection::vec((0..AVIF.len(), any::<u8>()), 1..6),
        end in 0..=AVIF.len(),
    ) {
        let mut source = AVIF.to_vec();
        changes.iter().for_each(|(at, byte)| source[*at] = *byte);
        for source in [&source[..], &source[..end]] {
            if let Ok(bytes) = avif::stripped(source) {
                prop_assert_eq!(bytes.len(), source.len());
            }
        }
    }
}
