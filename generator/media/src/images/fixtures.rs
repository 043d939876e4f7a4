//! Images for tests, drawn by arithmetic.

use std::io::Cursor;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use contract::Hash;
use contract::build::Access;
use image::codecs::gif::GifEncoder;
use image::{Delay, DynamicImage, Frame, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use img_parts::jpeg::Jpeg;
use img_parts::{Bytes, ImageEXIF};

use crate::Media;
use crate::workers::media::MediaWorkers;

/// Media workers of this repository's frontend, for all tests.
pub(super) static WORKERS: LazyLock<Arc<MediaWorkers>> = LazyLock::new(|| {
    let frontend = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../frontend");
    Arc::new(MediaWorkers::new(frontend))
});

/// A photograph: shades, shapes and noise. Its upper left corner is red, its upper right one green,
/// and below it is blue.
pub(super) fn photo(width: u32, height: u32) -> RgbImage {
    let mut state = 1_u32;
    RgbImage::from_fn(width, height, |x, y| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = (state >> 28) as u8;
        let wave = ((x * 7 / width + y * 5 / height) % 3 * 10) as u8;
        if y < height / 4 && x < width / 4 {
            Rgb([220 + noise, 20 + wave, 20])
        } else if y < height / 4 && x >= width - width / 4 {
            Rgb([20, 200 + noise, 20 + wave])
        } else {
            Rgb([30 + noise, 40 + wave + (y * 80 / height) as u8, 180 + noise])
        }
    })
}

/// Lines on paper.
pub(super) fn drawing(width: u32, height: u32) -> RgbaImage {
    RgbaImage::from_fn(width, height, |x, y| {
        if (x + y * y / 40) % 37 < 2 {
            Rgba([14, 26, 43, 255])
        } else {
            Rgba([251, 250, 247, 255])
        }
    })
}

/// `image` as a file.
pub(super) fn file(image: impl Into<DynamicImage>, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.into().write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A camera's file: turned by a quarter, with the place where it was taken.
pub(super) fn from_camera(image: RgbImage) -> Vec<u8> {
    let mut exif = b"II*\0\x08\0\0\0\x02\0".to_vec();
    // Orientation (0x112), a short: 6, to be turned clockwise.
    exif.extend(b"\x12\x01\x03\0\x01\0\0\0\x06\0\0\0");
    // GPSInfo (0x8825), which would point at coordinates.
    exif.extend(b"\x25\x88\x04\0\x01\0\0\0\x26\0\0\0\0\0\0\0");
    exif.extend(b"GPS 30.2741 N 120.1551 E");
    let mut jpeg = Jpeg::from_bytes(file(image, ImageFormat::Jpeg).into()).unwrap();
    jpeg.set_exif(Some(Bytes::from(exif)));
    jpeg.encoder().bytes().to_vec()
}

/// A file for print: four inks, 64 × 48 pixels. Red in the upper left corner, green in the upper
/// right one, blue elsewhere.
pub(super) const FOR_PRINT: &[u8] = include_bytes!("../../../tests/fixtures/print.jpg");

/// An AVIF by libavif, 64 × 48 pixels, blue with a red corner. Its Exif and its XMP contain
/// `30.2741`.
pub(super) const AVIF: &[u8] = include_bytes!("../../../tests/fixtures/camera.avif");

/// Another AVIF, half transparent.
pub(super) const GLASS_AVIF: &[u8] = include_bytes!("../../../tests/fixtures/glass.avif");

/// The profile of Display P3.
pub(super) const DISPLAY_P3: &[u8] = include_bytes!("../../../tests/fixtures/display-p3.icc");

/// Two frames, the first blue and the second red.
pub(super) fn frames() -> [RgbaImage; 2] {
    [[0, 0, 255, 255], [255, 0, 0, 255]].map(|colour| RgbaImage::from_pixel(40, 20, Rgba(colour)))
}

pub(super) fn moving_gif() -> Vec<u8> {
    let mut bytes = Vec::new();
    let delay = Delay::from_numer_denom_ms(100, 1);
    let frames = frames().map(|frame| Frame::from_parts(frame, 0, 0, delay));
    GifEncoder::new(&mut bytes).encode_frames(frames).unwrap();
    bytes
}

pub(super) fn moving_png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 40, 20);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_animated(2, 0).unwrap();
    encoder
        .add_text_chunk("Comment".to_owned(), "30.2741 N".to_owned())
        .unwrap();
    let mut writer = encoder.write_header().unwrap();
    for frame in frames() {
        writer.write_image_data(&frame).unwrap();
    }
    writer.finish().unwrap();
    bytes
}

/// An icon of a PNG that contains `30.2741` and of a bitmap, both blue.
pub(super) fn icon() -> Vec<u8> {
    let mut image = Vec::new();
    let mut encoder = png::Encoder::new(&mut image, 40, 20);
    encoder.set_color(png::ColorType::Rgba);
    encoder
        .add_text_chunk("Comment".to_owned(), "30.2741 N".to_owned())
        .unwrap();
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&frames()[0]).unwrap();
    writer.finish().unwrap();
    let pixels = ico::IconImage::from_rgba_data(16, 16, [0, 0, 255, 255].repeat(256));
    let bitmap = ico::IconDirEntry::encode_as_bmp(&pixels).unwrap();
    // Type 1, two images; of each its size, colours and place.
    let mut bytes = vec![0, 0, 1, 0, 2, 0];
    let mut place = 6 + 2 * 16_u32;
    for (width, height, data) in [(40, 20, &*image), (16, 16, bitmap.data())] {
        let size = u32::try_from(data.len()).unwrap();
        bytes.extend([width, height, 0, 0, 1, 0, 32, 0]);
        bytes.extend(size.to_le_bytes());
        bytes.extend(place.to_le_bytes());
        place += size;
    }
    [bytes, image, bitmap.data().to_vec()].concat()
}

/// [`frames`], by libwebp.
pub(super) const MOVING_WEBP: &[u8] = include_bytes!("../../../tests/fixtures/moving.webp");

/// A PNG that claims a size and has no pixels.
pub(super) fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let writer = png::Encoder::new(&mut bytes, width, height)
        .write_header()
        .unwrap();
    drop(writer);
    bytes
}

/// Writes `bytes` into `folder` as a file beside an article.
pub(super) fn media(folder: &Path, name: &str, bytes: &[u8]) -> Arc<Media> {
    let source = folder.join(name);
    std::fs::write(&source, bytes).unwrap();
    let pixels = imagesize::blob_size(bytes).ok();
    Arc::new(Media {
        path: format!("/media/news/a/{name}"),
        file: format!("content/news/a/{name}"),
        source,
        hash: Hash::of(bytes),
        size: bytes.len() as u64,
        media_type: match name.rsplit_once('.').unwrap().1 {
            "jpg" => "image/jpeg",
            "png" => "image/png",
            "gif" => "image/gif",
            "webp" => "image/webp",
            "svg" => "image/svg+xml",
            "avif" => "image/avif",
            "ico" => "image/x-icon",
            other => panic!("{other}"),
        },
        access: Access::Public,
        pixels: pixels.map(|size| (size.width as u32, size.height as u32)),
    })
}
