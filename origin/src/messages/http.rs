//! Calls of messages, from programs and from HTML forms.

pub(crate) mod form_markup;
pub(crate) mod form_page;
pub(crate) mod form_post;
pub(crate) mod message;
pub(crate) mod refusals;
pub(crate) mod status;
pub(crate) mod submit;
