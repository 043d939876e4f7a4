//! The person behind a command.

use clap::Args;

/// The author of a command, for `origin log`.
#[derive(Args)]
pub(crate) struct Actor {
    /// Your name, for `origin log`; without it that of the system's user
    #[arg(long, env = "PORTICO_BY", value_name = "NAME", global = true)]
    by: Option<String>,
}

impl Actor {
    /// The name: the one of the option, or that of the system's user; under `sudo`, the user that
    /// called it.
    pub(crate) fn name(&self) -> String {
        let said = self.by.clone().filter(|name| !name.trim().is_empty());
        let sudo = || {
            std::env::var("SUDO_USER")
                .ok()
                .filter(|name| !name.is_empty())
        };
        said.or_else(sudo)
            .or_else(|| whoami::username().ok())
            .unwrap_or_else(|| "unknown".to_owned())
    }
}
