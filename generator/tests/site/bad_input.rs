//! Errors are reported to the person that can mend them, all at once, and never become a page.

use std::fs::File;
use std::os::unix::fs::symlink;

use crate::command::run;
use crate::photo::Photo;
use crate::world::World;

/// The output of a build for an editor; the last line is the sum.
fn told(world: &World, more: &[&str]) -> (Option<i32>, String) {
    let ran = run(&mut world.build("live", more));
    assert_eq!(ran.result, "", "a build that fails has no result");
    assert!(!world.folder.path("live/builds/latest.json").exists());
    (ran.code, ran.words)
}

// R10.01, R10.06
#[test]
fn a_disk_on_which_nothing_can_be_spilled_is_told_alone_and_nothing_is_published() {
    let world = World::new();
    let builds = world.folder.path("live/builds");
    std::fs::create_dir_all(&builds).unwrap();
    std::fs::write(builds.join("shards"), "no folder").unwrap();
    let (code, words) = told(&world, &[]);
    let expected = format!(
        "error: a temporary file in `{}` cannot be used: ",
        builds.join("shards").display()
    );
    assert!(words.starts_with(&expected), "{words}");
    assert_eq!(words.lines().count(), 1, "{words}");
    assert_eq!(code, Some(5));
}

// R10.06
#[test]
fn every_bad_file_is_told_at_once() {
    let mut world = World::new();
    let text = |fields: &str| format!("---\ntitle: A\ndate: 2026-05-03\n{fields}\n---\n");
    let huge = world.folder.content("news/alder/en.md");
    File::create(huge).unwrap().set_len(50 << 20).unwrap();
    world.write("news/birch/en.md", b"---\ntitle: A\n---\nGood\nb\xe4d\n");
    symlink(
        world.folder.content("news"),
        world.folder.content("news/cedar/loop"),
    )
    .unwrap();
    world.write(
        "news/cedar/Tide.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
    );
    world.write(
        "news/cedar/tide.svg",
        "<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>",
    );
    world.write("news/up..down/en.md", text(""));
    world.write(
        "letters/autumn/en.md",
        text("tags: &bomb [x, x]\ncompany: *bomb"),
    );
    world.write(
        "letters/autumn/zh-CN.md",
        text(&format!("tags: {}{}", "[".repeat(2_000), "]".repeat(2_000))),
    );
    world.write("letters/winter/en.md", text(&"tags: [x]\n".repeat(40_000)));
    world.write(
        "letters/winter/zh-CN.md",
        text(&format!("tags: [{}]", "x,".repeat(120_000))),
    );
    world.write(
        "pages/about/en.md",
        "---\ntitle: \"a\u{1b}[31mb\"\nsubtitle: \u{1b}[2J\n---\n",
    );
    let pipe = world.folder.content("pages/about/pipe.txt");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        pipe,
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::RUSR,
        0,
    )
    .unwrap();
    let (code, words) = told(&world, &[]);
    assert_eq!(words, EVERY_BAD_FILE);
    assert_eq!(code, Some(1));
}

const EVERY_BAD_FILE: &str = "\
error[yaml-alias]: aliases (`*name`) are not allowed
 --> content/letters/autumn/en.md:5:10
  |
5 | company: *bomb
  |          ^^^^^
  |
  = help: write the value out
error[too-deep]: nested too deep
 --> content/letters/autumn/zh-CN.md:4:161
  |
4 | ...[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
  |                                                                    ^
  |
  = help: flatten the value
error[front-matter]: the front matter is longer than 256 KB
--> content/letters/winter/en.md
 = help: move the text into the body, below the second line `---`
error[too-many-values]: more than 100000 values in one file
 --> content/letters/winter/zh-CN.md:4:161
  |
4 | ...,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x,x
  |                                                                    ^
  |
  = help: split the file
error[too-large]: the file is too large: it has 52428800 bytes; at most 10485760 are allowed
--> content/news/alder/en.md
 = help: shorten it, or split it into several entries
error[not-utf8]: line 5 is not UTF-8
--> content/news/birch/en.md
 = help: save the file in the encoding UTF-8
error[symbolic-link]: symbolic links are not followed
--> content/news/cedar/loop
 = help: put the file itself here
error[case-clash]: its name differs from `news/cedar/Tide.svg` only in upper and lower case
--> content/news/cedar/tide.svg
 = help: rename one of them: some computers take them for the same file
error[bad-slug]: `up..down` cannot be part of an address
--> content/news/up..down
 = help: rename it with the letters a to z, digits and hyphens
error[control-character]: the character U+001B cannot be shown and has no place in a text
 --> content/pages/about/en.md:2:10
  |
2 | title: \"a\u{fffd}[31mb\"
  |          ^
  |
  = help: delete it; it often comes along with text that was copied
error[bad-file]: it is neither a file nor a folder
--> content/pages/about/pipe.txt
 = help: remove it
error: 11 errors in the content; nothing was published
";

/// Texts that a template engine, a script or a parser of HTML might take for its own.
const TRAPS: [&str; 8] = [
    "{{ 7919 * 7907 }}",
    "{{ markup }}",
    "{% for x in range(end=9) %}x{% endfor %}",
    "{# gone #}",
    "${7919 * 7907}",
    "html:0123456789abcdef0123456789abcdef",
    "</title><script>alert(1)</script>",
    "<!-- \u{2028} ]]> --> &amp;lt;",
];

// R10.06
#[test]
fn what_looks_like_a_template_is_text() {
    let mut world = World::new();
    let quoted = |text: &str| serde_json::to_string(text).unwrap();
    let every = TRAPS.join(" ");
    for locale in ["zh-CN", "en"] {
        let body = format!(
            "{}\n\n```\n{every}\n```\n\n[{every}](/news \"{}\")\n",
            TRAPS[..6].join("\n"),
            TRAPS[0]
        );
        world.write(
            &format!("news/alder/{locale}.md"),
            format!(
                "---\ntitle: {}\ndate: 2026-05-01\ntags: [{}]\n---\n{body}",
                quoted(&every),
                quoted(TRAPS[1])
            ),
        );
    }
    let site = crate::folder::SITE.replace("en: Tide", &format!("en: {}", quoted(&every)));
    world.write("site.yaml", site);
    world.write("system-config.yaml", format!("- path: /news\n  seoConfig:\n    zh-CN: {{ title: {0}, description: {0} }}\n    en: {{ title: {0}, description: {0} }}\n", quoted(&every)));
    let ran = run(&mut world.build("live", &[]));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let (_, photo) = Photo::take(&world.folder.path("live/builds"));
    let text = |path: &str| String::from_utf8(photo.paths[path].1.clone()).unwrap();
    let article = text("/en/news/alder");
    let escaped = every
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;");
    let title = every.replace('&', "&amp;").replace('<', "&lt;");
    assert!(article.contains(&format!("<title>{title}")), "{article}");
    assert!(article.contains(&format!(">{escaped}</span>")), "{article}");
    assert_eq!(article.matches("62615533").count(), 0, "{article}");
    assert_eq!(article.matches("<script>alert").count(), 0, "{article}");
    let state = article
        .split_once("id=\"portico-state\">")
        .unwrap()
        .1
        .split_once("</script>")
        .unwrap()
        .0;
    let state: serde_json::Value = serde_json::from_str(state).unwrap();
    assert_eq!(state["payload"]["data"]["entry"]["title"], every);
    assert_eq!(state["site"]["name"]["en"], every);
    let payload: serde_json::Value =
        serde_json::from_str(&text("/en/news/alder/_payload.json")).unwrap();
    let body = payload["payload"]["data"]["entry"]["body"]
        .as_str()
        .unwrap();
    for trap in &TRAPS[..6] {
        assert!(body.contains(trap), "{trap}: {body}");
    }
    let shown = article.split_once("data-html=\"entry.body\">").unwrap().1;
    assert!(shown.starts_with(body), "{article}");
    assert!(text("/en/news").contains(&escaped));
}

// R10.06
#[test]
fn every_page_that_cannot_be_rendered_is_named_with_its_route_and_its_reason() {
    let mut world = World::new();
    misbehave(&mut world, "alder", "throws");
    misbehave(&mut world, "birch", "never ends");
    world.write(
        "news/dogwood/en.md",
        "---\ntitle: Dogwood\ndate: 2026-05-03\ntags: [land]\n---\n[Gone](/news/nowhere)\n",
    );
    let (code, words) = told(&world, &["--page-timeout", "3"]);
    assert_eq!(
        errors(&words),
        [
            "error[broken-link]: there is no page `/news/nowhere`",
            "error: cannot render `/en/news/alder` (route `article`, locale `en`): TypeError: no figure for 2025",
            "error: cannot render `/en/news/birch` (route `article`, locale `en`): no answer after 3 s; the worker was stopped",
            "error: 1 error in the content, 2 pages could not be rendered; nothing was published",
        ]
    );
    assert_eq!(code, Some(1));
    for entry in ["alder", "birch", "dogwood"] {
        world.write(
            &format!("news/{entry}/en.md"),
            "---\ntitle: A\ndate: 2026-05-01\n---\n",
        );
        world.write(
            &format!("news/{entry}/zh-CN.md"),
            "---\ntitle: A\ndate: 2026-05-01\n---\n",
        );
    }
    let ran = run(&mut world.build("live", &[]));
    assert_eq!(ran.code, Some(0), "{}", ran.words);
}

// R10.06
#[test]
fn a_page_that_reaches_for_the_machine_is_refused_and_told_why() {
    let mut world = World::new();
    for (entry, misdeed) in [("alder", "reads"), ("birch", "writes"), ("cedar", "starts")] {
        misbehave(&mut world, entry, misdeed);
    }
    let (code, words) = told(&world, &[]);
    let refused = |entry: &str| {
        format!(
            "error: cannot render `/en/news/{entry}` (route `article`, locale `en`): a component, or a package that it uses, \
             reads files outside the bundle, writes one, or starts a program; a page is made from its input alone"
        )
    };
    let mut expected = ["alder", "birch", "cedar"].map(refused).to_vec();
    expected.push("error: 3 pages could not be rendered; nothing was published".to_owned());
    assert_eq!(errors(&words), expected, "{words}");
    assert_eq!(code, Some(2));
    let note = world.folder.path("frontend/dist/server/note.txt");
    assert!(!note.exists());
}

// R10.06
#[test]
fn a_page_that_eats_memory_is_named_and_the_others_go_on() {
    let mut world = World::new();
    misbehave(&mut world, "alder", "eats memory");
    misbehave(&mut world, "birch", "throws");
    let (code, words) = told(&world, &["--page-timeout", "600"]);
    assert_eq!(
        errors(&words),
        [
            "error: cannot render `/en/news/alder` (route `article`, locale `en`): the worker ran out of memory (1024 MB); something in the page grows without end",
            "error: cannot render `/en/news/birch` (route `article`, locale `en`): TypeError: no figure for 2025",
            "error: 2 pages could not be rendered; nothing was published",
        ]
    );
    assert_eq!(code, Some(2));
}

// R10.06
#[test]
fn a_clock_that_jumps_back_takes_back_what_was_published_too_early() {
    let mut world = World::new();
    for locale in ["zh-CN", "en"] {
        let text = "---\ntitle: A\ndate: 2026-05-01\npublishAt: 2026-11-23T00:00:00Z\n---\n";
        world.write(&format!("news/cedar/{locale}.md"), text);
    }
    let built = |world: &World| {
        let ran = run(&mut world.build("live", &[]));
        assert_eq!(ran.code, Some(0), "{}", ran.words);
        Photo::take(&world.folder.path("live/builds")).1
    };
    let before = built(&world);
    assert!(!before.paths.contains_key("/en/news/cedar"));
    world.now = "2027-01-01T00:00:00Z".parse().unwrap();
    assert!(built(&world).paths.contains_key("/en/news/cedar"));
    world.now = crate::folder::NOW.parse().unwrap();
    assert_eq!(built(&world).difference(&before), None);
}

/// The first lines of the errors, and the sum.
fn errors(words: &str) -> Vec<&str> {
    let lines = words.lines();
    lines.filter(|line| line.starts_with("error")).collect()
}

/// Makes the English page of a news item misbehave as its title describes.
fn misbehave(world: &mut World, entry: &str, title: &str) {
    for (locale, title) in [("zh-CN", "A"), ("en", title)] {
        let text = format!("---\ntitle: {title}\ndate: 2026-05-01\n---\n");
        world.write(&format!("news/{entry}/{locale}.md"), text);
    }
}
