//! The call of the search, and its page for browsers without JavaScript.

pub mod results_page;
pub mod search;
pub mod search_query;
