//! What cameras and programs write into files reaches no visitor.

use image::ImageFormat;

use super::super::fixtures::{file, from_camera, moving_png, photo};
use super::{decoded, is_near, original};

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
