//! Labels of steps that have no value of their own, or none yet.

use super::Lower;
use crate::check::program::SlotKind;
use crate::syntax::{Name, Problem};

impl Lower<'_> {
    /// What is wrong where a label stands in the place of a value: it is something else, or
    /// nothing sets it before.
    pub(super) fn about_label(&self, name: &Name) -> Option<Problem> {
        let text = &*name.text;
        let Some(slot) = self.scope.slots.iter().rfind(|slot| *slot.name == *text) else {
            let later = self.scope.later.iter().any(|label| label == text);
            return later.then(|| Problem::new("label-too-early", name.span).arg("name", text));
        };
        let (what, behind) = match &slot.kind {
            SlotKind::Role | SlotKind::Value(_) | SlotKind::Points(_) => return None,
            SlotKind::Many => ("many", None),
            SlotKind::Roll(_) => ("roll", Some("total")),
            SlotKind::Contest(..) => ("contest", Some("winner")),
            SlotKind::Did(_) => ("action", Some("…")),
            SlotKind::Dice => ("dice", None),
            SlotKind::Nothing => ("nothing", None),
        };
        let problem = Problem::new("label-without-value", name.span).arg("name", text).arg("what", what);
        Some(match behind {
            Some(behind) => {
                let example = format!("{}.{behind}", super::quoted_where_needed(text));
                problem.help_with("help-write", "example", example)
            }
            None => problem,
        })
    }

    /// Whether a label is what could not be read: whatever is said of it would only follow.
    pub(super) fn is_broken_label(&self, name: &Name) -> bool {
        let slot = self.scope.slots.iter().rfind(|slot| *slot.name == *name.text);
        slot.is_some_and(|slot| slot.kind == SlotKind::Value(crate::check::program::Kind::Broken))
    }
}
