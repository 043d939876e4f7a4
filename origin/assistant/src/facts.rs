//! PURE: the parts of a sentence that can be looked up: numbers with their units, names, weighty
//! words, and whether it affirms or denies.

use std::collections::BTreeSet;

use origin_search::analysis::{Spot, is_character, spots};
use origin_search::terms::{Nature, runs, words};
use origin_search::words::is_stop_word;

/// A number, and the word that scales or counts it where that changes its meaning.
pub(super) type Quantity = (String, &'static str);

/// All that a text states.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) quantities: BTreeSet<Quantity>,
    /// Names and weighty words, which a page has to contain.
    pub(super) needed: BTreeSet<String>,
    /// Words of the text's subject: stems, and Chinese words.
    pub(super) content: BTreeSet<String>,
    pub(super) is_negated: bool,
}

/// Units that are part of a number: their spelling, and their value.
const SCALES: [(&str, &str); 24] = [
    ("%", "%"),
    ("％", "%"),
    ("percent", "%"),
    ("per cent", "%"),
    ("成", "0%"),
    ("万亿", "万亿"),
    ("trillion", "万亿"),
    ("百万", "百万"),
    ("million", "百万"),
    ("mn", "百万"),
    ("千万", "千万"),
    ("billion", "十亿"),
    ("bn", "十亿"),
    ("thousand", "千"),
    ("万", "万"),
    ("亿", "亿"),
    ("千", "千"),
    ("百", "百"),
    ("倍", "x"),
    ("times", "x"),
    ("x", "x"),
    ("k", "千"),
    ("m", "百万"),
    ("b", "十亿"),
];

/// Numbers as English writes them.
const NUMBERS: [(&str, &str); 29] = [
    ("zero", "0"),
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
    ("eleven", "11"),
    ("twelve", "12"),
    ("thirteen", "13"),
    ("fourteen", "14"),
    ("fifteen", "15"),
    ("sixteen", "16"),
    ("seventeen", "17"),
    ("eighteen", "18"),
    ("nineteen", "19"),
    ("twenty", "20"),
    ("thirty", "30"),
    ("forty", "40"),
    ("fifty", "50"),
    ("sixty", "60"),
    ("seventy", "70"),
    ("eighty", "80"),
    ("ninety", "90"),
    ("hundred", "100"),
    ("dozen", "12"),
];

/// Stems of words that promise or single out: a page has to contain them.
const WEIGHTY: [&str; 40] = [
    "guarante",
    "guarantee",
    "promis",
    "ensur",
    "assur",
    "alway",
    "never",
    "onli",
    "first",
    "last",
    "best",
    "worst",
    "largest",
    "biggest",
    "highest",
    "lowest",
    "fastest",
    "free",
    "risk",
    "doubl",
    "triple",
    "half",
    "third",
    "quarter",
    "profit",
    "loss",
    "refund",
    "insur",
    "certifi",
    "approv",
    "award",
    "exclus",
    "unlimit",
    "illeg",
    "bankrupt",
    "fraud",
    "must",
    "allow",
    "forbidden",
    "closed",
];

/// Chinese words that promise or single out: a page has to contain them.
const CHINESE_WEIGHTY: [&str; 44] = [
    "保证",
    "承诺",
    "确保",
    "担保",
    "一定",
    "必定",
    "必然",
    "绝对",
    "总是",
    "从不",
    "唯一",
    "首家",
    "第一",
    "最大",
    "最高",
    "最好",
    "最低",
    "最快",
    "免费",
    "无风险",
    "零风险",
    "稳赚",
    "保本",
    "翻倍",
    "一半",
    "退款",
    "盈利",
    "亏损",
    "认证",
    "批准",
    "获奖",
    "独家",
    "无限",
    "违法",
    "破产",
    "欺诈",
    "必须",
    "禁止",
    "允许",
    "关闭",
    "倒闭",
    "全额",
    "固定收益",
    "稳定收益",
];

const NEGATIONS: [&str; 14] = [
    "not", "no", "never", "none", "neither", "nor", "cannot", "without", "nothing", "nobody",
    "isn't", "aren't", "don't", "doesn't",
];

/// Characters of negation, and words that have them without negating.
const CHINESE_NEGATIONS: [char; 8] = ['不', '没', '未', '无', '非', '莫', '勿', '否'];
const NO_NEGATIONS: [&str; 20] = [
    "不仅", "不但", "不同", "不断", "不久", "不少", "不过", "不只", "不论", "不管", "不错", "非常",
    "非洲", "无论", "未来", "没错", "是否", "能否", "无锡", "除非",
];

impl Facts {
    /// Reads a text.
    pub(super) fn parse(text: &str) -> Self {
        let spots = spots(text);
        let mut facts = Self {
            is_negated: is_negated(text),
            ..Self::default()
        };
        facts.read_quantities(text);
        facts.read_words(text, &spots);
        facts.read_characters(text, &spots);
        facts
    }

    /// Whether the text has no fact that a page could support.
    pub(super) fn is_empty(&self) -> bool {
        self.quantities.is_empty() && self.needed.is_empty() && self.content.is_empty()
    }

    fn read_quantities(&mut self, text: &str) {
        let plain = narrow(text);
        let mut rest = plain.as_str();
        while let Some((number, after)) = next_number(rest) {
            let spaced = after.trim_start();
            let scale = SCALES.iter().find(|(written, _)| {
                let fits = spaced.strip_prefix(written);
                // The word continues: `m` in `months` is no million.
                let ends = |left: &str| !left.starts_with(|one: char| one.is_ascii_alphabetic());
                fits.is_some_and(|left| !written.is_ascii() || *written == "%" || ends(left))
            });
            let (number, scale) = match scale {
                // Thirty per cent, expressed in tenths.
                Some((_, "0%")) => (format!("{number}0"), "%"),
                Some((_, scale)) => (number, *scale),
                None => (number, ""),
            };
            self.quantities.insert((number, scale));
            rest = after;
        }
    }

    fn read_words(&mut self, text: &str, spots: &[Spot]) {
        let latin: Vec<&Spot> = spots
            .iter()
            .filter(|spot| !is_character(spot.unit))
            .collect();
        let in_chinese = latin.len() < spots.len();
        for (index, spot) in latin.iter().enumerate() {
            let written = &text[spot.start..spot.end];
            let lower = written.to_lowercase().replace('’', "'");
            let is_number = written.starts_with(|one: char| one.is_ascii_digit())
                || NUMBERS.iter().any(|(word, _)| *word == lower);
            if is_number || SCALES.iter().any(|(word, _)| *word == lower) {
                continue;
            }
            if WEIGHTY.contains(&&*spot.stem) {
                self.needed.insert(spot.stem.clone());
            }
            if is_stop_word(&lower) {
                continue;
            }
            let is_capital = written.starts_with(char::is_uppercase);
            let next = latin.get(index + 1).map(|next| &text[next.start..next.end]);
            let begins = index == 0 && !in_chinese;
            let goes_on = next.is_some_and(|next| next.starts_with(char::is_uppercase));
            let is_short = written.chars().filter(|one| one.is_uppercase()).count() > 1;
            if in_chinese || is_capital && (!begins || goes_on || is_short) {
                self.needed.insert(spot.stem.clone());
            }
            self.content.insert(spot.stem.clone());
        }
    }

    fn read_characters(&mut self, text: &str, spots: &[Spot]) {
        for (first, end) in runs(spots) {
            let run = &text[spots[first].start..spots[end - 1].end];
            for weighty in CHINESE_WEIGHTY.iter().filter(|word| run.contains(**word)) {
                self.needed.insert((*weighty).to_owned());
            }
            for word in words(run) {
                let is_long = word.text.chars().nth(1).is_some();
                let is_number = word.text.chars().any(|one| digit(one).is_some());
                if !is_long || is_number || is_stop_word(word.text) {
                    continue;
                }
                if word.nature == Nature::Name {
                    self.needed.insert(word.text.to_owned());
                }
                self.content.insert(word.text.to_owned());
            }
        }
    }
}

fn is_negated(text: &str) -> bool {
    let lower = text.to_lowercase().replace('’', "'");
    let mut english = lower.split(|one: char| !one.is_ascii_alphabetic() && one != '\'');
    if english.any(|word| NEGATIONS.contains(&word) || word.ends_with("n't")) {
        return true;
    }
    let rest = NO_NEGATIONS
        .iter()
        .fold(lower, |text, word| text.replace(word, ""));
    rest.contains(CHINESE_NEGATIONS)
}

/// Digits and their marks in their narrow form, and words for numbers as digits.
fn narrow(text: &str) -> String {
    let narrow = text.chars().map(|one| match one {
        '\u{ff05}' | '\u{ff0c}' | '\u{ff0e}' | '\u{ff10}'..='\u{ff19}' => {
            char::from_u32(u32::from(one) - 0xfee0).unwrap_or(one)
        }
        other => other,
    });
    let narrow: String = narrow.collect::<String>().to_lowercase();
    let mut plain = String::with_capacity(narrow.len());
    for word in narrow.split_inclusive(|one: char| !one.is_ascii_alphabetic()) {
        let bare = word.trim_end_matches(|one: char| !one.is_ascii_alphabetic());
        match NUMBERS.iter().find(|(name, _)| *name == bare) {
            Some((_, digits)) => {
                plain.push_str(digits);
                plain.push_str(&word[bare.len()..]);
            }
            None => plain.push_str(word),
        }
    }
    plain
}

/// The first number of a text in digits without separators, and the text behind it.
fn next_number(text: &str) -> Option<(String, &str)> {
    let mut places = text.char_indices();
    loop {
        let (at, one) = places.next()?;
        if one.is_ascii_digit() {
            let rest = &text[at..];
            let is_part = |(at, one): &(usize, char)| {
                let follows = rest.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit);
                one.is_ascii_digit() || matches!(one, ',' | '.') && follows
            };
            let length = rest.char_indices().take_while(is_part).count();
            let number = rest[..length].replace(',', "");
            return Some((number, &rest[length..]));
        }
        if digit(one).is_some() {
            let rest = &text[at..];
            let end = rest.find(|one: char| digit(one).is_none());
            let (written, after) = rest.split_at(end.unwrap_or(rest.len()));
            // One alone is an article more often than a number: 一家, 一些.
            if written != "一"
                && let Some(number) = chinese_number(written)
            {
                return Some((number.to_string(), after));
            }
            places = text.char_indices();
            places.nth(
                text[..text.len() - after.len()]
                    .chars()
                    .count()
                    .checked_sub(1)?,
            );
        }
    }
}

/// The value of a Chinese digit; tens and hundreds have theirs.
fn digit(character: char) -> Option<u64> {
    Some(match character {
        '零' | '〇' => 0,
        '一' => 1,
        '二' | '两' => 2,
        '三' => 3,
        '四' => 4,
        '五' => 5,
        '六' => 6,
        '七' => 7,
        '八' => 8,
        '九' => 9,
        '十' => 10,
        _ => return None,
    })
}

/// Digits in a row (二〇二四), or a number below a hundred (三十五).
fn chinese_number(written: &str) -> Option<u64> {
    let digits: Vec<u64> = written.chars().filter_map(digit).collect();
    match digits.iter().position(|digit| *digit == 10) {
        None if digits.len() <= 8 => Some(digits.iter().fold(0, |all, one| all * 10 + one)),
        Some(ten) if ten <= 1 && digits.len() <= ten + 2 => {
            let tens = if ten == 0 { 1 } else { digits[0] };
            Some(tens * 10 + digits.get(ten + 1).copied().unwrap_or(0) % 10)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantities(text: &str) -> Vec<(String, &'static str)> {
        Facts::parse(text).quantities.into_iter().collect()
    }

    #[test]
    fn numbers_are_read_with_what_scales_them() {
        for (text, expected) in [
            ("8,400万美元", vec![("8400", "万")]),
            ("84 million dollars", vec![("84", "百万")]),
            ("$84M in 14 months", vec![("14", ""), ("84", "百万")]),
            ("占三成", vec![("30", "%")]),
            ("30% of it", vec![("30", "%")]),
            ("thirty percent", vec![("30", "%")]),
            ("３０％", vec![("30", "%")]),
            ("二〇二四年", vec![("2024", "")]),
            ("三十五家公司", vec![("35", "")]),
            ("十二人", vec![("12", "")]),
            ("一家公司，一些人", vec![]),
            ("three companies", vec![("3", "")]),
            ("3.5x", vec![("3.5", "x")]),
        ] {
            let expected: Vec<_> = expected
                .into_iter()
                .map(|(number, scale)| (number.to_owned(), scale))
                .collect();
            assert_eq!(quantities(text), expected, "{text}");
        }
    }

    #[test]
    fn names_and_weighty_words_are_needed() {
        let needed = |text: &str| Facts::parse(text).needed.into_iter().collect::<Vec<_>>();
        assert_eq!(needed("The fund was led by Nina Park."), ["nina", "park"]);
        assert_eq!(needed("Returns are guaranteed."), ["guarante"]);
        assert_eq!(needed("Companies grow."), Vec::<String>::new());
        assert_eq!(needed("收益有保证。"), ["保证"]);
        assert_eq!(needed("我们投资了Duskline。"), ["dusklin"]);
    }

    #[test]
    fn a_negation_is_seen_and_what_looks_like_one_is_not() {
        for text in ["It is not so.", "We don’t.", "我们不投资酒店。", "尚未公布"] {
            assert!(Facts::parse(text).is_negated, "{text}");
        }
        for text in [
            "It is so.",
            "不仅如此",
            "非常多",
            "在无锡",
            "Notes are nothern.",
        ] {
            assert!(!Facts::parse(text).is_negated, "{text}");
        }
    }
}
