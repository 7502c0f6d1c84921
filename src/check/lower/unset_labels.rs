//! Reads of labels that have no value, or none yet.

use super::{FormulaSite, Lower};
use crate::check::program::{Slot, SlotKind, Test};
use crate::diagnostic::{Arg, Code};
use crate::id::Id;
use crate::syntax::{FormulaProblem, Name, TextSpan};

/// How it is written that a roll came out so.
pub(super) fn outcome_of(roll: &str, outcome: &str) -> String {
    format!("{}.outcome = {}", super::quoted_where_needed(roll), super::quoted_where_needed(outcome))
}

impl<'a> Lower<'a> {
    fn slot_called(&self, name: &str) -> Option<&'a Slot> {
        self.scope.slots.find(name).and_then(|at| self.scope.slots.get(at))
    }

    /// What is wrong where a label is in the place of a value: it is something else, or
    /// nothing sets it before.
    pub(super) fn about_label(&self, name: &Name) -> Option<FormulaProblem> {
        let text = &*name.text;
        let Some(slot) = self.slot_called(text) else {
            let later = self.scope.later.iter().any(|label| **label == *text);
            return later.then(|| match self.scope.place {
                FormulaSite::Test => {
                    FormulaProblem::new(Code::ValueBeforeDice, name.span).arg("name", text).help("help-value-in-roll")
                }
                _ => FormulaProblem::new(Code::LabelTooEarly, name.span).arg("name", text),
            });
        };
        let (what, behind) = match &slot.kind {
            SlotKind::Role | SlotKind::Value(_) | SlotKind::Points(_) | SlotKind::Dice => return None,
            SlotKind::Many => ("many", None),
            SlotKind::Roll(_) | SlotKind::Rolls(_) => ("roll", Some("total")),
            SlotKind::Contest(..) => ("contest", Some("winner")),
            SlotKind::Did(action) => ("action", self.first_value(*action)),
            SlotKind::Side => ("side", None),
            SlotKind::Nothing => ("nothing", None),
        };
        let problem = FormulaProblem::new(Code::LabelWithoutValue, name.span).arg("name", text).arg("what", what);
        Some(match behind {
            Some(behind) => {
                let example = format!("{}.{behind}", super::quoted_where_needed(text));
                problem.help_with("help-write", "example", example)
            }
            None => problem,
        })
    }

    /// `r = bad` and `bad = r`, where `bad` is an outcome of the roll `r`.
    pub(super) fn about_outcome(&self, roll: &Name, outcome: &Name, span: TextSpan) -> Option<FormulaProblem> {
        let SlotKind::Roll(test) = self.slot_called(&roll.text)?.kind else { return None };
        self.is_outcome(test, &outcome.text).then(|| {
            let read = outcome_of(&roll.text, &outcome.text);
            let problem =
                FormulaProblem::new(Code::LabelWithoutValue, span).arg("name", &*roll.text).arg("what", "roll");
            problem.help_with("help-write", "example", &*read).may_fix(span, read)
        })
    }

    pub(super) fn is_outcome(&self, test: Id<Test>, name: &str) -> bool {
        self.game.tests[test].outcomes.iter().any(|outcome| *outcome.name == *name)
    }

    /// The only roll before this that can come out so, in an action.
    pub(super) fn roll_that_ends(&self, outcome: &str) -> Option<&str> {
        let mut rolls = self.scope.slots.iter().filter(|slot| {
            !slot.is_hidden() && matches!(slot.kind, SlotKind::Roll(test) if self.is_outcome(test, outcome))
        });
        rolls.next().filter(|_| rolls.next().is_none()).map(|slot| &*slot.name)
    }

    /// The first thing that can be read of an action.
    fn first_value(&self, action: usize) -> Option<&str> {
        let slots = self.game.actions.get(action)?.slots.iter();
        slots.filter(|slot| matches!(slot.kind, SlotKind::Value(_))).map(|slot| &*slot.name).next()
    }

    /// Dice are read where it is not plain of which roll.
    pub(super) fn no_one_roll(&self, span: TextSpan) -> FormulaProblem {
        let rolls =
            self.scope.slots.iter().filter(|slot| matches!(slot.kind, SlotKind::Roll(_) | SlotKind::Contest(..)));
        let rolls = rolls.filter(|slot| !slot.is_hidden());
        let written = self.text.get(span.range()).unwrap_or("");
        let mut read = rolls
            .map(|slot| {
                let name = super::quoted_where_needed(&slot.name);
                match slot.kind {
                    SlotKind::Contest(_, left, _) => {
                        let side = self.scope.slots.get(left).map_or("", |slot| &*slot.name);
                        format!("{name}.{}.{written}", super::quoted_where_needed(side))
                    }
                    _ => format!("{name}.{written}"),
                }
            })
            .peekable();
        if read.peek().is_none() {
            return FormulaProblem::new(Code::DiceBeforeARoll, span);
        }
        FormulaProblem::new(Code::DiceOfWhichRoll, span).help_with("help-one-of", "names", Arg::names(read))
    }

    /// Names of the running action, of the track or the tag whose formula this is,
    /// and of the characters there.
    pub(super) fn own_names(&self) -> Vec<String> {
        let valued = |kind: &SlotKind| matches!(kind, SlotKind::Role | SlotKind::Value(_) | SlotKind::Points(_));
        let slots = self.scope.slots.iter().filter(|slot| valued(&slot.kind) && !slot.is_hidden());
        let mut names: Vec<String> = slots.map(|slot| slot.name.to_string()).collect();
        names.extend(self.scope.own.iter().map(|(name, _)| name.to_string()));
        if let Some(track) = self.scope.track.map(|track| &self.game.tracks[track]) {
            names.extend(super::entry_reads::TRACK.map(str::to_owned));
            names.extend(track.marks.iter().map(|(name, _)| name.to_string()));
        }
        names.extend(self.scope.people.iter().skip(1).filter(|name| !name.is_empty()).cloned());
        names
    }

    /// Whether a label is what could not be read: whatever is said of it would only follow.
    pub(super) fn is_broken_label(&self, name: &Name) -> bool {
        let slot = self.slot_called(&name.text);
        slot.is_some_and(|slot| slot.kind == SlotKind::Value(crate::check::program::Kind::Broken))
    }
}
