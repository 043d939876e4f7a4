//! A problem of one field.

use generator_ground::message::Message;

/// One thing wrong with one field, before its place in the file is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldProblem {
    /// JSON pointer to the field.
    pub(crate) pointer: String,
    /// True: the field's name is meant rather than its value.
    pub(crate) name: bool,
    /// The problem and its remedy.
    pub(crate) message: Message,
}

impl FieldProblem {
    /// A problem with the value of the field at `pointer`.
    pub fn at(pointer: impl Into<String>, message: Message) -> Self {
        Self {
            pointer: pointer.into(),
            name: false,
            message,
        }
    }

    /// Points at the field's name instead of its value.
    pub(crate) fn at_name(mut self) -> Self {
        self.name = true;
        self
    }
}
