//! The golden file of enumerations: each enumeration that the frontend knows too, with its values
//! as JSON has them. The frontend's types are generated from this file
//! (`frontend/tools/api-types`), so a value that is added here reaches them, or fails a test.

use std::collections::BTreeSet;

use contract::api::{
    ChatEventName, ChatOutcome, ChatRole, ChatUnavailableReason, Field, MessageState,
    SupplierStatus,
};
use contract::form::{FieldKind, FileKind, Rule};
use contract::locale::Direction;
use contract::route::{Hello, Query};
use serde_json::{Map, Value, json};

const GOLDEN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/tests/golden/enumerations.json"
);

/// All values of each type. A variant that is missing here does not compile.
macro_rules! enumerations {
    ($($type:ident { $($variant:ident)* })*) => {
        fn enumerations() -> Map<String, Value> {
            let mut all = Map::new();
            $(
                let _is_complete = |value: $type| match value { $($type::$variant => ()),* };
                all.insert(stringify!($type).to_owned(), json!([$($type::$variant),*]));
            )*
            all
        }
    };
}

enumerations! {
    ChatEventName { Citations Delta Done }
    ChatUnavailableReason { Budget Unavailable Secret }
    ChatOutcome { Answered Quoted Unanswered Cut }
    ChatRole { User Assistant }
    Direction { Ltr Rtl }
    Field { Email Captcha Code Agreements Name File Q }
    FieldKind { Text Lines Email Tel Url Number Date Choice Choices }
    FileKind { Pdf Word Powerpoint }
    MessageState { Received Done Withdrawn }
    Rule {
        Required Type Whitespace Length Number Count Pattern Option Date Email Arrived Empty Size
        Content
    }
    SupplierStatus { Approved Trial Paused Ended }
}

#[test]
fn the_golden_file_has_every_value() {
    let found = serde_json::to_string_pretty(&enumerations()).unwrap() + "\n";
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(GOLDEN, &found).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(GOLDEN).unwrap_or_default(),
        found,
        "if the change is meant: UPDATE_GOLDEN=1 cargo test -p contract --test enumerations"
    );
}

/// The frontend compares its twin of [`Query`] with the queries of this file.
#[test]
fn a_golden_route_asks_every_kind_of_query() {
    const KINDS: [&str; 6] = ["entry", "list", "related", "neighbours", "latest", "config"];
    let kind = |query: &Query| match query {
        Query::Entry { .. } => KINDS[0],
        Query::List { .. } => KINDS[1],
        Query::Related { .. } => KINDS[2],
        Query::Neighbours { .. } => KINDS[3],
        Query::Latest { .. } => KINDS[4],
        Query::Config { .. } => KINDS[5],
    };
    let hello: Hello = serde_json::from_str(include_str!("golden/hello.json")).unwrap();
    let queries = hello.routes.iter().flat_map(|route| route.data.values());
    let asked: BTreeSet<_> = queries.map(kind).collect();
    assert_eq!(asked, BTreeSet::from(KINDS));
}
