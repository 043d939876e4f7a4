//! A site without a fault, each fault by itself, and the table of the rows in `docs/reference`.

mod reading;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::china::rows;
use super::document::Document;
use super::facts::{AgreementText, AssetFile, Facts, FormPage};
use super::{Row, State};

const POLICY: &str = "公司名称：潮有限公司，信箱a@b.example。我们处理姓名等信息，用于回信。\
    表单材料保存两年。委托服务器托管方处理，数据在境内。您可以查阅、更正、删除、撤回同意。不收集未成年人的信息。";

const PAGE: &str = "<!doctype html><html lang=\"zh-CN\"><head><title>潮</title>\
    <meta name=\"viewport\" content=\"width=device-width\">\
    <meta name=\"description\" content=\"一家虚构的公司，做虚构的事情。\">\
    <link rel=\"stylesheet\" href=\"/assets/a.css\"></head><body><main><h1>潮有限公司</h1>\
    <p>这里有足够长的文字，一打开网页就能读到，不需要等待脚本执行，也不需要登录。</p>\
    <a href=\"tel:+861012345678\">010-12345678</a>\
    <form action=\"/api/message/bp\" method=\"post\"><input type=\"checkbox\" name=\"consent\"><a href=\"/privacy\">政策</a></form>\
    </main><footer><a href=\"https://beian.miit.gov.cn/\">京ICP备12345678号-1</a>\
    <a href=\"https://beian.mps.gov.cn/#/query/webSearch?code=11010502000001\">京公网安备11010502000001号</a>\
    <a href=\"/privacy\">隐私政策</a> <a href=\"/terms\">条款</a></footer></body></html>";

fn agreement(key: &str, text: &str) -> AgreementText {
    AgreementText {
        key: key.to_owned(),
        path: format!("/{key}"),
        locale: "zh-CN".to_owned(),
        file: format!("content/pages/{key}/zh-CN.md"),
        text: Some(text.to_owned()),
    }
}

/// A document with that markup.
fn document(html: &str) -> Document {
    Document {
        path: "/".to_owned(),
        locale: "zh-CN".to_owned(),
        is_indexable: true,
        is_for_guests: true,
        has_card: true,
        ..Document::read(html)
    }
}

/// A site that meets every requirement that can be decided.
fn sound() -> Facts {
    let files = [
        "/favicon.ico",
        "/apple-touch-icon.png",
        "/baidu_verify_a.html",
        "/MP_verify_a.txt",
    ];
    Facts {
        url: "https://www.tide.cn".to_owned(),
        time_zone: "Asia/Shanghai".to_owned(),
        locales: vec!["zh-CN".to_owned(), "en".to_owned()],
        public: json!({
            "legalName": {"zh-CN": "潮有限公司"},
            "filing": {
                "icp": "京ICP备12345678号-1", "icpLicence": "京ICP证123456号",
                "publicSecurity": "京公网安备11010502000001号"
            }
        }),
        agreements: vec![
            agreement("privacy", POLICY),
            agreement("terms", "无障碍：AA级。"),
        ],
        static_files: files.map(str::to_owned).into(),
        documents: vec![document(PAGE)],
        assets: vec![AssetFile {
            name: "a.woff2".to_owned(),
            size: 20_000,
            requests: Vec::new(),
        }],
        forms: vec![FormPage {
            key: "bp".to_owned(),
            path: "/".to_owned(),
        }],
        listed: 3,
        ..Facts::default()
    }
}

fn find<'a>(rows: &'a [Row], id: &str) -> &'a Row {
    rows.iter().find(|row| row.id() == id).expect(id)
}

/// A setting of `public.filing`.
fn filing(site: &mut Facts, name: &str, value: &str) {
    site.public["filing"][name] = json!(value);
}

/// Removes a file at the root.
fn unlink(site: &mut Facts, path: &str) {
    assert!(site.static_files.remove(path), "{path}");
}

/// Replaces a part of the page.
fn page(site: &mut Facts, from: &str, to: &str) {
    assert!(PAGE.contains(from), "{from}");
    site.documents = vec![document(&PAGE.replace(from, to))];
}

/// Replaces a part of the policy.
fn policy(site: &mut Facts, from: &str) {
    assert!(POLICY.contains(from), "{from}");
    site.agreements[0].text = Some(POLICY.replace(from, ""));
}

type Fault = (&'static str, fn(&mut Facts));

/// Faults, and the row that finds each.
const FAULTS: &[Fault] = &[
    ("icp-number", |site| filing(site, "icp", "京ICP备1号")),
    ("icp-number", |site| {
        filing(site, "icp", "京ICP备00000000号")
    }),
    ("icp-number", |site| filing(site, "icp", "")),
    ("icp-link", |site| {
        page(site, "beian.miit.gov.cn", "miit.gov.cn")
    }),
    ("icp-link", |site| page(site, "京ICP备12345678号-1", "备案")),
    ("icp-link", |site| page(site, "footer", "div")),
    ("icp-licence", |site| filing(site, "icpLicence", "京ICP证")),
    ("police-number", |site| {
        filing(site, "publicSecurity", "京公网安备1号")
    }),
    ("police-link", |site| {
        page(site, "beian.mps.gov.cn", "www.mps.gov.cn")
    }),
    ("owner-name", |site| page(site, "潮有限公司", "潮")),
    ("owner-name", |site| site.public = json!({})),
    ("https", |site| site.url = "http://www.tide.cn".to_owned()),
    ("domain", |site| {
        site.url = "https://203.0.113.7:8443".to_owned()
    }),
    ("domain", |site| {
        site.url = "https://www.tide.example".to_owned()
    }),
    ("readable", |site| {
        page(site, "<h1>潮有限公司</h1>", "潮有限公司")
    }),
    ("readable", |site| {
        site.documents = vec![document("<body><h1>潮</h1><script>很长</script></body>")];
    }),
    ("viewport", |site| page(site, "viewport", "view")),
    ("phone", |site| page(site, "tel:+86", "tel:")),
    ("phone", |site| page(site, "tel:+861012345678", "/call")),
    ("accessibility", |site| {
        site.agreements[1].text = Some("条款".to_owned())
    }),
    ("default-language", |site| site.locales.reverse()),
    ("html-lang", |site| {
        page(site, "lang=\"zh-CN\"", "lang=\"en\"")
    }),
    ("titles", |site| page(site, "<title>潮", "<title>Tide")),
    ("descriptions", |site| {
        page(site, "一家虚构的公司，做虚构的事情。", "一家公司")
    }),
    ("descriptions", |site| {
        page(site, "一家虚构的公司，做虚构的事情。", "A company of tides")
    }),
    ("time-zone", |site| {
        site.time_zone = "Europe/Paris".to_owned()
    }),
    ("foreign-documents", |site| {
        page(site, "/assets/a.css", "https://cdn.other.cn/a.css")
    }),
    ("foreign-documents", |site| {
        page(site, "<main>", "<main><img src=\"//img.other.cn/a.png\">")
    }),
    ("foreign-documents", |site| {
        site.template = "<style>@import 'https://cdn.other.cn/a.css'</style>".to_owned();
    }),
    ("foreign-assets", |site| {
        site.assets[0].requests = vec!["https://cdn.other.cn/b".to_owned()]
    }),
    ("blocked-services", |site| {
        page(
            site,
            "<main>",
            "<main><iframe src=\"https://www.youtube.com/embed/a\"></iframe>",
        );
    }),
    ("blocked-services", |site| {
        site.assets[0].requests = vec!["https://fonts.gstatic.com/a.woff2".to_owned()];
    }),
    ("script-sources", |site| {
        site.script_sources = vec!["https://www.recaptcha.net".to_owned()];
    }),
    ("own-fonts", |site| site.assets[0].size = 8_000_000),
    ("privacy-policy", |site| site.agreements[0].text = None),
    ("privacy-policy", |site| drop(site.agreements.remove(0))),
    ("privacy-link", |site| {
        page(site, "href=\"/privacy\"", "href=\"/\"")
    }),
    ("privacy-handler", |site| policy(site, "a@b.example")),
    ("privacy-purpose", |site| policy(site, "用于回信")),
    ("privacy-kinds", |site| {
        policy(
            site,
            "公司名称：潮有限公司，信箱a@b.example。我们处理姓名等",
        )
    }),
    ("privacy-storage", |site| policy(site, "保存两年")),
    ("privacy-recipients", |site| policy(site, "委托")),
    ("privacy-place", |site| policy(site, "数据在境内")),
    ("privacy-rights", |site| policy(site, "更正、")),
    ("privacy-minors", |site| {
        policy(site, "不收集未成年人的信息")
    }),
    ("terms", |site| {
        site.agreements[1].text = Some("  ".to_owned())
    }),
    ("form-consent", |site| {
        page(site, "name=\"consent\"", "name=\"newsletter\"")
    }),
    ("form-consent", |site| site.forms[0].key = "work".to_owned()),
    ("form-privacy", |site| {
        page(site, "<a href=\"/privacy\">政策</a>", "")
    }),
    ("sign-in-privacy", |site| {
        page(site, "href=\"/privacy\"", "href=\"/\"")
    }),
    ("form-retention", |site| policy(site, "表单材料保存两年。")),
    ("indexable", |site| site.documents[0].is_indexable = false),
    ("sitemap", |site| site.listed = 0),
    ("search", |site| {
        site.searched_by = generator_content::SearchedBy::None
    }),
    ("sharing-picture", |site| site.documents[0].has_card = false),
    ("sharing-picture", |site| {
        site.documents[0]
            .meta
            .insert("og:image:width".to_owned(), "120".to_owned());
    }),
    ("favicon", |site| unlink(site, "/favicon.ico")),
    ("touch-icon", |site| unlink(site, "/apple-touch-icon.png")),
    ("baidu", |site| unlink(site, "/baidu_verify_a.html")),
];

/// Rows that no source decides, once their sign is gone.
const UNKNOWN: &[Fault] = &[
    ("icp-licence", |site| filing(site, "icpLicence", "")),
    ("ipv6", |_| ()),
    ("wechat", |site| unlink(site, "/MP_verify_a.txt")),
];

#[test]
fn a_site_without_faults_meets_every_requirement_that_can_be_decided() {
    for row in rows(&sound()) {
        let expected = match row.id() {
            "ipv6" => State::Unknown,
            _ => State::Fine,
        };
        assert_eq!(row.state, expected, "{}: {:?}", row.id(), row.found);
    }
}

#[test]
fn each_fault_is_found_by_its_row() {
    for (number, (id, break_it)) in FAULTS.iter().enumerate() {
        let mut site = sound();
        break_it(&mut site);
        let rows = rows(&site);
        assert_eq!(
            find(&rows, id).state,
            State::Missing,
            "{id}, fault {number}"
        );
    }
}

#[test]
fn each_row_has_a_fault_or_depends_on_the_running_site() {
    let found: BTreeSet<&str> = FAULTS.iter().chain(UNKNOWN).map(|(id, _)| *id).collect();
    let rows = rows(&sound());
    let ids: Vec<&str> = rows.iter().map(Row::id).collect();
    assert_eq!(found, ids.iter().copied().collect());
    assert_eq!(found.len(), ids.len(), "an id is used twice");
    assert!(ids.len() >= 20, "{}", ids.len());
}

#[test]
fn a_row_that_only_the_running_site_decides_is_unknown() {
    for (id, remove) in UNKNOWN {
        let mut site = sound();
        remove(&mut site);
        let rows = rows(&site);
        assert_eq!(find(&rows, id).state, State::Unknown, "{id}");
    }
}

#[test]
fn a_fault_is_named_with_its_value_or_its_page_once() {
    let mut site = sound();
    filing(&mut site, "icp", "京ICP备1号");
    page(&mut site, "beian.mps.gov.cn", "www.mps.gov.cn");
    site.documents.push(site.documents[0].clone());
    let rows = rows(&site);
    let icp = find(&rows, "icp-number");
    assert_eq!(icp.found, ["京ICP备1号"]);
    assert_eq!(icp.file, "content/site.yaml");
    assert_eq!(icp.field.as_deref(), Some("/public/filing/icp"));
    assert_eq!(find(&rows, "police-link").found, ["/"]);
}

#[test]
fn numbers_of_every_form_are_valid() {
    let forms = [
        ("icp", "icp-number", "沪ICP备2021012345号"),
        ("icp", "icp-number", "粤ICP备12345678号-12"),
        ("icpLicence", "icp-licence", "京B2-20201234"),
        ("icpLicence", "icp-licence", "沪ICP证123456号"),
        (
            "publicSecurity",
            "police-number",
            "浙公网安备 33010202000001号",
        ),
    ];
    for (name, id, number) in forms {
        let mut site = sound();
        filing(&mut site, name, number);
        assert_eq!(find(&rows(&site), id).state, State::Fine, "{number}");
    }
}

#[test]
fn a_site_without_forms_and_sign_in_needs_no_consent() {
    let mut site = Facts {
        forms: Vec::new(),
        agreements: Vec::new(),
        ..sound()
    };
    site.documents[0].forms.clear();
    site.documents[0].is_for_guests = false;
    let rows = rows(&site);
    for id in [
        "form-consent",
        "form-privacy",
        "form-retention",
        "sign-in-privacy",
    ] {
        assert_eq!(find(&rows, id).state, State::Fine, "{id}");
    }
}

#[test]
fn a_form_on_a_page_for_members_is_not_judged() {
    let mut site = sound();
    site.forms.push(FormPage {
        key: "members".to_owned(),
        path: "/members".to_owned(),
    });
    assert_eq!(find(&rows(&site), "form-consent").state, State::Fine);
}

#[test]
fn a_link_to_the_policy_may_have_a_language_or_the_host() {
    for (href, expected) in [
        ("/zh/privacy", State::Fine),
        ("/privacy#cookies", State::Fine),
        ("https://www.tide.cn/privacy", State::Fine),
        ("/a/b/privacy", State::Missing),
        ("隐/privacy-rules", State::Missing),
    ] {
        let mut site = sound();
        page(&mut site, "href=\"/privacy\"", &format!("href=\"{href}\""));
        assert_eq!(find(&rows(&site), "privacy-link").state, expected, "{href}");
    }
}

#[test]
fn links_to_other_hosts_in_texts_are_allowed() {
    let mut site = sound();
    page(
        &mut site,
        "<main>",
        "<main><a href=\"https://www.youtube.com/watch\">录像</a>",
    );
    let rows = rows(&site);
    for id in ["foreign-documents", "blocked-services"] {
        assert_eq!(find(&rows, id).state, State::Fine, "{id}");
    }
}

#[test]
fn a_document_is_read_with_its_meta() {
    let expected = BTreeMap::from([
        ("viewport".to_owned(), "width=device-width".to_owned()),
        (
            "description".to_owned(),
            "一家虚构的公司，做虚构的事情。".to_owned(),
        ),
    ]);
    assert_eq!(document(PAGE).meta, expected);
}
