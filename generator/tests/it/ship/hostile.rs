//! Words of another machine are believed only as far as they can be checked.

use std::fs;
use std::path::Path;

use contract::Hash;
use contract::build::{Entry, Index, Shard};
use generator_builds::Builds;
use generator_deploy::destination::Destination;
use generator_deploy::folder::Folder;
use generator_deploy::transfer::publish;

use super::site::{Site, served};
use super::{FIRST, Nobody, options};

/// Changes the index of the live build.
fn change_index(root: &Path, change: impl Fn(&mut Index)) {
    let id = Builds::new(root).live_id().unwrap().unwrap();
    let path = root.join(format!("index/{id}.json"));
    let mut index: Index = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    change(&mut index);
    fs::write(path, serde_json::to_vec(&index).unwrap()).unwrap();
}

/// Changes the only shard of the live build, and names it by its hash.
fn change_shard(root: &Path, change: impl Fn(&mut Shard)) {
    let live = Builds::new(root).live().unwrap().unwrap();
    let path = root.join(format!("shards/{}.json", live.index.shards[0]));
    let mut shard: Shard = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    change(&mut shard);
    let bytes = serde_json::to_vec(&shard).unwrap();
    let hash = Hash::of(&bytes);
    fs::write(root.join(format!("shards/{hash}.json")), bytes).unwrap();
    change_index(root, |index| index.shards = vec![hash]);
}

fn move_page(shard: &mut Shard, to: &str) {
    let page = shard.remove("/en/news").unwrap();
    shard.insert(to.to_owned(), page);
}

#[test]
fn a_source_that_lies_is_refused_and_writes_nowhere_else() {
    type Change = fn(&Path);
    let lies: [(&str, Change); 10] = [
        ("no canonical path", |root| {
            change_shard(root, |shard| move_page(shard, "/en/news/"))
        }),
        ("cannot be a file", |root| {
            change_shard(root, |shard| move_page(shard, "/../../../tmp/x"))
        }),
        ("no path", |root| {
            change_shard(root, |shard| move_page(shard, "etc/passwd"))
        }),
        ("another content", |root| {
            change_shard(root, |shard| move_page(shard, "/en/moved"))
        }),
        ("hash is another one", |root| {
            let live = Builds::new(root).live().unwrap().unwrap();
            let Some(Entry::File(file)) = live.tree.get("/en/news") else {
                panic!()
            };
            let place = Builds::new(root).place("/en/news", &file);
            let longer = fs::read(&place).unwrap().len();
            fs::write(place, vec![b'x'; longer]).unwrap();
        }),
        ("its hash is another one", |root| {
            let live = Builds::new(root).live().unwrap().unwrap();
            fs::write(
                root.join(format!("shards/{}.json", live.index.shards[0])),
                b"{}",
            )
            .unwrap();
        }),
        ("shards for", |root| {
            change_index(root, |index| index.shard_bits = 40)
        }),
        ("cannot be a file", |root| {
            change_index(root, |index| {
                let asset = index.assets["entry.js"].clone();
                index.assets.insert("../../latest.json".to_owned(), asset);
            })
        }),
        ("damaged", |root| {
            fs::write(root.join("latest.json"), b"{\"id\":\"../x\"}").unwrap()
        }),
        ("bytes", |root| {
            let file = fs::File::create(root.join("history.json")).unwrap();
            file.set_len(1 << 40).unwrap();
        }),
    ];
    for (number, (reason, lie)) in lies.into_iter().enumerate() {
        let mut site = Site::new(1);
        site.publish(&FIRST);
        lie(site.root());
        let outer = tempfile::tempdir().unwrap();
        let there = outer.path().join("a/builds");
        fs::create_dir_all(&there).unwrap();
        let to: [Box<dyn Destination>; 1] = [Box::new(Folder::new(&there))];
        let error = publish(&Folder::new(site.root()), &to, &options(), &Nobody).unwrap_err();
        let told = format!("{error:#}");
        assert!(told.contains(reason), "{number}: {told}");
        assert_eq!(served(&there), None, "{number}");
        assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 1);
    }
}
