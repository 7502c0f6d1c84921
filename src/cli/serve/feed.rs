//! Events: changes at a table, as one page gets them.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::response::sse::Event;
use serde_json::json;
use tokio::sync::{mpsc, watch};

use super::http::Visitor;
use super::pages::PageView;
use super::snapshot::Snapshot;
use crate::report::{Catalogue, json_line};

/// A page that hears nothing for longer than this knows that it is stale.
const BEAT: Duration = Duration::from_secs(5);

/// Server-sent events from a channel.
pub(super) struct Events(pub(super) mpsc::Receiver<Event>);

impl futures_core::Stream for Events {
    type Item = Result<Event, std::convert::Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(Ok))
    }
}

/// Sends one page what changes, until it leaves.
pub(super) async fn feed(
    visitor: Visitor,
    mut stop: watch::Receiver<bool>,
    catalogue: Catalogue,
    after: u64,
    to: mpsc::Sender<Event>,
) {
    let Visitor { hub, seat, token } = visitor;
    let mut changes = hub.changes();
    // A page of another run of the server knows nothing of this one.
    let mut seen = if after > hub.shot().version { 0 } else { after };
    // Hashes of what was sent: the texts of all pages together would be most of what a server holds.
    let (mut sent, keys): (HashMap<&'static str, u64>, _) = (HashMap::new(), RandomState::new());
    let mut last_shot: Option<Arc<Snapshot>> = None;
    let last = loop {
        if hub.links.seat(&token).as_ref() != Some(&seat) {
            // A player who was handed another character comes in again with the same link.
            let again = hub.links.seat(&token).is_some();
            break Event::default().event("gone").data(json!({ "again": again }).to_string());
        }
        if *stop.borrow() {
            break Event::default().event("bye").data(json!({ "secret": hub.fair.told() }).to_string());
        }
        let shot = hub.shot();
        changes.mark_unchanged();
        if shot.version > seen || sent.is_empty() {
            let view = PageView { shot: &shot, seat: &seat, catalogue: &catalogue };
            let mut parts = serde_json::Map::new();
            for (id, html) in view.parts(last_shot.as_deref()) {
                let hash = keys.hash_one(&html);
                if sent.insert(id, hash) != Some(hash) {
                    parts.insert(id.to_owned(), html.into());
                }
            }
            let log: Vec<_> =
                view.entries_since(seen).into_iter().map(|(number, html)| json!([number, html])).collect();
            let data = json!({ "run": shot.run, "version": shot.version, "newest": view.newest(), "log": log, "parts": parts });
            seen = shot.version;
            if to.send(Event::default().event("change").id(seen.to_string()).data(json_line(&data))).await.is_err() {
                return;
            }
            last_shot = Some(shot);
            if hub.shot().version > seen {
                continue;
            }
        }
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            _ = stop.changed() => {}
            () = tokio::time::sleep(BEAT) => {
                if to.send(Event::default().event("beat").data("{}")).await.is_err() {
                    return;
                }
            }
        }
    };
    // A page that left needs no farewell.
    let _ = to.send(last).await;
}
