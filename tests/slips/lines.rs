//! One line of an invented game edited: deleted, indented by two more, or without its last closing quote or bracket. One
//! error is told of the rules, but for a few (`SEVERAL`); what cases expect of them is told where they do.
//!
//! One edit in 60 is tried; `TIRADA_LINES=1` tries all of them (`.ci/run full` one in 5), and prints what it finds.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tirada::internals::diagnostic::Diagnostic;
use tirada::internals::limits::Limits;
use tirada::internals::ruleset::{File, Shelf as _};
use tirada::internals::session::Session;

use super::{Rulesets, hash, line_of};

/// Edits of which one is tried.
const SAMPLE: u64 = 60;

/// Edits in a hundred that may still be told with more than one error. Most are a line without which a name or a section
/// is not there: several kinds of errors are about that. Each is to be mended, and this to be lowered.
const SEVERAL: usize = 3;

/// One edit of one line.
struct Edit {
    kind: &'static str,
    game: String,
    line: usize,
    was: String,
    files: Vec<File>,
}

/// Every edit of each line of a file that holds something: the kind, where the line begins, and the text then.
fn edits(text: &str) -> Vec<(&'static str, usize, String)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let content = line.trim();
        if !content.is_empty() && !content.starts_with('#') {
            found.push(("delete", start, format!("{}{}", &text[..start], &text[end..])));
            found.push(("in-2", start, format!("{}  {}", &text[..start], &text[start..])));
            if let Some((at, sign)) = line.char_indices().rfind(|(_, sign)| "»\"')]}".contains(*sign)) {
                let rest = &text[start + at + sign.len_utf8()..];
                found.push(("quote", start, format!("{}{rest}", &text[..start + at])));
            }
        }
        start = end;
    }
    found
}

fn all(root: &Path, is_tried: impl Fn(&str) -> bool) -> Vec<Edit> {
    let shelf = Rulesets(Some(root.to_owned()));
    let mut names: Vec<String> =
        std::fs::read_dir(root).unwrap().map(|one| one.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    let mut found = Vec::new();
    for name in names {
        let id = name.trim_end_matches(".yml").to_owned();
        let files = shelf.files(&id).unwrap_or_default();
        for (index, file) in files.iter().enumerate() {
            for (kind, at, text) in edits(&file.text) {
                let line = line_of(&file.text, at);
                if !is_tried(&format!("{kind} {id} {line}")) {
                    continue;
                }
                let was = file.text.lines().nth(line - 1).unwrap_or("").trim().to_owned();
                let mut files = files.clone();
                files[index].text = text;
                found.push(Edit { kind, game: id.clone(), line, was, files });
            }
        }
    }
    found
}

#[test]
fn an_edit_of_one_line_is_one_error() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/games"));
    let every: u64 = std::env::var("TIRADA_LINES").ok().and_then(|text| text.parse().ok()).unwrap_or(SAMPLE);
    let only = std::env::var("TIRADA_LINES_OF").unwrap_or_default();
    let shelf = Rulesets(Some(root.to_owned()));
    let edits = all(root, |key| key.contains(&only) && (hash(key) >> 20).is_multiple_of(every));
    let next = AtomicUsize::new(0);
    let wrong: Mutex<Vec<(usize, String)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some((at, edit)) = {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    edits.get(at).map(|edit| (at, edit))
                } {
                    let mut session = Session::within(&shelf, Limits::FULL);
                    let mut found = session.load_files(edit.files.clone()).findings;
                    found.retain(Diagnostic::is_error);
                    if found.len() > 1 {
                        let told = found.iter().map(|one| {
                            let place = one.at.and_then(|at| Some((session.sources.get(at.source)?, at)));
                            let place = place.map(|(source, at)| {
                                let file = source.name().rsplit('/').next().unwrap_or("").to_owned();
                                let file = if file == "ruleset.yml" { String::new() } else { file };
                                format!("{file}@{}", source.position(at.start).line)
                            });
                            format!("{}{}", one.code, place.unwrap_or_default())
                        });
                        let told: Vec<String> = told.collect();
                        let Edit { kind, game, line, was, .. } = edit;
                        let count = told.len();
                        let row = format!("{kind} · {game}:{line} `{was}` → {count} errors: {}", told.join(", "));
                        wrong.lock().unwrap().push((at, row));
                    }
                }
            });
        }
    });
    let mut wrong = wrong.into_inner().unwrap();
    wrong.sort();
    let wrong: Vec<String> = wrong.into_iter().map(|(_, row)| row).collect();
    println!("{} edits, {} of them told more than once", edits.len(), wrong.len());
    let all = wrong.join("\n");
    if every < SAMPLE {
        println!("{all}");
    }
    assert!(wrong.len() * 100 <= SEVERAL * edits.len(), "\n{all}\n");
}
