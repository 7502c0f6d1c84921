//! Starts the server, prints its address, and stops it.

use std::io::IsTerminal as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

use super::ServeArgs;
use super::app::App;
use super::http::serve;
use super::request::{RequestRefusal, TableReply};
use super::seats::Seat;
use super::snapshot::characters;
use super::table::{Opening, TableSource, door, open};
use super::tables::{CampaignFolder, Campaigns, Closed, ClosedTable, ServedTables};
use crate::cli::{CommandContext, ENDING, FILES, FINE, USAGE, WRONG, cannot_read};
use crate::diagnostic::{Code, Diagnostic};

/// A campaign of a folder is closed when no user has been there for so many seconds.
const IDLE: u64 = 600;
/// How often it is looked whether a user is there.
const TIDYING: Duration = Duration::from_millis(500);

/// Runs `tirada serve` until it is stopped; returns the exit code.
pub(super) fn run(context: &mut CommandContext, wanted: &ServeArgs) -> u8 {
    let campaign = wanted.files.iter().any(|file| is_campaign(Path::new(file)));
    // A folder without campaigns may hold characters.
    let folder = match wanted.files.as_slice() {
        [folder] if wanted.ruleset.is_none() && Path::new(folder).is_dir() => match campaigns_of(Path::new(folder)) {
            Ok(folder) => folder,
            Err(error) => {
                context.complain_alone(&cannot_read(Path::new(folder), &error));
                return FILES;
            }
        },
        _ => Vec::new(),
    };
    if wanted.idle.is_some() && folder.is_empty() {
        context.complain_alone(&Diagnostic::error(Code::IdleWithoutFolder, None));
        return USAGE;
    }
    if campaign && (wanted.files.len() > 1 || wanted.ruleset.is_some()) {
        context.complain_alone(&Diagnostic::error(Code::CampaignAlone, None));
        return USAGE;
    }
    let Some(ruleset) = wanted
        .ruleset
        .clone()
        .or_else(|| context.default_ruleset())
        .or((campaign || !folder.is_empty()).then(String::new))
    else {
        context.complain_alone(&Diagnostic::error(Code::NoDefaultRuleset, None));
        return USAGE;
    };
    if let Some(url) = wanted.url.as_deref().filter(|url| !url.starts_with("https://") && !url.starts_with("http://")) {
        context.complain_alone(&Diagnostic::error(Code::NotAnAddress, None).arg("text", url));
        return USAGE;
    }
    // A program that finds the campaign taken is told where it is served.
    let ip = if wanted.lan { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    let bound = TcpListener::bind(SocketAddr::from((ip, wanted.port)));
    let bound = bound.and_then(|listener| listener.set_nonblocking(true).map(|()| listener));
    let listener = match bound {
        Ok(listener) => listener,
        Err(error) => return cannot_listen(context, wanted.port, &error),
    };
    let port = listener.local_addr().map_or(wanted.port, |address| address.port());
    let address = format!("http://127.0.0.1:{port}/");
    let shelf = if folder.is_empty() {
        let what = match wanted.files.first().filter(|_| campaign) {
            Some(path) => TableSource::Campaign(path.into(), address),
            None => TableSource::Game(ruleset, wanted.files.clone()),
        };
        one_table(context, what)
    } else {
        let patience = Duration::from_secs(wanted.idle.unwrap_or(IDLE));
        tables_of(context, &folder, address, patience)
    };
    let shelf = match shelf {
        Ok(shelf) => shelf,
        Err(code) => return code,
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime {
        Ok(runtime) => runtime.block_on(listen(context, wanted, listener, shelf)),
        Err(error) => cannot_listen(context, wanted.port, &error),
    }
}

fn cannot_listen(context: &CommandContext, port: u16, error: &std::io::Error) -> u8 {
    let code = Diagnostic::error(Code::CannotListen, None).arg("port", i64::from(port));
    context.complain_alone(&code.arg("why", crate::store::why(error)));
    FILES
}

/// The table of what is played.
fn one_table(context: &mut CommandContext, what: TableSource) -> Result<ServedTables, u8> {
    let opening = Opening::new(what, &context.output.catalogue, context.language_open);
    match opening.and_then(open) {
        Ok(hub) => {
            context.output.speak(hub.shot().language);
            Ok(ServedTables::One(hub))
        }
        Err((lines, code)) => {
            lines.iter().for_each(|line| context.output.tell(line));
            Err(code)
        }
    }
}

/// The campaigns that lie in a folder, but for hidden ones: those keep what a prompt has not saved.
fn campaigns_of(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let (path, is_hidden) = (entry.path(), entry.file_name().as_encoded_bytes().starts_with(b"."));
        if is_campaign(&path) && !is_hidden {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn is_campaign(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == ENDING)
}

/// The tables of campaigns. Those that cannot be read are reported, and left out.
fn tables_of(
    context: &CommandContext,
    paths: &[PathBuf],
    address: String,
    patience: Duration,
) -> Result<ServedTables, u8> {
    let (mut closed, mut worst) = (Vec::new(), FINE);
    for path in paths {
        match door(path, &context.output.catalogue) {
            Ok((id, known)) => {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                closed.push(Closed { id, name, path: path.clone(), known });
            }
            Err((lines, code)) => {
                lines.iter().for_each(|line| context.output.tell(line));
                worst = worst.max(code);
            }
        }
    }
    if closed.is_empty() {
        return Err(worst);
    }
    let catalogue = context.output.catalogue.clone();
    let (language_open, games) = (context.language_open, Arc::default());
    let how = Campaigns { catalogue, language_open, address, patience, games };
    Ok(ServedTables::Folder(CampaignFolder::new(closed, how)))
}

async fn listen(context: &CommandContext, wanted: &ServeArgs, listener: TcpListener, shelf: ServedTables) -> u8 {
    let port = listener.local_addr().map_or(wanted.port, |address| address.port());
    let listener = match tokio::net::TcpListener::from_std(listener) {
        Ok(listener) => listener,
        Err(error) => return cannot_listen(context, port, &error),
    };
    let (stop, stopped) = watch::channel(false);
    let app = Arc::new(App::new(shelf, context.output.catalogue.language(), wanted, port, stopped));
    let serving = tokio::spawn(serve(listener, Arc::clone(&app)));
    // Before it is said that Ctrl-C stops it.
    let mut end = the_end();
    if let Err(wrong) = greet(context, &app).await {
        context.complain_alone(&wrong);
        return WRONG;
    }
    if !wanted.no_open && std::io::stdout().is_terminal() {
        open_page(context, &app);
    }
    loop {
        tokio::select! {
            () = &mut end => break,
            () = tokio::time::sleep(TIDYING) => {
                for ended in app.shelf.tidy().await {
                    say_how_it_ended(context, &ended);
                }
            }
        }
    }
    // The secret may be told once the session is closed, and not before.
    let closed = app.shelf.close().await;
    stop.send_replace(true);
    // Pages hear that the server stops; one that does not listen delays nothing.
    let _ = tokio::time::timeout(Duration::from_millis(300), serving).await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    let codes = closed.iter().map(|ended| say_how_it_ended(context, ended));
    codes.fold(FINE, u8::max)
}

/// Reports the result of closing a table, and returns the exit code.
fn say_how_it_ended(context: &CommandContext, ClosedTable { name, hub, answer }: &ClosedTable) -> u8 {
    let titled = |line: &str| if name.is_empty() { line.to_owned() } else { format!("{name}: {line}") };
    match answer {
        Ok(TableReply::Refused(RequestRefusal { lines, .. })) => {
            lines.iter().for_each(|line| context.output.tell(&titled(line)));
            FILES
        }
        Err(_) => {
            context.output.tell(&titled(&context.output.catalogue.say("serve-not-closed")));
            FILES
        }
        Ok(_) => {
            let args = vec![("secret", hub.fair.secret().into())];
            context.output.print(&titled(&context.output.catalogue.text("serve-stopped", &args)));
            FINE
        }
    }
}

/// Opens the GM's page with the program that the system has for that. Where there is none, the address was printed.
fn open_page(context: &CommandContext, app: &App) {
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

/// Says where all players find their pages.
///
/// # Errors
///
/// If a table is open and the GM has no link.
async fn greet(context: &CommandContext, app: &App) -> Result<(), Diagnostic> {
    let say = |id: &str, args: &crate::diagnostic::Args| context.output.print(&context.output.catalogue.text(id, args));
    let own = format!("127.0.0.1:{}", app.port);
    let host = lan_host(app).unwrap_or_else(|| own.clone());
    let show = |name: String, link: String| {
        say("serve-link-of", &vec![("name", name.into()), ("link", link.clone().into())]);
        if app.lan
            && let Ok(code) = qrcode::QrCode::new(link)
        {
            context.output.print(&code.render::<qrcode::render::unicode::Dense1x2>().build());
        }
    };
    let ServedTables::One(hub) = &app.shelf else {
        for (name, id, token) in app.shelf.doors().await {
            let token = token.ok_or_else(no_link)?;
            show(name, format!("{}#{token}", app.base(&id, &host)));
        }
        say("serve-folder", &Vec::new());
        return Ok(());
    };
    let gm = hub.links.of(&Seat::Gm).ok_or_else(no_link)?;
    let gm = format!("{}#{gm}", app.base(&hub.id, &own));
    let shot = hub.shot();
    say("serve-started", &vec![("game", shot.game.clone().into()), ("link", gm.into())]);
    for (name, seat) in characters(&shot) {
        // A player who was shut out has none.
        let Some(token) = hub.links.of(&seat) else { continue };
        show(name, format!("{}#{token}", app.base(&hub.id, &host)));
    }
    say("serve-commitment", &vec![("hash", shot.commitment.clone().into())]);
    Ok(())
}

/// The link of the GM cannot be withdrawn.
#[track_caller]
fn no_link() -> Diagnostic {
    let place = std::panic::Location::caller();
    Diagnostic::error(Code::Internal, None).arg("where", format!("{}:{}", place.file(), place.line()))
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

/// Waits for Ctrl-C, from now on.
#[cfg(unix)]
fn the_end() -> Pin<Box<dyn Future<Output = ()>>> {
    use tokio::signal::unix::{SignalKind, signal};
    let signals = (signal(SignalKind::interrupt()), signal(SignalKind::terminate()));
    let (Ok(mut interrupt), Ok(mut terminate)) = signals else { return Box::pin(std::future::pending()) };
    Box::pin(async move {
        tokio::select! { _ = interrupt.recv() => {}, _ = terminate.recv() => {} }
    })
}

/// Completes when the user presses Ctrl-C or the system asks the program to stop.
#[cfg(not(unix))]
fn the_end() -> Pin<Box<dyn Future<Output = ()>>> {
    Box::pin(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
