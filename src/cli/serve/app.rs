//! Shared state of the server: tables, address, and rate limits.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, Hash, RandomState};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::header::ACCEPT_LANGUAGE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use tokio::sync::watch;

use super::seats::{Seat, random};
use super::table::Hub;
use super::tables::ServedTables;
use super::verifiable_dice::hex;
use crate::report::{Catalogue, Language, json_line};

/// Requests that change something: so many at once, and so many a second after that.
pub(super) const CHANGES: (f64, f64) = (40.0, 10.0);
/// Attempts with links that lead nowhere, likewise.
const DOOR: (f64, f64) = (10.0, 0.5);
/// How long the GM's page may take to open.
const TICKET: Duration = Duration::from_secs(60);

/// The state that all requests share while the server runs.
pub(super) struct App {
    pub(super) shelf: ServedTables,
    /// What is said to a user at no table, unless their browser wants another language.
    language: Language,
    /// How pages are reached through a proxy, if there is one.
    pub(super) url: Option<String>,
    /// Other machines may connect.
    pub(super) lan: bool,
    pub(super) port: u16,
    /// By the hash of whose they are, under keys that differ from run to run.
    buckets: Mutex<HashMap<u64, Bucket>>,
    /// Addresses with the links that were good from there, likewise: guessing from an address does not keep these out.
    trusted: Mutex<HashSet<u64>>,
    keys: RandomState,
    pub(super) stop: watch::Receiver<bool>,
    /// What opens the GM's page once, without a secret that others on this machine could read among its programs.
    ticket: Mutex<Option<(String, Instant)>>,
}

#[derive(Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl App {
    pub(super) fn new(
        shelf: ServedTables,
        language: Language,
        wanted: &super::ServeArgs,
        port: u16,
        stop: watch::Receiver<bool>,
    ) -> Self {
        let (url, lan) = (wanted.url.clone(), wanted.lan);
        Self {
            shelf,
            language,
            url,
            lan,
            port,
            buckets: Mutex::default(),
            trusted: Mutex::default(),
            keys: RandomState::new(),
            stop,
            ticket: Mutex::default(),
        }
    }

    /// What opens the GM's page, or the list of tables, once, within a minute.
    pub(super) fn ticket(&self) -> Result<String, rand::rngs::SysError> {
        let ticket = hex(&random::<16>()?);
        *self.ticket.lock().unwrap_or_else(PoisonError::into_inner) = Some((ticket.clone(), Instant::now()));
        Ok(ticket)
    }

    /// Whether this is the ticket; it is worth nothing any more then.
    pub(super) fn takes(&self, ticket: &str) -> bool {
        let mut known = self.ticket.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = |(one, at): &mut (String, Instant)| *one == ticket && at.elapsed() < TICKET;
        known.take_if(fits).is_some()
    }

    /// The address of a table, for a browser that opens it from `host`.
    pub(super) fn base(&self, table: &str, host: &str) -> String {
        match &self.url {
            Some(url) => format!("{}/t/{table}/", url.trim_end_matches('/')),
            None => format!("http://{host}/t/{table}/"),
        }
    }

    /// The language of a browser, where its own is one of ours; else that of the table or of the server.
    pub(super) fn catalogue(&self, headers: &HeaderMap, table: Option<&Hub>) -> Catalogue {
        let wanted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or("");
        let mut tags = wanted.split(',').filter_map(|one| Language::from_tag(one.split(';').next().unwrap_or("")));
        let own = || table.map_or(self.language, |hub| hub.shot().language);
        Catalogue::new(tags.next().unwrap_or_else(own))
    }

    /// Whether one more may pass, which takes `price` of what is left. What is full again is forgotten.
    pub(super) fn passes(&self, key: impl Hash, (burst, rate): (f64, f64), price: f64) -> bool {
        let (now, key) = (Instant::now(), self.keys.hash_one(key));
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() > 10_000 {
            buckets.retain(|_, one| now.duration_since(one.at) < Duration::from_secs(60));
        }
        let bucket = buckets.entry(key).or_insert(Bucket { left: burst, at: now });
        bucket.left = (bucket.left + now.duration_since(bucket.at).as_secs_f64() * rate).min(burst);
        bucket.at = now;
        let passes = bucket.left >= 1.0;
        if passes {
            bucket.left -= price;
        }
        passes
    }

    /// The table and the seat of a link. Addresses with too many wrong links are delayed.
    pub(super) async fn enter(&self, table: &str, token: &str, ip: IpAddr) -> Result<(Arc<Hub>, Seat), Rejection> {
        const MOST: usize = 100_000;
        // A table that is not here is no guess at a secret: these are pages of another run of the server.
        if !self.shelf.has(table) {
            return Err(Rejection::Stranger);
        }
        let known = self.keys.hash_one((ip, token));
        let trusted = || self.trusted.lock().unwrap_or_else(PoisonError::into_inner);
        let is_known = trusted().contains(&known);
        if !is_known && !self.passes(("door", ip), DOOR, 0.0) {
            return Err(Rejection::Often);
        }
        match self.shelf.enter(table, token).await {
            Ok(Some(found)) => {
                let mut trusted = trusted();
                if trusted.len() >= MOST {
                    trusted.clear();
                }
                trusted.insert(known);
                Ok(found)
            }
            Ok(None) => {
                self.passes(("door", ip), DOOR, 1.0);
                trusted().remove(&known);
                Err(Rejection::Stranger)
            }
            Err(lines) => Err(Rejection::Shut(lines)),
        }
    }

    /// Whether the server goes by this name. A page elsewhere cannot make a name of its own mean this machine.
    pub(super) fn is_called(&self, host: &str) -> bool {
        let name = host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit()));
        let name = name.map_or(host, |(name, _)| name);
        let public =
            self.url.as_deref().and_then(|url| url.split("://").nth(1)).and_then(|rest| rest.split('/').next());
        if name.eq_ignore_ascii_case("localhost") || public.is_some_and(|public| public.eq_ignore_ascii_case(host)) {
            return true;
        }
        let ip = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
        ip.is_ok_and(|ip| self.lan || ip.is_loopback())
    }
}

/// Why a request is rejected.
pub(super) enum Rejection {
    /// The link leads nowhere.
    Stranger,
    /// The table cannot be opened.
    Shut(Vec<String>),
    /// Too many links that lead nowhere came from the same address.
    Often,
}

impl Rejection {
    pub(super) fn answer(self, catalogue: &Catalogue) -> Response {
        match self {
            Self::Stranger => {
                failed(StatusCode::UNAUTHORIZED, "unknown-link", vec![catalogue.say("serve-unknown-link")])
            }
            Self::Shut(lines) => failed(StatusCode::SERVICE_UNAVAILABLE, "not-opened", lines),
            Self::Often => {
                failed(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", vec![catalogue.say("serve-too-fast")])
            }
        }
    }
}

pub(super) fn failed(status: StatusCode, code: &str, lines: Vec<String>) -> Response {
    (status, json_response(&json!({ "done": false, "code": code, "lines": lines }))).into_response()
}

/// A JSON answer in which invisible characters are escaped.
pub(super) fn json_response(value: &serde_json::Value) -> Response {
    ([(axum::http::header::CONTENT_TYPE, "application/json")], json_line(value)).into_response()
}
