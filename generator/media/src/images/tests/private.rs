//! Tests that metadata of cameras and programs reaches no visitor.

use image::{ImageFormat, Rgba, RgbaImage};
use proptest::prelude::*;

use super::super::fixtures::{AVIF, GLASS_AVIF, file, from_camera, icon, moving_png, photo};
use super::super::{avif, strip_svg};
use super::{Format, decode, is_near, original};

#[test]
fn a_camera_s_image_stands_upright_and_does_not_tell_where_it_was_taken() {
    let source = from_camera(photo(400, 300));
    assert!(source.windows(3).any(|words| words == b"GPS"));
    let (picture, bytes) = original("a.jpg", &source);
    assert_eq!(
        (picture.original.width, picture.original.height),
        (300, 400)
    );
    let upright = decode(&bytes).into_rgba8();
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
    assert_eq!(decode(&bytes), decode(&plain));
    assert!(!bytes.windows(3).any(|words| words == b"GPS"));
    let (_, bytes) = original("a.png", &moving_png());
    assert!(!bytes.windows(7).any(|words| words == b"30.2741"));
}

/// True if `bytes` contain the place where they were taken.
fn tells(bytes: &[u8]) -> bool {
    bytes.windows(7).any(|words| words == b"30.2741")
}

/// A box of a file like AVIF.
fn part(kind: &[u8; 4], body: &[u8]) -> Vec<u8> {
    let size = u32::try_from(body.len() + 8).unwrap();
    [&size.to_be_bytes(), kind, body].concat()
}

#[test]
fn of_an_avif_nothing_is_left_but_its_picture_where_it_stood() {
    let words = part(b"uuid", b"sixteen letters!30.2741");
    for source in [
        AVIF.to_vec(),
        GLASS_AVIF.to_vec(),
        [AVIF, &words].concat(),
        [AVIF, &part(b"mdat", b"left behind: 30.2741")].concat(),
    ] {
        assert!(tells(&source));
        let (picture, bytes) = original("a.avif", &source);
        assert!(!tells(&bytes));
        assert_eq!(bytes.len(), source.len());
        let is_free = |at: usize| {
            bytes[at] == 0
                || bytes[..at + 4]
                    .windows(4)
                    .rev()
                    .take(4)
                    .any(|kind| kind == b"free")
        };
        let changed = (0..bytes.len()).filter(|at| bytes[*at] != source[*at]);
        assert!(changed.clone().count() < source.len() / 2 && changed.clone().all(is_free));
        assert_eq!(picture.original.format, Format::Avif);
        assert_eq!((picture.original.width, picture.original.height), (64, 48));
        assert!(picture.variants().next().is_none() && picture.colours.is_none());
        // A clean file stays as it is.
        assert_eq!(original("a.avif", &bytes).1, bytes);
    }
}

#[test]
fn of_an_icon_nothing_is_left_but_its_images() {
    assert!(tells(&icon()));
    let (picture, bytes) = original("a.ico", &icon());
    assert!(!tells(&bytes));
    assert_eq!(picture.original.format, Format::Ico);
    let folder = ico::IconDir::read(std::io::Cursor::new(&bytes)).unwrap();
    let kinds: Vec<_> = folder
        .entries()
        .iter()
        .map(|image| (image.width(), image.height(), image.is_png()))
        .collect();
    assert_eq!(kinds, [(40, 20, true), (16, 16, false)]);
    for image in folder.entries() {
        let pixels = image.decode().unwrap();
        let size = (pixels.width(), pixels.height());
        let shown = RgbaImage::from_raw(size.0, size.1, pixels.rgba_data().to_vec()).unwrap();
        assert!(shown.pixels().all(|pixel| *pixel == Rgba([0, 0, 255, 255])));
    }
}

/// Files of telephones, cameras and programs that contain a place or a name, after the picture or
/// within it: name, bytes, and the same without metadata.
fn tellers() -> Vec<(&'static str, Vec<u8>, Vec<u8>)> {
    let jpeg = file(photo(64, 64), ImageFormat::Jpeg);
    let png = file(photo(64, 64), ImageFormat::Png);
    let segment = |marker: u8, words: &[u8]| {
        let length = u16::try_from(words.len() + 2).unwrap().to_be_bytes();
        [&[0xff, marker], &length[..], words].concat()
    };
    let in_head = |segment: &[u8]| [&jpeg[..2], segment, &jpeg[2..]].concat();
    let preview = [
        &b"JFIF\0\x01\x01\x00\x00\x01\x00\x01\x01\x01"[..],
        b"30.2741",
    ]
    .concat();
    let chunk = |kind: &[u8; 4], data: &[u8]| {
        let chunk = img_parts::png::PngChunk::new(*kind, data.to_vec().into());
        chunk.encoder().bytes().to_vec()
    };
    let in_png = |kind| [&png[..33], &chunk(kind, b"30.2741"), &png[33..]].concat();
    let mut long = img_parts::png::Png::from_bytes(png.clone().into()).unwrap();
    let end = long.chunks().len() - 1;
    long.chunks_mut().insert(
        end,
        img_parts::png::PngChunk::new(*b"IDAT", b"30.2741".to_vec().into()),
    );
    vec![
        (
            "a film.jpg",
            [&jpeg, &b"ftypmp42 30.2741"[..]].concat(),
            jpeg.clone(),
        ),
        (
            "a second.jpg",
            [&jpeg, &in_head(&segment(0xe1, b"30.2741"))[..]].concat(),
            jpeg.clone(),
        ),
        (
            "a preview.jpg",
            in_head(&segment(0xe0, &preview)),
            jpeg.clone(),
        ),
        (
            "an extension.jpg",
            in_head(&segment(0xe0, b"JFXX\0\x10 30.2741")),
            jpeg.clone(),
        ),
        (
            "adobe.jpg",
            in_head(&segment(0xed, b"Photoshop 3.0\0 30.2741")),
            jpeg.clone(),
        ),
        (
            "words.jpg",
            in_head(&segment(0xfe, b"30.2741")),
            jpeg.clone(),
        ),
        ("tail.png", [&png, &b"30.2741"[..]].concat(), png.clone()),
        ("words.png", in_png(b"tEXt"), png.clone()),
        ("exif.png", in_png(b"eXIf"), png.clone()),
        ("own.png", in_png(b"prVt"), png.clone()),
        ("behind pixels.png", long.encoder().bytes().to_vec(), png),
        (
            "tail.webp",
            webp(&[(b"JUNK", b"30.2741")], b"30.2741"),
            webp(&[], b""),
        ),
        (
            "words.webp",
            webp(&[(b"EXIF", b"30.2741"), (b"XMP ", b"30.2741")], b""),
            webp(&[], b""),
        ),
        ("tail.gif", gif(b"", b"30.2741"), gif(b"", b"")),
        (
            "words.gif",
            gif(b"\x21\xfe\x0730.2741\0", b""),
            gif(b"", b""),
        ),
        (
            "program.gif",
            gif(b"\x21\xff\x0bXMP DataXMP\x0730.2741\0", b""),
            gif(b"", b""),
        ),
        (
            "drawn words.gif",
            gif(b"\x21\x01\x0c\0\0\0\0\0\0\0\0\0\0\0\0\x0730.2741\0", b""),
            gif(b"", b""),
        ),
    ]
}

/// A WebP of an image and `chunks`, with `tail` behind it.
fn webp(chunks: &[(&[u8; 4], &[u8])], tail: &[u8]) -> Vec<u8> {
    let bytes = file(photo(64, 64), ImageFormat::WebP);
    let mut webp = img_parts::webp::WebP::from_bytes(bytes.into()).unwrap();
    for (id, data) in chunks {
        let data = img_parts::riff::RiffContent::Data(data.to_vec().into());
        webp.chunks_mut()
            .push(img_parts::riff::RiffChunk::new(**id, data));
    }
    [&webp.encoder().bytes()[..], tail].concat()
}

/// A GIF of a pixel, with `extension` before it and `tail` behind it.
fn gif(extension: &[u8], tail: &[u8]) -> Vec<u8> {
    let head = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff";
    let image = b"\x21\xf9\x04\0\0\0\0\0\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0";
    [&head[..], extension, image, b"\x3b", tail].concat()
}

#[test]
fn nothing_is_left_behind_a_picture_or_within_it_but_its_pixels() {
    for (name, source, plain) in tellers() {
        let extension = name.rsplit_once('.').unwrap().1;
        assert!(tells(&source), "{name}");
        let (_, bytes) = original(&format!("a.{extension}"), &source);
        assert!(!tells(&bytes), "{name}");
        assert_eq!(decode(&bytes), decode(&plain), "{name}");
        // A clean file stays as it is.
        assert_eq!(
            original(&format!("a.{extension}"), &bytes).1,
            bytes,
            "{name}"
        );
    }
}

#[test]
fn files_of_a_telephone_and_of_a_camera_end_with_their_picture() {
    for (name, source) in [
        (
            "a.jpg",
            &include_bytes!("../../../../tests/fixtures/photo-tail/gps-motion.jpg")[..],
        ),
        (
            "b.jpg",
            include_bytes!("../../../../tests/fixtures/photo-tail/gps-mpo.jpg"),
        ),
        (
            "a.gif",
            include_bytes!("../../../../tests/fixtures/photo-tail/gps-anim.gif"),
        ),
    ] {
        let has_secret = |bytes: &[u8]| bytes.windows(6).any(|words| words == b"SECRET");
        assert!(has_secret(source), "{name}");
        let (_, bytes) = original(name, source);
        assert!(!has_secret(&bytes), "{name}");
        let frames = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == 0x2c).count();
        assert!(name != "a.gif" || frames(&bytes) > 1, "it moves on");
        decode(&bytes);
    }
}

#[test]
fn of_a_drawing_nothing_is_left_but_what_is_drawn() {
    let photo = file(photo(8, 8), ImageFormat::Jpeg);
    let photo = [&photo[..], b"30.2741"].concat();
    let photo = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, photo);
    let text = format!(
        "<?xml version='1.0' encoding='UTF-8'?>\n<!DOCTYPE svg PUBLIC \"x\" \"y\">\n\
         <?program 30.2741?><!-- 30.2741 --><svg xmlns='http://www.w3.org/2000/svg' \
         xmlns:xlink='http://www.w3.org/1999/xlink' xmlns:i='http://www.inkscape.org/namespaces/inkscape' \
         i:export-filename='30.2741' data-name='30.2741' width='6' height='3' xml:lang='en'>\
         <i:grid>30.2741<rect/></i:grid><metadata>30.2741</metadata><title>Tide</title>\
         <g i:label='30.2741' fill='#abc'><rect width='1' height='1'/><!-- 30.2741 --></g>\
         <image xlink:href='data:image/jpeg;base64,{photo}'/></svg><!-- 30.2741 -->"
    );
    let plain = String::from_utf8(strip_svg(text.as_bytes())).unwrap();
    assert!(!plain.contains("30.2741"), "{plain}");
    for kept in [
        "<title>Tide</title>",
        "<rect width='1' height='1'/>",
        "fill='#abc'",
        "width='6' height='3' xml:lang='en'",
    ] {
        assert!(plain.contains(kept), "{kept}: {plain}");
    }
    let inside = plain.split_once(";base64,").unwrap().1;
    let inside = inside.split_once('\'').unwrap().0;
    let inside = base64::Engine::decode(&base64::engine::general_purpose::STANDARD, inside);
    assert!(!tells(&inside.unwrap()));
    assert_eq!(strip_svg(plain.as_bytes()), plain.as_bytes());
    let of_inkscape = include_bytes!("../../../../tests/fixtures/photo-tail/gps.svg");
    let plain = String::from_utf8(strip_svg(of_inkscape)).unwrap();
    assert!(
        !plain.contains("SECRET") && plain.contains("<rect "),
        "{plain}"
    );
}

proptest! {
    #[test]
    fn an_avif_that_was_tampered_with_is_refused_or_of_the_same_length(
        changes in prop::collection::vec((0..AVIF.len(), any::<u8>()), 1..6),
        end in 0..=AVIF.len(),
    ) {
        let mut source = AVIF.to_vec();
        changes.iter().for_each(|(at, byte)| source[*at] = *byte);
        for source in [&source[..], &source[..end]] {
            if let Ok(bytes) = avif::strip_avif(source) {
                prop_assert_eq!(bytes.len(), source.len());
            }
        }
    }
}
