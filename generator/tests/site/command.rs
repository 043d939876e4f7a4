//! The generator as people start it: a process with arguments, judged by its exit code and output.

use std::path::PathBuf;
use std::process::Command;

use crate::world::World;

/// A run that is over.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    /// Standard output.
    pub(crate) result: String,
    /// Standard error.
    pub(crate) words: String,
}

/// The program without the environment of the user that runs the tests.
pub(crate) fn generator(
    arguments: impl IntoIterator<Item = impl AsRef<std::ffi::OsStr>>,
) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_generator"));
    command.env_clear().args(arguments);
    command
}

/// Runs it to its end.
pub(crate) fn run(command: &mut Command) -> Ran {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        code: output.status.code(),
        result: text(output.stdout),
        words: text(output.stderr),
    }
}

impl World {
    /// `generator build` of this site into the folder `out`, with `more` options.
    pub(crate) fn build(&self, out: &str, more: &[&str]) -> Command {
        let mut command = self.generator("build", out);
        command.args(more);
        command
    }

    /// A command that builds this site into the folder `out`.
    pub(crate) fn generator(&self, name: &str, out: &str) -> Command {
        generator(self.arguments(name, out))
    }

    /// `generator translations` of this site with the records of the folder `out`.
    pub(crate) fn translations(&self, out: &str) -> Command {
        let arguments = self.arguments("translations", out);
        let taken = ["--content", "--locales", "--frontend", "--now", "--var"];
        let pairs = arguments[1..].chunks(2);
        let pairs = pairs.filter(|pair| taken.contains(&pair[0].as_str()));
        let mut command = generator(["translations"]);
        command.args(pairs.flatten());
        command
    }

    /// Its arguments.
    pub(crate) fn arguments(&self, name: &str, out: &str) -> Vec<String> {
        let place = |path: PathBuf| path.into_os_string().into_string().unwrap();
        for folder in ["builds", "var"] {
            std::fs::create_dir_all(self.folder.path(out).join(folder)).unwrap();
        }
        let mut arguments = vec![name.to_owned()];
        let mut option = |name: &str, value: String| arguments.extend([name.to_owned(), value]);
        for name in ["content", "locales", "frontend"] {
            option(&format!("--{name}"), place(self.folder.path(name)));
        }
        for name in ["builds", "var"] {
            option(
                &format!("--{name}"),
                place(self.folder.path(out).join(name)),
            );
        }
        option("--origin", self.origin.address.clone());
        option("--now", self.now.to_string());
        option("--workers", "1".to_owned());
        option("--sidecars", "never".to_owned());
        arguments
    }
}
