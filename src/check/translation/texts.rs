//! Translates formulas and texts at all places of a game.

use std::sync::Arc;

use super::Translator;
use super::names::SectionName;
use crate::check::decks::name_by;
use crate::check::program::{
    Action, At, CardValue, Cell, CheckedGame, Default, Ir, Op, Origin, Piece, Pool, Question, State, Step, TraitSource,
    Verb,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::OptionalDecl;
use crate::ruleset::steps::{PartMut, Parts as _};
use crate::syntax::TextSpan;

/// What formulas are read from and written to.
struct Page<'g> {
    from: &'g CheckedGame,
    origins: Vec<Origin>,
}

impl Page<'_> {
    /// A formula with another text.
    fn put(&mut self, ir: &mut Ir, text: String) {
        let Some(origin) = self.from.origins.get(ir.at.origin as usize) else { return };
        let id = self.from.origins.len().saturating_add(self.origins.len());
        let (Ok(id), Ok(end)) = (u32::try_from(id), u32::try_from(text.len())) else { return };
        self.origins.push(Origin { text: text.into(), placement: origin.placement });
        ir.at = At { origin: id, span: TextSpan { start: 0, end } };
    }
}

impl Translator<'_> {
    /// Writes formulas and texts in the other language. `from` is the game as it was.
    pub(super) fn texts(&mut self, game: &mut CheckedGame, from: &CheckedGame) {
        let mut page = Page { from, origins: Vec::new() };
        let no_path = ["", ""];
        if let Some(roll) = &mut game.roll {
            self.pool(roll, &no_path, &page);
        }
        for (option, old) in game.options.iter_mut().zip(&from.options) {
            self.default(&mut option.question, &["options", &old.name], &mut page);
        }
        for (one, old) in game.traits.iter_mut().zip(&from.traits) {
            let thing = ["traits", &*old.name];
            one.ends.iter_mut().flatten().for_each(|ir| self.rewrite(ir, &thing, &mut page));
            match &mut one.source {
                TraitSource::Given(question) | TraitSource::Group(question) => {
                    self.default(question, &thing, &mut page);
                }
                TraitSource::Derived(ir) => self.rewrite(ir, &thing, &mut page),
            }
        }
        for (table, old) in game.tables.iter_mut().zip(&from.tables) {
            let thing = ["tables", &*old.name];
            for cell in table.rows.iter_mut().flat_map(|row| &mut row.cells) {
                match cell {
                    Cell::Value(ir) => self.rewrite(ir, &thing, &mut page),
                    Cell::Effects(action) => self.action(Arc::make_mut(action), &thing, &mut page),
                    Cell::Pending(why) => self.text(why),
                }
            }
        }
        for (test, old) in game.tests.iter_mut().zip(&from.tests) {
            let thing = ["tests", &*old.name];
            test.inputs.iter_mut().for_each(|(_, question)| self.default(question, &thing, &mut page));
            if let Some(roll) = &mut test.roll {
                self.pool(roll, &thing, &page);
            }
            self.rewrite(&mut test.total, &thing, &mut page);
            for said in [&mut test.margin, &mut test.shown_against] {
                if let OptionalDecl::Formula(ir) = said {
                    self.rewrite(ir, &thing, &mut page);
                }
            }
            for value in &mut test.values {
                match &mut value.ir.op {
                    Op::Hand(_, pool) => self.pool(pool, &thing, &page),
                    _ => self.rewrite(&mut value.ir, &thing, &mut page),
                }
            }
            for outcome in &mut test.outcomes {
                let values = outcome.values.iter_mut().map(|value| &mut value.ir);
                outcome.when.iter_mut().chain(values).for_each(|ir| self.rewrite(ir, &thing, &mut page));
            }
            if let Some(opposed) = &mut test.opposed {
                let ties = opposed.tie.iter_mut().filter_map(|(_, when)| when.as_mut());
                opposed.compare.iter_mut().chain(ties).for_each(|ir| self.rewrite(ir, &thing, &mut page));
            }
        }
        self.things(game, &mut page);
        for (action, old) in game.actions.iter_mut().zip(&from.actions) {
            self.action(action, &["actions", &old.name], &mut page);
        }
        for (one, old) in game.interventions.iter_mut().zip(&from.interventions) {
            let thing = ["interventions", &*old.name];
            for place in &mut one.places {
                self.action(&mut place.action, &thing, &mut page);
                place.when.iter_mut().chain(&mut place.must).for_each(|ir| self.rewrite(ir, &thing, &mut page));
            }
        }
        let acts = game.turns.iter_mut().filter_map(|turns| turns.acts.as_mut());
        let required = game.requirements.iter_mut().map(|one| &mut one.condition);
        game.untils.iter_mut().chain(acts).chain(required).for_each(|ir| self.rewrite(ir, &no_path, &mut page));
        game.origins.append(&mut page.origins);
    }

    fn states(&mut self, states: &mut [State], thing: &[&str; 2], page: &mut Page<'_>) {
        for state in states {
            let gives = state.gives.iter_mut().map(|(_, ir)| ir);
            state.when.iter_mut().chain(gives).for_each(|ir| self.rewrite(ir, thing, page));
        }
    }

    fn things(&mut self, game: &mut CheckedGame, page: &mut Page<'_>) {
        let from = page.from;
        for (points, old) in game.points.iter_mut().zip(&from.points) {
            let thing = ["points", &*old.name];
            match &mut points.start {
                Some(Default::Value(ir)) => self.rewrite(ir, &thing, page),
                Some(Default::Pending(why)) => self.text(why),
                Some(Default::Open) | None => {}
            }
            let renew = points.renew.iter_mut().map(|(_, ir)| ir);
            let bounds = points.min.iter_mut().chain(&mut points.max).chain(&mut points.endless);
            bounds.chain(renew).for_each(|ir| self.rewrite(ir, &thing, page));
            self.states(&mut points.states, &thing, page);
        }
        for (track, old) in game.tracks.iter_mut().zip(&from.tracks) {
            let thing = ["tracks", &*old.name];
            self.rewrite(&mut track.boxes, &thing, page);
            track.each.iter_mut().for_each(|(_, ir)| self.rewrite(ir, &thing, page));
            track.row.iter_mut().for_each(|ir| self.rewrite(ir, &thing, page));
            self.states(&mut track.states, &thing, page);
        }
        for (tag, old) in game.tags.iter_mut().zip(&from.tags) {
            let thing = ["tags", &*old.name];
            tag.gives.iter_mut().for_each(|(_, ir)| self.rewrite(ir, &thing, page));
            tag.lasts.parts_mut(&mut |part| {
                if let PartMut::Formula(ir) = part {
                    self.rewrite(ir, &thing, page);
                }
            });
            tag.values.iter_mut().for_each(|(_, question)| self.default(question, &thing, page));
        }
        self.cards(game, from);
    }

    /// Names of cards that are made of their values, and texts that cards say.
    fn cards(&mut self, game: &mut CheckedGame, from: &CheckedGame) {
        for (id, old) in from.tags.pairs() {
            let kind = game.tags[id].clone();
            let Some(mut deck) = kind.cards.clone() else { continue };
            for card in &mut deck.cards {
                for value in &mut card.values {
                    if let CardValue::Text(text) = value {
                        self.text(text);
                    }
                }
                if let Some(pattern) = &card.pattern {
                    let mut text = pattern.to_string();
                    self.text(&mut text);
                    card.name = name_by(&text, old, game, &kind, card).into();
                }
            }
            deck.names = deck.cards.iter().zip(0..).map(|(card, at)| (card.name.to_string(), at)).collect();
            game.tags[id].cards = Some(deck);
        }
    }

    fn default(&mut self, question: &mut Question, thing: &SectionName<'_>, page: &mut Page<'_>) {
        match &mut question.default {
            Some(Default::Value(ir)) => self.rewrite(ir, thing, page),
            Some(Default::Pending(why)) => self.text(why),
            Some(Default::Open) | None => {}
        }
    }

    fn pool(&self, pool: &mut Pool, thing: &SectionName<'_>, page: &Page<'_>) {
        if pool.formulas().next().is_some() {
            pool.text = self.formula(&pool.text, thing, page.from);
        }
    }

    /// A text that is only shown.
    fn text(&mut self, text: &mut String) {
        if text.trim().is_empty() {
            return;
        }
        if let Some(said) = self.dictionary.of(&["texts", text], None) {
            text.clone_from(&said.text);
        }
    }

    fn rewrite(&mut self, ir: &mut Ir, thing: &SectionName<'_>, page: &mut Page<'_>) {
        if let Op::Template(pieces) = &mut ir.op {
            self.template(pieces, thing, page);
            return;
        }
        let origin = page.from.origins.get(ir.at.origin as usize);
        let text = origin.map_or("", |origin| origin.words(ir.at.span)).trim();
        if !text.is_empty() {
            page.put(ir, self.formula(text, thing, page.from));
        }
    }

    /// A text with holes. What is in the holes stays in the words of the rules.
    fn template(&mut self, pieces: &mut Vec<Piece>, thing: &SectionName<'_>, page: &mut Page<'_>) {
        let holes: Vec<String> = pieces
            .iter()
            .filter_map(|piece| match piece {
                Piece::Value(ir, _) => Some(page.from.hole(ir).to_owned()),
                Piece::Text(_) => None,
            })
            .collect();
        let mut left = holes.iter();
        let written: String = pieces
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Value(..) => format!("{{{}}}", left.next().map_or("", String::as_str)),
            })
            .collect();
        for (piece, hole) in pieces.iter_mut().filter(|piece| matches!(piece, Piece::Value(..))).zip(&holes) {
            if let Piece::Value(ir, _) = piece {
                let text = self.formula(hole, thing, page.from);
                page.put(ir, text);
            }
        }
        // Signs alone are the same in every language.
        let words =
            pieces.iter().any(|piece| matches!(piece, Piece::Text(text) if text.chars().any(char::is_alphabetic)));
        if !words {
            return;
        }
        let Some(said) = self.dictionary.of(&["texts", &written], None) else { return };
        let values: Vec<(String, Piece)> = holes
            .iter()
            .cloned()
            .zip(pieces.iter().filter(|piece| matches!(piece, Piece::Value(..))).cloned())
            .collect();
        match filled(&said.text, &values) {
            Ok(new) => *pieces = new,
            Err(hole) if self.dictionary.is_own(said) => {
                let error = Diagnostic::error(Code::TranslationHole, said.span).arg("hole", hole);
                self.dictionary.report(if holes.is_empty() {
                    error.help("help-no-holes")
                } else {
                    error.help_with("help-there-is", "names", holes)
                });
            }
            Err(_) => {}
        }
    }

    fn action(&mut self, action: &mut Action, thing: &SectionName<'_>, page: &mut Page<'_>) {
        for ask in &mut action.ask {
            self.default(&mut ask.question, thing, page);
        }
        for (message, ir) in &mut action.need {
            self.text(message);
            self.rewrite(ir, thing, page);
        }
        action.every.iter_mut().for_each(|(_, ir)| self.rewrite(ir, thing, page));
        action.tells.iter_mut().for_each(|ir| self.rewrite(ir, thing, page));
        action.steps.iter_mut().for_each(|step| self.step(step, thing, page));
    }

    /// The formulas of a step and of those inside of it.
    fn step(&mut self, step: &mut Step, thing: &SectionName<'_>, page: &mut Page<'_>) {
        step.when.iter_mut().for_each(|ir| self.rewrite(ir, thing, page));
        if let Verb::Ask(ask) = &mut step.verb {
            return self.default(&mut ask.question.question, thing, page);
        }
        step.verb.parts_mut(&mut |part| match part {
            PartMut::Formula(ir) => self.rewrite(ir, thing, page),
            PartMut::Step(step) => self.step(step, thing, page),
        });
    }
}

/// A text with its holes filled by what is in those of the original; or a hole that is not
/// there.
fn filled(text: &str, values: &[(String, Piece)]) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let Some((hole, more)) = after.split_once('}') else { return Err(after.to_owned()) };
        if !before.is_empty() {
            pieces.push(Piece::Text(before.to_owned()));
        }
        let found = values.iter().find(|(name, _)| name == hole.trim());
        pieces.push(found.map(|(_, piece)| piece.clone()).ok_or_else(|| hole.trim().to_owned())?);
        rest = more;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest.to_owned()));
    }
    Ok(pieces)
}
