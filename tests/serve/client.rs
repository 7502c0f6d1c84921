//! A server of its own, and a small client as a bot would have it.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common;

/// Nothing takes longer, even on a machine that does much else.
const LONG: Duration = Duration::from_secs(120);

pub struct Server {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
    client: Client,
}

/// Speaks to one table of a server.
#[derive(Debug, Clone)]
pub struct Client {
    pub address: String,
    /// The path of the table.
    pub table: String,
    /// Secrets of the links, by whom they are for; of a folder, by the campaign.
    pub links: BTreeMap<String, String>,
    tables: BTreeMap<String, String>,
}

impl std::ops::Deref for Server {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The code of a refusal, or `done`.
    pub fn code(&self) -> String {
        let json = self.json();
        if json["done"] == json!(true) { "done".to_owned() } else { json["code"].as_str().unwrap_or("?").to_owned() }
    }
}

impl Server {
    /// With two characters of an invented game.
    pub fn start(name: &str) -> Self {
        let people = ["tests/games/mini/people/ann.yml", "tests/games/mini/people/bob.yml"];
        Self::of(name, &["-r", "tests/games/mini", people[0], people[1]])
    }

    /// With what is named.
    pub fn of(name: &str, args: &[&str]) -> Self {
        let home = common::folder(&format!("serve-home-{name}"));
        let mut command = common::command(&home);
        command.args(["serve", "--port", "0"]).args(args);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let (mut links, mut tables) = (BTreeMap::new(), BTreeMap::new());
        let (mut address, mut table) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            assert!(out.read_line(&mut line).unwrap() > 0, "the server did not start");
            if let Some((whose, link)) = line.trim().split_once(": http://") {
                let (place, secret) = link.split_once('#').unwrap();
                let (host, path) = place.split_once('/').unwrap();
                address = format!("127.0.0.1:{}", host.rsplit(':').next().unwrap());
                table = format!("/{path}");
                links.insert(whose.to_owned(), secret.to_owned());
                tables.insert(whose.to_owned(), table.clone());
            }
            if line.contains("Ctrl-C") {
                break;
            }
        }
        Self { child, out, client: Client { address, table, links, tables } }
    }

    /// Kills it, as a power cut does.
    pub fn kill(&self) {
        let id = self.child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-KILL", &id]).status().unwrap().success());
    }

    /// Stops the server as Ctrl-C does; what it says at the end.
    #[cfg(unix)]
    pub fn stop(mut self) -> String {
        let id = self.child.id().to_string();
        assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let mut said = String::new();
        self.out.read_to_string(&mut said).unwrap();
        assert!(self.child.wait().unwrap().success());
        said
    }
}

impl Client {
    /// The same at the table of a campaign.
    pub fn at(&self, campaign: &str) -> Self {
        Self { table: self.tables[campaign].clone(), ..self.clone() }
    }

    pub fn link(&self, whose: &str) -> &str {
        &self.links[whose]
    }

    /// Sends a request as it is and reads the whole answer.
    pub fn raw(&self, request: &str) -> Answer {
        ask(&self.address, request)
    }

    pub fn get(&self, path: &str, secret: &str) -> Answer {
        let auth = if secret.is_empty() { String::new() } else { format!("Authorization: Bearer {secret}\r\n") };
        let (table, address) = (&self.table, &self.address);
        self.raw(&format!("GET {table}{path} HTTP/1.1\r\nHost: {address}\r\n{auth}Connection: close\r\n\r\n"))
    }

    pub fn post(&self, path: &str, secret: &str, body: &Value) -> Answer {
        let (table, address, body) = (&self.table, &self.address, body.to_string());
        self.raw(&format!(
            "POST {table}{path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {secret}\r\nAccept: application/json\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ))
    }

    /// Whoever this is does something.
    pub fn wants(&self, whose: &str, wanted: Value) -> Answer {
        self.post("do", self.link(whose), &wanted)
    }

    pub fn line(&self, whose: &str, line: &str) -> Answer {
        self.wants(whose, json!({ "what": "line", "line": line }))
    }

    /// The same, which has to succeed.
    pub fn does(&self, whose: &str, wanted: Value) {
        let answer = self.wants(whose, wanted.clone());
        assert_eq!(answer.code(), "done", "{wanted}: {}", answer.body);
    }

    pub fn state(&self, whose: &str) -> Value {
        self.get("state", self.link(whose)).json()
    }

    pub fn events(&self, whose: &str, after: u64) -> Events {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(LONG)).unwrap();
        let (table, address, secret) = (&self.table, &self.address, self.link(whose));
        let request = format!(
            "GET {table}events HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {secret}\r\nLast-Event-ID: {after}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        Events(BufReader::new(stream))
    }

    /// Waits until something is so.
    pub fn until(&self, whose: &str, what: &str, holds: impl Fn(&Value) -> bool) -> Value {
        let begin = Instant::now();
        loop {
            let state = self.state(whose);
            if holds(&state) {
                return state;
            }
            assert!(begin.elapsed() < LONG, "{what}: {state}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request as it is to some server and reads the whole answer.
pub fn ask(address: &str, request: &str) -> Answer {
    // Nobody listens any more: no answer.
    let Ok(mut stream) = TcpStream::connect(address) else {
        return Answer { status: 0, head: String::new(), body: String::new() };
    };
    stream.set_read_timeout(Some(LONG)).unwrap();
    // What is too long is answered before all of it was sent.
    let _ = stream.write_all(request.as_bytes());
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8(bytes).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let body = if head.to_lowercase().contains("transfer-encoding: chunked") { unchunked(body) } else { body.into() };
    Answer { status, head: head.to_owned(), body }
}

/// The bodies of pages come in pieces, each behind its length.
fn unchunked(body: &str) -> String {
    let (mut rest, mut whole) = (body, String::new());
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        if length == 0 {
            break;
        }
        whole.push_str(&after[..length]);
        rest = &after[length + 2..];
    }
    whole
}

/// What a page hears.
pub struct Events(BufReader<TcpStream>);

impl Events {
    /// The next event of a kind; others are passed over.
    pub fn next(&mut self, kind: &str) -> Value {
        let (mut event, mut line) = (String::new(), String::new());
        loop {
            line.clear();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the events ended before `{kind}`");
            if let Some(name) = line.strip_prefix("event: ") {
                event = name.trim().to_owned();
            }
            if let Some(data) = line.strip_prefix("data: ").filter(|_| event == kind) {
                return serde_json::from_str(data).unwrap();
            }
        }
    }
}
