//! Makes pictures, in parallel over images: each is one job of a media worker, which bounds the
//! memory.

use std::fs;

use contract::Hash;
use rayon::prelude::*;

use super::cache::Cache;
use super::job::{MadePicture, make_picture};
use super::picture::{Encoded, Format, Picture, Role, Variant, worth};
use super::refusal::{Refusal, check_size};
use super::sniff::check_name;
use super::strip::strip;
use crate::Media;
use crate::workers::media::MediaWorkers;
use generator_ground::message::Message;

/// The pictures of `sources`, in order. Without a cache they are only decoded (`None`).
pub(super) fn pictures<'a>(
    sources: &[&'a Media],
    workers: &MediaWorkers,
    cache: Option<&Cache>,
) -> Vec<(&'a Media, Result<Option<Picture>, Refusal>)> {
    let outcomes = sources
        .par_iter()
        // Each by itself: a large one takes as long as many others.
        .with_max_len(1)
        .map(|media| (*media, picture(media, workers, cache)));
    outcomes.collect()
}

fn picture(
    media: &Media,
    workers: &MediaWorkers,
    cache: Option<&Cache>,
) -> Result<Option<Picture>, Refusal> {
    let format = Format::from_media_type(media.media_type)
        .ok_or_else(|| Refusal::Broken(Message::new("flaw/no-raster").into()))?;
    let no_pixels = || Refusal::Broken(Message::new("flaw/no-pixels").into());
    let size = media.pixels.ok_or_else(no_pixels)?;
    check_size(size)?;
    let bytes =
        fs::read(&media.source).map_err(|error| Refusal::Broken(error.to_string().into()))?;
    if Hash::of(&bytes) != media.hash {
        return Err(Refusal::Changing);
    }
    check_name(&bytes, format)?;
    let made = if format.is_decoded() {
        make_picture(workers, &bytes, format, cache.is_some())?
    } else {
        MadePicture {
            size,
            colours: None,
            files: Vec::new(),
        }
    };
    let (picture, files) = assemble(made, &bytes, format)?;
    let Some(cache) = cache else {
        return Ok(None);
    };
    cache
        .keep(&media.hash, &picture, &files)
        .map_err(|error| Refusal::NotMade(error.to_string().into()))?;
    Ok(Some(picture))
}

/// The picture of the image in `source`, and the files that it names.
fn assemble(
    made: MadePicture,
    source: &[u8],
    format: Format,
) -> Result<(Picture, Vec<(Variant, Encoded)>), Refusal> {
    let (mut originals, candidates, stills) = by_role(made.files);
    if originals.is_empty() {
        originals.push(Encoded {
            format,
            width: made.size.0,
            height: made.size.1,
            bytes: strip(source, format)?,
        });
    }
    let candidates = worthy(candidates, originals[0].bytes.len() as u64);
    let described = |role: Role, files: Vec<Encoded>| -> Vec<(Variant, Encoded)> {
        let files = files.into_iter();
        files
            .map(|file| (Variant::new(role, &file), file))
            .collect()
    };
    let originals = described(Role::Original, originals);
    let candidates = described(Role::Candidate, candidates);
    let stills = described(Role::Still, stills);
    let picture = Picture {
        original: originals[0].0.clone(),
        candidates: candidates
            .iter()
            .map(|(candidate, _)| candidate.clone())
            .collect(),
        still: stills.first().map(|(still, _)| still.clone()),
        colours: made.colours,
    };
    Ok((
        picture,
        [originals, candidates, stills]
            .into_iter()
            .flatten()
            .collect(),
    ))
}

/// Originals, files of source sets, stills.
fn by_role(files: Vec<(Role, Encoded)>) -> (Vec<Encoded>, Vec<Encoded>, Vec<Encoded>) {
    let (mut originals, mut candidates, mut stills) = (Vec::new(), Vec::new(), Vec::new());
    for (role, file) in files {
        match role {
            Role::Original => originals.push(file),
            Role::Candidate => candidates.push(file),
            Role::Still => stills.push(file),
        }
    }
    (originals, candidates, stills)
}

/// The source sets: AVIF where it is smaller than WebP, WebP where it is smaller than the original.
fn worthy(candidates: Vec<Encoded>, original: u64) -> Vec<Encoded> {
    let is_avif = |file: &Encoded| file.format == Format::Avif;
    let (avif, webp): (Vec<_>, Vec<_>) = candidates.into_iter().partition(is_avif);
    let webp = worth(webp, original);
    let instead = webp.last().map_or(original, |file| file.bytes.len() as u64);
    let mut all = worth(avif, instead);
    all.extend(webp);
    all
}
