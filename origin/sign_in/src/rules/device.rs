//! Names of devices, for the list of sessions: browser and system, read from `User-Agent`.
//!
//! A name is for recognising one's own sessions and decides nothing, so a table of words will do.
//! (Parsers from crates.io know neither WeChat nor Feishu, or carry megabytes of patterns.) The
//! text is made of words of this file alone: what a client sends is never shown.

/// Word in `User-Agent` → browser. The first that fits counts: programs with a browser inside, then
/// browsers that name another one besides their own name.
const BROWSERS: [(&str, &str); 20] = [
    ("MicroMessenger/", "WeChat"),
    ("Lark/", "Feishu"),
    ("Feishu/", "Feishu"),
    ("DingTalk/", "DingTalk"),
    ("Edg/", "Edge"),
    ("EdgA/", "Edge"),
    ("EdgiOS/", "Edge"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("OPiOS/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("HuaweiBrowser/", "Huawei Browser"),
    ("ArkWeb/", "Huawei Browser"),
    ("QQBrowser/", "QQ Browser"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Word in `User-Agent` → system. The first that fits counts: phones and tablets name the system
/// that theirs was made from.
const SYSTEMS: [(&str, &str); 10] = [
    ("OpenHarmony", "HarmonyOS"),
    ("HarmonyOS", "HarmonyOS"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Ubuntu", "Linux"),
    ("Linux", "Linux"),
];

/// `Chrome · Android`; one of the two if only that is known; empty if neither is.
pub fn name(user_agent: &str) -> String {
    let find = |table: &[(&str, &'static str)]| {
        let row = table.iter().find(|(word, _)| user_agent.contains(word));
        row.map(|(_, name)| *name)
    };
    let known = [find(&BROWSERS), find(&SYSTEMS)];
    known.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn browsers_and_systems_are_recognised() {
        for (user_agent, expected) in [
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
                "Chrome · Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0",
                "Edge · Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0",
                "Opera · Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
                "Safari · macOS",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:144.0) Gecko/20100101 Firefox/144.0",
                "Firefox · macOS",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0",
                "Firefox · Linux",
            ),
            (
                "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
                "Chrome · ChromeOS",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
                "Safari · iPhone",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1",
                "Chrome · iPhone",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.62(0x18003e2b) NetType/WIFI Language/zh_CN",
                "WeChat · iPhone",
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 16_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/143.0 Mobile/15E148 Safari/605.1.15",
                "Firefox · iPad",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36",
                "Chrome · Android",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36 EdgA/141.0.0.0",
                "Edge · Android",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36",
                "Samsung Internet · Android",
            ),
            (
                "Mozilla/5.0 (Linux; Android 14; V2309A Build/UP1A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/130.0.0.0 Mobile Safari/537.36 XWEB/1300333 MMWEBSDK/20250202 MicroMessenger/8.0.57.2820(0x28003956) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64",
                "WeChat · Android",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Lark/7.50.6 LarkLocale/zh_CN Channel/Feishu",
                "Feishu · Windows",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Feishu/7.50.6",
                "Feishu · macOS",
            ),
            (
                "Mozilla/5.0 (Linux; U; Android 14; zh-CN) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/100.0.4896.58 Mobile Safari/537.36 AliApp(DingTalk/7.6.45) com.alibaba.android.rimet",
                "DingTalk · Android",
            ),
            (
                "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile HuaweiBrowser/5.0.4.300",
                "Huawei Browser · HarmonyOS",
            ),
            (
                "Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.5735.196 Mobile Safari/537.36",
                "Chrome · HarmonyOS",
            ),
            ("curl/8.5.0", ""),
            ("", ""),
            ("SomeBot (Linux)", "Linux"),
            ("<script>Chrome/</script>", "Chrome"),
        ] {
            assert_eq!(name(user_agent), expected, "{user_agent}");
        }
    }
}
