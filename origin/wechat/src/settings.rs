//! Options of this feature; the origin flattens them into its own.

use std::path::PathBuf;

use clap::Args;

use origin_ground::secret::Unquoted;
use origin_platforms::app_secret::AppSecret;
use origin_platforms::url::PlatformUrl;

/// WeChat: the company's official account.
#[derive(Clone, Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "WeChat")]
pub struct WeChatSettings {
    /// Id of the official account, `wx…`, by which pages set their own sharing cards in WeChat; by
    /// default WeChat makes the cards
    #[arg(
        long,
        env = "WECHAT_APP_ID",
        value_name = "ID",
        value_parser = app_id,
        hide_env_values = true
    )]
    pub wechat_app_id: Option<String>,
    /// The account's secret
    #[arg(
        long,
        env = "WECHAT_APP_SECRET",
        value_name = "SECRET",
        hide_env_values = true,
        value_parser = Unquoted::<AppSecret>::default(),
        conflicts_with = "wechat_app_secret_file"
    )]
    pub wechat_app_secret: Option<AppSecret>,
    /// File with that secret; it is read again after a change
    #[arg(long, env = "WECHAT_APP_SECRET_FILE", value_name = "PATH")]
    pub wechat_app_secret_file: Option<PathBuf>,
    /// WeChat's open platform; others are `https://api2.weixin.qq.com` and
    /// `https://sh.api.weixin.qq.com`
    #[arg(
        long,
        hide_short_help = true,
        env = "WECHAT_URL",
        value_name = "URL",
        default_value = "https://api.weixin.qq.com"
    )]
    pub wechat_url: PlatformUrl,
}

/// Parses an account's id: `wx` and 16 hexadecimal digits; other products' differ in length.
fn app_id(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("wx").unwrap_or_default();
    let is_id = (1..=62).contains(&rest.len()) && rest.bytes().all(|b| b.is_ascii_alphanumeric());
    let wrong = "not the id of an official account, such as `wx0a1b2c3d4e5f6071`";
    is_id
        .then(|| text.to_owned())
        .ok_or_else(|| wrong.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_begins_with_wx() {
        assert_eq!(
            app_id("wx0a1b2c3d4e5f6071").as_deref(),
            Ok("wx0a1b2c3d4e5f6071")
        );
        let long = format!("wx{}", "a".repeat(63));
        for wrong in [
            "",
            "wx",
            "cli_a1b2",
            "gh_0a1b2c3d4e5f",
            "wx 1",
            "wx1&a=b",
            &long,
        ] {
            let error = app_id(wrong).unwrap_err();
            assert!(error.contains("such as `wx"), "{wrong}");
        }
    }
}
