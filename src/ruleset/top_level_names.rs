//! The top-level names of a file, without parsing it as YAML: one pass over the bytes, so that neighbouring files cost
//! almost nothing.

use crate::source::without_mark;

/// The outermost names of a file with what is behind their colons on the same line, both without
/// quotes, in the order of the file. Of a file in which YAML would find mistakes, some of them.
#[must_use]
pub fn outermost(text: &str) -> Vec<(&str, &str)> {
    let text = without_mark(text);
    if is_in_brackets(text) { in_brackets(text) } else { on_lines(text) }
}

/// Whether the first that is neither blank nor a comment is a brace.
fn is_in_brackets(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    lines
        .find(|line| !line.is_empty() && !line.starts_with(['#', '%']) && line.trim_end() != "---")
        .is_some_and(|line| line.strip_prefix("---").map_or(line, str::trim_start).starts_with('{'))
}

/// What is further in than the first line is nothing outermost.
fn on_lines(text: &str) -> Vec<(&str, &str)> {
    let holds = |line: &&str| {
        let rest = line.trim_start();
        !rest.is_empty() && !rest.starts_with('#') && !line.starts_with(['%', '-'])
    };
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let outer = text.lines().find(holds).map_or(0, indent);
    let lines = text.lines().filter(holds).filter(|line| indent(line) == outer && !line.trim_start().starts_with('-'));
    lines
        .filter_map(|line| {
            let (name, value) = line.split_once(':')?;
            let value = value.split(" #").next().unwrap_or(value);
            Some((bare(name), bare(value)))
        })
        .collect()
}

/// The names of `{…}`.
fn in_brackets(text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let (mut start, mut colon) = (0, None);
    // Where a value or a name may begin, with a quote.
    let mut begins = true;
    let mut quoted = false;
    let mut before = None;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let was_quoted = std::mem::take(&mut quoted);
        match letter {
            '"' | '\'' if begins => {
                while let Some((_, inner)) = letters.next() {
                    if inner == '\\' && letter == '"' {
                        letters.next();
                    } else if inner == letter {
                        break;
                    }
                }
                (begins, quoted) = (false, true);
            }
            '#' if before.is_none_or(char::is_whitespace) => {
                while letters.next_if(|&(_, letter)| letter != '\n').is_some() {}
                // Before a name it is no part of that.
                if begins && depth == 1 && colon.is_none() {
                    start = letters.peek().map_or(text.len(), |&(next, _)| next);
                }
            }
            '{' | '[' => {
                depth = depth.saturating_add(1);
                if depth == 1 {
                    (start, colon) = (at.saturating_add(1), None);
                }
                begins = true;
            }
            ':' => {
                let ends_name = letters.peek().is_none_or(|&(_, next)| next.is_whitespace() || ",[]{}".contains(next));
                if ends_name || was_quoted {
                    if depth == 1 && colon.is_none() {
                        colon = Some(at);
                    }
                    begins = true;
                }
            }
            ',' | '}' | ']' => {
                if depth == 1
                    && let Some(colon) = colon.take()
                {
                    let name = text.get(start..colon).unwrap_or("");
                    let value = text.get(colon.saturating_add(1)..at).unwrap_or("");
                    found.push((bare(name), bare(value)));
                }
                if letter == ',' {
                    if depth == 1 {
                        start = at.saturating_add(1);
                    }
                } else {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        break;
                    }
                }
                begins = letter == ',';
            }
            _ if letter.is_whitespace() => quoted = was_quoted,
            _ => begins = false,
        }
        before = Some(letter);
    }
    found
}

fn bare(text: &str) -> &str {
    text.trim().trim_matches(['"', '\''])
}
