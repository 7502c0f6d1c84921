//! Fetching from an address: slow servers, and redirects in a network that the test makes up.
#![cfg(feature = "fetch")]

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tirada::internals::cli::packs::download::fetch_within;
use tirada::internals::diagnostic::Diagnostic;
use ureq::http::Uri;
use ureq::unversioned::resolver::DefaultResolver;
use ureq::unversioned::transport::{Buffers, ConnectionDetails, Connector, LazyBuffers, NextTimeout, Transport};
use ureq::{Agent, Error};

/// What went wrong, as the message chooses its words by it.
fn what(error: &Diagnostic) -> String {
    let what = error.args.iter().find(|(name, _)| *name == "what").map(|(_, what)| format!("{what:?}"));
    what.unwrap_or_default()
}

/// Answers every connection as a thread of the test likes.
fn server(answer: impl Fn(TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/kelp.zip", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let _ = stream.read(&mut [0; 1024]);
            answer(stream);
        }
    });
    address
}

/// Sends one byte after the other, until the client closes the connection.
fn drip(mut stream: TcpStream, head: &[u8], bytes: &[u8]) {
    let _ = stream.write_all(head);
    for byte in bytes.iter().cycle().take(10_000) {
        if stream.write_all(&[*byte]).is_err() {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn slow_servers_are_left() {
    let slow = [
        server(|stream| {
            std::thread::sleep(Duration::from_secs(20));
            drop(stream);
        }),
        server(|stream| drip(stream, b"", b"HTTP/1.1 200 OK\r\nX: ")),
        server(|stream| drip(stream, b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n", b"PK")),
    ];
    for address in slow {
        let since = Instant::now();
        let error = fetch_within(&address, Duration::from_millis(300), Agent::new_with_config).unwrap_err();
        assert!(what(&error).contains("time"), "{error:?}");
        assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
    }
}

/// A network in which every address answers what a function says, over http and https alike.
#[derive(Debug, Clone)]
struct Network {
    answer: fn(&Uri) -> String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Connector for Network {
    type Out = Line;

    fn connect(&self, details: &ConnectionDetails<'_>, _: Option<()>) -> Result<Option<Line>, Error> {
        self.asked.lock().unwrap().push(details.uri.to_string());
        let answer = (self.answer)(details.uri).into_bytes();
        Ok(Some(Line { buffers: LazyBuffers::new(4096, 4096), answer }))
    }
}

/// A connection that says what it has to say.
#[derive(Debug)]
struct Line {
    buffers: LazyBuffers,
    answer: Vec<u8>,
}

impl Transport for Line {
    fn buffers(&mut self) -> &mut dyn Buffers {
        &mut self.buffers
    }

    fn transmit_output(&mut self, _: usize, _: NextTimeout) -> Result<(), Error> {
        Ok(())
    }

    fn await_input(&mut self, _: NextTimeout) -> Result<bool, Error> {
        let room = self.buffers.input_append_buf();
        let count = room.len().min(self.answer.len());
        room[..count].copy_from_slice(&self.answer[..count]);
        self.answer.drain(..count);
        self.buffers.input_appended(count);
        Ok(count > 0)
    }

    fn is_open(&mut self) -> bool {
        false
    }

    fn is_tls(&self) -> bool {
        true
    }
}

/// What comes of an address in such a network, and which addresses were asked.
fn fetched(address: &str) -> (Result<Vec<u8>, Diagnostic>, Vec<String>) {
    let answer = |uri: &Uri| {
        let moved = |to: &str| format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
        match uri.path() {
            "/safely" => moved("https://127.0.0.1/there"),
            "/down" => moved("http://127.0.0.1/there"),
            "/by-and-by" => moved("https://127.0.0.1/down"),
            _ => "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nPK".to_owned(),
        }
    };
    let network = Network { answer, asked: Arc::default() };
    let used = network.clone();
    let result = fetch_within(address, Duration::from_secs(5), |config| {
        Agent::with_parts(config, used, DefaultResolver::default())
    });
    let asked = network.asked.lock().unwrap().clone();
    (result, asked)
}

#[test]
fn https_never_leads_to_http() {
    let (result, asked) = fetched("https://127.0.0.1/safely");
    assert_eq!(result.unwrap(), b"PK");
    assert_eq!(asked, ["https://127.0.0.1/safely", "https://127.0.0.1/there"]);
    for address in ["https://127.0.0.1/down", "https://127.0.0.1/by-and-by"] {
        let (result, asked) = fetched(address);
        assert!(what(&result.unwrap_err()).contains("unsafe"), "{address}");
        // No request went out without https.
        assert!(asked.iter().all(|asked| asked.starts_with("https://")), "{asked:?}");
    }
    // From http, redirects may lead to both.
    assert_eq!(fetched("http://127.0.0.1/down").0.unwrap(), b"PK");
    assert_eq!(fetched("http://127.0.0.1/safely").0.unwrap(), b"PK");
}
