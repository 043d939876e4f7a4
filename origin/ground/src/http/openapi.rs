//! Words of the API's description that many calls have in common.
//!
//! Each handler carries the description of its own call, and `calls.rs` puts them together: another
//! backend is written from that document, and clients take their types from it. The shapes are
//! `contract::api`. `openapi.json` in this crate's folder is the same document, so that a change
//! shows in review.

#![expect(unused_qualifications, reason = "utoipa's macros write whole paths")]

use std::collections::BTreeMap;

use contract::api::{Citation, Delta, Done, Envelope, Refusal};
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{Object, ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, HeaderBuilder, OpenApi as Document, Ref, RefOr, Required};
use utoipa::{IntoParams, IntoResponses, Modify, OpenApi, PartialSchema, ToSchema};

const DESCRIPTION: &str = "\
What answers under `/api`: Portico's embedded origin, or any backend that takes its place.

Every answer but this document, the assistant's events, and those of uploads that have no body, is an envelope: `code` \
mirrors the HTTP status, `msg` is for people and in the request's `language`, `data` is the answer. An answer that is not 200 may have a `Refusal` as its `data`: the field that a person can put \
right, and the seconds until another try makes sense. A client reads the envelope whatever the status. No answer may be stored.

Bodies are JSON of at most 16 KB (a message: 64 KB, a conversation: 256 KB), with no unknown and no doubled fields. `HEAD` is answered as `GET`.

The gateway stands in front: it turns cookies into the headers `Authorization`, `uuid` and `fronted-uuid`, forwards no cookie, and \
sets `X-Forwarded-For` to the one address of the client, by which limits count.";

#[derive(OpenApi)]
#[openapi(
    info(title = "Origin", description = DESCRIPTION, version = "1"),
    servers((url = "/", description = "The site")),
    components(schemas(Refusal, Envelope<Nothing>, Envelope<Refusal>, Citation, Delta, Done)),
    modifiers(&Bearer),
    tags(
        (name = "web", description = "What the site's content says about itself"),
        (name = "common", description = "Captchas and codes"),
        (name = "auth", description = "Signing in and out, and who one is"),
        (name = "message", description = "Messages and their files"),
        (name = "messages", description = "Messages as recipients read them in the studio; each act is recorded"),
        (name = "feishu", description = "Pages that Feishu shows, and the suppliers there"),
        (name = "wechat", description = "Pages that WeChat shows"),
        (name = "chat", description = "The assistant"),
        (name = "api", description = "The API itself"),
    ),
)]
struct Outline;

/// The document without its calls.
pub fn outline() -> Document {
    Outline::openapi()
}

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, document: &mut Document) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .description(Some(
                "The token of `login`, or of `origin session create`. Browsers never hold it: the \
                    gateway keeps it in a cookie that scripts cannot read.",
            ))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(scheme));
    }
}

/// Answers that every call may give.
pub struct Always;

/// Answers of a call with a body, besides. A call has its own words for 400.
pub struct WithBody;

/// Answers of a call for signed-in people, besides.
pub struct NeedsSession;

/// Answers of a call for recipients of messages, besides.
pub struct NeedsRecipient;

/// Answers of a call that is counted per client, besides.
pub struct Limited;

/// Further answers of a call for people that came by Feishu.
pub struct NeedsFeishu;

/// Answers of a call about an upload, besides.
pub struct OfUpload;

/// Answers of a call by the link of a message, besides.
pub struct OfLink;

impl IntoResponses for Always {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let later = "Passing: no build is published yet, the database is locked, the disk is full, \
            e-mail cannot be sent, or too many calls are in hand.";
        [
            header(
                405,
                "The path has no call with this method.",
                "Allow",
                methods(),
            ),
            plain(500, "A fault of the server's."),
            refusal(503, later),
        ]
        .into()
    }
}

impl IntoResponses for WithBody {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        [
            plain(408, "The body took longer than 10 s."),
            plain(413, "The body is larger than 16 KB."),
            plain(415, "The content type is not `application/json`."),
        ]
        .into()
    }
}

impl IntoResponses for NeedsSession {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let told = "No token, or one whose session has ended.";
        [header(401, told, "WWW-Authenticate", scheme())].into()
    }
}

impl IntoResponses for NeedsFeishu {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let session = "No token, or one whose session has ended.";
        [
            header(401, session, "WWW-Authenticate", scheme()),
            plain(403, "The session is no Feishu session."),
        ]
        .into()
    }
}

impl IntoResponses for NeedsRecipient {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let session = "No token, or one whose session has ended.";
        [
            header(401, session, "WWW-Authenticate", scheme()),
            plain(403, "The person has not the role `recipient`."),
            plain(400, "The body is malformed."),
        ]
        .into()
    }
}

impl IntoResponses for Limited {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        [refusal(
            429,
            "Too often, by this client or for this address.",
        )]
        .into()
    }
}

impl IntoResponses for OfUpload {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        [
            plain(404, "There is no such upload, or no longer."),
            plain(412, "`Tus-Resumable` is not 1.0.0."),
            plain(423, "Another request is writing to it."),
        ]
        .into()
    }
}

impl IntoResponses for OfLink {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        [
            plain(400, "The body is malformed."),
            plain(404, "There is no such message, or no longer."),
        ]
        .into()
    }
}

/// Adds the answers that the gateway gives by itself, with which every client has to reckon.
pub fn add_answers_of_gateway(document: &mut Document) {
    for item in document.paths.paths.values_mut() {
        let reading = [&mut item.get, &mut item.head];
        let changing = [
            &mut item.post,
            &mut item.put,
            &mut item.patch,
            &mut item.delete,
        ];
        let reading = reading.into_iter().flatten();
        reading.for_each(|call| add_missing(&mut call.responses.responses, of_gateway()));
        for call in changing.into_iter().flatten() {
            let answers = &mut call.responses.responses;
            answers
                .entry("403".to_owned())
                .and_modify(also_of_another_site)
                .or_insert_with(|| of_another_site().1);
            add_missing(answers, of_gateway());
        }
    }
}

fn of_gateway() -> [Row; 3] {
    [
        plain(400, "The request is malformed."),
        plain(414, "The address is longer than 8,192 bytes."),
        plain(502, "The gateway cannot read the origin's answer."),
    ]
}

fn of_another_site() -> Row {
    let told = "A page of another site made the call: its `Origin` is not the site's, or it has neither `Origin` nor `Sec-Fetch-Site: same-origin`, nor a token of its own.";
    plain(403, told)
}

/// An answer that may also be that of the gateway, without data.
fn also_of_another_site(answer: &mut RefOr<Response>) {
    let RefOr::T(answer) = answer else {
        return;
    };
    answer
        .description
        .push_str(" Or a page of another site made the call.");
    for content in answer.content.values_mut() {
        let RefOr::T(content) = content else {
            continue;
        };
        let nothing: RefOr<Schema> = Ref::from_schema_name("Envelope_Nothing").into();
        let own = content.schema.take().filter(|own| *own != nothing);
        let either = OneOfBuilder::new().item(nothing);
        let either = own.into_iter().fold(either, OneOfBuilder::item);
        content.schema = Some(Schema::OneOf(either.build()).into());
    }
}

fn add_missing(answers: &mut BTreeMap<String, RefOr<Response>>, rows: [Row; 3]) {
    for (status, answer) in rows {
        answers.entry(status).or_insert(answer);
    }
}

type Row = (String, RefOr<Response>);

/// An answer without data for a program to act on.
fn plain(status: u16, description: &str) -> Row {
    let response = response(description, "Envelope_Nothing");
    (status.to_string(), response.build().into())
}

/// An answer without data for a program to act on, with a header.
fn header(status: u16, description: &str, name: &str, value: Object) -> Row {
    let header = HeaderBuilder::new().schema(Some(value)).build();
    let response = response(description, "Envelope_Nothing").header(name, header);
    (status.to_string(), response.build().into())
}

/// An answer with the time to come back.
fn refusal(status: u16, description: &str) -> Row {
    let header = HeaderBuilder::new().schema(Some(seconds())).build();
    let response = response(description, "Envelope_Refusal").header("Retry-After", header);
    (status.to_string(), response.build().into())
}

fn response(description: &str, schema: &str) -> ResponseBuilder {
    let content = ContentBuilder::new()
        .schema(Some(Ref::from_schema_name(schema)))
        .build();
    ResponseBuilder::new()
        .description(description)
        .content("application/json", content)
}

fn methods() -> Object {
    text("The methods that it has.")
        .pattern(Some("^[A-Z]+(, [A-Z]+)*$"))
        .build()
}

fn scheme() -> Object {
    text("How to sign in.")
        .enum_values(Some(["Bearer"]))
        .build()
}

fn seconds() -> Object {
    ObjectBuilder::new()
        .schema_type(Type::Integer)
        .description(Some("Seconds, as `data.retryAfter`."))
        .minimum(Some(1))
        .build()
}

fn text(description: &str) -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(description))
}

/// The header that every call understands.
pub struct Languages;

/// The header by which the generator reads the data of the build that it is about to publish.
pub struct DataHash;

/// The header of every request about an upload.
pub struct TusVersionHeader;

/// The headers that distinguish browsers.
pub struct BrowserIds;

/// The header of a visitor with a key for the assistant's model.
pub struct OwnKey;

impl IntoParams for OwnKey {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        // No bounds: a malformed key is no error, and shows like a key that is refused.
        let key = text("A key for the service that the site asks; none has over 512 characters.");
        let told = "The visitor's own key, where `ownKey` says that one is taken. It is used for this \
            answer and kept nowhere; one that is refused shows as `because: secret`.";
        vec![request_header("Open-Ai-Secret", told, key)]
    }
}

impl IntoParams for Languages {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        // No enumeration: a site may have more languages, and a value that none of them has is no
        // error.
        let language = text("`zh`, `en`, or another language of the site.")
            .examples(["zh", "en"])
            .default(Some("zh".into()));
        let told = "Of `msg`, of e-mails and of content. A language that the site does not have counts as its default one.";
        vec![request_header("language", told, language)]
    }
}

impl IntoParams for DataHash {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let hash = text("32 lower-case hexadecimal digits.").pattern(Some("^[0-9a-f]{32}$"));
        let told = "Hash of the origin data to answer from, instead of the live build's. The \
            generator sends it; a backend of another kind ignores it.";
        vec![request_header(contract::origin_data::HEADER, told, hash)]
    }
}

impl IntoParams for TusVersionHeader {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let version = text("The version of tus.").enum_values(Some([crate::http::tus::VERSION]));
        let told = "The protocol that is spoken.";
        let mut header = request_header("Tus-Resumable", told, version);
        header.required = Required::True;
        vec![header]
    }
}

impl IntoParams for BrowserIds {
    fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
        let id = || text("A random id.").max_length(Some(128));
        let visitor = "Random id of a visitor's browser, forgotten at sign-in. The code that was \
            asked for with it can be used with it only; clients without an id share their codes and tries.";
        let browser = "Random id that the browser keeps. One that signed in is known by it, and has a budget of codes of its own.";
        vec![
            request_header("uuid", visitor, id()),
            request_header("fronted-uuid", browser, id()),
        ]
    }
}

fn request_header(name: &str, description: &str, schema: ObjectBuilder) -> Parameter {
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Header)
        .required(Required::False)
        .description(Some(description))
        .schema(Some(schema.build()))
        .build()
}

/// `data` where there is none: null.
pub struct Nothing;

impl PartialSchema for Nothing {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().schema_type(Type::Null).into()
    }
}

impl ToSchema for Nothing {}

/// A parameter that is there or is not.
#[derive(ToSchema)]
pub enum Yes {
    /// It is there.
    #[schema(rename = "1")]
    One,
}

/// `kind` of a captcha.
#[derive(ToSchema)]
#[schema(rename_all = "lowercase")]
pub enum CaptchaKind {
    /// A picture of its characters.
    Image,
    /// A recording of its characters.
    Audio,
}
