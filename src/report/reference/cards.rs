//! The screen for the table: each entry in its shortest form.

use super::TestChancesResult;
use super::layout::{Group, ScreenCard};
use super::untitled;
use crate::check::program::{
    Action, CheckedGame, Intervention, Ir, LookupTable, Op, Points, State, TagKind, Test, Track,
};
use crate::id::Id;
use crate::report::document::{Block, Document, Line};
use crate::report::show::Shower;
use crate::sort::Sort as _;

/// How much a card contains. Less detail makes more games fit on two sheets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CardDetail {
    /// The names of things, what they are rolled with, and numbers.
    Least,
    /// What may be answered as well.
    Less,
    /// A line about each thing besides.
    Most,
}

/// Places of an intervention that are named.
const PLACES: usize = 4;

impl Shower<'_> {
    /// The cards of a game: what is looked up, and what is done.
    pub(super) fn cards(&self, chances: &[TestChancesResult], detail: CardDetail) -> [Vec<Group>; 2] {
        let game = self.game;
        let tables = tables_in_order(game).map(|id| {
            let table = &game.tables[id];
            let mut body = untitled(self.table(table));
            // The reference describes purpose and notation. Rows missing from the book follow the others.
            let mut behind = false;
            body.blocks.retain(|block| {
                behind |= matches!(block, Block::Table(_));
                behind
                    || (detail == CardDetail::Most
                        && table.doc.as_ref().is_some_and(|doc| *block == Block::Line(doc.as_str().into())))
            });
            plain_titles(&mut body, table);
            ScreenCard::new(&*table.name, body)
        });
        let mut told: Vec<(Document, &str)> = Vec::new();
        let tests = game.tests.iter().enumerate().map(|(index, test)| {
            let mut body = self.test_lines(test, detail);
            let chances = chances.get(index).map(|found| self.chances(test, found, true)).unwrap_or_default();
            // Tests with the same chances refer to the first of them. Unknown chances are not the same.
            match told.iter().find(|(one, _)| !one.is_empty() && *one == chances) {
                Some((_, same)) => {
                    let line = self.say_with("reference-chances-as", &vec![("name", (*same).into())]);
                    body = body.line(Line::new().dim(line));
                }
                None => {
                    told.push((chances.clone(), &test.name));
                    let tables = if detail == CardDetail::Least { 1 } else { usize::MAX };
                    body.append(Document { blocks: chances.blocks.into_iter().take(tables).collect() });
                }
            }
            ScreenCard::new(&*test.name, body)
        });
        let tests: Vec<ScreenCard> = tests.collect();
        let with_states = game.points.iter().filter(|points| !points.states.is_empty() && !points.internal);
        let states = game.tracks.iter().map(|track| self.track_card(track));
        let states = states.chain(with_states.map(|points| self.points_card(points)));
        let looked_up = vec![self.group("show-tables", tables.collect()), self.group("show-tests", tests)];
        let done = vec![
            self.group("reference-states", states.collect()),
            self.group(
                "show-tags",
                list(game.tags.iter().filter(|one| !one.internal).map(|tag| self.tag_line(tag, detail))),
            ),
            self.group(
                "show-actions",
                list(game.actions.iter().filter(|one| !one.internal).map(|one| self.action_line(one, detail))),
            ),
            self.group(
                "show-interventions",
                list(game.interventions.iter().map(|one| self.intervention_line(one, detail))),
            ),
        ];
        [looked_up, done].map(|groups| groups.into_iter().filter(|group| !group.cards.is_empty()).collect())
    }

    fn group(&self, title: &str, cards: Vec<ScreenCard>) -> Group {
        Group { title: self.say(title), cards }
    }

    fn test_lines(&self, test: &Test, detail: CardDetail) -> Document {
        let mut line = Line::new();
        if test.rolls().next().is_some() {
            line = line.then(super::super::show::rolls(test)).plain(" · ");
        }
        line = line.then(self.rule(&test.total));
        let mut body = Document::new();
        if let Some(doc) = test.doc.as_ref().filter(|_| detail == CardDetail::Most) {
            body = body.line(doc.as_str());
        }
        body = body.line(line);
        let outcomes = test.outcomes.iter().map(|outcome| {
            let line = Line::new().outcome(outcome.success, &outcome.name);
            match &outcome.when {
                Some(when) => {
                    // What is called like a value is so if the value says so.
                    let value = match when.op {
                        Op::Value(index) => test.values.get(index).map(|value| &value.ir),
                        _ => None,
                    };
                    line.plain(": ").then(self.rule(value.unwrap_or(when)))
                }
                None => line,
            }
        });
        let outcomes = Line::join(outcomes, " · ");
        if !outcomes.is_empty() {
            body = body.line(outcomes);
        }
        body
    }

    fn track_card(&self, track: &Track) -> ScreenCard {
        let boxes = Line::new().plain(self.say("show-boxes")).plain(": ").then(self.boxes(track));
        let mut body = Document::new().line(boxes.plain(" · ").then(Self::signs(track)));
        for state in &track.states {
            body = body.item(0, self.state_line(state));
        }
        ScreenCard::new(&*track.name, body)
    }

    fn points_card(&self, points: &Points) -> ScreenCard {
        let states = points.states.iter();
        let body = states.fold(Document::new(), |body, state| body.item(0, self.state_line(state)));
        ScreenCard::new(&*points.name, body)
    }

    fn state_line(&self, state: &State) -> Line {
        let line = Line::new().strong(&state.name).plain(": ");
        let line = match &state.when {
            Some(when) => line.then(self.rule(when)),
            None => line.plain(self.say("step-otherwise")),
        };
        let mut line = self.given(line, &state.gives);
        for (id, action) in [("show-enter", state.enter), ("show-leave", state.leave)] {
            if let Some(action) = action {
                line = line.plain(" · ").dim(self.say(id)).plain(" ").name(self.action_name(action));
            }
        }
        for (time, action) in &state.every {
            line = self.due_line(line, *time, *action);
        }
        line
    }

    fn given(&self, line: Line, gives: &[(usize, Ir)]) -> Line {
        gives.iter().fold(line, |line, (modifier, ir)| {
            let name = self.game.modifiers.get(*modifier).map_or("", |name| &**name);
            line.plain(" · ").name(name).plain(" ").then(self.rule(ir))
        })
    }

    fn due_line(&self, line: Line, time: usize, action: usize) -> Line {
        let every = self.say_with("show-every", &vec![("time", self.time_name(time).into())]);
        line.plain(" · ").dim(every).plain(" ").name(self.action_name(action))
    }

    fn tag_line(&self, tag: &TagKind, detail: CardDetail) -> Line {
        let mut line = Line::new().strong(&tag.name);
        if let Some(duration) = &tag.lasts {
            line = line.plain(" (").then(self.as_said(&self.lasts(duration))).plain(")");
        }
        line = self.given(line, &tag.gives);
        if let Some(action) = tag.ends {
            line = line.plain(" · ").dim(self.say("show-ends")).plain(" ").name(self.action_name(action));
        }
        for (time, action) in &tag.every {
            line = self.due_line(line, *time, *action);
        }
        about(line, tag.doc.as_ref(), detail)
    }

    fn action_line(&self, action: &Action, detail: CardDetail) -> Line {
        let line =
            if detail == CardDetail::Least { Line::new().strong(&action.name) } else { self.signature(action, 0) };
        about(line, action.doc.as_ref(), detail)
    }

    fn intervention_line(&self, one: &Intervention, detail: CardDetail) -> Line {
        let line = Line::new().strong(&one.name).plain(" ").dim(format!("({})", self.some_places(one, PLACES)));
        about(line, one.doc.as_ref(), detail)
    }
}

/// Titles that no author wrote say nothing that the rows do not.
fn plain_titles(body: &mut Document, table: &LookupTable) {
    let written = std::iter::once(false).chain(table.columns.iter().map(|column| column.name.is_some()));
    for block in &mut body.blocks {
        if let Block::Table(table) = block {
            let unwritten = table.columns.iter_mut().zip(written.clone()).filter(|(_, written)| !written);
            unwritten.for_each(|(column, _)| column.title = Line::new());
        }
    }
}

fn about(line: Line, doc: Option<&String>, detail: CardDetail) -> Line {
    match doc.filter(|_| detail == CardDetail::Most) {
        Some(doc) => line.plain(" — ").dim(doc),
        None => line,
    }
}

/// A list as one card, if there is anything in it.
fn list(lines: impl Iterator<Item = Line>) -> Vec<ScreenCard> {
    let body = lines.fold(Document::new(), |document, line| document.item(0, line));
    if body.is_empty() { Vec::new() } else { vec![ScreenCard::new("", body)] }
}

/// Ladders before other tables: those that tests are rolled against.
fn tables_in_order(game: &CheckedGame) -> impl Iterator<Item = Id<LookupTable>> {
    use crate::check::program::AnswerKind;
    let against = |test: &Test| match &test.inputs.get(test.against?)?.1.kind {
        AnswerKind::Cell(table, _) | AnswerKind::Row(table) => Some(*table),
        _ => None,
    };
    let ladders: Vec<Id<LookupTable>> = game.tests.iter().filter_map(against).collect();
    let mut order: Vec<_> = game.tables.ids().collect();
    order.order_by_key(|id| (!(ladders.contains(id) && game.tables[*id].ordered), *id));
    order.into_iter()
}
