//! The frontend's types: the shapes that it shares, as TypeScript, in
//! `frontend/portico/src/contract.gen.ts`. A test writes the file, and no program has this module.
//!
//! Each shape derives [`TS`] in tests. An attribute `ts(type = "LocaleCode")` names a type that
//! each site narrows for itself; `frontend/portico/src/contract.ts` has the types that are narrower
//! for other reasons.

use serde_json::Value;
use ts_rs::{Config, TS};

use crate::build::{BuildId, Latest, Meta, RouteRule};
use crate::frame::{Rendered, RenderedFile, SiteFrame};
use crate::hash::Hash;
use crate::header_class::HeaderClass;
use crate::locale::Locale;
use crate::page::{Alternate, CrawlerHead, Head, InlineState, PageInput, Payload, PayloadFile};
use crate::refusals::{RefusalNotes, RefusalParts, RefusalsFile};
use crate::results::{Places, ResultsFile};
use crate::route::{DocumentAssets, Hello, Metadata, PageFile, Query, Route};

const GENERATED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../frontend/portico/src/contract.gen.ts"
);

/// Beginning of the file. Enumerations have files of their own, because pages use their values.
const HEADER: &str = "\
// Written by `UPDATE_GOLDEN=1 cargo test -p contract typescript` from contract/src; never by hand.

import type { Direction } from '#/enumerations/direction.gen.ts'
import type { Rule } from '#/enumerations/rule.gen.ts'
import type { LocaleCode } from '#/register.ts'
";

/// Longest line of a comment, in characters, as in all files.
const LINE_MAX: usize = 100;

/// A constant of the crate: its name in TypeScript, and its path.
macro_rules! constants {
    ($($name:ident = $constant:path;)*) => {
        fn constants() -> Vec<String> {
            vec![$(format!(
                "/** `{}` */\nexport const {} = {}\n",
                stringify!($constant).replace("crate::", "contract::"),
                stringify!($name),
                serde_json::to_string(&$constant).unwrap(),
            )),*]
        }
    };
}

/// Types in the order of the file. The TypeScript compiler reports one that is used and not here.
macro_rules! types {
    ($($type:ident)*) => {
        fn types(config: &Config) -> Vec<String> {
            vec![$(declaration::<$type>(config)),*]
        }
    };
}

constants! {
    CONTRACT_VERSION = crate::VERSION;
    MAX_FRAME_BYTES = crate::frame::MAX_BYTES;
    PAGE_FRAME = crate::frame::PAGE;
    MARKUP_FRAME = crate::frame::MARKUP;
    SITE_FRAME = crate::frame::SITE;
    BODY_TOKEN = crate::page::BODY_TOKEN;
}

types! {
    Value Hash BuildId
    Hello DocumentAssets HeaderClass Route PageFile Metadata Query
    PageInput Payload Alternate Head CrawlerHead PayloadFile InlineState
    SiteFrame Rendered RenderedFile
    ResultsFile Places
    RefusalsFile RefusalParts RefusalNotes
    Locale Latest Meta RouteRule
}

#[test]
fn the_frontends_types_are_those_of_the_crate() {
    // JSON has one kind of number, and a browser reads it as such.
    let config = Config::new().with_large_int("number");
    let parts = [vec![HEADER.to_owned()], constants(), types(&config)];
    let found = parts.concat().join("\n");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(GENERATED, &found).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(GENERATED).unwrap_or_default(),
        found,
        "if the change is meant: UPDATE_GOLDEN=1 cargo test -p contract typescript"
    );
}

/// A type with its comments, one field on a line.
fn declaration<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    let lines = format!("{docs}export {}", T::decl(config))
        .replace(" = { \"", " = {\n\"")
        .replace(", } | { ", ",\n} | {\n")
        .replace(", };", ",\n}")
        .replace("[`", "`")
        .replace("`]", "`");
    let mut text = String::new();
    let mut comment: Vec<&str> = Vec::new();
    for line in lines.lines().map(|line| line.trim_end_matches([' ', ';'])) {
        if line.starts_with("/**") || line.starts_with(" *") {
            comment.push(line);
            continue;
        }
        let is_field = !line.starts_with("export ") && !line.starts_with('}');
        let indent = if is_field { "  " } else { "" };
        write_comment(&mut text, indent, &std::mem::take(&mut comment));
        text += &format!("{indent}{}\n", without_null(line));
    }
    assert!(comment.is_empty(), "a comment without a field: {comment:?}");
    text
}

/// Writes the lines of a comment, a short one on a single line.
fn write_comment(text: &mut String, indent: &str, comment: &[&str]) {
    if let [start, words, end] = comment {
        let words = words.trim_start_matches(" *");
        let line = format!("{indent}{start}{words}{end}");
        if line.chars().count() <= LINE_MAX {
            *text += &format!("{line}\n");
            return;
        }
    }
    for line in comment {
        *text += &format!("{indent}{line}\n");
    }
}

/// A field that may be left out is an `Option` that is never written as null.
fn without_null(line: &str) -> String {
    match line.strip_suffix(" | null,") {
        Some(field) if field.contains("?: ") => format!("{field},"),
        _ => line.to_owned(),
    }
}
