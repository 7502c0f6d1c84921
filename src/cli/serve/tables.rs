//! The tables of a server: one that is open while the server runs, or the campaigns of a folder. A campaign is opened
//! when a user follows one of its links, and closed after a time without users.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use super::request::{RequestKind, Silence, TableReply, TableRequest};
use super::seats::{LinkList, Seat};
use super::table::{Hub, Opening, TableSource, open};
use crate::cli::prompt::SharedGames;
use crate::report::Catalogue;

/// All tables of a server.
pub(super) enum ServedTables {
    /// One, which stays open.
    One(Arc<Hub>),
    Folder(CampaignFolder),
}

/// The campaigns of a folder, by the name in their address.
pub(super) struct CampaignFolder {
    spots: BTreeMap<String, FolderCampaign>,
    how: Campaigns,
}

/// How the campaigns of a folder are opened and closed.
pub(super) struct Campaigns {
    pub(super) catalogue: Catalogue,
    pub(super) language_open: bool,
    /// Where the server is found, for programs that want a campaign which it has open.
    pub(super) address: String,
    /// A table is closed when no user has been there for so long.
    pub(super) patience: Duration,
    /// The games that its tables play.
    pub(super) games: Arc<SharedGames>,
}

struct FolderCampaign {
    name: String,
    path: PathBuf,
    table: Mutex<CampaignState>,
}

struct CampaignState {
    /// The table while it is open, and when a page was there last.
    open: Option<(Arc<Hub>, Instant)>,
    /// The links that lead there while it is closed. They stay at one place in memory: what is allocated while many
    /// tables are open lies above all of them, and the memory below it could not go back to the system.
    known: LinkList,
}

/// Bytes that the links of a table usually take.
const LINKS: usize = 1 << 10;

/// After so long the allocator gives back what is free.
const FREE: Duration = Duration::from_millis(1200);

/// A campaign that is not open.
pub(super) struct Closed {
    /// What it is called in addresses.
    pub(super) id: String,
    /// What its file is called.
    pub(super) name: String,
    pub(super) path: PathBuf,
    pub(super) known: LinkList,
}

/// The result of closing a table.
pub(super) struct ClosedTable {
    /// The campaign in a folder of several; empty for the only one.
    pub(super) name: String,
    pub(super) hub: Arc<Hub>,
    pub(super) answer: Result<TableReply, Silence>,
}

impl ServedTables {
    /// Whether there is a table of this name in addresses.
    pub(super) fn has(&self, id: &str) -> bool {
        match self {
            Self::One(hub) => hub.id == id,
            Self::Folder(folder) => folder.spots.contains_key(id),
        }
    }

    /// The table to which a link leads, and whose link it is; nothing where it leads nowhere.
    ///
    /// # Errors
    ///
    /// Why the campaign cannot be opened, in words.
    pub(super) async fn enter(&self, id: &str, token: &str) -> Result<Option<(Arc<Hub>, Seat)>, Vec<String>> {
        match self {
            Self::One(hub) => Ok(hub.links.seat(token).filter(|_| id == hub.id).map(|seat| (Arc::clone(hub), seat))),
            Self::Folder(folder) => folder.enter(id, token).await,
        }
    }

    /// What leads the game master to each table: its name, what it is called in addresses, and the secret of the link.
    /// All of them have one, as it cannot be withdrawn.
    pub(super) async fn doors(&self) -> Vec<(String, String, Option<String>)> {
        match self {
            Self::One(hub) => vec![(hub.shot().game.clone(), hub.id.clone(), hub.links.of(&Seat::Gm))],
            Self::Folder(folder) => folder.doors().await,
        }
    }

    /// Closes the campaigns at which no user has been for longer than they wait. What could not be closed stays open.
    pub(super) async fn tidy(&self) -> Vec<ClosedTable> {
        match self {
            Self::One(_) => Vec::new(),
            Self::Folder(folder) => folder.tidy().await,
        }
    }

    /// Closes all tables, for ever.
    pub(super) async fn close(&self) -> Vec<ClosedTable> {
        match self {
            Self::One(hub) => vec![end(String::new(), Arc::clone(hub)).await],
            Self::Folder(folder) => folder.close().await,
        }
    }
}

impl CampaignFolder {
    pub(super) fn new(closed: Vec<Closed>, how: Campaigns) -> Self {
        let spot = |Closed { id, name, path, mut known }| {
            known.reserve(LINKS);
            (id, FolderCampaign { name, path, table: Mutex::new(CampaignState { open: None, known }) })
        };
        Self { spots: closed.into_iter().map(spot).collect(), how }
    }

    async fn enter(&self, id: &str, token: &str) -> Result<Option<(Arc<Hub>, Seat)>, Vec<String>> {
        let Some(spot) = self.spots.get(id) else { return Ok(None) };
        let mut table = spot.table.lock().await;
        // Only who has a link opens a table, or keeps it open.
        if table.seat(token).is_none() {
            return Ok(None);
        }
        let hub = match &table.open {
            Some((hub, _)) => Arc::clone(hub),
            None => self.how.open(&spot.path).await?,
        };
        table.open = Some((Arc::clone(&hub), Instant::now()));
        // While it was closed, another program may have given other links.
        Ok(hub.links.seat(token).map(|seat| (hub, seat)))
    }

    async fn doors(&self) -> Vec<(String, String, Option<String>)> {
        let mut doors = Vec::new();
        for (id, spot) in &self.spots {
            doors.push((spot.name.clone(), id.clone(), spot.table.lock().await.link(&Seat::Gm)));
        }
        doors.sort();
        doors
    }

    async fn tidy(&self) -> Vec<ClosedTable> {
        let (mut closed, mut failed) = (Vec::new(), Vec::new());
        for spot in self.spots.values() {
            let mut table = spot.table.lock().await;
            let CampaignState { open, known } = &mut *table;
            let Some((hub, seen)) = open else { continue };
            if hub.is_watched() {
                *seen = Instant::now();
            } else if seen.elapsed() >= self.how.patience {
                hub.links.keep_in(known);
                let ended = end(spot.name.clone(), Arc::clone(hub)).await;
                if matches!(ended.answer, Ok(TableReply::Done(_))) {
                    closed.push((open.take(), ended));
                } else {
                    // It is tried again when it has waited as long once more.
                    *seen = Instant::now();
                    failed.push(ended);
                }
            }
        }
        self.how.games.tidy();
        if !closed.is_empty() {
            give_back(closed);
        }
        failed
    }

    async fn close(&self) -> Vec<ClosedTable> {
        let mut ended = Vec::new();
        for spot in self.spots.values() {
            let table = spot.table.lock().await;
            let Some((hub, _)) = &table.open else { continue };
            ended.push(end(spot.name.clone(), Arc::clone(hub)).await);
        }
        ended
    }
}

/// What remains of a table after it closed.
type TableRemains = (Option<(Arc<Hub>, Instant)>, ClosedTable);

/// Frees what tables leave behind, in a thread that ends: what this one frees it would keep for itself, among the
/// memory of the tables. The allocator gives the system what was free for a second when a thread ends, and not of
/// itself.
fn give_back(closed: Vec<TableRemains>) {
    let free = move || {
        drop(closed);
        std::thread::sleep(FREE);
    };
    // Without such a thread it is freed here.
    let _ = std::thread::Builder::new().name("free".to_owned()).stack_size(64 << 10).spawn(free);
}

async fn end(name: String, hub: Arc<Hub>) -> ClosedTable {
    let answer = hub.ask(TableRequest::of_the_server(RequestKind::Close)).await;
    ClosedTable { name, hub, answer }
}

impl CampaignState {
    fn seat(&self, token: &str) -> Option<Seat> {
        match &self.open {
            Some((hub, _)) => hub.links.seat(token),
            None => self.known.seat(token),
        }
    }

    fn link(&self, seat: &Seat) -> Option<String> {
        match &self.open {
            Some((hub, _)) => hub.links.of(seat),
            None => self.known.of(seat).map(str::to_owned),
        }
    }
}

impl Campaigns {
    async fn open(&self, path: &Path) -> Result<Arc<Hub>, Vec<String>> {
        let what = TableSource::Campaign(path.to_owned(), self.address.clone());
        let mut opening = Opening::new(what, &self.catalogue, self.language_open).map_err(|(lines, _)| lines)?;
        opening.games = Arc::clone(&self.games);
        let opened = tokio::task::spawn_blocking(move || open(opening)).await;
        opened.map_err(|error| vec![error.to_string()])?.map_err(|(lines, _)| lines)
    }
}
