use contract::build::DCZ_MAGIC;

use super::*;

/// A folder of builds with a live build.
struct Site {
    _folder: tempfile::TempDir,
    store: Store,
    live: Index,
}

impl Site {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let golden = include_str!("../../../../contract/tests/golden/index.json");
        let mut live: Index = serde_json::from_str(golden).unwrap();
        live.assets.clear();
        Self {
            store: Store::open(folder.path()).unwrap(),
            _folder: folder,
            live,
        }
    }

    /// Makes a build of these files live: name and text.
    fn publish(&mut self, files: &[(&str, &str)]) -> &Index {
        let own = files.iter().map(|(name, text)| {
            let path = format!("assets/{name}");
            self.store.put_once(&path, text.as_bytes()).unwrap();
            let asset = Asset {
                hash: Hash::of(text.as_bytes()),
                size: text.len() as u64,
                media_type: "text/javascript".to_owned(),
                predecessors: Vec::new(),
            };
            ((*name).to_owned(), asset)
        });
        self.live.assets = with_predecessors(&self.store, own.collect(), Some(&self.live));
        &self.live
    }

    fn predecessors(&self, name: &str) -> Vec<&str> {
        let named = self.live.assets[name].predecessors.iter();
        named.map(|predecessor| &*predecessor.asset).collect()
    }
}

#[test]
fn a_file_follows_the_last_three_of_its_stem() {
    let mut site = Site::new();
    let names = ["0000001", "0000002", "0000003", "0000004", "0000005"];
    let names = names.map(|hash| format!("chunks/app-{hash}.js"));
    for name in &names {
        site.publish(&[(name, name), ("chunks/vendor-aaaaaaa.js", "same")]);
    }
    assert_eq!(
        site.predecessors(&names[4]),
        [&names[3], &names[2], &names[1]]
    );
    assert!(site.predecessors("chunks/vendor-aaaaaaa.js").is_empty());
    assert!(!site.live.assets.contains_key(&names[0]));
    let before = site.live.assets.clone();
    site.publish(&[(&names[4], &names[4]), ("chunks/vendor-aaaaaaa.js", "same")]);
    assert_eq!(
        site.live.assets, before,
        "an edit of content changes nothing"
    );
    site.publish(&[(&names[3], &names[3])]);
    assert_eq!(
        site.predecessors(&names[3]),
        [&names[4], &names[2], &names[1]]
    );
    site.live.forget_predecessors();
    assert_eq!(site.live.assets.keys().collect::<Vec<_>>(), [&names[3]]);
}

#[test]
fn stems_that_two_files_share_and_files_that_are_damaged_are_followed_by_none() {
    let mut site = Site::new();
    site.publish(&[
        ("chunks/live-0000001.js", "one"),
        ("chunks/live-0000002.js", "two"),
        ("chunks/app-0000001.js", "app"),
    ]);
    let damaged = site.store.root().join("assets/chunks/app-0000001.js");
    fs::write(damaged, "bad").unwrap();
    site.publish(&[
        ("chunks/live-0000003.js", "three"),
        ("chunks/app-0000002.js", "new app"),
    ]);
    assert!(!has_predecessors(&site.live.assets));
}

#[test]
fn a_copy_is_the_difference_and_is_read_with_the_predecessor() {
    let parts =
        |from: u32| (from..from + 200).map(|part| Hash::of(&part.to_be_bytes()).to_string());
    let (old, new): (String, String) = (parts(0).collect(), parts(2).collect());
    let mut site = Site::new();
    site.publish(&[("chunks/app-0000001.js", &old)]);
    site.publish(&[("chunks/app-0000002.js", &new)]);
    let root = site.store.root().to_owned();
    let index = serde_json::to_vec(&site.live).unwrap();
    fs::create_dir_all(root.join("index")).unwrap();
    fs::write(root.join(format!("index/{}.json", site.live.id)), index).unwrap();
    let copy = root.join("assets/chunks/app-0000002.js.0000001.dcz");
    let made = || {
        write_copies(&root.join(site.live.id.as_str())).unwrap();
        fs::read(&copy).unwrap()
    };
    let bytes = made();
    assert!(bytes.len() < 300, "{} bytes", bytes.len());
    assert_eq!(bytes[..8], DCZ_MAGIC);
    let decoder = zstd::stream::read::Decoder::with_dictionary(&bytes[40..], old.as_bytes());
    assert_eq!(std::io::read_to_string(decoder.unwrap()).unwrap(), new);
    fs::remove_file(&copy).unwrap();
    assert_eq!(made(), bytes, "same input, same bytes");
    let asset = &site.live.assets["chunks/app-0000002.js"];
    let named: Vec<String> = copies("chunks/app-0000002.js", asset).collect();
    assert_eq!(named, ["chunks/app-0000002.js.0000001.dcz"]);
}
