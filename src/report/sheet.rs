//! A character in the layout of a printed sheet.

mod page;

use super::Catalogue;
use super::document::{Document, Line};
use super::roll::words;
use super::visible::width;
use crate::diagnostic::Args;
use crate::world::{Answer, LastsLook, Look, PointsLook, TagLook, TrackLook};

pub use page::article;

/// Boxes that fit into a row of a page or a terminal.
const MOST_IN_ROW: i64 = 24;
/// Boxes in a row where the game does not say how many.
const USUAL_ROW: i64 = 20;
/// Boxes that are drawn; of more only the words are said.
const MOST_BOXES: usize = 400;

/// The sheet of a character.
#[must_use]
pub fn sheet(look: &Look, catalogue: &Catalogue) -> Document {
    let sheet = SheetWriter { catalogue };
    // The word is reserved, so no character has this name.
    let name = if look.name == "table" { sheet.say("deed-table") } else { look.name.clone() };
    let mut document = Document::new().heading(Line::new().strong(name).dim(format!("  {}", look.ruleset)));
    for line in sheet.traits(look) {
        document = document.line(line);
    }
    for track in &look.tracks {
        document.append(sheet.track(track));
    }
    if !look.points.is_empty() {
        document = document.gap().line(Line::new().strong(sheet.say("sheet-points")));
        for points in &look.points {
            document = document.item(0, sheet.points(points));
        }
    }
    if !look.tags.is_empty() {
        document = document.gap().line(Line::new().strong(sheet.say("sheet-tags")));
        document.append(sheet.tags(&look.tags));
    }
    document
}

/// Values of a tag and how long it lasts, in brackets; nothing where there is nothing to say.
#[must_use]
pub(super) fn about_tag(tag: &TagLook, catalogue: &Catalogue) -> String {
    SheetWriter { catalogue }.about(tag)
}

struct SheetWriter<'a> {
    catalogue: &'a Catalogue,
}

impl SheetWriter<'_> {
    fn say(&self, id: &str) -> String {
        self.catalogue.say(id)
    }

    fn say_with(&self, id: &str, args: &Args) -> String {
        self.catalogue.text(id, args)
    }

    /// A line for each group: those without one, then the others as they come, names of
    /// one's own, and at last what is computed.
    fn traits(&self, look: &Look) -> Vec<Line> {
        let mut groups: Vec<(Option<String>, Vec<Line>)> = vec![(None, Vec::new())];
        let mut put =
            |group: Option<&str>, line: Line| match groups.iter_mut().find(|(name, _)| name.as_deref() == group) {
                Some((_, lines)) => lines.push(line),
                None => groups.push((group.map(str::to_owned), vec![line])),
            };
        let unknown = || self.say("sheet-unknown");
        let said = |name: &str, value: Option<&Answer>| {
            Line::new().name(name).plain(" ").strong(value.map_or_else(unknown, |value| words(value, self.catalogue)))
        };
        for one in look.traits.iter().filter(|one| !one.derived) {
            put(one.group.as_deref(), said(&one.name, one.value.as_ref()));
        }
        for one in &look.open {
            put(Some(&one.group), said(&one.name, Some(&one.value)));
        }
        let derived: Vec<Line> =
            look.traits.iter().filter(|one| one.derived).map(|one| said(&one.name, one.value.as_ref())).collect();
        let mut lines: Vec<Line> = groups
            .into_iter()
            .filter(|(_, lines)| !lines.is_empty())
            .map(|(group, lines)| {
                let head = group.map_or_else(Line::new, |group| Line::new().dim(format!("{group}: ")));
                head.then(Line::join(lines, ", "))
            })
            .collect();
        if !derived.is_empty() {
            let head = Line::new().dim(format!("{} ", self.say("sheet-derived")));
            lines.push(head.then(Line::join(derived, ", ")));
        }
        lines
    }

    /// Rows of boxes, each with the state that is reached when it is full, and the same in words.
    fn track(&self, track: &TrackLook) -> Document {
        let mut document = Document::new().gap().line(Line::new().strong(&track.name));
        let rows = self.rows(track);
        if !rows.is_empty() {
            document = document.code(rows.join("\n"));
        }
        let marks: Vec<String> =
            track.marks.iter().map(|mark| format!("{} {} ({})", mark.count, mark.name, mark.sign)).collect();
        let args: Args = vec![("lost", track.lost.into()), ("boxes", track.boxes.into())];
        let mut line = Line::new().plain(self.say_with("sheet-lost", &args));
        if !marks.is_empty() {
            line = line.plain(": ").plain(marks.join(", "));
        }
        if let Some(state) = &track.state {
            line = line.plain("; ").strong(state);
        }
        document.line(line)
    }

    fn rows(&self, track: &TrackLook) -> Vec<String> {
        let in_row = track.row.filter(|row| (1..=MOST_IN_ROW).contains(row));
        let per_row = usize::try_from(in_row.unwrap_or(USUAL_ROW)).unwrap_or(1);
        let widest = track.marks.iter().map(|mark| width(&mark.sign)).max().unwrap_or(1).max(1);
        let sign = |mark: &Option<usize>| mark.and_then(|at| track.marks.get(at)).map_or("", |mark| &*mark.sign);
        let drawn = |sign: &str| format!("[{sign}{}]", " ".repeat(widest.saturating_sub(width(sign))));
        let rows = track.rows(MOST_BOXES, per_row);
        let rows: Vec<String> = rows.iter().map(|row| row.iter().map(|mark| drawn(sign(mark))).collect()).collect();
        let across = rows.iter().map(|row| width(row)).max().unwrap_or(0);
        // The first state is that without marks. If the last row leads to no state of its own, the row before it has
        // the last state.
        let reached: &[String] = track.states.get(1..).unwrap_or_default();
        let fits = in_row.is_some() && (reached.len() == rows.len() || reached.len() + 1 == rows.len());
        let beside = |index: usize| {
            if let Some((mark, (_, worth))) = track.marks.get(index).and_then(|mark| Some((mark, mark.own?))) {
                let worth = (worth > 1).then(|| self.say_with("sheet-worth", &vec![("worth", worth.into())]));
                return Some(format!("{}{}", mark.name, worth.map(|worth| format!(" ({worth})")).unwrap_or_default()));
            }
            let state = reached.get(index).filter(|_| fits)?;
            let now = track.state.as_ref() == Some(state);
            Some(format!("{state}{}", if now { format!("  ← {}", self.say("sheet-now")) } else { String::new() }))
        };
        rows.into_iter()
            .enumerate()
            .map(|(index, row)| match beside(index) {
                Some(beside) => format!("{row}{}  {beside}", " ".repeat(across.saturating_sub(width(&row)))),
                None => row,
            })
            .collect()
    }

    fn points(&self, points: &PointsLook) -> Line {
        let line = Line::new().name(&points.name).plain(" ");
        let Some(now) = points.now else { return line.strong(self.say("sheet-unknown")) };
        let line = match points.max {
            Some(max) => line.strong(now).plain(" ").plain(self.say_with("sheet-of", &vec![("max", max.into())])),
            None => line.strong(now),
        };
        let line = match &points.state {
            Some(state) => line.plain("; ").strong(state),
            None => line,
        };
        if points.endless { line.plain(", ").plain(self.say("sheet-endless")) } else { line }
    }

    /// Tags; where people name them, under the name of their kind.
    fn tags(&self, tags: &[TagLook]) -> Document {
        let mut document = Document::new();
        let mut kind = None;
        for tag in tags {
            let about = self.about(tag);
            match &tag.name {
                Some(name) => {
                    if kind != Some(&tag.kind) {
                        document = document.item(0, Line::new().name(&tag.kind));
                    }
                    document = document.item(1, Line::new().strong(name).plain(about));
                }
                None => document = document.item(0, Line::new().strong(&tag.kind).plain(about)),
            }
            kind = Some(&tag.kind);
        }
        document
    }

    /// Values of a tag, and how long it lasts.
    fn about(&self, tag: &TagLook) -> String {
        // A value that is no is not worth a word, and one that is yes no more than its name.
        let mut parts: Vec<String> = Vec::new();
        for (name, value) in &tag.values {
            match value {
                Answer::Flag(false) => {}
                Answer::Flag(true) => parts.push(name.clone()),
                _ => parts.push(format!("{name} {}", words(value, self.catalogue))),
            }
        }
        match &tag.lasts {
            Some(LastsLook::For(count, time)) => {
                parts.push(self.say_with("sheet-for", &vec![("time", format!("{count} {time}").into())]));
            }
            Some(LastsLook::Until(condition)) => {
                parts.push(self.say_with("sheet-until", &vec![("condition", condition.as_str().into())]));
            }
            None => {}
        }
        parts.extend(tag.turn.as_ref().map(|who| self.say_with("sheet-turn-of", &vec![("who", who.as_str().into())])));
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
    }
}
