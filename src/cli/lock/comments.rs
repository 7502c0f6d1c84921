//! Keeps the comments of a lock file when it is rewritten.

use std::collections::BTreeMap;

use super::HEAD;

/// The keys that lead to a line; none below the last one.
type Keys = Vec<String>;

/// Comments by the line that they are about: those over it, and the one behind it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Comments(BTreeMap<Keys, Vec<String>>);

impl Comments {
    /// Those of a file, but for what is at its top anyway.
    pub(super) fn of(text: &str) -> Self {
        let mut found: BTreeMap<Keys, Vec<String>> = BTreeMap::new();
        let mut over = Vec::new();
        let mut keys = Outline::default();
        for line in text.lines().filter(|line| *line != HEAD.trim_end()) {
            let (content, comment) = parted(line);
            over.extend(comment.map(str::to_owned));
            if content.trim().is_empty() {
                continue;
            }
            let keys = keys.of(content);
            if !over.is_empty() {
                found.entry(keys).or_default().append(&mut over);
            }
        }
        if !over.is_empty() {
            found.entry(Keys::new()).or_default().append(&mut over);
        }
        Self(found)
    }

    /// The text of a file with them, each over what it is about; at the end where that is gone.
    pub(super) fn among(&self, text: &str) -> String {
        let mut left = self.0.clone();
        let mut keys = Outline::default();
        let mut all = String::new();
        let mut write = |indent: &str, line: &str| {
            all.push_str(indent);
            all.push_str(line);
            all.push('\n');
        };
        for line in text.lines() {
            let indent = line.get(..line.len() - line.trim_start().len()).unwrap_or_default();
            for comment in left.remove(&keys.of(line)).unwrap_or_default() {
                write(indent, &comment);
            }
            write("", line);
        }
        left.into_values().flatten().for_each(|comment| write("", &comment));
        all
    }
}

/// The keys that lead to the line that is read, each with what is before it.
#[derive(Default)]
struct Outline(Vec<(usize, String)>);

impl Outline {
    fn of(&mut self, line: &str) -> Keys {
        let content = line.trim_start();
        let indent = line.len() - content.len();
        self.0.retain(|(outer, _)| *outer < indent);
        let key = content.split(':').next().unwrap_or(content).trim().trim_matches(['"', '\'']);
        self.0.push((indent, key.to_owned()));
        self.0.iter().map(|(_, key)| key.clone()).collect()
    }
}

/// A line without its comment, and the comment. What is in quotes begins none.
fn parted(line: &str) -> (&str, Option<&str>) {
    let is_comment = |at: &usize| {
        let before = line.get(..*at).unwrap_or_default();
        let apart = before.is_empty() || before.ends_with(char::is_whitespace);
        apart && ['"', '\''].iter().all(|quote| before.matches(*quote).count() % 2 == 0)
    };
    let at = line.match_indices('#').map(|(at, _)| at).find(is_comment);
    at.map_or((line, None), |at| (line.get(..at).unwrap_or_default(), line.get(at..).map(str::trim_end)))
}
