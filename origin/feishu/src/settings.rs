//! Options of this feature; the origin flattens them into its own.

use std::path::PathBuf;

use clap::Args;

use origin_ground::secret::Unquoted;
use origin_platforms::app_secret::AppSecret;
use origin_platforms::url::PlatformUrl;

/// Feishu: the company's app.
#[derive(Clone, Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "Feishu")]
pub struct FeishuSettings {
    /// Id of the app at Feishu's open platform, `cli_…`, for sign-in on the pages under `/feishu`;
    /// by default there is no such sign-in
    #[arg(
        long,
        env = "FEISHU_APP_ID",
        value_name = "ID",
        value_parser = app_id,
        hide_env_values = true
    )]
    pub feishu_app_id: Option<String>,
    /// The app's secret
    #[arg(
        long,
        env = "FEISHU_APP_SECRET",
        value_name = "SECRET",
        hide_env_values = true,
        value_parser = Unquoted::<AppSecret>::default(),
        conflicts_with = "feishu_app_secret_file"
    )]
    pub feishu_app_secret: Option<AppSecret>,
    /// File with that secret; it is read again after a change
    #[arg(long, env = "FEISHU_APP_SECRET_FILE", value_name = "PATH")]
    pub feishu_app_secret_file: Option<PathBuf>,
    /// Feishu's open platform; Lark's is `https://open.larksuite.com`
    #[arg(
        long,
        hide_short_help = true,
        env = "FEISHU_URL",
        value_name = "URL",
        default_value = "https://open.feishu.cn"
    )]
    pub feishu_url: PlatformUrl,
}

/// Parses the id of an app at Feishu: letters, digits and `_`.
fn app_id(text: &str) -> Result<String, String> {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_id = (1..=64).contains(&text.len()) && text.bytes().all(fits);
    let wrong = "not the id of an app, such as `cli_a1b2c3d4e5f60718`";
    is_id
        .then(|| text.to_owned())
        .ok_or_else(|| wrong.to_owned())
}
