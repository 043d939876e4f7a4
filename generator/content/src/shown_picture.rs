//! A picture as pages describe it, in a text's markup or in a field: addresses, size, encodings,
//! and its placeholder until it is loaded.

use serde::Serialize;

use generator_media::images::{Format, Picture, Variant};
use generator_media::{Media, address};

/// A picture in a payload.
#[derive(Debug, Serialize)]
pub(crate) struct ShownPicture {
    /// Address of the file that every browser and messenger can show.
    src: String,
    /// Width in CSS pixels, upright.
    width: u32,
    height: u32,
    /// CSS for a background.
    #[serde(skip_serializing_if = "Option::is_none")]
    placeholder: Option<String>,
    sources: Vec<Source>,
}

/// One `<source>` of a `<picture>`.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Source {
    /// When it is meant: for a still.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) media: Option<&'static str>,
    /// Content type.
    #[serde(rename = "type")]
    pub(crate) media_type: &'static str,
    /// Addresses, each with its width.
    pub(crate) srcset: String,
}

impl ShownPicture {
    /// Describes a published image; `picture` is made of it.
    pub(crate) fn new(media: &Media, picture: Option<&Picture>) -> Self {
        // An image without a size is an error of its own.
        let (width, height) = size(media, picture).unwrap_or_default();
        Self {
            src: original(media, picture),
            width,
            height,
            placeholder: picture.and_then(placeholder),
            sources: picture.map_or_else(Vec::new, |picture| sources(media, picture)),
        }
    }
}

/// Source sets that a browser chooses from, best first.
pub(crate) fn sources(media: &Media, picture: &Picture) -> Vec<Source> {
    if let Some(still) = &picture.still {
        return vec![Source {
            media: Some("(prefers-reduced-motion: reduce)"),
            media_type: still.format.media_type(),
            srcset: variant(media, still),
        }];
    }
    let source = |format: Format| {
        let set: Vec<String> = picture
            .candidates(format)
            .map(|candidate| format!("{} {}w", variant(media, candidate), candidate.width))
            .collect();
        (!set.is_empty()).then(|| Source {
            media: None,
            media_type: format.media_type(),
            srcset: set.join(", "),
        })
    };
    let best_first = [Format::Avif, Format::Webp].into_iter();
    best_first.filter_map(source).collect()
}

/// Address of the image itself.
pub(crate) fn original(media: &Media, picture: Option<&Picture>) -> String {
    match picture {
        Some(picture) => variant(media, &picture.original),
        None => address(&media.path, &media.hash),
    }
}

/// Address of one variant.
pub(crate) fn variant(media: &Media, variant: &Variant) -> String {
    address(&variant.path(&media.path), &variant.hash)
}

/// Width and height in CSS pixels, upright.
pub(crate) fn size(media: &Media, picture: Option<&Picture>) -> Option<(u32, u32)> {
    picture.map_or(media.pixels, |picture| {
        Some((picture.original.width, picture.original.height))
    })
}

/// The colours of its thirds.
pub(crate) fn placeholder(picture: &Picture) -> Option<String> {
    let [upper, middle, lower] = picture.colours.as_ref()?;
    Some(format!("linear-gradient(#{upper},#{middle},#{lower})"))
}
