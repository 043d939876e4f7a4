//! Options of this feature; the origin flattens them into its own.

use std::path::PathBuf;

use clap::Args;

use crate::openai::key::OpenAiKey;
use crate::openai::url::OpenAiUrl;
use origin_ground::secret::Unquoted;

/// The assistant: the service of its model, and the bounds of its cost.
#[derive(Clone, Debug, Args)]
#[group(skip)]
#[command(next_help_heading = "Assistant")]
pub struct ChatSettings {
    /// Service that writes the assistant's answers, by OpenAI's protocol, as
    /// `https://api.openai.com/v1`; without it answers are passages of the site's pages
    #[arg(long, env = "OPENAI_BASE_URL", value_name = "URL")]
    pub openai_base_url: Option<OpenAiUrl>,
    /// Name of the model of that service
    #[arg(
        long,
        env = "OPENAI_MODEL",
        value_name = "NAME",
        value_parser = model
    )]
    pub openai_model: Option<String>,
    /// Key for that service; without it, the model answers only visitors with a key of their own
    #[arg(
        long,
        env = "OPENAI_API_KEY",
        value_name = "KEY",
        hide_env_values = true,
        value_parser = Unquoted::<OpenAiKey>::default(),
        conflicts_with = "openai_api_key_file"
    )]
    pub openai_api_key: Option<OpenAiKey>,
    /// File with that key; it is read again after a change
    #[arg(long, env = "OPENAI_API_KEY_FILE", value_name = "PATH")]
    pub openai_api_key_file: Option<PathBuf>,
    /// Largest number of tokens for one visitor in a day (UTC), times `--client-limits`; 0 means no
    /// limit
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_CHAT_VISITOR_TOKENS",
        value_name = "N",
        default_value_t = 60_000
    )]
    pub chat_visitor_tokens: u32,
    /// Largest number of tokens for all visitors in a day (UTC); 0 means no limit
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_CHAT_DAY_TOKENS",
        value_name = "N",
        default_value_t = 2_000_000
    )]
    pub chat_day_tokens: u32,
    /// Largest number of tokens in one answer of the model
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_CHAT_ANSWER_TOKENS",
        value_name = "N",
        default_value_t = 600,
        value_parser = clap::value_parser!(u32).range(16..=16_384)
    )]
    pub chat_answer_tokens: u32,
    /// Seconds for the start of the model's answer, and between two pieces of it; the whole answer
    /// may take four times as long
    #[arg(
        long,
        hide_short_help = true,
        env = "PORTICO_CHAT_PATIENCE",
        value_name = "SECONDS",
        default_value_t = 20,
        value_parser = clap::value_parser!(u32).range(1..=300)
    )]
    pub chat_patience: u32,
}

/// The name of a model, such as `gpt-4o-mini` or `Qwen/Qwen3-32B:free`.
fn model(text: &str) -> Result<String, String> {
    let fits = (1..=200).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_graphic());
    let wrong = "not the name of a model, such as `gpt-4o-mini`";
    fits.then(|| text.to_owned())
        .ok_or_else(|| wrong.to_owned())
}
