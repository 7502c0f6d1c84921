//! One slip of the hand at every place of a ruleset: each is told once, where it is.
//!
//! The rulesets that are built in and some invented games are changed in one place by one realistic mistake (`kinds.rs`)
//! and checked. Something has to be found; no more than one error; in the line of the mistake or beside it; and the
//! change that is offered leaves fewer errors. `ALLOWED` says what is not so yet, by kind; what is no longer needed
//! there fails.
//!
//! One place in 1,200 is tried; `TIRADA_SLIPS=61` tries one in 61 (`.ci/run full`), `TIRADA_SLIPS=1` all hundred
//! thousand. `TIRADA_SLIPS_KIND=colon` and `TIRADA_SLIPS_GAME=ID` choose some of them; `TIRADA_SLIPS_SHOW=3` prints three
//! examples of each kind that fails. With `--nocapture`, a table of all kinds is printed.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod kinds;
mod lines;
mod places;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use kinds::{Slip, slips};
use places::places;
use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::limits::Limits;
use tirada::internals::report::{Catalogue, Language, diagnostics};
use tirada::internals::ruleset::{File, Shelf};
use tirada::internals::session::{Builtin, GameFiles, Session};

/// Places of which one is tried.
const SAMPLE: u64 = 1200;

/// As few as this in a sample say something of a kind.
const ENOUGH: usize = 20;

/// Slips that are told once and in their place, in a hundred: of all, and of a kind that is not `ALLOWED` less.
const TOLD: usize = 92;
const TOLD_OF_A_KIND: usize = 90;

/// Kinds of which fewer are told as they should be: how many in a hundred, and why.
const ALLOWED: [(&str, usize, &str); 4] = [
    ("dashes before names", 85, "what a table, a tag or an effect is called is lost with the list"),
    ("definition renamed", 28, "nobody can know which definition was meant where several are unused"),
    ("line deleted", 60, "the first line of a thing leaves its parts to the thing before"),
    ("lines swapped", 82, "a heading that changes places with its first line leaves its parts to another thing"),
];

/// Rulesets that are built in, and those of a folder.
struct Rulesets(Option<PathBuf>);

impl Shelf for Rulesets {
    fn files(&self, id: &str) -> Option<Vec<File>> {
        let Some(folder) = &self.0 else { return Builtin.files(id) };
        let path = folder.join(format!("{id}.yml"));
        let paths = if path.exists() { vec![path] } else { yaml(&folder.join(id)) };
        let files = read(paths);
        (!files.is_empty()).then_some(files)
    }

    fn ids(&self) -> Vec<String> {
        Builtin.ids()
    }
}

fn read(paths: Vec<PathBuf>) -> Vec<File> {
    let read = |path: PathBuf| File { text: std::fs::read_to_string(&path).unwrap(), name: path.display().to_string() };
    paths.into_iter().map(read).collect()
}

fn yaml(folder: &Path) -> Vec<PathBuf> {
    let list = std::fs::read_dir(folder).map(|list| list.flatten().map(|entry| entry.path()).collect());
    let mut paths: Vec<PathBuf> = list.unwrap_or_default();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "yml"));
    paths.sort();
    paths
}

/// A ruleset and one slip in one of its files.
struct Mutant<'a> {
    shelf: &'a Rulesets,
    files: &'a [File],
    file: usize,
    slip: Slip,
    /// What is said of it as it is.
    usual: &'a [String],
    beside: &'a GameFiles,
}

/// What comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Good,
    /// Right, only different.
    Harmless,
    Silent,
    Elsewhere,
    Several,
    /// The change that is offered does not mend it.
    BadFix,
}

struct Judged {
    verdict: Verdict,
    /// A change is offered.
    offered: bool,
    /// It brings back what was there.
    restores: bool,
    errors: usize,
    told: String,
}

fn line_of(text: &str, at: usize) -> usize {
    text[..at.min(text.len())].matches('\n').count() + 1
}

/// What is wrong with a ruleset and with what lies beside it.
fn checked(
    shelf: &Rulesets,
    files: Vec<File>,
    beside: &GameFiles,
) -> (Vec<Diagnostic>, tirada::internals::source::Sources) {
    let mut session = Session::within(shelf, Limits::FULL);
    let (loaded, mut others) = session.load_and_check(files, beside);
    let mut found = loaded.findings.clone();
    found.append(&mut others);
    if loaded.is_sound() {
        found.extend(session.lint(&loaded, &[]));
    }
    (found, session.sources)
}

fn mark(one: &Diagnostic) -> String {
    format!("{} {:?}", one.code, one.args)
}

impl Mutant<'_> {
    fn text(&self) -> String {
        let mut text = self.files[self.file].text.clone();
        text.replace_range(self.slip.edit.clone(), &self.slip.new);
        text
    }

    fn judged(&self) -> Judged {
        let text = self.text();
        let name = &self.files[self.file].name;
        let mut files = self.files.to_vec();
        files[self.file].text.clone_from(&text);
        let (mut found, sources) = checked(self.shelf, files.clone(), self.beside);
        found.retain(|one| one.is_error() || !self.usual.contains(&mark(one)));
        let told = diagnostics::plain::render(&found, &sources, &Catalogue::new(Language::English));
        let errors = found.iter().filter(|one| one.is_error()).count();
        let first = found.iter().find(|one| one.is_error()).or(found.first());
        let mut judged = Judged { verdict: Verdict::Good, offered: false, restores: false, errors, told };
        let Some(first) = first else {
            judged.verdict = if self.slip.harmless { Verdict::Harmless } else { Verdict::Silent };
            return judged;
        };
        let line = line_of(&text, self.slip.at);
        let last = line_of(
            &text,
            self.slip.at
                + if self.slip.new.contains('\n') && self.slip.kind != "lines swapped" {
                    0
                } else {
                    self.slip.new.trim_end().len()
                },
        );
        let here = |span: tirada::internals::source::Span| {
            let source = sources.get(span.source).unwrap();
            let (from, to) = (source.position(span.start).line, source.position(span.end).line);
            source.name() == name && from <= last + 1 && to + 1 >= line
        };
        let renamed = self.slip.kind.starts_with("definition");
        let near = first.at.is_none_or(here) || renamed && first.labels.iter().any(|label| here(label.span));
        if errors > 1 {
            judged.verdict = Verdict::Several;
        } else if !near && !self.slip.anywhere {
            judged.verdict = Verdict::Elsewhere;
        }
        if let Some(fix) = first.fix_offered() {
            judged.offered = true;
            let source = sources.get(fix.span.source).unwrap();
            let mut mended = source.text().to_string();
            mended.replace_range(fix.span.range(), &fix.replacement);
            judged.restores = source.name() == name && same(&mended, &self.files[self.file].text);
            if !judged.restores && judged.verdict == Verdict::Good {
                let mut beside = self.beside.clone();
                let GameFiles { cases, translations, people } = &mut beside;
                let mut all = files.iter_mut().chain(cases).chain(translations).chain(people);
                all.find(|one| one.name == source.name()).unwrap().text = mended;
                let (after, sources) = checked(self.shelf, files, &beside);
                let left = after.iter().filter(|one| one.is_error()).count();
                let known: Vec<String> = found.iter().map(mark).collect();
                let come = after.iter().any(|one| one.is_error() && !known.contains(&mark(one)));
                if come || left >= errors && first.is_error() {
                    judged.verdict = Verdict::BadFix;
                    judged.told += "---- with the change:\n";
                    judged.told += &diagnostics::plain::render(&after, &sources, &Catalogue::new(Language::English));
                }
            }
        }
        judged
    }
}

/// Whether two texts say the same, blanks at the ends of lines aside.
fn same(one: &str, other: &str) -> bool {
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    lines(one) == lines(other)
}

/// A number that is the same on every machine.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[test]
fn each_slip_is_reported_once_in_place() {
    let wrong = run();
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// What is not as it should be.
fn run() -> Vec<String> {
    let every: u64 = std::env::var("TIRADA_SLIPS").ok().and_then(|text| text.parse().ok()).unwrap_or(SAMPLE);
    let only = std::env::var("TIRADA_SLIPS_KIND").unwrap_or_default();
    let game = std::env::var("TIRADA_SLIPS_GAME").unwrap_or_default();
    let show: usize = std::env::var("TIRADA_SLIPS_SHOW").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests"));
    let shipped = Rulesets(None);
    let invented = Rulesets(Some(root.join("mistakes/games")));
    let games = Rulesets(Some(root.join("games")));
    let mut subjects: Vec<(&Rulesets, Vec<File>, Vec<String>, GameFiles)> = Vec::new();
    fn subject<'s>(shelf: &'s Rulesets, id: &str) -> (&'s Rulesets, Vec<File>, Vec<String>, GameFiles) {
        let files = Shelf::files(shelf, id).unwrap();
        let folder = match &shelf.0 {
            Some(folder) => folder.join(id),
            None => Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/rulesets")).join(id),
        };
        let beside = GameFiles {
            cases: read(yaml(&folder.join("cases"))),
            translations: read(yaml(&folder.join("translations"))),
            people: read(yaml(&folder.join("people"))),
        };
        let usual = checked(shelf, files.clone(), &beside).0.iter().map(mark).collect();
        (shelf, files, usual, beside)
    }
    for id in Builtin.ids().into_iter().filter(|id| !id.contains('.')) {
        subjects.push(subject(&shipped, &id));
    }
    for id in ["glass", "ferry"] {
        subjects.push(subject(&invented, id));
    }
    for id in ["harbour", "salt", "knocks", "tides"] {
        subjects.push(subject(&games, id));
    }
    let mut mutants = Vec::new();
    for (shelf, files, usual, beside) in &subjects {
        if !files[0].name.contains(&game) {
            continue;
        }
        for (file, one) in files.iter().enumerate().filter(|(_, one)| !one.text.starts_with("tirada coverage")) {
            for slip in slips(&one.text, &places(one)) {
                let is_changed = one.text[slip.edit.clone()] != *slip.new;
                let key = format!("{} {} {} {}", slip.kind, one.name, slip.edit.start, slip.new);
                if is_changed && slip.kind.contains(&only) && (hash(&key) >> 20).is_multiple_of(every) {
                    mutants.push(Mutant { shelf, files, file, slip, usual, beside });
                }
            }
        }
    }
    println!("{} mutants", mutants.len());
    let next = AtomicUsize::new(0);
    let all: Mutex<Vec<(usize, Judged)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = mutants.get(at) else { break };
                    let judged = mutant.judged();
                    all.lock().unwrap().push((at, judged));
                }
            });
        }
    });
    let mut all = all.into_inner().unwrap();
    all.sort_by_key(|(at, _)| *at);
    let mut table: BTreeMap<&str, [usize; 9]> = BTreeMap::new();
    let mut shown: BTreeMap<(&str, Verdict), usize> = BTreeMap::new();
    for (at, judged) in &all {
        let mutant = &mutants[*at];
        let row = table.entry(mutant.slip.kind).or_default();
        row[judged.verdict as usize] += 1;
        row[6] += 1;
        row[7] += usize::from(judged.offered);
        row[8] += usize::from(judged.restores);
        if judged.verdict > Verdict::Harmless {
            let count = shown.entry((mutant.slip.kind, judged.verdict)).or_default();
            *count += 1;
            if *count <= show {
                let text = mutant.text();
                let line = line_of(&text, mutant.slip.at);
                let old = &mutants[*at].files[mutant.file].text;
                let was = old.lines().nth(line_of(old, mutant.slip.edit.start) - 1).unwrap_or("");
                println!(
                    "=== {:?} [{}] {}:{line} ({} errors)\n-{was}\n+{}\n{}",
                    judged.verdict,
                    mutant.slip.kind,
                    mutant.files[mutant.file].name,
                    judged.errors,
                    text.lines().nth(line - 1).unwrap_or(""),
                    judged.told.chars().take(1500).collect::<String>()
                );
            }
        }
    }
    println!(
        "{:36} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6} {:>6}",
        "kind", "all", "good", "right", "silent", "else", "many", "badfix", "fix", "restor"
    );
    let mut sum = [0; 9];
    for (kind, row) in &table {
        for (one, all) in row.iter().zip(&mut sum) {
            *all += one;
        }
        println!(
            "{:36} {:6} {:6} {:6} {:6} {:6} {:6} {:6} {:6} {:6}",
            kind, row[6], row[0], row[1], row[2], row[3], row[4], row[5], row[7], row[8]
        );
    }
    let row = sum;
    println!(
        "{:36} {:6} {:6} {:6} {:6} {:6} {:6} {:6} {:6} {:6}",
        "all", row[6], row[0], row[1], row[2], row[3], row[4], row[5], row[7], row[8]
    );
    let told = |row: &[usize; 9]| (row[0] + row[1]) * 100 / row[6].max(1);
    let mut wrong = Vec::new();
    let mut expect = |kind: &str, row: &[usize; 9], least: usize| {
        if told(row) < least {
            wrong.push(format!("{kind}: {} of 100 are told once where they are, and {least} should be", told(row)));
        }
    };
    if game.is_empty() && only.is_empty() {
        expect("all", &sum, TOLD);
    }
    for (kind, row) in table.iter().filter(|(_, row)| row[6] >= ENOUGH) {
        let allowed = ALLOWED.iter().find(|(name, ..)| name == kind);
        expect(kind, row, allowed.map_or(TOLD_OF_A_KIND, |(_, least, _)| *least));
    }
    for (kind, _, why) in ALLOWED {
        let row = table.get(kind).filter(|row| row[6] >= ENOUGH && told(row) >= TOLD_OF_A_KIND + 5);
        wrong.extend(row.map(|_| format!("{kind}: is in no need of being allowed ({why})")));
    }
    wrong
}
