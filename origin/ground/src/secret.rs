//! Secrets that come from outside: in an option or the environment, or in a file that is read again
//! when it changed, so that a new one needs no restart. They are shown neither in errors nor in
//! debug output.

use std::ffi::OsStr;
use std::fmt::{self, Display};
use std::marker::PhantomData;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command};
use sentences::Message;

use crate::watched::{Reread, Watched, WatchedError};

/// A secret of type `T`.
pub enum Secret<T> {
    /// A value that stays the same.
    Fixed(Arc<T>),
    /// A value in a file, which may change.
    File(Watched<T>),
}

impl<T: FromStr<Err: Into<Message>>> Secret<T> {
    /// A secret with the value of an option.
    pub fn from_value(value: T) -> Self {
        Self::Fixed(Arc::new(value))
    }

    /// A secret in a file, which must hold one now.
    pub fn file(path: PathBuf) -> Result<Self, WatchedError> {
        Watched::open(path).map(Self::File)
    }

    /// The secret of now. It is the same `Arc` as long as nothing changed.
    pub fn current(&self) -> Arc<T> {
        match self {
            Self::Fixed(value) => Arc::clone(value),
            Self::File(file) => file.current(),
        }
    }

    /// Reads its file again; returns the path and the result. None without a file.
    pub fn reread(&self) -> Option<(PathBuf, Reread)> {
        match self {
            Self::Fixed(_) => None,
            Self::File(file) => Some(file.reread()),
        }
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Parses an option without ever repeating its value: clap's own parsers quote what they refuse,
/// and a password may stand in it.
#[derive(Clone, Copy)]
pub struct Unquoted<T>(PhantomData<fn() -> T>);

impl<T> Default for Unquoted<T> {
    fn default() -> Self {
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
