//! From pixels to files. One thread each: parallel work is over files, so that bytes never depend on the number of cores.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageFormat, RgbaImage};
use ravif::{BitDepth, Img, RGBA8};

use super::decode::Refusal;
use super::picture::Format;

/// AVIF quality, of 100; at this one photographs look as the others do at theirs, at less than half of WebP's bytes.
const AVIF_QUALITY: f32 = 68.0;
/// The encoder's fastest: 1600 × 1200 pixels take about a second on one core, twice as long at the next setting for a tenth fewer bytes.
const AVIF_SPEED: u8 = 10;
/// WebP quality, of 100.
const WEBP_QUALITY: f32 = 80.0;
/// WebP effort, 0 to 6: beyond this one time doubles for a tenth of the bytes.
const WEBP_EFFORT: i32 = 4;
/// JPEG quality, of 100, of originals that had to be turned or made smaller.
const JPEG_QUALITY: u8 = 85;

/// An encoded image.
#[derive(Debug)]
pub(super) struct Encoded {
    pub(super) format: Format,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) bytes: Vec<u8>,
}

/// What an image shows, which decides how it is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Many shades: a little may be lost.
    Photo,
    /// Few colours: lines and areas, at whose edges every loss shows.
    Drawing,
}

/// Encodes `pixels`.
pub(super) fn encode(pixels: &RgbaImage, format: Format, kind: Kind) -> Result<Encoded, Refusal> {
    let bytes = match format {
        Format::Avif => avif(pixels)?,
        Format::Webp => webp(pixels, kind)?,
        Format::Jpeg => jpeg(pixels)?,
        Format::Png | Format::Gif | Format::Ico => png(pixels)?,
    };
    Ok(Encoded {
        format: match format {
            Format::Gif | Format::Ico => Format::Png,
            other => other,
        },
        width: pixels.width(),
        height: pixels.height(),
        bytes,
    })
}

fn avif(pixels: &RgbaImage) -> Result<Vec<u8>, Refusal> {
    let colours: Vec<RGBA8> = pixels
        .pixels()
        .map(|pixel| RGBA8::new(pixel[0], pixel[1], pixel[2], pixel[3]))
        .collect();
    let size = (pixels.width() as usize, pixels.height() as usize);
    ravif::Encoder::new()
        .with_quality(AVIF_QUALITY)
        .with_alpha_quality(AVIF_QUALITY)
        .with_speed(AVIF_SPEED)
        // Ten bits cost two thirds more time and show no difference from sources of eight.
        .with_bit_depth(BitDepth::Eight)
        .with_num_threads(Some(1))
        .encode_rgba(Img::new(colours.as_slice(), size.0, size.1))
        .map(|encoded| encoded.avif_file)
        .map_err(failed)
}

fn webp(pixels: &RgbaImage, kind: Kind) -> Result<Vec<u8>, Refusal> {
    let mut config = webp::WebPConfig::new().map_err(|()| failed("WebP refuses its settings"))?;
    config.quality = WEBP_QUALITY;
    config.method = WEBP_EFFORT;
    config.lossless = i32::from(kind == Kind::Drawing);
    webp::Encoder::from_rgba(pixels, pixels.width(), pixels.height())
        .encode_advanced(&config)
        .map(|encoded| encoded.to_vec())
        .map_err(|error| failed(format!("{error:?}")))
}

fn jpeg(pixels: &RgbaImage) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    let opaque = DynamicImage::ImageRgba8(pixels.clone()).into_rgb8();
    JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY)
        .encode_image(&opaque)
        .map_err(failed)?;
    Ok(bytes)
}

fn png(pixels: &RgbaImage) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Cursor::new(Vec::new());
    pixels
        .write_to(&mut bytes, ImageFormat::Png)
        .map_err(failed)?;
    Ok(bytes.into_inner())
}

fn failed(error: impl ToString) -> Refusal {
    Refusal::NotMade(error.to_string().into())
}
