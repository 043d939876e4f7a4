//! Tests that a picture is found again in the cache, and is always the same.

use std::fs;
use std::time::{Duration, SystemTime};

use contract::Hash;
use image::ImageFormat;
use walkdir::WalkDir;

use super::super::fixtures::{WORKERS, file, photo};
use super::{Images, Shop};

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
    let cached = shop.cached_files();
    assert_eq!(
        cached.len(),
        2 + first.candidates.len(),
        "a description, the original and the candidates"
    );
    // A source that is gone cannot be read again: the next generator has the picture from the
    // cache.
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
        for variant in std::iter::once(&picture.original).chain(picture.variants()) {
            assert_eq!(Hash::of(&shop.bytes(&media, variant)), variant.hash);
        }
    }
}

/// As if all that the cache has had not been asked for, nor changed, for so many days.
fn leave_for(shop: &Shop, days: u64) {
    let then = SystemTime::now() - Duration::from_secs(days * 24 * 3600);
    for entry in WalkDir::new(shop.folder.path().join("cache")) {
        let path = entry.unwrap().into_path();
        fs::File::open(path).unwrap().set_modified(then).unwrap();
    }
}

#[test]
fn a_picture_that_nobody_asked_for_goes_after_a_fortnight_and_no_other_does() {
    let mut shop = Shop::new();
    let bytes = |width| file(photo(width, 30), ImageFormat::Jpeg);
    let all = [
        shop.media("a.jpg", &bytes(40)),
        shop.media("b.jpg", &bytes(50)),
    ];
    let (first, _) = shop.images.make(&all);
    let cache = shop.folder.path().join("cache");
    let older = cache.join("0123456789abcdef/ab");
    fs::create_dir_all(&older).unwrap();
    let source = "ab".repeat(16);
    for end in ["json", "one", "two.tmp"] {
        fs::write(older.join(format!("{source}.{end}")), "an older recipe's").unwrap();
    }
    fs::write(cache.join("notes.txt"), "a person's").unwrap();
    let before = shop.cached_files().len();

    // The content has one of them left.
    shop.images.make(&all[..1]);
    leave_for(&shop, 13);
    assert_eq!(shop.images.prune().unwrap(), 0);
    assert_eq!(
        shop.cached_files().len(),
        before + 1,
        "only the stamp is new"
    );
    leave_for(&shop, 15);
    assert_eq!(shop.images.prune().unwrap(), 2);
    let needed = 1 + 1 + first[&all[0].hash].variants().count();
    assert_eq!(
        shop.cached_files().len(),
        needed + 2,
        "with the stamp and the notes"
    );
    assert_eq!(shop.images.prune().unwrap(), 0, "once a day is enough");

    // A folder is deleted when it has been empty for as long.
    assert!(older.is_dir());
    leave_for(&shop, 15);
    assert_eq!(shop.images.prune().unwrap(), 0);
    assert!(!older.is_dir());
    let mut shop = shop.again();
    fs::remove_file(&all[0].source).unwrap();
    assert_eq!(shop.picture(&all[0]), first[&all[0].hash], "not made again");
}

#[test]
fn what_a_second_generator_asks_for_stays_and_what_it_holds_is_made_again() {
    let mut shop = Shop::new();
    let media = shop.media("a.jpg", &file(photo(60, 40), ImageFormat::Jpeg));
    let picture = shop.picture(&media);
    let idle = Images::new(Some(shop.folder.path().join("cache")), WORKERS.clone());
    leave_for(&shop, 15);
    let mut shop = shop.again();
    assert_eq!(shop.picture(&media), picture);
    assert_eq!(idle.prune().unwrap(), 0);

    leave_for(&shop, 15);
    assert_eq!(idle.prune().unwrap(), 1);
    let bytes = shop.bytes(&media, &picture.original);
    assert_eq!(Hash::of(&bytes), picture.original.hash);
}
