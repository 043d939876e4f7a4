//! Words of the page on keywords, in the languages of the documents.

use super::own_keywords;

/// Words of one language.
pub(super) struct Words {
    pub(super) title: &'static str,
    /// The link to the page in the other language.
    pub(super) other_language: &'static str,
    pub(super) generated: &'static str,
    pub(super) introduction: &'static str,
    pub(super) place: &'static str,
    pub(super) values: &'static str,
    /// Header of the table of members.
    pub(super) columns: &'static str,
    /// Words after the values of a member, with its default value.
    pub(super) default: &'static str,
    pub(super) string: &'static str,
    pub(super) strings: &'static str,
    /// Heading of the last section, and its lists.
    pub(super) of_json_schema: &'static str,
    pub(super) kinds: [&'static str; 4],
    pub(super) root: &'static str,
    colon: &'static str,
    comma: &'static str,
    stop: &'static str,
    /// Each sentence of [`sentences`] in this language; none in English.
    pub(super) sentences: &'static [(&'static str, &'static str)],
}

impl Words {
    /// A sentence of the keywords in this language.
    pub(super) fn translate<'a>(&self, english: &'a str) -> &'a str {
        let words_of =
            |(known, words): &&(&str, &'static str)| (*known == english).then_some(*words);
        self.sentences
            .iter()
            .find_map(|pair| words_of(&pair))
            .unwrap_or(english)
    }

    pub(super) fn label(&self, name: &str, text: &str) -> String {
        format!("{name}{}{text}{}", self.colon, self.stop)
    }

    /// Names as code, in one sentence.
    pub(super) fn code(&self, names: &[&str]) -> String {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        names.join(self.comma)
    }
}

/// Sentences of the keywords, in the order of the page.
pub(super) fn sentences() -> impl Iterator<Item = String> {
    own_keywords().into_iter().flat_map(|keyword| {
        let members = keyword.value["properties"]
            .as_object()
            .into_iter()
            .flatten();
        let descriptions: Vec<String> = members
            .map(|(_, schema)| {
                schema["description"]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned()
            })
            .collect();
        [keyword.place.to_owned(), keyword.meaning.to_owned()]
            .into_iter()
            .chain(descriptions)
    })
}

pub(super) const ENGLISH: Words = Words {
    title: "Keywords of schemas",
    other_language: "[简体中文](schema-keywords.zh-CN.md)",
    generated: "Written from `generator/content/src/schema` by a test; CONTRIBUTING.md names the command.",
    introduction: "`content/<collection>/_schema.json` is JSON Schema (draft 2020-12) with five \
                   keywords of Portico's. [Collections](../collections.md) has an example and the \
                   queries. A keyword that this page does not have is an error, and so is one of \
                   the five in a place where it has no effect.",
    place: "Place",
    values: "Values",
    columns: "| member | values | meaning |",
    default: "; `{value}` without it",
    string: "a string",
    strings: "a list of strings",
    of_json_schema: "Keywords of JSON Schema",
    kinds: [
        "One schema each",
        "A list of schemas",
        "Schemas by name",
        "No schema",
    ],
    root: "The root has `additionalProperties: false`, and `properties` has none of the names \
           {names}, which every entry or query has.",
    colon: ": ",
    comma: ", ",
    stop: ".",
    sentences: &[],
};

pub(super) const CHINESE: Words = Words {
    title: "schema 的关键字",
    other_language: "[English](schema-keywords.md)",
    generated: "由一个测试根据 `generator/content/src/schema` 写出；命令见 CONTRIBUTING.md。",
    introduction: "`content/<collection>/_schema.json` 是 JSON Schema（draft 2020-12），另加 Portico 自己的五个\
                   关键字。[栏目](../collections.zh-CN.md)里有例子和查询。这一页没有的关键字是错误；五个关键字之一写在\
                   不起作用的地方，同样是错误。",
    place: "位置",
    values: "值",
    columns: "| 成员 | 值 | 含义 |",
    default: "；不写就是 `{value}`",
    string: "字符串",
    strings: "字符串的列表",
    of_json_schema: "JSON Schema 的关键字",
    kinds: [
        "值是一个 schema",
        "值是 schema 的列表",
        "值是按名称列出的 schema",
        "值不含 schema",
    ],
    root: "根必须有 `additionalProperties: false`；`properties` 里不能有 {names} 这些名字，每个条目或查询都已经有它们。",
    colon: "：",
    comma: "、",
    stop: "。",
    sentences: &[
        (
            "the root of a collection's schema, which must have it",
            "栏目 schema 的根，必须有",
        ),
        (
            "How the entries of the collection are stored on disk.",
            "栏目的条目怎样存放在磁盘上。",
        ),
        (
            "`markdown`: `<slug>/<language>.md` with a running text; `data`: one `<slug>.yaml` for \
             all languages.",
            "`markdown`：带正文的 `<slug>/<language>.md`；`data`：各种语言共用的一个 `<slug>.yaml`。",
        ),
        (
            "An entry that lacks a language is an error (`require`), or another language replaces it \
             (`fallback`); for the kind `markdown`.",
            "条目缺一种语言时报错（`require`），或用另一种语言代替（`fallback`）；用于 `markdown` 类。",
        ),
        (
            "The field with the date by which entries are the newest.",
            "决定哪些条目最新的日期字段。",
        ),
        (
            "The field with the day of an entry's last change: sitemaps and feeds have it. Without a value, an entry of a collection with a feed has the day of its `dateField`.",
            "条目最后修改日期所在的字段：写进站点地图和订阅源。没有值时，有订阅源的栏目用条目的 `dateField`。",
        ),
        (
            "The collection has a feed for each language, `/feeds/<collection>.xml`, with the newest entries: their whole texts (`full`) or the descriptions of their pages (`summary`). It needs `dateField`.",
            "栏目在每种语言里有一个订阅源 `/feeds/<栏目>.xml`，收录最新的条目：全文（`full`）或者页面的描述（`summary`）。需要 `dateField`。",
        ),
        (
            "Fields that are facts, not words: equal in all languages.",
            "是事实而不是文字的字段：各种语言都一样。",
        ),
        (
            "a string, or the `items` of an array",
            "字符串，或数组的 `items`",
        ),
        (
            "The value is the slug of an entry of the collection named. A query reads the fields of \
             that entry by a dot: `company.name`.",
            "值是所指栏目中某个条目的 slug。查询用点读取那个条目的字段：`company.name`。",
        ),
        ("a number or a string", "数字或字符串"),
        (
            "The value's format on pages, in their language. A page gets an object with `value` and \
             `text`. The number after `decimal` and `percent` is that of decimals; a percentage is a \
             number of hundredths.",
            "值在页面上的格式，随页面的语言而变。页面得到一个带 `value` 和 `text` 的对象。`decimal` 和 `percent` \
             后面的数字是小数位数；百分数的值以百分之一为单位。",
        ),
        (
            "an object; the only one of the five in `content/settings.schema.json`",
            "对象；五个关键字中只有它可以用在 `content/settings.schema.json` 里",
        ),
        (
            "The object has one value per language code, and a page gets that of its own language. \
             For YAML entries and settings, which have no file per language.",
            "对象里每个语言代码一个值，页面得到自己语言的那一个。用于 YAML 条目和设置，它们不按语言分文件。",
        ),
        (
            "a string in a collection of the kind `markdown`",
            "`markdown` 类栏目里的字符串",
        ),
        (
            "The value is the name of an image beside the text. A page gets a picture in all its \
             widths.",
            "值是正文旁边一张图片的文件名。页面得到这张图片的各种宽度。",
        ),
    ],
};
