//! Panics in the log: the place, and the message if it is certainly ours. A message that was
//! formatted at run time may quote a visitor's request
//! (`byte index 5 is not a char boundary; it is inside … of …`).

use std::any::Any;
use std::backtrace::Backtrace;
use std::panic::{Location, PanicHookInfo};

/// Writes panics of all threads to the log.
pub fn write_to_log() {
    std::panic::set_hook(Box::new(|info: &PanicHookInfo<'_>| {
        let place = info.location().map(Location::to_string).unwrap_or_default();
        // Names of functions, no values; empty unless `RUST_BACKTRACE` asks for it.
        let backtrace = Backtrace::capture();
        tracing::error!(place, message = message(info.payload()), %backtrace, "panic");
    }));
}

fn message(payload: &dyn Any) -> &'static str {
    match payload.downcast_ref::<&'static str>() {
        Some(literal) => literal,
        None => "not told: it may quote a request",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::catch_unwind;

    #[test]
    fn a_message_that_may_quote_a_request_is_not_told() {
        let token = "s3cret".to_owned();
        let panics: [fn(&str); 3] = [
            |_| panic!("a literal"),
            |token| panic!("{token}"),
            |token| assert_eq!(token.parse::<u8>().unwrap(), 0),
        ];
        let told = panics.map(|panic| {
            let caught = catch_unwind(|| panic(&token)).unwrap_err();
            message(caught.as_ref())
        });
        let withheld = "not told: it may quote a request";
        assert_eq!(told, ["a literal", withheld, withheld]);
    }
}
