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
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::News, Self::Forms, Self::Search, Self::Members];

    /// Its name in the template.
    pub fn name(self) -> &'static str {
        match self {
            Self::News => "news",
            Self::Forms => "forms",
            Self::Search => "search",
            Self::Members => "members",
        }
    }

    /// Its name for a person.
    pub fn label(self) -> Message {
        match self {
            Self::News => Message::new("new-part/news"),
            Self::Forms => Message::new("new-part/forms"),
            Self::Search => Message::new("new-part/search"),
            Self::Members => Message::new("new-part/members"),
        }
    }
}
