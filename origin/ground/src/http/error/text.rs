//! Texts of refusals, for the client.

use super::ApiError;
use crate::texts::{Catalog, fill};
use crate::user::NAME_MAX;

impl ApiError {
    /// The text for the client.
    pub fn message(&self, catalog: &Catalog) -> String {
        let texts = &catalog.api;
        let data_header = [("header", contract::origin_data::HEADER)];
        match self {
            Self::UnknownCall(call) => fill(&texts.unknown_call, &[("call", call)]),
            Self::MethodNotAllowed(allow) => fill(&texts.method_not_allowed, &[("allow", allow)]),
            Self::NotJson => texts.not_json.clone(),
            Self::MalformedBody(place) => fill(&texts.malformed_body, &[("place", place)]),
            Self::BodyTooLarge(max) => {
                let kilobytes = (max / 1024).to_string();
                fill(&texts.body_too_large, &[("kilobytes", &kilobytes)])
            }
            Self::BodyTooSlow | Self::BodyBroken => texts.body_incomplete.clone(),
            Self::UnknownKind => texts.unknown_kind.clone(),
            Self::CaptchaRefused => texts.captcha_refused.clone(),
            Self::BadEmail => texts.bad_email.clone(),
            Self::BadName => fill(&texts.bad_name, &[("max", &NAME_MAX.to_string())]),
            Self::CodeTooSoon(seconds) => {
                fill(&texts.code_too_soon, &[("seconds", &seconds.to_string())])
            }
            Self::TooManyCodes(seconds) => {
                let minutes = (seconds + 59) / 60;
                fill(&texts.too_many_codes, &[("minutes", &minutes.to_string())])
            }
            Self::TooManyCalls(seconds) => {
                fill(&texts.too_many_calls, &[("seconds", &seconds.to_string())])
            }
            Self::CodeRefused => texts.code_refused.clone(),
            Self::AgreementsChanged => texts.agreements_changed.clone(),
            Self::MailFailed => texts.mail_failed.clone(),
            Self::SignedOut => texts.signed_out.clone(),
            Self::UnknownSession => texts.unknown_session.clone(),
            Self::UnknownForm => texts.unknown_form.clone(),
            Self::UnknownMessage => texts.unknown_message.clone(),
            Self::NeedsRecipient => texts.needs_recipient.clone(),
            Self::UnknownNumber => texts.unknown_number.clone(),
            Self::NoMessageFile => texts.no_message_file.clone(),
            Self::FileNotScanned => texts.file_not_scanned.clone(),
            Self::FileInfected => texts.file_infected.clone(),
            Self::NotDone => texts.not_done.clone(),
            Self::MessageWithdrawn => texts.message_withdrawn.clone(),
            Self::BadKey => texts.bad_key.clone(),
            Self::Faults(_, labels) => fill(&texts.fields_refused, &[("fields", labels)]),
            Self::PrivacyChanged => texts.privacy_changed.clone(),
            Self::CaptchaNeeded => texts.captcha_needed.clone(),
            Self::NotTus => texts.not_tus.clone(),
            Self::NotBytes => texts.not_bytes.clone(),
            Self::BadUploadHeader(name) => {
                fill(&texts.bad_upload_header, &[("header", name.as_str())])
            }
            Self::BadFileName => texts.bad_file_name.clone(),
            Self::BadFileKind => texts.bad_file_kind.clone(),
            Self::EmptyFile => texts.empty_file.clone(),
            Self::FileTooLarge(max) => {
                let megabytes = (max / 1024 / 1024).to_string();
                fill(&texts.file_too_large, &[("megabytes", &megabytes)])
            }
            Self::UnknownUpload => texts.unknown_upload.clone(),
            Self::UploadElsewhere => texts.upload_elsewhere.clone(),
            Self::UploadTooLong => texts.upload_too_long.clone(),
            Self::UploadContested => texts.upload_contested.clone(),
            Self::NoFeishu => texts.no_feishu.clone(),
            Self::FeishuCodeRefused => texts.feishu_code_refused.clone(),
            Self::FeishuPersonRefused => texts.feishu_person_refused.clone(),
            Self::FeishuBusy(seconds) => {
                fill(&texts.feishu_busy, &[("seconds", &seconds.to_string())])
            }
            Self::FeishuAway => texts.feishu_away.clone(),
            Self::NeedsFeishu => texts.needs_feishu.clone(),
            Self::NotFeishuPage => texts.not_feishu_page.clone(),
            Self::NotWeChatPage => texts.not_wechat_page.clone(),
            Self::WeChatAway => texts.wechat_away.clone(),
            Self::UnknownSupplier => texts.unknown_supplier.clone(),
            Self::BadQuery(name) => fill(&texts.bad_query, &[("name", name)]),
            Self::NoBuild => texts.no_build.clone(),
            Self::UnknownData => fill(&texts.unknown_data, &data_header),
            Self::BadDataHash => fill(&texts.bad_data_hash, &data_header),
            Self::BadQuestion => texts.bad_question.clone(),
            Self::BadPage => texts.bad_page.clone(),
            Self::BadConversation => texts.bad_conversation.clone(),
            Self::NoRoom | Self::Unavailable => texts.unavailable.clone(),
            Self::Internal => texts.internal.clone(),
        }
    }
}
