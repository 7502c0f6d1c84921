//! Kinds of characters: the entries of each kind, the kinds that can play a role, and reads of characters of a kind.

use std::collections::{BTreeSet, HashMap};

use super::program::{
    Altered, CharacterKinds, CheckedGame, Default, Holder, Ir, Named, Op, PointsRef, SlotList, TraitRef, TraitSource,
    Verb,
};
use super::{Checker, all_steps};
use crate::diagnostic::{Code, Diagnostic, nearest_of, words};
use crate::ruleset::ROLE_WORDS;
use crate::ruleset::model::{CharacterKind, DefaultDecl, QuestionKind, Role, Ruleset, TraitDecl, TraitKind, Word};
use crate::source::nfc;

impl Checker<'_> {
    /// The kinds, and what only some of them have.
    pub(super) fn declare_kinds(&mut self, ruleset: &Ruleset) {
        let Some(first) = ruleset.kinds.first() else { return };
        let names =
            |list: &[Word]| ruleset.kinds.iter().all(|kind| list.iter().any(|word| word.text == kind.name.text));
        let says = |one: &TraitDecl| matches!(&one.kind, TraitKind::Given { question, .. } if matches!(&question.kind, QuestionKind::OneOf(list) if names(list)));
        let mut found = ruleset.traits.iter().enumerate().filter(|(_, one)| says(one));
        let (Some((of, said)), None) = (found.next(), found.next()) else {
            let all: Vec<&str> = ruleset.kinds.iter().map(|kind| &*kind.name.text).collect();
            return self.report(Diagnostic::error(Code::KindsOfNoTrait, first.name.span).arg("names", words(&all)));
        };
        let TraitKind::Given { question, .. } = &said.kind else { return };
        let QuestionKind::OneOf(list) = &question.kind else { return };
        let usual = match &question.default {
            Some(DefaultDecl::Formula(formula)) => {
                let text = nfc(formula.text.trim().trim_matches(['«', '»', '"']));
                list.iter().position(|word| word.text == *text)
            }
            _ => None,
        };
        let Some(usual) = usual.and_then(|usual| i64::try_from(usual).ok()) else {
            let error = Diagnostic::error(Code::KindWithoutDefault, said.name.span).arg("name", &*said.name.text);
            return self.report(error);
        };
        let names = list.iter().map(|word| word.text.clone()).collect();
        self.game.kinds = Some(CharacterKinds { of, names, usual, owners: HashMap::new() });
        for kind in &ruleset.kinds {
            self.has(ruleset, kind);
        }
    }

    fn has(&mut self, ruleset: &Ruleset, kind: &CharacterKind) {
        let Some(index) = self.kind_index(&kind.name.text) else { return };
        for word in &kind.has {
            let things = self.things_called(ruleset, word);
            if things.is_empty() {
                let all = self.game.names.iter().filter(|(_, named)| self.is_had(**named));
                let mut all: Vec<String> = all.map(|(name, _)| name.clone()).collect();
                all.sort();
                self.report(self.none_called(Diagnostic::error(Code::NotHad, word.span), word, all));
            }
            let owners = self.game.kinds.iter_mut().map(|kinds| &mut kinds.owners);
            let new = owners.flat_map(|owners| {
                things.iter().map(|one| owners.entry(*one).or_default().insert(index)).collect::<Vec<_>>()
            });
            if new.fold(!things.is_empty(), |twice, new| twice && !new) {
                self.report(Diagnostic::error(Code::DeclaredTwice, word.span).arg("name", &*word.text));
            }
        }
    }

    /// What a character has by a name, which may be that of a group.
    fn things_called(&self, ruleset: &Ruleset, word: &Word) -> Vec<Named> {
        match self.game.names.get(&word.text) {
            Some(named) if self.is_had(*named) => return vec![*named],
            _ => {}
        }
        let within = |group: &Option<Word>| group.as_ref().is_some_and(|group| group.text == word.text);
        let traits = ruleset.traits.iter().filter(|one| within(&one.group)).map(|one| &one.name);
        let points = ruleset.points.iter().filter(|one| within(&one.group)).map(|one| &one.name);
        let named = traits.chain(points).filter_map(|name| self.game.names.get(&name.text).copied());
        named.filter(|named| self.is_had(*named)).collect()
    }

    /// Whether it can be what one character has and another has not.
    fn is_had(&self, named: Named) -> bool {
        match named {
            Named::Trait(index) => self.game.kinds.as_ref().is_none_or(|kinds| kinds.of != index),
            Named::Points(index) => !self.game.points[index].shared,
            named => matches!(named, Named::Group(_) | Named::Track(_) | Named::Tag(_)),
        }
    }

    pub(super) fn kind_index(&self, name: &str) -> Option<i64> {
        let at = self.game.kinds.as_ref()?.names.iter().position(|kind| kind == name)?;
        i64::try_from(at).ok()
    }

    /// The kind of characters who may play a role.
    pub(super) fn kind_of_role(&mut self, role: &Role) -> Option<i64> {
        self.kind_called(role.kind.as_ref()?, ROLE_WORDS)
    }

    /// A kind of characters; `others` can stand in its place.
    pub(super) fn kind_called(&mut self, word: &Word, others: &[&str]) -> Option<i64> {
        let found = self.kind_index(&word.text);
        // That there are no kinds was said.
        let unread = self.game.kinds.is_none() && !self.raw.kinds.is_empty();
        if found.is_none() && !unread {
            let kinds = self.game.kinds.as_ref().map(|kinds| &kinds.names[..]).unwrap_or_default();
            let known: Vec<&str> = kinds.iter().map(String::as_str).chain(others.iter().copied()).collect();
            let error = Diagnostic::error(Code::NotOneOf, word.span).arg("text", &*word.text);
            let error = error.arg("known", words(&known));
            self.report(match nearest_of(&word.text, known) {
                Some(near) => error.instead(word.span, near, near.name),
                None => error,
            });
        }
        found
    }

    /// Reports what formulas read of characters whose kind does not have it.
    pub(super) fn read_of_kinds(&mut self) {
        let Some(kinds) = &self.game.kinds else { return };
        let mut walk = KindWalk { game: &self.game, kinds, found: Vec::new() };
        let game = &self.game;
        for (index, one) in game.traits.iter().enumerate() {
            let formulas = match &one.source {
                TraitSource::Derived(ir) => Some(ir),
                TraitSource::Given(question) | TraitSource::Group(question) => match &question.default {
                    Some(Default::Value(ir)) => Some(ir),
                    _ => None,
                },
            };
            let named =
                if matches!(one.source, TraitSource::Group(_)) { Named::Group(index) } else { Named::Trait(index) };
            walk.owned(named, formulas.into_iter().chain(one.ends.iter().flatten()));
        }
        for (index, one) in game.points.pairs().filter(|(_, one)| !one.shared) {
            let start =
                one.start.iter().filter_map(|start| if let Default::Value(ir) = start { Some(ir) } else { None });
            let bounds = one.min.iter().chain(&one.max).chain(&one.endless).chain(one.renew.iter().map(|(_, ir)| ir));
            walk.owned(Named::Points(index), start.chain(bounds).chain(of_states(Holder::from(one))));
        }
        for (index, one) in game.tracks.pairs() {
            let boxes = std::iter::once(&one.boxes).chain(&one.row).chain(one.each.iter().map(|(_, ir)| ir));
            walk.owned(Named::Track(index), boxes.chain(of_states(Holder::from(one))));
        }
        for (index, one) in game.tags.pairs() {
            walk.owned(Named::Tag(index), one.gives.iter().map(|(_, ir)| ir));
        }
        for one in &game.requirements {
            match one.kind {
                Some(kind) => walk.read(&one.condition, Some(kind), None),
                None => walk.of_all(std::iter::once(&one.condition)),
            }
        }
        for action in
            game.actions.iter().chain(game.interventions.iter().flat_map(|one| &one.places).map(|one| &one.action))
        {
            let own = if action.roles == 1 { action.slots.first().and_then(|slot| slot.of_kind) } else { None };
            let steps = all_steps(&action.steps);
            let asked = action.ask.iter().flat_map(|ask| ask.formulas());
            let labelled = action.need.iter().map(|(_, ir)| ir).chain(action.every.iter().map(|(_, ir)| ir));
            let all = steps.iter().flat_map(|step| step.formulas()).chain(asked).chain(labelled);
            all.for_each(|ir| walk.read(ir, own, Some(&action.slots)));
            steps.iter().for_each(|step| walk.changes(&step.verb, &action.slots));
        }
        let found = walk.found;
        for (at, kind, name) in found {
            let place = self.game.place_in(self.sources, at);
            self.report(Diagnostic::error(Code::KindHasNone, place).arg("kind", kind).arg("name", name));
        }
    }
}

fn of_states(holder: Holder<'_>) -> impl Iterator<Item = &Ir> {
    holder.states.iter().flat_map(|state| state.when.iter().chain(state.gives.iter().map(|(_, ir)| ir)))
}

struct KindWalk<'g> {
    game: &'g CheckedGame,
    kinds: &'g CharacterKinds,
    /// Where, which kind, and what it has not.
    found: Vec<(super::program::At, String, String)>,
}

impl<'g> KindWalk<'g> {
    /// Formulas of something that some kinds have.
    fn owned(&mut self, what: Named, formulas: impl Iterator<Item = &'g Ir>) {
        match self.kinds.owners.get(&what) {
            None => self.of_all(formulas),
            Some(owners) => self.of(owners, formulas),
        }
    }

    /// Formulas that are evaluated for all kinds.
    fn of_all(&mut self, formulas: impl Iterator<Item = &'g Ir>) {
        let all = (0..).take(self.kinds.names.len()).collect();
        self.of(&all, formulas);
    }

    /// What reads the kind can tell them apart by itself.
    fn of(&mut self, kinds: &BTreeSet<i64>, formulas: impl Iterator<Item = &'g Ir>) {
        for ir in formulas {
            if !ir.any_part(&|part| matches!(part.op, Op::Trait(index) if index == self.kinds.of)) {
                kinds.iter().for_each(|kind| self.read(ir, Some(*kind), None));
            }
        }
    }

    /// What a step gives or takes that the kind of its role does not have.
    fn changes(&mut self, verb: &'g Verb, slots: &SlotList) {
        let named = |what: Altered| match what {
            Altered::Points(PointsRef::Fixed(index)) => Some(Named::Points(index)),
            Altered::Trait(TraitRef::Fixed(index)) => Some(Named::Trait(index)),
            Altered::Tag(kind) => Some(Named::Tag(kind)),
            Altered::Track(track) => Some(Named::Track(track)),
            Altered::Points(PointsRef::Slot(_)) | Altered::Trait(TraitRef::Slot(_)) | Altered::TagIn(_) => None,
        };
        let altered = verb.alterations();
        let found = altered.iter().filter_map(|one| Some((named(one.what), one.owner?)));
        for (what, who) in found {
            let Op::Slot(slot) = who.op else { continue };
            let kind = slots.get(slot).and_then(|slot| slot.of_kind);
            if let (Some(what), Some(kind)) = (what, kind) {
                self.lacks(kind, what, who);
            }
        }
    }

    fn lacks(&mut self, kind: i64, what: Named, ir: &Ir) {
        if !self.kinds.have(kind, what) && !self.found.iter().any(|(at, _, _)| *at == ir.at) {
            self.found.push((ir.at, self.kinds.name(kind).to_owned(), self.game.name_of(what)));
        }
    }

    /// What a formula reads, where bare names belong to a character of a kind.
    fn read(&mut self, ir: &'g Ir, own: Option<i64>, slots: Option<&'g SlotList>) {
        let read = match &ir.op {
            Op::Of(person, inner) => {
                let role = match person.op {
                    Op::Slot(slot) => slots.and_then(|slots| slots.get(slot)).and_then(|slot| slot.of_kind),
                    _ => None,
                };
                self.read(person, own, slots);
                return self.read(inner, role, slots);
            }
            Op::Trait(index) => Named::Trait(*index),
            Op::Points(index, _) => Named::Points(*index),
            Op::Track(index, _) => Named::Track(*index),
            Op::State(holder) => self.game.holder_named(*holder),
            _ => return ir.children().into_iter().for_each(|part| self.read(part, own, slots)),
        };
        if let Some(kind) = own {
            self.lacks(kind, read, ir);
        }
    }
}
