//! The studio's calls for agents and scripts, as a server of the Model Context Protocol over
//! standard input and output.
//!
//! ```text
//! agent ──JSON-RPC──► tools ──► client ──HTTP, Unix socket──► studio of a running `watch`
//! ```
//!
//! An agent reads, checks, edits in a change set, compares, previews and proposes. A person
//! publishes: no tool does, the client claims the role `editor` and no other, and the studio
//! refuses a publication under the name of an agent ([`contract::studio::AGENT`]).

mod answers;
mod arguments;
mod client;
mod limits;
mod page_text;
mod tools;

use std::path::Path;

use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};
use rmcp::ServiceExt;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio;

use client::StudioClient;
use tools::StudioTools;

/// Longest message from the agent, in bytes. A longer one is dropped with an error.
const MESSAGE_MAX: usize = 4 * 1024 * 1024;

/// Longest name of a person, in characters.
const NAME_MAX: usize = 80;

/// Answers on standard output until standard input ends. `by` is the person for whom the agent
/// works; problems are in `language`.
///
/// # Errors
/// No `watch` with a studio answers under `var`, or the name cannot be sent.
pub fn serve(var: &Path, by: &str, language: Language) -> Result<(), Failure> {
    let is_sendable = |character: char| character.is_ascii_graphic() || character == ' ';
    if by.is_empty() || by.len() > NAME_MAX || !by.chars().all(is_sendable) {
        let wrong = Message::new("mcp-name").with("name", by);
        return Err(Failure::new(Exit::Usage, wrong));
    }
    let client = StudioClient::new(var, by, language);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(anyhow::Error::from)?;
    runtime.block_on(async {
        let away = |error| Failure::new(Exit::Environment, client.no_watch().because(error));
        client.connect().await.map_err(away)?;
        let (input, output) = stdio();
        let transport =
            AsyncRwTransport::new_server(input, output).with_max_line_length(MESSAGE_MAX);
        let broken = |error: anyhow::Error| Failure::new(Exit::Environment, error);
        let tools = StudioTools::new(client.clone());
        let served = match tools.serve(transport).await {
            Ok(server) => server.waiting().await.map_err(|error| broken(error.into())),
            Err(error) => return Err(broken(error.into())),
        };
        served.map(drop)
    })
}
