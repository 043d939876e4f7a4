//! Facts of a site that a profile judges. [`Facts::gather`] reads the built frontend and renders a
//! page of each public route and language; nothing else of a profile reads files.

mod gather;

use std::collections::BTreeSet;

use generator_content::SearchedBy;
use serde_json::Value;

use super::document::Document;

/// The facts.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// Public address of the site.
    pub url: String,
    /// Name of its time zone.
    pub time_zone: String,
    /// Codes of its languages, the default first.
    pub locales: Vec<String>,
    /// `public` of `site.yaml`.
    pub public: Value,
    /// The program that answers searches.
    pub searched_by: SearchedBy,
    /// The agreements, in each language.
    pub agreements: Vec<AgreementText>,
    /// Paths of the files at the root: `/favicon.ico`.
    pub static_files: BTreeSet<String>,
    /// One document of each public route and language.
    pub documents: Vec<Document>,
    /// The files that documents load.
    pub assets: Vec<AssetFile>,
    /// The document template.
    pub template: String,
    /// The forms of messages.
    pub forms: Vec<FormPage>,
    /// Sources of scripts that header classes allow.
    pub script_sources: Vec<String>,
    /// Routes whose pages are in the sitemap.
    pub listed: usize,
}

/// An agreement in one language.
#[derive(Clone, Debug, Default)]
pub struct AgreementText {
    /// `privacy` or `terms`.
    pub key: String,
    /// Path of its page, without a language.
    pub path: String,
    /// Code of the language.
    pub locale: String,
    /// `content/pages/privacy/zh-CN.md`.
    pub file: String,
    /// The Markdown text; none: the page has no text of this language.
    pub text: Option<String>,
}

/// A file that documents load.
#[derive(Clone, Debug, Default)]
pub struct AssetFile {
    /// Name of the file below `frontend/dist/client/assets`.
    pub name: String,
    /// Size of the file in bytes.
    pub size: u64,
    /// Addresses of other hosts that it requests.
    pub requests: Vec<String>,
}

/// A form of messages.
#[derive(Clone, Debug, Default)]
pub struct FormPage {
    /// Key of the form: `bp`.
    pub key: String,
    /// Path of the form's page, without a language.
    pub path: String,
}

impl Facts {
    /// The documents in Chinese.
    pub fn chinese(&self) -> impl Iterator<Item = &Document> {
        let documents = self.documents.iter();
        documents.filter(|document| is_chinese(&document.locale))
    }

    /// The documents that visitors see in their own window.
    pub fn ordinary(&self) -> impl Iterator<Item = &Document> {
        self.documents.iter().filter(|document| !document.is_framed)
    }

    /// The agreement `key`, in each language.
    pub fn agreement<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a AgreementText> {
        self.agreements.iter().filter(move |text| text.key == key)
    }

    /// The Chinese text of the agreement `key`; empty if there is none.
    pub fn chinese_agreement<'a>(&'a self, key: &'a str) -> &'a str {
        let mut texts = self.agreement(key);
        let found = texts.find(|text| is_chinese(&text.locale));
        found.and_then(|text| text.text.as_deref()).unwrap_or("")
    }

    /// A text of `public` in `site.yaml`, by its pointer there.
    pub fn setting(&self, pointer: &str) -> Option<&str> {
        self.public.pointer(pointer)?.as_str()
    }
}

/// True for `zh`, `zh-CN` and other codes of Chinese.
pub fn is_chinese(locale: &str) -> bool {
    locale.split('-').next() == Some("zh")
}
