//! Which variants an image has, and that each is worth having.

use contract::Hash;
use image::{DynamicImage, ImageFormat};

use super::super::fixtures::{MOVING_WEBP, drawing, file, frames, moving_gif, moving_png, photo};
use super::{Format, Shop, Variant, decode, is_near, original};

#[test]
fn a_photograph_becomes_two_source_sets_that_grow_with_their_widths() {
    let mut shop = Shop::new();
    let media = shop.media("a.jpg", &file(photo(1000, 600), ImageFormat::Jpeg));
    let picture = shop.picture(&media);
    for format in [Format::Avif, Format::Webp] {
        let candidates: Vec<&Variant> = picture.candidates(format).collect();
        assert_eq!(
            candidates
                .iter()
                .map(|candidate| (candidate.width, candidate.height))
                .collect::<Vec<_>>(),
            [(480, 288), (768, 461), (1000, 600)]
        );
        assert!(candidates.is_sorted_by_key(|candidate| candidate.size));
        for candidate in candidates {
            let bytes = shop.bytes(&media, candidate);
            assert_eq!(
                (bytes.len() as u64, Hash::of(&bytes)),
                (candidate.size, candidate.hash)
            );
            let size = imagesize::blob_size(&bytes).unwrap();
            assert_eq!(
                (size.width, size.height),
                (candidate.width as usize, candidate.height as usize)
            );
        }
    }
    let webp = picture.candidates(Format::Webp).next().unwrap();
    let small = decode(&shop.bytes(&media, webp)).into_rgba8();
    assert!(
        is_near(*small.get_pixel(10, 10), [228, 30, 20], 24),
        "{:?}",
        small.get_pixel(10, 10)
    );
    assert_eq!(picture.single().width, 1000);
}

#[test]
fn what_moves_goes_on_moving_and_has_a_still() {
    for (name, bytes) in [
        ("a.gif", moving_gif()),
        ("a.png", moving_png()),
        ("a.webp", MOVING_WEBP.to_vec()),
    ] {
        let mut shop = Shop::new();
        let media = shop.media(name, &bytes);
        let picture = shop.picture(&media);
        assert!(picture.candidates.is_empty(), "{name}");
        let still = decode(&shop.bytes(&media, picture.still.as_ref().unwrap())).into_rgba8();
        assert_eq!(still.dimensions(), (40, 20), "{name}");
        assert!(
            is_near(*still.get_pixel(5, 5), [0, 0, 255], 8),
            "{name} {:?}",
            still.get_pixel(5, 5)
        );
        let moving = shop.bytes(&media, &picture.original);
        assert!(
            moving.len() + 64 > bytes.len()
                && Format::from_media_type(media.media_type) == Some(picture.original.format)
        );
    }
    assert_eq!(frames().len(), 2);
    let (picture, _) = original(
        "b.gif",
        &file(DynamicImage::ImageRgba8(drawing(40, 20)), ImageFormat::Gif),
    );
    assert_eq!(picture.still, None, "one frame does not move");
}

#[test]
fn a_drawing_is_never_made_bigger_than_its_source() {
    let bytes = file(drawing(900, 600), ImageFormat::Png);
    let (picture, _) = original("a.png", &bytes);
    assert!(
        picture
            .candidates
            .iter()
            .all(|candidate| candidate.size < bytes.len() as u64)
    );
    let sharp: Vec<u64> = picture
        .candidates(Format::Webp)
        .map(|candidate| candidate.size)
        .collect();
    let smooth: Vec<u64> = picture
        .candidates(Format::Avif)
        .map(|candidate| candidate.size)
        .collect();
    assert!(smooth.is_empty() || smooth.last() < sharp.last());
}

#[test]
fn a_wide_photograph_is_published_no_wider_than_the_widest_candidate() {
    let (picture, bytes) = original("a.jpg", &file(photo(2400, 300), ImageFormat::Jpeg));
    assert_eq!(
        (picture.original.width, picture.original.height),
        (2000, 250)
    );
    assert_eq!(decode(&bytes).into_rgba8().dimensions(), (2000, 250));
}
