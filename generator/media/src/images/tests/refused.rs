//! Tests of files that are not published: each invalid file is reported by its name.

use std::sync::Arc;

use image::ImageFormat;

use super::super::fixtures::{AVIF, WORKERS, bomb, file, icon, moving_gif, photo};
use super::{Images, Shop, refusal_code};
use crate::workers::media::MediaWorkers;
use generator_ground::message::Language;

// R10.06
#[test]
fn a_broken_image_is_an_error_and_nothing_of_it_is_kept() {
    let jpeg = file(photo(300, 200), ImageFormat::Jpeg);
    assert_eq!(refusal_code("a.jpg", &jpeg[..jpeg.len() / 2]), "bad-image");
    let png = file(photo(300, 200), ImageFormat::Png);
    assert_eq!(refusal_code("a.png", &png[..png.len() / 2]), "bad-image");
    let webp = file(photo(300, 200), ImageFormat::WebP);
    assert_eq!(refusal_code("a.webp", &webp[..webp.len() / 2]), "bad-image");
    assert_eq!(refusal_code("a.gif", &moving_gif()[..60]), "bad-image");
    assert_eq!(
        refusal_code("a.avif", &AVIF[..AVIF.len() - 20]),
        "bad-image"
    );
    assert_eq!(
        refusal_code("a.ico", &icon()[..icon().len() - 20]),
        "bad-image"
    );
}

#[test]
fn a_name_that_says_another_kind_is_an_error() {
    let png = file(photo(30, 20), ImageFormat::Png);
    assert_eq!(refusal_code("a.jpg", &png), "image-name");
    assert_eq!(refusal_code("a.avif", &png), "image-name");
    assert_eq!(refusal_code("a.ico", AVIF), "image-name");
    assert_eq!(refusal_code("a.png", &icon()), "image-name");
}

#[test]
fn an_avif_that_moves_is_an_error_because_it_may_say_anything_anywhere() {
    let moving = [AVIF, b"\0\0\0\x08moov"].concat();
    assert_eq!(refusal_code("a.avif", &moving), "image-metadata");
}

#[test]
fn an_image_that_claims_more_pixels_than_memory_is_an_error() {
    assert_eq!(refusal_code("a.png", &bomb(60_000, 60_000)), "image-size");
}

#[test]
fn a_file_named_like_another_ones_variant_is_an_error() {
    let mut shop = Shop::new();
    let bytes = file(photo(480, 300), ImageFormat::Jpeg);
    let mut all = vec![
        shop.media("a.jpg", &bytes),
        shop.media("a.jpg.480.webp", &file(photo(20, 20), ImageFormat::WebP)),
    ];
    all.sort_by(|a, b| a.path.cmp(&b.path));
    let (_, diagnostics) = shop.images.make(&all);
    assert_eq!(
        (diagnostics[0].code(), diagnostics[0].file.as_str()),
        ("image-clash", "content/news/a/a.jpg.480.webp")
    );
}

#[test]
fn without_a_cache_images_are_only_checked() {
    let shop = Shop::new();
    let mut images = Images::new(None, WORKERS.clone());
    let good = shop.media("a.jpg", &file(photo(50, 30), ImageFormat::Jpeg));
    let bad = shop.media("b.jpg", b"\xff\xd8\xff\xe0 no image");
    let (pictures, diagnostics) = images.make(&[good, bad]);
    assert!(pictures.is_empty());
    assert_eq!(
        diagnostics.iter().map(|d| d.code()).collect::<Vec<_>>(),
        ["bad-image"]
    );
}

#[test]
fn an_image_is_not_blamed_for_what_cannot_be_started() {
    let mut shop = Shop::new();
    let frontend = tempfile::tempdir().unwrap();
    let workers = Arc::new(MediaWorkers::new(frontend.path().to_owned()));
    let media = [shop.media("a.jpg", &file(photo(50, 30), ImageFormat::Jpeg))];
    for folder in [None, Some(shop.folder.path().join("cache"))] {
        shop.images = Images::new(folder, workers.clone());
        let (pictures, diagnostics) = shop.images.make(&media);
        assert!(pictures.is_empty());
        assert_eq!(diagnostics[0].code(), "bad-image");
        let words = diagnostics[0].message.text(Language::English);
        assert!(words.contains("npm install"), "{words}");
        let (_, diagnostics) = shop.images.make(&[]);
        assert!(diagnostics.is_empty(), "nothing is asked of nobody");
    }
}
