//! Calls of messages, from programs and from HTML forms.

pub mod form_markup;
pub mod form_page;
pub mod form_post;
pub mod inbox;
pub mod message;
pub mod refusals;
mod saved_file;
pub mod status;
pub mod submit;
