//! The call of the search, and its page for browsers without JavaScript.

pub(crate) mod results_page;
pub(crate) mod search;
