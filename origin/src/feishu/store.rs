//! Tables of Feishu: people, and sealed tokens.

pub(crate) mod people;
pub(crate) mod tokens;
