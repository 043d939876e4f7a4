//! The program `origin` over one site's data: run to its end, or serving on a free port.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use origin::{Config, PREDICTABLE_ANSWER};
use rustix::process::Pid;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::answer::code_in;
use crate::builds::Builds;
use crate::database::Database;
use crate::harness::{PREDICTABLE, config};

/// One site's data, for several programs at once.
pub(crate) struct Site {
    folder: TempDir,
    database: Database,
}

/// The result of a program that has ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A server; stopped by its signal, or at the latest when dropped.
pub(crate) struct Program {
    child: Child,
    pub(crate) address: String,
}

impl Site {
    pub(crate) fn new() -> Self {
        Self::on(Database::new())
    }

    /// For tests that are about SQLite's file.
    pub(crate) fn on_sqlite() -> Self {
        Self::on(Database::sqlite())
    }

    fn on(database: Database) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { folder, database }
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn var(&self) -> PathBuf {
        self.folder.path().join("var")
    }

    pub(crate) fn database(&self) -> &Database {
        &self.database
    }

    /// For an origin inside the test.
    pub(crate) fn config(&self) -> Config {
        config(self.folder.path(), &self.database)
    }

    /// The program, with the place of the data in its environment.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_origin"));
        command
            .args(arguments)
            .env("PORTICO_VAR", self.var())
            .env("PORTICO_BUILDS", self.folder.path().join("builds"));
        self.database.give_to(&mut command);
        command
    }

    /// Runs a command to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        Ended::of(&mut self.command(arguments))
    }

    pub(crate) fn serve(&self) -> Program {
        self.serve_with(|_| ())
    }

    /// Serves as `change` wants the command.
    pub(crate) fn serve_with(&self, change: impl FnOnce(&mut Command)) -> Program {
        let mut command = self.serve_command();
        change(&mut command);
        Program::start(&mut command)
    }

    /// A server over a live build, with predictable captchas.
    pub(crate) fn serve_command(&self) -> Command {
        Builds(self.path()).publish(1, "About");
        self.command(&["serve", "--listen", "127.0.0.1:0", PREDICTABLE])
    }

    /// The command, run by a shell that ignores a signal and so makes it ignore it as well.
    pub(crate) fn ignoring(signal: &str, command: &Command) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("trap '' {signal}; exec \"$0\" \"$@\"")]);
        shell.arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => shell.env(name, value),
                None => shell.env_remove(name),
            };
        }
        shell
    }

    /// The code in the one mail in the outbox; removes it.
    pub(crate) fn code(&self) -> String {
        let outbox = std::fs::read_dir(self.var().join("outbox")).unwrap();
        let mails: Vec<_> = outbox.map(|file| file.unwrap().path()).collect();
        let [mail] = mails.as_slice() else {
            panic!("{mails:?}")
        };
        let code = code_in(&std::fs::read_to_string(mail).unwrap());
        std::fs::remove_file(mail).unwrap();
        code
    }
}

impl Ended {
    pub(crate) fn of(command: &mut Command) -> Self {
        let output = command.output().unwrap();
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// The one line that a command which succeeded printed.
    pub(crate) fn line(&self) -> String {
        let lines = self.lines();
        let [line] = lines.as_slice() else {
            panic!("{self:?}")
        };
        (*line).to_owned()
    }

    /// The printed lines of a command that succeeded.
    pub(crate) fn lines(&self) -> Vec<&str> {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.out.lines().collect()
    }

    /// The error of a command that failed; it printed nothing else.
    pub(crate) fn error(&self) -> &str {
        assert_eq!((self.code, self.out.as_str()), (Some(1), ""), "{self:?}");
        let last = self.err.lines().last().unwrap();
        last.strip_prefix("error: ").unwrap()
    }
}

impl Program {
    /// Starts a server that prints its address first.
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .trim_end()
            .strip_prefix("Listening at http://")
            .unwrap()
            .to_owned();
        Self { child, address }
    }

    /// Status and envelope of one request on a connection of its own.
    pub(crate) fn ask(&self, head: &str, body: &str) -> (u16, Value) {
        let answer = self.ask_text(head, body);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (
            head[9..12].parse().unwrap(),
            serde_json::from_str(body).unwrap(),
        )
    }

    /// The whole answer, as it came.
    pub(crate) fn ask_text(&self, head: &str, body: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let length = body.len();
        write!(stream, "{head}\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    /// Data of a call without a body.
    fn data(&self, path: &str) -> Value {
        let (status, mut json) = self.ask(&format!("GET {path} HTTP/1.1"), "");
        assert_eq!(status, 200, "{json}");
        json["data"].take()
    }

    /// Asks for a code, in English.
    pub(crate) fn captcha(&self) -> Value {
        self.data("/api/common/captcha")["captchaId"].clone()
    }

    pub(crate) fn send_code(&self, email: &str) -> (u16, Value) {
        self.send_code_for(email, &self.captcha())
    }

    pub(crate) fn send_code_for(&self, email: &str, captcha: &Value) -> (u16, Value) {
        let body = json!({ "email": email, "captchaId": captcha, "captcha": PREDICTABLE_ANSWER });
        let head = "POST /api/common/send-email-code HTTP/1.1\r\nlanguage: en";
        self.ask(head, &body.to_string())
    }

    pub(crate) fn login(&self, email: &str, code: &str) -> (u16, Value) {
        let protocols = self.data("/api/web/protocol-config");
        let agreements: BTreeMap<_, _> = protocols
            .as_array()
            .unwrap()
            .iter()
            .map(|one| (one["key"].as_str().unwrap(), &one["version"]))
            .collect();
        let body = json!({ "email": email, "code": code, "agreements": agreements });
        self.ask("POST /api/auth/login HTTP/1.1", &body.to_string())
    }

    /// Status and data of the user-info call with a token.
    pub(crate) fn user_info(&self, token: &str) -> (u16, Value) {
        let head = format!("GET /api/auth/user-info HTTP/1.1\r\nauthorization: Bearer {token}");
        let (status, mut json) = self.ask(&head, "");
        (status, json["data"].take())
    }

    pub(crate) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    pub(crate) fn stop(mut self) -> Option<i32> {
        rustix::process::kill_process(self.pid(), rustix::process::Signal::TERM).unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It has usually ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
