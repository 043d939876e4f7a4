//! The parts that a new site may have.

use clap::ValueEnum;

use generator_ground::message::Message;

/// Something that a site has besides its pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    /// Articles with a list
    News,
    /// A page with a form for messages
    Forms,
    /// A search box and a page of results
    Search,
    /// Sign-in, and a page for members
    Members,
    /// Filing numbers of the Chinese mainland
    China,
}

impl Part {
    /// Every part.
    pub const ALL: [Self; 5] = [
        Self::News,
        Self::Forms,
        Self::Search,
        Self::Members,
        Self::China,
    ];

    /// The parts of a site for which none was chosen: filing numbers are for sites that are in
    /// Chinese first.
    pub fn usual(default_language: &str) -> Vec<Self> {
        let is_chinese = default_language.eq_ignore_ascii_case("zh-CN");
        let is_usual = |part: &Self| is_chinese || *part != Self::China;
        Self::ALL.into_iter().filter(is_usual).collect()
    }

    /// Name of the part in the template.
    pub fn name(self) -> &'static str {
        match self {
            Self::News => "news",
            Self::Forms => "forms",
            Self::Search => "search",
            Self::Members => "members",
            Self::China => "china",
        }
    }

    /// Name of the part for a person.
    pub fn label(self) -> Message {
        match self {
            Self::News => Message::new("new-part/news"),
            Self::Forms => Message::new("new-part/forms"),
            Self::Search => Message::new("new-part/search"),
            Self::Members => Message::new("new-part/members"),
            Self::China => Message::new("new-part/china"),
        }
    }
}
