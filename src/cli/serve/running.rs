//! Starts the server, says where it is, and stops it.

use std::io::IsTerminal as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use tokio::sync::watch;

use super::Serve;
use super::fair::hex;
use super::http::{App, serve};
use super::seats::{Seat, random};
use super::table::{Hub, Opening, Played, Refusal, Reply, Request, Wanted, characters, open};
use crate::cli::{Context, ENDING, FILES, FINE, USAGE};
use crate::diagnostic::{Code, Diagnostic};

/// Runs the command.
pub(super) fn run(context: &mut Context, wanted: &Serve) -> u8 {
    let campaign = |file: &String| Path::new(file).extension().is_some_and(|ending| ending == ENDING);
    let is_campaign = wanted.files.iter().any(campaign);
    if is_campaign && (wanted.files.len() > 1 || wanted.ruleset.is_some()) {
        context.complain_alone(&Diagnostic::error(Code::CampaignAlone, None));
        return USAGE;
    }
    let Some(ruleset) = wanted.ruleset.clone().or_else(|| context.default_ruleset()).or(is_campaign.then(String::new))
    else {
        context.complain_alone(&Diagnostic::error(Code::NoDefaultRuleset, None));
        return USAGE;
    };
    if let Some(url) = wanted.url.as_deref().filter(|url| !url.starts_with("https://") && !url.starts_with("http://")) {
        context.complain_alone(&Diagnostic::error(Code::NotAnAddress, None).arg("text", url));
        return USAGE;
    }
    let (id, secret) = match (random::<6>(), random::<32>()) {
        (Ok(id), Ok(secret)) => (hex(&id), secret),
        (Err(error), _) | (_, Err(error)) => {
            context.output.tell_message("no-randomness", &vec![("why", error.to_string().into())]);
            return FILES;
        }
    };
    // Whoever finds the campaign taken is told where it is served.
    let ip = if wanted.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let bound = TcpListener::bind(SocketAddr::from((ip, wanted.port)));
    let bound = bound.and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
    let listener = match bound {
        Ok(listener) => listener,
        Err(error) => return cannot_listen(context, wanted.port, &error),
    };
    let port = listener.local_addr().map_or(wanted.port, |address| address.port());
    let what = match wanted.files.first().filter(|_| is_campaign) {
        Some(path) => Played::Campaign(path.into(), format!("http://127.0.0.1:{port}/")),
        None => Played::Game(ruleset, wanted.files.clone()),
    };
    let opening =
        Opening { id, catalogue: context.output.catalogue.clone(), language_open: context.language_open, what, secret };
    let hub = match open(opening) {
        Ok(hub) => hub,
        Err((lines, code)) => {
            lines.iter().for_each(|line| context.output.tell(line));
            return code;
        }
    };
    context.output.speak(hub.shot().language);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime {
        Ok(runtime) => runtime.block_on(listen(context, wanted, listener, hub)),
        Err(error) => cannot_listen(context, wanted.port, &error),
    }
}

fn cannot_listen(context: &Context, port: u16, error: &std::io::Error) -> u8 {
    let code = Diagnostic::error(Code::CannotListen, None).arg("port", i64::from(port));
    context.complain_alone(&code.arg("why", error.to_string()));
    FILES
}

async fn listen(context: &Context, wanted: &Serve, listener: TcpListener, hub: Arc<Hub>) -> u8 {
    let port = listener.local_addr().map_or(wanted.port, |address| address.port());
    let listener = match tokio::net::TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => return cannot_listen(context, port, &error),
    };
    let (stop, stopped) = watch::channel(false);
    let app = Arc::new(App::new(Arc::clone(&hub), wanted.url.clone(), wanted.lan, port, stopped));
    let serving = tokio::spawn(serve(listener, Arc::clone(&app)));
    if let Err(error) = greet(context, &app) {
        context.complain_alone(&error);
        return FILES;
    }
    if !wanted.no_open && std::io::stdout().is_terminal() {
        open_page(context, &app);
    }
    wait_for_the_end().await;
    // The secret may be told once the session is closed, and not before.
    let closed = hub.ask(Request::of_the_server(Wanted::Close)).await;
    stop.send_replace(true);
    // Pages hear that the server stops; one that does not listen keeps nobody waiting.
    let _ = tokio::time::timeout(std::time::Duration::from_millis(300), serving).await;
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    match closed {
        Ok(Reply::Refused(Refusal { lines, .. })) => {
            lines.iter().for_each(|line| context.output.tell(line));
            FILES
        }
        Err(_) => {
            context.output.tell_message("serve-not-closed", &Vec::new());
            FILES
        }
        Ok(_) => {
            let args = vec![("secret", hub.fair.secret().into())];
            context.output.print(&context.output.catalogue.text("serve-stopped", &args));
            FINE
        }
    }
}

/// Opens the GM's page with the program that the system has for that. Where there is none, the address was printed.
fn open_page(context: &Context, app: &App) {
    let Ok(ticket) = app.ticket() else { return };
    let address = format!("http://127.0.0.1:{}/open/{ticket}", app.port);
    let mut command = opener(&address);
    let quiet = std::process::Stdio::null;
    let started = command.stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
    match started {
        // Waiting for it would wait for the browser.
        Ok(mut child) => drop(std::thread::spawn(move || child.wait())),
        Err(_) => context.output.tell_message("serve-not-opened", &Vec::new()),
    }
}

#[cfg(target_os = "macos")]
fn opener(address: &str) -> Command {
    let mut command = Command::new("open");
    command.arg(address);
    command
}

#[cfg(windows)]
fn opener(address: &str) -> Command {
    let mut command = Command::new("rundll32");
    command.args(["url.dll,FileProtocolHandler", address]);
    command
}

#[cfg(not(any(target_os = "macos", windows)))]
fn opener(address: &str) -> Command {
    let mut command = Command::new("xdg-open");
    command.arg(address);
    command
}

/// Says where everybody finds their page.
///
/// # Errors
///
/// An internal one: the GM has no link.
fn greet(context: &Context, app: &App) -> Result<(), Diagnostic> {
    let say = |id: &str, args: &crate::diagnostic::Args| context.output.print(&context.output.catalogue.text(id, args));
    let host = format!("127.0.0.1:{}", app.port);
    // A link without its token opens nothing.
    let lacks = || Diagnostic::error(Code::Internal, None).arg("where", format!("{}:{}", file!(), line!()));
    let gm = format!("{}#{}", app.base(&host), app.hub.links.of(&Seat::Gm).ok_or_else(lacks)?);
    say("serve-started", &vec![("game", app.hub.shot().game.clone().into()), ("link", gm.into())]);
    let host = lan_host(app).unwrap_or(host);
    for (name, seat) in characters(&app.hub.shot()) {
        // Whoever was shut out has none.
        let Some(token) = app.hub.links.of(&seat) else { continue };
        let link = format!("{}#{token}", app.base(&host));
        say("serve-link-of", &vec![("name", name.into()), ("link", link.clone().into())]);
        if app.lan
            && let Ok(code) = qrcode::QrCode::new(link)
        {
            context.output.print(&code.render::<qrcode::render::unicode::Dense1x2>().build());
        }
    }
    say("serve-commitment", &vec![("hash", app.hub.shot().commitment.clone().into())]);
    Ok(())
}

/// Where other machines find this one, if they may.
pub(super) fn lan_host(app: &App) -> Option<String> {
    if !app.lan {
        return None;
    }
    // No packet is sent: the system only chooses the way out.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(10, 255, 255, 255), 1)).ok()?;
    let ip: IpAddr = socket.local_addr().ok()?.ip();
    (!ip.is_unspecified()).then(|| format!("{ip}:{}", app.port))
}

#[cfg(unix)]
async fn wait_for_the_end() {
    use tokio::signal::unix::{SignalKind, signal};
    let (Ok(mut interrupt), Ok(mut terminate)) = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    else {
        return std::future::pending().await;
    };
    tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
}

#[cfg(not(unix))]
async fn wait_for_the_end() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}
