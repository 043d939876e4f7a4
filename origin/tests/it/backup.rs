//! Backup and restore, on either engine and between them, beside a program that serves.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::Value;
use sqlx::{Connection, Executor, SqliteConnection};

use crate::program::{Ended, Program, Site};

const ANN: &str = "ann@example.com";

/// Accounts of a backup that takes a while to restore.
const MANY: usize = 5_000;

impl Site {
    fn file(&self) -> PathBuf {
        self.path().join("site.backup")
    }

    /// Runs `origin backup` or `origin restore` on a file.
    fn run_on(&self, command: &str, file: &Path, options: &[&str]) -> Ended {
        self.run(&[&[command, file.to_str().unwrap()], options].concat())
    }

    fn addresses(&self) -> Vec<String> {
        let list = self.run(&["user", "list"]);
        let address = |line: &&str| line.split(' ').next().unwrap().to_owned();
        list.lines().iter().skip(1).map(address).collect()
    }

    fn rename(program: &Program, token: &str, name: &str) {
        let head = format!("PUT /api/auth/user-info HTTP/1.1\r\nauthorization: Bearer {token}");
        let (status, _) = program.ask(&head, &format!(r#"{{"name":"{name}"}}"#));
        assert_eq!(status, 200);
    }
}

/// Runs statements on an SQLite file.
fn change(file: &Path, statements: &'static str) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(async {
        let url = format!("sqlite://{}", file.display());
        let mut connection = SqliteConnection::connect(&url).await.unwrap();
        connection.execute(statements).await.unwrap();
        connection.close().await.unwrap();
    });
}

#[test]
fn a_restore_brings_accounts_back_and_signs_everyone_out() {
    let site = Site::new();
    let program = site.serve();
    let token = site.token(ANN);
    site.run(&["user", "role", ANN, "editor"]).line();
    let backup = site.run_on("backup", &site.file(), &[]).line();
    assert!(backup.contains("users: 1, sessions: 1"), "{backup}");

    site.run(&["user", "delete", ANN, "--yes"]).line();
    let bob = site.token("bob@example.com");
    let restored = site.run_on("restore", &site.file(), &["--replace"]);
    assert!(restored.lines()[0].starts_with("restored users: 1, "));
    assert!(restored.lines()[1].contains("everyone signs in again"));
    assert_eq!(site.addresses(), [ANN]);
    // Neither the session that the operator ended since comes back to life, nor may those of now
    // stay.
    assert_eq!(
        [&token, &bob].map(|token| program.user_info(token).0),
        [401, 401]
    );
    let token = site.token(ANN);
    assert_eq!(program.user_info(&token).1["roles"][1], "editor");
}

#[test]
fn a_restore_names_its_target_first_and_replaces_accounts_only_if_told() {
    let site = Site::new();
    site.token(ANN);
    site.run_on("backup", &site.file(), &[]).line();
    site.token("late@example.com");
    let both = [ANN, "late@example.com"];
    let place = match site.database().url() {
        Some(url) => format!("postgres://{}", url.split_once('@').unwrap().1),
        None => site.var().join("origin.db").display().to_string(),
    };

    let refused = site.run_on("restore", &site.file(), &[]);
    let named = format!("to {place}, which has 2 accounts");
    assert!(refused.err.lines().next().unwrap().ends_with(&named));
    let error = refused.error();
    assert!(error.contains(&format!("`{place}` has 2 accounts already")));
    assert!(error.contains("`--replace`"), "{error}");
    assert_eq!(site.addresses(), both);

    let replaced = site.run_on("restore", &site.file(), &["--replace"]);
    assert!(replaced.err.contains(&named), "{replaced:?}");
    assert_eq!(site.addresses(), [ANN]);
}

/// Commands of the guide that stand indented after the line that begins with `start`.
fn commands_of_the_guide(start: &str) -> String {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/operating.md");
    let guide = std::fs::read_to_string(guide).unwrap();
    let lines = guide.lines().skip_while(|line| !line.starts_with(start));
    let lines = lines.skip_while(|line| !line.starts_with("    "));
    let commands: Vec<_> = lines.take_while(|line| line.starts_with("    ")).collect();
    commands.join("\n")
}

#[test]
fn the_drill_of_the_guide_restores_beside_the_site_and_leaves_the_site_alone() {
    let site = Site::new();
    site.token("early@example.com");
    site.run_on("backup", &site.file(), &[]).line();
    site.token("late@example.com");
    let drill = commands_of_the_guide("Drill,");
    assert!(drill.contains("origin restore site.backup"), "{drill}");

    // A shell with the site's environment, as an operator has it.
    let told = site.command(&[]);
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", &drill]).current_dir(site.path());
    for (name, value) in told.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    let programs = Path::new(told.get_program()).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let path = std::iter::once(programs.to_owned()).chain(std::env::split_paths(&path));
    shell.env("PATH", std::env::join_paths(path).unwrap());

    let ended = Ended::of(&mut shell);
    let lines = ended.lines();
    assert!(lines[0].starts_with("restored users: 1, "), "{ended:?}");
    assert!(lines[3].starts_with("early@example.com"), "{ended:?}");
    assert_eq!(site.addresses(), ["early@example.com", "late@example.com"]);
}

#[test]
fn a_restore_leaves_no_captcha_to_be_used_again() {
    let site = Site::new();
    let program = site.serve();
    let captcha = program.captcha();
    site.run_on("backup", &site.file(), &[]).line();
    assert_eq!(program.send_code_for(ANN, &captcha).0, 200);
    site.run_on("restore", &site.file(), &["--with-sessions"])
        .line();
    assert_eq!(program.send_code_for("bob@example.com", &captcha).0, 400);
}

#[test]
fn a_backup_moves_a_site_from_one_engine_to_the_other_and_back_with_its_sessions() {
    let (sqlite, other, back) = (Site::on_sqlite(), Site::new(), Site::on_sqlite());
    let token = sqlite.token(ANN);
    for (from, to) in [(&sqlite, &other), (&other, &back)] {
        from.run_on("backup", &from.file(), &[]).line();
        let restored = to.run_on("restore", &from.file(), &["--with-sessions"]);
        assert!(
            restored
                .line()
                .starts_with("restored users: 1, sessions: 1")
        );
        assert_eq!(to.serve().user_info(&token).1["email"], ANN);
    }
}

#[test]
fn a_backup_is_for_its_owner_alone_and_replaces_nothing_unasked() {
    let site = Site::new();
    site.token(ANN);
    let file = site.file();
    std::fs::write(&file, "precious").unwrap();
    let refused = site.run_on("backup", &file, &[]);
    assert!(refused.error().contains("--force"), "{refused:?}");
    assert_eq!(std::fs::read(&file).unwrap(), b"precious");
    site.run_on("backup", &file, &["--force"]).line();
    assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    let beside = std::fs::read_dir(site.path()).unwrap();
    let mut names: Vec<_> = beside.map(|file| file.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["site.backup", "var"], "nothing is left beside it");
    let nowhere = site.run_on("backup", &site.path().join("no/where"), &[]);
    assert!(nowhere.error().contains("no/where"), "{nowhere:?}");
}

#[test]
fn what_is_no_whole_backup_is_refused_and_nothing_changes() {
    let site = Site::new();
    let token = site.token(ANN);
    let whole = site.file();
    site.run_on("backup", &whole, &[]).line();
    let bytes = std::fs::read(&whole).unwrap();
    let file = |name: &str, bytes: &[u8]| {
        let path = site.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let changed = |name: &str, statements: &'static str| {
        let path = file(name, &bytes);
        change(&path, statements);
        path
    };
    let mut flipped = bytes.clone();
    let middle = flipped.len() / 2;
    flipped[middle..middle + 4096].fill(0xa5);
    let cases = [
        (file("text", b"SQLite format 2, or so"), "no backup made by"),
        (file("empty", b""), "no backup made by"),
        (file("header", &bytes[..50]), "no backup made by"),
        (file("half", &bytes[..bytes.len() / 2]), "is damaged"),
        (file("flipped", &flipped), "is damaged"),
        (
            changed("foreign", "PRAGMA application_id = 7"),
            "no backup made by",
        ),
        (
            changed(
                "newer",
                "INSERT INTO _sqlx_migrations SELECT 999, description, installed_on, success, checksum, execution_time FROM _sqlx_migrations LIMIT 1",
            ),
            "has schema 999",
        ),
        (
            changed("orphan", "PRAGMA foreign_keys = OFF; DELETE FROM users"),
            "refers to one that is missing",
        ),
        (
            changed("edited", "UPDATE _sqlx_migrations SET checksum = x'00'"),
            "is damaged",
        ),
        (
            changed(
                "trigger",
                "CREATE TRIGGER t AFTER INSERT ON users BEGIN DELETE FROM users; END",
            ),
            "its tables are not those",
        ),
        (
            changed(
                "view",
                "DROP TABLE sending_budgets; CREATE VIEW sending_budgets AS SELECT 'a' AS budget, 1 AS full_at",
            ),
            "its tables are not those",
        ),
        // Names of columns must never become part of a statement.
        (
            changed(
                "column",
                "ALTER TABLE users RENAME COLUMN created_at TO \"created_at) SELECT 'a', 'a@b.c', 'a', 'editor', 0; --\"",
            ),
            "its tables are not those",
        ),
        (site.path().join("missing"), "cannot use"),
        (site.path().to_owned(), "cannot use"),
    ];
    for (path, expected) in cases {
        let ended = site.run_on("restore", &path, &[]);
        let name = path.display().to_string();
        assert!(ended.error().contains(expected), "{name}: {ended:?}");
        assert!(ended.error().contains(&name), "{ended:?}");
    }
    assert_eq!(site.serve().user_info(&token).0, 200);
    let left = std::fs::read_dir(site.var()).unwrap();
    let left = left.filter(|file| {
        let name = file.as_ref().unwrap().file_name();
        name.to_string_lossy().starts_with("restore-")
    });
    assert_eq!(left.count(), 0);
}

#[test]
fn backup_and_restore_under_load_fail_no_call_and_show_old_or_new() {
    let site = Site::new();
    let program = site.serve();
    let token = site.token(ANN);
    Site::rename(&program, &token, "old");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let visitor = || {
            let mut names = Vec::new();
            while !done.load(Ordering::SeqCst) {
                let (status, data) = program.user_info(&token);
                assert_eq!(status, 200);
                names.push(data["name"].clone());
            }
            names.dedup();
            names
        };
        let visitors = [scope.spawn(visitor), scope.spawn(visitor)];
        site.run_on("backup", &site.file(), &[]).line();
        Site::rename(&program, &token, "new");
        let options = ["--with-sessions", "--replace"];
        site.run_on("restore", &site.file(), &options).line();
        assert_eq!(program.user_info(&token).1["name"], "old");
        done.store(true, Ordering::SeqCst);
        for visitor in visitors {
            let seen = visitor.join().unwrap();
            // On a busy machine one may miss the short time of the new name, or end before the old
            // one is back.
            let allowed: [&[&str]; 3] = [&["old", "new", "old"], &["old", "new"], &["old"]];
            let seen: Vec<_> = seen.iter().filter_map(Value::as_str).collect();
            assert!(allowed.contains(&seen.as_slice()), "{seen:?}");
        }
    });
}

#[test]
fn a_restore_that_is_killed_leaves_the_old_rows_or_the_new_ones() {
    let site = Site::new();
    site.token(ANN);
    let (small, large) = (site.file(), site.path().join("large"));
    site.run_on("backup", &small, &[]).line();
    std::fs::copy(&small, &large).unwrap();
    change(
        &large,
        "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
         INSERT INTO users (id, email, name, role, created_at)
             SELECT 'id' || i, i || '@example.com', 'name', 'member', 0 FROM n",
    );
    for moment in 0..12 {
        let mut restore = site.command(&["restore", large.to_str().unwrap(), "--replace"]);
        restore.stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = restore.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(20 * moment));
        child.kill().unwrap();
        child.wait().unwrap();
        let count = site.addresses().len();
        assert!(count == 1 || count == MANY, "{count} after {moment}");
        site.run_on("restore", &small, &["--replace"]).lines();
    }
    site.run_on("restore", &large, &["--replace"]).lines();
    assert_eq!(site.addresses().len(), MANY);
}

// R11.03
#[test]
fn a_damaged_database_is_named_with_the_remedy_and_a_restore_moves_it_aside() {
    let site = Site::on_sqlite();
    site.run(&["session", "create", "--email", "ann@example.com"])
        .lines();
    let backup = site.path().join("site.backup");
    site.run(&["backup", backup.to_str().unwrap()]).line();
    for bytes in [&b"not a database"[..], &[0; 4096]] {
        std::fs::write(site.var().join("origin.db"), bytes).unwrap();
        for command in [&["user", "list"][..], &["backup", "elsewhere"]] {
            let ran = site.run(command);
            let said = ran.error();
            assert!(
                said.contains("is damaged") && said.contains("`origin restore FILE`"),
                "{command:?}: {said}"
            );
        }
        let restored = site.run(&["restore", backup.to_str().unwrap()]);
        assert!(
            restored.err.contains("the damaged database was moved to "),
            "{restored:?}"
        );
        let users = site.run(&["user", "list"]);
        assert!(users.out.contains("ann@example.com"), "{users:?}");
    }
    let is_aside = |name: &str| name.starts_with("origin.db.damaged-");
    let names = std::fs::read_dir(site.var()).unwrap();
    let names = names.map(|file| file.unwrap().file_name().into_string().unwrap());
    assert!(names.filter(|name| is_aside(name)).count() >= 1);
}
