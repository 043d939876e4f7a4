//! Tables of Feishu: people, and sealed tokens.

pub mod people;
pub mod tokens;
