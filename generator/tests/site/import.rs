//! Imported content is sound: `generator check` accepts the result.

use std::process::Command;

use crate::command::{Ran, generator, run};
use crate::world::World;

/// `generator import` with the folders of this site.
fn import(world: &World, arguments: &[&str]) -> Ran {
    let mut command = generator(["import"]);
    command.args(arguments);
    in_folders(world, &mut command, &["content", "locales"]);
    run(&mut command)
}

fn in_folders(world: &World, command: &mut Command, folders: &[&str]) {
    for name in folders {
        command
            .arg(format!("--{name}"))
            .arg(world.folder.path(name));
    }
}

fn assert_sound(world: &World) {
    let mut command = generator(["check"]);
    in_folders(world, &mut command, &["content", "locales", "frontend"]);
    command.args(["--now", &world.now.to_string()]);
    let ran = run(&mut command);
    assert_eq!(ran.code, Some(0), "{}", ran.words);
}

fn input(world: &World, name: &str, text: &str) -> String {
    let path = world.folder.write(&format!("input/{name}"), text);
    path.into_os_string().into_string().unwrap()
}

#[test]
fn rules_of_netlify_become_redirects_beside_those_that_exist() {
    let mut world = World::new();
    world.write("redirects.yaml", "# ours\n- { from: /ours, to: /terms }\n");
    let rules = "# moved\n/old-about/ /terms 301!\n/en/old-about /en/terms\n/%E6%97%A7 /terms 302\n\
                 /withdrawn /x 410\n/ours /news\n/blog/* /news/:splat\n/../../etc /terms\n";
    let file = input(&world, "_redirects", rules);
    let before = world.state();
    let dry = import(&world, &["netlify", &file, "--dry-run"]);
    assert_eq!(dry.code, Some(0), "{}", dry.words);
    assert!(world.state() == before, "a dry run writes no file");
    let ran = import(&world, &["netlify", &file]);
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    assert_eq!(
        world.read("redirects.yaml").unwrap(),
        "# ours\n- { from: /ours, to: /terms }\n\
         - { from: \"/old-about\", to: \"/terms\", locale: \"zh-CN\" }\n\
         - { from: \"/old-about\", to: \"/terms\", locale: \"en\" }\n\
         - { from: \"/旧\", to: \"/terms\", status: 307, locale: \"zh-CN\" }\n\
         - { from: \"/withdrawn\", status: 410, locale: \"zh-CN\" }\n"
    );
    for line in [
        "_redirects:6: ",
        "_redirects:7: ",
        "_redirects:8: ",
        "4 redirects",
    ] {
        assert!(ran.result.contains(line), "{line}: {}", ran.result);
    }
    assert_sound(&world);
    let again = import(&world, &["netlify", &file, "--lang", "zh-CN"]);
    assert!(again.result.contains("0 条跳转"), "{}", again.result);
    assert_sound(&world);
}

#[test]
fn an_input_that_cannot_be_read_is_an_error() {
    let world = World::new();
    let ran = import(&world, &["netlify", "/no/such/file"]);
    assert_eq!(ran.code, Some(5), "{}", ran.words);
    let file = world.folder.write("input/_redirects", b"/a \xff");
    let ran = import(&world, &["netlify", file.to_str().unwrap()]);
    assert_eq!(ran.code, Some(1), "{}", ran.words);
}

/// A post of an export; `more` has further elements.
fn post(id: u32, title: &str, name: &str, status: &str, body: &str, more: &str) -> String {
    format!(
        "<item><title><![CDATA[{title}]]></title><link>https://old.example/2024/05/{name}/</link>\
         <dc:creator><![CDATA[wei]]></dc:creator>\
         <content:encoded><![CDATA[{body}]]></content:encoded><excerpt:encoded><![CDATA[]]></excerpt:encoded>\
         <wp:post_id>{id}</wp:post_id><wp:post_date><![CDATA[2024-05-{:02} 09:00:00]]></wp:post_date>\
         <wp:post_date_gmt>2027-05-01 01:00:00</wp:post_date_gmt>\
         <wp:post_name><![CDATA[{name}]]></wp:post_name><wp:status><![CDATA[{status}]]></wp:status>\
         <wp:post_type><![CDATA[post]]></wp:post_type>{more}</item>\n",
        id % 28 + 1
    )
}

fn export(language: &str, items: &[String]) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<rss version=\"2.0\"><channel>\
         <title>Old</title><link>https://old.example</link><language>{language}</language>\n{}\
         </channel></rss>",
        items.concat()
    )
}

#[test]
fn posts_of_wordpress_become_sound_entries() {
    let world = World::new();
    let chart = std::fs::read(world.folder.content("news/alder/chart.svg")).unwrap();
    world.folder.write("input/uploads/2024/05/图 1.svg", &chart);
    world.folder.write("input/uploads/2024/05/fake.png", "MZ");
    let large = world
        .folder
        .write("input/uploads/2024/05/large.svg", &chart);
    let large = std::fs::OpenOptions::new().write(true).open(large).unwrap();
    large.set_len(64 * 1024 * 1024 + 1).unwrap();
    let body = "<!-- wp:paragraph --><p>你好 <strong>世界</strong>。见 <a href=\"https://old.example/2024/05/second/\">第二篇</a>，\
        <a href=\"/nowhere\">无</a>，<a href=\"https://old.example/2024/05/hidden/\">藏</a>，<a href=\"#top\">顶</a>，\
        <a href=\"https://example.org/\">外</a>。</p><!-- /wp:paragraph -->\
        <h1>标题</h1><h2 id=\"portico-state\">二</h2><ul><li>一</li><li>二</li></ul>\
        <blockquote><p>引</p></blockquote><pre>let a = &lt;b&gt;;</pre>\
        <p>&lt;script&gt;alert(1)&lt;/script&gt; [x](javascript:alert(1)) ![y](https://evil.example/y.png) &#0; &#27;</p>\
        <img src=\"https://old.example/wp-content/uploads/2024/05/%E5%9B%BE%201-300x200.svg\" alt=\"图\">\
        <img src=\"https://old.example/wp-content/uploads/2024/05/fake.png\" alt=\"b\">\
        <img src=\"https://old.example/wp-content/uploads/2024/05/large.svg\" alt=\"l\">\
        <img src=\"../../../etc/passwd\" alt=\"c\"><script>alert(1)</script><iframe src=\"https://x.example\"></iframe>\
        [gallery ids=\"1,2\"]";
    let tags = "<category domain=\"post_tag\" nicename=\"a\"><![CDATA[团队]]></category>\
        <category domain=\"category\" nicename=\"b\"><![CDATA[公司]]></category>\
        <wp:comment><wp:comment_id>1</wp:comment_id><wp:comment_content>Hi</wp:comment_content></wp:comment>\
        <wp:postmeta><wp:meta_key>_edit_last</wp:meta_key><wp:meta_value>1</wp:meta_value></wp:postmeta>";
    let page = post(9, "About", "about", "publish", "x", "").replace("[post]", "[page]");
    let items = [
        post(
            1,
            "你好&#8217; --- \"x\": {a} # y",
            "%e4%bd%a0%e5%a5%bd",
            "publish",
            body,
            tags,
        ),
        post(
            2,
            "Second &amp; last",
            "second",
            "publish",
            "One\n\nTwo {{< x >}} <b>b",
            "",
        ),
        post(3, "Hidden", "hidden", "private", "x", ""),
        post(
            4,
            "Secret",
            "secret",
            "publish",
            "x",
            "<wp:post_password>p</wp:post_password>",
        ),
        post(5, "Later", "later", "future", "x", ""),
        post(6, "Out", "../../../../tmp/out", "publish", "x", ""),
        post(7, "Taken", "alder", "publish", "x", ""),
        post(
            8,
            "Twice",
            "second",
            "publish",
            &"<blockquote>".repeat(200),
            "",
        ),
        page,
        post(10, "Bin", "bin", "trash", "x", ""),
    ];
    let file = input(&world, "export.xml", &export("zh-CN", &items));
    let media = world.folder.path("input/uploads");
    let arguments = [
        "wordpress",
        &file,
        "--collection",
        "news",
        "--media",
        media.to_str().unwrap(),
    ];
    let alder = world.read("news/alder/zh-CN.md");
    let before = world.state();
    let dry = import(&world, &[&arguments[..], &["--dry-run"]].concat());
    assert_eq!(dry.code, Some(0), "{}", dry.words);
    assert!(world.state() == before, "a dry run writes no file");
    let ran = import(&world, &arguments);
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    assert_sound(&world);
    let first = world.read("news/post-1/zh-CN.md").unwrap();
    for part in [
        "title: \"你好’ --- \\\"x\\\": {a} # y\"\n",
        "date: \"2024-05-02\"\n",
        "tags: [\"团队\"]\n",
        "aliases: [\"/2024/05/你好\"]\n",
        "**世界**",
        "[第二篇](/news/second)",
        "，藏，顶，",
        "[外](https://example.org/)",
        "![图](picture-1.svg)",
    ] {
        assert!(first.contains(part), "{part}\n{first}\n{}", ran.result);
    }
    assert!(world.folder.content("news/post-1/picture-1.svg").is_file());
    for (slug, field) in [
        ("hidden", "draft: true"),
        ("secret", "draft: true"),
        ("later", "publishAt: \"2027-05-01T01:00:00Z\""),
        ("tmp-out", "title: \"Out\""),
    ] {
        let text = world.read(&format!("news/{slug}/zh-CN.md")).unwrap();
        assert!(text.contains(field), "{text}");
    }
    assert_eq!(
        world.read("news/alder/zh-CN.md"),
        alder,
        "it stays as it was"
    );
    for line in [
        "post 1: a link to `/nowhere`",
        "post 1: a link to `#top`",
        "post 1: the picture `../../../etc/passwd`",
        "post 1: the picture `2024/05/large.svg` is larger than 64 MiB",
        "post 1: shortcode `gallery`",
        "post 1: 1 comment",
        "post 1: the collection has no field `category`",
        "post 3: private",
        "post 4: private",
        "post 7: `news/alder` exists",
        "post 8: elements are nested",
        "page 9: ",
        "post 10: ",
        "imported: 6 entries, 0 redirects, 1 picture",
    ] {
        assert!(ran.result.contains(line), "{line}\n{}", ran.result);
    }
    let json = import(
        &world,
        &[&arguments[..], &["--message-format", "json"]].concat(),
    );
    let last: serde_json::Value =
        serde_json::from_str(json.result.lines().last().unwrap()).unwrap();
    assert_eq!(
        (&last["entries"], &last["pictures"]),
        (&0.into(), &0.into())
    );
}

#[test]
fn an_export_that_is_none_is_refused_with_its_line() {
    let world = World::new();
    let bomb = "<!DOCTYPE rss [\n<!ENTITY a \"aaaa\">]>\n<rss><channel>&a;</channel></rss>";
    for (text, part) in [
        (bomb, "line 1"),
        ("<rss>\n<channel>&x;</channel></rss>", "line 2"),
        ("hello", "WordPress"),
    ] {
        let file = input(&world, "export.xml", text);
        let ran = import(&world, &["wordpress", &file, "--collection", "news"]);
        assert_eq!(ran.code, Some(1), "{}", ran.words);
        assert!(ran.words.contains(part), "{}", ran.words);
    }
    let file = input(&world, "export.xml", &export("fr-FR", &[]));
    for (collection, code) in [("news", 1), ("../news", 64), ("figures", 64), ("none", 64)] {
        let ran = import(&world, &["wordpress", &file, "--collection", collection]);
        assert_eq!(ran.code, Some(code), "{}", ran.words);
    }
}

/// Bodies that look like Markdown, HTML or addresses of this site once they are converted.
const HOSTILE: [&str; 20] = [
    "<p>&lt;div id=\"portico-state\"&gt;&lt;/div&gt; &amp;lt;script&amp;gt;</p>",
    "<p>&lt;p id=\"portico-state\"&gt;x&lt;/p&gt;</p>",
    "<p>[x](/no/such) [^1] [^x]: y ![z](gone.png) [a]: /no/such</p><p>[a]</p>",
    "<p>[a]: /no/such/page</p><p>see [a] and [b][a] ![c][a]</p>",
    "<p># x</p><p>1. y</p><p>---</p><p>***a***</p><p>| a | b |</p>",
    "<p><code>`a` [x](/no/such) ![y](gone.png)</code></p>",
    "<pre>```\n[x](/no/such)\n&lt;p id=\"portico-state\"&gt;\n```</pre>",
    "<pre><code>````\n</code></pre><p>![y](gone.png)</p>",
    "<a href=\"//old.example/x\">a</a><a href=\"\n/no/such\">b</a><a href=\"gone.pdf\">c</a>",
    "<a href=\"https://example.org/a)b](/no/such\">x](/no/such)</a>",
    "<a href=\"https://example.org/\" title=\"x\">a<img src=\"x\" alt=\"](/no/such)\"></a>",
    "<table><tr><th>a|b</th></tr><tr><td><ul><li>x</li></ul>[x](/no/such)</td></tr></table>",
    "<ul><li>a<ol><li>b<blockquote>c</blockquote></li></ol></li></ul>",
    "http://old.example/x www.example.org /media/news/x/y.png mailto:x",
    "&lt;http://old.example/no&gt; &lt;/no/such&gt; &lt;a href=\"/no/such\"&gt;x&lt;/a&gt;",
    "<p>&#27;&#x7f;&#xfeff;&#x202e; \u{202e}a\u{200b}</p>",
    "---\ntitle: x\n---\n\n<p>x</p>",
    "&lt;img src=gone.png&gt; &lt;img src=\"gone.png\"&gt;",
    "<div><p>a</div></p></div><b><i>x</b></i><table><p>y",
    "<p>a&lt;!-- b</p><p>--&gt; &lt;![CDATA[ c</p>",
];

#[test]
fn no_body_of_a_post_makes_the_site_wrong() {
    let world = World::new();
    let items: Vec<String> = HOSTILE
        .iter()
        .zip(1..)
        .map(|(body, id)| {
            let body = body.replace("]]>", "");
            post(id, "T", &format!("hostile-{id}"), "publish", &body, "")
        })
        .collect();
    let file = input(&world, "export.xml", &export("en-US", &items));
    let ran = import(&world, &["wordpress", &file, "--collection", "news"]);
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let sum = format!("imported: {} entries", HOSTILE.len());
    assert!(ran.result.contains(&sum), "{}", ran.result);
    assert_sound(&world);
}

/// A page in Hugo's YAML, with the fields that news need.
fn hugo_page(more: &str, body: &str) -> String {
    format!(
        "---\ntitle: T\nsummary: S\nauthor: A\ndate: 2024-05-01\ncategories: [Misc, firm]\n{more}---\n{body}"
    )
}

/// Writes a file of the folder of Hugo's site.
fn hugo(world: &World, name: &str, bytes: impl AsRef<[u8]>) {
    world.folder.write(&format!("input/hugo/{name}"), bytes);
}

/// Gives the collection of news the fields and the parity of a blog.
fn set_schema(world: &World, parity: &str) {
    let text = world.read("news/_schema.json").unwrap();
    let mut schema: serde_json::Value = serde_json::from_str(&text).unwrap();
    schema["x-collection"]["parity"] = parity.into();
    let words = serde_json::json!({"type": "string", "minLength": 1});
    for name in ["author", "summary"] {
        schema["properties"][name] = words.clone();
    }
    schema["properties"]["category"] = serde_json::json!({"enum": ["firm"]});
    let text = serde_json::to_string_pretty(&schema).unwrap();
    world.folder.write("content/news/_schema.json", text);
}

fn import_hugo(world: &World, more: &[&str]) -> Ran {
    let posts = world.folder.path("input/hugo/content/posts");
    let statics = world.folder.path("input/hugo/static");
    let arguments = [
        "hugo",
        posts.to_str().unwrap(),
        "--collection",
        "news",
        "--static",
        statics.to_str().unwrap(),
    ];
    import(world, &[&arguments[..], more].concat())
}

#[test]
fn pages_of_hugo_become_sound_entries() {
    let world = World::new();
    set_schema(&world, "fallback");
    let chart = std::fs::read(world.folder.content("news/alder/chart.svg")).unwrap();
    hugo(&world, "static/images/x.svg", &chart);
    hugo(&world, "content/posts/first/图 1.svg", &chart);
    hugo(&world, "content/posts/first/unused.svg", &chart);
    hugo(&world, "content/posts/first/notes.pdf", "%PDF");
    let body = "Intro <!--more-->\n\n[second](../second.md) [again](/posts/second/) [up](../second/)\n\
        [ref]({{< ref \"second.md#x\" >}}) [gone]({{< relref \"no.md\" >}}) [draft](../hidden.md)\n\
        [out](https://example.org/) [none](/nowhere/) [top](#title) [bad](javascript:x)\n\n\
        ![alt](图%201.svg) ![](https://example.org/x.png) ![s](/images/x.svg)\n\
        ![p](/../../etc/passwd)\n\n# Title\n\n\
        {{< figure src=\"/images/x.svg\" alt=\"fig\" >}}\n\n\
        {{< highlight go >}}\nfunc main() {}\n{{< /highlight >}}\n\n\
        {{< youtube abc >}}\n\n`{{< keep >}}`\n\n```\n[x](/no) {{< keep >}}\n```\n\n\
        | a | b |\n|---|---|\n| [c](no.md) | d[^1] |\n\n[^1]: Note\n\n\
        <div class=\"x\"><b>raw</b></div>\n";
    let more = "lastmod: 2024-06-01T10:00:00+08:00\ntags: [a, 2024]\ndraft: false\nweight: 3\n\
        aliases: [/old/first/, older, /../x, /posts/second]\ntitle2: x\n";
    hugo(
        &world,
        "content/posts/first/index.md",
        hugo_page(more, body),
    );
    let english = "+++\ntitle = 'Two \"q\"'\nsummary = 'E'\nauthor = 'A'\ndate = 2024-05-02\n\
        categories = ['firm']\npublishDate = 2024-05-01T09:00:00Z\nslug = 'two'\n+++\nHi [f](../first/)\n";
    hugo(&world, "content/posts/second.en.md", english);
    hugo(
        &world,
        "content/posts/second.md",
        hugo_page("", "二 [f](/posts/first)"),
    );
    hugo(
        &world,
        "content/posts/hidden.md",
        hugo_page("draft: true\n", "x"),
    );
    hugo(
        &world,
        "content/posts/later.md",
        hugo_page(
            "publishDate: 2999-01-01\nexpiryDate: 2999-02-01T00:00:00Z\n",
            "x",
        ),
    );
    let json = "{\"title\": \"J\", \"date\": \"2024-05-03\", \"author\": {\"name\": \"N\"}, \
        \"categories\": \"firm\", \"url\": \"/deep/j.html\"}\nWords [a](../first/index.md).\n";
    hugo(&world, "content/posts/2024/J j.md", json);
    hugo(&world, "content/posts/_index.md", "---\ntitle: All\n---\n");
    hugo(
        &world,
        "content/posts/broken.md",
        "---\ntitle: A\ntags: [\n---\n",
    );
    hugo(&world, "content/posts/latin.md", b"\xff");
    hugo(
        &world,
        "content/posts/undated.md",
        "---\ntitle: A\nauthor: B\n---\nx",
    );
    hugo(&world, "content/posts/second.fr.md", "x");
    hugo(&world, "content/posts/alder.md", hugo_page("", "x"));
    let alder = world.read("news/alder/zh-CN.md");
    let before = world.state();
    let dry = import_hugo(&world, &["--dry-run"]);
    assert_eq!(dry.code, Some(0), "{}", dry.words);
    assert!(world.state() == before, "a dry run writes no file");
    let ran = import_hugo(&world, &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    assert_sound(&world);
    let read = |path: &str| {
        world
            .read(path)
            .unwrap_or_else(|| panic!("{path}: {}", ran.result))
    };
    for (file, parts) in [
        (
            "news/first/zh-CN.md",
            &[
                "title: \"T\"\n",
                "category: \"firm\"\n",
                "tags: [\"a\",\"2024\"]\n",
                "updatedAt: \"2024-06-01\"\n",
                "aliases: [\"/posts/first\",\"/old/first\",\"/posts/older\"]\n",
                "[second](/news/two) [again](/news/two) [up](/news/two)\n[ref](/news/two) gone draft\n",
                "[out](https://example.org/) none [top](#title) bad\n",
                "![alt](picture-1.svg)  ![s](x.svg)\n",
                "## Title\n",
                "![fig](x.svg)\n",
                "```go\nfunc main() {}\n```\n",
                "`{{< keep >}}`",
                "[x](/no) {{< keep >}}",
                "| c | d[^1] |",
                "**raw**",
            ][..],
        ),
        (
            "news/two/en.md",
            &["title: \"Two \\\"q\\\"\"\n", "Hi [f](/news/first)"],
        ),
        ("news/two/zh-CN.md", &["二 [f](/news/first)"]),
        ("news/hidden/zh-CN.md", &["draft: true\n"]),
        (
            "news/later/zh-CN.md",
            &[
                "publishAt: \"2999-01-01T00:00:00Z\"\n",
                "expireAt: \"2999-02-01T00:00:00Z\"\n",
            ],
        ),
        (
            "news/j-j/zh-CN.md",
            &[
                "author: \"N\"\n",
                "summary: \"Words a.\"\n",
                "aliases: [\"/deep/j.html\"]\n",
            ],
        ),
    ] {
        let text = read(file);
        for part in parts {
            assert!(text.contains(part), "{part}\n{text}\n{}", ran.result);
        }
    }
    for picture in ["picture-1.svg", "x.svg"] {
        assert!(
            world
                .folder
                .content(&format!("news/first/{picture}"))
                .is_file()
        );
    }
    assert_eq!(
        world.read("news/alder/zh-CN.md"),
        alder,
        "it stays as it was"
    );
    for line in [
        "first/index.md:17: a link to `no.md`",
        "first/index.md:17: a link to `../hidden.md`",
        "first/index.md:18: a link to `/nowhere/`",
        "first/index.md:18: a link to `javascript:x`",
        "first/index.md:20: the picture `https://example.org/x.png`",
        "first/index.md:21: the picture `/../../etc/passwd`",
        "first/index.md:31: shortcode `youtube`",
        "first/index.md: the collection has no field `weight`",
        "first/unused.svg: no imported text",
        "first/notes.pdf: ",
        "_index.md: a list of pages",
        "broken.md:4: the front matter",
        "latin.md: ",
        "undated.md: the collection requires `date`",
        "second.fr.md: `fr` is no language",
        "alder.md: `news/alder` exists",
        "imported: 5 entries, 0 redirects, 2 pictures",
    ] {
        assert!(ran.result.contains(line), "{line}\n{}", ran.result);
    }
    let again = import_hugo(&world, &[]);
    assert!(
        again.result.contains("imported: 0 entries"),
        "{}",
        again.result
    );
}

/// Bodies that break out of Markdown, HTML or shortcodes once they are changed.
const HOSTILE_MARKDOWN: [&str; 22] = [
    "<div id=\"portico-state\"></div>\n\n<p id=\"portico-state\">x</p>",
    "a <p id=\"portico-state\"> <script>alert(1)</script> <iframe src=//x> <x-y> </b>",
    "[x](/no/such) [^1] [^x]: y ![z](gone.png) [a]: /no/such\n\n[a]",
    "[a]: /no/such/page\n[a]: /second\n\nsee [a] and [b][a] ![c][a]",
    "[[x](/no)](/no) [![a](gone.png)](gone.png) ![a [b](/no)](gone.png)",
    "[a](</no such> \"t\") [b](<javascript:x>) <javascript:x> <ftp://x.example> ftp://x.example/a`b",
    "{{< ref \"/no\" >}} [x]({{< ref `/no) [y](/no` >}}) {{</* x */>}} {{< {{< x >}} >}}",
    "{{< figure src=\"x\" alt=\"](/no) ![y](gone.png)\" caption=\"<script>\" >}}",
    "{{< highlight \"`\" >}}\n```\n[x](/no)\n````\n{{< /highlight >}} [y](/no)",
    "{{< a >}}<div>{{< /a >}}\n\n[x{{< b >}}](/n{{< c >}}o)",
    "> - <div>\n>   <b>x\n>\n> [y](/no)\n>   ```\n>   <p id=\"root\">",
    "1. # x\n   y\n   ===\n\n# {#root}\n\n# a {.b}\n=\n\n* * *\n---",
    "| a | <div> |\n|--|--|\n| [x|y](/no) | `a|b` ![z|](gone.png) |",
    "&#0; &#8; &#x7f; &#xfdd0; \u{202e}a\u{200b} \u{7}",
    "**a<b>**</b> *<i>x* </i> [<b>x](/no)</b> ~~<sub>~~</sub>",
    "<a href=\"/no\">a <a href=\"https://example.org/\">b</a></a> <a href=#x>c</a> <img src=gone.png>",
    "List<T> <T a=\"[x](/no)\"> <!-- a -- > b --> <?php [x](/no) ?> <![CDATA[ x ]]> <!X>",
    "<!-- open\n\n[x](/no)",
    "```\nopen [x](/no)\n\n<div>",
    "---\ntitle: x\n---\n\n[x](#no) [y](#fn-1) [z](?a=b) [](/no) [w](//old.example/x)",
    "<table><tr><td>\n\n[x](/no)\n\n</td></tr></table>\n<details><summary>s</summary>",
    "\\[x](/no) \\<b> [x\\](/no) ![\\](gone.png) [a](\\/no) [a](/%6eo) [a](&#47;no)",
];

#[test]
fn no_body_of_a_page_makes_the_site_wrong() {
    let world = World::new();
    for (body, number) in HOSTILE_MARKDOWN.iter().zip(1..) {
        let name = format!("content/posts/hostile-{number}.md");
        hugo(&world, &name, hugo_page("", body));
    }
    hugo(&world, "static/x", "");
    let ran = import_hugo(&world, &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    let sum = format!("imported: {} entries", HOSTILE_MARKDOWN.len());
    assert!(ran.result.contains(&sum), "{}", ran.result);
    assert_sound(&world);
}

#[test]
fn a_collection_in_all_languages_gets_whole_entries() {
    let world = World::new();
    set_schema(&world, "require");
    for name in ["both.md", "both.en.md", "one.md", "three/index.zh.md"] {
        hugo(&world, &format!("content/posts/{name}"), hugo_page("", "x"));
    }
    hugo(&world, "static/x", "");
    let ran = import_hugo(&world, &["--dry-run"]);
    assert_eq!(ran.code, Some(0), "{}", ran.words);
    for line in [
        "one.md: the collection requires every language; missing: en",
        "three/index.zh.md: the collection requires every language; missing: en",
        "would import: 1 entry",
    ] {
        assert!(ran.result.contains(line), "{line}\n{}", ran.result);
    }
    let ran = import_hugo(&world, &["--language", "fr"]);
    assert_eq!(ran.code, Some(1), "{}", ran.words);
}
