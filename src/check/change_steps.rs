//! Lowers steps that give, take and change points, traits, tags, marks and labels.

use super::Checker;
use super::actions::ActionLowering;
use super::lower::Want;
use super::program::{
    AnswerKind, Gift, Ir, Kind, Loss, Named, NamedRead, Op, PointsRef, SlotKind, TagId, Target, TrackId, TraitRef,
    TraitSource, Who,
};
use crate::diagnostic::{Arg, Code, Diagnostic, Note, SHOWN, is_few, nearest, nearest_of};
use crate::ruleset::model::{self, Formula, GainAmount, Word};
use crate::sort::Sort as _;
use crate::source::{Placement, Span};
use crate::syntax::parse_expr;

impl Checker<'_> {
    pub(super) fn given(
        &mut self,
        word: &Word,
        amount: &GainAmount,
        with: &[(Word, Formula)],
        act: &ActionLowering,
    ) -> Option<Gift> {
        match (self.game.names.get(&word.text).copied(), amount) {
            (Some(Named::Tag(kind)), amount) => self.tag_given(kind, word, amount, with, act),
            (Some(Named::Trait(index)), GainAmount::Formula(formula)) => {
                self.not_computed(index, word);
                self.has_a_next(index, word);
                Some(Gift::Trait(TraitRef::Fixed(index), self.number_in(formula, act)))
            }
            (_, GainAmount::Formula(formula)) => {
                if let Some(one) = act.trait_answered(&word.text) {
                    let count = self.number_in(formula, act);
                    self.can_change(word, true, act);
                    return Some(Gift::Trait(one, count));
                }
                let (points, count) = self.points_and_amount(word, formula, act)?;
                Some(Gift::Points(points, count))
            }
            (Some(Named::Points(_)), _) => {
                self.report(Diagnostic::error(Code::AmountNotANumber, word.span).arg("name", &*word.text));
                None
            }
            _ => {
                self.points_of(word, act);
                None
            }
        }
    }

    fn tag_given(
        &mut self,
        kind: TagId,
        word: &Word,
        amount: &GainAmount,
        with: &[(Word, Formula)],
        act: &ActionLowering,
    ) -> Option<Gift> {
        let def = self.game.tags[kind].clone();
        if self.is_deck(kind) {
            self.report(Diagnostic::error(Code::CardGained, word.span).arg("kind", &*word.text));
            return None;
        }
        let (mut name, mut lasts) = (None, None);
        match (def.free_names, amount) {
            (true, GainAmount::Named(template)) => name = Some(self.text_in(template, word.span, act, true)),
            (true, GainAmount::Formula(formula)) => {
                let before = self.errors.len();
                name = Some(self.kind_in(formula, &Kind::Text, act));
                // An unknown word is most likely the name itself.
                let name_alone = formula.text.trim_matches(['«', '»']);
                let example = format!("{{{}: {{name: {name_alone}}}}}", word.text);
                for error in self.errors.iter_mut().skip(before).filter(|error| error.code == Code::UnknownName) {
                    error.code = Code::GainNeedsName;
                    error.args = vec![("kind", word.text.as_str().into())];
                    error.helps = vec![Note { id: "help-write", args: vec![("example", example.as_str().into())] }];
                    error.fixes.clear();
                }
            }
            (false, GainAmount::Lasts(duration)) => lasts = Some(self.duration(duration, act.scope(true))),
            (false, GainAmount::Usual) => {}
            (false, GainAmount::Formula(formula)) => {
                // `yes`, or a formula that yields a time.
                if let crate::syntax::ExprKind::Number(_) = formula.expr.kind {
                    let names: Vec<String> = self.game.times.iter().map(|time| time.name.to_string()).collect();
                    let error = Diagnostic::error(Code::CountWithoutTime, formula.placement.span);
                    self.report(error.arg("text", &*formula.text).help_with("help-there-is", "names", names));
                } else if &*formula.text != "yes" {
                    let duration = model::DurationDecl::Unit(formula.clone());
                    lasts = Some(self.duration(&duration, act.scope(true)));
                }
            }
            (true, GainAmount::Lasts(_) | GainAmount::Usual) => {
                let example = format!("{{{}: {{name: …}}}}", word.text);
                let error = Diagnostic::error(Code::GainNeedsName, word.span).arg("kind", &*word.text);
                self.report(error.help_with("help-write", "example", example));
                return None;
            }
            (false, GainAmount::Named(_)) => {
                self.report(Diagnostic::error(Code::TagHasNoName, word.span).arg("kind", &*word.text));
                return None;
            }
        }
        let mut values = Vec::new();
        let mut unclear = false;
        for (value, formula) in with {
            match def.values.iter().position(|(name, _)| **name == *value.text) {
                Some(at) => {
                    let question = def.values.get(at).map(|(_, question)| question.kind.clone());
                    let Some(kind) = question else { continue };
                    let ir = self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, &kind));
                    values.push((at, ir));
                }
                None => {
                    let names = def.values.iter().map(|(name, _)| name);
                    let error = Diagnostic::error(Code::NoSuchTagValue, value.span).arg("kind", &*word.text);
                    self.report(self.none_called(error, value, names));
                    unclear = true;
                }
            }
        }
        let missing: Vec<String> = def
            .values
            .iter()
            .enumerate()
            .filter(|(at, (_, question))| question.default.is_none() && !values.iter().any(|(given, _)| given == at))
            .map(|(_, (name, _))| name.to_string())
            .collect();
        if !missing.is_empty() && !unclear {
            let values: Vec<String> = missing.iter().take(SHOWN).map(|name| format!("{name}: …")).collect();
            let example = format!("with: {{{}}}", values.join(", "));
            let error = Diagnostic::error(Code::TagValueMissing, word.span).arg("kind", &*word.text);
            self.report(error.arg("name", missing).help_with("help-write", "example", example));
        }
        Some(Gift::Tag(kind, name, values, lasts))
    }

    /// What is taken, or given to another; `of`: from whom.
    pub(super) fn taken(
        &mut self,
        word: &Word,
        amount: Option<&Formula>,
        of: Option<&Word>,
        act: &ActionLowering,
    ) -> Option<Loss> {
        if word.text.ends_with(']') {
            let (name, read, who) = self.entry(word, of, act)?;
            let NamedRead::Tag(kind) = read else {
                let error = Diagnostic::error(Code::NoSuchTag, word.span).arg("name", &*word.text);
                self.report(error);
                return None;
            };
            let which = Ir { at: name.at, op: Op::Named(Box::new(name), NamedRead::Number(kind)) };
            let count = amount.and_then(|formula| self.count_of(kind, word, formula, act));
            return Some(Loss::Named(kind, which, who, count));
        }
        let slot = act.find(&word.text);
        match (amount, slot.and_then(|slot| act.slots.get(slot)).map(|slot| &slot.kind)) {
            (None, Some(SlotKind::Value(Kind::Tag(_)))) => slot.map(|slot| Loss::Tag(slot, None)),
            (Some(formula), Some(SlotKind::Value(Kind::Tag(kind)))) => {
                let kind = *kind;
                let count = self.count_of(kind, word, formula, act);
                slot.map(|slot| Loss::Tag(slot, count))
            }
            (None, _) => match self.game.names.get(&word.text) {
                Some(Named::Tag(kind)) => Some(Loss::Tags(*kind, None)),
                Some(Named::Points(_) | Named::Trait(_)) => {
                    self.report(Diagnostic::error(Code::AmountNotANumber, word.span).arg("name", &*word.text));
                    None
                }
                _ => {
                    let much = |(name, _): &(&str, &str)| {
                        matches!(self.game.names.get(*name), Some(Named::Points(_) | Named::Trait(_) | Named::Tag(_)))
                    };
                    if let Some((name, count)) = counted(&word.text).filter(much) {
                        let written = format!("{{{name}: {count}}}");
                        let error = Diagnostic::error(Code::NoSuchTag, word.span).arg("name", &*word.text);
                        let error = error.help_with("help-write", "example", &*written);
                        self.report(error.may_fix(word.span, written));
                        return None;
                    }
                    let labels = act.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Value(Kind::Tag(_))));
                    let kinds = self.game.tags.iter().map(|tag| &tag.name);
                    let names = kinds.chain(labels.map(|slot| &slot.name));
                    self.report(self.none_called(Diagnostic::error(Code::NoSuchTag, word.span), word, names));
                    None
                }
            },
            (Some(formula), _) => match self.game.names.get(&word.text).copied() {
                Some(Named::Trait(index)) => {
                    self.not_computed(index, word);
                    self.has_a_next(index, word);
                    Some(Loss::Trait(TraitRef::Fixed(index), self.number_in(formula, act)))
                }
                Some(Named::Tag(kind)) => Some(Loss::Tags(kind, self.count_of(kind, word, formula, act))),
                _ => {
                    if let Some(one) = act.trait_answered(&word.text) {
                        let count = self.number_in(formula, act);
                        self.can_change(word, true, act);
                        return Some(Loss::Trait(one, count));
                    }
                    let (points, count) = self.points_and_amount(word, formula, act)?;
                    Some(Loss::Points(points, count))
                }
            },
        }
    }

    /// Lowers the amount of a counted tag.
    fn count_of(&mut self, kind: TagId, word: &Word, formula: &Formula, act: &ActionLowering) -> Option<Ir> {
        let tag = &self.game.tags[kind];
        let named = matches!(self.game.names.get(&word.text), Some(Named::Tag(_)));
        let counted = self.raw.tags.get(kind.index()).is_some_and(|tag| tag.counted.is_some());
        if !counted || named && tag.several {
            let error = Diagnostic::error(Code::NotCounted, formula.placement.span).arg("name", &*word.text);
            let why = if counted { "several" } else { "none" };
            self.report(error.arg("kind", &*tag.name).arg("why", why));
        }
        Some(self.number_in(formula, act))
    }

    fn is_computed(&self, index: usize) -> bool {
        self.raw.traits.get(index).is_some_and(|one| one.kind.is_computed())
    }

    /// Reports a change of a computed trait.
    fn not_computed(&mut self, index: usize, word: &Word) {
        if self.is_computed(index) {
            self.report(Diagnostic::error(Code::TraitIsDerived, word.span).arg("name", &*word.text));
        }
    }

    /// Checks that every trait that can be the answer to a question can be changed; `by`: by an amount.
    fn can_change(&mut self, word: &Word, by: bool, act: &ActionLowering) {
        let traits = act.find(&word.text).and_then(|slot| act.slots.get(slot)).and_then(|slot| slot.traits.clone());
        for index in traits.iter().flat_map(|list| list.iter()) {
            let computed = self.raw.traits.get(*index).filter(|one| one.kind.is_computed());
            if let Some(one) = computed {
                self.report(Diagnostic::error(Code::TraitIsDerived, word.span).arg("name", &*one.name.text));
            } else if by {
                self.has_a_next(*index, word);
            }
        }
    }

    /// Adding to a trait that is a row moves to another row, which needs an ordered table.
    fn has_a_next(&mut self, index: usize, word: &Word) {
        let Kind::Row(table) = self.game.trait_kind(index) else { return };
        let table = &self.game.tables[table];
        if !table.ordered {
            let name = table.name.to_string();
            self.report(Diagnostic::error(Code::RowsWithoutOrder, word.span).arg("table", name));
        }
    }

    /// Lowers the new value of a trait, like an answer to its question: a row by name, not by number.
    fn trait_in(&mut self, index: usize, word: &Word, formula: &Formula, act: &ActionLowering) -> Ir {
        let question = match self.game.traits.get(index).map(|one| &one.source) {
            Some(TraitSource::Given(question)) if !question.broken => Some(question.kind.clone()),
            _ => None,
        };
        match question {
            // Truth values can be computed.
            None => self.number_in(formula, act),
            Some(kind @ (AnswerKind::Number(..) | AnswerKind::YesNo)) => {
                let ir = self.number_in(formula, act);
                self.fits(word, formula, &ir, &kind);
                ir
            }
            Some(kind) => self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, &kind)),
        }
    }

    /// Lowers points and an amount. For an unknown name, the amount may be of any kind.
    fn points_and_amount(&mut self, word: &Word, formula: &Formula, act: &ActionLowering) -> Option<(PointsRef, Ir)> {
        const NO_NUMBER: [Code; 6] = [
            Code::CharacterWhereNumber,
            Code::ColumnWhereNumber,
            Code::RowWhereNumber,
            Code::TagWhereNumber,
            Code::TextWhereNumber,
            Code::WordWhereNumber,
        ];
        let points = self.points_of(word, act);
        let before = self.errors.len();
        let count = self.number_in(formula, act);
        if points.is_none() {
            let mut index = 0;
            self.errors.retain(|error| {
                index += 1;
                index <= before || !NO_NUMBER.contains(&error.code)
            });
        }
        points.zip(Some(count))
    }

    fn points_of(&mut self, word: &Word, act: &ActionLowering) -> Option<PointsRef> {
        if let Some(slot) = act.find(&word.text)
            && matches!(act.slots.get(slot).map(|slot| &slot.kind), Some(SlotKind::Points(_)))
        {
            return Some(PointsRef::Slot(slot));
        }
        if let Some(Named::Points(index)) = self.game.names.get(&word.text) {
            return Some(PointsRef::Fixed(*index));
        }
        if let Some(Named::Track(_)) = self.game.names.get(&word.text) {
            self.report(Diagnostic::error(Code::TrackIsMarked, word.span).arg("name", &*word.text));
            return None;
        }
        // `gain: {Luck: 1, to: hero}`
        if crate::ruleset::stands_beside_a_verb(&word.text) {
            let error = Diagnostic::error(Code::TooFarRight, word.span).arg("key", &*word.text);
            self.report(error.arg("of", "outer"));
            return None;
        }
        let mut names = Vec::new();
        if is_few(self.errors.len()) {
            let gained = self.game.names.iter().filter(|(_, named)| match named {
                Named::Trait(index) => !self.is_computed(*index),
                named => matches!(named, Named::Points(_) | Named::Tag(_)),
            });
            names.extend(gained.map(|(name, _)| name.as_str()));
            names.extend(act.slots.iter().filter(|s| matches!(s.kind, SlotKind::Points(_))).map(|s| &*s.name));
            names.order();
        }
        let error = Diagnostic::error(Code::NothingToGain, word.span);
        self.report(match counted(&word.text).filter(|(name, _)| names.contains(name)) {
            Some((name, count)) => {
                let written = format!("{{{name}: {count}}}");
                let error = error.arg("name", &*word.text);
                Some(error.help_with("help-write", "example", &*written).may_fix(word.span, written))
            }
            None => self.none_called(error, word, names),
        });
        None
    }

    /// Lowers the points of a payment.
    pub(super) fn paid(&mut self, word: &Word, act: &ActionLowering) -> Option<PointsRef> {
        let fixed = matches!(self.game.names.get(&word.text), Some(Named::Points(_)));
        let label = act.find(&word.text).and_then(|slot| act.slots.get(slot));
        if fixed || label.is_some_and(|slot| matches!(slot.kind, SlotKind::Points(_))) {
            return self.points_of(word, act);
        }
        let labels = act.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Points(_)));
        let points = self.game.points.iter().map(|points| &points.name);
        let names = points.chain(labels.map(|slot| &slot.name));
        self.report(self.none_called(Diagnostic::error(Code::NoSuchPoints, word.span), word, names));
        None
    }

    /// The track of a mark; the only track needs no name.
    pub(super) fn track_of(&mut self, word: Option<&Word>, at: Span) -> Option<TrackId> {
        let mut names = self.game.tracks.iter().map(|track| &track.name);
        match word {
            None if names.len() == 1 => self.game.tracks.ids().next(),
            None => {
                self.report(match names.len() {
                    0 => Diagnostic::error(Code::NoTracks, at),
                    _ => {
                        let names = Arg::names(names.by_ref().map(|name| format!("`on: {name}`")));
                        Diagnostic::error(Code::WhichTrack, at).help_with("help-one-of", "names", names)
                    }
                });
                None
            }
            Some(word) => {
                if let Some(Named::Track(index)) = self.game.names.get(&word.text) {
                    return Some(*index);
                }
                // `of` and `to` name the owner.
                if let Some((whose, track)) = word.text.split_once('.')
                    && self.game.tracks.iter().any(|one| *one.name == *track)
                {
                    let error = Diagnostic::error(Code::NoSuchTrack, word.span).arg("name", &*word.text);
                    let right = format!("{track}, of: {whose}");
                    self.report(error.help_with("help-write", "example", &*right).may_fix(word.span, right));
                    return None;
                }
                self.report(self.none_called(Diagnostic::error(Code::NoSuchTrack, word.span), word, names));
                None
            }
        }
    }

    pub(super) fn mark_of(&mut self, track: TrackId, word: &Word) -> Option<usize> {
        let track = &self.game.tracks[track];
        let found = track.marks.iter().position(|(name, _)| **name == *word.text);
        // Without any marks, their declaration has an error.
        if found.is_none() && !track.marks.is_empty() {
            let error = Diagnostic::error(Code::NoSuchMark, word.span).arg("track", &*track.name);
            self.report(self.none_called(error, word, track.marks.iter().map(|(name, _)| name)));
        }
        found
    }

    pub(super) fn set_one(
        &mut self,
        word: &Word,
        formula: &Formula,
        of: Option<&Word>,
        act: &ActionLowering,
    ) -> Option<(Target, Ir)> {
        if word.text.ends_with(']') {
            return self.set_named(word, formula, of, act);
        }
        // `who.Name` is `Name` with `of: who`.
        if let (None, Some((role, rest))) = (of, word.text.split_once('.'))
            && let Some(slot) = act.find(role.trim())
            && matches!(act.slots.get(slot).map(|slot| &slot.kind), Some(SlotKind::Role))
        {
            let rest = Word { text: rest.trim().to_owned(), span: word.span };
            let role = Word { text: role.trim().to_owned(), span: word.span };
            return self.set_one(&rest, formula, Some(&role), act);
        }
        if let Some((label, value)) = word.text.split_once('.') {
            let slot = act.find(label.trim());
            if let Some(SlotKind::Value(Kind::Tag(kind))) = slot.and_then(|s| act.slots.get(s)).map(|s| s.kind.clone())
            {
                let values = self.game.tags[kind].values.clone();
                let found = values.iter().position(|(name, _)| **name == *value.trim());
                let Some(at) = found else {
                    self.no_value_of_tag(kind, word, label, value);
                    return None;
                };
                let kind = values.get(at)?.1.kind.clone();
                let ir = self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, &kind));
                return Some((Target::TagValue(slot?, at), ir));
            }
        }
        if let Some((label, value)) = word.text.split_once('.')
            && let Some(Named::Tag(kind)) = self.game.names.get(crate::source::nfc(label.trim()).as_str()).copied()
        {
            let values = self.game.tags[kind].values.clone();
            let Some(at) = values.iter().position(|(name, _)| **name == *value.trim()) else {
                self.no_value_of_tag(kind, word, label, value);
                return None;
            };
            let question = values.get(at)?.1.kind.clone();
            let ir = self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, &question));
            let who = self.who(of, "of", word.span, act);
            return Some((Target::KindValue(kind, at, who), ir));
        }
        // An intervention can set a label that a later step reads.
        let later = || self.game.actions.get(act.hooked?)?.slots.find(&word.text);
        let slot = act.find(&word.text).or_else(later);
        let kind = slot.and_then(|slot| act.slots.get(slot)).map(|slot| slot.kind.clone());
        match (slot, kind) {
            (Some(_), _) if let Some(one) = act.trait_answered(&word.text) => {
                self.can_change(word, false, act);
                let ir = self.number_in(formula, act);
                Some((Target::Trait(one, self.who(of, "of", word.span, act)), ir))
            }
            (Some(slot), Some(SlotKind::Value(kind))) => {
                self.not_of_a_row(word, act);
                let kind = if kind == Kind::Flag { Kind::Number } else { kind };
                Some((Target::Slot(slot), self.kind_in(formula, &kind, act)))
            }
            (Some(slot), Some(SlotKind::Points(_))) => {
                let ir = self.number_in(formula, act);
                Some((Target::Points(PointsRef::Slot(slot), self.who(of, "of", word.span, act)), ir))
            }
            _ if let Some(Named::Points(index)) = self.game.names.get(&word.text).copied() => {
                let ir = self.number_in(formula, act);
                let points = &self.game.points[index];
                let bounds = [&points.min, &points.max].map(|end| end.as_ref().and_then(super::constant));
                self.fits(word, formula, &ir, &AnswerKind::Number(bounds[0], bounds[1]));
                let shared = self.all_shared(std::iter::once(word));
                Some((Target::Points(PointsRef::Fixed(index), self.who_or_table(of, "of", shared, word.span, act)), ir))
            }
            _ if let Some(Named::Trait(index)) = self.game.names.get(&word.text).copied() => {
                let ir = self.trait_in(index, word, formula, act);
                self.not_computed(index, word);
                Some((Target::Trait(TraitRef::Fixed(index), self.who(of, "of", word.span, act)), ir))
            }
            (Some(_), _) => {
                self.report(Diagnostic::error(Code::LabelCannotBeSet, word.span).arg("name", &*word.text));
                None
            }
            // The question could not be read, which was reported.
            (None, _)
                if word
                    .text
                    .split_once('.')
                    .and_then(|(of, _)| act.slots.get(act.find(of)?))
                    .is_some_and(|slot| slot.kind == SlotKind::Value(Kind::Broken)) =>
            {
                None
            }
            (None, _)
                if act
                    .test
                    .is_some_and(|test| self.game.tests[test].inputs.iter().any(|(name, _)| **name == *word.text)) =>
            {
                // An input of the test is assigned by `change`, and keeps its name.
                let example =
                    format!("change: {{{}: {}}}", super::quoted_where_needed(&word.text), formula.text.trim());
                let error = Diagnostic::error(Code::UnknownLabel, word.span).arg("name", &*word.text);
                self.report(error.help_with("help-write", "example", example));
                None
            }
            (None, _) => {
                let labels = act.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Value(_)));
                let kinds = self.game.tags.iter().filter(|kind| !kind.values.is_empty());
                let given = |one: &&super::program::Trait| matches!(one.source, TraitSource::Given(_));
                let traits = self.game.traits.iter().filter(given).map(|one| &one.name);
                let numbers = self.game.points.iter().map(|one| &one.name).chain(traits);
                let names = match word.text.split_once('.') {
                    _ if !is_few(self.errors.len()) => Vec::new(),
                    None => {
                        labels.map(|slot| &slot.name).chain(numbers).map(|name| name.to_string()).collect::<Vec<_>>()
                    }
                    Some((_, value)) => labels
                        .filter(|slot| matches!(slot.kind, SlotKind::Value(Kind::Tag(_))))
                        .map(|slot| &slot.name)
                        .chain(kinds.map(|kind| &kind.name))
                        .map(|name| format!("{name}.{}", value.trim()))
                        .collect(),
                };
                let error = Diagnostic::error(Code::UnknownLabel, word.span);
                let near = nearest(&word.text, names.iter().map(String::as_str)).is_some();
                // An entry that is not a number is gained or marked instead.
                let other = match self.game.names.get(&word.text) {
                    Some(Named::Tag(_)) => Some(format!("gain: [{}]", super::quoted_where_needed(&word.text))),
                    Some(Named::Track(_)) => Some(format!("mark: 1, on: {}", word.text)),
                    _ => None,
                };
                if let Some(other) = other {
                    self.report(error.arg("name", &*word.text).help_with("help-write", "example", other));
                    return None;
                }
                let error = if near { error } else { error.help("help-new-step") };
                self.report(self.none_called(error, word, names));
                None
            }
        }
    }

    /// `kind[name, value]`: a value of the tag with a name that players gave it.
    fn set_named(
        &mut self,
        word: &Word,
        formula: &Formula,
        of: Option<&Word>,
        act: &ActionLowering,
    ) -> Option<(Target, Ir)> {
        let (name, read, who) = self.entry(word, of, act)?;
        let NamedRead::Value(kinds) = read else {
            self.report(Diagnostic::error(Code::LabelCannotBeSet, word.span).arg("name", &*word.text));
            return None;
        };
        let (kind, at) = kinds.first().copied()?;
        let which = Ir { at: name.at, op: Op::Named(Box::new(name), NamedRead::Number(kind)) };
        let question = self.game.tags[kind].values.get(at)?.1.kind.clone();
        let ir = self.lower(formula, act.scope(true), |lower| lower.answer(&formula.expr, &question));
        Some((Target::NamedValue(kind, at, which, who), ir))
    }

    /// `who.trust[other, points]`: an entry that players named, what is read of it, and whose it is.
    fn entry(&mut self, word: &Word, of: Option<&Word>, act: &ActionLowering) -> Option<(Ir, NamedRead, Who)> {
        let text = of.map_or_else(|| word.text.clone(), |of| format!("«{}».{}", of.text, word.text));
        let (expr, problems) = parse_expr(&text);
        let placement = Placement { span: word.span, style: None };
        let named = Formula { expr, text: text.into(), placement, one_of: Vec::new() };
        let broken = !problems.is_empty();
        self.place(&named, problems);
        let (read, kind) = self.lower(&named, act.scope(false), |lower| lower.expr(&named.expr, &Want::Anything));
        if broken || kind == Kind::Broken {
            return None;
        }
        let (who, read) = match read.op {
            Op::Of(who, read) => (*who, *read),
            _ => (self.who(None, "of", word.span, act), read),
        };
        let Op::Named(name, what) = read.op else {
            self.report(Diagnostic::error(Code::LabelCannotBeSet, word.span).arg("name", &*word.text));
            return None;
        };
        Some((Ir { at: read.at, ..*name }, what, who))
    }

    /// Reports `label.value` for a tag without such a value.
    fn no_value_of_tag(&mut self, kind: TagId, word: &Word, label: &str, value: &str) {
        let kind = &self.game.tags[kind];
        let names = kind.values.iter().map(|(name, _)| &**name);
        let error = Diagnostic::error(Code::NoSuchTagValue, word.span).arg("kind", &*kind.name);
        let written = format!("{}.{}", label.trim(), value.trim());
        let few = is_few(self.errors.len());
        let near = nearest_of(value.trim(), names.clone().filter(|_| few));
        let known = names.map(|name| format!("{}.{name}", label.trim()));
        let error = error.arg("name", value.trim());
        self.report(match near {
            Some(near) => error.instead(word.span, near, format!("{}.{}", label.trim(), near.name)),
            None => error.suggest(self.errors.len(), &written, word.span, known),
        });
    }
}

/// `Name 1`, `1 Name`, `Name + 1`: splits a name and an amount.
fn counted(text: &str) -> Option<(&str, &str)> {
    let (first, last) = (text.split_once(' ')?, text.rsplit_once(' ')?);
    let pairs = [(last.0.trim_end_matches([' ', '+']), last.1), (first.1, first.0)];
    pairs.into_iter().find(|(_, count)| count.parse::<u32>().is_ok())
}
