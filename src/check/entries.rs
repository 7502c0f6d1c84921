//! Lowers what characters have: units of time, points, tracks, tags, modifiers.

use std::collections::HashSet;
use std::sync::Arc;

use super::lower::Want;
use super::program::{self, AnswerKind, Arithmetic, At, Default, Ir, Kind, Named, Op, State, TagId, TagKind, TrackId};
use super::{Checker, FormulaSite, Scope};
use crate::diagnostic::{Code, Diagnostic};
use crate::ruleset::model::{self, Formula, Least, Ruleset, Start, TraitKind, Word};
use crate::sort::Sort as _;
use crate::source::Span;

/// What replaces a formula until it is lowered.
fn nothing() -> Ir {
    Ir { op: Op::Number(0), at: At { origin: At::TYPED, span: crate::syntax::TextSpan::default() } }
}

/// The names of its marks.
fn of_marks(track: &model::TrackDecl) -> impl Iterator<Item = Arc<str>> + '_ {
    track.marks.iter().map(|(word, _)| word.text.as_str().into())
}

/// A mark with how much one box of it takes.
fn worth_of(track: &model::TrackDecl, name: Arc<str>) -> (Arc<str>, i64) {
    let said = track.worth.iter().find(|(word, _)| *word.text == *name);
    (name, said.map_or(1, |(_, worth)| (*worth).max(1)))
}

/// All of those boxes; less than none of one mark are none.
fn added(each: &[(Arc<str>, Ir)]) -> Ir {
    let at_least_none = |ir: &Ir| match super::constant(ir) {
        Some(number) => Ir { op: Op::Number(number.max(0)), ..nothing() },
        None => Ir { op: Op::Max(vec![nothing(), ir.clone()]), ..nothing() },
    };
    let numbers: Option<Vec<i64>> = each.iter().map(|(_, ir)| super::constant(ir)).collect();
    if let Some(numbers) = numbers {
        return Ir {
            op: Op::Number(numbers.iter().fold(0, |sum: i64, one| sum.saturating_add((*one).max(0)))),
            ..nothing()
        };
    }
    let add =
        |left: Ir, right: Ir| Ir { op: Op::Arithmetic(Arithmetic::Add, Box::new(left), Box::new(right)), ..nothing() };
    each.iter().map(|(_, ir)| at_least_none(ir)).reduce(add).unwrap_or_else(nothing)
}

/// States by their names alone, until their formulas are lowered.
fn named(states: &[model::StateDecl]) -> Vec<State> {
    let one = |state: &model::StateDecl| State {
        name: state.name.text.as_str().into(),
        when: None,
        gives: Vec::new(),
        enter: None,
        leave: None,
        every: Vec::new(),
    };
    states.iter().map(one).collect()
}

/// Names in their order, each once.
fn once_each<'w>(words: impl Iterator<Item = &'w Word>) -> impl Iterator<Item = &'w str> {
    let mut seen = HashSet::new();
    words.map(|word| word.text.as_str()).filter(move |name| seen.insert(*name))
}

impl Checker<'_> {
    /// Everything that has a name, so that any formula can speak of it; formulas are
    /// lowered later.
    pub(super) fn declare_things(&mut self, ruleset: &Ruleset) {
        for time in &ruleset.times {
            let name = time.name.text.as_str().into();
            self.game.times.push(program::Time { name, ends: Vec::new(), passes: Vec::new() });
        }
        for one in &ruleset.points {
            self.game.points.push(program::Points {
                name: one.name.text.as_str().into(),
                doc: one.doc.clone(),
                internal: one.internal,
                start: None,
                min: None,
                max: None,
                renew: Vec::new(),
                endless: None,
                shared: one.shared,
                group: one.group.as_ref().map(|word| word.text.as_str().into()),
                states: named(&one.states),
                between: one.between,
            });
        }
        for one in &ruleset.tracks {
            self.game.tracks.push(program::Track {
                name: one.name.text.as_str().into(),
                doc: one.doc.clone(),
                boxes: nothing(),
                each: of_marks(one).filter(|_| !one.each.is_empty()).map(|name| (name, nothing())).collect(),
                worth: of_marks(one).map(|name| worth_of(one, name)).collect(),
                row: None,
                marks: one.marks.iter().map(|(word, sign)| (word.text.as_str().into(), sign.clone())).collect(),
                overflow: one.overflow,
                states: named(&one.states),
                between: one.between,
            });
        }
        for one in &ruleset.tags {
            let values = one.values.iter().map(|(word, question)| {
                let kind = self.answer_kind(&question.kind);
                let broken = kind.is_none();
                let kind = kind.unwrap_or(AnswerKind::Number(None, None));
                let question = program::Question {
                    kind,
                    default: None,
                    doc: question.doc.clone(),
                    broken,
                    picks: None,
                    named: false,
                };
                (Arc::from(word.text.as_str()), question)
            });
            let values = values.collect();
            self.game.tags.push(TagKind {
                name: one.name.text.as_str().into(),
                doc: one.doc.clone(),
                internal: one.internal,
                free_names: one.free_names,
                several: one.several || one.free_names,
                values,
                counted: None,
                gives: Vec::new(),
                lasts: None,
                every: Vec::new(),
                ends: None,
                cards: None,
            });
        }
        let states = ruleset.holders().flat_map(|one| one.states).flat_map(|state| &state.gives);
        let tags = ruleset.tags.iter().flat_map(|tag| &tag.gives);
        for (word, _) in states.chain(tags) {
            if !self.game.modifiers.iter().any(|name| **name == *word.text) {
                self.game.modifiers.push(word.text.as_str().into());
            }
        }
    }

    /// Formulas of what characters have.
    pub(super) fn things(&mut self, ruleset: &Ruleset) {
        for (index, time) in ruleset.times.iter().enumerate() {
            let ends: Vec<usize> = time.ends.iter().filter_map(|word| self.find_time(word)).collect();
            let passes: Vec<(i64, usize)> =
                time.passes.iter().filter_map(|(count, word)| Some((*count, self.find_time(word)?))).collect();
            if let Some(slot) = self.game.times.get_mut(index) {
                slot.ends = ends;
                slot.passes = passes;
            }
        }
        self.times_end(ruleset);
        for (id, one) in self.game.points.ids().zip(&ruleset.points) {
            let start = one.start.as_ref().map(|start| match start {
                Start::Pending(pending) => Default::Pending(pending.why.clone()),
                Start::Formula(formula) => Default::Value(self.derived(formula)),
            });
            let min = match &one.min {
                Least::Zero => Some(nothing()),
                Least::None => None,
                Least::Formula(formula) => Some(self.derived(formula)),
            };
            let max = one.max.as_ref().map(|formula| self.derived(formula));
            let bounds = [&min, &max].map(|end| end.as_ref().and_then(super::constant));
            let renew = one.renew.iter().filter_map(|(time, formula)| {
                let ir = self.derived(formula);
                self.fits(&one.name, formula, &ir, &AnswerKind::Number(bounds[0], bounds[1]));
                Some((self.find_time(time)?, ir))
            });
            let renew = renew.collect();
            let endless = one.endless.as_ref().map(|formula| self.condition(formula));
            let states = self.states(&model::HolderDecl::from(one), None);
            self.points_in_range(one, (start.as_ref(), min.as_ref(), max.as_ref()));
            let slot = &mut self.game.points[id];
            slot.start = start;
            slot.min = min;
            slot.max = max;
            slot.renew = renew;
            slot.endless = endless;
            slot.states = states;
        }
        for (id, one) in self.game.tracks.ids().zip(&ruleset.tracks) {
            let each = self.boxes_by_mark(id, one);
            let boxes = if one.each.is_empty() { self.derived(&one.boxes) } else { added(&each) };
            for (word, _) in &one.worth {
                self.mark_of(id, word);
            }
            let row = one.row.as_ref().map(|formula| self.derived(formula));
            let states = self.states(&model::HolderDecl::from(one), Some(id));
            let slot = &mut self.game.tracks[id];
            slot.boxes = boxes;
            slot.each = each;
            slot.row = row;
            slot.states = states;
        }
        for (id, one) in self.game.tags.ids().zip(&ruleset.tags) {
            self.tag(id, one);
        }
        self.circles(ruleset);
    }

    /// What points start with lies between the least and the most of them, as far as these are numbers.
    fn points_in_range(&mut self, one: &model::PointsDecl, parts: (Option<&Default>, Option<&Ir>, Option<&Ir>)) {
        let (start, min, max) = parts;
        let number = |ir: Option<&Ir>| ir.and_then(super::constant);
        let (low, high) = (number(min), number(max));
        let start = match (start, &one.start) {
            (Some(Default::Value(ir)), Some(Start::Formula(formula))) => {
                super::constant(ir).map(|value| (value, formula.placement.span))
            }
            _ => None,
        };
        let crossed = high.zip(one.max.as_ref()).filter(|(high, _)| low.is_some_and(|low| low > *high));
        let (value, at, high) = match (crossed, start) {
            (Some((high, formula)), _) => (high, formula.placement.span, None),
            (None, Some((value, at))) => (value, at, high),
            (None, None) => return,
        };
        if low.is_some_and(|low| value < low) || high.is_some_and(|high| value > high) {
            let range = super::range_words(low.unwrap_or(i64::MIN), high.unwrap_or(i64::MAX));
            let error = Diagnostic::error(Code::PointsOutOfRange, at);
            self.report(error.arg("value", value).arg("range", range));
        }
    }

    /// What a time ends, ends whatever that ends.
    fn times_end(&mut self, ruleset: &Ruleset) {
        let mut needs: Vec<Vec<usize>> = Vec::new();
        for time in &self.game.times {
            needs.push(time.ends.iter().copied().chain(time.passes.iter().map(|(_, time)| *time)).collect());
        }
        match super::toposort::sort(&needs) {
            Ok(sorted) => {
                for index in sorted {
                    let mut all = self.game.times.get(index).map(|time| time.ends.clone()).unwrap_or_default();
                    let at = ruleset.times.get(index).map(|time| time.name.span);
                    for inner in all.clone() {
                        let more = self.game.times.get(inner).map(|time| time.ends.clone()).unwrap_or_default();
                        if at.is_some_and(|at| !self.affords(more.len(), at)) {
                            return;
                        }
                        all.extend(more);
                    }
                    all.order();
                    all.dedup();
                    if let Some(time) = self.game.times.get_mut(index) {
                        time.ends = all;
                    }
                }
            }
            Err(circle) => {
                let names: Vec<&Word> =
                    circle.iter().filter_map(|&index| ruleset.times.get(index)).map(|time| &time.name).collect();
                self.report(super::toposort::circle(Code::TimesInACircle, &names));
                for time in &mut self.game.times {
                    time.passes.clear();
                }
            }
        }
    }

    /// A time, and all that ends or passes with it.
    pub(super) fn times_within(&self, time: usize) -> Vec<usize> {
        let mut found = vec![time];
        let mut next = 0;
        while let Some(time) = found.get(next).and_then(|time| self.game.times.get(*time)) {
            next += 1;
            for inner in time.ends.iter().copied().chain(time.passes.iter().map(|(_, inner)| *inner)) {
                if !found.contains(&inner) {
                    found.push(inner);
                }
            }
        }
        found
    }

    /// How many boxes each mark has for itself, in the order of the marks; nothing where all share them.
    fn boxes_by_mark(&mut self, track: TrackId, raw: &model::TrackDecl) -> Vec<(Arc<str>, Ir)> {
        let Some((first, _)) = raw.each.first() else { return Vec::new() };
        let mut found: Vec<(usize, Ir)> = Vec::new();
        for (word, formula) in &raw.each {
            let ir = self.derived(formula);
            found.extend(self.mark_of(track, word).map(|mark| (mark, ir)));
        }
        let mut list = Vec::new();
        for (mark, (name, _)) in raw.marks.iter().enumerate() {
            let ir = found.iter().find(|(one, _)| *one == mark).map(|(_, ir)| ir.clone());
            if ir.is_none() {
                let error = Diagnostic::error(Code::BoxesOfMark, first.span).arg("name", &*name.text);
                self.report(error.help_with("help-write", "example", format!("{}: 1", name.text)));
            }
            list.push((name.text.as_str().into(), ir.unwrap_or_else(nothing)));
        }
        list
    }

    /// A number that follows from what the current character has.
    fn derived(&mut self, formula: &Formula) -> Ir {
        self.lower(formula, Self::scope(FormulaSite::Derived), |lower| lower.number(&formula.expr, &Want::Anything))
    }

    pub(super) fn condition(&mut self, formula: &Formula) -> Ir {
        self.lower(formula, Self::scope(FormulaSite::Derived), |lower| lower.flag(&formula.expr))
    }

    /// The states of a holder; `track`: the one that it is.
    fn states(&mut self, holder: &model::HolderDecl<'_>, track: Option<TrackId>) -> Vec<State> {
        self.states_reached(holder);
        holder.states.iter().map(|state| self.state(state, track, holder.shared)).collect()
    }

    fn state(&mut self, raw: &model::StateDecl, track: Option<TrackId>, shared: bool) -> State {
        let scope = Scope { track, ..Self::scope(FormulaSite::Derived) };
        let when =
            raw.when.as_ref().map(|formula| self.lower(formula, scope.clone(), |lower| lower.flag(&formula.expr)));
        let mut gives = Vec::new();
        for (word, formula) in &raw.gives {
            let ir = self.lower(formula, scope.clone(), |lower| lower.number(&formula.expr, &Want::Anything));
            gives.extend(self.modifier(word).map(|index| (index, ir)));
        }
        let enter = raw.enter.as_ref().and_then(|word| self.done_by_itself(word, shared));
        let leave = raw.leave.as_ref().and_then(|word| self.done_by_itself(word, shared));
        let every = self.every(&raw.every, shared);
        State { name: raw.name.text.as_str().into(), when, gives, enter, leave, every }
    }

    fn every(&mut self, list: &[(Word, Word)], shared: bool) -> Vec<(usize, usize)> {
        list.iter()
            .filter_map(|(time, action)| {
                let (time, action) = (self.find_time(time), self.done_by_itself(action, shared));
                Some((time?, action?))
            })
            .collect()
    }

    /// Like outcomes, states have to be reachable, and one has to hold.
    fn states_reached(&mut self, raw: &model::HolderDecl<'_>) {
        let mut always: Option<&Word> = None;
        for (at, state) in raw.states.iter().enumerate() {
            if let Some(always) = always {
                let error = Diagnostic::error(Code::UnreachableState, state.name.span).arg("name", &*state.name.text);
                self.report(error.label(always.span, "label-always-holds").help("help-before-it"));
                return;
            }
            match &state.when {
                None => always = Some(&state.name),
                Some(when) if at + 1 == raw.states.len() => {
                    let error = Diagnostic::error(Code::LastStateHasWhen, when.placement.span);
                    self.report(error.arg("name", &*state.name.text).arg("track", &*raw.name.text));
                }
                Some(_) => {}
            }
        }
    }

    fn tag(&mut self, index: TagId, raw: &model::TagDecl) {
        let mut defaults = Vec::new();
        for (_, question) in &raw.values {
            defaults.push(self.question(question).default);
        }
        for ((_, question), default) in self.game.tags[index].values.iter_mut().zip(defaults) {
            question.default = default;
        }
        if let Some(cards) = &raw.cards {
            let cards = self.deck(index, cards);
            self.game.tags[index].cards = Some(cards);
        }
        let values = self.game.tags[index].values.iter().map(|(name, one)| (Arc::clone(name), one.value_kind()));
        let values: Vec<(Arc<str>, Kind)> = values.collect();
        for (word, _) in &raw.values {
            if let Some(&first) = self.places.get(&word.text) {
                let error = Diagnostic::error(Code::DeclaredTwice, word.span).arg("name", &*word.text);
                self.report(error.label(first, "label-first-here"));
            }
        }
        let counted = raw.counted.as_ref().and_then(|word| {
            let found = values.iter().position(|(name, kind)| **name == *word.text && *kind == Kind::Number);
            if found.is_none() {
                let numbers = values.iter().filter(|(_, kind)| *kind == Kind::Number).map(|(name, _)| name);
                let error = Diagnostic::error(Code::CountedByNumber, word.span).arg("name", &*word.text);
                let error = self.none_called(error, word, numbers);
                self.report(error);
            }
            found
        });
        let scope = Scope { own: &values, ..Self::scope(FormulaSite::Derived) };
        let mut gives = Vec::new();
        for (word, formula) in &raw.gives {
            let ir = self.lower(formula, scope.clone(), |lower| lower.number(&formula.expr, &Want::Anything));
            gives.extend(self.modifier(word).map(|index| (index, ir)));
        }
        let lasts = raw.lasts.as_ref().map(|duration| self.duration(duration, scope.clone()));
        let every = self.every(&raw.every, false);
        let ends = raw.ends.as_ref().and_then(|word| self.done_by_itself(word, false));
        let kind = &mut self.game.tags[index];
        kind.gives = gives;
        kind.counted = counted;
        kind.lasts = lasts;
        kind.every = every;
        kind.ends = ends;
    }

    pub(super) fn duration(&mut self, raw: &model::DurationDecl, scope: Scope<'_>) -> program::Duration {
        match raw {
            model::DurationDecl::Permanent => program::Duration::Permanent,
            model::DurationDecl::Times(count, time) => {
                let count = count
                    .as_ref()
                    .map(|formula| self.lower(formula, scope, |lower| lower.number(&formula.expr, &Want::Anything)));
                match self.find_time(time) {
                    Some(time) => program::Duration::Times(count, time),
                    None => program::Duration::Permanent,
                }
            }
            model::DurationDecl::Unit(formula) => {
                program::Duration::Unit(self.lower(formula, scope, |lower| lower.unit(&formula.expr)))
            }
        }
    }

    fn modifier(&self, word: &Word) -> Option<usize> {
        self.game.modifiers.iter().position(|name| **name == *word.text)
    }

    pub(super) fn find_time(&mut self, word: &Word) -> Option<usize> {
        let found = self.game.times.iter().position(|time| *time.name == *word.text);
        if found.is_none() {
            let names = self.game.times.iter().map(|time| &time.name);
            self.report(self.none_called(Diagnostic::error(Code::UnknownTime, word.span), word, names));
        }
        found
    }

    /// An action that no player asks for: it has one role, the character it happens to; none if it happens to the
    /// table.
    fn done_by_itself(&mut self, word: &Word, shared: bool) -> Option<usize> {
        let action = self.find_action(word)?;
        if shared {
            self.needs_no_role(action, word);
        } else {
            self.needs_one_role(action, word);
        }
        Some(action)
    }

    pub(super) fn find_action(&mut self, word: &Word) -> Option<usize> {
        if let Some(Named::Action(index)) = self.game.names.get(&word.text) {
            return Some(*index);
        }
        let names = self.game.actions.iter().map(|one| &one.name);
        let error = Diagnostic::error(Code::UnknownAction, word.span);
        self.report(match self.game.names.get(&word.text) {
            Some(Named::Test(_)) => Some(self.by_another_verb(error, word, "do", "roll")),
            _ => self.none_called(error, word, names),
        });
        None
    }

    /// The error for the name of something that another verb does.
    pub(super) fn by_another_verb(&self, error: Diagnostic, word: &Word, verb: &str, right: &str) -> Diagnostic {
        let error =
            error.arg("name", &*word.text).help_with("help-write", "example", format!("{right}: {}", word.text));
        let start = word.span.start.saturating_sub(verb.len() + 2);
        let written = self.sources.slice(Span { start, end: word.span.start, ..word.span });
        match written == format!("{verb}: ") {
            true => error.may_fix(Span { start, end: start + verb.len(), ..word.span }, right),
            false => error,
        }
    }

    /// The traits of groups or names that a question `trait:` lists.
    pub(super) fn trait_answer(&mut self, words: &[Word]) -> AnswerKind {
        let mut found = Vec::new();
        let mut open = false;
        for word in words {
            let before = found.len();
            let was_open = open;
            for (index, raw) in self.raw.traits.iter().enumerate() {
                let grouped = raw.group.as_ref().is_some_and(|group| group.text == word.text);
                if raw.name.text == word.text || grouped {
                    match raw.kind {
                        TraitKind::Given { free_names: true, .. } => open = true,
                        _ => found.push(index),
                    }
                }
            }
            if found.len() == before && open == was_open {
                let all = self.raw.traits.iter().flat_map(|one| [one.group.as_ref(), Some(&one.name)]);
                let names = once_each(all.flatten());
                self.report(self.none_called(Diagnostic::error(Code::UnknownTraitOrGroup, word.span), word, names));
            }
        }
        AnswerKind::Trait(found.into(), open)
    }

    /// The points of groups or names that a question `points:` lists.
    pub(super) fn points_answer(&mut self, words: &[Word]) -> AnswerKind {
        let mut found = Vec::new();
        for word in words {
            let before = found.len();
            for (id, raw) in self.game.points.ids().zip(&self.raw.points) {
                let grouped = raw.group.as_ref().is_some_and(|group| group.text == word.text);
                if raw.name.text == word.text || grouped {
                    found.push(id);
                }
            }
            if found.len() == before {
                let all = self.raw.points.iter().flat_map(|one| [one.group.as_ref(), Some(&one.name)]);
                let names = once_each(all.flatten());
                self.report(self.none_called(Diagnostic::error(Code::NoSuchPoints, word.span), word, names));
            }
        }
        AnswerKind::Points(found.into())
    }

    /// Derived traits, tracks and modifiers may not need one another in a circle.
    fn circles(&mut self, ruleset: &Ruleset) {
        let traits = self.game.traits.len();
        let tracks = self.game.tracks.len();
        let points = self.game.points.len();
        // Points, and states that follow from them, are two things: one may read the other.
        let holders = tracks + points;
        let states = traits + holders;
        let total = states + holders + self.game.modifiers.len();
        let mut needs: Vec<Vec<usize>> = vec![Vec::new(); total];
        let node = |op: &Op| match op {
            Op::Trait(index) => Some(*index),
            Op::Track(track, _) => Some(traits + track.index()),
            Op::Points(points, _) => Some(traits + tracks + points.index()),
            Op::State(index) => Some(states + index),
            Op::Gather(_, index) => Some(states + holders + index),
            _ => None,
        };
        let mut needed: Vec<(usize, usize)> = Vec::new();
        {
            let mut add = |from: usize, ir: &Ir| {
                needs
                    .get_mut(from)
                    .into_iter()
                    .for_each(|list| list.extend(ir.parts().filter_map(|part| node(&part.op))));
            };
            for (index, one) in self.game.traits.iter().enumerate() {
                if let program::TraitSource::Derived(ir) = &one.source {
                    add(index, ir);
                }
            }
            for (index, track) in self.game.tracks.iter().enumerate() {
                add(traits + index, &track.boxes);
            }
            for (index, holder) in self.game.holders().enumerate() {
                for state in holder.states {
                    state.when.iter().for_each(|ir| add(states + index, ir));
                    for (modifier, ir) in &state.gives {
                        add(states + holders + modifier, ir);
                        needed.push((states + holders + modifier, states + index));
                    }
                }
            }
            for (index, one) in self.game.points.iter().enumerate() {
                let start = match &one.start {
                    Some(Default::Value(ir)) => Some(ir),
                    _ => None,
                };
                for ir in start.into_iter().chain(&one.max) {
                    add(traits + tracks + index, ir);
                }
            }
            for kind in &self.game.tags {
                for (modifier, ir) in &kind.gives {
                    add(states + holders + modifier, ir);
                }
            }
        }
        for (from, to) in needed {
            needs.get_mut(from).into_iter().for_each(|list| list.push(to));
        }
        for (index, list) in needs.iter_mut().enumerate() {
            // The boxes of a track may follow from its marks; that is no circle.
            if index >= traits && index < traits + tracks {
                list.retain(|to| *to != index);
            }
            list.order();
            list.dedup();
        }
        if let Err(circle) = super::toposort::sort(&needs) {
            let modifiers: Vec<Word> = ruleset
                .holders()
                .flat_map(|one| one.states)
                .flat_map(|state| &state.gives)
                .chain(ruleset.tags.iter().flat_map(|tag| &tag.gives))
                .map(|(word, _)| word.clone())
                .collect();
            let words: Vec<&Word> = circle
                .iter()
                .filter_map(|&index| {
                    if index < traits {
                        ruleset.traits.get(index).map(|one| &one.name)
                    } else if index < states + holders {
                        let holder = index - traits;
                        ruleset
                            .holders()
                            .nth(if holder < holders { holder } else { holder - holders })
                            .map(|one| one.name)
                    } else {
                        let name = self.game.modifiers.get(index - states - holders)?;
                        modifiers.iter().find(|word| *word.text == **name)
                    }
                })
                .collect();
            self.report(super::toposort::circle(Code::ValuesInACircle, &words));
        }
    }
}
