//! R11.01: the gateway speaks Chinese or English to its operator, as the generator does. The lines
//! that programs read, and the log, are in English.

use crate::process;

/// A call and its exit code, under these variables: findings and reasons, as one text.
fn said(arguments: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String) {
    let mut command = process::gateway(arguments);
    let output = command.envs(variables.iter().copied()).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

fn is_chinese(line: &str) -> bool {
    line.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

// R11.01
#[test]
fn findings_are_in_the_language_that_was_asked_for_or_in_that_of_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let (builds, var) = (place("none"), place("var"));
    let check = [
        "check-config",
        "--listen",
        "127.0.0.1:0",
        "--builds",
        &builds,
        "--var",
        &var,
        "--origin",
        "http://127.0.0.1:9",
        "--public-origin",
        "https://www.x.example",
        "--canonical-origin",
        "https://www.x.example",
    ];
    let chinese = [("LANG", "zh_CN.UTF-8")];
    let asked = [&check[..], &["--lang", "zh"]].concat();
    let english = [&check[..], &["--lang", "en"]].concat();
    let (code, text) = said(&asked, &[]);
    assert_eq!(code, Some(0), "{text}");
    for line in text.lines() {
        assert!(is_chinese(line), "{line}");
    }
    assert!(
        text.starts_with(&format!("警告：没有文件夹 `{builds}`")),
        "{text}"
    );
    assert_eq!(said(&check, &chinese).1, text);
    assert_eq!(said(&check, &[("PORTICO_LANG", "zh")]).1, text);
    let (_, text) = said(&english, &chinese);
    assert!(!text.lines().any(is_chinese), "{text}");
    assert_eq!(said(&check, &[]).1, text);
}

// R11.01
#[test]
fn reasons_for_which_it_does_not_start_are_in_that_language_too() {
    let folder = tempfile::tempdir().unwrap();
    let keys = folder.path().join("keys");
    std::fs::write(&keys, "short\n").unwrap();
    let keys = keys.to_str().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = taken.local_addr().unwrap().to_string();
    let rows: [(&[&str], i32, &str); 6] = [
        (
            &["--listen", "0.0.0.0:0"],
            78,
            "错误：其他机器可以访问 `--listen 0.0.0.0:0`",
        ),
        (
            &["--listen", &taken],
            74,
            "请停止占用它的程序，或用 `--listen` 换一个",
        ),
        (
            &["--canonical-origin", "https://y.example"],
            78,
            "`--canonical-origin https://y.example` 不是本站",
        ),
        (&["--regenerate-key", keys], 78, "其他人可以读取"),
        (
            &["--tls-cert", "nope.pem", "--tls-key", "nope.pem"],
            78,
            "错误：读不了 `nope.pem`：文件或文件夹不存在",
        ),
        (&["--acme", "x"], 78, "`--acme` 的值无效：`x`（应为"),
    ];
    for (options, code, words) in rows {
        let place = folder.path().to_str().unwrap();
        let mut arguments = vec!["check-config", "--builds", place, "--var", place];
        arguments.extend(["--origin", "http://127.0.0.1:9", "--lang", "zh"]);
        arguments.extend(options);
        let (ended, text) = said(&arguments, &[]);
        assert_eq!(ended, Some(code), "{options:?}: {text}");
        let last = text.lines().last().unwrap();
        assert!(last.starts_with("错误：") && last.contains(words), "{last}");
    }
}

// R11.01
#[test]
fn reasons_of_the_embedded_origin_are_in_that_language_too() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    std::fs::write(folder.path().join("origin.db"), "no database").unwrap();
    let check = ["check-config", "--listen", "127.0.0.1:0", "--lang", "zh"];
    let check = [&check[..], &["--builds", place, "--var", place]].concat();
    let (code, text) = said(&check, &[]);
    assert_eq!(code, Some(69), "{text}");
    let last = text.lines().last().unwrap();
    let words = format!("错误：数据库 `{place}/origin.db` 已损坏：请用 `origin restore FILE`");
    assert!(last.starts_with(&words), "{last}");
}
