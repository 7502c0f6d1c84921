//! Every command in the documents is run, and prints what the documents say.
//!
//! A block marked `console` holds commands behind `$ ` and their output. With
//! `TIRADA_DOCS=update` the outputs are written into the documents instead. A block below
//! a line that is only the name of a file, as in `` `kites/ruleset.yml`: ``, is written to
//! that file; below `` `kites/ruleset.yml`, one line anew: `` it takes the place of the line
//! with the same key; a block marked `sh run` makes what is no text. The commands of such a document run in the folder
//! where its files are (with copies of `docs/examples` and `docs/characters`), all others in the root of the repository. Where a command opens
//! the prompt, the lines behind `id> ` are typed there.
//!
//! An image below a comment `<!-- picture: COMMAND -->` is what that command draws. `TIRADA_DOCS=update` draws it anew.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};

/// Commands that cannot be run inside the tests, and why.
const LEFT_OUT: [(&str, &str); 1] = [("cargo test", "would run itself")];

/// What a document says to choose the locale of its commands, and that locale. The commands of other documents run in the
/// locale `C`: messages are in the language of the ruleset.
const LOCALES: [(&str, &str); 2] =
    [("<!-- locale: English -->", "en_US.UTF-8"), ("<!-- locale: Spanish -->", "es_ES.UTF-8")];

/// The English and the Spanish README.
const READMES: [&str; 2] = ["README.md", "README.es.md"];

/// What the commands of the Spanish README say instead of those of the English one, in the order in which it is replaced.
const IN_SPANISH: [(&str, &str); 9] = [
    ("Kites at Dusk", "Cometas al anochecer"),
    ("kites-at-dusk", "cometas-al-anochecer"),
    ("pool d6", "reserva d6"),
    ("--language en", "--language es"),
    ("language: en", "language: es"),
    ("do try", "do intentar"),
    ("skill=Wits", "habilidad=Ingenio"),
    ("check(4)", "prueba(4)"),
    ("vs Fair", "vs Normal"),
];

/// The exit code of a pipe that ends with changes that are not saved.
const UNSAVED: i32 = 4;

fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list: Vec<PathBuf> =
        READMES.iter().chain(&["CONTRIBUTING.md", "grammar/README.md"]).map(|name| root.join(name)).collect();
    list.push(root.join("rulesets/README.md"));
    for folder in ["docs", "rulesets"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() && path.join("README.md").exists() {
                list.push(path.join("README.md"));
            } else if path.extension().is_some_and(|ending| ending == "md") && !list.contains(&path) {
                list.push(path);
            }
        }
    }
    list.sort();
    list
}

/// Documents name tests as `FILE::FUNCTION`: they are there.
#[test]
fn tests_that_documents_name_are_there() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut named = 0;
    for path in documents() {
        let text = std::fs::read_to_string(&path).unwrap();
        for (file, function) in text.split('`').filter_map(|piece| piece.split_once(".rs::")) {
            let source = std::fs::read_to_string(root.join(format!("{file}.rs")));
            let test = format!("#[test]\nfn {function}() {{");
            let inside = source.unwrap_or_else(|_| panic!("{}: {file}.rs", path.display())).replace("\n    ", "\n");
            assert!(inside.contains(&test), "{}: {file}.rs::{function}", path.display());
            named += 1;
        }
    }
    assert!(named > 30, "{named}");
}

/// The locale in which the commands of a document run.
fn locale_of(text: &str) -> &'static str {
    LOCALES.iter().find(|(mark, _)| text.contains(mark)).map_or("C", |(_, locale)| locale)
}

/// A command line as a shell would cut it.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let (mut inside, mut open) = (None, false);
    for letter in line.chars() {
        match (inside, letter) {
            (Some(quote), letter) if letter == quote => inside = None,
            (None, '\'' | '"') => {
                inside = Some(letter);
                open = true;
            }
            (None, ' ') => {
                if open || !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
                open = false;
            }
            (_, letter) => word.push(letter),
        }
    }
    if open || !word.is_empty() {
        words.push(word);
    }
    words
}

/// Where the commands of a document run, and in which locale.
struct Place {
    home: PathBuf,
    folder: PathBuf,
    locale: &'static str,
}

/// A command of the program, and what is typed into it.
fn prepared(line: &str, place: &Place, folder: &Path) -> (std::process::Command, Vec<u8>) {
    let file = line.rsplit_once(" < ").filter(|(_, file)| file.ends_with(".txt"));
    let (line, stdin) = match (line.split_once(" | "), file) {
        (Some((first, rest)), _) => {
            let text = words(first);
            assert_eq!(text[0], "echo", "{line}");
            (rest, format!("{}\n", text[1..].join(" ")).into_bytes())
        }
        (None, Some((rest, file))) => (rest, std::fs::read(folder.join(file)).unwrap()),
        (None, None) => (line, Vec::new()),
    };
    let line = line.strip_prefix("cargo run --release -- ").map_or(line.to_owned(), |rest| format!("tirada {rest}"));
    let words = words(&line);
    let settings = words.iter().take_while(|word| word.contains('=')).filter_map(|word| word.split_once('='));
    let mut command = crate::common::command(&place.home);
    command.current_dir(folder).env("LANG", place.locale).envs(settings.clone());
    let words = &words[settings.count()..];
    assert_eq!(words[0], "tirada", "the test cannot run `{line}`");
    command.args(&words[1..]);
    (command, stdin)
}

/// The output of a command, and of each line that is typed at the prompt.
fn run(line: &str, typed: &[&str], place: &Place) -> (Vec<String>, i32) {
    let mut before = (String::new(), String::new());
    let mut outputs = Vec::new();
    let mut code = 0;
    // With one line more each time: what is new is what the last line says. Only the last
    // time files are really changed.
    for count in 0..=typed.len() {
        let scratch = if count == typed.len() { place.folder.clone() } else { place.copied() };
        let (command, mut stdin) = prepared(line, place, &scratch);
        for line in &typed[..count] {
            stdin.extend(line.bytes().chain(*b"\n"));
        }
        let run = crate::common::finish(command, &stdin);
        let mut run = run;
        if run.code == UNSAVED && !typed.is_empty() {
            // At a terminal the table is still there.
            let end = run.stderr.rfind("error[people-not-saved]").unwrap();
            run.stderr.truncate(end);
        }
        let (home, folder) = (place.home.display().to_string(), format!("{}/", place.folder.display()));
        let plain = |text: &str| timeless(text).replace(&home, "~").replace(&folder, "");
        let (stdout, stderr) = (plain(&run.stdout), plain(&run.stderr));
        run = crate::common::Run { stdout, stderr, ..run };
        let new = |now: &str, before: &str| now.strip_prefix(before).unwrap_or(now).to_owned();
        outputs.push(new(&run.stdout, &before.0) + &new(&run.stderr, &before.1));
        before = (run.stdout, run.stderr);
        code = run.code;
    }
    (outputs, code)
}

/// An output with one moment for all: documents are compared on another day.
pub fn timeless(output: &str) -> String {
    let digits: String = output.chars().map(|one| if one.is_ascii_digit() { '0' } else { one }).collect();
    let mut result = output.to_owned();
    for (shape, moment) in [("0000-00-00 00:00", "2026-11-24 20:30"), ("\n00:00 ", "\n20:30 "), (">00:00 ", ">20:30 ")]
    {
        for (at, _) in digits.match_indices(shape) {
            result.replace_range(at..at + shape.len(), moment);
        }
    }
    result
}

/// Copies a folder with all that is in it.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap().flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            std::fs::copy(from, to).unwrap();
        }
    }
}

/// What is typed at the prompt, if a line of a document says so: `id> text`, or
/// `id [3, 5]> text`.
pub fn typed(line: &str) -> Option<&str> {
    let (prompt, text) = line.split_once("> ")?;
    let id = prompt.split_once(" [").map_or(prompt, |(id, _)| id);
    let is_id = !id.is_empty() && id.chars().all(|letter| letter.is_alphanumeric() || letter == '-');
    is_id.then_some(text)
}

/// A command as it stands in a document: its lines as they are typed, each with the output
/// that is written below it.
struct Shown<'d> {
    lines: Vec<(&'d str, String)>,
}

/// The commands of a block.
fn commands<'d>(path: &Path, block: &[&'d str]) -> Vec<Shown<'d>> {
    let mut list: Vec<Shown<'d>> = Vec::new();
    for line in block {
        if line.starts_with("$ ") {
            list.push(Shown { lines: vec![(line, String::new())] });
            continue;
        }
        let Some(last) = list.last_mut() else {
            panic!("{}: output without a command: {line}", path.display());
        };
        if typed(line).is_some() {
            last.lines.push((line, String::new()));
        } else {
            let (_, written) = last.lines.last_mut().unwrap();
            *written += line;
            *written += "\n";
        }
    }
    list
}

/// Whether an output is as written; a line `…` stands for any lines.
fn matches(written: &str, found: &str) -> bool {
    if !written.lines().any(|line| line == "…") {
        return written.trim_end() == found.trim_end();
    }
    let mut rest = found;
    for part in written.split("…\n").flat_map(|part| part.split("\n…")).filter(|part| !part.trim().is_empty()) {
        match rest.find(part.trim_end()) {
            Some(at) => rest = &rest[at + part.trim_end().len()..],
            None => return false,
        }
    }
    true
}

/// The file that a line says the block below it is, and whether only one line of it.
fn file_named(line: &str) -> Option<(&str, bool)> {
    let (name, rest) = line.strip_prefix('`')?.split_once('`')?;
    let inside = !name.starts_with('/') && !name.contains('\\') && name.split('/').all(|part| part != "..");
    let one_line = rest == ", one line anew:";
    (inside && name.ends_with(".yml") && (one_line || rest == ":")).then_some((name, one_line))
}

/// Writes a block to a file, or changes the one line of it that has the same key.
fn write(file: &Path, block: String, one_line: bool) {
    if !one_line {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, block).unwrap();
        return;
    }
    let before = std::fs::read_to_string(file).unwrap();
    let key = &block[..=block.find(':').unwrap()];
    let mut found = 0;
    let mut after = String::new();
    for line in before.lines() {
        if line.starts_with(key) {
            found += 1;
            after += &block;
        } else {
            after += line;
            after += "\n";
        }
    }
    assert_eq!((block.lines().count(), found), (1, 1), "{}: {block}", file.display());
    std::fs::write(file, after).unwrap();
}

impl Place {
    /// For a document.
    fn of(path: &Path, text: &str, locale: &'static str) -> Self {
        let home = crate::common::folder(&format!("docs-home-{}-{locale}", name_of(path)));
        Self { home, folder: folder_of(path, text, locale), locale }
    }

    /// A copy of the folder, thrown away with the next.
    fn copied(&self) -> PathBuf {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        if self.folder == root {
            return root.to_owned();
        }
        let scratch = crate::common::folder(&format!("{}-scratch", self.folder.file_name().unwrap().to_str().unwrap()));
        copy(&self.folder, &scratch);
        scratch
    }
}

/// The last two parts of a path, in one word.
fn name_of(path: &Path) -> String {
    let name: Vec<String> = path.iter().rev().take(2).map(|part| part.to_string_lossy().into_owned()).collect();
    name.join("-")
}

fn folder_of(path: &Path, text: &str, locale: &str) -> PathBuf {
    if text.lines().any(|line| file_named(line).is_some()) {
        let folder = crate::common::folder(&format!("docs-{}-{locale}", name_of(path)));
        for part in ["docs/examples", "docs/characters"] {
            copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(part), &folder.join(part));
        }
        folder
    } else {
        Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
    }
}

/// A command that was run: its line, its exit code, its outputs.
pub type Ran = (String, i32, Vec<String>);

/// Runs the commands of documents; what differs from what they say, and what was run.
pub fn compare(documents: &[PathBuf]) -> (String, Vec<Ran>) {
    let update = std::env::var("TIRADA_DOCS").is_ok_and(|value| value == "update");
    let mut wrong = String::new();
    let mut ran = Vec::new();
    for path in documents {
        let text = std::fs::read_to_string(path).unwrap();
        let mut result = String::new();
        walk(path, &text, locale_of(&text), &mut |event| match event {
            Event::Text(line) => {
                result += line;
                result += "\n";
            }
            Event::Command(shown, found, code) => {
                for (index, (line, written)) in shown.lines.iter().enumerate() {
                    result += line;
                    result += "\n";
                    match found.get(index) {
                        Some(found) if update && !written.lines().any(|line| line == "…") => {
                            result += found.trim_end_matches('\n');
                            if !result.ends_with('\n') {
                                result += "\n";
                            }
                        }
                        Some(found) => {
                            if !matches(written, found) {
                                wrong +=
                                    &format!("{}: {line}\n--- written\n{written}--- found\n{found}\n", path.display());
                            }
                            result += written;
                        }
                        None => result += written,
                    }
                }
                ran.push((shown.lines[0].0.to_owned(), code, found));
            }
        });
        if update && result != text {
            std::fs::write(path, result).unwrap();
        }
    }
    (wrong, ran)
}

/// What comes by when a document is read: a line that stays as it is, or a command with its outputs
/// and exit code.
enum Event<'e, 'd> {
    Text(&'d str),
    Command(&'e Shown<'d>, Vec<String>, i32),
}

/// Writes the files of a document and runs its commands, in order.
fn walk<'d>(path: &Path, text: &'d str, locale: &'static str, visit: &mut dyn FnMut(Event<'_, 'd>)) {
    let place = Place::of(path, text, locale);
    let mut lines = text.lines();
    let mut named = None;
    while let Some(line) = lines.next() {
        visit(Event::Text(line));
        if !line.starts_with("```") {
            if !line.is_empty() {
                named = file_named(line);
            }
            continue;
        }
        let mut end = "```";
        let block: Vec<&str> = lines
            .by_ref()
            .take_while(|line| {
                end = line;
                !line.starts_with("```")
            })
            .collect();
        if let Some((name, one_line)) = named.take() {
            write(&place.folder.join(name), block.iter().map(|line| format!("{line}\n")).collect(), one_line);
        }
        if line == "```sh run" {
            let mut shell = std::process::Command::new("sh");
            let script = format!("set -e\n{}", block.join("\n"));
            shell.arg("-c").arg(script).current_dir(&place.folder).env("HOME", &place.home);
            let done = shell.env("TIRADA", crate::common::program()).output().unwrap();
            assert!(done.status.success(), "{}: {block:?} {done:?}", path.display());
        }
        if line == "```console" {
            for shown in commands(path, &block) {
                let command = &shown.lines[0].0[2..];
                let inputs: Vec<&str> = shown.lines[1..].iter().filter_map(|(line, _)| typed(line)).collect();
                let left_out = LEFT_OUT.iter().any(|(left_out, _)| command == *left_out);
                let (found, code) = if left_out { (Vec::new(), 0) } else { run(command, &inputs, &place) };
                visit(Event::Command(&shown, found, code));
            }
        } else {
            block.iter().for_each(|line| visit(Event::Text(line)));
        }
        visit(Event::Text(end));
    }
}

/// The pictures of a document: the command that draws each, and the file of the image.
fn pictures(path: &Path, text: &str) -> Vec<(String, PathBuf)> {
    let mut found = Vec::new();
    for (line, next) in text.lines().zip(text.lines().skip(1)) {
        let Some(command) = line.strip_prefix("<!-- picture: ") else {
            continue;
        };
        let command = command.strip_suffix(" -->").unwrap_or_else(|| panic!("{}: {line}", path.display()));
        let image = next.strip_prefix("![").and_then(|image| image.split_once("](")?.1.strip_suffix(')'));
        let image = image.unwrap_or_else(|| panic!("{}: no image below {line}", path.display()));
        found.push((command.to_owned(), path.parent().unwrap().join(image)));
    }
    found
}

#[test]
fn pictures_are_what_the_program_draws() {
    let update = std::env::var("TIRADA_DOCS").is_ok_and(|value| value == "update");
    let mut drawn = 0;
    for path in documents() {
        let text = std::fs::read_to_string(&path).unwrap();
        let home = crate::common::folder(&format!("docs-pictures-{}", name_of(&path)));
        for (line, file) in pictures(&path, &text) {
            let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
            let place = Place { home: home.clone(), folder: folder.clone(), locale: locale_of(&text) };
            let (command, stdin) = prepared(&line, &place, &folder);
            let run = crate::common::finish(command, &stdin);
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}: {line}", path.display());
            if update {
                std::fs::write(&file, &run.stdout).unwrap();
            }
            let written = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(written == run.stdout, "{} is not what this draws: {line}", file.display());
            drawn += 1;
        }
    }
    assert!(drawn >= 2, "{drawn}");
}

fn is_readme(path: &Path) -> bool {
    READMES.iter().any(|name| path == Path::new(env!("CARGO_MANIFEST_DIR")).join(name))
}

/// What both READMEs have to share of a section.
#[derive(Debug, PartialEq, Default)]
struct Section {
    /// How deep its heading is.
    level: usize,
    /// Lines of code blocks but for outputs, and commands that draw pictures.
    code: Vec<String>,
    /// The digits of each row of its tables.
    figures: Vec<String>,
    /// Targets of links in order of the alphabet, but for headings, images and the README itself.
    links: Vec<String>,
}

/// The sections of a README.
fn sections(text: &str) -> Vec<Section> {
    let mut list = vec![Section::default()];
    let mut block = None;
    for line in text.lines() {
        let section = list.last_mut().unwrap();
        if let Some(kind) = line.strip_prefix("```") {
            block = if block.is_none() { Some(kind) } else { None };
        } else if let Some(kind) = block {
            if kind != "console" || line.starts_with("$ ") || typed(line).is_some() {
                section.code.push(line.to_owned());
            }
        } else if line.starts_with('#') {
            list.push(Section { level: line.find(' ').unwrap(), ..Section::default() });
        } else if line.starts_with("<!-- picture") {
            section.code.push(line.to_owned());
        } else {
            if line.starts_with('|') {
                section.figures.push(line.chars().filter(char::is_ascii_digit).collect());
            }
            let links = line.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0.to_owned()));
            let apart =
                |link: &String| link.starts_with('#') || link.ends_with(".svg") || READMES.contains(&link.as_str());
            section.links.extend(links.filter(|link| !apart(link)));
            section.links.sort();
        }
    }
    list
}

#[test]
fn both_readmes_have_the_same_content() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [english, spanish] = READMES.map(|name| sections(&std::fs::read_to_string(root.join(name)).unwrap()));
    assert!(english.len() > 10, "{}", english.len());
    assert_eq!(english.len(), spanish.len());
    let mut used = [false; IN_SPANISH.len()];
    for (mut english, spanish) in english.into_iter().zip(spanish) {
        for line in &mut english.code {
            for ((from, to), used) in IN_SPANISH.iter().zip(&mut used) {
                *used |= line.contains(from);
                *line = line.replace(from, to);
            }
        }
        assert_eq!(english, spanish);
    }
    assert_eq!(used, [true; IN_SPANISH.len()]);
}

#[test]
fn documents_match_program_output() {
    let (wrong, ran) = compare(&documents().into_iter().filter(|path| !is_readme(path)).collect::<Vec<_>>());
    assert!(ran.len() >= 10, "only {} commands found", ran.len());
    assert!(wrong.is_empty(), "{wrong}");
}

/// The words of a language between the gaps of its messages, where they are long enough to be known by.
fn messages(language: &str) -> std::collections::BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/report/messages").join(language);
    let mut found = std::collections::BTreeSet::new();
    for path in crate::catalogues::scan::files(&folder, "ftl") {
        let text = std::fs::read_to_string(path).unwrap();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let value = line.split_once(" = ").map_or(line, |(_, value)| value);
            for part in value.split(['{', '}']).step_by(2) {
                let words = part.trim().trim_matches(|letter: char| !letter.is_alphanumeric());
                let enough = words.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).count() >= 2;
                if enough && words.chars().count() >= 9 && !words.contains('`') {
                    found.insert(words.to_owned());
                }
            }
        }
    }
    assert!(found.len() > 500, "{language}: only {} found", found.len());
    found
}

/// All that the shipped rulesets say.
fn rules() -> String {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("rulesets")];
    let mut text = String::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
            } else {
                text += &std::fs::read_to_string(entry.path()).unwrap();
            }
        }
    }
    text
}

/// Every command of a README prints what it says; in the other locales each ends in the same way, with the same numbers,
/// and in the language of the locale.
fn check_in_every_locale(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let (wrong, own) = compare(std::slice::from_ref(&path));
    assert!(own.len() >= 10, "only {} commands found", own.len());
    assert!(wrong.is_empty(), "{wrong}");
    let text = std::fs::read_to_string(&path).unwrap();
    let rules = rules();
    let digits =
        |found: &[String]| found.iter().flat_map(|text| text.chars()).filter(char::is_ascii_digit).collect::<String>();
    let locales = [("C", None), ("es_ES.UTF-8", Some(("es", "en"))), ("en_US.UTF-8", Some(("en", "es")))];
    // Both READMEs have the same commands: without a language they are run for one of them.
    for (locale, languages) in locales.into_iter().skip(usize::from(name == READMES[0])) {
        let foreign: Vec<String> = languages
            .map(|(own, other)| messages(other).difference(&messages(own)).cloned().collect())
            .unwrap_or_default();
        let mut ran = Vec::new();
        if locale == locale_of(&text) {
            ran.clone_from(&own);
        } else {
            walk(&path, &text, locale, &mut |event| {
                if let Event::Command(shown, found, code) = event {
                    ran.push((shown.lines[0].0.to_owned(), code, found));
                }
            });
        }
        for ((line, code, expected), (other, its_code, found)) in own.iter().zip(&ran) {
            assert_eq!((line, code), (other, its_code), "{locale}: {found:#?}");
            assert_eq!(digits(expected), digits(found), "{locale}: {line}\n{expected:#?}\n{found:#?}");
            // Except where a ruleset happens to say the same.
            let foreign = foreign.iter().find(|words| {
                found.iter().any(|text| text.contains(words.as_str())) && !rules.contains(words.as_str())
            });
            assert!(foreign.is_none(), "{locale}: {line} also speaks the other language, {foreign:?}: {found:#?}");
        }
    }
}

#[test]
fn readme_matches_output_in_every_locale() {
    check_in_every_locale(READMES[0]);
}

#[test]
fn spanish_readme_matches_output_in_every_locale() {
    check_in_every_locale(READMES[1]);
}
