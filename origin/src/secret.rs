//! Options that hold secrets.

use std::ffi::OsStr;
use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command};

/// Parses an option without ever repeating its value: clap's own parsers quote what they refuse, and a password may stand in it.
#[derive(Clone, Copy)]
pub(crate) struct Unquoted<T>(PhantomData<fn() -> T>);

impl<T> Unquoted<T> {
    /// A parser of `T`.
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> TypedValueParser for Unquoted<T>
where
    T: FromStr<Err: Display> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let parsed = match value.to_str() {
            Some(text) => text.parse().map_err(|error: T::Err| error.to_string()),
            None => Err("not UTF-8".to_owned()),
        };
        parsed.map_err(|reason| {
            let option = argument.map(ToString::to_string).unwrap_or_default();
            let message = format!("invalid value for '{option}': {reason}");
            command.clone().error(ErrorKind::ValueValidation, message)
        })
    }
}
