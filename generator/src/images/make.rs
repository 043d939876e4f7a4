//! Makes pictures, many at a time: decoding in parallel over images, encoding over all their variants.

use std::collections::BTreeSet;
use std::fs;

use contract::Hash;
use image::RgbaImage;
use rayon::prelude::*;

use super::cache::Cache;
use super::decode::{Decoded, Refusal, check_name, check_size, decode};
use super::encode::{Encoded, Kind, encode};
use super::picture::{Format, MAX_WIDTH, Picture, Role, Variant, widths, worth};
use super::scale::scaled;
use super::strip::stripped;
use crate::content::Media;
use crate::message::Message;

/// So many pixels are decoded at once, of one image or of several: what bounds the memory.
const PIXELS_AT_ONCE: u64 = 64_000_000;

/// An image of more colours is a photograph.
const DRAWING_COLOURS: usize = 256;

/// The pictures of `sources`, in order. Without a cache they are only decoded (`None`).
pub(super) fn pictures<'a>(
    sources: &[&'a Media],
    cache: Option<&Cache>,
) -> Vec<(&'a Media, Result<Option<Picture>, Refusal>)> {
    let mut outcomes = Vec::with_capacity(sources.len());
    for group in groups(sources) {
        let prepared: Vec<_> = group.par_iter().map(|media| prepare(media)).collect();
        let Some(cache) = cache else {
            let checked = prepared.into_iter().map(|prepared| prepared.map(|_| None));
            outcomes.extend(group.iter().copied().zip(checked));
            continue;
        };
        let made = prepared
            .into_par_iter()
            .zip(group.par_iter())
            .map(|(prepared, media)| {
                let (picture, files) = assemble(prepared?)?;
                cache
                    .keep(&media.hash, &picture, &files)
                    .map_err(|error| Refusal::NotMade(error.to_string().into()))?;
                Ok(Some(picture))
            });
        outcomes.extend(group.iter().copied().zip(made.collect::<Vec<_>>()));
    }
    outcomes
}

/// Runs of sources that are decoded together.
fn groups<'s, 'a>(sources: &'s [&'a Media]) -> Vec<&'s [&'a Media]> {
    let mut groups = Vec::new();
    let (mut start, mut pixels) = (0, 0);
    for (index, media) in sources.iter().enumerate() {
        let (width, height) = media.pixels.unwrap_or_default();
        let own = u64::from(width) * u64::from(height);
        if index > start && pixels + own > PIXELS_AT_ONCE {
            groups.push(&sources[start..index]);
            (start, pixels) = (index, 0);
        }
        pixels += own;
    }
    if start < sources.len() {
        groups.push(&sources[start..]);
    }
    groups
}

/// An image ready to be encoded.
struct Prepared {
    format: Format,
    kind: Kind,
    /// Narrow before wide; none of what is not decoded.
    rungs: Vec<RgbaImage>,
    /// The source without metadata, where it can be published so.
    original: Option<Vec<u8>>,
    size: (u32, u32),
    is_animated: bool,
}

fn prepare(media: &Media) -> Result<Prepared, Refusal> {
    let format = Format::of(media.media_type)
        .ok_or_else(|| Refusal::Broken(Message::new("flaw/no-raster").into()))?;
    let size = media.pixels.unwrap_or((1, 1));
    check_size(size)?;
    let bytes =
        fs::read(&media.source).map_err(|error| Refusal::Broken(error.to_string().into()))?;
    if Hash::of(&bytes) != media.hash {
        return Err(Refusal::Changing);
    }
    check_name(&bytes, format)?;
    if !format.is_decoded() {
        return Ok(Prepared {
            format,
            kind: Kind::Photo,
            rungs: Vec::new(),
            original: Some(stripped(&bytes, format)?),
            size,
            is_animated: false,
        });
    }
    let Decoded {
        pixels,
        is_animated,
        is_plain,
    } = decode(&bytes, format)?;
    let size = pixels.dimensions();
    let as_it_is = is_animated || (is_plain && size.0 <= MAX_WIDTH) || format == Format::Gif;
    Ok(Prepared {
        format,
        kind: kind(&pixels, format),
        original: as_it_is.then(|| stripped(&bytes, format)).transpose()?,
        rungs: scaled(pixels, &widths(size.0))?,
        size,
        is_animated,
    })
}

/// Only lossless formats hold drawings with exactly the colours they were drawn in.
fn kind(pixels: &RgbaImage, format: Format) -> Kind {
    if format == Format::Jpeg {
        return Kind::Photo;
    }
    let mut colours = BTreeSet::new();
    let is_new =
        |pixel: &image::Rgba<u8>| colours.insert(pixel.0) && colours.len() > DRAWING_COLOURS;
    if pixels.pixels().any(is_new) {
        Kind::Photo
    } else {
        Kind::Drawing
    }
}

type Made = (Picture, Vec<(Variant, Encoded)>);

fn assemble(prepared: Prepared) -> Result<Made, Refusal> {
    let top = || {
        let top = prepared.rungs.last();
        top.ok_or_else(|| Refusal::Broken(Message::new("flaw/no-pixels").into()))
    };
    let original = match prepared.original {
        Some(bytes) => Encoded {
            format: prepared.format,
            width: prepared.size.0,
            height: prepared.size.1,
            bytes,
        },
        None => encode(top()?, prepared.format, prepared.kind)?,
    };
    let colours = prepared.rungs.first().and_then(colours);
    let (stills, rungs) = if prepared.is_animated {
        (
            vec![encode(top()?, Format::Webp, prepared.kind)?],
            Vec::new(),
        )
    } else {
        (
            Vec::new(),
            rungs(&prepared.rungs, prepared.kind, &original)?,
        )
    };
    let files: Vec<(Variant, Encoded)> = [
        (Role::Original, vec![original]),
        (Role::Rung, rungs),
        (Role::Still, stills),
    ]
    .into_iter()
    .flat_map(|(role, files)| {
        files
            .into_iter()
            .map(move |file| (Variant::new(role, &file), file))
    })
    .collect();
    let of = |role: Role| {
        files
            .iter()
            .map(|(variant, _)| variant.clone())
            .filter(move |variant| variant.role == role)
    };
    let picture = Picture {
        original: files[0].0.clone(),
        rungs: of(Role::Rung).collect(),
        still: of(Role::Still).next(),
        colours,
    };
    Ok((picture, files))
}

/// The source sets: AVIF where it is smaller than WebP, WebP where it is smaller than the original.
fn rungs(images: &[RgbaImage], kind: Kind, original: &Encoded) -> Result<Vec<Encoded>, Refusal> {
    let jobs: Vec<(Format, &RgbaImage)> = [Format::Avif, Format::Webp]
        .into_iter()
        .flat_map(|format| images.iter().map(move |image| (format, image)))
        .collect();
    let encoded: Result<Vec<Encoded>, Refusal> = jobs
        .into_par_iter()
        // The widest first, and each by itself: they take as long as all others together.
        .rev()
        .with_max_len(1)
        .map(|(format, image)| encode(image, format, kind))
        .collect();
    let (mut avif, mut webp): (Vec<Encoded>, Vec<Encoded>) = encoded?
        .into_iter()
        .rev()
        .partition(|file| file.format == Format::Avif);
    webp = worth(webp, original.bytes.len() as u64);
    let instead = webp.last().unwrap_or(original).bytes.len() as u64;
    avif = worth(avif, instead);
    avif.append(&mut webp);
    Ok(avif)
}

/// The mean colours of an image's thirds, from top to bottom; none where one looks through it.
fn colours(image: &RgbaImage) -> Option<[String; 3]> {
    if image.pixels().any(|pixel| pixel[3] < u8::MAX) {
        return None;
    }
    let (mut sums, mut counts) = ([[0_u64; 3]; 3], [0_u64; 3]);
    for (_, y, pixel) in image.enumerate_pixels() {
        let third = (y * 3 / image.height()) as usize;
        counts[third] += 1;
        for channel in 0..3 {
            sums[third][channel] += u64::from(pixel[channel]);
        }
    }
    // An image of one or two lines has no such third.
    let last = counts.iter().rposition(|count| *count > 0)?;
    Some([0, 1, 2].map(|third| {
        let third = if counts[third] > 0 { third } else { last };
        let [r, g, b] = sums[third].map(|sum| sum / counts[third]);
        format!("{r:02x}{g:02x}{b:02x}")
    }))
}
