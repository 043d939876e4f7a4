//! Values that edits choose from. Some of it is wrong on purpose: a build that fails must leave no
//! trace in those after it.

/// Names of entries, taken and free.
pub(super) const SLUGS: [&str; 6] = ["alder", "birch", "winter", "lichen", "elm", "fir"];

/// Fields and values; none removes the field.
pub(super) const FIELDS: [(&str, Option<&str>); 33] = [
    ("title", Some("Ash")),
    ("title", Some("\"{{ 7 * 7 }} {% if x %} <b>&amp;\"")),
    ("title", Some("Zelkova 榉")),
    ("title", None),
    ("date", Some("2026-05-02")),
    ("date", Some("2026-06-30")),
    ("updatedAt", Some("2026-05-20")),
    ("updatedAt", Some("2026-07-01")),
    ("updatedAt", None),
    ("company", Some("lichen")),
    ("company", Some("radial")),
    ("company", Some("nobody")),
    ("company", None),
    ("tags", Some("[sea]")),
    ("tags", Some("[land, sky]")),
    (
        "tags",
        Some("[/en/news/birch#outlook, /news/alder#outlook]"),
    ),
    ("tags", None),
    ("draft", Some("true")),
    ("draft", None),
    ("access", Some("guarded")),
    ("access", None),
    ("publishAt", Some("2026-11-21T12:00")),
    ("publishAt", Some("2026-11-23T00:00:00Z")),
    ("publishAt", None),
    ("expireAt", Some("2026-11-22")),
    ("expireAt", None),
    ("translation", Some("later")),
    ("translation", None),
    ("aliases", Some("[/news/oak]")),
    ("aliases", Some("[/news/oak, /2019/Elm.html]")),
    ("aliases", Some("[/news/birch]")),
    ("aliases", Some("[/en/news/oak]")),
    ("aliases", None),
];

/// Times of the clock: before, between and after the instants that [`FIELDS`] schedules, and at one
/// of them.
pub(super) const NOWS: [&str; 6] = [
    "2026-11-20T00:00:00Z",
    "2026-11-21T03:00:00Z",
    "2026-11-21T04:00:00Z",
    "2026-11-22T08:00:00Z",
    "2026-11-23T00:00:00Z",
    "2027-01-01T00:00:00Z",
];

/// Markdown.
pub(super) const BODIES: [&str; 17] = [
    "",
    "Plain words.",
    "See [Birch](/news/birch) and [Winter](/letters/winter#top).",
    "See [nowhere](/nowhere).",
    "# One\n\n## Two\n\n| a | b |\n|---|---|\n| 1 | 2 |",
    "<p>Raw <sup>html</sup> & <b>unclosed\n\n<ul><li>x",
    "![A picture](tide.gif)",
    "![A drawing](chart.svg) and [a file](notes.txt)",
    "![Another's drawing](/media/pages/about/chart.svg)",
    "{{ markup }} {% raw %} {{ 7 * 7 }} <span data-html=\"entry.body\">x</span>",
    "The [terms](/terms) of [the news](/en/news?from=here).",
    "A [company](/companies/lichen).",
    "## Outlook\n\n## 潮汐",
    "## Outlooks\n\nSee [A](/news/alder#outlook), [B](/news/birch#languages), [C](/terms#%E6%BD%AE%E6%B1%90).",
    "See [A](/news/alder#outlook) and [B](/news/birch#outlook).",
    "See [A](/en/terms#outlook) and [B](/letters/winter?a=b#languages).",
    "> quoted\n\n```rust\nlet x = \"<&>\";\n```\n\n1. one\n2. two",
];

/// Names and contents of files beside texts.
pub(super) const MEDIA: [(&str, &[u8]); 6] = [
    ("tide.gif", b"GIF89a\x05\x00\x03\x00\x80\x00\x00\xfb\xfa\xf7\x0e\x1a+,\x00\x00\x00\x00\x05\x00\x03\x00\x00\x02\x08\x04@\x00\x04@\x00\x04P\x00;"),
    ("tide.gif", b"GIF89a\x05\x00\x03\x00\x80\x00\x00\x0a\xfa\xf7\x0e\x1a+,\x00\x00\x00\x00\x05\x00\x03\x00\x00\x02\x08\x04@\x00\x04@\x00\x04P\x00;"),
    ("Tide.gif", b"GIF89a\x05\x00\x03\x00\x80\x00\x00\x0a\xfa\xf7\x0e\x1a+,\x00\x00\x00\x00\x05\x00\x03\x00\x00\x02\x08\x04@\x00\x04@\x00\x04P\x00;"),
    ("chart.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='4' height='3'/>"),
    ("chart.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='8' height='3'/>"),
    ("notes.txt", b"notes"),
];

/// Data entries; none deletes.
pub(super) const RECORDS: [(&str, Option<&str>); 6] = [
    ("figures/2024.yaml", Some("revenue: 99\n")),
    (
        "figures/2025.yaml",
        Some("revenue: 2345.6\nnote: { zh-CN: 减, en: Down }\n"),
    ),
    ("figures/2026.yaml", Some("revenue: 3456.7\n")),
    ("figures/2024.yaml", None),
    ("figures/2026.yaml", Some("revenue: much\n")),
    ("figures/2026.yaml", None),
];

/// Schemas, and a replacement in the first one (old text, new text): none restores it.
pub(super) const SCHEMAS: [(&str, Option<(&str, &str)>); 8] = [
    ("news", None),
    ("news", Some(("\"fallback\"", "\"require\""))),
    (
        "news",
        Some(("\"x-format\":\"date\"", "\"description\":\"a day\"")),
    ),
    (
        "news",
        Some(("\"tags\":", "\"place\":{\"type\":\"string\"},\"tags\":")),
    ),
    ("news", Some(("\"tags\":", "\"topics\":"))),
    (
        "news",
        Some(("\"required\":[\"title\"", "\"required\":[\"company\"")),
    ),
    ("letters", Some(("\"fallback\"", "\"require\""))),
    ("letters", None),
];

/// Replacements in the first `site.yaml` (old text, new text).
pub(super) const SITES: [(&str, &str); 6] = [
    ("", ""),
    ("www.example.com", "www.example.org"),
    ("Asia/Shanghai", "America/New_York"),
    ("en: Tide", "en: Ebb"),
    ("icp: A1", "icp: A1, security: B2"),
    ("timeZone:", "timezone:"),
];

/// `system-config.yaml`; none deletes it.
pub(super) const SYSTEM_CONFIGS: [Option<&str>; 4] = [
    None,
    Some(
        "- path: /news\n  seoConfig:\n    zh-CN: { title: 要闻, description: 潮 }\n    en: { title: Highlights, description: Tide, noindex: true }\n",
    ),
    Some(
        "- path: /\n  seoConfig:\n    zh-CN: { title: 首页, description: 潮 }\n    en: { title: Home, description: Tide, keywords: sea }\n",
    ),
    Some("- path: /news\n  seoConfig:\n    en: { title: Only English, description: Tide }\n"),
];

/// `redirects.yaml`; none deletes it.
pub(super) const REDIRECTS: [Option<&str>; 6] = [
    None,
    Some("- { from: /old, to: /news }\n- { from: /news/oak, to: /news/birch }\n"),
    Some("- { from: /old, to: /news/alder, status: 307 }\n- { from: /gone, status: 410 }\n"),
    Some("- { from: /old, to: /letters/winter, locale: en }\n"),
    Some("- { from: /news/elm, status: 410 }\n"),
    Some("- { from: /old, to: /nowhere }\n"),
];

/// Files that do not belong in content; each row is put there when it is absent, and removed when
/// it is there.
pub(super) const JUNK: [(&str, &[u8]); 10] = [
    ("README.md", b"for people"),
    ("news/.alder.md.swp", b"an editor's"),
    ("news/alder/en.md~", b"an editor's"),
    ("news/alder/Thumbs.db", b"a system's"),
    ("news/alder/en - \u{526f}\u{672c}.md", b"a copy"),
    ("news/alder copy/en.md", b"a copy"),
    ("news/stray.md", b"in no entry"),
    ("news/alder/fr.md", b"---\ntitle: Non\n---\n"),
    ("news/alder/run.exe", b"MZ"),
    ("figures/x/en.md", b"---\nrevenue: 1\n---\n"),
];
