//! Downloads a `.zip` from the address that the user typed, and from no other.

use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::{Agent, Error};

use crate::diagnostic::{Code, Diagnostic};
use crate::limits::PACK_LIMITS;

/// What is at an address.
///
/// # Errors
///
/// If it cannot be downloaded, is too large or takes too long.
pub(super) fn fetch(address: &str) -> Result<Vec<u8>, Diagnostic> {
    fetch_within(address, Duration::from_secs(PACK_LIMITS.seconds), Agent::new_with_config)
}

pub fn fetch_within(
    address: &str,
    limit: Duration,
    agent: impl FnOnce(Config) -> Agent,
) -> Result<Vec<u8>, Diagnostic> {
    let wrong =
        |what: &'static str| Diagnostic::error(Code::PackBadAddress, None).arg("address", address).arg("what", what);
    let uri: Uri = address.parse().map_err(|_| wrong("address"))?;
    let is_safe = match uri.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        _ => return Err(wrong("scheme")),
    };
    if uri.authority().is_none_or(|authority| authority.as_str().contains('@')) {
        // It would be written into records and lock files.
        return Err(wrong("password"));
    }
    let config = Agent::config_builder()
        .timeout_global(Some(limit))
        .max_redirects(PACK_LIMITS.redirects)
        // An https address never redirects to http.
        .https_only(is_safe)
        .user_agent(concat!("tirada/", env!("CARGO_PKG_VERSION")))
        .build();
    let failed = |error: Error| not_fetched(address, &error);
    let response = agent(config).get(uri).call().map_err(failed)?;
    response.into_body().with_config().limit(PACK_LIMITS.zip).read_to_vec().map_err(failed)
}

fn not_fetched(address: &str, error: &Error) -> Diagnostic {
    let (what, status) = match error {
        Error::StatusCode(status) => ("status", i64::from(*status)),
        Error::Timeout(_) => ("time", 0),
        Error::HostNotFound => ("host", 0),
        Error::TooManyRedirects | Error::RedirectFailed => ("redirects", 0),
        Error::RequireHttpsOnly(_) => ("unsafe", 0),
        Error::BodyExceedsLimit(_) => ("large", 0),
        Error::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => ("time", 0),
        Error::BadUri(_) | Error::Http(_) => ("redirects", 0),
        _ => ("connection", 0),
    };
    Diagnostic::error(Code::PackNotFetched, None)
        .arg("address", address)
        .arg("what", what)
        .arg("status", status)
        .arg("seconds", i64::try_from(PACK_LIMITS.seconds).unwrap_or(i64::MAX))
        .arg("redirects", i64::from(PACK_LIMITS.redirects))
        .arg("limit", super::bundle::kilobytes(PACK_LIMITS.zip))
}
