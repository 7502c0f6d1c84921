//! Packs from an address. The server is a thread of the test.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;

use super::place::Place;

/// Answers every request with what the function says to its path, for as long as the test runs.
fn server(answer: impl Fn(&str) -> Vec<u8> + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = Vec::new();
            let mut buffer = [0; 1024];
            while !request.ends_with(b"\r\n\r\n") {
                match stream.read(&mut buffer) {
                    Ok(0) | Err(_) => break,
                    Ok(count) => request.extend(&buffer[..count]),
                }
            }
            let request = String::from_utf8_lossy(&request).into_owned();
            let path = request.split(' ').nth(1).unwrap_or("/").to_owned();
            // Whoever has seen enough hangs up.
            let _ = stream.write_all(&answer(&path));
        }
    });
    address
}

fn ok(body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn moved(to: &str) -> Vec<u8> {
    format!("HTTP/1.1 302 Found\r\nLocation: {to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").into_bytes()
}

#[test]
fn a_pack_is_imported_and_updated_from_an_address() {
    let place = Place::new("web");
    let zip = place.work.join("served.zip");
    let served = zip.clone();
    let address = server(move |path| match path {
        "/kelp.zip" => ok(&std::fs::read(&served).unwrap()),
        "/moved" => moved("/kelp.zip"),
        _ => b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".to_vec(),
    });
    let serve = |version: &str| {
        place.kelp(version);
        place.fine(&["pack", "kelp"]);
        std::fs::copy(place.work.join(format!("kelp-{version}.zip")), &zip).unwrap();
    };
    serve("1.0.0");
    let url = format!("{address}/kelp.zip");
    let shown = place.fine(&["import", &url, "--yes"]);
    assert!(shown.contains(&format!("- From {url}")), "{shown}");
    assert_eq!(place.fine(&["update"]), "kelp 1.0.0 is up to date.\n");
    place.fine(&["lock", "kelp"]);
    let lock = std::fs::read_to_string(place.work.join("tirada.lock")).unwrap();
    assert!(lock.contains(&format!("source: \"{url}\"")) || lock.contains(&format!("source: {url}")), "{lock}");
    serve("1.1.0");
    assert!(place.fine(&["update", "--yes"]).contains("1.0.0 → 1.1.0"));
    // The lock file says exactly which one: not the newer one that is there now.
    place.write("kelp/kelp/README.md", "more");
    let locked = place.run(&["import", "--locked", &format!("{address}/moved"), "--yes"]);
    assert_eq!(locked.code, 0, "{}", locked.stderr);
    place.fails(&["import", &format!("{address}/gone.zip"), "--yes"], 3, "pack-not-fetched");
}

#[test]
fn addresses_that_lead_nowhere_leave_nothing_behind() {
    let place = Place::new("web-wrong");
    let address = server(|path| match path {
        "/loop" => moved("/loop"),
        "/file" => moved("file:///etc/passwd"),
        "/large" => ok(&vec![b' '; 8_000_001]),
        "/short" => b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\nPK".to_vec(),
        "/page" => ok(b"<html>"),
        "/endless" => {
            let mut answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
            for _ in 0..90 {
                answer.extend(b"186a0\r\n");
                answer.extend(vec![b' '; 100_000]);
                answer.extend(b"\r\n");
            }
            answer
        }
        _ => b"nonsense\r\n\r\n".to_vec(),
    });
    let at = |path: &str| format!("{address}{path}");
    for path in ["/loop", "/file", "/large", "/short", "/endless", "/nonsense"] {
        place.fails(&["import", &at(path), "--yes"], 3, "pack-not-fetched");
    }
    let large = place.run(&["--lang", "en", "import", &at("/large"), "--yes"]);
    assert!(large.stderr.contains("too large"), "{}", large.stderr);
    let looping = place.run(&["--lang", "en", "import", &at("/loop"), "--yes"]);
    assert!(looping.stderr.contains("more than 3 times"), "{}", looping.stderr);
    place.fails(&["import", &at("/page"), "--yes"], 1, "pack-zip-broken");
    place.fails(&["import", "ftp://127.0.0.1/kelp.zip", "--yes"], 2, "pack-bad-address");
    place.fails(&["import", "file:///etc/passwd", "--yes"], 2, "pack-bad-address");
    let secret = address.replace("http://", "http://ann:secret@");
    let said = place.fails(&["import", &secret, "--yes"], 2, "pack-bad-address");
    assert!(!said.contains("secret@"), "{said}");
    // Nobody listens there any more.
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    place.fails(&["import", &format!("http://{closed}/kelp.zip"), "--yes"], 3, "pack-not-fetched");
}
