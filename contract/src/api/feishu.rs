//! Calls of pages that Feishu shows: signing in there, scripts of its client, suppliers.

use serde::{Deserialize, Serialize};

/// Body of `POST /api/feishu/login`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FeishuLoginRequest {
    /// The code that Feishu's client gave the page: for one use, within minutes.
    #[cfg_attr(
        feature = "openapi",
        schema(max_length = 512, examples("xMSldislSkdK"))
    )]
    pub code: String,
}

/// `data` of `GET /api/feishu/jssdk-config`: the arguments of `h5sdk.config`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct JssdkConfig {
    /// The app at Feishu's open platform.
    pub app_id: String,
    /// Milliseconds since the epoch, part of the signed text.
    pub timestamp: i64,
    /// Random, part of the signed text.
    #[cfg_attr(feature = "openapi", schema(min_length = 32, max_length = 32))]
    pub nonce_str: String,
    /// SHA-1 in hexadecimal, of the ticket, the nonce, the time and the address.
    #[cfg_attr(feature = "openapi", schema(pattern = "^[0-9a-f]{40}$"))]
    pub signature: String,
}

/// `data` of `GET /api/feishu/suppliers`: a page of those found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SupplierList {
    /// How many were found.
    pub total: u64,
    /// The page, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub page: u64,
    /// How many pages there are, at least 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub pages: u64,
    /// Suppliers of the page.
    pub items: Vec<SupplierSummary>,
}

/// A supplier in a list, in the request's language as far as there are texts in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SupplierSummary {
    /// Names the supplier in `GET /api/feishu/suppliers/{id}`.
    pub id: String,
    /// The firm's name.
    pub name: String,
    /// The trade; empty where it is not known.
    pub category: String,
    /// The place; empty where it is not known.
    pub city: String,
    /// State of the supplier.
    pub status: SupplierStatus,
}

/// `data` of `GET /api/feishu/suppliers/{id}`: a supplier with all that is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SupplierDetail {
    /// The part that lists have.
    #[serde(flatten)]
    pub summary: SupplierSummary,
    /// The name in the other languages.
    pub other_names: Vec<String>,
    /// Goods and services; empty where they are not known.
    pub products: String,
    /// Certificates, such as `ISO 9001`.
    pub certificates: Vec<String>,
    /// The year in which the firm was founded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub founded: Option<u16>,
    /// How many people work there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub staff: Option<u32>,
    /// Where to write to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub contact_email: Option<String>,
}

/// State of a supplier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum SupplierStatus {
    /// Checked, and in use.
    Approved,
    /// First orders are under way.
    Trial,
    /// No orders for the time being.
    Paused,
    /// No orders any more.
    Ended,
}
