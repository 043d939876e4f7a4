//! The embedded backend: it answers `/api` for a company that has no backend.
//!
//! ```text
//! gateway ── Handle::call ──┐                 ┌─ platform/content  builds/origin/<hash>.json
//!                           ├─► api ─► flows ─┼─ db                var/origin.db or PostgreSQL
//! origin serve ── serve ────┘                 ├─ files             var/uploads/; var/messages/ or S3
//!                                             ├─ mail              var/outbox/ or SMTP
//! host/worker ─────────────────────► flows ───┴─ webhooks          chat groups, other programs
//! ```
//!
//! Read `api/calls.rs` first: it is the list of calls. A handler parses, asks a flow once and
//! replies.
//! The shapes are `contract::api`: any other backend that answers them can take this one's place.
//!
//! # Layout
//!
//! Imports point from the top of this table to its bottom.
//!
//! | module | for |
//! |---|---|
//! | `cli` | the program `origin`: options, commands, output |
//! | `operator` | an operator's changes of the data: accounts, sessions, messages, suppliers, keys, backup, restore, check; questions to the search |
//! | `host` | threads, sockets, how many calls at once; the worker |
//! | `api` | the calls: parsing, envelopes, refusals, the description in OpenAPI |
//! | `flows` | rules of several steps: sign-in, captchas, messages, uploads, outgoing mail and notices, housekeeping |
//! | `origin` | the parts of an origin, opened together |
//! | `state` | the state of each feature |
//! | `mail` | letters, the outbox, SMTP |
//! | `scanner` | verdicts of a virus scanner on a file: clamd's protocol, ICAP |
//! | `webhooks` | chat groups and other programs that are notified of messages |
//! | `assistant` | the parts of an answer to a question: the pages that it cites, a model's sentences, bounds |
//! | `search` | the index of the live build's public pages, and the answers to questions |
//! | `feishu` | Feishu's open platform: the person behind a code, tokens, the ticket for scripts |
//! | `openai` | a service that speaks OpenAI's protocol: a model's words, as they come |
//! | `files` | uploads on their way, and the store of messages' files |
//! | `db` | SQL, and migrations |
//! | `config` | options, addresses of servers |
//! | `model` | values and rules that need neither database nor mail |
//! | `platform` | clock, keys, secrets, texts, the live build, limits per client |
//!
//! # Invariants
//!
//! - Cookies are never read: a caller sends `Authorization: Bearer`.
//! - Codes and tokens are stored only as hashes, and no log line holds one, nor an address.
//! - The answer to any request is an envelope (except for the API's description, and for tus, which
//!   requires bare answers); bad input is never a 5xx.
//! - A letter or notice about a message is queued in the transaction that gives the reason for it,
//!   a row for each receiver, and sent at least once.
//! - No file of a message exists without a row, and no such row without a file, even after a kill
//!   at any moment.
//! - No answer reveals, by its words or its time, whether an address has an account.
//! - [`Handle`] has its own runtime and a bounded number of calls, so it cannot slow its caller.

mod api;
mod assistant;
mod captcha;
mod config;

mod feishu;

mod flows;
mod ground;
mod host;
mod messages;
mod operator;
mod origin;
mod search;
mod sign_in;
mod site;
mod state;
mod suppliers;
mod uploads;

pub mod mail;

pub use assistant::openai::OpenAiSetupError;
pub use captcha::challenge::PREDICTABLE_ANSWER;
pub use config::{
    AppSecret, BucketUrl, Config, DatabaseUrl, FeishuUrl, NotABucketUrl, NotAFeishuUrl,
    NotAScannerUrl, NotAnAppSecret, NotAnOpenAiKey, NotAnOpenAiUrl, NotAnSmtpUrl, OpenAiKey,
    OpenAiUrl, ScannerUrl, Settings, SmtpUrl, UnsafeSettings,
};
pub use feishu::app::FeishuSetupError;
pub use ground::clock;
pub use ground::db::OpenError;
pub use ground::db::acts::Act;
pub use ground::http::body::Body;
pub use ground::key::KeyError;
pub use ground::user::{Email, Role};
pub use ground::watched::WatchedError;
pub use host::admission::Busy;
pub use host::handle::Handle;
pub use host::serve;
pub use messages::rules::message::{MessageNumber, NotANumber};
pub use messages::webhooks::WebhooksError;
pub use operator::backup::{BackupError, Counts, RestoreOptions, Restored};
pub use operator::inbox::{
    Answer, Column, FileRecord, Inbox, InboxError, InboxPlace, MessageFilter, MessageRecord,
    MessageState, SubjectReport, UnsentRecord, WholeFile,
};
pub use operator::questions::{QuestionFigures, QuestionsError, measure_questions};
pub use operator::suppliers::{Fault, ImportOptions, Imported, SupplierRecord, SuppliersError};
pub use operator::{Operator, OperatorError, exit, rotate_key};
pub use origin::{Origin, StartError};
pub use sign_in::rules::registration::{NotARule, Pattern, Registration};
pub use sign_in::store::accounts::Account;
pub use uploads::files::fault::StoreError;
