//! `tirada serve FOLDER` under load, beside the least that it could cost.
//!
//!     sh -c 'ulimit -n 8192; cargo bench --bench serving'
//!
//! 200 tables of five pages, each table acting every two seconds. The time of an action is that from sending it until the last of
//! the five pages has it. The floor is measured in the same run, with as many connections: one commit to an SQLite database
//! (WAL, `synchronous=FULL`) of the table, and one line to five clients. Then what an idle table takes, and how long it
//! takes to open a session of 2,000 actions.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    clippy::panic,
    clippy::print_stdout
)]

use std::io::{BufRead as _, BufReader as Lines, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, watch};
use tokio::task::JoinSet;

const TABLES: usize = 200;
const SEATS: usize = 5;
const EVERY: Duration = Duration::from_secs(2);
const ROUNDS: usize = 15;
const NAMES: [&str; 4] = ["Ann", "Ben", "Cid", "Dot"];
const PROGRAM: &str = env!("CARGO_BIN_EXE_tirada");
const GAME: &str = "hitos";
const TRAITS: &str = "{Fortaleza: 5, Reflejos: 5, Voluntad: 5, Intelecto: 5}";
/// An attack, which misses with the dice that are given: nobody falls.
const LINE: &str = r#"atacar Ann Ben arma="Sin armas""#;

fn main() {
    let folder = std::env::temp_dir().join(format!("tirada-serving-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("tables")).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(measure(&folder));
    std::fs::remove_dir_all(&folder).unwrap();
}

async fn measure(folder: &Path) {
    let tables = folder.join("tables");
    let first = campaign(folder);
    for at in 0..TABLES {
        std::fs::copy(&first, tables.join(format!("t{at:03}.tirada"))).unwrap();
    }
    let server = Server::start(&tables, 5);
    let before = server.memory();
    let mut seats = Vec::new();
    for (name, door) in &server.doors {
        seats.push(server.sit_down(name, door).await);
    }
    println!("| what | p50 | p99 | worst |\n| --- | ---: | ---: | ---: |");
    // Turn about, so that neither has the quieter machine.
    let (mut served, mut least) = (Vec::new(), Vec::new());
    let floor = Floor::new(folder).await;
    for _ in 0..3 {
        served.extend(load(seats.len(), |table| act(&server, &seats[table])).await);
        least.extend(load(seats.len(), |table| floor.act(table)).await);
    }
    let served = row("an action, at all five pages", served);
    let least = row("floor: a commit, and five lines", least);
    println!("\np99 {:.2} × that of the floor (at most 5)", served / least);

    let open = server.memory();
    drop(seats);
    drop(floor);
    tokio::time::sleep(Duration::from_secs(12)).await;
    let idle = server.memory();
    let each = |kb: u64| kb.saturating_sub(before) / TABLES as u64;
    println!(
        "memory: {before} kB at the start; {} kB for each open table, {} kB once idle (at most 200)",
        each(open),
        each(idle)
    );
    drop(server);

    let long = folder.join("long");
    std::fs::create_dir_all(&long).unwrap();
    std::fs::copy(&first, long.join("long.tirada")).unwrap();
    let lines = format!("dice 4,3,2\n{LINE}\n").repeat(2000);
    play(&long.join("long.tirada"), &lines);
    let mut times = Vec::new();
    for _ in 0..5 {
        let server = Server::start(&long, 600);
        let begin = Instant::now();
        server.send(&server.doors[0].1, "GET", "state", "").await;
        times.push(begin.elapsed());
    }
    times.sort();
    println!(
        "a session of 2,000 actions is open after {:.0} ms (median of five; at most 150)",
        times[2].as_secs_f64() * 1e3
    );
}

/// A campaign with four characters.
fn campaign(folder: &Path) -> PathBuf {
    let path = folder.join("first.tirada");
    let tirada = |args: &[&str]| {
        assert!(Command::new(PROGRAM).args(args).stdout(Stdio::null()).status().unwrap().success(), "{args:?}");
    };
    let named = path.to_str().unwrap();
    tirada(&["campaign", "new", named, "-r", GAME]);
    for name in NAMES {
        let file = folder.join(format!("{name}.yml"));
        std::fs::write(&file, format!("tirada character: 1\nname: {name}\nruleset: {GAME}\ntraits: {TRAITS}\n"))
            .unwrap();
        tirada(&["campaign", "import", named, file.to_str().unwrap()]);
    }
    path
}

/// Types lines at the prompt of a campaign.
fn play(campaign: &Path, lines: &str) {
    let mut prompt = Command::new(PROGRAM).arg(campaign).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    prompt.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    assert!(prompt.wait().unwrap().success());
}

/// Every table acts every two seconds, not all at once; how long each action took.
async fn load<F: Future<Output = Duration>>(tables: usize, act: impl Fn(usize) -> F) -> Vec<Duration> {
    let one = |table: usize| {
        let act = &act;
        async move {
            tokio::time::sleep(EVERY * u32::try_from(table).unwrap() / u32::try_from(tables).unwrap()).await;
            let mut next = tokio::time::interval(EVERY);
            let mut times = Vec::new();
            for _ in 0..ROUNDS {
                next.tick().await;
                times.push(act(table).await);
            }
            times
        }
    };
    let mut all = Vec::new();
    let mut running: Vec<_> = (0..tables).map(|table| Box::pin(one(table))).collect();
    std::future::poll_fn(|context| {
        running.retain_mut(|one| match one.as_mut().poll(context) {
            std::task::Poll::Ready(times) => {
                all.extend(times);
                false
            }
            std::task::Poll::Pending => true,
        });
        if running.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    all
}

/// Prints a line of the table; the 99th percentile in seconds.
fn row(what: &str, mut times: Vec<Duration>) -> f64 {
    times.sort();
    let at = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64();
    println!(
        "| {what} ({} times) | {:.2} ms | {:.2} ms | {:.2} ms |",
        times.len(),
        at(50) * 1e3,
        at(99) * 1e3,
        at(100) * 1e3
    );
    at(99)
}

/// What a page has heard: the number of the newest change that it knows, and since when.
type Heard = watch::Receiver<(u64, Instant)>;

/// Waits until all of them know a change; when the last of them did.
async fn all_know(pages: &[Heard], change: u64) -> Instant {
    let mut last = None;
    for page in pages {
        let mut page = page.clone();
        let (_, at) = *page.wait_for(|(heard, _)| *heard >= change).await.unwrap();
        last = last.max(Some(at));
    }
    last.unwrap()
}

/// An action at a table, from sending it until all pages know what came of it.
async fn act(server: &Server, table: &Table) -> Duration {
    let begin = Instant::now();
    let body = format!("what=line&dice=4+3+2&line={}", LINE.replace(' ', "+").replace('"', "%22"));
    let answer = server.send(&table.door, "POST", "do", &body).await;
    let change = version_in(&answer);
    all_know(&table.pages, change).await - begin
}

fn version_in(answer: &str) -> u64 {
    let rest = answer.split("\"version\":").nth(1).unwrap_or_else(|| panic!("{answer}"));
    rest.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap()
}

/// Where a table is, and a secret of the GM's.
#[derive(Clone)]
struct Door {
    path: String,
    secret: String,
}

/// A table with its five pages.
struct Table {
    door: Door,
    pages: Vec<Heard>,
    _listening: JoinSet<()>,
}

struct Server {
    child: Child,
    address: String,
    folder: PathBuf,
    doors: Vec<(String, Door)>,
}

impl Server {
    fn start(folder: &Path, idle: u64) -> Self {
        let idle = idle.to_string();
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
        let args = ["serve", "--port", &free, "--idle", &idle, "--url", "http://localhost"];
        let mut command = Command::new(PROGRAM);
        let mut child = command.args(args).arg(folder).stdout(Stdio::piped()).spawn().unwrap();
        let mut doors = Vec::new();
        for line in Lines::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            if let Some((name, link)) = line.split_once(": http://localhost") {
                let (path, secret) = link.split_once('#').unwrap();
                doors.push((name.to_owned(), Door { path: path.to_owned(), secret: secret.to_owned() }));
            } else {
                break;
            }
        }
        Self { child, address: format!("127.0.0.1:{free}"), folder: folder.to_owned(), doors }
    }

    /// Sends a request and reads the whole answer.
    async fn send(&self, door: &Door, method: &str, path: &str, body: &str) -> String {
        let stream = TcpStream::connect(&self.address).await.unwrap();
        let request = format!(
            "{method} {}{path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nAccept: application/json\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            door.path,
            self.address,
            door.secret,
            body.len()
        );
        write(&stream, request.as_bytes()).await;
        let mut answer = Vec::new();
        while read(&stream, &mut answer).await {}
        String::from_utf8(answer).unwrap()
    }

    /// Opens the pages of the GM and of all four characters.
    async fn sit_down(&self, name: &str, door: &Door) -> Table {
        // The table opens, and gives everybody a link.
        self.send(door, "GET", "state", "").await;
        let campaign = rusqlite::Connection::open(self.folder.join(format!("{name}.tirada"))).unwrap();
        let links: String =
            campaign.query_row("SELECT value FROM extras WHERE name = 'serve.links'", (), |row| row.get(0)).unwrap();
        let mut listening = JoinSet::new();
        let mut pages = Vec::new();
        for line in links.lines() {
            let secret = line.split_once(' ').unwrap().0;
            let stream = TcpStream::connect(&self.address).await.unwrap();
            let head = format!(
                "GET {}events HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {secret}\r\n\r\n",
                door.path, self.address
            );
            write(&stream, head.as_bytes()).await;
            pages.push(listen(stream, &mut listening, |line| line.strip_prefix("id: ")?.trim().parse().ok()));
        }
        assert_eq!(pages.len(), SEATS);
        Table { door: door.clone(), pages, _listening: listening }
    }

    /// Its memory in kB.
    fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Listens to a stream of lines, of which some say which change they tell.
fn listen(stream: TcpStream, tasks: &mut JoinSet<()>, change: fn(&str) -> Option<u64>) -> Heard {
    let (tell, heard) = watch::channel((0, Instant::now()));
    tasks.spawn(async move {
        let mut bytes = Vec::new();
        while read(&stream, &mut bytes).await {
            while let Some(end) = bytes.iter().position(|&byte| byte == b'\n') {
                let line: Vec<u8> = bytes.drain(..=end).collect();
                if let Some(change) = change(&String::from_utf8_lossy(&line)) {
                    tell.send_replace((change, Instant::now()));
                }
            }
        }
    });
    heard
}

async fn write(stream: &TcpStream, mut bytes: &[u8]) {
    while !bytes.is_empty() {
        stream.writable().await.unwrap();
        match stream.try_write(bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(error) => assert_eq!(error.kind(), std::io::ErrorKind::WouldBlock),
        }
    }
}

/// Reads what has come; whether more can come.
async fn read(stream: &TcpStream, into: &mut Vec<u8>) -> bool {
    let mut some = [0; 16 << 10];
    loop {
        stream.readable().await.unwrap();
        match stream.try_read(&mut some) {
            Ok(count) => {
                into.extend_from_slice(&some[..count]);
                return count > 0;
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(_) => return false,
        }
    }
}

/// The least that an action costs.
struct Floor {
    tables: Vec<Mutex<Bare>>,
    _listening: JoinSet<()>,
}

struct Bare {
    database: Arc<std::sync::Mutex<rusqlite::Connection>>,
    change: u64,
    outgoing: Vec<TcpStream>,
    pages: Vec<Heard>,
}

impl Floor {
    async fn new(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (mut tables, mut listening) = (Vec::new(), JoinSet::new());
        for at in 0..TABLES {
            let database = rusqlite::Connection::open(folder.join(format!("floor{at}.db"))).unwrap();
            let mode: String = database.query_row("PRAGMA journal_mode = WAL", (), |row| row.get(0)).unwrap();
            assert_eq!(mode, "wal");
            database.execute_batch("PRAGMA synchronous = FULL; CREATE TABLE log (line TEXT)").unwrap();
            let (mut outgoing, mut pages) = (Vec::new(), Vec::new());
            for _ in 0..SEATS {
                let page = TcpStream::connect(address).await.unwrap();
                pages.push(listen(page, &mut listening, |line| line.trim().parse().ok()));
                outgoing.push(listener.accept().await.unwrap().0);
            }
            let database = Arc::new(std::sync::Mutex::new(database));
            tables.push(Mutex::new(Bare { database, change: 0, outgoing, pages }));
        }
        Self { tables, _listening: listening }
    }

    async fn act(&self, table: usize) -> Duration {
        let mut table = self.tables[table].lock().await;
        let begin = Instant::now();
        let database = Arc::clone(&table.database);
        let commit = move || database.lock().unwrap().execute("INSERT INTO log VALUES (?)", [LINE]).unwrap();
        tokio::task::spawn_blocking(commit).await.unwrap();
        table.change += 1;
        let change = table.change;
        for page in &table.outgoing {
            write(page, format!("{change}\n").as_bytes()).await;
        }
        all_know(&table.pages, change).await - begin
    }
}
