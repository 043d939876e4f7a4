//! Every target reads its first inputs: real files, and those that once broke a promise.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use fuzz_targets::TARGETS;

// R10.06
#[test]
fn every_promise_holds_for_the_seeds_of_its_target() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds");
    for (name, target) in TARGETS {
        let files = fs::read_dir(seeds.join(name)).unwrap();
        let files: Vec<_> = files.map(|file| file.unwrap().path()).collect();
        assert!(!files.is_empty(), "{name} has no seed");
        for file in files {
            target(&fs::read(file).unwrap());
        }
    }
    let folders = fs::read_dir(seeds).unwrap();
    let folders = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap());
    let folders: BTreeSet<_> = folders.collect();
    assert_eq!(
        folders,
        TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect()
    );
}
