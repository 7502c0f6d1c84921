//! The kinds of slips: of each, every place of a file where it can be made.

use std::ops::Range;

use tirada::internals::ruleset::{Of, Takes};
use tirada::internals::source::ScalarStyle;
use tirada::internals::syntax::{TokenKind, tokens};

use super::places::{KeySite, Places, TextSite};

/// One change of a text.
#[derive(Debug, Clone)]
pub struct Slip {
    pub kind: &'static str,
    pub edit: Range<usize>,
    pub new: String,
    /// Where the mistake is, in bytes of the changed text.
    pub at: usize,
    /// What comes out may be right, only different: then nothing need be said.
    pub harmless: bool,
    /// Nobody can know where it was: what was taken away is missing elsewhere.
    pub anywhere: bool,
}

impl Slip {
    fn new(kind: &'static str, edit: Range<usize>, new: impl Into<String>) -> Self {
        Self { kind, at: edit.start, edit, new: new.into(), harmless: false, anywhere: false }
    }

    fn harmless(mut self) -> Self {
        self.harmless = true;
        self
    }

    fn anywhere(mut self) -> Self {
        self.anywhere = true;
        self
    }

    fn at(mut self, at: usize) -> Self {
        self.at = at;
        self
    }
}

/// Every slip that can be made in a file.
pub fn slips(text: &str, places: &Places) -> Vec<Slip> {
    let mut found = Vec::new();
    for site in &places.keys {
        keys(text, site, places, &mut found);
    }
    for site in &places.texts {
        values(text, site, &mut found);
    }
    groups(text, places, &mut found);
    lines(text, &mut found);
    found
}

/// One letter less, or one twice in a short word.
pub fn misspelt(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let at = letters.len() / 2;
    let mut new = letters.clone();
    if letters.len() >= 4 && letters[at].is_alphabetic() {
        new.remove(at);
    } else if let Some(last) = letters.last() {
        new.push(*last);
    }
    new.into_iter().collect()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// A word of the format in Spanish.
fn spanish(section: &str, ours: &str) -> Option<String> {
    let words = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/syntax/foreign/words.txt"));
    let start = words.find(&format!("[{section}]"))?;
    let section = words[start + 1..].split("\n[").next()?;
    let line = section.lines().find_map(|line| line.strip_prefix(&format!("{ours}: ")))?;
    line.split(", ").find(|word| *word != ours).map(str::to_owned)
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |end| end + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |end| at + end)
}

/// The line of a key and those below that hang under it, with the last line's end.
fn block(text: &str, key: usize) -> Range<usize> {
    let start = line_start(text, key);
    let column = key - start;
    let mut end = (line_end(text, key) + 1).min(text.len());
    while end < text.len() {
        let line = &text[end..line_end(text, end)];
        let indent = line.len() - line.trim_start().len();
        let own =
            !line.trim().is_empty() && (indent < column || (indent == column && !line.trim_start().starts_with("- ")));
        if own {
            break;
        }
        end = (line_end(text, end) + 1).min(text.len());
    }
    // Blank lines at its end belong to nothing.
    while text[start..end].ends_with("\n\n") {
        end -= 1;
    }
    start..end
}

fn shifted(text: &str, lines: Range<usize>, by: isize) -> String {
    let moved = |line: &str| {
        if line.trim().is_empty() {
            return line.to_owned();
        }
        let indent = line.len() - line.trim_start().len();
        let column = usize::try_from(isize::try_from(indent).unwrap() + by).unwrap_or(0);
        format!("{}{}", " ".repeat(column), line.trim_start())
    };
    text[lines].split('\n').map(moved).collect::<Vec<_>>().join("\n")
}

fn keys(text: &str, site: &KeySite, places: &Places, found: &mut Vec<Slip>) {
    let key = site.key.clone();
    let mut add = |slip: Slip| found.push(slip);
    let plain = text[key.clone()] == site.text;
    if site.names.is_none() && plain {
        let name = &site.text;
        add(Slip::new("key misspelt", key.clone(), misspelt(name)));
        add(Slip::new("key capitalised", key.clone(), capitalised(name)));
        if let Some(word) = spanish("keys", name) {
            add(Slip::new("key in Spanish", key.clone(), word));
        }
    }
    if site.block {
        let own = block(text, key.start);
        let start = line_start(text, key.start);
        let column = key.start - start;
        let kind = |format, own| if site.names.is_none() { format } else { own };
        if column > 0 {
            let above = text[..start].lines().rev().filter(|line| !line.trim().is_empty());
            let indents = above.map(|line| line.len() - line.trim_start().len());
            let parent = indents.into_iter().find(|indent| *indent < column).unwrap_or(0);
            let by = column - parent;
            let new = shifted(text, own.clone(), -isize::try_from(by).unwrap());
            let name = kind("key too far left", "name too far left");
            add(Slip::new(name, own.clone(), new).at(start).harmless());
            if own.end > line_end(text, key.start) + 1 {
                let name = kind("key alone too far left", "name alone too far left");
                add(Slip::new(name, start..start + by, "").harmless());
            }
            add(Slip::new("tab", start..key.start, "\t"));
            add(Slip::new("one blank more", start..start, " ").harmless());
            add(Slip::new("one blank less", start..start + 1, "").harmless());
        }
        let before = places.keys.iter().filter(|one| one.key.start < key.start && one.block);
        let before: Vec<&KeySite> = before.collect();
        let sibling = before.iter().rev().find(|one| {
            let indent = one.key.start - line_start(text, one.key.start);
            indent <= column
        });
        if let Some(sibling) = sibling
            && sibling.key.start - line_start(text, sibling.key.start) == column
        {
            let child = before.iter().find(|one| one.key.start > sibling.key.start);
            let to = child.map_or(column + 2, |one| one.key.start - line_start(text, one.key.start));
            let new = shifted(text, own.clone(), isize::try_from(to - column).unwrap());
            let name = kind("key too far right", "name too far right");
            add(Slip::new(name, own, new).at(start).harmless());
        }
        let colon = key.end;
        if text[colon..].starts_with(':') {
            add(Slip::new("colon missing", colon..colon + 1, ""));
            if text[colon..].starts_with(": ") && text[colon + 2..].starts_with(|letter: char| !letter.is_whitespace())
            {
                add(Slip::new("blank after colon missing", colon + 1..colon + 2, ""));
                add(Slip::new("equals for colon", colon..colon + 1, " ="));
            }
        }
    }
    if site.names == Some(Of::New) && plain && site.text.chars().all(|it| it.is_alphanumeric() || it == ' ') {
        // What is only shown or said can be called anything.
        let shown = ["need", "on", "seen", "each", "change"];
        let label = site.path.iter().any(|part| part == "steps");
        let free = site.path.iter().any(|part| shown.contains(&part.as_str()));
        let mut slip = Slip::new("definition misspelt", key.clone(), misspelt(&site.text));
        let mut other = Slip::new("definition renamed", key, if site.text.contains("zuk") { "bolp" } else { "zukalm" });
        slip.harmless = true;
        other.harmless = true;
        if !free {
            add(slip);
            if !label {
                add(other);
            }
        }
    }
}

fn values(text: &str, site: &TextSite, found: &mut Vec<Slip>) {
    let mut add = |slip: Slip| found.push(slip);
    let written = &text[site.inside.clone()];
    if written.contains('\n') || written.is_empty() {
        return;
    }
    let quoted = site.style != ScalarStyle::Plain;
    if quoted {
        add(Slip::new("closing quote missing", site.whole.end - 1..site.whole.end, ""));
        add(Slip::new("opening quote missing", site.whole.start..site.whole.start + 1, ""));
        let mut bare = Slip::new("quotes missing", site.whole.clone(), written);
        bare.harmless = true;
        add(bare);
    }
    match site.takes {
        Takes::OneOf(words) | Takes::Closed(words, _) if words.contains(&written) => {
            add(Slip::new("word misspelt", site.inside.clone(), misspelt(written)));
            add(Slip::new("word capitalised", site.inside.clone(), capitalised(written)));
            if let Some(word) = spanish("values", written) {
                add(Slip::new("word in Spanish", site.inside.clone(), word));
            }
        }
        Takes::YesNo => {
            let word = if written == "yes" { "sí" } else { "false" };
            add(Slip::new("word in Spanish", site.inside.clone(), word));
        }
        Takes::Name(of) if of != Of::New => {
            add(Slip::new("reference misspelt", site.inside.clone(), misspelt(written)));
        }
        Takes::Formula | Takes::FormulaOrPending | Takes::Amount => formula(written, site.inside.start, found),
        Takes::Number(..) | Takes::Range(_) => {
            let digits = written.find(|it: char| it.is_ascii_digit());
            if let Some(at) = digits {
                let at = site.inside.start + at;
                let end = at + text[at..].find(|it: char| !it.is_ascii_digit()).unwrap_or(0);
                add(Slip::new("letter in a number", at..at + 1, "O"));
                add(Slip::new("decimal", end..end, ",5"));
            }
            if let Some(at) = written.find("..") {
                let at = site.inside.start + at;
                add(Slip::new("range notation", at..at + 2, " - "));
                add(Slip::new("range notation", at..at + 2, " a "));
                add(Slip::new("range notation", at..at + 2, "."));
            }
        }
        _ => {}
    }
}

/// Slips in a formula that begins somewhere.
fn formula(written: &str, from: usize, found: &mut Vec<Slip>) {
    let first = found.len();
    formula_slips(written, from, found);
    for slip in &mut found[first..] {
        // Some signs are read as well.
        slip.harmless = slip.kind == "notation of an operator" || slip.kind == "keyword missing";
    }
}

fn formula_slips(written: &str, from: usize, found: &mut Vec<Slip>) {
    let list = tokens(written);
    let mut add = |kind: &'static str, range: Range<usize>, new: &str| {
        found.push(Slip::new(kind, range.start + from..range.end + from, new));
    };
    let word = |at: usize| list.get(at).map_or("", |(span, _)| &written[span.range()]);
    let kind = |at: usize| list.get(at).map(|(_, kind)| *kind);
    let is_value = |at: Option<usize>| {
        at.and_then(kind).is_some_and(|kind| {
            matches!(kind, TokenKind::Number | TokenKind::Dice | TokenKind::Name | TokenKind::QuotedName)
        }) || at.is_some_and(|at| matches!(word(at), ")" | "]"))
    };
    for (at, (span, this)) in list.iter().enumerate() {
        let range = span.range();
        let it = &written[range.clone()];
        let before = at.checked_sub(1);
        match this {
            TokenKind::Keyword => {
                add("keyword misspelt", range.clone(), &misspelt(it));
                add("keyword capitalised", range.clone(), &it.to_uppercase());
                let theirs = match it {
                    "and" => "y",
                    "or" => "o",
                    "if" => "si",
                    "then" => "entonces",
                    "else" => "si no",
                    "not" => "no",
                    _ => "",
                };
                if !theirs.is_empty() {
                    add("keyword in Spanish", range.clone(), theirs);
                }
                let sign = match it {
                    "and" => "&&",
                    "or" => "||",
                    "not" => "!",
                    "then" => "?",
                    "else" => ":",
                    _ => "",
                };
                if !sign.is_empty() && sign != ":" {
                    add("sign for a keyword", range.clone(), sign);
                }
                if it != "not" {
                    add("keyword missing", range.clone(), "");
                }
            }
            TokenKind::Name => {
                let letters = it.chars().count();
                if letters > 1 {
                    add("name misspelt in a formula", range.clone(), &misspelt(it));
                }
            }
            TokenKind::QuotedName => {
                let inner: String = it.trim_matches(['«', '»', '"']).to_owned();
                if inner.contains(' ') {
                    add("name without its quotes", range.clone(), &inner);
                }
                add(
                    "closing quote missing in a formula",
                    range.end - it.chars().last().unwrap().len_utf8()..range.end,
                    "",
                );
                add("name misspelt in a formula", range.clone(), &it.replace(&inner, &misspelt(&inner)));
            }
            TokenKind::Bracket => {
                let name = if matches!(it, ")" | "]") { "closing bracket missing" } else { "opening bracket missing" };
                add(name, range.clone(), "");
                add("bracket doubled", range.clone(), &it.repeat(2));
                if it == "[" {
                    add("wrong bracket", range.clone(), "(");
                }
            }
            TokenKind::Operator => {
                let binary = is_value(before);
                if matches!(it, "," | ";") {
                    add("separator", range.clone(), if it == "," { ";" } else { "," });
                    add("separator missing", range.clone(), "");
                } else if binary {
                    if it != "-" {
                        add("operator doubled", range.clone(), &format!("{it} {it}"));
                    }
                    add("operator missing", range.clone(), "");
                }
                let others: &[&str] = match it {
                    ">=" => &["=>", "≥"],
                    "<=" => &["=<", "≤"],
                    "=" => &["=="],
                    "!=" | "<>" => &["≠"],
                    "*" => &["x", "×"],
                    "/" => &["÷"],
                    "-" => &["−", "–"],
                    _ => &[],
                };
                for other in others {
                    add("notation of an operator", range.clone(), other);
                }
            }
            TokenKind::Number => {
                add("decimal", range.end..range.end, ",5");
                add("decimal", range.end..range.end, ".5");
                // The number stays what it is.
                if range.len() > 1 {
                    add("grouped number", range.start + 1..range.start + 1, "_");
                }
            }
            TokenKind::Dice => {
                for (old, new) in [("d", "w"), ("d", "dd"), ("d", " d ")] {
                    add("bad die", range.clone(), &it.replacen(old, new, 1));
                }
                add("bad die", range.clone(), &format!("{}d0", it.split('d').next().unwrap_or("")));
            }
            _ => {}
        }
    }
    // `if a then b else c`, all of it.
    let words: Vec<&str> = (0..list.len()).map(word).collect();
    let place = |wanted: &str| words.iter().position(|it| *it == wanted);
    let alone = |wanted: &str| words.iter().filter(|it| **it == wanted).count() == 1;
    if let (Some(0), Some(then), Some(other), true) = (place("if"), place("then"), place("else"), alone("if")) {
        let part = |from: usize, to: usize| {
            let start = list[from].0.range().end;
            let end = list.get(to).map_or(written.len(), |(span, _)| span.range().start);
            written[start..end].trim()
        };
        let (a, b, c) = (part(0, then), part(then, other), part(other, list.len()));
        let all = 0..written.len();
        for new in [
            format!("IF({a}, {b}, {c})"),
            format!("SI({a}; {b}; {c})"),
            format!("={a} ? {b} : {c}"),
            format!("si {a} entonces {b} si no {c}"),
            format!("{b} if {a} else {c}"),
        ] {
            if !new.contains(": ") || written.starts_with(['\'', '"']) {
                add("foreign condition", all.clone(), &new);
            }
        }
    }
    // Two arguments the other way round.
    for (at, _) in list.iter().enumerate() {
        if word(at) == "[" && word(at + 2) == "," && word(at + 4) == "]" && word(at + 1) != word(at + 3) {
            let (one, other) = (list[at + 1].0.range(), list[at + 3].0.range());
            let new = format!("{}, {}", &written[other.clone()], &written[one.clone()]);
            add("arguments swapped", one.start..other.end, &new);
        }
    }
}

fn groups(text: &str, places: &Places, found: &mut Vec<Slip>) {
    for group in &places.groups {
        let range = group.range.clone();
        let written = &text[range.clone()];
        if group.flow {
            let last = range.end - 1..range.end;
            let at = range.start;
            found.push(Slip::new("YAML bracket missing", last, "").at(at));
            let inner = &written[1..written.len() - 1];
            let several = group.parts.len() > 1;
            if group.list {
                if several {
                    found.push(Slip::new("list without brackets", range.clone(), inner).harmless());
                }
                found.push(Slip::new("list without its first bracket", range.start..range.start + 1, ""));
                found.push(Slip::new("map for a list", range.clone(), format!("{{{inner}}}")).harmless());
            } else if !group.parts.is_empty() {
                found.push(Slip::new("list for a map", range.clone(), format!("[{inner}]")).harmless());
            }
            if several {
                let gap = group.parts[0].end..group.parts[1].start;
                found.push(Slip::new("YAML comma missing", gap.clone(), " ").harmless());
                found.push(Slip::new("YAML semicolon", gap, "; ").harmless());
            }
            if group.cells && several && !group.parts.is_empty() {
                let last = group.parts.len() - 1;
                let gone = group.parts[last - 1].end..group.parts[last].end;
                found.push(Slip::new("a cell too few", gone, ""));
                let more = text[group.parts[last].clone()].to_owned();
                let end = group.parts[last].end;
                found.push(Slip::new("a cell too many", end..end, format!(", {more}")));
            }
        } else if !group.list && !group.parts.is_empty() {
            // Each name with a dash.
            let start = line_start(text, range.start);
            let indent = " ".repeat(range.start - start);
            if text[start..range.start].trim().is_empty() && range.start > start {
                let mut new = String::new();
                let own = |at: usize| group.parts.iter().any(|part| part.start == at);
                let mut at = range.start;
                for line in written.split_inclusive('\n') {
                    let column = line.len() - line.trim_start().len();
                    let first = if at == range.start { at } else { at + column };
                    let line = if at == range.start { format!("{indent}{line}") } else { line.to_owned() };
                    if own(first) {
                        new.push_str(&format!("{indent}- {}", line.trim_start()));
                    } else if line.trim().is_empty() {
                        new.push_str(&line);
                    } else {
                        new.push_str(&format!("  {line}"));
                    }
                    at = if at == range.start { at + line.len() - indent.len() } else { at + line.len() };
                }
                found.push(Slip::new("dashes before names", start..range.end, new).at(start).harmless());
            }
        }
    }
}

fn lines(text: &str, found: &mut Vec<Slip>) {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let content = line.trim();
        if !content.is_empty() && !content.starts_with('#') {
            let harmless = content.starts_with("doc:") || content.starts_with('-');
            found.push(Slip { at: start, ..Slip::new("line deleted", start..end, "") }.harmless().anywhere());
            if !line.starts_with(' ') || !harmless {
                found.push(Slip::new("line twice", end..end, line));
            }
            let next = &text[end..line_end(text, end)];
            if !next.trim().is_empty() && !next.trim().starts_with('#') && end < text.len() {
                let both = start..(line_end(text, end) + 1).min(text.len());
                let new = format!("{next}\n{line}");
                found.push(Slip::new("lines swapped", both, new).harmless());
            }
            if start == 0 || content.starts_with("tirada:") {
                for heading in ["tirada: 2", "version: 1", "tirada character: 1", "tirada:1", "tirada = 1", "Tirada: 1"]
                {
                    if content == "tirada: 1" {
                        found.push(Slip::new("wrong heading", start..start + content.len(), heading));
                    }
                }
            }
        }
        start = end;
    }
}
