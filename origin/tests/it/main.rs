//! The origin from outside: requests in, envelopes out, over a real database and real builds in a
//! temporary folder.
//!
//! | module | proves |
//! |---|---|
//! | `requests` | every request gets an envelope, and bad input never a 5xx |
//! | `openapi` | the description of the API is the one in the repository |
//! | `content` | system-config and protocol-config follow the live build |
//! | `captcha` | a question that is asked for free and answered once |
//! | `sign_in` | codes, sessions, names |
//! | `limits` | the limits of each call, and that excess calls harm no other client |
//! | `agreements` | the accepted agreements are those in force |
//! | `chat` | the assistant answers from pages of the site, with their passages |
//! | `chat_model` | a model writes answers from pages: whatever it writes or fails to, a shown sentence has its page or is marked |
//! | `poison` | pages that give a model orders: no sentence written in obedience passes as the site's word |
//! | `messages` | taken whole or not at all, once, with every fault reported |
//! | `standing` | a message is seen and taken back by its link alone, and no part of it stays |
//! | `html_forms` | messages of browsers without JavaScript |
//! | `inbox` | messages as staff read, export and finish them |
//! | `purging` | no trace is left of a purged message |
//! | `message_backups` | no backup brings a message back that was taken away |
//! | `subject` | all messages of a person, given out or deleted |
//! | `scanner` | no file is taken out before a scanner found it clean, whatever it answers |
//! | `outgoing` | letters and webhooks about messages, and their receivers |
//! | `retries` | the same where it fails: again, and to no receiver twice |
//! | `uploads` | an interrupted upload can be continued anywhere, and no client can fill the disk |
//! | `floods` | unfinished uploads keep no client out |
//! | `hostile` | files and answers that are made to harm: refused, and no trace of them stays |
//! | `kills` | messages and uploads of an origin that is killed |
//! | `letter_kills` | its letters |
//! | `feishu` | Feishu's answer begins a session, any other of its answers ends in words that help |
//! | `wechat` | WeChat accepts the signatures of the site's pages, and is asked as rarely as can be |
//! | `suppliers` | the list for people that came by Feishu, and for no others |
//! | `account` | sessions elsewhere, and the end of an account |
//! | `faults` | a locked database, a full disk, two at once: no data lost, none half written |
//! | `secrecy` | no log line holds an address, a code, a token |
//! | `security` | `docs/security.md` names tests that exist, one for each threat and call |
//! | `properties` | the same as `requests`, over random bytes |
//! | `running` | the handle's bound and its end; the program over HTTP |
//! | `operators` | `origin user …` and `origin session …`, beside a running program |
//! | `languages` | reasons and reports in Chinese or English |
//! | `backup` | backup and restore under load, under damage, and when killed |
//! | `metrics` | numbers for Prometheus, with the database and without it |
//! | `check` | the check has the result of the start, and makes no change |
//! | `keys` | keys rotate beside a running origin |
//! | `mail` | e-mail over a real SMTP server that takes it, refuses it, hangs, asks for a password, encrypts |
//! | `engines` | PostgreSQL: the errors when it cannot be used, and that the origin outlives its absence |
//!
//! They run on SQLite, and on PostgreSQL when `DATABASE_URL` names a server: `scripts/with-postgres
//! cargo test -p origin`.

#![expect(
    clippy::unwrap_used,
    reason = "what a test cannot go on without ends it"
)]

mod account;
mod acts;
mod agreements;
mod answer;
mod archives;
mod backup;
mod builds;
mod captcha;
mod chat;
mod chat_model;
mod check;
mod content;
mod database;
mod engines;
mod faults;
mod feishu;
mod feishu_platform;
mod floods;
mod harness;
mod hostile;
mod hostile_files;
mod html_forms;
mod inbox;
mod keys;
mod kills;
mod languages;
mod letter_kills;
mod limits;
mod log;
mod mail;
mod message_backups;
mod messages;
mod metrics;
mod model_service;
mod openapi;
mod operators;
mod outgoing;
mod page_builds;
mod poison;
mod program;
mod properties;
mod purging;
mod receiver;
mod recipients;
mod refused_forms;
mod requests;
mod retries;
mod running;
mod s3;
mod scanner;
mod scanners;
mod search;
mod secrecy;
mod security;
mod sign_in;
mod smtp;
mod standing;
mod subject;
mod suppliers;
mod uploads;
mod wechat;
mod wechat_platform;
