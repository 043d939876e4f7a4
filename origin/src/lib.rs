//! The embedded backend: what a company with no backend of its own answers `/api` with.
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
//! | `cli` | the program `origin`: options, commands, what they print |
//! | `operator` | what an operator does to the data: accounts, sessions, messages, suppliers, keys, backup, restore, check; questions to the search |
//! | `host` | threads, sockets, how many calls at once; the worker |
//! | `api` | the calls: parsing, envelopes, refusals, the description in OpenAPI |
//! | `flows` | rules of several steps: sign-in, captchas, messages, uploads, what is sent, housekeeping |
//! | `origin` | the parts of an origin, opened together |
//! | `mail` | letters, the outbox, SMTP |
//! | `scanner` | what a scanner for viruses says of a file: clamd's protocol, ICAP |
//! | `webhooks` | chat groups and other programs that are told of messages |
//! | `assistant` | what an answer to a question is made of: the pages that it cites, a model's sentences, bounds |
//! | `search` | the index of the live build's public pages, and what answers a question |
//! | `feishu` | Feishu's open platform: who a code belongs to, tokens, the ticket for scripts |
//! | `openai` | a service that speaks OpenAI's protocol: a model's words, as they come |
//! | `files` | uploads on their way, and the store of messages' files |
//! | `db` | SQL, and migrations |
//! | `config` | options, addresses of servers |
//! | `model` | values and rules that need neither database nor mail |
//! | `platform` | clock, keys, secrets, texts, the live build, limits per client |
//!
//! # Invariants
//!
//! - Cookies are never read: whoever calls sends `Authorization: Bearer`.
//! - Codes and tokens are stored only as hashes, and no log line holds one, nor an address.
//! - Whatever is sent, the answer is an envelope (but for the API's description, and for what tus
//!   wants bare); bad input is never a 5xx.
//! - What is sent about a message is queued in the transaction that gives the reason for it, a row
//!   for each receiver, and sent at least once.
//! - No file of a message without a row, and no such row without a file, whatever is killed when.
//! - No answer tells, by its words or its time, whether an address has an account.
//! - [`Handle`] has its own runtime and a bounded number of calls, so it cannot slow whoever calls
//!   it.

mod api;
mod assistant;
mod config;
mod db;
mod feishu;
mod files;
mod flows;
mod host;
mod model;
mod openai;
mod operator;
mod origin;
mod platform;
mod scanner;
mod search;
mod webhooks;

pub mod mail;

pub use api::Body;
pub use config::{
    AppSecret, BucketUrl, Config, DatabaseUrl, FeishuUrl, NotABucketUrl, NotAFeishuUrl,
    NotAScannerUrl, NotAnAppSecret, NotAnOpenAiKey, NotAnOpenAiUrl, NotAnSmtpUrl, OpenAiKey,
    OpenAiUrl, ScannerUrl, Settings, SmtpUrl, UnsafeSettings,
};
pub use db::OpenError;
pub use db::accounts::Account;
pub use db::acts::Act;
pub use feishu::FeishuSetupError;
pub use files::fault::StoreError;
pub use host::admission::Busy;
pub use host::handle::Handle;
pub use host::serve;
pub use model::captcha::PREDICTABLE_ANSWER;
pub use model::message::{MessageNumber, NotANumber};
pub use model::registration::{NotARule, Pattern, Registration};
pub use model::user::{Email, Role};
pub use openai::OpenAiSetupError;
pub use operator::backup::{BackupError, Counts, RestoreOptions, Restored};
pub use operator::inbox::{
    Answer, Column, FileRecord, Inbox, InboxError, InboxPlace, MessageFilter, MessageRecord,
    MessageState, SubjectReport, UnsentRecord, WholeFile,
};
pub use operator::questions::{QuestionFigures, QuestionsError, measure_questions};
pub use operator::suppliers::{Fault, ImportOptions, Imported, SupplierRecord, SuppliersError};
pub use operator::{Operator, OperatorError, exit, rotate_key};
pub use origin::{Origin, StartError};
pub use platform::clock;
pub use platform::key::KeyError;
pub use platform::watched::WatchedError;
pub use webhooks::WebhooksError;
