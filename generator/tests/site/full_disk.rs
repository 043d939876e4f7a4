//! The ways of an emergency on a disk without room: the live build can be rolled back, and a
//! command's result agrees with the site that visitors see.
//!
//! Each runs in a mount namespace of its own, with a small file system in memory.

use std::process::Command;

use crate::command::Ran;
use crate::world::World;

/// Runs `script` by a shell, in a world with a file system of `megabytes` in the folder `live`.
/// `$G` is the generator, `$BUILD` the arguments of a build, `$COMMAND` those of other commands.
fn in_small_disk(world: &World, megabytes: u32, script: &str) -> Ran {
    let disk = world.folder.path("live");
    std::fs::create_dir_all(&disk).unwrap();
    let build = world.arguments("build", "live").join(" ");
    let command = format!("--builds {0}/builds --var {0}/var --by ann", disk.display());
    let script = format!(
        "set -e\nmount -t tmpfs -o size={megabytes}m none {0}\nmkdir {0}/builds {0}/var\n\
         fill() {{ dd if=/dev/zero of={0}/filler bs=64k 2>/dev/null || true; \
         dd if=/dev/zero bs=1k >>{0}/filler 2>/dev/null || true; }}\n{script}",
        disk.display()
    );
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", &script])
        .env("G", env!("CARGO_BIN_EXE_generator"))
        .env("BUILD", build)
        .env("COMMAND", command)
        .env("LANG", "en")
        .output()
        .expect("unshare of util-linux");
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        code: output.status.code(),
        result: text(output.stdout),
        words: text(output.stderr),
    }
}

/// An edit of a figure, as a line of a script.
fn figure(world: &World, value: &str) -> String {
    let file = world.folder.content("figures/2025.yaml");
    format!("echo 'revenue: {value}' >{}\n", file.display())
}

// R10.04
#[test]
fn content_is_taken_back_released_and_purged_without_a_free_byte() {
    for emergency in [
        "$G rollback $COMMAND",
        "$G rollback $COMMAND >$B/1; fill; $G release $COMMAND",
        "$G purge $COMMAND /news/dogwood /en/news/dogwood",
    ] {
        let world = World::new();
        let page = world.folder.content("news/dogwood");
        let script = format!(
            "B={}\n{}$G $BUILD >$B/0\n{}rm -r {}\n$G $BUILD >>$B/0\nfill\n\
             before=$(cat $B/builds/latest.json)\n{emergency}\ncat $B/builds/latest.json\n",
            world.folder.path("live").display(),
            figure(&world, "2208.5"),
            figure(&world, "9208.5"),
            page.display(),
        );
        let ran = in_small_disk(&world, 24, &script);
        assert_eq!(ran.code, Some(0), "{emergency}: {}", ran.words);
        assert!(
            ran.result.contains("{\"id\":"),
            "{emergency}: {}",
            ran.result
        );
    }
}

// R10.04
#[test]
fn a_build_ends_as_visitors_see_the_site_wherever_the_disk_runs_full() {
    let mut world = World::new();
    // So many that files are compressed after they are live.
    for number in 0..40 {
        for locale in ["zh-CN", "en"] {
            let text = format!("---\ntitle: A {number}\ndate: 2026-05-03\n---\nText.\n");
            world.write(&format!("news/a-{number}/{locale}.md"), text);
        }
    }
    let compressing = "BUILD=$(echo \"$BUILD\" | sed s/never/auto/)";
    let mut script = format!(
        "B={}\n{compressing}\n{}$G $BUILD >$B/0 2>&1\n",
        world.folder.path("live").display(),
        figure(&world, "1"),
    );
    for kilobytes in (0..=4_200).step_by(300) {
        let site = world.folder.content("site.yaml");
        let edit = format!(
            "sed -i 's/icp: .*/icp: A{kilobytes} }}/' {}\n",
            site.display()
        );
        script.push_str(&format!(
            "{edit}head -c {kilobytes}K /dev/zero >$B/free\nfill\nrm $B/free\n\
             before=$(cat $B/builds/latest.json)\ncode=0\n$G $BUILD >$B/../out 2>&1 || code=$?\n\
             test \"$before\" = \"$(cat $B/builds/latest.json)\" && live=old || live=new\n\
             echo {kilobytes} $code $live $(find $B/builds -name '*.tmp' | wc -l)\nrm $B/filler\n"
        ));
    }
    let ran = in_small_disk(&world, 64, &script);
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let mut seen = Vec::new();
    for line in ran.result.lines() {
        let found: Vec<&str> = line.split(' ').skip(1).collect();
        assert!(
            matches!(found[..], ["0", "new", "0"] | ["5", "old", "0"]),
            "KB free, exit code, live build, torn files: {line}"
        );
        seen.push(found[0].to_owned());
    }
    assert!(
        seen.contains(&"0".to_owned()) && seen.contains(&"5".to_owned()),
        "{seen:?}"
    );
}
