//! Lists the files that are built into the program, so that a new one needs no line anywhere: the rulesets, and the
//! messages of each language. What only people read (READMEs, what a ruleset says about its coverage of a book) stays out,
//! and so do the messages of the program where only the library is built, and cases without the feature of that name. The
//! library alone, which browsers load, has them without their comments.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let program = env::var_os("CARGO_FEATURE_CLI").is_some();
    let cases = env::var_os("CARGO_FEATURE_CASES").is_some();
    let rules = |path: &Path| {
        let of_cases = path.parent().is_some_and(|folder| folder.ends_with("cases"));
        path.extension().is_some_and(|kind| kind == "yml") && !path.ends_with("coverage.yml") && (cases || !of_cases)
    };
    let messages = |path: &Path| {
        let of_program = path.parent().is_some_and(|folder| folder.ends_with("program"));
        path.extension().is_some_and(|kind| kind == "ftl") && (program || !of_program)
    };
    let shortened = |text: &str| if program { text.to_owned() } else { without_comments(text) };
    list(&root.join("rulesets"), &out.join("rulesets.rs"), rules, shortened)?;
    list(&root.join("src/report/messages"), &out.join("messages.rs"), messages, shortened)
}

/// A text with the same lines, but without remarks. What silences a warning (`# allow`) stays, and so does what belongs to
/// a text of several lines.
fn without_comments(text: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    // How far the line is indented that begins a text of several lines.
    let mut inside = None;
    let mut shortened = |line: &str| {
        if inside.is_some_and(|outer| line.trim().is_empty() || indent(line) > outer) {
            return line.to_owned();
        }
        let begins = |&(at, _): &(usize, &str)| line[..at].is_empty() || line[..at].ends_with(' ');
        let at = line.match_indices('#').find(begins).map_or(line.len(), |(at, _)| at);
        let (before, remark) = line.split_at(at);
        let opening = before.trim_end().trim_end_matches(['-', '+']);
        inside = (opening.ends_with(": |") || opening.ends_with(": >")).then(|| indent(line));
        let stays = before.contains(['"', '\'']) || remark.trim_start_matches(['#', ' ']).starts_with("allow");
        if stays { line.to_owned() } else { before.trim_end().to_owned() }
    };
    text.lines().map(|line| shortened(line) + "\n").collect()
}

/// Writes the expression `&[(path, text), …]` of all files below a folder, sorted by path.
fn list(
    folder: &Path,
    to: &Path,
    wanted: impl Fn(&Path) -> bool,
    shortened: impl Fn(&str) -> String,
) -> io::Result<()> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(here) = folders.pop() {
        println!("cargo::rerun-if-changed={}", here.display());
        for entry in fs::read_dir(&here)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if wanted(&path) {
                let parts = path.strip_prefix(folder).map_err(io::Error::other)?.iter();
                let name: Vec<&str> = parts.filter_map(|part| part.to_str()).collect();
                found.push((name.join("/"), path));
            }
        }
    }
    found.sort();
    let mut text = String::from("&[\n");
    for (name, path) in found {
        println!("cargo::rerun-if-changed={}", path.display());
        let held = shortened(&fs::read_to_string(&path)?);
        writeln!(text, "    ({name:?}, {held:?}),").map_err(io::Error::other)?;
    }
    text.push_str("]\n");
    fs::write(to, text)
}
