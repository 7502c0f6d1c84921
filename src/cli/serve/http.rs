//! The HTTP server: connections, allowed origins, routes, responses.

use std::collections::HashMap;
use std::future::poll_fn;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State};
use axum::http::header::{
    ACCEPT, ACCEPT_LANGUAGE, AUTHORIZATION, CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HOST, ORIGIN,
    SET_COOKIE,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::Sse;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};

use super::app::{App, CHANGES, Rejection, failed, json_response};
use super::feed::{Events, feed};
use super::fields::{fields, wish};
use super::images;
use super::pages::{PageView, accent_style, door, doors as doors_page};
use super::request::{RequestKind, RequestRefusal, Silence, TableReply, TableRequest};
use super::seats::Seat;
use super::snapshot::{LocalizedText, characters, may_see};
use super::table::Hub;
use super::tables::ServedTables;
use super::verifiable_dice::{NONCE, hex};
use crate::cli::images::type_of;
use crate::cli::prompt::as_spoken;
use crate::report::Catalogue;
use crate::report::document::text;
use crate::ruleset::Accent;

/// Bytes of a request's body.
pub(super) const BODY: usize = 64 << 10;
/// Bytes that are read of a body that is too large.
const SWALLOWED: usize = 16 << 20;
/// Connections at once, to one table and to a folder of them, and of them from one address.
const CONNECTIONS: usize = 512;
const CONNECTIONS_OF_FOLDER: usize = 4096;
const FROM_ONE: usize = 96;
/// The head of a request has to arrive within this time, and its body, with a second more for so many bytes that did.
const HEAD: Duration = Duration::from_secs(10);
const BYTES_OF_A_SECOND: usize = 8 << 10;

const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                   form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

type AppState = State<Arc<App>>;
/// The address from which a request comes.
type Peer = ConnectInfo<SocketAddr>;

/// Where a table is found: for programs, and for each page under a name of its own, so that the pages of several seats in one
/// browser do not take one another's cookies.
const PLACES: [&str; 2] = ["/t/{table}/", "/t/{table}/at/{seat}/"];

/// The parts of a request's path: the table, the seat, the name of a file.
#[derive(Deserialize)]
struct TableAddress {
    table: String,
    /// What [`seat_of`] makes of the secret.
    seat: Option<String>,
    name: Option<String>,
}

/// What a link's secret is called in the addresses of its pages; the secret does not follow from it.
fn seat_of(token: &str) -> String {
    hex(Sha256::digest(token.as_bytes()).get(..6).unwrap_or_default())
}

/// Everything that is answered.
pub(super) fn router(app: Arc<App>) -> Router {
    let mut router = Router::new()
        .route("/", get(front))
        .route("/static/{file}", get(asset))
        .route("/open/{ticket}", get(open))
        .route("/t/{table}/join", post(join));
    for place in PLACES {
        router = router
            .route(place, get(page))
            .route(&format!("{place}events"), get(events))
            .route(&format!("{place}state"), get(state))
            .route(&format!("{place}do"), post(act))
            .route(&format!("{place}links"), get(links));
    }
    router = router.layer(DefaultBodyLimit::max(BODY));
    for place in PLACES {
        // Of these alone bodies may be larger.
        router = router
            .route(&format!("{place}images"), post(keep_image).layer(DefaultBodyLimit::max(images::MOST)))
            .route(&format!("{place}images/{{name}}"), get(image));
    }
    router.layer(from_fn_with_state(Arc::clone(&app), guard)).with_state(app)
}

/// Serves until `stop` says so.
pub(super) async fn serve(listener: TcpListener, app: Arc<App>) {
    let most = match app.shelf {
        ServedTables::One(_) => CONNECTIONS,
        ServedTables::Folder(_) => CONNECTIONS_OF_FOLDER,
    };
    let all = Arc::new(Semaphore::new(most));
    let from: Arc<Mutex<HashMap<IpAddr, usize>>> = Arc::default();
    let router = router(Arc::clone(&app));
    let mut stop = app.stop.clone();
    loop {
        let Ok(permit) = Arc::clone(&all).acquire_owned().await else { return };
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.changed() => return,
        };
        // Without a free handle the system refuses for a while.
        let Ok((stream, peer)) = accepted else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // What comes through a proxy comes from its address.
        let most = if app.url.is_some() && peer.ip().is_loopback() { most } else { FROM_ONE };
        let Some(place) = ConnectionSlot::take(&from, peer.ip(), most) else { continue };
        let service = router.clone().layer(axum::Extension(ConnectInfo(peer)));
        tokio::spawn(async move {
            let service = hyper_util::service::TowerToHyperService::new(service);
            let served = hyper::server::conn::http1::Builder::new()
                .timer(hyper_util::rt::TokioTimer::new())
                .header_read_timeout(HEAD)
                .serve_connection(hyper_util::rt::TokioIo::new(stream), service)
                .await;
            // A browser that leaves in the middle is nothing to report.
            drop((served, permit, place));
        });
    }
}

/// One of the connections that an address may have at once; dropping it frees the slot.
struct ConnectionSlot(Arc<Mutex<HashMap<IpAddr, usize>>>, IpAddr);

impl ConnectionSlot {
    fn take(from: &Arc<Mutex<HashMap<IpAddr, usize>>>, ip: IpAddr, most: usize) -> Option<Self> {
        let mut counts = from.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(ip).or_insert(0);
        if *count >= most {
            return None;
        }
        *count = count.saturating_add(1);
        Some(Self(Arc::clone(from), ip))
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.1) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                counts.remove(&self.1);
            }
        }
    }
}

/// What every request has to be, and what every answer says.
async fn guard(State(app): AppState, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let host = text(HOST).unwrap_or("");
    let by_cookie = !headers.contains_key(AUTHORIZATION);
    let own = text(ORIGIN).is_some_and(|origin| origin.split("://").nth(1) == Some(host));
    let refused = if !app.is_called(host) {
        Some((StatusCode::MISDIRECTED_REQUEST, "unknown-host"))
    } else if !request.method().is_safe() && by_cookie && !own {
        Some((StatusCode::FORBIDDEN, "foreign-origin"))
    } else {
        None
    };
    let spoken = headers.get(ACCEPT_LANGUAGE).cloned();
    let most = if request.uri().path().ends_with("/images") { images::MOST } else { BODY };
    let is_too_large =
        text(CONTENT_LENGTH).and_then(|length| length.parse::<usize>().ok()).is_some_and(|length| length > most);
    let mut response = match refused {
        Some((status, code)) => failed(status, code, Vec::new()),
        None if is_too_large => {
            // Who is still sending when the connection closes does not get to read why.
            let _ = tokio::time::timeout(HEAD, swallow(request.into_body())).await;
            StatusCode::PAYLOAD_TOO_LARGE.into_response()
        }
        None => {
            let (parts, body) = request.into_parts();
            match gathered(body, most).await {
                Ok(body) => next.run(Request::from_parts(parts, body)).await,
                Err(status) => status.into_response(),
            }
        }
    };
    let why = match response.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Some(("too-large", "serve-too-large")),
        StatusCode::REQUEST_TIMEOUT => Some(("too-slow", "serve-too-slow")),
        _ => None,
    };
    if let Some((code, said)) = why {
        let headers = spoken.into_iter().map(|spoken| (ACCEPT_LANGUAGE, spoken)).collect();
        let lines = vec![app.catalogue(&headers, None).say(said)];
        response = failed(response.status(), code, lines);
    }
    let headers = response.headers_mut();
    let always = [
        ("content-security-policy", CSP),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    for (name, value) in always {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// The body of a request, as long as it is not too large and keeps coming.
async fn gathered(mut body: Body, most: usize) -> Result<Body, StatusCode> {
    let begun = tokio::time::Instant::now();
    let mut all = Vec::new();
    loop {
        let seconds = u64::try_from(all.len() / BYTES_OF_A_SECOND).unwrap_or(u64::MAX);
        let next = poll_fn(|context| Pin::new(&mut body).poll_frame(context));
        let next = tokio::time::timeout_at(begun + HEAD + Duration::from_secs(seconds), next).await;
        let Some(frame) = next.map_err(|_| StatusCode::REQUEST_TIMEOUT)? else { return Ok(Body::from(all)) };
        let frame = frame.map_err(|_| StatusCode::BAD_REQUEST)?;
        let Some(data) = frame.data_ref() else { continue };
        if data.len() > most.saturating_sub(all.len()) {
            return Err(StatusCode::PAYLOAD_TOO_LARGE);
        }
        all.extend_from_slice(data);
    }
}

/// Reads a body that is not wanted, or the beginning of a very long one.
async fn swallow(mut body: Body) {
    let mut left = SWALLOWED;
    while let Some(Ok(frame)) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let Some(rest) = left.checked_sub(frame.data_ref().map_or(0, Bytes::len)) else { return };
        left = rest;
    }
}

/// The sender of a request: the table and the seat of the link.
pub(super) struct Visitor {
    pub(super) hub: Arc<Hub>,
    pub(super) seat: Seat,
    pub(super) token: String,
}

async fn visitor(app: &App, spot: &TableAddress, peer: SocketAddr, headers: &HeaderMap) -> Result<Visitor, Rejection> {
    let token = token(spot, headers).ok_or(Rejection::Stranger)?;
    let (hub, seat) = app.enter(&spot.table, &token, peer.ip()).await?;
    Ok(Visitor { hub, seat, token })
}

/// The secret of the link with which a request is sent: its own, or that of the page from which it comes.
fn token(spot: &TableAddress, headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    match text(AUTHORIZATION) {
        Some(value) => Some(value.strip_prefix("Bearer ")?.to_owned()),
        None => {
            let name = format!("tirada_{}=", spot.seat.as_deref()?);
            let mut cookies = text(COOKIE)?.split(';').map(str::trim);
            Some(cookies.find_map(|one| one.strip_prefix(&name))?.to_owned())
        }
    }
}

async fn front(State(app): AppState, headers: HeaderMap) -> Response {
    let catalogue = app.catalogue(&headers, None);
    Html(door(&catalogue, &catalogue.say("serve-open-your-link"))).into_response()
}

/// Leads to the GM's page, or lists the tables, once.
async fn open(
    State(app): AppState,
    ConnectInfo(peer): Peer,
    Path(ticket): Path<String>,
    headers: HeaderMap,
) -> Response {
    if !peer.ip().is_loopback() || !app.takes(&ticket) {
        return Redirect::to("/").into_response();
    }
    let doors = app.shelf.doors().await.into_iter();
    let doors = doors.filter_map(|(name, id, token)| Some((name, format!("/t/{id}/#{}", token?))));
    match doors.collect::<Vec<_>>().as_slice() {
        [(_, link)] => Redirect::to(link).into_response(),
        tables => Html(doors_page(&app.catalogue(&headers, None), tables)).into_response(),
    }
}

async fn asset(Path(file): Path<String>) -> Response {
    let colour = file.strip_prefix("accent-").and_then(|file| file.strip_suffix(".css"));
    if let Some(accent) = colour.and_then(Accent::read) {
        return ([(CONTENT_TYPE, "text/css; charset=utf-8")], accent_style(accent)).into_response();
    }
    let (kind, text) = match file.as_str() {
        "style.css" => ("text/css; charset=utf-8", include_str!("assets/style.css")),
        "page.js" => ("text/javascript; charset=utf-8", include_str!("assets/page.js")),
        "icon.svg" => ("image/svg+xml", include_str!("assets/icon.svg")),
        _ => return failed(StatusCode::NOT_FOUND, "not-found", Vec::new()),
    };
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text).into_response()
}

async fn page(
    State(app): AppState,
    ConnectInfo(peer): Peer,
    Path(spot): Path<TableAddress>,
    headers: HeaderMap,
) -> Response {
    match visitor(&app, &spot, peer, &headers).await {
        Ok(Visitor { hub, seat, .. }) => {
            let catalogue = app.catalogue(&headers, Some(&hub));
            Html(PageView { shot: &hub.shot(), seat: &seat, catalogue: &catalogue }.page()).into_response()
        }
        // The link's secret is behind its `#`, which no server sees: the page sends it.
        Err(Rejection::Stranger) => front(State(app), headers).await,
        Err(Rejection::Shut(lines)) => {
            let page = door(&app.catalogue(&headers, None), &lines.join("\n"));
            (StatusCode::SERVICE_UNAVAILABLE, Html(page)).into_response()
        }
        Err(Rejection::Often) => {
            let catalogue = app.catalogue(&headers, None);
            let page = door(&catalogue, &catalogue.say("serve-too-fast"));
            (StatusCode::TOO_MANY_REQUESTS, Html(page)).into_response()
        }
    }
}

async fn join(
    State(app): AppState,
    ConnectInfo(peer): Peer,
    Path(TableAddress { table, .. }): Path<TableAddress>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let catalogue = app.catalogue(&headers, None);
    let Some(fields) = fields(&headers, &body) else {
        return failed(StatusCode::BAD_REQUEST, "bad-request", vec![catalogue.say("serve-bad-request")]);
    };
    let value = |name: &str| fields.iter().find(|(one, _)| one == name).map(|(_, value)| value.as_str());
    let token = value("token").unwrap_or("");
    let (hub, seat) = match app.enter(&table, token, peer.ip()).await {
        Ok(found) => found,
        Err(Rejection::Stranger) => {
            return failed(StatusCode::FORBIDDEN, "unknown-link", vec![catalogue.say("serve-unknown-link")]);
        }
        Err(away) => return away.answer(&catalogue),
    };
    let nonce = value("nonce").unwrap_or("");
    if nonce.len() > NONCE || !nonce.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return failed(StatusCode::BAD_REQUEST, "bad-nonce", vec![catalogue.say("serve-bad-nonce")]);
    }
    if !nonce.is_empty() {
        hub.fair.add(seat.key(), nonce);
    }
    let secure = if app.url.as_deref().is_some_and(|url| url.starts_with("https://")) { "; Secure" } else { "" };
    let own = seat_of(token);
    let path = format!("/t/{table}/at/{own}/");
    let cookie = format!("tirada_{own}={token}; Path={path}; HttpOnly; SameSite=Lax; Max-Age=31536000{secure}");
    ([(SET_COOKIE, cookie)], json_response(&json!({ "done": true, "page": path }))).into_response()
}

async fn links(
    State(app): AppState,
    ConnectInfo(peer): Peer,
    Path(spot): Path<TableAddress>,
    headers: HeaderMap,
) -> Response {
    let Visitor { hub, seat, .. } = match visitor(&app, &spot, peer, &headers).await {
        Ok(visitor) => visitor,
        Err(Rejection::Stranger) => return Redirect::to(".").into_response(),
        Err(shut) => return shut.answer(&app.catalogue(&headers, None)),
    };
    let (shot, catalogue) = (hub.shot(), app.catalogue(&headers, Some(&hub)));
    if !seat.is_gm() {
        return failed(StatusCode::FORBIDDEN, "only-gm", vec![catalogue.say("serve-only-gm")]);
    }
    let host = super::lan_host(&app)
        .unwrap_or_else(|| headers.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or("127.0.0.1").to_owned());
    // A seat without a link, as it could not be kept, is to have one now.
    let wish =
        TableRequest { language: Some(catalogue.language()), ..TableRequest::of_the_server(RequestKind::KeepLinks) };
    let problem = match hub.ask(wish).await {
        Ok(TableReply::Refused(RequestRefusal { lines, .. })) => lines,
        Err(silence) => vec![silent(silence, &catalogue).1],
        _ => Vec::new(),
    };
    let link = |seat: Seat| {
        let link = hub.links.of(&seat).map(|token| format!("{}#{token}", app.base(&spot.table, &host)));
        (seat, link)
    };
    let found: Vec<_> = characters(&shot).into_iter().map(|(_, seat)| link(seat)).collect();
    Html(PageView { shot: &shot, seat: &Seat::Gm, catalogue: &catalogue }.links(&found, &problem)).into_response()
}

/// The visitor who asks for something to be done, unless they ask too often; and the language of what they are told.
async fn asker(
    app: &App,
    spot: &TableAddress,
    peer: SocketAddr,
    headers: &HeaderMap,
) -> Result<(Visitor, Catalogue), Box<Response>> {
    let visitor = visitor(app, spot, peer, headers).await;
    let visitor = visitor.map_err(|away| Box::new(away.answer(&app.catalogue(headers, None))))?;
    let catalogue = app.catalogue(headers, Some(&visitor.hub));
    if !app.passes(("seat", &spot.table, &visitor.seat), CHANGES, 1.0) {
        let lines = vec![catalogue.say("serve-too-fast")];
        return Err(Box::new(failed(StatusCode::TOO_MANY_REQUESTS, "too-many-requests", lines)));
    }
    Ok((visitor, catalogue))
}

async fn act(
    State(app): AppState,
    ConnectInfo(peer): Peer,
    Path(spot): Path<TableAddress>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let json = headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|kind| kind.contains("json"));
    let (Visitor { hub, seat, .. }, catalogue) = match asker(&app, &spot, peer, &headers).await {
        Ok(asker) => asker,
        Err(refused) => return *refused,
    };
    let fields = fields(&headers, &body);
    let wish = fields.as_deref().ok_or(None).and_then(|fields| wish(fields, seat, catalogue.language()));
    let wish = match wish {
        Ok(wish) => wish,
        Err(unknown) => {
            let words = match unknown {
                Some(name) => catalogue.text("serve-unknown-field", &vec![("name", name.into())]),
                None => catalogue.say("serve-bad-request"),
            };
            return failed(StatusCode::BAD_REQUEST, "bad-request", vec![words]);
        }
    };
    let of_links = matches!(wish.wanted, RequestKind::Link(..));
    let answer = hub.ask(wish).await;
    match answer {
        Ok(TableReply::Done(_)) if of_links && !json => Redirect::to("links").into_response(),
        Ok(TableReply::Done(version)) if json => {
            json_response(&json!({ "done": true, "version": version })).into_response()
        }
        Ok(TableReply::Done(_)) => Redirect::to(".").into_response(),
        Ok(TableReply::Offered(start, found)) => {
            json_response(&json!({ "done": true, "start": start, "found": found })).into_response()
        }
        Ok(TableReply::Refused(RequestRefusal { code, lines })) => failed(StatusCode::CONFLICT, code, lines),
        // Nothing that is asked here is answered by an image.
        Ok(TableReply::Image(_)) => failed(StatusCode::INTERNAL_SERVER_ERROR, "internal", Vec::new()),
        Err(silence) => unanswered(silence, &catalogue),
    }
}

/// Keeps an image for messages; its name.
async fn keep_image(
    State(app): AppState,
    ConnectInfo(peer): Peer,
    Path(spot): Path<TableAddress>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let (Visitor { hub, seat, .. }, catalogue) = match asker(&app, &spot, peer, &headers).await {
        Ok(asker) => asker,
        Err(refused) => return *refused,
    };
    let Some(name) = images::name_of(&body) else {
        let lines = vec![catalogue.say("serve-not-an-image")];
        return failed(StatusCode::BAD_REQUEST, "not-an-image", lines);
    };
    let kept = json_response(&json!({ "done": true, "image": name })).into_response();
    let wish = TableRequest::by(seat, RequestKind::KeepImage { name, bytes: body.to_vec().into() });
    match hub.ask(TableRequest { language: Some(catalogue.language()), ..wish }).await {
        Ok(TableReply::Refused(RequestRefusal { code, lines })) => failed(StatusCode::CONFLICT, code, lines),
        Ok(_) => kept,
        Err(silence) => unanswered(silence, &catalogue),
    }
}

/// An image of a message that the seat may read.
async fn image(
    State(app): AppState,
    ConnectInfo(peer): Peer,
    Path(mut spot): Path<TableAddress>,
    headers: HeaderMap,
) -> Response {
    let name = spot.name.take().unwrap_or_default();
    let Visitor { hub, seat, .. } = match visitor(&app, &spot, peer, &headers).await {
        Ok(visitor) => visitor,
        Err(away) => return away.answer(&app.catalogue(&headers, None)),
    };
    let Some(kind) = type_of(&name) else { return failed(StatusCode::NOT_FOUND, "not-found", Vec::new()) };
    match hub.ask(TableRequest::by(seat, RequestKind::Image(name))).await {
        Ok(TableReply::Image(Some(bytes))) => {
            let bytes = Body::from(bytes.to_vec());
            ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "private, max-age=3600")], bytes).into_response()
        }
        Ok(TableReply::Refused(RequestRefusal { code, lines })) => failed(StatusCode::CONFLICT, code, lines),
        Ok(_) => failed(StatusCode::NOT_FOUND, "not-found", Vec::new()),
        Err(silence) => unanswered(silence, &app.catalogue(&headers, Some(&hub))),
    }
}

fn unanswered(silence: Silence, catalogue: &Catalogue) -> Response {
    let (code, words) = silent(silence, catalogue);
    failed(StatusCode::SERVICE_UNAVAILABLE, code, vec![words])
}

/// Why a table does not answer: a code, and words.
fn silent(silence: Silence, catalogue: &Catalogue) -> (&'static str, String) {
    match silence {
        Silence::Busy => ("busy", catalogue.say("serve-busy")),
        Silence::Ended => ("ended", catalogue.say("serve-ended")),
    }
}

/// The table for programs: what the seat may see.
async fn state(
    State(app): AppState,
    ConnectInfo(peer): Peer,
    Path(spot): Path<TableAddress>,
    headers: HeaderMap,
) -> Response {
    let Visitor { hub, seat, .. } = match visitor(&app, &spot, peer, &headers).await {
        Ok(visitor) => visitor,
        Err(away) => return away.answer(&app.catalogue(&headers, None)),
    };
    let shot = hub.shot();
    let people = shot.people.iter().skip(1).map(|one| one.look.name.as_str()).collect::<Vec<_>>();
    let as_text = text::TextStyle { colour: false, width: 0, plain: false };
    let catalogue = Catalogue::new(shot.language);
    let log = shot.log.iter().filter(|entry| may_see(entry, &seat)).map(|entry| {
        json!({
            "number": entry.number, "at": entry.at, "by": entry.by.name(), "line": entry.line,
            "words": entry.was_typed.then(|| as_spoken(&entry.line, &catalogue)),
            "text": text::render(&entry.document, &as_text), "dice": entry.dice, "typed": entry.typed,
            "roll": entry.proof.as_ref().and_then(|proof| proof.roll),
            "nonces": entry.proof.as_ref().map(|proof| &proof.nonces),
            "commitment": entry.proof.as_ref().map(|proof| &proof.commitment),
            "seal": entry.proof.as_ref().map(|proof| &proof.seal),
            "note": entry.is_note, "hidden": entry.hidden, "to": entry.readers, "undone": entry.undone,
        })
    });
    let question = shot.question.as_ref().filter(|one| seat.is_gm() || one.to == seat).map(|one| {
        let told = |words: &LocalizedText| words.said_in(shot.language).to_owned();
        let options = one.options.iter().map(|(sent, read)| (sent, told(read))).collect::<Vec<_>>();
        json!({ "number": one.number, "to": one.to.name(), "words": told(&one.words), "about": one.about, "fields": one.fields.iter().map(|(field, _)| &field.name).collect::<Vec<_>>(), "proposed": one.proposed.as_ref().map(told), "options": options, "dice": one.fallen.iter().map(|(_, face)| face).collect::<Vec<_>>(), "otherwise": one.otherwise.as_ref().map(told) })
    });
    let waits = shot.question.is_some();
    let turns = shot.turns.as_ref().map(|seen| {
        json!({ "round": seen.turns.round, "now": seen.turns.current(), "order": seen.turns.order, "able": seen.able.as_ref().ok(), "why": seen.able.as_ref().err() })
    });
    json_response(&json!({
        "version": shot.version, "game": shot.id, "language": shot.language.tag(), "seat": seat.name(), "people": people, "commitment": shot.commitment,
        "secrets": shot.secrets, "turns": turns, "log": log.collect::<Vec<_>>(), "question": question, "waits": waits,
    }))
    .into_response()
}

/// What changes, as it changes: `change` with what a page shows anew, `beat` so that a page knows that it is not stale,
/// `bye` when the server stops and `gone` when the link is worth nothing any more.
async fn events(
    State(app): AppState,
    ConnectInfo(peer): Peer,
    Path(spot): Path<TableAddress>,
    headers: HeaderMap,
    uri: axum::http::Uri,
) -> Response {
    let visitor = match visitor(&app, &spot, peer, &headers).await {
        Ok(visitor) => visitor,
        Err(away) => return away.answer(&app.catalogue(&headers, None)),
    };
    let catalogue = app.catalogue(&headers, Some(&visitor.hub));
    let after = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    let asked = uri.query().and_then(|query| query.split('&').find_map(|part| part.strip_prefix("after=")));
    let after: u64 = after.or(asked).and_then(|text| text.parse().ok()).unwrap_or(0);
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(feed(visitor, app.stop.clone(), catalogue, after, sender));
    Sse::new(Events(receiver)).into_response()
}
