//! How the cost of exact odds grows with dice and faces: `cargo bench --bench growth`. With the
//! name of a folder behind `--` the pictures are drawn there as well (see `docs/odds.md`).
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::fmt::Write as _;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use tirada::internals::check::program::CheckedGame;
use tirada::internals::odds::OddsLimits;
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{Ready, RollRequest, Session};

/// Rounds in which all questions take turns. Of each question the least time is drawn: on a machine
/// with neighbours everything above it is theirs. The median is printed beside it.
const ROUNDS: usize = 21;
/// How long one question is asked again and again within a round.
const PART: Duration = Duration::from_millis(10);
/// Questions that take longer than this are asked in three rounds only.
const SLOW: Duration = Duration::from_millis(500);

const DICE: [u32; 8] = [1, 2, 5, 10, 20, 50, 100, 200];
/// Three can be kept of no fewer.
const THREE_UP: [u32; 6] = [5, 10, 20, 50, 100, 200];
const FACES: [u32; 6] = [4, 6, 10, 20, 50, 100];

/// Rulesets come as texts here.
struct Nothing;

impl Shelf for Nothing {
    fn files(&self, _: &str) -> Option<Vec<File>> {
        None
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

/// One question, ready to be asked.
struct Question {
    curve: usize,
    size: u32,
    text: String,
    session: Session<'static>,
    game: CheckedGame,
    ready: Ready,
    /// How often it is asked in a round.
    times: u32,
    /// Time of one answer, by round.
    rounds: Vec<Duration>,
}

/// What is drawn as one line.
struct Curve {
    name: &'static str,
    sizes: &'static [u32],
    /// The expression for a size, and how many dice the ruleset rolls.
    text: fn(u32) -> (String, u32),
    /// Whether faces grow instead of dice.
    faces: bool,
}

const CURVES: [Curve; 6] = [
    Curve { name: "sum of n d6", sizes: &DICE, text: |n| (format!("{n}d6"), 1), faces: false },
    Curve { name: "sum of n d10", sizes: &DICE, text: |n| (format!("{n}d10"), 1), faces: false },
    Curve { name: "highest three of n d10", sizes: &THREE_UP, text: |n| (format!("{n}d10kh3"), 1), faces: false },
    Curve {
        name: "highest and repeats of n d6",
        sizes: &DICE,
        text: |n| ("highest() * 100 + repeats()".to_owned(), n),
        faces: false,
    },
    Curve { name: "n d6 beat n d6", sizes: &DICE, text: |n| (format!("{n}d6 beats {n}d6"), 1), faces: false },
    Curve { name: "highest three of ten dice", sizes: &FACES, text: |n| (format!("10d{n}kh3"), 1), faces: true },
];

fn question(curve: usize, size: u32) -> Result<Question, String> {
    let (text, roll) = CURVES.get(curve).map(|one| (one.text)(size)).unwrap_or_default();
    let rules = format!("tirada: 1\nid: growth\nname: Growth\ndice: {{d: 6, roll: {roll}d, names: {{h: highest}}}}\n");
    let mut session = Session::within(&Nothing, tirada::internals::limits::Limits::FULL);
    let loaded = session.load_files(vec![File { name: "ruleset.yml".to_owned(), text: rules }]);
    if !loaded.is_sound() {
        return Err(format!("{text}: the ruleset is wrong: {:?}", loaded.findings));
    }
    let game = loaded.game;
    let request = RollRequest { text: text.clone(), source: "<bench>".to_owned(), ..RollRequest::default() };
    let ready = session.prepare(&game, &request).map_err(|errors| format!("{text}: {errors:?}"))?;
    let mut question = Question { curve, size, text, session, game, ready, times: 1, rounds: Vec::new() };
    let once = question.ask()?;
    question.times = u32::try_from(PART.as_nanos() / once.as_nanos().max(1)).unwrap_or(u32::MAX).clamp(1, 100_000);
    Ok(question)
}

impl Question {
    /// The time of one answer.
    fn ask(&self) -> Result<Duration, String> {
        let began = Instant::now();
        for _ in 0..self.times {
            let odds = self.session.odds(
                &self.game,
                &self.ready,
                &OddsLimits::within(&tirada::internals::limits::Limits::FULL),
            );
            black_box(odds).map_err(|error| error.code.as_str().to_owned())?;
        }
        Ok(began.elapsed() / self.times)
    }

    fn least(&self) -> Duration {
        self.rounds.iter().min().copied().unwrap_or_default()
    }

    fn median(&self) -> Duration {
        let mut rounds = self.rounds.clone();
        rounds.sort();
        rounds.get(rounds.len() / 2).copied().unwrap_or_default()
    }
}

fn main() {
    // Cargo says `--bench` when something is to be measured; otherwise one round shows that it runs.
    let (flags, folders): (Vec<String>, Vec<String>) = std::env::args().skip(1).partition(|word| word.starts_with('-'));
    let rounds = if flags.iter().any(|flag| flag == "--bench") { ROUNDS } else { 1 };
    let mut questions = Vec::new();
    let mut refused = Vec::new();
    for (at, curve) in CURVES.iter().enumerate() {
        for size in curve.sizes {
            match question(at, *size) {
                Ok(found) => questions.push(found),
                Err(why) => refused.push((at, *size, why)),
            }
        }
    }
    for round in 0..rounds {
        for question in &mut questions {
            if round >= 3 && question.rounds.iter().all(|time| *time > SLOW) {
                continue;
            }
            if let Ok(time) = question.ask() {
                question.rounds.push(time);
            }
        }
    }
    for (at, curve) in CURVES.iter().enumerate() {
        println!("{}\n\n| asked | median | least |\n| --- | ---: | ---: |", curve.name);
        for one in questions.iter().filter(|one| one.curve == at) {
            println!("| `{}`, {} | {} | {} |", one.text, one.size, said(one.median()), said(one.least()));
        }
        for (_, size, why) in refused.iter().filter(|(curve, ..)| *curve == at) {
            println!("| {size} | refused | {why} |");
        }
        println!();
    }
    for folder in folders {
        for (file, faces, below) in [("odds-dice.svg", false, "dice"), ("odds-faces.svg", true, "faces")] {
            let path = Path::new(&folder).join(file);
            if let Err(why) = std::fs::write(&path, picture(&questions, faces, below)) {
                eprintln!("{}: {why}", path.display());
            }
        }
    }
}

fn said(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        small if small < 100.0 => format!("{small:.1} µs"),
        middle if middle < 10_000.0 => format!("{middle:.0} µs"),
        large => format!("{:.0} ms", large / 1e3),
    }
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 200.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 50.0;

/// Both axes count in powers: a straight line is a power of what stands below.
struct Axes {
    sizes: (f64, f64),
    micros: (f64, f64),
}

impl Axes {
    fn x(&self, size: f64) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * (size / self.sizes.0).ln() / (self.sizes.1 / self.sizes.0).ln()
    }

    fn y(&self, micros: f64) -> f64 {
        let part = (micros / self.micros.0).ln() / (self.micros.1 / self.micros.0).ln();
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part
    }
}

/// One picture of the curves in which dice, or faces, grow.
fn picture(questions: &[Question], faces: bool, below: &str) -> String {
    let micros = |one: &Question| one.least().as_secs_f64() * 1e6;
    let curves: Vec<(usize, &Curve)> = CURVES.iter().enumerate().filter(|(_, one)| one.faces == faces).collect();
    let shown: Vec<&Question> = questions.iter().filter(|one| curves.iter().any(|(at, _)| *at == one.curve)).collect();
    let least = shown.iter().map(|one| micros(one)).fold(f64::INFINITY, f64::min);
    let most = shown.iter().map(|one| micros(one)).fold(0.0, f64::max);
    let sizes: Vec<u32> = if faces { FACES.to_vec() } else { DICE.to_vec() };
    let ends = (f64::from(sizes.first().copied().unwrap_or(1)), f64::from(sizes.last().copied().unwrap_or(2)));
    let (from, to) = (least.log10().floor() as i32, most.log10().ceil() as i32);
    let axes = Axes { sizes: ends, micros: (10_f64.powi(from), 10_f64.powi(to)) };
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\">\n<title>Time of exact odds by number of {below}</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n"
    );
    for power in from..=to {
        let y = axes.y(10_f64.powi(power));
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{right}\"/>");
        let label = match power {
            ..3 => format!("{} µs", 10_f64.powi(power)),
            3..6 => format!("{} ms", 10_f64.powi(power - 3)),
            _ => format!("{} s", 10_f64.powi(power - 6)),
        };
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", LEFT - 8.0, y + 4.0);
    }
    for size in sizes {
        let x = axes.x(f64::from(size));
        let _ = writeln!(svg, "<path class=\"grid\" d=\"M{x:.1} {TOP}V{bottom}\"/>");
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{size}</text>", bottom + 18.0);
    }
    let middle = (LEFT + right) / 2.0;
    let _ = writeln!(svg, "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{below}</text>", HEIGHT - 10.0);
    // Names stand beside the ends of their lines, one below the other.
    let mut ends: Vec<(f64, f64, usize, &str)> = Vec::new();
    for (look, (at, curve)) in curves.iter().enumerate() {
        let points: Vec<(f64, f64, &Question)> = shown
            .iter()
            .filter(|one| one.curve == *at)
            .map(|one| (axes.x(f64::from(one.size)), axes.y(micros(one)), *one))
            .collect();
        let line: Vec<String> = points.iter().map(|(x, y, _)| format!("{x:.1} {y:.1}")).collect();
        let _ = writeln!(svg, "<path class=\"line s{look}\" d=\"M{}\"/>", line.join("L"));
        for (x, y, one) in &points {
            let words = said(one.least());
            let size = one.size;
            let _ = writeln!(
                svg,
                "<circle class=\"mark s{look}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"><title>{size}: {words}</title></circle>"
            );
        }
        if let Some((x, y, _)) = points.last() {
            ends.push((*y, *x, look, curve.name));
        }
    }
    ends.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut free = 0.0_f64;
    for (y, x, look, name) in ends {
        let y = y.max(free);
        free = y + 16.0;
        let _ = writeln!(svg, "<text class=\"name s{look}\" x=\"{:.1}\" y=\"{:.1}\">{name}</text>", x + 8.0, y + 4.0);
    }
    svg + "</svg>\n"
}

const STYLE: &str = "\
svg{font:12px system-ui,sans-serif;color:#24262b}
text{fill:currentColor}
.paper{fill:#fff}
.grid{fill:none;stroke:currentColor;stroke-opacity:.18}
.line{fill:none;stroke:currentColor;stroke-width:2}
.mark{fill:currentColor}
.name{fill:currentColor}
.s0{color:#1f5fa8}
.s1{color:#b34d12;stroke-dasharray:7 3}
.s2{color:#2f7d4f;stroke-dasharray:2 3}
.s3{color:#8445ab;stroke-dasharray:9 3 2 3}
.s4{color:#6b5b00;stroke-dasharray:14 4}
text,circle{stroke-dasharray:none}
@media (prefers-color-scheme:dark){
svg{color:#e6e6ea}
.paper{fill:#17181c}
.s0{color:#7db4f0}
.s1{color:#f0a062}
.s2{color:#7fce9f}
.s3{color:#cda6ea}
.s4{color:#d8c75a}
}
";
