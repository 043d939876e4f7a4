//! Rules that take several steps: a code is sent and comes back, a captcha is used up, rows expire.
//!
//! A flow joins values of `model` with statements of `db` and with `mail`, in the order that keeps
//! two requests from racing. It knows neither HTTP nor SQL.

pub(crate) mod chat;
pub(crate) mod feishu;
pub(crate) mod housekeeping;
pub(crate) mod outgoing;
