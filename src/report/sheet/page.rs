//! A sheet as part of a page: boxes, columns, and the colour of the game.

use super::{MOST_BOXES, MOST_IN_ROW, SheetWriter};
use crate::report::Catalogue;
use crate::report::document::html::escape;
use crate::report::roll::words;
use crate::report::visible::visible;
use crate::ruleset::Accent;
use crate::world::{Answer, Look, PointsLook, TagLook, TrackLook};

/// Boxes in a row where the game does not say how many.
const USUAL_ROW: usize = 10;

/// The sheet of a character, under its name.
#[must_use]
pub fn article(look: &Look, accent: Option<Accent>, catalogue: &Catalogue) -> String {
    let page = SheetPage { sheet: SheetWriter { catalogue } };
    let name = if look.name == "table" { page.sheet.say("deed-table") } else { look.name.clone() };
    let style = accent.map(|accent| format!(" style=\"--accent: #{accent}; --dark: #{}\"", accent.in_the_dark()));
    let mut out = format!("<article class=\"sheet\"{}>\n", style.unwrap_or_default());
    out.push_str(&format!("<h2>{} <small>{}</small></h2>\n", told(&name), told(&look.ruleset)));
    for track in &look.tracks {
        out.push_str(&page.track(track));
    }
    out.push_str(&page.points(&look.points));
    out.push_str(&page.tags(&look.tags));
    out.push_str(&page.traits(look));
    out.push_str("</article>\n");
    out
}

/// What people wrote, in a page.
fn told(text: &str) -> String {
    escape(&visible(text))
}

struct SheetPage<'a> {
    sheet: SheetWriter<'a>,
}

impl SheetPage<'_> {
    fn track(&self, track: &TrackLook) -> String {
        let in_row = track.row.filter(|row| (1..=MOST_IN_ROW).contains(row));
        let per_row = in_row.and_then(|row| usize::try_from(row).ok()).unwrap_or(USUAL_ROW);
        let rows = track.rows(MOST_BOXES, per_row);
        let reached = track.states.get(1..).unwrap_or_default();
        let beside = |at: usize| match track.marks.get(at) {
            Some(mark) if mark.own.is_some() => Some(&mark.name),
            _ => reached.get(at).filter(|_| in_row.is_some()),
        };
        let state = track.state.iter().map(|state| format!(" <b class=\"state\">{}</b>", told(state)));
        let mut out = format!("<div class=\"track\">\n<h3>{}{}</h3>\n", told(&track.name), state.collect::<String>());
        for (at, row) in rows.iter().enumerate() {
            let boxes = row.iter().map(|mark| match mark.and_then(|at| track.marks.get(at)) {
                Some(mark) => format!("<i class=\"marked\">{}</i>", told(&mark.sign)),
                None => "<i></i>".to_owned(),
            });
            let state = beside(at).map(|state| {
                let class = if track.state.as_ref() == Some(state) { " class=\"now\"" } else { "" };
                format!(" <span{class}>{}</span>", told(state))
            });
            let (boxes, state) = (boxes.collect::<String>(), state.unwrap_or_default());
            out.push_str(&format!("<div class=\"row\" aria-hidden=\"true\">{boxes}{state}</div>\n"));
        }
        let marks = track.marks.iter().filter(|mark| mark.count > 0);
        let marks: Vec<String> = marks.map(|mark| format!("{} {}", mark.count, mark.name)).collect();
        let lost = self.sheet.say_with("sheet-lost", &vec![("lost", track.lost.into()), ("boxes", track.boxes.into())]);
        let marks = if marks.is_empty() { lost } else { format!("{lost}: {}", marks.join(", ")) };
        out.push_str(&format!("<p class=\"dim\">{}</p>\n</div>\n", told(&marks)));
        out
    }

    fn points(&self, points: &[PointsLook]) -> String {
        let one = |one: &PointsLook| {
            let now = one.now.map_or_else(|| self.sheet.say("sheet-unknown"), number);
            let max = one.max.map(|max| self.sheet.say_with("sheet-of", &vec![("max", max.into())]));
            let endless = one.endless.then(|| self.sheet.say("sheet-endless"));
            let more = [max, one.state.clone(), endless].into_iter().flatten().map(|text| told(&text));
            let more = more.map(|text| format!(" <small>{text}</small>")).collect::<String>();
            format!("<li>{} <b>{}</b>{more}</li>\n", told(&one.name), told(&now))
        };
        list("points", &points.iter().map(one).collect::<String>())
    }

    fn tags(&self, tags: &[TagLook]) -> String {
        let one = |tag: &TagLook| {
            let about = self.sheet.about(tag);
            let kind = tag.name.as_ref().map(|_| format!(" <small>{}</small>", told(&tag.kind)));
            let name = told(tag.name.as_deref().unwrap_or(&tag.kind));
            format!("<li><b>{name}</b>{}{}</li>\n", kind.unwrap_or_default(), told(&about))
        };
        list("tags", &tags.iter().map(one).collect::<String>())
    }

    /// A column for each group of traits, and one for what is worked out.
    fn traits(&self, look: &Look) -> String {
        let mut groups: Vec<(String, String)> = vec![(String::new(), String::new())];
        let mut put = |group: &str, line: String| match groups.iter_mut().find(|(name, _)| name == group) {
            Some((_, lines)) => lines.push_str(&line),
            None => groups.push((group.to_owned(), line)),
        };
        for one in look.traits.iter().filter(|one| !one.derived) {
            put(one.group.as_deref().unwrap_or(""), self.line(&one.name, one.value.as_ref()));
        }
        for one in &look.open {
            put(&one.group, self.line(&one.name, Some(&one.value)));
        }
        let worked_out = self.sheet.say("sheet-worked-out");
        for one in look.traits.iter().filter(|one| one.derived && one.value.is_some()) {
            put(&worked_out, self.line(&one.name, one.value.as_ref()));
        }
        let column = |(name, lines): (String, String)| {
            let head = if name.is_empty() { String::new() } else { format!("<h3>{}</h3>\n", told(&name)) };
            format!("<section>\n{head}<dl>\n{lines}</dl>\n</section>\n")
        };
        let groups = groups.into_iter().filter(|(_, lines)| !lines.is_empty());
        let columns = groups.map(column).collect::<String>();
        if columns.is_empty() { columns } else { format!("<div class=\"columns\">\n{columns}</div>\n") }
    }

    /// A trait and its value; of what holds, its name says enough.
    fn line(&self, name: &str, value: Option<&Answer>) -> String {
        let value = match value {
            Some(Answer::Flag(true)) => "✓".to_owned(),
            Some(Answer::Number(value)) => number(*value),
            Some(value) => words(value, self.sheet.catalogue),
            None => self.sheet.say("sheet-unknown"),
        };
        format!("<div><dt>{}</dt><dd>{}</dd></div>\n", told(name), told(&value))
    }
}

fn list(class: &str, items: &str) -> String {
    if items.is_empty() { String::new() } else { format!("<ul class=\"{class}\">\n{items}</ul>\n") }
}

fn number(number: i64) -> String {
    number.to_string().replace('-', "−")
}
