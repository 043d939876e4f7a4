//! Messages that visitors send by a form of the site (R2.04, R2.05, R5.01).

use contract::api::{Envelope, MessageReceived, MessageRequest, Refusal};

use super::form_post;
use crate::Messages;
use crate::http::submit::submit;
use crate::rules::submission::{Attachment, Consent, MessageSubmission};
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Always, Languages, Limited, Nothing};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;
use origin_ground::site::forms::{MESSAGE_MAX, form};

/// Sends a message.
///
/// `fields` has an answer for each question of the form, under its name; `upload` the id of the
/// file's upload, which must be whole. `key` makes it safe to send again after an answer was lost:
/// the same key again is the same message, has the same number, and is stored once. `consent` is
/// the version of the privacy text, as in `protocolConfig`. Visitors do not see the
/// field `website`: a message that has it comes from a program and is dropped.
///
/// Invalid answers are reported together, each with the first rule that it breaks. A network that
/// sends many messages must answer a captcha (403), and may send one a minute at last.
///
/// An HTML form may send the same, as `multipart/form-data` or `application/x-www-form-urlencoded`:
/// a field of each question's name, `file`, `consent=yes`, `language`, perhaps `key`. It is led on
/// to the form's page `sent`. A refusal shows the form again, as HTML with the status of the
/// refusal: with the answers, and the reasons beside their questions. Where the form's page offers
/// no `refusals.json`, it is led on to `failed`.
#[utoipa::path(
    post,
    path = "/api/message/{form}",
    tag = "message",
    operation_id = "sendMessage",
    params(Languages, ("form" = String, Path, pattern = "^[0-9A-Za-z_-]+$", description = "Key of the form.")),
    request_body = MessageRequest,
    responses(
        Always,
        Limited,
        (status = 200, description = "Received, now or when it was sent first.", body = Envelope<MessageReceived>),
        (status = 303, description = "To an HTML form: whether it was taken is what the page at `Location` says; \
            a refusal may be a document instead."),
        (status = 400, description = "The body is malformed, `key` is none, or the captcha is \
            wrong, used or expired (`field` is `captcha`).", body = Envelope<Option<Refusal>>),
        (status = 403, description = "A captcha is asked for; `field` is `captcha`.", body = Envelope<Refusal>),
        (status = 404, description = "There is no such form.", body = Envelope<Nothing>),
        (status = 408, description = "The body took longer than 10 s.", body = Envelope<Nothing>),
        (status = 409, description = "`consent` is not the version in force; `field` is `agreements`.", body = Envelope<Refusal>),
        (status = 413, description = "The body is larger than 64 KB.", body = Envelope<Nothing>),
        (status = 415, description = "The content type is neither `application/json` nor that of a form.", body = Envelope<Nothing>),
        (status = 422, description = "Answers that cannot be taken: `fields` has them.", body = Envelope<Refusal>),
        (status = 423, description = "The upload is being written to.", body = Envelope<Nothing>),
    )
)]
pub async fn send(messages: &Messages, request: Incoming) -> Result<Answer, ApiError> {
    let (client, name) = (request.client(), request.id.clone());
    let language = request.language().map(str::to_owned);
    let form = form(&messages.ground, language.as_deref(), &name).await?;
    if form_post::is_form(&request) {
        return form_post::answer(messages, request, &form).await;
    }
    let given: MessageRequest = request.json_within(MESSAGE_MAX).await?;
    let submission = MessageSubmission {
        form_name: &name,
        form: &form,
        language: language.as_deref(),
        key: &given.key,
        answers: &given.fields,
        attachment: given
            .upload
            .as_deref()
            .map_or(Attachment::None, Attachment::parse),
        consent: Consent::Version(&given.consent),
        website: &given.website,
        client,
        captcha: given.captcha_id.as_deref().zip(given.captcha.as_deref()),
    };
    let number = submit(messages, &submission).await?;
    data(&MessageReceived { number })
}
