//! The same from a browser without JavaScript: an HTML form, answered by leading on to a page, or
//! by the form itself with the reasons of the refusal.
//!
//! Each field has the name of its question; the file is `file`, consent is `consent=yes`, and
//! `language` decides the prefix of the next page.

use std::time::Duration;

use contract::form::{FieldKind, Form, RESERVED_NAMES};
use futures_util::stream;
use http::StatusCode;
use http::header::{CONTENT_TYPE, LOCATION};
use http_body::Frame;
use http_body_util::{BodyDataStream, BodyExt, StreamBody};
use multer::{Constraints, Field, Multipart, SizeLimit};
use serde_json::Value;
use tokio::time::{Instant, timeout};

use super::form_page::{self, FormPage, Refused};
use crate::Messages;
use crate::http::submit::{give_up, submit};
use crate::rules::form as model;
use crate::rules::form::{Answers, FILE};
use crate::rules::submission::{Attachment, Consent, MessageSubmission};
use origin_captcha::http as captcha;
use origin_ground::http::body::{Body, SharedBody, drain, whole};
use origin_ground::http::error::ApiError;
use origin_ground::http::reply::Answer;
use origin_ground::http::request::Incoming;
use origin_ground::id;
use origin_ground::limits::Client;
use origin_ground::site::forms::MESSAGE_MAX;
use origin_ground::token::Token;
use origin_uploads::http::uploads::check_file;
use origin_uploads::upload::{self, UploadRequest};

const MULTIPART: &str = "multipart/form-data";
const URL_ENCODED: &str = "application/x-www-form-urlencoded";

/// Parts of a form: more than any has.
const PARTS: usize = 200;

/// How long a part that is no file may be on its way.
const PART_TIME: Duration = Duration::from_secs(30);

/// How long a form that was refused early is read on. Less than a gateway waits for an answer.
const REFUSED_TIME: Duration = Duration::from_secs(100);

/// A form as it was sent.
#[derive(Default)]
struct FormBody {
    /// Name → value, in the order in which they came.
    pairs: Vec<(String, String)>,
    upload: Option<Token>,
    /// Why the file was not taken; the rest of the form is read all the same.
    file_error: Option<ApiError>,
}

/// Address and sender of a form.
struct FormContext<'a> {
    messages: &'a Messages,
    form_name: String,
    form: &'a Form,
    client: Client,
}

/// Whether a request is an HTML form.
pub fn is_form(request: &Incoming) -> bool {
    [MULTIPART, URL_ENCODED].contains(&essence(request))
}

fn essence(request: &Incoming) -> &str {
    let text = request.header(&CONTENT_TYPE).unwrap_or_default();
    text.split(';').next().unwrap_or_default().trim()
}

/// Stores the message, if it can be taken, and leads on to the page of confirmation. Else the
/// answer is the form with the reasons; on a site whose forms offer none, the page of refusal.
pub async fn answer(
    messages: &Messages,
    request: Incoming,
    form: &Form,
) -> Result<Answer, ApiError> {
    let context = FormContext {
        messages,
        form_name: request.id.clone(),
        form,
        client: request.client(),
    };
    let asked = request.language().map(str::to_owned);
    let mut form_body = FormBody::default();
    let read = form_body.read(&context, request).await;
    let language = form_body.value("language").map(str::to_owned).or(asked);
    let stored = match (read, form_body.file_error.clone()) {
        (Ok(()), None) => form_body.send(&context, language.as_deref()).await,
        (Err(error), _) | (_, Some(error)) => Err(error),
    };
    // A browser that sent a form has no other use for its file.
    if let Some(upload) = &form_body.upload {
        give_up(messages, upload).await;
    }
    if let Err(error) = &stored {
        tracing::info!(status = error.status().as_u16(), "an HTML form was refused");
    }
    let texts = messages.ground.content.texts().await;
    let catalog = texts.catalog(language.as_deref().unwrap_or_default());
    let page = match &stored {
        Ok(()) => "sent",
        Err(error) => {
            let shown = FormPage::read(messages, form, language.as_deref()).await;
            if let Some(page) = shown {
                let refused = form_body.refusal_page(&context, error).await;
                return Ok(page.answer(&refused, catalog));
            }
            "failed"
        }
    };
    let prefix = &catalog.locale.prefix;
    let slash = if prefix.is_empty() { "" } else { "/" };
    let path = format!("{slash}{prefix}{}/{page}", form.path);
    Ok(Answer::Bare(StatusCode::SEE_OTHER, vec![(LOCATION, path)]))
}

impl FormBody {
    /// Reads a form to its end, also one that is refused on the way: a connection that is closed
    /// while a browser still sends shows a reset instead of the page.
    async fn read(&mut self, context: &FormContext<'_>, request: Incoming) -> Result<(), ApiError> {
        let start = Instant::now();
        let is_url_encoded = essence(&request) == URL_ENCODED;
        let boundary = request.header(&CONTENT_TYPE).map(multer::parse_boundary);
        let body = SharedBody::new(request.into_body());
        let read = match boundary.and_then(Result::ok) {
            _ if is_url_encoded => self.read_pairs(body.clone()).await,
            Some(boundary) => {
                let parts = parts(body.clone(), boundary, context.form);
                self.read_parts(context, parts).await
            }
            None => Err(ApiError::BodyBroken),
        };
        if read.is_err() {
            drain(body, most(context.form), start + REFUSED_TIME).await;
        }
        read
    }

    async fn read_pairs(&mut self, body: SharedBody) -> Result<(), ApiError> {
        let bytes = whole(body.boxed_unsync(), MESSAGE_MAX).await?;
        let pairs = url::form_urlencoded::parse(&bytes).into_owned();
        self.pairs = pairs.take(PARTS).collect();
        Ok(())
    }

    async fn read_parts(
        &mut self,
        context: &FormContext<'_>,
        mut parts: Multipart<'static>,
    ) -> Result<(), ApiError> {
        for _ in 0..PARTS {
            let Some(part) = in_time(parts.next_field()).await? else {
                return Ok(());
            };
            if part.name() == Some(FILE) {
                let received = self.receive(context, part).await;
                self.file_error = self.file_error.take().or(received.err());
            } else if let Some(name) = part.name().map(str::to_owned) {
                self.pairs.push((name, in_time(part.text()).await?));
            }
        }
        Err(ApiError::BodyBroken)
    }

    /// Takes the file, as an upload. A browser sends a part without a name where none was chosen.
    async fn receive(
        &mut self,
        context: &FormContext<'_>,
        part: Field<'static>,
    ) -> Result<(), ApiError> {
        let file_name = part.file_name().unwrap_or_default().to_owned();
        if file_name.is_empty() || self.upload.is_some() {
            return Ok(());
        }
        let &FormContext {
            messages,
            form,
            client,
            ..
        } = context;
        messages.ground.limits.upload.check(client)?;
        let most = form.file.as_ref().map_or(0, |file| file.max_bytes);
        check_file(form, &file_name, most)?;
        let upload = UploadRequest {
            form: &context.form_name,
            file_name: &file_name,
            size: most,
            client,
        };
        let mut body = body_of(part);
        self.upload = Some(upload::receive(&messages.uploads, &upload, &mut body).await?);
        Ok(())
    }

    async fn send(
        &self,
        context: &FormContext<'_>,
        language: Option<&str>,
    ) -> Result<(), ApiError> {
        let key = self.value("key").map_or_else(id::random, str::to_owned);
        let submission = MessageSubmission {
            form_name: &context.form_name,
            form: context.form,
            language,
            key: &key,
            answers: &self.answers(context.form),
            attachment: self.upload.clone().map_or(Attachment::None, Attachment::Id),
            consent: Consent::InForce(self.value("consent") == Some("yes")),
            website: self.value("website").unwrap_or_default(),
            client: context.client,
            captcha: self.value("captchaId").zip(self.value("captcha")),
        };
        submit(context.messages, &submission).await?;
        Ok(())
    }

    /// The refusal of this form: everything that its sender has to put right.
    async fn refusal_page<'a>(
        &'a self,
        context: &'a FormContext<'_>,
        error: &'a ApiError,
    ) -> Refused<'a> {
        let &FormContext {
            messages,
            form,
            client,
            ..
        } = context;
        let is_doubted = error.field() == Some(contract::api::Field::Captcha);
        let captcha = match is_doubted {
            true => captcha::picture(&messages.captchas, client).await.ok(),
            false => None,
        };
        Refused {
            form_name: &context.form_name,
            error,
            faults: form_page::faults(error, model::faults(form, &self.answers(form))),
            pairs: &self.pairs,
            had_file: self.upload.is_some(),
            captcha,
        }
    }

    /// The first value of a name.
    fn value(&self, name: &str) -> Option<&str> {
        let mut pairs = self.pairs.iter();
        let pair = pairs.find(|(known, _)| known == name);
        pair.map(|(_, value)| value.as_str())
    }

    /// Values by their names, as a browser with JavaScript sends them.
    fn answers(&self, form: &Form) -> Answers {
        let mut answers = Answers::new();
        for (name, value) in &self.pairs {
            if RESERVED_NAMES.contains(&name.as_str()) {
                continue;
            }
            // HTML writes the end of a line with two characters, and counts it as one.
            let value = Value::String(value.replace("\r\n", "\n"));
            let takes_several = form
                .fields
                .iter()
                .any(|field| field.name == *name && field.kind == FieldKind::Choices);
            match answers.get_mut(name) {
                Some(Value::Array(values)) => values.push(value),
                Some(one) => *one = Value::Array(vec![one.take(), value]),
                None if takes_several => {
                    answers.insert(name.clone(), Value::Array(vec![value]));
                }
                None => {
                    answers.insert(name.clone(), value);
                }
            }
        }
        answers
    }
}

/// Bytes that a form may have.
fn most(form: &Form) -> u64 {
    let file = form.file.as_ref().map_or(0, |file| file.max_bytes);
    file + 2 * MESSAGE_MAX as u64
}

/// The parts of a form, each of them bounded.
fn parts(body: SharedBody, boundary: String, form: &Form) -> Multipart<'static> {
    // Of a file that is too large the upload takes notice; the answers behind it are read all the
    // same, if it is not larger by far.
    let sizes = SizeLimit::new()
        .whole_stream(2 * most(form))
        .per_field(MESSAGE_MAX as u64)
        .for_field(FILE, 2 * most(form));
    let constraints = Constraints::new().size_limit(sizes);
    Multipart::with_constraints(BodyDataStream::new(body), boundary, constraints)
}

/// A part, or all fields without a file, if they come in time.
async fn in_time<T>(reading: impl Future<Output = multer::Result<T>>) -> Result<T, ApiError> {
    let read = timeout(PART_TIME, reading).await;
    read.map_err(|_| ApiError::BodyTooSlow)?.map_err(broken)
}

/// The bytes of a part, as they come.
fn body_of(part: Field<'static>) -> Body {
    let chunks = stream::unfold(part, |mut part| async move {
        let chunk = part.chunk().await.transpose()?;
        Some((chunk.map(Frame::data), part))
    });
    StreamBody::new(chunks).map_err(Into::into).boxed_unsync()
}

fn broken(error: multer::Error) -> ApiError {
    match error {
        multer::Error::FieldSizeExceeded { .. } | multer::Error::StreamSizeExceeded { .. } => {
            ApiError::BodyTooLarge(MESSAGE_MAX)
        }
        _ => ApiError::BodyBroken,
    }
}
