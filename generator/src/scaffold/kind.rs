//! The kinds of houses that a new site may be for.

use clap::ValueEnum;

use generator_ground::message::Message;

/// Whose site it is: a folder of `template/kinds`, the first texts of the site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// A company
    #[default]
    Company,
    /// A museum
    Museum,
    /// An association
    Association,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Company, Self::Museum, Self::Association];

    /// Name of the kind's folder in the template.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Company => "company",
            Self::Museum => "museum",
            Self::Association => "association",
        }
    }

    /// Name of the kind for a person.
    pub fn label(self) -> Message {
        match self {
            Self::Company => Message::new("new-kind/company"),
            Self::Museum => Message::new("new-kind/museum"),
            Self::Association => Message::new("new-kind/association"),
        }
    }
}
