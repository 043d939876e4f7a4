//! What was made once is found again, and is always the same.

use std::fs;

use contract::Hash;
use image::ImageFormat;

use super::super::fixtures::{file, photo};
use super::Shop;

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
