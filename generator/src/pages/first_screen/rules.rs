//! The rules of the style sheet, and which of them a first screen needs.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

/// One of several tags, classes (`.k3a`) and attributes (`[open]`).
type Any = Vec<String>;

/// One rule, as the frontend's build describes it (`portico/build/first-screen.ts`).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    css: String,
    /// Custom properties, if the rule has only such; `css` is then its selector.
    #[serde(default)]
    custom: Vec<String>,
    /// The at-rules around it, the outermost first.
    within: Vec<String>,
    /// Needs of each of the rule's selectors; none: every document has the rule.
    needs: Vec<Vec<Any>>,
    /// Whether the rule sets text in a web face; none: it sets no face.
    #[serde(default)]
    face: Option<bool>,
    /// Needs of the element itself, by selector; only where it sets a face.
    #[serde(default)]
    subjects: Vec<Vec<Any>>,
}

/// The number of a tag, a class or an attribute that a rule asks for.
pub(super) type Token = u16;

/// A set of tokens, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Seen(Vec<u64>);

/// A selector: each of its needs is met by one of several tokens.
#[derive(Debug)]
struct Selector(Vec<Vec<Token>>);

/// A selector that sets a face.
#[derive(Debug)]
struct FaceSelector {
    is_web: bool,
    subject: Selector,
    all: Selector,
}

/// A rule as it is written.
#[derive(Debug)]
struct Written {
    css: String,
    custom: Vec<String>,
    within: Vec<String>,
    needs: Vec<Selector>,
}

/// The rules of a sheet, in order.
#[derive(Debug)]
pub(super) struct Rules {
    tokens: HashMap<Box<[u8]>, Token>,
    rules: Vec<Written>,
    faces: Vec<FaceSelector>,
}

impl Rules {
    pub(super) fn new(rules: Vec<Rule>) -> Self {
        let mut all = Self {
            tokens: HashMap::new(),
            rules: Vec::with_capacity(rules.len()),
            faces: Vec::new(),
        };
        for rule in rules {
            if let Some(is_web) = rule.face {
                let pairs = rule.subjects.iter().zip(&rule.needs);
                for (subject, needs) in pairs.filter(|(subject, _)| !subject.is_empty()) {
                    let (subject, needs) = (all.selector(subject), all.selector(needs));
                    all.faces.push(FaceSelector {
                        is_web,
                        subject,
                        all: needs,
                    });
                }
            }
            let needs = rule.needs.iter().map(|needs| all.selector(needs)).collect();
            all.rules.push(Written {
                css: rule.css,
                custom: rule.custom,
                within: rule.within,
                needs,
            });
        }
        all
    }

    fn selector(&mut self, needs: &[Any]) -> Selector {
        let any = |any: &Any| any.iter().map(|name| self.intern(name)).collect();
        Selector(needs.iter().map(any).collect())
    }

    fn intern(&mut self, name: &str) -> Token {
        // A sheet of more is too large for any browser.
        let next = Token::try_from(self.tokens.len()).unwrap_or(Token::MAX);
        *self.tokens.entry(name.as_bytes().into()).or_insert(next)
    }

    /// The number of a name; none if no rule asks for it.
    pub(super) fn token(&self, name: &[u8]) -> Option<Token> {
        self.tokens.get(name).copied()
    }

    /// An empty set.
    pub(super) fn none(&self) -> Seen {
        Seen(vec![0; self.tokens.len().div_ceil(64)])
    }

    /// Whether an element's own rules set it in a web face; none if they set no face. `own` are the
    /// element's tokens, `path` those of the elements around it.
    pub(super) fn face(&self, own: &[Token], path: &[Token]) -> Option<bool> {
        let is_own = |token: &Token| own.contains(token);
        let is_there = |token: &Token| own.contains(token) || path.contains(token);
        let matching = self.faces.iter().rev();
        let mut matching =
            matching.filter(|face| face.subject.holds(is_own) && face.all.holds(is_there));
        matching.next().map(|face| face.is_web)
    }

    /// The rules for the elements in `seen`, in the order of the sheet; of custom properties those
    /// that they use.
    pub(super) fn css(&self, seen: &Seen) -> String {
        let is_seen = |token: &Token| seen.has(*token);
        let rules = self.rules.iter();
        let needed: Vec<&Written> = rules
            .filter(|rule| {
                let mut selectors = rule.needs.iter();
                rule.needs.is_empty() || selectors.any(|selector| selector.holds(is_seen))
            })
            .collect();
        let used = used_properties(&needed);
        let mut css = String::new();
        let mut open: &[String] = &[];
        for rule in needed {
            let own: Vec<&str> = rule
                .custom
                .iter()
                .filter(|property| used.contains(name_of(property)))
                .map(String::as_str)
                .collect();
            if own.is_empty() && !rule.custom.is_empty() {
                continue;
            }
            let within = &rule.within;
            let kept = open.iter().zip(within).take_while(|(a, b)| a == b).count();
            css.extend(std::iter::repeat_n('}', open.len() - kept));
            for rule in &within[kept..] {
                css.push_str(rule);
                css.push('{');
            }
            open = within;
            css.push_str(&rule.css);
            if !own.is_empty() {
                css.push('{');
                css.push_str(&own.join(";"));
                css.push('}');
            }
        }
        css.extend(std::iter::repeat_n('}', open.len()));
        css
    }
}

/// Names of the custom properties that the rules use, by themselves or through others.
fn used_properties<'a>(rules: &[&'a Written]) -> HashSet<&'a str> {
    let customs = || rules.iter().flat_map(|rule| &rule.custom);
    let mut used = HashSet::new();
    let mut todo: Vec<&str> = rules.iter().map(|rule| rule.css.as_str()).collect();
    while let Some(text) = todo.pop() {
        for name in text.split("var(").skip(1) {
            let end = name.find([',', ')']).unwrap_or(name.len());
            if used.insert(name[..end].trim()) {
                let name = name[..end].trim();
                todo.extend(
                    customs()
                        .filter(|property| name_of(property) == name)
                        .map(String::as_str),
                );
            }
        }
    }
    used
}

fn name_of(property: &str) -> &str {
    property.split(':').next().unwrap_or_default()
}

impl Selector {
    fn holds(&self, is_there: impl Fn(&Token) -> bool) -> bool {
        self.0.iter().all(|any| any.iter().any(&is_there))
    }
}

impl Seen {
    pub(super) fn add(&mut self, token: Token) {
        self.0[usize::from(token) / 64] |= 1 << (token % 64);
    }

    fn has(&self, token: Token) -> bool {
        self.0[usize::from(token) / 64] >> (token % 64) & 1 == 1
    }
}
