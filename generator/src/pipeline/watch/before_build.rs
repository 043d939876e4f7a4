//! The operator's command before a requested build, such as `git pull --ff-only`. It has no
//! terminal and a bounded time; the end of its output is part of the failure. It contains no part
//! of a request.

use std::io::{ErrorKind, PipeReader, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Message;

/// Bytes of the output that are reported: its end.
const TOLD: usize = 4 * 1024;

/// Pause between two looks whether the command has ended.
const PAUSE: Duration = Duration::from_millis(20);

/// Time limit of the rest of the output, once the command has ended: a process that it left running
/// in the background may hold the pipe.
const REST: Duration = Duration::from_secs(1);

/// A command and its time.
#[derive(Clone, Debug)]
pub struct BeforeBuild {
    /// The command, for the shell.
    pub command: String,
    /// Time after which the command is killed.
    pub limit: Duration,
}

impl BeforeBuild {
    /// Runs it.
    pub fn run(&self) -> Result<(), Failure> {
        self.try_run().map_err(|error| {
            let message = Message::new("before-build").with("command", &self.command);
            Failure::new(Exit::Environment, message.because(error))
        })
    }

    fn try_run(&self) -> anyhow::Result<()> {
        let (reader, writer) = std::io::pipe()?;
        let mut child = {
            let output = || Ok::<_, std::io::Error>(Stdio::from(writer.try_clone()?));
            self.spawn([output()?, output()?], [output()?, output()?])?
        };
        drop(writer);
        let (sender, output) = mpsc::channel();
        thread::spawn(move || drop(sender.send(end_of(reader))));
        let ended = wait(&mut child, self.limit)?;
        let output = output.recv_timeout(REST).unwrap_or_default();
        let output = output.trim().to_owned();
        match ended {
            Some(status) if status.success() => Ok(()),
            Some(status) => Err(ended_with(status, output).into()),
            None => Err(Message::new("before-build-late")
                .with("seconds", self.limit.as_secs().to_string())
                .with("output", output)
                .into()),
        }
    }

    /// In a separate session: without a terminal no program can ask for a password there and wait
    /// for ever.
    fn spawn(&self, first: [Stdio; 2], second: [Stdio; 2]) -> std::io::Result<Child> {
        let start = |program: &mut Command, [out, err]: [Stdio; 2]| {
            program
                .args(["-c", &self.command])
                .env("GIT_TERMINAL_PROMPT", "0")
                .stdin(Stdio::null())
                .stdout(out)
                .stderr(err)
                .spawn()
        };
        match start(Command::new("setsid").arg("sh"), first) {
            // Without it the command may still find the terminal of this process.
            Err(error) if error.kind() == ErrorKind::NotFound => {
                start(Command::new("sh").process_group(0), second)
            }
            started => started,
        }
    }
}

fn ended_with(status: ExitStatus, output: String) -> Message {
    match (status.code(), status.signal()) {
        (Some(code), _) => Message::new("before-build-code")
            .with("code", code.to_string())
            .with("output", output),
        (None, signal) => {
            let signal = signal.map_or_else(String::new, |signal| signal.to_string());
            Message::new("before-build-signal")
                .with("signal", signal)
                .with("output", output)
        }
    }
}

/// The end of it; none if it had to be killed, with all that it started.
fn wait(child: &mut Child, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let deadline = Instant::now() + limit;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            // It may have ended just now.
            let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(PAUSE);
    }
}

/// The last bytes of an output, as text.
fn end_of(mut reader: PipeReader) -> String {
    let mut end = Vec::new();
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = reader.read(&mut bytes) {
        end.extend_from_slice(&bytes[..count]);
        let surplus = end.len().saturating_sub(TOLD);
        end.drain(..surplus);
    }
    String::from_utf8_lossy(&end).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use generator_ground::diagnostic::explain::explain;
    use generator_ground::message::Language;

    fn ran(command: &str, limit: Duration) -> Result<(), String> {
        let before = BeforeBuild {
            command: command.to_owned(),
            limit,
        };
        let ran = before.run();
        ran.map_err(|failure| explain(&failure.error, Language::English))
    }

    const LONG: Duration = Duration::from_secs(60);

    // R10.03
    #[test]
    fn a_command_that_fails_is_told_with_its_last_words() {
        assert_eq!(ran("true", LONG), Ok(()));
        let failed = ran("echo first; echo diverged >&2; exit 3", LONG).unwrap_err();
        for part in ["echo first", "3", "first\ndiverged"] {
            assert!(failed.contains(part), "{failed}");
        }
        let long = ran("yes | head -c 100000; exit 1", LONG).unwrap_err();
        assert!(long.len() < 2 * TOLD, "{}", long.len());
    }

    // R10.03
    #[test]
    fn a_command_has_no_terminal_and_a_bounded_time() {
        let asks = ran("read answer || exit 4", LONG).unwrap_err();
        assert!(asks.contains('4'), "{asks}");
        assert!(ran("echo x > /dev/tty", LONG).is_err());
        let began = Instant::now();
        let late = ran(
            "sleep 600 & echo waiting; sleep 600",
            Duration::from_millis(300),
        );
        let late = late.unwrap_err();
        assert!(late.contains("waiting"), "{late}");
        assert!(began.elapsed() < LONG);
    }

    #[test]
    fn what_a_command_leaves_running_holds_nothing_up() {
        let began = Instant::now();
        assert_eq!(ran("sleep 5 &", LONG), Ok(()));
        assert!(began.elapsed() < Duration::from_secs(4));
    }
}
