//! An AVIF file without the metadata of its camera or program. The file is not decoded, and no byte
//! is moved: bytes that are no part of the picture are overwritten in place, so that every offset
//! in the file stays right.
//!
//! A file is a row of boxes. `meta` lists the file's items and their bytes in `mdat` (or in the
//! `idat` inside `meta`): coded images, but also Exif and XMP. The boxes to keep are on a list;
//! others become free space.

use std::ops::Range;

use mp4_atom::{Decode, DecodeMaybe, Header, Iinf, Iloc, ItemLocationExtent};

use super::refusal::Refusal;
use generator_ground::message::{Argument, Message};

/// Boxes of a file. `moov` is not among them: metadata may be anywhere in a movie.
const FILE_BOXES: [&[u8; 4]; 3] = [b"ftyp", b"meta", b"mdat"];

/// Boxes of `meta`.
const META_BOXES: [&[u8; 4]; 9] = [
    b"hdlr", b"pitm", b"iloc", b"iinf", b"iprp", b"iref", b"idat", b"dinf", b"grpl",
];

/// Boxes of `iprp`: properties, and which item has which.
const PROPERTY_LISTS: [&[u8; 4]; 2] = [b"ipco", b"ipma"];

/// Properties that decide how the picture looks. Others are metadata: names, descriptions, times.
const PROPERTIES: [&[u8; 4]; 18] = [
    b"av1C", b"ispe", b"pixi", b"colr", b"irot", b"imir", b"pasp", b"clap", b"auxC", b"a1op",
    b"a1lx", b"lsel", b"clli", b"mdcv", b"cclv", b"amve", b"rloc", b"iscl",
];

/// Types of items that are pictures, or describe how others are combined.
const PICTURES: [&[u8; 4]; 5] = [b"av01", b"grid", b"iovl", b"iden", b"tmap"];

/// One box: its range, and that of its contents.
#[derive(Clone)]
struct Part {
    kind: [u8; 4],
    whole: Range<usize>,
    body: Range<usize>,
}

/// True for the first bytes of an AVIF file, moving or not.
pub(super) fn is_avif(bytes: &[u8]) -> bool {
    let Ok(Some(first)) = boxes(bytes, 0..bytes.len()).map(|all| all.into_iter().next()) else {
        return false;
    };
    let is_brand = |brand: &[u8]| brand == b"avif" || brand == b"avis";
    &first.kind == b"ftyp" && bytes[first.body].chunks_exact(4).any(is_brand)
}

/// `bytes` without metadata.
pub(super) fn strip_avif(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut out = bytes.to_vec();
    let file = boxes(bytes, 0..bytes.len())?;
    if file.iter().any(|found| &found.kind == b"moov") {
        return Err(Refusal::NotStripped(Message::new("flaw/moves").into()));
    }
    let meta = file.iter().find(|found| &found.kind == b"meta");
    let meta = meta.ok_or_else(|| broken(Message::new("flaw/no-items")))?;
    // A version and flags precede the boxes.
    let inside = boxes(bytes, meta.body.start.saturating_add(4)..meta.body.end)?;
    let lists = children(bytes, &inside, b"iprp")?;
    let properties = children(bytes, &lists, b"ipco")?;
    for (found, allowed) in [
        (&file, FILE_BOXES.as_slice()),
        (&inside, &META_BOXES),
        (&lists, &PROPERTY_LISTS),
        (&properties, &PROPERTIES),
    ] {
        for unknown in found.iter().filter(|found| !allowed.contains(&&found.kind)) {
            erase(&mut out, unknown);
        }
    }
    let data = file.iter().filter(|found| &found.kind == b"mdat");
    let own_data = inside.iter().find(|found| &found.kind == b"idat");
    let kept = pictures(bytes, &inside, own_data)?;
    for space in data.chain(own_data) {
        blank_between(&mut out, &space.body, &kept);
    }
    Ok(out)
}

/// The boxes in a part of a file.
fn boxes(bytes: &[u8], part: Range<usize>) -> Result<Vec<Part>, Refusal> {
    let mut found = Vec::new();
    let mut at = part.start;
    while at < part.end {
        let mut rest = bytes.get(at..part.end).unwrap_or_default();
        let header = Header::decode_maybe(&mut rest).ok().flatten();
        let header = header.ok_or_else(|| broken(Message::new("flaw/no-box")))?;
        let start = part.end - rest.len();
        let end = header
            .size
            .map_or(Some(part.end), |size| start.checked_add(size));
        let end = end
            .filter(|end| *end <= part.end)
            .ok_or_else(|| broken(Message::new("flaw/end")))?;
        found.push(Part {
            kind: header.kind.into(),
            whole: at..end,
            body: start..end,
        });
        at = end;
    }
    Ok(found)
}

/// The boxes in all boxes of one kind.
fn children(bytes: &[u8], among: &[Part], kind: &[u8; 4]) -> Result<Vec<Part>, Refusal> {
    let parents = among.iter().filter(|found| &found.kind == kind);
    let inside: Result<Vec<_>, _> = parents
        .map(|found| boxes(bytes, found.body.clone()))
        .collect();
    Ok(inside?.into_iter().flatten().collect())
}

/// Makes a box free space of the same length.
fn erase(out: &mut [u8], unknown: &Part) {
    out[unknown.body.clone()].fill(0);
    let kind = unknown.whole.start + 4;
    out[kind..kind + 4].copy_from_slice(b"free");
}

/// Ranges of the bytes of all pictures, in order.
fn pictures(
    bytes: &[u8],
    meta: &[Part],
    own_data: Option<&Part>,
) -> Result<Vec<Range<usize>>, Refusal> {
    let items: Iinf = decode_part(bytes, meta, b"iinf")?;
    let places: Iloc = decode_part(bytes, meta, b"iloc")?;
    let is_picture = |id: u32| {
        items.item_infos.iter().any(|item| {
            let kind = item.item_type.map(<[u8; 4]>::from);
            item.item_id == id && kind.is_some_and(|kind| PICTURES.contains(&&kind))
        })
    };
    let mut kept = Vec::new();
    for item in places.item_locations {
        if !is_picture(item.item_id) {
            continue;
        }
        let space = match (item.construction_method, own_data) {
            (0, _) => 0..bytes.len(),
            (1, Some(data)) => data.body.clone(),
            _ => {
                return Err(Refusal::NotStripped(Message::new("flaw/tangled").into()));
            }
        };
        for extent in &item.extents {
            let range = range(item.base_offset, extent, &space);
            kept.push(range.ok_or_else(|| broken(Message::new("flaw/end")))?);
        }
    }
    if kept.is_empty() {
        return Err(broken(Message::new("flaw/no-picture")));
    }
    kept.sort_by_key(|range| range.start);
    Ok(kept)
}

/// Range of the bytes of an extent; none if it is outside of `space`.
fn range(base: u64, extent: &ItemLocationExtent, space: &Range<usize>) -> Option<Range<usize>> {
    let start = whole(base).checked_add(whole(extent.offset))?;
    let start = start.checked_add(space.start)?;
    let end = match extent.length {
        // All that there is.
        0 => space.end,
        length => start.checked_add(whole(length))?,
    };
    (end <= space.end).then_some(start..end)
}

fn decode_part<T: Decode>(bytes: &[u8], among: &[Part], kind: &[u8; 4]) -> Result<T, Refusal> {
    let found = among.iter().find(|found| &found.kind == kind);
    let found = found.ok_or_else(|| broken(Message::new("flaw/no-places")))?;
    T::decode(&mut &bytes[found.whole.clone()]).map_err(|error| broken(error.to_string()))
}

/// A place that no memory has room for is behind every end.
fn whole(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// Overwrites the bytes of `space` that are in none of `kept`, which are in order.
fn blank_between(out: &mut [u8], space: &Range<usize>, kept: &[Range<usize>]) {
    let mut at = space.start;
    for range in kept {
        let (start, end) = (range.start.min(space.end), range.end.min(space.end));
        if at < start {
            out[at..start].fill(0);
        }
        at = at.max(end);
    }
    out[at..space.end].fill(0);
}

fn broken(reason: impl Into<Argument>) -> Refusal {
    Refusal::Broken(reason.into())
}
