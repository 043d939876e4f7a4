//! Step 5: `/`, the only page that depends on the visitor's language.

use contract::locale::Locale;
use http::header;
use http::{Response, StatusCode};

use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::headers::add_vary;
use crate::protocol::rejection::Rejection;
use crate::protocol::{cookie, cross_site, locale, path};

use super::Page;

/// Names of headers that only affect `/`.
const NEGOTIATED: &str = "Accept-Language, Cookie, Sec-Fetch-Site";

impl Page<'_> {
    /// 5 `/`: the visitor's language, unless the visitor comes from a page of this site and so has
    /// chosen.
    pub(super) async fn home(&self) -> Result<Response<Body>, Rejection> {
        let headers = self.call.headers();
        if !cross_site::is_same_origin_navigation(headers) {
            let chosen = cookie::get(headers, &self.site.index.locale_cookie);
            if let Some((locale, source)) =
                locale::negotiate(&self.site.home_locales(), chosen, headers)
                && locale.href("/") != "/"
            {
                return self.to_locale(locale, source);
            }
        }
        let mut response = self.answer().await?;
        let headers = response.headers_mut();
        if !CachePolicy::forbids_storing(headers) {
            CachePolicy::RevalidatePrivately.apply(headers);
        }
        add_vary(headers, NEGOTIATED);
        Ok(response)
    }

    fn to_locale(
        &self,
        locale: &Locale,
        source: locale::Source,
    ) -> Result<Response<Body>, Rejection> {
        let mut response = self.redirect(
            StatusCode::FOUND,
            &path::encode(&locale.href("/")),
            self.call.query(),
        )?;
        let headers = response.headers_mut();
        CachePolicy::Private.apply(headers);
        add_vary(headers, NEGOTIATED);
        let cookie = cookie::locale(&self.site.index.locale_cookie, &locale.code);
        if let Some(cookie) = cookie.filter(|_| source == locale::Source::Header) {
            headers.append(header::SET_COOKIE, cookie);
        }
        Ok(response)
    }
}
