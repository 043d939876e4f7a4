//! The list of suppliers, for people that came by Feishu (R2.18).

use contract::api::{Envelope, SupplierDetail, SupplierList};

use crate::store::{self, Search};
use crate::supplier::{PER_PAGE, QUERY_MAX, Status, words};
use origin_ground::Ground;
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Always, Languages, Limited, NeedsFeishu, Nothing};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;
use origin_ground::limits::Client;
use origin_ground::token::Token;
use origin_sign_in::http::auth::signed_in;

/// The last page that is asked for: more suppliers are no list.
const PAGE_MAX: u64 = 10_000;

/// Suppliers by words and status, matches of the name first.
///
/// Every word of `query` is found in a supplier's name, trade, place, goods or certificates, in
/// whatever language, case and width, or spelled in pinyin.
#[utoipa::path(
    get,
    path = "/api/feishu/suppliers",
    tag = "feishu",
    operation_id = "suppliers",
    params(
        Languages,
        ("query" = Option<String>, Query, max_length = 100, description = "Words; all suppliers without any."),
        ("page" = Option<u64>, Query, minimum = 1, maximum = 10000, description = "From 1; 20 suppliers each."),
        ("status" = Option<contract::api::SupplierStatus>, Query, description = "Only those of this status."),
    ),
    security(("bearer" = [])),
    responses(
        Always,
        NeedsFeishu,
        Limited,
        (status = 200, description = "A page of them; an empty one after the last.", body = Envelope<SupplierList>),
        (status = 400, description = "`query`, `page` or `status` is none.", body = Envelope<Nothing>),
    )
)]
pub async fn list(ground: &Ground, request: Incoming) -> Result<Answer, ApiError> {
    admit(ground, request.client(), request.bearer()).await?;
    let query = request.query("query").unwrap_or_default();
    if query.chars().count() > QUERY_MAX {
        return Err(ApiError::BadQuery("query"));
    }
    let page = page(request.query("page").as_deref())?;
    let search = Search {
        words: words(&query),
        status: status(request.query("status").as_deref())?,
    };
    let pool = ground.db.readers();
    let total = store::count(pool, &search).await?;
    let found = store::find(pool, &search, page).await?;
    let languages = languages(&request);
    data(&SupplierList {
        total,
        page,
        pages: total.div_ceil(PER_PAGE).max(1),
        items: found.iter().map(|one| one.summary(languages)).collect(),
    })
}

/// A supplier, with all that is known.
#[utoipa::path(
    get,
    path = "/api/feishu/suppliers/{id}",
    tag = "feishu",
    operation_id = "supplier",
    params(
        Languages,
        ("id" = String, Path, pattern = "^[0-9A-Za-z_-]+$", description = "The supplier's `id`."),
    ),
    security(("bearer" = [])),
    responses(
        Always,
        NeedsFeishu,
        Limited,
        (status = 200, description = "The supplier.", body = Envelope<SupplierDetail>),
        (status = 404, description = "There is no such supplier, or no longer.", body = Envelope<Nothing>),
    )
)]
pub async fn detail(ground: &Ground, request: Incoming) -> Result<Answer, ApiError> {
    admit(ground, request.client(), request.bearer()).await?;
    let found = store::get(ground.db.readers(), &request.id).await?;
    let supplier = found.ok_or(ApiError::UnknownSupplier)?;
    data(&supplier.detail(languages(&request)))
}

/// Lets people through for whom Feishu vouched at this sign-in.
async fn admit(
    ground: &Ground,
    client: Client,
    token: Result<Token, ApiError>,
) -> Result<(), ApiError> {
    ground.limits.feishu.check(client)?;
    let current = signed_in(ground, &token?).await?;
    current.by_feishu.then_some(()).ok_or(ApiError::NeedsFeishu)
}

/// The language asked for, and the site's own.
fn languages(request: &Incoming) -> [&str; 2] {
    let own = request.catalog.locale.language.as_str();
    [request.language().unwrap_or(own), own]
}

fn page(text: Option<&str>) -> Result<u64, ApiError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(1);
    };
    let page = text.parse().ok();
    let page = page.filter(|page| (1..=PAGE_MAX).contains(page));
    page.ok_or(ApiError::BadQuery("page"))
}

fn status(text: Option<&str>) -> Result<Option<Status>, ApiError> {
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(None);
    };
    let mut all = Status::ALL.into_iter();
    let found = all.find(|(status, _)| status.as_str() == text);
    found
        .map(|(status, _)| Some(status))
        .ok_or(ApiError::BadQuery("status"))
}
