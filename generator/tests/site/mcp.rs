//! `generator mcp`: tools of an agent beside a running `watch`, none of which publishes.

use std::cell::RefCell;
use std::fs;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;

use contract::preview::PreviewKey;
use contract::studio::SOCKET;
use memchr::memmem;
use serde_json::json;
use walkdir::WalkDir;

use crate::agent::{ALDER, Agent, mcp};
use crate::command::run;
use crate::control::{live, published_after};
use crate::watching::Watch;
use crate::world::World;

const PAGE: &str = "/en/news/alder";

/// The tools, in the order of their names.
const TOOLS: [&str; 10] = [
    "check",
    "create_change_set",
    "diff",
    "edit_file",
    "list_change_sets",
    "list_entries",
    "preview",
    "propose",
    "read_file",
    "read_page",
];

/// A `watch` whose studio answers.
fn watch(world: &World) -> Watch {
    let watch = Watch::start(world);
    published_after(world, None);
    let socket = world.folder.path("live/var").join(SOCKET);
    Watch::wait_until("the studio listens", || {
        UnixStream::connect(&socket).is_ok()
    });
    watch
}

/// Status and body of a request to the studio's socket.
fn raw(world: &World, call: &str, user: &str, roles: &str, body: &str) -> (u16, String) {
    let mut stream = UnixStream::connect(world.folder.path("live/var").join(SOCKET)).unwrap();
    let request = format!(
        "{call} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: {}\r\n\
         x-studio-user: {user}\r\nx-studio-roles: {roles}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    (answer[9..12].parse().unwrap(), answer)
}

/// Body of a publication of the change set as it is now.
fn as_seen(world: &World, set: &str) -> String {
    let (_, answer) = raw(
        world,
        "GET /api/studio/sets",
        "ann@example.com",
        "editor",
        "",
    );
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    let known: serde_json::Value = serde_json::from_str(body).unwrap();
    let changed = &known["data"]["sets"][0]["changed"];
    json!({ "sets": [{ "id": set, "changed": changed }] }).to_string()
}

/// Whether a file below `folder` has the text, outside of folders called `without`.
fn has_text(folder: &Path, text: &str, without: &str) -> bool {
    let files = WalkDir::new(folder).into_iter();
    let mut files = files.filter_entry(|entry| entry.file_name() != without);
    files.any(|entry| {
        let bytes = fs::read(entry.unwrap().path()).unwrap_or_default();
        memmem::find(&bytes, text.as_bytes()).is_some()
    })
}

#[test]
fn an_agent_reads_edits_compares_and_proposes() {
    let world = World::new();
    let _watch = watch(&world);
    let before = live(&world);
    let mut agent = Agent::start(&world);

    let listed = agent.ask("tools/list", json!({}));
    let tools = listed["result"]["tools"].as_array().unwrap();
    let mut names: Vec<&str> = tools.iter().filter_map(|it| it["name"].as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, TOOLS);
    for tool in tools {
        assert!(tool["description"].as_str().unwrap().len() > 20, "{tool}");
        let schema = &tool["inputSchema"];
        assert!(
            schema["type"] == "object" && schema["properties"].is_object(),
            "{tool}"
        );
    }

    let asked = json!({ "collection": "news", "query": "alder", "language": "en" });
    let entries = agent.tool("list_entries", asked).unwrap();
    assert_eq!(
        (&entries["count"], &entries["entries"][0]["slug"]),
        (&json!(1), &json!("alder"))
    );
    assert_eq!(entries["entries"][0]["texts"][0]["path"], ALDER);
    let page = agent.tool("read_page", json!({ "path": PAGE })).unwrap();
    let text = page["text"].as_str().unwrap();
    assert!(text.contains("Alder") && !text.contains('<'), "{page}");
    assert!(
        page["places"]
            .to_string()
            .contains("content/news/alder/en.md"),
        "{page}"
    );
    let file = agent.tool("read_file", json!({ "path": ALDER })).unwrap();
    assert!(
        file["fields"].as_object().unwrap().contains_key("title"),
        "{file}"
    );

    let set = agent.changed_title("Alder, again");
    let refused = agent.edit(&set, json!({ "kind": "removeField", "field": "/title" }));
    assert_eq!(refused["saved"], false);
    let problem = &refused["problems"][0];
    assert_eq!(
        (&problem["field"], &problem["file"]),
        (&json!("/title"), &json!("content/news/alder/en.md"))
    );
    assert!(problem["remedy"].as_str().unwrap().contains("title"));
    let late = json!({
        "change_set": set, "path": ALDER, "version": file["version"],
        "edits": [{ "kind": "text", "text": "x" }]
    });
    let late = agent.tool("edit_file", late).unwrap_err();
    assert_eq!(late["status"], 409, "{late}");
    assert!(
        late["data"]["text"]
            .as_str()
            .unwrap()
            .contains("Alder, again")
    );

    let diff = agent.tool("diff", json!({ "change_set": set })).unwrap();
    assert_eq!(diff["pages"]["changed"], json!([PAGE]), "{diff}");
    let text = diff["files"][0]["diff"].as_str().unwrap();
    assert!(text.contains("\n+title: Alder, again\n"), "{text}");
    for asked in [json!({ "change_set": set }), json!({})] {
        let check = agent.tool("check", asked).unwrap();
        assert_eq!(check["problems"], json!([]));
    }
    let proposed = agent.tool("propose", json!({ "change_set": set })).unwrap();
    assert_eq!(
        (&proposed["state"], &proposed["author"]),
        (&json!("proposed"), &json!("agent: tester (ann)"))
    );
    let sets = agent.tool("list_change_sets", json!({})).unwrap();
    assert_eq!(sets["sets"][0]["id"], *set);
    assert_eq!(live(&world), before);
    assert!(!world.read(ALDER).unwrap().contains("again"));
}

#[test]
fn no_key_of_an_agent_publishes() {
    let world = World::new();
    let _watch = watch(&world);
    let before = live(&world);
    let mut agent = Agent::start(&world);
    let set = agent.changed_title("Alder, again");

    let no_tool = agent.tool("publish", json!({ "change_set": set }));
    assert!(no_tool.unwrap_err()["error"].is_object());
    // It takes no arguments.
    for name in TOOLS.into_iter().filter(|&name| name != "list_change_sets") {
        for text in [
            format!("{set}/publish"),
            format!("{set}/publish?"),
            format!("../{set}"),
        ] {
            let asked = json!({
                "change_set": text, "path": format!("/sets/{set}/publish"), "role": "publisher"
            });
            assert!(agent.tool(name, asked).is_err(), "{name} {text}");
            let asked = json!({ "change_set": text });
            if name != "create_change_set" {
                assert!(agent.tool(name, asked).is_err(), "{name} {text}");
            }
        }
    }

    // Every call of the server below a change set, as its source lists them; publishing is none.
    let source = include_str!("../../src/studio/calls.rs").lines();
    let rows = source.filter_map(|line| line.trim().strip_prefix("(\""));
    let calls: Vec<(&str, &str)> = rows
        .filter_map(|row| {
            row.split_once("\", \"")?
                .1
                .split_once("\") =>")
                .map(|(name, _)| (row.split('"').next().unwrap_or_default(), name))
        })
        .collect();
    assert!(calls.contains(&("POST", "propose")) && !calls.contains(&("POST", "publish")));
    let publish = "POST /api/studio/publish";
    let body = as_seen(&world, &set);
    for user in ["agent: tester (ann)", "agent:", "AGENT: ann", "\tagent: x"] {
        for roles in ["editor", "publisher", "editor,publisher", ""] {
            let (status, answer) = raw(&world, publish, user, roles, &body);
            assert_eq!(status, 403, "{user} {roles}: {answer}");
        }
    }
    let (status, _) = raw(&world, publish, "ann@example.com", "editor", &body);
    assert_eq!(status, 403);
    for (method, name) in &calls {
        let call = format!("{method} /api/studio/sets/{set}/{name}");
        let (_, answer) = raw(&world, &call, "agent: tester (ann)", "publisher", &body);
        assert!(!answer.contains("\"job\""), "{call}: {answer}");
    }
    let delete = format!("DELETE /api/studio/sets/{set}");
    let (status, _) = raw(&world, &delete, "agent: x", "publisher", "");
    assert_eq!(status, 403, "it is the change set of another agent");
    let (_, sets) = raw(&world, "GET /api/studio/sets", "agent: x", "publisher", "");
    assert!(!sets.contains("\"publish"), "{sets}");
    assert_eq!(live(&world), before);
    assert!(!world.read(ALDER).unwrap().contains("again"));

    // A person with the role does.
    let body = as_seen(&world, &set);
    let (status, answer) = raw(&world, publish, "bo@example.com", "publisher", &body);
    assert_eq!(status, 200, "{answer}");
    published_after(&world, before.as_ref());
    assert!(world.read(ALDER).unwrap().contains("again"));
}

#[test]
fn a_preview_has_the_change_set_and_the_public_build_does_not() {
    let world = World::new();
    let _watch = watch(&world);
    let before = live(&world);
    let mut agent = Agent::start(&world);
    let set = agent.changed_title("medlarquince");
    let builds = world.folder.path("live/builds");
    let too_long = json!({ "change_set": set, "days": 31 });
    assert_eq!(agent.tool("preview", too_long).unwrap_err()["status"], 400);

    let made = agent.tool("preview", json!({ "change_set": set, "days": 1 }));
    let made = made.unwrap();
    let (site, key) = made["url"]
        .as_str()
        .unwrap()
        .split_once("/preview/")
        .unwrap();
    assert_eq!(site, "https://www.example.com");
    let key: PreviewKey = key.parse().unwrap();
    let folder = builds.join("preview").join(key.id.as_str());
    assert!(folder.join("preview.json").exists());
    assert!(has_text(&folder, "medlarquince", ""));
    assert!(!has_text(&builds, "medlarquince", "preview"));
    assert_eq!(live(&world), before);
    let until: jiff::Timestamp = made["until"].as_str().unwrap().parse().unwrap();
    let seconds = until.as_second() - jiff::Timestamp::now().as_second();
    assert!((23 * 3600..=24 * 3600).contains(&seconds), "{until}");
    let left = fs::read_dir(world.folder.path("live/var/studio")).unwrap();
    let left = left.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert!(left.into_iter().all(|name| !name.starts_with('.')));
}

#[test]
fn a_mistake_in_the_content_is_named_with_file_and_remedy() {
    let mut world = World::new();
    let _watch = watch(&world);
    let agent = RefCell::new(Agent::start(&world));
    let check = || agent.borrow_mut().tool("check", json!({})).unwrap()["problems"].clone();
    assert_eq!(check(), json!([]));
    world.write("news/birch/en.md", "no front matter");
    Watch::wait_until("check names the mistake", || check() != json!([]));
    let problem = &check()[0];
    assert_eq!(problem["file"], "content/news/birch/en.md");
    assert!(problem["remedy"].is_string(), "{problem}");
    let page = agent
        .borrow_mut()
        .tool("read_page", json!({ "path": PAGE }));
    let page = page.unwrap_err();
    assert_eq!(
        (&page["status"], &page["data"]["problems"][0]),
        (&json!(422), problem)
    );
}

#[test]
fn without_a_studio_the_command_names_the_remedy() {
    let world = World::new();
    let ran = run(&mut mcp(&world, &["--by", "ann"]));
    assert_eq!(ran.code, Some(5), "{}", ran.words);
    assert!(
        ran.words.contains("start `generator watch`"),
        "{}",
        ran.words
    );
    assert_eq!(ran.result, "");
    for name in ["潮", "a\nb"] {
        let ran = run(&mut mcp(&world, &["--by", name]));
        assert_eq!(ran.code, Some(64), "{}", ran.words);
    }
    for option in ["--role", "--roles", "--publisher"] {
        let ran = run(&mut mcp(&world, &[option, "publisher"]));
        assert_eq!(ran.code, Some(64), "{}", ran.words);
    }

    // A `watch` that ends leaves the session, which names the remedy, too.
    let watch = watch(&world);
    let mut agent = Agent::start(&world);
    drop(watch);
    let refused = agent.tool("list_change_sets", json!({})).unwrap_err();
    assert!(
        refused["error"]
            .as_str()
            .unwrap()
            .contains("start `generator watch`"),
        "{refused}"
    );
}
