//! R11.01: the program speaks Chinese or English to its operator, as the generator and the gateway
//! do. The log, the lines that programs read, and JSON are in English.

use crate::harness::PREDICTABLE;
use crate::program::{Ended, Site};

const ANN: &str = "ann@example.com";

/// A command's end under these variables.
fn ended(site: &Site, arguments: &[&str], variables: &[(&str, &str)]) -> Ended {
    let mut command = site.command(arguments);
    Ended::of(command.envs(variables.iter().copied()))
}

fn in_chinese(site: &Site, arguments: &[&str]) -> Ended {
    ended(site, arguments, &[("PORTICO_LANG", "zh")])
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

// R11.01
#[test]
fn the_language_is_the_one_asked_for_else_that_of_the_environment_or_of_the_file() {
    let site = Site::new();
    site.token("bob@example.com");
    let role = ["user", "role", ANN, "editor"];
    let chinese = format!("错误：没有帐号的地址是 `{ANN}`：`origin user list` 会列出已有的\n");
    let english = format!(
        "error: no account has the address `{ANN}`: `origin user list` shows those there are\n"
    );
    let environment = [("LANG", "zh_CN.UTF-8")];
    let asked = [&["--lang", "en"], &role[..]].concat();
    assert_eq!(ended(&site, &role, &environment).err, chinese);
    assert_eq!(ended(&site, &asked, &environment).err, english);
    let file = site.path().join("portico.toml");
    std::fs::write(&file, "[site]\nlang = \"zh\"\n").unwrap();
    let file = ("PORTICO_CONFIG", file.to_str().unwrap());
    assert_eq!(ended(&site, &role, &[file]).err, chinese);
    assert_eq!(
        ended(&site, &role, &[file, ("PORTICO_LANG", "en")]).err,
        english
    );
    assert_eq!(ended(&site, &role, &[("LANG", "C.UTF-8")]).err, english);
}

// R11.01
#[test]
fn reasons_for_which_it_does_not_start_are_in_that_language() {
    let site = Site::on_sqlite();
    let place = |name: &str| site.path().join(name).display().to_string();
    let write = |name: &str, text: &str| std::fs::write(site.path().join(name), text).unwrap();
    write("keys", "no key");
    write("secret", "no secret, for it has spaces");
    write("receivers", "- url: 7");
    write("no-folder", "");
    std::fs::create_dir(site.path().join("broken")).unwrap();
    write("broken/origin.db", "no database");
    let (keys, secret, receivers) = (place("keys"), place("secret"), place("receivers"));
    let (broken, below) = (place("broken"), place("no-folder/var"));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let rows: [(&[&str], String); 11] = [
        (
            &["--listen", &taken],
            format!("无法监听 {taken}：是不是有别的程序在用这个地址？"),
        ),
        (
            &["--listen", "0.0.0.0:0", PREDICTABLE],
            "`--predictable-captchas` 只用于在一台机器上测试".to_owned(),
        ),
        (
            &["--var", &below],
            format!("无法建立存放待发邮件的文件夹 `{below}/outbox`"),
        ),
        (
            &["--var", &broken],
            format!("数据库 `{broken}/origin.db` 已损坏：请用 `origin restore FILE` 恢复备份"),
        ),
        (
            &["--database-url", "postgres://ann:5ecret@127.0.0.1:1/site"],
            "无法连接 `postgres://127.0.0.1:1/site`：PostgreSQL 在那里运行吗？".to_owned(),
        ),
        (
            &["--key-file", &keys],
            format!("`{keys}` 里不是每行一个 64 字节的十六进制密钥"),
        ),
        (
            &["--smtp-url-file", &secret],
            format!("没有 SMTP 服务器：`{secret}` 不能用：应为地址，例如 `smtps://"),
        ),
        (
            &["--smtp-url-file", "nowhere"],
            "没有 SMTP 服务器：读不了 `nowhere`：它在那里吗？本程序可以读取它吗？：文件或文件夹不存在"
                .to_owned(),
        ),
        (
            &["--feishu-app-secret-file", &secret, "--feishu-app-id", "a"],
            format!("没有飞书应用的密钥：`{secret}` 不能用：应为应用的密钥"),
        ),
        (
            &["--wechat-app-id", "wx0a1b2c3d4e5f6071"],
            "微信公众号有 ID 和密钥：请两个都写明".to_owned(),
        ),
        (
            &["--message-webhooks", &receivers],
            format!("没有留言通知的接收方（`--message-webhooks`）：`{receivers}` 不能用：第 1 个接收方的 `url`"),
        ),
    ];
    for (options, words) in rows {
        let serve = [&["serve", "--listen", "127.0.0.1:0"], options].concat();
        let serve = match options[0] {
            "--listen" => [&["serve"], options].concat(),
            _ => serve,
        };
        let ended = in_chinese(&site, &serve);
        assert_eq!((ended.code, &*ended.out), (Some(1), ""), "{ended:?}");
        let last = ended.err.lines().last().unwrap();
        let reason = last.strip_prefix("错误：").unwrap_or_default();
        assert!(reason.starts_with(&words), "{options:?}: {last}");
        assert!(!ended.err.contains("5ecret"), "{ended:?}");
    }
}

// R11.01
#[test]
fn commands_report_in_that_language_and_data_stays_as_it_is() {
    let site = Site::new();
    let line = |arguments: &[&str]| in_chinese(&site, arguments).line();
    let made = [
        "user",
        "create",
        ANN,
        "--role",
        "publisher",
        "--role",
        "recipient",
    ];
    assert_eq!(
        line(&made),
        format!("{ANN} 现在有帐号了，角色是 publisher 和 recipient")
    );
    assert!(
        !is_chinese(&line(&["session", "create", "--email", ANN])),
        "a token"
    );
    let list = in_chinese(&site, &["user", "list"]);
    let list = list.lines();
    let head: Vec<_> = list[0].split_whitespace().collect();
    assert_eq!(head, ["地址", "角色", "建立日期", "会话", "名字"]);
    // A Chinese character is as wide as two letters, so all columns begin one below the other.
    let before = |line: &str, word: &str| {
        let text = &line[..line.rfind(word).unwrap()];
        text.chars()
            .map(|c| 1 + usize::from(!c.is_ascii()))
            .sum::<usize>()
    };
    assert_eq!(
        before(list[0], "角色"),
        before(list[1], "publisher"),
        "{list:?}"
    );
    assert_eq!(before(list[0], "名字"), before(list[1], "ann"), "{list:?}");
    assert!(!is_chinese(
        &in_chinese(&site, &["user", "list", "--json"]).out
    ));
    assert_eq!(
        line(&["user", "revoke", ANN]),
        format!("已结束 {ANN} 的 1 个会话")
    );

    let backup = site.path().join("site.backup").display().to_string();
    let backed_up = line(&["backup", &backup]);
    assert!(
        backed_up.starts_with(&format!("已备份到 {backup}（users: 1")),
        "{backed_up}"
    );
    let refused = in_chinese(&site, &["restore", &backup]);
    assert!(
        refused.err.contains("里已有 1 个帐号，恢复会把它们替换掉"),
        "{refused:?}"
    );
    let restored = in_chinese(&site, &["restore", &backup, "--replace"]);
    assert!(
        restored.err.contains(&format!("正在把 {backup} 恢复到 ")),
        "{restored:?}"
    );
    assert_eq!(
        restored.lines()[1],
        "没有恢复会话和待用的登录码：所有人都要重新登录"
    );

    let asked = in_chinese(&site, &["user", "delete", ANN]);
    assert!(
        asked.err.starts_with(&format!(
            "错误：即将永久删除帐号 {ANN}（publisher, recipient，建于 "
        )) && asked.err.contains("没有人可以确认时，请加上 `--yes`"),
        "{asked:?}"
    );
    assert_eq!(
        line(&["user", "delete", ANN, "--yes"]),
        format!("已删除帐号 {ANN}")
    );

    let list = site.path().join("list.csv");
    std::fs::write(&list, "id,name_zh,founded\ns-1,雁渡,1700\n,甲,\n").unwrap();
    let list = list.to_str().unwrap();
    let faults = in_chinese(&site, &["supplier", "import", list]).err;
    let expected = format!(
        "错误：{list}:2: `founded`: `1700` 不是年份：请写成 2006 这样\n{list}:3: 缺少 `id`：请给这个供应商一个不会改变的编号\n没有导入任何内容\n"
    );
    assert_eq!(faults, expected);
    std::fs::write(list, "id,name_zh\ns-1,雁渡\n").unwrap();
    let imported = in_chinese(&site, &["supplier", "import", list]);
    assert_eq!(
        imported.lines(),
        ["新增 1 个，修改 0 个，未变 0 个", "新增：s-1"]
    );

    let unknown = in_chinese(&site, &["messages", "show", "7K3D-9QXF"]);
    assert!(
        unknown.err.starts_with("错误：没有编号为 7K3D-9QXF 的留言"),
        "{unknown:?}"
    );
    let head = line(&["messages", "list"]);
    assert!(
        head.starts_with("编号       收到时间          状态"),
        "{head}"
    );
    assert_eq!(line(&["messages", "check"]), "每条留言的文件都完整");
}

// R11.01
#[test]
fn the_line_that_programs_read_and_the_log_stay_english() {
    let site = Site::new();
    let program = site.serve_with(|command| {
        command.env("PORTICO_LANG", "zh");
    });
    assert_eq!(
        program.stop(),
        Some(0),
        "the start read its line `Listening at`"
    );
    let wrong = in_chinese(&site, &["user", "create", "ann"]);
    assert_eq!(wrong.code, Some(64));
    assert!(wrong.err.contains("not an e-mail address"), "{wrong:?}");
}
