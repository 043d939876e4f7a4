//! The embedded backend: it answers `/api` for a company that has no backend.
//!
//! ```text
//! gateway ── Handle::call ──┐
//!                           ├─► api ─► http of a feature ─► its rules ─► its store
//! origin serve ── serve ────┘                                  └─► mail, files, webhooks
//!
//! host/worker ─► housekeeping, messages::outbox, uploads::scans
//! ```
//!
//! Read `api/calls.rs` first: it is the list of calls. Then read one feature: a folder with the
//! calls (`http`), the rules, the tables (`store`) and the operator's commands (`operator`), as far
//! as it has them.
//! The shapes are `contract::api`: any other backend that answers them can take this one's place.
//!
//! # Layout
//!
//! Imports point from the top of this table to its bottom.
//!
//! | module | for |
//! |---|---|
//! | `cli` | the program `origin`: options, commands, output |
//! | `words` | the words of all errors, for a person |
//! | `operator` | an operator's changes of all data: backup, restore, keys; whether an origin would start |
//! | `host` | threads, sockets, how many calls at once; the worker |
//! | `api` | the list of calls, and the way of a request to its handler |
//! | `metrics` | the numbers of an origin, for Prometheus |
//! | `housekeeping` | removal of expired data |
//! | `origin` | the features of an origin, opened together |
//! | `config` | all options |
//!
//! # Crates
//!
//! Each feature is a crate in a folder beside `src`. A crate imports crates below it.
//!
//! | crate | for |
//! |---|---|
//! | `messages` | messages of the site's forms, and the letters and notices about them |
//! | `uploads` | files of messages: upload, store, virus scanner, recognition of documents |
//! | `suppliers` | the register of suppliers |
//! | `feishu` | sign-in by Feishu, and the signature of pages that it shows |
//! | `wechat` | the signature of pages whose sharing cards WeChat shows |
//! | `sign_in` | sign-in by an e-mailed code: accounts, sessions, registration |
//! | `captcha` | captchas |
//! | `assistant` | answers to questions, from pages of the site and from a model |
//! | `search` | the index of the live build's public pages, and the answers to questions |
//! | `mail` | letters, the outbox, SMTP |
//! | `platforms` | open platforms of others: an app's secret, its tokens, the pages it signs |
//! | `ground` | clock, keys, texts, the live build, limits per client, the database, parts of HTTP |
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
mod config;
mod host;
mod housekeeping;
mod metrics;
pub mod operator;
mod origin;
mod words;

pub use bucket::{BucketUrl, NotABucketUrl};
pub use config::{Config, Settings, UnsafeSettings};
pub use contract::api::MessageFormat;
pub use host::admission::Busy;
pub use host::handle::Handle;
pub use host::serve;
pub use metrics::expose_absent as expose_absent_metrics;
pub use operator::backup::{BackupError, Counts, RestoreOptions, Restored};
pub use operator::{exit, rotate_key};
pub use origin::{Origin, StartError};
pub use origin_assistant::openai::OpenAiSetupError;
pub use origin_assistant::openai::key::{NotAnOpenAiKey, OpenAiKey};
pub use origin_assistant::openai::url::{NotAnOpenAiUrl, OpenAiUrl};
pub use origin_assistant::questions::{QuestionFigures, QuestionsError, measure_questions};
pub use origin_assistant::settings::ChatSettings;
pub use origin_captcha::challenge::PREDICTABLE_ANSWER;
pub use origin_feishu::app::FeishuSetupError;
pub use origin_feishu::settings::FeishuSettings;
pub use origin_ground::clock;
pub use origin_ground::db::OpenError;
pub use origin_ground::db::url::DatabaseUrl;
pub use origin_ground::http::body::Body;
pub use origin_ground::key::KeyError;
pub use origin_ground::operator::acts_table::Act;
pub use origin_ground::operator::{Operator, OperatorError};
pub use origin_ground::user::{Email, Role, Roles};
pub use origin_ground::watched::{Reread, WatchedError};
pub use origin_mail as mail;
pub use origin_mail::settings::MailSettings;
pub use origin_mail::smtp_url::{NotAnSmtpUrl, SmtpUrl};
pub use origin_messages::operator::{
    Answer, Column, FileRecord, Inbox, InboxError, InboxPlace, MessageFilter, MessageRecord,
    MessageState, SubjectReport, UnsentRecord, WholeFile,
};
pub use origin_messages::rules::message::{MessageNumber, NotANumber};
pub use origin_messages::settings::MessageSettings;
pub use origin_messages::webhooks::WebhooksError;
pub use origin_platforms::app_secret::{AppSecret, NotAnAppSecret};
pub use origin_platforms::url::{NotAPlatformUrl, PlatformUrl};
pub use origin_sign_in::operator as accounts;
pub use origin_sign_in::rules::registration::{NotARule, Pattern, Registration};
pub use origin_sign_in::store::accounts::Account;
pub use origin_suppliers::operator as suppliers;
pub use origin_suppliers::operator::{
    Fault, ImportOptions, Imported, SupplierRecord, SuppliersError,
};
pub use origin_uploads::files::fault::StoreError;
pub use origin_uploads::scanner::url::{NotAScannerUrl, ScannerUrl};
pub use origin_wechat::account::WeChatSetupError;
pub use origin_wechat::settings::WeChatSettings;
pub use words::message_of;
