//! Headers by which a client could claim another identity or address. Pure.

/// Headers by which a client could claim another identity or address, or change the method.
const CLAIMS: [&str; 17] = [
    "cf-connecting-ip",
    "client-ip",
    "fastly-client-ip",
    "forwarded",
    "proxy-connection",
    "true-client-ip",
    "via",
    "x-client-ip",
    "x-cluster-client-ip",
    "x-envoy-external-address",
    "x-http-method",
    "x-http-method-override",
    "x-method-override",
    "x-original-host",
    "x-original-url",
    "x-real-ip",
    "x-rewrite-url",
];
/// Headers by which a proxy identifies a request: no claim, but no client on this machine sends
/// them.
const MARKS: [&str; 3] = ["cdn-loop", "x-amzn-trace-id", "x-request-id"];
/// Claims of whole families of proxies and single sign-on services.
const CLAIM_PREFIXES: [&str; 15] = [
    "remote-",
    "ssl-client-",
    "tailscale-user-",
    "x-amzn-oidc-",
    "x-appengine-user-",
    "x-auth-",
    "x-authenticated-",
    "x-azure-client",
    "x-forwarded",
    "x-goog-authenticated-",
    "x-ms-client-principal",
    "x-originating-",
    "x-remote-",
    "x-ssl-client-",
    "x-user",
];

/// Whether a client could claim another identity or address by this header. Proxies use the same
/// headers for true values.
///
/// Backends that convert headers to variables read `x_real_ip` as `x-real-ip`, so a name with an
/// underscore counts as a claim.
pub(crate) fn is_claim(name: &str) -> bool {
    // Most names differ from a prefix in their first letter.
    let starts_with = |prefix: &&str| {
        name.as_bytes().first() == prefix.as_bytes().first() && name.starts_with(prefix)
    };
    name.as_bytes().contains(&b'_')
        || CLAIMS.contains(&name)
        || CLAIM_PREFIXES.iter().any(starts_with)
}

/// Whether a proxy on the way has added this header.
pub(crate) fn is_of_proxy(name: &str) -> bool {
    MARKS.contains(&name) || is_claim(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_a_header_of_the_list_or_of_a_family() {
        for (name, claim, proxy) in [
            ("x-real-ip", true, true),
            ("forwarded", true, true),
            ("x-forwarded-for", true, true),
            ("x-auth-request-email", true, true),
            ("remote-user", true, true),
            ("accept_language", true, true),
            ("x-request-id", false, true),
            ("cdn-loop", false, true),
            // The first letter of a claim, and no more.
            ("referer", false, false),
            ("sec-fetch-site", false, false),
            ("te", false, false),
            ("x-build", false, false),
            ("cookie", false, false),
            ("", false, false),
        ] {
            assert_eq!(
                (is_claim(name), is_of_proxy(name)),
                (claim, proxy),
                "{name}"
            );
        }
    }
}
