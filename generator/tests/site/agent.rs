//! A session of `generator mcp`.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::command::generator;
use crate::world::World;

/// The article that tests edit.
pub(crate) const ALDER: &str = "news/alder/en.md";

/// The command on the studio of `world`.
pub(crate) fn mcp(world: &World, more: &[&str]) -> Command {
    let mut command = generator(["mcp", "--var"]);
    command.arg(world.folder.path("live/var")).args(more);
    command
}

/// A session of a program called `tester`, which works for ann.
pub(crate) struct Agent {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u64,
}

impl Agent {
    pub(crate) fn start(world: &World) -> Self {
        let mut command = mcp(world, &["--by", "ann"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().unwrap();
        let mut agent = Self {
            input: process.stdin.take().unwrap(),
            output: BufReader::new(process.stdout.take().unwrap()),
            process,
            requests: 0,
        };
        let hello = agent.ask(
            "initialize",
            json!({
                "protocolVersion": "2025-06-18", "capabilities": {},
                "clientInfo": { "name": "tester", "version": "1" }
            }),
        );
        assert_eq!(hello["result"]["serverInfo"]["name"], "portico", "{hello}");
        agent.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        agent
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    /// The answer to a request.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "it ended");
            let answer: Value = serde_json::from_str(&line).unwrap();
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// The result of a tool; the error, if it is one.
    pub(crate) fn tool(&mut self, name: &str, arguments: Value) -> Result<Value, Value> {
        let answer = self.ask(
            "tools/call",
            json!({ "name": name, "arguments": arguments }),
        );
        let result = &answer["result"];
        match &result["structuredContent"] {
            Value::Null => Err(answer),
            data if result["isError"] == true => Err(data.clone()),
            data => Ok(data.clone()),
        }
    }

    /// Id of a new change set with another title of the article.
    pub(crate) fn changed_title(&mut self, title: &str) -> String {
        let set = self.tool("create_change_set", json!({ "name": "Words" }));
        let set = set.unwrap()["id"].as_str().unwrap().to_owned();
        let saved = self.edit(
            &set,
            json!({ "kind": "field", "field": "/title", "value": title }),
        );
        assert_eq!(saved["saved"], true, "{saved}");
        set
    }

    /// Edits the article.
    pub(crate) fn edit(&mut self, set: &str, edit: Value) -> Value {
        let asked = json!({ "path": ALDER, "change_set": set });
        let version = self.tool("read_file", asked).unwrap()["version"].clone();
        let asked =
            json!({ "change_set": set, "path": ALDER, "version": version, "edits": [edit] });
        self.tool("edit_file", asked).unwrap()
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
