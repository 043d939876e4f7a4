//! What visitors get from what editors, cameras and attackers put beside a text.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use image::{DynamicImage, ImageFormat, RgbImage, Rgba, RgbaImage};
use moxcms::ColorProfile;
use tempfile::TempDir;
use walkdir::WalkDir;

use super::fixtures::{
    FOR_PRINT, bomb, drawing, file, frames, from_camera, media, moving_gif, moving_png,
    moving_webp, photo,
};
use super::*;

/// A content folder and a cache.
struct Shop {
    folder: TempDir,
    images: Images,
}

impl Shop {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let images = Images::new(Some(folder.path().join("cache")));
        Self { folder, images }
    }

    /// A generator that is started again.
    fn again(self) -> Self {
        let images = Images::new(Some(self.folder.path().join("cache")));
        Self { images, ..self }
    }

    fn media(&self, name: &str, bytes: &[u8]) -> Arc<Media> {
        media(self.folder.path(), name, bytes)
    }

    /// The picture of a file that is as it should be.
    fn picture(&mut self, media: &Arc<Media>) -> Arc<Picture> {
        let (pictures, diagnostics) = self.images.make(std::slice::from_ref(media));
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        pictures[&media.hash].clone()
    }

    fn bytes(&self, media: &Media, variant: &Variant) -> Vec<u8> {
        self.images.bytes(media, variant).unwrap()
    }

    fn cached(&self) -> Vec<PathBuf> {
        files(&self.folder.path().join("cache"))
    }
}

/// None if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let files = WalkDir::new(folder).sort_by_file_name().into_iter();
    files
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .collect()
}

/// What is wrong with a file: the code of the diagnostic.
fn refused(name: &str, bytes: &[u8]) -> &'static str {
    let mut shop = Shop::new();
    let media = shop.media(name, bytes);
    let (pictures, diagnostics) = shop.images.make(&[media]);
    assert!(pictures.is_empty() && shop.cached().is_empty(), "{name}");
    assert_eq!(diagnostics[0].file, format!("content/news/a/{name}"));
    diagnostics[0].code
}

fn decoded(bytes: &[u8]) -> DynamicImage {
    image::load_from_memory(bytes).unwrap()
}

/// The picture of one file, and what stands at its own path.
fn original(name: &str, bytes: &[u8]) -> (Arc<Picture>, Vec<u8>) {
    let mut shop = Shop::new();
    let media = shop.media(name, bytes);
    let picture = shop.picture(&media);
    let bytes = shop.bytes(&media, &picture.original);
    (picture, bytes)
}

fn is_near(pixel: Rgba<u8>, wanted: [u8; 3], distance: u8) -> bool {
    (0..3).all(|channel| pixel[channel].abs_diff(wanted[channel]) <= distance)
}

#[test]
fn a_photograph_becomes_two_source_sets_that_grow_with_their_widths() {
    let mut shop = Shop::new();
    let media = shop.media("a.jpg", &file(photo(1000, 600), ImageFormat::Jpeg));
    let picture = shop.picture(&media);
    for format in [Format::Avif, Format::Webp] {
        let rungs: Vec<&Variant> = picture.rungs(format).collect();
        assert_eq!(
            rungs
                .iter()
                .map(|rung| (rung.width, rung.height))
                .collect::<Vec<_>>(),
            [(480, 288), (768, 461), (1000, 600)]
        );
        assert!(rungs.is_sorted_by_key(|rung| rung.size));
        for rung in rungs {
            let bytes = shop.bytes(&media, rung);
            assert_eq!(
                (bytes.len() as u64, Hash::of(&bytes)),
                (rung.size, rung.hash)
            );
            let size = imagesize::blob_size(&bytes).unwrap();
            assert_eq!(
                (size.width, size.height),
                (rung.width as usize, rung.height as usize)
            );
        }
    }
    let webp = picture.rungs(Format::Webp).next().unwrap();
    let small = decoded(&shop.bytes(&media, webp)).into_rgba8();
    assert!(
        is_near(*small.get_pixel(10, 10), [228, 30, 20], 24),
        "{:?}",
        small.get_pixel(10, 10)
    );
    assert_eq!(picture.single().width, 1000);
}

// R10.06
#[test]
fn a_broken_image_is_an_error_and_nothing_of_it_is_kept() {
    let jpeg = file(photo(300, 200), ImageFormat::Jpeg);
    assert_eq!(refused("a.jpg", &jpeg[..jpeg.len() / 2]), "bad-image");
    let png = file(photo(300, 200), ImageFormat::Png);
    assert_eq!(refused("a.png", &png[..png.len() / 2]), "bad-image");
    let webp = file(photo(300, 200), ImageFormat::WebP);
    assert_eq!(refused("a.webp", &webp[..webp.len() / 2]), "bad-image");
    assert_eq!(refused("a.gif", &moving_gif()[..60]), "bad-image");
}

#[test]
fn a_name_that_says_another_kind_is_an_error() {
    assert_eq!(
        refused("a.jpg", &file(photo(30, 20), ImageFormat::Png)),
        "image-name"
    );
}

#[test]
fn an_image_that_claims_more_pixels_than_memory_is_an_error() {
    assert_eq!(refused("a.png", &bomb(60_000, 60_000)), "image-size");
}

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

#[test]
fn inks_become_the_colours_they_print() {
    let (picture, bytes) = original("a.jpg", FOR_PRINT);
    let shown = decoded(&bytes).into_rgba8();
    for (x, y, colour) in [
        (5, 5, [230, 30, 20]),
        (58, 5, [20, 200, 30]),
        (30, 40, [30, 90, 180]),
    ] {
        let pixel = *shown.get_pixel(x, y);
        assert!(is_near(pixel, colour, 24), "{pixel:?}");
    }
    assert_eq!(picture.original.format, Format::Jpeg);
    // Four channels stand in the frame header of the source, three in that of the published file.
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
    let profile = ColorProfile::new_display_p3().encode().unwrap();
    let mut jpeg = img_parts::jpeg::Jpeg::from_bytes(
        file(
            RgbImage::from_pixel(600, 64, image::Rgb([200, 40, 40])),
            ImageFormat::Jpeg,
        )
        .into(),
    )
    .unwrap();
    img_parts::ImageICC::set_icc_profile(&mut jpeg, Some(profile.into()));
    let mut shop = Shop::new();
    let media = shop.media("a.jpg", &jpeg.encoder().bytes());
    let picture = shop.picture(&media);
    let rung = picture.rungs(Format::Webp).next().unwrap();
    let pixel = *decoded(&shop.bytes(&media, rung))
        .into_rgba8()
        .get_pixel(5, 5);
    assert!(
        pixel[0] > 208 && pixel[1] < 36,
        "more saturated in sRGB's numbers: {pixel:?}"
    );
    let bytes = shop.bytes(&media, &picture.original);
    assert!(
        bytes.windows(11).any(|words| words == b"ICC_PROFILE"),
        "the original keeps its own"
    );
}

#[test]
fn sixteen_bits_grey_and_transparency_are_shown() {
    let deep = image::ImageBuffer::from_fn(500, 100, |x, _| image::Luma([(x * 131) as u16]));
    let (picture, _) = original(
        "a.png",
        &file(DynamicImage::ImageLuma16(deep), ImageFormat::Png),
    );
    assert!(picture.rungs(Format::Webp).count() > 0 && picture.colours.is_some());
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
    let rung = picture.rungs(Format::Webp).next().unwrap();
    let small = decoded(&shop.bytes(&media, rung)).into_rgba8();
    assert_eq!(
        (small.get_pixel(10, 10)[3], small.get_pixel(470, 10)[3]),
        (255, 0)
    );
}

#[test]
fn what_moves_goes_on_moving_and_has_a_still() {
    for (name, bytes) in [
        ("a.gif", moving_gif()),
        ("a.png", moving_png()),
        ("a.webp", moving_webp()),
    ] {
        let mut shop = Shop::new();
        let media = shop.media(name, &bytes);
        let picture = shop.picture(&media);
        assert!(picture.rungs.is_empty(), "{name}");
        let still = decoded(&shop.bytes(&media, picture.still.as_ref().unwrap())).into_rgba8();
        assert_eq!(still.dimensions(), (40, 20), "{name}");
        assert!(
            is_near(*still.get_pixel(5, 5), [0, 0, 255], 8),
            "{name} {:?}",
            still.get_pixel(5, 5)
        );
        let moving = shop.bytes(&media, &picture.original);
        assert!(
            moving.len() + 64 > bytes.len()
                && Format::of(media.media_type) == Some(picture.original.format)
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
            .rungs
            .iter()
            .all(|rung| rung.size < bytes.len() as u64)
    );
    let sharp: Vec<u64> = picture.rungs(Format::Webp).map(|rung| rung.size).collect();
    let smooth: Vec<u64> = picture.rungs(Format::Avif).map(|rung| rung.size).collect();
    assert!(smooth.is_empty() || smooth.last() < sharp.last());
}

#[test]
fn a_wide_photograph_is_published_no_wider_than_the_top_rung() {
    let (picture, bytes) = original("a.jpg", &file(photo(2400, 300), ImageFormat::Jpeg));
    assert_eq!(
        (picture.original.width, picture.original.height),
        (2000, 250)
    );
    assert_eq!(decoded(&bytes).into_rgba8().dimensions(), (2000, 250));
}

// R10.05
#[test]
fn the_same_source_gives_the_same_bytes_on_one_core_and_on_many() {
    let made = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let mut shop = Shop::new();
        let media = shop.media("a.jpg", &file(photo(800, 500), ImageFormat::Jpeg));
        pool.install(|| shop.picture(&media))
    };
    assert_eq!(made(1), made(4));
}

#[test]
fn a_picture_is_made_once_and_again_only_where_the_cache_lost_it() {
    let mut shop = Shop::new();
    let media = shop.media("a.jpg", &file(photo(500, 300), ImageFormat::Jpeg));
    let first = shop.picture(&media);
    let cached = shop.cached();
    assert_eq!(
        cached.len(),
        2 + first.rungs.len(),
        "a description, the original and the rungs"
    );
    // A source that is gone cannot be read again: the next generator has the picture from the cache.
    fs::remove_file(&media.source).unwrap();
    let mut shop = shop.again();
    assert_eq!(shop.picture(&media), first);

    let source = file(photo(500, 300), ImageFormat::Jpeg);
    fs::write(&media.source, source).unwrap();
    for (index, file) in cached.iter().enumerate() {
        let whole = fs::read(file).unwrap();
        let damaged = [whole[..whole.len() / 2].to_vec(), vec![7; whole.len()]];
        fs::write(file, &damaged[index % 2]).unwrap();
        shop = shop.again();
        let picture = shop.picture(&media);
        assert_eq!(picture, first);
        for variant in std::iter::once(&picture.original).chain(picture.derived()) {
            assert_eq!(Hash::of(&shop.bytes(&media, variant)), variant.hash);
        }
    }
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
        (diagnostics[0].code, diagnostics[0].file.as_str()),
        ("image-clash", "content/news/a/a.jpg.480.webp")
    );
}

#[test]
fn without_a_cache_images_are_only_checked() {
    let shop = Shop::new();
    let mut images = Images::new(None);
    let good = shop.media("a.jpg", &file(photo(50, 30), ImageFormat::Jpeg));
    let bad = shop.media("b.jpg", b"\xff\xd8\xff\xe0 no image");
    let (pictures, diagnostics) = images.make(&[good, bad]);
    assert!(pictures.is_empty());
    assert_eq!(
        diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(),
        ["bad-image"]
    );
}
