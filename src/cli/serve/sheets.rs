//! Sheets of characters as parts of pages: clickable tracks and points, tags and traits.

use maud::{Markup, html};

use super::pages::PageView;
use crate::world::{Answer, Look, PointsLook, TagLook, TrackLook};

/// A trait by its name, and what it is.
type Listed<'l> = (&'l str, Option<&'l Answer>);

impl PageView<'_> {
    /// A sheet; with `edit` its tracks and points can be changed.
    pub(super) fn sheet(&self, look: &Look, edit: bool) -> Markup {
        let title = self.title(look);
        // Traits by group. Those that players name follow the others of their group.
        let mut groups: Vec<(Option<&str>, Vec<Listed<'_>>)> = Vec::new();
        let given = look.traits.iter().filter(|one| !one.derived);
        let given = given.map(|one| (one.group.as_deref(), one.name.as_str(), one.value.as_ref()));
        let open = look.open.iter().map(|one| (Some(one.group.as_str()), one.name.as_str(), Some(&one.value)));
        for (group, name, value) in given.chain(open) {
            match groups.iter_mut().find(|(known, _)| *known == group) {
                Some((_, members)) => members.push((name, value)),
                None => groups.push((group, vec![(name, value)])),
            }
        }
        html! {
            article.sheet {
                h3 { (title) @for track in &look.tracks { @if let Some(state) = &track.state { " " span.state { (state) } } } }
                @for track in &look.tracks { (self.track(look, track, edit)) }
                (self.points(look, edit, |points| !points.says_nothing()))
                @if !look.tags.is_empty() { ul.tags { @for tag in &look.tags { li { (self.tag(tag)) } } } }
                details open[!edit] {
                    summary { (self.say("serve-traits")) }
                    // Of these there are none yet.
                    (self.points(look, edit, PointsLook::says_nothing))
                    @for (group, members) in groups {
                        @if let Some(group) = group { h4 { (group) } }
                        dl.traits { @for (name, value) in members { div { dt { (name) } dd { (self.words(value)) } } } }
                    }
                    @if look.traits.iter().any(|one| one.derived) {
                        h4 { (self.say("sheet-derived")) }
                        dl.traits { @for one in look.traits.iter().filter(|one| one.derived && one.value.is_some()) {
                            div { dt { (one.name) } dd { (self.words(one.value.as_ref())) } }
                        } }
                    }
                }
            }
        }
    }

    /// Points of which `listed` holds; with `edit` they can be changed.
    fn points(&self, look: &Look, edit: bool, listed: impl Fn(&PointsLook) -> bool) -> Markup {
        let title = self.title(look);
        let all: Vec<&PointsLook> = look.points.iter().filter(|points| listed(points)).collect();
        if all.is_empty() {
            return Markup::default();
        }
        html! {
            ul.points { @for points in all { li {
                span.label { (points.name) }
                @if edit && let Some(now) = points.now {
                    form.step method="post" action="do" data-live {
                        (self.hidden("points"))
                        input type="hidden" name="who" value=(look.name);
                        input type="hidden" name="name" value=(points.name);
                        button name="by" value="-1" id=(format!("less-{}-{}", look.name, points.name))
                            aria-label=(self.say_with("serve-less", "name", &format!("{}, {title}", points.name))) { "−" }
                        output { (now) }
                        button name="by" value="1" disabled[points.max.is_some_and(|max| now >= max)] id=(format!("more-{}-{}", look.name, points.name))
                            aria-label=(self.say_with("serve-more", "name", &format!("{}, {title}", points.name))) { "+" }
                    }
                } @else {
                    b { (points.now.map_or_else(|| self.say("sheet-unknown"), |now| now.to_string())) }
                }
                @if let Some(max) = points.max { small { (self.catalogue.text("sheet-of", &vec![("max", max.into())])) } }
                @if let Some(state) = &points.state { " " small.state { (state) } }
            } } }
        }
    }

    /// The name of a character, as it is read.
    fn title(&self, look: &Look) -> String {
        if look.name == "table" { self.say("deed-table") } else { look.name.clone() }
    }

    fn words(&self, words: Option<&Answer>) -> String {
        match words {
            None => self.say("sheet-unknown"),
            Some(Answer::Flag(true)) => self.say("yes"),
            Some(Answer::Flag(false)) => self.say("no"),
            Some(Answer::Number(number)) => number.to_string().replace('-', "−"),
            Some(Answer::Text(text)) => text.clone(),
        }
    }

    fn tag(&self, tag: &TagLook) -> Markup {
        html! {
            @match &tag.name { Some(name) => { b { (name) } " " small { (tag.kind) } }, None => { b { (tag.kind) } } }
            @for (name, value) in tag.values.iter().filter(|(_, value)| *value != Answer::Flag(false)) {
                " · " (name) @if *value != Answer::Flag(true) { " " (self.words(Some(value))) }
            }
        }
    }

    fn track(&self, look: &Look, track: &TrackLook, edit: bool) -> Markup {
        let drawn = drawn(track);
        let reached = track.states.get(1..).unwrap_or_default();
        let sign = |mark: &Option<usize>| mark.and_then(|at| track.marks.get(at)).map_or("", |mark| mark.sign.as_str());
        let name = |mark: &Option<usize>| {
            mark.and_then(|at| track.marks.get(at)).map_or_else(|| self.say("serve-free"), |mark| mark.name.clone())
        };
        let said: Vec<String> = track
            .marks
            .iter()
            .filter(|mark| mark.count > 0)
            .map(|mark| format!("{} {}", mark.count, mark.name))
            .collect();
        let summary =
            self.catalogue.text("sheet-lost", &vec![("lost", track.lost.into()), ("boxes", track.boxes.into())]);
        // Each row with the number of its first box.
        let rows = || {
            drawn.iter().enumerate().scan(0, |first, (at, row)| {
                let start = *first;
                *first += row.len();
                Some((at, start, row))
            })
        };
        let of_row = |at: usize| match track.marks.get(at) {
            Some(mark) if mark.own.is_some() => Some(&mark.name),
            _ => reached.get(at).filter(|_| track.row.is_some()),
        };
        html! {
            div.track {
                p.label { (track.name) " " small { (summary) @if !said.is_empty() { ": " (said.join(", ")) } } }
                @if edit {
                    form method="post" action="do" data-live {
                        (self.hidden("mark"))
                        input type="hidden" name="who" value=(look.name);
                        input type="hidden" name="track" value=(track.name);
                        @for (at, first, marks) in rows() { div.row {
                            @for (column, mark) in marks.iter().enumerate() {
                                button.box.marked[mark.is_some()] name="at" value=(first + column)
                                    id=(format!("box-{}-{}-{}", look.name, track.name, first + column))
                                    aria-label=(format!("{}, {} {}: {}", track.name, self.say("serve-box"), first + column + 1, name(mark))) {
                                    (sign(mark))
                                }
                            }
                            @if let Some(state) = of_row(at) { span.reached.now[track.state.as_ref() == Some(state)] { (state) } }
                        } }
                    }
                } @else {
                    div aria-hidden="true" {
                        @for (at, _, marks) in rows() { div.row {
                            @for mark in marks { span.box.marked[mark.is_some()] { (sign(mark)) } }
                            @if let Some(state) = of_row(at) { span.reached.now[track.state.as_ref() == Some(state)] { (state) } }
                        } }
                    }
                }
            }
        }
    }
}

/// A sheet without what only the rules keep for themselves. What is 0 can be changed, and stays.
pub(super) fn without_bookkeeping(look: &Look) -> Look {
    // None of something can become some with a click.
    let points = look.points.iter().filter(|one| !one.internal).cloned().collect();
    Look { points, ..look.clone().brief() }
}

/// The boxes of a track as they stand on a page, ten in a row where the game says nothing else.
pub(super) fn drawn(track: &TrackLook) -> Vec<Vec<Option<usize>>> {
    track.rows(400, track.row.map_or(10, |row| usize::try_from(row).unwrap_or(1)))
}
