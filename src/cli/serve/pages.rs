//! Pages and their parts as HTML. Each is rendered from what one seat may see; a browser gets nothing else.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::forms::{Field, FieldInput, Form, Otherwise};
use super::http::BODY;
use super::images::MOST;
use super::seats::Seat;
use super::sheets::without_bookkeeping;
use super::snapshot::{Offer, PendingQuestion, ShotEntry, Snapshot, TableCharacter, may_see};
use crate::cli::images::{address, embed};
use crate::cli::prompt::as_spoken;
use crate::report::document::Block;
use crate::report::document::html::render;
use crate::report::{Catalogue, visible_lines};
use crate::ruleset::Accent;
use crate::source::fold;
use crate::store::names_files;
use crate::world::Look;

/// A snapshot as one seat sees it, in one language.
pub(super) struct PageView<'a> {
    pub(super) shot: &'a Snapshot,
    pub(super) seat: &'a Seat,
    pub(super) catalogue: &'a Catalogue,
}

/// The colours of a game, as a stylesheet.
pub(super) fn accent_style(accent: Accent) -> String {
    let [light, dark] = accent.tints();
    format!(
        ":root {{ --accent: #{accent}; --tint: #{light}; }}\n@media (prefers-color-scheme: dark) {{ :root {{ --accent: #{}; --tint: #{dark}; }} }}\n",
        accent.in_the_dark()
    )
}

/// A page without a table: what to do instead.
pub(super) fn door(catalogue: &Catalogue, words: &str) -> String {
    frame(
        catalogue,
        "tirada",
        "door",
        None,
        html! {
            main.door {
                h1 { "tirada" }
                p #message role="status" { (words) }
                noscript { p { (catalogue.say("serve-needs-script")) } }
            }
        },
    )
}

/// The tables of a folder, for the user who leads all of them: names and links.
pub(super) fn doors(catalogue: &Catalogue, tables: &[(String, String)]) -> String {
    frame(
        catalogue,
        "tirada",
        "door",
        None,
        html! {
            main.door {
                h1 { (catalogue.say("serve-tables")) }
                ul { @for (name, link) in tables { li { a href=(link) { (name) } } } }
            }
        },
    )
}

fn frame(catalogue: &Catalogue, title: &str, class: &str, accent: Option<Accent>, body: Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang=(catalogue.language().tag()) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) }
                link rel="stylesheet" href="/static/style.css";
                @if let Some(accent) = accent { link rel="stylesheet" href={ "/static/accent-" (accent) ".css" }; }
                link rel="icon" href="/static/icon.svg" type="image/svg+xml";
                script type="module" src="/static/page.js" {}
            }
            body class=(class) { (body) }
        }
    };
    written(page)
}

/// The text of a part of a page, without invisible characters.
fn written(part: Markup) -> String {
    visible_lines(&part.into_string()).into_owned()
}

impl PageView<'_> {
    pub(super) fn say(&self, id: &str) -> String {
        self.catalogue.say(id)
    }

    pub(super) fn say_with(&self, id: &str, name: &'static str, value: &str) -> String {
        self.catalogue.text(id, &vec![(name, value.into())])
    }

    /// The character of this seat.
    fn own(&self) -> Option<&TableCharacter> {
        let name = self.seat.name()?;
        self.shot.people.iter().skip(1).find(|one| one.look.name == name).map(|one| &**one)
    }

    fn visible(&self) -> impl DoubleEndedIterator<Item = &ShotEntry> {
        self.shot.log.iter().map(|entry| &**entry).filter(|entry| may_see(entry, self.seat))
    }

    /// The newest entry that is no note: what a form on this page is about.
    pub(super) fn newest(&self) -> u64 {
        self.visible().rev().find(|entry| !entry.is_aside()).map_or(0, |entry| entry.number)
    }

    /// Whether what lies open is for the eyes of this seat.
    fn is_open(&self) -> bool {
        self.shot.is_open_to(self.seat)
    }

    pub(super) fn page(&self) -> String {
        let gm = self.seat.is_gm();
        let who = self.seat.name().map_or_else(|| self.say("serve-gm"), str::to_owned);
        let class = if gm { "gm" } else { "player" };
        let title = format!("{who} · {}", self.shot.game);
        let tabs =
            [("who", if gm { "serve-people" } else { "serve-sheet" }), ("do", "serve-do"), ("talk", "serve-log")];
        frame(
            self.catalogue,
            &title,
            class,
            self.shot.accent,
            html! {
                a.skip href="#line" { (self.say("serve-skip")) }
                header.bar {
                    h1 { (who) }
                    p.game { (self.shot.game) }
                    p #status role="status" data-live=(self.say("serve-live")) data-stale=(self.say("serve-stale")) data-again=(self.say("serve-again"))
                        data-gone=(self.say("serve-gone")) { (self.say("serve-stale")) }
                }
                section #turns aria-label=(self.say("serve-order")) { (self.turns()) }
                div #wait { (self.waiting()) }
                main data-sent=(self.say("serve-sent")) data-version=(self.shot.version) data-run=(self.shot.run)
                    data-lost=(self.say("serve-lost")) data-most=(BODY) data-large=(self.say("serve-too-large")) data-most-image=(MOST) {
                    section #who aria-labelledby="t-who" {
                        h2 #t-who { (self.say(if gm { "serve-people" } else { "serve-sheet" })) }
                        div #people { (self.people()) }
                        @if gm { (self.adding()) div #links { (self.links_button()) } }
                    }
                    section #talk aria-labelledby="t-talk" {
                        h2 #t-talk { (self.say("serve-log")) }
                        ol #log aria-live="polite" tabindex="0" aria-labelledby="t-talk" data-secret=(self.say("serve-secret")) { @for entry in self.visible() { (self.entry(entry)) } }
                        div #ask { (self.question()) }
                        div #offers { (self.offers()) }
                        (self.input())
                    }
                    section #do aria-labelledby="t-do" {
                        h2 #t-do { (self.say("serve-do")) }
                        div #undo { (self.undo()) }
                        div #tell { (self.tell()) }
                        div #acts { (self.acts()) }
                    }
                }
                div #notice role="alert" {}
                nav.tabs aria-label=(self.say("serve-parts")) {
                    @for (id, label) in tabs { a href={ "#" (id) } data-tab=(id) { (self.say(label)) } }
                }
            },
        )
    }

    /// The parts that change, by the element that holds them, without those that surely are as they were in an earlier shot.
    pub(super) fn parts(&self, before: Option<&Snapshot>) -> Vec<(&'static str, String)> {
        let mut parts = vec![
            ("turns", written(self.turns())),
            ("wait", written(self.waiting())),
            ("ask", written(self.question())),
            ("offers", written(self.offers())),
            ("undo", written(self.undo())),
        ];
        if !before.is_some_and(|before| self.shot.has_people_of(before)) {
            parts.extend([
                ("tell", written(self.tell())),
                ("people", written(self.people())),
                ("acts", written(self.acts())),
            ]);
        }
        parts
    }

    /// Whose turn it is, and who comes after; the GM goes on with it.
    fn turns(&self) -> Markup {
        let gm = self.seat.is_gm();
        let Some(seen) = &self.shot.turns else {
            return html! {
                @if gm && self.shot.people.len() > 1 {
                    details.act.turns data-key="begin" {
                        summary { (self.say("serve-begin-turns")) }
                        form method="post" action="do" {
                            (self.hidden("begin"))
                            fieldset { legend { (self.say("serve-who-acts")) }
                                @for one in self.shot.people.iter().skip(1) {
                                    label.check { input type="checkbox" name="who" value=(one.look.name); " " (one.look.name) }
                                }
                            }
                            p { small { (self.say("serve-who-acts-all")) } }
                            (self.by_hand("begin"))
                            button.main { (self.say("serve-begin-turns")) }
                        }
                    }
                }
            };
        };
        let turns = &seen.turns;
        let able = |at: usize| seen.able.as_ref().map_or(true, |able| able.get(at).copied().unwrap_or(true));
        let own = self.seat.name().is_some_and(|name| turns.current() == Some(name));
        html! {
            div.turns.own[own] {
                p role="status" {
                    (self.catalogue.text("turns-round", &vec![("round", turns.round.into())])) " · "
                    b { @if own { (self.say("serve-your-turn")) } @else {
                        @match turns.current() { Some(name) => (name), None => (self.say("turns-no-one")) }
                    } }
                }
                ol.order aria-label=(self.say("serve-order")) {
                    @for (at, name) in turns.order.iter().enumerate() {
                        li.now[at == turns.now].out[!able(at)] aria-current=[(at == turns.now).then_some("step")] {
                            (name) @if !able(at) { " " small { (self.say("serve-cannot-act")) } }
                        }
                    }
                }
                @if gm {
                    @if let Err(lines) = &seen.able { @for line in lines { p.problem { (line) } } }
                    form.inline method="post" action="do" data-live {
                        (self.hidden("line"))
                        button.main name="line" value="next" id="next-turn" { (self.say("serve-next-turn")) }
                        button name="line" value="end" id="end-turns" { (self.say("serve-end-turns")) }
                    }
                    @let others: Vec<&str> = self.shot.people.iter().skip(1).map(|one| one.look.name.as_str())
                        .filter(|name| !turns.order.iter().any(|one| one == name)).collect();
                    @if !others.is_empty() {
                        details.act data-key="join" {
                            summary { (self.say("serve-join-turns")) }
                            form method="post" action="do" {
                                (self.hidden("begin"))
                                fieldset { legend { (self.say("serve-who-joins")) }
                                    @for name in others { label.check { input type="checkbox" name="who" value=(name); " " (name) } }
                                }
                                (self.by_hand("join"))
                                button.main { (self.say("serve-join-turns")) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// A message or a handout for some, and no others.
    fn tell(&self) -> Markup {
        let others = || self.shot.people.iter().skip(1).filter(|one| self.seat.name() != Some(&one.look.name));
        html! {
            details.act data-key="tell" {
                summary { (self.say("serve-tell")) }
                form method="post" action="do" {
                    (self.hidden("tell"))
                    fieldset { legend { (self.say("serve-tell-to")) }
                        @if !self.seat.is_gm() { p { small { (self.say("serve-tell-gm")) } } }
                        @for one in others() {
                            label.check { input type="checkbox" name="to" value=(one.look.name); " " (one.look.name) }
                        }
                    }
                    div.field { label for="told" { (self.say("serve-text")) } textarea #told name="line" rows="4" maxlength="8000" required[!self.seat.is_gm()] {} }
                    @if self.seat.is_gm() {
                        div.field {
                            label for="image" { (self.say("serve-image")) }
                            input #image type="file" name="file" accept="image/png,image/jpeg,image/gif,image/webp" aria-describedby="image-about";
                            small #image-about { (self.say("serve-image-about")) }
                        }
                    }
                    button.main { (self.say("serve-send")) }
                }
            }
        }
    }

    /// The entries that changed after a version.
    pub(super) fn entries_since(&self, version: u64) -> Vec<(u64, String)> {
        let changed = self.visible().filter(|entry| entry.changed > version);
        changed.map(|entry| (entry.number, written(self.entry(entry)))).collect()
    }

    /// What a form sends beside what is filled in.
    pub(super) fn hidden(&self, what: &str) -> Markup {
        html! { input type="hidden" name="what" value=(what); }
    }

    fn people(&self) -> Markup {
        match self.own() {
            Some(own) => html! {
                (self.sheet(&Look::clone(&own.look).brief(), false))
                (self.blanks(own))
                @if self.shot.people.len() > 2 {
                    p.others { (self.say("serve-others")) " "
                        @for (at, one) in self.shot.people.iter().skip(1).filter(|one| one.look.name != own.look.name).enumerate() {
                            @if at > 0 { ", " } b { (one.look.name) }
                        }
                    }
                }
            },
            None if self.seat.is_gm() => html! {
                @for (at, one) in self.shot.people.iter().enumerate() {
                    @if at > 0 || !one.look.points.is_empty() || !one.look.tags.is_empty() { (self.sheet(&without_bookkeeping(&one.look), true)) (self.blanks(one)) }
                }
                @if self.shot.people.len() < 2 { p.empty { (self.say("prompt-nobody")) } }
            },
            None => html! { p.empty { (self.say("serve-left")) } },
        }
    }

    /// What is still to be said on a new sheet, as a form.
    fn blanks(&self, one: &TableCharacter) -> Markup {
        let name = one.look.name.as_str();
        html! {
            @if !one.blanks.is_empty() {
                details.act data-key={ "fill " (name) } open[!self.seat.is_gm()] {
                    summary { (self.say("serve-fill")) @if self.seat.is_gm() { " " small { (name) } } }
                    form method="post" action="do" {
                        (self.hidden("fill"))
                        input type="hidden" name="who" value=(name);
                        @for (at, field) in one.blanks.iter().enumerate() {
                            (self.field(field, (&format!("f.{}", field.name), &format!("fill-{at}-{name}").replace(' ', "-")), None, &[]))
                        }
                        @if !self.seat.is_gm() { p { small { (self.say("serve-fill-about")) } } }
                        button.main { (self.say("serve-fill-in")) }
                    }
                }
            }
        }
    }

    /// Characters come: from templates of the game, or with nothing but a name.
    fn adding(&self) -> Markup {
        html! {
            details.act data-key="add" {
                summary { (self.say("serve-add")) }
                @if !self.shot.templates.is_empty() {
                    form #add-npc method="post" action="do" {
                        (self.hidden("npc"))
                        div.field { label for="template" { (self.say("serve-template")) }
                            select #template name="name" { @for name in &self.shot.templates { option value=(name) { (name) } } } }
                        div.field { label for="npc-count" { (self.say("serve-how-many")) }
                            input #npc-count name="count" type="number" min="1" max="50" placeholder="1"; }
                        button.main { (self.say("serve-add-npc")) }
                    }
                }
                form #add-own method="post" action="do" {
                    (self.hidden("create"))
                    div.field { label for="new-name" { (self.say("serve-new-name")) }
                        input #new-name name="name" maxlength="80" required autocomplete="off"; }
                    p { small { (self.say("serve-new-about")) } }
                    button.main { (self.say("serve-add-own")) }
                }
            }
        }
    }

    /// Forms for all actions.
    fn acts(&self) -> Markup {
        let own = self.seat.name();
        let all = self.shot.people.iter().skip(1);
        let actors: Vec<&TableCharacter> = match own {
            Some(_) => self.own().into_iter().collect(),
            None => all.map(|one| &**one).collect(),
        };
        // The GM may say everything that there is; a character knows their own.
        let forms = self.own().or(self.shot.people.first().map(|one| &**one)).map(|one| one.actions.as_slice());
        html! {
            @for (index, (form, _)) in forms.unwrap_or_default().iter().enumerate().filter(|(_, (form, _))| !form.internal && (own.is_none() || form.by.is_none())) {
                @let reasons: Vec<(&str, Option<&str>)> = actors.iter()
                    .map(|one| (one.look.name.as_str(), one.actions.get(index).and_then(|(_, why)| Some(why.as_ref()?.said_in(self.catalogue.language()))))).collect();
                @let off = !reasons.is_empty() && reasons.iter().all(|(_, reason)| reason.is_some());
                @if off {
                    div.act.off {
                        p { b { (form.name) } }
                        @for (name, reason) in reasons.iter().take(if own.is_some() { 1 } else { 4 }) {
                            p.why { @if own.is_none() { (name) " – " } (reason.unwrap_or("")) }
                        }
                    }
                } @else {
                    details.act data-key=(form.name) {
                        summary {
                            @let about: Vec<&str> = [&form.by, &form.doc].into_iter().flatten().map(String::as_str).collect();
                            (form.name)
                            @if !about.is_empty() { " " small { (about.join(" · ")) } }
                        }
                        form method="post" action="do" {
                            (self.hidden("act"))
                            input type="hidden" name="name" value=(form.name);
                            (self.fields(form, own, &reasons))
                            (self.by_hand(&format!("act-{index}")))
                            div.options {
                                button.main { (form.name) }
                                @if own.is_none() { button name="what" value="odds" { (self.say("serve-odds")) } }
                            }
                        }
                    }
                }
            }
            @if !self.shot.times.is_empty() && self.seat.is_gm() {
                details.act data-key="pass" {
                    summary { (self.say("serve-pass")) }
                    form method="post" action="do" {
                        (self.hidden("line"))
                        @for time in &self.shot.times { button name="line" value={ "pass " (time) } { (time) } }
                    }
                }
            }
        }
    }

    /// Who goes with what is undone.
    fn leaves(&self, name: &str, more: usize) -> String {
        self.catalogue.text("serve-undo-arrival", &vec![("name", name.into()), ("more", more.into())])
    }

    fn undo(&self) -> Markup {
        let last = self.shot.last.as_ref();
        let may = last.filter(|_| self.seat.is_gm() || self.shot.may_take_back(self.seat));
        html! {
            form.inline method="post" action="do" data-live {
                input type="hidden" name="seen" value=(last.map_or(0, |(number, _)| *number));
                button name="what" value="undo" disabled[may.is_none()] {
                    (self.say("serve-undo"))
                    @if let (Some(who), true) = (self.shot.arrived.first(), may.is_some()) {
                        " "
                        small { (self.leaves(who, self.shot.arrived.len().saturating_sub(1))) }
                    }
                }
                @if self.seat.is_gm() {
                    button name="what" value="redo" disabled[!self.shot.redo] { (self.say("serve-redo")) }
                }
            }
        }
    }

    /// Faces from the real table; the GM may also roll in secret.
    fn by_hand(&self, key: &str) -> Markup {
        html! {
            div.field {
                label for={ "dice-" (key) } { (self.say("serve-dice")) }
                input id={ "dice-" (key) } name="dice" inputmode="numeric" autocomplete="off" placeholder=(self.say("serve-rolled"));
            }
            @if self.seat.is_gm() {
                label.check { input type="checkbox" name="hidden" value="yes"; " " (self.say("serve-hidden")) }
            }
        }
    }

    fn fields(&self, form: &Form, own: Option<&str>, reasons: &[(&str, Option<&str>)]) -> Markup {
        // What the game master decides is asked on the GM's page; a player may propose an answer.
        let decides = |field: &Field| !self.seat.is_gm() && field.is_for_gm;
        let theirs: Vec<(usize, &Field)> =
            form.fields.iter().map(|field| &**field).enumerate().filter(|(_, field)| decides(field)).collect();
        html! {
            // What is for others is put to them.
            @for (at, field) in form.fields.iter().enumerate().filter(|(_, field)| self.seat.is_gm() || field.by.is_none()) {
                @let name = format!("f.{}", field.name);
                @let id = format!("{}-{}", form.name, field.name).replace(' ', "-");
                @match own.filter(|_| at == 0 && field.is_role) {
                    Some(own) => { input type="hidden" name=(name) value=(own); }
                    None => { (self.field(field, (&name, &id), own, if at == 0 && field.is_role { reasons } else { &[] })) }
                }
            }
            @if !theirs.is_empty() {
                @let names: Vec<&str> = theirs.iter().map(|(_, field)| field.name.as_str()).collect();
                details.propose {
                    summary { (self.say_with("serve-propose", "names", &names.join(", "))) }
                    @for (at, field) in theirs {
                        (self.field(field, (&format!("f.{}", field.name), &format!("{}-{}-{at}", form.name, field.name).replace(' ', "-")), own, &[]))
                    }
                }
            }
        }
    }

    fn field(&self, field: &Field, names: (&str, &str), own: Option<&str>, reasons: &[(&str, Option<&str>)]) -> Markup {
        self.field_with(field, names, own, reasons, (None, false))
    }

    /// A field with what is said in it already, and whether something has to be where nothing holds instead.
    fn field_with(
        &self,
        field: &Field,
        (name, id): (&str, &str),
        own: Option<&str>,
        reasons: &[(&str, Option<&str>)],
        (said, must): (Option<&str>, bool),
    ) -> Markup {
        let is_asked = must;
        let is_said = |word: &str| said.is_some_and(|said| fold(said.trim()) == fold(word));
        let must = must && field.otherwise == Otherwise::Asked;
        let is_for = |choice: &str| own.is_none_or(|own| field.is_for(own, choice));
        // Where no other character is left, one may play several roles.
        let any =
            matches!(&field.input, FieldInput::Choice(options, _) if options.iter().any(|(value, _)| is_for(value)));
        let fits = |choice: &str| !any || is_for(choice);
        // A reason that names the character is behind its name.
        let why = |one: &str| {
            let reason = reasons.iter().find(|(name, _)| *name == one).and_then(|(_, reason)| *reason)?;
            Some(reason.strip_prefix(one).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(reason))
        };
        // What holds without an answer is first, and not once more among the others.
        let is_usual = |label: &str| matches!(&field.otherwise, Otherwise::Value(value) if value == label);
        let is_other = |value: &str, label: &str| !(is_usual(label) || is_usual("–") && field.is_none(value));
        let turn = self.shot.turns.as_ref().and_then(|seen| seen.turns.current());
        let empty = match &field.otherwise {
            Otherwise::Value(value) => value.clone(),
            Otherwise::Flag(flag) => self.say(if *flag { "yes" } else { "no" }),
            Otherwise::Rules => self.say("serve-by-the-rules"),
            Otherwise::Asked => "–".to_owned(),
        };
        html! {
            @if field.many && let FieldInput::Choice(options, _) = &field.input {
                fieldset { legend { (field.name) }
                    @for (value, label) in options.iter().filter(|(value, _)| fits(value)) { label.check { input type="checkbox" name=(name) value=(value); " " (label) } }
                }
            } @else {
                div.field {
                    label for=(id) {
                        (field.name)
                        @if let Some(by) = field.by.as_ref().filter(|_| !is_asked) { " " small { (self.say_with("serve-decides", "who", by)) } }
                        @if let Some(doc) = &field.doc { " " small { (doc) } }
                    }
                    @match &field.input {
                        FieldInput::Choice(options, open) if !open || field.of_trait && !self.seat.is_gm() => {
                            select id=(id) name=(name) required[field.is_role || must] {
                                @if !field.is_role || reasons.is_empty() { option value="" { (empty) } }
                                @for (value, label) in options.iter().filter(|(value, label)| fits(value) && is_other(value, label)) {
                                    option value=(value) disabled[why(value).is_some()] selected[is_said(value) || is_said(label) || !reasons.is_empty() && turn == Some(value) && why(value).is_none()] {
                                        @if let Some(none) = field.says_none.filter(|_| field.is_none(value)) { (self.say(none)) } @else { (label) }
                                        @if let Some(why) = why(value) { " – " (why) }
                                    }
                                }
                            }
                        }
                        FieldInput::YesNo => {
                            select id=(id) name=(name) required[must] {
                                option value="" { (empty) }
                                @for (word, flag) in [("yes", true), ("no", false)] {
                                    @if field.otherwise != Otherwise::Flag(flag) { option value=(word) selected[is_said(word) || is_said(&self.say(word))] { (self.say(word)) } }
                                }
                            }
                        }
                        FieldInput::Choice(options, _) => {
                            input id=(id) name=(name) value=[said] required[must] list={ (id) "-list" } placeholder=(empty) autocomplete="off";
                            datalist id={ (id) "-list" } { @for (value, _) in options.iter().filter(|(value, _)| fits(value)) { option value=(value); } }
                        }
                        FieldInput::Number(least, most) => {
                            input id=(id) name=(name) type="number" value=[said] required[must] min=[least] max=[most] placeholder=(empty);
                        }
                        FieldInput::Dice => { input id=(id) name=(name) inputmode="numeric" placeholder=(empty) autocomplete="off"; }
                        FieldInput::Members(least, most) => {
                            textarea id=(id) name=(name) rows="4" aria-describedby={ (id) "-how" } {}
                            small id={ (id) "-how" } { (self.say_with("serve-members", "range", &crate::check::range_words(least.unwrap_or(i64::MIN), most.unwrap_or(i64::MAX)))) }
                        }
                        FieldInput::Tags(said) => {
                            textarea id=(id) name=(name) rows="3" aria-describedby={ (id) "-how" } {}
                            small id={ (id) "-how" } {
                                @match said {
                                    Some((what, words)) => (self.catalogue.text("serve-tags-with", &vec![("what", what.as_str().into()), ("words", words.join(", ").into())])),
                                    None => (self.say("serve-tags")),
                                }
                            }
                        }
                        FieldInput::Text => { input id=(id) name=(name) value=[said] required[must] placeholder=(empty) autocomplete="off"; }
                    }
                }
            }
        }
    }

    /// The first line of an entry that this seat sees.
    fn told_in_a_line(&self, number: u64) -> Option<String> {
        let entry = self.visible().find(|entry| entry.number == number)?;
        entry.document.blocks.iter().find_map(|block| match block {
            Block::Line(line) => Some(line.words()),
            _ => None,
        })
    }

    /// Interventions in what lies open.
    fn offers(&self) -> Markup {
        let mine = |one: &TableCharacter| self.seat.is_gm() || self.seat.name() == Some(&one.look.name);
        let people: Vec<&TableCharacter> =
            self.shot.people.iter().skip(1).map(|one| &**one).filter(|one| mine(one)).collect();
        let any = self.is_open() && people.iter().any(|one| !one.offers.is_empty());
        // Where something else was said or rolled since, the offer names what they belong to.
        let newest = self.visible().next_back().map(|entry| entry.number);
        let earlier = self.shot.opened.filter(|opened| newest != Some(*opened));
        let earlier = earlier.and_then(|number| self.told_in_a_line(number));
        html! {
            @if any {
                p.label {
                    @match &earlier {
                        Some(told) => (self.say_with("serve-intervene-in", "what", told)),
                        None => (self.say("serve-intervene")),
                    }
                }
                div.offers { @for one in people { @for offer in &one.offers { (self.offer(&one.look.name, offer)) } } }
                @if self.seat.is_gm() {
                    form.inline method="post" action="do" data-live {
                        (self.hidden("line"))
                        button.quiet name="line" value="odds last" { (self.say("serve-odds-last")) }
                        button.quiet name="line" value="odds now" { (self.say("serve-odds-now")) }
                    }
                }
            }
        }
    }

    fn offer(&self, who: &str, offer: &Offer) -> Markup {
        if let Some(why) = &offer.refused {
            return html! {
                div.act.off.offer {
                    p { b { (offer.form.name) } @if self.seat.is_gm() { " " small { (who) } } }
                    p.why { (why.said_in(self.catalogue.language())) }
                }
            };
        }
        html! {
            details.act.offer data-key={ (who) "+" (offer.form.name) } {
                summary { (offer.form.name) @if self.seat.is_gm() { " " small { (who) } } }
                form method="post" action="do" {
                    (self.hidden("intervene"))
                    input type="hidden" name="name" value=(offer.form.name);
                    input type="hidden" name="by" value=(who);
                    input type="hidden" name="seen" value=(self.newest());
                    @if let Some(doc) = &offer.form.doc { p { small { (doc) } } }
                    @match offer.places.as_slice() {
                        [only] => { input type="hidden" name="at" value=(place(only)); p.where { (only) } }
                        several => {
                            div.field { label for={ "at-" (who) (offer.form.name) } { (self.say("serve-where")) }
                                select id={ "at-" (who) (offer.form.name) } name="at" { @for at in several { option value=(place(at)) { (at) } } } }
                        }
                    }
                    // What is for others is put to them.
                    @for (at, field) in offer.form.fields.iter().enumerate().filter(|(_, field)| self.seat.is_gm() || field.by.is_none()) {
                        (self.field(field, (&format!("f.{}", field.name), &format!("{who}-{}-{at}", offer.form.name).replace(' ', "-")), None, &[]))
                    }
                    (self.by_hand(&format!("{who}-{}", offer.form.name)))
                    button.main { (offer.form.name) }
                }
            }
        }
    }

    /// The open question, and whom it is put to, if this seat may answer it; or else if it may not.
    fn open_question(&self, may: bool) -> Option<(&PendingQuestion, String)> {
        let question = self.shot.question.as_deref()?;
        let whom = question.to.name().map_or_else(|| self.say("serve-the-gm"), str::to_owned);
        (may == (self.seat.is_gm() || question.to == *self.seat)).then_some((question, whom))
    }

    /// From whom the rules want to know something while this seat waits: above all parts, whichever a phone shows.
    fn waiting(&self) -> Markup {
        let Some((question, whom)) = self.open_question(false) else { return html! {} };
        html! {
            div.waits {
                p.waiting role="status" { (self.say_with("serve-waits-for", "who", &whom)) }
                @if question.by == *self.seat {
                    form method="post" action="do" {
                        (self.hidden("cancel"))
                        input type="hidden" name="question" value=(question.number);
                        button.quiet { (self.say("serve-leave-it")) }
                    }
                }
            }
        }
    }

    /// What the rules want to know from this seat.
    fn question(&self) -> Markup {
        self.open_question(true).map_or_else(|| html! {}, |(question, whom)| self.asked(question, &whom))
    }

    fn asked(&self, question: &PendingQuestion, whom: &str) -> Markup {
        // What someone intervenes in is reported as the log tells it, to those who see it there.
        let told = question.entry.and_then(|number| self.told_in_a_line(number));
        html! {
            form.question method="post" action="do" data-number=(question.number) {
                (self.hidden("answer"))
                input type="hidden" name="question" value=(question.number);
                @if question.to != *self.seat { p.whom { (self.say_with("serve-put-to", "who", whom)) } }
                @if !question.fallen.is_empty() { div.dice { @for (kind, face) in &question.fallen { (die(kind, *face, false)) } } }
                @if question.about.is_some() || told.is_some() {
                    p.about {
                        @if let Some(about) = &question.about { b { (about) } }
                        @if let Some(told) = &told { " " span { (told) } }
                    }
                }
                // Enter in the field sends that, and no button that is before it.
                @if question.open { button.skip tabindex="-1" aria-hidden="true" {} }
                @if question.fields.is_empty() { (self.one_asked(question)) } @else { (self.all_asked(question)) }
                @if !question.fields.is_empty() {
                    div.options {
                        button.main { (self.say("serve-answer")) }
                        button.quiet name="what" value="cancel" formnovalidate { (self.say("serve-leave-it")) }
                    }
                } @else if question.otherwise.is_some() {
                    button.quiet name="text" value="" formnovalidate { (self.say("serve-pass-on")) }
                    @if question.more && self.seat.is_gm() {
                        button.quiet name="rest" value="yes" formnovalidate { (self.say("serve-pass-on-all")) }
                    }
                    @if self.seat.is_gm() || question.by == *self.seat {
                        button.quiet name="what" value="cancel" formnovalidate { (self.say("serve-leave-it")) }
                    }
                } @else {
                    button.quiet name="text" value="" formnovalidate { (self.say("serve-leave-it")) }
                }
            }
        }
    }

    /// All that the GM is asked about what a player does. What is left as it is holds as the rules say.
    fn all_asked(&self, question: &PendingQuestion) -> Markup {
        let proposed: Vec<String> = question
            .fields
            .iter()
            .filter_map(|(field, said)| Some(format!("{} {}", field.name, said.as_ref()?)))
            .collect();
        html! {
            @if !proposed.is_empty() {
                p { small { (self.catalogue.text("serve-proposed", &vec![("who", question.by.name().unwrap_or_default().into()), ("answer", proposed.join(", ").into())])) } }
            }
            @for (at, (field, said)) in question.fields.iter().enumerate() {
                (self.field_with(field, (&format!("f.{}", field.name), &format!("asked-{at}")), question.actor.as_deref(), &[], (said.as_deref(), true)))
            }
        }
    }

    fn one_asked(&self, question: &PendingQuestion) -> Markup {
        let language = self.catalogue.language();
        html! {
                p #asked-words { (question.words.said_in(language)) }
                @if let Some(doc) = &question.doc { p { small { (doc) } } }
                @if let Some(proposed) = &question.proposed {
                    p { small { (self.catalogue.text("serve-proposed", &vec![("who", question.by.name().unwrap_or_default().into()), ("answer", proposed.said_in(language).into())])) } }
                }
                @if let Some(otherwise) = &question.otherwise { p { small { (self.say_with("ask-otherwise", "answer", otherwise.said_in(language))) } } }
                @if question.several {
                    fieldset.options { legend { small { (self.say("serve-pick")) } }
                        @for (value, label) in &question.options { label.check.pick { input type="checkbox" name="pick" value=(value); " " (label.said_in(language)) } }
                    }
                } @else {
                    div.options { @for (value, label) in &question.options { button name="text" value=(value) formnovalidate { (label.said_in(language)) } } }
                }
                @if question.open {
                    div.field.inline { input name="typed" aria-labelledby="asked-words" autocomplete="off" required[question.otherwise.is_none()]; button { (self.say("serve-answer")) } }
                } @else if question.several {
                    button.main { (self.say("serve-answer")) }
                }
        }
    }

    fn input(&self) -> Markup {
        html! {
            form #line method="post" action="do" autocomplete="off" {
                (self.hidden("line"))
                label for="typed" { (self.say("serve-type")) }
                div.inline.typing {
                    ul #found role="listbox" aria-label=(self.say("serve-found")) hidden {}
                    input #typed name="line" spellcheck="false" autocapitalize="off" role="combobox" aria-expanded="false"
                        aria-controls="found" aria-autocomplete="list" placeholder=(self.say("prompt-example"));
                    button.main { (self.say("serve-send")) }
                }
                div.options {
                    (self.by_hand("line"))
                    button.quiet name="what" value="note" { (self.say("serve-note")) }
                }
                div #problem role="alert" {}
                p.fair { small { a href="state" download="tirada-rolls.json" { (self.say("serve-rolls")) } span #nonce hidden { " · " (self.say("serve-nonce")) " " code {} } } }
            }
        }
    }

    fn links_button(&self) -> Markup {
        html! { a.button href="links" { (self.say("serve-links")) } }
    }

    /// What an entry says, with its image. Its headings stand right below that of the log.
    fn told(&self, entry: &ShotEntry) -> String {
        // What may be wider than a phone is scrolled with keys, too.
        let html = render(&entry.document, "").replace("h4>", "h3>");
        let html = html.replace("<table>", "<table tabindex=\"0\">").replace("<pre>", "<pre tabindex=\"0\">");
        match entry.image() {
            Some(name) => embed(&html, name, &address(name), &self.say("serve-image")),
            None => html,
        }
    }

    /// An entry of the log.
    fn entry(&self, entry: &ShotEntry) -> Markup {
        let who = entry.by.name().map_or_else(|| self.say("serve-gm"), str::to_owned);
        html! {
            li id={ "e" (entry.number) } .entry .undone[entry.undone] .hidden-roll[entry.hidden] .note[entry.is_note] {
                p.head {
                    b { (who) }
                    @if entry.was_typed { " " code { (as_spoken(&entry.line, self.catalogue)) } }
                    @if entry.undone { " " span.mark { (self.say("serve-undone")) } }
                    @if entry.hidden && entry.readers.is_empty() { " " span.mark { (self.say("serve-only-for-gm")) } }
                    @if entry.hidden && !entry.readers.is_empty() { " " span.mark { (self.say_with("serve-only-for", "who", &entry.readers.join(", "))) } }
                    @if let Some(number) = entry.proof.as_ref().and_then(|proof| proof.roll) { " " small.number { "№ " (number) } }
                }
                @if !entry.dice.is_empty() {
                    div.dice { @for (at, (kind, face)) in entry.dice.iter().enumerate() { (die(kind, *face, at < entry.typed)) } }
                }
                div.told { (PreEscaped(self.told(entry))) }
                @if entry.hidden && self.seat.is_gm() && !names_files(&entry.line) {
                    form.inline method="post" action="do" data-live {
                        (self.hidden("reveal"))
                        input type="hidden" name="entry" value=(entry.number);
                        button.quiet { (self.say("serve-reveal")) }
                    }
                }
            }
        }
    }

    /// The links of all seats, with pictures for phones.
    pub(super) fn links(&self, links: &[(Seat, Option<String>)], problem: &[String]) -> String {
        frame(
            self.catalogue,
            &self.say("serve-links"),
            "links",
            self.shot.accent,
            html! {
                main.links {
                    p { a href="." { (self.say("serve-back")) } }
                    h1 { (self.say("serve-links")) }
                    p { (self.say("serve-links-about")) }
                    @if links.iter().filter_map(|(_, link)| link.as_deref()).any(is_of_this_machine) { p.problem { (self.say("serve-links-here")) } }
                    @for line in problem { p.problem role="alert" { (line) } }
                    @for (seat, link) in links {
                        article {
                            h2 { (seat.name().map_or_else(|| self.say("serve-gm"), str::to_owned)) }
                            @match link {
                                Some(link) => { (code(link)) p { a href=(link) { (link) } } }
                                None => { p { (self.say("serve-no-link")) } }
                            }
                            form.inline method="post" action="do" {
                                input type="hidden" name="who" value=(seat.key());
                                button.quiet name="what" value="renew" { (self.say("serve-renew")) }
                                @if links.iter().any(|(other, link)| other != seat && link.is_some()) {
                                    label for={ "hand-" (seat.key()) } { (self.say("serve-hand-to")) }
                                    select id={ "hand-" (seat.key()) } name="to" {
                                        @for (other, _) in links.iter().filter(|(other, link)| other != seat && link.is_some()) { option value=(other.key()) { (other.key()) } }
                                    }
                                    button.quiet name="what" value="hand" { (self.say("serve-hand")) }
                                }
                                @if link.is_some() { button.quiet name="what" value="revoke" { (self.say("serve-revoke")) } }
                            }
                        }
                    }
                }
            },
        )
    }
}

/// Whether a link leads nowhere from another machine.
fn is_of_this_machine(link: &str) -> bool {
    link.split_once("://").is_some_and(|(_, host)| host.starts_with("127.0.0.1") || host.starts_with("localhost"))
}

/// A place by its name alone: what its roll came to is not said back.
fn place(described: &str) -> &str {
    described.rsplit_once(" (").map_or(described, |(name, _)| name)
}

fn die(kind: &str, face: i64, typed: bool) -> Markup {
    let points = match kind {
        "d4" => "20,3 38,35 2,35",
        "d8" => "20,1 38,20 20,39 2,20",
        "d10" | "d100" => "20,1 38,17 32,31 20,39 8,31 2,17",
        "d12" => "20,1 38,15 31,37 9,37 2,15",
        "d20" => "20,1 37,10 37,30 20,39 3,30 3,10",
        _ => "5,3 35,3 37,5 37,35 35,37 5,37 3,35 3,5",
    };
    let words = if kind.is_empty() { face.to_string() } else { format!("{kind}: {face}") };
    html! {
        svg.die.typed[typed] viewBox="0 0 40 40" role="img" aria-label=(words) {
            polygon points=(points) {}
            text x="20" y=(if kind == "d4" { "28" } else { "21" }) { (face.to_string().replace('-', "−")) }
        }
    }
}

/// A link as a QR code.
fn code(link: &str) -> Markup {
    let Ok(code) = qrcode::QrCode::new(link) else { return html! {} };
    let width = code.width();
    let dark = code.to_colors().into_iter().enumerate().filter(|(_, colour)| *colour == qrcode::Color::Dark);
    let path: String = dark.map(|(at, _)| format!("M{} {}h1v1h-1z", at % width + 4, at / width + 4)).collect();
    let side = width + 8;
    html! {
        svg.qr viewBox=(format!("0 0 {side} {side}")) role="img" aria-label="QR" {
            rect width=(side) height=(side) fill="#fff" {}
            path d=(path) fill="#000" {}
        }
    }
}
